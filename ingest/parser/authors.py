"""The authors of a paper, from the lines below its title: names, affiliations, e-mail addresses, ORCID iDs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...kb.events.document import Author
from .affiliations import is_place, read_affiliations
from .lines import Line, Rect, Span

_MARK_OPEN, _MARK_CLOSE = "\x1e", "\x1f"
_SYMBOLS = "*†‡§¶#∥⁎∗✉✝☯️"
_PARTICLES = frozenset((
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "do", "du", "des", "la", "le", "las", "los",
    "el", "al", "bin", "ben", "ibn", "ter", "ten", "te", "zu", "zur", "af", "av", "e", "y", "d'", "st", "st.", "san",
    "santa", "mac",
))
_DEGREES = re.compile(
    r"\b(?:Ph\.?\s?D\.?|M\.?\s?D\.?|M\.?\s?Sc\.?|B\.?\s?Sc\.?|M\.?P\.?H\.?|M\.?A\.|M\.?B\.?A\.?|M\.?V\.?Sc\.?|"
    r"Dr\.?\s?(?:rer|med|phil)\.?\s?(?:nat)?\.?|D\.?Sc\.?|M\.?B\.?B\.?S\.?|R\.?N\.?|F\.?R\.?C\.?[SP]\.?|Pharm\.?\s?D\.?|"
    r"D\.?D\.?S\.?|D\.?M\.?D\.?|D\.?V\.?M\.?|MStat|MEng|MPhil|BEng|Eng\.?|Prof\.?|Professor|Dr\.?|FRCP|FRCS|MRCP|FACP|"
    r"MS|BS|BA|MPharm|LLM|Esq\.?)(?=[\s,;.\x1e]|$)"
)
_NOT_NAMES = re.compile(
    r"@|https?:|www\.|\d{2}|\b(?:received|accepted|published|correspond|abstract|keywords?|copyright|licen[cs]e|"
    r"edited|reviewed|editor|article|journal|volume|available|author|the|this|these|we|with|from|for|of|in|on|is|are|"
    r"contributed|equally|email|address|open|access|citation|et al|online|preprint|submitted)\b", re.IGNORECASE)
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_BRACKETED_MAIL = re.compile(r"\(\s*[\w.+%-]+@[\w.-]+\s*\)")
_GROUP_EMAIL = re.compile(r"\{([^}]+)\}\s*@\s*([\w-]+(?:\.[\w-]+)+)")
_ORCID = re.compile(r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b")
_SEPARATORS = re.compile(r"[,;&·•|]|\band\b|\bund\b|\s{3,}")
_LETTER = r"[^\W\d_]"
_NAME_WORD = re.compile(rf"(?:{_LETTER}|[.'’ʼ`´‐-])+")
_AUTHOR_LINES = 30
"""Lines after the title among which the authors stand."""


@dataclass
class _Found:
    """A name with the marks printed after it."""

    name: str
    marks: set[str]


def author_lines(lines: Sequence[Line]) -> tuple[int, int]:
    """The range of the lines that name the authors, among the lines after the title; empty if there is none."""
    start = next((at for at, line in enumerate(lines[:_AUTHOR_LINES]) if _is_name_line(line)), None)
    if start is None:
        return 0, 0
    style = lines[start].style
    end = start + 1
    while end < min(len(lines), _AUTHOR_LINES):
        line, own = lines[end], lines[end].style
        alike = abs(own.size - style.size) < 0.6 and own.bold == style.bold and own.font == style.font
        unfinished = lines[end - 1].text.rstrip(" *†‡").endswith((",", "&", "and", "·", ";"))
        if line.page != lines[start].page or not (alike or unfinished):
            break
        if not _is_name_line(line) and not (unfinished and not is_place(line.text) and alike):
            break
        end += 1
    return start, end


def read_authors(
    lines: Sequence[Line], around: Sequence[Line], links: Sequence[tuple[Rect, str]] = ()
) -> list[Author]:
    """The authors on the author lines; affiliations and addresses are looked up in the lines around, ORCID iDs in the
    links beside the names."""
    found = _names(_marked(lines))
    places = read_affiliations(around)
    mails = _mails(around)
    orcids = _orcids(lines, links, found)
    authors = []
    for at, item in enumerate(found):
        given, family = split_name(item.name)
        own = [places[mark] for mark in sorted(item.marks, key=_mark_order) if mark in places]
        if not own and "" in places and not any(mark in places for other in found for mark in other.marks):
            own = [places[""]]
        authors.append(Author(name=item.name, given=given, family=family, affiliations=tuple(dict.fromkeys(own)),
                              email=_mail_of(given, family, item, mails, found), orcid=orcids.get(at)))
    return authors


def _orcids(lines: Sequence[Line], links: Sequence[tuple[Rect, str]], found: Sequence[_Found]) -> dict[int, str]:
    """ORCID iDs by author: a link belongs to the last name that is printed before it."""
    out: dict[int, str] = {}
    for (x0, y0, _, y1), uri in links:
        orcid = _ORCID.search(uri)
        if orcid is None or "orcid.org" not in uri:
            continue
        middle = (y0 + y1) / 2
        read = " ".join(span.text for line in lines if line.y0 < middle for span in line.spans
                        if line.y1 < middle or span.x1 <= x0 + 2)
        ends = [(read.rfind(item.name.split()[-1]), at) for at, item in enumerate(found)]
        place, at = max(ends, default=(-1, -1))
        if place >= 0:
            out.setdefault(at, orcid.group())
    return out


def split_name(name: str) -> tuple[str, str]:
    """Given and family name of a printed name in the order given - family."""
    if "," in name:
        family, _, given = name.partition(",")
        return given.strip(), family.strip()
    words = name.split()
    if len(words) < 2:
        return "", name
    at = len(words) - 1
    if words[at].rstrip(".").casefold() in ("jr", "sr", "ii", "iii", "iv") and at > 1:
        at -= 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def _is_name_line(line: Line) -> bool:
    text = _marked([line])
    plain = re.sub(f"{_MARK_OPEN}[^{_MARK_CLOSE}]*{_MARK_CLOSE}", " ", text)
    if is_place(plain) or _NOT_NAMES.search(_DEGREES.sub(" ", plain)):
        return False
    names = _names(text)
    letters = re.sub(r"[\d\s,;&]+", "", _DEGREES.sub("", plain))
    return bool(names) and sum(len(n.name) for n in names) > 0.55 * len(letters)


def _marked(lines: Sequence[Line]) -> str:
    """The text with raised marks between control characters."""
    parts = []
    for line in lines:
        last: Span | None = None
        for span in line.spans:
            if last is not None and span.x0 - last.x1 > 0.15 * span.size:
                parts.append(" ")
            text = span.text
            if span.superscript and text.strip():
                text = f"{_MARK_OPEN}{text.strip()}{_MARK_CLOSE}"
            parts.append(text)
            last = span
        parts.append(" ; " if _BRACKETED_MAIL.search("".join(parts[-4:])) else " ")
    text = re.sub(f"{_MARK_CLOSE} ?{_MARK_OPEN}", ",", _BRACKETED_MAIL.sub(" ", "".join(parts)))
    return re.sub(r"[ \t]+", " ", text)


def _names(text: str) -> list[_Found]:
    """The names in a text with marks, in order."""
    out: list[_Found] = []
    for piece in re.split(f"({_MARK_OPEN}[^{_MARK_CLOSE}]*{_MARK_CLOSE})", text):
        if piece.startswith(_MARK_OPEN):
            if out:
                out[-1].marks.update(_split_marks(piece.strip(_MARK_OPEN + _MARK_CLOSE)))
            continue
        for part in _SEPARATORS.split(_DEGREES.sub(" ", piece)):
            words, marks = _unmarked(part)
            if _is_name(words):
                out.append(_Found(words, marks))
            elif not words and marks and out:
                out[-1].marks.update(marks)
    return out


def _unmarked(part: str) -> tuple[str, set[str]]:
    """A name without the symbols and numbers that are printed beside it, and these."""
    marks = set(re.findall(rf"[{re.escape(_SYMBOLS)}]|(?<![^\W\d_])\d{{1,2}}|(?<=[a-zà-ÿ])\d{{1,2}}", part))
    plain = re.sub(rf"[{re.escape(_SYMBOLS)}\d]+", " ", part)
    return re.sub(r"\s+", " ", plain).strip(" .:()[]-–"), marks


def _is_name(text: str) -> bool:
    words = text.split()
    if not 2 <= len(words) <= 7 or any(not _NAME_WORD.fullmatch(word) for word in words):
        return False
    capital = [word for word in words if word[0].isupper() or not word[0].isascii()]
    rest = [word for word in words if word not in capital]
    if any(word.casefold() not in _PARTICLES and not word.startswith(("d'", "d’", "al-", "el-")) for word in rest):
        return False
    return len(capital) >= 2 and any(len(word.strip(".")) > 1 for word in capital) and not is_place(text)


def _split_marks(marks: str) -> set[str]:
    out = set()
    for mark in re.split(r"[\s,;]+", marks):
        if mark.isdigit() or len(mark) == 1:
            out.add(mark)
        else:
            out.update(re.findall(r"\d+|.", mark))
    return out


def _mark_order(mark: str) -> tuple[int, int, str]:
    return (0, int(mark), "") if mark.isdigit() else (1, 0, mark)


def _mails(lines: Sequence[Line]) -> list[str]:
    text = " ".join(line.text for line in lines)
    found = [mail.rstrip(".") for mail in _EMAIL.findall(text)]
    for names, host in _GROUP_EMAIL.findall(text):
        found += [f"{name.strip()}@{host}" for name in names.split(",")]
    return list(dict.fromkeys(found))


def _mail_of(given: str, family: str, item: _Found, mails: Sequence[str], everyone: Sequence[_Found]) -> str | None:
    plain = re.sub(r"[\W_]+", "", family.casefold())
    for mail in mails:
        local = re.sub(r"[\W_\d]+", "", mail.split("@")[0].casefold())
        if len(plain) > 2 and plain in local:
            rivals = [o for o in everyone if split_name(o.name)[1].casefold() == family.casefold()]
            if len(rivals) == 1 or local.startswith(given[:1].casefold()) or local.endswith(given[:1].casefold()):
                return mail
    starred = [o for o in everyone if o.marks & set(_SYMBOLS)]
    return mails[0] if len(mails) == 1 and starred == [item] else None
