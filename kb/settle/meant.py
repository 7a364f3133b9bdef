"""Whether a reference entry can mean a paper of the library. A wrong link is worse than a missing one.

A DOI in a reference list may be that of a neighbour, so title, first author and year must not speak against it; a title
may be that of a sequel, of another edition or of a hundred editorials, so an identifier must not speak against it.
"""

from __future__ import annotations

from collections.abc import Mapping

from .alike import ALIKE, ratio
from .facts import ReferenceFact
from .names import family_key, same_but_for_marks, same_words, title_key, titles_differ
from .pairs import AGREES, PREPRINT_PREFIXES
from .profiles import Profile

_TELLING = 4
_CLOSE = 80
_YEARS = 2
_MISPRINT = 90
_NOTICES = frozenset({
    "reply", "response", "comment", "correction", "corrigendum", "erratum", "retraction", "retracted",
})
_GENERAL = frozenset({
    "editorial", "introduction", "preface", "foreword", "afterword", "response", "reply", "commentary", "comment",
    "comments", "letter", "letters", "editor", "editors", "book", "review", "reviews", "case", "report", "reports",
    "obituary", "erratum", "corrigendum", "correction", "discussion", "conclusion", "conclusions", "abstract",
    "abstracts", "news", "correspondence", "memoriam", "summary", "overview", "perspective", "perspectives",
    "highlights", "contents", "issue", "author", "authors", "annual", "note", "notes", "to", "the", "this", "in",
    "from", "a", "of", "and", "on",
})
_CONTRASTS = frozenset({
    ("hyper", "hypo"), ("pre", "post"), ("intra", "inter"), ("macro", "micro"), ("over", "under"), ("mono", "poly"),
    ("endo", "exo"), ("de", "in"), ("ab", "ad"), ("extra", "intra"), ("down", "up"),
    *(("", head) for head in ("a", "an", "un", "non", "anti", "in", "im", "dis", "fe", "mis", "ir", "il")),
})
_SHARED_ENDING = 4


def can_be_meant(reference: ReferenceFact, one: Profile) -> bool:
    """Whether a reference that gives an identifier of a build may mean it."""
    other_person = bool(reference.authors and one.first) and family_key(reference.authors[0]) != one.first
    other_time = bool(reference.year and one.at) and abs((reference.year or 0) - (one.at or 0)) > _YEARS
    if not reference.title or not one.title:
        return not (other_person and other_time)
    words = title_key(reference.title)
    if _another_of_a_kind(reference.title, one.title):
        return False
    alike = ratio(words, one.words)
    if alike >= ALIKE or _lacks_subtitle(words, one.words):
        return True
    if alike < AGREES or other_person or other_time:
        return False
    return alike >= _CLOSE or bool(reference.authors and one.first)


def is_meant_by_title(reference: ReferenceFact, identifiers: Mapping[str, str], one: Profile) -> bool:
    """Whether a reference of the first author and about the year of a build names it by its title; `identifiers` are
    those of the reference."""
    title = reference.title or ""
    words = title_key(title)
    return (
        ratio(words, one.words) >= ALIKE
        and not titles_differ(title, one.title)
        and same_words(title, one.title)
        and _tells(words, same_year=reference.year == one.at)
        and not _other_identifier(identifiers, one.identifiers)
    )


def _another_of_a_kind(title: str, other: str) -> bool:
    """Whether a title names the sequel, the reply, the other vitamin or the opposite of what another one names."""
    differs = titles_differ(title, other)
    a, b = title_key(title), title_key(other)
    if differs == "notice" and bool({a.split(" ")[0]} & _NOTICES) != bool({b.split(" ")[0]} & _NOTICES):
        return True
    if differs and (ratio(a, b) >= ALIKE or same_but_for_marks(title, other)):
        return True
    mine, theirs = a.split(), b.split()
    if len(mine) != len(theirs):
        return False
    apart = [pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]]
    return len(apart) == 1 and _contrast(*apart[0])


def _contrast(one: str, other: str) -> bool:
    """Whether two words say opposite things, or are two letters."""
    if len(one) == len(other) == 1:
        return True
    shared = 0
    while shared < min(len(one), len(other)) and one[-1 - shared] == other[-1 - shared]:
        shared += 1
    endings = range(_SHARED_ENDING, shared + 1)
    return any(tuple(sorted((one[:-ending], other[:-ending]))) in _CONTRASTS for ending in endings)


def _lacks_subtitle(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short.count(" ") >= _TELLING - 1 and long.startswith(f"{short} ")


def _tells(words: str, *, same_year: bool) -> bool:
    """Whether a title says what its paper is about; a short one has to be of the same year, too."""
    parts = words.split()
    return (len(parts) >= _TELLING or same_year) and not _GENERAL.issuperset(parts)


def _other_identifier(mine: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    """Whether the identifiers are of two publications, neither of them a preprint of the other; a misprint aside."""
    if "arxiv" in mine and "arxiv" in theirs:
        return mine["arxiv"] != theirs["arxiv"]
    dois = [found["doi"] for found in (mine, theirs) if "doi" in found]
    if ("arxiv" in mine) != ("arxiv" in theirs) or any(doi.startswith(PREPRINT_PREFIXES) for doi in dois):
        return False
    if len(dois) == 2 and ratio(*dois) < _MISPRINT:
        return True
    return "pmid" in mine and "pmid" in theirs and mine["pmid"] != theirs["pmid"]
