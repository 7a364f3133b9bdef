"""The index over a real library: bibliography entries taken in by the real pipeline, indexed by words alone."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.embedder.opening import open_embedder
from claimledger.kb.index.chunk_table import ChunkTable
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.index.ranking import Ranking
from claimledger.kb.library import Library
from claimledger.kb.locks import if_free
from claimledger.kb.retrieval import EvidenceSnapshot, search
from pyarrow.parquet import read_table

ABSTRACTS = {
    "one": ("Hearing beetles", "Larvae of the bark beetle chew audibly. Microphones detect them in logs."),
    "two": ("Yields of wheat", "Wheat yields rose with nitrogen. The soil was sandy."),
    "three": ("Silent logs", "No sound was recorded in logs without larvae."),
    "six": ("Logs", "Logs, logs and logs again, larvae and larvae."),
    "five": ("Beetles again", "Beetle larvae and more beetle larvae live in spruce logs."),
    "four": ("Another", "Moths fly by night."),
}


def words_only(root: Path) -> Library:
    Library.create(root, owner="tester").close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    return Library.open(root)


def take_in(library: Library, names: Sequence[str]) -> None:
    entries = [{"id": name, "title": ABSTRACTS[name][0], "abstract": ABSTRACTS[name][1]} for name in names]
    path = library.root.parent / f"{'-'.join(names)}.json"
    path.write_text(json.dumps(entries))
    ingest(library, [path])


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = words_only(tmp_path / "library")
    take_in(library, ["one", "two", "three"])
    return library


def test_an_update_indexes_what_is_visible_and_records_it(library: Library) -> None:
    indexed = SearchIndex(library).update()
    assert indexed is not None and (indexed.chunks, indexed.embedder) == (3, "none")
    with library.view() as view:
        assert view.rows("SELECT chunks FROM indexings") == [{"chunks": 3}]


def test_a_second_update_changes_and_appends_nothing(library: Library) -> None:
    first = SearchIndex(library).update()
    head = library.ledger.head()
    assert SearchIndex(library).update() == first
    assert library.ledger.head() == head


def test_a_deleted_index_comes_back_equal(library: Library) -> None:
    def answers() -> object:
        index = SearchIndex(library)
        index.update()
        with library.view(position) as view:
            return Ranking(index, view).rank(["larvae in logs"], 10)

    position = library.ledger.head().position
    before = answers()
    shutil.rmtree(library.root / "index")
    assert answers() == before


def test_a_later_update_adds_only_what_is_new(library: Library) -> None:
    SearchIndex(library).update()
    take_in(library, ["four"])
    with library.view() as view:
        assert SearchIndex(library).state(view).missing_builds == 1
    indexed = SearchIndex(library).update()
    assert indexed is not None and indexed.chunks == 4
    with library.view() as view:
        assert len(SearchIndex(library).statistics.batches()) == 2
        assert SearchIndex(library).state(view).complete


def test_statistics_are_those_of_the_position(library: Library) -> None:
    with library.view() as view:
        before = view.position
    take_in(library, ["five"])
    index = SearchIndex(library)
    index.update()
    with library.view(before) as view:
        assert len(index.statistics.visible(view).ids) == 3
        assert index.statistics.document_frequencies(view, ["larva", "wheat", "moth"]) == {"larva": 2, "wheat": 1}
    with library.view() as view:
        assert index.statistics.document_frequencies(view, ["larva"]) == {"larva": 3}
        # Terms without stop words, title first: one has 2 + 5 + 3, two 2 + 4 + 2, three 2 + 5, five 1 + 7.
        assert sorted(index.statistics.visible(view).lengths) == [7, 8, 8, 10]


def test_full_text_proposes_the_same_chunks_as_looking_through_all_of_them(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = SearchIndex(library)
    index.update()
    with library.view() as view:
        looked_through = Ranking(index, view).rank(["larvae in logs", "wheat", "submarines"], 10)
        monkeypatch.setattr("claimledger.kb.index.ranking.EXACT", 2)
        proposed = Ranking(index, view).rank(["larvae in logs", "wheat", "submarines"], 10)
    assert [len(hits) for hits in proposed] == [2, 1, 0]
    assert proposed == looked_through


def test_full_text_is_blind_to_what_came_after_the_position(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = library.ledger.head().position
    take_in(library, ["six"])
    index = SearchIndex(library)
    index.update()
    monkeypatch.setattr("claimledger.kb.index.ranking.CANDIDATES", 2)
    monkeypatch.setattr("claimledger.kb.index.ranking.EXACT", 2)
    with library.view(before) as view:
        assert len(Ranking(index, view).rank(["larvae in logs"], 10)[0]) == 2
        assert index.table.candidates(["wheat"], at=before, builds=["none"], hidden=["a", "b"], limit=5) == []


def test_chunks_that_a_dead_process_left_in_the_table_are_not_doubled(library: Library) -> None:
    index = SearchIndex(library)
    index.update()
    (index.place / f"text-{index.version}" / "statistics" / "manifest.json").unlink()
    again = SearchIndex(library)
    again.update()
    found = again.table.candidates(["larva"], at=10**6, builds=["x"] * 2, hidden=[], limit=10)
    assert len(found) == len(set(found)) == 2


def test_many_batches_are_merged_and_say_the_same(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimledger.kb.index.index._BUILDS_AT_ONCE", 1)
    index = SearchIndex(library)
    index.update()
    statistics = index.statistics
    assert len(statistics.batches()) == 3
    with library.view() as view:
        before = statistics.visible(view), statistics.document_frequencies(view, ["larva", "wheat"])
        monkeypatch.setattr("claimledger.kb.index.batches.TIER", 3)
        statistics.merge()
        statistics.merge()
        assert len(statistics.batches()) == 1
        after = statistics.visible(view), statistics.document_frequencies(view, ["larva", "wheat"])
    assert after[1] == before[1] == {"larva": 2, "wheat": 1}
    assert after[0].ids == before[0].ids and list(after[0].lengths) == list(before[0].lengths)


def test_files_of_merged_batches_stay_while_somebody_reads_them(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimledger.kb.index.index._BUILDS_AT_ONCE", 1)
    SearchIndex(library).update()
    reader = SearchIndex(library)
    monkeypatch.setattr("claimledger.kb.index.batches.TIER", 4)
    take_in(library, ["four"])
    SearchIndex(library).update()

    def files() -> int:
        return len(list((library.root / "index").rglob("postings-*.parquet")))

    assert (len(SearchIndex(library).statistics.batches()), files()) == (1, 5)
    with library.view() as view:
        assert reader.statistics.document_frequencies(view, ["larva", "moth"]) == {"larva": 2}
    reader.close()
    take_in(library, ["five"])
    SearchIndex(library).update()
    assert (len(SearchIndex(library).statistics.batches()), files()) == (2, 2)


def test_while_one_process_updates_another_leaves_it_to_it(library: Library) -> None:
    (library.root / "index").mkdir()
    with if_free(library.root / "index" / "index.lock") as free:
        assert free
        assert SearchIndex(library).update() is None


def test_embedding_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opening = open_embedder("minilm")
    if opening.embedder is None:
        pytest.skip(str(opening.reason))
    library = Library.create(tmp_path / "library", owner="tester")
    take_in(library, ["one", "two", "three"])
    monkeypatch.setattr("claimledger.kb.index.texts._TEXTS_AT_ONCE", 1)

    class Killed(Exception):
        pass

    def die(done: int, total: int, what: str) -> None:
        assert total == 3
        if done == 2:
            raise Killed

    with pytest.raises(Killed):
        SearchIndex(library).update(die)
    assert SearchIndex(library).state().embedded == 2
    steps: list[tuple[int, int]] = []
    indexed = SearchIndex(library).update(lambda done, total, what: steps.append((done, total)))
    assert steps == [(1, 1)]
    assert indexed is not None and (indexed.chunks, indexed.embedded) == (3, 3)


def test_an_index_of_another_version_is_replaced_and_vectors_stay(library: Library) -> None:
    index = SearchIndex(library)
    old, vectors = index.place / "text-0", index.place / "vectors-0"
    old.mkdir(parents=True)
    vectors.mkdir()
    index.update()
    assert not old.exists() and vectors.exists()


def test_a_rebuild_leaves_nothing_of_what_was_damaged(library: Library) -> None:
    index = SearchIndex(library)
    first = index.update()
    (index.place / f"text-{index.version}" / "statistics" / "postings-000001.parquet").write_bytes(b"damaged")
    assert index.rebuild() == first
    with library.view() as view:
        assert SearchIndex(library).statistics.document_frequencies(view, ["larva"]) == {"larva": 2}


def test_questions_are_answered_while_the_index_is_rebuilt_and_by_those_who_opened_it_before(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    SearchIndex(library).update()
    before = search(library, "larvae in logs", record=False)
    during: list[EvidenceSnapshot] = []
    finish = ChunkTable.index

    def ask_first(table: ChunkTable) -> None:
        during.append(search(library, "larvae in logs", record=False))
        finish(table)

    opened = SearchIndex(library)
    monkeypatch.setattr(ChunkTable, "index", ask_first)
    SearchIndex(library).rebuild()
    assert [(answer.hits, answer.warnings) for answer in during] == [(before.hits, ())]
    with library.view() as view:
        assert opened.statistics.document_frequencies(view, ["larva"]) == {"larva": 2}
    assert opened.update() is None
    SearchIndex(library).update()
    assert opened.place.exists()
    opened.close()
    SearchIndex(library).update()
    assert not opened.place.exists()
    assert search(library, "larvae in logs", record=False).hits == before.hits


def test_what_a_rebuild_left_that_died_is_not_taken_for_an_index(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = SearchIndex(library)
    first = index.update()

    class Killed(Exception):
        pass

    def die(table: ChunkTable) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(ChunkTable, "index", die)
        with pytest.raises(Killed):
            index.rebuild()
    assert SearchIndex(library).place == index.place and SearchIndex(library).update() == first
    assert [path.name for path in (library.root / "index").glob("generation-*/")] == [index.place.name]


def test_a_passage_without_a_word_of_the_question_is_chosen_by_meaning(tmp_path: Path) -> None:
    opening = open_embedder("minilm")
    if opening.embedder is None:
        pytest.skip(str(opening.reason))
    library = Library.create(tmp_path / "library", owner="tester")
    take_in(library, ["one", "two"])
    index = SearchIndex(library)
    index.update()
    with library.view() as view:
        scores = Ranking(index, view).passage_scores(
            "insects in timber", ["Norway changed its tax law.", "Beetles live under the bark.", "The year was 1987."]
        )
    assert scores.index(max(scores)) == 1


def test_full_text_is_indexed_by_the_next_process_if_one_died_before_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(Exception):
        pass

    def die(table: ChunkTable) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(ChunkTable, "index", die)
        with pytest.raises(Killed):
            SearchIndex(library).update()
    index = SearchIndex(library)
    assert (index.place / "unfinished").exists()
    index.update()
    assert not (index.place / "unfinished").exists()
    assert len(index.table.candidates(["larva"], at=10**6, builds=["x"] * 2, hidden=[], limit=10)) == 2


def test_builds_that_are_left_out_are_in_no_file_any_more_and_the_others_answer_as_before(library: Library) -> None:
    index = SearchIndex(library)
    index.update()
    with library.view() as view:
        [wheat] = [row["build"] for row in view.rows("SELECT build FROM assertions WHERE value = 'Yields of wheat'")]
        before = Ranking(index, view).rank(["larvae in logs"], 10)
    assert not index.leave_out([wheat])
    index.close()
    assert SearchIndex(library).leave_out([wheat])
    [place] = (library.root / "index").glob("generation-*/")
    [chunks], [builds] = place.rglob("chunks-*.parquet"), place.rglob("builds-*.parquet")
    assert [wheat in read_table(path)["build"].to_pylist() for path in (chunks, builds)] == [False, False]
    [postings] = place.rglob("postings-*.parquet")
    assert not {"wheat", "nitrogen"} & set(read_table(postings)["term"].to_pylist())
    now = SearchIndex(library)
    with library.view() as view:
        assert now.state(view).missing_builds == 1
        assert now.statistics.document_frequencies(view, ["larva", "wheat"]) == {"larva": 2}
        assert [hit.chunk for hit in Ranking(now, view).rank(["larvae in logs"], 10)[0]] == [h.chunk for h in before[0]]
        found = now.table.candidates(["wheat", "larva"], at=view.position, builds=["x"] * 2, hidden=[], limit=9)
    assert sorted(found) == sorted(hit.chunk for hit in before[0])


def test_leaving_out_what_is_not_there_changes_nothing(library: Library) -> None:
    index = SearchIndex(library)
    index.update()
    assert index.leave_out(["build-absent"])
    assert SearchIndex(library).place == index.place
