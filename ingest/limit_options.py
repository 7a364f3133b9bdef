"""Options of commands that change, for one run, what a single file may cost and which GROBID server reads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import click

from .parser.port import Limits

Command = TypeVar("Command", bound=Callable[..., Any])
_OPTIONS: dict[str, tuple[int, str, str]] = {
    "seconds": (1, "seconds", "Time that one file may take."),
    "memory-mb": (2**20, "memory", "Memory that one file may take."),
    "pages": (1, "pages", "Pages that one file may have."),
    "file-mb": (2**20, "file_bytes", "Size that one file may have."),
}
"""Option: how many of the limit's units it counts in, the limit, and what it says."""


def limit_options(command: Command) -> Command:
    """Add `--max-seconds`, `--max-memory-mb`, `--max-pages`, `--max-file-mb`, `--no-ocr` and `--grobid-url`."""
    for name, (unit, limit, what) in reversed(_OPTIONS.items()):

        def keep(context: click.Context, option: click.Parameter, value: int | None,
                 unit: int = unit, limit: str = limit) -> None:
            if value is not None:
                context.meta[f"limit:{limit}"] = value * unit

        command = click.option(
            f"--max-{name}", type=click.IntRange(64 if name == "memory-mb" else 1), metavar="N", expose_value=False,
            callback=keep, help=what,
        )(command)
    command = click.option(
        "--no-ocr", is_flag=True, expose_value=False, callback=_keep_no_ocr,
        help="Leave pages that are pictures unread.",
    )(command)
    return click.option(
        "--grobid-url", metavar="URL", expose_value=False, callback=_keep_url,
        help="Server for --parser grobid [default: the library's settings].",
    )(command)


def _keep_url(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta["limit:grobid_url"] = value


def _keep_no_ocr(context: click.Context, option: click.Parameter, value: bool) -> None:
    if value:
        context.meta["limit:ocr"] = False


def chosen_limits(otherwise: Limits) -> Limits:
    """The limits that the options of the running command name; the others as they are."""
    meta = click.get_current_context().meta
    chosen: dict[str, Any] = {
        limit: meta[f"limit:{limit}"] for limit in (*(limit for _, limit, _ in _OPTIONS.values()), "grobid_url", "ocr")
        if f"limit:{limit}" in meta
    }
    return replace(otherwise, **chosen)
