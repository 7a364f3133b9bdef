"""Running heads, running feet, page numbers and line numbers: what stands on a page but is not its text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from .lines import Frame
from .spans import Fragment, joined

_ZONE = 0.11
_WIDE_ZONE = 0.18
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-–—(\[]?\s*(?:[a-z]{0,2}\d{1,7}|[ivxlc]{1,6})\s*[-–—)\]]?(?:\s*(?:of|/)\s*\d{1,5})?", re.IGNORECASE
)
_LEAST_LINE_NUMBERS = 8


def split_furniture(
    pages: Sequence[Sequence[Fragment]], frames: Sequence[Frame]
) -> tuple[list[list[Fragment]], list[list[Fragment]]]:
    """The fragments of every page without furniture, and the furniture of every page."""
    repeated = _repeated(pages, frames)
    body: list[list[Fragment]] = []
    furniture: list[list[Fragment]] = []
    for fragments, frame in zip(pages, frames, strict=True):
        numbers = _line_numbers(fragments)
        apart = {
            at for at, fragment in enumerate(fragments)
            if at in numbers or (_zone(fragment, frame) and _key(fragment, frame) in repeated)
        }
        apart |= _page_numbers(fragments, frame, apart)
        body.append([f for at, f in enumerate(fragments) if at not in apart])
        furniture.append([f for at, f in enumerate(fragments) if at in apart])
    return body, furniture


def _repeated(pages: Sequence[Sequence[Fragment]], frames: Sequence[Frame]) -> set[tuple[str, str]]:
    """Keys of the margin fragments that come back on other pages (digits aside), at much the same height."""
    heights: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for number, (fragments, frame) in enumerate(zip(pages, frames, strict=True)):
        for fragment in fragments:
            if _zone(fragment, frame):
                heights[_key(fragment, frame)].append((number, fragment[0].y0))
    needed = 2 if len(pages) < 8 else 3
    out = set()
    for key, places in heights.items():
        levels = Counter(round(y / 4) for _, y in places)
        near = max(levels[level - 1] + levels[level] + levels[level + 1] for level in levels)
        if len({number for number, _ in places}) >= needed and near >= needed and len(key[1]) > 0:
            out.add(key)
    return out


def _key(fragment: Fragment, frame: Frame) -> tuple[str, str]:
    where = _zone(fragment, frame)
    return where, _DIGITS.sub("#", joined(fragment)).casefold()


def _zone(fragment: Fragment, frame: Frame, depth: float = _ZONE) -> str:
    """`top`, `bottom` or nothing."""
    y0, y1 = min(s.y0 for s in fragment), max(s.y1 for s in fragment)
    if y1 < depth * frame.height:
        return "top"
    return "bottom" if y0 > (1 - depth) * frame.height else ""


def _page_numbers(fragments: Sequence[Fragment], frame: Frame, apart: set[int]) -> set[int]:
    """Bare numbers that stand above or below all other text, a line's height away from it."""
    rest = [f for at, f in enumerate(fragments) if at not in apart]
    out = set()
    for at, fragment in enumerate(fragments):
        if at in apart or not _zone(fragment, frame, _WIDE_ZONE) or not _PAGE_NUMBER.fullmatch(joined(fragment)):
            continue
        space = 0.0 if _zone(fragment, frame) else fragment[0].size
        y0, y1 = fragment[0].y0, fragment[0].y1
        others = [f for f in rest if f is not fragment]
        if all(f[0].y0 >= y1 + space - 1 for f in others) or all(f[0].y1 <= y0 - space + 1 for f in others):
            out.add(at)
    return out


def _line_numbers(fragments: Sequence[Fragment]) -> set[int]:
    """A column of rising numbers along the left edge of the text, as manuscripts under review have them."""
    stacks: dict[int, list[int]] = defaultdict(list)
    for at, fragment in enumerate(fragments):
        if joined(fragment).isdecimal() and len(joined(fragment)) < 5:
            stacks[round(fragment[-1].x1 / 4)].append(at)
    edge = min((f[0].x0 for f in fragments), default=0.0)
    out: set[int] = set()
    for stack in stacks.values():
        values = [int(joined(fragments[at])) for at in sorted(stack, key=lambda at: fragments[at][0].y0)]
        steps = [b - a for a, b in pairwise(values)]
        rising = sum(0 < step <= 5 for step in steps)
        if len(stack) >= _LEAST_LINE_NUMBERS and rising >= 0.9 * len(steps) \
                and min(fragments[at][0].x0 for at in stack) <= edge + 12:
            out.update(stack)
    return out
