"""Sentences that only compute from the sentence before: a difference, a percentage or a ratio of two numbers in it.

"Birds on that diet thus gained 327.5 g more than the controls, about 18 %" follows from a sentence that gives both
gains if the arithmetic holds, the direction holds, and it says nothing else. The two numbers must be of one kind and
unit, and the side that is compared with must be named beside exactly one of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ..kb.text.lexicon import words
from ..kb.text.lexicon_synonyms import keys
from ..kb.text.quantities import Quantity, parse_quantities
from .passages import content_words

_MORE = r"more|higher|greater|larger|heavier|longer|better|above"
_LESS = r"less|lower|smaller|fewer|lighter|shorter|worse|below"
_COMPARED = re.compile(
    rf"\b(?P<word>{_MORE}|{_LESS})(?:\s(?!than\b)[a-z]+){{0,2}}\sthan\s(?P<side>[^,;.]+(?:\.\d[^,;.]*)*)"
    r"|\btimes\s(?:that|those|as\s\w+\sas(?:\sthat)?|the\s\w+)\s(?:of|in|for|with|without|on)?\s?(?P<base>[^,;.]+(?:\.\d[^,;.]*)*)",
    re.I,
)
_ANAPHOR = re.compile(
    r"\b(?:(?:at|on|in|with|for|under|of|by)\s)?(?:that|this|these|those|the same|such|its|their|it)"
    r"\s(?:\w+\s)?(?=\w|,)|\b(?:it|they|both)\b",
    re.I,
)
_FREE = words(
    """about approximately around nearly almost roughly thus therefore hence so then difference percent percentage
    points point times times more less higher lower greater smaller larger fewer frequent often common i.e that
    is or fold about corresponding amounts amount equivalent gain"""
)
_NO = re.compile(r"\b(?:without|no|none|un\w+ed|control\w*)\b", re.I)


@dataclass(frozen=True)
class Derived:
    """What was computed, for the audit."""

    formula: str


@dataclass(frozen=True)
class _Bound:
    quantity: Quantity
    words: frozenset[str]
    lacking: bool


def derive(claim: str, lemma: str) -> Derived | None:
    """The derivation of the claim from one earlier sentence, or None where any part of it does not follow."""
    if re.search(r"\b(?:not|no|never|hardly|neither|nor)\b", claim, re.I):
        return None
    compared = _COMPARED.search(claim)
    numbers = [quantity for quantity in parse_quantities(claim) if quantity.kind not in ("identifier", "ordinal")]
    if compared is None or not numbers:
        return None
    side = compared["side"] or compared["base"]
    before = frozenset().union(*(keys(word) for word in content_words(claim[: compared.start()])))
    pairs = [pair for pair in _pairs(lemma) if _is_side(side, pair[1], pair[0], before)]
    if len(pairs) != 1 or not _says_nothing_else(claim, lemma):
        return None
    subject, base = pairs[0][0].quantity, pairs[0][1].quantity
    sign = _sign(compared["word"])
    formulas = [_computed(number, subject, base, sign) for number in numbers]
    if any(formula is None for formula in formulas):
        return None
    return Derived("; ".join(formula for formula in formulas if formula))


def _sign(word: str | None) -> int:
    if word is None:
        return 0
    return 1 if re.fullmatch(_MORE, word, re.I) else -1


def _pairs(lemma: str) -> list[tuple[_Bound, _Bound]]:
    """Two numbers of one kind and unit, each with the words beside it, in both orders."""
    bound = _bound(lemma)
    found = []
    for one in bound:
        for other in bound:
            same = one.quantity.kind == other.quantity.kind and one.quantity.unit == other.quantity.unit
            if one is not other and same:
                found.append((one, other))
    return found if len(found) == 2 else []


def _bound(lemma: str) -> list[_Bound]:
    """The main numbers of the lemma with the words that follow each, up to the next one.

    Amounts that only say how much was given ("with 0.5 % of ...") stand behind a preposition and are no main numbers.
    """
    amounts = [
        quantity
        for quantity in parse_quantities(lemma)
        if quantity.kind not in ("identifier", "ordinal", "share", "year")
    ]
    main = [
        one
        for one in amounts
        if not re.search(r"\b(?:with|of|after|over|for|at|to|in|from)\s(?:about\s)?$", lemma[: one.start], re.I)
    ]
    found = []
    for place, quantity in enumerate(main):
        end = main[place + 1].start if place + 1 < len(main) else len(lemma)
        after = lemma[quantity.end : end]
        words: frozenset[str] = frozenset().union(*(keys(word) for word in content_words(after)))
        found.append(_Bound(quantity, words, bool(_NO.search(after))))
    return found


def _is_side(side: str, base: _Bound, other: _Bound, before: frozenset[str]) -> bool:
    """Whether what is compared with is named beside `base`, and not as well beside the other number.

    Words that both sides of the comparison share (`before` are those of the other side) tell nothing apart.
    """
    every = [keys(word) for word in content_words(side)]
    wanted = [word for word in every if not word & before] or every
    if not wanted or (bool(_NO.search(side)) and not base.lacking):
        return False
    here = sum(bool(word & base.words) for word in wanted)
    there = sum(bool(word & other.words) for word in wanted)
    if bool(_NO.search(side)) and base.lacking and not other.lacking:
        return here >= there and here > 0
    return here > there and base.lacking == bool(_NO.search(side))


def _says_nothing_else(claim: str, lemma: str) -> bool:
    """Every content word of the claim, anaphors aside, is in the lemma."""
    said: frozenset[str] = frozenset().union(*(keys(word) for word in content_words(lemma)))
    rest = _ANAPHOR.sub(" ", claim)
    anaphors = {word.lower() for match in _ANAPHOR.finditer(claim) for word in match.group().split()}
    amounts = [(quantity.start, quantity.end) for quantity in parse_quantities(rest)]
    for match in re.finditer(r"[^\W\d_][\w-]*", rest):
        word = match.group()
        inside = any(start <= match.start() < end for start, end in amounts)
        if inside or not content_words(word) or word.lower() in _FREE or word.lower() in anaphors:
            continue
        if not keys(word) & said and not _names_category(word, claim):
            return False
    return True


def _names_category(word: str, claim: str) -> bool:
    """The noun of an anaphor ("that combination", "this dose") points back and says nothing new."""
    return re.search(rf"\b(?:that|this|these|those|such|same)\s{re.escape(word)}\b", claim, re.I) is not None


def _computed(number: Quantity, subject: Quantity, base: Quantity, sign: int) -> str | None:
    difference = subject.value - base.value
    if number.kind in ("fold", "number") and not number.unit:
        if sign == 0 and base.value and _rounds(subject.value / base.value, number):
            return f"{subject.text} / {base.text} = {number.text}"
        return None
    if sign == 0 or difference * sign <= 0:
        return None
    if number.kind == "percent" and base.value and _rounds(abs(difference) / abs(base.value) * 100, number):
        return f"({subject.text} - {base.text}) / {base.text} = {number.text}"
    same = number.kind == subject.kind and number.unit == subject.unit and number.kind != "percent"
    if (same or (number.kind == "percentage-points" and subject.kind == "percent")) and _rounds(
        abs(difference), number
    ):
        return f"{subject.text} - {base.text} = {number.text}"
    return None


def _rounds(value: Decimal, number: Quantity) -> bool:
    slack = number.ulp / 2 if number.comparator == "=" else number.ulp
    return abs(value - number.value) <= slack


def derive_from(claim: str, lemmas: Sequence[str]) -> tuple[Derived, str] | None:
    """The derivation from the nearest earlier sentence that allows one, and that sentence."""
    for lemma in reversed(lemmas):
        derived = derive(claim, lemma)
        if derived is not None:
            return derived, lemma
    return None
