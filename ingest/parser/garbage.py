"""Text that is not what the page shows: fonts whose letters stand for others, and the lines and pages set in them.

A page is judged as a whole, a font over all pages, so that a broken font is found beside sound ones. A page with a good
part of its letters in such fonts means nothing; on other pages only the lines in them go.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .language import is_garbage
from .letter_pairs import are_unlikely, words_of
from .lines import Line, Page
from .style import is_typewriter

_WORD = re.compile(r"[^\W\d_]{2,}")
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
_FONT_PAIRS = 120
_FONT = 4.0
_GOOD_PART = 0.15
_UNSPOKEN = 0.4
_LEAST_WORDS = 50
_MANY_UNMAPPED = 0.25
_MOSTLY_UNMAPPED = 1.0  # the labels of a figure may be unmapped on a page whose caption is sound


@dataclass(frozen=True)
class Garbage:
    """What of some pages means nothing."""

    pages: Sequence[Page]

    @cached_property
    def is_everywhere(self) -> bool:
        """Whether the text of all pages together means nothing."""
        return _is_garbled(self.pages, _MANY_UNMAPPED)

    @cached_property
    def fonts(self) -> frozenset[str]:
        """The fonts whose letters stand for others."""
        words: dict[str, Counter[str]] = defaultdict(Counter)
        for page in self.pages:
            texts: dict[str, list[str]] = defaultdict(list)
            for line in page.lines:
                for span in line.spans:
                    texts[span.font].append(span.text)
            for font, parts in texts.items():
                words[font] += words_of(" ".join(parts))
        return frozenset(font for font, own in words.items()
                         if not is_typewriter(font) and are_unlikely(own, _FONT_PAIRS, _FONT))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the pages whose text means nothing."""
        return tuple(page.number for page in self.pages
                     if _is_garbled([page], _MOSTLY_UNMAPPED) or self._share(page) > _GOOD_PART)

    def without(self, pages: Sequence[Page]) -> list[Page]:
        """Some of the pages without lines that mean nothing."""
        return [replace(page, lines=tuple(line for line in page.lines if not self._holds(line)))
                if page.number not in self.numbers else replace(page, lines=()) for page in pages]

    def warnings(self, pages: Sequence[Page]) -> list[str]:
        """What is missing from these pages, and why."""
        whole = [page.number for page in pages if page.number in self.numbers]
        partly = [page.number for page in pages
                  if page.number not in self.numbers and any(map(self._holds, page.lines))]
        out = []
        if whole:
            out.append(f"garbled: the text of page {', '.join(map(str, whole))} means nothing and is left out")
        if partly:
            out.append(f"garbled: lines of page {', '.join(map(str, partly))} in a font whose letters stand for others "
                       "mean nothing and are left out")
        return out

    def _share(self, page: Page) -> float:
        return _letters(page.lines, self.fonts) / (_letters(page.lines) or 1) if self.fonts else 0.0

    def _holds(self, line: Line) -> bool:
        return bool(self.fonts) and _letters([line], self.fonts) > _letters([line]) / 2


def _letters(lines: Sequence[Line], fonts: frozenset[str] | None = None) -> int:
    """How many letters stand in the lines, or in some fonts there."""
    return sum(len(span.text.strip()) for line in lines for span in line.spans if fonts is None or span.font in fonts)


def _is_garbled(pages: Sequence[Page], most_unmapped: float) -> bool:
    """A text layer whose characters mean nothing: no mapping to Unicode, or a wrong one."""
    text = " ".join(line.text for page in pages for line in page.lines)
    if sum(page.unmapped for page in pages) > most_unmapped * len(text):
        return True
    latin = Counter(word for word in _WORD.findall(text) if word.isascii() and len(word) > 3)
    odd = {word: count for word, count in latin.items() if not _VOWEL.search(word)}
    unspoken = sum(odd.values()) > _UNSPOKEN * latin.total() and len(odd) > _UNSPOKEN * len(latin)
    return (latin.total() > _LEAST_WORDS and unspoken) or is_garbage(text)
