import json
import shutil
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.ingest.samples.manuscript import write_manuscript
from claimledger.kb.errors import UnknownId, UsageError
from claimledger.kb.events.standing import StandingChanged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest, manifests
from claimledger.kb.retrieval import search
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_snapshot
from claimledger.writer.audit import audit
from claimledger.writer.draft import draft


def library_of(root: Path, papers: list[Path]) -> Library:
    library = Library.create(root, owner=root.name)
    for paper in papers:
        ingest(library, [paper])
    return library


def test_two_libraries_fed_in_opposite_order_have_one_id(tmp_path: Path, sample_papers: Path) -> None:
    papers = sorted(sample_papers.glob("*.pdf"))
    manuscript, references = write_manuscript(tmp_path / "text")
    with library_of(tmp_path / "one", papers[:2]) as one, library_of(tmp_path / "two", papers[3::-1]) as two:
        search(one, "false alarm rate", k=3)
        draft(one, "false alarm rate of detectors", tmp_path / "draft")
        audit(one, manuscript, references, tmp_path / "audit")
        ingest(one, papers[2:4])
        assert freeze(one).frozen.snapshot == freeze(two).frozen.snapshot


def test_the_name_of_the_file_does_not_show_in_the_id(tmp_path: Path, sample_papers: Path) -> None:
    paper = sample_papers / "marek2023.pdf"
    renamed = tmp_path / "another name.pdf"
    shutil.copy(paper, renamed)
    with library_of(tmp_path / "one", [paper]) as one, library_of(tmp_path / "two", [renamed]) as two:
        assert freeze(one).frozen.snapshot == freeze(two).frozen.snapshot


def test_another_paper_gives_another_id(tmp_path: Path, sample_papers: Path) -> None:
    with library_of(tmp_path / "one", [sample_papers / "marek2023.pdf"]) as library:
        before = freeze(library).frozen.snapshot
        ingest(library, [sample_papers / "brandt2019.pdf"])
        assert freeze(library).frozen.snapshot != before


def test_freezing_twice_gives_the_same_manifest_and_no_event(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        first = freeze(library, name="a")
        head = library.ledger.head()
        assert freeze(library, name="a") == first
        assert library.ledger.head() == head
        assert len(manifests(library)) == 1


def test_leaves_taken_from_an_earlier_snapshot_give_the_root_of_a_fresh_computation(
    tmp_path: Path, sample_papers: Path
) -> None:
    with library_of(tmp_path / "one", [sample_papers / "marek2023.pdf"]) as library:
        freeze(library)
        ingest(library, [sample_papers / "brandt2019.pdf"])
        with_cache = freeze(library)
        shutil.rmtree(tmp_path / "one" / "snapshots")
        assert verify_snapshot(library, with_cache).damages == []


def test_a_snapshot_still_verifies_after_later_papers(tmp_path: Path, sample_papers: Path) -> None:
    with library_of(tmp_path / "one", [sample_papers / "marek2023.pdf"]) as library:
        old = freeze(library, name="old")
        ingest(library, [sample_papers])
        result = verify_snapshot(library, old)
        assert (result.damages, result.verdict) == ([], "self-consistent, not anchored")
        assert library.position_of("old") == old.frozen.position


def test_a_published_head_anchors_and_another_ones_does_not(sample_library: Path, tmp_path: Path) -> None:
    head = tmp_path / "head.json"
    with Library.open(sample_library) as library:
        manifest = freeze(library, publish=head)
        assert verify_snapshot(library, manifest, published=head).verdict == "anchored"
        stated = json.loads(head.read_text())
        head.write_text(json.dumps(stated | {"head_hash": "0" * 64}))
        assert verify_snapshot(library, manifest, published=head).verdict == "damaged"


def test_a_flipped_byte_in_blob_or_segment_is_found_and_named(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        manifest = freeze(library)
        blobs = [path for path in sorted((sample_library / "blobs").rglob("*")) if path.is_file()]
        blob = next(path for path in blobs if path.stat().st_size > 999)
        segment = min((sample_library / "segments").glob("claims-*.parquet"))
        for path, place in ((blob, "blob"), (segment, "segment")):
            content = path.read_bytes()
            path.chmod(0o644)
            path.write_bytes(content[:500] + bytes([content[500] ^ 1]) + content[501:])
            damages = verify_snapshot(library, manifest).damages
            assert len(damages) == 1 and damages[0].startswith(place)
            path.write_bytes(content)
        assert verify_snapshot(library, manifest).damages == []


def test_what_is_not_settled_yet_is_settled_before_it_is_frozen(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        with library.view() as view:
            build = view.rows("SELECT build FROM visible_builds ORDER BY build LIMIT 1")[0]["build"]
        withdrawn = StandingChanged(build=build, standing="withdrawn", reason="a test")
        library.append([Append(f"standing:{build}", [NewEvent(withdrawn)])])
        manifest = freeze(library)
        assert manifest.frozen.rows["works"] == 4
        assert verify_snapshot(library, manifest).damages == []


def test_names_that_would_be_mistaken_are_refused(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        before = library.ledger.head()
        for name in ("", "latest", "@5", "cl1-abc", " ", "a/../../x", "..", "-v", "a b", "a\n", "x" * 101, "e\u0301"):
            with pytest.raises(UsageError, match="cannot name a snapshot") as caught:
                freeze(library, name=name)
            assert len(str(caught.value)) < 200
        assert library.ledger.head() == before
        for name in ("x" * 100, "Zürich-2.1"):
            assert freeze(library, name=name).frozen.name == name
        with pytest.raises(UnknownId):
            find_manifest(library, "nobody")
