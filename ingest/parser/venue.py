"""The journal or conference that the title page and the running heads name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .identifiers import first_matter
from .lines import Page

_CITATION = re.compile(r"^(?:.{0,60}? et al\.?\s+)?(?P<venue>[A-Z][\w&.:,’' -]{3,80}?)[\s,;.|]*"
                       r"(?:\((?:19|20)\d\d\)|(?:19|20)\d\d\s?[;,:]|\|?\s*DOI|\bVol(?:ume)?\b|,?\s\d{1,3}\s?\(\d|"
                       r"\||https?:|www\.|,? e?issn)", re.IGNORECASE)
_PROCEEDINGS = re.compile(r"((?:Proceedings of|In Proceedings of|Journal of|International Journal of)[\w &:,-]{4,90}?)"
                          r"(?=[,.;(]\s|\s?\d|$)")
_NOT_VENUES = re.compile(r"^(?:page|doi|https?|received|accepted|copyright|©|figure|table|open access|research|original|"
                         r"article|january|february|march|april|may|june|july|august|september|october|november|"
                         r"december|the authors?)\b", re.IGNORECASE)


def find_venue(pages: Sequence[Page], title: str) -> str | None:
    """The venue as printed, or None. A name that comes back in the running heads wins."""
    votes: Counter[str] = Counter()
    heads = [line.text for page in pages for line in (*page.furniture, *page.sideways)]
    first = [line.text for line in first_matter(pages)[:40]]
    for weight, texts in ((2, heads), (1, first)):
        for text in texts:
            name = _venue_in(text)
            if name and name.casefold() not in title.casefold():
                votes[name] += weight
    if not votes:
        return None
    return max(votes, key=lambda name: (votes[name], -list(votes).index(name)))


def _venue_in(text: str) -> str | None:
    found = _CITATION.match(text) or _PROCEEDINGS.search(text)
    if found is None:
        return None
    name = (found.group("venue") if "venue" in found.re.groupindex else found.group(1)).strip(" ,.;:|-")
    name = re.sub(r"^.*\bet al\.?,?\s+", "", name)
    words = name.split()
    if not 1 <= len(words) <= 12 or _NOT_VENUES.match(name) or len(name) < 4:
        return None
    return name
