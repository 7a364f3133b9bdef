"""Withdraw, quarantine, release: what is out of view, from when on, and the way back."""

import json
from pathlib import Path

import pytest
from claimledger.evidence.packets import compile_packets
from claimledger.ingest.run import ingest
from claimledger.kb.errors import AmbiguousId, ReadOnlyLibrary, UnknownId, UsageError
from claimledger.kb.forgetting.standing import out_of_view, quarantine, release, withdraw
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.retrieval import search
from claimledger.snapshots.freeze import freeze

BARKNET = "Acoustic detection of bark beetles in spruce logs with a convolutional network"


def paper_of(library: Library, title: str = BARKNET) -> tuple[str, str]:
    """Work and active build of a paper."""
    with library.view() as view:
        row = next(row for row in list_papers(view) if row["title"] == title)
    return row["id"], row["build"]


def titles(library: Library, at: str | None = None) -> set[str]:
    with library.view(at) as view:
        return {row["title"] for row in list_papers(view)}


def found(library: Library, at: str | None = None) -> set[str | None]:
    return {hit.title for hit in search(library, "bark beetles in spruce logs", k=10, at=at, record=False).hits}


def test_a_withdrawn_paper_is_out_of_every_reading_and_old_snapshots_still_show_it(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        work, build = paper_of(library)
        old = freeze(library, name="before")
        report = withdraw(library, [work], "retracted by the journal")
        assert [(one.build, one.name, one.changed) for one in report.builds] == [(build, "brandt2019.pdf", True)]
        assert report.position == library.ledger.head().position
        assert BARKNET not in titles(library) and len(titles(library)) == 4
        assert BARKNET not in found(library)
        with library.view() as view:
            assert work not in {packet.source for packet in compile_packets(library, view)}
            assert view.rows("SELECT * FROM resolutions WHERE work = ?", [work]) == []
        assert BARKNET in titles(library, "before") and BARKNET in found(library, "before")
        assert freeze(library).frozen.snapshot != old.frozen.snapshot


@pytest.mark.parametrize("decide", [withdraw, quarantine])
def test_the_snapshot_id_after_a_release_is_the_one_before(sample_library: Path, decide: object) -> None:
    assert callable(decide)
    with Library.open(sample_library) as library:
        before = freeze(library).frozen.snapshot
        decide(library, [paper_of(library)[0]], "doubts")
        (gone,) = [row["build"] for row in hidden(library)]
        report = release(library, [gone], "none left")
        assert [one.note for one in report.builds] == [f"was {'withdrawn' if decide is withdraw else 'quarantined'}"]
        assert freeze(library).frozen.snapshot == before
        assert BARKNET in found(library)


def test_the_paper_without_it_settles_as_if_it_had_never_come(
    sample_library: Path, tmp_path: Path, sample_papers: Path
) -> None:
    with Library.create(tmp_path / "four", owner="x") as other:
        ingest(other, sorted(set(sample_papers.glob("*.pdf")) - {sample_papers / "brandt2019.pdf"}))
        wanted = freeze(other).frozen.snapshot
    with Library.open(sample_library) as library:
        withdraw(library, [paper_of(library)[1]], "not ours")
        assert freeze(library).frozen.snapshot == wanted


def test_deciding_again_changes_nothing_and_says_so(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        work, build = paper_of(library)
        assert "is in view already" in release(library, [work], "x").builds[0].note
        withdraw(library, [work], "first")
        head = library.ledger.head()
        again = withdraw(library, [work, build], "second")
        assert library.ledger.head() == head
        assert [(one.changed, one.note) for one in again.builds] == [(False, "is withdrawn already: first")]
        assert quarantine(library, [work], "look again").builds[0].note == "was withdrawn"
        assert quarantine(library, [work], "look again").builds[0].note == "is quarantined already: look again"


def test_a_paper_is_all_its_builds_and_a_build_is_itself(tmp_path: Path, sample_papers: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(json.dumps([{
        "id": "b", "title": BARKNET, "DOI": "10.5555/jfs.2019.0101", "abstract": "A record of the paper.",
        "author": [{"given": "Ilse", "family": "Brandt"}], "issued": {"date-parts": [[2019]]},
    }]))
    with Library.create(tmp_path / "lib", owner="x") as library:
        ingest(library, [sample_papers / "brandt2019.pdf", record])
        with library.view() as view:
            (work,) = (row["id"] for row in list_papers(view))
        assert len(withdraw(library, [work], "all").builds) == 2
        assert titles(library) == set()
        assert len(release(library, [work], "again").builds) == 2
        _, active = paper_of(library)
        assert len(withdraw(library, [active], "the file alone").builds) == 1
        assert titles(library) == {BARKNET}


def test_beginnings_of_ids_do_and_others_are_refused_before_anything_changes(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        work, build = paper_of(library)
        head = library.ledger.head()
        for names, error in ((["work-"], AmbiguousId), (["build-"], AmbiguousId), ([work, "work-none"], UnknownId),
                             ([build, "build-none"], UnknownId), (["claim-abc"], UnknownId)):
            with pytest.raises(error):
                withdraw(library, names, "x")
        with pytest.raises(UsageError):
            withdraw(library, [work], " \n ")
        assert library.ledger.head() == head
        assert withdraw(library, [work[:12]], "x").builds[0].changed
        assert release(library, [build[:12]], "x").builds[0].changed
    with Library.open(sample_library, read_only=True) as library, pytest.raises(ReadOnlyLibrary):
        withdraw(library, [work], "x")


def test_a_file_that_never_came_in_whole_cannot_be_put_anywhere(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_text("no PDF")
    with Library.create(tmp_path / "lib", owner="x") as library:
        build = ingest(library, [tmp_path / "bad.pdf"]).outcomes[0].build
        assert build
        with pytest.raises(UsageError, match=r"bad\.pdf"):
            release(library, [build], "x")


def test_what_the_gates_keep_out_comes_in_by_a_release_and_goes_again(tmp_path: Path) -> None:
    (tmp_path / "poor.json").write_text('[{"id": "b"}]')
    with Library.create(tmp_path / "lib", owner="x") as library:
        build = ingest(library, [tmp_path / "poor.json"]).outcomes[0].build
        assert build
        (row,) = hidden(library)
        assert (row["build"], row["standing"], row["who"]) == (build, "quality", None) and row["reasons"]
        assert release(library, [build], "all that is known").builds[0].note == "was quarantined"
        assert hidden(library) == []
        with library.view() as view:
            assert view.rows("SELECT build FROM active_builds") == [{"build": build}]
        withdraw(library, [build], "no use")
        (row,) = hidden(library)
        assert (row["standing"], row["reasons"], row["who"]) == ("withdrawn", ["no use"], library.actor)
        assert row["time"].endswith("Z")


def hidden(library: Library) -> list[dict[str, object]]:
    with library.view() as view:
        return out_of_view(library, view)


def test_a_list_of_what_is_out_of_view_is_as_of_its_position(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        build = paper_of(library)[1]
        at = library.ledger.head().position
        position = withdraw(library, [build], "x").position
        release(library, [build], "y")
        for asked, expected in ((at, []), (position, [build]), (None, [])):
            with library.view(asked) as view:
                assert [row["build"] for row in out_of_view(library, view)] == expected
