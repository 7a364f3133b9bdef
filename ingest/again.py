"""Sources that were purged: one comes back only if somebody asks for it, and then as another build.

The stream of a purged build has its events and no payloads, for ever. So the same bytes through the same pipeline get
another build id after each purge: that of the pipeline and the number of purges.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path

from ..kb.errors import UnreadableInput
from ..kb.forgetting.record import read_purges
from ..kb.library import Library
from .pipeline import Pipeline

LIVE = "SELECT DISTINCT blob FROM raw_sources WHERE build NOT IN (SELECT build FROM purged_builds)"


class Admission:
    """Which build a source becomes in one run, and whether it may. `again` lets in what was purged."""

    def __init__(self, library: Library, *, again: bool = False) -> None:
        self._library = library
        self._again = again
        self._purges = read_purges(library.ledger).by_source()

    def build_id(self, pipeline: Pipeline, blob: str) -> str:
        """Id of the build of a source."""
        return pipeline.build_id(blob, again=len(self._purges.get(blob, ())))

    def refusal(self, blob: str) -> str | None:
        """Why a source is not taken in; None if it is."""
        if self._again or blob not in self._purges or blob in self._live:
            return None
        last = self._purges[blob][-1]
        return f"was purged at {last.time} ({last.event}: {last.reason}); to take it in again, give --again"

    def refused_file(self, path: Path) -> str | None:
        """As `refusal`, of a file that is not stored yet. Raises `UnreadableInput`."""
        if self._again or not self._purges:
            return None
        try:
            with open(path, "rb") as file:
                return self.refusal(hashlib.file_digest(file, "sha256").hexdigest())
        except OSError as error:
            raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error

    def was_purged(self, build: str) -> bool:
        """Whether somebody purged a build since this run began."""
        return build in read_purges(self._library.ledger).builds

    @cached_property
    def _live(self) -> frozenset[str]:
        """Sources that are there: also one that came back after a purge."""
        with self._library.view() as view:
            return frozenset(str(row["blob"]) for row in view.rows(LIVE))
