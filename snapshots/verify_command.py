"""The command `verify`, and what it shares with `snapshot verify`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..kb.console import open_library, print_json, printable
from ..kb.errors import UsageError

if TYPE_CHECKING:
    from ..kb.library import Library
    from .importing import ImportCheck
    from .publishing import Signer
    from .verify import Verification

REPLAY = click.option("--replay", is_flag=True, help="Also fold and settle the ledger again from scratch, and compare.")


def PUBLISHED(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name a published head and its signer."""
    file = click.Path(path_type=Path, exists=True, dir_okay=False)
    for option in (
        click.option("--identity", metavar="I", help="Who must have signed it, as that file names him."),
        click.option("--allowed-signers", "allowed", type=file, metavar="F",
                     help="Check the signature of the head (its name with .sig) by this file of ssh-keygen."),
        click.option("--published", type=file, metavar="F", help="A file of `freeze --publish` to hold it against."),
    ):
        command = option(command)
    return command


@click.command("verify", epilog="""\b
Examples:
  claimledger -L mylib verify
  claimledger -L mylib verify --published head.json
  claimledger -L mylib verify --published head.json --allowed-signers signers --identity ada@example.org
  claimledger -L mylib verify --replay
""")
@PUBLISHED
@REPLAY
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def verify_command(
    libraries: list[Path], published: Path | None, allowed: Path | None, identity: str | None, replay: bool,
    as_json: bool,
) -> int:
    """Check every stored byte: the ledger's database and its chain, the freezes that it records, every blob that an
    event names, segments, manifests and leaves.

    --replay also computes the root of every snapshot from the rows, as `snapshot verify` does for one. A purge
    that is not complete is said, and is no damage.

    Not covered, since nothing that is read depends on it: space of the ledger's file that no row, index or trigger
    uses, SQLite's own counters in its header, and bits of a compressed payload that give the same bytes either way.

    Exit code 1: damage was found, and each place is named. A chain that somebody rewrote as a whole follows from
    itself; only a head that was published before shows it, so without --published the verdict is `self-consistent, not
    anchored`.
    """
    from .import_report import report_export
    from .verify import verify_library

    signer = ask_signer(published, allowed, identity)
    with open_library(libraries, doubted=True) as library:
        if library.imported:
            return report_export(checked(library, published, signer, replay=replay), as_json)
        result = verify_library(library, published=published, signer=signer, replay=replay)
    return report(result, as_json)


def ask_signer(published: Path | None, allowed: Path | None, identity: str | None) -> Signer | None:
    """The signer that the options name. Raises a usage error for options that do not go together."""
    from .publishing import Signer

    if (allowed is None) != (identity is None):
        raise click.UsageError("--allowed-signers and --identity go together")
    if allowed and not published:
        raise click.UsageError("--allowed-signers needs --published: it is the head that is signed")
    return Signer(allowed, identity) if allowed and identity else None


def checked(library: Library, published: Path | None, signer: Signer | None, *, replay: bool) -> ImportCheck:
    """The check of an export. Raises `UsageError` where a replay is asked for."""
    from .importing import check_export

    if replay:
        raise UsageError("an export has no events to replay", remedy="verify it without --replay")
    return check_export(library.root, published=published, signer=signer)


def report(result: Verification, as_json: bool) -> int:
    """Print what was found, and return the exit code."""
    if as_json:
        print_json(result.to_json())
        return 1 if result.damages else 0
    for damage in result.damages:
        click.echo(f"damage: {printable(damage)}")
    for note in result.notes:
        click.echo(f"note: {printable(note)}")
    for (event, position, reason), leaves in _purges(result).items():
        click.echo(f"redacted: {leaves} leaves, purged by {event} at position {position}: {printable(reason)}")
    verdict = result.verdict
    if verdict == "redacted":
        verdict += ", anchored" if result.anchored else "; what is left is self-consistent, not anchored"
    what = f"{result.snapshot}: {verdict}" if result.snapshot else verdict
    click.echo(what if result.damages or result.snapshot else f"{what}; {result.position} events")
    if result.replayed and not result.damages:
        click.echo(result.replayed)
    return 1 if result.damages else 0


def _purges(result: Verification) -> Counter[tuple[str, int, str]]:
    return Counter((one.event, one.position, one.reason) for one in result.redactions)
