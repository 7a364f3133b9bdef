"""From a PyMuPDF page to spans grouped into fragments: pieces of printed lines, before columns are known.

Ligatures are resolved and control characters dropped here. Text that runs in another direction than most of the page
comes back apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .glyphs import RADICALS, accents_apart, joined_accents, with_graves
from .lines import Frame, Span, share

Fragment = tuple[Span, ...]

_LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "ft",
              "\ufb06": "st", "\uf001": "fi", "\uf002": "fl",
              "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u200a": " ", "\u202f": " ",
              "\u2007": " ", "\u2008": " ", "\u2004": " ", "\u2005": " ", "\u2006": " ", "\u3000": " ", "\t": " ",
              "\u200b": "", "\u200c": "", "\u200d": "", "\u2060": "", "\ufeff": "", "\u2028": " ", "\u2029": " "}
_TRANSLATE = str.maketrans(_LIGATURES | RADICALS)
_CONTROL = re.compile(r"[\x01-\x08\x0b-\x1f\x7f\x80-\x9f]")
_UNMAPPED = re.compile(r"[\x01-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_PIECES = re.compile(r"CMEX|MTEX|MathExt|LMMathExtension", re.IGNORECASE)  # parts of large brackets and roots
_BOLD_NAME = re.compile(r"bold|black|heavy|demi|[-,.](?:b|bd|bi|bdit|blk)$|cmbx|sfbx", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"ital|obli|[-.,](?:i|it|bi|bdit)$|cmti|sfti", re.IGNORECASE)
_PAINTED = 16 | 32 | 64  # filled, stroked, or used as a clipping path
_RAISED = 0.12
_SMALLER = 0.88
_ADJACENT = 0.9
_SAME_ROW = 0.5
_ASLANT = 0.2  # sine of the angle: scans may lie 10 degrees askew


@dataclass(frozen=True)
class RawSpan:
    """A span as PyMuPDF gives it with what only the check for hidden text needs."""

    span: Span
    painted: bool
    alpha: int
    origin: tuple[float, float]


@dataclass(frozen=True)
class PageText:
    """The raw text of a page in its upright frame: `rows` run in the main direction, `sideways` do not, `oblique` is
    aslant, as watermarks are; `unmapped` counts characters that stand for no letter (no mapping to Unicode, or a
    private one)."""

    frame: Frame
    rows: tuple[tuple[RawSpan, ...], ...]
    sideways: tuple[tuple[RawSpan, ...], ...]
    oblique: tuple[tuple[RawSpan, ...], ...]
    unmapped: int


def page_text(page: Any, content: dict[str, Any]) -> PageText:
    """Spans of `page.get_text("dict")` in the frame in which most characters run from left to right."""
    raw = [line for block in content["blocks"] for line in block.get("lines", ())]
    turns: Counter[int] = Counter()
    for line in raw:
        if not _is_aslant(line["dir"]):
            turns[_turn(line["dir"])] += sum(len(span["text"]) for span in line["spans"])
    turn = min(turns, key=lambda t: (-turns[t], t)) if turns else 0
    rotation = page.rotation // 90
    width, height = page.rect.width, page.rect.height
    if (rotation + turn) % 2:
        width, height = height, width
    frame = Frame(page.number + 1, width, height, turn, (turn + rotation) % 4)
    apart, touching = accents_apart(span["text"] for line in raw for span in line["spans"])
    rows: list[tuple[RawSpan, ...]] = []
    sideways: list[tuple[RawSpan, ...]] = []
    oblique: list[tuple[RawSpan, ...]] = []
    for line in raw:
        spans = tuple(_span(span, frame, apart, touching) for span in line["spans"] if span["text"])
        if spans:
            home = oblique if _is_aslant(line["dir"]) else rows if _turn(line["dir"]) == turn else sideways
            home.append(spans)
    unmapped = sum(len(_UNMAPPED.findall(span["text"])) for line in raw for span in line["spans"]
                   if not _PIECES.search(span["font"]))
    return PageText(frame, tuple(rows), tuple(sideways), tuple(oblique), unmapped)


def fragments(rows: Iterable[Sequence[Span]]) -> list[Fragment]:
    """Rows of spans, joined where they lie side by side on one baseline with less than a word's distance."""
    out: list[list[Span]] = []
    for row in rows:
        spans = [span for span in row if span.text]
        if not any(span.text.strip() for span in spans):
            continue
        if out and _continues(out[-1], spans):
            out[-1].extend(spans)
        else:
            out.append(list(spans))
    return [raised(spans) for spans in out]


def raised(spans: Sequence[Span]) -> Fragment:
    """The spans from left to right, with `superscript` set from size and baseline against the main text of the row."""
    size = _row_size(spans)
    main = [span for span in spans if span.size >= _SMALLER * size and span.text.strip()] or list(spans)
    baseline = max(main, key=lambda span: len(span.text)).baseline
    return tuple(_with_raised(span, span.size < _SMALLER * size and baseline - span.baseline > _RAISED * size)
                 for span in spans)


def _with_raised(span: Span, is_raised: bool) -> Span:
    return span if span.superscript == is_raised else replace(span, superscript=is_raised)


def _row_size(spans: Sequence[Span]) -> float:
    """The size of most letters; digits count little, since a small letter may carry many raised numbers."""
    if len({span.size for span in spans}) == 1:
        return spans[0].size
    weights: dict[float, float] = {}
    for span in spans:
        letters = sum(char.isalpha() for char in span.text)
        weights[span.size] = weights.get(span.size, 0.0) + letters + 0.1 * (len(span.text.strip()) - letters)
    return max(weights, key=lambda size: (weights[size], size))


def joined(spans: Sequence[Span]) -> str:
    """The text of a row: a space where the gap between two spans is a word's distance."""
    parts: list[str] = []
    last: Span | None = None
    for span in spans:
        if last is not None and span.x0 - last.x1 > 0.15 * min(last.size, span.size) and parts \
                and not parts[-1].endswith(" ") and not span.text.startswith(" "):
            parts.append(" ")
        parts.append(span.text)
        last = span
    return re.sub(r"\s+", " ", "".join(parts)).strip()


def mostly_bold(spans: Sequence[Span]) -> bool:
    """Whether most characters are bold."""
    return share(spans, "bold") > 0.6


def _continues(before: Sequence[Span], spans: Sequence[Span]) -> bool:
    a0, a1 = min(s.y0 for s in before), max(s.y1 for s in before)
    b0, b1 = min(s.y0 for s in spans), max(s.y1 for s in spans)
    overlap = min(a1, b1) - max(a0, b0)
    gap = spans[0].x0 - before[-1].x1
    size = max(before[-1].size, spans[0].size)
    return overlap > _SAME_ROW * min(a1 - a0, b1 - b0) and -0.5 * size < gap < _ADJACENT * size


@lru_cache(maxsize=1024)
def _weight_and_slope(font: str) -> tuple[bool, bool]:
    """Whether a font's name says that it is bold, and that it is italic."""
    return bool(_BOLD_NAME.search(font)), bool(_ITALIC_NAME.search(font))


def _is_aslant(direction: tuple[float, float]) -> bool:
    return min(abs(direction[0]), abs(direction[1])) > _ASLANT


def _turn(direction: tuple[float, float]) -> int:
    x, y = direction
    if abs(x) >= abs(y):
        return 0 if x >= 0 else 2
    return 1 if y > 0 else 3


def _span(raw: dict[str, Any], frame: Frame, apart: bool, touching: bool) -> RawSpan:
    x0, y0, x1, y1 = raw["bbox"]
    ox, oy = raw["origin"]
    baseline = oy
    if frame.turn:
        x0, y0, x1, y1 = frame.from_pdf(raw["bbox"])
        baseline = frame.from_pdf((ox, oy, ox, oy))[1]
    text = raw["text"]
    if not text.isascii() or not text.isprintable():
        text = joined_accents(_CONTROL.sub("", text.translate(_TRANSLATE)), spaced=not touching)
    if apart and "`" in text:
        text = with_graves(text)
    flags, char_flags, font = raw["flags"], raw["char_flags"], raw["font"]
    bold, italic = _weight_and_slope(font)
    span = Span(text, x0, y0, x1, y1, raw["size"], font, bool(flags & 16) or bold, bool(flags & 2) or italic,
                bool(flags & 1), raw["color"], baseline)
    return RawSpan(span, bool(char_flags & _PAINTED), raw["alpha"], (ox, oy))
