"""A snapshot as RDF: what each build says in a graph of its own, what settling says in the snapshot's.

    default graph          the snapshot, builds, their sources and pipelines, in PROV-O
    <base><build id>       claims with their places (Web Annotation), tables and figures, references, authors
    <base><snapshot id>    works, packets, support and contradiction, citations between works

A source is named by its SHA-256 (RFC 6920), everything else by base and id; parts of a thing by `/` and a word. Times
and positions are not in it: the same sources give the same statements.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ...kb.errors import UsageError
from ...kb.exported.layout import ExportedState
from ...kb.view import View
from .licences import open_licence
from .nquads import iri, literal, typed
from .vocabulary import BIBO, BIRO, CITO, CL, DCAT, DCTERMS, DOCO, FABIO, FOAF, MP, OA, PRISM, PROV, RDF, RDFS, A

BASE = "urn:claimledger:"
PDF_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3778"
_AT_ONCE = 1000

Row = dict[str, Any]
Lines = Iterator[str]

_BUILDS = """
SELECT s.build, any_value(s.blob) AS blob, any_value(s.pipeline) AS pipeline, any_value(r.source_kind) AS source_kind,
       any_value(r.size) AS size
FROM sealed s LEFT JOIN sources r ON r.build = s.build WHERE s.build IN (SELECT build FROM visible_builds)
GROUP BY s.build ORDER BY s.build
"""
_CLAIMS = """
SELECT c.*, s.page, s.boxes, s.path, substr(s.text, c.start + 1, c."end" - c.start) AS quote
FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence
WHERE c.build IN (SELECT unnest(?::VARCHAR[])) ORDER BY c.build, c.ordinal
"""
_ASSETS = "SELECT * FROM assets WHERE build IN (SELECT unnest(?::VARCHAR[])) ORDER BY build, ordinal"
_AUTHORS = """
SELECT u.*, p.id AS work FROM papers p JOIN authors u ON u.build = p.authors_build
WHERE u.build IN (SELECT unnest(?::VARCHAR[])) ORDER BY u.build, u.ordinal
"""
_REFERENCES = """
SELECT e.*, r.work AS cited, w.work AS citing FROM resolutions r JOIN reference_entries e ON e.id = r.reference
LEFT JOIN work_builds w ON w.build = e.build WHERE e.build IN (SELECT unnest(?::VARCHAR[]))
"""


class SnapshotGraph:
    """The statements of one view, as N-Quads lines in no order.

    `base` starts the IRIs of everything that has an id; `without_text` are builds whose text is left out.
    """

    def __init__(self, view: View, without_text: Collection[str], base: str) -> None:
        if not base.endswith((":", "/", "#", "=")) or ":" not in base or iri(base) != f"<{base}>":
            raise UsageError(f"{base!r} cannot begin an IRI", remedy="give one like https://example.org/kb/")
        self._view = view
        self._silent = frozenset(without_text)
        self._base = base
        self._here = ""

    def lines(self, state: ExportedState) -> Lines:
        """All statements about the view, which shows this state."""
        self._here = self._node(state.snapshot)
        builds = self._view.rows(_BUILDS)
        kinds = {row["build"]: row for row in builds}
        yield from self._snapshot_lines(state)
        for row in builds:
            yield from self._build(row)
        names = list(kinds)
        for start in range(0, len(names), _AT_ONCE):
            part = [names[start:start + _AT_ONCE]]
            for claim in self._view.rows(_CLAIMS, part):
                yield from self._claim(claim, kinds[claim["build"]]["blob"])
            for asset in self._view.rows(_ASSETS, part):
                yield from self._asset(asset)
            for author in self._view.rows(_AUTHORS, part):
                yield from self._author(author)
            for reference in self._view.rows(_REFERENCES, part):
                yield from self._reference(reference)
        for paper in self._rows("papers"):
            yield from self._work(paper)
        yield from self._settled()

    def _node(self, name: str, part: str = "") -> str:
        return iri(f"{self._base}{name}" + (f"/{part}" if part else ""))

    def _snapshot_lines(self, state: ExportedState) -> Lines:
        yield from _about(self._here, None, [
            (A, PROV("Entity")), (A, PROV("Collection")), (A, CL("Snapshot")),
            (DCTERMS("identifier"), literal(state.snapshot)), (CL("root"), literal(state.root)),
            (CL("schemaVersion"), literal(state.schema_version)), (CL("settleVersion"), literal(state.settle_version)),
        ])
        for pipeline in state.pipelines:
            yield from _about(self._node(f"pipeline-{pipeline}"), None, [
                (A, PROV("Agent")), (A, PROV("SoftwareAgent")), (DCTERMS("identifier"), literal(pipeline)),
            ])

    def _build(self, row: Row) -> Lines:
        build, source, run = self._node(row["build"]), source_iri(row["blob"]), self._node(row["build"], "run")
        pipeline = self._node(f"pipeline-{row['pipeline']}")
        yield from _about(build, None, [
            (A, PROV("Entity")), (A, CL("Build")), (DCTERMS("identifier"), literal(row["build"])),
            (PROV("wasDerivedFrom"), source), (PROV("wasGeneratedBy"), run), (PROV("wasAttributedTo"), pipeline),
        ])
        yield from _about(run, None, [
            (A, PROV("Activity")), (PROV("used"), source), (PROV("wasAssociatedWith"), pipeline),
        ])
        yield from _about(source, None, [
            (A, PROV("Entity")), (CL("sha256"), literal(row["blob"])), (CL("sourceKind"), _text(row["source_kind"])),
            (DCAT("byteSize"), _number(row["size"])),
        ])

    def _claim(self, row: Row, blob: str) -> Lines:
        claim, build = self._node(row["id"]), self._node(row["build"])
        quote = None if row["build"] in self._silent else _text(row["quote"])
        yield from _about(claim, build, [
            (A, MP("Claim")), (A, OA("Annotation")), (A, PROV("Entity")), (DCTERMS("isPartOf"), build),
            (PROV("wasDerivedFrom"), build), (OA("motivatedBy"), OA("identifying")),
            (CL("kind"), literal(row["kind"])), (CL("polarity"), literal(row["polarity"])),
            (CL("certainty"), literal(row["certainty"])), (CL("causal"), literal(row["causal"])),
            (CL("own"), literal(bool(row["own"]))), (CL("preliminary"), literal(bool(row["preliminary"]))),
            (CL("extractor"), _text(row["extractor"])), (MP("statement"), quote),
            *((CL("missingSlot"), literal(slot)) for slot in row["missing"] or ()),
        ])
        yield from self._place(row, claim, build, blob, quote)

    def _place(self, row: Row, claim: str, build: str, blob: str, quote: str | None) -> Lines:
        target, page = self._node(row["id"], "target"), self._node(row["id"], "page")
        words, where = self._node(row["id"], "quote"), _fragment(row)
        yield from _about(claim, build, [(OA("hasTarget"), target)])
        yield from _about(target, build, [
            (A, OA("SpecificResource")), (OA("hasSource"), source_iri(blob)), (CL("path"), _text(row["path"])),
            (OA("hasSelector"), page if where else None), (OA("hasSelector"), words if quote else None),
        ])
        if where:
            yield from _about(page, build, [
                (A, OA("FragmentSelector")), (DCTERMS("conformsTo"), iri(PDF_FRAGMENTS)),
                (RDF("value"), literal(where)),
            ])
        if quote:
            yield from _about(words, build, [(A, OA("TextQuoteSelector")), (OA("exact"), quote)])

    def _asset(self, row: Row) -> Lines:
        caption = None if row["build"] in self._silent else _text(row["caption"])
        yield from _about(self._node(row["id"]), self._node(row["build"]), [
            (A, DOCO(row["kind"].capitalize())), (A, PROV("Entity")), (DCTERMS("isPartOf"), self._node(row["build"])),
            (RDFS("label"), _text(row["label"])), (DCTERMS("description"), caption), (CL("page"), _number(row["page"])),
        ])

    def _author(self, row: Row) -> Lines:
        author, build = self._node(row["id"]), self._node(row["build"])
        orcid = f"https://orcid.org/{row['orcid'].rpartition('/')[2]}" if row["orcid"] else None
        yield from _about(author, build, [
            (A, FOAF("Agent")), (FOAF("name"), _text(row["name"])), (FOAF("givenName"), _text(row["given"])),
            (FOAF("familyName"), _text(row["family"])), (CL("place"), literal(row["ordinal"] + 1)),
            (RDFS("seeAlso"), iri(orcid) if orcid else None),
        ])
        yield from _about(self._node(row["work"]), self._here, [(DCTERMS("creator"), author)])

    def _reference(self, row: Row) -> Lines:
        reference, build = self._node(row["id"]), self._node(row["build"])
        raw = None if row["build"] in self._silent else _text(row["raw"])
        yield from _about(reference, build, [
            (A, BIRO("BibliographicReference")), (DCTERMS("isPartOf"), build), (RDFS("label"), raw),
            (DCTERMS("title"), _text(row["title"])), (BIBO("doi"), _text(row["doi"])),
            (DCTERMS("issued"), _year(row["year"])),
        ])
        yield from _about(reference, self._here, [(BIRO("references"), self._node(row["cited"]))])
        if row["citing"] and row["citing"] != row["cited"]:
            yield from _about(self._node(row["citing"]), self._here, [(CITO("cites"), self._node(row["cited"]))])

    def _work(self, row: Row) -> Lines:
        work = self._node(row["id"])
        licence = open_licence(row["licence"] or "")
        doi = row["doi"]
        yield from _about(self._here, None, [(PROV("hadMember"), work)])
        yield from _about(work, self._here, [
            (A, FABIO("ScholarlyWork")), (A, PROV("Entity")), (DCTERMS("identifier"), literal(row["id"])),
            (DCTERMS("title"), _text(row["title"])), (DCTERMS("issued"), _year(row["year"])),
            (PRISM("publicationName"), _text(row["venue"])), (BIBO("doi"), _text(doi)),
            (BIBO("pmid"), _text(row["pmid"])), (CL("arxiv"), _text(row["arxiv"])),
            (RDFS("seeAlso"), iri(f"https://doi.org/{doi}") if doi else None),
            (DCTERMS("license"), iri(licence.url) if licence and licence.url else None),
            (DCTERMS("rights"), _text(row["licence"])), (CL("reliability"), literal(row["reliability"])),
            *((CL("flag"), literal(flag)) for flag in row["flags"] or ()),
        ])

    def _settled(self) -> Lines:
        for part in self._rows("work_builds"):
            work, build = self._node(part["work"]), self._node(part["build"])
            yield from _about(work, self._here, [
                (CL("build"), build), (CL("activeBuild"), build if part["active"] else None),
                (PROV("wasDerivedFrom"), build),
            ])
        for pair in self._rows("support"):
            relation = MP("supports") if pair["agrees"] else MP("challenges")
            yield from _about(self._node(pair["claim"]), self._here, [(relation, self._node(pair["other"]))])
        for pair in self._rows("near_duplicates"):
            yield from _about(self._node(pair["work_a"]), self._here, [(CL("looksLike"), self._node(pair["work_b"]))])
        for packet in self._rows("packets"):
            yield from self._packet(packet)

    def _rows(self, table: str) -> Iterator[Row]:
        """All rows of a table; few of them are Python objects at a time."""
        for batch in self._view.arrow(f"SELECT * FROM {table}").to_batches(max_chunksize=_AT_ONCE):
            yield from batch.to_pylist()

    def _packet(self, row: Row) -> Lines:
        yield from _about(self._node(row["id"]), self._here, [
            (A, CL("Packet")), (A, PROV("Entity")), (DCTERMS("identifier"), literal(row["id"])),
            (PROV("wasDerivedFrom"), self._node(row["claim"] or row["asset"])),
            (DCTERMS("source"), self._node(row["work"])), (CL("artifact"), literal(row["artifact"])),
            (CL("strength"), literal(row["strength"])),
            *((CL("risk"), literal(risk)) for risk in row["risks"] or ()),
            *((CL("supportedBy"), self._node(claim)) for claim in row["supporting"] or ()),
            *((CL("contradictedBy"), self._node(claim)) for claim in row["contradicting"] or ()),
        ])


def source_iri(blob: str) -> str:
    """The name of bytes by their SHA-256, as RFC 6920 has it."""
    digest = base64.urlsafe_b64encode(bytes.fromhex(blob)).decode("ascii").rstrip("=")
    return iri(f"ni:///sha-256;{digest}")


def _about(subject: str, graph: str | None, statements: Sequence[tuple[str, str | None]]) -> Lines:
    end = f" {graph} .\n" if graph else " .\n"
    for predicate, value in statements:
        if value is not None:
            yield f"{subject} {predicate} {value}{end}"


def _fragment(row: Row) -> str | None:
    """Page and rectangle in points (RFC 3778); None for a source without pages."""
    if row["page"] is None:
        return None
    boxes = row["boxes"] or []
    if len(boxes) < 5:
        return f"page={row['page']}"
    x0, y0, x1, y1 = boxes[1:5]
    return f"page={row['page']}&viewrect={','.join(_points(n) for n in (x0, y0, x1 - x0, y1 - y0))}"


def _points(hundredths: int) -> str:
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def _text(value: str | None) -> str | None:
    return literal(value) if value else None


def _number(value: int | None) -> str | None:
    return None if value is None else literal(value)


def _year(value: str | int | None) -> str | None:
    text = str(value or "")
    return typed(text, "gYear") if len(text) == 4 and text.isascii() and text.isdigit() else None


