"""What the benches share."""

import time
from collections.abc import Callable


def seconds(call: Callable[[], object], rounds: int = 1) -> float:
    """Wall-clock seconds that a call takes, the least of some rounds."""
    return min(_once(call) for _ in range(rounds))


def _once(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def processor_seconds(call: Callable[[], object], rounds: int = 1) -> float:
    """Seconds of processor time of this process, all threads together, the least of some rounds.

    On a machine that others use too it varies less than the time on the clock.
    """
    return min(_used(call) for _ in range(rounds))


def _used(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start
