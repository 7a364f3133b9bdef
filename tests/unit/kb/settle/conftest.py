"""A library, and papers that are sealed in it by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from claimledger.kb.canon import make_id, sha256
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import Assertion, BuildSealed, Cited, Described, QualityAssessed, SourceRegistered
from claimledger.kb.events.claims import Claim, ClaimsExtracted, Comparison, ScopeSlot
from claimledger.kb.events.document import Author, Document, ParserStamp, ReferenceEntry, Section, Sentence
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library

Seal = Callable[..., str]
SLOTS = ("metric", "n", "comparator", "setting")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "library", owner="tester") as opened:
        yield opened


@pytest.fixture
def seal(library: Library) -> Seal:
    """Seal a paper of one author and one finding; returns its build.

    `cites` is the title of the one reference, to a paper of the same author from 2019, and `cites_doi` its DOI.
    """

    def seal_one(
        name: str, title: str, *, family: str = "Brandt", year: str = "2019", doi: str = "", finds: str = "higher",
        cites: str = "", cites_doi: str | None = None,
    ) -> str:
        blob = sha256(name.encode())
        build = make_id("build", blob, "pipeline")
        slots = tuple(ScopeSlot(slot=slot, sentence=0, start=0, end=1) for slot in SLOTS)  # type: ignore[arg-type]
        claim = Claim(
            sentence=0, start=0, end=5, claim_kind="comparison", polarity="positive", certainty="reported",
            causal="none", own=True, scope=slots, comparison=Comparison.model_validate({
                "relation": "higher", "direction": finds, "a": (0, 1), "a_key": "moths", "b_key": "beetles",
                "metric_key": "number",
            }),
        )
        payloads: tuple[Payload, ...] = (
            SourceRegistered(build=build, blob=blob, size=1, source_kind="pdf", name=name, pipeline="pipeline"),
            Document(
                parser=ParserStamp(name="hand", version="1"), pages=1, sections=(Section(level=1, role="results"),),
                sentences=(Sentence(text="Moths outnumbered beetles.", section=0, paragraph=0),),
            ),
            Described(
                assertions=tuple(
                    Assertion(field=field, value=value, source="page")
                    for field, value in (("title", title), ("year", year), ("doi", doi)) if value
                ), authors=(Author(name=family, family=family, given="Ada"),),
            ),
            Cited(references=(
                ReferenceEntry(raw=cites, title=cites, authors=(family,), year=2019, doi=cites_doi),
            ) if cites else (), markers=()),
            ClaimsExtracted(extractor="hand", version="1", claims=(claim,)),
            QualityAssessed(
                grade="B", quarantined=False, reasons=(), missing_fields=(), sentences=1, unresolved_markers=0,
                markers=0, suspicious_characters=0, hidden_passages=0,
            ),
            BuildSealed(build=build, blob=blob, pipeline="pipeline"),
        )
        library.append([Append(f"build:{build}", [NewEvent(payload, key=payload.kind) for payload in payloads])])
        return build

    return seal_one
