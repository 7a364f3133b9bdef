"""A page that was read by optical character recognition, as a page of text that every other module can look at.

The picture is replaced by a page that holds the text alone, each word where it was seen, so that columns, headings,
tables and captions are found as on any page. A line's size is told by its width, which is measured better than its
height, and held against the width of the running text; a line with strokes much thicker than most is bold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median
from typing import Any

from .library import pymupdf
from .ocr import SeenLine, SeenPage

_LINE_HEIGHT = 1.12
"""Height of a recognised box by the size of the type, in the middle of many lines."""
_DESCENT = 0.22
_TIGHT, _LOOSE = 0.93, 1.15
"""A justified line may be a little tighter than most, and much looser."""
_SPREAD = 0.14
_SHORT = 8
_BOLD = 1.25
_LONG = 30
_USUAL = 10.0
_NEIGHBOUR = 3.0


@dataclass(frozen=True)
class Typography:
    """What the recognised pages of one file have in common: the type of the running text."""

    pages: Sequence[SeenPage]
    fonts: _Fonts = field(default_factory=lambda: _Fonts())

    @cached_property
    def body(self) -> float:
        """Size of the running text in points."""
        heights = [line.rect[3] - line.rect[1] for line in self._long]
        return round(median(heights) / _LINE_HEIGHT, 1) if heights else _USUAL

    def is_bold(self, line: SeenLine) -> bool:
        """Whether the strokes are much thicker for their height than those of most lines."""
        return self._stroke > 0 and _thickness(line) > _BOLD * self._stroke

    def size(self, line: SeenLine) -> float:
        """Size in points: that of the running text or of another group if it is near, else rounded to half points."""
        ratio = self._ratios.get(line, 1.0)
        if _TIGHT < ratio < _LOOSE or len(line.text) < 3:
            return self.body
        near = min(self._others, key=lambda other: abs(other - ratio), default=ratio)
        return max(2.5, round(2 * (near if abs(near - ratio) < _SPREAD * ratio else ratio) * self.body) / 2)

    @cached_property
    def _others(self) -> list[float]:
        """Sizes by that of the running text that lines have beside it, each in the middle of those near it."""
        ratios = sorted(ratio for line, ratio in self._ratios.items() if len(line.text) > _SHORT)
        groups: list[list[float]] = []
        for ratio in ratios:
            if _TIGHT < ratio < _LOOSE:
                continue
            if groups and ratio < groups[-1][0] * (1 + _SPREAD):
                groups[-1].append(ratio)
            else:
                groups.append([ratio])
        return [median(group) for group in groups]

    @cached_property
    def _ratios(self) -> dict[SeenLine, float]:
        """Sizes by that of the running text. A line takes the middle of those above and below it that begin where it
        does, since words of justified lines are spread."""
        out: dict[SeenLine, float] = {}
        for page in self.pages:
            own = {line: self._wide(line) / self._usual_width if self._usual_width else 1.0 for line in page.lines}
            for line in page.lines:
                near = [own[other] for other in page.lines if self._is_beside(line, other)]
                out[line] = median([own[line], *near]) if len(line.text) > _SHORT else own[line]
        return out

    def _is_beside(self, line: SeenLine, other: SeenLine) -> bool:
        height = line.rect[3] - line.rect[1]
        return (
            other is not line and len(other.text) > _LONG and abs(other.rect[0] - line.rect[0]) < height / 2
            and abs(other.rect[1] - line.rect[1]) < 3 * height and self.is_bold(line) == self.is_bold(other)
            and 0.75 < (other.rect[3] - other.rect[1]) / height < 1.33
        )

    @cached_property
    def _long(self) -> list[SeenLine]:
        return [line for page in self.pages for line in page.lines if len(line.text) > _LONG]

    @cached_property
    def _stroke(self) -> float:
        return median(map(_thickness, self._long)) if len(self._long) >= 5 else 0.0

    @cached_property
    def _usual_width(self) -> float:
        return median(map(self._wide, self._long)) if self._long else 0.0

    def _wide(self, line: SeenLine) -> float:
        """Width of the line by that of its text at one point."""
        natural = self.fonts.of(line.text, self.is_bold(line)).text_length(line.text, fontsize=1)
        return (line.rect[2] - line.rect[0]) / natural if natural else 0.0


class _Fonts:
    """The fonts that recognised text is set in."""

    @cached_property
    def _latin(self) -> dict[bool, Any]:
        return {bold: pymupdf().Font("tibo" if bold else "tiro") for bold in (False, True)}

    @cached_property
    def _any(self) -> Any:
        return pymupdf().Font("cjk")

    def of(self, text: str, bold: bool) -> Any:
        """A font that has every letter of the text, as far as there is one."""
        latin = self._latin[bold]
        return latin if all(latin.has_glyph(ord(char)) for char in text) else self._any


def replace_page(pdf: Any, number: int, seen: SeenPage, typography: Typography) -> None:
    """Put text in the place of page `number` (zero-based) of an open document."""
    pdf.delete_page(number)
    page = pdf.new_page(pno=number, width=seen.width, height=seen.height)
    writer = pymupdf().TextWriter(page.rect)
    for line, baseline in _on_baselines(seen.lines, typography):
        size, font = typography.size(line), typography.fonts.of(line.text, typography.is_bold(line))
        _write(writer, line, baseline, size, font)
    writer.write_text(page)
    page.set_rotation(-90 * seen.turn % 360)


def _write(writer: Any, line: SeenLine, baseline: float, size: float, font: Any) -> None:
    """Words one by one, each with the space behind it, at their share of the line's width."""
    x0, x1 = line.rect[0], line.rect[2]
    whole = font.text_length(line.text, fontsize=size) or 1.0
    at = 0
    for word in line.text.split(" "):
        left = x0 + (x1 - x0) * font.text_length(line.text[:at], fontsize=size) / whole
        writer.append((left, baseline), word + " ", font=font, fontsize=size)
        at += len(word) + 1


def _on_baselines(lines: Sequence[SeenLine], typography: Typography) -> list[tuple[SeenLine, float]]:
    """The lines with their baselines; pieces of one printed line, which lie side by side, have the same."""
    rows: list[list[SeenLine]] = []
    for line in sorted(lines, key=lambda line: (line.rect[0], line.rect[1])):
        row = next((row for row in rows if _goes_on(row[-1], line)), None)
        if row is None:
            rows.append([line])
        else:
            row.append(line)
    out = []
    for row in rows:
        middle = median((line.rect[1] + line.rect[3]) / 2 for line in row)
        size = max(typography.size(line) for line in row)
        out += [(line, round(middle + (_LINE_HEIGHT / 2 - _DESCENT) * size, 2)) for line in row]
    return sorted(out, key=lambda placed: (placed[1], placed[0].rect[0]))


def _goes_on(before: SeenLine, line: SeenLine) -> bool:
    height = min(before.rect[3] - before.rect[1], line.rect[3] - line.rect[1])
    overlap = min(before.rect[3], line.rect[3]) - max(before.rect[1], line.rect[1])
    return overlap > 0.6 * height and -height < line.rect[0] - before.rect[2] < _NEIGHBOUR * height


def _thickness(line: SeenLine) -> float:
    return line.stroke / max(1.0, line.rect[3] - line.rect[1])
