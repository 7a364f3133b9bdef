"""Page numbers, running heads and running feet that are left among the lines of a reference list.

Most of them are known by their coming back on other pages; a list that takes one page or two shows them once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ..parser.lines import Line

_NUMBER = re.compile(r"\d{1,5}|[ivxl]{1,6}")
_ENDED = re.compile(r"(?:[.)\]]|\d|/\S+)$")
_APART = 2.5
_NUMBER_APART = 1.3


def without_page_marks(
    lines: Sequence[Line], labelled_starts: Callable[[Sequence[Line]], Mapping[int, str]],
    starts_entry: Callable[[Line, Line | None], bool], pitch: float,
) -> list[Line]:  # fmt: skip
    """The lines without those at the very top or bottom of a page that stand apart from the others there and neither
    begin an entry nor go on with one: a bare number, or text where the entry before has ended."""
    suspects = {line for line, gap in _outermost(lines) if gap > _NUMBER_APART * pitch}
    if not suspects:
        return list(lines)
    labels = labelled_starts(lines)
    gaps = dict(_outermost(lines))
    out: list[Line] = []
    for at, line in enumerate(lines):
        text = line.text.strip()
        number = bool(_NUMBER.fullmatch(text))
        apart = line in suspects and at not in labels and (number or gaps[line] > _APART * pitch)
        ended = number or not out or bool(_ENDED.search(out[-1].text.rstrip()))
        if not (apart and ended and (number or bool(labels) or not starts_entry(line, None))):
            out.append(line)
    return out


def _outermost(lines: Sequence[Line]) -> list[tuple[Line, float]]:
    """The line above and the line below all others of each page, if it stands alone at its height, with its distance
    from the next."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    out = []
    for page in pages.values():
        by_height = sorted(page, key=lambda line: line.baseline)
        if len(by_height) > 2:
            out.append((by_height[0], by_height[1].baseline - by_height[0].baseline))
            out.append((by_height[-1], by_height[-1].baseline - by_height[-2].baseline))
    return out
