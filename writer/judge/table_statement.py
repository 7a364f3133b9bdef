"""Who is compared with whom: subject, object and scope of a clause about a table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...kb.text.lexicon import words as word_list
from .table_clauses import Clause, Relation, segments
from .table_grid import Axis
from .table_groups import Group
from .table_names import NameIndex
from .table_relations import Lines, Scope, Side
from .table_words import Word

_PIVOTS = word_list("than over upon against versus vs")
_COMPARED = word_list("compared comparison relative comparing")
_OTHERS = word_list("other others all any every baselines remaining rest competing each")
_EARLIER = word_list("previous prior existing published earlier")
_COPULAS = word_list("is are was were")
_RANKS = word_list("second third fourth next")
_ALL = word_list("all every each")


@dataclass(frozen=True)
class Statement:
    """A relation between `subject` and `target` (None: all other lines) within `scope`.

    `measures` is what the clause's names of measures alone keep to; a later clause that names none goes on with them.
    """

    subject: Side
    target: Side | None
    scope: Scope
    assumed: bool = False
    measures: Scope = field(default_factory=Scope)


@dataclass(frozen=True)
class Site:
    """A clause in its place: its groups, the claim's words, the table's names, and what stands before and after."""

    clause: Clause
    groups: Sequence[Group]
    words: Sequence[Word]
    index: NameIndex
    before: Statement | None = None
    after: Site | None = None

    def lower(self, first: int, last: int) -> list[str]:
        """The words `first:last` in lower case."""
        return [word.surface.lower() for word in self.words[first:last]]

    def scope(self, *said: Group) -> Scope | None:
        """The filters of all groups but those `said`; None where two of one axis share no line.

        Names that stand with different numbers of a clause (`0.86 on train and 0.70 on test`) add up instead.
        """
        taken = [range(group.first, group.last) for group in said]
        rest = [group for group in self.groups if not any(_meets(group, span) for span in taken)]
        own = self._filter(rest)
        if own is None or self.before is None or any(group.measure for group in self.groups):
            return own
        return own.within(self.before.measures)

    @property
    def measures(self) -> Scope:
        """What the names of measures keep to, here or in the clause that this one goes on from."""
        named = [group for group in self.groups if group.measure]
        here = self._filter(named) if named else None
        return here or (self.before.measures if self.before else Scope())

    def _filter(self, groups: Sequence[Group]) -> Scope | None:
        stretches = segments(self.clause, self.words)
        kept: dict[Axis, Lines | None] = {}
        axes: tuple[Axis, Axis] = ("row", "column")
        for axis in axes:
            held: dict[int, Lines] = {}
            for group in (one for one in groups if one.axis == axis):
                place = next(n for n, (first, last) in enumerate(stretches) if first <= group.first < last)
                held[place] = held[place] & group.lines if place in held else group.lines
            if not all(held.values()):
                return None
            kept[axis] = frozenset().union(*held.values()) if held else None
        return Scope(kept["row"], kept["column"])


def _meets(group: Group, span: range) -> bool:
    return group.first in span or span[0] in range(group.first, group.last)


def statement_of(site: Site, relation: Relation) -> Statement | None:
    """Subject, object and scope of a relation; None where they are not all named."""
    statement = _statement(site, relation)
    return replace(statement, measures=site.measures) if statement else None


def _statement(site: Site, relation: Relation) -> Statement | None:
    if relation.kind == "extreme":
        ranked = site.lower(max(site.clause.first, relation.at - 1), relation.at)
        return None if set(ranked) & _RANKS else _above_all(site, relation)
    if relation.kind == "change" and (moved := from_to(site) or _adding(site)):
        return moved
    if relation.kind in ("equal", "near") and (alike := _alike(site)):
        return alike
    pivot = _pivot(site, relation)
    if relation.kind == "change" and pivot == relation.at:
        return _ablation(site) or _unnamed_target(site, relation, pivot)
    for target in site.groups:
        subject = _partner(target, site, pivot, relation) if target.first > pivot else None
        if subject:
            scope = site.scope(subject, target)
            if _passive(site, relation):
                subject, target = target, subject
            return Statement(subject.side, target.side, scope, subject.assumed) if scope else None
    return _unnamed_target(site, relation, pivot)


def _pivot(site: Site, relation: Relation) -> int:
    """Where the object begins: after *than*, *over*, *compared to*; else after the relation word itself."""
    clause = site.clause
    for at in range(relation.at + 1, clause.last):
        if site.words[at].surface.lower() in _PIVOTS:
            return at
    for at in range(clause.first, clause.last - 1):
        one, two = site.lower(at, at + 2)
        if one in _COMPARED and two in ("to", "with"):
            return at
    return relation.at


def _partner(target: Group, site: Site, pivot: int, relation: Relation) -> Group | None:
    """The subject of a target: before *than*, or behind a leading "compared to B"; of its axis, without its lines."""
    near = [g for g in site.groups if g.axis == target.axis and not g.lines & target.lines and not g.measure]
    if pivot < relation.at:
        return next((group for group in near if group.first > target.first), None)
    before = [group for group in near if group.first < pivot]
    plain = [group for group in before if not group.preposition]
    if len(plain) == 1:
        return plain[0]
    return before[-1] if before else None


def _passive(site: Site, relation: Relation) -> bool:
    lower = site.lower(relation.at, relation.at + 2)
    return len(lower) == 2 and lower[0].endswith("ed") and lower[1] == "by"


def from_to(site: Site) -> Statement | None:
    """A change that names both ends: "from A to B", "between A and B"."""
    clause = site.clause
    lower = site.lower(clause.first, clause.last)
    for opening, closing in (("from", "to"), ("between", "and")):
        if opening not in lower or closing not in lower[lower.index(opening) :]:
            continue
        start = clause.first + lower.index(opening)
        middle = clause.first + lower.index(closing, lower.index(opening))
        for one, two in itertools.product(*_split_at(site.groups, start, middle)):
            if one.axis == two.axis and not one.lines & two.lines:
                scope = site.scope(one, two)
                return Statement(two.side, one.side, scope) if scope else None
    return None


def _alike(site: Site) -> Statement | None:
    """Two lines that a list of two calls alike ("A and B perform similarly")."""
    lists = [group for group in site.groups if len(group.members) == 2 and not group.measure]
    scope = site.scope(lists[0]) if len(lists) == 1 else None
    if scope is None:
        return None
    one, two = (Side(lists[0].axis, member.lines, member.keys) for member in lists[0].members)
    return Statement(one, two, scope)


def _adding(site: Site) -> Statement | None:
    """ "Adding X to Y changes M": the line with X against the line Y."""
    clause = site.clause
    lower = site.lower(clause.first, clause.last)
    added = next((n for n, word in enumerate(lower) if word in ("adding", "add", "adds", "added")), None)
    if added is None or "to" not in lower[added:]:
        return None
    to = lower.index("to", added)
    for one, two in itertools.product(*_split_at(site.groups, clause.first + added, clause.first + to)):
        if one.axis == two.axis and not one.lines & two.lines:
            scope = site.scope(one, two)
            return Statement(one.side, two.side, scope) if scope else None
    return None


def _ablation(site: Site) -> Statement | None:
    """A change under a name that takes something away ("drops without attention"): that line against the whole one."""
    taken = [group for group in site.groups if site.index.negative(group.axis, group.lines)]
    if len(taken) != 1:
        return None
    target = Side(taken[0].axis, site.index.references(taken[0].axis, taken[0].lines), site.index.reference_keys)
    whole = [g for g in site.groups if g.axis == target.axis and g.lines == target.lines]
    scope = site.scope(taken[0], *whole)
    return Statement(taken[0].side, target, scope) if scope and target.lines else None


def _split_at(groups: Sequence[Group], start: int, middle: int) -> tuple[list[Group], list[Group]]:
    """The groups between two words and those after the second, with a list of two taken apart."""
    singles = [
        replace(group, members=(member,), first=member.first, last=member.last)
        for group in groups
        for member in group.members
        if len(group.members) <= 2
    ]
    return [g for g in singles if start < g.first < middle], [g for g in singles if g.first > middle]


def _unnamed_target(site: Site, relation: Relation, pivot: int) -> Statement | None:
    """A relation whose object has no name of its own: *it*, *all others*, *previous work*, a baseline left unsaid."""
    after = set(site.lower(pivot, site.clause.last))
    subjects = [g for g in site.groups if g.first < relation.at and not g.preposition and not g.measure]
    if not subjects:
        return _all_above(site, relation, pivot) or _same_subject(site, pivot) or _as_before(site)
    subject = subjects[0]
    scope = site.scope(subject)
    if len(subjects) != 1 or scope is None:
        return None
    if after & {"it", "them"}:
        before = site.before
        return (
            Statement(subject.side, before.subject, scope) if before and before.subject.axis == subject.axis else None
        )
    target = _implied_target(site, relation, pivot, subject, after) or _target_after(site, subject)
    if target is None and not after & (_OTHERS | _EARLIER):
        return None
    return Statement(subject.side, target, scope, subject.assumed)


def _implied_target(site: Site, relation: Relation, pivot: int, subject: Group, after: set[str]) -> Side | None:
    index, axis = site.index, subject.axis
    lines = index.grid.lines(axis)
    if relation.kind == "change" and pivot == relation.at:
        return Side(axis, index.references(axis, subject.lines), index.reference_keys)
    if relation.kind == "compare" and len(lines) == 2 and len(subject.lines) == 1:
        return Side(axis, frozenset(line.index for line in lines) - subject.lines)
    earlier = index.cited(axis) - subject.lines
    return Side(axis, earlier) if after & _EARLIER and earlier else None


def _target_after(site: Site, subject: Group) -> Side | None:
    """The object that the next clause names for both ("lower DCE, but higher WER than B")."""
    if site.after is None or any(group.axis == subject.axis and not group.measure and not group.preposition
                                 and "than" not in site.after.lower(site.after.clause.first, group.first)
                                 for group in site.after.groups):  # fmt: skip
        return None
    lower = site.after.lower(site.after.clause.first, site.after.clause.last)
    if "than" not in lower:
        return None
    than = site.after.clause.first + lower.index("than")
    later = [group for group in site.after.groups if group.first > than and group.axis == subject.axis]
    return later[0].side if later and not later[0].lines & subject.lines else None


def _same_subject(site: Site, pivot: int) -> Statement | None:
    """A comparison that leaves out the subject of the clause before it."""
    before = site.before
    target = next((group for group in site.groups if group.first > pivot and not group.measure), None)
    if before is None or target is None or target.axis != before.subject.axis or target.lines & before.subject.lines:
        return None
    scope = site.scope(target)
    return Statement(before.subject, target.side, scope, before.assumed) if scope else None


def _all_above(site: Site, relation: Relation, pivot: int) -> Statement | None:
    """A comparison whose subject is "all models": every line but the object."""
    target = next((group for group in site.groups if group.first > pivot and not group.measure), None)
    said = set(site.lower(site.clause.first, relation.at))
    if target is None or not said & _ALL or relation.kind != "compare":
        return None
    lines = frozenset(line.index for line in site.index.grid.lines(target.axis) if not line.aggregate) - target.lines
    scope = site.scope(target)
    return Statement(Side(target.axis, lines), target.side, scope) if scope and lines else None


def _as_before(site: Site) -> Statement | None:
    """A clause that goes on about the two sides before it ("..., a gain of 2 points in F1")."""
    before = site.before
    scope = site.scope()
    if before is None or before.target is None or scope is None:
        return None
    if any(not group.measure and group.axis == before.subject.axis for group in site.groups):
        return None
    return replace(before, scope=scope.within(before.scope))


def _above_all(site: Site, relation: Relation) -> Statement | None:
    """The one line that a superlative is said of: a plain subject, the agent (*by*), the only name before it.

    Where the measure is the subject ("throughput is highest on B"), the only name after it.
    """
    by = [group for group in site.groups if group.first > relation.at and group.preposition == "by"]
    before = [group for group in site.groups if group.first < relation.at and not group.measure]
    plain = [group for group in before if not group.preposition]
    said = site.lower(max(site.clause.first, relation.at - 2), relation.at)
    after = [g for g in site.groups if g.first > relation.at and g.preposition and not g.measure]
    candidates = plain or by or before or (after if _COPULAS & set(said) else [])
    if len(candidates) != 1:
        return None
    subject = candidates[0]
    scope = site.scope(subject)
    return Statement(subject.side, None, scope, subject.assumed) if scope else None
