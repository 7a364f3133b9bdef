"""Tables of build rows, and the fold from a build's events to them. Pure: the same events give the same rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from ..schema import Block, Column, Table, build_table
from .base import Payload
from .build import Chunked, Cited, Described, QualityAssessed
from .claims import ClaimsExtracted, missing_slots
from .document import Asset, Box, Document, Sentence

ASSERTIONS = build_table(
    "assertions", "assertion", "one source says that a field has a value",
    Column("field", "text", "title, doi, arxiv, pmid, year, venue, volume, licence, type, source-id, language, ..."),
    Column("value", "text", "as printed, identifiers normalised"),
    Column("source", "text", "page, jats, tei, openalex, record or info"),
    Column("licence", "text", "licence of the metadata, where known"),
    Column("time", "text", "only where the source prints one"),
)
AUTHORS = build_table(
    "authors", "author", "authors in the order of the source",
    Column("name", "text", "as printed"),
    Column("given", "text", "given names"),
    Column("family", "text", "family name"),
    Column("orcid", "text", "ORCID iD"),
    Column("email", "text", "e-mail as printed"),
    Column("affiliations", "texts", "as printed"),
    Column("rors", "texts", "ROR ids of the affiliations"),
)
SECTIONS = build_table(
    "sections", "section", "headings",
    Column("level", "int", "1 is the outermost"),
    Column("number", "text", "as printed"),
    Column("title", "text", "as printed"),
    Column("page", "int", "one-based; null without pages"),
    Column("role", "text", "IMRaD role"),
)
SENTENCES = build_table(
    "sentences", "sentence", "running text, one row a sentence",
    Column("section", "int", "ordinal of its section"),
    Column("paragraph", "int", "ordinal of its paragraph in the document"),
    Column("text", "text", "the sentence"),
    Column("page", "int", "page on which it starts"),
    Column("boxes", "ints", "page, x0, y0, x1, y1 a box, in 1/100 pt"),
    Column("path", "text", "element path in sources without pages"),
    Column("ocr", "bool", "read by optical character recognition"),
    Column("note", "bool", "stands in a footnote"),
)
CHUNKS = build_table(
    "chunks", "chunk", "the pieces that retrieval works on",
    Column("section", "int", "ordinal of the section"),
    Column("first", "int", "ordinal of the first sentence"),
    Column("last", "int", "ordinal of the last sentence, inclusive"),
)
ASSETS = build_table(
    "assets", "asset", "figures, tables and displayed formulas",
    Column("kind", "text", "figure, table or formula"),
    Column("label", "text", "as printed"),
    Column("caption", "text", "without the label"),
    Column("page", "int", "one-based; null without pages"),
    Column("box", "ints", "x0, y0, x1, y1 in 1/100 pt"),
    Column("header_rows", "int", "number of leading rows that are headers"),
    Column("notes", "text", "notes under a table"),
    Column("ocr", "bool", "read by optical character recognition"),
)
CELLS = build_table(
    "cells", "cell", "cells of tables, row by row",
    Column("asset", "int", "ordinal of the table"),
    Column("row", "int", "zero-based"),
    Column("col", "int", "zero-based"),
    Column("header", "bool", "in a header row"),
    Column("text", "text", "as printed"),
)
REFERENCES = build_table(
    "reference_entries", "reference", "entries of the reference list",
    Column("raw", "text", "as printed"),
    Column("label", "text", "number or key as printed"),
    Column("title", "text", "title"),
    Column("authors", "texts", "family names"),
    Column("year", "int", "year"),
    Column("venue", "text", "journal or proceedings"),
    Column("volume", "text", "volume"),
    Column("pages", "text", "pages"),
    Column("doi", "text", "DOI as printed, lower case"),
    Column("arxiv", "text", "arXiv identifier"),
    Column("pmid", "text", "PubMed identifier"),
    Column("url", "text", "URL"),
    Column("openalex", "text", "OpenAlex id"),
    Column("ocr", "bool", "read by optical character recognition"),
)
CITATIONS = build_table(
    "citations", "citation", "markers in the text",
    Column("sentence", "int", "ordinal of its sentence"),
    Column("start", "int", "offset in the sentence"),
    Column("end", "int", "offset in the sentence"),
    Column("references", "ints", "ordinals of reference entries"),
)
CLAIMS = build_table(
    "claims", "claim", "asserted sentences",
    Column("sentence", "int", "ordinal of its sentence"),
    Column("start", "int", "offset in the sentence"),
    Column("end", "int", "offset in the sentence"),
    Column("kind", "text", "result, comparison, method, background, limitation, future-work, hypothesis"),
    Column("polarity", "text", "positive or negative"),
    Column("certainty", "text", "speculated, suggested, reported, asserted"),
    Column("causal", "text", "none, associated, conditional, causes"),
    Column("own", "bool", "false where the sentence reports another work"),
    Column("preliminary", "bool", "the authors call it so"),
    Column("markers", "ints", "ordinals of citations in the sentence"),
    Column("direction", "text", "of the comparison: higher, lower, none"),
    Column("comparison", "text", "canon-1 of the comparison, or null"),
    Column("a_key", "text", "normalised A"),
    Column("b_key", "text", "normalised B"),
    Column("metric_key", "text", "normalised metric"),
    Column("scope", "text", "canon-1 of the scope slots"),
    Column("missing", "texts", "slots of its kind that are not there"),
    Column("extractor", "text", "name and version"),
)
QUANTITIES = build_table(
    "quantities", "quantity", "typed quantities in claims",
    Column("claim", "int", "ordinal of the claim"),
    Column("start", "int", "offset in the sentence"),
    Column("end", "int", "offset in the sentence"),
    Column("value", "text", "decimal string"),
    Column("unit", "text", "canonical unit"),
    Column("kind", "text", "percent, percentage-points, fold, count, measure, ..."),
    Column("comparator", "text", "=, <, <=, >, >=, about"),
    Column("role", "text", "mean, sd, n, p, ..."),
)
HIDDEN = build_table(
    "hidden_text", "hidden", "text that a reader of the page does not see",
    Column("page", "int", "one-based"),
    Column("text", "text", "what it says"),
    Column("why", "text", "white, tiny, off-page, clipped, invisible, behind-image"),
)
QUALITY = build_table(
    "quality", "quality", "what a reader would miss, one row a build",
    Column("grade", "text", "A, B, C, or D below the gates"),
    Column("quarantined", "bool", "below the gates: invisible to retrieval"),
    Column("reasons", "texts", "why"),
    Column("missing_fields", "texts", "metadata that were not found"),
    Column("sentences", "int", "sentences of running text"),
    Column("markers", "int", "citation markers"),
    Column("unresolved_markers", "int", "markers without an entry"),
    Column("suspicious_characters", "int", "replacement and private-use characters"),
    Column("hidden_passages", "int", "passages of hidden text"),
    Column("page_characters", "int", "visible characters of the pages without their furniture; 0 without pages"),
    Column("read_characters", "int", "those of them that were read into text, captions, tables, references, metadata"),
    Column("chunked_characters", "int", "those of them that reached chunks"),
    Column("sections", "int", "sections with a title"),
    Column("references", "int", "entries of the reference list"),
    Column("cited_references", "int", "entries that a marker points to"),
    Column("language", "text", "ISO 639-1 code"),
)

TABLES: tuple[Table, ...] = (
    ASSERTIONS, AUTHORS, SECTIONS, SENTENCES, CHUNKS, ASSETS, CELLS, REFERENCES, CITATIONS, CLAIMS, QUANTITIES, HIDDEN,
    QUALITY,
)

Rows = Iterator[tuple[Table, Mapping[str, Sequence[Any]]]]


def fold(build: str, position: int, payload: Payload) -> Iterator[Block]:
    """Rows of one event of a build, one block a table at most. Kinds without build rows give none."""
    folder = _FOLDS.get(type(payload))
    if folder is not None:
        for table, columns in folder(payload):
            yield Block(table, position, columns, build)


def _document(document: Document) -> Rows:
    yield SECTIONS, _columns(SECTIONS, document.sections)
    yield SENTENCES, _sentences(document.sentences)
    assets = document.assets
    yield ASSETS, {**_columns(ASSETS, assets, but=("box",)), "box": [_box(asset.box) for asset in assets]}
    yield CELLS, _cells(assets)
    yield HIDDEN, _columns(HIDDEN, document.hidden)


def _sentences(sentences: Sequence[Sentence]) -> Mapping[str, Sequence[Any]]:
    boxes = [sentence.boxes for sentence in sentences]
    return {
        **_columns(SENTENCES, sentences, but=("page", "boxes")),
        "page": [some[0].page if some else None for some in boxes],
        "boxes": [[number for b in some for number in (b.page, b.x0, b.y0, b.x1, b.y1)] for some in boxes],
    }


def _cells(assets: Sequence[Asset]) -> Mapping[str, Sequence[Any]]:
    cells = [
        (ordinal, row, col, row < asset.header_rows, text)
        for ordinal, asset in enumerate(assets)
        for row, texts in enumerate(asset.cells or ())
        for col, text in enumerate(texts)
    ]
    return _transposed(("asset", "row", "col", "header", "text"), cells)


def _described(described: Described) -> Rows:
    yield ASSERTIONS, _columns(ASSERTIONS, described.assertions)
    yield AUTHORS, _columns(AUTHORS, described.authors)


def _chunked(chunked: Chunked) -> Rows:
    yield CHUNKS, _columns(CHUNKS, chunked.chunks)


def _cited(cited: Cited) -> Rows:
    yield REFERENCES, _columns(REFERENCES, cited.references)
    yield CITATIONS, _columns(CITATIONS, cited.markers)


def _claims(extracted: ClaimsExtracted) -> Rows:
    claims = extracted.claims
    comparisons = [claim.comparison for claim in claims]
    yield CLAIMS, {
        **_columns(CLAIMS, claims, but=(
            "kind", "direction", "comparison", "a_key", "b_key", "metric_key", "scope", "missing", "extractor",
        )),
        "kind": [claim.claim_kind for claim in claims],
        "direction": [comparison and comparison.direction for comparison in comparisons],
        "comparison": [comparison and _text(comparison.model_dump(mode="json")) for comparison in comparisons],
        "a_key": [comparison and comparison.a_key for comparison in comparisons],
        "b_key": [comparison and comparison.b_key for comparison in comparisons],
        "metric_key": [comparison and comparison.metric_key for comparison in comparisons],
        "scope": [_text([slot.model_dump(mode="json") for slot in claim.scope]) for claim in claims],
        "missing": [missing_slots(claim.claim_kind, {str(slot.slot) for slot in claim.scope}) for claim in claims],
        "extractor": [f"{extracted.extractor} {extracted.version}"] * len(claims),
    }
    owners = [ordinal for ordinal, claim in enumerate(claims) for _ in claim.quantities]
    quantities = [quantity for claim in claims for quantity in claim.quantities]
    yield QUANTITIES, {**_columns(QUANTITIES, quantities, but=("claim",)), "claim": owners}


def _quality(quality: QualityAssessed) -> Rows:
    yield QUALITY, _columns(QUALITY, (quality,))


def _columns(table: Table, values: Sequence[Any], *, but: Collection[str] = ()) -> Mapping[str, list[Any]]:
    """The table's own columns from the attributes of the same names, but for some."""
    names = [column.name for column in table.own if column.name not in but]
    return {name: list(map(attrgetter(name), values)) for name in names}


def _transposed(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Mapping[str, Sequence[Any]]:
    return dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(names, ())


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _box(box: Box | None) -> list[int] | None:
    return [box.x0, box.y0, box.x1, box.y1] if box else None


_FOLDS: dict[type[Payload], Callable[[Any], Rows]] = {
    Document: _document, Described: _described, Chunked: _chunked, Cited: _cited, ClaimsExtracted: _claims,
    QualityAssessed: _quality,
}
