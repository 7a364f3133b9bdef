"""What commands share: which libraries are meant, JSON on standard output, progress on standard error."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any, Protocol

import click

from .asked import Asked, ask, distinct
from .errors import ClaimLedgerError, UsageError
from .founding import contradicted_privacy
from .library import Library

_NAME = 40
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def open_library(
    paths: Sequence[Path], *, read_only: bool = False, doubted: bool = False, why_one: str = ""
) -> Library:
    """The one library that a command works on; `doubted`: as `Library.open_doubted` opens it.

    To whoever doubts it is said where settings and ledger disagree on whether it is private.

    Raises `UsageError` for none or several; `why_one` says why.
    """
    named = _named(paths)
    if len(named) > 1:
        raise UsageError(f"this command works on one library{why_one and f', {why_one}'}", remedy="give -L once")
    if not doubted:
        return Library.open(named[0], read_only=read_only)
    library = Library.open_doubted(named[0])
    if not library.imported and (contradicted := contradicted_privacy(library.root, library.ledger)):
        click.echo(f"warning: {contradicted.what}; {contradicted.cure}", err=True)
    return library


@contextmanager
def open_asked(paths: Sequence[Path], at: str | None) -> Iterator[list[Asked]]:
    """The libraries that a command asks, each with its view as of a snapshot; see `ask`."""
    with ExitStack() as stack:
        libraries = [(stack.enter_context(Library.open(path)), path) for path in _named(paths)]
        yield [ask(stack, library, at, str(path), several=len(libraries) > 1) for library, path in libraries]


@contextmanager
def open_libraries(paths: Sequence[Path]) -> Iterator[list[Library]]:
    """The libraries that a command asks, in the order given."""
    with ExitStack() as stack:
        yield [stack.enter_context(Library.open(path)) for path in _named(paths)]


def _named(paths: Sequence[Path]) -> list[Path]:
    if not paths:
        raise UsageError("no library was named", remedy="use: claimledger -L DIR ..., or set CLAIMLEDGER_LIBRARY")
    return distinct(paths)


def print_json(value: Any, *, indent: int | None = 2) -> None:
    """One JSON value on standard output; escaped where that takes no Unicode."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=indent)
    click.echo(text)


def say_what_is_safe(error: ClaimLedgerError | OSError) -> None:
    """One line on standard error for what ended a run that had stored something before."""
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    said = f"{where}{error.strerror}" if isinstance(error, OSError) else str(error)
    click.echo(f"error: {said}; what was stored is safe, run the same command again to continue", err=True)


def warn_unrecorded(why: str | None, what: str) -> None:
    """Say on standard error that an answer is in no ledger, if there is a reason why it is not."""
    if why:
        click.echo(f"warning: {why}: the {what} is not recorded", err=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table for people on standard output."""
    cells = [["" if value is None else printable(str(value)) for value in row] for row in rows]
    if not sys.stdout.isatty():
        _print_whole([list(columns), *cells])
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    # The first column names the row, mostly by an id, which is of no use cut short.
    name = max((len(row[0]) for row in cells), default=0)
    table.add_column(columns[0], min_width=min(name, _NAME), overflow="fold")
    for column in columns[1:]:
        table.add_column(column)
    for row in cells:
        table.add_row(*row)
    Console(emoji=False).print(table, markup=False)


def _print_whole(rows: Sequence[Sequence[str]]) -> None:
    """A table whose cells are written whole, for grep and for files: a pipe has no width, and may take many rows."""
    from rich.cells import cell_len

    parted = [[cell.split("\n") for cell in row] for row in rows]
    widths = [max(cell_len(line) for cell in column for line in cell) for column in zip(*parted, strict=True)]
    for row in parted:
        for lines in zip_longest(*row, fillvalue=""):
            padded = (line + " " * (width - cell_len(line)) for line, width in zip(lines, widths, strict=True))
            # Not by click, which writes UTF-8 to a stream that takes none.
            print("  ".join(padded).rstrip())


def printable(text: str) -> str:
    """Text from outside without what would steer the terminal."""
    return _CONTROLS.sub("\ufffd", text)


class Progress(Protocol):
    """Reports work done: one call a step."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """`done` of `total` steps; `what` is being worked on."""
        ...


def rate_text(done: int, seconds: float) -> str:
    """How fast something goes: `2.5/s`, or `8.0 s each` where it takes longer than a second."""
    if not done or seconds <= 0:
        return ""
    return f"{done / seconds:.1f}/s" if done >= seconds else f"{seconds / done:.1f} s each"


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """A progress bar with rate and remaining time on standard error; silent when that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total, what: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    rate, what = TextColumn("{task.fields[rate]}"), TextColumn("{task.fields[what]}")
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn(), what)
    began = time.monotonic()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        # Until it is known how much there is to do, there is nothing to show.
        task = bar.add_task(label, total=None, what="", rate="", visible=False)

        def step(done: int, total: int, what: str) -> None:
            rate = rate_text(done, time.monotonic() - began)
            bar.update(
                task, completed=done, total=total, rate=rate, what=escape(printable(what[-40:])), visible=True
            )

        yield step
