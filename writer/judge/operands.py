"""Which two numbers of a sentence a comparison or change is about: that of its subject, and the one it starts from.

Both must be values of one thing (one kind, one unit, no spread, bound or count of runs), and each must be named: by
what stands after "than", by "from" and "to", by the order of years, or by being the only other one.
"""

from __future__ import annotations

import re

from ...kb.text.quantities import Quantity
from .binding import Bound, belongs, bindings
from .listing import sides
from .reading import Reading, Word
from .rivals import comparable

_BEFORE = re.compile(
    r"\b(?:before|baseline|initially|initial|originally|previous(?:ly)?|earlier|start)\b", re.IGNORECASE
)


def operands(
    claim: Reading, evidence: Reading, context: frozenset[Word] | None = None
) -> list[tuple[Quantity, Quantity]]:
    """Pairs (value of the subject, value that it is compared with) of the evidence that the claim names."""
    subject, target = sides(claim)
    if context is not None and not target:
        subject = context
    found = [_pair(group, subject, target, claim, evidence) for group in comparable(evidence)]
    return [pair for pair in found if pair]


def _pair(group: list[Quantity], subject: frozenset[Word], target: frozenset[Word], claim: Reading,
          evidence: Reading) -> tuple[Quantity, Quantity] | None:  # fmt: skip
    bounds = bindings(evidence)
    if moved := _moved(group, bounds):
        after_before = not target or bool(_BEFORE.search(" ".join(word.text for word in target)))
        return moved if after_before else None
    subjects = _named(group, _only(subject, target), bounds)
    targets = _named(group, _only(target, subject), bounds) if target else []
    if dated := _dated(group, evidence):
        named = _years(claim)
        if not target and named[-2:] == [year for _, year in dated]:
            return dated[1][0], dated[0][0]
    if len(subjects) == 1 and len(targets) == 1 and subjects[0] != targets[0]:
        return subjects[0], targets[0]
    if len(group) == 2 and len(subjects) + len(targets) == 1:
        if subjects:
            return subjects[0], next(q for q in group if q != subjects[0])
        return next(q for q in group if q != targets[0]), targets[0]
    return None


def _only(words: frozenset[Word], others: frozenset[Word]) -> frozenset[Word]:
    theirs = frozenset().union(*(word.keys for word in others))
    return frozenset(word for word in words if not word.keys & theirs)


def _named(group: list[Quantity], words: frozenset[Word], bounds: dict[Quantity, Bound]) -> list[Quantity]:
    return [q for q in group if bounds[q].telling and belongs(bounds[q], words, bounds)]


def _moved(group: list[Quantity], bounds: dict[Quantity, Bound]) -> tuple[Quantity, Quantity] | None:
    first = [q for q in group if bounds[q].place == "first"]
    last = [q for q in group if bounds[q].place == "last"]
    return (last[0], first[0]) if len(first) == len(last) == 1 else None


def _dated(group: list[Quantity], evidence: Reading) -> list[tuple[Quantity, str]] | None:
    """Two values with their years, in order of time."""
    years = [q for q in evidence.quantities if q.kind == "year"]
    if len(group) != 2 or len(years) != 2:
        return None
    bounds = bindings(evidence)
    dated: list[tuple[Quantity, str]] = []
    for quantity in group:
        own = [w.text for w in bounds[quantity].telling if w.index < 0 and any(w.start == year.start for year in years)]
        if len(own) != 1:
            return None
        dated.append((quantity, own[0]))
    return sorted(dated, key=lambda pair: pair[1])


def _years(claim: Reading) -> list[str]:
    return sorted(q.text for q in claim.quantities if q.kind == "year")
