"""Type styles: which font and size the running text has, and how a line differs from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .capitals import in_small_capitals

if TYPE_CHECKING:
    from .lines import Line, Span

_SUBSET = re.compile(r"^(?:[A-Z]{6}\+|[A-Z][a-z]{5}(?=Adv))|\+[0-9a-fA-F]+$")
_MATH = re.compile(r"math|symbol|CMMI|CMSY|CMEX|MSBM|MSAM|MTSY|MTMI|MTEX|rsfs", re.IGNORECASE)
_MONO = re.compile(r"mono|courier|hack|consol|typewriter|CM(?:I|SL|V)?TT|SFTT|inconsolata|menlo|code", re.IGNORECASE)

_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True)
class Style:
    """How most characters of a line are set. `caps` means capitals, or small capitals, throughout."""

    font: str
    size: float
    bold: bool
    italic: bool
    caps: bool


@lru_cache(maxsize=1024)
def font_family(name: str) -> str:
    """The font name without subset marks."""
    return _SUBSET.sub("", name)


@lru_cache(maxsize=1024)
def is_math(name: str) -> bool:
    """Whether a font holds mathematical symbols."""
    return bool(_MATH.search(name))


@lru_cache(maxsize=1024)
def is_typewriter(name: str) -> bool:
    """Whether all letters of a font are equally wide, as for code."""
    return bool(_MONO.search(name))


def is_code(line: Line) -> bool:
    """Whether the line is set in a typewriter font."""
    return sum(len(s.text) for s in line.spans if is_typewriter(s.font)) > 0.8 * sum(len(s.text) for s in line.spans)


def style_of(spans: Sequence[Span]) -> Style:
    """The prevailing style of some spans, raised and mathematical ones aside."""
    weights: Counter[tuple[str, float, bool, bool]] = Counter()
    for span in spans:
        if not span.superscript and not is_math(span.font):
            weights[(font_family(span.font), round(span.size, 1), span.bold, span.italic)] += len(span.text.strip())
    if not weights:
        weights[(font_family(spans[0].font), round(spans[0].size, 1), spans[0].bold, spans[0].italic)] += 1
    font, size, bold, italic = min(weights, key=lambda key: (-weights[key], key))
    text = "".join(span.text for span in spans)
    letters = sum(map(str.isalpha, text))
    caps = letters > 3 and not any(map(str.islower, text)) and sum(map(str.isupper, text)) > letters / 2
    caps = caps or in_small_capitals(spans)
    return Style(font, size, bold, italic, caps)


def amount(text: str) -> int:
    """How much text there is: its characters, a Chinese, Japanese or Korean sign for three, since it says as much."""
    return len(text.strip()) if text.isascii() else len(text.strip()) + 2 * len(_SIGN.findall(text))


def body_style(lines: Sequence[Line]) -> Style:
    """The style in which most of the text is set."""
    weights: Counter[tuple[str, float, bool, bool]] = Counter()
    for line in lines:
        for span in line.spans:
            if not span.superscript:
                key = (font_family(span.font), round(span.size, 1), span.bold, span.italic)
                weights[key] += amount(span.text)
    if not weights:
        return Style("", 10.0, False, False, False)
    font, size, bold, italic = min(weights, key=lambda key: (-weights[key], key))
    return Style(font, size, bold, italic, False)


def share_outside(line: Line, font: str) -> float:
    """Share of the line's characters that are set in another font than the given one."""
    spans = [span for span in line.spans if not span.superscript and not is_math(span.font)]
    total = sum(len(span.text.strip()) for span in spans)
    other = sum(len(span.text.strip()) for span in spans if font_family(span.font) != font)
    return other / total if total else 0.0
