"""Is a rebuild linear, and how fast? `python tests/bench/bench_rebuild.py [ENTRIES]`: one library, and one four times
as large.

The libraries hold made-up bibliography entries, indexed by words alone. Figures are for a thousand events of the
ledger; opening a view does not depend on them, and the first ingest pays for loading what both need. At the end: how
many megabytes of payload a core folds where a paper's sentences have about 80 KB, as seconds of the processor count.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from claimledger.ingest.run import ingest
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.library import Library
from synthetic import append_papers
from timing import seconds

TIMES = 4
ROUNDS = 3
PAPERS = 300
WORDS = [start + end for start in ("bark", "moth", "oak", "elm", "frost", "log") for end in ("ing", "ed", "er", "s")]


def bibliography(path: Path, entries: int) -> Path:
    """Entries with a title of eight words and an abstract of eight sentences, the same for the same number."""
    dice = random.Random(entries)

    def text(words: int) -> str:
        return " ".join(dice.choice(WORDS) for _ in range(words)).capitalize()

    found = [
        {"id": f"e{n}", "title": f"{text(8)} {n}", "abstract": ". ".join(text(15) for _ in range(8)) + "."}
        for n in range(entries)
    ]
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def figures(folder: Path, entries: int) -> dict[str, float]:
    """Seconds a thousand events, by what was done."""
    folder.mkdir()
    Library.create(folder / "library").close()
    settings = folder / "library" / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    source = bibliography(folder / "entries.json", entries)
    with Library.open(folder / "library") as library:
        taken = seconds(lambda: ingest(library, [source]))
        thousands = library.ledger.head().position / 1000
        found = {
            "ingest": taken,
            "read the ledger": seconds(lambda: sum(1 for _ in library.ledger.read()), ROUNDS),
            "rebuild segments": seconds(library.projection.rebuild, ROUNDS),
            "open a view": seconds(lambda: library.view().close(), ROUNDS),
            "rebuild the index": seconds(SearchIndex(library).rebuild, ROUNDS),
        }
    print(f"{entries} entries, {thousands * 1000:.0f} events")
    return {name: value / thousands for name, value in found.items()}


def fold_speed(folder: Path) -> None:
    """Print megabytes of payload that a core folds in a second, written to segments."""
    with Library.create(folder) as library:
        megabytes = append_papers(library, 0, PAPERS) / 1e6
        taken = []
        for _ in range(ROUNDS):
            start = time.process_time()
            library.projection.rebuild(workers=1)
            taken.append(time.process_time() - start)
    print(f"{'fold, a core':<20} {megabytes / min(taken):8.1f} MB/s of payload, {PAPERS} papers, {megabytes:.0f} MB")


def main(entries: int) -> None:
    """Print the figures of both sizes, and their ratio: 1 is linear, 4 would be quadratic."""
    with tempfile.TemporaryDirectory() as made:
        small, large = (figures(Path(made) / str(size), size) for size in (entries, TIMES * entries))
    for name, one_size in small.items():
        other_size = large[name]
        print(f"{name:<20} {one_size * 1e3:8.1f} ms, {other_size * 1e3:8.1f} ms, {other_size / one_size:5.2f} x")
    with tempfile.TemporaryDirectory() as made:
        fold_speed(Path(made) / "papers")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 500)
