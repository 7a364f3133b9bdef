"""The commands that compare states and carry them elsewhere: parse arguments, call, print."""

from __future__ import annotations

from pathlib import Path

import click

from ..kb.console import open_library, print_json


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
