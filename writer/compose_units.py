"""The units of a sentence: statements that together say all that it says, and the arithmetic between them.

A sentence may be true of a work although no one sentence of the work says it: its parts stand in two places, or a
number follows from two others. Each cut here is checkable: what the sentence says is what its units and formulas say.
A number that the sentence derives is replaced by the number that must then stand in the work ("half of the 48 trials
were with strangers": 24 were), or recomputed from the numbers that the sentence itself gives. Nothing is judged here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from ..kb.text.quantities import Quantity
from .clauses import clauses_of
from .compose_numbers import applied, change_holds, fraction_of, in_words, product_holds
from .passages import amounts


@dataclass(frozen=True)
class Open:
    """A unit whose value the sentence does not give: `text` with {} for it; `given` is `times` as much."""

    text: str
    given: Quantity
    times: Quantity


@dataclass(frozen=True)
class Composition:
    """Units that must all be borne, and the formulas that hold between their numbers; `open` units lack a value.

    `together` is true where the sentence links its units as cause and effect: one sentence of the work must bear all.
    `near` is true where a unit lost what only the sentence around it names: one paragraph must bear all.
    """

    units: tuple[str, ...]
    formulas: tuple[str, ...] = ()
    together: bool = False
    near: bool = False
    open: tuple[Open, ...] = ()


_MOST_UNITS = 5
_BE = r"(?:is|are|was|were)"
_FRACTION = r"(?:half|a third|one third|two thirds|a quarter|one quarter|three quarters|a fifth|one fifth)"
_COUNT = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_CHANGE = re.compile(
    r",\s(?:(?:that is|i\.e\.|thus),?\s)?(?:an?|the)\s"
    r"(?P<way>increase|rise|gain|decrease|drop|fall|reduction|decline)\sof\s"
    r"(?P<by>[^,;]+?)\.?$"
)
_PRODUCT = re.compile(
    r",\s(?:which makes|making|which amounts to|amounting to|which gives|giving)\s"
    r"(?P<total>[^,;]+?)\s(?:in total|altogether|in all|overall)\.?$"
)
_HALF_OF_THEM = re.compile(
    rf",\s(?P<part>{_FRACTION})\sof\s(?:them|which|whom|these)\s(?P<verb>{_BE}\s)?(?P<rest>[^,;]+?)\.?$"
)
_FRACTION_OF_COUNT = re.compile(
    rf"^(?P<part>{_FRACTION}|{_COUNT})\sof\s(?P<whose>its|their|the|these)\s(?P<whole>{_COUNT})\s(?P<noun>(?:[a-z-]+\s)?[a-z]+s)\s(?P<rest>.+)$",
    re.I,
)
_TIMES_OTHER = re.compile(
    r"^(?P<subject>.+?)\s(?P<verb>holds?|contains?|has|have|had|includes?|comprises?|used|uses|gave|got)\s(?P<number>\d+(?:\.\d+)?)\s(?P<noun>[^,;]+?),"
    r"\s(?P<times>twice|[\w.]+\stimes)\sas\s(?:many|much)\sas\s(?P<other>[^,;]+?)\.?$"
)
_TIMES_THAT = re.compile(
    rf"^(?P<subject>[^,;]+?)\s(?P<be>{_BE})\s(?P<given>[^,;]*?\d[^,;]*?),\s(?P<about>about\s|nearly\s|roughly\s)?"
    r"(?P<times>\d+(?:\.\d+)?)\stimes\sthat\s(?P<of>of|in|with|for)\s(?P<other>[^,;]+?)\.?$"
)
_WHICH = re.compile(
    r"^(?P<main>.+\s(?:into|in|of|by|with|from|to|for|on)\s(?P<antecedent>(?:the\s|a\s|an\s)?[^,;]{2,40})),\s"
    r"which\s(?P<rest>(?!makes|amounts|gives)[a-z]+\s[^,;]+)$"
)
_ABSOLUTE = re.compile(
    r"^(?P<main>.+?),\s(?P<often>always\s|each time\s|usually\s)?with\s(?P<who>[^,;]+?)\s"
    r"(?P<state>present|absent|available|involved)\.?$"
)
_GAPPED = re.compile(
    rf"^(?P<frame>(?:[^,;]+,\s)?)(?P<one>[\d.,]+\s?%?)(?P<noun>\s[a-z-]+s)?\s(?P<be>{_BE})\s(?P<first>[^,;]+?)\sand\s(?P<two>[\d.,]+\s?%?)\s(?P<second>[^,;\d]+?)\.?$"
)
_FRAME_NOUN = re.compile(r"^(?:out of|of|among)\s(?:the\s)?\d+\s(?P<noun>[^,;]+),\s$", re.I)
_TWO_VALUES = re.compile(
    rf"^(?P<subject>(?:[^,;]+,\s)?[^,;\d]+?)\s(?P<be>{_BE})\s(?P<one>[^,;]*?\d[^,;]*?)\sand\s(?P<two>(?:about\s|around\s)?\d[^,;]*?)\.?$"
)
_SHARED_SUBJECT = re.compile(
    rf"^(?P<first>(?P<subject>(?:(?!\s{_BE}\b|\s(?:has|have|had|did)\b)[^,;])+?)\s(?P<verb>[a-z]+(?:ed|an|ook|ave|ew|ot)|{_BE}|has|have|had|did)\s[^,;]+?)"
    r"\sand\s(?P<second>(?:was|were|is|are|has|have|had|did)\s[^,;]+?)\.?$"
)
_CONTRAST = re.compile(
    r"^(?P<one>[^;]+?[a-z]+\s[^;]+?),\s(?:whereas|whilst|while|but)\s"
    r"(?P<two>(?!not\b|also\b)(?:it|they|the|those|that|its|their|in|no)\s[^;]+)$",
    re.I,
)
_POINTS_BACK = re.compile(
    r"^(?:it|they|this|these|that|those|both|such|the latter|the former|he|she|its|their"
    r"|the (?:difference|increase|decrease|change|effect|reduction|rise|fall|gain|trend"
    r"|pattern|result|finding|others?|rest)s?)\b",
    re.I,
)
_BECAUSE = re.compile(r"^(?P<effect>.+?),?\s(?:since|because|as)\s(?P<cause>[^,;]+)$")
_THOSE = re.compile(r"^(?:those|that)\s(?=[a-z])", re.I)
_HEAD = re.compile(
    r"^(?:(?:the|all)\s)?(?P<head>[A-Za-z-]+s)\s(?=[a-z]+(?:ed|ing)\b|with\b|in\b|of\b|from\b|on\b)", re.I
)


def compositions(sentence: str) -> list[Composition]:
    """Every way to cut the sentence that its form allows, the finest last; none where it says one thing only."""
    found: list[Composition] = []
    whole = Composition((sentence,))
    for step in range(3):
        finer = _finer(whole)
        if finer is None or len(finer.units) > _MOST_UNITS:
            break
        found.append(finer)
        whole = finer
        if step and finer.together:
            break
    return found


def points_back(unit: str) -> bool:
    """Whether a unit is about something that only the unit before it names: it must be borne beside that one."""
    return bool(_POINTS_BACK.match(unit))


def _finer(coarse: Composition) -> Composition | None:
    """Every unit cut once more, or None where none can be."""
    units: list[str] = []
    formulas = list(coarse.formulas)
    together, near = coarse.together, coarse.near
    open_units = list(coarse.open)
    changed = False
    for unit in coarse.units:
        cut = _cut(unit)
        if cut is None:
            units.append(unit)
            continue
        changed = True
        units += [_ended(part) for part in cut.units]
        formulas += cut.formulas
        together, near = together or cut.together, near or cut.near
        open_units += cut.open
    return Composition(tuple(units), tuple(formulas), together, near, tuple(open_units)) if changed else None


def _cut(unit: str) -> Composition | None:
    for way in _WAYS:
        found = way(unit)
        if found is not None:
            return found
    contrast = _CONTRAST.match(unit)
    parts = [contrast["one"], contrast["two"]] if contrast else clauses_of(unit)
    return Composition(tuple(_with_head(parts))) if len(parts) > 1 else None


def _ended(text: str) -> str:
    text = text.strip(" ,;.")
    return text[:1].upper() + text[1:] + "."


def _with_head(parts: list[str]) -> list[str]:
    """`those mated with controls` takes the noun of the first part: `females mated with controls`."""
    head = _HEAD.match(parts[0])
    return [_THOSE.sub(f"{head['head']} ", part) if head else part for part in parts]


# derived numbers


def _changed(unit: str) -> Composition | None:
    """`A was 18.7 and B 29.5, an increase of 58%`: the percentage follows from the two numbers before it."""
    match = _CHANGE.search(unit)
    if not match:
        return None
    main = unit[: match.start()]
    by = amounts(match["by"])
    formula = change_holds(amounts(main), by[0], match["way"]) if len(by) == 1 and _only(match["by"], by[0]) else None
    return Composition((main,), (formula,)) if formula else None


def _multiplied(unit: str) -> Composition | None:
    """`160 mg a day for five days, which makes 800 mg in total`: rate times duration."""
    match = _PRODUCT.search(unit)
    if not match:
        return None
    main = unit[: match.start()]
    total = amounts(match["total"])
    formula = product_holds(main, total[0]) if len(total) == 1 and _only(match["total"], total[0]) else None
    return Composition((main,), (formula,)) if formula else None


def _of_them(unit: str) -> Composition | None:
    """`48 trials were held, half of them with strangers`: 24 trials were with strangers."""
    match = _HALF_OF_THEM.search(unit)
    if not match:
        return None
    main = unit[: match.start()]
    counted = re.search(r"\b(?P<count>\d+)\s(?P<noun>(?:[a-z-]+\s)?[a-z]+s)\b", main)
    if not counted or len(amounts(main)) != 1:
        return None
    part = fraction_of(match["part"], Decimal(counted["count"]))
    if part is None:
        return None
    noun = counted["noun"]
    second = f"{part[0]} of the {noun} were {match['rest']}"
    return Composition((main, second), (part[1],), near=True)


def _of_its_count(unit: str) -> Composition | None:
    """`Half of its four lessons were new`: it has four lessons; two of its lessons were new."""
    match = _FRACTION_OF_COUNT.match(unit)
    if not match:
        return None
    whole = in_words(match["whole"])
    part = fraction_of(match["part"], whole) if whole is not None else None
    count = in_words(match["part"])
    if part is None and (count is None or whole is None or count > whole):
        return None
    number, formulas = (part[0], (part[1],)) if part else (match["part"], ())
    owner = "It has" if match["whose"].lower() == "its" else "There are"
    units = (
        f"{owner} {match['whole']} {match['noun']}",
        f"{number} of {match['whose']} {match['noun']} {match['rest']}",
    )
    return Composition(units, formulas)


def _times_other(unit: str) -> Composition | None:
    """`A holds 32 videos, four times as many as B`: B holds 8 videos."""
    match = _TIMES_OTHER.match(unit)
    if not match:
        return None
    other = applied(match["times"], Decimal(match["number"]))
    if other is None:
        return None
    subject, noun = match["subject"], match["noun"]
    second = _other_of_kind(match["other"], subject)
    units = (f"{subject} {match['verb']} {match['number']} {noun}", f"{second} {match['verb']} {other[0]} {noun}")
    return Composition(units, (other[1],))


def _times_that(unit: str) -> Composition | None:
    """`A was 30 g, about 1.5 times that of B`: the value of B is open, and must stand in the work."""
    match = _TIMES_THAT.match(unit)
    if not match:
        return None
    given, times = amounts(match["given"]), amounts(f"{match['about'] or ''}{match['times']} times")
    if len(given) != 1 or len(times) != 1 or times[0].value <= 0:
        return None
    of = "of" if match["of"] == "of" else match["of"]
    subject = match["subject"].rpartition(f" {of} ")[0]
    if not subject:
        return None
    main = f"{match['subject']} {match['be']} {match['given']}"
    return Composition(
        (main,), open=(Open(f"{subject} {of} {match['other']} {match['be']} {{}}.", given[0], times[0]),)
    )


def _other_of_kind(other: str, subject: str) -> str:
    """`the third` after `its first two lessons` is the third lesson."""
    ordinal = re.match(r"^the (?P<which>first|second|third|fourth|fifth|last|other)$", other, re.I)
    head = re.search(r"(?P<noun>[a-z]+)s$", subject)
    return f"the {ordinal['which']} {head['noun']}" if ordinal and head else other


# parts of one sentence


def _relative(unit: str) -> Composition | None:
    """`fell into cluster k1, which had fewer alleles`: the last noun phrase is the subject of the clause."""
    match = _WHICH.match(unit.rstrip("."))
    if not match:
        return None
    return Composition((match["main"], f"{match['antecedent']} {match['rest']}"))


def _absolute(unit: str) -> Composition | None:
    """`..., always with two instructors present`: two instructors were always present."""
    match = _ABSOLUTE.match(unit)
    if not match:
        return None
    return Composition((match["main"], f"{match['who']} were {match['often'] or ''}{match['state']}"), near=True)


def _gapped(unit: str) -> Composition | None:
    """`Of 50 isolates, 84% were resistant to A and 22% to B`: the second part takes what it leaves out."""
    match = _GAPPED.match(unit)
    if not match:
        return None
    frame, first, second = match["frame"], match["first"], match["second"]
    preposition = re.match(r"(?:to|in|with|for|by|on|from|at)\b", second)
    if preposition:
        place = first.rfind(f" {preposition.group()} ")
        if place < 0:
            return None
        second = f"{first[:place]} {second}"
    of_frame = _FRAME_NOUN.match(frame)
    noun = match["noun"] or (f" of the {of_frame['noun']}" if of_frame else "")
    counts = "%" in match["one"] or "%" in match["two"]
    if of_frame and not match["noun"] and not counts:
        noun = f" {of_frame['noun']}"
    units = [
        f"{frame}{match['one']}{noun} {match['be']} {first}",
        f"{frame}{match['two']}{noun} {match['be']} {second}",
    ]
    return Composition(tuple(units))


def _two_values(unit: str) -> Composition | None:
    """`X was 6.07 without oil and 1.55 with oil`: one value a unit; each value with its own circumstances."""
    match = _TWO_VALUES.match(unit)
    if not match or re.search(r"\b(?:between|from|both|respectively|than)\b", unit):
        return None
    first, second = match["one"], match["two"]
    if (
        not re.search(r"[a-z]{4,}", re.sub(r"^\W*[\d.,]+\s?\S*", "", second))
        or not amounts(first)
        or not amounts(second)
    ):
        return None
    return Composition((f"{match['subject']} {match['be']} {first}", f"{match['subject']} {match['be']} {second}"))


def _shared_subject(unit: str) -> Composition | None:
    """`It began as slides and was revised`: two predicates of one subject."""
    match = _SHARED_SUBJECT.match(unit)
    if not match:
        return None
    return Composition((match["first"], f"{match['subject']} {match['second']}"))


def _caused(unit: str) -> Composition | None:
    """`A, since B`: both, and in one sentence of the work."""
    fronted = re.match(r"^(?:Since|Because|As)\s(?P<cause>[^,;]+),\s(?P<effect>.+)$", unit)
    match = fronted or _BECAUSE.match(unit.rstrip("."))
    if not match or not re.search(r"[a-z]", match["cause"]) or re.match(r"^(?:\d|then\b|[a-z]+ing\b)", match["cause"]):
        return None
    if not fronted and not re.search(r",\s(?:since|because|as)\s", unit):
        return None
    return Composition((match["effect"], match["cause"]), together=True)


def _only(text: str, quantity: Quantity) -> bool:
    """Whether the text holds the quantity and nothing else of weight."""
    rest = f"{text[: quantity.start]} {text[quantity.end :]}"
    return not re.sub(r"\b(?:about|around|some|nearly|almost|roughly|approximately|over)\b|\W", "", rest)


_WAYS: tuple[Callable[[str], Composition | None], ...] = (
    _changed,
    _multiplied,
    _of_them,
    _times_other,
    _times_that,
    _of_its_count,
    _caused,
    _absolute,
    _relative,
    _gapped,
    _two_values,
    _shared_subject,
)
