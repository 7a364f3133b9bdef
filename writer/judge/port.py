"""The port `judge`: does the evidence entail the claim?

A judge never raises on odd text; where it cannot license a part of the claim, the verdict is `not_entailed`. Judges can
be stacked, and a later one may only make a verdict stricter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Verdict = Literal["entailed", "partial", "not_entailed", "contradicted"]
Span = tuple[int, int]


@dataclass(frozen=True)
class Table:
    """A table as evidence: `columns` are header texts (one a column), `rows` the body cells as printed.

    `definitions` maps labels and acronyms of the table to what the paper says they stand for.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    id: str = ""
    definitions: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Evidence:
    """What a claim is held against: passages in reading order (each one or more sentences), and tables.

    `scope` holds slots known from the packet (dataset, population, setting, comparator, n, time, metric): text a slot.
    `before` is the sentence that stands before the claim, to which "that combination" may point; only tables use it.
    """

    passages: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    scope: dict[str, str] = field(default_factory=dict)
    before: str | None = None


@dataclass(frozen=True)
class Judgement:
    """A verdict with the codes behind it, one sentence of reason, and the spans looked at on both sides.

    `evidence_spans` are (passage ordinal, start, end). `formula` is set where a number was derived.
    """

    verdict: Verdict
    codes: tuple[str, ...] = ()
    reason: str = ""
    claim_spans: tuple[Span, ...] = ()
    evidence_spans: tuple[tuple[int, int, int], ...] = ()
    formula: str | None = None


class Judge(Protocol):
    """Anything that can hold a claim against evidence."""

    name: str
    version: str

    def judge(self, claim: str, evidence: Evidence) -> Judgement:
        """The verdict on one claim sentence."""
        ...
