"""The clauses of a sentence that can be judged on their own.

A cut is made only where both sides stand as statements by themselves: each has a verb of its own, or the second takes
the subject of the first. A cut never separates a number from what it is a number of, nor a condition from its result,
and an opening frame ("In broilers, ...") holds for every part.
"""

from __future__ import annotations

import re

from .frames import opening_frame

_AUXILIARY = r"(?:is|are|was|were|has|had|have|did|does|do|can|could|may|might|will|would|should|must|cannot)"
_VERB = re.compile(
    rf"\b(?:{_AUXILIARY}|shows?|showed|found|gained|gave|took|rose|fell|grew|ran|froze|began|held|lost|wrote|kept|made|led"
    r"|told|came|went|saw|bore|fed|ate|met|put|cut|let|set|read|built|bound|brought|bought|caught|chose|drew|drank|drove"
    r"|felt|fought|flew|got|heard|hid|hit|knew|laid|lay|left|lent|meant|paid|said|sought|sold|sent|shrank|slept|spent"
    r"|split|spoke|spread|stood|stuck|struck|swam|taught|thought|threw|understood|wore|won|became|overcame|withstood"
    r"|includes?|consists?|contains?|covers?|uses?|needs?|takes?|teaches|lists?|reports?|states?|differ(?:s|ed)?|survived"
    r"|asks?|calls?|gives?|gains?|helps?|holds?|keeps?|kills?|lets?|lies|lies|makes?|means|requires?|rests|runs?|serves?"
    r"|lowers|raises|reduces?|increases?|improves?|inhibits?|leads|allows?|treats?|tells?|provides?|supports?|begins?"
    r"|depends?|grows?|causes?|occurs?|remains?|seems?|tends?|[a-z]{3,}ed)\b"
)
_CUTS = re.compile(r";\s+|,\s+(?:and|but|while|whereas|although|yet)\s+|\s+(?:whereas|while)\s+")
_BOTH = re.compile(r"\bboth\s(?P<one>.+?)\sand\s(?P<two>.+?)(?P<end>[,.;]?)$")
_BOTH_DO = re.compile(rf"^Both\s(?P<one>.+?)\sand\s(?P<two>.+?)\s(?P<rest>(?:{_VERB.pattern})\s.+)$")
_NEITHER = re.compile(rf"^Neither\s(?P<one>.+)\snor\s(?P<two>.+?)\s(?P<verb>{_AUXILIARY})\s(?P<rest>.+)$")
_TOGETHER = re.compile(
    r"\b(?:together|combined|combination|mixture|between|differ\w*|similar\w*|same|equal\w*|correlat\w*|agree\w*|compar\w*"
    r"|respectively|each other|one another|than|both|either|alternately|in turn|associated|related)\b",
    re.I,
)
_EXTREMES = re.compile(
    r"^(?P<frame>(?:[^,]+,\s)?)(?P<a>.+?)\s(?P<had>had|has|showed|gave|reached)\sthe\s(?P<one>\w+est)\s(?P<what>.+?)(?P<first>\s\([^()]*\))?,?"
    r"\sand\s(?P<b>.+?)\s(?:had\s)?the\s(?P<two>\w+est)(?P<second>\s\([^()]*\))?\.?$"
)
_QUOTATION = re.compile(r"“[^”]*”|\"[^\"]*\"")
_MIXED = re.compile(r"^(?:the )?evidence is mixed:\s", re.I)
_CONDITION = re.compile(r"^(?:if|when|whenever|unless|provided|where)\b|\b(?:if|unless|provided that)\b", re.I)


def clauses_of(sentence: str) -> list[str]:
    """The sentence's clauses, or the sentence alone where it cannot be cut safely. Quotations are never cut."""
    text = unmixed(sentence.strip())
    masked = _masked(text)
    if _CONDITION.search(masked):
        return [text]
    extremes = _EXTREMES.match(text) if masked == text else None
    if extremes:
        return _two_extremes(extremes)
    pieces = [text[start:end].strip(" ,") for start, end in cuts_of(text)]
    if len(pieces) > 1 and all(stands(piece) for piece in pieces):
        return [_sentence(piece, pieces[0]) for piece in pieces]
    if len(pieces) == 1:
        return _of_two(text) or [text]
    return [text]


def unmixed(text: str) -> str:
    """The sentence without "Evidence is mixed:", which announces its parts."""
    return _MIXED.sub("", text)


def under_frame(frame: str | None, piece: str) -> str:
    """The piece as a sentence under the opening frame of the sentence that it is cut from."""
    if frame is None or opening_frame(_capital(piece)):
        return _capital(piece)
    return f"{frame}{piece}"


def conjuncts_of(sentence: str) -> list[str]:
    """`A and B did X` as two statements, where what is said holds for each of the two; else the sentence alone."""
    text = sentence.strip()
    verb = _VERB.search(text)
    if verb is None or _TOGETHER.search(text) or _masked(text) != text:
        return [text]
    frame = opening_frame(text) or ""
    subject = text[len(frame) : verb.start()].strip()
    halves = re.split(r"\sand\s", subject)
    if len(halves) != 2 or "," in subject or not all(_is_name(half) for half in halves):
        return [text]
    rest = text[verb.start() :]
    return [_capital(f"{frame}{half} {rest}") for half in halves]


def _is_name(words: str) -> bool:
    """Whether words name a thing by themselves: in "garlic powder and extract" the second do not."""
    return len(words.split()) > 1 or words[:1].isupper()


def cuts_of(text: str) -> list[tuple[int, int]]:
    """The spans between the places where a sentence may be cut, whether or not the pieces stand alone."""
    masked = _masked(text)
    spans = []
    start = 0
    for match in _CUTS.finditer(masked):
        spans.append((start, match.start()))
        start = match.end()
    return [*spans, (start, len(text))]


def stands(piece: str) -> bool:
    """Whether a piece is a statement: three words or more, and a verb."""
    return len(piece.split()) >= 3 and bool(_VERB.search(piece))


def _of_two(text: str) -> list[str] | None:
    """`Both A and B do X`, `neither A nor B is X`, `X both in A and in B` as two statements each."""
    neither = _NEITHER.match(text)
    if neither:
        return [_capital(f"{neither[name]} {neither['verb']} not {neither['rest']}") for name in ("one", "two")]
    both_do = _BOTH_DO.match(text)
    if both_do and not _TOGETHER.search(text[4:]):
        return [_capital(f"{both_do[name]} {both_do['rest']}") for name in ("one", "two")]
    both = _BOTH.search(text.rstrip("."))
    if both and not re.search(r"\d", both.group()):
        head = text[: both.start()].rstrip()
        return [f"{head} {both[name].strip()}." for name in ("one", "two")]
    return None


def _masked(text: str) -> str:
    return _QUOTATION.sub(lambda match: "“" + "_" * (len(match.group()) - 2) + "”", text)


def _two_extremes(match: re.Match[str]) -> list[str]:
    """`A had the lowest X (1) and B the highest (9)`: the second takes verb and measure of the first."""
    frame, had, what = match["frame"], match["had"], match["what"]
    first = f"{frame}{match['a']} {had} the {match['one']} {what}{match['first'] or ''}."
    name = match["b"] if frame else _capital(match["b"])
    return [first, f"{frame}{name} {had} the {match['two']} {what}{match['second'] or ''}."]


def _sentence(piece: str, first: str) -> str:
    """The piece as a sentence, under the opening frame of the first; one that begins with a verb takes its subject."""
    if piece is first:
        return piece.rstrip(".") + "."
    frame = opening_frame(first) or ""
    if _VERB.match(piece):
        verb = _VERB.search(first, len(frame))
        subject = first[len(frame) : verb.start()].strip() if verb else ""
        piece = f"{subject} {piece}".strip()
    return under_frame(frame or None, piece).rstrip(".") + "."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
