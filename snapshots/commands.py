"""The commands under `snapshot`: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path

import click

from ..kb.console import check_writable, open_library, print_json, print_table


@click.group("snapshot")
def snapshot_group() -> None:
    """Freeze, list, show and verify states of a library.

    The id of a snapshot depends on the sources and the pipeline alone: whoever ingests the same files, in any order,
    gets the same id.
    """


@snapshot_group.command("freeze", epilog="""\b
Examples:
  claimledger -L mylib snapshot freeze --name submission-1
  claimledger -L mylib snapshot freeze --publish head.json
""")
@click.option("--name", help="A name for people.")
@click.option("--publish", type=click.Path(path_type=Path, dir_okay=False), metavar="F",
              help="Write id, head hash and time to a file to keep elsewhere.")
@click.option("--json", "as_json", is_flag=True, help="Print the manifest as JSON.")
@click.pass_obj
def freeze_command(libraries: list[Path], name: str | None, publish: Path | None, as_json: bool) -> None:
    """Give the present state an id."""
    from .freeze import freeze

    if publish:
        check_writable(publish)
    with open_library(libraries) as library:
        manifest = freeze(library, name=name, publish=publish)
    if as_json:
        print_json(manifest.to_json())
        return
    rows = manifest.frozen.rows
    click.echo(manifest.frozen.snapshot)
    click.echo(f"{rows['works']} papers, {rows['claims']} claims, {rows['packets']} packets; "
               f"position {manifest.frozen.position}, root {manifest.frozen.root[:16]}")


@snapshot_group.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def list_command(libraries: list[Path], as_json: bool) -> None:
    """List frozen states, the oldest first."""
    from ..kb.manifests import manifests

    with open_library(libraries) as library:
        found = manifests(library)
    if as_json:
        print_json([manifest.to_json() for manifest in found])
    elif not found:
        click.echo("no snapshots yet; make one with: claimledger snapshot freeze")
    else:
        print_table(("snapshot", "name", "position", "papers", "frozen"), [
            (m.frozen.snapshot, m.frozen.name, m.frozen.position, m.frozen.rows["works"], m.time) for m in found
        ])


@snapshot_group.command("show")
@click.argument("snapshot", default="latest")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def show_command(libraries: list[Path], snapshot: str, as_json: bool) -> None:
    """Show the manifest of SNAPSHOT: an id, a name or `latest`."""
    from ..kb.manifests import find_manifest

    with open_library(libraries) as library:
        manifest = find_manifest(library, snapshot).to_json()
    if as_json:
        print_json(manifest)
        return
    rows = manifest.pop("rows")
    shown = [(key, ", ".join(value) if isinstance(value, list | tuple) else value) for key, value in manifest.items()]
    print_table(("field", "value"), shown + [(f"rows: {table}", count) for table, count in rows.items()])


@snapshot_group.command("verify")
@click.argument("snapshot", default="latest")
@click.option("--published", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="F",
              help="A file of `freeze --publish` to hold it against.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def verify_command(libraries: list[Path], snapshot: str, published: Path | None, as_json: bool) -> int:
    """Check a frozen state: chain, blobs, segments, and its root computed anew. Exit code 1: damage was found."""
    from ..kb.manifests import find_manifest
    from .verify import verify_snapshot

    with open_library(libraries) as library:
        result = verify_snapshot(library, find_manifest(library, snapshot), published=published)
    if as_json:
        print_json(result.to_json())
    else:
        for damage in result.damages:
            click.echo(f"damage: {damage}")
        click.echo(f"{result.snapshot}: {result.verdict}")
    return 1 if result.damages else 0
