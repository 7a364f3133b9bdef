"""Who says it: narrative citations as names, and the statement that stands behind an attribution."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..kb.formats.bibtex import BibEntry
from ..kb.text.ladders import STATED, certainty

_KEY = r"@\{?[\w:.#$%&+?<>~/-]*[\w/]\}?"
_NAMES = rf"{_KEY}(?:(?:,\s|\sand\s|,\sand\s){_KEY})*(?:'s|’s)?"
_AUTHORS = rf"(?:{_NAMES}|(?:the|its|their)\s(?:authors?|investigators?|developers?|researchers))"
_ADVERBS = r"(?:(?:also|then|further|later|recently|have|has|had|first|thus|therefore)\s)*"
_FACTIVE = (
    r"(?:found|finds?|reports?|reported|shows?|showed|observes?|observed|notes?|noted|demonstrates?|demonstrated|states?|stated"
    r"|concludes?|concluded"
    r"|reveals?|revealed|writes?|wrote|describes?|described|confirms?|confirmed|determined?|measured?|estimates?|estimated|says?|said)"
)
_TENTATIVE = (
    r"(?:suggest(?:s|ed)?|argues?|argued|proposes?|proposed|speculates?|speculated"
    r"|believes?|believed|hypothesi[sz]ed?s?|indicate[sd]?|consider(?:s|ed)?)"
)
_THAT = re.compile(rf"^{_AUTHORS}\s{_ADVERBS}(?P<verb>{_FACTIVE}|{_TENTATIVE})\sthat,?\s(?P<rest>.+)$", re.I | re.S)
_ACCORDING = re.compile(
    rf"^(?:according to|as (?:shown|reported|found|described) (?:by|in))\s{_AUTHORS},\s(?P<rest>.+)$", re.I | re.S
)
_IN_WORK = re.compile(rf"^in\s{_NAMES},\s(?P<rest>.+)$", re.I | re.S)
_ANY = re.compile(_NAMES)


def statement_of(plain: str) -> str:
    """What an attributed sentence states. A tentative attribution of a firm statement stays: it is its hedge."""
    for pattern in (_ACCORDING, _IN_WORK):
        match = pattern.match(plain)
        if match:
            return _capital(match["rest"])
    match = _THAT.match(plain)
    if match and (re.fullmatch(_FACTIVE, match["verb"], re.I) or certainty(match["rest"]) < STATED):
        return _capital(match["rest"])
    return _capital(_ANY.sub("the authors", plain))


def with_names(plain: str, entries: Mapping[str, BibEntry]) -> str:
    """The sentence as a reader sees it: `@key` as "Smith et al. (2015)"."""
    return re.sub(_KEY, lambda match: shown_name(match.group().strip("@{}"), entries), plain)


def shown_name(key: str, entries: Mapping[str, BibEntry]) -> str:
    """Family names and year of an entry; the key where there is none."""
    entry = entries.get(key)
    if entry is None or not entry.authors:
        return key
    families = [person.family for person in entry.authors]
    names = (
        families[0] if len(families) == 1 else " and ".join(families) if len(families) == 2 else f"{families[0]} et al."
    )
    return f"{names} ({entry.year})" if entry.year else names


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
