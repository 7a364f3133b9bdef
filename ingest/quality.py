"""The audit of a build: what a reader would miss, a grade, and the gates below which a build is quarantined."""

from __future__ import annotations

import unicodedata

from ..kb.events.build import Cited, Described, Grade, QualityAssessed
from ..kb.events.document import Document
from .describe import RECORD_PARSERS

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
POOR_WARNINGS = ("damaged: ", "merged: ")
"""Beginnings of what a parser warns of when text of the source may be missing."""
FAIR_WARNINGS = ("garbled: ", "blank: ")
"""Beginnings of what it warns of when characters or pages were lost in places."""

_EXPECTED_CONTROLS = "\t\n\r\u00ad\u200b\u200c\u200d\u2060\ufeff"


def assess(document: Document, described: Described, cited: Cited) -> QualityAssessed:
    """Counts, grade and gates of one build.

    A bibliography record has no text but its abstract, so only its missing fields count; without an abstract it is
    fair. Reasons name what lowered the grade, the ones that quarantine first.
    """
    record = document.parser.name in RECORD_PARSERS
    missing = _missing_fields(document, described)
    unresolved = sum(1 for marker in cited.markers if not marker.references)
    characters = sum(len(sentence.text) for sentence in document.sentences) + len(document.title)
    suspicious = document.replaced_characters + sum(map(_suspicious, (s.text for s in document.sentences)))
    suspicious += _suspicious(document.title)
    gates = _gates(document, missing, suspicious, characters, record)
    poor, fair = _faults(document, missing, suspicious, characters, unresolved, len(cited.markers), record)
    grade: Grade = "D" if gates else "C" if poor else "B" if fair else "A"
    return QualityAssessed(
        grade=grade,
        quarantined=bool(gates),
        reasons=(*gates, *poor, *fair),
        missing_fields=missing,
        sentences=len(document.sentences),
        unresolved_markers=unresolved,
        markers=len(cited.markers),
        suspicious_characters=suspicious,
        hidden_passages=len(document.hidden),
    )


def _missing_fields(document: Document, described: Described) -> tuple[str, ...]:
    stated = {assertion.field for assertion in described.assertions if assertion.source != "info"}
    missing = [field for field in ("title", "year") if field not in stated]
    if not any(author.name.strip() for author in described.authors):
        missing.append("authors")
    abstracts = {i for i, section in enumerate(document.sections) if section.role == "abstract"}
    if not any(sentence.section in abstracts for sentence in document.sentences):
        missing.append("abstract")
    return tuple(missing)


def _suspicious(text: str) -> int:
    """Replacement, private-use, unassigned and control characters that no plain text holds."""
    if text.isascii() and text.isprintable():
        return 0
    return sum(
        1
        for char in text
        if char == "\ufffd" or (unicodedata.category(char) in ("Co", "Cc", "Cn") and char not in _EXPECTED_CONTROLS)
    )


def _gates(
    document: Document, missing: tuple[str, ...], suspicious: int, characters: int, record: bool
) -> tuple[str, ...]:
    """Reasons to keep the build from retrieval."""
    gates = []
    if characters and suspicious > GARBLED_SHARE * characters:
        gates.append(f"garbled text: {suspicious} of {characters} characters are unreadable")
    elif characters > 200 and _letters_share(document) < LETTERS_SHARE:
        gates.append("garbled text: most characters are no letters")
    if "title" in missing and len(document.sentences) < MIN_SENTENCES:
        gates.append("no title and almost no text")
    if not record and document.pages and len(document.sentences) < SENTENCES_PER_PAGE * document.pages:
        gates.append(f"{len(document.sentences)} sentences on {document.pages} pages")
    if document.pages and len(document.needs_ocr_pages) == document.pages:
        gates.append("no page has a text layer")
    return tuple(gates)


def _faults(
    document: Document,
    missing: tuple[str, ...],
    suspicious: int,
    characters: int,
    unresolved: int,
    markers: int,
    record: bool,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Reasons for `poor` and for `fair`; what the parser warned of is repeated word for word."""
    poor = [warning for warning in document.warnings if warning.startswith(POOR_WARNINGS)]
    fair = [warning for warning in document.warnings if warning.startswith(FAIR_WARNINGS)]
    if "title" in missing:
        poor.append("no title")
    fair += [f"no {field}" for field in missing if field != "title"]
    if not record and len(missing) >= 3:
        poor.append("most metadata are missing")
    if markers and unresolved > UNRESOLVED_SHARE * markers:
        poor.append(f"{unresolved} of {markers} citation markers have no entry")
    elif markers and unresolved > UNRESOLVED_SHARE / 2 * markers:
        fair.append(f"{unresolved} of {markers} citation markers have no entry")
    if suspicious > FAIR_SHARE * characters:
        fair.append(f"{suspicious} suspicious characters")
    if document.needs_ocr_pages:
        fair.append(f"{len(document.needs_ocr_pages)} of {document.pages} pages have no text layer")
    if document.hidden:
        fair.append(f"{len(document.hidden)} hidden passages")
    return tuple(poor), tuple(fair)


def _letters_share(document: Document) -> float:
    visible = letters = 0
    for sentence in document.sentences:
        for char in sentence.text:
            if not char.isspace():
                visible += 1
                letters += char.isalpha()
    return letters / visible if visible else 1.0
