"""An answer at a position does not change, whatever is taken in later; only scores may move, by less than 1e-4."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.kb.retrieval import EvidenceSnapshot, search_many
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = ("larvae", "beetles", "chew", "logs", "IL-6", "0.05", "wheat", "yield", "sound", "detectors", "p53", "rises")
QUESTIONS = ("beetles chew logs", "IL-6 rises", "does wheat yield 0.05", "p53")

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12)
abstracts = words.map(lambda chosen: " ".join(chosen).capitalize() + ".")
batches = st.lists(st.lists(abstracts, min_size=1, max_size=4), min_size=2, max_size=3)


def take_in(library: Library, number: int, batch: Sequence[str]) -> None:
    entries = [
        {"id": f"{number}-{at}", "title": f"Study {number}-{at}", "abstract": text} for at, text in enumerate(batch)
    ]
    path = library.root.parent / f"{number}.json"
    path.write_text(json.dumps(entries))
    ingest(library, [path])


def found(answers: Sequence[EvidenceSnapshot]) -> list[list[tuple[str, str, str | None, str]]]:
    return [[(hit.chunk, hit.build, hit.quote, hit.source.id) for hit in answer.hits] for answer in answers]


@settings(max_examples=5, deadline=None)
@given(batches)
def test_an_answer_at_a_position_is_the_same_after_later_ingests(taken_in: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Library.create(Path(folder) / "library", owner="t") as library:
        first: list[tuple[int, list[EvidenceSnapshot]]] = []
        for number, batch in enumerate(taken_in):
            take_in(library, number, batch)
            at = library.ledger.head().position
            first.append((at, search_many(library, QUESTIONS, k=5, at=at)))
        for at, before in first:
            after = search_many(library, QUESTIONS, k=5, at=at, record=False)
            assert found(after) == found(before)
            for new, old in zip(after, before, strict=True):
                for hit, earlier in zip(new.hits, old.hits, strict=True):
                    assert abs(hit.score - earlier.score) < 1e-4
