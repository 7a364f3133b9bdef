"""Figures of search, printed and not asserted: indexing, embedding, one cold question, many questions.

usage: python tests/bench/bench_search.py [CSL.json] [QUERIES.jsonl]

Without arguments the SciFact collection beside the repository is used. Times are wall clock on this machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from claimledger.ingest.run import ingest
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search_many


@contextmanager
def timed(what: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - started:.2f} s", flush=True)


def main(corpus: Path, queries: Path) -> None:
    questions = [json.loads(line)["text"] for line in queries.read_text(encoding="utf-8").splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "library"
        with Library.create(root) as library:
            with timed("ingest"):
                ingest(library, [corpus])
            with timed("index and embed"):
                indexed = SearchIndex(library).update()
            print(f"chunks: {indexed.chunks if indexed else 0}, embedded: {indexed.embedded if indexed else 0}")
            with timed(f"{len(questions)} questions, k = 100"):
                search_many(library, questions, k=100, quoted=False)
        size = sum(path.stat().st_size for path in (root / "index").rglob("*") if path.is_file())
        print(f"index: {size / 2**20:.1f} MB")
        command = [sys.executable, "-m", "claimledger.cli", "-L", str(root), "search", questions[0], "--no-record"]
        for attempt in (1, 2):
            with timed(f"one question in a new process, attempt {attempt}"):
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    beside = Path(os.environ.get("CLAIMLEDGER_DATA") or Path(__file__).parents[3] / "shared" / "data") / "search"
    given = [Path(argument) for argument in sys.argv[1:]]
    main(*(given or [beside / "scifact.csl.json", beside / "scifact-train.queries.jsonl"]))
