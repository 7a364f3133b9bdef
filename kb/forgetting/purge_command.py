"""The command `purge`: shows what goes and what stays, asks, and says what became of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import open_library, print_json, print_table, printable, progress_bar
from ..errors import UnreadableInput, UsageError

if TYPE_CHECKING:
    from ..library import Library
    from .failed import FailedSource
    from .files import Found
    from .plan import Plan, Shared
    from .purge import PurgeReport
    from .remnants import Remnant

_MOST = 20


@click.command("purge", epilog="""\b
Examples:
  claimledger -L mylib purge work-abcd --reason 'its authors asked for it'
  claimledger -L mylib purge --from ids.txt --reason 'licence ended' --yes
  claimledger -L mylib purge --resume
""")
@click.argument("names", nargs=-1, metavar="[ID...]")
@click.option("--from", "listed", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="A file with ids, one a line; # begins a comment.")
@click.option("--reason", "-r", help="Why, without words of the papers: it is kept for ever.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--resume", "resuming", is_flag=True, help="Complete what earlier purges left pending.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of it as JSON.")
@click.pass_obj
def purge_command(
    libraries: list[Path], names: tuple[str, ...], listed: Path | None, reason: str | None, yes: bool, resuming: bool,
    as_json: bool,
) -> int:
    """Forget papers for good, with all their builds: no file of the library holds their text afterwards.

    Papers and builds are named by whole ids, sources also by their blob; the beginning of one is refused. A recorded
    question, draft or manuscript is named by its blob, words in an event by the event's id.

    Their events, sources, rows and index entries go, with broken copies that say that they are the paper, and with
    questions, drafts, manuscripts and reports in the ledger that carry a title, an author's name, a sentence, an
    identifier or a file's name of theirs. What only may mean them is listed and stays. The chain of events still
    verifies, and snapshots from before verify as redacted. What other papers need stays. Backups, copies and exports
    elsewhere are not reached.

    A file that was purged is not taken in again by `ingest` unless with --again; it then is another build, so the id of
    a snapshot differs from that of a library that never purged it.

    Exit code 3: something is pending, since somebody still reads an old state, or a file inside the library's folder is
    not claimledger's to remove.
    """
    from .purge import purge, resume

    lines = list(_read(listed)) if listed else []
    ids = [*names, *(name for _, name in lines)]
    if resuming == bool(ids):
        raise UsageError("purge takes ids, or --resume", remedy="ids are printed by: claimledger papers")
    if ids and not reason:
        raise UsageError("a purge needs a reason", remedy="say why: --reason '...'")
    with open_library(libraries) as library:
        if lines:
            _check(library, lines)
        if ids and not yes:
            from .plan import make_plan

            if not sys.stdin.isatty():
                raise UsageError("nobody can be asked here", remedy="give --yes to purge without a question")
            _show_plan(make_plan(library, ids))
            click.confirm("Forget these for good?", abort=True, err=True)
        with progress_bar("purge") as step:
            report = purge(library, ids, reason or "", step) if ids else resume(library, step)
    if as_json:
        print_json(report.to_json())
    else:
        _show_report(report)
    return 0 if report.whole else 3


def _read(path: Path) -> Iterator[tuple[str, str]]:
    """The ids of a file, each with its place. Any file may be named by mistake, so no message repeats what it holds."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is not UTF-8", remedy="write one id a line") from error
    found = [
        (f"line {number} of {path}", name)
        for number, line in enumerate(lines, 1) if (name := line.partition("#")[0].strip())
    ]
    if not found:
        raise UnreadableInput(f"{path} holds no id", remedy="write one id a line")
    yield from found


def _check(library: Library, lines: Sequence[tuple[str, str]]) -> None:
    """Raises `UnknownId` for a line that is no whole id, by its number."""
    from .naming import Naming
    from .plan import texts_named

    with library.view() as view:
        naming = Naming(view)
        for place, name in lines:
            if texts_named(library, name):
                continue
            naming.find_whole(name, place)


def _show_plan(plan: Plan) -> None:
    if not plan.builds:
        _show_remnants("Would go:", plan.remnants.found)
        return
    print_table(("paper", "build", "file", "title"), [(b.work, b.build, b.name, b.title) for b in plan.builds])
    click.echo(f"{len(plan.builds)} builds, {len(plan.positions)} payloads and {len(plan.blobs)} blobs would go")
    _show_remnants("Would go too, since they carry their text:", plan.remnants.found)
    _show_files(plan.files, "would go")
    _show_stays(plan.shared, plan.failed, plan.remnants.kept, plan.remnants.unread)


def _show_report(report: PurgeReport) -> None:
    for name, when in report.done.items():
        click.echo(f"{name} was purged at {when}")
    if report.builds:
        print_table(("forgotten", "build", "file"), [(b.work, b.build, b.name) for b in report.builds])
    if report.completed:
        done = "completed" if not report.pending else "not completed yet:"
        click.echo(f"{done} what earlier purges of {report.completed} builds had left")
    elif not report.builds and not report.activity:
        click.echo("nothing is left to be forgotten")
    if report.builds:
        click.echo(f"{len(report.builds)} builds, {report.payloads} payloads and {report.blobs} blobs are gone")
    _show_remnants("Gone too, since they carried their text:" if report.builds else "Gone:", report.activity)
    _show_files(report.files, "is gone")
    _show_stays(report.shared, report.failed, report.kept, report.unread)
    if report.builds:
        click.echo("Not reached from here:")
        for place in report.not_reached:
            click.echo(f"  {place}")
    for what in report.pending:
        click.echo(f"pending: {what}; once it is closed, run: claimledger purge --resume")


def _show_remnants(title: str, remnants: Sequence[Remnant]) -> None:
    if not remnants:
        return
    click.echo(title)
    for what, number in sorted(Counter(one.what for one in remnants).items()):
        subjects = sorted({one.id for one in remnants if one.what == what})
        click.echo(f"  {number} of kind {what}: {_listed(subjects)}")


def _show_files(files: Sequence[Found], gone: str) -> None:
    for one in files:
        if not one.read:
            click.echo(f"  {printable(one.path)} lies inside the library and could not be read: look at it yourself")
        elif one.ours:
            click.echo(f"  {printable(one.path)} inside the library {gone}")
        else:
            click.echo(f"  {printable(one.path)} inside the library carries their text and is not ours: remove it")


def _show_stays(
    shared: Sequence[Shared], failed: Sequence[FailedSource], kept: Sequence[Remnant], unread: Sequence[Remnant]
) -> None:
    if shared or failed or kept or unread:
        click.echo("Stays:")
    for one in shared:
        click.echo(f"  {one.what}, since other papers carry them too: {_listed(one.builds)}")
    for source in failed:
        click.echo(f"  {printable(source.name)}, which failed to come in and may be or mean the paper "
                   f"({'; '.join(source.why)}); to forget it: {_command(source.blob)}")
    for remnant in kept:
        click.echo(f"  {_in_words(remnant)}")
    for remnant in unread:
        click.echo(f"  {remnant.what} of {remnant.id}, blob {remnant.blob}: it is no text, look at it yourself; "
                   f"to forget it: {_command(str(remnant.blob))}")


def _in_words(kept: Remnant) -> str:
    from .remnants import SNAPSHOT_NAME

    if kept.what == SNAPSHOT_NAME:
        return (f"the name {printable(kept.id)!r} of a snapshot at position {kept.position}, which may point at the "
                "paper: the chain holds it for ever, so name snapshots by what they are for")
    if kept.why:
        return (f"{kept.what} of {kept.id} at position {kept.position}, which may mean the paper "
                f"({'; '.join(kept.why)}); to forget it: {_command(str(kept.blob or kept.event))}")
    return f"{kept.what} at position {kept.position}, which people wrote and the library needs"


def _command(name: str) -> str:
    return f"claimledger purge {name} --reason ..."


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
