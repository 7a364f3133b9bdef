"""Which builds are of older pipelines. Only `ingest` knows the current one; the command line hands that down."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..library import Library
    from ..view import View

OLD_BUILDS = "claimledger.old_builds"
"""Key in the `meta` of click's context under which the question lies."""

Question = Callable[["Library", "View"], Collection[str]]


def visible_old_builds(library: Library, view: View) -> set[str]:
    """Visible builds of a view that the current pipeline would make otherwise; none where nobody can tell."""
    context = click.get_current_context(silent=True)
    ask: Question | None = context.meta.get(OLD_BUILDS) if context else None
    if ask is None:
        return set()
    return set(ask(library, view)) & {str(row["build"]) for row in view.rows("SELECT build FROM visible_builds")}
