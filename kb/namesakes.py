"""Authors who may not be who their names say: one name that may be two people, and one ORCID under different names.

Nothing is decided here: an analysis that counts people by name has to know where that may go wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .settle.names import family_key, title_key

_SHARED = """
university universitat universite universidad universita universiteit univ institute institut instituto institution
department dept departamento division faculty school college center centre hospital clinic laboratory lab laboratories
research science sciences medical medicine national international academy graduate group unit section technology
engineering health public applied state the and for del des der die das fur und van von dos of in at de la le les
du et di da do
"""
_COMMON = frozenset(_SHARED.split())
"""Words of affiliations that are shared by those who share nothing."""


@dataclass(frozen=True)
class Byline:
    """A person as one paper names them; `others` are the keys of the other authors, `words` those of its field."""

    work: str
    name: str
    family: str
    given: str
    orcid: str | None
    affiliations: tuple[str, ...]
    others: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Namesake:
    """Why a name or an ORCID may be misleading: `what` is `may be two people` or `one ORCID under different names`."""

    what: str
    names: tuple[str, ...]
    orcids: tuple[str, ...]
    works: tuple[str, ...]
    why: str


def namesakes(bylines: Iterable[Byline]) -> list[Namesake]:
    """Names and ORCIDs to be wary of, by name."""
    by_name: dict[str, list[Byline]] = defaultdict(list)
    by_orcid: dict[str, list[Byline]] = defaultdict(list)
    for one in bylines:
        by_name[name_key(one.family, one.given)].append(one)
        if one.orcid:
            by_orcid[one.orcid].append(one)
    found = [*_two_people(by_name), *_two_names(by_orcid)]
    return sorted(found, key=lambda one: (one.names, one.what, one.works))


def name_key(family: str, given: str) -> str:
    """Family and given names as they are compared: with accents and case left out, and nothing shortened."""
    return f"{family_key(family)} {title_key(given)}".strip()


def _two_people(by_name: dict[str, list[Byline]]) -> Iterator[Namesake]:
    for some in by_name.values():
        orcids = sorted({one.orcid for one in some if one.orcid})
        if len(orcids) > 1:
            yield _namesake("may be two people", some, "one name with different ORCIDs")
        elif len({one.work for one in some}) > 1 and (why := _apart(some)):
            yield _namesake("may be two people", some, why)


def _apart(some: Sequence[Byline]) -> str | None:
    """What keeps papers under one name apart, where nothing connects them; None where all are connected.

    Papers that say nothing that could be compared are connected with all others.
    """
    home = list(range(len(some)))
    for one, other in combinations(range(len(some)), 2):
        if _strangers(some[one], some[other]) is None:
            old, new = home[other], home[one]
            home = [new if at == old else at for at in home]
    if len(set(home)) == 1:
        return None
    return next(
        why for one, other in combinations(range(len(some)), 2)
        if home[one] != home[other] and (why := _strangers(some[one], some[other]))
    )


def _strangers(one: Byline, other: Byline) -> str | None:
    """Why two papers may be by two people: affiliations that share no name, else fields that share no word."""
    if (one.orcid and one.orcid == other.orcid) or one.others & other.others:
        return None
    mine, theirs = (_places(byline.affiliations) for byline in (one, other))
    if mine and theirs:
        return None if mine & theirs else "affiliations that share nothing, and no co-author in common"
    if one.words and other.words and not one.words & other.words:
        return "fields that share nothing, and no co-author in common"
    return None


def _places(affiliations: Iterable[str]) -> frozenset[str]:
    words = (word for place in affiliations for word in title_key(place).split())
    return frozenset(word for word in words if len(word) > 1 and not word.isdigit()) - _COMMON


def _two_names(by_orcid: dict[str, list[Byline]]) -> Iterator[Namesake]:
    for some in by_orcid.values():
        # "I. Brandt" is "Ilse Brandt", and "Olga Brandt" is not.
        people = {(family_key(one.family), title_key(one.given)[:1]) for one in some}
        if len({family for family, _ in people}) > 1 or len({first for _, first in people if first}) > 1:
            yield _namesake("one ORCID under different names", some, "one ORCID under different names")


def _namesake(what: str, some: Sequence[Byline], why: str) -> Namesake:
    names, works = sorted({one.name for one in some}), sorted({one.work for one in some})
    return Namesake(what, tuple(names), tuple(sorted({one.orcid for one in some if one.orcid})), tuple(works), why)
