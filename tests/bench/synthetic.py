"""Made-up papers, appended straight to a ledger: what the benches of scale measure on. No parsing, no files.

A paper has 60 chunks of five sentences, 15 claims, 25 assertions and 40 reference entries, each with a marker; its
payload `Parsed` has about 80 KB. What papers share grows with their number, as it does in a library: five of the forty
references lead to other papers, and a comparison is made by about three of them. The same number gives the same paper.
"""

import random
from collections.abc import Iterator

from claimledger.kb.canon import make_id, sha256
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import (
    Assertion,
    BuildSealed,
    Chunk,
    Chunked,
    Cited,
    Described,
    QualityAssessed,
    SourceRegistered,
)
from claimledger.kb.events.claims import Claim, ClaimQuantity, ClaimsExtracted, Comparison, ScopeSlot
from claimledger.kb.events.document import Author, Box, Document, Marker, ParserStamp, ReferenceEntry, Section, Sentence
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library

CHUNKS, SENTENCES_A_CHUNK, CLAIMS, ASSERTIONS, REFERENCES = 60, 5, 15, 25, 40
IN_THE_LIBRARY = 5
"""References that lead to papers made before."""
PAPERS_A_COMPARISON = 3
PIPELINE = sha256(b"synthetic")
PAPERS_AT_ONCE = 100

_ROOTS = ("yield", "frost", "beetle", "canopy", "signal", "sample", "model", "soil", "larva", "grain", "spectrum")
_ENDS = ("", "s", "ing", "ed", "er", "al", "less", "wise", "like", "ability")
WORDS = tuple(root + end for root in _ROOTS for end in _ENDS) + tuple(f"term{n}" for n in range(4000))
_ANY = (WORDS * (2**16 // len(WORDS) + 1))[: 2**16]
"""A word for each pair of random bytes, so that making papers takes no longer than appending them."""


def append_papers(library: Library, first: int, count: int) -> int:
    """Append papers `first` to `first + count - 1` in batches. Returns the bytes of their payloads, uncompressed."""
    total = 0
    for start in range(first, first + count, PAPERS_AT_ONCE):
        batch = [paper(number) for number in range(start, min(start + PAPERS_AT_ONCE, first + count))]
        total += sum(len(event.content or b"") for event in library.append(batch))
    return total


def paper(number: int) -> Append:
    """The events of one paper, from its registration to its seal."""
    events = [NewEvent(payload, key=payload.kind) for payload in _payloads(number)]
    return Append(f"build:{build_of(number)}", events)


def build_of(number: int) -> str:
    """The build id of a paper."""
    return make_id("build", _blob(number), PIPELINE)


def _payloads(number: int) -> Iterator[Payload]:
    dice = random.Random(number)
    build, blob = build_of(number), _blob(number)
    yield SourceRegistered(
        build=build, blob=blob, size=1_000_000, source_kind="pdf", name=f"paper-{number}.pdf", pipeline=PIPELINE
    )
    document = _document(number, dice)
    yield document
    yield Described(assertions=tuple(_assertions(number, document, dice)), authors=document.authors)
    yield Chunked(chunks=tuple(
        Chunk(section=at // 10, first=at * SENTENCES_A_CHUNK, last=(at + 1) * SENTENCES_A_CHUNK - 1)
        for at in range(CHUNKS)
    ))
    yield Cited(references=tuple(_references(number, dice)), markers=tuple(
        Marker(sentence=7 * at, start=0, end=4, references=(at,)) for at in range(REFERENCES)
    ))
    yield ClaimsExtracted(extractor="synthetic", version="1", claims=tuple(_claims(number, dice)))
    yield QualityAssessed(
        grade="A", quarantined=False, reasons=(), missing_fields=(), sentences=CHUNKS * SENTENCES_A_CHUNK,
        unresolved_markers=0, markers=REFERENCES, suspicious_characters=0, hidden_passages=0,
    )
    yield BuildSealed(build=build, blob=blob, pipeline=PIPELINE)


def _blob(number: int) -> str:
    return sha256(b"synthetic paper %d" % number)


def _title(number: int) -> str:
    dice = random.Random(f"title {number}")
    return f"{_text(dice, 8).capitalize()} of plot {number}"


def _doi(number: int) -> str:
    return f"10.5555/synthetic.{number}"


def _text(dice: random.Random, words: int) -> str:
    return " ".join(map(_ANY.__getitem__, memoryview(dice.randbytes(2 * words)).cast("H")))


def _document(number: int, dice: random.Random) -> Document:
    sections = tuple(
        Section(level=1, number=str(at + 1), title=_text(dice, 2), page=at + 1, role="results") for at in range(6)
    )
    sentences = tuple(
        Sentence(
            text=f"{_text(dice, 17).capitalize()}.", section=at // 50, paragraph=at // SENTENCES_A_CHUNK,
            boxes=(Box(page=at // 50 + 1, x0=7200, y0=7200 + 1200 * (at % 50), x1=54000, y1=8400 + 1200 * (at % 50)),),
        )
        for at in range(CHUNKS * SENTENCES_A_CHUNK)
    )
    authors = tuple(
        Author(name=f"{given} {family}", given=given, family=family, affiliations=("Institute of Plots",))
        for given, family in ((f"Ada{dice.randrange(50)}", f"Smith{dice.randrange(10**6)}") for _ in range(4))
    )
    return Document(
        parser=ParserStamp(name="synthetic", version="1"), pages=6, title=_title(number), authors=authors,
        doi=_doi(number), year=2000 + number % 25, sections=sections, sentences=sentences,
    )


def _assertions(number: int, document: Document, dice: random.Random) -> Iterator[Assertion]:
    yield Assertion(field="title", value=document.title, source="page")
    yield Assertion(field="doi", value=_doi(number), source="page")
    yield Assertion(field="year", value=str(document.year), source="page")
    yield Assertion(field="venue", value=_text(dice, 3), source="record")
    for at in range(ASSERTIONS - 4):
        yield Assertion(field=f"keyword-{at}", value=_text(dice, 2), source="page")


def _references(number: int, dice: random.Random) -> Iterator[ReferenceEntry]:
    for at in range(REFERENCES):
        if at < IN_THE_LIBRARY and number:
            cited = dice.randrange(number)
            title, doi, year = _title(cited), _doi(cited), 2000 + cited % 25
        else:
            title, doi, year = _text(dice, 9).capitalize(), f"10.6666/{number}.{at}", 1990 + at % 30
        yield ReferenceEntry(
            raw=f"Smith A, Jones B ({year}). {title}. {doi}", label=str(at + 1), title=title,
            authors=("Smith", "Jones"), year=year, doi=doi,
        )


def _claims(number: int, dice: random.Random) -> Iterator[Claim]:
    for at in range(CLAIMS):
        topic = f"{number // PAPERS_A_COMPARISON} {at}"
        compared = at % 3 == 0
        yield Claim(
            sentence=11 * at, start=0, end=40, claim_kind="comparison" if compared else "result", polarity="positive",
            certainty="reported", causal="none", own=True, markers=(at,),
            quantities=(ClaimQuantity(start=3, end=6, value=str(dice.randrange(100)), unit="percent", kind="percent"),),
            comparison=Comparison(
                relation="higher", direction="higher", a=(0, 5), b=(10, 15), metric=(20, 25), a_key=f"method {topic}",
                b_key=f"baseline {topic}", metric_key="yield",
            ) if compared else None,
            scope=(ScopeSlot(slot="dataset", sentence=11 * at, start=0, end=10),),
        )
