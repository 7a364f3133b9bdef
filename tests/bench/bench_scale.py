"""What a library of many papers costs: `python tests/bench/bench_scale.py [PAPERS]... [--folder F] [--workers N]`.

For each number of papers (default 1,000), a library of synthetic papers in a folder of its own: seconds to append,
project, settle, freeze and rebuild, to freeze after one more paper (with the bytes that it adds), to open a view, look
an id up and count at the head and half-way; bytes a paper in each store; peak memory of this process. No index, no
blobs. Figures of several numbers are printed beside each other, with their growth: at most 1 a paper is linear.
"""

import argparse
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path

from claimledger.kb.canon import make_id
from claimledger.kb.library import Library
from claimledger.kb.settle.run import settle_library
from claimledger.snapshots.freeze import freeze
from synthetic import append_papers, build_of
from timing import seconds

ROUNDS = 5
SENTENCES = "SELECT * FROM sentences WHERE"
COUNT = "SELECT count(*) AS n FROM claims"
STORES = ("ledger.db", "segments", "snapshots")


def figures(folder: Path, papers: int, workers: int | None) -> dict[str, float]:
    """What a library of so many papers costs. Names that begin with `/` are for one paper."""
    root = folder / f"papers-{papers}"
    with Library.create(root, owner="bench") as library:
        found, payload = appended(library, papers)
        found["project"] = seconds(library.projection.flush)
        found["settle"] = seconds(lambda: settle_library(library))
        found["project the settling"] = seconds(library.projection.flush)
        found["freeze"] = seconds(lambda: freeze(library))
        frozen_at = library.ledger.head().position
        found |= {f"/{store}, bytes": size(root / store) / papers for store in STORES}
        found |= reading(library, papers)
        found |= one_more(library, papers)
        found |= as_of(library, frozen_at)
        found["rebuild"] = seconds(lambda: library.projection.rebuild(workers))
        found["rebuild, MB of payload/s"] = payload / 1e6 / found["rebuild"]
        found["digests"] = seconds(library.projection.digests)
    found["peak memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return found


def appended(library: Library, papers: int) -> tuple[dict[str, float], int]:
    """Append the papers: seconds with their making, and bytes of payload."""
    sizes: list[int] = []
    taken = seconds(lambda: sizes.append(append_papers(library, 0, papers)))
    return {"make and append": taken, "/payload, bytes": sizes[0] / papers}, sizes[0]


def reading(library: Library, papers: int) -> dict[str, float]:
    """Opening a view and looking ids up, each in a view of its own."""
    build = build_of(papers // 2)
    sentence = make_id("sentence", build, 7)
    return {
        "open a view": seconds(lambda: library.view().close(), ROUNDS),
        "id look-up": in_a_view(library, f"{SENTENCES} id = '{sentence}'"),
        "id look-up by its beginning": in_a_view(library, f"{SENTENCES} starts_with(id, '{sentence}')"),
        "sentences of a build": in_a_view(library, f"{SENTENCES} build = '{build}'"),
        "count claims at the head": in_a_view(library, COUNT),
    }


def as_of(library: Library, frozen_at: int) -> dict[str, float]:
    """Counting at the head, at the frozen state behind it and half-way, in views that are open."""
    found = {}
    for name, position in (("at the head", None), ("at the snapshot", frozen_at), ("half-way", frozen_at // 2)):
        with library.view(position) as view:
            found[f"count again {name}"] = seconds(lambda view=view: view.rows(COUNT), ROUNDS)  # type: ignore[misc]
    return found


def one_more(library: Library, papers: int) -> dict[str, float]:
    """One more paper, and what freezing it costs beyond it."""
    root = library.root
    append_papers(library, papers, 1)
    found = {"settle one more": seconds(lambda: settle_library(library))}
    before = {store: size(root / store) for store in STORES}
    found["freeze one more"] = seconds(lambda: freeze(library))
    found["freeze one more, MB added"] = sum(size(root / store) - before[store] for store in STORES) / 1e6
    return found


def in_a_view(library: Library, sql: str) -> float:
    """Seconds of a query with the opening of its view."""

    def ask() -> None:
        with library.view() as view:
            assert view.rows(sql)

    return seconds(ask, ROUNDS)


def size(path: Path) -> int:
    """Bytes of a file with what lies beside it (a write-ahead log), or of a folder."""
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))


def main(sizes: list[int], folder: Path | None, workers: int | None) -> None:
    """Print the figures of each size, and how they grow from the first to the last."""
    make: Callable[[], tempfile.TemporaryDirectory[str]] = lambda: tempfile.TemporaryDirectory(dir=folder)  # noqa: E731
    with make() as made:
        found = [figures(Path(made), papers, workers) for papers in sizes]
    print(f"{'papers':<30}" + "".join(f"{papers:>14,}" for papers in sizes))
    for name, first in found[0].items():
        values = [one[name] for one in found]
        grows = "" if len(sizes) == 1 or not first else f"  x {values[-1] / first / (sizes[-1] / sizes[0]):.2f} a paper"
        print(f"{name:<30}" + "".join(f"{value:>14,.3f}" for value in values) + ("" if name[0] == "/" else grows))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("papers", type=int, nargs="*", default=[1_000])
    arguments.add_argument("--folder", type=Path, help="on the disk that libraries lie on")
    arguments.add_argument("--workers", type=int)
    given = arguments.parse_args()
    main(given.papers or [1_000], given.folder, given.workers)
