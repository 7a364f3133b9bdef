"""The citation markers of a document. How it cites is decided once, from its reference list and its text as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...kb.events.document import Document, Marker, ReferenceEntry, Sentence
from .author_year_markers import author_year_markers
from .numeric_markers import key_markers, numbers_of, raised_markers, round_markers, square_markers

_APART = frozenset(("references",))
_LEAST_SHARE_ROUND = 0.3


def find_markers(document: Document, references: Sequence[ReferenceEntry]) -> tuple[Marker, ...]:
    """Markers in the order of the text. A marker that fits no entry has no references.

    Every style is tried on the whole text; the one whose markers reach most of the reference list is the document's.
    """
    if not references:
        return ()
    sentences = (
        [
            (at, sentence)
            for at, sentence in enumerate(document.sentences)
            if document.sections[sentence.section].role not in _APART
        ]
        if document.sections
        else list(enumerate(document.sentences))
    )
    numbers = numbers_of(references)
    styles: tuple[Sequence[Marker], ...] = (
        square_markers(sentences, numbers),
        key_markers(sentences, references),
        author_year_markers(sentences, references),
        raised_markers(sentences, numbers),
        _in_parentheses(sentences, numbers, references),
    )
    return tuple(max(styles, key=reached))


def reached(markers: Iterable[Marker]) -> int:
    """How many entries the markers point to."""
    return len({entry for marker in markers for entry in marker.references})


def _in_parentheses(
    sentences: Sequence[tuple[int, Sentence]], numbers: Mapping[int, int], references: Sequence[ReferenceEntry]
) -> list[Marker]:
    """Numbers in parentheses count only if they reach a good part of the list; list items reach its first few."""
    markers = round_markers(sentences, numbers)
    count = reached(markers)
    if count < max(3, _LEAST_SHARE_ROUND * len(references)):
        return []
    return round_markers(sentences, numbers, trusting=True) if count > 0.5 * len(references) else markers
