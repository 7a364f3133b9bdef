"""The command `reprocess`: parses arguments, runs, prints what became of each build."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..kb.console import open_library, print_json, print_table, progress_bar, say_what_is_safe
from ..kb.errors import ClaimLedgerError, UsageError
from .limit_options import chosen_limits, limit_options
from .parser.child import PARSERS

if TYPE_CHECKING:
    from .reprocess import ReprocessReport


@click.command("reprocess", epilog="""\b
Examples:
  claimledger -L mylib reprocess --pipeline
  claimledger -L mylib reprocess work-abcd build-efgh
  claimledger -L mylib reprocess --pipeline --dry-run
""")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option("--pipeline", "everything", is_flag=True, help="Every build that the current pipeline did not make.")
@click.option("--parser", type=click.Choice(sorted(PARSERS)), default=None,
              help="Every PDF file, or every file of a kind of XML, with this parser.")
@click.option("--jobs", type=click.IntRange(1), default=None, help="Files that are parsed at a time [default: CPUs].")
@click.option("--password", "passwords", multiple=True,
              help="Password of encrypted files; given several times, each is tried.")
@limit_options
@click.option("--dry-run", is_flag=True, help="Name the builds, and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def reprocess_command(
    libraries: list[Path], names: tuple[str, ...], everything: bool, parser: str | None, jobs: int | None,
    passwords: tuple[str, ...], dry_run: bool, as_json: bool,
) -> int:
    """Make builds of older pipelines again, from the bytes that the library keeps.

    The pipeline is the versions of all stages and the settings that change rows. Each old build stays in view until
    its new one is sealed; what fails leaves it there. A run that is interrupted is continued by the same command.
    Exit code 3: some builds could not be made again, or an error ended the run after something was stored.
    """
    from ..kb.index.index import SearchIndex
    from .reprocess import ReprocessReport, old_builds, reprocess
    from .run import limits_of

    if everything and names:
        raise UsageError("--pipeline means all builds, and some are named", remedy="give one or the other")
    if not (everything or names or parser):
        raise UsageError("nothing was named", remedy="give ids of papers or builds, or --pipeline for all of them")
    with open_library(libraries) as library:
        if dry_run:
            with library.view() as view:
                old = old_builds(library, view, names, parser=parser)
            if as_json:
                print_json({"old": [{"build": one.build, "name": one.name} for one in old]})
            else:
                print_table(("build", "file"), [(one.build, one.name) for one in old])
                click.echo(f"{len(old)} builds of older pipelines")
            return 0
        report = ReprocessReport()
        try:
            with progress_bar("reprocess") as step:
                reprocess(
                    library, names, parser=parser, jobs=jobs or os.cpu_count() or 1, password=passwords,
                    limits=chosen_limits(limits_of(library)), progress=step, report=report,
                )
            _print(report, as_json)
            with progress_bar("index") as step:
                SearchIndex(library).update(step)
        except (ClaimLedgerError, OSError) as error:
            # The ledger is not asked: it may be what went away.
            if not library.appended:
                raise
            if not report.position:
                report.position = library.appended
                _print(report, as_json)
            say_what_is_safe(error)
            return 3
    return 3 if report.count("failed") else 0


def _print(report: ReprocessReport, as_json: bool) -> None:
    if as_json:
        print_json(report.to_json())
        return
    if report.builds:
        print_table(("build", "file", "outcome", "new build", "reason"), [
            (one.old, one.name, one.status, one.new, one.reason) for one in report.builds
        ])
    click.echo(f"{report.count('replaced')} replaced; {report.count('failed')} failed; "
               f"the ledger stands at position {report.position}")
