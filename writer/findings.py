"""What follows from the supports of a sentence: its strength, its verdict, the reason and the task for its author."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .codes import cure_of
from .combine import Combined
from .disposition import Entailment, Findings, Strength
from .reasons import told_by
from .second_hand import is_second_hand
from .support import ABOUT, FOUND, Support, WorkEvidence
from .validators.verdict import PASS, Verdict


def may_be_narrowed(findings: Findings) -> bool:
    """Only a sentence that says too much can be narrowed; a wrong or an unknown citation cannot be mended by words."""
    return findings.entailment in ("partial", "unlicensed") and set(findings.citations) == {"verified"}


def strength_of(supports: Iterable[Support]) -> Strength | None:
    """The strength of the packet behind the sentence that decides."""
    order: tuple[Strength, ...] = ("unverified", "indirect", "pilot", "protocol-valid", "replicated", "contradictory")
    found = [
        claim.strength
        for support in supports
        for sentence in support.sentences[:1]
        for claim in sentence.claims
        if claim.strength in order
    ]
    return found[0] if found else None


def reported_by_others(support: Support, work: WorkEvidence) -> bool:
    """The passage that bears the sentence reports another work, and no own passage bears it as well."""
    if support.tables or support.entailment in ("contradicted", "not_entailed") or support.coverage < FOUND:
        return False
    if support.entailment == "entailed":
        return any(is_second_hand(support.clause, sentence, work.title) for sentence in support.sentences)
    ranked = work.passages.rank(support.clause)
    near = [found.sentence for found in ranked if found.relevance >= ABOUT * ranked[0].relevance]
    return bool(near) and all(is_second_hand(support.clause, sentence, work.title) for sentence in near)


def formula_of(supports: Sequence[Support]) -> str | None:
    """How numbers were derived, if any were."""
    return "; ".join(support.judgement.formula for support in supports if support.judgement.formula) or None


def cells_of(supports: Sequence[Support]) -> list[tuple[str, list[str]]]:
    """The cells of the tables that bear a sentence, by packet or row id."""
    return [
        (table.packet or table.id, [cell for row in table.rows for cell in row])
        for support in supports
        for table in support.tables
    ]


def entailment_verdict(combined: Combined) -> Verdict:
    """The verdict of the entailment validator: that of the weakest part."""
    if combined.entailment == "entailed":
        return PASS
    worst = combined.worst
    judged = worst.judgement
    code = judged.codes[0] if judged.codes else _code_of(combined.entailment)
    return Verdict("block", code, told_by(worst), cure_of(_code_of(combined.entailment)))


def _code_of(entailment: Entailment) -> str:
    return {"contradicted": "contradicted", "not_entailed": "unsupported", "partial": "no-rewrite"}.get(
        entailment, "not-licensed"
    )


def with_citations(text: str, keys: Sequence[str]) -> str:
    """The rewrite with its citations at the end."""
    return f"{text.rstrip(' .')} [{'; '.join('@' + key for key in keys)}]."
