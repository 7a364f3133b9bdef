"""The command `enrich`: parses arguments, runs, prints what became of each paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...kb.console import open_library, print_json, print_table, progress_bar, say_what_is_safe
from ...kb.errors import ClaimLedgerError

if TYPE_CHECKING:
    from ...kb.library import Library
    from .outcome import EnrichmentReport

IN_WORDS = {
    "found": "found", "not-found": "not found", "disagrees": "found and disagreeing", "failed": "failed",
    "known": "known already", "asked-before": "asked about before", "left": "left for a later run",
    "nothing-to-ask-by": "with nothing to ask by",
}
"""Outcomes as people read them, behind a number or alone."""


@click.command("enrich", epilog="""\b
Examples:
  claimledger -L mylib enrich
  claimledger -L mylib enrich work-abcd --refresh
  claimledger -L mylib enrich --offline
""")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option("--refresh", is_flag=True, help="Ask again about papers that have a record, or that were not found.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Ask about N papers at most.")
@click.option("--offline", is_flag=True, help="Ask nobody; say about which papers there is something to ask.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def enrich_command(
    libraries: list[Path], names: tuple[str, ...], refresh: bool, limit: int | None, offline: bool, as_json: bool
) -> int:
    """Ask OpenAlex about papers: ids, affiliations, venue, licence, retraction, cited works.

    The settings say whom to ask ([enrichment] in claimledger.toml); without them nobody is asked. A record is a source
    of its own, and is taken only if it agrees with the paper. Papers that have a record are not asked about again, and
    those that were not found only after some days. What fails is asked again by the next run.
    Exit code 3: some questions failed, or nobody answered and the rest is left for a later run.
    """
    from ...kb.index.index import SearchIndex
    from .outcome import EnrichmentReport
    from .run import enrich

    report = EnrichmentReport()
    with open_library(libraries) as library:
        try:
            with progress_bar("enrich") as step:
                enrich(
                    library, names, refresh=refresh, limit=limit, offline=offline, progress=step, report=report
                )
            _tell(report, as_json)
            with progress_bar("index") as step:
                SearchIndex(library).update(step)
        except (ClaimLedgerError, OSError) as error:
            # The ledger is not asked: it may be what went away.
            if not library.appended:
                raise
            say_what_is_safe(error)
            return 3
    return 0 if report.is_whole else 3


def enrich_after_ingest(library: Library) -> None:
    """What `ingest` does at its end where the settings name a service: one line on standard error says what came.

    That a service is not there is no fault of the files, and does not show in the exit code.
    """
    if library.settings.enrichment.provider == "none":
        return
    from .run import enrich

    with progress_bar("enrich") as step:
        report = enrich(library, progress=step)
    click.echo(f"enrichment: {summary(report)}", err=True)
    _warn(report)


def _tell(report: EnrichmentReport, as_json: bool) -> None:
    if as_json:
        print_json(report.to_json())
    else:
        _print(report)
    _warn(report)


def _warn(report: EnrichmentReport) -> None:
    if report.stopped:
        click.echo(f"warning: {stopped_line(report)}", err=True)


def stopped_line(report: EnrichmentReport) -> str:
    """In one line, why no more was asked, and what is left."""
    left = sum(work.outcome in ("left", "failed") for work in report.works)
    return f"{report.stopped}; {left} papers are left for a later run of: claimledger enrich"


def summary(report: EnrichmentReport) -> str:
    """In one line, how many papers had which outcome."""
    counts = [f"{number} {IN_WORDS[outcome]}" for outcome, number in report.counts().items()]
    return "; ".join(counts) or "no papers"


def _print(report: EnrichmentReport) -> None:
    shown = [work for work in report.works if work.outcome != "known"]
    if shown:
        print_table(
            ("paper", "outcome", "by", "openalex", "reason", "title"),
            [(one.work, IN_WORDS[one.outcome], one.asked_by, one.openalex, one.reason, one.title[:60])
             for one in shown],
        )
    click.echo(f"{summary(report)}; the ledger stands at position {report.position}")
