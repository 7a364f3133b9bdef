"""The commands of care: parse arguments, call, print."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import open_library, print_json, print_table, progress_bar
from ..counting import counted
from ..library import Library

if TYPE_CHECKING:
    from .merge import MergeReport

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
Examples:
  claimledger restore /mnt/disk/mylib-backup mylib
  claimledger restore /mnt/disk/group-backup group --ledger postgresql://ada@db.example.org/restored
""")
@click.argument("source", metavar="SRC", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DEST", type=click.Path(path_type=Path))
@click.option("--ledger", "url", metavar="URL",
              help="The database that the dump of a ledger in PostgreSQL goes into: another one than the library's.")
@JSON
def restore_command(source: Path, folder: Path, url: str | None, as_json: bool) -> None:
    """Make the library of the backup SRC again in DEST, which is new or empty. Every byte is checked on the way.

    Of a library whose events lie in PostgreSQL, SRC holds the blobs and the settings. --ledger names the database for
    the dump of its ledger; that of the library itself is refused, since it may be alive.
    """
    from .restore import restore

    with progress_bar("restore") as step:
        report = restore(source, folder, ledger_url=url or "", progress=step)
    if as_json:
        print_json(report.to_json())
    else:
        click.echo(f"restored {report.library} in {folder}: position {report.position}, {report.blobs} blobs; "
                   f"next: claimledger -L {folder} rebuild")
        for digest in report.missing:
            click.echo(f"blob {digest} was missing when the backup was made")
    if report.note:
        click.echo(f"warning: {report.note}", err=True)


@click.command("merge", epilog="""\b
Example:
  claimledger -L mylib merge ../colleague/lib
""")
@click.argument("folder", metavar="LIB", type=click.Path(path_type=Path))
@click.option("--forget", is_flag=True, help="Purge here what LIB was made to forget; refused without.")
@JSON
@click.pass_obj
def merge_command(libraries: list[Path], folder: Path, forget: bool, as_json: bool) -> int:
    """Take the papers and decisions of the library LIB into this one; nothing is parsed or embedded again.

    Answers, drafts, audits and snapshots stay where they are. Where both libraries decided on a paper, the later
    decision counts if it was made knowing the other, else the stricter one. What this library was made to forget is
    not taken again; what LIB was made to forget is purged here with --forget, and refused by `ingest` from then on.
    Running it again changes nothing. Exit code 3: some builds could not be taken.
    """
    from ..index.index import SearchIndex
    from .merge import merge

    with open_library(libraries) as library, Library.open(folder, read_only=True) as other:
        with progress_bar("merge") as step:
            report = merge(library, other, forget=forget, progress=step)
        if as_json:
            print_json(report.to_json())
        else:
            _print_merge(report)
        with progress_bar("index") as step:
            SearchIndex(library).update(step)
    return 3 if report.not_taken else 0


def _print_merge(report: MergeReport) -> None:
    if report.not_taken:
        print_table(("build", "file", "not taken, because"), [(n.build, n.name, n.reason) for n in report.not_taken])
    parts = [
        f"{report.taken} builds taken from {report.library}", f"{report.present} were here",
        f"{report.standings + report.choices} decisions taken" if report.standings or report.choices else "",
        f"{report.forgotten} stay purged" if report.forgotten else "",
        f"{report.purged} purged here, as there" if report.purged else "",
        f"{report.barred} sources that were purged there are refused here" if report.barred else "",
        f"{report.vectors} vectors copied" if report.vectors else "",
    ]
    click.echo("; ".join([*filter(None, parts), f"the ledger stands at position {report.position}"]))


@click.command("doctor", epilog="""\b
Examples:
  claimledger -L mylib doctor
  claimledger -L mylib doctor --mend
""")
@click.option("--mend", is_flag=True, help="Make good what is derived: segments, index, settling, files of manifests, "
              "temporary files of dead processes, modes of a private library; nothing else.")
@JSON
@click.pass_obj
def doctor_command(libraries: list[Path], mend: bool, as_json: bool) -> int:
    """Look for what is wrong, or may become so, and name the cure. Without -L only this machine is looked at.

    It checks no contents; that is for `verify`. Exit code 1: problems remain.
    """
    from .doctor import examine

    with open_library(libraries, doubted=True) if libraries else nullcontext() as library:
        findings = list(examine(library, mend=mend))
    counts = {level: sum(finding.level == level for finding in findings) for level in ("problem", "warning", "ok")}
    if as_json:
        print_json({"findings": [finding.to_json() for finding in findings], "counts": counts})
    else:
        print_table(("check", "state", "finding", "cure"), [
            (f.check, "mended" if f.mended else f.level, f.what, f.cure) for f in findings
        ])
        click.echo(", ".join(counted(counts[level], level) for level in ("problem", "warning")))
    return 1 if counts["problem"] else 0
