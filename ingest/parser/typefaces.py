"""Fonts of Type 3 without a name that hold a few signs each, which is how browsers print Chinese, Japanese and Korean:
many fonts are one typeface, and neither their number nor their weight says how a line is set."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from .lines import Span

_NAMELESS = re.compile(r"type ?3\b", re.IGNORECASE)
_FEWEST = 12
_FIRST_SIGN = "\u2e80"
_TYPEFACE = "Type3"


def with_typefaces(pages: Sequence[Sequence[Sequence[Span]]]) -> list[list[list[Span]]]:
    """The rows of all pages; where most of many nameless fonts hold signs, all of them have one name."""
    signs: dict[str, bool] = defaultdict(bool)
    for page in pages:
        for row in page:
            for span in row:
                if _NAMELESS.match(span.font):
                    signs[span.font] |= any(char >= _FIRST_SIGN for char in span.text)
    if len(signs) < _FEWEST or sum(signs.values()) < 0.5 * len(signs):
        return [[list(row) for row in page] for page in pages]
    return [[[replace(span, font=_TYPEFACE) if span.font in signs else span for span in row] for row in page]
            for page in pages]
