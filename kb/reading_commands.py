"""Commands that list and show what libraries hold: parse arguments, read, print. They change nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .asked import Asked, heading, position_in, states
from .care.pipelines import visible_old_builds
from .console import open_asked, open_libraries, print_json, print_table
from .counting import counted
from .errors import UsageError

if TYPE_CHECKING:
    from .ledger.port import Ledger, StoredEvent

AT = click.option("--snapshot", "at", metavar="S", help="Snapshot id, name, `latest` or @POSITION [default: head].")
JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
_RowsOf = Callable[[Asked], list[dict[str, Any]]]
_Cells = Callable[[dict[str, Any]], tuple[Any, ...]]
_WIDER = 8
"""How many times more events are looked at where those at the end were too few."""


@click.command("papers")
@click.option("--quarantined", is_flag=True, help="List what is out of view instead: below the gates, quarantined, "
              "withdrawn.")
@click.option("--failed", is_flag=True, help="List sources that never came in whole instead, with the last failure.")
@click.option("--conflicts", is_flag=True, help="List what sources of a paper disagree on instead, and papers "
              "that look alike.")
@AT
@JSON
@click.pass_obj
def papers_command(libraries: list[Path], quarantined: bool, failed: bool, conflicts: bool, at: str | None,
                   as_json: bool) -> None:
    """List the papers of a library, or of several (-L may be repeated)."""
    asked_for = [name for name, given in (
        ("quarantined", quarantined), ("failed", failed), ("conflicts", conflicts)
    ) if given]
    if len(asked_for) > 1:
        raise UsageError(f"--{asked_for[0]} and --{asked_for[1]} are two lists", remedy="ask for one at a time")
    kind = asked_for[0] if asked_for else "papers"
    rows_of, cells, columns, (noun, which) = _LISTS[kind]
    with open_asked(libraries, at) as asked:
        found = [(each, rows_of(each)) for each in asked]
        if as_json:
            papers = [row | {"library": each.library.id} for each, rows in found for row in rows]
            print_json(heading(asked) | {"papers": papers})
            return
        several = len(asked) > 1
        print_table((*columns, "library") if several else columns, (
            (*cells(row), each.label) if several else cells(row) for each, rows in found for row in rows
        ))
        total = sum(len(rows) for _, rows in found)
        click.echo(f"{counted(total, noun)}{which} at {states(asked)}")
        old = sum(row.get("older_pipeline", False) for _, rows in found for row in rows)
        if old:
            click.echo(f"{old} of them come from older pipelines; see: claimledger reprocess --help", err=True)


@click.command("show", epilog="\b\nExamples:\n  claimledger -L mylib show work-abcd\n  claimledger -L mylib show 12\n")
@click.argument("name", metavar="ID")
@AT
@JSON
@click.pass_obj
def show_command(libraries: list[Path], name: str, at: str | None, as_json: bool) -> None:
    """Show anything that has an ID (paper, build, chunk, claim, packet, snapshot, answer, blob, event position).

    Of several libraries (-L may be repeated), each that knows the ID shows what it means there.
    """
    with open_asked(libraries, at) as asked:
        found = [shown | {"as_of": each.to_json()} for each, shown in _everywhere(asked, name)]
        if as_json:
            print_json(found[0] if len(found) == 1 else heading(asked) | {"found": found})
            return
        for shown in found:
            print_table(("field", "value"), [
                (key.replace("_", " "), "\n".join(map(_said, value)) if key == "metadata" else as_text(value))
                for key, value in shown.items()
            ])


@click.command("log")
@click.option("--after", type=click.IntRange(0), default=0, help="Positions after this one.")
@click.option("--kind", "kinds", multiple=True, help="Only events of this kind; may be repeated.")
@click.option("--stream", help="Only events of this stream.")
@click.option("-n", "limit", type=click.IntRange(1), help="At most so many, the newest [default: all].")
@click.option("--snapshot", "at", metavar="S", help="Events up to a snapshot id, name, `latest` or @POSITION "
              "[default: head].")
@JSON
@click.pass_obj
def log_command(
    libraries: list[Path], after: int, kinds: tuple[str, ...], stream: str | None, limit: int | None, at: str | None,
    as_json: bool,
) -> None:
    """Print the events of the ledger, one a line; --json prints one JSON object a line.

    Of several libraries (-L may be repeated), the events of one after those of the other.
    """
    from .events.registry import KINDS

    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise UsageError(f"{unknown[0]!r} is no kind of event", remedy=f"kinds are: {', '.join(sorted(KINDS))}")
    with open_libraries(libraries) as opened:
        exports = [library.root for library in opened if library.imported]
        if exports:
            raise UsageError(f"{exports[0]} is an export, and an export has no events", remedy="read the library's log")
        until = [
            position_in(library, at, str(library.root), several=len(opened) > 1) for library in opened
        ]
        for library, end in zip(opened, until, strict=True):
            for event in _events(library.ledger, limit, after, end, kinds=kinds or None, stream=stream):
                if as_json:
                    print_json(_event(event, library.id), indent=None)
                else:
                    click.echo(_line(event) + (f" {library.root}" if len(opened) > 1 else ""))


def _events(
    ledger: Ledger, limit: int | None, after: int, until: int | None, *, kinds: Collection[str] | None,
    stream: str | None,
) -> Iterable[StoredEvent]:
    """Events of a span that are of some kinds and of a stream; with a limit the newest, sought from the end."""
    if limit is None:
        return ledger.read(after=after, until=until, kinds=kinds, stream=stream)
    end = ledger.head().position if until is None else until
    width = limit
    while True:
        start = max(after, end - width)
        found = deque(ledger.read(after=start, until=end, kinds=kinds, stream=stream), limit)
        if len(found) == limit or start == after:
            return found
        width *= _WIDER


def _papers(each: Asked) -> list[dict[str, Any]]:
    from .papers import list_papers

    old = visible_old_builds(each.library, each.view)
    return [row | {"older_pipeline": row["build"] in old} for row in list_papers(each.view)]


def _out_of_view(each: Asked) -> list[dict[str, Any]]:
    from .forgetting.standing import out_of_view

    return out_of_view(each.library, each.view)


def _conflicts(each: Asked) -> list[dict[str, Any]]:
    from .metadata import conflicts

    return conflicts(each.view)


def _failed(each: Asked) -> list[dict[str, Any]]:
    from .forgetting.failed import failed_sources

    return failed_sources(each.view)


def _everywhere(asked: list[Asked], name: str) -> list[tuple[Asked, dict[str, Any]]]:
    """What a name means in each library that knows it. Raises `UnknownId` where none does."""
    from .errors import UnknownId
    from .lookup import look_up

    found: list[tuple[Asked, dict[str, Any]]] = []
    unknown: UnknownId | None = None
    for each in asked:
        try:
            found.append((each, look_up(each.library, each.view, name)))
        except UnknownId as error:
            unknown = error
    if not found and unknown is not None:
        raise unknown
    return found


def _event(event: StoredEvent, library: str) -> dict[str, Any]:
    return {
        "position": event.position, "recorded_at": event.recorded_at, "kind": event.kind, "stream": event.stream,
        "version": event.version, "event_id": event.event_id, "actor": event.actor, "run": event.run,
        "hash": event.hash, "library": library,
    }


def _line(event: StoredEvent) -> str:
    when = event.recorded_at[:19]
    return f"{event.position:>7} {when} {event.kind:<17} {event.stream} v{event.version} {event.actor}"


def _paper(row: dict[str, Any]) -> tuple[Any, ...]:
    authors = row["authors"]
    short = f"{authors[0]} et al." if len(authors) > 2 else " and ".join(authors)
    return (
        row["id"], row["year"], short, row["title"] or f"({row['source']})", row["grade"], row["claims"], row["doi"]
    )


def _out_of_view_cells(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["build"], row["name"], row["standing"], row["grade"], row["who"], "; ".join(row["reasons"])


def _conflict_cells(row: dict[str, Any]) -> tuple[Any, ...]:
    other = f"{row['other_paper']}: {row['reason']}" if row["other_paper"] else row["other_source"]
    return row["paper"], row["field"], row["shown"], row["source"], row["other"], other


def _failed_cells(row: dict[str, Any]) -> tuple[Any, ...]:
    failure = f"{row['reason']}: {row['message']}" if row["reason"] else "interrupted; ingest it again"
    return row["build"], row["name"], row["stage"], failure


_LISTS: dict[str, tuple[_RowsOf, _Cells, tuple[str, ...], tuple[str, str]]] = {
    "papers": (_papers, _paper, ("paper", "year", "authors", "title", "grade", "claims", "doi"), ("paper", "")),
    "quarantined": (
        _out_of_view, _out_of_view_cells, ("build", "file", "standing", "grade", "who", "reasons"),
        ("build", " out of view"),
    ),
    "conflicts": (
        _conflicts, _conflict_cells, ("paper", "field", "shown", "says", "other", "says the other"), ("conflict", ""),
    ),
    "failed": (_failed, _failed_cells, ("build", "file", "stage", "failure"), ("source", " that failed")),
}
"""What `papers` lists: where the rows come from, how one is printed, under which columns, and what they are."""


def _said(field: dict[str, Any]) -> str:
    """A field of a paper with who says so, and below it the others."""
    def line(one: dict[str, Any]) -> str:
        value = "; ".join(one["value"]) if isinstance(one["value"], list) else one["value"]
        return f"{value} ({one['source']}: {one['file']})" if one["source"] else "nothing is shown"

    others = (f"  {'but' if one['differs'] else 'and'} {line(one)}" for one in field["others"])
    decided = field.get("decided")
    why = [f"  chosen at {decided['time'][:19]}: {decided['reason']}"] if decided else []
    return "\n".join((f"{field['field']}: {line(field)}", *why, *others))


def as_text(value: Any) -> str:
    """A value as one cell of a table."""
    if isinstance(value, list):
        return "\n".join(as_text(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {as_text(item)}" for key, item in value.items())
    return "" if value is None else str(value)
