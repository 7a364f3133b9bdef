"""Markers that name references by author and year, in parentheses or in the sentence; linked by name and year."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...kb.events.document import Marker, ReferenceEntry, Sentence
from .author_list import WORD, names_group

_YEAR = r"(?:1[6-9]\d\d|20[0-3]\d)[a-z]?\b|n\.\s?d\.|in press|forthcoming"
_YEARS = rf"(?:{_YEAR})(?:\s*(?:,|;|and|&|[-–/](?=[12]))\s*(?:(?:{_YEAR})|[a-z]\b))*"
_PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]er?|[Dd]en|[Dd]el|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er|[Ee]l|[Aa]l|"
    r"[Bb]in|[Zz]u|e|y)\s){0,3}"
)
_NAME = rf"{_PARTICLES}{WORD}(?:\s{_PARTICLES}{WORD}){{0,2}}"
_NAMES = (
    rf"{_NAME}(?:(?:,\s{_NAME}){{0,4}},?\s(?:and|&|und|et|y|и)\s(?:{_NAME}|(?:col|co-?work)\w+))?"
    r"(?:,?\s(?:et\.?\s?al\b\.?|u\.\s?a\.|и др\.|and others|and colleagues))?"
)
_GROUP = re.compile(rf"[(\[]([^()\[\]]*?(?:\[[A-Z]{{2,10}}\][^()\[\]]*?)?(?:{_YEAR})[^()\[\]]*)[)\]]")
_NARRATIVE = re.compile(
    rf"(?P<names>{_NAMES})(?:['’]s?)?,?\s*[(\[]\s*(?P<years>{_YEARS})(?P<place>\s*[,:;]\s*[^()\[\]]*)?[)\]]"
)
_BARE = re.compile(rf"(?P<names>{_NAMES}),?\s(?P<years>{_YEARS})")
_PIECE = re.compile(rf"(?P<names>.*?)[\s,(]*(?P<years>{_YEARS})(?P<place>.*)$")
_TELLING = re.compile(rf"^(?:see|e\.\s?g\.|cf\.|reviewed|also|in|by|and|for|,|\s)*\s*{_NAMES},?$")


_PLAIN = str.maketrans({"ı": "i", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_BROKEN = re.compile(r"(?<=[a-z])[-‐](?=[A-Za-z])")


@dataclass(frozen=True)
class _Known:
    """One entry as a marker may name it."""

    at: int
    names: tuple[str, ...]
    year: str
    suffix: str
    aliases: frozenset[str]
    group: str = ""


def author_year_markers(
    sentences: Sequence[tuple[int, Sentence]], references: Sequence[ReferenceEntry]
) -> list[Marker]:
    """All author-year markers; one marker for everything that stands in one pair of brackets."""
    known = [_known(at, entry) for at, entry in enumerate(references)]
    return [marker for at, sentence in sentences for marker in _in_sentence(at, sentence.text, known)]


def _in_sentence(at: int, text: str, known: Sequence[_Known]) -> list[Marker]:
    found = [marker for k in known if k.group and k.group in text for marker in _by_group(at, text, k, known)]
    for match in _NARRATIVE.finditer(text):
        if _covered(found, match.start(), match.end()):
            continue
        linked = _linked(match["names"], match["years"], known)
        place = re.search(_YEAR, match["place"] or "")
        if place and not linked:
            continue
        start = _start_of_names(match["names"], match["years"], known) + match.start()
        if linked or re.search(r"\bet\.?\sal\b|\s(?:and|&)\s", match["names"]):
            found.append(Marker(sentence=at, start=start, end=match.end(), references=linked))
    for match in _GROUP.finditer(text):
        if not _covered(found, match.start(), match.end()) and (marker := _group(at, match, known)):
            found.append(marker)
    for match in _BARE.finditer(text):
        if not _covered(found, match.start(), match.end()) and (
            linked := _linked(match["names"], match["years"], known)
        ):
            start = _start_of_names(match["names"], match["years"], known) + match.start()
            found.append(Marker(sentence=at, start=start, end=match.end(), references=linked))
    return sorted(found, key=lambda m: m.start)


def _by_group(at: int, text: str, k: _Known, known: Sequence[_Known]) -> Iterator[Marker]:
    """Markers that name a group in the sentence, whose name need not look like one of a person."""
    years = rf"\s*[(\[]\s*(?P<years>{_YEARS})(?:\s*[,:;]\s*[^()\[\]]*)?[)\]]"
    pattern = rf"{re.escape(k.group)}(?:\s\([A-Z]+\))?(?:['’]s?)?,?{years}"
    for match in re.finditer(pattern, text):
        if linked := _linked(k.group, match["years"], known):
            yield Marker(sentence=at, start=match.start(), end=match.end(), references=linked)


def _covered(found: Sequence[Marker], start: int, end: int) -> bool:
    return any(m.start < end and start < m.end for m in found)


def _group(at: int, match: re.Match[str], known: Sequence[_Known]) -> Marker | None:
    """A pair of brackets with author-year pieces, parted by semicolons (or by commas between year and name)."""
    linked: list[int] = []
    telling = False
    names = undated = year = ""
    for piece in re.split(
        rf";|(?<=\d),\s*(?={_NAME}[^;]*?{_YEAR})|(?<=\d[a-z]),\s*(?={_NAME})|(?<=\d)\s+and\s+(?={_NAME})", match[1]
    ):
        # "(Smith 2012a; b)"
        letter = re.fullmatch(r"\s*([a-z])\s*", piece)
        parts = _PIECE.match(f"{names} {year[:4]}{letter[1]}" if letter and year else piece.strip())
        if not parts:
            # "(Wilson; Madsen, 2010)" parts the authors of one work like works.
            undated = piece.strip()
            continue
        names, year = parts["names"].strip(" ,") or names, parts["years"]
        if not names:
            continue
        if undated and not _linked(names, parts["years"], known):
            names = f"{undated} and {names}"
        undated = ""
        linked += _linked(names, parts["years"], known)
        telling = (
            telling
            or bool(re.search(r"\bet\.?\sal\b|&", names))
            or bool(_TELLING.match(names) and "," in piece and len(names.split()) <= 4)
        )
    if not linked and not telling:
        return None
    return Marker(sentence=at, start=match.start(), end=match.end(), references=tuple(dict.fromkeys(linked)))


def _linked(names: str, years: str, known: Sequence[_Known]) -> tuple[int, ...]:
    """The entries that the names and each of the years point to; a year that fits none or several gives nothing."""
    out: list[int] = []
    last = ""
    for token in re.findall(rf"{_YEAR}|(?<=[\s,])[a-z]\b", years):
        if len(token) == 1:
            token = last[:4] + token
        last = token
        entry = _entry(names, token, known)
        if entry is not None and entry not in out:
            out.append(entry)
    return tuple(out)


def _entry(names: str, year: str, known: Sequence[_Known]) -> int | None:
    digits, suffix = (year[:4], year[4:]) if year[:4].isdigit() else ("", "")
    fitting = [k for k in known if k.year == digits and _first_author_in(names, k)]
    if len(fitting) > 1 and suffix:
        exact = [k for k in fitting if k.suffix == suffix]
        place = ord(suffix) - ord("a")
        fitting = exact or ([fitting[place]] if not any(k.suffix for k in fitting) and place < len(fitting) else [])
    if len(fitting) > 1:
        fitting = _closest(names, fitting)
    return fitting[0].at if len(fitting) == 1 else None


def _closest(names: str, fitting: Sequence[_Known]) -> list[_Known]:
    """The entries whose number of authors, and further names, agree best with the marker."""
    several = bool(re.search(r"\bet\.?\s?al\b|\bu\.\s?a\.|\bothers\b|\bcolleagues\b", names))
    pair = bool(re.search(r"\s(?:and|&|und|et|y|и)\s", names))
    words = _words(names)

    def agreement(k: _Known) -> tuple[int, int, int]:
        count = len(k.names)
        size = int(count > 2 if several else count == 2 if pair else count == 1)
        further = sum(f"-{name}-" in words for name in k.names[1:])
        place = words.rfind(f"-{k.names[0]}-") if k.names else -1
        return (further, size, place)

    best = max(agreement(k) for k in fitting)
    return [k for k in fitting if agreement(k) == best]


def _first_author_in(names: str, k: _Known) -> bool:
    words = _words(names)
    if k.names and (f"-{k.names[0]}-" in words or f"-{k.names[0]}-" in _words(_BROKEN.sub("", names))):
        return True
    return any(f"-{alias}-" in words for alias in k.aliases)


def _start_of_names(names: str, years: str, known: Sequence[_Known]) -> int:
    """Where in the matched names the marker begins: a capital word before it ("In Smith") is none of it."""
    start = 0
    for match in re.finditer(r"\s", names):
        rest = names[match.end() :]
        if (
            re.match(r"(?:and|&|et|,)", rest)
            or not _linked(rest, years, known)
            or _linked(rest, years, known) != _linked(names, years, known)
        ):
            break
        start = match.end()
    return start


def _known(at: int, entry: ReferenceEntry) -> _Known:
    names = tuple(_folded(name) for name in entry.authors)
    match = re.search(rf"\b{entry.year}([a-z])\b", entry.raw) if entry.year else None
    aliases: set[str] = set()
    group = next((name for name in entry.authors[:1] if len(name.split()) > 2 and names_group(name)), "")
    if entry.authors and (bare := re.sub(r"^(?:[a-z’']+\s)+", "", entry.authors[0])) != entry.authors[0]:
        aliases.add(_folded(bare))
    for name in entry.authors[:1]:
        if len(name.split()) > 1:
            aliases.add(
                _folded(name.split()[-1])
                if not re.search(r"[a-z]{2}\s[a-z]", name) and len(name.split()) == 2
                else _folded(name)
            )
            aliases.add("".join(word[0] for word in name.split() if word[0].isupper()).lower())
    head = entry.raw[:160].split(str(entry.year))[0] if entry.year else entry.raw[:80]
    aliases.update(_folded(short) for short in re.findall(r"[\[(]([A-Z][A-Za-z]{1,9})[\])]", head))
    if not entry.authors and entry.title:
        aliases.add(_folded(entry.title))
    return _Known(
        at, names, str(entry.year or ""), match[1] if match else "", frozenset(a for a in aliases if len(a) > 1), group
    )


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_PLAIN)
    return "-".join(re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c))))


def _words(text: str) -> str:
    return f"-{_folded(text)}-"
