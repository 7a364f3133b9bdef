"""The commands `prove` and `check-proof`: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..kb.asked import check_outside
from ..kb.console import open_library, print_json, printable
from ..kb.output import check_output, write_output
from .verify_command import PUBLISHED, ask_signer

if TYPE_CHECKING:
    from .proof import Proven
    from .publishing import Signer


@click.command("prove", epilog="""\b
Examples:
  claimledger -L mylib prove packet-abcd --snapshot submission-1 --out proof.json
  claimledger check-proof proof.json --published head.json
""")
@click.argument("name", metavar="ID")
@click.option("--snapshot", default="latest", metavar="S", show_default=True,
              help="Snapshot id, name, `latest`, or @POSITION where it was frozen.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the proof to a file [default: standard output].")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def prove_command(libraries: list[Path], name: str, snapshot: str, out: Path | None, as_json: bool) -> None:
    """Prove that the row ID (paper, packet, claim, chunk, sentence, ...) lies in a snapshot.

    The proof is a small file that holds this row and some hashes, and nothing else of the library. Whoever has the id
    of the snapshot checks it with `check-proof`, without the library.
    """
    from ..kb.manifests import find_manifest
    from .prove import proof_text, prove

    if out:
        check_output(out)
    with open_library(libraries) as library:
        if out:
            check_outside(out, [library])
        proof = prove(library, find_manifest(library, snapshot), name)
        text = proof_text(proof)
        if out:
            # While a private library is open, so that the file is for its user alone.
            write_output(out, text)
    if out is None:
        print_json(proof)
        return
    found = {"id": proof["row"]["id"], "table": proof["table"], "snapshot": proof["snapshot"]}
    if as_json:
        print_json(found | {"proof": str(out), "bytes": len(text.encode())})
    else:
        click.echo(f"{found['id']} lies in {found['snapshot']}; proof: {out}")


@click.command("check-proof", epilog="""\b
Examples:
  claimledger check-proof proof.json --snapshot cl1-abcdefghijklmnopqrstuvwxyz234567
  claimledger check-proof proof.json --published head.json
""")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--snapshot", metavar="ID", help="The whole id of the snapshot that it must lead to.")
@PUBLISHED
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def check_proof_command(
    file: Path, snapshot: str | None, published: Path | None, allowed: Path | None, identity: str | None, as_json: bool
) -> int:
    """Check a proof, without a library. Exit code 1: it does not hold.

    A proof says which snapshot it leads to; whether that is the one you mean is checked with --snapshot or --published.
    """
    from ..kb.errors import DamageFound
    from .proof import check_proof

    signer = ask_signer(published, allowed, identity)
    reason = None
    proven = None
    notes: list[str] = []
    try:
        proven = check_proof(file.read_bytes())
        if snapshot and proven.snapshot != snapshot:
            reason = f"it leads to {proven.snapshot}"
        if published and reason is None:
            reason = _unlike(proven, published, signer, notes)
    except DamageFound as error:
        reason = str(error)
    holds = proven is not None and reason is None
    if as_json:
        print_json({
            "holds": holds, "reason": reason, "snapshot": proven.snapshot if proven else None,
            "table": proven.table if proven else None, "row": proven.row if proven else None,
            "compared": bool(snapshot or published), "notes": notes,
        })
        return 0 if holds else 1
    if proven and holds:
        click.echo(f"{printable(str(proven.row['id']))} of {printable(proven.table)} lies in {proven.snapshot}")
        if not (snapshot or published):
            notes.append("whether that is the snapshot you mean was not checked; give --snapshot or --published")
    else:
        click.echo(f"{file}: {printable(reason or '')}")
    for note in notes:
        click.echo(f"note: {note}")
    return 0 if holds else 1


def _unlike(proven: Proven, published: Path, signer: Signer | None, notes: list[str]) -> str | None:
    """How the snapshot of a proof differs from a published head. Raises `DamageFound` for a signature that is bad."""
    from .publishing import UNCHECKED_SIGNATURE, is_signed, read_head

    head = read_head(published, signer)
    if not signer and is_signed(published):
        notes.append(UNCHECKED_SIGNATURE)
    for what, mine, stated in (("snapshot", proven.snapshot, head.snapshot), ("root", proven.root, head.root)):
        if mine != stated:
            return f"it leads to the {what} {mine}, and {published} states {stated}"
    return None
