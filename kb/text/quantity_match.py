"""Does one quantity of the evidence license one quantity of a claim?

Numbers are compared as numbers, at the precision that the claim prints. A bound licenses weaker bounds and never a
value; kinds do not cross, except a share and a percentage; statistical roles must agree.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Literal

from .quantities import Quantity
from .units import conversion

Mismatch = Literal["number-mismatch", "unit-mismatch", "kind-mismatch", "role-mismatch", "comparator-mismatch",
                   "false-precision"]  # fmt: skip

_BARE = {"count", "number", "share", "fold"}
_VAGUE = Decimal("0.03")
_SAME_ROLE = (
    {"sd", "spread"}, {"se", "spread"}, {None, "low", "high", "mean"}, {None, "n"}, {"best", "max", "range-high"},
    {"min", "range-low"}, {"low", "range-low"}, {"high", "range-high"},
)  # fmt: skip


def licenses(evidence: Quantity, claim: Quantity) -> bool:
    """Whether `evidence` alone makes `claim` true, whatever they are quantities of."""
    return disagreement(evidence, claim) is None


def disagreement(evidence: Quantity, claim: Quantity) -> Mismatch | None:
    """Why `evidence` does not license `claim`, or None where it does."""
    if not same_kind(evidence, claim):
        return "kind-mismatch"
    converted = in_unit_of(evidence, claim)
    if converted is None:
        return "unit-mismatch"
    if not same_role(evidence.role, claim.role):
        return "role-mismatch"
    return _values_disagree(converted, claim)


def same_kind(evidence: Quantity, claim: Quantity) -> bool:
    """Kinds that may be compared at all; a percentage and a share are one kind, points and percent are not."""
    kinds = {evidence.kind, claim.kind}
    if len(kinds) == 1 or kinds <= {"percent", "share"} or kinds == {"count", "number"} or kinds == {"fold", "number"}:
        return True
    return kinds == {"number", "year"} and evidence.value == claim.value


def same_role(evidence: str | None, claim: str | None) -> bool:
    """A mean is no best run, an s.d. no standard error; a role that the evidence does not state is not excluded."""
    if evidence == claim:
        return True
    return any({evidence, claim} <= group for group in _SAME_ROLE)


def in_unit_of(evidence: Quantity, claim: Quantity) -> Quantity | None:
    """`evidence` with its value in the unit and scale of `claim`; None where the dimensions differ."""
    if evidence.kind == "share" and claim.kind == "percent":
        return _scaled(evidence, Decimal(100))
    if evidence.kind == "percent" and claim.kind == "share":
        return _scaled(evidence, Decimal("0.01"))
    if evidence.unit == claim.unit:
        return evidence
    if not evidence.unit or not claim.unit:
        return None
    factor = conversion(evidence.unit, claim.unit)
    return None if factor is None else _scaled(evidence, factor)


def _scaled(quantity: Quantity, factor: Decimal) -> Quantity:
    return replace(quantity, value=quantity.value * factor, ulp=quantity.ulp * factor)


def _values_disagree(evidence: Quantity, claim: Quantity) -> Mismatch | None:
    if claim.comparator == "=":
        if evidence.comparator not in ("=", "about"):
            return "comparator-mismatch" if rounds_to(evidence.value, claim) else "number-mismatch"
        if _is_finer(evidence, claim) and abs(evidence.value - claim.value) <= evidence.ulp / 2:
            return "false-precision"
        if not rounds_to(evidence.value, claim):
            return "number-mismatch"
        return "comparator-mismatch" if evidence.comparator == "about" else None
    if claim.comparator == "about":
        if evidence.comparator not in ("=", "about"):
            return "comparator-mismatch"
        return None if is_about(evidence.value, claim) else "number-mismatch"
    return _bound_disagrees(evidence, claim)


def rounds_to(value: Decimal, claim: Quantity) -> bool:
    """Whether `value` rounds to what the claim prints, half a unit of its last digit either way."""
    return abs(value - claim.value) <= claim.ulp / 2


def is_about(value: Decimal, claim: Quantity) -> bool:
    """ "About 1,500" holds what rounds to its last digit that is not zero; about a third, what is within 3 points."""
    if claim.kind == "share":
        return abs(value - claim.value) <= _VAGUE
    digits = claim.value.normalize().as_tuple().exponent
    step = max(claim.ulp, Decimal(1).scaleb(int(digits)) if claim.value else claim.ulp)
    return abs(value - claim.value) <= max(step / 2 if step <= abs(claim.value) / 2 else step / 10, claim.ulp / 2)


def _is_finer(evidence: Quantity, claim: Quantity) -> bool:
    exact = evidence.kind in ("count", "share", "year") and evidence.ulp <= 1
    return _printed(claim) < evidence.ulp and not exact and not _spelled_out(evidence, claim)


def _printed(claim: Quantity) -> Decimal:
    """One unit of the last digit that means something: 1,800 m may be 1.8 km, its zeros are no precision."""
    if claim.ulp < 1 or not claim.value:
        return claim.ulp
    return max(claim.ulp, Decimal(1).scaleb(int(claim.value.normalize().as_tuple().exponent)))


def _spelled_out(evidence: Quantity, claim: Quantity) -> bool:
    """Three weeks are 21 days: the same number in another unit, with a digit more at most."""
    digits, given = (len(q.normalize().as_tuple().digits) for q in (claim.value, evidence.value / (evidence.ulp or 1)))
    return evidence.unit != claim.unit and evidence.value == claim.value and digits <= given + 1


def _bound_disagrees(evidence: Quantity, claim: Quantity) -> Mismatch | None:
    upward = claim.comparator in (">", ">=")
    sign = 1 if upward else -1
    slack = (evidence.value - claim.value) * sign
    if evidence.comparator in ("=", "about"):
        holds = slack > 0 or (slack == 0 and claim.comparator in (">=", "<="))
        return None if holds else "number-mismatch"
    if (evidence.comparator in (">", ">=")) != upward:
        return "number-mismatch" if slack <= 0 else "comparator-mismatch"
    weaker = slack > 0 or (slack == 0 and (claim.comparator in (">=", "<=") or evidence.comparator in (">", "<")))
    return None if weaker else "comparator-mismatch"
