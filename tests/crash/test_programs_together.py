"""Programs at once on one library: nobody meets a lock, no reader waits, and the end is that of a serial run."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search
from claimledger.snapshots.freeze import freeze

RUN = "from claimledger.cli import main; main()"
MOST = 10
"""Programs beside those that take papers in, after which these are left to themselves."""
WITHIN = 60.0
"""Seconds within which no lock may reach a user, and within which a reader must be done."""


def started(root: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN, "-L", str(root), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root.parent,
    )


def finished(processes: Sequence[subprocess.Popen[str]], codes: Sequence[int] = (0,)) -> list[tuple[str, str]]:
    """What they printed. None may fail, or speak of locks or faults."""
    answers = [process.communicate(timeout=300) for process in processes]
    for process, (out, error) in zip(processes, answers, strict=True):
        assert process.returncode in codes, (process.args, out, error)
        assert "Traceback" not in error and "error:" not in error and "lock" not in error, (process.args, error)
    return answers


Asked = Callable[..., tuple[str, str]]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    """Runs a command in this process, which must end well and not speak of locks; returns what it printed."""

    def asked(root: Path, *arguments: str, code: int = 0) -> tuple[str, str]:
        capsys.readouterr()
        assert run(["-L", str(root), *arguments]) == code
        out, error = capsys.readouterr()
        assert "error:" not in error and "lock" not in error, (arguments, error)
        return out, error

    return asked


def words_only(root: Path) -> Path:
    Library.create(root, owner="x").close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    return root


def entries(path: Path, names: Sequence[str]) -> Path:
    path.write_text(json.dumps([
        {"id": name, "title": f"Beetles in {name} logs", "abstract": f"Larvae chew {name} bark. We found {name} frass."}
        for name in names
    ]))
    return path


def test_programs_of_every_kind_at_once_end_where_a_serial_run_ends(tmp_path: Path, sample_papers: Path) -> None:
    root, papers = words_only(tmp_path / "lib"), sorted(sample_papers.glob("*.pdf"))
    with Library.open(root) as library:
        ingest(library, papers[:1])
        SearchIndex(library).update()
    (tmp_path / "paper.md").write_text("We found that beetles chew.\n")
    sources = [tmp_path / f"part{n}" for n in range(3)]
    for number, folder in enumerate(sources):
        folder.mkdir()
        for paper in papers[1 + number::3]:
            shutil.copy(paper, folder)
        entries(folder / f"{number}.json", [f"{number}-{n}" for n in range(30)])
    running = [started(root, "ingest", "--jobs", "1", str(folder)) for folder in sources]
    others: list[subprocess.Popen[str]] = []
    while len(others) < MOST and any(process.poll() is None for process in running):
        others += [
            started(root, "search", "beetles in logs"), started(root, "snapshot", "freeze"), started(root, "papers"),
        ]
        finished(others[-3:])
        others += [
            started(root, "audit", "paper.md", "--out", str(tmp_path / f"audit{len(others)}")),
            started(root, "rebuild"),
        ]
        finished(others[-2:], (0, 1))
    finished(running)
    with Library.open(root) as library:
        library.ledger.verify()
        together = freeze(library).frozen
        # Whoever indexed last left nothing to do.
        with library.view() as view:
            assert SearchIndex(library).state(view).missing_builds == 0
    with Library.open(words_only(tmp_path / "serial")) as library:
        ingest(library, [papers[0], *sources])
        serial = freeze(library).frozen
    assert together.rows["works"] == 95
    assert (together.snapshot, together.root, together.rows) == (serial.snapshot, serial.root, serial.rows)


LOCKS = ("ledger.db.lock", "segments/projector.lock", "settle.lock", "index/index.lock", "snapshots/freeze.lock")
HOLDER = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from claimledger.kb.locks import exclusive
with ExitStack() as stack:
    for name in sys.argv[1:]:
        stack.enter_context(exclusive(Path(name)))
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held(root: Path, names: Sequence[str]) -> Iterator[None]:
    """Another process has these locks to itself."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, *(str(root / name) for name in names)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    try:
        yield
    finally:
        process.communicate("")


READERS = (
    ("papers",), ("stats",), ("show", "1"), ("log", "-n", "3"), ("packets",), ("search", "beetles", "--no-record"),
    ("search", "beetles", "--no-record", "--snapshot", "latest"), ("snapshot", "list"), ("snapshot", "show"),
)


EACH = [pytest.param((name,), marks=pytest.mark.slow, id=name) for name in LOCKS]


@pytest.mark.parametrize("names", [*EACH, pytest.param(LOCKS, id="all")])
def test_a_reader_finishes_while_a_writer_holds_a_lock(
    sample_library: Path, names: Sequence[str], asked: Asked
) -> None:
    root = sample_library
    with Library.open(root) as library:
        freeze(library)
    with held(root, names):
        for reader in READERS:
            began = time.monotonic()
            assert asked(root, *reader)[0]
            assert time.monotonic() - began < WITHIN / 2


def test_a_search_finds_what_another_process_has_not_indexed_yet_or_says_what_it_lacks(
    sample_library: Path, tmp_path: Path, asked: Asked
) -> None:
    with Library.open(sample_library) as library:
        ingest(library, [entries(tmp_path / "more.json", ["spruce", "larch"])])
    with held(sample_library, ["index/index.lock"]):
        out, error = asked(sample_library, "search", "larch frass", "--json")
    answer = json.loads(out)
    assert "2 sources are not indexed" in error and answer["parameters"]["unindexed_sources"] == 2
    out, error = asked(sample_library, "search", "larch frass", "--json")
    assert error == "" and json.loads(out)["hits"][0]["title"] == "Beetles in larch logs"
    out, _ = asked(sample_library, "search", "--replay", answer["evidence_snapshot"], code=1)
    assert "unindexed sources then 2, now 0" in out
    assert ", since it was given without 2 sources, which are indexed by now" in out.splitlines()[-1]


def test_an_answer_from_a_state_that_was_named_waits_a_little_for_its_vectors_and_one_from_the_head_does_not(
    sample_library: Path, tmp_path: Path, asked: Asked
) -> None:
    with Library.open(sample_library) as library:
        ingest(library, [entries(tmp_path / "more.json", ["spruce", "larch"])])
        at = freeze(library, name="s").frozen.position
    question = ("search", "larch frass", "--json", "--no-record")
    with held(sample_library, ["index/index.lock"]):
        assert "2 sources are not indexed" in asked(sample_library, *question)[1]
        began = time.monotonic()
        assert "2 sources are not indexed" in asked(sample_library, *question, "--snapshot", "s")[1]
        assert time.monotonic() - began < WITHIN / 2
    with ThreadPoolExecutor(1) as pool, Library.open(sample_library) as library:
        with held(sample_library, ["index/index.lock"]):
            waiting = pool.submit(search, library, "larch frass", at=at, record=False)
            time.sleep(0.5)
            assert not waiting.done()
        answer = waiting.result()
    assert answer.warnings == () and answer.hits[0].title == "Beetles in larch logs"


def test_who_has_to_wait_for_the_append_lock_waits_and_then_is_done(sample_library: Path) -> None:
    with held(sample_library, ["ledger.db.lock"]):
        waiting = started(sample_library, "search", "beetles")
        time.sleep(3)
        assert waiting.poll() is None
    [(out, _)] = finished([waiting])
    assert "recorded as es-" in out


@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_two_update_the_index_while_a_third_swaps_it_and_a_fourth_asks(
    tmp_path: Path, rounds: int, asked: Asked
) -> None:
    root = words_only(tmp_path / "lib")
    with Library.open(root) as library:
        ingest(library, [entries(tmp_path / "first.json", [f"a{n}" for n in range(20)])])
        at = library.ledger.head().position
        SearchIndex(library).update()
    question = ("search", "larvae chew a7 bark", "--no-record", "--json", "--snapshot", f"@{at}")
    expected = json.loads(asked(root, *question)[0])["hits"]
    assert expected[0]["title"] == "Beetles in a7 logs"
    for number in range(rounds):
        source = entries(tmp_path / f"more{number}.json", [f"b{number}-{n}" for n in range(20)])
        with Library.open(root) as library:
            ingest(library, [source])
        writers = [
            started(root, "search", "anything", "--no-record"), started(root, "ingest", str(source)),
            started(root, "rebuild"),
        ]
        readers = [started(root, *question) for _ in range(2)]
        finished(writers)
        assert [json.loads(out)["hits"] for out, _ in finished(readers)] == [expected] * 2
    with Library.open(root) as library:
        SearchIndex(library).update()
        with library.view() as view:
            assert SearchIndex(library).state(view).missing_builds == 0
        assert len(list((root / "index").glob("generation-*/"))) == 1
