"""The audit of a build: what a reader would miss, a grade, and the gates below which a build is quarantined.

The rules are those of `docs/quality.md`. Counting lies in `coverage.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..kb.counting import counted
from ..kb.events.build import Chunked, Cited, Described, Grade, QualityAssessed
from ..kb.events.document import Document
from .coverage import Coverage, letters_share, missing_fields, suspicious_characters
from .describe import SAYING

GARBLED_SHARE = 0.05
"""Share of suspicious characters above which the text is garbled. A good PDF has below one in a thousand."""
FAIR_SHARE = 0.005
"""Share of suspicious characters above which the text is at best fair."""
LETTERS_SHARE = 0.4
"""Share of letters below which running text is garbled; prose has 0.75 to 0.85, code and tables about 0.5."""
MIN_SENTENCES = 3
"""Sentences without which an untitled source is nothing to read."""
SENTENCES_PER_PAGE = 0.5
"""Fewer sentences a page than this mean that most of the text was not read. Slides have 2, papers 20 and more."""
UNRESOLVED_SHARE = 0.5
"""Share of citation markers without an entry above which a build is poor; half of it makes it fair."""
CITED_SHARE = 0.5
"""Share of reference entries that markers point to below which a build is fair; where a list was read, it has nine in
ten."""
LOST_TEXT, POOR_TEXT, FAIR_TEXT = 0.25, 0.6, 0.8
"""Shares of the pages' text that was read, below which most of the text is lost, much of it, or some of it."""
LOST_PAGES = 0.2
"""Share of pages that could not be read above which a build is poor."""
ENOUGH_PAGES = 3
"""Pages from which on a paper without any heading, or any list of references, is not read as it is printed."""
MANY_MISSING = 3
"""Missing fields from which on a build is poor."""
MERGED_WARNING = "merged: "
"""Beginning of the warning of a second paper in the file, whose pages were left out on purpose: no text is lost."""
POOR_WARNINGS = ("damaged: ", MERGED_WARNING)
"""Beginnings of what a parser warns of when text of the source may be missing."""
FAIR_WARNINGS = ("garbled: ", "blank: ")
"""Beginnings of what it warns of when characters or pages were lost in places."""


def assess(document: Document, described: Described, cited: Cited, chunked: Chunked) -> QualityAssessed:
    """Counts, grade and gates of one build.

    Entries of bibliographies and records of services have no text but their abstract, so only their missing fields
    count. Reasons name what lowered the grade, the ones that quarantine first.
    """
    counts = _count(document, described, cited, chunked)
    gates, poor, fair = (tuple(find(counts)) for find in (_gates, _poor, _fair))
    grade: Grade = "D" if gates else "C" if poor else "B" if fair else "A"
    coverage = counts.coverage
    return QualityAssessed(
        grade=grade,
        quarantined=bool(gates),
        reasons=(*gates, *poor, *fair),
        missing_fields=counts.missing,
        sentences=len(document.sentences),
        unresolved_markers=counts.unresolved,
        markers=counts.markers,
        suspicious_characters=counts.suspicious,
        hidden_passages=len(document.hidden),
        page_characters=coverage.page,
        read_characters=coverage.read,
        chunked_characters=coverage.chunked,
        sections=counts.sections,
        references=counts.references,
        cited_references=counts.cited,
        language=document.language,
    )


@dataclass(frozen=True)
class _Counts:
    """What the rules look at.

    `bare` is a source that has no text but an abstract, `whole` one all of whose pages were to be read.
    """

    document: Document
    bare: bool
    missing: tuple[str, ...]
    characters: int
    suspicious: int
    markers: int
    unresolved: int
    references: int
    cited: int
    sections: int
    coverage: Coverage
    whole: bool

    def lost(self, least: float, most: float) -> bool:
        """Whether the share of the pages' text that was read lies between these; only where all pages were to be."""
        return self.whole and bool(self.coverage.page) and least <= self.coverage.share < most


def _count(document: Document, described: Described, cited: Cited, chunked: Chunked) -> _Counts:
    bare = SAYING.get(document.parser.name) in ("record", "openalex")
    texts = [document.title, *(sentence.text for sentence in document.sentences)]
    return _Counts(
        document=document,
        bare=bare,
        missing=missing_fields(document, described, cited, bare=bare),
        characters=sum(map(len, texts)),
        suspicious=document.replaced_characters + sum(map(suspicious_characters, texts)),
        markers=len(cited.markers),
        unresolved=sum(1 for marker in cited.markers if not marker.references),
        references=len(cited.references),
        cited=len({entry for marker in cited.markers for entry in marker.references}),
        sections=sum(1 for section in document.sections if section.title.strip()),
        coverage=Coverage.of(document, cited, chunked),
        whole=not any(warning.startswith(MERGED_WARNING) for warning in document.warnings),
    )


def _gates(counts: _Counts) -> Iterator[str]:
    """Reasons to keep the build from retrieval."""
    document, coverage, sentences = counts.document, counts.coverage, len(counts.document.sentences)
    if counts.characters and counts.suspicious > GARBLED_SHARE * counts.characters:
        yield f"garbled text: {counts.suspicious} of {counts.characters} characters are unreadable"
    elif counts.characters > 200 and letters_share(document) < LETTERS_SHARE:
        yield "garbled text: most characters are no letters"
    if "title" in counts.missing and sentences < MIN_SENTENCES:
        yield "no title and almost no text"
    if not counts.bare and document.pages and sentences < SENTENCES_PER_PAGE * document.pages:
        yield f"{sentences} sentences on {document.pages} pages"
    if document.pages and len(document.needs_ocr_pages) == document.pages:
        yield "no page has a text layer"
    if counts.lost(0, LOST_TEXT):
        yield f"most of the text is lost: {coverage}"


def _poor(counts: _Counts) -> Iterator[str]:
    """Reasons for C; what the parser warned of is repeated word for word."""
    document, coverage = counts.document, counts.coverage
    yield from (warning for warning in document.warnings if warning.startswith(POOR_WARNINGS))
    if "title" in counts.missing:
        yield "no title"
    if not counts.bare and len(counts.missing) >= MANY_MISSING:
        yield "most metadata are missing"
    if counts.unresolved > UNRESOLVED_SHARE * counts.markers:
        yield f"{counts.unresolved} of {counts.markers} citation markers have no entry"
    if counts.lost(LOST_TEXT, POOR_TEXT):
        yield f"much of the text is lost: {coverage}"
    if len(document.lost_pages) > LOST_PAGES * document.pages:
        yield f"{len(document.lost_pages)} of {document.pages} pages could not be read"


def _fair(counts: _Counts) -> Iterator[str]:
    """Reasons for B."""
    document, coverage = counts.document, counts.coverage
    yield from (warning for warning in document.warnings if warning.startswith(FAIR_WARNINGS))
    yield from (f"no {field}" for field in counts.missing if field != "title")
    if UNRESOLVED_SHARE / 2 * counts.markers < counts.unresolved <= UNRESOLVED_SHARE * counts.markers:
        yield f"{counts.unresolved} of {counts.markers} citation markers have no entry"
    if counts.cited < CITED_SHARE * counts.references and not counts.bare:
        yield f"only {counts.cited} of {counts.references} references are linked to a place in the text"
    if not counts.bare and document.pages >= ENOUGH_PAGES and not counts.sections:
        yield f"no section on {document.pages} pages"
    if counts.lost(POOR_TEXT, FAIR_TEXT):
        yield f"some of the text is lost: {coverage}"
    if counts.suspicious > FAIR_SHARE * counts.characters:
        yield counted(counts.suspicious, "suspicious character")
    for pages, what in (
        (document.needs_ocr_pages, "have no text layer"), (document.ocr_pages, "were read by character recognition"),
    ):
        if pages:
            yield f"{len(pages)} of {document.pages} pages {what}"
    if 0 < len(document.lost_pages) <= LOST_PAGES * document.pages:
        yield f"{len(document.lost_pages)} of {document.pages} pages could not be read"
    if document.hidden:
        yield counted(len(document.hidden), "hidden passage")
