"""Library rows of works: their parts, the active build, and which assertions are shown.

Passages and pages come from the active build: full text over abstract, a file of one paper over one of two, then PDF,
JATS, TEI, records; the publisher's version over a preprint, the later printed year, the later version, the smallest
blob; never from the record of a service, or a supplement. Metadata are what a person chose, else those of JATS, TEI,
OpenAlex, records, then PDF (`docs/metadata.md`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ..canon import make_id
from .attached import ATTACHED_KINDS
from .disagreement import disagree
from .facts import BuildFacts
from .identity import WorkGroup
from .names import doi_key, year_number
from .pairs import PREPRINT_PREFIXES
from .roles import RELATIONS, role_of

SHOWN = ("title", "year", "venue", "doi", "arxiv", "pmid", "licence", "type")
READ = (*SHOWN, "volume", "openalex", "retracted", "version", *RELATIONS)
"""Fields of assertions that settling looks at."""
PASSAGE_ORDER = ("pdf", "jats", "tei", "csl", "bibtex", "ris", "openalex")
OF_VERSION = frozenset({"year", "venue", "doi", "type"})
"""Fields in which a preprint and the publisher's version differ rightly: the publisher's is asked first."""
IDENTIFYING = ("title", "year", "doi", "arxiv", "pmid")
"""Fields in which two sources of one work cannot both be right."""
_SERVERS = ("arxiv", "biorxiv", "medrxiv", "preprint", "ssrn", "research square")
_PREPRINT_TYPES = frozenset({"preprint", "posted-content"})
METADATA_ORDER = ("jats", "tei", "openalex", "csl", "bibtex", "ris", "pdf")
_TAKEN_BACK = re.compile(r"[\[({ ]*(?:retracted|withdrawn(?: article| paper)?(?:\s?[:.–—\])}]|\s-))", re.IGNORECASE)
"""How a title begins that says so; patients who were withdrawn begin one too."""

Body = Mapping[str, object]


def work_id(group: WorkGroup) -> str:
    """The id of a work: from its smallest blob, so it does not depend on the order in which builds came."""
    return make_id("work", group.builds[0].blob)


def active_build(group: WorkGroup) -> BuildFacts:
    """The build that passages and pages of the main text come from."""
    return min(group.main, key=_passage_rank)


def work_body(group: WorkGroup) -> Body:
    """The row of table `works`."""
    body: dict[str, object] = {name: _shown(sorted(group.main, key=metadata_order(name)), name) for name in SHOWN}
    ordered = sorted(group.main, key=metadata_order("authors"))
    listing = [facts for facts in ordered if facts.authors] or ordered[:1]
    with_authors = next((facts for facts in listing if facts.build in facts.chosen), listing[0])
    flags = {flag for facts in group.main for flag in facts.flags} | (group.marks - {"retracted"})
    if group.split:
        flags.add("split")
    if any(disagree(name, _values(group, name)) for name in IDENTIFYING):
        flags.add("metadata-conflict")
    if role_of(active_build(group).assertions).name == "supplement":
        flags.add("supplement")
    return body | {
        "authors_build": with_authors.build, "reliability": reliability(group), "flags": tuple(sorted(flags)),
    }


def part_rows(group: WorkGroup) -> dict[tuple[str, str], Body]:
    """The rows of table `work_builds`. Each part has one active build, and each supplement is a part."""
    work = work_id(group)
    active = {active_build(group).build}
    # The same supplement through two pipelines is there once.
    active |= {
        min(facts.build for facts in group.builds if facts.build in group.supplements and facts.blob == blob)
        for blob in {facts.blob for facts in group.builds if facts.build in group.supplements}
    }
    return {
        ("work_builds", make_id("part", work, facts.build)): {
            "work": work, "build": facts.build, "part": "supplement" if facts.build in group.supplements else "main",
            "active": facts.build in active, "reason": group.reasons[facts.build],
        }
        for facts in group.builds
    }


def reliability(group: WorkGroup) -> str:
    """retracted, peer-reviewed (a journal or its DOI is printed), preprint (a server's name or identifier is), or
    unknown where no source says where the work appeared."""
    titles = [facts.value("title") or "" for facts in group.main]
    types = {facts.value("type") or "" for facts in group.main}
    if "retracted" in group.marks or any(facts.value("retracted") == "true" for facts in group.main):
        return "retracted"
    taken_back = any(_TAKEN_BACK.match(title) for title in titles)
    if taken_back or "retracted" in types:
        return "retracted"
    if any(_published(facts) for facts in group.main):
        return "peer-reviewed"
    return "preprint" if any(_on_a_server(facts) for facts in group.main) else "unknown"


def _values(group: WorkGroup, name: str) -> list[str]:
    """What the builds of a work say of a field. A preprint has a DOI and a year of its own, and nobody is wrong."""
    said = group.main
    if name in OF_VERSION:
        said = tuple(facts for facts in said if _published(facts)) or said
    return [value for facts in said if (value := facts.value(name))]


def _published(facts: BuildFacts) -> bool:
    doi = doi_key(facts.value("doi") or "")
    if doi:
        return not doi.startswith(PREPRINT_PREFIXES)
    venue = (facts.value("venue") or "").lower()
    if venue:
        return not any(name in venue for name in _SERVERS)
    return facts.value("type") in ("article-journal", "journal-article", "paper-conference")


def _on_a_server(facts: BuildFacts) -> bool:
    """Whether a source says that it is a preprint."""
    said = doi_key(facts.value("doi") or "").startswith(PREPRINT_PREFIXES) or facts.value("arxiv") is not None
    venue = (facts.value("venue") or "").lower()
    return said or any(name in venue for name in _SERVERS) or facts.value("type") in _PREPRINT_TYPES


def _shown(ordered: Sequence[BuildFacts], name: str) -> str | None:
    """The assertion that a person chose, else the first that is no entry of the file's own dictionary."""
    said = [(facts, one) for facts in ordered for one in facts.assertions if one.field == name]
    chosen = (one.id for facts, one in said if one.id in facts.chosen)
    return next(chosen, None) or next((one.id for _, one in said if one.source != "info"), None)


def _passage_rank(facts: BuildFacts) -> tuple[object, ...]:
    return (
        facts.source_kind in ATTACHED_KINDS, facts.body_sentences == 0, "merged-file" in facts.flags,
        PASSAGE_ORDER.index(facts.source_kind), not _published(facts), -(year_number(facts.value("year")) or 0),
        -_version(facts), facts.blob, facts.build,
    )


def _version(facts: BuildFacts) -> int:
    version = facts.value("version") or ""
    return int(version) if version.isdecimal() else 0


def metadata_order(name: str) -> Callable[[BuildFacts], tuple[object, ...]]:
    """In which order the builds of a work are asked for a field."""
    def rank(facts: BuildFacts) -> tuple[object, ...]:
        order, published = METADATA_ORDER.index(facts.source_kind), not _published(facts)
        first = (published, order) if name in OF_VERSION else (order, published)
        return (*first, facts.blob, facts.build)

    return rank
