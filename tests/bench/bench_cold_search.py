"""Where the time of one question in a new process goes: `python tests/bench/bench_cold_search.py [LIBRARY]`.

Without a library one of the sample papers is made. The whole is the command as a user types it; the parts are taken in
another new process, which does the same step by step.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import seconds

QUESTION = "does a convolutional network lower the false alarm rate"
ROUNDS = 3


def parts(root: str) -> dict[str, float]:
    """Seconds of each step, in this process, which must be new."""
    found: dict[str, float] = {}
    last = time.perf_counter()

    def lap(name: str) -> None:
        nonlocal last
        now = time.perf_counter()
        found[name], last = now - last, now

    from claimledger.kb.library import Library
    lap("import the library")
    library = Library.open(root)
    view = library.view()
    lap("open it, and a view")
    from claimledger.kb.index.index import SearchIndex
    from claimledger.kb.index.ranking import Ranking
    index = SearchIndex(library)
    ranking = Ranking(index, view)
    lap("open the index")
    embedder = index.opening.embedder
    lap("open the embedder")
    if embedder is not None:
        embedder.embed([QUESTION])
    lap("embed the question")
    ranking.rank([QUESTION], 10)
    lap("rank")
    return found


def main(root: str) -> None:
    """Print the best of some rounds."""
    command = [sys.executable, "-m", "claimledger.cli", "-L", root, "search", QUESTION, "--no-record"]
    inside = [sys.executable, __file__, "--inside", root]
    empty = seconds(lambda: subprocess.run([sys.executable, "-c", ""], check=True), ROUNDS)
    whole = seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), ROUNDS)
    rounds = [json.loads(subprocess.run(inside, check=True, capture_output=True).stdout) for _ in range(ROUNDS)]
    best = min(rounds, key=lambda found: sum(found.values()))
    print(f"the command          {whole:6.2f} s, {whole / empty:5.1f} x an empty interpreter")
    for name, part in best.items():
        print(f"{name:<20} {part:6.2f} s, {100 * part / whole:5.1f} %")
    rest = whole - sum(best.values())
    print(f"{'all else':<20} {rest:6.2f} s, {100 * rest / whole:5.1f} %  (start, command line, quotes, printing)")


def sample(folder: Path) -> str:
    """A library of the sample papers, indexed."""
    from claimledger.ingest.run import ingest
    from claimledger.ingest.samples.typeset import write_papers
    from claimledger.kb.index.index import SearchIndex
    from claimledger.kb.library import Library

    write_papers(folder / "papers")
    with Library.create(folder / "library") as library:
        ingest(library, [folder / "papers"])
        SearchIndex(library).update()
    return str(folder / "library")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        print(json.dumps(parts(sys.argv[2])))
    elif sys.argv[1:]:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(sample(Path(made)))
