"""The command `claimledger draft`."""

from __future__ import annotations

from pathlib import Path

import click

from ..kb.asked import check_outside
from ..kb.console import open_library, print_json, warn_unrecorded

ONE_LIBRARY = "since support and contradiction were settled within it"


@click.command(
    "draft",
    epilog="""\b
Example:
  claimledger -L mylib draft "acoustic detection of bark beetles" --out draft/
""",
)
@click.argument("topic", nargs=-1, required=True)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Where draft.md, references.bib and the audit go.",
)
@click.option(
    "--section", default="related-work", show_default=True, type=click.Choice(["related-work"]), help="Which section."
)
@click.option("--snapshot", "at", metavar="S", help="Snapshot id, name, `latest` or @POSITION [default: head].")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
@click.pass_obj
def draft_command(
    obj: list[Path], topic: tuple[str, ...], out: Path, section: str, at: str | None, as_json: bool
) -> int:
    """Write a draft that evidence packets bear sentence by sentence, and audit it.

    Exits 1 if the audit objects, or if nothing in the library bears on the topic. A draft works on one library, as its
    audit does.
    """
    from .draft import draft

    with open_library(obj, why_one=ONE_LIBRARY) as library:
        check_outside(out, [library])
        made = draft(library, " ".join(topic), out, section, at)
    warn_unrecorded(made.unrecorded, "draft")
    dispositions = made.audit.summary["dispositions"]
    if as_json:
        print_json(
            {
                "draft": made.id,
                "snapshot": made.audit.summary["snapshot"],
                "position": made.audit.summary["position"],
                "packets": list(made.packets),
                "papers": list(made.works),
                "audit": made.audit.summary,
            }
        )
    else:
        counts = ", ".join(f"{number} {name}" for name, number in dispositions.items())
        at_position = made.audit.summary["position"]
        frozen = f" ({made.audit.summary['snapshot']})" if made.audit.summary["snapshot"] else ""
        click.echo(f"{len(made.packets)} packets of {len(made.works)} papers at position {at_position}{frozen}; "
                   f"its audit: {counts}")
        click.echo(f"read {out / 'draft.md'} and {out / 'audit.html'}")
    return 0 if made.audit.stands else 1
