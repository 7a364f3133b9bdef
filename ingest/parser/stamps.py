"""Stamps: what a site prints onto the pages that it hands out, and what stands across a page as a watermark."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from .lines import Frame, Span
from .spans import Fragment, joined

_STAMP = re.compile(
    r"downloaded (?:from|by|on|via|at)\b|this (?:content|article) (?:was |has been )?(?:downloaded|is protected|down)|"
    r"authorized licensed use|electronic copy available at|(?:all )?use subject to\b|"
    r"(?:for|limited to) personal use only|no other uses without permission|not for (?:distribution|reprint)|"
    r"(?:bio|med|chem|psy)rxiv preprint\b|preprint (?:submitted|not peer)|this preprint (?:has not|research paper)|"
    r"\(?which was not (?:certified|peer)|.{0,60}perpetuity\. it is made available|"
    r"arxiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+/\d{7})|"
    r"author manuscript|(?:nih|hhs)-pa author|provided by\b.{0,60}\bview metadata|view metadata, citation|"
    r"brought to you by\b|published by .{0,40} on \d|open access article\. published on|"
    r"view (?:article|journal) online|(?:accepted|uncorrected|corrected) (?:manuscript|proof)s?$|"
    r"https?://\S+ (?:published|downloaded)|see the terms and conditions|"
    r".{0,80}wiley online library.{0,60}(?:terms|rules)",
    re.IGNORECASE)
_EDGE = 0.2
_ROWS_FROM_EDGE = 5
_LARGE = 1.8
_PALE = 0.6
_AT_ONE_PLACE = 3.0
_LEAST_PAGES = 2


def is_stamp(text: str) -> bool:
    """Whether a line says that it was stamped onto the page."""
    return bool(_STAMP.match(text.strip(" [(*")))


def in_margin(at: int, rows: Sequence[float], baseline: float, frame: Frame) -> bool:
    """Whether the row with that place among the rows of the page stands near the head or foot of it."""
    near = min(at, len(rows) - 1 - at) < _ROWS_FROM_EDGE
    return near and not _EDGE * frame.height < baseline < (1 - _EDGE) * frame.height


def watermarks(pages: Sequence[Sequence[Fragment]], size: float) -> set[tuple[int, int]]:
    """Page and place of the fragments that stand at one place on several pages in large or pale type."""
    places: dict[tuple[str, int], list[tuple[int, int, Span]]] = defaultdict(list)
    for page, fragments in enumerate(pages):
        for at, fragment in enumerate(fragments):
            span = max(fragment, key=lambda s: len(s.text))
            if span.size > _LARGE * size or _luminance(span.color) > _PALE:
                places[(joined(fragment).casefold(), round(span.size))].append((page, at, span))
    out: set[tuple[int, int]] = set()
    for found in places.values():
        for page, at, span in found:
            same = {other for other, _, one in found if abs(one.x0 - span.x0) < _AT_ONE_PLACE
                    and abs(one.baseline - span.baseline) < _AT_ONE_PLACE}
            if len(same) >= max(_LEAST_PAGES, len(pages) // 4):
                out.add((page, at))
    return out


def _luminance(color: int) -> float:
    return (0.299 * ((color >> 16) & 255) + 0.587 * ((color >> 8) & 255) + 0.114 * (color & 255)) / 255
