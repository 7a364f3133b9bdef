"""The commands that compare states and carry them elsewhere: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path

import click

from ..kb.console import open_library, print_json, printable
from .verify_command import PUBLISHED, ask_signer


@click.command("diff", epilog="""\b
Examples:
  claimledger -L mylib snapshot diff submission-1
  claimledger -L mylib snapshot diff submission-1 latest --json
""")
@click.argument("start", metavar="A")
@click.argument("end", metavar="[B]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print every row as JSON.")
@click.pass_obj
def diff_command(libraries: list[Path], start: str, end: str | None, as_json: bool) -> None:
    """Compare state A with state B: papers, builds, claims, relations, packets, dispositions.

    A and B are ids or names of snapshots, `latest` or @POSITION; B is the head if it is not given. What B has and A
    lacks came; what A has and B lacks went.
    """
    from .diff import diff
    from .diff_text import diff_lines

    with open_library(libraries, read_only=True) as library:
        difference = diff(library, start, end)
    if as_json:
        print_json(difference.to_json())
        return
    for line in diff_lines(difference):
        click.echo(line)


@click.command("export", epilog="""\b
Examples:
  claimledger -L mylib snapshot export --to supplement --snapshot submission-1
  claimledger -L mylib snapshot export --to refs --format bibtex,csl
""")
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR",
              help="A new or empty folder, outside of the library.")
@click.option("--snapshot", "at", metavar="S",
              help="Snapshot id, name, `latest` or @POSITION [default: head].")
@click.option("--format", "formats", default="all", metavar="F,...", show_default=True,
              help="parquet, rdf, bibtex, csl, ro-crate, or all.")
@click.option("--with-text", is_flag=True, help="With the text of works that have no open licence, too.")
@click.option("--base", default="urn:claimledger:", show_default=True, metavar="IRI",
              help="What the IRIs of the RDF begin with.")
@click.option("--json", "as_json", is_flag=True, help="Print the manifest of the export as JSON.")
@click.pass_obj
def export_command(
    libraries: list[Path], folder: Path, at: str | None, formats: str, with_text: bool, base: str, as_json: bool
) -> None:
    """Write a snapshot to DIR: Parquet, RDF, BibTeX, CSL-JSON, and an RO-Crate that describes them.

    Text of works without an open licence (Creative Commons, public domain) is left out unless --with-text; the works
    and the reasons are listed. `snapshot import DIR` checks what was written, and `-L DIR` reads it.
    """
    from .export.export import FORMATS, export

    named = [name.strip() for name in formats.split(",")]
    with open_library(libraries) as library:
        exported = export(
            library, folder, at=at, with_text=with_text, base=base,
            formats=FORMATS if named == ["all"] else [name for name in named if name],
        )
    manifest = exported.manifest
    if not exported.recorded:
        click.echo(f"warning: {library.unwritable}: the export is not recorded", err=True)
    if as_json:
        print_json(exported.to_json())
        return
    size = sum(file.bytes for file in manifest.files.values())
    click.echo(f"{manifest.snapshot.snapshot} at position {manifest.snapshot.position}: "
               f"{len(manifest.files)} files, {size:,} bytes in {folder}")
    if manifest.left_out:
        click.echo(f"text left out of {len(manifest.left_out)} papers (--with-text takes it along):")
    for work in manifest.left_out:
        title = printable(" ".join((work.title or work.work or work.builds[0]).split()))
        click.echo(f"  {title}: {printable(work.why)}")


@click.command("import", epilog="""\b
Examples:
  claimledger snapshot import supplement
  claimledger snapshot import supplement --published head.json
  claimledger -L supplement search "false alarm rate"
""")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR")
@click.option("--to", "target", type=click.Path(path_type=Path), metavar="COPY",
              help="Copy the export to a new or empty folder, if it is whole.")
@PUBLISHED
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def import_command(
    folder: Path, target: Path | None, published: Path | None, allowed: Path | None, identity: str | None,
    as_json: bool,
) -> int:
    """Check an export in DIR: every file, and the root of the snapshot from the rows. Exit code 1: damage was found.

    That this state was published, and not made up as a whole, only --published shows.

    An export needs no import to be read: `-L DIR` opens it, read-only.
    """
    from .import_report import report_export
    from .importing import check_export, copy_export

    signer = ask_signer(published, allowed, identity)
    check = (
        copy_export(folder, target, published=published, signer=signer) if target
        else check_export(folder, published=published, signer=signer)
    )
    return report_export(check, as_json)
