"""A claim held against the parallel parts of a sentence, one by one.

A sentence that says two things licenses a claim only where one of the two does; a claim that says two things stands
only where each of them is licensed. What compares values across the parts is judged on the sentence as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .operators import operators
from .parallel import contrasted, units
from .ranks import misranked
from .reading import Reading, read
from .sentence import SAME_TOPIC, Finding, Held, hold
from .spelled import as_moved, spelled
from .verbs import BE, PREPOSITIONS, verbs

_ACROSS = re.compile(
    r"\b(?:than|compared|versus|vs|relative to|differ\w*|difference|both|each|respectively|twice|half|fold|times"
    r"|between|combined|total|ratio|more|fewer|higher|lower|larger|smaller|highest|lowest|most|least|from)\b",
    re.IGNORECASE,
)
#: a sentence that covers less of the claim is not looked at more closely
_LEAST = 0.5
#: findings about the sentence as a whole, which no part of it can lift
_OF_THE_WHOLE = frozenset(
    {"plan-not-finding", "reported-by-others", "hedge-dropped", "denominator-swapped", "novelty", "advice"}
)
#: findings that speak against a claim, where others only miss a word
_OTHERWISE = frozenset({"direction-flipped", "negation-flipped", "arguments-swapped", "order-turned"})
_CONDITION = re.compile(r"^(?:when|if|unless|once|where|as long as|although|because|since)\b[^,]*,", re.IGNORECASE)
_CONTRAST = re.compile(r";|\b(?:but|whereas|while|although|though|however)\b", re.IGNORECASE)
_RANK = {"entailed": 0, "partial": 1, "not_entailed": 2, "contradicted": 3}


def hold_apart(
    claim: Reading,
    evidence: Reading,
    context: frozenset[str],
    others: Sequence[Reading] = (),
    acronyms: dict[str, frozenset[str]] | None = None,
) -> Held:
    """As `sentence.hold`, but part by part where the evidence has parallel parts."""
    if moved := as_moved(claim, evidence):
        claim = read(moved, acronyms)
    whole = hold(claim, evidence, context, others)
    if whole.coverage < _LEAST:
        return whole
    if misranked(claim, evidence):
        return replace(whole, findings=(Finding("contradicted", "arguments-swapped", claim.given, evidence.given),))
    if statements := spelled(evidence):
        return _hold_each(claim, whole, [read(text, acronyms) for text in statements], context, others, acronyms)
    parts = [read(text, acronyms) for text in units(evidence)]
    if not parts:
        return whole
    if _compares_values(claim, evidence) and whole.verdict == "entailed":
        return whole
    wanted = [read(text, acronyms) for text in units(claim)] or [claim]
    elsewhere = [other for other in others if other is not evidence]
    aside = read(contrasted(evidence)).keys if contrasted(evidence) else frozenset[str]()
    best = [_best(part, parts, context, elsewhere, aside) for part in wanted]
    if contrasted(claim) and not _set_apart(claim, evidence, parts, best[0]):
        finding = Finding("not_entailed", "arguments-swapped", claim.given, evidence.given)
        return replace(whole, findings=(*whole.findings, finding))
    if all(held.verdict == "entailed" for held in best) and (place := _undistinguished(claim, best, parts, evidence)):
        return replace(whole, findings=(Finding("partial", "scope-dropped", claim.given, place),))
    if all(held.verdict == "entailed" for held in best):
        kept = tuple(finding for finding in whole.findings if finding.code in _OF_THE_WHOLE or _misbound(finding))
        return Held(evidence, max(held.coverage for held in best), kept, best[0].formula)
    if whole.verdict == "entailed":
        bearing = [part for part in unmixed(claim, parts) if not _against(hold(claim, part, context, elsewhere))]
        if bearing and not any(word.keys & aside and not word.keys & bearing[0].keys for word in claim.content):
            return whole
    if whole.verdict not in ("entailed", "contradicted"):
        return whole
    worst = max(best, key=lambda held: _RANK[held.verdict])
    findings = worst.findings
    if worst.coverage < SAME_TOPIC:
        findings = tuple(replace(f, verdict="not_entailed") if f.verdict == "contradicted" else f for f in findings)
    return Held(evidence, whole.coverage, findings, worst.formula)


def _hold_each(claim: Reading, whole: Held, statements: list[Reading], context: frozenset[str],
               others: Sequence[Reading], acronyms: dict[str, frozenset[str]] | None) -> Held:  # fmt: skip
    """Every statement of the claim against each of the evidence; what compares them needs the whole as well."""
    wanted = [read(text, acronyms) for text in spelled(claim) or units(claim)] or [claim]
    elsewhere = [other for other in others if other is not whole.evidence]
    best = [_best(part, statements, context, elsewhere, frozenset()) for part in wanted]
    if _compares_values(claim, whole.evidence) or all(held.verdict == "entailed" for held in best):
        kept = tuple(finding for finding in whole.findings if finding.code in _OF_THE_WHOLE)
        return whole if _compares_values(claim, whole.evidence) else replace(whole, findings=kept)
    worst = max(best, key=lambda held: _RANK[held.verdict])
    return Held(whole.evidence, whole.coverage, worst.findings, worst.formula)


def _undistinguished(claim: Reading, best: list[Held], parts: Sequence[Reading], evidence: Reading) -> str | None:
    """What sets a part apart from one that says otherwise, where the claim keeps nothing of it."""
    if not _CONTRAST.search(evidence.text):
        return None
    for part in (held.evidence for held in best):
        mine = _slots(part)
        for other in parts:
            theirs = set(_slots(other).values()) - {"object", "subject"}
            rival = [word for word in part.content if mine.get(word.index) in theirs and not word.keys & other.keys]
            if other is not part and rival and not any(word.keys & claim.keys for word in rival):
                return " ".join(word.text for word in rival)
    return None


def _against(held: Held) -> bool:
    """Whether a part says otherwise, and not only less, than the claim."""
    return any(finding.code in _OTHERWISE for finding in held.findings)


def unmixed(claim: Reading, parts: Sequence[Reading]) -> list[Reading]:
    """The parts that hold the claim's predicate and from whose rivals it takes no argument."""
    stating = _stating(claim, parts)
    return [part for part in stating if not any(_takes(claim, part, other) for other in parts if other is not part)]


def _stating(claim: Reading, parts: Sequence[Reading]) -> list[Reading]:
    """The parts whose own predicate the claim has, else those whose predicate is that of all, else all."""
    own = []
    for part in parts:
        others = frozenset[str]().union(*(_predicate(other) for other in parts if other is not part))
        if (_predicate(part) - others) & claim.keys:
            own.append(part)
    return own or [part for part in parts if _predicate(part) & claim.keys] or list(parts)


def _takes(claim: Reading, part: Reading, other: Reading) -> bool:
    """Whether the claim has an argument that `part` lacks from a rival whose own predicate it leaves out."""
    taken = [word for word in other.content if word.keys & claim.keys and not word.keys & part.keys]
    predicate = _predicate(other)
    taken = [word for word in taken if not word.keys & predicate]
    if not taken:
        return False
    if not (predicate - _predicate(part)) & claim.keys and _opposed(part, other):
        return True
    filled = _slots(part)
    rivals = [word for word in taken if _slots(other).get(word.index, "") in filled.values()]
    return bool(rivals) and not (predicate - _predicate(part)) & claim.keys


def _predicate(part: Reading) -> frozenset[str]:
    """The keys of what a part says of its subject: verbs, what follows "was", and directions behind them."""
    match = _CONDITION.match(part.text)
    begin = match.end() if match else 0
    heads = [verb.word for verb in verbs(part)]
    copulas = [word.index for word in part.words if word.text.lower() in BE | {"remained"}]
    heads += [word for word in part.content if any(0 < word.index - i <= 2 for i in copulas)]
    first = min((w.index for w in part.words if w in heads or w.index in copulas), default=0)
    heads += [operator.word for operator in operators(part) if operator.word.index > first]
    return frozenset[str]().union(*(word.keys for word in heads if word.start >= begin))


def _opposed(part: Reading, other: Reading) -> bool:
    """Directions of one axis with other signs, or a denial on one side only."""
    mine, theirs = operators(part), operators(other)
    if any(a.polar.axis == b.polar.axis and a.sign != b.sign for a in mine for b in theirs):
        return True
    return bool(part.negations) != bool(other.negations)


def _slots(part: Reading) -> dict[int, str]:
    """For each content word after the verb the preposition that governs it, "object" where there is none."""
    heads = {verb.word.index for verb in verbs(part)} | {w.index for w in part.words if w.text.lower() in BE}
    found: dict[int, str] = {}
    slot = "subject"
    for word in part.words:
        lower = word.text.lower()
        if word.index in heads:
            slot = "object"
        elif lower in PREPOSITIONS - {"of"}:
            slot = lower
        elif word.content:
            found[word.index] = slot
    return found


def _misbound(finding: Finding) -> bool:
    """A number that the whole sentence gives to something else for certain is not given back by a part of it."""
    return finding.code in ("binding-mismatch", "rate-for-total") and finding.verdict == "contradicted"


def _best(claim: Reading, parts: list[Reading], context: frozenset[str], others: Sequence[Reading],
          aside: frozenset[str]) -> Held:  # fmt: skip
    held = []
    for part in parts:
        elsewhere = aside.union(*(other.keys for other in parts if other is not part))
        held.append(_alone(hold(claim, part, context, others), claim, part, elsewhere))
    return min(held, key=lambda one: (one.verdict != "entailed", -round(one.coverage, 2), _RANK[one.verdict]))


def _alone(held: Held, claim: Reading, part: Reading, elsewhere: frozenset[str]) -> Held:
    """A word of the claim that only another part has is taken from there."""
    directed = {operator.word.index for operator in operators(claim)}
    taken = [w for w in claim.content if not w.keys & part.keys and w.keys & elsewhere and w.index not in directed]
    if not taken or held.verdict != "entailed":
        return held
    return replace(held, findings=(Finding("not_entailed", "scattered", taken[0].text, part.given),))


def _compares_values(claim: Reading, evidence: Reading) -> bool:
    """Whether the claim draws a comparison from two numbers of the sentence."""
    return len(evidence.quantities) > 1 and bool(_ACROSS.search(claim.text))


def _set_apart(claim: Reading, evidence: Reading, parts: list[Reading], held: Held) -> bool:
    """Whether what the claim sets its subject against is set apart in the evidence too."""
    mine = read(contrasted(claim)).content
    theirs = read(contrasted(evidence)).keys if contrasted(evidence) else frozenset[str]()
    rivals = [theirs, *(part.keys - held.evidence.keys for part in parts if part is not held.evidence)]
    return any(all(word.keys & rival for word in mine) for rival in rivals)
