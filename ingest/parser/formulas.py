"""Displayed formulas: lines of mathematics set apart from the text, with the number that is printed beside them.

They are taken out of the running text, whose sentences go on around them, and become assets: the label is the number as
printed, the caption the signs of the formula as far as the file gives them in a line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...kb.events.document import Asset
from .lines import Line, Rect, Span
from .spans import joined
from .style import Style, is_code, is_math

_NUMBER = re.compile(r"\((?:[A-Z]{1,2}[.\-]?)?\d{1,3}(?:[.\-]\d{1,3})?[a-z]?['′]?\)")
_LAST_NUMBER = re.compile(rf"(?P<number>{_NUMBER.pattern})$")
_RELATION = re.compile(r"[=≈≃≅≤≥≪≫∝∼≡≔→⇌⟶↔∈∑∏∫√∂∇∞⎧⎨⎩]|(?<!\w)[<>](?!\w)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_FUNCTIONS = frozenset((
    "exp", "log", "sin", "cos", "tan", "max", "min", "arg", "argmax", "argmin", "var", "cov", "lim", "sup", "inf",
    "det", "diag", "rank", "sign", "sgn", "mod", "tanh", "sinh", "cosh", "softmax", "for", "and", "with", "where",
    "otherwise", "const", "pre", "rec", "ref", "obs", "tot", "eff", "pred",
))
_SENTENCE = re.compile(r"[^\W\d_]{3}\.\s")
_SHORT = 14
_INDENT = 1.4
_NEAR = 0.55


@dataclass(frozen=True)
class Formulas:
    """The assets, what is left of the running text, and the lines of it that a formula stands before."""

    assets: tuple[Asset, ...]
    lines: tuple[Line, ...]
    after: frozenset[Line]


@dataclass
class _Cluster:
    lines: list[Line]
    number: str = ""

    @property
    def rect(self) -> Rect:
        """The hull of the lines in points."""
        return (min(line.x0 for line in self.lines), min(line.y0 for line in self.lines),
                max(line.x1 for line in self.lines), max(line.y1 for line in self.lines))


def find_formulas(lines: Sequence[Line], body: Style) -> Formulas:
    """The displayed formulas among the lines of the running text (captions and tables taken out)."""
    edges = _edges(lines, body)
    lines, numbers = _without_stray_numbers(lines, edges)
    clusters = [cluster for place in _places(lines) for cluster in _clusters(place, body, edges)]
    numbers += [(line, line.spans[0]) for line in lines if _NUMBER.fullmatch(line.text)]
    for cluster in clusters:
        _add_stray(cluster, numbers)
    kept = [cluster for cluster in clusters if _is_formula(cluster, body, edges)]
    taken = {line for cluster in kept for line in cluster.lines}
    after = {line for before, line in pairwise(lines) if before in taken and line not in taken}
    return Formulas(tuple(_asset(cluster) for cluster in kept), tuple(line for line in lines if line not in taken),
                    frozenset(after))


def _edges(lines: Iterable[Line], body: Style) -> dict[tuple[int, int], tuple[float, float]]:
    """Left and right edge of the running text of each column on each page, in points."""
    found: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        if abs(line.size - body.size) < 0.6 and len(line.text) > 30:
            found[(line.page, line.column)].append(line)
    edges: dict[tuple[int, int], tuple[float, float]] = {}
    for key, held in found.items():
        lefts, rights = sorted(line.x0 for line in held), sorted(line.x1 for line in held)
        edges[key] = lefts[len(lefts) // 4], rights[int(0.8 * (len(rights) - 1))]
    return edges


def _without_stray_numbers(
    lines: Sequence[Line], edges: dict[tuple[int, int], tuple[float, float]]
) -> tuple[list[Line], list[tuple[Line, Span]]]:
    """The lines without the numbers of formulas in the column to their left, which stand so near that they were taken
    for the first word of the line; and those numbers."""
    out: list[Line] = []
    numbers: list[tuple[Line, Span]] = []
    for line in lines:
        edge = edges.get((line.page, line.column))
        first = line.spans[0]
        if edge and len(line.spans) > 1 and line.x0 < edge[0] - line.size and _NUMBER.fullmatch(first.text.strip()):
            rest = tuple(span for at, span in enumerate(line.spans[1:]) if at or span.text.strip())
            if rest and rest[0].x0 > edge[0] - 0.5 * line.size:
                numbers.append((line, first))
                line = replace(line, spans=rest, text=joined(rest), x0=rest[0].x0)
        out.append(line)
    return out, numbers


def _add_stray(cluster: _Cluster, numbers: Sequence[tuple[Line, Span]]) -> None:
    """Gives a formula the number that stands at its height right of it, taken for a line of another column."""
    _, y0, x1, y1 = cluster.rect
    for line, span in numbers:
        if not cluster.number and line.page == cluster.lines[0].page and span.x0 > x1 \
                and y0 <= (span.y0 + span.y1) / 2 <= y1:
            cluster.number = span.text.strip()
            if _NUMBER.fullmatch(line.text):
                cluster.lines.append(line)


def _places(lines: Iterable[Line]) -> list[list[Line]]:
    found: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        found[(line.page, line.column)].append(line)
    return list(found.values())


def _clusters(
    lines: Sequence[Line], body: Style, edges: dict[tuple[int, int], tuple[float, float]]
) -> list[_Cluster]:
    """Lines of mathematics of one column that touch each other."""
    out: list[_Cluster] = []
    for line in lines:
        number = _printed_number(line, edges)
        if not (_is_mathematical(line, bool(number)) and not line.bold) and not _NUMBER.fullmatch(line.text):
            continue
        rect = out[-1].rect if out else None
        if rect and line.y0 - rect[3] < _NEAR * body.size and rect[1] - line.y1 < _NEAR * body.size \
                and not (number and out[-1].number and line.y0 > rect[3] - 0.3 * body.size):
            out[-1].lines.append(line)
            out[-1].number = out[-1].number or number
        else:
            out.append(_Cluster([line], number))
    return out


def _printed_number(line: Line, edges: dict[tuple[int, int], tuple[float, float]]) -> str:
    """The number at the right edge of the column, set off from what stands before it."""
    found = _LAST_NUMBER.search(line.text)
    if found is None:
        return ""
    if found.start() == 0:
        return found["number"]
    spans = [span for span in line.spans if span.text.strip()]
    last = len(spans) - 1
    while last > 0 and not _NUMBER.fullmatch(joined(spans[last:])):
        last -= 1
    gap = spans[last].x0 - spans[last - 1].x1 if last else 0.0
    edge = edges.get((line.page, line.column))
    at_edge = edge is None or line.x1 > edge[1] - 0.6 * line.size
    return found["number"] if at_edge and gap > 0.9 * line.size else ""


def _is_mathematical(line: Line, numbered: bool) -> bool:
    """Whether a line can be (a piece of) a formula: signs instead of words."""
    if is_code(line):
        return False
    text = line.text
    upright = " ".join(span.text for span in line.spans if not is_math(span.font))
    words = [word for word in _WORD.findall(upright) if word.casefold() not in _FUNCTIONS]
    letters = sum(map(len, words))
    mathematical = sum(len(span.text.strip()) for span in line.spans if is_math(span.font))
    if numbered and _RELATION.search(text):
        return letters < 0.75 * len(text)
    if mathematical > 0.35 * len(text.replace(" ", "")):
        return len(words) <= 2 and letters < 0.4 * len(text)
    return not words and (len(text) <= _SHORT or bool(_RELATION.search(text)))


def _is_formula(
    cluster: _Cluster, body: Style, edges: dict[tuple[int, int], tuple[float, float]]
) -> bool:
    """Whether the lines together are a formula on its own: set in from the left edge, with a relation or a number."""
    text = " ".join(line.text for line in cluster.lines)
    x0, _, x1, _ = cluster.rect
    edge = edges.get((cluster.lines[0].page, cluster.lines[0].column))
    if _NUMBER.fullmatch(text) or not any(char.isalpha() for char in text):
        return False
    relation = bool(_RELATION.search(text))
    set_in = edge is not None and x0 - edge[0] > _INDENT * body.size
    if cluster.number:
        return relation or set_in
    centred = edge is not None and edge[1] - x1 > 2 * body.size
    return relation and set_in and centred and len(text) > 3 and not _SENTENCE.search(text)


def _asset(cluster: _Cluster) -> Asset:
    line = cluster.lines[0]
    text = re.sub(r"\s+", " ", " ".join(part.text for part in cluster.lines)).strip()
    if cluster.number:
        before, _, behind = text.rpartition(cluster.number)
        text = f"{before} {behind}".strip() if cluster.number in text else text
    return Asset(kind="formula", label=cluster.number, caption=re.sub(r"\s+", " ", text), page=line.page,
                 box=line.frame.box(*cluster.rect))
