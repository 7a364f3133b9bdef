import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.canon import sha256
from claimledger.kb.errors import AmbiguousId, UnknownId
from claimledger.kb.events import build_rows, library_rows
from claimledger.kb.forgetting.standing import out_of_view
from claimledger.kb.formats.csl import entry_bytes
from claimledger.kb.library import Library
from claimledger.kb.lookup import look_up
from claimledger.kb.papers import list_papers, statistics
from claimledger.kb.retrieval import search
from claimledger.kb.view import View
from claimledger.snapshots.freeze import freeze


@pytest.fixture
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as opened:
        yield opened


@pytest.fixture
def view(library: Library) -> Iterator[View]:
    with library.view() as opened:
        yield opened


def one(view: View, sql: str) -> str:
    return str(view.rows(sql)[0]["id"])


@pytest.mark.parametrize("table", [*library_rows.TABLES, *build_rows.TABLES], ids=lambda table: table.name)
def test_a_row_of_every_table_is_found_by_its_id(library: Library, table: library_rows.Table, tmp_path: Path) -> None:
    if table is library_rows.NEAR_DUPLICATES:
        refs = tmp_path / "refs.json"
        refs.write_text('[{"id": "a", "title": "On dry oaks", "DOI": "10.1000/x"},'
                        ' {"id": "b", "title": "Fish of the deep sea", "DOI": "10.1000/x"}]')
        ingest(library, [refs])
    with library.view() as view:
        name = one(view, f"SELECT id FROM {table.name} LIMIT 1")
        found = look_up(library, view, name)
        assert found["id"] == name and 0 < found["position"] <= view.position
    assert found["type"] == ("work" if table.name == "works" else table.name)
    json.dumps(found)


def test_a_claim_is_shown_with_its_quote_and_where_it_comes_from(library: Library, view: View) -> None:
    claim = one(view, """SELECT c.id FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence
                         WHERE s.text LIKE 'The recall of BarkNet was 0.91%'""")
    found = look_up(library, view, claim)
    assert found["quote"] == "The recall of BarkNet was 0.91 (s.d. 0.02)." and found["page"] == 1
    provenance = found["provenance"]
    assert provenance["name"] == "brandt2019.pdf" and provenance["source_kind"] == "pdf" and provenance["active"]
    assert library.blobs.get(provenance["blob"]).startswith(b"%PDF-")


def test_a_chunk_is_shown_with_its_text(library: Library, view: View) -> None:
    chunk = one(view, "SELECT id FROM chunk_texts WHERE text LIKE '%A microphone does not tire%'")
    assert "A microphone does not tire, and feeding sounds carry" in look_up(library, view, chunk)["quote"]


def test_a_packet_is_shown_with_its_claim(library: Library, view: View) -> None:
    packet = one(view, "SELECT id FROM packets WHERE claim IS NOT NULL LIMIT 1")
    found = look_up(library, view, packet)
    assert found["of"]["id"] == found["claim"] and found["of"]["quote"]


def test_a_work_is_shown_with_builds_and_counts(library: Library, view: View) -> None:
    work = one(view, "SELECT id FROM papers WHERE doi = '10.5555/jfs.2019.0101'")
    found = look_up(library, view, work)
    assert found["authors"] == ["Ilse Brandt", "Tomas Novak"] and found["year"] == "2019"
    assert [build["name"] for build in found["builds"]] == ["brandt2019.pdf"]
    assert (found["cites_in_library"], found["cited_in_library"]) == (0, 4)
    assert {"field": "doi", "value": "10.5555/jfs.2019.0101"}.items() <= next(
        a for a in found["assertions"] if a["field"] == "doi").items()


def test_a_build_is_shown_with_what_was_hidden(library: Library, view: View) -> None:
    build = one(view, "SELECT build AS id FROM sources WHERE name = 'lindqvist2022.pdf'")
    found = look_up(library, view, build)
    assert {item["why"] for item in found["hidden_text"]} == {"white", "tiny"}
    assert found["rows"]["sentences"] > 10 and found["failures"] == []
    assert look_up(library, view, build[:14])["id"] == build


def test_an_event_is_found_by_position_and_by_id(library: Library, view: View) -> None:
    [first] = library.ledger.read(until=1)
    found = look_up(library, view, "1")
    assert found == look_up(library, view, first.event_id) == look_up(library, view, "0001")
    assert (found["kind"], found["payload"]["owner"], found["hash"]) == ("LibraryCreated", "tester", first.hash)


def test_a_blob_is_shown_with_the_sources_that_it_is(library: Library, view: View) -> None:
    [row] = view.rows("SELECT blob FROM sources WHERE name = 'marek2023.pdf'")
    found = look_up(library, view, row["blob"])
    assert found["size"] == len(library.blobs.get(row["blob"]))
    assert [source["name"] for source in found["sources"]] == ["marek2023.pdf"]


def test_snapshots_and_answers_are_found_whole_and_abbreviated(library: Library) -> None:
    manifest = freeze(library, name="a")
    answer = search(library, "false alarm rate", k=2)
    with library.view() as view:
        snapshot = manifest.frozen.snapshot
        for name in (snapshot, snapshot[:9]):
            found = look_up(library, view, name)
            assert (found["type"], found["payload"]["snapshot"]) == ("snapshot", snapshot)
        for name in (answer.evidence_snapshot, answer.evidence_snapshot[:8]):
            found = look_up(library, view, name)
            assert found["type"] == "retrieval" and "false alarm rate" in found["texts"].values()


def test_the_beginning_of_an_id_is_enough_where_it_fits_one(library: Library, view: View) -> None:
    claim = one(view, "SELECT id FROM claims ORDER BY id LIMIT 1")
    assert look_up(library, view, claim[:-4])["id"] == claim
    for prefix in ("claim-", "work-", "build-", "sentence-"):
        with pytest.raises(AmbiguousId, match="give more characters"):
            look_up(library, view, prefix)


@pytest.mark.parametrize("name", [
    "", " ", "0", "00", "-1", "²", "9" * 20, "9" * 9000, "work-zzzz", "build-zzzz", "claim-%", "cl1-zzzz", "es-zzzz",
    "audit-", "draft-x", "event-zzzz", "a" * 64, "A" * 64, "'; DROP TABLE works; --", "work", "☂", "a\x00b", "x" * 64,
])  # fmt: skip
def test_what_is_nothing_is_unknown_with_a_remedy(library: Library, view: View, name: str) -> None:
    with pytest.raises(UnknownId) as caught:
        look_up(library, view, name)
    assert caught.value.remedy


def test_what_came_later_is_unknown_at_an_older_position(library: Library, view: View) -> None:
    claim = one(view, "SELECT id FROM claims LIMIT 1")
    build = one(view, "SELECT build AS id FROM sources LIMIT 1")
    with library.view(1) as older:
        for name in (claim, build):
            with pytest.raises(UnknownId, match="at this position"):
                look_up(library, older, name)


def test_a_work_id_that_settling_replaced_leads_to_the_work_of_today(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib", owner="x") as library:
        entries = [{"id": f"v{n}", "title": "On oaks and elms", "DOI": "10.1000/oaks"} for n in range(3)]
        # A work is named after its smallest blob, so each of these takes the name from the one before.
        entries.sort(key=lambda entry: sha256(entry_bytes(entry)), reverse=True)
        seen = []
        for entry in entries:
            refs = tmp_path / "refs.json"
            refs.write_text(json.dumps([entry]))
            ingest(library, [refs])
            with library.view() as view:
                seen.append(one(view, "SELECT id FROM works"))
        assert len(set(seen)) == 3
        with library.view() as view:
            for old in (*seen, seen[0][:15]):
                found = look_up(library, view, old)
                assert found["id"] == seen[-1] and len(found["builds"]) == 3


def test_a_quarantined_build_is_shown_and_its_rows_are_not(tmp_path: Path) -> None:
    refs = tmp_path / "refs.json"
    refs.write_text('[{"id": "void", "note": "nothing here"}, {"id": "good", "title": "On oaks"}]')
    with Library.create(tmp_path / "lib", owner="x") as library:
        ingest(library, [refs])
        with library.view() as view:
            [row] = out_of_view(library, view)
            assert row["name"] == "refs.json#void" and row["reasons"]
            found = look_up(library, view, row["build"])
            assert found["quality"]["quarantined"] and found["rows"]["assertions"] == 1
            hidden = view.rows("SELECT id FROM raw_assertions WHERE build = ?", [row["build"]])[0]["id"]
            with pytest.raises(UnknownId):
                look_up(library, view, hidden)
            assert [paper["title"] for paper in list_papers(view)] == ["On oaks"]
            assert statistics(view)["quarantined_builds"] == 1 and statistics(view)["papers"] == 1
        with library.view(1) as older:
            assert out_of_view(library, older) == [] and statistics(older)["quarantined_builds"] == 0


def test_statistics_give_shares_with_their_denominators(view: View) -> None:
    found = statistics(view)
    assert (found["papers"], found["builds"], found["failed_builds"]) == (5, 5, 0)
    assert found["papers_with_doi"] == "5 of 5"
    assert found["references_in_library"] == f"7 of {found['references']}" == "7 of 7"
    assert found["hidden_passages"] == 6
    assert found["assets"] == {"figure": 1, "table": 1}
    assert sum(found["claims_by_kind"].values()) == found["claims"]
    json.dumps(found)


def test_papers_are_listed_by_year_with_authors_in_order(view: View) -> None:
    papers = list_papers(view)
    assert [paper["year"] for paper in papers] == ["2019", "2020", "2021", "2022", "2023"]
    assert papers[2]["authors"] == ["Claire Aubert", "Luc Perrin", "Nadia Benali"]
    assert all(paper["claims"] and paper["chunks"] for paper in papers)
