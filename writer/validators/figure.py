"""The figure and table validator: does what is named exist, and does the number stand in the cell?"""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.text.quantities import parse_quantities
from ...kb.text.quantity_match import licenses
from ..codes import cure_of
from ..floats import Floats, Label, label_of, mentions
from ..markup import Citation
from ..passages import amounts
from .verdict import PASS, Verdict


def check_floats(plain: str, citations: Sequence[Citation], own: Floats, cited: Sequence[str]) -> Verdict:
    """`cited` are the labels of the works that the sentence cites: "Table 2 of [@x]" and "[@x, Table 2]"."""
    located = [label for citation in citations for label in mentions(citation.locator)]
    theirs = {label for text in cited if (label := label_of(text))}
    for label in located:
        if theirs and label not in theirs:
            return _block("missing-float", f"the cited work has no {label.kind} {label.number}")
    for label in mentions(plain):
        if label not in own.labels and not (citations and label in theirs):
            return _block("missing-float", f"there is no {label.kind} {label.number}")
    return _numbers_in_tables(plain, own)


def _numbers_in_tables(plain: str, own: Floats) -> Verdict:
    """Decimal numbers of a sentence that names one of the manuscript's own tables must stand in it."""
    named = [own.tables[label.number] for label in mentions(plain) if _is_own_table(label, own)]
    if not named:
        return PASS
    cells = [quantity for grid in named for row in grid for cell in row for quantity in parse_quantities(cell)]
    for number in amounts(plain):
        if "." in number.text and not any(cell.value == number.value or licenses(cell, number) for cell in cells):
            return _block("table-text-mismatch", f"the table that is named has no {number.text}")
    return PASS


def _is_own_table(label: Label, own: Floats) -> bool:
    return label.kind == "table" and label.number in own.tables


def _block(code: str, reason: str) -> Verdict:
    return Verdict("block", code, reason, cure_of(code))
