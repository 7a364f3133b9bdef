"""Spaces that are not what the page shows: words set so tight that PyMuPDF runs them together, and words whose letters
are spread, so that it takes every letter for a word.

Where a run of letters is longer than words are, its characters are looked up one by one, and a space goes where the gap
between two glyphs is wider than the gaps inside words. Where the words are too short for words, only the spaces stay
that the file stores or that are wider than the others. Only pages with such runs pay for it.
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
_AS_STORED = 8
_SPREAD = re.compile(r"[^\W\d_]{1,7}(?: [^\W\d_]{1,7}){2,} ?")
_SHORT_WORDS = 2.6
_LEAST_SPREAD = 0.06
_FEWEST_LETTERS = 5
_WIDE = 1.8


def with_spaces(page: Any, content: dict[str, Any]) -> dict[str, Any]:
    """The content of `page.get_text("dict")`, with spaces put into runs of letters that are several words."""
    spans = [span for block in content["blocks"] for line in block.get("lines", ()) for span in line["spans"]]
    tight = [span for span in spans if len(span["text"]) >= _LONG and _RUN.search(span["text"])]
    spread = [span for span in spans if " " in span["text"][1:8] and _is_spread(span["text"])]
    if tight:
        glyphs = _glyphs(page, _KEEP_WHITESPACE | _CLIP)
        for span in tight:
            if span["origin"] in glyphs:
                span["text"] = _spaced(glyphs[span["origin"]], span["size"])
    if spread:
        glyphs = _glyphs(page, _KEEP_WHITESPACE | _CLIP | _AS_STORED)
        for span in spread:
            if span["origin"] in glyphs:
                span["text"] = _closed_up(glyphs[span["origin"]], span["text"])
    return content


def _glyphs(page: Any, flags: int) -> dict[tuple[float, float], dict[str, Any]]:
    """The spans of a page with their characters, by origin."""
    detail = page.get_text("rawdict", flags=flags)
    return {span["origin"]: span for block in detail["blocks"] for line in block.get("lines", ())
            for span in line["spans"]}


def _is_spread(text: str) -> bool:
    """Whether a text is pieces of one to a few letters, too short for words."""
    return bool(_SPREAD.fullmatch(text)) and len(text.replace(" ", "")) <= _SHORT_WORDS * len(text.split())


def _closed_up(span: dict[str, Any], text: str) -> str:
    """The text of a span without the spaces between the letters of a word; unchanged if its letters do not stand apart
    from each other at one distance."""
    chars = span["chars"]
    letters = [char for char in chars if char["c"] != " "]
    gaps = [after["bbox"][0] - before["bbox"][2] for before, after in pairwise(chars)
            if before["c"] != " " and after["c"] != " "]
    if len(letters) < _FEWEST_LETTERS or 2 * len(gaps) < len(letters):
        return text
    usual = median(gaps)
    if usual < _LEAST_SPREAD * span["size"]:
        return text
    out: str = chars[0]["c"]
    for before, after in pairwise(chars):
        apart = after["bbox"][0] - before["bbox"][2] > _WIDE * usual and " " not in (before["c"], after["c"])
        out += f" {after['c']}" if apart else after["c"]
    return out


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
