"""Typed quantities in prose: what each number is a number of, how precise it is, and in which role it stands.

The parser works on normalised text and gives offsets into the text as given. Digits inside names (ResNet-50, IL-6,
Fig. 3, type 2 diabetes) are identifiers, never amounts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from .normalise import Normalised, normalise
from .numerals import Numeral, has_numerals, numerals
from .quantity_roles import comparator_of, role_of
from .units import parse_unit

Kind = Literal["percent", "percentage-points", "fold", "share", "count", "number", "measure", "year", "identifier",
               "ordinal", "p-value"]  # fmt: skip

_LABELS = (
    r"fig(?:ure)?s?\.?|tables?|eqs?\.?|equations?|sections?|sec\.|chapters?|appendix|phases?|types?|grades?"
    r"|stages?|levels?"
    r"|steps?|exons?|introns?|chromosomes?|groups?|arms?|cohorts?|ligands?|models?|experiments?|stud(?:y|ies)|cases?"
    r"|conditions?|clusters?|classes|class|category|layers?|version|v\.|no\.|nos\.|number|supplementary|box"
    r"|ref\.|refs\."
    r"|sample|serotypes?|genotypes?|subtypes?|samples|panel|lane|line|tasks?|week|day|visit|timepoint|helper"
    r"|part|scenarios?|factor|protein|kinase|receptor|member|domain|residue|position|interleukin|subunit|isoform"
    r"|vitamin|trials?|folds?|waves?|runs?|blocks?|sessions?|plots?|sites?|frameworks?|assays?|catalysts?|schemes?|algorithms?"
    r"|variants?|rounds?|seeds?"
)
_LABEL_BEFORE = re.compile(rf"(?<![\w-])(?P<label>{_LABELS})\s?$", re.IGNORECASE)
_NAME = re.compile(
    r"(?<![\w.])(?=[\w-]*[A-Za-zα-ωΑ-Ω])(?=[\w/-]*\d)(?:[A-Za-zα-ωΑ-Ω][\w']*(?:-[\w']+)*"
    r"|\d+(?:-\d+)*-?[A-Za-zα-ωΑ-Ω][\w']*(?:-\w+)*)"
)
_CITATION = re.compile(r"\[\s?\d{1,3}(?:\s?(?:,|–|-|to|;)\s?\d{1,3})*\s?\]")
_PERCENT = re.compile(
    r"\s?(?:%|percent\b|per\s?cent\b)(?P<points>[\s-]?points?\b)?|\s?-?(?P<pp>percentage[\s-]points?\b|pp\b)"
)
_FOLD = re.compile(r"[\s-]?fold\b|\stimes\b|\s?×(?!\s?\d)")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_OF = re.compile(r"\s(?:out\s)?of\s(?:the\s|these\s|all\s|our\s)?$|\s?/\s?$|\sin\s(?:every\s)?$")
_WORD = re.compile(r"[\s-]((?!and\b|or\b|of\b|in\b|to\b|the\b|with\b|for\b|from\b|vs\b|versus\b|were\b|was\b"
    r"|is\b|are\b|had\b"
                   r"|at\b|on\b|by\b|per\b|as\b|than\b|that\b|who\b|which\b|a\b)[^\W\d][\w'-]*)")  # fmt: skip
_YEAR_BEFORE = re.compile(r"(?:\b(?:in|since|from|between|and|to|until|till|during|by|through|before|after|of"
    r"|early|late|mid|year|"
                          r"january|february|march|april|may|june|july|august|september|october|november"
                          r"|december)\s|[(,–-]\s?)$",
                          re.IGNORECASE)  # fmt: skip
_LEVEL = re.compile(r"\s?(?:CI|c\.i\.|confidence|credible)", re.IGNORECASE)
_SAME_CLAUSE = re.compile(r"[^;:.,]{0,60}(?:,|\s(?:and|versus|vs\.?|against))\s[^;:.,]{0,60}")
_LISTED = re.compile(r",\s(?:and\s|or\s)?|\s(?:and|or|to)\s")
_CARRIES = re.compile(r"\s?(?:to|±|or|and|,|, and|vs\.?|versus)\s?")


@dataclass(frozen=True)
class Quantity:
    """A number with its type, at `start:end` (code points of the text as given).

    `ulp` is one unit of the last printed digit in the unit of `value`; percentages keep their printed value (28 for
    28 %); shares are fractions of one. `noun` is what is counted, or the label before an identifier's number.
    """

    start: int
    end: int
    text: str
    value: Decimal
    ulp: Decimal
    kind: Kind
    unit: str | None = None
    comparator: str = "="  # =, <, <=, >, >=, about
    role: str | None = (
        None  # mean, median, best, min, max, sd, se, spread, n, p, df, ci-level, ci-low, ci-high, low, high
    )
    noun: str | None = None


@lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[Quantity, ...]:
    plain = normalise(text)
    if not has_numerals(plain.text):
        return ()
    found = _carry_labels(plain.text, list(_typed(plain.text)))
    found = _carry_units(plain.text, found)
    found = [_with_context(plain.text, found, i) for i in range(len(found))]
    found = _carry_roles(plain.text, found)
    return tuple(_in_given_text(text, plain, quantity) for quantity in [*found, *_shares(plain.text, found)])


def parse_quantities(text: str) -> list[Quantity]:
    """All quantities of `text` in reading order, offsets into `text` itself; shares ("7 of 9") follow their parts."""
    found = sorted(_parsed(text), key=lambda quantity: (quantity.start, -quantity.end))
    measures = [quantity for quantity in found if quantity.kind == "measure"]
    return [q for q in found if not any(m is not q and m.start < q.start and q.end <= m.end for m in measures)]


def _typed(text: str) -> Iterator[Quantity]:
    """Offsets here are into normalised text."""
    names = [match.span() for match in _NAME.finditer(text) if not _is_amount(text, match)]
    skipped = [match.span() for match in _CITATION.finditer(text)]
    for start, end in names:
        if any(a <= start < b for a, b in skipped):
            continue
        digits = re.search(r"\d+", text[start:end])
        if digits:
            yield Quantity(start, end, text[start:end], Decimal(digits.group()), Decimal(1), "identifier")
    for numeral in numerals(text):
        inside = any(start <= numeral.start < end for start, end in [*names, *skipped])
        if not inside and (quantity := _type(text, numeral)):
            yield quantity


def _is_amount(text: str, match: re.Match[str]) -> bool:
    """`12-week`, `3-fold`, `16mm`, `5.1kg` and `2nd` start with an amount; `5-HT`, `14-3-3` and `53BP1` are names."""
    amount = re.match(r"\d+-?", match.group())
    if not amount:
        return bool(re.fullmatch(r"[nNpP]", match.group())) or (
            match.group()[0] in "xX" and match.group()[1:].isdigit()
        )
    rest = match.start() + amount.end()
    word = text[rest : match.end()]
    if _FOLD.match(word) or _ORDINAL.fullmatch(word) or _PERCENT.match(word) or re.fullmatch(r"[eE]-?\d+", word):
        return True
    unit = parse_unit(text, rest)
    if (unit and unit[1] >= match.end()) or (unit and text[unit[1] : unit[1] + 1] == "-"):
        return True
    return amount.group().endswith("-") and bool(re.fullmatch(r"[a-z]{3,}(?:-[a-z]+)*", word))


def _type(text: str, numeral: Numeral) -> Quantity | None:
    start, end, value, ulp = numeral.start, numeral.end, numeral.value, numeral.ulp
    base = Quantity(start, end, text[start:end], value, ulp, "number")
    if numeral.form == "fold":
        return replace(base, kind="fold")
    if numeral.form == "fraction":
        return replace(base, kind="share")
    if percent := _PERCENT.match(text, end):
        kind: Kind = "percentage-points" if percent["points"] or percent["pp"] else "percent"
        return replace(base, end=percent.end(), kind=kind)
    if fold := _FOLD.match(text, end):
        return replace(base, end=fold.end(), kind="fold")
    if ordinal := _ORDINAL.match(text, end):
        return replace(base, end=ordinal.end(), kind="ordinal")
    label = _LABEL_BEFORE.search(text[max(0, start - 24) : start])
    named = ulp == 1 and numeral.form == "digits" and "," not in base.text
    if label and named and not text[end : end + 8].startswith((" of ", " patient")):
        return replace(base, kind="identifier", noun=label["label"].lower().rstrip("."))
    gap = re.compile(r"[\s-]?").match(text, end)
    if gap and (unit := parse_unit(text, gap.end())):
        return replace(base, end=unit[1], kind="measure", unit=unit[0])
    return _bare(text, base, numeral.form)


def _bare(text: str, base: Quantity, form: str) -> Quantity | None:
    """A number without unit: a p-value, a year, a count of something, or just a number."""
    before = text[max(0, base.start - 16) : base.start]
    if re.search(
        r"(?<![A-Za-z])(?:[pP](?:[\s-]?values?)?\s?(?:of|[=<>≤≥]|less than)|(?:p|[pP][\s-]values?)\swas)\s?$", before
    ):
        return replace(base, kind="p-value", role="p")
    if re.search(r"[$€£]\s?$", before):
        unit = {"$": "USD", "€": "EUR", "£": "GBP"}[before.strip()[-1]]
        return replace(base, kind="measure", unit=unit)
    words = _words_after(text, base.end)
    like_a_year = form == "digits" and base.ulp == 1 and 1800 <= base.value <= 2100 and len(base.text) == 4
    named = before.endswith("the ") and bool(words) and not words[0].endswith("s")  # "the 2016 survey"
    if like_a_year and (_YEAR_BEFORE.search(before) or not words or named):
        return replace(base, kind="year")
    if (
        form == "words"
        and base.text.lower() == "one"
        and not re.match(r"\s(?:in|of the|out of)\s(?:every\s)?[\w]+", text[base.end :])
    ):
        return None
    integral = (base.value == base.value.to_integral_value() and base.ulp >= 1) or "illion" in base.text
    if integral and words:
        return replace(base, kind="count", noun=" ".join(words))
    return base


def _words_after(text: str, position: int) -> list[str]:
    words: list[str] = []
    while len(words) < 4 and (match := _WORD.match(text, position)):
        words.append(match.group(1).lower())
        position = match.end()
    return words


def _carry_labels(text: str, found: list[Quantity]) -> list[Quantity]:
    """In "studies 1, 2 and 3" each number is a name, not the first alone."""
    found.sort(key=lambda quantity: quantity.start)
    for i in range(1, len(found)):
        left, right = found[i - 1], found[i]
        plain = right.kind in ("number", "count", "year") and right.ulp == 1 and right.value < 20
        gap = text[left.end : right.start]
        if left.kind == "identifier" and left.noun and left.noun.endswith("s") and plain and _LISTED.fullmatch(gap):
            found[i] = replace(right, kind="identifier", noun=left.noun)
    return found


def _carry_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """A unit holds for the whole range, for both sides of ±, and backwards through a list."""
    found.sort(key=lambda quantity: quantity.start)
    for i in range(len(found) - 2, -1, -1):
        left, right = found[i], found[i + 1]
        gap = text[left.end : right.start]
        if left.kind not in ("number", "count") or right.kind not in (
            "measure",
            "percent",
            "fold",
            "percentage-points",
        ):
            continue
        if _CARRIES.fullmatch(gap) and not _LEVEL.match(text, right.end):
            found[i] = replace(left, kind=right.kind, unit=right.unit, noun=None)
    for left, right in pairwise(found):
        gap = text[left.end : right.start]
        if right.kind == "number" and left.kind in ("measure", "percent") and re.fullmatch(r"\s?±\s?", gap):
            found[found.index(right)] = replace(right, kind=left.kind, unit=left.unit)
    return found


def _with_context(text: str, found: list[Quantity], i: int) -> Quantity:
    quantity = found[i]
    if quantity.kind in ("identifier", "ordinal"):
        return quantity
    before = text[max(0, quantity.start - 60) : quantity.start]
    after = text[quantity.end : quantity.end + 48]
    comparator = comparator_of(before, after, quantity.kind, quantity.unit)
    role = quantity.role or role_of(before, after, quantity.kind)
    return replace(quantity, comparator=comparator, role=role)


def _carry_roles(text: str, found: list[Quantity]) -> list[Quantity]:
    """In "median survival was 14 months with A and 11 months with B" both are medians."""
    for i in range(1, len(found)):
        left, right = found[i - 1], found[i]
        gap = text[left.end : right.start]
        alike = (left.kind, left.unit) == (right.kind, right.unit) and right.role is None
        if alike and left.role in ("mean", "median") and _SAME_CLAUSE.fullmatch(gap):
            found[i] = replace(right, role=left.role)
    return found


def _shares(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """`7 of the 9 participants` and `7/9` are a share, beside the two counts."""
    for part, whole in pairwise(found):
        counts = part.kind in ("count", "number") and whole.kind in ("count", "number")
        if text[part.end : whole.start].strip().startswith("in") and not (part.value <= 10 and part.kind == "number"):
            continue
        gap = re.sub(r"^\s[\w-]+(?=\s)", "", text[part.end : whole.start]) if part.kind == "count" else ""
        joined = _OF.fullmatch(text[part.end : whole.start]) or _OF.fullmatch(gap)
        if counts and joined and 0 <= part.value <= whole.value and whole.value > 0:
            yield Quantity(part.start, whole.end, text[part.start : whole.end], part.value / whole.value,
                           Decimal("1e-12"), "share", noun=whole.noun, comparator=part.comparator)  # fmt: skip


def _in_given_text(given: str, plain: Normalised, quantity: Quantity) -> Quantity:
    start, end = plain.span(quantity.start, quantity.end)
    while given[start:end].count("{") > given[start:end].count("}") and given[end : end + 1] == "}":
        end += 1
    return replace(quantity, start=start, end=end, text=given[start:end])
