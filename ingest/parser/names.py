"""Names as an author line prints them: marks, degrees and memberships aside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .affiliations import is_place
from .degrees import plain_part, without_memberships
from .lines import Line, Span
from .roles import role_of
from .surnames import HAN, HANGUL, KANA, PARTICLES

MARK_OPEN, MARK_CLOSE = "\x1e", "\x1f"
SYMBOLS = "*＊†‡§¶#∥‖⁎∗✉✝☯️⋆★◊○●◆■□¤ǂϮϯ∆♦♣♠✻※"
_COLLABORATION = re.compile(
    r"[,;]?\s*(?:\(?\b(?:and|for|on behalf of|with)\s+the\s[^;]{3,120}?|\(?\bthe\s[^,;()]{3,80}?)\b(?:study group|"
    r"working group|group|investigators|"
    r"consortium|collaborations?|collaborators|network|team|initiative|committee)\b\)?",
    re.IGNORECASE)
_BRACKETED_MAIL = re.compile(r"\(\s*[\w.+%-]+@[\w.-]+\s*\)")
_BRACKETED_ORCID = re.compile(
    rf"{MARK_OPEN}?\[?\(?\s*(?:ORCID(?:\s?iD)?:?\s*)?(?:https?://orcid\.org/)?(?:\d{{4}}\D{{1,4}}){{3}}\d{{3}}[\dX]\s*\]?\)?")
_SEPARATORS = re.compile(r"[,;&·•|，；、]|\b(?:[Aa][Nn][Dd]|[Uu][Nn][Dd]|et|ET|и|та)\b(?! al\b)|\s{3,}|"
                         rf"(?<={HAN})・(?={HAN})|(?<=[\u3040-\u309f])・(?={HAN})")
_AND = r"(?:e|y|i|og|och|en|ve|oraz|és|ja|dan|sowie|și|samt)"
_LEADING_AND = re.compile(rf"^\s*{_AND}\s+(?=[^\W\d_a-z]\S* \S)")
_TWO_NAMES = re.compile(rf"(?P<one>\S+ \S.*?) {_AND} (?P<other>[^\W\d_a-z]\S* \S.*)")
_BEHIND_E = frozenset(("silva", "souza", "sousa", "castro", "melo", "mello", "sá", "costa", "abreu", "lima", "almeida",
                       "andrade", "vasconcelos", "cunha", "menezes", "moura", "faria", "brito", "albuquerque"))
"""Portuguese surnames that follow upon another one and `e`."""
_LETTER = r"[^\W\d_]"
_NAME_WORD = re.compile(rf"(?:{_LETTER}|[.'’ʼ`´‐\u0300-\u036f-])+")
_SIGNS_NAME = re.compile("|".join((
    rf"{HAN}(?: ?{HAN}){{1,3}}", rf"{HAN}々{HAN}{{2,3}}", rf"{HAN}{{2}}[\u3041-\u309f]{{2,4}}",
    rf"{HAN}{{1,4}} (?:{HAN}{{1,4}}|{KANA}{{1,6}})", "[\u30a0-\u30fa]{2,8}・[\u30a0-\u30fa]{2,8}",
    rf"{HANGUL}{{2,4}}", rf"{HANGUL}{{1,2}} {HANGUL}{{1,3}}")))
_NO_SIGNS_NAME = re.compile("作者|通[讯訊]|摘|关键|關鍵|要旨|抄録|論文|论文|原著|研究|[报報]告|"
                            "综述|総説|学[报報]|杂志|雑誌|收稿|受付|"
                            "受理|編集|编辑|基金|目次|目[录錄]|"
                            "논문|초록|요약|연구|대학|학회")
_NICKNAME = re.compile(r"(?<=\w )(?:\([^\W\d_]+\)|[“\"‘'][^\W\d_]+[”\"’']) (?=\w)")
_LETTER_MARK = re.compile(r"(?P<name>.*\w\w) (?P<mark>[a-h])")
_BY = re.compile(r"^\s*(?:by|von|par)\s+(?=[^\W\d_])", re.IGNORECASE)
_BROKEN = re.compile(r"[^\W\d_][-‐] ?$")
_ONLY_INITIALS = re.compile(r"(?:[A-Z]\.?){1,3}")
_ATTACHED = re.compile(r"(?:d|l|dell)['’]|(?:al|el|ul|ad|an|as|ash|at)[-‐]")
_SMALL_INITIAL = re.compile(r"[a-z]\.(?:-?[A-Z]\.)?")
_RAISED = {ord(raised): f"{MARK_OPEN}{digit}{MARK_CLOSE}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_WIDE = 0.85
"""Gaps of this many sizes separate what stands side by side."""


@dataclass
class Found:
    """A name with the marks printed after it, and the line that it ends on."""

    name: str
    marks: set[str]


def marked(lines: Sequence[Line]) -> str:
    """The text with raised marks between control characters; what stands far apart in a line is separated."""
    parts: list[str] = []
    for line in lines:
        last: Span | None = None
        if parts and _BROKEN.search("".join(parts[-3:])):
            parts[-1] = ""
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
    text = re.sub(f"{MARK_OPEN}[^{MARK_CLOSE}]*{MARK_CLOSE}", " ", _without_orcids(text))
    return plain_part(without_memberships(_COLLABORATION.sub(" ", text)))


def names_in(text: str) -> list[Found]:
    """The names in a marked text, in order."""
    out: list[Found] = []
    text = _COLLABORATION.sub(" ; ", _without_orcids(text))
    for piece in re.split(f"({MARK_OPEN}[^{MARK_CLOSE}]*{MARK_CLOSE})", text):
        if piece.startswith(MARK_OPEN):
            if out:
                out[-1].marks.update(_split_marks(piece.strip(MARK_OPEN + MARK_CLOSE)))
            continue
        for part in _parts(piece, first=not out):
            words, marks = _unmarked(part)
            if is_name(words):
                out.append(Found(words, marks))
            elif not words and marks and out:
                out[-1].marks.update(marks)
    return out


def _without_orcids(text: str) -> str:
    return _BRACKETED_ORCID.sub(lambda found: MARK_OPEN if found.group()[0] == MARK_OPEN else " ", text)


def _parts(piece: str, *, first: bool) -> list[str]:
    """A piece between marks cut where a name ends; `first`: no name stands before it."""
    out: list[str] = []
    for part in _SEPARATORS.split(without_memberships(piece)):
        bare = _without_degrees(part if first and not out else _LEADING_AND.sub("", part, count=1))
        two = _TWO_NAMES.fullmatch(bare.strip())
        if two and two["other"].split()[0].casefold() not in _BEHIND_E \
                and all(is_name(_unmarked(name)[0]) for name in (two["one"], two["other"])):
            out += [two["one"], two["other"]]
        else:
            out.append(bare)
    return out


def _without_degrees(part: str) -> str:
    """A part without degrees; initials that look like one stay where nothing but a family name stands beside them."""
    bare = plain_part(part)
    if bare != part and len(_unmarked(bare)[0].split()) == 1 and is_name(_unmarked(part)[0]) \
            and all(_ONLY_INITIALS.fullmatch(word) for word in part.split() if word not in bare.split()):
        return part
    return bare


def last_piece(text: str) -> str:
    """What stands after the last separator of a marked text, marks included."""
    return plain_part(_SEPARATORS.split(without_memberships(text))[-1]).strip()


def _unmarked(part: str) -> tuple[str, set[str]]:
    """A name without the symbols and numbers that are printed beside it, and these."""
    marks = set(re.findall(rf"[{re.escape(SYMBOLS)}]|(?<![^\W\d_])\d{{1,2}}|(?<=[a-zà-ÿ\u3400-\u9fff])\d{{1,2}}", part))
    text = _NICKNAME.sub("", re.sub(rf"[{re.escape(SYMBOLS)}\d]+", " ", part))
    text = re.sub(r"\s+", " ", text).strip(" .:()[]-–")
    lettered = _LETTER_MARK.fullmatch(text)
    if lettered and is_name(lettered["name"]):
        return lettered["name"], marks | {lettered["mark"]}
    return text, marks


def is_name(text: str) -> bool:
    """Whether the text reads like the name of one person."""
    if _SIGNS_NAME.fullmatch(text):
        return not is_place(text) and not _NO_SIGNS_NAME.search(text) and role_of(text) == "other"
    words = text.split()
    if not 2 <= len(words) <= 7 or any(not _NAME_WORD.fullmatch(word) for word in words):
        return False
    capital = [word for word in words if word[0].isupper() or not word[0].isascii()]
    rest = [word for word in words if word not in capital]
    if any(word.casefold() not in PARTICLES and not _ATTACHED.match(word) and not _SMALL_INITIAL.fullmatch(word)
           for word in rest):
        return False
    full = [*capital, *(word for word in rest if _ATTACHED.match(word))]
    return len(full) >= 2 and any(len(word.strip(".")) > 1 for word in full) and not is_place(text)


def _split_marks(marks: str) -> set[str]:
    out = set()
    for mark in re.split(r"[\s,;，]+", marks):
        if mark.isdigit() or len(mark) == 1 or re.fullmatch("[IVX]{1,4}", mark):
            out.add(mark)
        else:
            out.update(re.findall(r"\d+|.", mark))
    return out
