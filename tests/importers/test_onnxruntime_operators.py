"""Operators of onnxruntime's own domain, against onnxruntime."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(3)
DOMAIN = "com.microsoft"


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def check(op: str, operands: Mapping[str, Any], outputs: int = 1, every: bool = False, **attrs: Any) -> None:
    """The first operand is the input, the others are constants; those that are None are left out. Of the outputs the
    first and the last are asked for, or `every` one."""
    wanted = [k for k in range(outputs) if every or k in (0, outputs - 1)]
    model, feeds = single_node(op, operands, attrs, outputs=outputs, asked=wanted, domain=DOMAIN)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), onnxruntime_results(model, feeds), strict=True):
        assert mine.dtype == theirs.dtype
        assert_close(mine, theirs)


@pytest.mark.parametrize("op", ["Gelu", "QuickGelu", "FastGelu"])
def test_activations(op: str) -> None:
    check(op, {"x": floats(3, 8)})


@pytest.mark.parametrize("op", ["BiasGelu", "FastGelu"])
def test_activations_with_a_bias(op: str) -> None:
    check(op, {"x": floats(3, 8), "b": floats(8)})


@pytest.mark.parametrize(("left", "right"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_fused_products(left: int, right: int) -> None:
    a, b = floats(2, 4, 5), floats(2, 5, 3)
    a, b = a.swapaxes(1, 2).copy() if left else a, b.swapaxes(1, 2).copy() if right else b
    check("FusedMatMul", {"a": a, "b": b}, alpha=0.5, transA=left, transB=right)


def test_fused_gemm() -> None:
    operands = {"a": floats(4, 5), "b": floats(3, 5), "c": floats(3)}
    check("FusedGemm", operands, transB=1, alpha=0.3, activation="LeakyRelu", activation_alpha=0.2)


@pytest.mark.parametrize("activation", ["Relu", "Tanh", "Clip"])
def test_fused_convolution(activation: str) -> None:
    parameters = {"activation_params": [-0.5, 0.5]} if activation == "Clip" else {}
    operands = {"x": floats(1, 3, 6, 6), "w": floats(4, 3, 3, 3), "b": floats(4)}
    check("FusedConv", operands, activation=activation, pads=[1, 1, 1, 1], **parameters)


@pytest.mark.parametrize("bias", [False, True])
def test_norms_with_a_residual(bias: bool) -> None:
    operands = {"x": floats(2, 3, 8), "skip": floats(2, 3, 8), "gamma": floats(8), "beta": floats(8)}
    if bias:
        operands["bias"] = floats(8)
    check("SkipLayerNormalization", operands, outputs=4, epsilon=1e-5)
    del operands["beta"]
    check("SkipSimplifiedLayerNormalization", operands, outputs=4, epsilon=1e-5)


def test_what_is_not_supported_is_reported() -> None:
    one = node("CDist", ["x", "x"], ["y"], domain=DOMAIN, metric="cosine")
    model = model_of([one], {"x": (FLOAT, [3, 3])}, ["y"], domains={DOMAIN: 1})
    with pytest.raises(mlcc.MlccError) as caught:
        from_onnx(model)
    assert caught.value.code == "I121"


@pytest.mark.cover(1)
@pytest.mark.parametrize("mask", [None, "keys", "lengths"])
@pytest.mark.parametrize("causal", [0, 1])
def test_attention_with_its_projections(mask: str | None, causal: int) -> None:
    masks = {"keys": np.array([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], np.int32), "lengths": np.array([3, 5], np.int32)}
    operands = {"x": floats(2, 5, 8), "w": floats(8, 24), "b": floats(24), "mask": masks.get(mask or "")}
    check("Attention", operands, num_heads=2, unidirectional=causal)


@pytest.mark.parametrize("given", ["bias", "mask", "scores", "past", ""])
def test_attention_of_several_heads(given: str) -> None:
    operands = {
        "q": floats(2, 4, 8),
        "k": floats(2, 6, 8),
        "v": floats(2, 6, 12),
        "bias": floats(28) if given == "bias" else None,
        "mask": np.array([[1, 1, 0, 1, 1, 0], [1] * 6], np.int32) if given == "mask" else None,
        "scores": floats(2, 2, 4, 6) if given == "scores" else None,
    }
    if given == "past":
        operands |= {"v": floats(2, 6, 8), "pk": floats(2, 2, 3, 4), "pv": floats(2, 2, 3, 4)}
    check("MultiHeadAttention", operands, outputs=3 if given == "past" else 1, every=True, num_heads=2)


@pytest.mark.cover(1)
@pytest.mark.parametrize("interleaved", [0, 1])
@pytest.mark.parametrize("rank", [3, 4])
def test_rotary_embedding(interleaved: int, rank: int) -> None:
    angles = floats(16, 4)
    tables = {"cos": np.cos(angles), "sin": np.sin(angles)}
    x = floats(2, 5, 24) if rank == 3 else floats(2, 3, 5, 8)
    check("RotaryEmbedding", {"x": x, "at": np.array([3]), **tables}, interleaved=interleaved)
    check("RotaryEmbedding", {"x": x, "at": RNG.integers(0, 16, (2, 5)), **tables}, interleaved=interleaved)


def test_embeddings_that_are_normalised() -> None:
    words = {
        "words": floats(30, 8),
        "places": floats(6, 8),
        "kinds": floats(2, 8),
        "gamma": floats(8),
        "beta": floats(8),
    }
    ids = RNG.integers(0, 30, (2, 5)).astype(np.int32)
    check(
        "EmbedLayerNormalization", {"x": ids, "kind": RNG.integers(0, 2, (2, 5)).astype(np.int32), **words}, outputs=2
    )


#: Operators whose batches and lengths are known only at run time: inputs by name, constants, attributes. In a shape,
#: n is a batch, s and t are lengths.
SYMBOLIC: dict[str, tuple[str, dict[str, list[Any]], dict[str, Any], dict[str, Any]]] = {
    "causal": (
        "MultiHeadAttention", {"q": ["n", "s", 8], "k": ["n", "s", 8], "v": ["n", "s", 12]}, {},
        {"num_heads": 2, "unidirectional": 1},
    ),
    "causal, after earlier keys": (
        "MultiHeadAttention",
        {"q": ["n", "s", 8], "k": ["n", "s", 8], "v": ["n", "s", 8], "pk": ["n", 2, "t", 4], "pv": ["n", 2, "t", 4]},
        {}, {"num_heads": 2, "unidirectional": 1},
    ),
    "causal, of a joint projection": (
        "Attention", {"x": ["n", "s", 8]}, {"w": floats(8, 24), "b": floats(24)}, {"num_heads": 2, "unidirectional": 1},
    ),
    "lengths of keys": (
        "Attention", {"x": ["n", "s", 8], "w": [8, 24], "b": [24], "lengths": ["n"]}, {}, {"num_heads": 2},
    ),
    "rotary embedding": (
        "RotaryEmbedding", {"x": ["n", "s", 24], "at": [1]}, {"cos": floats(64, 4), "sin": floats(64, 4)}, {},
    ),
    "embeddings": (
        "EmbedLayerNormalization", {"ids": ["n", "s"], "kind": ["n", "s"]},
        {"words": floats(30, 8), "places": floats(64, 8), "kinds": floats(2, 8), "gamma": floats(8), "beta": floats(8)},
        {},
    ),
}  # fmt: skip
INT32 = TensorProto.INT32
INTEGERS = {"at": INT64, "ids": INT32, "kind": INT32, "lengths": INT32}


@pytest.mark.every(2)
@pytest.mark.parametrize("case", SYMBOLIC)
def test_sizes_known_at_run_time(case: str) -> None:
    op, inputs, weights, attrs = SYMBOLIC[case]
    operands, results = [*inputs, *weights], ["y", "z"] if case == "embeddings" else ["y"]
    if "pk" in inputs:  # without the joined keys and values as results, onnxruntime leaves parts of them undefined
        operands[3:3], results = [""] * 3, ["y", "keys", "values"]
    one = node(op, operands, results, domain=DOMAIN, **attrs)
    types = {name: (INTEGERS.get(name, FLOAT), shape) for name, shape in inputs.items()}
    model = model_of([one], types, results, weights, domains={DOMAIN: 1})
    library = mlcc.build(from_onnx(model))
    for n, s, t in ((1, 1, 1), (2, 5, 7), (3, 33, 33)):
        feeds: dict[str, Any] = {}
        for name, shape in inputs.items():
            dims = [{"n": n, "s": s, "t": t}.get(d, d) for d in shape]
            kind = np.int64 if name == "at" else np.int32
            feeds[name] = (
                RNG.integers(0, 2, dims).astype(kind) + (name == "lengths") if name in INTEGERS else floats(*dims)
            )
        got = library["main"](*feeds.values())
        for mine, theirs in zip(
            got if isinstance(got, tuple) else (got,), onnxruntime_results(model, feeds), strict=True
        ):
            assert_close(mine, theirs)


@pytest.mark.parametrize("domain", ["com.microsoft", "ai.onnx.ml"])
def test_a_domain_that_the_model_does_not_import(domain: str) -> None:
    """It has its newest version, also in functions; of a domain without converters that is said."""
    op, attrs = ("Gelu", {}) if domain == DOMAIN else ("Scaler", {"offset": [1.0], "scale": [2.0]})
    model, feeds = single_node(op, {"x": floats(3, 8)}, attrs, domain=domain)
    want = onnxruntime_results(model, feeds)[0]
    kept = [one for one in model.opset_import if one.domain != domain]
    del model.opset_import[:]
    model.opset_import.extend(kept)
    assert_close(mlcc.build(from_onnx(model))(*feeds.values()), want)
    model.graph.node[0].domain = "unheard.of"
    with pytest.raises(mlcc.MlccError, match="imports no opset for the domain `unheard.of`"):
        from_onnx(model)
