"""Which numbers of a sentence can be taken for each other: those of one kind, unit and role, counting alike."""

from __future__ import annotations

import re
from decimal import Decimal

from ...kb.text.quantities import Quantity
from ...kb.text.stems import stem
from ...kb.text.units import conversion
from .reading import Reading

ASIDE = {"p", "sd", "se", "spread", "df", "n", "ci-low", "ci-high", "ci-level"}
#: roles that are checked by themselves: a best value is no rival of a mean
_APART = frozenset(ASIDE | {"best", "max", "min", "median", "range-low", "range-high"})


def groups_of(reading: Reading) -> list[list[Quantity]]:
    """The numbers of a sentence in groups of rivals."""
    groups: dict[tuple[str, str, str], list[list[Quantity]]] = {}
    for quantity in reading.quantities:
        if quantity.kind in ("identifier", "ordinal", "year"):
            continue
        known = groups.setdefault(group_of(quantity), [])
        joined = next((group for group in known if any(_counted_alike(quantity, other) for other in group)), None)
        if joined is None:
            known.append([quantity])
        else:
            joined.append(quantity)
    return [group for known in groups.values() for group in known]


def group_of(quantity: Quantity) -> tuple[str, str, str]:
    """Numbers of one group can be taken for each other."""
    kind: str = quantity.kind
    if kind == "share":
        kind = "part" if quantity.ulp < Decimal("1e-6") else "percent"
    if kind == "number" and quantity.ulp >= 1:
        kind = "count"
    return kind, quantity.unit or "", quantity.role if quantity.role in _APART else ""


def _counted_alike(left: Quantity, right: Quantity) -> bool:
    """Nine cohorts are no rival of 45 patients; a number without a noun may count anything."""
    mine, theirs = plurals(left.noun), plurals(right.noun)
    return not mine or not theirs or bool(mine & theirs)


def plurals(noun: str | None) -> set[str]:
    """What is counted, as far as its form tells: "enrolled patients" are patients, "completed the study" nothing."""
    return {
        stem(word) for word in (noun or "").split() if re.search(r"(?<![sui])s$|men$|people$|children$|mice$", word)
    }


def comparable(reading: Reading) -> list[list[Quantity]]:
    """Groups of two or more values that may be compared: of one kind and unit, no spreads, bounds or counts of runs."""
    plain = [
        [
            q
            for q in group
            if q.kind not in ("year", "p-value", "fold") and q.role not in ASIDE and q.comparator in ("=", "about")
        ]
        for group in groups_of(reading)
    ]
    return [group for group in plain if len(group) > 1]


def counts_else(given: Quantity, wanted: Quantity, evidence: Reading) -> bool:
    """Whether a count is one of other things than the claim's, which the sentence counts as well."""
    mine, theirs = plurals(wanted.noun), plurals(given.noun)
    if given.kind != "count" or wanted.kind != "count" or not mine or not theirs or mine & theirs:
        return False
    return any(q.kind == "count" and q is not given and plurals(q.noun) & mine for q in evidence.quantities)


def same_group(left: Quantity, right: Quantity) -> bool:
    """Whether two numbers, of one sentence or of two, are of one kind and so could be taken for each other."""
    (kind, unit, role), (other, other_unit, other_role) = group_of(left), group_of(right)
    return (
        role == other_role
        and (kind == other or {kind, other} == {"part", "percent"})
        and (unit == other_unit or bool(unit and other_unit and conversion(unit, other_unit)))
    )
