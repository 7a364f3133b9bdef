"""Commands that make a library and keep it in order: parse arguments, call the library, print."""

from __future__ import annotations

from pathlib import Path

import click

from .console import open_library, print_json, print_table, progress_bar

JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


INIT_EXAMPLES = """\b
Examples:
  claimledger init mylib --owner 'Ada Smith'
  claimledger init mylib --ledger postgresql://ada@db.example.org/papers
"""


@click.command("init", epilog=INIT_EXAMPLES)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--owner", help="Who answers for the library's packets [default: your user name].")
@click.option("--private", is_flag=True, help="Only you can read the folder.")
@click.option("--ledger", "url", metavar="URL",
              help="Keep the events in a PostgreSQL database [default: SQLite in the folder].")
@JSON
def init_command(folder: Path, owner: str | None, private: bool, url: str | None, as_json: bool) -> None:
    """Make a library in FOLDER, which is new or empty."""
    from .library import Library

    with Library.create(folder, owner=owner, private=private, ledger_url=url or "") as library:
        if as_json:
            print_json({"library": library.id, "folder": str(folder), "owner": library.settings.library.owner})
        else:
            click.echo(f"made library {library.id} in {folder}; next: claimledger -L {folder} ingest PAPERS")


@click.command("rebuild")
@JSON
@click.pass_obj
def rebuild_command(libraries: list[Path], as_json: bool) -> None:
    """Make projections, manifests and index again from the ledger, and print the digest of each table.

    Vectors, which take longest, are kept where their files hold what was written, and are made again where not.
    """
    from .index.index import SearchIndex
    from .manifests import write_manifests

    with open_library(libraries) as library:
        library.check_writable()
        library.projection.rebuild()
        write_manifests(library)
        digests = library.projection.digests()
        with progress_bar("index") as step:
            SearchIndex(library).rebuild(step)
    if as_json:
        print_json({"digests": digests})
    else:
        print_table(("table", "digest"), list(digests.items()))
