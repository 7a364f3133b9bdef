"""The ONNX graph of a BERT sentence encoder: embeddings, transformer layers, mean pooling, unit length.

The graph names its weights and holds none of them: they are handed to the session from the safetensors file
(`initializers`), so the serialised graph is a few kilobytes. Attention, bias with GELU and residual layer
normalisation are the fused operators of onnxruntime (domain com.microsoft), the rest is standard ONNX.

Devlin et al. 2019 (arXiv:1810.04805) for the encoder, Reimers and Gurevych 2019 (arXiv:1908.10084) for the pooling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Tensors = dict[str, NDArray[numpy.float32]]

_FUSED = "com.microsoft"
_OPSET = 17


@dataclass(frozen=True)
class BertShape:
    """Sizes of the encoder; the defaults are those of all-MiniLM-L6-v2."""

    layers: int = 6
    width: int = 384
    heads: int = 12
    epsilon: float = 1e-12


def read_tensors(path: Path, shape: BertShape) -> Tensors:
    """The weights under the names of `build_graph`: matrices as (inputs, outputs); query, key, value joined."""
    import numpy
    from safetensors import safe_open

    with safe_open(path, framework="numpy") as file:
        stored = {name: file.get_tensor(name) for name in file.keys() if not name.startswith("pooler")}  # noqa: SIM118
    first_segment = stored["embeddings.token_type_embeddings.weight"][0]
    tensors: Tensors = {
        "words": stored["embeddings.word_embeddings.weight"],
        "places": stored["embeddings.position_embeddings.weight"] + first_segment,
        **_norm(stored, "embeddings.LayerNorm", "embedded"),
    }
    for layer in range(shape.layers):
        prefix = f"encoder.layer.{layer}"
        parts = [f"{prefix}.attention.self.{part}" for part in ("query", "key", "value")]
        joined = [stored[f"{part}.weight"].T for part in parts]
        tensors[f"qkv_{layer}.weight"] = numpy.ascontiguousarray(numpy.concatenate(joined, axis=1))
        tensors[f"qkv_{layer}.bias"] = numpy.concatenate([stored[f"{part}.bias"] for part in parts])
        for dense, name in (("attention.output", "mixed"), ("intermediate", "wide"), ("output", "narrow")):
            weight = stored[f"{prefix}.{dense}.dense.weight"]
            tensors[f"{name}_{layer}.weight"] = numpy.ascontiguousarray(weight.T)
            tensors[f"{name}_{layer}.bias"] = stored[f"{prefix}.{dense}.dense.bias"]
        tensors |= _norm(stored, f"{prefix}.attention.output.LayerNorm", f"attended_{layer}")
        tensors |= _norm(stored, f"{prefix}.output.LayerNorm", f"layer_{layer}")
    return tensors


def build_graph(tensors: Tensors, shape: BertShape) -> bytes:
    """The serialised graph. Inputs, both int32 (texts, tokens): `ids`, zero after the end, and `mask`, one up to it.

    Output: `vectors` float32 (texts, width), rows of unit length.
    """
    from onnx import TensorProto, helper

    graph = helper.make_graph(
        list(_nodes(shape)), "sentence_encoder",
        [
            helper.make_tensor_value_info("ids", TensorProto.INT32, ["texts", "tokens"]),
            helper.make_tensor_value_info("mask", TensorProto.INT32, ["texts", "tokens"]),
        ],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", shape.width])],
        initializer=[_external(name, tensor) for name, tensor in tensors.items()],
    )
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    return bytes(model.SerializeToString())


def _nodes(shape: BertShape) -> Iterator[Any]:
    from onnx import helper

    yield helper.make_node(
        "EmbedLayerNormalization",
        ["ids", "", "words", "places", "", "embedded.gain", "embedded.shift", "mask"],
        ["hidden_0", "lengths"], epsilon=shape.epsilon, domain=_FUSED,
    )
    for layer in range(shape.layers):
        hidden, attended = f"hidden_{layer}", f"attended_{layer}"
        yield helper.make_node(
            "Attention", [hidden, f"qkv_{layer}.weight", f"qkv_{layer}.bias", "mask"], [f"context_{layer}"],
            num_heads=shape.heads, domain=_FUSED,
        )
        yield helper.make_node("MatMul", [f"context_{layer}", f"mixed_{layer}.weight"], [f"mixed_{layer}"])
        yield _residual_norm(f"mixed_{layer}", hidden, attended, attended, shape)
        yield helper.make_node("MatMul", [attended, f"wide_{layer}.weight"], [f"wide_{layer}"])
        yield helper.make_node(
            "BiasGelu", [f"wide_{layer}", f"wide_{layer}.bias"], [f"active_{layer}"], domain=_FUSED
        )
        yield helper.make_node("MatMul", [f"active_{layer}", f"narrow_{layer}.weight"], [f"narrow_{layer}"])
        yield _residual_norm(f"narrow_{layer}", attended, f"layer_{layer}", f"hidden_{layer + 1}", shape)
    yield from _pooling(f"hidden_{shape.layers}")


def _residual_norm(dense: str, skipped: str, norm: str, output: str, shape: BertShape) -> Any:
    """Layer normalisation of `dense` plus its bias plus what skipped it; `norm` names gain and shift."""
    from onnx import helper

    inputs = [dense, skipped, f"{norm}.gain", f"{norm}.shift", f"{dense}.bias"]
    return helper.make_node("SkipLayerNormalization", inputs, [output], epsilon=shape.epsilon, domain=_FUSED)


def _pooling(hidden: str) -> Iterator[Any]:
    """The mean over the tokens that are no padding, at unit length; so the sum will do, its direction is the same."""
    from onnx import TensorProto, helper

    yield helper.make_node("Cast", ["mask"], ["weights"], to=TensorProto.FLOAT)
    yield helper.make_node("Einsum", ["weights", hidden], ["sums"], equation="bt,btw->bw")
    yield helper.make_node("LpNormalization", ["sums"], ["vectors"], axis=1, p=2)


def _norm(stored: Tensors, source: str, name: str) -> Tensors:
    return {f"{name}.gain": stored[f"{source}.weight"], f"{name}.shift": stored[f"{source}.bias"]}


def _external(name: str, tensor: NDArray[numpy.float32]) -> Any:
    from onnx import TensorProto

    proto = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=tensor.shape, data_location=TensorProto.EXTERNAL)
    proto.external_data.add(key="location", value="model.safetensors")
    return proto
