"""Names as an author line prints them: marks, degrees and memberships aside, split into given and family."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .affiliations import is_place
from .lines import Line, Span

MARK_OPEN, MARK_CLOSE = "\x1e", "\x1f"
SYMBOLS = "*†‡§¶#∥⁎∗✉✝☯️⋆★"
PARTICLES = frozenset((
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "do", "du", "des", "la", "le", "las", "los",
    "el", "al", "bin", "ben", "ibn", "ter", "ten", "te", "zu", "zur", "af", "av", "e", "y", "d'", "st", "st.", "san",
    "santa", "mac",
))
_DEGREES = re.compile(
    r"\b(?:Ph\.?\s?D\.?|M\.?\s?D\.?|M\.?\s?Sc\.?|B\.?\s?Sc\.?|M\.?P\.?H\.?|M\.?A\.|M\.?B\.?A\.?|"
    r"M\.?V\.?Sc\.?|Dr\.?\s?(?:rer|med|phil)\.?\s?(?:nat)?\.?|D\.?Sc\.?|M\.?B\.?B\.?S\.?|R\.?N\.?|F\.?R\.?C\.?[SP]\.?|"
    r"Pharm\.?\s?D\.?|D\.?D\.?S\.?|D\.?M\.?D\.?|D\.?V\.?M\.?|B\.?V\.?Sc\.?|B\.?D\.?S\.?|M\.?D\.?S\.?|"
    r"Dr\.?\s?P\.?H\.?|MHS|MSPH|MSN|BSN|DNP|"
    r"MStat|MEng|MPhil|DPhil|BEng|Eng\.?|Prof\.?|Professor|Dr\.?|FRCP|FRCS|MRCP|FACP|FACS|"
    r"MS|BS|BA|MPharm|LLM|Esq\.?)(?=[\s,;.\x1e]|$)")
_MEMBERSHIPS = re.compile(
    r"\b(?:(?:Graduate\s+|Life\s+|Senior\s+|Student\s+|Associate\s+)*(?:Member|Fellow)\b,?\s*"
    r"(?:IEEE|ACM|OSA|SIAM|AIAA|ASME|IET|SPIE|AAAI)?|IEEE|OSA)\b|\(?\s?Corresponding author\)?", re.IGNORECASE)
_COLLABORATION = re.compile(
    r"[,;]?\s*(?:\(?\b(?:and|for|on behalf of|with)\s+the\s[^;]{3,120}?|\(?\bthe\s[^,;()]{3,80}?)\b(?:study group|"
    r"working group|group|investigators|"
    r"consortium|collaborations?|collaborators|network|team|initiative|committee)\b\)?",
    re.IGNORECASE)
_BRACKETED_MAIL = re.compile(r"\(\s*[\w.+%-]+@[\w.-]+\s*\)")
_BRACKETED_ORCID = re.compile(
    rf"{MARK_OPEN}?\[?\(?\s*(?:https?://orcid\.org/)?(?:\d{{4}}\D{{1,4}}){{3}}\d{{3}}[\dX]\s*\]?\)?")
_SEPARATORS = re.compile(r"[,;&·•|，；、]|\b(?:[Aa][Nn][Dd]|[Uu][Nn][Dd]|et|ET|и|та)\b(?! al\b)|"
                         r"(?<=\w{2}) y (?=[^\W\d_]+ [^\W\d_])|\s{3,}")
_LETTER = r"[^\W\d_]"
_NAME_WORD = re.compile(rf"(?:{_LETTER}|[.'’ʼ`´‐-])+")
_HAN = r"[\u3400-\u9fff]"
_HAN_NAME = re.compile(rf"{_HAN}(?: ?{_HAN}){{1,3}}|{_HAN}{{1,4}}[·・]{_HAN}{{1,6}}")
_DOUBLE_FAMILIES = ("欧阳", "歐陽", "司马", "司馬", "上官", "诸葛", "諸葛", "东方", "夏侯", "皇甫", "尉迟",
                    "公孙", "慕容", "令狐", "宇文", "长孙", "司徒", "端木")
_BY = re.compile(r"^\s*(?:by|von|par)\s+(?=[^\W\d_])", re.IGNORECASE)
_RAISED = {ord(raised): f"{MARK_OPEN}{digit}{MARK_CLOSE}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_WIDE = 0.85
"""Gaps of this many sizes separate what stands side by side."""


@dataclass
class Found:
    """A name with the marks printed after it, and the line that it ends on."""

    name: str
    marks: set[str]


def split_name(name: str) -> tuple[str, str]:
    """Given and family name of a printed name in the order given - family, or with the family name in capitals."""
    if "," in name:
        family, _, given = name.partition(",")
        return given.strip(), family.strip()
    if re.fullmatch(rf"{_HAN}{{2,4}}", name):
        cut = 2 if name[:2] in _DOUBLE_FAMILIES and len(name) > 2 else 1
        return name[cut:], name[:cut]
    words = name.split()
    if len(words) < 2:
        return "", name
    capital = [_is_capital(word) for word in words]
    if capital[0] and not any(capital[1:]) and not all(len(word.strip(".")) < 2 for word in words[1:]):
        return " ".join(words[1:]), words[0]
    at = len(words) - 1
    if words[at].rstrip(".").casefold() in ("jr", "sr", "ii", "iii", "iv") and at > 1:
        at -= 1
    while at > 1 and (words[at - 1].casefold() in PARTICLES
                      or (capital[at] and capital[at - 1] and not capital[0])):
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def _is_capital(word: str) -> bool:
    """Whether a word of at least three letters is in capitals, and no set of initials."""
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 2 and "." not in word and all(char.isupper() for char in letters)


def marked(lines: Sequence[Line]) -> str:
    """The text with raised marks between control characters; what stands far apart in a line is separated."""
    parts: list[str] = []
    for line in lines:
        last: Span | None = None
        for span in line.spans:
            if last is not None and span.x0 - last.x1 > _WIDE * line.size:
                parts.append(" ; ")
            elif last is not None and span.x0 - last.x1 > 0.15 * span.size:
                parts.append(" ")
            text = span.text
            if span.superscript and text.strip():
                text = f"{MARK_OPEN}{text.strip()}{MARK_CLOSE}"
            parts.append(text)
            last = span
        parts.append(" ; " if _BRACKETED_MAIL.search("".join(parts[-4:])) else " ")
    text = re.sub(f"{MARK_CLOSE} ?{MARK_OPEN}", "", _BRACKETED_MAIL.sub(" ", "".join(parts)).translate(_RAISED))
    return _BY.sub("", re.sub(r"[ \t]+", " ", text))


def plain(text: str) -> str:
    """A marked text without marks, degrees, memberships and collaborations."""
    text = re.sub(f"{MARK_OPEN}[^{MARK_CLOSE}]*{MARK_CLOSE}", " ", text)
    return _DEGREES.sub(" ", _MEMBERSHIPS.sub(" ", _COLLABORATION.sub(" ", text)))


def names_in(text: str) -> list[Found]:
    """The names in a marked text, in order."""
    out: list[Found] = []
    bare = _BRACKETED_ORCID.sub(lambda found: MARK_OPEN if found.group()[0] == MARK_OPEN else " ", text)
    text = _COLLABORATION.sub(" ; ", bare)
    for piece in re.split(f"({MARK_OPEN}[^{MARK_CLOSE}]*{MARK_CLOSE})", text):
        if piece.startswith(MARK_OPEN):
            if out:
                out[-1].marks.update(_split_marks(piece.strip(MARK_OPEN + MARK_CLOSE)))
            continue
        for part in _SEPARATORS.split(_DEGREES.sub(" ", _MEMBERSHIPS.sub(" ", piece))):
            words, marks = _unmarked(part)
            if is_name(words):
                out.append(Found(words, marks))
            elif not words and marks and out:
                out[-1].marks.update(marks)
    return out


def last_piece(text: str) -> str:
    """What stands after the last separator of a marked text, marks included."""
    return _SEPARATORS.split(_DEGREES.sub(" ", _MEMBERSHIPS.sub(" ", text)))[-1].strip()


def _unmarked(part: str) -> tuple[str, set[str]]:
    """A name without the symbols and numbers that are printed beside it, and these."""
    marks = set(re.findall(rf"[{re.escape(SYMBOLS)}]|(?<![^\W\d_])\d{{1,2}}|(?<=[a-zà-ÿ\u3400-\u9fff])\d{{1,2}}", part))
    text = re.sub(rf"[{re.escape(SYMBOLS)}\d]+", " ", part)
    return re.sub(r"\s+", " ", text).strip(" .:()[]-–"), marks


def is_name(text: str) -> bool:
    """Whether the text reads like the name of one person."""
    if _HAN_NAME.fullmatch(text):
        return not is_place(text)
    words = text.split()
    if not 2 <= len(words) <= 7 or any(not _NAME_WORD.fullmatch(word) for word in words):
        return False
    capital = [word for word in words if word[0].isupper() or not word[0].isascii()]
    rest = [word for word in words if word not in capital]
    if any(word.casefold() not in PARTICLES and not word.startswith(("d'", "d’", "l’", "al-", "el-")) for word in rest):
        return False
    full = [word for word in (*capital, *(word for word in rest if "’" in word or "'" in word)) if word]
    return len(full) >= 2 and any(len(word.strip(".")) > 1 for word in full) and not is_place(text)


def _split_marks(marks: str) -> set[str]:
    out = set()
    for mark in re.split(r"[\s,;，]+", marks):
        if mark.isdigit() or len(mark) == 1:
            out.add(mark)
        else:
            out.update(re.findall(r"\d+|.", mark))
    return out
