"""One reference string to its fields: authors, title, venue, year, volume, pages and identifiers.

The styles differ in where the year stands (behind the authors, or near the end) and in what closes the title (quotation
marks, a full stop, a comma). Both are read off the string itself; no style is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...kb.events.document import ReferenceEntry
from .author_list import AuthorList, NameOrder, families_of, inverted_names, name_order, names_group, read_authors
from .identifiers import find_identifiers
from .publication import YEAR, read_publication
from .reference_text import half_width
from .title_end import title_end

_LONGEST = 3000
_PARTED_NAME = re.compile(r"(?<=[a-zà-ÿ])- (?=[A-Z][a-zà-ÿ])")
_STRAY_STOP = re.compile(r"(?<=[a-zà-ÿ]{3})\.(?=, (?:and )?(?:[A-Z]\. ?)+[A-Z])")
_SOLID_NAME = re.compile(r"\b[A-Z][a-zà-ÿ]+[A-Z]{1,3},(?=[A-Z])")
_BEHIND_LABEL = " .)]．）、］"
_LABEL = re.compile(
    r"\s*(?:[\[［〔【]\s*\w{1,12}\s*[\]］〕】]|[(（]\s*\d{1,3}\s*[)）]|\d{1,3}\s*[.)．）、](?=\s*\D))\s*"
)
_YEARS = tuple(
    map(
        re.compile,
        (
            rf"\(({YEAR})(?:[a-z]|-\d\d-\d\d)?\)",
            rf"\b({YEAR})[a-z]?\s*[;:]",
            rf"\b({YEAR})[a-z]?\W*$",
            rf"(?<![\d–-])\b({YEAR})\b(?![–-]\d)",
        ),
    )
)
_YEAR_NEXT = re.compile(
    rf"\s*[.,:]?\s*(?:[(\[]\s*(?:[A-Z][a-z]{{2,8}}\.?\s(?:\d{{1,2}},\s)?)?(?P<a>{YEAR})[a-z]?\b[^)\]]{{0,24}}[)\]]|(?P<b>{YEAR})[a-z]?(?=[\s.,:]))\s*[.,:]?\s*"
    rf"|\s*\(?(?:n\.\s?d\.|in press|forthcoming)\)?\s*[.,:]?\s*"
)
_YEAR_IN_BRACKETS = re.compile(rf"\(\s*(?P<a>{YEAR})[a-z]?(?:,[^)]*)?\)\s*[.,:]?\s*|\((?:n\.\s?d\.)\)\s*[.,:]?\s*")
_SEEN_WORDS = (
    r"accessed|retrieved|last (?:accessed|visited)|cited|acess(?:o|ado) em|acedido em|consultad[oa](?: (?:el|em|en))?|"
    r"recuperado el|fecha de consulta|consultée?s? le|consultato il|ultimo accesso|(?:zuletzt )?(?:abgerufen|geprüft|"
    r"aufgerufen|besucht)(?: am)?|(?:letzter )?zugriff(?: am)?|дата обращения|geraadpleegd op|"
    r"erişim(?: tarihi)?|访问日期|引用日期"
)
_SEEN = re.compile(
    rf"\s*[(\[]?\b(?:{_SEEN_WORDS})\b\s*:?\s*(?:on\s+)?"
    r"(?:\w+ \d{1,2}, \d{4}|\d{1,2}(?:\.|º|st|nd|rd|th)? (?:de )?\w+\.?,? (?:del? )?\d{4}|"
    r"\d{4}[ ./-]\w{2,3}[ ./-]\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\w+ \d{4})[)\]]?\.?,?|\[\d{4}-\d\d-\d\d\]",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"[“\"«„](?P<title>.+?)(?:[,.;?!][”\"»“]|[”\"»“](?=\s*(?:[,.;(]|$|[Ii]n\b|[A-Z\d])))[,.;]?\s*|‘(?P<single>[^’].+?)[,.]?’(?=[,.\s]\s?[A-Z])[,.]?\s*"
)
_TITLE_TAIL = re.compile(
    r"\s*(?:\((?:[Vv]ersion|[Vv]er\.|\d+(?:st|nd|rd|th|\.?\s?[ªºe]|\.)\s(?:éd|ed|Aufl)|"
    r"(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth) ed|[Rr]ev|[Ii]n [A-Z]|.{0,60}\b(?:Eds?|Trans)\.|pp?\.)[^)]*\)|"
    r"\[(?:[^\]]{1,40})\]|[,.]?\s*\d+(?:st|nd|rd|th) ed(?:ition|n)?)\s*$"
)
_OPENS_VENUE = re.compile(r"in:?\s+(?=[A-Z‘“])|Proc(?:eedings|\.)\s|Advances\sin\s")
_IN = re.compile(r"^\s*(?:[Ii]n|IN)\s*:?\s+(?=[\"“A-Z])")
_TYPE_MARK = re.compile(r"\s*\[(?:[A-Z]{1,2}(?:/[A-Z]{2})?)\].*$")
_COMMON_WORD = re.compile(r"(?<![\w’'-])(?!(?:and|van|von|der|den|del|della|dos|others|ed|eds)\b)[a-z]{3,}")
_GROUP_AND_YEAR = re.compile(
    rf"(?P<name>(?:U\.\s?[SK]\.\s)?[^.:?!\d“\",]{{3,90}}?)[.,]?\s+\(?(?P<year>{YEAR})[a-z]?\)?[.,:]\s+(?=[A-Z“‘])"
)
_KIND_OF_WORK = re.compile(
    r"[,.]?\s+(?:\(?(?:[Uu]npublished\s)?(?:Ph\.?\s?D\.?|D\.?Phil\.?|M\.?S\.?c?\.?|M\.?A\.?|[Mm]aster[’']?s?|[Dd]octoral|[Dd]iploma)\s"
    r"(?:thesis|dissertation|Thesis|Dissertation)\b|(?:Dissertation|Diplomarbeit)\b|[:.]?\s?дис\.|\(?[Tt]ech(?:nical|\.)\s[Rr]ep(?:ort\b|\.)|"
    r"[Rr] package version\s|(?:bioRxiv|medRxiv|[Pp]reprint)\b|"
    r"\(?(?:\d+(?:st|nd|rd|th)|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth)\s"
    r"(?:[Ee]d(?:ition|n)?\b\.?)\)?|\(eds?\.?\s[A-Z]).*$"
)
_DITTO = re.compile(r"(?:[-–—―_]{1,12}(?![\w-])|\(?(?:[Dd]ers|[Dd]ies|[Ii]dem)\b\.?\)?|(?=,\s))\s*[.,:]?\s*")
_NO_TITLE = re.compile(
    rf"(?P<venue>(?:[A-Z]|npj|arXiv|bioRxiv)[^\d(“\"]{{1,90}}?)[.,]?\s+(?:{YEAR}[,;]?\s*)?(?:[Vv]ol\.\s*)?[A-Z]?\d{{1,4}}"
    rf"(?:\s*\(\d[^)]*\))?(?:\s*[,:]\s*|\s+)[A-Za-z]{{0,3}}\d+(?:\s*[-–]\s*\w?\d+)?(?:,?\s*\(?{YEAR}\)?)?\W*"
)
_SMALL_WORD = re.compile(r"(?:of|the|and|in|for|on|to|de|la|der|des|für|und|et|a|&)$", re.IGNORECASE)


class _Parts(NamedTuple):
    authors: tuple[str, ...]
    title: str
    after: str
    year: int | None


@dataclass(frozen=True)
class ListStyle:
    """What only the whole list tells: how it writes names, and whether it leaves out titles."""

    order: NameOrder | None = None
    untitled: bool = False


_UNKNOWN = ListStyle()


def parse_reference(
    raw: str, label: str = "", *, style: ListStyle = _UNKNOWN, above: tuple[str, ...] = ()
) -> ReferenceEntry:
    """The fields that can be read off `raw`, one entry of a reference list; `raw` and `label` are kept as they are.

    `above` are the authors of the entry above, for which a dash may stand. Of an overlong `raw`, which is more than one
    entry, no more than the beginning is read.
    """
    found = find_identifiers(without_label(raw, label))
    parts = _split(_SEEN.sub("", found.rest), style, above)
    publication = read_publication(parts.after)
    return ReferenceEntry(
        raw=raw,
        label=label,
        title=parts.title or None,
        authors=parts.authors,
        year=parts.year if parts.year is not None else _year_anywhere(parts.after) or _year_anywhere(found.rest),
        venue=publication.venue or ("arXiv" if found.arxiv else None),
        volume=publication.volume,
        pages=publication.pages,
        doi=found.doi,
        arxiv=found.arxiv,
        pmid=found.pmid,
        url=found.url,
    )


def parse_references(entries: Iterable[tuple[str, str]]) -> list[ReferenceEntry]:
    """The entries of one list, given as (raw, label). How names are written is voted on by the list as a whole, and a
    dash in the place of the authors is read as those of the entry above."""
    listed = list(entries)
    style = _style([without_label(raw, label) for raw, label in listed])
    out: list[ReferenceEntry] = []
    for raw, label in listed:
        out.append(parse_reference(raw, label, style=style, above=out[-1].authors if out else ()))
    return out


def _style(texts: Sequence[str]) -> ListStyle:
    order = name_order(texts)
    bare = 0
    for text in texts:
        rest = find_identifiers(text).rest
        listed = read_authors(rest, order)
        year = _YEAR_NEXT.match(rest, listed.end)
        bare += bool(listed.families and _untitled(rest[year.end() if year else listed.end :].lstrip(" .,:;")))
    return ListStyle(order, bare > 2 and bare > 0.4 * len(texts))


def without_label(raw: str, label: str = "") -> str:
    """The beginning of an entry on one line, without the label that it is cited by."""
    text = re.sub(r"\s+", " ", raw[:_LONGEST]).strip().replace(". . .", "…")
    if label and text.startswith(label):
        return _with_whole_names(half_width(text[len(label) :].lstrip(_BEHIND_LABEL)))
    return _with_whole_names(half_width(_LABEL.sub("", text, count=1) if _LABEL.match(text) else text))


def _with_whole_names(text: str) -> str:
    """The text with the spaces that type has put into names, or left out of them ("De- Deus", "LindC,NgQ.2001")."""
    text = _PARTED_NAME.sub("-", _STRAY_STOP.sub("", text))
    if len(_SOLID_NAME.findall(text[:200])) < 2:
        return text
    head, rest = text[:400], text[400:]
    head = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z]{1,3}[,.])", " ", head)
    head = re.sub(r"(?<=[A-Z]),(?=[A-Z])", ", ", head)
    head = re.sub(rf"(?<=[A-Z]\.)({YEAR})\s?(?=[A-Z])", r" \1 ", head)
    return head + rest


def _split(text: str, style: ListStyle, above: tuple[str, ...]) -> _Parts:
    """Authors, year behind them, title, and what follows the title."""
    ditto = _DITTO.match(text) if above else None
    listed = AuthorList(above, ditto.end()) if ditto else read_authors(text, style.order)
    if listed.families:
        year = _YEAR_NEXT.match(text, listed.end)
        if year:
            return _after_year(listed.families, text, year, style)
    bracket = _YEAR_IN_BRACKETS.search(text)
    if bracket and _only_authors(text[: bracket.start()], listed) and len(text) - bracket.end() > 8:
        return _after_year(families_of(text[: bracket.start()]), text, bracket, style)
    quoted = _QUOTED.search(text)
    if quoted and quoted.start() < (listed.end + 6 if listed.families else 200):
        authors = listed.families or families_of(text[: quoted.start()])
        return _Parts(authors, _clean_title(quoted["title"] or quoted["single"]), text[quoted.end() :], None)
    if (
        not listed.families
        and (group := _GROUP_AND_YEAR.match(text))
        and (names_group(group["name"]) or len(group["name"].split()) < 3)
    ):
        return _after_year((group["name"],), text, group, style)
    if not listed.families:
        names, rest = _group_author(text)
        end = title_end(rest, commas=bool(names) and text[len(names[0]) :].startswith(","))
        return _Parts(names, _clean_title(rest[: end.title]), rest[end.after :], None)
    rest = text[listed.end :]
    comma = rest.lstrip().startswith(",") or (ditto is not None and "," in ditto[0])
    rest = rest.lstrip(" .,:;：")
    if style.untitled and (_untitled(rest) or _OPENS_VENUE.match(rest)):
        return _Parts(listed.families, "", rest, None)
    end = title_end(rest, commas=comma, semicolons=";" in text[: listed.end] or len(listed.families) == 1)
    return _Parts(listed.families, _clean_title(rest[: end.title]), rest[end.after :], None)


def _untitled(rest: str) -> bool:
    """Whether the journal stands right behind the authors, as physicists and chemists write."""
    match = _NO_TITLE.fullmatch(rest)
    if match is None:
        return False
    words = match["venue"].replace(",", " ").split()
    capitals = all(word[:1].isupper() or _SMALL_WORD.match(word) or word.endswith(".") for word in words)
    return (
        capitals
        and len(words) < 10
        and not re.search(r"[a-z]{5}[.:?]\s|,.*,|,\s(?!(?:and|[A-Z]\w+ and)\b)", match["venue"])
    )


def _after_year(authors: tuple[str, ...], text: str, year: re.Match[str], style: ListStyle) -> _Parts:
    rest = text[year.end() :].lstrip(" .,:;")
    printed = next((value for name, value in year.groupdict().items() if value and name != "name"), None)
    if style.untitled and (_untitled(rest) or _OPENS_VENUE.match(rest)):
        return _Parts((), "", rest, None)._replace(authors=authors, year=int(printed) if printed else None)
    if _IN.match(rest) and len(authors) == 1 and len(authors[0].split()) > 2:
        return _Parts((), _clean_title(text[: year.start()]), rest, int(printed) if printed else None)
    quoted = _QUOTED.match(rest)
    if quoted:
        title, after = quoted["title"] or quoted["single"], rest[quoted.end() :]
    else:
        end = title_end(rest, commas=text[: year.end()].rstrip().endswith(","))
        title, after = rest[: end.title], rest[end.after :]
    return _Parts(authors, _clean_title(title), after, int(printed) if printed else None)


def _only_authors(head: str, listed: AuthorList) -> bool:
    """Whether nothing but names stands before the year: short, or without the full stop that closes a title."""
    if re.search(r"\d\s*$|[“\"”«„]", head):
        return False
    if inverted_names(head):
        return True
    if listed.families and len(_COMMON_WORD.findall(head[listed.end :])) > 1:
        return False
    sentences = [piece for piece in re.split(r"(?<=[a-z)]{3})[.?!]\s+", head.strip(" .,")) if piece]
    words = head.split()
    return len(sentences) == 1 and (len(words) <= 12 or len(re.findall(r"\b[A-Z]\.", head)) >= len(words) / 4)


def _group_author(text: str) -> tuple[tuple[str, ...], str]:
    """A reference without personal names: a short first sentence names the group, if a title follows it."""
    if (match := re.match(r"(?P<name>(?:U\.\s?[SK]\.\s)?[^.:?!,“\"]{2,80}),\s+(?=[A-Z“\"‘])", text)) and names_group(
        match["name"]
    ):
        return (match["name"],), text[match.end() :]
    match = re.match(r"(?P<name>[^.:?!]{2,80})[.:]\s+(?=[A-Z“\"(])", text)
    if match and len(match["name"].split()) <= 7:
        rest = text[match.end() :]
        if len(re.findall(r"[^\W\d]{2,}", re.split(r"[.;]\s", rest)[0])) >= 3 or names_group(match["name"]):
            return inverted_names(match["name"]) or (match["name"].strip(" ,"),), _below_group(match["name"], rest)
    return (), text


def _below_group(name: str, rest: str) -> str:
    """What follows a group in capitals, without the ministry or institute of it that stands before the title."""
    part = re.match(r"(?P<name>[^.:?!]{2,80})\.\s+(?=[A-Z“\"(])", rest) if name.isupper() else None
    return rest[part.end() :] if part and names_group(part["name"]) else rest


def _clean_title(title: str) -> str:
    title = title.strip(" .,;:")
    while match := _TITLE_TAIL.search(title):
        if match.start() == 0:
            break
        title = title[: match.start()].strip(" .,;:")
    title = _TYPE_MARK.sub("", title)
    if (kind := _KIND_OF_WORK.search(title)) and kind.start() > 8:
        title = title[: kind.start()]
    title = re.sub(rf",\s*\(?{YEAR}\)?$", "", title)
    return title.strip('“”"').strip()


def _year_anywhere(text: str) -> int | None:
    """The year outside the page range: in brackets, before a semicolon, at the end, or else the first plausible one."""
    return next((int(match[1]) for pattern in _YEARS if (match := pattern.search(text))), None)
