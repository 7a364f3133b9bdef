"""What commands share: which library is meant, JSON on standard output, progress on standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import click

from .errors import UsageError
from .library import Library

_ENDLESS = 1_000_000
_NAME = 40
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def open_library(paths: Sequence[Path], *, read_only: bool = False) -> Library:
    """The one library that a command works on. Raises `UsageError` for none or several."""
    if not paths:
        raise UsageError("no library was named", remedy="use: claimledger -L DIR ..., or set CLAIMLEDGER_LIBRARY")
    if len(paths) > 1:
        raise UsageError("this command works on one library", remedy="give -L once")
    return Library.open(paths[0], read_only=read_only)


def print_json(value: Any, *, indent: int | None = 2) -> None:
    """One JSON value on standard output; escaped where that takes no Unicode."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=indent)
    click.echo(text)


def check_writable(path: Path) -> None:
    """Raises `UsageError` for a file that could not be written: better before the work than after it."""
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise UsageError(f"{path} cannot be written", remedy="choose another file, in a folder that is there")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table for people on standard output."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    cells = [["" if value is None else printable(str(value)) for value in row] for row in rows]
    # The first column names the row, mostly by an id, which is of no use cut short.
    name = max((len(row[0]) for row in cells), default=0)
    table.add_column(columns[0], min_width=min(name, _NAME), overflow="fold")
    for column in columns[1:]:
        table.add_column(column)
    for row in cells:
        table.add_row(*row)
    # A pipe has no width: cells are then written whole, for grep and for files.
    width = None if sys.stdout.isatty() else _ENDLESS
    Console(width=width, emoji=False).print(table, markup=False, soft_wrap=not sys.stdout.isatty())


def printable(text: str) -> str:
    """Text from outside without what would steer the terminal."""
    return _CONTROLS.sub("\ufffd", text)


class Progress(Protocol):
    """Reports work done: one call a step."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """`done` of `total` steps; `what` is being worked on."""
        ...


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """A progress bar with rate and remaining time on standard error; silent when that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total, what: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    what = TextColumn("{task.fields[what]}")
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), what)
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None, what="")

        def step(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, what=what[-40:])

        yield step
