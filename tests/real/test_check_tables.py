"""The table judge on labelled claims about tables of real papers, and on attacks on what it accepts."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claimledger.writer.judge.port import Judgement, Table
from claimledger.writer.judge.table import judge_table

pytestmark = pytest.mark.real

Judged = list[tuple[dict[str, Any], Judgement]]
_FLIPS = [("outperforms", "underperforms"), ("outperform", "underperform"), ("best", "worst"), ("higher", "lower"),
          ("highest", "lowest"), ("better", "worse"), ("more", "less"), ("increases", "decreases")]  # fmt: skip
_VERBS = ("outperforms", "outperform", "achieves", "obtains", "performs", "reaches", "improves")


def _table(row: dict[str, Any]) -> Table:
    table = row["table"]
    return Table(table["caption"], tuple(table["columns"]), tuple(tuple(cells) for cells in table["rows"]))


@pytest.fixture(scope="module")
def judged(data: Path) -> Judged:
    pairs = data / "pairs" / "pairs-table-train.jsonl"
    rows = [json.loads(line) for line in pairs.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(row, judge_table(row["claim"], _table(row))) for row in rows]


@pytest.mark.parametrize("half", [0, 1])
def test_few_claims_are_accepted_falsely_in_either_half(half: int, judged: Judged) -> None:
    here = [(r, j) for r, j in judged if int(hashlib.sha256(r["id"].encode()).hexdigest(), 16) % 2 == half]
    false = [row["claim"] for row, judgement in here if judgement.verdict == "entailed" != row["expected"]]
    refusable = sum(row["expected"] != "entailed" for row, _ in here)
    assert len(false) <= 0.03 * refusable, false


def test_some_supported_claims_are_accepted_and_few_are_called_contradicted(
    judged: Judged,
) -> None:
    supported = [judgement.verdict for row, judgement in judged if row["expected"] == "entailed"]
    assert supported.count("entailed") >= 0.10 * len(supported)
    assert supported.count("contradicted") <= 0.03 * len(supported)


def test_denied_claims_are_found_without_drowning_in_false_alarms(judged: Judged) -> None:
    called = [row["expected"] for row, judgement in judged if judgement.verdict == "contradicted"]
    assert called.count("contradicted") >= 12
    assert called.count("contradicted") >= 0.85 * len(called)


def test_every_verdict_comes_with_a_code_and_a_reason(judged: Judged) -> None:
    assert all(judgement.codes and judgement.reason for _, judgement in judged)


def _mutants(claim: str, table: Table) -> Iterator[str]:
    """False variants of a true claim: a last digit, a direction, a denial, two names changed over."""
    plain = re.sub(r"\(?Table \d+\)?", lambda m: "\0" * len(m.group()), claim)
    for number in re.finditer(r"(?<![\w.,-])\d*\.\d+(?!\w)", plain):
        at = number.end() - 1
        yield claim[:at] + str((int(claim[at]) + 4) % 10) + claim[number.end() :]
    for one, two in _FLIPS:
        for old, new in ((one, two), (two, one)):
            if re.search(rf"\b{old}\b", claim):
                yield re.sub(rf"\b{old}\b", new, claim)
    for verb in _VERBS:
        if len(re.findall(rf"\b{verb}\b", claim)) == 1:
            yield re.sub(rf"\b{verb}\b", f"does not {verb.removesuffix('s')}", claim)
    names = [name for name in (*(row[0] for row in table.rows), *table.columns) if len(name) > 2]
    for n, one in enumerate(names):
        for two in names[n + 1 :]:
            listed = f"{one} and {two}" in claim or f"{two} and {one}" in claim
            apart = one not in two and two not in one and not listed
            if one in claim and two in claim and apart:
                yield claim.replace(one, "\0").replace(two, one).replace("\0", two)


def test_no_false_mutant_of_an_accepted_claim_is_entailed(judged: Judged) -> None:
    accepted = [row for row, judgement in judged if judgement.verdict == "entailed" == row["expected"]]
    made = [(row, mutant) for row in accepted for mutant in set(_mutants(row["claim"], _table(row)))]
    survived = [mutant for row, mutant in made if judge_table(mutant, _table(row)).verdict == "entailed"]
    assert len(made) >= 20
    assert not survived
