"""The command `stats`: what libraries hold, and with --quality what they lack. It changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .asked import Asked, heading
from .care.pipelines import visible_old_builds
from .console import open_asked, print_json, print_table
from .reading_commands import AT, JSON, as_text

_OWN_TABLES = {"by_year": "year", "by_venue": "venue", "namesakes": "author"}
"""Figures that are tables of their own, and what a row of them is about."""


@click.command("stats", epilog="\b\nExamples:\n  claimledger -L mylib stats\n  claimledger -L mylib stats --quality\n")
@click.option("--quality", is_flag=True, help="Tell what is missing: coverage per field, year and venue, grades, "
              "languages, OCR, references, authors of one name.")
@AT
@JSON
@click.pass_obj
def stats_command(libraries: list[Path], quality: bool, at: str | None, as_json: bool) -> None:
    """Count what a library holds, or each of several (-L may be repeated); every share has its denominator."""
    with open_asked(libraries, at) as asked:
        found = [_quality(each) if quality else _statistics(each) for each in asked]
        if as_json:
            begun = heading(asked)
            each = [one.to_json() | figures for one, figures in zip(asked, found, strict=True)]
            print_json(begun | (found[0] if len(asked) == 1 else {"libraries": each}))
            return
        columns = ("value",) if len(asked) == 1 else tuple(one.label for one in asked)
        snapshots = [("snapshot", *(one.snapshot or "none" for one in asked))]
        print_table(("figure", *columns), snapshots + [
            (key.replace("_", " "), *(as_text(figures[key]) for figures in found)) for key in found[0]
            if key not in _OWN_TABLES
        ])
        for one, figures in zip(asked, found, strict=True):
            _print_groups(figures, one.label if len(asked) > 1 else None)


def _statistics(each: Asked) -> dict[str, Any]:
    from .papers import statistics

    figures = statistics(each.view)
    old = visible_old_builds(each.library, each.view)
    return figures | {"builds_of_older_pipelines": f"{len(old)} of {figures['builds']}"}


def _quality(each: Asked) -> dict[str, Any]:
    from .quality_figures import quality_figures

    return quality_figures(each.view)


def _print_groups(figures: dict[str, Any], label: str | None) -> None:
    """The figures that are tables of their own."""
    for key, noun in _OWN_TABLES.items():
        rows = figures.get(key, [])
        if not rows:
            continue
        click.echo(f"\n{key.replace('_', ' ')}{f' in {label}' if label else ''}")
        if key == "namesakes":
            print_table((noun, "what", "why", "papers"), (
                ("; ".join(row["names"]), row["what"], row["why"], len(row["works"])) for row in rows
            ))
            continue
        fields = tuple(rows[0]["fields"])
        print_table((noun, "papers", *fields, "grades", "linked", "resolved"), (
            (
                row["name"], row["papers"], *(row["fields"][field] for field in fields),
                " ".join(f"{grade}:{n}" for grade, n in row["grades"].items()), row["references_linked"],
                row["references_resolved"],
            )
            for row in rows
        ))
