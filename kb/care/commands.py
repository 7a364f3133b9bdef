"""The commands of care: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import open_library, print_json, progress_bar

JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.command("backup", epilog="""\b
Example:
  claimledger -L mylib backup /mnt/disk/mylib-backup
""")
@click.argument("folder", metavar="DEST", type=click.Path(path_type=Path))
@JSON
@click.pass_obj
def backup_command(libraries: list[Path], folder: Path, as_json: bool) -> int:
    """Back up ledger, blobs and settings to DEST: a new folder, or an earlier backup, which then costs what is new.

    It may run while papers are taken in. A backup that is killed leaves the one before whole; run it again. What was
    purged since is dropped. Exit code 1: blobs are missing or damaged in the library; 3: the events lie in PostgreSQL
    and are left to pg_dump.
    """
    from .backup import backup

    with open_library(libraries) as library, progress_bar("backup") as step:
        report = backup(library, folder, progress=step)
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(f"backed up {report.library} to {folder}: position {report.position}, {report.blobs} blobs, "
                   f"{report.copied} of them new ({report.copied_bytes} bytes)")
        if report.purged_builds or report.dropped:
            click.echo(f"{report.purged_builds} builds were purged since the backup before; {report.dropped} blobs of "
                       "it were dropped, and its ledger")
        for digest in report.missing:
            click.echo(f"damage: blob {digest} is missing or damaged in the library; see: claimledger doctor")
    if report.note:
        click.echo(f"warning: {report.note}", err=True)
    return 1 if report.missing else 3 if report.note else 0


@click.command("restore", epilog="""\b
Example:
  claimledger restore /mnt/disk/mylib-backup mylib
""")
@click.argument("source", metavar="SRC", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DEST", type=click.Path(path_type=Path))
@JSON
def restore_command(source: Path, folder: Path, as_json: bool) -> None:
    """Make the library of the backup SRC again in DEST, which is new or empty. Every byte is checked on the way."""
    from .restore import restore

    with progress_bar("restore") as step:
        report = restore(source, folder, progress=step)
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(f"restored {report.library} in {folder}: position {report.position}, {report.blobs} blobs; "
                   f"next: claimledger -L {folder} rebuild")
        for digest in report.missing:
            click.echo(f"blob {digest} was missing when the backup was made")
    if report.note:
        click.echo(f"warning: {report.note}", err=True)
