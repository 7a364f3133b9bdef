"""The port `embedder`: dense vectors for text. Vectors are a cache and never enter a digest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    name: str
    digest: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> NDArray[numpy.float32]:
        """Rows of unit length, shape (len(texts), dimensions)."""
        ...
