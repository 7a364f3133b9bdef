"""The default embedder: all-MiniLM-L6-v2 on onnxruntime, 384 dimensions, at most 256 tokens of a text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .bert_graph import BertShape, build_graph, read_tensors
from .weights import WEIGHTS_SHA256, Weights

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

MAX_TOKENS = 256
_BATCH_TOKENS = 1024
"""Tokens, padding included, that go through the encoder at once: small enough to stay in the cache of two cores."""


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 from its published weights, read at the first use. Equal texts give equal vectors (to 1e-6)."""

    name = "all-MiniLM-L6-v2"
    digest = f"{WEIGHTS_SHA256}-{MAX_TOKENS}"
    dimensions = 384

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def embed(self, texts: Sequence[str]) -> NDArray[numpy.float32]:
        """Rows of unit length, shape (len(texts), 384), in the order of the texts."""
        import numpy

        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        vectors = numpy.empty((len(texts), self.dimensions), dtype=numpy.float32)
        for batch in _batches([len(ids) for ids in encoded]):
            width = max(len(encoded[at]) for at in batch)
            ids = numpy.zeros((len(batch), width), dtype=numpy.int32)
            mask = numpy.zeros((len(batch), width), dtype=numpy.int32)
            for row, at in enumerate(batch):
                ids[row, : len(encoded[at])] = encoded[at]
                mask[row, : len(encoded[at])] = 1
            vectors[batch] = self._session.run(["vectors"], {"ids": ids, "mask": mask})[0]
        return vectors

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._weights.tokenizer))
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        # Newer onnxruntime queues telemetry in the user's home from the moment of its import, unless told not to.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime

        onnxruntime.disable_telemetry_events()
        shape = BertShape()
        tensors = read_tensors(self._weights.tensors, shape)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        # Threads that spin while they wait take the cores from whatever else runs, and gain nothing measurable here.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(tensor) for tensor in tensors.values()]
        options.add_external_initializers(list(tensors), values)
        graph = build_graph(tensors, shape)
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _batches(lengths: Sequence[int]) -> list[list[int]]:
    """Places of texts, grouped by length so that little is padding; equal lengths keep their order."""
    batches: list[list[int]] = []
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lambda place: lengths[place]):
        if batch and lengths[at] * (len(batch) + 1) > _BATCH_TOKENS:
            batches.append(batch)
            batch = []
        batch.append(at)
    return [*batches, batch] if batch else batches
