"""Numbers that follow from two numbers of one sentence: difference, ratio, percent change, part of a whole.

The formula is kept, and where the claim says which side is more, the sides are checked against the larger number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from ...kb.text.quantities import Kind, Quantity
from ...kb.text.quantity_match import in_unit_of, is_about, rounds_to

NOT_COMBINED = {"ci-low", "ci-high", "ci-level", "p", "sd", "se", "spread", "df", "n"}
_KINDS = ("count", "number", "measure", "percent")


@dataclass(frozen=True)
class Derivation:
    """A number of the claim made from two of the evidence; `formula` is for the audit."""

    larger: Quantity
    smaller: Quantity
    operation: str  # difference, ratio, rise, fall, part
    formula: str


def derive(wanted: Quantity, candidates: list[Quantity]) -> Derivation | None:
    """The first way to make `wanted` from two of `candidates`."""
    plain = [q for q in candidates if q.kind in _KINDS and q.role not in NOT_COMBINED][:12]
    for larger, smaller in _pairs(plain):
        for operation, value, kind, formula in _combinations(larger, smaller):
            made = replace(larger, value=value, kind=kind, comparator="=", role=None)
            if kind == "percent" and wanted.kind == "share":
                made = replace(made, value=value / 100, kind="share")
            elif kind != wanted.kind:
                continue
            converted = in_unit_of(made, wanted) if kind == "measure" else made
            if converted and _gives(converted.value, wanted):
                return Derivation(larger, smaller, operation, formula)
    return None


def _gives(value: Decimal, wanted: Quantity) -> bool:
    if wanted.comparator == "=":
        return rounds_to(value, wanted)
    return wanted.comparator == "about" and is_about(value, wanted)


def _pairs(quantities: list[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    for i, first in enumerate(quantities):
        for second in quantities[i + 1 :]:
            comparable = first.kind == second.kind and (first.unit == second.unit or in_unit_of(second, first))
            if comparable and first.value != second.value:
                yield (first, second) if first.value > second.value else (second, first)


def _combinations(larger: Quantity, smaller: Quantity) -> Iterator[tuple[str, Decimal, Kind, str]]:
    above, below = larger.value, smaller.value
    kind: Kind = "percentage-points" if larger.kind == "percent" else larger.kind
    sides = f"{larger.text} and {smaller.text}"
    yield "difference", above - below, kind, f"difference of {sides}: {(above - below).normalize():f}"
    if below > 0:
        yield "ratio", above / below, "fold", f"ratio of {sides}: {above / below:.3g}"
        yield "rise", (above / below - 1) * 100, "percent", f"rise between {sides}: {(above / below - 1) * 100:.3g} %"
        yield "fall", (1 - below / above) * 100, "percent", f"fall between {sides}: {(1 - below / above) * 100:.3g} %"
        if larger.kind in ("count", "number") and above == above.to_integral_value():
            yield (
                "part",
                below / above * 100,
                "percent",
                f"{smaller.text} of {larger.text}: {below / above * 100:.3g} %",
            )
