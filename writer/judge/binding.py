"""What each number of a sentence is a number of: the words that belong to it and to none of its rivals.

Rivals are numbers of one kind and unit with different values. Between two of them a separator ("and", a comma,
"against") gives each its own words; runs such as "34, 112 and 19" take the members of a list of equal length in order.
A claim's number is licensed only by a number whose telling words the claim takes up, and no rival's as much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ...kb.text.quantities import Quantity
from ...kb.text.stems import stem
from .listing import MOMENTS, members, moments
from .reading import Reading, Word
from .rivals import ASIDE, group_of, groups_of, plurals

_CONDITIONS = ("measure", "year", "percent", "count", "number")
#: steps of a study through which its sample shrinks
_STEPS = re.compile(
    r"analy[sz]|randomi|enrol|recruit|invit|consent|exclu|complet|withdr|dropout|screen|lost|respond|eligib|surviv",
    re.IGNORECASE,
)
#: verbs that hold for any number
_VAGUE = re.compile(r"includ\w+|involv\w+|compris\w+|contain\w*|consist\w*|based|total|number", re.IGNORECASE)
#: where the words of one number end and those of the next begin, the surest first
_SEPARATORS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r";\s|\.\s|:\s|,?\s(?:whereas|while|but|although|however|whilst)\s",
        r",?\s(?:(?:compared|in comparison) (?:with|to)|as opposed to|relative to|versus|vs\.?|against|than|unlike)\s",
        r",\s(?:and|or)\s",
        r"\s(?:and|or)\s",
        r",\s|\s\(|\)\s",
    )
)
_JOINED = re.compile(
    r"\s?(?:to|±)\s?(?:about |nearly |almost |over |just )?"
    r"|\s(?:in|at|before|after|with|without|on)(?:\s[\w.°/-]+){1,3}?\sto\s(?:about\s)?|\s(?:out\s)?of\s(?:the\s|these\s|all\s|our\s)?|\s?/\s?"
)
#: "from 12 NTU to 30 NTU", in a unit that is not known
_UNNAMED = re.compile(r"(?:\s[\w./%-]+){1,2}\sto\s")
#: a value and the dose at which it was found, in one unit: "1.55 g in 1000 g"
_AT = re.compile(r"\s(?:in|at|with|for|under)\s")
_RUN = re.compile(
    r"\s?(?:\([^)]*\))?(?:,\s?(?:and|or)?|,?\s(?:and|or|vs\.?|versus|against|compared (?:with|to)))\s?(?:[nN]\s?=\s?)?"
)


@dataclass(frozen=True)
class Bound:
    """The words of one number: `telling` ones are its alone, `shared` ones may hold for its rivals too.

    `head` are those of its telling words that stand before the first number of the sentence, where what holds for all
    of them stands too. `listed` is false for a member of a run of numbers that no list of things explains. `place` is
    "first" or "last" where a change is told "from" one number "to" another.
    """

    quantity: Quantity
    telling: frozenset[Word]
    head: frozenset[Word]
    shared: frozenset[Word]
    rivals: tuple[Quantity, ...]
    listed: bool = True
    place: str = ""

    @property
    def words(self) -> frozenset[Word]:
        """All words that the number may be about."""
        return self.telling | self.shared


@dataclass(frozen=True)
class _Part:
    """A number, or a range read as one, between the separators around it."""

    quantities: tuple[Quantity, ...]
    start: int
    end: int
    group: tuple[str, str, str]

    @property
    def low(self) -> int:
        return self.quantities[0].start

    @property
    def high(self) -> int:
        return self.quantities[-1].end


@lru_cache(maxsize=2048)
def bindings(reading: Reading) -> dict[Quantity, Bound]:
    """For each amount of a sentence the words that it is about."""
    found: dict[Quantity, Bound] = {}
    groups = groups_of(reading)
    runs = [run for group in groups for run in _runs(reading.text, group)]
    for group in groups:
        for bound in _bind(reading, group, runs):
            found[bound.quantity] = bound
    return found


def _bind(reading: Reading, group: list[Quantity], all_runs: list[list[Quantity]]) -> Iterator[Bound]:
    listed: dict[Quantity, frozenset[Word]] = {}
    runs: set[Quantity] = set()
    for run in _runs(reading.text, group):
        runs |= set(run)
        if items := members(reading, run) or _alongside(run, all_runs):
            listed |= dict(zip(run, items, strict=True))
    parts = _parts(reading.text, group)
    around = [_telling(reading, parts, i) for i in range(len(parts))]
    for part, (own, head, shared) in zip(parts, around, strict=True):
        rivals = tuple(q for q in group if q.value != part.quantities[0].value and q not in part.quantities)
        moved = len(part.quantities) == 2 and re.search(r"\bfrom\s(?:about\s)?$", reading.text[: part.low])
        dosed = len(part.quantities) == 2 and _AT.fullmatch(
            reading.text[part.quantities[0].end : part.quantities[1].start]
        )
        for order, quantity in enumerate(part.quantities):
            if dosed:
                other = part.quantities[1 - order]
                yield Bound(quantity, own | {_condition(other)}, head, shared, rivals)
                continue
            place = ("first", "last")[order] if moved and not (quantity.role or "").startswith("range") else ""
            if quantity in listed:
                item = listed[quantity]
                others = frozenset(word for words in listed.values() for word in words) - item
                whole = frozenset(reading.content) - others - item
                yield Bound(quantity, item, frozenset(), whole, tuple(q for q in listed if q.value != quantity.value))
            else:
                yield Bound(quantity, own, head, shared, rivals, quantity not in runs, place)


def _alongside(run: list[Quantity], runs: list[list[Quantity]]) -> list[frozenset[Word]]:
    """ "3.4, 4.0 and 4.1 t at 0, 60 and 120 kg": two runs of equal length go together."""
    others = [other for other in runs if other is not run and other[0] not in run and len(other) == len(run)]
    return [frozenset({_condition(quantity)}) for quantity in others[0]] if len(others) == 1 else []


def _runs(text: str, group: Sequence[Quantity]) -> list[list[Quantity]]:
    """Numbers that follow each other with nothing between them but commas and "and"."""
    runs: list[list[Quantity]] = [[group[0]]]
    for left, right in pairwise(group):
        if _RUN.fullmatch(text[left.end : right.start]) and not text[: runs[-1][0].start].endswith("between "):
            runs[-1].append(right)
        else:
            runs.append([right])
    return [run for run in runs if len(run) > 1]


def _parts(text: str, group: list[Quantity]) -> list[_Part]:
    joined: list[list[Quantity]] = []
    for quantity in group:
        gap = text[joined[-1][-1].end : quantity.start] if joined else "x"
        between = gap.strip() == "and" and text[: joined[-1][0].start].endswith("between ")
        change = _UNNAMED.fullmatch(gap) and text[: joined[-1][0].start].endswith("from ")
        if _JOINED.fullmatch(gap) or between or change or (quantity.kind == "measure" and _AT.fullmatch(gap)):
            joined[-1].append(quantity)
        else:
            joined.append([quantity])
    cuts = [(left[-1].end, right[0].start) for left, right in pairwise(joined)]
    places = [_cut(text, low, high) for low, high in cuts]
    start, end = _outer(text, joined[0][0].start, joined[-1][-1].end)
    starts, ends = [start, *(b for _, b in places)], [*(a for a, _ in places), end]
    return [_Part(tuple(q), a, b, group_of(group[0])) for q, a, b in zip(joined, starts, ends, strict=True)]


def _cut(text: str, low: int, high: int) -> tuple[int, int]:
    for separator in _SEPARATORS:
        if match := separator.search(text[:high], max(0, low)):
            return match.start(), match.end()
    return high, high


def _outer(text: str, first: int, last: int) -> tuple[int, int]:
    """The clause around all numbers of a group: contrasts and what follows "than" are about something else."""
    before = [m.end() for separator in _SEPARATORS[:1] for m in separator.finditer(text[:first])]
    after = [m.start() for separator in _SEPARATORS[:2] for m in separator.finditer(text, last)]
    if none := re.search(r"\bnone\b", text[last:]):  # "to gentamicin in 12% and to vancomycin in none"
        after += [m.start() for separator in _SEPARATORS for m in separator.finditer(text, last, last + none.start())]
    return max(before, default=0), min(after, default=len(text))


def _telling(reading: Reading, parts: list[_Part], i: int) -> tuple[frozenset[Word], frozenset[Word], frozenset[Word]]:
    """Words of part `i` alone, those of them that stand in the head of the sentence, and words for all."""
    pres = [_words(reading, part.start, part.low, part.group) for part in parts]
    posts = [_words(reading, part.high, part.end, part.group) for part in parts]
    mine = pres[i] | posts[i]
    if len(parts) == 1:
        return frozenset(), frozenset(), mine
    theirs = frozenset().union(*(w.keys for n in range(len(parts)) if n != i for w in pres[n] | posts[n]))
    shared = {word for word in mine if word.keys & theirs}
    item_first = _items_come_first(pres)
    others_end_bare = not any(post for n, post in enumerate(posts) if n != i)
    if i == 0:
        shared |= _universal_noun(reading, parts)
        if not item_first and posts[0]:
            shared |= pres[0]
    if item_first and others_end_bare and i in (0, len(parts) - 1):
        shared |= posts[i]
    if i:
        shared |= pres[0]
    if item_first and i < len(parts) - 1:
        shared |= posts[-1]
    own = mine - shared
    return own, own & pres[0], frozenset(shared)


def _items_come_first(pres: list[frozenset[Word]]) -> bool:
    """ "Precision was 0.9 and recall 0.8", but not "0.9 on A and 0.8 on B"."""
    head = frozenset().union(*(word.keys for word in pres[0]))
    return any(not word.keys & head for pre in pres[1:] for word in pre if word.keys and not word.keys & MOMENTS)


def _universal_noun(reading: Reading, parts: list[_Part]) -> frozenset[Word]:
    """In "of 150 patients, 18 were lost" what is counted is said once, for all counts."""
    first, *others = (part.quantities[0] for part in parts)
    if first.kind != "count" or all(plurals(other.noun) for other in others):
        return frozenset()
    nouns = plurals(first.noun)
    return frozenset(word for word in _following(reading, parts[0].high) if stem(word.text) in nouns)


def _following(reading: Reading, position: int) -> list[Word]:
    """The content words right after a position, up to the first other word."""
    found: list[Word] = []
    for word in reading.words:
        if word.start >= position:
            if not word.content or word.start > position + 1:
                break
            found.append(word)
            position = word.end
    return found


def _words(reading: Reading, low: int, high: int, group: tuple[str, str, str]) -> frozenset[Word]:
    """The content words of a stretch, and its numbers of other groups: "60 Mt in 2005" is told by the year."""
    named = [word for word in reading.content if low <= word.start < high]
    return frozenset([*named, *moments(reading, low, high), *_conditions(reading, low, high, group)])


def _conditions(reading: Reading, low: int, high: int, group: tuple[str, str, str]) -> Iterator[Word]:
    for q in reading.quantities:
        plain = q.kind in _CONDITIONS and q.role not in ASIDE and group_of(q)[0] != "part"
        if plain and low <= q.start < high and group_of(q) != group:
            yield _condition(q)


def _condition(q: Quantity) -> Word:
    return Word(-1, q.text, q.start, q.end, frozenset({f"{q.value.normalize():f} {q.unit or ''}"}))


def context_of(reading: Reading, quantity: Quantity) -> frozenset[Word]:
    """What a claim says about one of its numbers: not what it says about another one of the kind."""
    bounds = bindings(reading)
    if quantity not in bounds:
        return frozenset([*reading.content, *moments(reading, 0, len(reading.text))])
    bound = bounds[quantity]
    others = frozenset(word for rival in bound.rivals if rival in bounds for word in bounds[rival].telling)
    return bound.telling | (bound.shared - others)


def belongs(bound: Bound, context: frozenset[Word], others: dict[Quantity, Bound]) -> bool:
    """Whether words around a claim's number point to this number and to none of its rivals."""
    rivals = [others[quantity] for quantity in bound.rivals if quantity in others]
    if not bound.telling:
        return (bound.listed or not rivals) and not any(touches(context, r.telling - r.head) for r in rivals)
    own = touches(context, bound.telling)
    firm = touches(context, bound.telling - bound.head)
    against = max((touches(context, rival.telling - rival.head) for rival in rivals), default=0.0)
    return own > 0 and (against == 0 or against < firm)


def touches(context: frozenset[Word], words: frozenset[Word]) -> float:
    """How much of `context` is among `words`; words that every paper uses count less."""
    keys = frozenset().union(*(_keys(word) for word in words))
    return sum(_weight(word) for word in context if _keys(word) & keys)


def _weight(word: Word) -> float:
    if _VAGUE.fullmatch(word.text):
        return 0.2
    return 0.4 if word.light else 1.0


def _keys(word: Word) -> frozenset[str]:
    """Keys by which noun and verb of one step of a study meet: the analysis, and those who were analysed."""
    step = _STEPS.match(word.text)
    return word.keys | {step.group().lower().replace("z", "s")} if step else word.keys
