"""Claims of real papers against kinds and ownership that were labelled by hand, and what must hold for every claim.

Sentences are named by their first words. Papers of the gold folder are read with the parser, abstracts from the
bibliography of the search data.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from claimledger.ingest.chunks import UNCHUNKED, chunk
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.describe import describe
from claimledger.ingest.extractor.rules import RulesExtractor
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.ingest.quality import assess
from claimledger.kb.events.build import Cited
from claimledger.kb.events.claims import Claim
from claimledger.kb.events.document import Document, ParserStamp, Section, Sentence
from claimledger.kb.text.sentences import split_sentences

_DATA = Path(os.environ.get("CLAIMLEDGER_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
_GOLD = _DATA / "papers" / "gold"
_RECORDS = _DATA / "search" / "scifact.csl.json"

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not _GOLD.is_dir() or not _RECORDS.is_file(), reason=f"no papers and records under {_DATA}"),
]

# first words of a sentence: kind, own
_LABELS: dict[str, dict[str, tuple[str, bool]]] = {
    "PMC7667753.pdf": {
        "Results: One hundred sixty-eight": ("result", True),
        "The vaccine efficacy against new": ("result", True),
        "The accumulative clearance rates": ("result", True),
        "Conclusions: No significant evidence": ("result", True),
        "Further research is required in": ("future-work", True),
        "Persistent high-risk human": ("background", False),
        "The further details of the trial": ("method", True),
        "Vaccine efficacy (VE) was": ("method", True),
        "All statistical tests were": ("method", True),
        "Then, we evaluated whether the": ("method", True),
        "When LSIL+ was examined as the": ("result", True),
        "The median follow-up time was": ("result", True),
        "A meta-analysis revealed that": ("comparison", False),
        "However, there are some": ("limitation", True),
        "Furthermore, because no any": ("limitation", True),
        "Additionally, due to the small": ("limitation", True),
        "Women who underwent surgery for the": ("hypothesis", True),
    },
    "PMC7906827.pdf": {
        "This study was conducted among": ("method", True),
        "We quantified the proportion of": ("method", True),
        "Second, we excluded persons": ("method", True),
        "97% of 7162 participants was": ("result", True),
        "For high-risk individuals the": ("result", True),
        "The eligibility for ongoing": ("result", True),
        "Several phase III trials on": ("background", True),
        "We carried out our analyses in": ("method", True),
        "These calendar-years were": ("method", True),
        "We applied eligibility criteria": ("method", True),
        "These two analyses differed": ("method", True),
        "Finally, in sensitivity analyses": ("method", True),
        "Therefore, we performed two": ("method", True),
        "In the first analysis, we": ("method", True),
        "Previously, this population has": ("background", False),
    },
    "metabolites-04-00932.pdf": {
        "However, the overall volatile": ("result", True),
        "Fusarium head blight (FHB) is a": ("background", True),
        "The mycotoxins produced by F.": ("background", False),
        "Actually, F. poae toxins can": ("background", False),
        "Non-contaminated samples": ("method", True),
        "Thus, ethyl acetate, ethanol": ("result", True),
        "Higher levels of ethyl acetate": ("comparison", True),
        "On the other hand, 3-methyl": ("background", False),
        "Both PCA and OPLS-DA models": ("result", True),
        "The aromatic 2-methylfuran": ("result", True),
        "In agreement with our findings,": ("background", False),
        "On the other hand, ethyl": ("result", True),
        "The decrease in ethanol from": ("hypothesis", True),
        "A total of 30 vials were": ("method", True),
        "Even though further analysis": ("future-work", True),
    },
}


@lru_cache(maxsize=8)
def _read(name: str) -> tuple[Document, tuple[Claim, ...]]:
    document = PyMuPdfParser().parse((_GOLD / name).read_bytes())
    return document, RulesExtractor().extract(document, cite(document)).claims


def _labelled(name: str) -> Iterator[tuple[Claim, str, bool]]:
    document, claims = _read(name)
    for words, (kind, own) in _LABELS[name].items():
        found = [claim for claim in claims if document.sentences[claim.sentence].text.startswith(words)]
        for claim in found[:1]:
            yield claim, kind, own


def test_kinds_and_ownership_agree_with_a_reader() -> None:
    labelled = [label for name in _LABELS for label in _labelled(name)]
    total = sum(map(len, _LABELS.values()))
    assert len(labelled) >= 0.9 * total, "labelled sentences are no claims"
    assert sum(claim.claim_kind == kind for claim, kind, _ in labelled) >= 0.85 * len(labelled)
    assert sum(claim.own == own for claim, _, own in labelled) >= 0.9 * len(labelled)


@pytest.mark.parametrize("name", sorted(_LABELS))
def test_every_claim_of_a_paper_is_whole_and_in_order(name: str) -> None:
    document, claims = _read(name)
    assert [claim.sentence for claim in claims] == sorted({claim.sentence for claim in claims})
    _check(document, claims)
    skipped = {i for i, section in enumerate(document.sections) if section.role in UNCHUNKED}
    assert not any(document.sentences[claim.sentence].section in skipped for claim in claims)


@pytest.mark.parametrize("name", sorted(_LABELS))
def test_chunks_of_a_paper_cover_its_text_once_and_quality_lets_it_pass(name: str) -> None:
    document, _ = _read(name)
    covered = [i for piece in chunk(document).chunks for i in range(piece.first, piece.last + 1)]
    wanted = [i for i, s in enumerate(document.sentences) if document.sections[s.section].role not in UNCHUNKED]
    assert covered == wanted
    quality = assess(document, describe(document), cite(document), chunk(document))
    assert not quality.quarantined
    assert quality.grade in ("A", "B")


def _records(count: int) -> list[Document]:
    documents = []
    for entry in json.loads(_RECORDS.read_text("utf-8"))[:count]:
        text = entry.get("abstract") or ""
        sentences = tuple(Sentence(text=text[a:b], section=0, paragraph=0) for a, b in split_sentences(text))
        documents.append(
            Document(
                parser=ParserStamp(name="csl-json", version="1"),
                title=entry["title"],
                sections=(Section(level=1, role="abstract"),),
                sentences=sentences,
            )
        )
    return documents


def test_abstracts_give_comparisons_whose_sides_differ_and_claims_that_are_whole() -> None:
    compared = 0
    for document in _records(400):
        claims = RulesExtractor().extract(document, Cited(references=(), markers=())).claims
        _check(document, claims)
        compared += sum(claim.comparison is not None for claim in claims)
    assert compared >= 40


def _check(document: Document, claims: tuple[Claim, ...]) -> None:
    for claim in claims:
        text = document.sentences[claim.sentence].text
        assert text[claim.start : claim.end] == text
        for slot in claim.scope:
            assert document.sentences[slot.sentence].text[slot.start : slot.end].strip()
        for quantity in claim.quantities:
            assert 0 <= quantity.start < quantity.end <= len(text)
        if claim.comparison:
            comparison = claim.comparison
            assert comparison.b is not None and comparison.a != comparison.b
            assert text[slice(*comparison.a)].strip() and text[slice(*comparison.b)].strip()
            assert not comparison.a_key or comparison.a_key != comparison.b_key
