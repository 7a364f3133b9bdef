"""Library rows of works: their parts, the active build, and which assertions are shown.

Passages and pages come from the active build: full text over abstract, then PDF, JATS, TEI, records; the publisher's
version over a preprint, the later printed year, the smallest blob; never from the record of a service. Metadata come
from JATS, TEI, OpenAlex, records, then PDF.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..canon import make_id
from .attached import ATTACHED_KINDS
from .facts import BuildFacts
from .identity import PREPRINT_PREFIXES, WorkGroup
from .names import doi_key

SHOWN = ("title", "year", "venue", "doi", "arxiv", "pmid", "licence", "type")
READ = (*SHOWN, "openalex", "retracted")
"""Fields of assertions that settling looks at."""
PASSAGE_ORDER = ("pdf", "jats", "tei", "csl", "bibtex", "ris", "openalex")
METADATA_ORDER = ("jats", "tei", "openalex", "csl", "bibtex", "ris", "pdf")

Body = Mapping[str, object]


def work_id(group: WorkGroup) -> str:
    """The id of a work: from its smallest blob, so it does not depend on the order in which builds came."""
    return make_id("work", group.builds[0].blob)


def active_build(group: WorkGroup) -> BuildFacts:
    """The build that passages and pages come from."""
    return min(group.builds, key=_passage_rank)


def work_body(group: WorkGroup) -> Body:
    """The row of table `works`."""
    ordered = sorted(group.builds, key=_metadata_rank)
    body: dict[str, object] = {name: _shown(ordered, name) for name in SHOWN}
    with_authors = next((facts for facts in ordered if facts.authors), ordered[0])
    flags = {flag for facts in group.builds for flag in facts.flags}
    if group.split:
        flags.add("split")
    if _conflicts(ordered):
        flags.add("metadata-conflict")
    return body | {
        "authors_build": with_authors.build, "reliability": reliability(group), "flags": tuple(sorted(flags)),
    }


def part_rows(group: WorkGroup) -> dict[tuple[str, str], Body]:
    """The rows of table `work_builds`."""
    work, active = work_id(group), active_build(group).build
    return {
        ("work_builds", make_id("part", work, facts.build)): {
            "work": work, "build": facts.build, "part": "main", "active": facts.build == active,
            "reason": group.reasons[facts.build],
        }
        for facts in group.builds
    }


def reliability(group: WorkGroup) -> str:
    """retracted, peer-reviewed (a journal or its DOI is printed) or preprint."""
    titles = [facts.value("title") or "" for facts in group.builds]
    types = {facts.value("type") or "" for facts in group.builds}
    if any(facts.value("retracted") == "true" for facts in group.builds):
        return "retracted"
    if any(title.lower().lstrip("[( ").startswith("retracted") for title in titles) or "retracted" in types:
        return "retracted"
    return "peer-reviewed" if any(_published(facts) for facts in group.builds) else "preprint"


def _published(facts: BuildFacts) -> bool:
    doi = doi_key(facts.value("doi") or "")
    if doi:
        return not doi.startswith(PREPRINT_PREFIXES)
    venue = (facts.value("venue") or "").lower()
    if venue:
        return not any(name in venue for name in ("arxiv", "biorxiv", "medrxiv", "preprint"))
    return facts.value("type") in ("article-journal", "journal-article", "paper-conference")


def _shown(ordered: Sequence[BuildFacts], name: str) -> str | None:
    for facts in ordered:
        for assertion in facts.assertions:
            if assertion.field == name and assertion.source != "info":
                return assertion.id
    return None


def _conflicts(ordered: Sequence[BuildFacts]) -> bool:
    years = {facts.value("year") for facts in ordered} - {None}
    dois = {doi_key(value) for facts in ordered if (value := facts.value("doi"))}
    return len(years) > 1 or len(dois) > 1


def _passage_rank(facts: BuildFacts) -> tuple[object, ...]:
    year = facts.value("year")
    return (
        facts.source_kind in ATTACHED_KINDS, facts.body_sentences == 0, PASSAGE_ORDER.index(facts.source_kind),
        not _published(facts), -int(year) if year and year.isdigit() else 0, facts.blob, facts.build,
    )


def _metadata_rank(facts: BuildFacts) -> tuple[object, ...]:
    return (METADATA_ORDER.index(facts.source_kind), not _published(facts), facts.blob, facts.build)
