"""What the index holds of the chunks of a view."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class IndexState:
    """What the index holds of the chunks of a view. `reason`: why there is no embedder, if the settings ask for one."""

    version: str
    embedder: str
    reason: str | None
    builds: int
    chunks: int
    embedded: int
    missing_builds: int

    @property
    def complete(self) -> bool:
        """Whether every visible build is indexed and, if there is an embedder, every chunk has its vector."""
        return not self.missing_builds and (self.embedder == "none" or self.embedded == self.chunks)
