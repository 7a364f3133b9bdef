"""Number traceability: which evidence grounds each number of a sentence.

A number is grounded where a quantity of the evidence licenses it as a number of its kind and unit, or where the judge
derived it and kept the formula. That it is the right number of the right thing is the judge's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ...kb.text.quantities import Quantity, parse_quantities
from ...kb.text.quantity_match import licenses
from ..codes import cure_of
from ..passages import amounts
from .verdict import PASS, Verdict

_SHARE = re.compile(r"(?<![\d.,])(?P<part>\d{1,6})\s(?:out\s)?of\s(?:the\s)?(?P<whole>\d{1,6})(?![\d.,]\d)")
_EXACTLY = re.compile(r"\b(?:exactly|precisely)\s$", re.I)
_NUMERAL = re.compile(r"(?<![\d.,])\d+(?:\.\d+)?(?![\d])")


@dataclass(frozen=True)
class TracedNumber:
    """One number of a sentence; `source` is the row or packet that grounds it, or the formula that gave it."""

    text: str
    value: Decimal
    unit: str | None
    grounded: bool
    source: str | None
    start: int
    end: int

    def record(self) -> dict[str, Any]:
        """The number as it stands in `audit.jsonl`."""
        value: int | float = int(self.value) if self.value == int(self.value) else float(self.value)
        return {"text": self.text, "value": value, "unit": self.unit, "grounded": self.grounded, "source": self.source}


def trace_numbers(
    sentence: str,
    evidence: Sequence[tuple[str, str]],
    formula: str | None,
    cells: Sequence[tuple[str, Sequence[str]]] = (),
) -> list[TracedNumber]:
    """The amounts of the sentence in order; `evidence` are (row or packet id, text), `cells` those of whole tables.

    A cell prints its number without the unit, which stands in its header, and with marks that are no part of it.
    """
    read = [(source, parse_quantities(text)) for source, text in evidence]
    printed = [
        (source, [Decimal(found) for cell in texts for found in _NUMERAL.findall(cell)]) for source, texts in cells
    ]
    return [
        _traced(sentence, quantity, read, printed, formula)
        for quantity in amounts(sentence)
        if quantity.kind != "share" or quantity.value > 1
    ]


def numbers_verdict(sentence: str, numbers: Sequence[TracedNumber]) -> Verdict:
    """A block where a number in digits stands nowhere; a number in words (a count in passing) is a warning."""
    for share in _SHARE.finditer(sentence):
        if int(share["part"]) > int(share["whole"]):
            reason = f"“{share.group()}” is more than all"
            return Verdict("block", "ungrounded-number", reason, cure_of("ungrounded-number"), (share.span(),))
    missing = [number for number in numbers if not number.grounded]
    if not missing:
        return PASS
    spans = tuple((number.start, number.end) for number in missing)
    level = "block" if any(any(char.isdigit() for char in number.text) for number in missing) else "warn"
    reason = "no evidence has " + ", ".join(f"“{number.text}”" for number in missing)
    return Verdict(
        "block" if level == "block" else "warn", "ungrounded-number", reason, cure_of("ungrounded-number"), spans
    )


def _traced(
    sentence: str,
    quantity: Quantity,
    read: Sequence[tuple[str, Sequence[Quantity]]],
    printed: Sequence[tuple[str, Sequence[Decimal]]],
    formula: str | None,
) -> TracedNumber:
    source = next((name for name, found in read if any(licenses(one, quantity) for one in found)), None)
    if source is None:
        source = next(
            (name for name, found in printed if any(abs(one - quantity.value) <= quantity.ulp / 2 for one in found)),
            None,
        )
    if (
        source is not None
        and _EXACTLY.search(sentence[: quantity.start])
        and not _stands_as_is(quantity, read, printed)
    ):
        source = None
    if source is None and formula:
        source = formula if str(quantity.value.normalize()) in formula or quantity.text.split()[0] in formula else None
    return TracedNumber(
        quantity.text, quantity.value, quantity.unit, source is not None, source, quantity.start, quantity.end
    )


def _stands_as_is(
    quantity: Quantity,
    read: Sequence[tuple[str, Sequence[Quantity]]],
    printed: Sequence[tuple[str, Sequence[Decimal]]],
) -> bool:
    """Whether the evidence prints this very value: "exactly" allows no rounding."""
    values = {one.value for _, found in read for one in found} | {one for _, found in printed for one in found}
    return quantity.value in values
