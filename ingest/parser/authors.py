"""The authors of a paper, from the lines below its title: names, affiliations, e-mail addresses, ORCID iDs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...kb.events.document import Author
from .lines import Line, Span

_MARK_OPEN, _MARK_CLOSE = "\x1e", "\x1f"
_SYMBOLS = "*†‡§¶#∥⁎∗✉✝☯️"
_PARTICLES = frozenset(
    ["van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "do", "du", "des", "la", "le", "las", "los", "el", "al", "bin", "ben", "ibn", "ter", "ten", "te", "zu", "zur", "af", "av", "e", "y", "d'", "st", "st.", "san", "santa", "mac"]
)
_DEGREES = re.compile(
    r"\b(?:Ph\.?\s?D\.?|M\.?\s?D\.?|M\.?\s?Sc\.?|B\.?\s?Sc\.?|M\.?P\.?H\.?|M\.?A\.|M\.?B\.?A\.?|M\.?V\.?Sc\.?|"
    r"Dr\.?\s?(?:rer|med|phil)\.?\s?(?:nat)?\.?|D\.?Sc\.?|M\.?B\.?B\.?S\.?|R\.?N\.?|F\.?R\.?C\.?[SP]\.?|Pharm\.?\s?D\.?|"
    r"D\.?D\.?S\.?|D\.?M\.?D\.?|D\.?V\.?M\.?|MStat|MEng|MPhil|BEng|Eng\.?|Prof\.?|Professor|Dr\.?|FRCP|FRCS|MRCP|FACP|"
    r"MS|BS|BA|MPharm|LLM|Esq\.?)(?=[\s,;.\x1e]|$)"
)
_PLACES = re.compile(
    r"universit|\bdepartment|\bdept\b|institut|\bschool\b|\bcollege\b|\bfacult|\bhospital|\bcent(?:er|re)\b|laborator|"
    r"\bdivision\b|\bacadem|\bclinic|\bcompany\b|\binc\b|\bltd\b|\bgmbh\b|\bfoundation\b|\bagency\b|\bunit\b|\bstreet\b|"
    r"\broad\b|\bavenue\b|\bbox\b|\bresearch\b|\bministry\b|\bcouncil\b|\bsection of\b|\bprogram|\bgroup\b|\bcampus\b|"
    r"\bmuseum\b|\bcorporation\b|\blab\b|\bsociety\b|\bsurvey\b|\bservices?\b|\bhealth\b|\bsciences?\b|\btechnolog|"
    r"\busa\b|\bu\.s\.a|united (?:states|kingdom)|\bchina\b|\bindia\b|\bgermany\b|\bfrance\b|\bjapan\b|\bcanada\b|"
    r"\baustralia\b|\bspain\b|\bitaly\b|\bbrazil\b|\biran\b", re.IGNORECASE)
_NOT_NAMES = re.compile(
    r"@|https?:|www\.|\d{2}|\b(?:received|accepted|published|correspond|abstract|keywords?|copyright|licen[cs]e|"
    r"edited|reviewed|editor|article|journal|volume|available|author|the|this|these|we|with|from|for|of|in|on|is|are|"
    r"contributed|equally|email|address|open|access|citation|et al|online|preprint|submitted)\b", re.IGNORECASE)
_NO_PLACE = re.compile(r"^\W*(?:received|accepted|published|correspond|e-?mail|copyright|©|academic editor|edited by|"
                       r"reviewed by|full list of|these authors|abstract\b|key\s?words?\b)", re.IGNORECASE)
_LONGEST_PLACE = 400
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_BRACKETED_MAIL = re.compile(r"\(\s*[\w.+%-]+@[\w.-]+\s*\)")
_GROUP_EMAIL = re.compile(r"\{([^}]+)\}\s*@\s*([\w-]+(?:\.[\w-]+)+)")
_ORCID = re.compile(r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b")
_LEAD_MARK = re.compile(r"^(?:[\d]{1,2}|[a-z]|[*†‡§¶#∥⁎∗]{1,2})(?=[\s.):]|[A-Z])")
_SEPARATORS = re.compile(r"[,;&·•|]|\band\b|\bund\b|\s{3,}")
_LETTER = r"[^\W\d_]"
_NAME_WORD = re.compile(rf"(?:{_LETTER}|[.'’ʼ`´‐-])+")


@dataclass
class _Found:
    """A name with the marks printed after it."""

    name: str
    marks: set[str]


def author_lines(lines: Sequence[Line], limit: int = 30) -> tuple[int, int]:
    """The range of the lines that name the authors, among the lines after the title; empty if there is none."""
    start = next((at for at, line in enumerate(lines[:limit]) if _is_name_line(line)), None)
    if start is None:
        return 0, 0
    style = lines[start].style
    end = start + 1
    while end < min(len(lines), limit):
        line, own = lines[end], lines[end].style
        alike = abs(own.size - style.size) < 0.6 and own.bold == style.bold and own.font == style.font
        unfinished = lines[end - 1].text.rstrip(" *†‡").endswith((",", "&", "and", "·", ";"))
        if line.page != lines[start].page or not (alike or unfinished):
            break
        if not _is_name_line(line) and not (unfinished and not is_place(line.text) and alike):
            break
        end += 1
    return start, end


def read_authors(lines: Sequence[Line], around: Sequence[Line]) -> list[Author]:
    """The authors on the author lines; affiliations and addresses are looked up in the lines around."""
    found = _names(_marked(lines))
    places = _affiliations(around)
    mails = _mails(around)
    authors = []
    for item in found:
        given, family = split_name(item.name)
        own = [places[mark] for mark in sorted(item.marks, key=_mark_order) if mark in places]
        if not own and "" in places and not any(mark in places for other in found for mark in other.marks):
            own = [places[""]]
        authors.append(Author(name=item.name, given=given, family=family, affiliations=tuple(dict.fromkeys(own)),
                              email=_mail_of(given, family, item, mails, found)))
    return authors


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
    return bool(names) and sum(len(n.name) for n in names) > 0.55 * len(re.sub(r"[\d\s,;&]+", "", _DEGREES.sub("", plain)))


def is_place(text: str) -> bool:
    """Whether the text names an institution or a country, as affiliations do."""
    return bool(_PLACES.search(text))


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
    text = _BRACKETED_MAIL.sub(" ", "".join(parts)).replace(f"{_MARK_CLOSE}{_MARK_OPEN}", ",").replace(f"{_MARK_CLOSE} {_MARK_OPEN}", ",")
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


def _affiliations(lines: Sequence[Line]) -> dict[str, str]:
    """Affiliation text by its leading mark; the mark is empty where none is printed."""
    out: dict[str, str] = {}
    mark: str | None = None
    before: Line | None = None
    for line in lines:
        if before is not None and not _runs_on(before, line):
            mark = None
        before = line
        if (_EMAIL.search(line.text) and not is_place(line.text)) or _NO_PLACE.match(line.text):
            mark = None
            continue
        for lead, text in _by_mark(line):
            if lead is not None:
                mark = lead if lead not in out else None
                if mark is not None:
                    out[mark] = ""
            elif mark is None and is_place(text):
                mark = ""
                out.setdefault("", "")
            if mark is not None and len(out[mark]) < _LONGEST_PLACE:
                out[mark] = f"{out[mark]} {text}".strip()
    cleaned = {key: re.sub(r"\s+", " ", value).strip(" ,;.") for key, value in out.items()}
    return {key: value for key, value in cleaned.items()
            if len(value) < _LONGEST_PLACE and (is_place(value) or (len(value) > 15 and "," in value))}


def _runs_on(before: Line, line: Line) -> bool:
    """Whether a line may go on with the affiliation of the line before."""
    step = line.baseline - before.baseline
    return line.page == before.page and abs(line.size - before.size) < 0.6 and line.bold == before.bold \
        and -1 < step < 2.4 * line.size


def _by_mark(line: Line) -> list[tuple[str | None, str]]:
    """A line cut where an affiliation mark stands."""
    out: list[tuple[str | None, str]] = []
    bold_numbers = any(span.bold and span.text.strip().isdigit() for span in line.spans)
    for at, span in enumerate(line.spans):
        text = span.text.strip()
        opens = at == 0 or (out and out[-1][1].rstrip().endswith((".", ";", ",", "")))
        is_mark = len(text) <= 2 and text != "" and bool(_LEAD_MARK.match(text + " "))
        if is_mark and opens and (span.superscript or at == 0 or (bold_numbers and span.bold)):
            out.append((text, ""))
        elif out:
            out[-1] = (out[-1][0], out[-1][1] + span.text)
        else:
            found = _LEAD_MARK.match(text)
            if found and not found.group().isalpha():
                out.append((found.group(), text[found.end():].lstrip(" .):") + span.text[len(span.text.rstrip()):]))
            else:
                out.append((None, span.text))
    return out


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
