"""A claim about a table, cut into clauses with their names, numbers and relations.

Relations are compare (A above B), extreme (A above all), change (from B to A), equal and near; `sign` is +1 for more,
-1 for less; a *polar* relation speaks of quality and takes its direction from the measure.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ...kb.text.lexicon import words as word_list
from ...kb.text.quantities import Quantity, parse_quantities
from .table_cells import clean_cell
from .table_names import Mention, NameIndex
from .table_words import Word, words_of

Kind = Literal["compare", "extreme", "change", "equal", "near"]

_POINTERS = re.compile(
    r"\(?(?:(?:as )?(?:see|shown in|in|from|of|cf\.) )?(?:the )?"
    r"\b(?:Tables?|Tab\.|Figs?\.|Figures?|Sections?) ?(?:\d+|[IVX]+)[a-z]?\)?"
)
_CITATIONS = re.compile(
    r"\((?:see |e\.g\.,? )?[A-Z][\w\u2019'-]+(?: (?:and|&) [A-Z][\w\u2019'-]+| et al\.?)?,? ?(?:19|20)\d\d[a-z]?"
    r"(?:; ?[A-Z][^()]*\d{4}[a-z]?)*\)|\((?:19|20)\d\d[a-z]?\)|\[\d+(?:[,\u2013-] ?\d+)*\]"
)
_COORDINATORS = word_list("and or to versus vs while whereas")
_BREAKS = re.compile(r"[.;:!?]\s*$|[.;!?]\s|\n")
_WITH_IT = re.compile(r"\bwithout ([\w-]+)([^.;]*?)\bwith it\b")
_SHORTENED = word_list("vs al cf etc approx resp no e.g i.e g e st dr")
_CONTRAST = word_list("while whereas but although though however yet whilst")
_NEGATIONS = re.compile(r"not?|never|cannot|nor|neither|fails?|failed|.*n[\u2019']t", re.I)
_POLAR_NOUNS = word_list("performance performances result results quality")

_WORDS: dict[str, tuple[Kind, int, bool]] = {}
for _kind, _sign, _polar, _listed in (
    ("compare", 1, True, "better superior outperform outperforms outperformed outperforming surpass surpasses "
     "surpassed surpassing beat beats stronger outdoes faster"),
    ("compare", -1, True, "worse inferior weaker poorer underperform underperforms underperformed trails lags slower"),
    ("compare", 1, False, "higher greater larger bigger more longer exceed exceeds exceeded exceeding heavier taller"),
    ("compare", -1, False, "lower smaller fewer less shorter lighter"),
    ("extreme", 1, True, "best fastest"),
    ("extreme", -1, True, "worst poorest slowest"),
    ("extreme", 1, False, "highest largest greatest biggest maximum maximal longest widest"),
    ("extreme", -1, False, "lowest smallest fewest minimum minimal shortest"),
    ("change", 1, True, "improve improves improved improving improvement improvements enhance enhances enhanced boost "
     "boosts boosted"),
    ("change", -1, True, "hurt hurts degrade degrades degraded degradation harm harms harmed deteriorates worsens"),
    ("change", 1, False, "increase increases increased increasing raise raises raised gain gains gained rise rose"),
    ("change", -1, False, "decrease decreases decreased decreasing reduce reduces reduced reducing reduction drop "
     "drops dropped decline declines declined declining lowers lowered fell"),
    ("equal", 0, False, "same equal equals identical"),
    ("near", 0, False, "similar similarly comparable comparably par"),
):  # fmt: skip
    _WORDS.update(dict.fromkeys(_listed.split(), (_kind, _sign, _polar)))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Relation:
    """A relation word at word `at`; `negated` where the clause denies it."""

    at: int
    kind: Kind
    sign: int
    polar: bool
    negated: bool = False


@dataclass(frozen=True)
class Number:
    """A quantity and the words `first:last` that print it."""

    quantity: Quantity
    first: int
    last: int


@dataclass
class Clause:
    """Words `first:last` of the claim, with what was found among them."""

    first: int
    last: int
    mentions: list[Mention]
    numbers: list[Number]
    relations: list[Relation]
    negations: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Reading:
    """The words of a claim and its clauses in order."""

    text: str
    words: tuple[Word, ...]
    clauses: tuple[Clause, ...]


def read_claim(claim: str, index: NameIndex) -> Reading:
    """Cut a claim into clauses, each with at most one relation."""
    text = _plain(claim)
    words = words_of(text)
    mentions = index.find(words)
    numbers = _numbers(text, words, mentions)
    relations = _relations(words, mentions, numbers)
    cuts = _cuts(words, mentions, relations)
    clauses = [_clause(first, last, words, mentions, numbers, relations) for first, last in cuts]
    return Reading(text, words, tuple(clauses))


def segments(clause: Clause, words: Sequence[Word]) -> list[tuple[int, int]]:
    """The stretch of the clause that belongs to each of its numbers, in order; the whole clause where it has none.

    A number in brackets behind another (`1,232 tweets (62 %)`) shares the stretch of that one, and so do numbers that
    are listed.
    """
    starts = [clause.first]
    places = [0]
    for left, right in itertools.pairwise(clause.numbers):
        if not _bracketed_after(left, right, words) and not _in_list(left, right, words):
            starts.append(_number_cut(left, right, words))
        places.append(len(starts) - 1)
    stretches = list(itertools.pairwise([*starts, clause.last]))
    return [stretches[place] for place in places]


def _in_list(left: Number, right: Number, words: Sequence[Word]) -> bool:
    """Whether two numbers stand in one list (`78.5 and 70.9`), so that the names around them are for both."""
    return [word.surface.lower() for word in words[left.last : right.first]] in (["and"], [])


def _bracketed_after(left: Number, right: Number, words: Sequence[Word]) -> bool:
    between = words[left.last : right.first]
    apart = any(word.surface.lower() in _COORDINATORS | {"than"} or set(word.after) & set(",;)") for word in between)
    return "(" in words[right.first].after and len(between) <= 4 and not apart


def _number_cut(left: Number, right: Number, words: Sequence[Word]) -> int:
    """Where the words of one number give way to those of the next: at the last coordinator between them."""
    for n in range(right.first, left.last - 1, -1):
        coordinator = n < right.first and words[n].surface.lower() in _COORDINATORS
        if coordinator or any(mark in words[n].after for mark in ",;"):
            return n
    return left.last


def _plain(claim: str) -> str:
    """The claim without markup, citations and pointers to the table; a cut in the text becomes a full stop."""
    text = re.sub(r"\s*\[CONTINUE\]\s*(?=[a-z])", " ", claim)
    text = clean_cell(re.sub(r"\s*\[CONTINUE\]\s*", " . ", text))
    text = re.sub(r"\bw/o\b", "without", text)
    text = _WITH_IT.sub(r"without \1\2with \1", text)
    text = _CITATIONS.sub(" ", _POINTERS.sub(" ", text))
    return re.sub(r"\(\s*\)", " ", text)


def _numbers(text: str, words: Sequence[Word], mentions: Sequence[Mention]) -> list[Number]:
    """The quantities that are no part of a name; a name behind a number (`78 F1`) is not its unit."""
    named = [(words[m.first].start, words[m.last - 1].end) for m in mentions]
    found = [q for q in parse_quantities(text) if q.kind != "identifier" and not _inside(q.start, named)]
    mistaken = {q.unit for q in found if any(q.start < first < q.end for first, _ in named)} - {None}
    numbers = []
    for quantity in found:
        if quantity.unit in mistaken:
            quantity = replace(quantity, kind="number", unit=None)
        covered = [n for n, word in enumerate(words) if word.start < quantity.end and quantity.start < word.end]
        covered = [n for n in covered if not _inside(words[n].start, named)]
        if covered:
            numbers.append(Number(quantity, covered[0], covered[-1] + 1))
    return numbers


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= place < last for first, last in spans)


def _relations(words: Sequence[Word], mentions: Sequence[Mention], numbers: Sequence[Number]) -> list[Relation]:
    named = {n for mention in mentions for n in range(mention.first, mention.last)}
    starts = {number.first for number in numbers}
    found = []
    for at, word in enumerate(words):
        kind, sign, polar = _WORDS.get(word.surface.lower(), ("", 0, False))
        bound = at + 1 < len(words) and words[at + 1].surface.lower() == "than" and at + 2 in starts
        if not kind or at in named or bound:
            continue
        following = words[at + 1].surface.lower() if at + 1 < len(words) else ""
        if word.surface.lower() in ("more", "less") and kind and not _amount(words, at, named):
            continue
        if kind == "change" and following in ("upon", "over"):
            kind = "compare"
        found.append(Relation(at, kind, sign, polar or following in _POLAR_NOUNS))  # type: ignore[arg-type]
    return found


def _amount(words: Sequence[Word], at: int, named: set[int]) -> bool:
    """Whether `more` or `less` stands for an amount: before a name or `than`, not before an adjective."""
    return at + 1 < len(words) and (at + 1 in named or words[at + 1].surface.lower() == "than")


def _cuts(words: Sequence[Word], mentions: Sequence[Mention], relations: Sequence[Relation]) -> list[tuple[int, int]]:
    """Clause bounds: at stops and contrast words, and at a coordinator that stands between two relations."""
    named = {n for mention in mentions for n in range(mention.first, mention.last)}
    places = {0}
    for n, word in enumerate(words):
        shortened = n > 0 and word.after == ". " and words[n - 1].surface.lower() in _SHORTENED
        stop = not shortened and _BREAKS.search(word.after) is not None
        if n and n not in named and (stop or word.surface.lower() in _CONTRAST):
            places.add(n)
    for left, right in itertools.pairwise(relations):
        if places.isdisjoint(range(left.at + 1, right.at + 1)):
            places.add(_coordinator(words, left.at, right.at))
    bounds = [*sorted(places), len(words)]
    return [(a, b) for a, b in itertools.pairwise(bounds) if a < b]


def _coordinator(words: Sequence[Word], left: int, right: int) -> int:
    for n in range(right, left, -1):
        if words[n].surface.lower() in ("and", "or") or "," in words[n].after:
            return n
    return right


def _clause(
    first: int,
    last: int,
    words: Sequence[Word],
    mentions: Sequence[Mention],
    numbers: Sequence[Number],
    relations: Sequence[Relation],
) -> Clause:
    inside = [relation for relation in relations if first <= relation.at < last]
    here = [mention for mention in mentions if first <= mention.first < last]
    named = {n for mention in here for n in range(mention.first, mention.last)}
    negations = [n for n in range(first, last) if n not in named and _NEGATIONS.fullmatch(words[n].surface)]
    if len(negations) == 1:
        inside = [Relation(r.at, r.kind, r.sign, r.polar, negations[0] < r.at) for r in inside]
    return Clause(first, last, here, [n for n in numbers if first <= n.first < last], inside, negations)
