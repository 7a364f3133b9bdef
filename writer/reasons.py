"""Reasons and tasks for the author: what could not be followed, the passage that was found, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..kb.formats.bibtex import BibEntry
from ..kb.formats.bibtex_writing import write_bibtex
from .codes import cure_of
from .combine import Combined
from .contradictions import Opposing
from .disposition import Decision, Strength
from .support import Support
from .validators.citation import CitationCheck
from .validators.verdict import Verdict

_SHOWN = 260
_CODE = re.compile(r"\(([a-z]+(?:-[a-z]+)*)\)\.?$")
_QUOTED = re.compile(r"“([^”]*)”")
_NUMBERS = frozenset(
    ["number-mismatch", "number-unsupported", "unit-mismatch", "false-precision", "comparator-mismatch"]
)
_WORDS = frozenset(["not-covered", "unknown-entity", "scattered", "exclusive", "advice", "superlative"])
_SAYS: Mapping[str, str] = {
    "binding-mismatch": "{part} stands there too, but seems to belong to something else",
    "rate-for-total": "{part} is a rate on one side and a total on the other",
    "kind-mismatch": "{part} is another kind of number there: percent, percentage points, times and counts differ",
    "role-mismatch": "{part} is another kind of number there: a mean, a best value, a spread or a bound",
    "direction-flipped": "it goes the other way there: {there}",
    "direction-unsupported": "it could not be made out that it says {part}",
    "arguments-swapped": "the two sides stand in each other's place there",
    "order-turned": "the order of what happens is another there",
    "comparison-target": "it compares with something else",
    "negation-flipped": "{part} is denied on one side and affirmed on the other",
    "hedge-dropped": "it is less certain of it",
    "causal-climb": "it does not call it a cause",
    "scope-dropped": "it says so only of a part that your sentence leaves out: {there}",
    "scope-widened": "it does not go as far as your sentence",
    "quantifier-widened": "it speaks of fewer of them",
    "quantifier-mismatch": "the share is another there",
    "significance": "it speaks of statistical significance otherwise",
    "plan-not-finding": "it is a plan, a question or a hypothesis there, no finding",
    "reported-by-others": "it is told there as the view of others",
    "denominator-swapped": "the share is of another whole there",
    "table-not-found": "no cell could be found under the names that your sentence uses",
    "table-unlicensed-words": "{part} stands neither in the table nor in its caption",
    "table-contradicts": "the cells say otherwise",
}


def named_part(support: Support) -> str:
    """What of the sentence could not be followed, in words for its author."""
    judged = support.judgement
    named = _CODE.search(judged.reason)
    code = named[1] if named else judged.codes[0] if judged.codes else ""
    quoted = _QUOTED.findall(judged.reason)
    mine = quoted[0] if quoted else ""
    theirs = quoted[1] if len(quoted) > 1 else ""
    if code in _NUMBERS and mine:
        given = f" (it has “{theirs}”)" if re.search(r"\d", theirs) and len(theirs) <= 40 else ""
        return f"“{mine}” is not a number that it gives for this{given}"
    if code in _WORDS and mine and len(mine) < 0.6 * len(support.clause):
        return f"it has no counterpart for {_listed(mine)}"
    pattern = _SAYS.get(code)
    if pattern is None or ("{there}" in pattern and not theirs) or ("{part}" in pattern and not mine):
        return "a part of the sentence has no counterpart in it"
    return pattern.format(part=f"“{mine}”", there=f"“{_short(theirs, 120)}”")


def found_in(support: Support) -> str:
    """The passage or the table that was found, quoted with its page; empty where nothing was."""
    if support.sentences:
        sentence = support.sentences[0]
        return f"“{_short(sentence.text, _SHOWN)}”{_page(sentence.page)}"
    if support.tables:
        table = support.tables[0]
        return f"{_short(f'{table.label} {table.caption}'.strip(), 120)}{_page(table.page)}"
    return ""


def told_by(support: Support) -> str:
    """Why a work does not bear a sentence, with the passage that comes nearest."""
    found = found_in(support)
    if not found:
        return "nothing in it bears on the sentence"
    if support.entailment == "contradicted":
        return f"it says otherwise ({named_part(support)}): {found}"
    if support.entailment == "not_entailed":
        return f"nothing in it says this; what comes nearest is {found}"
    return f"a passage was found, but {named_part(support)}"


def reason_of(
    decision: Decision, verdicts: Mapping[str, Verdict], combined: Combined, opposing: Sequence[Opposing] = ()
) -> str:
    """One sentence for the author: the gravest reason first."""
    if decision.disposition == "accept":
        return _accepted(combined)
    if decision.code == "both-sides" and opposing:
        return f"another work of the library says the opposite: “{_short(opposing[0].quote, _SHOWN)}”"
    for name in ("citation", "provenance", "figure", "novelty", "hedging", "numbers", "entailment"):
        if verdicts[name].verdict == "block" and verdicts[name].reason:
            reason = str(verdicts[name].reason)
            found = found_in(combined.worst)
            quotes_none = name == "entailment" and decision.disposition != "backlog" and found and found not in reason
            return f"{reason}: {found}" if quotes_none else reason
    return told_by(combined.worst) if combined.supports else "nothing bears this sentence"


def _accepted(combined: Combined) -> str:
    says = []
    for key, support in combined.supports.items():
        places = [*(one.page for one in support.sentences), *(one.page for one in support.tables)]
        pages = sorted({page for page in places if page is not None})
        where = f" on page {' and '.join(str(page) for page in pages)}" if pages else ""
        says.append(f"{key} says this{where}" if len(combined.supports) == 1 else f"{key} bears its part{where}")
    return "; ".join(says)


def uncited_reason(strength: Strength | None) -> str:
    """Why a sentence without a citation stands or does not."""
    if strength is None:
        return "nothing that is recorded bears this sentence"
    if strength == "replicated":
        return "author-disjoint works of the library say this"
    if strength == "contradictory":
        return "works of the library disagree on this"
    return "too few author-disjoint works of the library say this"


def task_of(decision: Decision, checks: Mapping[str, CitationCheck], combined: Combined | None) -> str | None:
    """What somebody has to do before the sentence can stand; for backlog only."""
    if decision.disposition != "backlog":
        return None
    for check in checks.values():
        if check.status == "metadata-mismatch":
            return f"correct the {check.field} of {check.key}: {check.reason}"
        if check.status == "unknown":
            return f"ingest the work that {check.key} means, then audit again"
    if decision.code == "secondary" and combined is not None:
        return f"cite the original, which this passage names: {found_in(combined.worst)}"
    if decision.code == "not-licensed" and combined is not None:
        return _to_check(combined)
    return cure_of(decision.code)


def _to_check(combined: Combined) -> str:
    worst = combined.worst
    found = found_in(worst)
    if not found:
        return "find the passage that says this, and say it in its words; nothing near it was found"
    key = next((key for key, support in combined.supports.items() if support is worst), "the cited work")
    part = f" (for “{_short(worst.clause, 120)}”)" if len(combined.supports) > 1 and worst.clause else ""
    return (
        f"compare with {key}{part}: {found}. If that is the source, say it in those words; "
        "if not, correct the sentence or cite the work that says it"
    )


def entry_task(entry: BibEntry) -> str:
    """What the author adds to the bibliography before the rewrite can stand."""
    return f"add to the bibliography: {' '.join(write_bibtex([entry]).split())}"


def _listed(words: str) -> str:
    parts = [f"“{part}”" for part in words.split(", ") if part]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _short(text: str, length: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= length else plain[:length].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


def _page(page: int | None) -> str:
    return f" (page {page})" if page is not None else ""
