"""Lines joined to running text that still knows where on the page each character stands.

A hyphen at the end of a line goes if the word without it is the likelier one, judged by the words of the document
itself; a real hyphen stays. Superscript spans are kept as offsets, since they may be citation markers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...kb.events.document import Box
from .lines import Line, Span
from .soft_hyphens import breaks_word

_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_TAIL = re.compile(r"([^\W\d_]+(?:[-‐‑][^\W\d_]+)*)[-‐‑\u00ad]$")
_HEAD = re.compile(r"[^\W\d_]+")
_OPEN_URL = re.compile(r"(?:https?:/{0,2}|www\.|doi:\s?10\.|10\.\d{4,9}/)\S*[/._\-=?&%#:~]$", re.IGNORECASE)
_URL_PART = re.compile(r"[a-z0-9%/~?=#_.&-]+", re.IGNORECASE)
# "Nord- und Südseite", "pre- and post-treatment": the hyphen stands for what both words share, and a space follows.
_SUSPENDED = re.compile(r"(?:und|oder|bzw\.?|sowie|bis|and|or|to|et|ou|y|e|и|или)\s")
# "signal-" before "to-noise".
_CHAINED = re.compile(r"(?:to|of|in|and|by|the|or|on|at|for|up|out|off|a|as|per|de|la|à|en)[-‐‑]")
# Chinese and Japanese have no spaces between words; Korean has.
_SIGN = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_LINKED_PREFIXES = frozenset(("non", "self", "cross", "well", "quasi", "semi"))
_LINKING_WORDS = frozenset(("to", "of", "in", "and", "by", "the", "or", "on", "at", "for", "up", "out", "off"))
_GROWN_TOGETHER = frozenset((
    "under", "over", "outer", "back", "fore", "with", "there", "here", "where", "some", "ever", "every", "inter",
    "micro", "macro", "super", "after", "further", "never", "stand", "through", "work", "life", "time", "hand", "head",
    "land", "home", "house", "water", "wave", "sound", "ground", "light", "data", "band", "base",
))
_HYPHENS = "-‐‑\u00ad"


class Vocabulary:
    """How often words stand unbroken in the lines of a document, with and without inner hyphens."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._words: Counter[str] = Counter()
        broken = False
        for line in lines:
            words = _WORD.findall(line.text.replace("‐", "-").replace("‑", "-").casefold())
            if broken:
                words = words[1:]
            broken = line.text.endswith(tuple(_HYPHENS))
            self._words.update(words[:-1] if broken else words)

    def joins(self, before: str, after: str) -> bool:
        """Whether the two parts stand somewhere as one word."""
        return self._words[f"{before.casefold()}{after.casefold()}"] > 0

    def keeps_hyphen(self, before: str, after: str) -> bool:
        """Whether `before-after`, broken at the hyphen, is written with it."""
        first, second = before.casefold().replace("‐", "-").replace("‑", "-"), after.casefold()
        whole, linked = self._words[first + second], self._words[f"{first}-{second}"]
        if whole or linked:
            return linked > whole
        stem = first.rpartition("-")[2]
        if stem in _LINKED_PREFIXES or (stem != first and stem in _LINKING_WORDS):
            return True
        known = min(self._words[stem], self._words[second])
        return len(stem) > 3 and len(second) > 3 and known > 0 and stem not in _GROWN_TOGETHER


@dataclass(frozen=True)
class _Origin:
    """Where characters of a text come from: text offset, and the span with its line."""

    start: int
    end: int
    line: Line
    span: Span
    skipped: int


@dataclass(frozen=True)
class JoinedText:
    """Running text with the origin of its characters."""

    text: str
    origins: tuple[_Origin, ...]

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """One box for each line that the characters stand on, in order."""
        spread: dict[Line, tuple[float, float]] = {}
        for origin in self.origins:
            if origin.end <= start or origin.start >= end:
                continue
            x0, x1 = _extent(origin, max(start, origin.start), min(end, origin.end))
            old = spread.get(origin.line)
            spread[origin.line] = (x0, x1) if old is None else (min(old[0], x0), max(old[1], x1))
        return tuple(line.frame.box(x0, line.y0, x1, line.y1) for line, (x0, x1) in spread.items())

    def superscripts(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """Raised spans between the offsets, as offsets from `start`; touching ones are one."""
        out: list[tuple[int, int]] = []
        for origin in self.origins:
            if not origin.span.superscript or origin.end <= start or origin.start >= end:
                continue
            left, right = max(start, origin.start), min(end, origin.end)
            while left < right and self.text[left].isspace():
                left += 1
            while right > left and self.text[right - 1].isspace():
                right -= 1
            if left == right:
                continue
            if out and out[-1][1] == left - start:
                out[-1] = (out[-1][0], right - start)
            else:
                out.append((left - start, right - start))
        return tuple(out)


def join_lines(lines: Sequence[Line], vocabulary: Vocabulary) -> JoinedText:
    """The lines as one running text."""
    text = ""
    origins: list[_Origin] = []
    for at, line in enumerate(lines):
        if at:
            text, origins = _bridged(text, origins, line.text, vocabulary)
        text, origins = _appended(text, origins, line)
    return JoinedText(text.rstrip(), tuple(origins))


def _bridged(
    text: str, origins: list[_Origin], following: str, vocabulary: Vocabulary
) -> tuple[str, list[_Origin]]:
    """The text ready for the next line: with a space, without one, or without its last hyphen."""
    text = text.rstrip()
    if text.endswith("\u00ad"):
        return _shortened(text, origins) if breaks_word(text[:-1], following) else (f"{text[:-1]}-", origins)
    # A word is shorter than this, and the text may be long.
    tail, head = _TAIL.search(text, max(0, len(text) - 300)), _HEAD.match(following)
    word = text[text.rfind(" ") + 1:]
    if tail and head and following[0].islower() and not _OPEN_URL.search(word):
        if _SUSPENDED.match(following) and not vocabulary.joins(tail.group(1), head.group()):
            return text + " ", origins
        if _CHAINED.match(following) or vocabulary.keeps_hyphen(tail.group(1), head.group()):
            return text, origins
        return _shortened(text, origins)
    if text and text[-1] in "-‐‑–/" and len(text) > 1 and not text[-2].isspace():
        return text, origins
    if _OPEN_URL.search(word) and (part := _URL_PART.match(following)) and not following[0].isupper() \
            and (part.group() != following.split(" ")[0].rstrip(".,;)") or not part.group().isalpha()):
        return text, origins
    if text and following and _SIGN.match(text[-1]) and _SIGN.match(following[0]):
        return text, origins
    return text + " ", origins


def _shortened(text: str, origins: list[_Origin]) -> tuple[str, list[_Origin]]:
    text = text[:-1]
    kept = [origin if origin.end <= len(text) else
            _Origin(origin.start, len(text), origin.line, origin.span, origin.skipped)
            for origin in origins if origin.start < len(text)]
    return text, kept


def _appended(text: str, origins: list[_Origin], line: Line) -> tuple[str, list[_Origin]]:
    last: Span | None = None
    parts = [text]
    length = len(text)
    for span in line.spans:
        piece = re.sub(r"\s+", " ", span.text.replace("\u00ad", "") if not span.text.rstrip().endswith("\u00ad")
                       else span.text)
        space = length == 0 or parts[-1].endswith(" ")
        if space or last is None:
            piece = piece.lstrip()
        elif span.x0 - last.x1 > 0.15 * min(last.size, span.size) and not piece.startswith(" "):
            parts.append(" ")
            length += 1
        if piece:
            parts.append(piece)
            origins.append(_Origin(length, length + len(piece), line, span, len(span.text) - len(span.text.lstrip())))
            length += len(piece)
            last = span
    return "".join(parts), origins


def _extent(origin: _Origin, start: int, end: int) -> tuple[float, float]:
    """The x range of some characters of a span, taking its characters as equally wide."""
    span, total = origin.span, max(1, origin.end - origin.start)
    width = (span.x1 - span.x0) / total
    return span.x0 + (start - origin.start) * width, span.x0 + (end - origin.start) * width
