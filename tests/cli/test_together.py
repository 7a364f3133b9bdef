"""Several libraries in one command: how hits are compared, what each records, and who may not be mixed."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.events.activity import Retrieved
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search, search_together

ABSTRACTS = {
    "one": ("Hearing beetles", "Larvae of the bark beetle chew audibly. Microphones detect them in logs."),
    "two": ("Yields of wheat", "Wheat yields rose with nitrogen. The soil was sandy."),
    "three": ("Silent logs", "No sound was recorded in logs without larvae."),
    "four": ("Another", "Moths fly by night over the logs."),
    "five": ("Beetles again", "Beetle larvae and more beetle larvae live in spruce logs."),
    "six": ("Frost", "Frost kills larvae in winter. Beetles survive deep in the bark."),
}
QUESTIONS = ("larvae in logs", "beetle", "wheat and frost", "moths")


def library(root: Path, names: Sequence[str], *, private: bool = False) -> Path:
    """A library of some of the abstracts, searched by words alone."""
    Library.create(root, owner="tester", private=private).close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    entries = [{"id": name, "title": ABSTRACTS[name][0], "abstract": ABSTRACTS[name][1]} for name in names]
    source = root.parent / f"{root.name}.json"
    source.write_text(json.dumps(entries))
    with Library.open(root) as opened:
        ingest(opened, [source])
    return root


@pytest.fixture(scope="module")
def _pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pair")
    library(folder / "a", ["one", "two", "six"])
    library(folder / "b", ["three", "four", "five"])
    return folder


@pytest.fixture
def pair(_pair: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two libraries of three papers each."""
    for name in ("a", "b"):
        shutil.copytree(_pair / name, tmp_path / name)
    return tmp_path / "a", tmp_path / "b"


Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def asked(folders: Sequence[Path], *command: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run([part for folder in folders for part in ("-L", str(folder))] + list(command))
        out, error = capsys.readouterr()
        assert "Traceback" not in out + error
        return code, out, error

    return asked


def as_json(ask: Ask, folders: Sequence[Path], *command: str) -> Any:
    code, out, error = ask(folders, *command, "--json")
    assert (code, error) == (0, "")
    return json.loads(out)


def retrieved(root: Path) -> list[Retrieved]:
    with Library.open(root, read_only=True) as opened:
        payloads = [event.payload() for event in opened.ledger.read(kinds=["Retrieved"])]
    return [payload for payload in payloads if isinstance(payload, Retrieved)]


@pytest.mark.parametrize("question", QUESTIONS)
def test_two_libraries_rank_as_one_that_holds_both_would(
    tmp_path: Path, pair: tuple[Path, Path], question: str
) -> None:
    whole = library(tmp_path / "whole", list(ABSTRACTS))
    with Library.open(pair[0]) as one, Library.open(pair[1]) as other, Library.open(whole) as both:
        [joined] = search_together([one, other], [question])
        alone = search(both, question)
    expected = [(hit.title, hit.scores["bm25"], hit.score) for hit in alone.hits]
    assert [(hit.title, hit.scores["bm25"], hit.score) for hit in joined.hits] == expected
    assert [hit.rank for hit in joined.hits] == list(range(1, len(expected) + 1))


def test_each_hit_names_its_library_and_each_library_its_position(ask: Ask, pair: tuple[Path, Path]) -> None:
    answer = as_json(ask, pair, "search", "larvae in logs")
    ids = []
    for root in pair:
        with Library.open(root, read_only=True) as opened:
            ids.append(opened.id)
    assert answer["library"] == ids and answer["position"] is None
    assert [part["library"] for part in answer["libraries"]] == ids
    assert all(part["position"] > 0 and part["recorded"] for part in answer["libraries"])
    owner = {"Hearing beetles": 0, "Frost": 0, "Silent logs": 1, "Another": 1, "Beetles again": 1}
    assert {hit["title"]: hit["library"] for hit in answer["hits"]} == {
        title: ids[place] for title, place in owner.items()
    }


def test_each_library_records_its_own_answer_as_if_it_had_been_asked_alone(ask: Ask, pair: tuple[Path, Path]) -> None:
    answer = as_json(ask, pair, "search", "larvae in logs", "-k", "2")
    for root, part in zip(pair, answer["libraries"], strict=True):
        [recorded] = retrieved(root)
        assert recorded.evidence_snapshot == part["evidence_snapshot"]
        with Library.open(root) as opened:
            alone = search(opened, "larvae in logs", k=2, at=recorded.position, record=False)
        assert [(hit.chunk, hit.score) for hit in recorded.hits] == [
            (hit.chunk, f"{hit.score:.6f}") for hit in alone.hits
        ]
        assert ask([root], "search", "--replay", recorded.evidence_snapshot)[0] == 0


def test_an_answer_of_several_can_be_asked_again_without_saying_whose_it_is(ask: Ask, pair: tuple[Path, Path]) -> None:
    answer = as_json(ask, pair, "search", "beetle")
    for part in answer["libraries"]:
        assert as_json(ask, pair, "search", "--replay", part["evidence_snapshot"])["same"]


def test_nothing_is_recorded_where_that_is_asked(ask: Ask, pair: tuple[Path, Path]) -> None:
    answer = as_json(ask, pair, "search", "beetle", "--no-record")
    assert not any(part["recorded"] for part in answer["libraries"])
    assert retrieved(pair[0]) == retrieved(pair[1]) == []


def test_a_library_that_is_named_twice_counts_once(ask: Ask, pair: tuple[Path, Path]) -> None:
    once = as_json(ask, pair[:1], "search", "larvae", "--no-record")
    again = as_json(ask, [pair[0], pair[0] / ".." / "a"], "search", "larvae", "--no-record")
    assert again["hits"] == once["hits"] and again["library"] == once["library"]


def test_libraries_of_different_embedders_are_compared_by_words_alone(pair: tuple[Path, Path]) -> None:
    from claimledger.kb.embedder.opening import open_embedder

    if open_embedder("minilm").embedder is None:
        pytest.skip(str(open_embedder("minilm").reason))
    settings = pair[0] / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "none"', 'embedder = "minilm"'))
    with Library.open(pair[0]) as one, Library.open(pair[1]) as other:
        [joined] = search_together([one, other], ["larvae in logs"])
        assert joined.compared == "text" and {hit.scores["dense"] for hit in joined.hits} == {None}
        [alone] = search_together([one], ["larvae in logs"])
        assert alone.compared == "text and meaning" and alone.hits[0].scores["dense"] is not None
        assert [hit.score for hit in alone.hits] == [hit.score for hit in search(one, "larvae in logs").hits]


def test_lists_have_the_library_of_each_row(ask: Ask, pair: tuple[Path, Path]) -> None:
    papers = as_json(ask, pair, "papers")
    assert papers["position"] is None and len({paper["library"] for paper in papers["papers"]}) == 2
    assert len(papers["papers"]) == 6 and [part["folder"] for part in papers["libraries"]] == [str(p) for p in pair]
    figures = as_json(ask, pair, "stats")["libraries"]
    assert [(part["papers"], part["folder"]) for part in figures] == [(3, str(root)) for root in pair]
    packets = as_json(ask, pair, "packets")["packets"]
    assert packets and {packet["library"] for packet in packets} <= set(papers["library"])
    events = [json.loads(line) for line in ask(pair, "log", "--json")[1].splitlines()]
    assert [event["library"] for event in events if event["kind"] == "LibraryCreated"] == papers["library"]
    out = ask(pair, "papers")[1]
    assert str(pair[0]) in out and str(pair[1]) in out


def test_show_finds_an_id_in_whichever_library_knows_it(ask: Ask, pair: tuple[Path, Path]) -> None:
    for paper in as_json(ask, pair, "papers")["papers"]:
        found = as_json(ask, pair, "show", paper["id"])
        assert (found["title"], found["as_of"]["library"]) == (paper["title"], paper["library"])
    assert len(as_json(ask, pair, "show", "1")["found"]) == 2
    assert ask(pair, "show", "work-absent")[0] == 2


def test_a_run_over_questions_names_the_sources_of_all_libraries(
    ask: Ask, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "q.jsonl").write_text('{"id": "q1", "text": "larvae in logs"}\n{"id": "q2", "text": "wheat"}\n')
    out = tmp_path / "out.trec"
    answer = as_json(ask, pair, "search", "--queries", str(tmp_path / "q.jsonl"), "--run", str(out))
    assert answer["position"] is None and len(answer["evidence_snapshots"]) == 4
    found = [line.split() for line in out.read_text().splitlines()]
    assert {line[2] for line in found if line[0] == "q1"} == {"one", "three", "four", "five", "six"}
    assert [line[2] for line in found if line[0] == "q2"] == ["two"]
    assert [len(retrieved(root)) for root in pair] == [2, 2]


def test_a_snapshot_that_one_of_them_lacks_is_refused_with_its_folder(ask: Ask, pair: tuple[Path, Path]) -> None:
    assert ask([pair[0]], "snapshot", "freeze", "--name", "mine")[0] == 0
    for command in (["papers"], ["search", "larvae"], ["stats"], ["packets"], ["show", "1"], ["log"]):
        code, out, error = ask(pair, *command, "--snapshot", "mine")
        assert (code, out) == (2, "") and error.count("\n") == 1
    assert str(pair[1]) in ask(pair, "papers", "--snapshot", "mine")[2]
    assert ask([pair[1]], "snapshot", "freeze", "--name", "mine")[0] == 0
    assert ask(pair, "papers", "--snapshot", "mine")[0] == 0


@pytest.mark.parametrize(
    "command", ["draft beetles --out out", "audit paper.md --out out", "snapshot freeze", "rebuild"]
)
def test_what_works_on_one_library_refuses_several_with_a_reason(
    ask: Ask, pair: tuple[Path, Path], command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paper.md").write_text("Beetles chew.\n")
    code, out, error = ask(pair, *command.split())
    assert (code, out) == (2, "") and "works on one library" in error and error.count("\n") == 1
    assert not (tmp_path / "out").exists()
