"""Who stands on which side: comparisons with their converse, and directed relations with their passive."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...kb.text.lexicon import words
from ...kb.text.polarity import polars
from ...kb.text.stems import stem
from .operators import Operator
from .reading import Reading, Word

_THAN = re.compile(r"\b(?:than|compared (?:with|to)|in comparison (?:with|to)|relative to|versus|vs\.?"
    r"|over that of|as opposed to)(?=\s)",
                   re.IGNORECASE)  # fmt: skip
_OPENING = re.compile(r"^(?:compared (?:with|to)|in comparison (?:with|to)|relative to)\s[^,]+,\s", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[;:()—]|,\s(?:and|but|while|whereas|which|with)\b|\b(?:whereas|while|but|because|although)\b", re.IGNORECASE
)
#: verbs whose two sides cannot be exchanged, besides the words of direction
_DIRECTED = frozenset(
    stem(word)
    for word in words(
        """
    outperform out-yield surpass precede follow cause lead induce activate inhibit regulate control mediate
    drive trigger promote suppress require need bind recruit target phosphorylate ubiquitinate degrade cleave
    methylate transcribe encode express secrete produce convert transport recognize infect transmit predict
    determine affect influence support enhance block prevent improve worsen replace exceed contain include
    derive originate increase decrease reduce raise elevate stabilize destabilize interact upregulate
    downregulate stimulate attenuate accelerate slow impair protect rescue restore delay elicit generate depend
    belong cover explain kill
"""
    )
)
_SYMMETRIC = frozenset(stem(word) for word in words("interact associate correlate coincide differ relate link"))
CONVERSE_AXES = {"order", "win"}
#: an object ends where a circumstance begins
_OBJECT = re.compile(
    r"\s(?:in|on|at|for|with|from|under|during|after|before|among|within|through|via|than|compared|across|over|when)\s"
)
_CIRCUMSTANCE = re.compile(rf"{_OBJECT.pattern}|\s(?:by|of)\s")


@dataclass(frozen=True)
class Comparison:
    """`target` is what stands after "than"; `subject` the rest; `sign` the direction of the comparative."""

    subject: frozenset[str]
    target: frozenset[str]
    sign: int
    negated: bool
    operator: Operator


def comparisons(reading: Reading, found: list[Operator]) -> list[Comparison]:
    """The comparisons of a sentence, with the words on both sides of each."""
    made: list[Comparison] = []
    for marker in _THAN.finditer(reading.text):
        before = [o for o in found if o.word.end <= marker.start() and o.sign in (1, -1)]
        ends = [match.start() for match in _CLAUSE.finditer(reading.text) if match.start() > marker.end()]
        starts = [match.end() for match in _CLAUSE.finditer(reading.text) if match.end() <= marker.start()]
        start, end = max(starts, default=0), min(ends, default=len(reading.text))
        before = [o for o in before if o.word.start >= start]
        if not before:
            continue
        operator = ([o for o in before if _is_comparative(o, reading)] or before)[-1]
        subject = _keys(w for w in reading.content if start <= w.start < marker.start() and w is not operator.word)
        target = _compared(reading, marker.end(), end, subject)
        made.append(Comparison(subject, target, operator.sign, operator.negated, operator))
    return made + _fronted(reading, found)


def _is_comparative(operator: Operator, reading: Reading) -> bool:
    """Whether a direction is one of degree: "higher" before "in shallow water than", and not "shallow"."""
    lower = operator.word.text.lower()
    previous = reading.words[operator.word.index - 1].text.lower() if operator.word.index else ""
    return lower.endswith("er") or lower in ("more", "less", "worse") or previous in ("more", "less")


def _compared(reading: Reading, start: int, end: int, subject: frozenset[str]) -> frozenset[str]:
    """What stands after "than", without the circumstance behind it ("on the recall task"), which both sides share.

    Where it is the circumstance that is compared ("rats in group A ... than rats in group B"), it stays.
    """
    inside = [word for word in reading.content if start <= word.start < end]
    cut = _CIRCUMSTANCE.search(reading.text, inside[0].end, end) if inside else None
    named = [word for word in inside if cut and word.start < cut.start()]
    if any(not word.keys & subject for word in named):
        return _keys(named)
    return _keys(inside)


def _fronted(reading: Reading, found: list[Operator]) -> list[Comparison]:
    """ "Compared with B, A held less of X and more of Y": each comparative is against what stands first."""
    match = _OPENING.match(reading.text)
    if not match:
        return []
    stop = next((m.start() for m in _CLAUSE.finditer(reading.text) if m.start() > match.end()), len(reading.text))
    target = _keys(w for w in reading.content if w.start < match.end())
    made: list[Comparison] = []
    compared = [o for o in found if o.sign in (1, -1) and match.end() <= o.word.start < stop]
    for operator in compared:
        later = min((o.word.index for o in compared if o.word.index > operator.word.index), default=len(reading.words))
        own = replace(operator, arguments=tuple(w for w in operator.arguments if w.index < later))
        foreign = {w.index for o in compared if o.word != operator.word for w in (o.word, *o.arguments)}
        foreign -= {w.index for w in own.arguments}
        inside = (w for w in reading.content if match.end() <= w.start < stop and w.index not in foreign)
        made.append(Comparison(_keys(inside), target, operator.sign, operator.negated, own))
    return made


def _keys(found: Iterable[Word]) -> frozenset[str]:
    return frozenset().union(*(word.keys for word in found))


def match_comparisons(claim: list[Comparison], evidence: list[Comparison]) -> tuple[str | None, set[int]]:
    """A code where sides are swapped, and the claim's comparatives that a converse comparison licenses."""
    licensed: set[int] = set()
    for wanted in claim:
        verdicts: list[str | None] = []
        for given in evidence:
            if given.operator.polar.axis != wanted.operator.polar.axis or _of_another(wanted, given, evidence):
                continue
            straight, crossed = _targets(wanted, given)
            if straight == crossed:
                continue
            fits = (straight > crossed) == (given.sign == wanted.sign)
            if fits and given.negated == wanted.negated:
                licensed.add(wanted.operator.word.index)
                verdicts.append(None)
            elif crossed or straight:
                verdicts.append("arguments-swapped" if given.sign == wanted.sign else "direction-flipped")
        if verdicts and None not in verdicts:
            return verdicts[0], licensed
    return None, licensed


def _of_another(wanted: Comparison, given: Comparison, all_given: list[Comparison]) -> bool:
    """Whether a comparison is about another quantity of a sentence that compares several."""
    things = wanted.subject | wanted.operator.argument_keys
    rivals = [other for other in all_given if other.operator.argument_keys & things]
    return len(all_given) > 1 and bool(rivals) and given not in rivals


def _targets(wanted: Comparison, given: Comparison) -> tuple[int, int]:
    """As `_sides`, but only what stands after "than" counts: the metric is on the subject's side in both."""
    target, other = wanted.target - wanted.subject, given.target - given.subject
    crossed = len(target & (given.subject - given.target)) + len(other & (wanted.subject - wanted.target))
    return 2 * len(target & other), crossed


def _sides(
    left: frozenset[str], right: frozenset[str], other_left: frozenset[str], other_right: frozenset[str]
) -> tuple[int, int]:
    """How many words keep their side and how many change it; words that stand on both sides count for neither."""
    only_left, only_right = left - right, right - left
    other_only_left, other_only_right = other_left - other_right, other_right - other_left
    straight = len(only_left & other_only_left) + len(only_right & other_only_right)
    crossed = len(only_left & other_only_right) + len(only_right & other_only_left)
    return straight, crossed


def match_sides(claim: Reading, evidence: Reading) -> tuple[Word | None, set[int]]:
    """A directed verb of the claim with its sides exchanged wherever the evidence has it, and the verbs that fit."""
    kept: set[int] = set()
    for pivot in _pivots(claim):
        left, right, forward = _around(claim, pivot)
        outcomes: list[bool] = []
        agreeing = False
        for other in _pivots(evidence):
            converse = _converse(pivot, other)
            if converse is None:
                continue
            other_left, other_right, other_forward = _around(evidence, other)
            straight, crossed = _sides(left, right, other_left, other_right)
            if straight == crossed:
                continue
            fits = (straight > crossed) == ((forward == other_forward) != converse)
            both = (
                (left & other_right and right & other_left)
                if crossed > straight
                else (left & other_left and right & other_right)
            )
            if fits or both:
                outcomes.append(fits)
                agreeing = agreeing or (fits and pivot.negated == other.negated)
        if outcomes and not any(outcomes):
            return pivot, kept
        if agreeing:
            kept.add(pivot.index)
    return None, kept


def _pivots(reading: Reading) -> list[Word]:
    return [word for word in reading.content if stem(word.text) in _DIRECTED and not _is_noun(word)]


def _is_noun(word: Word) -> bool:
    return bool(re.search(r"(?:ion|ions|ment|or|ors|er|ers|ance|ence|ity|ing)$", word.text.lower()))


def _converse(pivot: Word, other: Word) -> bool | None:
    """False for the same relation, True for its converse, None for another one."""
    for mine in polars(pivot.text):
        for theirs in polars(other.text):
            if mine.axis == theirs.axis and mine.axis in CONVERSE_AXES:
                return mine.sign != theirs.sign
            if mine.axis == theirs.axis and mine.sign == theirs.sign and mine.sign in (1, -1):
                return False
    return False if pivot.keys & other.keys else None


def _around(reading: Reading, pivot: Word) -> tuple[frozenset[str], frozenset[str], bool]:
    """Keys left and right of a verb within its clause, and whether the left side is the agent."""
    ends = [match.start() for match in _CLAUSE.finditer(reading.text) if match.start() >= pivot.end]
    starts = [match.end() for match in _CLAUSE.finditer(reading.text) if match.end() <= pivot.start]
    start, end = max(starts, default=0), min(ends, default=len(reading.text))
    left = _keys(w for w in reading.content if start <= w.start < pivot.start)
    before = reading.text[max(0, pivot.start - 24) : pivot.start]
    be = re.search(r"\b(?:is|are|was|were|been|be|being)\s(?:not\s)?(?:\w+ly\s)?(?:\w+-)?$", before)
    passive = bool(be) and bool(
        re.match(r"\s(?:\w+\s){0,4}?by\b", reading.text[pivot.end :])
    )
    phrase = _OBJECT.split(
        reading.text[pivot.end : end].split(" by ", 1)[-1] if passive else reading.text[pivot.end : end]
    )[0]
    begin = reading.text.index(phrase, pivot.end)
    right = _keys(w for w in reading.content if begin <= w.start < begin + len(phrase))
    return left, right, not passive
