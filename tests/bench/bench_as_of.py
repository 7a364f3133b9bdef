"""What does a question about an older state cost? `python tests/bench/bench_as_of.py [CSL.json] [QUERIES.jsonl]`.

The first half of a collection (SciFact beside the repository without arguments) is taken in, its state frozen, then the
rest, by words alone. The same questions are asked of the frozen states and of the head, in turns, in one process and
each in a new one; the ratio may not pass 1.3. The state `whole` has all that the head has, so that the ratio does not
flatter because the older state is smaller. Figures are seconds of the processor and of the wall clock; the ratio is
that of the processor's, which a busy machine does not blur.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from claimledger.ingest.run import ingest
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search
from claimledger.snapshots.freeze import freeze

ROUNDS = 5
QUESTIONS = 6

Cost = tuple[float, float]
"""Seconds of the processor, and of the wall clock."""


def made(folder: Path, corpus: Path) -> Path:
    """A library with the snapshots `half` and `whole`."""
    root, halves = folder / "library", [folder / "first.json", folder / "second.json"]
    entries = json.loads(corpus.read_text(encoding="utf-8"))
    for half, part in zip(halves, (entries[::2], entries[1::2]), strict=True):
        half.write_text(json.dumps(part), encoding="utf-8")
    Library.create(root).close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    with Library.open(root) as library:
        ingest(library, halves[:1])
        freeze(library, name="half")
        ingest(library, halves[1:])
        SearchIndex(library).update()
        freeze(library, name="whole")
    return root


def cost(call: Callable[[], object]) -> Cost:
    """What a call costs, with the processes that it starts and waits for."""
    start, began = _used(), time.perf_counter()
    call()
    return _used() - start, time.perf_counter() - began


def _used() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def compare(what: str, ask: Callable[[str | None], object], states: list[str | None]) -> None:
    """Print what each state costs, the least of some rounds in turns, and its ratio to the head."""
    rounds = [{state: cost(lambda state=state: ask(state)) for state in states} for _ in range(ROUNDS)]
    best = {state: min(found[state] for found in rounds) for state in states}
    for state, (processor, wall) in best.items():
        ratio = processor / best[None][0]
        print(f"{what}, {state or 'head':<6} {processor:6.3f} s, wall {wall:6.3f} s, {ratio:5.2f} x the head")


def measure(root: Path, states: list[str | None], questions: list[str]) -> None:
    """Both figures for a library that is there."""
    command = [sys.executable, "-m", "claimledger.cli", "-L", str(root), "search", questions[0], "--no-record"]
    with Library.open(root) as library:
        compare(f"{len(questions)} questions in one process", lambda at: [
            search(library, question, at=at, record=False) for question in questions], states)
    compare("one question in a new process", lambda at: subprocess.run(
        [*command, *(["--snapshot", at] if at else [])], check=True, stdout=subprocess.DEVNULL), states)


def main(corpus: Path, queries: Path) -> None:
    """Make the library and print the figures."""
    lines = queries.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["text"] for line in lines if line.strip()][:QUESTIONS]
    with tempfile.TemporaryDirectory() as folder:
        measure(made(Path(folder), corpus), ["half", "whole", None], questions)


if __name__ == "__main__":
    beside = Path(os.environ.get("CLAIMLEDGER_DATA") or Path(__file__).parents[3] / "shared" / "data") / "search"
    given = [Path(argument) for argument in sys.argv[1:]]
    main(*(given or [beside / "scifact.csl.json", beside / "scifact-train.queries.jsonl"]))
