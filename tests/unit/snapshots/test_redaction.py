"""Snapshots from before a purge: they verify as redacted, with the leaves that the purge kept."""

from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import UnknownId
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.forgetting.standing import release, withdraw
from claimledger.kb.library import Library
from claimledger.kb.manifests import Manifest, find_manifest, write_manifests
from claimledger.kb.redactions import Redactions
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.prove import prove
from claimledger.snapshots.verify import Verification, verify_library, verify_snapshot


def builds_of(library: Library, name: str) -> list[str]:
    with library.view() as view:
        return [row["build"] for row in view.rows("SELECT build FROM sources WHERE name = ?", [name])]


def row_ids(library: Library, build: str) -> dict[str, str]:
    with library.view() as view:
        ids = {table: view.rows(f"SELECT id FROM {table} WHERE build = ? ORDER BY id", [build])
               for table in ("claims", "work_builds")}
    return {table: rows[0]["id"] for table, rows in ids.items()}


def verified(library: Library, name: str) -> Verification:
    return verify_snapshot(library, find_manifest(library, name))


@pytest.fixture
def library(sample_library: Path) -> Library:
    with Library.open(sample_library) as library:
        yield library


def test_a_snapshot_from_before_a_purge_is_redacted_and_names_the_purge(library: Library) -> None:
    old = freeze(library, name="old")
    [build] = builds_of(library, "marek2023.pdf")
    report = purge(library, [build], "asked for by the author")
    result = verified(library, "old")
    assert (result.verdict, result.damages) == ("redacted", [])
    assert [(one.build, one.event, one.reason) for one in result.redactions] == [
        (build, report.event, "asked for by the author")
    ]
    [listed] = find_manifest(library, "old").to_json()["redactions"]
    assert (listed["build"], listed["event"], len(listed["leaf"])) == (build, report.event, 64)
    assert old.to_json()["redactions"] == []
    assert verify_library(library).damages == []


def test_a_state_after_the_purge_is_what_a_library_without_the_paper_freezes(
    library: Library, tmp_path: Path, sample_papers: Path
) -> None:
    freeze(library, name="old")
    purge(library, builds_of(library, "marek2023.pdf"), "asked for")
    others = [paper for paper in sorted(sample_papers.glob("*.pdf")) if paper.name != "marek2023.pdf"]
    with Library.create(tmp_path / "other", owner="other") as other:
        ingest(other, others)
        expected = freeze(other).frozen.snapshot
    new = freeze(library, name="new")
    assert new.frozen.snapshot == expected
    assert verified(library, "new").verdict == "self-consistent, not anchored"


def test_only_the_states_that_showed_a_build_are_redacted(library: Library) -> None:
    [build] = builds_of(library, "marek2023.pdf")
    freeze(library, name="in-view")
    withdraw(library, [build], "doubts")
    freeze(library, name="withdrawn")
    release(library, [build], "the doubts are gone")
    freeze(library, name="back")
    purge(library, [build], "asked for")
    assert {name: verified(library, name).verdict for name in ("in-view", "withdrawn", "back")} == {
        "in-view": "redacted", "withdrawn": "self-consistent, not anchored", "back": "redacted",
    }


def test_two_purges_redact_one_snapshot(library: Library) -> None:
    freeze(library, name="old")
    events = [
        purge(library, builds_of(library, name), f"asked for, {number}").event
        for number, name in enumerate(("marek2023.pdf", "brandt2019.pdf"))
    ]
    result = verified(library, "old")
    assert (result.verdict, result.damages) == ("redacted", [])
    assert {one.event for one in result.redactions} == set(events)


def test_a_leaf_that_is_not_the_purged_one_s_is_damage(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    freeze(library, name="old")
    purge(library, builds_of(library, "marek2023.pdf"), "asked for")
    true = Redactions.at

    def forged(self: Redactions, position: int, *, known: int | None = None) -> object:
        return tuple(type(one)(one.build, "00" * 32, one.pipeline, one.event, one.position, one.reason)
                     for one in true(self, position, known=known))

    monkeypatch.setattr(Redactions, "at", forged)
    assert any(damage.startswith("root:") for damage in verified(library, "old").damages)


def test_purged_rows_cannot_be_proved_and_others_of_the_redacted_state_can(library: Library) -> None:
    manifest = freeze(library, name="old")
    [build], [kept] = builds_of(library, "marek2023.pdf"), builds_of(library, "brandt2019.pdf")
    gone, there = row_ids(library, build), row_ids(library, kept)
    event = purge(library, [build], "asked for").event
    manifest = find_manifest(library, "old")
    for name in gone.values():
        with pytest.raises(UnknownId, match=f"was purged by {event}"):
            prove(library, manifest, name)
    for name in there.values():
        assert prove(library, manifest, name)["row"]["id"] == name


def test_manifests_written_before_and_after_a_purge_are_both_what_the_ledger_records(library: Library) -> None:
    manifest: Manifest = freeze(library, name="old")
    file = library.root / "snapshots" / manifest.file_name
    before = file.read_bytes()
    purge(library, builds_of(library, "marek2023.pdf"), "asked for")
    assert verify_library(library).damages == []
    write_manifests(library)
    assert file.read_bytes() != before
    assert verify_library(library).damages == []
    file.write_bytes(file.read_bytes().replace(b"asked for", b"asked fox"))
    [damage] = verify_library(library).damages
    assert file.name in damage
