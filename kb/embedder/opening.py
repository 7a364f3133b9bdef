"""From the embedder that the settings name to one that runs, or to the reason why none does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .port import Embedder

PREFIX = "sentence-transformers:"
"""Before the name or path of a model of the extra `models`."""


@dataclass(frozen=True)
class Opening:
    """An embedder, or None and one sentence that says why; both are None where the settings ask for none."""

    embedder: Embedder | None
    reason: str | None = None

    @property
    def label(self) -> str:
        """Name and digest for the record of an answer; `none` without an embedder."""
        return f"{self.embedder.name} {self.embedder.digest}" if self.embedder else "none"


@lru_cache(maxsize=4)
def open_embedder(name: str) -> Opening:
    """The embedder called `minilm`, `none`, or `sentence-transformers:` and a model. Raises `UsageError` for another.

    `minilm` without its weights is no error, so that search runs on text alone. A process opens each embedder once.
    """
    if name == "none":
        return Opening(None)
    if name == "minilm":
        return _open_minilm()
    if name.startswith(PREFIX):
        from .sentence_transformers import SentenceTransformersEmbedder

        return Opening(SentenceTransformersEmbedder(name.removeprefix(PREFIX)))
    from ..errors import UsageError

    raise UsageError(f"no embedder {name!r}", remedy=f"use minilm, none, or {PREFIX}MODEL")


def _open_minilm() -> Opening:
    from .weights import find_weights

    weights = find_weights()
    if isinstance(weights, str):
        return Opening(None, weights)
    from .minilm import MiniLmEmbedder

    return Opening(MiniLmEmbedder(weights))
