"""The command `claimledger audit`."""

from __future__ import annotations

from pathlib import Path

import click

from ..kb.asked import check_outside
from ..kb.console import open_library, print_json, print_table, progress_bar, warn_unrecorded
from ..kb.errors import UsageError

ONE_LIBRARY = "since support and contradiction were settled within it"


@click.command(
    "audit",
    epilog="""\b
Examples:
  claimledger -L mylib audit paper.md --bib refs.bib --out audit/
  claimledger audit --codes
""",
)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--bib", type=click.Path(path_type=Path, dir_okay=False), help="The bibliography [default: front matter]."
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Where audit.jsonl, summary.json and audit.html go."
)
@click.option("--snapshot", "at", metavar="S", help="Snapshot id, name, `latest` or @POSITION [default: head].")
@click.option("--codes", is_flag=True, help="List the codes that an audit can give, and stop.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary (or the codes) as JSON.")
@click.pass_obj
def audit_command(
    obj: list[Path], file: Path | None, bib: Path | None, out: Path | None, at: str | None, codes: bool, as_json: bool
) -> int:
    """Judge a manuscript, sentence by sentence. Exits 1 if any claim may not stand as it is.

    An audit works on one library: whether a generalisation stands depends on how many works are independent, which
    was settled among the works of one library. Bring libraries together first, or audit with each.
    """
    if codes:
        _print_codes(as_json)
        return 0
    if file is None or out is None:
        raise UsageError("audit needs a manuscript and --out", remedy="see: claimledger audit --help")
    if file.suffix.lower() not in (".md", ".markdown", ".txt", ".qmd", ".rmd"):
        raise UsageError(f"{file} is no Markdown file", remedy="convert it to Markdown (pandoc does)")
    from .audit import audit

    with open_library(obj, why_one=ONE_LIBRARY) as library:
        check_outside(out, [library])
        with progress_bar("audit") as step:
            result = audit(library, file, bib, out, at, progress=step)
    warn_unrecorded(result.unrecorded, "audit")
    if as_json:
        print_json(result.summary)
    else:
        _print_summary(result.summary, out)
    return 0 if result.stands else 1


def _print_summary(summary: dict[str, object], out: Path) -> None:
    dispositions = summary["dispositions"]
    assert isinstance(dispositions, dict)
    counts = ", ".join(f"{number} {name}" for name, number in dispositions.items())
    state = f"position {summary['position']}" + (f" ({summary['snapshot']})" if summary["snapshot"] else "")
    click.echo(f"{summary['sentences']} sentences, {summary['claims']} claims: {counts}; at {state}")
    click.echo(f"read {out / 'audit.html'}")


def _print_codes(as_json: bool) -> None:
    from .codes import all_codes

    codes = all_codes().values()
    if as_json:
        print_json([{"code": c.code, "validator": c.validator, "meaning": c.meaning, "cure": c.cure} for c in codes])
    else:
        print_table(("code", "given by", "means", "cure"), ((c.code, c.validator, c.meaning, c.cure) for c in codes))
