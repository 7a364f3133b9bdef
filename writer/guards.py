"""What is checked again after the judge let a sentence pass: a second pair of eyes for the costliest mistakes.

A guard can only take an acceptance back. Each looks at one thing that a wrong sentence shares with a right one: the
same numbers on the other side of a comparison with a control, the same words without their denial or with one more, the
same finding in a population that was not studied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..kb.text.lexicon import words
from ..kb.text.lexicon_synonyms import keys
from ..kb.text.polarity import negated_spans
from ..kb.text.quantities import Quantity, parse_quantities
from ..kb.text.quantity_match import licenses
from ..kb.text.stems import stem
from .judge.port import Judgement
from .judge.reading import read
from .passages import amounts, content_words

_LACKING = re.compile(
    r"\b(?:without|no|none|untreated|control\w*|placebo|baseline|basal|unsupplemented|absence)\b", re.I
)
_TOLD_ELSEWHERE = re.compile(
    r"(?:\[\d[\d,; –-]*\]|\(\d{4}\)|\d{4}\)),?\s(?:where|who|in which)\s(?:it (?:is|was)\s|they\s|the authors\s)?"
    r"(?:pointed out|shown|showed|found|reported|demonstrated|argued|noted|observed|described)\b",
    re.I,
)
_CONTROL = re.compile(
    r"\b(?:untreated|controls?(?!\s(?:of|over|the|for|by)\b)|placebo|unsupplemented|unexposed|uninfected|unvaccinated|sham)\b",
    re.I,
)
# What is infected with something is the setting of a trial, in which treated and controls are told apart.
_TREATED = re.compile(
    r"(?<!un)(?<!non-)\b(?:treated|supplemented|exposed|infected(?! with)|inoculated(?! with)|vaccinated|intervention"
    r"|experimental) "
    r"(?!controls?\b)(?=[a-z])",
    re.I,
)
_PART = re.compile(r"\b(?:Lesson|Unit|Module|Chapter|Workshop)-\d{1,2}\b", re.I)
_FEW = re.compile(r"(?<!\ba )\b(?:few|rarely|seldom|hardly|scarcely|rare)\b", re.I)
_FEW_THERE = re.compile(
    r"\b(?:few|fewer|rarely|seldom|hardly|scarcely|rare|minority|uncommon|unusual|infrequent\w*"
    r"|only|not (?:common|often|usual)\w*)\b",
    re.I,
)
_LACK = re.compile(
    r"\b(?:without|un\w+ed|controls?|placebo|absence|absent|lack\w*|free|baseline|no\s(?:\w+\s)?(?:need|prior|previous|further"
    r"|additional)|before|not\b|non\w*|neither|nor|never|rather|instead|other than)\b|\w-free\b|[-−–]\s?S9",
    re.I,
)
_SETTINGS = tuple(
    (re.compile(rf"\b(?:{one})\b", re.I), re.compile(rf"\b(?:{other})\b", re.I))
    for one, other in (
        (r"in[ -]person|face[ -]to[ -]face|on[ -]site|classroom", r"on-?line|virtual|remote(?:ly)?"),
        (r"in vivo|(?:in the|under) field(?: conditions)?", r"in vitro|in silico|(?:in the )?laboratory"),
        (r"urban", r"rural"),
        (r"children|paediatric|pediatric", r"adults?"),
        (r"males?|men|boys", r"females?|women|girls"),
        (r"oral(?:ly)?|by mouth", r"intravenous(?:ly)?|intraperitoneal(?:ly)?|topical(?:ly)?|subcutaneous(?:ly)?"),
        (r"short[ -]term", r"long[ -]term"),
        (r"prospective(?:ly)?", r"retrospective(?:ly)?"),
        (r"training", r"validation|test set|held-out"),
        (r"morning", r"evening"),
        (r"summer|dry season", r"winter|wet season|rainy season"),
        (r"daily", r"weekly|monthly"),
        (r"mild", r"severe"),
        (r"left", r"right"),
        (r"single[ -]\w+", r"multi(?:ple)?[ -]\w+"),
    )
)
_DENIAL = re.compile(
    r"\b(?:not|no|non\w*|never|without|neither|nor|none|lack\w*|fail\w*|absen\w+|similar\w*|same|equal\w*|unchanged|comparable|un\w+ed|free)\b"
    r"|\binstead of\b|\brather than\b|\bnon-",
    re.I,
)
_CAPITAL = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}(?![\w-])")
_WITH_AND_WITHOUT = re.compile(r"\bwith (?:and|or) without\b|\bwithout (?:and|or) with\b|\bwith/without\b", re.I)
_BREAK = re.compile(r"[,;(]|\b(?:in comparison|compared|as compared|versus|against|than)\b")
_NOT = re.compile(r"\b(?:not|never|cannot)\b(?!\sonly)", re.I)
_POPULATIONS = frozenset(
    stem(word)
    for word in words(
        """humans human women men children infants neonates adolescents adults elderly patients volunteers pregnant
        mice rats rabbits pigs cattle cows sheep goats dogs cats horses chickens broilers hens fish zebrafish
        monkeys people farmers students teachers nurses smokers athletes outpatients inpatients"""
    )
)
_FREE_WORDS = words("half third quarter twice dozen about nearly almost roughly approximately percent authors")
_NON = re.compile(r"\bnon-?(?P<word>[a-z]{4,})", re.I)


def guarded(claim: str, judgement: Judgement, passage: str, study: str, whole_text: str) -> Judgement:
    """The judgement, or a refusal where a guard finds what the judge did not see.

    `passage` is the sentence that decided, `study` the text that says what was studied (title, abstract, methods),
    `whole_text` all that the work says.
    """
    if judgement.verdict != "entailed":
        return judgement
    refusal = _refusal(claim, passage, study, whole_text)
    if refusal is None:
        return judgement
    code, reason = refusal
    return Judgement("not_entailed", (code,), reason, evidence_spans=judgement.evidence_spans)


def _refusal(claim: str, passage: str, study: str, whole_text: str) -> tuple[str, str] | None:
    if sides_swapped(claim, passage):
        return "binding-mismatch", "A number of the control stands for the treated side, or the reverse."
    denied = denied_there(claim, passage)
    if denied:
        return "negation-flipped", f"The evidence denies “{denied}”."
    if _NOT.search(claim) and not _DENIAL.search(passage):
        return "negation-flipped", "The sentence denies what the evidence does not deny."
    if _TOLD_ELSEWHERE.search(passage):
        return "reported-by-others", "The evidence reports this from elsewhere."
    if wrong_arm(claim, passage):
        return "binding-mismatch", "The evidence speaks of the other arm of the comparison."
    rival = rival_setting(claim, passage)
    if rival:
        return "scope-widened", f"The evidence speaks of “{rival}” instead."
    part = other_part(claim, passage)
    if part:
        return "unknown-entity", f"The evidence does not speak of {part}."
    if _FEW.search(claim) and not _FEW_THERE.search(passage):
        return "quantifier-mismatch", "The evidence does not say that there are few."
    if lacks_in_vain(claim, passage):
        return "negation-flipped", "The sentence takes something away that the evidence has."
    name = new_name(claim, f"{passage} {whole_text}")
    if name:
        return "unknown-entity", f"The cited work does not name {name}."
    population = new_population(claim, f"{passage} {study}")
    if population:
        return "scope-widened", f"The evidence does not speak of {population}."
    return None


def wrong_arm(claim: str, passage: str) -> bool:
    """Whether the claim is about the treated and the passage about controls alone, or the reverse."""
    treated, control = bool(_TREATED.search(claim)), bool(_CONTROL.search(claim))
    if treated == control:
        return False
    there = bool(_TREATED.search(passage)), bool(_CONTROL.search(passage))
    return there == (False, True) if treated else not there[1]


def rival_setting(claim: str, passage: str) -> str | None:
    """What the passage has in the place of a setting that the claim names: online for in person, rural for urban."""
    for poles in _SETTINGS:
        for mine, theirs in (poles, poles[::-1]):
            rival = theirs.search(passage)
            if mine.search(claim) and rival and not theirs.search(claim) and not mine.search(passage):
                return rival.group()
    return None


def other_part(claim: str, passage: str) -> str | None:
    """A numbered part ("Lesson-3") of the claim that the passage does not name."""
    there = {name.lower() for name in _PART.findall(passage)}
    return next((name for name in _PART.findall(claim) if name.lower() not in there), None)


def lacks_in_vain(claim: str, passage: str) -> bool:
    """Whether the claim says "without" of something, and the passage knows of no lack but that of the outcome."""
    taken = _WITH_AND_WITHOUT.sub(" ", claim)
    return bool(re.search(r"\bwithout\b", taken, re.I)) and not _LACK.search(passage)


def new_name(claim: str, evidence: str) -> str | None:
    """A proper name (a capital inside the sentence) that the evidence nowhere has."""
    there = {stem(word) for word in content_words(evidence)}
    for match in _CAPITAL.finditer(claim):
        if content_words(match.group()) and stem(match.group()) not in there:
            return match.group()
    return None


def unheard(claim: str, evidence: str) -> str | None:
    """A content word of the claim of which the evidence has neither the word nor a synonym; light words are free."""
    there = read(evidence).keys
    for word in read(claim).content:
        affirmed = keys(word.text[4:]) if word.text.lower().startswith("non-") else frozenset[str]()
        if not word.light and not (word.keys | affirmed) & there and word.text.lower() not in _FREE_WORDS:
            return word.text
    return None


def new_population(claim: str, evidence: str) -> str | None:
    """A population that the claim names and the evidence does not."""
    studied = {stem(word) for word in content_words(evidence)}
    for word in content_words(claim):
        if stem(word) in _POPULATIONS and stem(word) not in studied:
            return word
    return None


def sides_swapped(claim: str, passage: str) -> bool:
    """Whether a number stands beside a control (or "without") on one side only, where the passage has both sides."""
    ours, theirs = amounts(claim), _amounts_of(passage)
    sides = [_beside(passage, theirs, place) for place in range(len(theirs))]
    if len(theirs) < 2 or all(sides) or not any(sides):
        return False
    for place, number in enumerate(ours):
        matches = [side for one, side in zip(theirs, sides, strict=True) if licenses(one, number)]
        if len(matches) == 1 and matches[0] != _after(claim, ours, place) and _is_main(claim, number):
            return True
    return False


def denied_there(claim: str, passage: str) -> str | None:
    """A word that the claim affirms and every mention in the passage denies; None where the claim denies too."""
    if _DENIAL.search(_WITH_AND_WITHOUT.sub(" ", claim)):
        return None
    spans = negated_spans(passage)
    affirmed: set[str] = set()
    denied: set[str] = {stem(match["word"]) for match in _NON.finditer(passage)}
    for match in re.finditer(r"[^\W\d_][\w-]*", passage):
        inside = any(cue_end <= match.start() < end for _, cue_end, end in spans) or match.group().lower().startswith(
            "non"
        )
        (denied if inside else affirmed).add(stem(match.group()))
    for word in content_words(claim):
        if len(word) >= 5 and stem(word) in denied - affirmed:
            return word
    return None


def _amounts_of(text: str) -> Sequence[Quantity]:
    return [quantity for quantity in parse_quantities(text) if quantity.kind not in ("identifier", "ordinal", "share")]


def _beside(text: str, numbers: Sequence[Quantity], place: int) -> bool:
    """Whether a control is named beside a number: right before it, or after it up to the next one."""
    begin = numbers[place - 1].end if place else 0
    end = numbers[place + 1].start if place + 1 < len(numbers) else len(text)
    before = text[max(begin, numbers[place].start - 40) : numbers[place].start]
    after = re.split(
        r"[,;(]|\b(?:in comparison|compared|as compared|versus|against|than)\b", text[numbers[place].end : end]
    )[0]
    return bool(_LACKING.search(before.rpartition(",")[2]) or _LACKING.search(after))


def _after(text: str, numbers: Sequence[Quantity], place: int) -> bool:
    end = numbers[place + 1].start if place + 1 < len(numbers) else len(text)
    begin = numbers[place - 1].end if place else 0
    between = text[begin : numbers[place].start]
    return bool(_LACKING.search(text[numbers[place].end : end]) or re.search(r"\bcontrols?\b[^,;]*$", between))


def _is_main(claim: str, number: Quantity) -> bool:
    """A number that says how much was given stands behind a preposition and is no result."""
    return not re.search(r"\b(?:with|of|after|over|for|at|to|in|from)\s(?:about\s)?$", claim[: number.start], re.I)
