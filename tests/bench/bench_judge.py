"""Pairs a second of the entailment judge: `python tests/bench/bench_judge.py [PAIRS.jsonl ...]`.

Without files, the labelled pairs beside the repository. The first pair, which loads word lists, is told apart.
"""

import json
import os
import sys
from pathlib import Path

from claimledger.writer.judge.port import Evidence, Table
from claimledger.writer.judge.rules import RulesJudge
from timing import seconds


def pairs(path: Path) -> list[tuple[str, Evidence]]:
    """Claims with their evidence."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(row["claim"], evidence(row)) for row in rows]


def evidence(row: dict[str, object]) -> Evidence:
    """The passage or the table of a pair."""
    table = row.get("table")
    if not isinstance(table, dict):
        return Evidence(passages=(str(row["evidence"]),))
    rows = tuple(tuple(str(cell) for cell in cells) for cells in table["rows"])
    return Evidence(tables=(Table(table.get("caption", ""), tuple(table["columns"]), rows),))


def main(files: list[Path]) -> None:
    """Print pairs a second of each file, and words of evidence a second."""
    judge = RulesJudge()
    first = pairs(files[0])[0]
    print(f"first pair           {seconds(lambda: judge.judge(*first)):8.2f} s")
    rates = {}
    for path in files:
        found = pairs(path)
        took = seconds(lambda found=found: [judge.judge(*pair) for pair in found])  # type: ignore[misc]
        rates[path.stem] = len(found) / took
    fastest = max(rates.values())
    for name, rate in rates.items():
        print(f"{name:<24} {rate:8.1f} pairs/s, {fastest / rate:5.1f} x the time of the fastest")


if __name__ == "__main__":
    beside = Path(os.environ.get("CLAIMLEDGER_DATA") or Path(__file__).parents[3] / "shared" / "data")
    main([Path(name) for name in sys.argv[1:]] or sorted((beside / "pairs").glob("*.jsonl")))
