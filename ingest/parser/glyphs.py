"""Letters that fonts of old or careless PDFs give wrongly: accents set apart from their letters, a lost ligature, signs
named as radicals.

TeX sets an accent before its letter as a glyph of its own; some fonts map their ligature of T and h to T alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .lines import Span

_COMBINING = {"´": "\u0301", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˚": "\u030a", "˘": "\u0306",
              "˝": "\u030b", "¸": "\u0327", "˙": "\u0307"}
_APART = re.compile(r"(?:(?<=[^\W\d_]) ?|(?<![^\s(]))([´¨ˆ˜ˇ˚˘˝¸˙]) ?([A-Za-zı])")
_TOUCHING = re.compile(r"(?:(?<=[^\W\d_])|(?<![^\s(]))([´¨ˆ˜ˇ˚˘˝¸˙]) ?([A-Za-zı])")
_INSIDE = re.compile(r"[^\W\d_][´¨ˆ˜ˇ˚˘˝¸˙`][A-Za-zı]")
_GRAVE = re.compile(r"(?<=[^\W\d_])`([aeiouAEIOU])|(?<![^\s(])`([aeAE])(?=[\s,.;:’']|$)")
_LOST = {"Te": "The", "Tis": "This", "Tese": "These", "Tey": "They", "Tere": "There", "Terefore": "Therefore",
         "Tus": "Thus", "Teir": "Their", "Tose": "Those", "Tat": "That", "Tereby": "Thereby", "Troughout": "Throughout"}
_LOST_WORD = re.compile(rf"\b(?:{'|'.join(_LOST)})\b")
_WHOLE_WORD = re.compile(r"\bTh(?:e|is|ese|ey|ere)\b")
_ENOUGH = 3
_SUPPLEMENT = (
    "\u2e9f母\u2ea0民\u2ec1虎\u2ec4西\u2ec5见\u2ec6角\u2ec9贝\u2ecb车\u2ed3长\u2ed4门\u2ed8青\u2ed9韦\u2eda页\u2edb风\u2edc飞\u2edd食\u2ee2马"
    "\u2ee3骨\u2ee4鬼\u2ee5鱼\u2ee6鸟\u2ee8麦\u2ee9黄\u2eec齐\u2eee齿\u2ef0龙\u2ef3龟\u2f3e户"
)
RADICALS = {
    **{chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0x2f00, 0x2fd6)},
    **dict(zip(_SUPPLEMENT[::2], _SUPPLEMENT[1::2], strict=True)),
}
"""Radicals of dictionaries by the words that look the same: fonts that draw both alike may name the radical."""


def joined_accents(text: str, spaced: bool = True) -> str:
    """The text with accents that stand before a letter put onto it, where such a letter exists, and with combining
    accents composed. `spaced` says that a space before an accent inside a word may be one that nobody printed."""
    if text.isascii():
        return text
    if any(accent in text for accent in _COMBINING):
        text = (_APART if spaced else _TOUCHING).sub(_composed, text)
    return unicodedata.normalize("NFC", text)


def with_graves(text: str) -> str:
    """The text with grave accents put onto their vowels, for a page whose accents stand apart."""
    return _GRAVE.sub(lambda found: unicodedata.normalize("NFC", (found.group(1) or found.group(2)) + "\u0300"), text)


def accents_apart(texts: Iterable[str]) -> tuple[bool, bool]:
    """Whether accents stand apart from their letters on a page, and whether they do so without spaces of their own, so
    that a space before one parts two words."""
    found = [match.group() for text in texts for match in _INSIDE.finditer(text)]
    touching = any(match[1] != "`" for match in found)
    return touching or len(found) > 2, touching


def with_ligatures(pages: Sequence[Sequence[Sequence[Span]]]) -> list[list[list[Span]]]:
    """The spans of all pages; in a font that has `Te` and `Tis` and never `The` or `This`, the lost h is put back."""
    lost: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for page in pages:
        for row in page:
            for span in row:
                if "T" in span.text:
                    lost[span.font] += len(_LOST_WORD.findall(span.text))
                    whole[span.font] += len(_WHOLE_WORD.findall(span.text))
    broken = {font for font, count in lost.items() if count >= _ENOUGH and not whole[font]}
    if not broken:
        return [[list(row) for row in page] for page in pages]
    return [[[_mended(span) if span.font in broken else span for span in row] for row in page] for page in pages]


def _mended(span: Span) -> Span:
    text = _LOST_WORD.sub(lambda found: _LOST[found.group()], span.text)
    return span if text == span.text else replace(span, text=text)


def _composed(found: re.Match[str]) -> str:
    letter = "i" if found.group(2) == "ı" else found.group(2)
    whole = unicodedata.normalize("NFC", letter + _COMBINING[found.group(1)])
    return whole if len(whole) == 1 else found.group()
