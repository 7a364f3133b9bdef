"""One claim held against one sentence of evidence: a cascade in which every unit of the claim must be licensed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...kb.text.lexicon import words
from ...kb.text.quantities import Quantity
from ...kb.text.stems import stem
from . import force
from .amounts import Amount, check_amounts
from .directions import check_directions
from .narrowings import dropped_knowledge, dropped_narrowing, dropped_share
from .operators import Operator, operators
from .port import Verdict
from .predicate import displaced, generalised, unlicensed
from .reading import Reading, Word
from .relations import CONVERSE_AXES, comparisons, match_comparisons, match_sides
from .restrictions import dropped_restriction
from .roles import one_way, swapped
from .sequence import order_turned
from .standing import not_quite, reported, undone, unreal
from .vague_counts import miscounted
from .wholes import match_derived, match_values, turned_round

#: share of the claim's weight that one sentence must cover, and that may be nowhere in the passage: for a claim that
#: follows the sentence word by word, where a strange word is a substitution, and for a free paraphrase of a longer one
NEAR_COPY = (0.75, 0.08)
PARAPHRASE = (0.64, 0.2)
#: below this share a sentence is about something else and contradicts nothing
SAME_TOPIC = 0.55
_STATISTICS = words("standard deviation error sd se sem mean average median ci confidence interval s.d s.e")
#: what a p-value says by itself
_TESTED = {stem("differ"), stem("difference"), stem("significantly")}
#: a sentence that speaks of something named before
_ANAPHOR = re.compile(
    r"\b(?:it|its|this|these|they|their|those|such|both|that (?:group|approach|method))\b", re.IGNORECASE
)
_NUMBER_WEIGHT = 1.0
#: where the claim has words of its own, what seems to turn it round may be about something else
_PLAIN = 0.8
_STRANGE = frozenset({"not-covered", "unknown-entity"})
_UNSURE = frozenset({"negation-flipped", "direction-flipped", "number-mismatch", "kind-mismatch", "arguments-swapped"})
_ORDER: dict[Verdict, int] = {"entailed": 0, "partial": 1, "not_entailed": 2, "contradicted": 3}


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, with what both sides say."""

    verdict: Verdict
    code: str
    claim_side: str
    evidence_side: str = ""


@dataclass(frozen=True)
class Held:
    """A claim held against one sentence: how much of it is covered, and what is wrong."""

    evidence: Reading
    coverage: float
    findings: tuple[Finding, ...]
    formula: str | None = None

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all findings."""
        worst: Verdict = "entailed"
        for finding in self.findings:
            if _ORDER[finding.verdict] > _ORDER[worst]:
                worst = finding.verdict
        return worst


def weight(word: Word) -> float:
    """How much of the claim hangs on a word: names most, words that every paper uses least."""
    if word.entity:
        return 1.5
    return 0.4 if word.light else 1.0


def coverage(
    claim: Reading, evidence: Reading, directed: Collection[int] = (), numbers: tuple[int, int] = (0, 0)
) -> float:
    """The share of the claim's content that `evidence` licenses.

    `directed` words are licensed by their direction; `numbers` says how many of the claim's are licensed, of how many.
    """
    total = sum(weight(word) for word in claim.content) + _NUMBER_WEIGHT * numbers[1]
    found = (
        sum(weight(word) for word in claim.content if _licensed(word, evidence, directed)) + _NUMBER_WEIGHT * numbers[0]
    )
    return found / total if total else 0.0


def _licensed(word: Word, evidence: Reading, directed: Collection[int]) -> bool:
    return bool(word.keys & evidence.keys) or word.index in directed


def hold(claim: Reading, evidence: Reading, context: frozenset[str], others: Sequence[Reading] = ()) -> Held:
    """Hold `claim` against `evidence`; `context` are the keys of its passage, `others` its other sentences."""
    if claim.text.rstrip(" .") == evidence.text.rstrip(" ."):
        return Held(evidence, 1.0, ())
    amounts = check_amounts(claim, evidence, others)
    licensed = sum(not amount.code for amount in amounts)
    covered = coverage(claim, evidence, numbers=(licensed, len(amounts)))
    if covered < 0.3:
        return Held(evidence, covered, (Finding("not_entailed", "not-covered", claim.given, evidence.given),))
    claim_operators, evidence_operators = operators(claim), operators(evidence)
    pairs = _pairs(claim, evidence)
    findings: list[Finding] = []
    findings += _amount_findings(claim, evidence, amounts)
    claim_comparisons = comparisons(claim, claim_operators)
    findings += (
        [Finding("not_entailed", "denominator-swapped", claim.given, evidence.given)]
        if turned_round(claim, evidence)
        else []
    )
    code, converse = match_comparisons(claim_comparisons, comparisons(evidence, evidence_operators))
    borne = match_derived(amounts, claim, evidence)
    if not code and not converse:
        code, valued = match_values(claim, claim_operators, evidence)
        borne |= valued
    if code:
        findings.append(Finding("contradicted", code, claim.given, evidence.given))
    crossed, kept = match_sides(claim, evidence)
    converse |= {o.word.index for o in claim_operators if o.word.index in kept and o.polar.axis in CONVERSE_AXES}
    matched, turned = check_directions(claim, claim_operators, evidence, evidence_operators, converse)
    turned = [turn for turn in turned if turn.word not in borne]
    findings += [Finding(turn.verdict, turn.code, turn.claim_side, turn.evidence_side) for turn in turned]
    directed = converse | borne | {ours.word.index for ours, _ in matched}
    covered = coverage(claim, evidence, directed, (licensed, len(amounts)))
    findings += _uncovered(claim, evidence, context, covered, directed)
    head = unlicensed(claim, evidence, context, directed | {turn.word for turn in turned})
    if head and _told(head, evidence):
        findings.append(Finding("not_entailed", "not-covered", head.text, evidence.given))
    if other := displaced(claim, evidence):
        findings.append(Finding("not_entailed", "arguments-swapped", other.text, evidence.given))
    if verb := generalised(claim, borne):
        findings.append(Finding("partial", "scope-widened", verb.text, evidence.given))
    settled = turned or converse or borne or any(ours.negated != theirs.negated for ours, theirs in matched)
    if not settled:
        findings += _denied(claim, evidence, pairs)
    if not code and (around := crossed or swapped(claim, evidence)):
        sure: Verdict = "contradicted" if one_way(around) else "not_entailed"
        findings.append(Finding(sure, "arguments-swapped", claim.given, evidence.given))
    if order_turned(claim, evidence):
        findings.append(Finding("contradicted", "order-turned", claim.given, evidence.given))
    findings += _forced(claim, evidence, claim_operators, [theirs for _, theirs in matched], pairs)
    formula = next((amount.derivation.formula for amount in amounts if amount.derivation), None)
    findings = _softened(findings, claim, evidence, directed | {turn.word for turn in turned}, (licensed, len(amounts)))
    return Held(evidence, covered, tuple(findings), formula)


def _softened(
    findings: list[Finding], claim: Reading, evidence: Reading, meant: Collection[int], numbers: tuple[int, int]
) -> list[Finding]:
    """No contradiction stays one where the two may speak of different things; `meant` are the words accounted for."""
    if force.equated(claim, evidence) or coverage(claim, evidence, meant) < SAME_TOPIC:
        findings = [_soften(finding) for finding in findings]
    if coverage(claim, evidence, meant, numbers) < _PLAIN and any(finding.code in _STRANGE for finding in findings):
        findings = [_soften(finding) if finding.code in _UNSURE else finding for finding in findings]
    return findings


def _soften(finding: Finding) -> Finding:
    if finding.verdict != "contradicted":
        return finding
    return Finding("not_entailed", finding.code, finding.claim_side, finding.evidence_side)


def _pairs(claim: Reading, evidence: Reading) -> list[tuple[int, int]]:
    """For each claim word the evidence word that licenses it, one of equal negation if there is one."""
    found: list[tuple[int, int]] = []
    for word in claim.content:
        same = [other for other in evidence.content if other.keys & word.keys]
        if same:
            same.sort(key=lambda other: (other.denied != word.denied, -other.certainty))
            found.append((word.index, same[0].index))
    return found


def _amount_findings(claim: Reading, evidence: Reading, amounts: list[Amount]) -> list[Finding]:
    found: list[Finding] = []
    for amount in amounts:
        given = amount.evidence
        if not amount.code and given and claim.denies(amount.quantity.start) != evidence.denies(given.start):
            found.append(Finding("contradicted", "negation-flipped", f"not {amount.quantity.text}", given.text))
        if amount.code:
            verdict: Verdict = "contradicted" if amount.contradicts else "not_entailed"
            found.append(Finding(verdict, amount.code, amount.quantity.text, _text(amount.evidence)))
    return found


def _text(quantity: Quantity | None) -> str:
    return quantity.text if quantity else ""


def _uncovered(claim: Reading, evidence: Reading, context: frozenset[str], covered: float,
               directed: Collection[int]) -> list[Finding]:  # fmt: skip
    missing = [
        word for word in claim.content if not _licensed(word, evidence, directed) and not _of_statistics(claim, word)
    ]
    absent = [word for word in missing if not word.keys & context]
    total = sum(weight(word) for word in claim.content)
    tested = any(q.kind == "p-value" for q in evidence.quantities)
    if tested:
        absent = [word for word in absent if stem(word.text) not in _TESTED]
        missing = [word for word in missing if stem(word.text) not in _TESTED]
    denied = [word.text for word in absent if word.negated]
    if denied:
        return [Finding("not_entailed", "not-covered", f"not {denied[0]}")]
    rivals = any(word.entity and not word.keys & claim.keys for word in evidence.content)
    unnamed = missing if rivals and not _ANAPHOR.search(evidence.text) else absent
    names = [word.text for word in unnamed if word.entity]
    if names:
        return [Finding("not_entailed", "unknown-entity", names[0])]
    least, most = NEAR_COPY if _follows(claim, evidence) else PARAPHRASE
    if sum(0.15 if word.light else weight(word) for word in absent) > most * total:
        return [
            Finding(
                "not_entailed",
                "not-covered",
                ", ".join(word.text for word in absent if not word.light) or absent[0].text,
            )
        ]
    if missing and covered < least:
        return [Finding("not_entailed", "scattered", ", ".join(word.text for word in missing))]
    return []


def _told(word: Word, evidence: Reading) -> bool:
    """Whether a missing word is one that a p-value does not say by itself."""
    tested = any(q.kind == "p-value" for q in evidence.quantities)
    return not (tested and stem(word.text) in _TESTED)


def _follows(claim: Reading, evidence: Reading) -> bool:
    """Whether the claim takes up most of what the sentence says."""
    total = sum(weight(word) for word in evidence.content)
    return sum(weight(word) for word in evidence.content if word.keys & claim.keys) >= 0.6 * total


def _of_statistics(claim: Reading, word: Word) -> bool:
    """Words that name the role of a number are checked with the number."""
    near = any(q.role and abs(q.start - word.start) < 48 for q in claim.quantities)
    return near and word.text.lower() in _STATISTICS


def _denied(claim: Reading, evidence: Reading, pairs: list[tuple[int, int]]) -> list[Finding]:
    """Words that stand under a negation on one side only."""
    if "significan" in claim.text.lower() and force.tested(evidence) and not force.significance(claim, evidence):
        return []
    firm = [(c, e) for c, e in pairs if not claim.words[c].light] or pairs
    differing = [(c, e) for c, e in firm if claim.words[c].denied != evidence.words[e].denied]
    if not any(claim.words[c].negated or evidence.words[e].negated for c, e in differing):
        whole = differing and len(differing) == len(firm) and bool(claim.negations) != bool(evidence.negations)
        return [Finding("not_entailed", "negation-flipped", claim.given, evidence.given)] if whole else []
    if differing and (3 * len(differing) >= len(firm) or claim.words[differing[0][0]].denied):
        c, e = differing[0]
        return [Finding("contradicted", "negation-flipped", claim.words[c].text, evidence.words[e].text)]
    return []


def _forced(claim: Reading, evidence: Reading, claim_operators: list[Operator], matched: list[Operator],
            pairs: list[tuple[int, int]]) -> list[Finding]:  # fmt: skip
    found: list[Finding] = []
    firm = [(c, e) for c, e in pairs if not claim.words[c].light] or pairs
    position = min((evidence.words[e].start for _, e in firm), default=0)
    last = max((evidence.words[e].start for _, e in firm), default=0)
    if code := force.status(claim, evidence, (position + last) // 2):
        found.append(Finding("not_entailed", code, claim.given, evidence.given))
    if reported(claim, evidence):
        found.append(Finding("not_entailed", "reported-by-others", claim.given, evidence.given))
    if unreal(claim, evidence) or undone(claim, evidence):
        found.append(Finding("not_entailed", "plan-not-finding", claim.given, evidence.given))
    if not_quite(claim, evidence):
        found.append(Finding("partial", "hedge-dropped", claim.given, evidence.given))
    if force.dropped_hedge(claim, evidence, firm):
        found.append(Finding("partial", "hedge-dropped", claim.given, evidence.given))
    if code := force.overstated(claim, evidence):
        verdict: Verdict = "not_entailed" if code in ("novelty", "advice", "exclusive") else "partial"
        found.append(Finding(verdict, code, claim.given, evidence.given))
    if force.climbs_cause(claim, evidence, claim_operators, matched):
        found.append(Finding("partial", "causal-climb", claim.given, evidence.given))
    if code := force.quantifier(claim, evidence):
        found.append(
            Finding("contradicted" if code == "quantifier-mismatch" else "partial", code, claim.given, evidence.given)
        )
    if code := force.significance(claim, evidence):
        found.append(
            Finding("contradicted" if force.tested(evidence) else "not_entailed", code, claim.given, evidence.given)
        )
    narrowing = force.dropped_scope(claim, evidence) or dropped_restriction(claim, evidence)
    if frame := narrowing or dropped_narrowing(claim, evidence):
        found.append(Finding("partial", "scope-dropped", claim.given, frame))
    if share := dropped_share(claim, evidence):
        found.append(Finding("partial", "quantifier-widened", claim.given, share))
    if counted := miscounted(claim, evidence):
        found.append(Finding(counted[0], "quantifier-mismatch", counted[1], evidence.given))
    if same := force.equated(claim, evidence):
        found.append(Finding("not_entailed", "significance", same, evidence.given))
    if known := dropped_knowledge(claim, evidence):
        found.append(Finding("partial", "hedge-dropped", claim.given, known))
    return found
