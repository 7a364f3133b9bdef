"""What the title page prints of another article: its end above the title, as where letters follow one another."""

from __future__ import annotations

from collections.abc import Sequence

from .lines import Line
from .reference_section import is_reference_heading
from .style import Style

_LEAST_LINES = 3
_LEAST_CHARACTERS = 30
_HEAD = 0.07
"""Share of the page above which the running heads stand."""


def end_of_another(before: Sequence[Line], body: Style) -> frozenset[Line]:
    """The lines before the title, in reading order, where they hold a list of references or running text; else none.

    Running heads are left out: they are of the page.
    """
    inner = [line for line in before if line.y1 > _HEAD * line.frame.height]
    run = longest = 0
    for line in inner:
        is_text = (line.style.font, line.bold) == (body.font, body.bold) and abs(line.size - body.size) < 0.3 \
            and len(line.text) > _LEAST_CHARACTERS
        run = run + 1 if is_text or (run and line.text.endswith(".") and abs(line.size - body.size) < 0.3) else 0
        longest = max(longest, run)
    if longest < _LEAST_LINES and not any(is_reference_heading(line) for line in inner):
        return frozenset()
    return frozenset(inner)
