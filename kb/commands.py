"""Commands that make a library and keep it in order: parse arguments, call the library, print."""

from __future__ import annotations

from pathlib import Path

import click

from .console import open_library, print_json, print_table, progress_bar

JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.command("init", epilog="\b\nExample:\n  claimledger init mylib --owner 'Ada Smith'\n")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--owner", help="Who answers for the library's packets [default: your user name].")
@click.option("--private", is_flag=True, help="Only you can read the folder.")
@JSON
def init_command(folder: Path, owner: str | None, private: bool, as_json: bool) -> None:
    """Make a library in FOLDER, which is new or empty."""
    from .library import Library

    with Library.create(folder, owner=owner, private=private) as library:
        if as_json:
            print_json({"library": library.id, "folder": str(folder), "owner": library.settings.library.owner})
        else:
            click.echo(f"made library {library.id} in {folder}; next: claimledger -L {folder} ingest PAPERS")


@click.command("verify")
@JSON
@click.pass_obj
def verify_command(libraries: list[Path], as_json: bool) -> int:
    """Check the hash chain, every blob and every segment. Exit code 1: damage was found."""
    from .errors import DamageFound
    from .verify import damaged_blobs, damaged_segments

    with open_library(libraries) as library:
        damages: list[str] = []
        position = 0
        try:
            position = library.ledger.verify().position
        except DamageFound as error:
            damages.append(f"ledger: {error}")
        else:
            damages += damaged_blobs(library) + damaged_segments(library)
    verdict = "damaged" if damages else "self-consistent, not anchored"
    if as_json:
        print_json({"verdict": verdict, "position": position, "damages": damages})
    else:
        for damage in damages:
            click.echo(f"damage: {damage}")
        click.echo(f"{verdict}" + ("" if damages else f"; {position} events"))
    return 1 if damages else 0


@click.command("rebuild")
@JSON
@click.pass_obj
def rebuild_command(libraries: list[Path], as_json: bool) -> None:
    """Make projections and search index again from the ledger, and print the digest of each table."""
    from .index.index import SearchIndex

    with open_library(libraries) as library:
        library.projection.rebuild()
        digests = library.projection.digests()
        with progress_bar("index") as step:
            SearchIndex(library).rebuild(step)
    if as_json:
        print_json({"digests": digests})
    else:
        print_table(("table", "digest"), list(digests.items()))
