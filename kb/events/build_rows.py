"""Tables of build rows, and the fold from a build's events to them. Pure: the same events give the same rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from ..canon import make_id
from ..schema import Column, Row, Table, build_table
from .base import Payload
from .build import Chunked, Cited, Described, QualityAssessed
from .claims import Claim, ClaimsExtracted, missing_slots
from .document import Box, Document

ASSERTIONS = build_table(
    "assertions", "assertion", "one source says that a field has a value",
    Column("field", "text", "title, doi, arxiv, pmid, year, venue, volume, licence, type, source-id, language, ..."),
    Column("value", "text", "as printed, identifiers normalised"),
    Column("source", "text", "page, record or info"),
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
    Column("grade", "text", "good, fair or poor"),
    Column("quarantined", "bool", "below the gates: invisible to retrieval"),
    Column("reasons", "texts", "why"),
    Column("missing_fields", "texts", "metadata that were not found"),
    Column("sentences", "int", "sentences of running text"),
    Column("markers", "int", "citation markers"),
    Column("unresolved_markers", "int", "markers without an entry"),
    Column("suspicious_characters", "int", "replacement and private-use characters"),
    Column("hidden_passages", "int", "passages of hidden text"),
)

TABLES: tuple[Table, ...] = (
    ASSERTIONS, AUTHORS, SECTIONS, SENTENCES, CHUNKS, ASSETS, CELLS, REFERENCES, CITATIONS, CLAIMS, QUANTITIES, HIDDEN,
    QUALITY,
)

Rows = Iterator[tuple[Table, dict[str, Any]]]


def fold(build: str, position: int, payload: Payload) -> Iterator[tuple[Table, Row]]:
    """Rows of one event of a build. Kinds without build rows give none."""
    folder = _FOLDS.get(type(payload))
    if folder is None:
        return
    counters: dict[str, int] = {}
    for table, values in folder(payload):
        ordinal = counters.get(table.name, 0)
        counters[table.name] = ordinal + 1
        key = {"id": make_id(table.prefix, build, ordinal), "build": build, "ordinal": ordinal, "position": position}
        yield table, table.row({**values, **key})


def _document(document: Document) -> Rows:
    for section in document.sections:
        yield SECTIONS, section.model_dump()
    for sentence in document.sentences:
        values = sentence.model_dump(include={"section", "paragraph", "text", "path", "ocr"})
        page = sentence.boxes[0].page if sentence.boxes else None
        boxes = [number for box in sentence.boxes for number in (box.page, box.x0, box.y0, box.x1, box.y1)]
        yield SENTENCES, {**values, "page": page, "boxes": boxes}
    for ordinal, asset in enumerate(document.assets):
        values = asset.model_dump(include={"kind", "label", "caption", "page", "header_rows", "notes"})
        yield ASSETS, {**values, "box": _box(asset.box)}
        for number, cells in enumerate(asset.cells or ()):
            for col, text in enumerate(cells):
                header = number < asset.header_rows
                yield CELLS, {"asset": ordinal, "row": number, "col": col, "header": header, "text": text}
    for hidden in document.hidden:
        yield HIDDEN, hidden.model_dump()


def _described(described: Described) -> Rows:
    for assertion in described.assertions:
        yield ASSERTIONS, assertion.model_dump()
    for author in described.authors:
        yield AUTHORS, author.model_dump() | {"affiliations": list(author.affiliations)}


def _chunked(chunked: Chunked) -> Rows:
    for chunk in chunked.chunks:
        yield CHUNKS, chunk.model_dump()


def _cited(cited: Cited) -> Rows:
    for entry in cited.references:
        yield REFERENCES, entry.model_dump(exclude={"boxes"}) | {"authors": list(entry.authors)}
    for marker in cited.markers:
        yield CITATIONS, marker.model_dump() | {"references": list(marker.references)}


def _claims(extracted: ClaimsExtracted) -> Rows:
    for ordinal, claim in enumerate(extracted.claims):
        yield CLAIMS, _claim(claim, f"{extracted.extractor} {extracted.version}")
        for quantity in claim.quantities:
            yield QUANTITIES, quantity.model_dump() | {"claim": ordinal}


def _claim(claim: Claim, extractor: str) -> dict[str, Any]:
    values = claim.model_dump(
        include={"sentence", "start", "end", "polarity", "certainty", "causal", "own", "preliminary"}
    )
    comparison = claim.comparison
    slots = {str(slot.slot) for slot in claim.scope}
    return values | {
        "kind": claim.claim_kind,
        "markers": list(claim.markers),
        "direction": comparison.direction if comparison else None,
        "comparison": _text(comparison.model_dump(mode="json")) if comparison else None,
        "a_key": comparison.a_key if comparison else None,
        "b_key": comparison.b_key if comparison else None,
        "metric_key": comparison.metric_key if comparison else None,
        "scope": _text([slot.model_dump(mode="json") for slot in claim.scope]),
        "missing": list(missing_slots(claim.claim_kind, slots)),
        "extractor": extractor,
    }


def _quality(quality: QualityAssessed) -> Rows:
    values = quality.model_dump()
    yield QUALITY, values | {"reasons": list(quality.reasons), "missing_fields": list(quality.missing_fields)}


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _box(box: Box | None) -> list[int] | None:
    return [box.x0, box.y0, box.x1, box.y1] if box else None


_FOLDS: dict[type[Payload], Callable[[Any], Rows]] = {
    Document: _document, Described: _described, Chunked: _chunked, Cited: _cited, ClaimsExtracted: _claims,
    QualityAssessed: _quality,
}
