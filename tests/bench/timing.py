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
