"""Folding ranges in processes of their own. Each opens the ledger itself; only ranges and file names go back and forth.

A worker is started by its module's name, not by `multiprocessing`, which would run the caller's main program again in
every worker unless it guards itself. It dies with whoever started it, in the midst of a range if need be: its files are
swept by the next projector.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .. import errors
from ..errors import ClaimLedgerError, LedgerError
from ..ledger.port import Ledger
from .folding import Range, fold_range
from .manifest import Segment
from .purges import read_purges

Worker = subprocess.Popen[str]


def fold_in_processes(library: Path, root: Path, ranges: Sequence[Range], workers: int, head: int) -> list[Segment]:
    """The segments of the ranges, in order. `library` is its folder, `head` the position up to which purges count.

    Raises what folding raises, and `LedgerError` if a worker dies.
    """
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()

    def fold_one(span: Range) -> Segment:
        worker = idle.get()
        try:
            return _ask(worker, span)
        finally:
            idle.put(worker)

    count = min(workers, len(ranges))
    with _started(library, root, head, count) as processes, ThreadPoolExecutor(count) as threads:
        for process in processes:
            idle.put(process)
        # The last range first: what settling wrote lies at the end, and is the most for a range.
        folded = [threads.submit(fold_one, span) for span in reversed(ranges)]
        try:
            wait(folded, return_when=FIRST_EXCEPTION)
            for future in folded:
                if future.done():
                    future.result()
            return [future.result() for future in reversed(folded)]
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            raise


@contextmanager
def _started(library: Path, root: Path, head: int, count: int) -> Iterator[list[Worker]]:
    command = [sys.executable, "-c", _START, *(os.fspath(path.absolute()) for path in (library, root)), str(head)]
    environment = os.environ | {"CLAIMLEDGER_IMPORT_PATH": os.pathsep.join(sys.path)}
    processes: list[Worker] = []
    try:
        for _ in range(count):
            processes.append(subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
            ))
        yield processes
    finally:
        for process in processes:
            with suppress(OSError):
                process.communicate()


_START = f"""
import os, sys
sys.path[:] = os.environ["CLAIMLEDGER_IMPORT_PATH"].split(os.pathsep)
from {__name__} import work
work(*sys.argv[1:])
"""


def _ask(worker: Worker, span: Range) -> Segment:
    assert worker.stdin is not None and worker.stdout is not None
    with suppress(OSError):  # One that died answers nothing.
        worker.stdin.write(json.dumps(asdict(span)) + "\n")
        worker.stdin.flush()
    answer: dict[str, Any] = json.loads(worker.stdout.readline() or "{}")
    if "segment" in answer:
        return Segment(**answer["segment"])
    if "error" in answer:
        kind = getattr(errors, answer["error"], ClaimLedgerError)
        raise kind(answer["message"], remedy=answer["remedy"])
    raise LedgerError("a process that folds events died", remedy="look for free memory and disk space, then try again")


def work(library: str, root: str, head: str) -> None:
    """The worker: folds the ranges that come in, one a line, and answers with segments."""
    from ..ledger.opening import open_ledger
    from ..settings import read_settings

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    ledger: Ledger | None = None
    without: frozenset[int] = frozenset()
    while True:
        span = Range(**json.loads(asked.get()))
        try:
            if ledger is None:
                ledger = open_ledger(Path(library), read_settings(Path(library)), read_only=True)
                without = read_purges(ledger, until=int(head)).positions
            _answer({"segment": asdict(fold_range(ledger, span, Path(root), without))})
        except ClaimLedgerError as error:
            _answer({"error": type(error).__name__, "message": error.message, "remedy": error.remedy})
        except OSError as error:
            _answer({"error": "LedgerError", "message": str(error), "remedy": "free some disk space, then try again"})


def _listen(asked: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        asked.put(line)
    # The other side is done, or dead: what is being folded is of no use to anybody.
    os._exit(0)


def _answer(value: dict[str, Any]) -> None:
    print(json.dumps(value), flush=True)
