"""Commands on the memory itself: parse arguments, call the library, print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .console import open_library, print_json, print_table, progress_bar

AT = click.option("--snapshot", "at", metavar="S", help="Snapshot id, name, `latest` or @POSITION [default: head].")
JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.command("init", epilog="\b\nExample:\n  claimledger init mylib --owner 'Ada Smith'\n")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--owner", help="Who answers for the library's packets [default: your user name].")
@click.option("--private", is_flag=True, help="Only you can read the folder.")
@JSON
def init_command(folder: Path, owner: str | None, private: bool, as_json: bool) -> None:
    """Make a library in FOLDER, which is new or empty."""
    from .library import Library

    with Library.create(folder, owner=owner, private=private) as library:
        if as_json:
            print_json({"library": library.id, "folder": str(folder), "owner": library.settings.library.owner})
        else:
            click.echo(f"made library {library.id} in {folder}; next: claimledger -L {folder} ingest PAPERS")


@click.command("papers")
@click.option("--quarantined", is_flag=True, help="List builds below the quality gates instead.")
@AT
@JSON
@click.pass_obj
def papers_command(libraries: list[Path], quarantined: bool, at: str | None, as_json: bool) -> None:
    """List the papers of a library."""
    from .papers import list_papers, list_quarantined

    with open_library(libraries) as library, library.view(at) as view:
        rows = list_quarantined(view) if quarantined else list_papers(view)
        position = view.position
    if as_json:
        print_json({"position": position, "papers": rows})
    elif quarantined:
        print_table(("build", "file", "reasons"), [(r["build"], r["name"], "; ".join(r["reasons"])) for r in rows])
    else:
        print_table(("paper", "year", "authors", "title", "claims", "doi"), [
            (r["id"], r["year"], _short(r["authors"]), r["title"] or f"({r['source']})", r["claims"], r["doi"])
            for r in rows
        ])
        click.echo(f"{len(rows)} papers at position {position}")


@click.command("show", epilog="\b\nExamples:\n  claimledger -L mylib show work-abcd\n  claimledger -L mylib show 12\n")
@click.argument("name", metavar="ID")
@AT
@JSON
@click.pass_obj
def show_command(libraries: list[Path], name: str, at: str | None, as_json: bool) -> None:
    """Show anything that has an ID (paper, build, chunk, claim, packet, snapshot, answer, blob, event position)."""
    from .lookup import look_up

    with open_library(libraries) as library, library.view(at) as view:
        found = look_up(library, view, name)
    if as_json:
        print_json(found)
    else:
        print_table(("field", "value"), [(key, _text(value)) for key, value in found.items()])


@click.command("stats")
@AT
@JSON
@click.pass_obj
def stats_command(libraries: list[Path], at: str | None, as_json: bool) -> None:
    """Count what the library holds; every share has its denominator."""
    from .papers import statistics

    with open_library(libraries) as library, library.view(at) as view:
        found = statistics(view)
    if as_json:
        print_json(found)
    else:
        print_table(("figure", "value"), [(key.replace("_", " "), _text(value)) for key, value in found.items()])


@click.command("log")
@click.option("--after", type=click.IntRange(0), default=0, help="Positions after this one.")
@click.option("--kind", "kinds", multiple=True, help="Only events of this kind; may be repeated.")
@click.option("--stream", help="Only events of this stream.")
@click.option("-n", "limit", type=click.IntRange(1), help="At most so many, the newest [default: all].")
@JSON
@click.pass_obj
def log_command(
    libraries: list[Path], after: int, kinds: tuple[str, ...], stream: str | None, limit: int | None, as_json: bool
) -> None:
    """Print the events of the ledger, one a line; --json prints one JSON object a line."""
    from collections import deque

    with open_library(libraries) as library:
        events = library.ledger.read(after=after, kinds=kinds or None, stream=stream)
        for event in deque(events, limit) if limit else events:
            if as_json:
                value = {
                    "position": event.position, "recorded_at": event.recorded_at, "kind": event.kind,
                    "stream": event.stream, "version": event.version, "event_id": event.event_id,
                    "actor": event.actor, "run": event.run, "hash": event.hash,
                }
                print_json(value, indent=None)
            else:
                when = event.recorded_at[:19]
                click.echo(f"{event.position:>7} {when} {event.kind:<17} {event.stream} v{event.version} {event.actor}")


@click.command("verify")
@JSON
@click.pass_obj
def verify_command(libraries: list[Path], as_json: bool) -> int:
    """Check the hash chain, every blob and every segment. Exit code 1: damage was found."""
    from .errors import DamageFound
    from .verify import damaged_blobs, damaged_segments

    with open_library(libraries) as library:
        damages: list[str] = []
        position = 0
        try:
            position = library.ledger.verify().position
        except DamageFound as error:
            damages.append(f"ledger: {error}")
        else:
            damages += damaged_blobs(library) + damaged_segments(library)
    verdict = "damaged" if damages else "self-consistent, not anchored"
    if as_json:
        print_json({"verdict": verdict, "position": position, "damages": damages})
    else:
        for damage in damages:
            click.echo(f"damage: {damage}")
        click.echo(f"{verdict}" + ("" if damages else f"; {position} events"))
    return 1 if damages else 0


@click.command("rebuild")
@JSON
@click.pass_obj
def rebuild_command(libraries: list[Path], as_json: bool) -> None:
    """Make projections and search index again from the ledger, and print the digest of each table."""
    from .index.index import SearchIndex

    with open_library(libraries) as library:
        library.projection.rebuild()
        digests = library.projection.digests()
        with progress_bar("index") as step:
            SearchIndex(library).rebuild(step)
    if as_json:
        print_json({"digests": digests})
    else:
        print_table(("table", "digest"), list(digests.items()))


def _short(authors: list[str]) -> str:
    return f"{authors[0]} et al." if len(authors) > 2 else " and ".join(authors)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(_text(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(item)}" for key, item in value.items())
    return "" if value is None else str(value)
