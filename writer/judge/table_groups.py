"""The names of a clause as it lists and narrows them: "A, B and C", "the F1 on the test set", "our model"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...kb.text.lexicon import words as word_list
from .table_clauses import Clause
from .table_grid import Axis
from .table_metrics import polarity
from .table_names import Mention, NameIndex
from .table_relations import Lines, Side
from .table_vocabulary import DESCRIPTORS, GENERIC
from .table_words import Word

_JOINERS = word_list("and or as well both the our &")
_CONJUNCTIONS = frozenset({"and", "or", "as", "&"})
_LINKS = word_list("the a an of its our")
_HEADS = word_list("based derived from using")
_PREPOSITIONS = word_list("on in for at under within among across of by")
_ARTICLES = word_list("the a an both our its")

Link = Literal["list", "narrow", "head", ""]


@dataclass(frozen=True)
class Group:
    """Mentions of one axis that a claim lists or narrows together; `assumed` where custom alone says what they name."""

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

    @property
    def measure(self) -> bool:
        """Whether the name is nothing but a measure (`F1 score`), which is what lines are compared on."""
        keys = [key for member in self.members for key in member.keys]
        return any(polarity({key}) for key in keys) and all(key in GENERIC or polarity({key}) for key in keys)


def groups_of(clause: Clause, words: Sequence[Word], index: NameIndex) -> list[Group]:
    """The groups of a clause in reading order, the authors' own line among them."""
    found: list[Group] = []
    for mention, link in zip(clause.mentions, _links(clause.mentions, words), strict=True):
        preposition = _preposition(words, mention.first, clause.first)
        group = Group(mention.axis, (mention,), mention.first, mention.last, preposition)
        found.append(_joined(found.pop(), mention, group, link) if link else group)
    own = _own(clause, words, index)
    if own and all(group.first >= own.last or group.last <= own.first for group in found):
        found = sorted([own, *found], key=lambda group: group.first)
    return found


def _own(clause: Clause, words: Sequence[Word], index: NameIndex) -> Group | None:
    """The line that "our model" means: the one marked as the authors' own, else by custom the last of the systems."""
    for at in range(clause.first, clause.last - 1):
        noun = at + 2 if words[at + 1].surface.lower() in DESCRIPTORS and at + 2 < clause.last else at + 1
        if words[at].surface.lower() in ("our", "ours") and words[noun].key in GENERIC:
            marked = [(axis, lines) for axis, lines in index.own.items() if len(lines) == 1]
            last = frozenset({len(index.grid.lines(index.systems)) - 1})
            axis, lines = marked[0] if marked else (index.systems, last)
            mention = Mention(at, noun + 1, axis, lines, True)
            preposition = _preposition(words, at, clause.first)
            return Group(axis, (mention,), at, noun + 1, preposition, assumed=not marked)
    return None


def _links(mentions: Sequence[Mention], words: Sequence[Word]) -> list[Link]:
    """How each mention hangs on the one before it; commas make a list only where *and* or *or* ends it."""
    links: list[Link] = [_link(one, two, words) for one, two in itertools.pairwise(mentions)]
    ended = False
    for n in range(len(links) - 1, -1, -1):
        between = {word.surface.lower() for word in words[mentions[n].last : mentions[n + 1].first]}
        ended = links[n] == "list" and (ended or bool(between & _CONJUNCTIONS))
        links[n] = "" if links[n] == "list" and not ended else links[n]
    return ["", *links] if mentions else []


def _link(one: Mention, two: Mention, words: Sequence[Word]) -> Link:
    lower = [word.surface.lower() for word in words[one.last : two.first]]
    comma = "," in "".join(word.after for word in words[one.last : two.first + 1])
    shared = one.lines & two.lines
    if one.axis != two.axis:
        return ""
    if all(word in _JOINERS for word in lower) and (comma or _CONJUNCTIONS & set(lower)):
        return "list" if not shared or shared == two.lines else ""
    if comma or "and" in lower:
        return ""
    if not shared:
        return "head" if one.exact != two.exact and all(word in _HEADS for word in lower) else ""
    linked = all(w in _LINKS or words[one.last + n].key in GENERIC for n, w in enumerate(lower))
    return "narrow" if linked else ""


def _joined(last: Group, mention: Mention, group: Group, link: Link) -> Group:
    if link == "list":
        return replace(last, members=(*last.members, mention), last=mention.last)
    if link == "head":
        return last if last.members[-1].exact else group
    one = last.members[-1]
    merged = replace(one, last=mention.last, lines=one.lines & mention.lines, exact=False, keys=one.keys | mention.keys)
    return replace(last, members=(*last.members[:-1], merged), last=mention.last)


def _preposition(words: Sequence[Word], first: int, start: int) -> str:
    """The preposition that governs a name, past articles and class nouns; empty where it has none."""
    for n in range(first - 1, max(start, first - 5) - 1, -1):
        lower = words[n].surface.lower()
        if lower in _PREPOSITIONS:
            return lower
        if lower not in _ARTICLES and words[n].key not in GENERIC:
            return ""
    return ""
