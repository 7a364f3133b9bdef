"""The command `claimledger packets`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from ..kb.console import open_library, print_json, print_table
from .packets import Strength, compile_packets

ARTIFACTS = ("literature", "table")


@click.command("packets")
@click.option("--strength", type=click.Choice(get_args(Strength)), help="Only packets of this strength.")
@click.option("--type", "artifact", type=click.Choice(ARTIFACTS), help="Only packets of this artifact type.")
@click.option("--snapshot", help="Snapshot id or name, latest, or @POSITION; the head without.")
@click.option("--json", "as_json", is_flag=True, help="All fields as JSON.")
@click.pass_obj
def packets_command(
    obj: list[Path], strength: str | None, artifact: str | None, snapshot: str | None, as_json: bool
) -> None:
    """List the evidence packets: what a claim may rest on."""
    with open_library(obj, read_only=True) as library, library.view(snapshot) as view:
        found = compile_packets(library, view, strength=strength, artifact=artifact)
        if as_json:
            print_json([packet.model_dump(mode="json") for packet in found])
            return
        rows = (
            (
                packet.id,
                packet.strength,
                packet.claim.kind,
                packet.provenance.page,
                packet.claim.quote,
                packet.citation.title,
            )
            for packet in found
        )
        print_table(("packet", "strength", "kind", "page", "quote", "paper"), rows)
