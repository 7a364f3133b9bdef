"""The ONNX graph against the same encoder in plain numpy, written from the paper and the configuration of the model."""

import math
from typing import Any

import numpy
import pytest
from claimledger.kb.embedder.minilm import MAX_TOKENS, MiniLmEmbedder
from claimledger.kb.embedder.weights import Weights, find_weights
from numpy.typing import NDArray

Array = NDArray[numpy.float64]
LAYERS, HEADS = 6, 12


@pytest.fixture(scope="module")
def weights() -> Weights:
    found = find_weights()
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.fixture(scope="module")
def embedder(weights: Weights) -> MiniLmEmbedder:
    return MiniLmEmbedder(weights)


class Reference:
    def __init__(self, weights: Weights) -> None:
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        self._stored: dict[str, Any] = load_file(weights.tensors)
        self._tokenizer = Tokenizer.from_file(str(weights.tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def embed(self, text: str) -> Array:
        ids = self._tokenizer.encode(text).ids
        if len(ids) > MAX_TOKENS:
            ids = [*ids[: MAX_TOKENS - 1], ids[-1]]
        words = self._get("embeddings.word_embeddings.weight")[ids]
        places = self._get("embeddings.position_embeddings.weight")[: len(ids)]
        hidden = self._norm(words + places + self._get("embeddings.token_type_embeddings.weight")[0], "embeddings")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            attended = self._dense(self._attention(hidden, f"{name}.attention.self"), f"{name}.attention.output.dense")
            hidden = self._norm(attended + hidden, f"{name}.attention.output")
            wide = self._dense(hidden, f"{name}.intermediate.dense")
            active = wide * 0.5 * (1 + numpy.vectorize(math.erf)(wide / math.sqrt(2)))
            hidden = self._norm(self._dense(active, f"{name}.output.dense") + hidden, f"{name}.output")
        mean = hidden.mean(axis=0)
        return numpy.asarray(mean / numpy.linalg.norm(mean))

    def _attention(self, hidden: Array, name: str) -> Array:
        tokens, width = hidden.shape
        query, key, value = (
            self._dense(hidden, f"{name}.{part}").reshape(tokens, HEADS, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        scores = numpy.exp(query @ key.swapaxes(1, 2) / math.sqrt(width // HEADS))
        shares = scores / scores.sum(axis=-1, keepdims=True)
        return numpy.asarray((shares @ value).swapaxes(0, 1).reshape(tokens, width))

    def _dense(self, hidden: Array, name: str) -> Array:
        return numpy.asarray(hidden @ self._get(f"{name}.weight").T + self._get(f"{name}.bias"))

    def _norm(self, hidden: Array, name: str) -> Array:
        centred = hidden - hidden.mean(axis=-1, keepdims=True)
        scaled = centred / numpy.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return numpy.asarray(scaled * self._get(f"{name}.LayerNorm.weight") + self._get(f"{name}.LayerNorm.bias"))

    def _get(self, name: str) -> Array:
        return numpy.asarray(self._stored[name], dtype=numpy.float64)


@pytest.fixture(scope="module")
def reference(weights: Weights) -> Reference:
    return Reference(weights)


@pytest.mark.parametrize(
    "text",
    [
        "beetle",
        "Acoustic detectors hear larvae of the bark beetle at 2.4 kHz (p < 0.05).",
        "Γ-rays and naïve α-synuclein, 高血压",
        "the larvae of beetles " * 100,
    ],
)
def test_a_vector_is_that_of_the_encoder_in_plain_numpy(
    reference: Reference, embedder: MiniLmEmbedder, text: str
) -> None:
    assert numpy.abs(embedder.embed([text])[0] - reference.embed(text)).max() < 1e-5


def test_vectors_come_in_the_order_of_the_texts_whatever_is_embedded_beside_them(embedder: MiniLmEmbedder) -> None:
    texts = ["long " * 200, "short", "a sentence of middle length about wood", "long " * 90, ""]
    together = embedder.embed(texts)
    alone = numpy.concatenate([embedder.embed([text]) for text in texts])
    assert together.shape == (5, 384) and together.dtype == numpy.float32
    assert numpy.abs(together - alone).max() < 1e-5
    assert numpy.allclose(numpy.linalg.norm(together, axis=1), 1, atol=1e-5)


def test_text_beyond_the_limit_does_not_count_and_text_up_to_it_does(embedder: MiniLmEmbedder) -> None:
    # Every "beetle" is one token; two of 256 are the marks of beginning and end.
    base, cut = "beetle " * (MAX_TOKENS - 2), "beetle " * (MAX_TOKENS - 3)
    same, beyond, inside = embedder.embed([base, base + "weevil", cut + "weevil"])
    assert numpy.abs(same - beyond).max() < 1e-6
    assert numpy.abs(same - inside).max() > 1e-4


def test_like_texts_lie_closer_than_unlike_ones(embedder: MiniLmEmbedder) -> None:
    a, b, c = embedder.embed(["larvae of bark beetles", "immature wood-boring insects", "tax law of Norway"])
    assert a @ b > a @ c + 0.2


def test_no_texts_give_no_rows(embedder: MiniLmEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 384)
