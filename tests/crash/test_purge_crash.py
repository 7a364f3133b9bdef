"""A purge killed at any step or moment: the next one completes it, and nothing else of the library is lost."""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.forgetting.purge import pending, purge, resume
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.retrieval import search

# Purges one build; dies before or after the step of that number, counted over everything that a purge writes.
KILLED = """
import os, signal, sys
from claimledger.kb.blobs import BlobStore
from claimledger.kb.forgetting import purge as module
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.kb.projection import Projection

steps, last = 0, int(sys.argv[3])

def step():
    global steps
    steps += 1
    if steps == last:
        os.kill(os.getpid(), signal.SIGKILL)

def watched(owner, name):
    real = getattr(owner, name)
    def called(*arguments, **options):
        step()
        result = real(*arguments, **options)
        step()
        return result
    setattr(owner, name, called)

for owner, name in (
    (SqliteLedger, "append"), (module, "remove_files"), (BlobStore, "remove"), (SqliteLedger, "purge"),
    (Projection, "forget"), (module, "forget_in_index"), (module, "settle_library"), (Projection, "flush"),
    (module, "mark_done"),
):
    watched(owner, name)
with Library.open(sys.argv[1]) as library:
    print("begun", flush=True)
    module.purge(library, [sys.argv[2]], "asked to")
print(steps)
"""
TITLES = ("On frost in the upper valley", "On thaw in the lower valley", "On ice in the middle valley")
STEPS = 24
"""Before and after: the event, files, blobs, payloads, segments, index, settling and what it calls, flushing, the mark.

A few more than there are today; a purge that is not killed then has to be done.
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of three papers, the first of which was asked for by its title."""
    folder = tmp_path_factory.mktemp("purge")
    (folder / "refs.json").write_text(json.dumps([
        {"id": title, "title": title, "abstract": f"{title} much was said, for ten years. It was late.",
         "author": [{"family": "Smith", "given": f"Ada {title[3:6]}"}], "issued": {"date-parts": [[2019]]}}
        for title in TITLES
    ]))
    Library.create(folder / "library", owner="x").close()
    settings = folder / "library" / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    with Library.open(folder / "library") as library:
        ingest(library, [folder / "refs.json"])
        SearchIndex(library).update()
        search(library, TITLES[0], k=3)
    return folder / "library"


@pytest.fixture
def root(tmp_path: Path, whole: Path) -> Path:
    shutil.copytree(whole, tmp_path / "library")
    return tmp_path / "library"


def build_of(root: Path, title: str) -> str:
    with Library.open(root) as library, library.view() as view:
        return next(str(row["build"]) for row in list_papers(view) if row["title"] == title)


def killed(root: Path, build: str, last: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", KILLED, str(root), build, str(last)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def check_gone(library: Library, build: str, blobs: set[str]) -> None:
    """That nothing of a build is left in any store, and the others are whole."""
    library.ledger.verify()
    assert [event.content for event in library.ledger.read(stream=f"build:{build}")] == [None] * 8
    (purged,) = (json.loads(event.content or b"") for event in library.ledger.read(kinds=["Purged"]))
    assert not blobs & set(library.blobs) and len(blobs) == 2 and blobs == set(purged["blobs"])
    with library.view() as view:
        assert {row["title"] for row in list_papers(view)} == set(TITLES[1:])
        for table in ("sources", "assertions", "sentences", "chunks", "quality"):
            assert view.rows(f"SELECT * FROM raw_{table} WHERE build = ?", [build]) == []
        index = SearchIndex(library)
        assert build not in index.statistics.builds(view) and len(index.statistics.builds(view)) == 2
    segments = {path.name for path in (library.root / "segments").glob("*.parquet")}
    assert segments == set(library.projection.manifest().files)
    assert [path.name for path in (library.root / "index").glob("generation-*") if path.is_dir()] == [index.place.name]
    assert pending(library) == []
    digests = library.projection.digests()
    library.projection.rebuild()
    assert library.projection.digests() == digests
    assert len(search(library, "valley", k=5, record=False).hits) == 2


def blobs_of(root: Path, build: str) -> set[str]:
    """The source of a build, and the question that asks for it."""
    with Library.open(root) as library:
        (registered,) = library.ledger.read(stream=f"build:{build}", kinds=["SourceRegistered"])
        (asked,) = library.ledger.read(kinds=["Retrieved"])
        return {json.loads(registered.content or b"")["blob"], json.loads(asked.content or b"")["query_blob"]}


def complete(root: Path, build: str, blobs: set[str], *, again: bool) -> None:
    """Run the next purge, the same one again or none but the completion, and look at what is left."""
    with Library.open(root) as library:
        begun = any(library.ledger.read(kinds=["Purged"]))
        if begun:
            with library.view() as view:
                assert {row["title"] for row in list_papers(view)} == set(TITLES[1:])
        report = purge(library, [build], "asked to") if again or not begun else resume(library)
        assert report.whole
        check_gone(library, build, blobs)


@pytest.mark.parametrize("step", [
    pytest.param(step, marks=() if step in (2, 5, 8, 9, 11, 13) else pytest.mark.slow)
    for step in range(1, STEPS + 1)
])
def test_a_purge_killed_at_any_step_is_completed_by_the_next(root: Path, step: int) -> None:
    build = build_of(root, TITLES[0])
    blobs = blobs_of(root, build)
    process = killed(root, build, step)
    _, error = process.communicate(timeout=120)
    assert process.returncode == (-signal.SIGKILL if step <= STEPS - 4 else process.returncode), error
    complete(root, build, blobs, again=step % 2 == 0)


def test_the_steps_are_all_of_a_purge(root: Path) -> None:
    build = build_of(root, TITLES[0])
    blobs = blobs_of(root, build)
    out, error = killed(root, build, 0).communicate(timeout=120)
    assert out.startswith("begun\n") and STEPS - 4 <= int(out.split()[1]) <= STEPS, error
    with Library.open(root) as library:
        check_gone(library, build, blobs)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_purge_killed_at_any_moment_is_completed_by_the_next(root: Path, seed: int) -> None:
    build = build_of(root, TITLES[0])
    blobs = blobs_of(root, build)
    process = killed(root, build, 0)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(random.Random(seed).uniform(0, 1.5))
    process.kill()
    process.communicate(timeout=120)
    complete(root, build, blobs, again=seed % 2 == 0)
