"""Two builds: whether they are of one work, must be kept apart, or say something of each other.

Two builds match by DOI, arXiv id or PMID if their titles do not disagree (an identifier printed in a PDF is a
candidate, not a truth), since the owner of a bibliography attached one to the other, or by title, first author and
year. A missing field never matches; a title alone never identifies: where nothing but a year is missing, the two are
shown as near-duplicates. A supplement names its paper, and a notice is never one work with the paper that it is about
(`roles.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from .alike import ALIKE, ratio
from .attached import is_attached
from .keys import IDENTIFIERS
from .names import DIFFERENCES, same_but_for_marks, same_words, title_key, titles_differ
from .profiles import Profile

AGREES = 60
"""Titles below this ratio disagree, whatever identifier they share."""

_WORDS_OF_A_TITLE = 3
"""Fewer words than these may begin any title ("Case report")."""

_TELLING_TITLE = 4
"""Fewer words than these are the title of many works ("Editorial", "Response", "Introduction")."""

_TELLING_WORD = 4

PREPRINT_PREFIXES = ("10.48550/", "10.1101/", "10.21203/", "10.20944/", "10.31234/", "10.26434/", "10.2139/")

OTHER_TITLE = "same doi, other title"
OTHER_WORD, SHORT_TITLE, OTHER_VOLUME = "titles differ in a word", "too short a title", "volumes differ"
YEAR_MISSING = "year missing"
ONLY_MARKED = "short titles differ only in a "
ATTACHED_OTHER = {what: f"attached, other {what}" for what in ("title", "entries", "first author", "identifier")}
_FILES = ("pdf", "jats", "tei")
DOUBTS = frozenset({
    OTHER_WORD, SHORT_TITLE, OTHER_VOLUME, YEAR_MISSING, *(ONLY_MARKED + name for name in DIFFERENCES),
    *ATTACHED_OTHER.values(),
})
"""Reasons not to join two builds by their titles that do not part what identifiers join: a title may be misread."""


def compare_pair(one: Profile, other: Profile) -> tuple[str | None, str | None]:
    """(what joins the two, or None; why they must stay apart, or None)."""
    if one.facts.blob == other.facts.blob:
        return "blob", None
    if one.role.name != "paper" or other.role.name != "paper":
        return _compare_roles(one, other)
    reason, veto = _compare_papers(one, other)
    if reason is None and _filed_together(one, other):
        doubt = _doubt_of_attachment(one, other)
        return (None, veto or doubt) if doubt else ("attached", None)
    return reason, veto


def _compare_papers(one: Profile, other: Profile) -> tuple[str | None, str | None]:
    if _named(one, other, "preprint-of") and ratio(one.words, other.words) >= AGREES:
        return "doi", None
    shared = next((name for name in IDENTIFIERS if _shared(name, one, other)), None)
    if shared:
        if one.title and other.title and not _titles_agree(one.words, other.words):
            return None, OTHER_TITLE if shared == "doi" else f"same {shared}, other title"
        return shared, None
    if not one.words or not other.words:
        return None, None
    if ratio(one.words, other.words) < ALIKE and not same_words(one.title, other.title):
        return None, _only_marked_apart(one, other)
    differs = titles_differ(one.title, other.title)
    if differs:
        return None, f"titles differ in a {differs}"
    if not one.first or not other.first:
        return None, None
    if one.first != other.first or _other_initial(one, other):
        return None, "first authors differ"
    if _other_identifier(one, other):
        return None, "identifiers differ"
    if not same_words(one.title, other.title):
        return None, OTHER_WORD
    if min(one.words.count(" "), other.words.count(" ")) < _TELLING_TITLE - 1:
        return None, SHORT_TITLE
    if _other_volume(one, other) and not _preprint(one, other):
        return None, OTHER_VOLUME
    if one.at is None or other.at is None:
        return None, YEAR_MISSING
    if abs(one.at - other.at) > 1 and not _preprint(one, other):
        return None, "years differ"
    return "title", None


def _filed_together(one: Profile, other: Profile) -> bool:
    return one.facts.blob in other.facts.attached or other.facts.blob in one.facts.attached


def _doubt_of_attachment(one: Profile, other: Profile) -> str | None:
    """What in a file and an entry speaks against their owner, who attached one to the other.

    A file that is attached to several entries may hold all of them, as a book does its chapters: it has to say whose
    title it has.
    """
    if one.title and other.title:
        if not _titles_agree(one.words, other.words) or titles_differ(one.title, other.title):
            return ATTACHED_OTHER["title"]
    elif any(p.facts.source_kind in _FILES and len(p.facts.attached) > 1 for p in (one, other)):
        return ATTACHED_OTHER["entries"]
    if one.first and other.first and one.first != other.first:
        return ATTACHED_OTHER["first author"]
    return ATTACHED_OTHER["identifier"] if _other_identifier(one, other) else None


def _only_marked_apart(one: Profile, other: Profile) -> str | None:
    """A doubt where titles that are too short to be alike differ in a negation, a number or the like and no more."""
    differs = titles_differ(one.title, other.title) if same_but_for_marks(one.title, other.title) else None
    return f"{ONLY_MARKED}{differs}" if differs else None


def _other_initial(one: Profile, other: Profile) -> bool:
    """Whether the given names of the first authors begin differently."""
    mine, theirs = (title_key(p.facts.authors[0][1])[:1] for p in (one, other))
    return bool(mine and theirs) and mine != theirs


def _other_volume(one: Profile, other: Profile) -> bool:
    mine, theirs = (title_key(p.facts.value("volume") or "") for p in (one, other))
    return bool(mine and theirs) and mine != theirs


def _titles_agree(one: str, other: str) -> bool:
    """Whether two title keys can be of one paper that an identifier names: one may lack the subtitle of the other."""
    short, long = sorted((one, other), key=len)
    with_subtitle = short.count(" ") >= _WORDS_OF_A_TITLE - 1 and long.startswith(f"{short} ")
    return with_subtitle or (ratio(one, other) >= AGREES and _share_words(one, other))


def _share_words(one: str, other: str) -> bool:
    """Whether two titles have a telling word in common; short ones need none. Letters alone agree by chance ("bees and
    the flowers of the alpine zone", "ants and the roots of the coastal forest")."""
    mine, theirs = ({word[:5] for word in title.split() if len(word) >= _TELLING_WORD} for title in (one, other))
    return min(len(mine), len(theirs)) < _TELLING_TITLE or bool(mine & theirs)


def _compare_roles(one: Profile, other: Profile) -> tuple[str | None, str | None]:
    """Two builds at least one of which is a supplement or a notice."""
    roles = {one.role.name, other.role.name}
    if len(roles) == 1:
        if roles == {"notice"}:
            return _compare_papers(one, other)
        alike = ratio(one.words, other.words) >= AGREES and not titles_differ(one.title, other.title)
        same = one.role.dois("supplement-of") & other.role.dois("supplement-of")
        return ("doi", None) if alike and same else _compare_papers(one, other)
    if roles == {"paper", "supplement"}:
        supplement, paper = (one, other) if one.role.name == "supplement" else (other, one)
        return ("supplement" if _supplements(supplement, paper) else None), None
    if "supplement" in roles:
        return None, None
    about = _named(one, other, "correction-of", "retraction-of")
    shared = any(_shared(name, one, other) for name in IDENTIFIERS)
    return None, "a notice about the other" if about or shared else None


def _supplements(supplement: Profile, paper: Profile) -> bool:
    """Whether a supplement names a paper, by its DOI or by its title; never where the first authors differ.

    A DOI that it prints as its own counts only if it names no other title.
    """
    if is_attached(paper) or is_attached(supplement):
        return False
    if supplement.first and paper.first and supplement.first != paper.first:
        return False
    about = supplement.role.about
    if _filed_together(supplement, paper):
        return True
    named = bool(about) and ratio(about, paper.words) >= ALIKE and not titles_differ(about, paper.words)
    return named or (_named(supplement, paper, "supplement-of") and (not about or ratio(about, paper.words) >= AGREES))


def _named(one: Profile, other: Profile, *relations: str) -> bool:
    """Whether one of the two names the other by its DOI."""
    return any(
        bool(a.role.points) and b.identifiers.get("doi", "") in a.role.dois(*relations)
        for a, b in ((one, other), (other, one))
    )


def marks_of(one: Profile, other: Profile, veto: str) -> Iterator[tuple[str, str]]:
    """What a vetoed pair says of each of the two: (build, what)."""
    for a, b in ((one, other), (other, one)):
        if a.role.name == "notice" and b.identifiers.get("doi", "") in a.role.dois("retraction-of"):
            yield b.build, "retracted"
    if veto == OTHER_TITLE:
        for a, b in ((one, other), (other, one)):
            if _authority(a) >= _authority(b):
                yield a.build, "doi-disagrees"


def _authority(one: Profile) -> int:
    """How well a source knows its DOI: the publisher's XML and services by it, then bibliographies, then pages."""
    kind = one.facts.source_kind
    return 0 if kind in ("jats", "openalex") else 2 if kind in ("pdf", "tei") else 1


def _shared(name: str, one: Profile, other: Profile) -> bool:
    return name in one.identifiers and one.identifiers[name] == other.identifiers.get(name)


def _other_identifier(one: Profile, other: Profile) -> bool:
    mine, theirs = one.identifiers, other.identifiers
    return any(
        name in mine and name in theirs and mine[name] != theirs[name] for name in IDENTIFIERS
    ) and not _preprint(one, other)


def _preprint(one: Profile, other: Profile) -> bool:
    mine, theirs = one.identifiers, other.identifiers
    return any(found.get("doi", "").startswith(PREPRINT_PREFIXES) for found in (mine, theirs)) or (
        ("arxiv" in mine) != ("arxiv" in theirs)
    )
