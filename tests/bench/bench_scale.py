"""What a library of many papers costs: `python tests/bench/bench_scale.py [PAPERS]... [--folder F] [--ledgers F]`.

For each number of papers (default 1,000), a library of synthetic papers: to append, project, settle, freeze, rebuild
and verify; to settle and freeze one paper more, with the bytes that it adds; to open a view, look an id up, and count
at the head, at the snapshot behind it and half-way; bytes a paper in each store. No index, no blobs.

Every step runs in a process of its own and is printed once it is done: seconds, processor seconds with those of its
workers, peak memory of the largest process, and the load of the machine. Single reads are in processor seconds, the
least of five. At the end the sizes stand beside each other
with their growth in processor seconds: at most 1 a paper is linear. `--ledgers` keeps ledgers of papers between runs.
"""

import argparse
import json
import os
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from claimledger.kb.canon import make_id
from claimledger.kb.library import Library
from claimledger.kb.settle.run import settle_library
from claimledger.snapshots.freeze import freeze
from synthetic import append_papers, build_of
from timing import processor_seconds

ROUNDS = 5
SENTENCES = "SELECT * FROM sentences WHERE"
COUNT = "SELECT count(*) AS n FROM claims"
STORES = ("ledger.db", "segments", "snapshots")

PASSES = ("project", "rebuild", "verify")
"""Steps that go over every payload once."""

Values = dict[str, float]
Step = Callable[[Library, int], Values]
"""Takes a library and its number of papers, and gives what it measured beside its own cost."""


@dataclass(frozen=True)
class Cost:
    """Seconds, processor seconds, and peak memory in MB of one step."""

    wall: float
    cpu: float
    peak: float


def project(library: Library, papers: int) -> Values:
    """Fold the papers into segments."""
    library.projection.flush()
    return {}


def settle(library: Library, papers: int) -> Values:
    """Settle what changed."""
    return {"rows that came or went": settle_library(library)}


def freeze_all(library: Library, papers: int) -> Values:
    """Freeze what was never frozen."""
    freeze(library)
    return {f"bytes of {store} a paper": size(library.root / store) / papers for store in STORES}


def read(library: Library, papers: int) -> Values:
    """Open a view and look ids up, each in a view of its own."""
    build = build_of(papers // 2)
    sentence = make_id("sentence", build, 7)
    return {
        "open a view": processor_seconds(lambda: library.view().close(), ROUNDS),
        "id look-up": in_a_view(library, f"{SENTENCES} id = '{sentence}'"),
        "id look-up by its beginning": in_a_view(library, f"{SENTENCES} starts_with(id, '{sentence}')"),
        "sentences of a build": in_a_view(library, f"{SENTENCES} build = '{build}'"),
        "count claims": in_a_view(library, COUNT),
    }


def append_one(library: Library, papers: int) -> Values:
    """Append one paper more."""
    append_papers(library, papers, 1)
    return {}


def freeze_one(library: Library, papers: int) -> Values:
    """Freeze again, with one paper more."""
    before = {store: size(library.root / store) for store in STORES}
    freeze(library)
    return {"MB that freezing one more adds": sum(size(library.root / s) - before[s] for s in STORES) / 1e6}


def as_of(library: Library, papers: int) -> Values:
    """Count at the head, at the snapshot behind it and half-way, in views of their own and again."""
    frozen = library.position_of("latest")
    assert frozen is not None
    found = {}
    for name, position in (("the head", None), ("the snapshot", frozen), ("half-way", frozen // 2)):
        found[f"count at {name}"] = in_a_view(library, COUNT, position)
        with library.view(position) as view:
            found[f"count again at {name}"] = processor_seconds(lambda view=view: view.rows(COUNT), ROUNDS)  # type: ignore[misc]
    return found


def verify_chain(library: Library, papers: int) -> Values:
    """Walk the chain."""
    taken = processor_seconds(library.ledger.verify)
    return {"events a processor second": library.ledger.head().position / taken}


def rebuild(workers: int | None) -> Step:
    """Digests of the tables, the projection anew, and its digests, which must be the same."""

    def anew(library: Library, papers: int) -> Values:
        library.projection.rebuild(workers)
        return {}

    return anew


def digests(library: Library, papers: int) -> Values:
    """Digest every table; they must be what they were the last time."""
    kept = library.root / "digests.json"
    found = json.dumps(library.projection.digests())
    assert not kept.exists() or kept.read_text() == found, "two projections of one ledger differ"
    kept.write_text(found)
    return {}


def steps(workers: int | None) -> Iterator[tuple[str, Step]]:
    """Every step after the ledger, in order."""
    yield from (("project", project), ("settle", settle), ("project the settling", project), ("freeze", freeze_all))
    yield from (("read", read), ("append one more", append_one), ("settle one more", settle))
    yield from (("freeze one more", freeze_one), ("read as of", as_of), ("digests", digests))
    yield from (("rebuild", rebuild(workers)), ("digests again", digests), ("verify", verify_chain))


def figures(root: Path, papers: int, payload: float, workers: int | None) -> dict[str, Cost | float]:
    """What each step cost or measured, printed as it comes."""
    found: dict[str, Cost | float] = {}
    for name, step in steps(workers):
        cost, values = apart(root, papers, step)
        print(f"{papers:>7,} {name:<24}{cost.wall:>10.2f} s {cost.cpu:>10.2f} s of processor {cost.peak:>7.0f} MB   "
              f"load {os.getloadavg()[0]:.1f}", flush=True)
        for what, value in values.items():
            print(f"{papers:>7,}   {what:<34}{value:>14,.3f}", flush=True)
        found |= {name: cost} | {f"{name}: {what}": value for what, value in values.items()}
        if name in PASSES:
            found[f"{name}, MB of payload a processor second"] = payload / 1e6 / cost.cpu
    return found


def apart(root: Path, papers: int, step: Step) -> tuple[Cost, Values]:
    """Run a step in a process of its own."""
    reading, writing = os.pipe()
    start = time.perf_counter()
    child = os.fork()
    if not child:
        try:
            with Library.open(root) as library, open(writing, "w") as answer:
                json.dump(step(library, papers), answer)
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    with open(reading) as answer:
        said = answer.read()
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{root}: a step failed")
    return Cost(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024), json.loads(said)


def in_a_view(library: Library, sql: str, position: int | None = None) -> float:
    """Processor seconds of a query with the opening of its view."""

    def ask() -> None:
        with library.view(position) as view:
            assert view.rows(sql)

    return processor_seconds(ask, ROUNDS)


def size(path: Path) -> int:
    """Bytes of a file with what lies beside it (a write-ahead log), or of a folder."""
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))


def ledger_of(papers: int, folder: Path) -> tuple[Path, int]:
    """A library that holds the events of so many papers and nothing else, and the bytes of their payloads."""
    root = folder / f"papers-{papers}"
    noted = root / "bytes"
    if not noted.exists():
        shutil.rmtree(root, ignore_errors=True)
        start, before = time.perf_counter(), time.process_time()
        with Library.create(root, owner="bench") as library:
            payload = append_papers(library, 0, papers)
        noted.write_text(str(payload))
        print(f"{papers:>7,} {'make and append':<24}{time.perf_counter() - start:>10.2f} s "
              f"{time.process_time() - before:>10.2f} s of processor {peak():>7.0f} MB", flush=True)
    return root, int(noted.read_text())


def peak() -> float:
    """Most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(sizes: list[int], folder: Path | None, ledgers: Path | None, workers: int | None) -> None:
    """Print the figures of each size, and how they grow from the first to the last."""
    found = []
    for papers in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as made:
            kept, payload = ledger_of(papers, ledgers or Path(made))
            root = Path(made) / "library"
            shutil.copytree(kept, root)
            found.append(figures(root, papers, payload, workers))
    print(f"\n{'processor seconds, or what is named':<52}" + "".join(f"{papers:>14,}" for papers in sizes))
    for name in found[0]:
        costs = [one[name] for one in found]
        values = [cost.cpu if isinstance(cost, Cost) else cost for cost in costs]
        grows = ""
        if len(sizes) > 1 and isinstance(costs[0], Cost):
            grows = f"  x {values[-1] / values[0] / (sizes[-1] / sizes[0]):.2f} a paper"
        print(f"{name:<52}" + "".join(f"{value:>14,.3f}" for value in values) + grows)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("papers", type=int, nargs="*", default=[1_000])
    arguments.add_argument("--folder", type=Path, help="on the disk that libraries lie on")
    arguments.add_argument("--ledgers", type=Path, help="where ledgers of papers are made once and kept")
    arguments.add_argument("--workers", type=int)
    given = arguments.parse_args()
    main(given.papers or [1_000], given.folder, given.ledgers, given.workers)
