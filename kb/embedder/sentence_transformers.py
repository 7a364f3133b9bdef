"""The other embedder: any sentence-transformers model by name or path. Needs the extra `models`, which brings torch."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import UsageError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

INSTALL = "pip install 'claimledger[models]'"


class SentenceTransformersEmbedder:
    """A sentence-transformers model. Its digest covers every weight, so another revision gets vectors of its own."""

    def __init__(self, model: str) -> None:
        """Load `model`, a name or a path. Raises `UsageError` where the extra or the model is missing."""
        if importlib.util.find_spec("sentence_transformers") is None:
            raise UsageError(f"the embedder {model!r} needs sentence-transformers", remedy=INSTALL)
        library = importlib.import_module("sentence_transformers")
        try:
            self._model: Any = library.SentenceTransformer(model)
        except (OSError, ValueError) as error:
            message = f"the model {model!r} cannot be loaded: {error}"
            raise UsageError(message, remedy="check its name or path") from error
        self.name = model
        self.digest = _weights_digest(self._model)
        self.dimensions = int(self._model.get_sentence_embedding_dimension())

    def embed(self, texts: Sequence[str]) -> NDArray[numpy.float32]:
        """Rows of unit length, shape (len(texts), dimensions)."""
        import numpy

        if not texts:
            return numpy.empty((0, self.dimensions), dtype=numpy.float32)
        found = self._model.encode(
            list(texts), convert_to_numpy=True, normalize_embeddings=True, show_progress_bar=False
        )
        return numpy.asarray(found, dtype=numpy.float32)


def _weights_digest(model: Any) -> str:
    running = hashlib.sha256(str(model.max_seq_length).encode())
    for name, tensor in sorted(model.state_dict().items()):
        running.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}".encode())
        running.update(tensor.detach().cpu().float().contiguous().numpy().tobytes())
    return running.hexdigest()
