"""The command `metadata`: parses arguments, records choices, prints them."""

from __future__ import annotations

from pathlib import Path

import click

from .console import open_library, print_json, print_table
from .errors import UsageError


@click.command("metadata", epilog="""\b
Examples:
  claimledger -L mylib metadata work-abcd --set year=2014 --reason 'the print is of 2014'
  claimledger -L mylib metadata work-abcd --set authors=build-efgh --reason 'the PDF lists all of them'
  claimledger -L mylib metadata work-abcd --unset year --reason 'the journal corrected its record'
""")
@click.argument("name", metavar="PAPER")
@click.option("--set", "wanted", multiple=True, metavar="FIELD=VALUE",
              help="Show this value, which a source states, or the value of the build with this id.")
@click.option("--unset", "taken_back", multiple=True, metavar="FIELD", help="Take back what was chosen for a field.")
@click.option("--reason", "-r", required=True, help="Why, in words; it is kept and shown.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def metadata_command(
    libraries: list[Path], name: str, wanted: tuple[str, ...], taken_back: tuple[str, ...], reason: str, as_json: bool
) -> None:
    """Choose which of the values that sources state for a field of a paper is shown.

    Fields are title, authors, year, venue, doi, arxiv, pmid, licence and type. `show PAPER` lists what each source
    says; what is not shown stays there, and so does the choice with its reason.
    """
    from .choosing import choose

    if not (wanted or taken_back):
        raise UsageError("nothing is chosen", remedy="say what is to be shown: --set FIELD=VALUE, or --unset FIELD")
    values = dict(map(_parted, wanted))
    if len(values) < len(wanted) or values.keys() & set(taken_back):
        raise UsageError("one field is named twice", remedy="choose one value for each field")
    with open_library(libraries) as library:
        report = choose(library, name, values, taken_back, reason)
    if as_json:
        print_json(report.to_json())
        return
    print_table(("field", "shown", "says", "file"), [
        (one.field, one.value or "(by precedence again)", one.source, one.file) for one in report.choices
    ])
    click.echo(f"{report.paper}: the ledger stands at {report.position}")


def _parted(setting: str) -> tuple[str, str]:
    field, sign, value = setting.partition("=")
    if not (sign and field.strip() and value.strip()):
        raise UsageError(f"{setting!r} names no field and value", remedy="write --set FIELD=VALUE")
    return field.strip(), value.strip()
