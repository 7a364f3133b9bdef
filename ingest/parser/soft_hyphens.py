"""Soft hyphens that are hyphens: some programs write every hyphen as U+00AD, whose glyph looks the same.

Between two letters or digits within a line, what is drawn with a width is a hyphen; at the end of a line it may be a
soft one, unless the font has no other hyphen and draws this one within lines too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

_SOFT = "\u00ad"
_BETWEEN = re.compile(r"(?<=[^\W_])\u00ad(?=[^\W_])")
_OTHER = re.compile("[-‐‑]")
_LEAST_WIDTH = 0.1
_LINK = re.compile(r"(?:https?:|www\.|10\.\d{4,9}/)\S*$", re.IGNORECASE)
_AS_SHOWN = 2 | 64  # white space is kept, clipped text is not


def with_hyphens(page: Any, content: dict[str, Any]) -> dict[str, Any]:
    """The content of `page.get_text("dict")` with hyphens in place of soft hyphens that are drawn within a line."""
    fonts: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for block in content["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                fonts[span["font"]].append(span)
    drawn: dict[str, bool] | None = None
    for font, spans in fonts.items():
        if not any(_SOFT in span["text"] and _BETWEEN.search(span["text"]) for span in spans):
            continue
        drawn = _drawn(page) if drawn is None else drawn
        if drawn.get(font):
            all_hyphens = not any(_OTHER.search(span["text"]) for span in spans)
            for span in spans:
                span["text"] = span["text"].replace(_SOFT, "-") if all_hyphens else _BETWEEN.sub("-", span["text"])
    return content


def breaks_word(before: str, after: str) -> bool:
    """Whether the soft hyphen between the end of a line and the next line parts a word, and goes: not beside a digit,
    before a capital that follows a small letter, or in a link."""
    last, first = before[-1:], after[:1]
    if not last.isalpha() or not first.isalpha() or (last.islower() and first.isupper()):
        return False
    return not _LINK.search(before, max(0, len(before) - 300))


def _drawn(page: Any) -> dict[str, bool]:
    """Whether each font gives its soft hyphens a width."""
    out: dict[str, bool] = {}
    for block in page.get_text("rawdict", flags=_AS_SHOWN)["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for char in span["chars"]:
                    if char["c"] == _SOFT:
                        x0, y0, x1, y1 = char["bbox"]
                        along = abs(line["dir"][0]) >= abs(line["dir"][1])
                        width = x1 - x0 if along else y1 - y0
                        out[span["font"]] = out.get(span["font"], False) or width > _LEAST_WIDTH * span["size"]
    return out
