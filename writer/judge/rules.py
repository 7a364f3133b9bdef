"""The judge by rules: a claim stands only if one sentence of the evidence, read in its context, licenses all of it.

Numbers, directions, sides, negation, force and coverage are checked in turn (`sentence`), part by part where the
sentence says several things (`apart`); words that are spread over the evidence license nothing together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...kb.text.quantity_match import licenses
from ...kb.text.sentences import split_sentences
from .amounts import amounts
from .apart import hold_apart
from .claim_text import core
from .port import Evidence, Judgement, Table
from .reading import Reading, acronyms_in, read
from .sentence import Finding, Held, coverage
from .substitution import substituted

_CANDIDATES = 6
_RANK = {"entailed": 3, "contradicted": 2, "partial": 1, "not_entailed": 0}


@dataclass(frozen=True)
class _Place:
    """A sentence of the evidence and where it stands."""

    passage: int
    start: int
    end: int
    reading: Reading


class RulesJudge:
    """Implements the port `Judge`; offline, deterministic, without a model."""

    name = "rules"
    version = "1"

    def judge(self, claim: str, evidence: Evidence) -> Judgement:
        """The verdict on one claim sentence; the claim may hold citation markers and a reporting frame."""
        texts = [passage for passage in evidence.passages if passage.strip()]
        tables = [_judge_table(claim, table, evidence.before) for table in evidence.tables]
        if not texts:
            return (
                _best(tables)
                if tables
                else Judgement("not_entailed", ("no-evidence",), _reason_without_evidence(claim))
            )
        judged = self._judge_passages(claim, evidence)
        return _best([judged, *tables])

    def _judge_passages(self, claim: str, evidence: Evidence) -> Judgement:
        acronyms = acronyms_in(" ".join([*evidence.passages, claim]))
        wanted = read(core(claim), acronyms)
        if not wanted.content:
            return Judgement(
                "not_entailed", ("not-covered",), f"“{claim.strip()}” holds nothing that evidence could license."
            )
        places = sorted(_places(evidence.passages, acronyms), key=lambda place: -_promise(wanted, place.reading))
        readings = [place.reading for place in places]
        context: frozenset[str] = frozenset().union(*(reading.keys for reading in readings))
        near = places[:_CANDIDATES]
        held = [
            (place, _as_copy(wanted, place.reading, hold_apart(wanted, place.reading, context, readings, acronyms)))
            for place in near
        ]
        return _judgement(claim, _decisive(held))


def _as_copy(claim: Reading, evidence: Reading, held: Held) -> Held:
    """A claim that copies the sentence but for one word is refused, whatever else licenses it."""
    # Where a number was derived, other words are to be expected ("retained 80%" from "lost 20%"), and were checked.
    exchanged = substituted(claim, evidence) if held.verdict == "entailed" and not held.formula else None
    if exchanged is None:
        return held
    return replace(held, findings=(*held.findings, Finding("not_entailed", "substituted", *exchanged)))


def _places(passages: tuple[str, ...], acronyms: dict[str, frozenset[str]]) -> Iterator[_Place]:
    for number, passage in enumerate(passages):
        spans = split_sentences(passage)
        readings = [read(passage[start:end], acronyms) for start, end in spans]
        for (start, end), reading in zip(spans, readings, strict=True):
            yield _Place(number, start, end, reading)


def _promise(claim: Reading, evidence: Reading) -> float:
    """How likely a sentence is to decide: the words that it shares with the claim, and the numbers."""
    wanted = amounts(claim)
    shared = sum(any(licenses(given, number) for given in evidence.quantities) for number in wanted)
    return coverage(claim, evidence, numbers=(shared, len(wanted)))


def _decisive(held: list[tuple[_Place, Held]]) -> tuple[_Place, Held]:
    """The sentence that decides: one that licenses the claim, unless one that covers as much contradicts it."""
    entailing = [pair for pair in held if pair[1].verdict == "entailed"]
    against = [pair for pair in held if pair[1].verdict == "contradicted"]
    if entailing:
        best = max(entailing, key=lambda pair: pair[1].coverage)
        stronger = [pair for pair in against if pair[1].coverage > best[1].coverage]
        return max(stronger, key=lambda pair: pair[1].coverage) if stronger else best
    return max(held, key=lambda pair: (round(pair[1].coverage, 1), _RANK[pair[1].verdict], pair[1].coverage))


def _judgement(claim: str, decided: tuple[_Place, Held]) -> Judgement:
    place, held = decided
    codes = tuple(dict.fromkeys(finding.code for finding in held.findings))
    worst = [finding for finding in held.findings if finding.verdict == held.verdict]
    reason = _reason(worst[0], held) if worst else f"The evidence says so: “{_short(held.evidence.given)}”"
    return Judgement(held.verdict, codes, reason, claim_spans=((0, len(claim)),),
                     evidence_spans=((place.passage, place.start, place.end),), formula=held.formula)  # fmt: skip


def _reason(finding: Finding, held: Held) -> str:
    ours, theirs = _short(finding.claim_side), _short(finding.evidence_side or held.evidence.given)
    return f"The claim has “{ours}” where the evidence has “{theirs}” ({finding.code})."


def _short(text: str, limit: int = 160) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= limit else plain[: limit - 1].rsplit(" ", 1)[0] + "…"


def _reason_without_evidence(claim: str) -> str:
    return f"There is no evidence to hold “{_short(claim)}” against."


def _best(judgements: list[Judgement]) -> Judgement:
    return max(judgements, key=lambda judgement: _RANK[judgement.verdict])


def _judge_table(claim: str, table: Table, before: str | None) -> Judgement:
    from .table import judge_table

    shown = replace(table, rows=tuple(row for row in table.rows if row))
    return judge_table(claim, shown, table.definitions or None, before)
