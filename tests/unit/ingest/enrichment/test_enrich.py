"""Runs of enrichment: what is asked, what is accepted, what is remembered, and what it makes of the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.enrichment.run import enrich
from claimledger.ingest.run import ingest
from claimledger.kb.errors import UsageError
from claimledger.kb.events.enrichment import EnrichmentAsked
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.library import Library
from claimledger.kb.papers import statistics
from claimledger.snapshots.root import compute_root

TITLE = "Hearing bark beetles in logs of old spruce trees"
Take = Callable[..., None]


@pytest.fixture
def take(tmp_path: Path) -> Take:
    """Takes papers into a library: each a title, and what else its entry says."""

    def taken(library: Library, *papers: tuple[str, dict[str, Any]]) -> None:
        path = tmp_path / "papers.json"
        path.write_text(json.dumps([
            {"id": f"p{at}", "title": title, "author": [{"family": "Brandt", "given": "Ada"}],
             "abstract": "Moths sing.", "issued": {"date-parts": [[2019]]}} | more
            for at, (title, more) in enumerate(papers)
        ]))
        ingest(library, [path])

    return taken


def outcomes(library: Library, **how: Any) -> dict[str, str]:
    return {one.title: one.outcome for one in enrich(library, **how).works}


def asked(library: Library) -> list[EnrichmentAsked]:
    payloads = (event.payload() for event in library.ledger.read(kinds=["EnrichmentAsked"]) if event.content)
    return [payload for payload in payloads if isinstance(payload, EnrichmentAsked)]


def rows(library: Library, sql: str) -> list[dict[str, Any]]:
    with library.view() as view:
        return view.rows(sql)


def snapshot(library: Library) -> str:
    with library.view() as view:
        return compute_root(view).snapshot_id


def test_a_record_joins_its_paper_and_says_more_of_it(service: Any, asking_library: Library, take: Take) -> None:
    library = asking_library
    take(library, (TITLE, {"DOI": "10.5555/a"}))
    (before,) = rows(library, "SELECT * FROM papers")
    service.add(1, TITLE, "10.5555/a", is_retracted=True)
    assert outcomes(library) == {TITLE: "found"}
    (paper,) = rows(library, "SELECT * FROM papers")
    assert (paper["id"], paper["venue"], paper["licence"], paper["reliability"]) == (
        before["id"], "Trees", "cc-by", "retracted")
    (author,) = rows(library, f"SELECT * FROM authors WHERE build = '{paper['authors_build']}'")
    assert (author["orcid"], author["rors"]) == ("0000-0002-1825-0097", ["04h08p482"])
    stated = {row["field"]: row for row in rows(library, "SELECT * FROM assertions WHERE source = 'openalex'")}
    assert (stated["openalex"]["value"], stated["retracted"]["value"], stated["pages"]["value"]) == (
        "W1", "true", "101-110")
    assert stated["title"]["licence"] == "CC0-1.0"
    parts = rows(library, "SELECT w.active, s.source_kind FROM work_builds w JOIN sources s USING (build)")
    assert sorted((row["source_kind"], row["active"]) for row in parts) == [("csl", True), ("openalex", False)]
    assert rows(library, "SELECT * FROM sentences s JOIN sources r USING (build) WHERE source_kind = 'openalex'") == []


def test_the_record_is_kept_as_retrieved_and_the_question_without_text(
    service: Any, asking_library: Library, take: Take
) -> None:
    take(asking_library, (TITLE, {}))
    service.add(1, TITLE)
    outcomes(asking_library)
    (event,) = asked(asking_library)
    assert (event.asked_by, event.identifier, event.outcome, event.attempt) == ("title", "", "found", 1)
    assert TITLE not in event.model_dump_json()
    assert event.blob and json.loads(asking_library.blobs.get(event.blob))["title"] == TITLE


def test_what_has_a_record_is_not_asked_about_again_and_changes_nothing(
    service: Any, asking_library: Library, take: Take
) -> None:
    library = asking_library
    take(library, (TITLE, {"DOI": "10.5555/a"}), ("Nobody knows this one", {}))
    service.add(1, TITLE, "10.5555/a")
    outcomes(library)
    first, number = snapshot(library), len(service.asked)
    assert outcomes(library) == {TITLE: "known", "Nobody knows this one": "asked-before"}
    assert (snapshot(library), len(service.asked)) == (first, number)
    assert outcomes(library, refresh=True) == {TITLE: "found", "Nobody knows this one": "not-found"}
    assert snapshot(library) == first and len(service.asked) > number


def test_the_same_records_give_the_same_snapshot_whatever_came_first(
    service: Any, asking_library: Library, tmp_path: Path, take: Take
) -> None:
    other = "Yields of wheat after a dry spring"
    service.add(1, TITLE, "10.5555/a", referenced_works=["https://openalex.org/W2"])
    service.add(2, other)
    take(asking_library, (TITLE, {"DOI": "10.5555/a"}), (other, {}))
    enrich(asking_library)
    with Library.create(tmp_path / "other", owner="somebody") as library:
        library.settings = library.settings.model_copy(update={"enrichment": service.settings()})
        take(library, (TITLE, {"DOI": "10.5555/a"}))
        enrich(library)
        take(library, (TITLE, {"DOI": "10.5555/a"}), (other, {}))
        assert snapshot(library) != snapshot(asking_library)
        enrich(library)
        assert snapshot(library) == snapshot(asking_library)


def test_a_doi_of_another_paper_is_not_believed_and_the_title_finds_the_right_one(
    service: Any, asking_library: Library, take: Take
) -> None:
    unknown = "Yields of wheat after a dry spring"
    take(asking_library, (TITLE, {"DOI": "10.5555/b"}), (unknown, {"DOI": "10.5555/c"}))
    service.add(1, "Counting seals on aerial photographs of sandbanks", "10.5555/b")
    service.add(2, "Learned indexes for time series in memory", "10.5555/c")
    service.add(3, TITLE)
    told = {one.title: (one.asked_by, one.outcome, one.openalex) for one in enrich(asking_library).works}
    assert told == {TITLE: ("title", "found", "W3"), unknown: ("doi", "disagrees", None)}
    found = [(one.asked_by, one.outcome, one.reason) for one in asked(asking_library) if one.asked_by == "doi"]
    assert found == [("doi", "disagrees", "same doi, other title")] * 2
    assert rows(asking_library, "SELECT * FROM assertions WHERE value IN ('W1', 'W2')") == []


def test_a_record_found_by_title_must_be_of_this_paper(service: Any, asking_library: Library, take: Take) -> None:
    titles = [f"{name} in the old forests of northern Europe" for name in ("Ants", "Bees", "Crows", "Deer")]
    take(asking_library, *((title, {}) for title in titles))
    service.add(1, f"{titles[0]}: part II")
    service.add(2, f"Correction: {titles[1]}")
    service.add(3, titles[2], publication_year=2012)
    service.add(4, titles[3], authorships=[{"author": {"display_name": "Bo Novak"}}])
    found = {one.title: (one.outcome, one.reason) for one in enrich(asking_library).works}
    assert found[titles[2]] == ("disagrees", "years differ")
    assert found[titles[3]] == ("disagrees", "first authors differ")
    assert {outcome for outcome, _ in found.values()} <= {"disagrees", "not-found"}
    assert rows(asking_library, "SELECT * FROM sources WHERE source_kind = 'openalex'") == []


def test_identifiers_of_pubmed_and_arxiv_are_asked_for(service: Any, asking_library: Library, take: Take) -> None:
    second = "Yields of wheat after a dry spring"
    take(asking_library, (TITLE, {"PMID": "29456894"}), (
        second, {"archive": "arXiv", "archive_location": "1802.00001", "author": [], "issued": None}))
    service.add(1, TITLE, ids={"pmid": "https://pubmed.ncbi.nlm.nih.gov/29456894"})
    service.add(2, second, "10.48550/arxiv.1802.00001")
    assert outcomes(asking_library) == {TITLE: "found", second: "found"}
    assert {(one.asked_by, one.identifier) for one in asked(asking_library)} == {
        ("pmid", "29456894"), ("arxiv", "1802.00001")}


def test_a_failure_is_never_remembered_as_an_unknown_paper(
    service: Any, asking_library: Library, take: Take
) -> None:
    take(asking_library, (TITLE, {"DOI": "10.5555/a"}))
    service.add(1, TITLE, "10.5555/a")
    service.refuse(503)
    report = enrich(asking_library)
    assert [(one.outcome, one.reason) for one in report.works] == [("failed", "status 503")] and not report.is_whole
    assert [one.outcome for one in asked(asking_library)] == ["failed"]
    assert outcomes(asking_library) == {TITLE: "found"}
    assert [(one.outcome, one.attempt) for one in asked(asking_library)] == [("failed", 1), ("found", 2)]


def test_what_was_not_found_is_asked_again_after_the_days_of_the_settings(
    service: Any, asking_library: Library, take: Take
) -> None:
    library = asking_library
    take(library, (TITLE, {"DOI": "10.5555/a"}))
    assert outcomes(library) == {TITLE: "not-found"}
    service.add(1, TITLE, "10.5555/a")
    assert outcomes(library) == {TITLE: "asked-before"}
    library.settings = library.settings.model_copy(update={"enrichment": service.settings(retry_days=0)})
    assert outcomes(library) == {TITLE: "found"}


def test_who_does_not_answer_is_left_alone_and_the_rest_is_for_a_later_run(
    service: Any, asking_library: Library, take: Take
) -> None:
    titles = [f"{name} of the northern forests" for name in ("Ants", "Bees", "Crows", "Deer", "Elk")]
    take(asking_library, *((title, {}) for title in titles))
    for number, title in enumerate(titles, 1):
        service.add(number, title)
    service.refuse(500, times=3)
    report = enrich(asking_library)
    assert report.counts() == {"failed": 3, "left": 2} and "3 questions in a row" in (report.stopped or "")
    assert len(service.asked) == len(asked(asking_library)) == 3
    assert set(outcomes(asking_library).values()) == {"found"}


def test_no_more_papers_are_asked_about_than_the_limit(service: Any, asking_library: Library, take: Take) -> None:
    take(asking_library, ("Ants of the northern forests", {}), ("Bees of the northern forests", {}))
    assert enrich(asking_library, limit=1).counts() == {"not-found": 1, "left": 1}
    (one,) = [work.work for work in enrich(asking_library, offline=True).works if work.outcome == "left"]
    assert enrich(asking_library, [one]).counts() == {"not-found": 1}


def test_offline_and_without_a_service_nobody_is_asked(service: Any, asking_library: Library, take: Take) -> None:
    library = asking_library
    take(library, (TITLE, {}))
    assert outcomes(library, offline=True) == {TITLE: "left"}
    library.settings = library.settings.model_copy(update={"enrichment": service.settings(provider="none")})
    with pytest.raises(UsageError):
        enrich(library)
    assert service.asked == [] and asked(library) == []


def test_a_newer_record_takes_the_place_of_the_older_one(
    service: Any, asking_library: Library, tmp_path: Path, take: Take
) -> None:
    library = asking_library
    take(library, (TITLE, {"DOI": "10.5555/a"}))
    record = service.add(1, TITLE, "10.5555/a")
    enrich(library)
    older = snapshot(library)
    record["is_retracted"] = True
    enrich(library, refresh=True)
    (paper,) = rows(library, "SELECT * FROM papers")
    assert paper["reliability"] == "retracted"
    assert len(rows(library, "SELECT * FROM visible_builds")) == 2
    with Library.create(tmp_path / "other", owner="somebody") as other:
        other.settings = library.settings
        take(other, (TITLE, {"DOI": "10.5555/a"}))
        enrich(other)
        assert snapshot(other) == snapshot(library) != older
    record["is_retracted"] = False
    enrich(library, refresh=True)
    assert snapshot(library) == older


def test_cited_works_lead_from_paper_to_paper(service: Any, asking_library: Library, take: Take) -> None:
    second = "Yields of wheat after a dry spring"
    take(asking_library, (TITLE, {"DOI": "10.5555/a"}), (second, {}))
    service.add(1, TITLE, "10.5555/a", referenced_works=["https://openalex.org/W2", "https://openalex.org/W3"])
    service.add(2, second)
    enrich(asking_library)
    found = rows(asking_library, """
        SELECT p.title, r.method FROM resolutions r JOIN papers p ON p.id = r.work
        JOIN reference_entries e ON e.id = r.reference
    """)
    assert found == [{"title": second, "method": "openalex"}]
    with asking_library.view() as view:
        assert statistics(view)["references_in_library"] == "0 of 0"


def test_a_record_whose_paper_went_makes_no_work(service: Any, asking_library: Library, take: Take) -> None:
    from claimledger.kb.forgetting.standing import withdraw
    from claimledger.kb.settle.run import difference_from_scratch

    take(asking_library, (TITLE, {"DOI": "10.5555/a"}), ("Ants of the northern forests", {}))
    service.add(1, TITLE, "10.5555/a", referenced_works=["https://openalex.org/W3"])
    enrich(asking_library)
    (row,) = rows(asking_library, "SELECT build FROM sources WHERE name LIKE '%#p0'")
    withdraw(asking_library, [row["build"]], "not ours")
    assert [one["title"] for one in rows(asking_library, "SELECT * FROM papers")] == ["Ants of the northern forests"]
    with asking_library.view() as view:
        assert len(difference_from_scratch(view)) == 0


def test_a_purge_takes_the_record_and_the_question_along(service: Any, asking_library: Library, take: Take) -> None:
    take(asking_library, (TITLE, {"DOI": "10.5555/a"}))
    service.add(1, TITLE, "10.5555/a")
    enrich(asking_library)
    (paper,) = rows(asking_library, "SELECT id FROM papers")
    blobs = [row["blob"] for row in rows(asking_library, "SELECT blob FROM sources")]
    purge(asking_library, [paper["id"]], "asked to")
    assert asked(asking_library) == [] and not any(asking_library.blobs.has(blob) for blob in blobs)
    assert enrich(asking_library).works == []
