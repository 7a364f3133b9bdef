"""The journal or conference that the title page and the running heads name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from .identifiers import first_matter
from .lines import Line, Page, follows

_YEAR = r"(?:19|20)\d\d"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter)[a-z]{0,6}\.?"
_NAMED = re.compile(
    r"\b((?:The )?(?:[A-Z]\w+ )?(?:International |European |American )?Journal of (?:the )?[A-Z][\w &-]{2,70}?|"
    r"(?:In )?Proceedings of (?:the )?[\w &:'’-]{6,110}?)(?=,|\.|;|\(|\s\d|\s\||$)")
_CITATION = re.compile(
    r"^(?P<venue>[A-Z][\w&.:,’' -]{2,80}?)[\s,;.|]*"
    rf"(?:\({_YEAR}\)|{_YEAR}\s?[;,:]|(?:{_MONTH} )?{_YEAR},|\|\s*\S|DOI|\bVol(?:ume)?\b|"
    r"\s\d{1,3}\s?\(\d|https?:|www\.|,?\s*[eE]?-?ISSN)")
_AUTHORS = re.compile(r"^.{0,80}?\bet al\b\.?,?\s*|^(?:[A-Z][\w’'-]+\. )(?=[a-z]*[A-Z])")
_NOT_VENUES = re.compile(
    r"^(?:page|doi|https?|received|accepted|copyright|©|figure|table|open access|research|original|article|january|"
    r"february|march|april|may|june|july|august|september|october|november|december|(?:the )?authors?|volume|vol\b|"
    r"available|published|creative|attribution|licen[cs]e|citation|manuscript|this|in this|we|abstract)\b",
    re.IGNORECASE)
_POSTCODE = re.compile(r"\b(?:(?:[A-Z]-?)?\d{5,6}|\d{3} \d{3})\b|\b(?:Received|Accepted|Revised)\b")
_MARGIN = 0.13


def find_venue(pages: Sequence[Page], title: str, families: Collection[str] = ()) -> str | None:
    """The venue as printed, or None. A name that comes back in the running heads wins; one that holds the family name
    of an author (`families`) is none."""
    authors = {word.casefold() for family in families for word in family.split() if len(word) > 3}
    votes: Counter[str] = Counter()
    heads = [text for page in pages for text in _texts((*page.furniture, *page.sideways))]
    matter = first_matter(pages)
    first = _texts([line for at, line in enumerate(matter) if at < 30 or _in_margin(line)])
    for weight, texts in ((2, heads), (1, first)):
        for text in texts:
            name = _venue_in(text)
            words = {word.strip(".,").casefold() for word in name.split()} if name else set()
            if name and not title.casefold().startswith(name.casefold()) and not words & authors:
                votes[name] += weight
    return max(votes, key=lambda name: (votes[name], len(name))) if votes else None


def _texts(lines: Sequence[Line]) -> list[str]:
    """The lines, and lines that stand below one another as one text."""
    pairs = [(a, b) for a, b in pairwise(lines) if follows(a, b, 1.6)]
    broken = {a for a, _ in pairs if a.text.rstrip().endswith(("-", "\u2010"))}
    joined = [f"{a.text.rstrip()[:-1]}{b.text}" if a in broken else f"{a.text} {b.text}" for a, b in pairs]
    return [*(line.text for line in lines if line not in broken), *joined]


def _in_margin(line: Line) -> bool:
    return line.y1 < _MARGIN * line.frame.height or line.y0 > (1 - _MARGIN) * line.frame.height


def _venue_in(text: str) -> str | None:
    named = _NAMED.search(text)
    cited = None if named else _CITATION.match(_AUTHORS.sub("", text))
    if named is None and cited is None:
        return None
    name = named.group(1) if named else cited.group("venue") if cited else ""
    name = re.sub(r"[\s,]+Vol(?:ume)?$", "", name.removeprefix("In ").strip(" ,.;:|-"))
    words = name.split()
    if name.endswith(("’s", "'s")) or any(word in ("is", "are", "was", "were") for word in words):
        return None
    if not 1 <= len(words) <= 16 or _NOT_VENUES.match(name) or len(name) < 4 or "&" in words[1:2] or "@" in name \
            or _POSTCODE.search(name):
        return None
    return name if any(char.islower() for char in name) or len(name) > 5 else None
