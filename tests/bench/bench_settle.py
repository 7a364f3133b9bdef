"""What settling costs: `python tests/bench/bench_settle.py [PAPERS]... [--folder F]`, by default 1,000 and 10,000.

For each number of papers, a library of synthetic papers: seconds to settle all of it at once, then to settle one paper
more, one that is withdrawn and comes back, and one that is purged, each with the opening of the view; peak memory of
this process. Settling in full should grow with the papers, settling a change should not. Sizes are best given in
ascending order, since the peak is that of all so far.
"""

import argparse
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path

from claimledger.kb.events.base import Payload
from claimledger.kb.events.standing import Purged, PurgedBuild, StandingChanged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.settle.run import difference_from_scratch, settle_library
from synthetic import append_papers, build_of
from timing import seconds

CHANGES = 3
"""Times that each change is made; the least is shown."""


def figures(folder: Path, papers: int) -> dict[str, float]:
    """Seconds, and megabytes where the name says so."""
    with Library.create(folder / f"papers-{papers}", owner="bench") as library:
        append_papers(library, 0, papers)
        library.projection.flush()
        found = {"settle in full": seconds(lambda: settle_library(library))}
        library.projection.flush()
        found["rows"] = rows(library)
        found["open a view"] = seconds(lambda: library.view().close(), CHANGES)
        found["nothing to settle"] = seconds(lambda: settle_library(library), CHANGES)
        at = iter(range(papers, papers + CHANGES))
        found["one paper more"] = settled(library, lambda: append_papers(library, next(at), 1))
        middle = iter(range(papers // 2, papers // 2 + 3 * CHANGES))
        found["one withdrawn"] = settled(library, lambda: change(library, next(middle), "withdrawn"))
        back = iter(range(papers // 2, papers // 2 + CHANGES))
        found["one released"] = settled(library, lambda: change(library, next(back), "released"))
        found["one purged"] = settled(library, lambda: purge(library, next(middle)))
        found["compare with settling in full"] = seconds(lambda: check(library))
    found["peak memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return found


def settled(library: Library, happen: Callable[[], object]) -> float:
    """Seconds to settle after something happened, the least of some times."""
    times = []
    for _ in range(CHANGES):
        happen()
        times.append(seconds(lambda: settle_library(library)))
    return min(times)


def change(library: Library, number: int, standing: str) -> None:
    """Put a paper out of view or back."""
    build = build_of(number)
    append(library, f"standing:{build}", StandingChanged.model_validate(
        {"build": build, "standing": standing, "reason": "bench"}
    ))


def purge(library: Library, number: int) -> None:
    """Forget a paper as far as views go; its payloads stay."""
    events = list(library.ledger.read(stream=f"build:{build_of(number)}"))
    forgotten = PurgedBuild(build=build_of(number), blob="0" * 64, work=None, leaf=None)
    append(library, "library", Purged(
        builds=(forgotten,), positions=tuple(event.position for event in events), blobs=(), rows=(), reason="bench"
    ))


def append(library: Library, stream: str, payload: Payload) -> None:
    """Append one event."""
    library.append([Append(stream, [NewEvent(payload)])])


def rows(library: Library) -> float:
    """Number of library rows."""
    with library.view() as view:
        tables = ("works", "work_builds", "resolutions", "near_duplicates", "support", "packets")
        return float(sum(view.rows(f"SELECT count(*) AS n FROM {table}")[0]["n"] for table in tables))


def check(library: Library) -> None:
    """Settling bit by bit has come to what settling in full gives."""
    with library.view() as view:
        assert len(difference_from_scratch(view)) == 0


def main(sizes: list[int], folder: Path | None) -> None:
    """Print the figures of each size, and the last to the first."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        found = [figures(Path(made), papers) for papers in sizes]
    print(f"{'papers':<30}" + "".join(f"{papers:>12,}" for papers in sizes))
    for name, first in found[0].items():
        values = [one[name] for one in found]
        print(f"{name:<30}" + "".join(f"{value:>12,.3f}" for value in values) + f"  x {values[-1] / first:.2f}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("papers", type=int, nargs="*", default=[1_000, 10_000])
    arguments.add_argument("--folder", type=Path, help="on the disk that libraries lie on")
    given = arguments.parse_args()
    main(given.papers or [1_000, 10_000], given.folder)
