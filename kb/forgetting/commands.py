"""The commands `withdraw`, `quarantine` and `release`: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import open_library, print_json, print_table
from .standing import StandingReport

_REASON = click.option("--reason", "-r", required=True, help="Why, in words; it is kept and shown.")
_NAMES = click.argument("names", nargs=-1, required=True, metavar="ID...")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.command("withdraw", epilog="""\b
Example:
  claimledger -L mylib withdraw work-abcd --reason 'retracted by the journal'
""")
@_NAMES
@_REASON
@_JSON
@click.pass_obj
def withdraw_command(libraries: list[Path], names: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Take papers or builds out of view: they are to be no evidence any more.

    Search, packets, drafts and audits no longer see them; snapshots from before still do. `release` takes it back,
    `purge` forgets them for good.
    """
    from .standing import withdraw

    with open_library(libraries) as library:
        _print(withdraw(library, names, reason), as_json)


@click.command("quarantine", epilog="""\b
Example:
  claimledger -L mylib quarantine build-abcd --reason 'pages 3 to 5 are garbled'
""")
@_NAMES
@_REASON
@_JSON
@click.pass_obj
def quarantine_command(libraries: list[Path], names: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Take papers or builds out of view until somebody has looked at them; see `papers --quarantined`."""
    from .standing import quarantine

    with open_library(libraries) as library:
        _print(quarantine(library, names, reason), as_json)


@click.command("release", epilog="""\b
Example:
  claimledger -L mylib release build-abcd --reason 'checked against the print'
""")
@_NAMES
@_REASON
@_JSON
@click.pass_obj
def release_command(libraries: list[Path], names: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Put papers or builds back into view that were withdrawn, quarantined or below the quality gates."""
    from .standing import release

    with open_library(libraries) as library:
        _print(release(library, names, reason), as_json)


def _print(report: StandingReport, as_json: bool) -> None:
    if as_json:
        print_json(report.to_json())
        return
    print_table(
        ("build", "file", "outcome"),
        [(d.build, d.name, f"{report.standing} ({d.note})" if d.changed else d.note) for d in report.builds],
    )
    changed = sum(decided.changed for decided in report.builds)
    click.echo(f"{changed} of {len(report.builds)} builds {report.standing}; the ledger stands at {report.position}")
