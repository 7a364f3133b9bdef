"""The judge of claims against one table: names, relations and numbers must all be found in it.

Every part of the claim has to be licensed: each clause by cells whose row and column it names, each content word by a
label, the caption or the vocabulary of such sentences. What a table cannot say (causes, explanations, significance
without marks) is never entailed; where names and relation are found and the cells say otherwise, the claim is
contradicted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .port import Judgement, Table
from .table_anaphora import with_antecedent
from .table_clauses import read_claim
from .table_grid import read_grid
from .table_license import unlicensed
from .table_names import NameIndex
from .table_parts import Part, judge_clauses
from .table_vocabulary import DEGREES, EXCEPTIONS
from .table_words import Word

_LABEL = re.compile(r"\bTab(?:le|\.)[ -]?(?P<number>\d+|[IVX]+\b)", re.I)
_UNKNOWN_WORDS = 1
"""How many words beyond its vocabulary a contradicted claim may have."""


def judge_table(
    claim: str, table: Table, definitions: Mapping[str, str] | None = None, before: str | None = None
) -> Judgement:
    """The verdict on a claim from one table; `before` is the sentence that stands before it, for "that combination".

    `definitions` maps row and column labels (and acronyms in them) to what the paper says they stand for, as
    `find_definitions` gives it. Never raises on odd text; `formula` holds every derivation that was needed.
    """
    grid = read_grid(table)
    if not grid.rows or not grid.columns:
        return Judgement("not_entailed", ("table-empty",), "The table has no cells to hold the claim against.")
    if (pointed := _other_table(claim, grid.caption)) is not None:
        return Judgement("not_entailed", ("table-other",), f"The claim points to {pointed}, not to this table.")
    index = NameIndex(grid, definitions)
    reading = read_claim(with_antecedent(claim, before, index) if before else claim, index)
    parts = judge_clauses(reading, index)
    granted = frozenset(n for part in parts for n in part.granted)
    return _verdict(parts, reading.words, unlicensed(reading, index, granted))


def _other_table(claim: str, caption: str) -> str | None:
    """The table that a claim points to, where the caption bears another number."""
    own = _LABEL.match(caption)
    pointed = list(_LABEL.finditer(claim))
    if own is None or not pointed or any(match["number"] == own["number"] for match in pointed):
        return None
    return pointed[0].group()


def _verdict(parts: Sequence[Part], words: Sequence[Word], refused: Sequence[int]) -> Judgement:
    formulas = "; ".join(formula for part in parts for formula in part.formulas) or None
    denied = next((part for part in parts if part.outcome == "no"), None)
    if denied and _may_contradict(denied, words, refused):
        return Judgement("contradicted", ("table-contradicts",), f"{denied.reason} say otherwise.", formula=formulas)
    open_part = next((part for part in parts if part.outcome == "unknown"), None)
    if open_part or denied or not any(part.outcome == "yes" for part in parts):
        return Judgement("not_entailed", ("table-not-found",), _why_open(open_part))
    if refused:
        said = ", ".join(words[n].surface for n in refused[:5])
        return Judgement("not_entailed", ("table-unlicensed-words",), f"The table does not speak of: {said}.")
    reason = "; ".join(part.reason for part in parts if part.outcome == "yes")
    return Judgement("entailed", ("table",), f"{reason} say so.", formula=formulas)


def _why_open(part: Part | None) -> str:
    if part is None:
        return "The claim cannot be held against cells that it names."
    return part.reason if part.reason.endswith(".") else f"{part.reason} do not settle the claim."


def _may_contradict(denied: Part, words: Sequence[Word], refused: Sequence[int]) -> bool:
    """Whether words that nothing licenses leave the contradiction standing.

    Words of degree take nothing from it. Words of exception do, so do many unknown ones, and so does an unknown word
    before a name or a relation ("dressed weight", "scales better").
    """
    weighty = [n for n in refused if words[n].surface.lower() not in DEGREES]
    places = [relation.at for relation in denied.clause.relations]
    places += [mention.first for mention in denied.clause.mentions]
    excepted = any(words[n].surface.lower() in EXCEPTIONS for n in weighty)
    return len(weighty) <= _UNKNOWN_WORDS and not excepted and not {place - 1 for place in places} & set(weighty)
