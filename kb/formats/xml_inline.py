"""Running text out of elements: white space as a reader sees it, and the spans that are raised or are links."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

_CLOSES = re.compile(r"[,.)\]](?!\w)")


@dataclass(frozen=True)
class Link:
    """A span of the text that points to elements by their ids."""

    start: int
    end: int
    targets: tuple[str, ...]


@dataclass
class Inline:
    """Text that grows piece by piece; runs of white space become one space, and none stands at the beginning."""

    superscripts: list[tuple[int, int]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _spaced: bool = True
    _gap: bool = False

    @property
    def text(self) -> str:
        """What was added so far, without the space at its end."""
        return "".join(self._parts).rstrip()

    def add(self, text: str | None) -> None:
        """Adds text."""
        if not text:
            return
        piece = " ".join(text.split())
        gap, self._gap = self._gap and piece != "", self._gap and piece == ""
        if not piece:
            if not self._spaced:
                self._parts.append(" ")
                self._length += 1
                self._spaced = True
            return
        # White space that only lays out the file: "( <i>word</i> )".
        if (gap or text[0].isspace()) and not self._spaced and not _CLOSES.match(piece):
            piece = f" {piece}"
        opened = piece[-1] in "([" and text[-1].isspace()
        if text[-1].isspace() and not opened:
            piece += " "
        self._parts.append(piece)
        self._length += len(piece)
        self._spaced = opened or piece[-1] == " "

    def gap(self) -> None:
        """Something stood here that is no text: what follows is apart, unless it closes what was before."""
        self._gap = True

    def here(self) -> int:
        """The offset at which the next text will stand."""
        return self._length

    def raise_from(self, start: int) -> None:
        """Marks what was added since `start` as printed raised."""
        span = self._trimmed(start)
        if span:
            self.superscripts.append(span)

    def link_from(self, start: int, targets: Iterable[str]) -> None:
        """Makes what was added since `start` a link; without text, it belongs to the link right before it."""
        wanted = tuple(targets)
        span = self._trimmed(start)
        if span:
            self.links.append(Link(*span, wanted))
        elif self.links and start - self.links[-1].end <= 2:
            last = self.links[-1]
            self.links[-1] = Link(last.start, last.end, (*last.targets, *wanted))

    def join(self, other: Inline) -> None:
        """Adds what another holds, after a space."""
        self.add(" ")
        shift = self._length
        self._parts += other._parts
        self._length += other._length
        self._spaced = other._spaced
        self.superscripts += [(a + shift, b + shift) for a, b in other.superscripts]
        self.links += [Link(link.start + shift, link.end + shift, link.targets) for link in other.links]

    def _trimmed(self, start: int) -> tuple[int, int] | None:
        added: list[str] = []
        length = self._length
        # From the end, since a long paragraph may hold thousands of links.
        for part in reversed(self._parts):
            if length <= start:
                break
            added.append(part)
            length -= len(part)
        text = "".join(reversed(added))[max(0, start - length):]
        left = start + len(text) - len(text.lstrip())
        right = start + len(text.rstrip())
        return (left, right) if left < right else None


def plain(node: Element | None, without: frozenset[str] = frozenset()) -> str:
    """All text in an element as one line; elements named in `without` are passed over."""
    if node is None:
        return ""
    parts: list[str] = []
    _collect(node, without, parts)
    return " ".join("".join(parts).split())


def _collect(node: Element, without: frozenset[str], parts: list[str]) -> None:
    parts.append(node.text or "")
    for child in node:
        if child.tag == "break" or child.tag == "lb":
            parts.append(" ")
        elif child.tag not in without:
            _collect(child, without, parts)
        parts.append(child.tail or "")


def listed(node: Element, without: frozenset[str] = frozenset()) -> str:
    """As `plain`, for elements that stand side by side with nothing between them: a comma then divides them."""
    parts: list[str] = []
    _list(node, without, parts)
    return " ".join(", ".join(part for part in map(_bare, "".join(parts).split("\x1f")) if part).split())


def _list(node: Element, without: frozenset[str], parts: list[str]) -> None:
    parts.append(node.text or "")
    for child in node:
        if child.tag not in without:
            _list(child, without, parts)
        tail = child.tail or ""
        parts.append(tail if tail.strip() else "\x1f" if child.tag not in _STYLES else tail)


def _bare(text: str) -> str:
    return text.strip().strip(",;").strip()


_STYLES = frozenset({"italic", "bold", "sup", "sub", "sc", "hi", "emph", "xref", "label", "roman", "underline"})
