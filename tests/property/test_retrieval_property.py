"""Answers at a position never change, whatever happens to the library afterwards, and whatever is derived anew.

What happens are real events through the library: papers that come in, other versions of them, other pipelines,
decisions that put papers out of view and back, frozen states. Only scores may move, by less than 1e-4.
"""

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from claimledger.evidence.packets import compile_packets
from claimledger.ingest.reprocess import reprocess
from claimledger.ingest.run import ingest
from claimledger.kb.embedder.opening import open_embedder
from claimledger.kb.forgetting.standing import out_of_view, quarantine, release, withdraw
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.lookup import look_up
from claimledger.kb.papers import list_papers, statistics
from claimledger.kb.retrieval import search_many
from claimledger.kb.settle.run import settle_library
from claimledger.snapshots.freeze import freeze
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SUBJECTS = ("BarkNet", "EarTree", "IL-6", "p53", "the frost model")
VERBS = ("outperforms", "is lower than", "exceeds")
OBJECTS = ("the threshold detector", "the baseline", "wheat yield", "beetle larvae in logs")
WORDS = ("larvae", "chew", "logs", "0.05", "yield", "sound", "detectors")
QUESTIONS = ("beetle larvae chew logs", "IL-6 exceeds", "does BarkNet outperform the baseline", "0.05", "Study")

sentences = st.builds(
    lambda subject, verb, other, word: f"We found that {subject} {verb} {other} in accuracy on {word} (n = 40).",
    st.sampled_from(SUBJECTS), st.sampled_from(VERBS), st.sampled_from(OBJECTS), st.sampled_from(WORDS),
)
abstracts = st.lists(sentences, min_size=1, max_size=3).map(" ".join)
papers = st.tuples(st.integers(0, 5), abstracts)
"""A paper is known by its DOI, so that one with the number of another is another version of it."""

steps = st.one_of(
    st.tuples(st.just("ingest"), st.lists(papers, min_size=1, max_size=3)),
    st.tuples(st.sampled_from(["withdraw", "quarantine", "release"]), st.integers(0, 5)),
    st.tuples(st.sampled_from(["reprocess", "freeze", "settle", "rebuild", "lose the index", "lose the segments"]),
              st.none()),
)


@dataclass
class Kept:
    """A library on which steps are taken, and what it answered at each position then."""

    root: Path
    files: int = 0
    words: int = 180

    def take(self, step: tuple[str, Any]) -> None:
        name, what = step
        with Library.open(self.root) as library:
            if name == "ingest":
                self._ingest(library, what)
            elif name == "reprocess":
                self._reprocess()
            elif name == "freeze":
                freeze(library)
            elif name == "settle":
                settle_library(library)
            elif name == "rebuild":
                library.projection.rebuild()
                SearchIndex(library).rebuild()
            elif name.startswith("lose"):
                shutil.rmtree(self.root / ("index" if name.endswith("index") else "segments"), ignore_errors=True)
            else:
                self._decide(library, {"withdraw": withdraw, "quarantine": quarantine, "release": release}[name], what)

    def _ingest(self, library: Library, found: list[tuple[int, str]]) -> None:
        self.files += 1
        source = self.root.parent / f"{self.files}.json"
        source.write_text(json.dumps([
            {
                "id": f"{self.files}-{at}", "title": f"Study of matter {number}", "DOI": f"10.5555/{number}",
                "issued": {"date-parts": [[2000 + self.files]]}, "author": [{"family": "Ek", "given": "A."}],
                "abstract": text,
            }
            for at, (number, text) in enumerate(found)
        ]))
        ingest(library, [source])

    def _reprocess(self) -> None:
        """Another pipeline: chunks of another size."""
        path = self.root / "claimledger.toml"
        before, self.words = self.words, 12 if self.words > 12 else 180
        path.write_text(path.read_text().replace(f"target_words = {before}", f"target_words = {self.words}"))
        with Library.open(self.root) as library:
            reprocess(library)

    def _decide(self, library: Library, decide: Callable[..., object], which: int) -> None:
        with library.view() as view:
            builds = [row["build"] for row in view.rows("SELECT DISTINCT build FROM sealed ORDER BY build")]
        if builds:
            decide(library, [builds[which % len(builds)]], "a test")

    def answers(self, at: int) -> dict[str, Any]:
        """Everything that can be asked of a position."""
        with Library.open(self.root) as library:
            found = search_many(library, QUESTIONS, k=5, at=at, record=False)
            with library.view(at) as view:
                columns = ("works.id", "sealed.build", "packets.id", "chunks.id", "claims.id")
                ids = [
                    row["id"] for column in columns for row in view.rows(
                        f"SELECT DISTINCT {column} AS id FROM {column.partition('.')[0]} ORDER BY 1 LIMIT 2")
                ]
                return {
                    "search": [answer.hits for answer in found],
                    "papers": list_papers(view), "out of view": out_of_view(library, view),
                    "stats": statistics(view),
                    "packets": [packet.model_dump() for packet in compile_packets(library, view)],
                    "show": {name: look_up(library, view, name) for name in ids},
                }

    def head(self) -> int:
        with Library.open(self.root) as library:
            return library.ledger.head().position


def assert_same(after: dict[str, Any], before: dict[str, Any]) -> None:
    for name in before:
        if name != "search":
            assert after[name] == before[name], name
    for new, old in zip(after["search"], before["search"], strict=True):
        assert [(hit.rank, hit.chunk, hit.build, hit.paper, hit.quote, hit.offsets, hit.source) for hit in new] == [
            (hit.rank, hit.chunk, hit.build, hit.paper, hit.quote, hit.offsets, hit.source) for hit in old
        ]
        assert all(abs(hit.score - earlier.score) < 1e-4 for hit, earlier in zip(new, old, strict=True))


def hold(embedder: str, first: list[tuple[int, str]], taken: list[tuple[str, Any]]) -> None:
    """Answers at every position on the way are the same at the end, and once more with everything derived anew."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "library"
        Library.create(root, owner="t").close()
        path = root / "claimledger.toml"
        path.write_text(path.read_text().replace('embedder = "minilm"', f'embedder = "{embedder}"'))
        kept = Kept(root)
        answered: list[tuple[int, dict[str, Any]]] = []
        for step in [("ingest", first), *taken]:
            kept.take(step)
            at = kept.head()
            answered.append((at, kept.answers(at)))
        for at, before in answered:
            assert_same(kept.answers(at), before)
        for name in ("index", "segments"):
            shutil.rmtree(root / name, ignore_errors=True)
        at, before = answered[0]
        assert_same(kept.answers(at), before)


EXAMPLES = settings(max_examples=1, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@EXAMPLES
@given(st.lists(papers, min_size=1, max_size=4), st.lists(steps, min_size=1, max_size=3))
def test_answers_at_a_position_stay_whatever_follows(
    first: list[tuple[int, str]], taken: list[tuple[str, Any]]
) -> None:
    hold("none", first, taken)


@pytest.mark.slow
@settings(EXAMPLES, max_examples=40)
@given(st.lists(papers, min_size=1, max_size=5), st.lists(steps, min_size=2, max_size=8))
def test_answers_at_a_position_stay_whatever_follows_for_long(
    first: list[tuple[int, str]], taken: list[tuple[str, Any]]
) -> None:
    hold("none", first, taken)


EVERY_STEP: list[tuple[str, Any]] = [
    ("withdraw", 1), ("ingest", [(0, "We found that p53 exceeds the baseline in accuracy on logs (n = 40).")]),
    ("reprocess", None), ("quarantine", 0), ("freeze", None), ("release", 0), ("ingest", [(5, "Larvae chew IL-6.")]),
    ("lose the segments", None), ("rebuild", None), ("reprocess", None),
]
FIRST = [
    (0, "We found that BarkNet outperforms the baseline in accuracy on logs (n = 40). Larvae chew."),
    (1, "We found that BarkNet is lower than the baseline in accuracy on logs (n = 30). IL-6 exceeds 0.05."),
    (2, "Wheat yield was 0.05. Larvae chew logs."),
]


@pytest.mark.parametrize("embedder", ["none", pytest.param("minilm", marks=pytest.mark.slow)])
def test_answers_stay_after_a_step_of_every_kind(embedder: str) -> None:
    if embedder == "minilm" and open_embedder(embedder).embedder is None:
        pytest.skip(str(open_embedder(embedder).reason))
    hold(embedder, FIRST, EVERY_STEP)
