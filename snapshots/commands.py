"""The commands under `snapshot`: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path

import click

from ..kb.console import (
    open_library,
    print_json,
    print_table,
    printable,
    say_what_is_safe,
)
from ..kb.errors import ClaimLedgerError
from .export_commands import diff_command, export_command, import_command
from .verify_command import PUBLISHED, REPLAY, ask_signer, checked, report


@click.group("snapshot")
def snapshot_group() -> None:
    """Freeze, list, show, verify and compare states of a library.

    The id of a snapshot depends on the sources and the pipeline alone: whoever ingests the same files, in any order,
    gets the same id.
    """


@snapshot_group.command("freeze", epilog="""\b
Examples:
  claimledger -L mylib snapshot freeze --name submission-1
  claimledger -L mylib snapshot freeze --publish head.json
  claimledger -L mylib snapshot freeze --publish head.json --sign ~/.ssh/id_ed25519
""")
@click.option("--name", help="A name for people: letters, digits, dashes, dots.")
@click.option("--publish", type=click.Path(path_type=Path, dir_okay=False), metavar="F",
              help="Write id, position, head hash, root and time to a file to keep elsewhere.")
@click.option("--sign", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="KEY",
              help="Sign that file with an SSH key (ssh-keygen); the signature is F.sig.")
@click.option("--json", "as_json", is_flag=True, help="Print the manifest as JSON.")
@click.pass_obj
def freeze_command(
    libraries: list[Path], name: str | None, publish: Path | None, sign: Path | None, as_json: bool
) -> int:
    """Give the present state an id.

    Only what is new since the last freeze is computed. Keep the file of --publish where nobody who can write the
    library can reach it, in a repository or a paper's supplement: with it `verify` notices a ledger that was rewritten
    as a whole. A signature beside it that is of another head is removed.

    Exit code 3: the state was frozen, and the file was not written or signed.
    """
    from .freeze import freeze

    if sign and not publish:
        raise click.UsageError("--sign needs --publish: it signs that file")
    with open_library(libraries) as library:
        before = library.ledger.head().position
        try:
            manifest = freeze(library, name=name, publish=publish, sign=sign)
        except (ClaimLedgerError, OSError) as error:
            if not library.appended:
                raise
            say_what_is_safe(error)
            return 3
    new = manifest.position > before
    if as_json:
        print_json(manifest.to_json() | {"new": new})
        return 0
    rows = manifest.frozen.rows
    click.echo(manifest.frozen.snapshot)
    click.echo(f"{rows['works']} papers, {rows['claims']} claims, {rows['packets']} packets; "
               f"position {manifest.frozen.position}, root {manifest.frozen.root[:16]}")
    if not new:
        named = f" as {name}" if name else ""
        click.echo(f"nothing new was frozen: this state was frozen{named} at {manifest.time}")
    return 0


@snapshot_group.command("list", epilog="""\b
Examples:
  claimledger -L mylib snapshot list
  claimledger -L mylib snapshot list -n 10 --json
""")
@click.option("-n", "limit", type=click.IntRange(1), help="At most so many, the newest [default: all].")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def list_command(libraries: list[Path], limit: int | None, as_json: bool) -> None:
    """List frozen states, the oldest first."""
    from ..kb.manifests import manifests

    with open_library(libraries) as library:
        found = manifests(library)[-(limit or 0):]
    if as_json:
        print_json([manifest.to_json() for manifest in found])
    elif not found:
        click.echo("no snapshots yet; make one with: claimledger snapshot freeze")
    else:
        print_table(("snapshot", "name", "position", "papers", "frozen", "redacted"), [
            (m.frozen.snapshot, m.frozen.name, m.frozen.position, m.frozen.rows.get("works"), m.time,
             len(m.redactions) or None)
            for m in found
        ])


@snapshot_group.command("show", epilog="""\b
Examples:
  claimledger -L mylib snapshot show
  claimledger -L mylib snapshot show submission-1 --json
""")
@click.argument("snapshot", default="latest")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def show_command(libraries: list[Path], snapshot: str, as_json: bool) -> None:
    """Show the manifest of SNAPSHOT: an id, its beginning, a name, `latest` or the @POSITION it was frozen at."""
    from ..kb.manifests import find_manifest

    with open_library(libraries) as library:
        manifest = find_manifest(library, snapshot).to_json()
    if as_json:
        print_json(manifest)
        return
    rows, redactions = manifest.pop("rows"), manifest.pop("redactions")
    shown = [(key, ", ".join(value) if isinstance(value, list | tuple) else value) for key, value in manifest.items()]
    shown += [(f"rows: {table}", count) for table, count in rows.items()]
    print_table(("field", "value"), shown + [
        (f"redacted: {one['build']}", f"event {one['position']}: {printable(one['reason'])}") for one in redactions
    ])


@snapshot_group.command("verify", epilog="""\b
Examples:
  claimledger -L mylib snapshot verify
  claimledger -L mylib snapshot verify submission-1 --published head.json
  claimledger -L mylib snapshot verify submission-1 --replay
""")
@click.argument("snapshot", default="latest")
@PUBLISHED
@REPLAY
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def verify_command(
    libraries: list[Path], snapshot: str, published: Path | None, allowed: Path | None, identity: str | None,
    replay: bool, as_json: bool,
) -> int:
    """Check a frozen state: chain, blobs, segments, and its root computed anew from every row.

    SNAPSHOT is an id, the beginning of one, a name, `latest`, or @POSITION where it was frozen.

    Exit code 1: damage was found. A state whose papers were purged since is `redacted`, which is no damage.
    """
    from ..kb.manifests import find_manifest
    from .import_report import report_export
    from .verify import verify_snapshot

    signer = ask_signer(published, allowed, identity)
    with open_library(libraries) as library:
        if library.imported:
            library.position_of(snapshot)
            return report_export(checked(library, published, signer, replay=replay), as_json)
        manifest = find_manifest(library, snapshot)
        result = verify_snapshot(library, manifest, published=published, signer=signer, replay=replay)
    return report(result, as_json)


for _command in (diff_command, export_command, import_command):
    snapshot_group.add_command(_command)
