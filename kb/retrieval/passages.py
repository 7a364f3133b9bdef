"""From ranked chunks to what is shown: the quoted sentence with its place, the paper, and the source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..index.fusion import Scored
from .evidence import EvidenceHit, Source

if TYPE_CHECKING:
    from ..index.ranking import Ranking
    from ..view import View

SENTENCES = """
SELECT c.id AS chunk, s.text, s.page, s.boxes, s.path, s.ocr, t.title AS section
FROM chunks c JOIN sentences s ON s.build = c.build AND s.ordinal BETWEEN c.first AND c.last
LEFT JOIN sections t ON t.build = c.build AND t.ordinal = c.section
WHERE c.id IN (SELECT unnest(?::VARCHAR[])) ORDER BY c.id, s.ordinal
"""
PAPERS = """
SELECT id, title, year, doi, licence, reliability, flags FROM papers WHERE id IN (SELECT unnest(?::VARCHAR[]))
"""
SOURCES = """
SELECT s.build, s.blob, coalesce(i.value, s.name) AS id, l.value AS licence, w.part,
       s.build IN (SELECT build FROM hidden_text) AS hiding
FROM sources s LEFT JOIN (
    SELECT build, first(value ORDER BY ordinal) AS value FROM assertions WHERE field = 'source-id' GROUP BY build
) i ON i.build = s.build LEFT JOIN (
    SELECT build, first(value ORDER BY ordinal) AS value FROM assertions
    WHERE field = 'licence' AND source <> 'info' GROUP BY build
) l ON l.build = s.build LEFT JOIN work_builds w ON w.build = s.build
WHERE s.build IN (SELECT unnest(?::VARCHAR[]))
"""
SOURCES_OF_WORKS = """
SELECT DISTINCT w.work, coalesce(i.value, s.name) AS id
FROM work_builds w JOIN visible_builds v ON v.build = w.build JOIN sources s ON s.build = w.build
LEFT JOIN assertions i ON i.build = w.build AND i.field = 'source-id'
WHERE w.work IN (SELECT unnest(?::VARCHAR[])) AND s.source_kind <> 'openalex' ORDER BY w.work, id
"""
"""What a service says of a work is no source of its passages."""
_UNREMARKABLE = {None, "peer-reviewed", "unknown"}
_TOLD_FLAGS = ("doi-disagrees", "merged-file")
"""Flags of a work that a reader of its passages must know of."""


@dataclass(frozen=True)
class _Quote:
    text: str
    start: int
    page: int | None
    boxes: tuple[tuple[int, ...], ...] | None
    path: str | None


class Passages:
    """Looks up everything that the hits of some questions need, at once."""

    def __init__(self, view: View, ranking: Ranking, library: str, hits: Iterable[Scored], *, quoted: bool) -> None:
        found = list(hits)
        self._ranking = ranking
        self._library = library
        works, builds = sorted({hit.work for hit in found}), sorted({hit.build for hit in found})
        self._papers = {row["id"]: row for row in view.rows(PAPERS, [works])} if works else {}
        self._sources = {row["build"]: row for row in view.rows(SOURCES, [builds])} if builds else {}
        self._sentences: dict[str, list[dict[str, Any]]] = {}
        if quoted and found:
            rows = view.rows(SENTENCES, [sorted({hit.chunk for hit in found})])
            self._sentences = {chunk: list(group) for chunk, group in groupby(rows, key=lambda row: str(row["chunk"]))}

    def hit(self, question: str, rank: int, scored: Scored) -> EvidenceHit:
        """One ranked chunk as it is shown."""
        paper, source = self._papers[scored.work], self._sources[scored.build]
        sentences = self._sentences.get(scored.chunk, [])
        quote = self._quote(question, sentences) if sentences else None
        labels = _labels(paper, source, ocr=any(sentence["ocr"] for sentence in sentences))
        return EvidenceHit(
            rank=rank,
            score=scored.score,
            scores={"fts": scored.fts, "bm25": round(scored.bm25, 6), "dense": _rounded(scored.dense)},
            paper=scored.work,
            title=paper["title"],
            year=_year(paper["year"]),
            chunk=scored.chunk,
            section=(sentences[0]["section"] or None) if sentences else None,
            page=quote.page if quote else None,
            bbox=quote.boxes if quote else None,
            path=quote.path if quote else None,
            quote=quote.text if quote else None,
            offsets=(quote.start, quote.start + len(quote.text)) if quote else None,
            build=scored.build,
            library=self._library,
            # A preprint has another licence than the publisher's version of it, and the quote is under its own.
            source=Source(source["id"], source["blob"], paper["doi"], source["licence"] or paper["licence"], labels),
        )

    def _quote(self, question: str, sentences: Sequence[dict[str, Any]]) -> _Quote:
        """The sentence with the best BM25 for the question; the first of equals. A chunk joins sentences by a space."""
        texts = [str(sentence["text"]) for sentence in sentences]
        scores = self._ranking.passage_scores(question, texts)
        best = scores.index(max(scores))
        start = sum(len(text) + 1 for text in texts[:best])
        page = sentences[best]["page"]
        return _Quote(texts[best], start, page, _boxes(sentences[best]["boxes"], page), sentences[best]["path"])


def source_ids(view: View, works: Iterable[str]) -> dict[str, list[str]]:
    """Every source id of each work as of the view, sorted: the ids of its records and the names of its files."""
    found: dict[str, list[str]] = {}
    for row in view.rows(SOURCES_OF_WORKS, [sorted(set(works))]):
        found.setdefault(str(row["work"]), []).append(str(row["id"]))
    return found


def _labels(paper: dict[str, Any], source: dict[str, Any], *, ocr: bool) -> tuple[str, ...]:
    """What a reader must know of a hit."""
    labels = [] if paper["reliability"] in _UNREMARKABLE else [str(paper["reliability"])]
    if source["part"] == "supplement":
        labels.append("supplement")
    if ocr:
        labels.append("ocr")
    if source["hiding"]:
        labels.append("hidden-text")
    return (*labels, *(flag for flag in _TOLD_FLAGS if flag in paper["flags"]))


def _boxes(flat: Sequence[int] | None, page: int | None) -> tuple[tuple[int, ...], ...] | None:
    """Boxes on the page where the sentence starts, from rows of page, x0, y0, x1, y1."""
    if page is None or not flat:
        return None
    boxes = [tuple(flat[at : at + 5]) for at in range(0, len(flat), 5)]
    return tuple(box[1:] for box in boxes if box[0] == page)


def _year(printed: str | None) -> int | None:
    return int(printed) if printed is not None and printed.isdigit() else None


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 6)
