"""What a source is to a publication: the paper itself, a supplement of a paper, or a notice about one.

A supplement is a part of the work that it names, never its text. A notice (correction, erratum, retraction) is a work
of its own, however much its title and identifiers look like those of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .facts import Stated, first_value
from .names import doi_key, title_key

RELATIONS = ("supplement-of", "preprint-of", "correction-of", "retraction-of")
"""Fields that name another publication by its DOI."""

RoleName = Literal["paper", "supplement", "notice"]

_SUPPLEMENT = re.compile(
    r"(?:(?:electronic|online|web)\s+)?(?:"
    r"supplement(?:s|ary|al)?(?:\s+(?:and|&|online|information|materials?|data|text|files?|appendix|appendices|methods|"
    r"results|tables?|figures?|notes?|content|discussion))*|supporting\s+(?:online\s+)?(?:information|materials?|data)|"
    r"additional\s+files?|(?:web|online|technical)\s+appendix)\s*(?:[A-Z]?\d+)?",
    re.IGNORECASE,
)
_NAMES_PAPER = re.compile(
    r"\s*(?:[:.\u2013\u2014-]\s*|\b(?:for|to|of|accompanying|from)\b(?:\s+the\s+(?:paper|article|manuscript|publication|"
    r"study)\b)?\s*[:,]?\s*)[\"'\u201c\u2018]?\s*(?=\w)",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"[\[(]?\s*(?:(?:author|publisher|editorial)[’']?s?\s+)?(?:corrections?|corrigend(?:um|a)|errat(?:um|a)|addend(?:um|a)|"
    r"retractions?|expressions?\s+of\s+concern|notice\s+of\s+(?:retraction|correction)|withdrawal|retractions?\s+note|"
    r"retraction\s+notice)\s*(?:[\])]|(?:(?:notice|note)\b\s*)?(?:(?:to|for|of|on|regarding)\b|[:.\u2013\u2014]|-\s|$))",
    re.IGNORECASE,
)
_NOTICE_TYPES = frozenset({"correction", "corrigendum", "erratum", "addendum", "retraction", "expression-of-concern"})
_FEW_WORDS = 4
"""A title of fewer words names no paper."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a source is, and to which publication: by its title as a key (or empty), and DOIs by relation."""

    name: RoleName
    about: str = ""
    points: tuple[tuple[str, str], ...] = ()

    def blocks(self) -> list[tuple[str, str]]:
        """The blocks in which the source meets the publication that it names."""
        named = [("title", self.about)] if self.about else []
        return [*named, *dict.fromkeys(("doi", doi) for _, doi in self.points)]

    def dois(self, *relations: str) -> set[str]:
        """DOIs that stand in one of these relations."""
        return {doi for relation, doi in self.points if relation in relations}


PAPER = Role("paper")


def own_identifiers(identifiers: dict[str, str], role: Role) -> dict[str, str]:
    """Those identifiers that are a source's own, and not those of the publication which it is about."""
    if role.name == "paper":
        return identifiers
    others = role.dois("supplement-of", "correction-of", "retraction-of")
    return {
        name: key for name, key in identifiers.items()
        if role.name == "notice" and not (name == "doi" and key in others)
    }


def role_of(assertions: Iterable[Stated]) -> Role:
    """The role of a source that states these fields; what the file's own dictionary says does not count.

    A supplement prints the DOI of its paper as if it were its own, so its DOI is one that it may be a supplement of.
    """
    stated = tuple(assertions)
    points = tuple(dict.fromkeys(
        (fact.field, doi_key(fact.value)) for fact in stated if fact.field in RELATIONS and fact.source != "info"
    ))
    title, kind = (first_value(stated, name) or "" for name in ("title", "type"))
    relations = {relation for relation, _ in points}
    if relations & {"correction-of", "retraction-of"} or kind in _NOTICE_TYPES or _NOTICE.match(title):
        return Role("notice", points=points)
    about = _supplemented(title)
    if about is None and "supplement-of" not in relations:
        return Role("paper", points=points) if points else PAPER
    own = doi_key(first_value(stated, "doi") or "")
    if own and ("supplement-of", own) not in points:
        points = (*points, ("supplement-of", own))
    return Role("supplement", about or "", points)


def _supplemented(title: str) -> str | None:
    """The key of the title that a supplement's title names, empty if it names none; None if it is no supplement's."""
    begin = _SUPPLEMENT.match(title)
    if begin is None:
        return None
    rest = title[begin.end():]
    if not title_key(rest):
        return ""
    named = _NAMES_PAPER.match(rest)
    if named is None:
        return None
    about = title_key(rest[named.end():])
    return about if len(about.split()) >= _FEW_WORDS else ""
