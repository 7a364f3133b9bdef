"""The command `check`: the entailment judge alone, on one claim or on a file of pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ...kb.errors import UnreadableInput, UsageError
from .port import Evidence, Judge, Judgement, Table


@click.command("check")
@click.option("--claim", help="The claim, one sentence.")
@click.option("--evidence", "passage", help="The text that is said to support it.")
@click.option("--pairs", type=click.Path(path_type=Path), help="JSON lines of id, claim, and evidence or table.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line on standard output.")
def check_command(claim: str | None, passage: str | None, pairs: Path | None, as_json: bool) -> int:
    """Does the evidence entail the claim? Exits 1 if any claim may not stand as it is."""
    if (pairs is None and (claim is None or passage is None)) or (pairs is not None and (claim or passage)):
        raise UsageError("check needs either --claim and --evidence, or --pairs", remedy="see claimledger check --help")
    if pairs is not None:
        questions = list(_read_pairs(pairs))
    else:
        questions = [("claim", claim or "", Evidence(passages=(passage or "",)))]
    from .rules import RulesJudge

    judge: Judge = RulesJudge()
    standing = True
    for name, text, evidence in questions:
        judgement = judge.judge(text, evidence)
        standing = standing and judgement.verdict == "entailed"
        click.echo(_line(name, judgement, as_json))
    return 0 if standing else 1


def _line(name: str, judgement: Judgement, as_json: bool) -> str:
    if as_json:
        row = {"id": name, "verdict": judgement.verdict, "codes": list(judgement.codes), "reason": judgement.reason,
               "formula": judgement.formula}  # fmt: skip
        return json.dumps(row, ensure_ascii=False)
    codes = f" [{', '.join(judgement.codes)}]" if judgement.codes else ""
    return f"{name}: {judgement.verdict}{codes} {judgement.reason}"


def _read_pairs(path: Path) -> Iterator[tuple[str, str, Evidence]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{path} cannot be read: {error}", remedy="give a UTF-8 file of JSON lines") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _pair(line, f"{path}, line {number}")


def _pair(line: str, where: str) -> tuple[str, str, Evidence]:
    remedy = 'a line is {"id", "claim", "evidence"} or {"id", "claim", "table": {"caption", "columns", "rows"}}'
    try:
        row = json.loads(line)
    except ValueError as error:
        raise UnreadableInput(f"{where}: no JSON ({error})", remedy=remedy) from None
    if not isinstance(row, dict):
        raise UnreadableInput(f"{where}: not an object", remedy=remedy)
    name, claim, passage = row.get("id"), row.get("claim"), row.get("evidence")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise UnreadableInput(f"{where}: `id` is missing or no text", remedy=remedy)
    if not isinstance(claim, str):
        raise UnreadableInput(f"{where}: `claim` is missing or no text", remedy=remedy)
    if isinstance(passage, str):
        return str(name), claim, Evidence(passages=(passage,))
    if row.get("table") is None:
        raise UnreadableInput(f"{where}: neither `evidence` nor `table`", remedy=remedy)
    return str(name), claim, Evidence(tables=(_table(row["table"], where, remedy),))


def _table(given: Any, where: str, remedy: str) -> Table:
    if not isinstance(given, dict) or not isinstance(given.get("rows"), list):
        raise UnreadableInput(f"{where}: `table` has no list of rows", remedy=remedy)
    columns, rows = given.get("columns") or [], given["rows"]
    if not isinstance(columns, list) or not all(isinstance(row, list) for row in rows):
        raise UnreadableInput(f"{where}: columns and rows of `table` are lists", remedy=remedy)
    return Table(
        caption=_cell(given.get("caption")),
        columns=tuple(_cell(column) for column in columns),
        rows=tuple(tuple(_cell(cell) for cell in row) for row in rows),
    )


def _cell(value: Any) -> str:
    return "" if value is None else str(value)
