"""The provenance validator: does what bears the sentence have a source route, a version, an owner and intact bytes?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...kb.errors import BlobDamaged, UnknownId
from ..codes import cure_of
from .verdict import PASS, Verdict

if TYPE_CHECKING:
    from ...kb.library import Library
    from ...kb.view import View


class Provenance:
    """Sources of one library; the bytes of each are checked once."""

    def __init__(self, library: Library, view: View) -> None:
        self._library = library
        self._view = view
        self._known: dict[str, Verdict] = {}

    def check(self, builds: Iterable[str]) -> Verdict:
        """The first source of a build that has no whole provenance, or a pass."""
        if not self._library.settings.library.owner.strip():
            return _block("no-owner", "nobody answers for the packets of this library")
        for build in builds:
            verdict = self._known.get(build) or self._of_build(build)
            self._known[build] = verdict
            if verdict.verdict != "pass":
                return verdict
        return PASS

    def _of_build(self, build: str) -> Verdict:
        rows = self._view.rows("SELECT blob, pipeline FROM sealed WHERE build = ? ORDER BY position LIMIT 1", [build])
        if not rows or not rows[0]["pipeline"]:
            return _block("no-version", f"the build {build} has no pipeline digest")
        try:
            self._library.blobs.get(str(rows[0]["blob"]))
        except UnknownId:
            return _block("blob-missing", f"the source of {build} is not in the blob store")
        except BlobDamaged:
            return _block("blob-damaged", f"the source of {build} is not what was ingested")
        return PASS


def _block(code: str, reason: str) -> Verdict:
    return Verdict("block", code, reason, cure_of(code))
