"""Author-year markers in Chinese, Japanese and Korean text, where names are not parted from the words around them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.events.document import Marker, ReferenceEntry, Sentence

SIGN = "[\u3040-\u30ff\u4e00-\u9fff々\uac00-\ud7a3]"
_SIGNS = re.compile(f"{SIGN}{{2,}}")
_FAMILY = 2


def sign_markers(
    sentences: Sequence[tuple[int, Sentence]], references: Sequence[ReferenceEntry], *, beside: Sequence[Marker] = ()
) -> list[Marker]:
    """Markers that name the first author in full, or by the first two signs where others or the year follow, and the
    year. What fits several entries is no marker, nor what lies over a marker found before."""
    patterns = [(at, _pattern(entry)) for at, entry in enumerate(references) if entry.authors and entry.year
                and _SIGNS.fullmatch(entry.authors[0])]  # fmt: skip
    out: list[Marker] = []
    for number, sentence in sentences if patterns else ():
        found = [(match, at) for at, pattern in patterns for match in pattern.finditer(sentence.text)]
        for match, at in found:
            taken = any(
                one.sentence == number and one.start < match.end() and match.start() < one.end for one in beside
            )
            if not taken and all(other == at or abs(match.end() - rival.end()) > 1 for rival, other in found):
                out.append(Marker(sentence=number, start=match.start(), end=match.end(), references=(at,)))
    return sorted(out, key=lambda marker: (marker.sentence, marker.start))


def _pattern(entry: ReferenceEntry) -> re.Pattern[str]:
    name, further = entry.authors[0], entry.authors[1:2]
    family = rf"(?<!{SIGN}){re.escape(name[:_FAMILY])}(?=\s?(?:[らほ他等・,、(と]|\d))"
    second = f"(?:[^()\\d;]{{0,3}}{re.escape(further[0][:_FAMILY])})?" if further else ""
    suffix = match[1] if (match := re.search(rf"\b{entry.year}([a-z])\b", entry.raw)) else ""
    return re.compile(
        rf"(?:{re.escape(name)}|{family}){second}[^()\d;]{{0,24}}[(,\s]\s*{entry.year}{suffix}(?![\da-z])"
    )
