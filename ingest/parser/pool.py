"""Several children that read files at a time, each of them served by a thread of its own."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from .child import ReadingChild
from .port import Limits

Result = TypeVar("Result")


_idle: dict[int, ReadingPool] = {}
"""By process, the pool that the last run left behind: its children are still there for the next run."""
_taking = threading.Lock()


@contextmanager
def reading_pool(jobs: int, limits: Limits) -> Iterator[ReadingPool]:
    """A pool for one run: that of the run before, if it has as many jobs and the same limits, since a child takes half
    a second to start. A run that is ended by an error, or early, ends the children too."""
    with _taking:
        pool = _idle.pop(os.getpid(), None)
    if pool is not None and (pool.jobs, pool.limits) != (jobs, limits):
        pool.close()
        pool = None
    pool = pool or ReadingPool(jobs, limits)
    try:
        yield pool
    except BaseException:
        pool.close()
        raise
    with _taking:
        spare = _idle.get(os.getpid())
        _idle[os.getpid()] = pool
    if spare is not None:
        spare.close()


@atexit.register
def end_children() -> None:
    """End the children that no run has at the moment."""
    with _taking:
        pool = _idle.pop(os.getpid(), None)
    if pool is not None:
        pool.close()


class ReadingPool:
    """`jobs` children. They take files in the order in which these are handed in."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self.jobs = jobs
        self.limits = limits
        self._children: list[ReadingChild] = []
        self._own = threading.local()
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="reading", initializer=self._new_child)

    def submit(self, read: Callable[[ReadingChild], Result]) -> Future[Result]:
        """What `read` makes of one file, by the child that is given to it."""
        return self._threads.submit(lambda: read(self._own.child))

    def close(self) -> None:
        """End all children at once, also those at work: nobody waits for what they are reading."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in self._children:
            child.stop()
        self._threads.shutdown()
        for child in self._children:
            child.close()

    def _new_child(self) -> None:
        self._own.child = ReadingChild(self.limits)
        self._children.append(self._own.child)
