"""The command `ingest`: parses arguments, runs, prints the table of outcomes."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from ..kb.asked import check_outside
from ..kb.console import open_library, print_json, print_table, progress_bar, say_what_is_safe
from ..kb.errors import ClaimLedgerError
from ..kb.output import check_output, write_output
from .limit_options import chosen_limits, limit_options
from .outcome import STATUSES, IngestReport
from .parser.child import DEFAULT_PARSER, PARSERS, parser_help

_LONGEST_NAME = 80
"""Characters of a file's name in the table; the report has it whole."""


@click.command("ingest", epilog="""\b
Examples:
  claimledger -L mylib ingest papers/
  claimledger -L mylib ingest zotero/library.bib --report outcomes.jsonl
  claimledger -L mylib ingest locked.pdf --password secret
""")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(1), default=None,
              help="Processes that read files [default: CPUs]. The rows do not depend on it.")
@click.option("--parser", type=click.Choice(sorted(PARSERS)), default=DEFAULT_PARSER, show_default=True,
              help="What reads PDF files." + parser_help())
@click.option("--password", "passwords", multiple=True,
              help="Password of encrypted files; given several times, each is tried.")
@limit_options
@click.option("--offline", is_flag=True, help="Ask no service, whatever the settings say.")
@click.option("--again", is_flag=True, help="Take in what was purged, too; it becomes another build than before.")
@click.option("--report", "report_path", type=click.Path(path_type=Path, dir_okay=False), metavar="F",
              help="Write one JSON line a file, also where the run is interrupted.")
@click.option("--json", "as_json", is_flag=True, help="Print outcomes as JSON.")
@click.pass_obj
def ingest_command(
    libraries: list[Path], paths: tuple[Path, ...], jobs: int | None, parser: str, passwords: tuple[str, ...],
    offline: bool, again: bool, report_path: Path | None, as_json: bool,
) -> int:
    """Take in papers (PDF, JATS, TEI), folders of them, and bibliographies (BibTeX, RIS, PubMed, CSL-JSON).

    Running it again on the same files continues what was left undone and changes nothing else. A file that was purged
    is refused, and comes in again only with --again. Exit code 3: some files failed, or an error such as a full disk
    or a database that went away ended the run after something was stored; the rest is safe. 2: nothing was stored.
    130: it was interrupted or terminated; the files that were done are kept.

    What one file may cost is limited by [limits] in claimledger.toml, for one run by the options --max-... .
    """
    from ..kb.index.index import SearchIndex
    from .enrichment.command import enrich_after_ingest
    from .run import ingest, limits_of

    if report_path:
        check_output(report_path)
    report = IngestReport()
    with _termination_interrupts(), open_library(libraries) as library:
        if report_path:
            check_outside(report_path, [library])
        try:
            with progress_bar("ingest") as step:
                ingest(
                    library, paths, jobs=jobs or os.cpu_count() or 1, parser=parser, password=passwords,
                    limits=chosen_limits(limits_of(library)), again=again, progress=step, report=report,
                )
            if not report.outcomes:
                click.echo("warning: there are no files in " + ", ".join(str(path) for path in paths), err=True)
            # Before the index, which may take long and which nothing is lost without.
            _tell(report, report_path, as_json)
            if not offline:
                enrich_after_ingest(library)
            with progress_bar("index") as step:
                SearchIndex(library).update(step)
        except KeyboardInterrupt:
            if report_path:
                _write(report, report_path)
            raise
        except (ClaimLedgerError, OSError) as error:
            # The ledger is not asked: it may be what went away.
            if not library.appended:
                raise
            if not report.position:
                report.position = library.appended
                with suppress(OSError, ClaimLedgerError):
                    _tell(report, report_path, as_json)
            say_what_is_safe(error)
            return 3
    return 3 if report.count("failed") else 0


@contextmanager
def _termination_interrupts() -> Iterator[None]:
    """While a run lasts, a system that shuts down or a batch system whose time is up ends it as Ctrl-C does."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:
        # Not in the main thread: whoever embeds the command has handlers of his own.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(report: IngestReport, path: Path | None, as_json: bool) -> None:
    """Print the outcomes, and write them to the file that was asked for."""
    print_outcomes(report, as_json=as_json)
    if path:
        _write(report, path)


def _write(report: IngestReport, path: Path) -> None:
    lines = (json.dumps(outcome.to_json(), ensure_ascii=False) + "\n" for outcome in report.outcomes)
    write_output(path, "".join(lines))


def _name(file: str) -> str:
    """The name of a file as one line of a table: its middle is left out where it is long."""
    name = re.sub(r"\s", " ", Path(file).name)
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half - 1]}…{name[-half:]}"


def print_outcomes(report: IngestReport, *, as_json: bool) -> None:
    """Print the table of outcomes and their counts, or all of them as JSON."""
    counts = {status: report.count(status) for status in STATUSES}
    if as_json:
        print_json({"outcomes": [o.to_json() for o in report.outcomes], "counts": counts, "position": report.position})
        return
    shown = [o for o in report.outcomes if not o.entry or o.warnings or o.status in ("failed", "quarantined")]
    if shown:
        print_table(
            ("file", "outcome", "grade", "pages", "sentences", "claims", "hidden", "reason"),
            [(_name(o.file), o.status, o.grade or "", o.pages or "", o.sentences or "", o.claims or "",
              o.hidden or "", "; ".join((o.reason, *o.warnings) if o.reason else o.warnings)) for o in shown],
        )
    parts = [f"{number} {status}" for status, number in counts.items() if number]
    click.echo("; ".join([*parts, f"the ledger stands at position {report.position}"]))
