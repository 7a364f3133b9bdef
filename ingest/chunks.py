"""Chunks, the pieces that retrieval works on. They follow sections, and no sentence is cut."""

from __future__ import annotations

from itertools import groupby

from ..kb.events.build import Chunk, Chunked
from ..kb.events.document import Document, Role

UNCHUNKED: frozenset[Role] = frozenset({"references", "acknowledgements", "declarations"})
"""Roles of sections that no one searches for evidence."""
WHOLE_ABSTRACT_WORDS = 300
"""An abstract of up to so many words is one chunk."""
TINY = 1 / 3
"""A piece below this share of the target joins its shorter neighbour."""


def chunk(document: Document, *, target_words: int = 180) -> Chunked:
    """Chunks of about `target_words` words in reading order; each lies in one section, in its text or in its footnotes.

    A section is divided into as many equal parts as its length asks for, so that no short tail is left over.
    """
    if target_words < 1:
        raise ValueError("target_words must be positive")
    chunks: list[Chunk] = []
    sentences = document.sentences
    for (section, _), group in groupby(range(len(sentences)), key=lambda i: (sentences[i].section, sentences[i].note)):
        ordinals = list(group)
        role = document.sections[section].role if section < len(document.sections) else "other"
        if role in UNCHUNKED:
            continue
        words = [len(sentences[i].text.split()) for i in ordinals]
        limit = max(target_words, WHOLE_ABSTRACT_WORDS) if role == "abstract" else target_words
        paragraphs = [sentences[i].paragraph for i in ordinals]
        pieces = _pieces(words, paragraphs, target_words, limit)
        for first, last in _without_tiny(pieces, words, TINY * target_words):
            chunks.append(Chunk(section=section, first=ordinals[first], last=ordinals[last]))
    return Chunked(chunks=tuple(chunks))


def _pieces(words: list[int], paragraphs: list[int], target: int, limit: int) -> list[tuple[int, int]]:
    """Index ranges, inclusive, of pieces of nearly equal length; a paragraph's end is preferred as the border."""
    total = sum(words)
    count = 1 if total <= limit else max(1, round(total / target))
    pieces: list[tuple[int, int]] = []
    first = 0
    done = 0
    for number in range(count, 0, -1):
        if first >= len(words):
            break
        if number == 1:
            pieces.append((first, len(words) - 1))
            break
        last = _border(words, paragraphs, first, (total - done) / number)
        pieces.append((first, last))
        done += sum(words[first : last + 1])
        first = last + 1
    return pieces


def _without_tiny(pieces: list[tuple[int, int]], words: list[int], least: float) -> list[tuple[int, int]]:
    """Joins pieces of fewer than `least` words to a neighbour, as a sentence longer than the target leaves them."""
    sizes = [sum(words[first : last + 1]) for first, last in pieces]
    while len(pieces) > 1 and min(sizes) < least:
        tiny = sizes.index(min(sizes))
        left = tiny - 1 if tiny and (tiny + 1 == len(pieces) or sizes[tiny - 1] <= sizes[tiny + 1]) else tiny
        pieces = [*pieces[:left], (pieces[left][0], pieces[left + 1][1]), *pieces[left + 2 :]]
        sizes = [*sizes[:left], sizes[left] + sizes[left + 1], *sizes[left + 2 :]]
    return pieces


def _border(words: list[int], paragraphs: list[int], first: int, share: float) -> int:
    """Last sentence of a piece of about `share` words that begins at `first`."""
    best, best_cost = first, float("inf")
    length = 0
    for i in range(first, len(words)):
        length += words[i]
        ends_paragraph = i + 1 == len(words) or paragraphs[i + 1] != paragraphs[i]
        cost = abs(length - share) / share - (0.2 if ends_paragraph else 0.0)
        if cost < best_cost:
            best, best_cost = i, cost
        if length > 1.5 * share:
            break
    return best
