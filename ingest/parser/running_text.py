"""What running text looks like in a document: by this, captions and tables end where it begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .lines import Line, Page, body_size

_LEAST_WORDS = 6
_WIDE_GAP = 1.5
_FREQUENT = 0.08
_JUSTIFIED = 0.3


@dataclass(frozen=True)
class RunningText:
    """`size` of the type in points, and `edges`, where its columns begin (x in whole points)."""

    size: float
    edges: frozenset[int]

    def has(self, line: Line) -> bool:
        """Whether a line looks like running text: its size, many words, mostly letters, no gap as between cells."""
        return (
            abs(line.size - self.size) < 0.6
            and len(line.text.split()) >= _LEAST_WORDS
            and sum(map(str.isalpha, line.text)) > 0.6 * len(line.text.replace(" ", ""))
            and not has_wide_gap(line, _WIDE_GAP)
        )

    def fills_column(self, line: Line) -> bool:
        """Whether a line of running text also begins where a column of the document begins."""
        return self.has(line) and self.begins_column(line)

    def begins_column(self, line: Line) -> bool:
        """Whether a line of any kind begins where a column of the document begins."""
        return any(abs(line.x0 - edge) <= 1.5 for edge in self.edges)


def running_text(pages: Sequence[Page]) -> RunningText:
    """The running text of a document."""
    plain = RunningText(body_size(pages), frozenset())
    ends: dict[int, Counter[int]] = {}
    for page in pages:
        for line in page.lines:
            if plain.has(line):
                ends.setdefault(round(line.x0), Counter())[round(line.x1 / 2)] += 1
    total = sum(count for ending in ends.values() for count in ending.values())
    frequent = {x: ending for x, ending in ends.items() if sum(ending.values()) > _FREQUENT * total}
    # Lines of justified columns end at one x; the cells of a table do not.
    justified = {x for x, ending in frequent.items() if max(ending.values()) > _JUSTIFIED * sum(ending.values())}
    return RunningText(plain.size, frozenset(justified or frequent))


def has_wide_gap(line: Line, width: float) -> bool:
    """Whether two neighbouring spans stand further apart than `width` times the size of the type."""
    return wide_gaps(line, width) > 0


def wide_gaps(line: Line, width: float) -> int:
    """How often neighbouring spans stand further apart than `width` times the size of the type."""
    spans = [span for span in line.spans if span.text.strip()]
    return sum(b.x0 - a.x1 > width * a.size for a, b in pairwise(spans))
