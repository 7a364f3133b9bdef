"""What the check of an export found, printed."""

from __future__ import annotations

import click

from ..kb.console import print_json, printable
from .importing import ImportCheck


def report_export(check: ImportCheck, as_json: bool) -> int:
    """Print what was found, and return the exit code: 1 if anything is damaged."""
    if as_json:
        print_json(check.to_json())
        return 1 if check.damages else 0
    for damage in check.damages:
        click.echo(f"damage: {printable(damage)}")
    for name in check.strangers:
        click.echo(f"note: {printable(name)} does not belong to the export")
    for note in check.notes:
        click.echo(f"note: {printable(note)}")
    if check.vouched:
        number = len(check.vouched)
        files = "1 file is" if number == 1 else f"{number} files are"
        click.echo(f"note: {files} vouched for by the manifest alone: {printable(', '.join(check.vouched))}")
    if not check.damages:
        said = ", ".join(name.replace("_", " ") for name in check.stated_alone)
        click.echo(f"note: the manifest alone says: {said}")
    if check.not_looked_into:
        click.echo(f"not looked into: {check.not_looked_into}")
    click.echo(f"{check.manifest.snapshot.snapshot}: {check.verdict}")
    return 1 if check.damages else 0
