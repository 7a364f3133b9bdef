"""The command `claimledger packets`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from ..kb.asked import heading, states
from ..kb.console import open_asked, print_json, print_table
from ..kb.counting import counted
from .packets import Packet, Strength, compile_packets

ARTIFACTS = ("literature", "table")


@click.command("packets")
@click.option("--strength", type=click.Choice(get_args(Strength)), help="Only packets of this strength.")
@click.option("--type", "artifact", type=click.Choice(ARTIFACTS), help="Only packets of this artifact type.")
@click.option("--snapshot", "at", metavar="S", help="Snapshot id, name, `latest` or @POSITION [default: head].")
@click.option("--json", "as_json", is_flag=True, help="All fields as JSON.")
@click.pass_obj
def packets_command(
    libraries: list[Path], strength: str | None, artifact: str | None, at: str | None, as_json: bool
) -> None:
    """List the evidence packets of a library, or of several (-L may be repeated): what a claim may rest on."""
    with open_asked(libraries, at) as asked:
        found = (
            (each, packet)
            for each in asked
            for packet in compile_packets(each.library, each.view, strength=strength, artifact=artifact)
        )
        if as_json:
            packets = [packet.model_dump(mode="json") | {"library": each.library.id} for each, packet in found]
            print_json(heading(asked) | {"packets": packets})
            return
        columns = ("packet", "strength", "kind", "page", "quote", "paper")
        several = len(asked) > 1
        rows = [(*_cells(packet), each.label) if several else _cells(packet) for each, packet in found]
        print_table((*columns, "library") if several else columns, rows)
        click.echo(f"{counted(len(rows), 'packet')} at {states(asked)}")


def _cells(packet: Packet) -> tuple[object, ...]:
    return (
        packet.id,
        packet.strength,
        packet.claim.kind,
        packet.provenance.page,
        packet.claim.quote,
        packet.citation.title,
    )
