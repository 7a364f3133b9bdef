"""Is the claim put more strongly, more widely or as something else than the evidence puts it?

Each check returns the code of the first thing that is wrong, or None. The evidence is one sentence.
"""

from __future__ import annotations

import re
from decimal import Decimal

from ...kb.text import ladders
from ...kb.text.polarity import polars
from ...kb.text.quantities import Quantity
from ...kb.text.stems import stem
from .operators import Operator
from .reading import Reading

_NOVELTY = re.compile(
    r"\bfor the first time\b|\bthe first (?:to|study|report|evidence|demonstration|time|work|method|system"
    r"|example)\b|\bfirst-ever\b"
    r"|\bnovel\b|\bnewly\b|\bunprecedented\b|\bgroundbreaking\b|\bno (?:prior|previous|earlier) (?:work|study"
    r"|studies)\b"
    r"|\bnever before\b|\bpreviously un\w+|\bpioneer\w*",
    re.IGNORECASE,
)
_WIDE = re.compile(
    r"\b(?:in|under|across|for|over) (?:all|any|every|most|many|various|diverse|different|multiple|a (?:wide"
    r"|broad) (?:range|variety) of) "
    r"(?:[\w-]+ )?(?:settings?|conditions?|populations?|datasets?|cases?|circumstances|environments?|tasks?"
    r"|domains?|contexts|situations"
    r"|species|patients?|countries|benchmarks?|groups)\b|\b(?:regardless|irrespective) of\b|\bin general\b"
    r"|\buniversally\b"
    r"|\beverywhere\b|\bworldwide\b|\bglobally\b|\bwithout exception\b|\bacross [\w-]+(?: [\w-]+)? ?(?:settings"
    r"|benchmarks|tasks|domains|datasets"
    r"|populations|species|conditions|languages)\b|\bfield conditions\b|\breal[- ]world\b",
    re.IGNORECASE,
)
_SUPERLATIVE = re.compile(
    r"\bstate[- ]of[- ]the[- ]art\b|\bthe (?:best|highest|largest|greatest|lowest|smallest|strongest|fastest"
    r"|widest|longest|shortest|worst"
    r"|weakest)\b|\b(?:the|a) most (?!of\b)\w+|\bunmatched\b|\bunrivall?ed\b|\bleading cause\b"
    r"|\boutperform\w* all\b|\bbest-performing\b",
    re.IGNORECASE,
)
_SET = re.compile(
    r"^of\s|\b(?:among|amongst|of the|of all|out of|in the|in this|across the|for the|between|than|tested|compared"
    r"|studied)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\bwhether\b|\b(?:aim|aims|aimed|objective|purpose|goal|objectives)\b[^.]{0,40}\b(?:to|was|is|were|are|of)\b"
    r"|(?-i:^\W*(?:OBJECTIVES?|AIMS?|PURPOSE|MAIN OUTCOMES?|OUTCOME MEASURES?|PRIMARY OUTCOMES?|METHODS?|DESIGN"
    r"|SETTING|PARTICIPANTS"
    r"|INTERVENTIONS?|DATA SOURCES?|STUDY SELECTION|MATERIALS|TRIAL REGISTRATION|CONTEXT|Objectives?|Aims?"
    r"|Purpose)\b)|\b(?:to|we|will) (?:determine|test|investigate|examine|evaluate|assess|explore|study|compare"
    r"|clarify|ascertain)"
    r"d?\b|\bwe (?:hypothesi[sz]ed?|postulate|plan|intend|asked|wondered|sought)\b|\bhypothes(?:is|es)\b"
    r"|\bhypothesi[sz]ed\b"
    r"|\b(?:is|are|remains?|was|were) (?:currently |still |largely |not yet )?(?:unknown|unclear|controversial"
    r"|uncertain|debated|to be \w+|poorly understood)\b"
    r"|\bwill be\b|\bfurther (?:work|research|studies)\b|\bneeds? to be\b|\bshould be (?:tested|investigated"
    r"|examined)\b|\?\s*$|\bif\b[^,]{3,60},",
    re.IGNORECASE,
)
_NOTHING_KNOWN = re.compile(
    r"\bevidence\b[^.;]*\b(?:is|was|are|were|remains?) (?:lacking|limited|inconclusive|insufficient|scarce"
    r"|inconsistent|mixed|conflicting|weak)\b"
    r"|\b(?:results|findings|studies) (?:are|were|have been|remain) (?:inconclusive|inconsistent|mixed"
    r"|conflicting|contradictory)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(r"\b(?:should|ought to|must|recommend\w*|need(?:s|ed)? to be|advis\w+)\b", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|solely|exclusively|merely|sole|uniquely|unique)\b", re.IGNORECASE)
_HYPOTHESIS = re.compile(r"\bhypothes\w+|\bwhether\b|\baim\w*\b|\bobjective\b|\bplan\w*\b|\bif\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b[A-Z][\w'’-]+ (?:et al\.?,?|and (?:co-?workers|colleagues|others))\s?(?:\(\d{4}\w?\)\s)?(?:have |has "
    r"|had )?(?:also |previously )?(?:argued?|claim(?:ed|s)?|propos(?:ed|es?)"
    r"|report(?:ed|s)?|found|suggest(?:ed|s)?|showed?|shown|show|demonstrated?|observed|stated?|concluded?"
    r"|described?|noted?)\b"
    r"|\b(?:others|critics|proponents|opponents|some authors|some researchers|it has been (?:argued"
    r"|claimed)) (?:have |had )?(?:argued?|claim(?:ed)?|propos(?:ed|e)"
    r"|suggest(?:ed)?|maintain(?:ed)?|)\b|\bcontrary to\b|\b(?:it was|was) (?:once |long "
    r"|previously )?(?:thought|believed|assumed)\b",
)
_DESIGN = re.compile(
    r"\brandomi[sz]ed\b|\bcontrolled trial\b|\bplacebo\b|\bknock-?(?:out|down)\b|\bdelet(?:ion|ed)\b|\bablat\w+"
    r"|\bsilenc\w+|\btreat(?:ed|ment|ing)\b|\btherapy\b"
    r"|\badministration\b|\binhibit\w+|\boverexpress\w+|\bmutant|\bmutation|\bdeficien\w+|\black(?:ing)?\b"
    r"|\bremov(?:ed|al|ing)\b|\babsence\b|\bblock\w*"
    r"|\bdepletion\b|\bloss of\b|\binjection\b|\bsupplementation\b|\bintervention\b|\bexpos(?:ed|ure)\b|\bupon\b"
    r"|\bafter\b|\bwhen\b|\binfus\w+|\bby (?![\d-])",
    re.IGNORECASE,
)


def dropped_hedge(claim: Reading, evidence: Reading, matched: list[tuple[int, int]]) -> bool:
    """Whether the words that license the claim are hedged in the evidence and not, or less, in the claim."""
    if not matched:
        return False
    weaker = sum(evidence.words[e].certainty < claim.words[c].certainty for c, e in matched)
    return 2 * weaker >= len(matched)


def overstated(claim: Reading, evidence: Reading) -> str | None:
    """Words of proof, novelty, breadth and superlatives that the evidence does not have."""
    if _NOVELTY.search(claim.text) and not _NOVELTY.search(evidence.text):
        return "novelty"
    if (
        ladders.certainty(claim.text) == ladders.PROVEN
        and ladders.certainty(evidence.text) < ladders.PROVEN
        and _proof(claim.text)
    ):
        return "hedge-dropped"
    if (
        (wide := _WIDE.search(claim.text))
        and not _WIDE.search(evidence.text)
        and wide.group().lower() not in evidence.text.lower()
    ):
        return "scope-widened"
    if _ADVICE.search(claim.text) and not _ADVICE.search(evidence.text):
        return "advice"
    if _ONLY.search(claim.text) and not _ONLY.search(evidence.text):
        return "exclusive"
    best = _SUPERLATIVE.search(claim.text)
    if best:
        given = _SUPERLATIVE.search(evidence.text)
        if not given:
            return "superlative"
        if _SET.search(evidence.text) and not _SET.search(claim.text):
            return "superlative"
    return None


def _proof(text: str) -> bool:
    return bool(re.search(r"\b(?:prove\w*|proven|always|must|undoubtedly|certainly|definitely|definitively"
        r"|clearly|unequivocally|conclusively"
                          r"|inevitabl\w+|invariabl\w+)\b", text, re.IGNORECASE))  # fmt: skip


def status(claim: Reading, evidence: Reading, position: int) -> str | None:
    """Whether the evidence is a plan, a question, a hypothesis or somebody else's view at the words that matter."""
    if (plan := _PLAN.search(evidence.text)) and not _HYPOTHESIS.search(claim.text) and plan.start() <= position:
        return "plan-not-finding"
    if _NOTHING_KNOWN.search(evidence.text):
        return "plan-not-finding"
    others = _OTHERS.search(evidence.text)
    if others and others.start() <= position and ";" not in evidence.text[others.end() : position]:
        return "reported-by-others"
    return None


#: verbs that put two things side by side and say nothing of a cause
_COMPARING = frozenset(stem(word) for word in ("exceed", "outnumber", "surpass", "outperform", "differ", "have"))
#: axes on which a verb brings something about
_BROUGHT_ABOUT = frozenset({"amount", "quality"})


def climbs_cause(claim: Reading, evidence: Reading, claim_operators: list[Operator], matched: list[Operator]) -> bool:
    """Whether the claim states a cause where the evidence has an association or a bare comparison."""
    causal = ladders.cause(claim.text) == ladders.CAUSES or any(
        o.verb and o.sign in (1, -1) and o.polar.axis in _BROUGHT_ABOUT and not o.negated and not _state(claim, o)
        for o in claim_operators
    )
    if not causal or ladders.cause(claim.text) == ladders.ASSOCIATED:
        return False
    level = ladders.cause(evidence.text)
    if level == ladders.CAUSES or any(o.verb and stem(o.word.text) not in _COMPARING for o in matched):
        return False
    if level == ladders.ASSOCIATED:
        return True
    return bool(matched) and not _DESIGN.search(evidence.text)


def _state(claim: Reading, operator: Operator) -> bool:
    """Whether "lower" in "was 5 points lower than" says how something is, and not what is done to it."""
    compared = re.match(r"(?:er|est)?\b[^.;,]{0,80}\bthan\b|\sunder\b", claim.text[operator.word.end :])
    before = claim.text[: operator.word.start]
    return bool(compared) and bool(re.search(r"\b(?:is|are|was|were|had|has)\s[^,;]{0,40}$", before))


def quantifier(claim: Reading, evidence: Reading) -> str | None:
    """Whether the claim speaks of more of its subjects than the evidence does."""
    wanted = ladders.quantifiers(claim.text)
    given = ladders.quantifiers(evidence.text)
    shares = [_share(q) for q in evidence.quantities]
    known = [share for share in shares if share is not None]
    for _, _, level in wanted:
        if level == ladders.ALL and not any(other == ladders.ALL for _, _, other in given):
            return "quantifier-mismatch" if known and max(known) < 1 else "quantifier-widened"
        if level == ladders.MOST and not any(other >= ladders.MOST for _, _, other in given):
            if not known:
                return "quantifier-widened"
            if max(known) <= Decimal("0.5"):
                return "quantifier-mismatch"
        if level == ladders.FEW and known and min(known) > Decimal("0.5"):
            return "quantifier-mismatch"
        if level == ladders.FEW and given and min(other for _, _, other in given) >= ladders.MANY:
            return "quantifier-mismatch"
        several = known or any(q.kind in ("count", "number") and q.value >= 5 for q in evidence.quantities)
        if level == ladders.MANY and not any(other >= ladders.MANY for _, _, other in given) and not several:
            return "quantifier-widened"
    return _bare_plural(claim, evidence, given, bool(wanted))


def _share(quantity: Quantity) -> Decimal | None:
    if quantity.kind == "share":
        return quantity.value
    return quantity.value / 100 if quantity.kind == "percent" and quantity.role != "ci-level" else None


def _bare_plural(claim: Reading, evidence: Reading, given: list[tuple[int, int, int]], quantified: bool) -> str | None:
    """ "Most of the languages mark ..." does not say that languages mark it."""
    if quantified:
        return None
    for _, end, level in given:
        if level == ladders.ALL:
            continue
        noun = next((word for word in evidence.content if word.start >= end and word.start - end < 32), None)
        if noun and noun.text.endswith("s"):
            same = [word for word in claim.content if word.keys & noun.keys and word.text.lower().endswith("s")]
            counted = [q for q in claim.quantities if q.noun or q.kind in ("share", "percent")]
            if same and not counted:
                return "quantifier-widened"
    return None


def significance(claim: Reading, evidence: Reading) -> str | None:
    """Whether the claim's word on statistical significance agrees with the evidence's word or p-value."""
    wanted = [word for word in claim.words if re.fullmatch(r"(?:non-?|in)?significan(?:t|tly|ce)", word.text.lower())]
    if not wanted:
        return None
    denied = wanted[0].negated or wanted[0].text.lower().startswith(("non", "in"))
    given = [word for word in evidence.words if re.fullmatch(r"(?:non-?|in)?significan(?:t|tly|ce)", word.text.lower())]
    values = [q for q in evidence.quantities if q.kind == "p-value"]
    small = any(q.value <= Decimal("0.05") and q.comparator in ("=", "<", "<=") for q in values)
    large = any(q.value > Decimal("0.05") and q.comparator in ("=", ">", ">=") for q in values)
    if not given:
        if denied:
            plainly = bool(evidence.negations) or any(
                p.sign == 0 for word in evidence.content for p in polars(word.text)
            )
            return None if (large or plainly) and not small else "significance"
        return None if small and not large else "significance"
    affirmed = [word for word in given if not (word.negated or word.text.lower().startswith(("non", "in")))]
    return None if (denied and len(affirmed) < len(given)) or (not denied and affirmed) else "significance"


_EQUAL = re.compile(
    r"\b(?:identical(?:ly)?|equal(?:ly|led)?|the same|equivalent|indistinguishable|no difference (?:at all|whatsoever)"
    r"|exactly alike|matched exactly|as \w+ as)\b",
    re.IGNORECASE,
)
_NOT_SIGNIFICANT = re.compile(
    r"\b(?:no|not|nor|neither|without|n[’']t)\b[^.;]{0,60}?\bsignifican\w+|\b(?:non-?|in)significan\w+", re.IGNORECASE
)


def equated(claim: Reading, evidence: Reading) -> str | None:
    """ "Identical" or "the same" where the evidence only found no significant difference."""
    said = _EQUAL.search(claim.text)
    large = any(q.kind == "p-value" and q.value > Decimal("0.05") and q.comparator != "<" for q in evidence.quantities)
    if not said or said.group().lower() in evidence.given.lower():
        return None
    return said.group() if _NOT_SIGNIFICANT.search(evidence.given) or large else None


def tested(evidence: Reading) -> bool:
    """Whether a sentence says anything about statistical significance."""
    return "significan" in evidence.text.lower() or any(q.kind == "p-value" for q in evidence.quantities)


_SCOPE = re.compile(
    r"(?:^|(?<=,\s))(?:in|on|at|under|among|within|during|for|after|across|over)\s(?:[^\W\d]|\d)[^,;:()]{2,70}(?=,)"
    r"|\b(?:under|among|in patients with|in adults with|in women|in men|in children|in mice|in rats|in vitro"
    r"|in vivo|in healthy|only in|only when|only under"
    r"|in (?:the |a )?(?:laboratory|greenhouse|simulations?|captivity|culture)"
    r"|in the subset of|restricted to|limited to|at the (?:single )?tested)\b[^,;:]{0,50}",
    re.IGNORECASE,
)


def dropped_scope(claim: Reading, evidence: Reading) -> str | None:
    """A condition, population or setting at the edge of the evidence clause of which the claim keeps nothing."""
    for frame in _SCOPE.finditer(evidence.text):
        inside = [w for w in evidence.content if frame.start() <= w.start < frame.end()]
        heavy = [w for w in inside if not w.light] or inside
        numbers = [q for q in evidence.quantities if frame.start() <= q.start < frame.end()]
        kept = any(w.keys & claim.keys for w in heavy) or any(
            q.value == c.value for q in numbers for c in claim.quantities
        )
        if heavy and not kept and not _linking(frame.group()):
            return frame.group().strip()
    return None


def _linking(frame: str) -> bool:
    return bool(re.match(r"(?:in (?:order to|addition|contrast|conclusion|summary|particular|turn|fact|general"
        r"|this (?:study|paper|work|report|trial|review)"
                         r"|the present|our|all|other words|total|both)|for (?:example|instance|the first)"
                         r"|on (?:the other|average|the basis|the contrary)"
                         r"|at (?:the same|least|present)|over(?:all| time)|after (?:adjust|controlling)"
                         r"|under(?:standing|lying|going|goes))",
                         frame.strip(), re.IGNORECASE))  # fmt: skip
