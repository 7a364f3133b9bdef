"""Several children that read files at a time, each of them served by a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from .child import ReadingChild
from .port import Limits

Result = TypeVar("Result")


class ReadingPool:
    """`jobs` children. They take files in the order in which these are handed in."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self._limits = limits
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
        self._own.child = ReadingChild(self._limits)
        self._children.append(self._own.child)
