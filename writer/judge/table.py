"""The judge of claims against one table: names, relations and numbers must all be found in it.

Every part of the claim has to be licensed: each clause by cells whose row and column it names, each content word by a
label, the caption or the vocabulary of such sentences. What a table cannot say (causes, explanations, significance without
marks) is never entailed; where names and relation are found and the cells say otherwise, the claim is contradicted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .port import Judgement, Table
from .table_clauses import Reading, read_claim
from .table_grid import read_grid
from .table_names import NameIndex
from .table_parts import Part, judge_clauses
from .table_vocabulary import BLOCKING, DEGREES, DESCRIPTORS, EXCEPTIONS, FRAMING, GENERIC, SLIGHT, STRONG
from .table_words import Word

_LABEL = re.compile(r"\bTab(?:le|\.)[ -]?(?P<number>\d+|[IVX]+\b)", re.I)
_UNLICENSED_IN_CONTRADICTION = 1


def judge_table(claim: str, table: Table, definitions: Mapping[str, str] | None = None) -> Judgement:
    """The verdict on a claim from one table.

    `definitions` maps row and column labels (and acronyms in them) to what the paper says they stand for. Never raises on
    odd text; `formula` holds every derivation that was needed.
    """
    grid = read_grid(table)
    if not grid.rows or not grid.columns:
        return Judgement("not_entailed", ("table-empty",), "The table has no cells to hold the claim against.")
    if (pointed := _other_table(claim, grid.caption)) is not None:
        return Judgement("not_entailed", ("table-other",), f"The claim points to {pointed}, not to this table.")
    index = NameIndex(grid, definitions)
    reading = read_claim(claim, index)
    parts = judge_clauses(reading, index)
    return _verdict(parts, _unlicensed(reading, index))


def _other_table(claim: str, caption: str) -> str | None:
    """The table that a claim points to, where the caption bears another number."""
    own = _LABEL.match(caption)
    pointed = list(_LABEL.finditer(claim))
    if own is None or not pointed or any(match["number"] == own["number"] for match in pointed):
        return None
    return pointed[0].group()


def _verdict(parts: Sequence[Part], unlicensed: Sequence[str]) -> Judgement:
    formulas = "; ".join(formula for part in parts for formula in part.formulas) or None
    denied = next((part for part in parts if part.outcome == "no"), None)
    if denied and _may_contradict(unlicensed):
        return Judgement("contradicted", ("table-contradicts",), f"{denied.reason} say otherwise.", formula=formulas)
    open_part = next((part for part in parts if part.outcome == "unknown"), None)
    if open_part or denied or not any(part.outcome == "yes" for part in parts):
        reason = open_part.reason if open_part else "Nothing in the claim can be held against a cell."
        return Judgement("not_entailed", ("table-not-found",), reason)
    if unlicensed:
        words = ", ".join(unlicensed[:5])
        return Judgement("not_entailed", ("table-unlicensed-words",), f"The table does not speak of: {words}.")
    reason = "; ".join(part.reason for part in parts if part.outcome == "yes")
    return Judgement("entailed", ("table",), f"{reason} say so.", formula=formulas)


def _may_contradict(unlicensed: Sequence[str]) -> bool:
    """Words of degree take nothing from a contradiction; words of exception do, and so do too many unknown ones."""
    weighty = [word.lower() for word in unlicensed if word.lower() not in DEGREES]
    return len(weighty) <= _UNLICENSED_IN_CONTRADICTION and not set(weighty) & EXCEPTIONS


def _unlicensed(reading: Reading, index: NameIndex) -> list[str]:
    """The content words that neither the table nor the vocabulary of such sentences licenses."""
    covered: set[int] = set()
    for clause in reading.clauses:
        for mention in clause.mentions:
            covered.update(range(mention.first, mention.last))
        for number in clause.numbers:
            covered.update(range(number.first, number.last))
        covered.update(relation.at for relation in clause.relations)
        covered.update(clause.negations)
    licensed = index.vocabulary | FRAMING | GENERIC
    return [
        word.surface
        for n, word in enumerate(reading.words)
        if n not in covered and not _licensed(reading.words, n, covered, licensed)
    ]


def _licensed(words: Sequence[Word], n: int, covered: set[int], licensed: frozenset[str]) -> bool:
    word = words[n]
    lower = word.surface.lower()
    if lower in BLOCKING:
        return False
    if lower in DESCRIPTORS and n + 1 < len(words):
        return n + 1 in covered or words[n + 1].key in GENERIC
    if lower in STRONG | SLIGHT or lower == "most":
        return True
    return word.key in licensed or bool(re.fullmatch(r"[#%\u0394]", word.surface))
