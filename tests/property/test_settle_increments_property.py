"""A library settled bit by bit, in whatever order and however often, has the rows of settling it once from scratch.

The papers are small and made to touch: titles that are the same or nearly so, identifiers shared rightly and wrongly,
preprints, retractions, references to each other, comparisons in both directions. What happens to them are the events
of a real ledger. Settling costs the same for a handful of papers as for many, so each library holds several fields:
papers of one field touch each other, those of different fields do not.
"""

import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from claimledger.kb.canon import make_id, sha256
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import Assertion, BuildSealed, Cited, Described, QualityAssessed, SourceRegistered
from claimledger.kb.events.claims import Claim, ClaimsExtracted, Comparison, ScopeSlot
from claimledger.kb.events.document import (
    Asset,
    Author,
    Document,
    HiddenText,
    ParserStamp,
    ReferenceEntry,
    Section,
    Sentence,
)
from claimledger.kb.events.library_rows import TABLES
from claimledger.kb.events.standing import Purged, PurgedBuild, Standing, StandingChanged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.schema import content
from claimledger.kb.settle import run
from claimledger.kb.settle.loading import load_facts
from claimledger.kb.settle.run import difference_from_scratch, settle_library
from claimledger.kb.settle.settle import settle
from claimledger.kb.view import View
from hypothesis import given, settings
from hypothesis import strategies as st

TOPICS = (
    "Hearing bark beetles in logs of old spruce trees by means of small microphones",
    "Yields of winter wheat after a dry spring in the fields of northern Saxony",
    "A survey of methods for counting seals on aerial photographs of sandbanks",
    "Gut microbes of honey bees that overwinter under artificial shelters",
    "Cosmic ray muons as a probe of soil moisture at the scale of catchments",
    "Learned indexes for time series in memory: a comparison with search trees",
)
FAMILIES = ("Brandt", "Novák", "van den Berg", "")
WORDS = ("The physics", "Another history", "Some maps", "Weather and soil", "Laws")
DATASETS = ("Harz 24", "Vosges 18", None)

WHAT = st.sampled_from(
    ("seal", "seal", "seal", "seal", "withdrawn", "withdrawn", "quarantined", "retired", "released", "purge")
)


@dataclass(frozen=True)
class Paper:
    """A paper of one build: what its events say."""

    build: str
    blob: str
    payloads: tuple[Payload, ...] = field(repr=False)


Step = tuple[str, Paper]


@dataclass(frozen=True)
class Field:
    """What the papers of one field draw from."""

    number: int
    dice: random.Random

    def title(self) -> str:
        topic = TOPICS[self.number]
        return self.dice.choice((
            topic, topic, topic.replace("of", "on", 1), topic.upper(), f"{topic}: part II", f"Retracted: {topic}",
            f"Supplementary material for: {topic}", f"Correction to: {topic}", "Supporting information",
            *(f"{self.dice.choice(WORDS)} of field {self.number}" for _ in range(4)), "",
        ))

    def family(self) -> str:
        name = self.dice.choice(FAMILIES)
        return name and f"{name}{self.number}"

    def doi(self) -> str | None:
        at = self.number
        return self.dice.choice((f"10.5555/{at}a", f"10.5555/{at}A", f"10.5555/{at}b", f"10.1101/{at}", None, None))

    def arxiv(self) -> str | None:
        return self.dice.choice((f"180{self.number}.00001", f"180{self.number}.00001v3", None, None, None))

    def openalex(self) -> str | None:
        return self.dice.choice((f"W{self.number}1", f"W{self.number}2", None, None))

    def paper(self, number: int) -> Paper:
        dice = self.dice
        # Now and then two builds are of the same bytes, as after a change of the pipeline.
        blob = sha256(f"{self.number} {number if dice.random() < 0.9 else 0}".encode())
        build = make_id("build", blob, f"pipeline {number}")
        sentences, claims = self.claims()
        return Paper(build, blob, (
            SourceRegistered(
                build=build, blob=blob, size=1, source_kind=dice.choice(("pdf", "jats", "csl", "openalex")),
                name="x.pdf", pipeline="pipeline",
            ),
            Document(
                parser=ParserStamp(name="made", version="1"), pages=1,
                sections=(Section(level=1, role=dice.choice(("abstract", "results"))),), sentences=sentences,
                assets=(Asset(kind="table", label="Table 1", cells=(("a", "b"),)),),
                hidden=dice.choice(((), (HiddenText(page=1, text="x", why="white"),))),
            ),
            Described(assertions=tuple(self.assertions()), authors=tuple(
                Author(name=family, family=family, given=dice.choice(("Ada", "Bo")))
                for family in [self.family() for _ in range(dice.choice((0, 1, 1, 2)))]
            )),
            Cited(references=tuple(self.reference() for _ in range(dice.randrange(4))), markers=()),
            ClaimsExtracted(extractor="made", version="1", claims=claims),
            QualityAssessed(
                grade="B", quarantined=dice.random() < 0.1,
                reasons=("merged: two papers",) if dice.random() < 0.1 else (), missing_fields=(), sentences=1,
                unresolved_markers=0, markers=0, suspicious_characters=0, hidden_passages=0,
            ),
            BuildSealed(build=build, blob=blob, pipeline="pipeline"),
        ))

    def assertions(self) -> Iterator[Assertion]:
        dice = self.dice
        stated = {
            "title": self.title(), "year": dice.choice(("2018", "2019", "2019", "2020", "2012", "in press", None)),
            "supplement-of": self.doi() if dice.random() < 0.1 else None,
            "retraction-of": self.doi() if dice.random() < 0.1 else None,
            "preprint-of": self.doi() if dice.random() < 0.1 else None,
            "version": dice.choice(("1", "2", None)),
            "doi": self.doi(), "arxiv": self.arxiv(), "openalex": self.openalex(),
            "retracted": dice.choice(("true", None, None, None)), "venue": dice.choice(("Trees", "bioRxiv", None)),
        }
        for name, value in stated.items():
            if value:
                yield Assertion(field=name, value=value, source=dice.choice(("page", "page", "page", "page", "info")))

    def reference(self) -> ReferenceEntry:
        dice = self.dice
        authors = tuple(self.family() for _ in range(dice.choice((0, 1, 1, 1))))
        return ReferenceEntry(
            raw="as printed", title=self.title() or None, authors=authors,
            year=dice.choice((2018, 2018, 2019, 2019, 2020, 2021, None)),
            doi=self.doi() if dice.random() < 0.4 else None, arxiv=self.arxiv() if dice.random() < 0.3 else None,
            openalex=self.openalex(),
        )

    def claims(self) -> tuple[tuple[Sentence, ...], tuple[Claim, ...]]:
        sentences, claims = [], []
        for at in range(self.dice.choice((0, 1, 1, 2))):
            dataset = self.dice.choice(DATASETS)
            sentences.append(Sentence(
                text=f"{dataset or 'Somewhere'} had more.", section=0, paragraph=at, ocr=self.dice.random() < 0.1
            ))
            claims.append(self.claim(at, len(dataset or "")))
        return tuple(sentences), tuple(claims)

    def claim(self, sentence: int, dataset: int) -> Claim:
        dice = self.dice
        a, b = dice.sample(("x", "y", "z"), 2)
        slots = ("metric", "n", "comparator", "setting", *(("dataset",) if dataset else ()))
        return Claim(
            sentence=sentence, start=0, end=5, claim_kind=dice.choice(("result", "comparison", "hypothesis")),
            polarity="positive", certainty="reported", causal="none", own=dice.random() < 0.9,
            preliminary=dice.random() < 0.1,
            comparison=Comparison(
                relation="higher", direction=dice.choice(("higher", "lower", "none")), a=(0, 1), a_key=a, b_key=b,
                metric_key=f"metric {self.number}",
            ) if dice.random() < 0.9 else None,
            scope=tuple(
                ScopeSlot(slot=slot, sentence=sentence, start=0, end=dataset) for slot in slots
            ) if dice.random() < 0.8 else (),
        )


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Paper], list[Step]]:
    """Papers, and what happens to them one after the other; some of it before the first settling."""
    dice = draw(st.randoms(use_true_random=False))
    made = [
        [field.paper(at) for at in range(draw(st.integers(2, 5)))]
        for field in (Field(number, dice) for number in range(len(TOPICS)))
    ]
    steps: list[Step] = [
        ("seal", paper) for papers in made for paper in papers if dice.random() < 0.6
    ]
    for _ in range(draw(st.integers(1, 3))):
        steps.append(("settle", made[0][0]))
        for papers in made:
            steps += ((draw(WHAT), dice.choice(papers)) for _ in range(draw(st.integers(0, 2))))
    return [paper for papers in made for paper in papers], [*steps, ("settle", made[0][0])]


@contextmanager
def empty_library(template: Path) -> Iterator[Library]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(template, Path(folder) / "lib")
        with Library.open(Path(folder) / "lib") as library:
            yield library


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("settle") / "lib"
    Library.create(root, owner="x").close()
    return root


def take(library: Library, step: Step) -> None:
    """Let one thing happen."""
    what, one = step
    if what == "settle":
        settle_library(library)
    elif what == "seal":
        events = [NewEvent(payload, key=payload.kind) for payload in one.payloads]
        library.append([Append(f"build:{one.build}", events)])
    elif what == "purge":
        purge(library, one)
    else:
        changed = StandingChanged(build=one.build, standing=cast(Standing, what), reason="because")
        library.append([Append(f"standing:{one.build}", [NewEvent(changed)])])


def purge(library: Library, one: Paper) -> None:
    """Forget a paper as far as views go; the payloads stay, as after a purge that died."""
    positions = tuple(event.position for event in library.ledger.read(stream=f"build:{one.build}"))
    forgotten = PurgedBuild(build=one.build, blob=one.blob, work=None, leaf=None)
    library.append([Append("library", [
        NewEvent(Purged(builds=(forgotten,), positions=positions, blobs=(one.blob,), rows=(), reason="asked to"))
    ])])


Rows = dict[tuple[str, str], dict[str, Any]]


def settled_rows(view: View) -> Rows:
    """The library rows that a view shows, each once."""
    rows = [(table.name, content(row)) for table in TABLES for row in view.rows(f"SELECT * FROM {table.name}")]
    keys = [(table, row["id"]) for table, row in rows]
    assert len(set(keys)) == len(keys)
    return dict(zip(keys, (row for _, row in rows), strict=True))


def rows_from_scratch(view: View) -> Rows:
    """The library rows that the definition gives for what a view shows."""
    return {
        key: {"id": key[1]} | {name: list(value) if isinstance(value, tuple) else value for name, value in body.items()}
        for key, body in settle(load_facts(view)).rows.items()
    }


def check_history(template: Path, steps: list[Step]) -> None:
    with pytest.MonkeyPatch.context() as patch, empty_library(template) as library:
        # However small the library: never in full but at first.
        patch.setattr(run, "LARGEST_PART", 100)
        for step in steps:
            take(library, step)
        with library.view() as view:
            assert settled_rows(view) == rows_from_scratch(view)
            assert len(difference_from_scratch(view)) == 0


@settings(max_examples=12, deadline=None)
@given(histories())
def test_settling_bit_by_bit_is_settling_from_scratch(
    template: Path, history: tuple[list[Paper], list[Step]]
) -> None:
    check_history(template, history[1])


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(histories())
def test_settling_bit_by_bit_is_settling_from_scratch_however_often_it_is_tried(
    template: Path, history: tuple[list[Paper], list[Step]]
) -> None:
    check_history(template, history[1])


@settings(max_examples=3, deadline=None)
@given(histories(), st.randoms(use_true_random=False))
def test_the_order_in_which_papers_come_and_go_does_not_show(
    template: Path, history: tuple[list[Paper], list[Step]], dice: random.Random
) -> None:
    """As long as the same papers are in view at the end; what came between may have been settled or not."""
    papers, _ = history
    hidden = [dice.random() < 0.3 for _ in papers]
    found = []
    for _ in range(2):
        steps: list[Step] = [("seal", one) for one in papers] + [("settle", one) for one in papers[:3]]
        dice.shuffle(steps)
        steps += [("quarantined", one) for one in dice.sample(papers, len(papers))]
        steps.append(("settle", papers[0]))
        last: list[Step] = [
            ("withdrawn" if hide else "released", one) for one, hide in zip(papers, hidden, strict=True)
        ]
        dice.shuffle(last)
        with pytest.MonkeyPatch.context() as patch, empty_library(template) as library:
            patch.setattr(run, "LARGEST_PART", 100)
            for step in (*steps, *last[:5], ("settle", papers[0]), *last[5:], ("settle", papers[0])):
                take(library, step)
            with library.view() as view:
                found.append(settled_rows(view))
    assert found[0] == found[1]
