"""Spaces that a PDF does not store but shows: words set so tight that PyMuPDF runs them together.

Where a run of letters is longer than words are, its characters are looked up one by one, and a space goes where the gap
between two glyphs is wider than the gaps inside words. Only pages with such runs pay for it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median
from typing import Any

_LONG = 24
_RUN = re.compile(rf"[^\W\d_]{{{_LONG},}}")
_KEEP_WHITESPACE = 2
_CLIP = 64
_LEAST_GAP = 0.06
_MORE_THAN_USUAL = 0.05


def with_spaces(page: Any, content: dict[str, Any]) -> dict[str, Any]:
    """The content of `page.get_text("dict")`, with spaces put into runs of letters that are several words."""
    tight = [span for block in content["blocks"] for line in block.get("lines", ()) for span in line["spans"]
             if len(span["text"]) >= _LONG and _RUN.search(span["text"])]
    if not tight:
        return content
    detail = page.get_text("rawdict", flags=_KEEP_WHITESPACE | _CLIP)
    glyphs = {span["origin"]: span for block in detail["blocks"] for line in block.get("lines", ())
              for span in line["spans"]}
    for span in tight:
        if span["origin"] in glyphs:
            span["text"] = _spaced(glyphs[span["origin"]], span["size"])
    return content


def _spaced(span: dict[str, Any], size: float) -> str:
    """The text of a span with a space at every gap that is too wide for the inside of a word."""
    chars = span["chars"]
    gaps = [after["bbox"][0] - before["bbox"][2] for before, after in pairwise(chars)]
    if not gaps:
        return "".join(char["c"] for char in chars)
    usual = median(gaps)
    least = max(_LEAST_GAP * size, usual + _MORE_THAN_USUAL * size)
    text: str = chars[0]["c"]
    for gap, char in zip(gaps, chars[1:], strict=True):
        text += f" {char['c']}" if gap > least and char["c"] != " " and not text.endswith(" ") else char["c"]
    return text
