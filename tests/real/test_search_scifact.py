"""Search over part of SciFact: quality against the judgements, and answers that later ingests leave alone."""

import json
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.embedder.opening import open_embedder
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search_many
from claimledger.kb.retrieval.passages import source_ids

pytestmark = pytest.mark.real

QUERIES = 100
SMALL, LARGE = 300, 1050
FEW = 120
"""Entries that are embedded in the normal set; a question then counts if its answers are among them."""


@pytest.fixture(scope="module")
def relevant(data: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in (data / "search" / "scifact-train.qrels.tsv").read_text().splitlines():
        query, document, grade = line.split("\t")
        if float(grade) > 0:
            found[query].add(document)
    return found


@pytest.fixture(scope="module")
def questions(data: Path, relevant: dict[str, set[str]]) -> dict[str, str]:
    lines = (data / "search" / "scifact-train.queries.jsonl").read_text().splitlines()
    asked = {value["id"]: value["text"] for value in map(json.loads, lines)}
    return {name: asked[name] for name in list(asked)[:QUERIES]}


@pytest.fixture(scope="module")
def entries(data: Path, relevant: dict[str, set[str]], questions: dict[str, str]) -> list[dict[str, Any]]:
    """All entries, those that answer one of the questions first."""
    everything = json.loads((data / "search" / "scifact.csl.json").read_text())
    wanted = {document for name in questions for document in relevant[name]}
    return sorted(everything, key=lambda entry: entry["id"] not in wanted)


def library_of(root: Path, entries: list[dict[str, Any]], *, embedder: str) -> Library:
    Library.create(root, owner="tester").close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', f'embedder = "{embedder}"'))
    library = Library.open(root)
    take_in(library, entries)
    return library


def take_in(library: Library, entries: list[dict[str, Any]]) -> None:
    path = library.root.parent / "entries.json"
    path.write_text(json.dumps(entries))
    ingest(library, [path])
    SearchIndex(library).update()


def ndcg(
    library: Library, questions: dict[str, str], relevant: dict[str, set[str]], at: int | None = None
) -> float:
    """Mean nDCG at 10 with grades of 0 and 1."""
    answers = search_many(library, list(questions.values()), k=10, at=at, record=False, quoted=False)
    with library.view() as view:
        sources = source_ids(view, {hit.paper for answer in answers for hit in answer.hits})
    total = 0.0
    for name, answer in zip(questions, answers, strict=True):
        ranked = [sources[hit.paper][0] for hit in answer.hits]
        gain = sum(1 / math.log2(rank + 2) for rank, document in enumerate(ranked) if document in relevant[name])
        best = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(relevant[name]))))
        total += gain / best
    return total / len(questions)


@pytest.mark.parametrize("size", [FEW, pytest.param(SMALL, marks=pytest.mark.slow)])
def test_words_and_vectors_together_find_what_was_judged_relevant(
    tmp_path: Path, entries: list[dict[str, Any]], questions: dict[str, str], relevant: dict[str, set[str]], size: int
) -> None:
    opening = open_embedder("minilm")
    if opening.embedder is None:
        pytest.skip(str(opening.reason))
    there = {entry["id"] for entry in entries[:size]}
    asked = {name: text for name, text in questions.items() if relevant[name] <= there}
    assert len(asked) >= 40
    with library_of(tmp_path / "library", entries[:size], embedder="minilm") as library:
        assert ndcg(library, asked, relevant) > 0.9


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, Any]]) -> Iterator[tuple[Library, int]]:
    """A library without vectors, so large that candidates come through the full text, and its position."""
    with library_of(tmp_path_factory.mktemp("large") / "library", entries[:LARGE], embedder="none") as library:
        yield library, library.ledger.head().position


def test_words_alone_find_what_was_judged_relevant_also_through_full_text_candidates(
    large: tuple[Library, int], questions: dict[str, str], relevant: dict[str, set[str]]
) -> None:
    library, at = large
    with library.view(at) as view:
        assert view.rows("SELECT count(*) > 1000 AS large FROM chunks")[0]["large"]
    assert ndcg(library, questions, relevant, at) > 0.84


def test_the_top_hundred_of_a_position_stay_when_the_library_grows(
    large: tuple[Library, int], entries: list[dict[str, Any]], questions: dict[str, str]
) -> None:
    asked = list(questions.values())[:40]
    library, at = large
    before = search_many(library, asked, k=100, at=at, record=False, quoted=False)
    take_in(library, entries[LARGE:LARGE + 400])
    after = search_many(library, asked, k=100, at=at, record=False, quoted=False)
    assert [answer.hits for answer in after] == [answer.hits for answer in before]
