"""Answers of a library of the sample papers: quotes, places, sources, recording, runs."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.errors import DamageFound, UnknownId, UsageError
from claimledger.kb.events.activity import Retrieved
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search, search_many
from claimledger.kb.retrieval.trec import Question, run_lines
from claimledger.kb.verify import damaged_index


def write_questions(path: Path, *lines: object) -> Path:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def answers_in(library: Library) -> list[Retrieved]:
    payloads = [event.payload() for event in library.ledger.read(kinds=["Retrieved"])]
    return [payload for payload in payloads if isinstance(payload, Retrieved)]


def test_a_quote_is_a_sentence_of_its_chunk_and_stands_at_its_offsets(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        answer = search(library, "false alarm rate of BarkNet", k=5)
        with library.view() as view:
            texts = {row["id"]: row["text"] for row in view.rows("SELECT id, text FROM chunk_texts")}
            sentences = {row["text"] for row in view.rows("SELECT text FROM sentences")}
    assert answer.hits
    for hit in answer.hits:
        assert hit.offsets is not None and hit.quote in sentences
        assert texts[hit.chunk][hit.offsets[0] : hit.offsets[1]] == hit.quote


def test_the_quote_of_the_first_hit_holds_the_words_of_the_question(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        first = search(library, "false alarm rate of BarkNet", k=1).hits[0]
    assert first.quote is not None and "false alarm" in first.quote.lower()


def test_a_hit_of_a_pdf_has_a_page_and_boxes_on_it(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        hit = search(library, "bark beetle larvae", k=1).hits[0]
    assert hit.page is not None and hit.page >= 1
    assert hit.bbox
    for x0, y0, x1, y1 in hit.bbox:
        assert 0 <= x0 < x1 <= 61200 and 0 <= y0 < y1 <= 84200
    assert hit.source.id.endswith(".pdf") and len(hit.source.blob) == 64


def test_a_record_without_an_abstract_is_found_by_its_title(
    sample_library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refs = tmp_path / "refs.json"
    refs.write_text('[{"id": "z1", "title": "Gravity waves over fjords"}, {"id": "z2", "author": [{"family": "Ek"}]}]')
    with Library.open(sample_library) as library:
        ingest(library, [refs])
        answer = search(library, "gravity waves over a fjord", k=1)
        [hit] = answer.hits
        assert hit.title == "Gravity waves over fjords" and hit.source.id == "z1" and hit.chunk == hit.build
        assert (hit.quote, hit.offsets, hit.page, hit.section) == (None, None, None, None)
        assert not answer.warnings
        [line] = run_lines([Question("q", "?")], [answer], {})
        assert line.startswith("q Q0 z1 1 ")
    assert run(["-L", str(sample_library), "search", "gravity waves over a fjord", "-k", "1"]) == 0
    assert "Gravity waves over fjords" in capsys.readouterr().out


def test_works_count_once_and_ranks_follow_scores(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        hits = search(library, "bark beetle detectors", k=10).hits
    assert len({hit.paper for hit in hits}) == len(hits) == 5
    assert [hit.rank for hit in hits] == [1, 2, 3, 4, 5]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_an_answer_is_recorded_with_ids_and_scores_and_the_question_as_a_blob(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        answer = search(library, "bark beetle larvae", k=2, use="a test", caller="tester")
        recorded = answers_in(library)[-1]
        assert library.blobs.get(recorded.query_blob) == b"bark beetle larvae"
    assert answer.recorded and recorded.evidence_snapshot == answer.evidence_snapshot
    assert [hit.chunk for hit in recorded.hits] == [hit.chunk for hit in answer.hits]
    assert (recorded.use, recorded.caller, recorded.position) == ("a test", "tester", answer.position)
    assert float(recorded.hits[0].score) == answer.hits[0].score


def test_the_same_question_is_recorded_once_a_run_of_the_program_and_again_in_the_next(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        at = library.ledger.head().position
        first = search(library, "larvae", at=at)
        assert search(library, "larvae", at=at).evidence_snapshot == first.evidence_snapshot
        assert len(answers_in(library)) == 1
    with Library.open(sample_library) as library:
        again = search(library, "larvae", at=at)
        assert len(answers_in(library)) == 2
    assert again.evidence_snapshot != first.evidence_snapshot
    assert again.hits == first.hits


def test_an_answer_that_is_not_to_be_recorded_leaves_the_ledger_alone(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        head = library.ledger.head()
        assert not search(library, "larvae", record=False).recorded
        assert library.ledger.head() == head


def test_many_questions_get_the_answers_that_each_gets_alone(sample_library: Path) -> None:
    questions = ["false alarm rate", "temperature of the log", "false alarm rate"]
    with Library.open(sample_library) as library:
        at = library.ledger.head().position
        many = search_many(library, questions, k=3, at=at)
        alone = [search(library, question, k=3, at=at, record=False) for question in questions]
        assert len(answers_in(library)) == 2
    assert [answer.hits for answer in many] == [answer.hits for answer in alone]


def test_a_library_that_cannot_be_written_answers_warns_and_records_nothing(sample_library: Path) -> None:
    with Library.open(sample_library, read_only=True) as library:
        head = library.ledger.head()
        answer = search(library, "larvae", k=3)
        assert library.ledger.head() == head
    assert len(answer.hits) == 3 and not answer.recorded
    assert answer.warnings == ("the library cannot be written: the answer is not recorded",)


def test_without_an_index_a_library_that_cannot_be_written_says_what_it_cannot_find(
    tmp_path: Path, sample_papers: Path
) -> None:
    with Library.create(tmp_path / "library", owner="tester") as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
    with Library.open(tmp_path / "library", read_only=True) as library:
        answer = search(library, "larvae", record=False)
    assert answer.hits == ()
    assert answer.warnings == ("the library cannot be written, and 1 source is not indexed and cannot be found",)


def test_an_index_that_is_behind_is_caught_up_before_the_search(tmp_path: Path, sample_papers: Path) -> None:
    with Library.create(tmp_path / "library", owner="tester") as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        assert search(library, "larvae").hits


def test_a_library_without_papers_finds_nothing(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library", owner="tester") as library:
        assert search(library, "larvae").hits == ()


@pytest.mark.parametrize(
    ("query", "more"), [("", {}), ("  \n", {}), ("larvae", {"route": "scenic"}), ("larvae", {"k": 0})]
)
def test_wrong_questions_are_refused(sample_library: Path, query: str, more: dict[str, object]) -> None:
    with Library.open(sample_library) as library, pytest.raises(UsageError):
        search(library, query, **more)  # type: ignore[arg-type]


def test_an_unknown_snapshot_is_refused(sample_library: Path) -> None:
    with Library.open(sample_library) as library, pytest.raises(UnknownId):
        search(library, "larvae", at="no such snapshot")


ODD = ("; DROP TABLE events --", "'\"\\ ( ) [a:b] *~^", "the of and", "\udcff larvae", "高血压")


@pytest.mark.parametrize("query", ODD)
def test_any_text_is_a_question(sample_library: Path, query: str) -> None:
    with Library.open(sample_library) as library:
        search(library, query, k=2)


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_json_has_the_shape_of_the_contract(sample_library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "-L", str(sample_library), "search", "bark beetle", "-k", "2", "--json")
    answer = json.loads(out)
    assert code == 0
    assert set(answer) >= {
        "evidence_snapshot", "library", "snapshot", "position", "query", "rewritten", "route", "versions", "parameters",
        "caller", "time", "use", "selected", "ignored", "hits", "fields", "claims", "assets", "relations",
    }
    assert set(answer["versions"]) == {"schema", "pipeline", "embedder", "index"}
    hit = answer["hits"][0]
    assert set(hit) >= {
        "rank", "score", "scores", "paper", "title", "year", "chunk", "section", "page", "bbox", "quote", "offsets",
        "build", "library", "source",
    }
    assert set(hit["scores"]) == {"fts", "bm25", "dense"}
    assert set(hit["source"]) == {"id", "blob", "doi", "licence", "labels"}


def test_people_see_title_page_quote_and_file(sample_library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "-L", str(sample_library), "search", "false alarm rate of BarkNet", "-k", "1")
    assert code == 0
    assert "1. " in out and "p. " in out and ".pdf" in out and "recorded as es-" in out


def test_a_run_names_every_source_of_a_work(
    tmp_path: Path, sample_papers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = {"title": "Hearing beetles in logs", "DOI": "10.5555/same"}
    records = [{"id": name, "abstract": f"{name} larvae chew.", **same} for name in ("first", "second")]
    (tmp_path / "records.json").write_text(json.dumps(records))
    questions = write_questions(tmp_path / "q.jsonl", {"id": "q1", "text": "larvae"}, "", {"id": 2, "text": "chewing"})
    out = tmp_path / "out.trec"
    with Library.create(tmp_path / "library", owner="tester") as library:
        ingest(library, [tmp_path / "records.json"])
    code, _, _ = ask(capsys, "-L", str(tmp_path / "library"), "search", "--queries", str(questions), "--run", str(out))
    lines = [line.split(" ") for line in out.read_text().splitlines()]
    assert code == 0
    assert [(line[0], line[1], line[3], line[5]) for line in lines] == [
        ("q1", "Q0", "1", "claimledger-profile"), ("q1", "Q0", "2", "claimledger-profile"),
        ("2", "Q0", "1", "claimledger-profile"), ("2", "Q0", "2", "claimledger-profile"),
    ]
    assert {line[2] for line in lines[:2]} == {line[2] for line in lines[2:]} == {"first", "second"}


def test_a_source_id_with_white_space_is_refused_by_name_and_nothing_is_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [{"id": "two words", "title": "Hearing beetles", "abstract": "Larvae chew."}]
    (tmp_path / "records.json").write_text(json.dumps(records))
    questions = write_questions(tmp_path / "q.jsonl", {"id": "q1", "text": "larvae"})
    out = tmp_path / "out.trec"
    with Library.create(tmp_path / "library", owner="tester") as library:
        ingest(library, [tmp_path / "records.json"])
    here = ["-L", str(tmp_path / "library"), "search"]
    code, _, err = ask(capsys, *here, "--queries", str(questions), "--run", str(out))
    assert code == 2 and "'two words'" in err and not out.exists()
    with Library.open(tmp_path / "library") as library:
        assert answers_in(library) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['{"id": "a", "text": "x"}', "{broken"], "line 2 is not JSON"),
        (['["a", "x"]'], "line 1 has no id"),
        (['{"text": "x"}'], "line 1 has no id"),
        (['{"id": "a"}'], "line 1 has no text"),
        (['{"id": "a", "text": " "}'], "line 1 has no text"),
        (['{"id": "a b", "text": "x"}'], "line 1: id 'a b' has white space"),
        (['{"id": "a", "text": "x"}', '{"id": "a", "text": "y"}'], "line 2: id 'a' was used before"),
        ([""], "holds no question"),
    ],
)
def test_a_bad_file_of_questions_is_one_error_with_its_line(
    tmp_path: Path, sample_library: Path, capsys: pytest.CaptureFixture[str], lines: Sequence[str], said: str
) -> None:
    questions = write_questions(tmp_path / "q.jsonl", *lines)
    code, out, err = ask(
        capsys, "-L", str(sample_library), "search", "--queries", str(questions), "--run", str(tmp_path / "out.trec")
    )
    assert code == 2 and out == "" and said in err and err.count("\n") == 1


def test_a_question_and_a_file_of_questions_exclude_each_other(
    sample_library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ["-L", str(sample_library), "search"]
    assert ask(capsys, *here)[0] == 2
    assert ask(capsys, *here, "larvae", "--queries", "q", "--run", "r")[0] == 2
    assert ask(capsys, *here, "--queries", "q")[0] == 2
    assert ask(capsys, *here, "larvae", "--run", "r")[0] == 2


@pytest.mark.parametrize("damaged", ["chunks-*.parquet", "builds-*.parquet", "postings-*.parquet"])
def test_a_damaged_index_is_never_answered_from(sample_library: Path, damaged: str) -> None:
    with Library.open(sample_library) as library:
        whole = search(library, "larvae", record=False)
    [path] = (sample_library / "index").rglob(damaged)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x41
    path.write_bytes(content)
    with Library.open(sample_library, read_only=True) as library:
        with pytest.raises(DamageFound, match=rf"search index is damaged: .*{path.name} .*; run: claimledger doctor"):
            search(library, "larvae")
        assert [path.name in said for said in damaged_index(library)] == [True]
    with Library.open(sample_library) as library:
        mended = search(library, "larvae", record=False)
        assert mended.hits == whole.hits
        assert [path.name in warning for warning in mended.warnings] == [True]
        assert search(library, "larvae", record=False).warnings == whole.warnings
        assert damaged_index(library) == []
