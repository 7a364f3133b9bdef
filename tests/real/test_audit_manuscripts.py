"""The labelled Markdown manuscript: what an audit catches, lets stand and wrongly refuses, and attacks on it."""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.writer.audit import audit

DATA = Path(os.environ.get("CLAIMLEDGER_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
MANUSCRIPTS, PAPERS = DATA / "manuscripts", DATA / "papers" / "gold"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(
        not (MANUSCRIPTS / "d1.md").is_file(), reason="the labelled manuscripts are not beside the repository"
    ),
]

SWAPS = (
    ("without", "with"),
    ("higher", "lower"),
    ("lower", "higher"),
    ("more", "less"),
    ("lowest", "highest"),
    ("non-mutagenic", "mutagenic"),
    ("μg", "mg"),
    ("percentage points", "percent"),
    ("were", "were not"),
    ("gained", "lost"),
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    stems = (MANUSCRIPTS / "d1.papers.txt").read_text(encoding="utf-8").split()
    with Library.create(tmp_path_factory.mktemp("d1") / "library", owner="scorer") as made:
        ingest(made, [PAPERS / f"{stem}.pdf" for stem in stems])
        yield made


@pytest.fixture(scope="module")
def judged(library, tmp_path_factory):
    gold = [json.loads(line) for line in (MANUSCRIPTS / "d1.gold.jsonl").read_text(encoding="utf-8").splitlines()]
    result = audit(library, MANUSCRIPTS / "d1.md", MANUSCRIPTS / "d1.bib", tmp_path_factory.mktemp("out"))
    by_text = {row["text"]: row for row in result.rows}
    return [(line, by_text[line["sentence"]]) for line in gold]


def test_no_fault_is_accepted(judged):
    accepted = [line["fault"] for line, row in judged if line["kind"] == "fault" and row["disposition"] == "accept"]
    assert accepted == []


def test_sound_sentences_stand_and_few_are_refused(judged):
    counts = Counter(row["disposition"] for line, row in judged if line["kind"] == "sound")
    total = sum(counts.values())
    assert counts["accept"] >= 0.40 * total
    assert counts["reject"] <= 0.15 * total


def test_sentences_that_claim_nothing_are_left_alone(judged):
    assert {row["disposition"] for line, row in judged if line["kind"] == "nonclaim"} <= {"none", "accept"}


def test_the_status_of_most_citations_is_right(judged):
    right = [
        citation["status"] in line["citation_status"][citation["key"]]
        for line, row in judged
        for citation in row["citations"]
    ]
    assert sum(right) >= 0.8 * len(right)


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_no_false_variant_of_an_accepted_sentence_is_accepted(library, judged, tmp_path, every):
    accepted = [row for line, row in judged if row["disposition"] == "accept"]
    variants = [variant for row in accepted for variant in attacks(row["text"])][::every]
    assert len(variants) > 20
    manuscript = tmp_path / "attacks.md"
    manuscript.write_text("\n\n".join(variants), encoding="utf-8")
    result = audit(library, manuscript, MANUSCRIPTS / "d1.bib", tmp_path / "out")
    assert [row["text"] for row in result.rows if row["disposition"] == "accept"] == []


def attacks(text: str) -> list[str]:
    """False variants: a digit changed, a number ten times as large, a direction, unit or denial turned round."""
    body, cited = re.fullmatch(r"(.*?)(\s*\[@[^\]]*\]\.)", text, re.S).groups()
    found = []
    for match in list(re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", body))[:2]:
        first = str(int(match.group()[0]) % 9 + 1)
        found.append(body[: match.start()] + first + body[match.start() + 1 :])
        found.append(f"{body[: match.start()]}{float(match.group()) * 10:g}{body[match.end() :]}")
    for word, other in SWAPS:
        changed = re.sub(rf"(?<!\w)(?<!with and ){re.escape(word)}(?!\w)", other, body, count=1)
        if changed != body:
            found.append(changed)
    return [variant + cited for variant in found]
