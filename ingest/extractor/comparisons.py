"""Comparisons in a sentence: A, relation, B and metric, from comparatives, verbs of winning, and denials of difference.

Rules find the pivot ("outperformed", "was higher in", "did not differ between") and take the noun phrases around it. A
sentence whose phrases cannot be told has no comparison: a wrong one would make two papers contradict each other.
"""

from __future__ import annotations

from ...kb.events.claims import Comparison, Direction, Relation
from .comparison_rules import RULES, Found
from .metrics import adjective_key, better_is, metric_key
from .names import Names
from .phrases import Span
from .pivots import (
    MANNER,
    MAY_COMPARE,
    NO_THING,
    POINTS_BACK,
)


def find_comparison(sentence: str, names: Names) -> Comparison | None:
    """The comparison that the sentence makes, or none; offsets are into `sentence`. Words in brackets are skipped."""
    if not MAY_COMPARE.search(sentence):
        return None
    kept = _kept(sentence)
    text = "".join(sentence[i] for i in kept)
    for rule in RULES:
        found = rule(text)
        if found and found.a != found.b and _are_things(text[slice(*found.a)], text[slice(*found.b)]):
            return _comparison(text, kept, found, names)
    return None


def _are_things(a: str, b: str) -> bool:
    """Whether both sides are things that can be compared, not amounts, pointers back, or how something was done."""
    return not (NO_THING.match(a) or NO_THING.match(b) or MANNER.search(a) or POINTS_BACK.match(a))


def _kept(sentence: str) -> list[int]:
    """Offsets of the characters outside brackets that follow a space: "CD8(+)" and "Cav1(-/-)" are names."""
    kept: list[int] = []
    depth = 0
    for at, char in enumerate(sentence):
        if char in "([" and (depth or sentence[at - 1 : at].isspace()):
            depth += 1
        elif char in ")]" and depth:
            depth -= 1
            continue
        if not depth and not (char.isspace() and kept and sentence[kept[-1]].isspace()):
            kept.append(at)
    return list(range(len(sentence))) if depth else kept


def _comparison(text: str, kept: list[int], found: Found, names: Names) -> Comparison | None:
    metric = found.metric
    if metric and NO_THING.match(text[slice(*metric)]):
        metric = None
    key = metric_key(text[slice(*metric)], names) if metric else ""
    sign = found.sign
    if not key and found.adjective:
        metric = found.adjective
        key, turn = adjective_key(text[slice(*metric)], names)
        sign *= turn
    relation: Relation = found.relation or _relation(sign, found.quality)
    if found.quality and found.relation is None:
        sign *= better_is(text[slice(*metric)], names) if metric else 0
        if not sign:
            # Without a known direction the metric must not meet another paper's: "better" there may be "lower".
            key = ""
    direction: Direction = "higher" if sign > 0 else "lower" if sign < 0 else "none"
    a_key, b_key = (names.key(text[slice(*span)]) for span in (found.a, found.b))
    if a_key and a_key == b_key:
        return None

    def given(span: Span) -> Span:
        return kept[span[0]], kept[span[1] - 1] + 1

    return Comparison(
        relation=relation,
        direction=direction,
        a=given(found.a),
        b=given(found.b),
        metric=given(metric) if metric else None,
        a_key=a_key,
        b_key=b_key,
        metric_key=key,
    )


def _relation(sign: int, quality: bool) -> Relation:
    if quality:
        return "better" if sign > 0 else "worse"
    return "higher" if sign > 0 else "lower"
