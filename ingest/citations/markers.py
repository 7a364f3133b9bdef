"""The citation markers of a document. How it cites is decided once, from its reference list and its text as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ...kb.events.document import Document, Marker, ReferenceEntry, Sentence
from .author_year_markers import author_year_markers
from .author_year_signs import sign_markers
from .numeric_markers import key_markers, number_of, numbers_of, raised_markers, round_markers, square_markers

_APART = frozenset(("references",))
_LEAST_SHARE_ROUND = 0.3
# One sign for one, so that the places of markers stay.
_WIDE = str.maketrans("（）［］〔〕【】，；：、～〜－", "()[][][],;:,---") | {0xFF10 + n: str(n) for n in range(10)}


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
    sentences = [(at, _half_width(sentence)) for at, sentence in sentences]
    lists = _by_list(sentences, references)
    named = author_year_markers(sentences, references)
    styles: tuple[Sequence[Marker], ...] = (
        [marker for part, numbers in lists for marker in square_markers(part, numbers)],
        key_markers(sentences, references),
        [*named, *sign_markers(sentences, references, beside=named)],
        [marker for part, numbers in lists for marker in raised_markers(part, numbers)],
        [marker for part, numbers in lists for marker in _in_parentheses(part, numbers)],
    )
    return tuple(max(styles, key=reached))


def _half_width(sentence: Sentence) -> Sentence:
    """A sentence with the brackets, digits and commas of Chinese and Japanese type as others write them."""
    text = sentence.text.translate(_WIDE)
    return sentence if text == sentence.text else sentence.model_copy(update={"text": text})


def reached(markers: Iterable[Marker]) -> int:
    """How many entries the markers point to."""
    return len({entry for marker in markers for entry in marker.references})


def _by_list(
    sentences: Sequence[tuple[int, Sentence]], references: Sequence[ReferenceEntry]
) -> list[tuple[list[tuple[int, Sentence]], dict[int, int]]]:
    """The sentences with the numbers that they cite by. Where each chapter has a list of its own, whose numbers begin
    again at one, they are those of the next list that ends on the page of the sentence or behind it."""
    starts = [0, *(at for at, entry in enumerate(references) if at and number_of(entry) == 1), len(references)]
    if len(starts) == 2:
        return [(list(sentences), numbers_of(references))]
    parts: list[tuple[list[tuple[int, Sentence]], dict[int, int]]] = []
    ends: list[int] = []
    for first, behind in pairwise(starts):
        numbers = {number: first + at for number, at in numbers_of(references[first:behind]).items()}
        parts.append(([], numbers))
        ends.append(max((box.page for entry in references[first:behind] for box in entry.boxes), default=0))
    for at, sentence in sentences:
        page = sentence.boxes[0].page if sentence.boxes else 0
        place = next((place for place, end in enumerate(ends) if page <= end), len(ends) - 1)
        parts[place][0].append((at, sentence))
    return parts


def _in_parentheses(sentences: Sequence[tuple[int, Sentence]], numbers: Mapping[int, int]) -> list[Marker]:
    """Numbers in parentheses count only if they reach a good part of the list; list items reach its first few."""
    markers = round_markers(sentences, numbers)
    count = reached(markers)
    if count < max(3, _LEAST_SHARE_ROUND * len(numbers)):
        return []
    return round_markers(sentences, numbers, trusting=True) if count > 0.5 * len(numbers) else markers
