"""Time of a purge of one paper and of 85, from copies of one library of synthetic papers, step by step.

Run: python tests/bench/bench_purge.py [PAPERS] [--index]
"""

import shutil
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from claimledger.kb.forgetting.purge import purge
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search
from claimledger.kb.settle.run import settle_library
from synthetic import append_papers, build_of

MANY = 85
QUESTIONS = 20


def main() -> None:
    """Print seconds a step."""
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    papers = numbers[0] if numbers else 1000
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "library"
        with Library.create(root, owner="bench") as library:
            settings = root / "claimledger.toml"
            settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
            append_papers(library, 0, papers)
            settle_library(library)
            library.projection.flush()
        with Library.open(root) as library:
            if "--index" in sys.argv:
                SearchIndex(library).update()
                for number in range(QUESTIONS):
                    search(library, f"term{number} and frost", k=10)
        for count in (1, MANY):
            copy = Path(folder) / f"copy-{count}"
            shutil.copytree(root, copy)
            _measure(copy, count, papers)
            shutil.rmtree(copy)


def _measure(root: Path, count: int, papers: int) -> None:
    with Library.open(root) as library:
        steps: list[tuple[str, float]] = []
        started = time.perf_counter()
        names = [build_of(number * (papers // count)) for number in range(count)]
        report = purge(library, names, "bench", lambda at, of, what: steps.append((what, time.perf_counter())))
        total = time.perf_counter() - started
    assert report.whole
    print(f"{count} of {papers}: {total:.2f} s, {report.payloads} payloads, {report.rows} library rows")
    steps.append(("end", started + total))
    spent = (f"{what} {after - before:.2f}" for (what, before), (_, after) in pairwise(steps))
    print(f"  plan and event {steps[0][1] - started:.2f}", *spent, sep=", ")


if __name__ == "__main__":
    main()
