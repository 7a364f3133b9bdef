import shutil
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import FoldFailed
from claimledger.kb.events.document import Document, ParserStamp, Section, Sentence
from claimledger.kb.events.fold import TABLES, fold
from claimledger.kb.ledger.port import Append, NewEvent, StoredEvent
from claimledger.kb.library import Library
from claimledger.kb.projection import Projection


def test_rebuild_brings_back_the_same_digests(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        before = library.projection.digests()
        shutil.rmtree(sample_library / "segments")
        library.projection.rebuild()
        assert library.projection.digests() == before
        assert before["sentences"] != before["claims"]


def test_many_small_segments_say_what_one_says(
    tmp_path: Path, sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(sample_library) as library:
        whole = library.projection.digests()
        monkeypatch.setattr("claimledger.kb.segments.folding._RANGE", 1)
        small = Projection(tmp_path / "small", library.ledger)
        assert len(small.flush(merge=False).segments) == 32
        assert small.digests() == whole


def test_a_reader_sees_events_that_no_segment_holds_yet(sample_library: Path) -> None:
    with Library.open(sample_library, read_only=True) as library:
        in_memory = Projection(sample_library / "nowhere", library.ledger, read_only=True)
        assert in_memory.digests() == library.projection.digests()
        assert not (sample_library / "nowhere").exists()


def test_rows_of_a_build_that_is_not_sealed_are_not_visible(sample_library: Path) -> None:
    document = Document(
        parser=ParserStamp(name="p", version="1"), sections=(Section(level=1),),
        sentences=(Sentence(text="Nobody sees this.", section=0, paragraph=0),),
    )
    with Library.open(sample_library) as library:
        library.append([Append("build:build-open", [NewEvent(document, key="parsed")])])
        with library.view() as view:
            assert view.rows("SELECT text FROM sentences WHERE build = 'build-open'") == []
            assert len(view.rows("SELECT text FROM raw_sentences WHERE build = 'build-open'")) == 1


def test_a_view_of_an_older_position_shows_what_was_there_then(tmp_path: Path, sample_papers: Path) -> None:
    names = "SELECT title FROM papers ORDER BY title"
    with Library.create(tmp_path / "lib", owner="x") as library:
        ingest(library, [sample_papers / "brandt2019.pdf"])
        position = library.ledger.head().position
        with library.view() as view:
            before = view.rows(names)
            support = view.rows("SELECT * FROM packets ORDER BY id")
        ingest(library, [sample_papers])
        with library.view(position) as view:
            assert view.rows(names) == before
            assert view.rows("SELECT * FROM packets ORDER BY id") == support
        with library.view() as view:
            assert len(view.rows(names)) == 5
            assert view.rows("SELECT * FROM packets WHERE strength = 'replicated'") != []


def test_an_event_that_a_fold_cannot_apply_stops_with_its_position(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        events = list(library.ledger.read(until=3))
        fields = {name: getattr(events[2], name) for name in StoredEvent.__annotations__}
        broken = [*events[:2], StoredEvent(**fields | {"content": b'{"nonsense":1}'})]
        with pytest.raises(FoldFailed, match="event 3"):
            list(fold(broken))


def test_every_column_says_what_it_means() -> None:
    assert all(column.meaning and table.meaning for table in TABLES for column in table.columns)


def test_a_long_tail_is_folded_once_for_all_readers(
    tmp_path: Path, sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(sample_library) as library:
        fresh = Projection(tmp_path / "fresh", library.ledger)
        fresh.view().close()
        assert fresh.manifest().through == 0
        monkeypatch.setattr("claimledger.kb.projection.LONG_TAIL", 10)
        fresh.view().close()
        assert fresh.manifest().through == library.ledger.head().position


def test_segments_from_before_a_column_came_are_made_anew(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(sample_library) as library:
        with monkeypatch.context() as older:
            older.setattr("claimledger.kb.segments.manifest.TABLES_DIGEST", "of older tables")
            old = library.projection.rebuild()
            assert library.projection.manifest() == old
        assert library.projection.manifest().through == 0
        assert library.projection.damages() == []
        with library.view() as view:
            assert view.rows("SELECT count(*) AS n FROM papers") == [{"n": 5}]
        assert library.projection.flush().through == old.through
        assert library.projection.sweep()
