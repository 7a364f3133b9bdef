"""The clauses of a sentence that can be judged on their own.

A cut is made only where both sides stand as statements by themselves: each has a verb of its own, or the second takes
the subject of the first. A cut never separates a number from what it is a number of, nor a condition from its result.
"""

from __future__ import annotations

import re

_VERB = re.compile(
    r"\b(?:is|are|was|were|has|had|have|did|does|do|can|could|may|might|will|would|shows?|showed|found|gained|gave|took|rose|fell|grew|ran|froze|began|held|lost|wrote|kept|made|led"
    r"|includes?|consists?|contains?|covers?|uses?|needs?|takes?|teaches|lists?|reports?|states?|differ(?:s|ed)?|survived|[a-z]{3,}ed)\b"
)
_CUTS = re.compile(r";\s+|,\s+(?:and|but|while|whereas|although|yet)\s+|\s+(?:whereas|while)\s+")
_BOTH = re.compile(r"\bboth\s(?P<one>.+?)\sand\s(?P<two>.+?)(?P<end>[,.;]?)$")
_EXTREMES = re.compile(
    r"^(?P<frame>(?:[^,]+,\s)?)(?P<a>.+?)\s(?P<had>had|has|showed|gave|reached)\sthe\s(?P<one>\w+est)\s(?P<what>.+?)(?P<first>\s\([^()]*\))?,?"
    r"\sand\s(?P<b>.+?)\s(?:had\s)?the\s(?P<two>\w+est)(?P<second>\s\([^()]*\))?\.?$"
)
_QUOTATION = re.compile(r"“[^”]*”|\"[^\"]*\"")
_MIXED = re.compile(r"^(?:the )?evidence is mixed:\s", re.I)
_CONDITION = re.compile(r"^(?:if|when|whenever|unless|provided|where)\b|\b(?:if|unless|provided that)\b", re.I)


def clauses_of(sentence: str) -> list[str]:
    """The sentence's clauses, or the sentence alone where it cannot be cut safely. Quotations are never cut."""
    text = _MIXED.sub("", sentence.strip())
    masked = _QUOTATION.sub(lambda match: "“" + "_" * (len(match.group()) - 2) + "”", text)
    if _CONDITION.search(masked):
        return [text]
    extremes = _EXTREMES.match(text) if masked == text else None
    if extremes:
        return _two_extremes(extremes)
    pieces = _cut(text, masked)
    if len(pieces) > 1 and all(_stands(piece) for piece in pieces):
        return [_sentence(piece, pieces[0]) for piece in pieces]
    both = _BOTH.search(text.rstrip("."))
    if both and len(pieces) == 1 and not re.search(r"\d", both.group()):
        head = text[: both.start()].rstrip()
        return [f"{head} {both[name].strip()}." for name in ("one", "two")]
    return [text]


def _cut(text: str, masked: str) -> list[str]:
    pieces = []
    start = 0
    for match in _CUTS.finditer(masked):
        pieces.append(text[start : match.start()].strip(" ,"))
        start = match.end()
    return [*pieces, text[start:].strip(" ,")]


def _stands(piece: str) -> bool:
    return len(piece.split()) >= 3 and bool(_VERB.search(piece))


def _two_extremes(match: re.Match[str]) -> list[str]:
    """`A had the lowest X (1) and B the highest (9)`: the second takes verb and measure of the first."""
    frame, had, what = match["frame"], match["had"], match["what"]
    first = f"{frame}{match['a']} {had} the {match['one']} {what}{match['first'] or ''}."
    name = match["b"] if frame else match["b"][:1].upper() + match["b"][1:]
    return [first, f"{frame}{name} {had} the {match['two']} {what}{match['second'] or ''}."]


def _sentence(piece: str, first: str) -> str:
    """The piece as a sentence; one that begins with a verb takes the subject of the first."""
    if piece is first:
        return piece.rstrip(".") + "."
    if _VERB.match(piece):
        verb = _VERB.search(first)
        subject = first[: verb.start()].strip() if verb else ""
        piece = f"{subject} {piece}".strip()
    return piece[:1].upper() + piece[1:].rstrip(".") + "."
