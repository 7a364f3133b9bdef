"""A near copy of a sentence in which one word stands in the place of another: the commonest way to a false claim.

Where a claim follows a sentence of the evidence word by word, coverage forgives one strange word, and it is that word
that matters ("six months" for four, "least" for most, "fertile" for sterile, one name for another). Here claim and
sentence are aligned; a word of the claim that takes the place of another one must mean the same.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from ...kb.text.lexicon import words
from ...kb.text.polarity import polars
from .reading import LIGHT, Reading, Word

NEAR = 0.55
"""Share of the claim's words that must stand in the sentence in the same order for a near copy."""
_FEWEST = 3
_GROUPS = tuple(
    words(group)
    for group in (
        "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred single",
        "most least", "same different", "first second third last", "both none neither",
    )
)
"""Words that exclude each other, though none of them counts as content."""
_VERSUS = re.compile(r"\b(?:than|compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\.?)\s", re.I)
_AFTER = 6
_DEFINES = re.compile(r"(?<=[a-z]\s)\([A-Z][A-Za-z0-9-]{1,9}\)")
"""An acronym in brackets behind what it stands for says nothing new."""
_AXES = frozenset(("amount", "quality", "order", "win"))


def substituted(claim: Reading, evidence: Reading) -> tuple[str, str] | None:
    """(word of the claim, word of the evidence in its place), or None where nothing was exchanged."""
    ours, theirs = _telling(claim), _telling(evidence)
    if len(ours) < _FEWEST:
        return None
    blocks = SequenceMatcher(None, *_labels(ours, theirs), autojunk=False)
    if sum(block.size for block in blocks.get_matching_blocks()) < max(NEAR * len(ours), _FEWEST):
        return None
    crossed, turned = _sides(claim, evidence)
    if crossed and not turned:
        return crossed
    for kind, a, b, c, d in blocks.get_opcodes():
        if kind == "replace":
            found = _exchanged(ours[a:b], theirs[c:d], claim, evidence, converse=bool(crossed and turned))
            if found:
                return found
    return None


def _telling(reading: Reading) -> list[Word]:
    """Content words and words that exclude each other, outside brackets; figures are checked as quantities."""
    asides = [match.span() for match in re.finditer(r"\([^()]*[\s=][^()]*\)", reading.text)]
    asides += [match.span() for match in _DEFINES.finditer(reading.text)]
    return [
        word for word in reading.words
        if ((word.content and not word.text[0].isdigit()) or _group(word) is not None)
        and not any(start < word.start < end for start, end in asides)
    ]


def _group(word: Word) -> frozenset[str] | None:
    return next((frozenset(group) for group in _GROUPS if word.text.lower() in group), None)


def _labels(ours: list[Word], theirs: list[Word]) -> tuple[list[int], list[int]]:
    """One number for words that mean the same; words of the claim that the evidence lacks get one of their own."""
    known: list[int] = []
    for place, word in enumerate(theirs):
        known.append(next((known[at] for at in range(place) if _same(theirs[at], word)), place))
    wanted = [
        next((known[at] for at, other in enumerate(theirs) if _same(word, other)), -1 - place)
        for place, word in enumerate(ours)
    ]
    return wanted, known


def _same(one: Word, other: Word) -> bool:
    return one.text.lower() == other.text.lower() or bool(one.keys & other.keys)


def _exchanged(
    ours: list[Word], theirs: list[Word], claim: Reading, evidence: Reading, *, converse: bool
) -> tuple[str, str] | None:
    """The words of a replaced stretch that mean something else than what stands in their place."""
    if len(ours) > 3 or len(theirs) > 4:
        return None
    for word in ours:
        if any(_same(word, other) for other in theirs):
            continue
        group = _group(word)
        rival = next((other for other in theirs if _rivals(word, other, group)), None)
        elsewhere = any(_same(word, other) for other in evidence.words)
        # What stands elsewhere was moved, unless one name took the place of another.
        if rival is None or (elsewhere and group is None and not (word.entity and rival.entity)):
            continue
        if _abbreviates(word, theirs) or _abbreviates(rival, ours):
            continue
        # Two names that both sides have may have changed places for a good reason; who is who is checked elsewhere.
        if elsewhere and any(_same(rival, other) for other in claim.words):
            continue
        # Words of direction are judged by their direction; here only what is plainly its opposite counts.
        opposite = not converse and word.negated == rival.negated and _opposite(word, rival)
        if group is None and polars(word.text) and not opposite:
            continue
        return word.text, rival.text
    return None


def _abbreviates(word: Word, others: list[Word]) -> bool:
    """Whether a word is made of the initials of the words in its place: MI and myocardial infarction."""
    initials = "".join(other.text[0] for other in others).lower()
    return len(word.text) > 1 and word.text.isupper() and word.text.lower() in initials


def _rivals(word: Word, other: Word, group: frozenset[str] | None) -> bool:
    if group is not None:
        return other.text.lower() in group
    return _weighs(word) and _weighs(other)


def _opposite(word: Word, other: Word) -> bool:
    return any(
        one.axis == two.axis and one.sign == -two.sign and one.sign in (1, -1)
        for one in polars(word.text) for two in polars(other.text)
    )


def _weighs(word: Word) -> bool:
    # By its form and not by its stem: "system" says little, "systemic" does not.
    return word.content and (word.text.lower() not in LIGHT or bool(polars(word.text)))


def _sides(claim: Reading, evidence: Reading) -> tuple[tuple[str, str] | None, bool]:
    """What the claim compares with though the evidence has it on the other side, and whether the direction turned."""
    mine, given = _VERSUS.search(claim.text), _VERSUS.search(evidence.text)
    if not mine or not given:
        return None, False
    after, before = _around(claim, mine)
    their_after, their_before = _around(evidence, given)
    crossed = [
        word for word in after
        if not _among(word, before) and _among(word, their_before) and not _among(word, their_after)
    ]
    back = [word for word in their_after if _among(word, before) and not _among(word, [*after, *their_before])]
    ours, theirs = _direction(claim, mine.start()), _direction(evidence, given.start())
    if not theirs:
        return None, False
    turned = ours != theirs
    return ((crossed[0].text, back[0].text) if crossed and back else None), turned


def _among(word: Word, others: list[Word]) -> bool:
    return any(_same(word, other) for other in others)


def _direction(reading: Reading, until: int) -> tuple[int, ...]:
    words = [word.text for word in reading.words if word.start < until and word.text[0].isalpha()]
    signs = [polar.sign for word in words for polar in polars(word) if polar.axis in _AXES and polar.sign in (1, -1)]
    return tuple(signs[-1:])


def _around(reading: Reading, marker: re.Match[str]) -> tuple[list[Word], list[Word]]:
    after = [word for word in reading.content if word.start >= marker.end()][:_AFTER]
    return after, [word for word in reading.content if word.start < marker.start()]
