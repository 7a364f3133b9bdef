"""Who is compared with whom: subject, object and scope of a clause about a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...kb.text.lexicon import words as word_list
from .table_clauses import Clause, Relation
from .table_grid import Axis
from .table_metrics import polarity
from .table_names import Mention, NameIndex
from .table_relations import Lines, Scope, Side
from .table_vocabulary import GENERIC
from .table_words import Word

_JOINERS = word_list("and or as well both the our &")
_LINKS = word_list("the a an of on in for with using at by from to its our and")
_PIVOTS = word_list("than over upon against versus vs")
_COMPARED = word_list("compared comparison relative comparing")
_OTHERS = word_list("other others all any every baselines remaining rest competing each")
_EARLIER = word_list("previous prior existing published earlier")
_PREPOSITIONS = word_list("on in for at under within among across of by")


@dataclass(frozen=True)
class Group:
    """Mentions of one axis that a claim lists or narrows together."""

    axis: Axis
    members: tuple[Mention, ...]
    first: int
    last: int
    preposition: str = ""
    assumed: bool = False

    @property
    def lines(self) -> Lines:
        """The lines of all members."""
        return frozenset().union(*(member.lines for member in self.members))

    @property
    def side(self) -> Side:
        """The group as one side of a relation."""
        return Side(self.axis, self.lines, frozenset().union(*(member.keys for member in self.members)))


@dataclass(frozen=True)
class Statement:
    """A relation between `subject` and `target` (None: all other lines) within `scope`."""

    subject: Side
    target: Side | None
    scope: Scope
    assumed: bool = False


def groups_of(clause: Clause, words: Sequence[Word], index: NameIndex) -> list[Group]:
    """The groups of a clause in reading order."""
    found: list[Group] = []
    for mention in clause.mentions:
        group = Group(
            mention.axis, (mention,), mention.first, mention.last, _preposition(words, mention.first, clause.first)
        )
        last = found[-1] if found else None
        if last and last.axis == mention.axis:
            between = words[last.last : mention.first]
            lower = [word.surface.lower() for word in between]
            comma = "," in "".join(word.after for word in words[last.last : mention.first + 1])
            listed = all(w in _JOINERS for w in lower) and (comma or "and" in lower or "or" in lower or "as" in lower)
            shared = last.lines & mention.lines
            if listed and not (shared and shared != mention.lines):
                found[-1] = Group(last.axis, (*last.members, mention), last.first, mention.last, last.preposition)
                continue
            linked = all(w in _LINKS or words[last.last + n].key in GENERIC for n, w in enumerate(lower))
            if shared and linked and "and" not in lower and len(last.members) == 1:
                merged = Mention(
                    last.first, mention.last, mention.axis, shared, False, last.members[0].keys | mention.keys
                )
                found[-1] = Group(mention.axis, (merged,), last.first, mention.last, last.preposition)
                continue
        found.append(group)
    return found


def own_side(clause: Clause, words: Sequence[Word], index: NameIndex) -> Group | None:
    """The line that "our model" means: the one marked as the authors' own, else by custom the last of the systems."""
    for at in range(clause.first, clause.last - 1):
        if words[at].surface.lower() in ("our", "ours") and words[at + 1].key in GENERIC:
            marked = [(axis, lines) for axis, lines in index.own.items() if len(lines) == 1]
            axis, lines = marked[0] if marked else (index.systems, frozenset({len(index.grid.lines(index.systems)) - 1}))
            return Group(axis, (Mention(at, at + 2, axis, lines, True),), at, at + 2, assumed=not marked)
    return None


def statement_of(
    clause: Clause,
    relation: Relation,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    before: Side | None,
) -> Statement | None:
    """Subject, object and scope of a comparison or a superlative; None where they are not all named."""
    if relation.kind == "extreme":
        return _extreme_statement(clause, relation, groups)
    return _compare_statement(clause, relation, groups, words, index, before)


def _compare_statement(
    clause: Clause,
    relation: Relation,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    before: Side | None,
) -> Statement | None:
    pivot = _pivot(clause, relation, words)
    target = next((group for group in groups if group.first > pivot and _partner(group, groups, pivot)), None)
    if target is None:
        return _against_others(clause, relation, pivot, groups, words, index, before)
    subject = _partner(target, groups, pivot)
    if subject is None:
        return None
    scope = _scope(clause, [group for group in groups if group not in (subject, target)])
    if scope is None:
        return None
    if _passive(words, relation):
        subject, target = target, subject
    return Statement(subject.side, target.side, scope)


def _partner(target: Group, groups: Sequence[Group], pivot: int) -> Group | None:
    """The nearest group before the pivot on the target's axis that shares no line with it."""
    before = [g for g in groups if g.first < pivot and g.axis == target.axis and not g.lines & target.lines]
    plain = [g for g in before if not g.preposition]
    if len(plain) == 1:
        return plain[0]
    return before[-1] if before else None


def _pivot(clause: Clause, relation: Relation, words: Sequence[Word]) -> int:
    """Where the object begins: after *than*, *over*, *compared to*; else after the relation word itself."""
    for at in range(relation.at + 1, clause.last):
        if words[at].surface.lower() in _PIVOTS:
            return at
    for at in range(clause.first, clause.last - 1):
        if words[at].surface.lower() in _COMPARED and words[at + 1].surface.lower() in ("to", "with"):
            return at
    return relation.at


def _passive(words: Sequence[Word], relation: Relation) -> bool:
    return (
        words[relation.at].surface.lower().endswith("ed")
        and words[relation.at + 1 :][:1] != ()
        and (words[relation.at + 1].surface.lower() == "by")
    )


def _against_others(
    clause: Clause,
    relation: Relation,
    pivot: int,
    groups: Sequence[Group],
    words: Sequence[Word],
    index: NameIndex,
    before: Side | None,
) -> Statement | None:
    """A comparison whose object has no name of its own: *it*, *all others*, *previous work*, or a baseline left unsaid."""
    after = {words[n].surface.lower() for n in range(pivot, clause.last)}
    subjects = [group for group in groups if group.first < relation.at and not group.preposition and not _measure(group)]
    if len(subjects) != 1:
        return None
    subject = subjects[0]
    scope = _scope(clause, [group for group in groups if group is not subject])
    if scope is None:
        return None
    if after & {"it", "them"}:
        return Statement(subject.side, before, scope) if before and before.axis == subject.axis else None
    if relation.kind == "change" and pivot == relation.at:
        reference = index.references(subject.axis) - subject.lines
        target = Side(subject.axis, reference, index.reference_keys)
        return Statement(subject.side, target, scope) if reference else None
    if after & _EARLIER and (cited := index.cited(subject.axis) - subject.lines):
        return Statement(subject.side, Side(subject.axis, cited), scope, subject.assumed)
    return Statement(subject.side, None, scope, subject.assumed) if after & (_OTHERS | _EARLIER) else None


def _extreme_statement(clause: Clause, relation: Relation, groups: Sequence[Group]) -> Statement | None:
    subject = _extreme_subject(relation, groups)
    if subject is None:
        return None
    scope = _scope(clause, [group for group in groups if group is not subject])
    return Statement(subject.side, None, scope, subject.assumed) if scope else None


def _extreme_subject(relation: Relation, groups: Sequence[Group]) -> Group | None:
    by = [group for group in groups if group.first > relation.at and group.preposition == "by"]
    before = [group for group in groups if group.first < relation.at and not _measure(group)]
    plain = [group for group in before if not group.preposition]
    for candidates in (plain, by, before):
        if candidates:
            return candidates[0] if len(candidates) == 1 else None
    return None


def _measure(group: Group) -> bool:
    """Whether a name is nothing but a measure (`F1 score`), which is what lines are compared on."""
    return all(key in GENERIC or polarity({key}) for member in group.members for key in member.keys)


def _scope(clause: Clause, groups: Sequence[Group]) -> Scope | None:
    """The filters of the remaining groups; None where two of one axis share no line.

    Names that stand with different numbers of a clause (`0.86 on train and 0.70 on test`) add up instead.
    """
    kept: dict[Axis, Lines | None] = {"row": None, "column": None}
    for axis in kept:
        held: dict[int, Lines] = {}
        for group in (one for one in groups if one.axis == axis):
            place = sum(number.last <= group.first for number in clause.numbers[:-1]) if len(clause.numbers) > 1 else 0
            held[place] = held[place] & group.lines if place in held else group.lines
        if not all(held.values()):
            return None
        kept[axis] = frozenset().union(*held.values()) if held else None
    return Scope(kept["row"], kept["column"])


def _preposition(words: Sequence[Word], first: int, start: int) -> str:
    """The preposition that governs a name, past articles and class nouns; empty where it has none."""
    for n in range(first - 1, max(start, first - 5) - 1, -1):
        lower = words[n].surface.lower()
        if lower in _PREPOSITIONS:
            return lower
        if lower not in ("the", "a", "an", "both", "our", "its") and words[n].key not in GENERIC:
            return ""
    return ""
