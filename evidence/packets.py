"""Evidence packets: the only thing a claim may rest on.

The content part of a literature packet (claim, strength, risks, what agrees and disagrees) is settled; here it is put
together with quote, place, provenance, owner, and with what audits made of it. Packets are compiled work by work, so a
library of any size needs the memory of one work.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict

from ..kb.errors import UnknownId
from ..kb.events.activity import ManuscriptAudited
from .texts import SourceSentence, SourceTable, read_text

if TYPE_CHECKING:
    from ..kb.library import Library
    from ..kb.view import View

Strength = Literal["unverified", "indirect", "pilot", "protocol-valid", "replicated", "contradictory"]
_PACKETS = """
SELECT p.*, c.sentence, c.start, c."end", c.kind, c.scope, c.comparison, c.certainty, c.causal, c.polarity, c.own,
       c.extractor, c.ordinal AS claim_ordinal, c.build AS claim_build
FROM packets p LEFT JOIN claims c ON c.id = p.claim
WHERE p.work = ? ORDER BY p.id
"""
_QUANTITIES = """
SELECT claim, start, "end", value, unit, kind, comparator, role FROM quantities WHERE build = ? ORDER BY ordinal
"""
_SECTION_OF_KIND = {
    "result": "results",
    "comparison": "results",
    "method": "methods",
    "background": "related-work",
    "limitation": "limitations",
    "future-work": "future-work",
    "hypothesis": "limitations",
}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Provenance(_Part):
    """Where a packet comes from. `checksum` is the SHA-256 of the source, `version` its pipeline digest.

    `boxes` are page, x0, y0, x1, y1 in 1/100 pt; `path` is an element path where the source has no pages.
    """

    route: str
    build: str
    version: str
    time: str
    checksum: str
    command: str
    file: str
    row: str
    page: int | None
    boxes: tuple[int, ...] = ()
    path: str | None = None


class Candidate(_Part):
    """What a writer may say: the quote, its kind and force, and the scope that a sentence must keep.

    `row` is the id of the claim, or of the asset.
    """

    row: str
    quote: str
    kind: str
    certainty: str
    causal: str
    polarity: str
    scope: dict[str, str]
    comparison_target: str | None
    section_target: str
    expected_asset: str | None


class Value(_Part):
    """One typed quantity of the claim; `value` is a decimal string."""

    text: str
    value: str
    unit: str | None
    kind: str
    comparator: str
    role: str | None


class Content(_Part):
    """The payload: the sentences around the claim, its quantities, or the cells of a table."""

    context: str
    values: tuple[Value, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()


class Citation(_Part):
    """The citation that a sentence resting on the packet must carry."""

    authors: tuple[str, ...]
    year: str | None
    title: str
    venue: str | None
    doi: str | None
    arxiv: str | None


class Result(_Part):
    """What one audit made of a sentence that rests on the packet."""

    audit: str
    sentence: str
    disposition: str
    code: str | None


class Packet(_Part):
    """The tuple of packet id, source, artifact, provenance, reliability, claim, payload, strength, required citation,
    figure or table, validator results, disposition and owner, with risk labels beside it.
    """

    id: str
    source: str
    artifact: str
    provenance: Provenance
    reliability: str
    claim: Candidate
    payload: Content
    strength: Strength
    citation: Citation
    asset: str | None
    validators: tuple[Result, ...]
    disposition: str | None
    owner: str
    risks: tuple[str, ...]
    supporting: tuple[str, ...]
    contradicting: tuple[str, ...]


def compile_packets(
    library: Library,
    view: View,
    *,
    works: Sequence[str] | None = None,
    strength: str | None = None,
    artifact: str | None = None,
) -> Iterator[Packet]:
    """Packets of the works (all works without), by work and id, lazily."""
    results = _results(library, view.position)
    if works is None:
        works = [str(row["work"]) for row in view.rows("SELECT DISTINCT work FROM packets ORDER BY work")]
    for work in works:
        for packet in _of_work(library, view, work, results):
            if strength in (None, packet.strength) and artifact in (None, packet.artifact):
                yield packet


def find_packet(library: Library, view: View, packet: str) -> Packet:
    """One packet by its id. Raises `UnknownId`."""
    rows = view.rows("SELECT work FROM packets WHERE id = ?", [packet])
    for row in rows:
        for found in compile_packets(library, view, works=[str(row["work"])]):
            if found.id == packet:
                return found
    raise UnknownId(f"there is no packet {packet}", remedy="list them with: claimledger packets")


def _results(library: Library, position: int) -> Mapping[str, list[Result]]:
    results: dict[str, list[Result]] = defaultdict(list)
    for event in library.ledger.read(until=position, kinds={ManuscriptAudited.kind}):
        payload = event.payload() if event.content is not None else None
        if not isinstance(payload, ManuscriptAudited):
            continue
        for sentence in payload.sentences:
            for packet in sentence.packets:
                results[packet].append(
                    Result(
                        audit=payload.audit,
                        sentence=sentence.sentence,
                        disposition=sentence.disposition,
                        code=sentence.code,
                    )
                )
    return results


def _of_work(library: Library, view: View, work: str, results: Mapping[str, list[Result]]) -> Iterator[Packet]:
    rows = view.rows(_PACKETS, [work])
    paper = view.rows("SELECT * FROM papers WHERE id = ?", [work])
    text = read_text(view, work)
    if not rows or not paper or text is None:
        return
    source = view.rows("SELECT * FROM sources WHERE build = ? ORDER BY position LIMIT 1", [text.build])[0]
    quantities: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for quantity in view.rows(_QUANTITIES, [text.build]):
        quantities[quantity["claim"]].append(quantity)
    authors = view.rows("SELECT name FROM authors WHERE build = ? ORDER BY ordinal", [paper[0]["authors_build"]])
    citation = _citation(paper[0], [str(row["name"]) for row in authors])
    tables = {table.id: table for table in text.tables}
    sentences = {sentence.ordinal: sentence for sentence in text.sentences}
    intact = library.blobs.has(str(source["blob"]))
    for row in rows:
        if row["claim"] and row["claim_build"] == text.build and row["sentence"] in sentences:
            sentence = sentences[row["sentence"]]
            candidate = _candidate(row, sentence, sentences)
            content = _claim_content(row, sentence, sentences, quantities)
            place = _provenance(row, source, sentence.id, sentence.page, sentence.boxes, sentence.path)
        elif row["asset"] and row["asset"] in tables:
            table = tables[row["asset"]]
            candidate, content = _table_parts(table)
            place = _provenance(row, source, table.id, table.page)
        else:
            continue
        owner = library.settings.library.owner
        # An export has no sources and may lack text; it says what was settled where they are.
        sound = library.imported or (owner and intact and candidate.quote)
        seen = tuple(results.get(row["id"], ()))
        yield Packet(
            id=row["id"],
            source=work,
            artifact=row["artifact"],
            provenance=place,
            reliability=paper[0]["reliability"],
            claim=candidate,
            payload=content,
            strength=row["strength"] if sound else "unverified",
            citation=citation,
            asset=row["asset"],
            validators=seen,
            disposition=seen[-1].disposition if seen else None,
            owner=owner,
            risks=tuple(row["risks"] or ()),
            supporting=tuple(row["supporting"] or ()),
            contradicting=tuple(row["contradicting"] or ()),
        )


def _candidate(row: Mapping[str, Any], sentence: SourceSentence, sentences: Mapping[int, SourceSentence]) -> Candidate:
    comparison = json.loads(row["comparison"]) if row["comparison"] else None
    target = sentence.text[slice(*comparison["b"])] if comparison and comparison.get("b") else None
    return Candidate(
        row=row["claim"],
        quote=sentence.text[row["start"] : row["end"]],
        kind=row["kind"],
        certainty=row["certainty"],
        causal=row["causal"],
        polarity=row["polarity"],
        scope=scope_texts(row["scope"], sentences),
        comparison_target=target,
        section_target=_SECTION_OF_KIND.get(row["kind"], "related-work"),
        expected_asset=None,
    )


def scope_texts(scope: str | None, sentences: Mapping[int, SourceSentence]) -> dict[str, str]:
    """The scope slots of a claim (canon-1 text of the row) as words of the source, by slot."""
    slots: dict[str, str] = {}
    for slot in json.loads(scope) if scope else ():
        source = sentences.get(slot["sentence"])
        if source is not None:
            slots.setdefault(slot["slot"], source.text[slot["start"] : slot["end"]])
    return slots


def _claim_content(
    row: Mapping[str, Any],
    sentence: SourceSentence,
    sentences: Mapping[int, SourceSentence],
    quantities: Mapping[int, list[dict[str, Any]]],
) -> Content:
    around = [sentences[at] for at in range(sentence.ordinal - 1, sentence.ordinal + 2) if at in sentences]
    values = tuple(
        Value(
            text=sentence.text[quantity["start"] : quantity["end"]],
            **{name: quantity[name] for name in ("value", "unit", "kind", "comparator", "role")},
        )
        for quantity in quantities.get(row["claim_ordinal"], ())
    )
    return Content(
        context=" ".join(part.text for part in around if part.paragraph == sentence.paragraph), values=values
    )


def _table_parts(table: SourceTable) -> tuple[Candidate, Content]:
    title = f"{table.label}. {table.caption}".strip(". ")
    candidate = Candidate(
        row=table.id,
        quote=title,
        kind="result",
        certainty="reported",
        causal="none",
        polarity="positive",
        scope={},
        comparison_target=None,
        section_target="results",
        expected_asset=table.label or None,
    )
    return candidate, Content(context=table.notes, cells=table.rows)


def _provenance(
    row: Mapping[str, Any],
    source: Mapping[str, Any],
    place: str,
    page: int | None,
    boxes: tuple[int, ...] = (),
    path: str | None = None,
) -> Provenance:
    return Provenance(
        route=f"{source['source_kind']} > {row['extractor'] or 'tables'}",
        build=source["build"],
        version=source["pipeline"],
        time=source["time"],
        checksum=source["blob"],
        command="claimledger ingest",
        file=source["name"],
        row=place,
        page=page,
        boxes=boxes,
        path=path,
    )


def _citation(paper: Mapping[str, Any], authors: Sequence[str]) -> Citation:
    return Citation(
        authors=tuple(authors),
        year=paper["year"],
        title=paper["title"] or "",
        venue=paper["venue"],
        doi=paper["doi"],
        arxiv=paper["arxiv"],
    )
