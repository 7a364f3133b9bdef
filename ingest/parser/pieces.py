"""Pieces: what is printed in one go on a line, with its rectangle, before columns and lines are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .lines import Rect
from .spans import Fragment, joined

_SAME_ROW = 0.5
_LABEL = re.compile(r"[\[(]?\d{1,3}[.)\]]{1,2}")
_LABEL_GAP = 3.0
_ITEM_WIDTH = 6.0
_INITIAL = 2.0
_ONE_LINE = 0.65


@dataclass(frozen=True, eq=False)
class Piece:
    """A fragment with its rectangle."""

    spans: Fragment
    x0: float
    y0: float
    x1: float
    y1: float
    size: float

    @property
    def width(self) -> float:
        """In points."""
        return self.x1 - self.x0

    def overprints(self, other: Piece) -> bool:
        """Whether it stands so near the baseline of another piece that both cannot be read there. Boxes of glyphs say
        less: those of some fonts are as high as several lines."""
        return abs(self.spans[0].baseline - other.spans[0].baseline) < _ONE_LINE * min(self.size, other.size)


def pieces_of(fragments: Sequence[Fragment]) -> list[Piece]:
    """The fragments of a page as pieces; labels of list items and large initials are joined to what they belong to."""
    return _with_drop_caps(_with_labels([piece_of(fragment) for fragment in fragments]))


def piece_of(fragment: Fragment) -> Piece:
    """One fragment as a piece. Raised numbers and a large initial do not count for its height and size."""
    x0, x1 = min(s.x0 for s in fragment), max(s.x1 for s in fragment)
    main = [s for s in fragment if not s.superscript and s.text.strip()] or list(fragment)
    if len(main) > 1 and len(main[0].text.strip()) == 1 and main[0].size > _INITIAL * main[1].size:
        main = main[1:]
    return Piece(fragment, x0, min(s.y0 for s in main), x1, max(s.y1 for s in main), max(s.size for s in main))


def hull_of(pieces: Sequence[Piece]) -> Rect:
    """The smallest rectangle around some pieces; there must be at least one."""
    return (min(p.x0 for p in pieces), min(p.y0 for p in pieces), max(p.x1 for p in pieces),
            max(p.y1 for p in pieces))


def same_row(piece: Piece, other: Piece) -> bool:
    """Whether two pieces share more than half of the height of the lower one."""
    shared = min(piece.y1, other.y1) - max(piece.y0, other.y0)
    return shared > _SAME_ROW * min(piece.y1 - piece.y0, other.y1 - other.y0)


def _with_labels(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with the labels of list items joined to their items: a column of labels makes no gutter."""
    joined_to: dict[Piece, Piece] = {}
    for label in pieces:
        if not _LABEL.fullmatch(joined(label.spans)):
            continue
        beside = [p for p in pieces if 0 < p.x0 - label.x1 < _LABEL_GAP * label.size and same_row(label, p)]
        item = min(beside, key=lambda p: p.x0, default=None)
        if item is not None and item.width > _ITEM_WIDTH * label.size and item not in joined_to:
            joined_to[item] = label
    labels = set(joined_to.values())
    return [piece_of((*joined_to[piece].spans, *piece.spans)) if piece in joined_to else piece
            for piece in pieces if piece not in labels]


def _with_drop_caps(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with a large initial joined to the first of the lines beside it."""
    out = list(pieces)
    for initial in pieces:
        text = joined(initial.spans)
        if len(text) != 1 or not text.isupper():
            continue
        beside = [p for p in out if p is not initial and -1 < p.x0 - initial.x1 < p.size
                  and _INITIAL * p.size < initial.size and initial.y0 - p.size < p.y0 < initial.y1]
        if len(beside) < 2:
            continue
        first = min(beside, key=lambda p: p.y0)
        letter = replace(initial.spans[0], text=text, x1=first.x0, y0=first.y0, y1=first.y1, size=first.size,
                         baseline=first.spans[0].baseline)
        out[out.index(first)] = piece_of((letter, *first.spans))
        out.remove(initial)
    return out
