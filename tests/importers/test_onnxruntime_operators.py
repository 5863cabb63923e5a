"""Operators of onnxruntime's own domain, against onnxruntime."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, model_of, node

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(3)
DOMAIN = "com.microsoft"


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def bytes_of(kind: type, *shape: int) -> Any:
    info = np.iinfo(kind)
    return RNG.integers(info.min, info.max + 1, shape).astype(kind)


def check(
    op: str, operands: Mapping[str, Any], outputs: int = 1, atol: float = 1e-5, every: bool = False, **attrs: Any
) -> None:
    """The first operand is the input, the others are constants; those that are None are left out. Of the outputs the
    first and the last are asked for, or `every` one."""
    ort = pytest.importorskip("onnxruntime")
    (name, x), *rest = operands.items()
    weights = {n: np.asarray(a) for n, a in rest if a is not None}
    inputs = [n if a is not None else "" for n, a in operands.items()]
    names = [f"y{k}" if every or k in (0, outputs - 1) else "" for k in range(outputs)]
    kind = onnx.helper.np_dtype_to_tensor_dtype(x.dtype)
    one = node(op, inputs, names, domain=DOMAIN, **attrs)
    model = model_of([one], {name: (kind, x.shape)}, [n for n in names if n], weights, domains={DOMAIN: 1})
    options = ort.SessionOptions()
    options.log_severity_level = 4
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    want = session.run(None, {name: x})
    got = mlcc.build(from_onnx(model))(x)
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
        assert mine.dtype == theirs.dtype
        if theirs.dtype.kind in "iu":  # a half may be rounded either way
            assert np.abs(mine.astype(int) - theirs.astype(int)).max() <= 1
        else:
            np.testing.assert_allclose(mine, theirs, rtol=1e-3, atol=atol)


@pytest.mark.parametrize("op", ["Gelu", "QuickGelu", "FastGelu"])
def test_activations(op: str) -> None:
    check(op, {"x": floats(3, 8)}, atol=1e-4)


@pytest.mark.parametrize("op", ["BiasGelu", "FastGelu"])
def test_activations_with_a_bias(op: str) -> None:
    check(op, {"x": floats(3, 8), "b": floats(8)}, atol=1e-4)


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


@pytest.mark.parametrize("zero_points", [False, True])
def test_weights_of_four_bits_in_blocks(zero_points: bool) -> None:
    k, n, block = 32, 6, 16
    operands = {"a": floats(3, k), "b": bytes_of(np.uint8, n, k // block, block // 2), "s": floats(n * k // block)}
    if zero_points:
        operands["z"] = bytes_of(np.uint8, n * (k // block) // 2)
    check("MatMulNBits", operands, atol=1e-3, K=k, N=n, bits=4, block_size=block)


def test_integer_products_to_floats() -> None:
    operands = {
        "a": bytes_of(np.uint8, 4, 5),
        "b": bytes_of(np.int8, 5, 3),
        "as": np.float32(0.1),
        "bs": np.abs(floats(3)),
        "az": np.uint8(7),
        "bz": np.array([1, -2, 3], np.int8),
        "bias": floats(3),
    }
    check("MatMulIntegerToFloat", operands, atol=1e-3)


def test_products_quantised_on_the_way() -> None:
    operands = {
        "a": floats(4, 8),
        "b": bytes_of(np.int8, 8, 3),
        "bs": np.float32(0.02),
        "bz": np.int8(0),
        "c": floats(3),
    }
    check("DynamicQuantizeMatMul", operands, atol=1e-3)


@pytest.mark.parametrize("op", ["QLinearAdd", "QLinearMul"])
def test_quantised_sums_and_products(op: str) -> None:
    scale, zero = np.float32(0.05), np.uint8(120)
    operands = {
        "a": bytes_of(np.uint8, 3, 4),
        "as": scale,
        "az": zero,
        "b": bytes_of(np.uint8, 3, 4),
        "bs": scale,
        "bz": zero,
    }
    check(op, {**operands, "cs": np.float32(0.1), "cz": np.uint8(100)})


@pytest.mark.parametrize(("op", "attrs"), [("QLinearSigmoid", {}), ("QLinearLeakyRelu", {"alpha": 0.3})])
def test_quantised_activations(op: str, attrs: dict[str, float]) -> None:
    operands = {"x": bytes_of(np.uint8, 3, 40), "xs": np.float32(0.04), "xz": np.uint8(128)}
    check(op, {**operands, "ys": np.float32(0.02), "yz": np.uint8(90)}, **attrs)


def test_quantised_pooling() -> None:
    operands = {"x": bytes_of(np.uint8, 1, 4, 5, 5), "xs": np.float32(0.04), "xz": np.uint8(128)}
    check("QLinearGlobalAveragePool", {**operands, "ys": np.float32(0.02), "yz": np.uint8(120)})


def test_joining_of_quantised_tensors() -> None:
    scale, zero = np.float32(0.05), np.uint8(100)
    ort = pytest.importorskip("onnxruntime")
    weights = {"s": scale, "z": zero, "t": np.float32(0.1), "b": bytes_of(np.uint8, 2, 3)}
    one = node("QLinearConcat", ["s", "z", "a", "s", "z", "b", "t", "z"], ["y"], domain=DOMAIN, axis=1)
    inputs = {"a": (onnx.TensorProto.UINT8, (2, 4))}
    model = model_of([one], inputs, ["y"], weights, domains={DOMAIN: 1})
    x = bytes_of(np.uint8, 2, 4)
    (want,) = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, {"a": x})
    assert np.abs(mlcc.build(from_onnx(model))(x).astype(int) - want.astype(int)).max() <= 1


def test_what_is_not_supported_is_told() -> None:
    one = node("FusedMatMul", ["x", "x"], ["y"], domain=DOMAIN, transBatchA=1)
    model = model_of([one], {"x": (FLOAT, [2, 3, 3])}, ["y"], domains={DOMAIN: 1})
    with pytest.raises(mlcc.MlccError) as caught:
        from_onnx(model)
    assert caught.value.code == "I121"


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


@pytest.mark.parametrize("result", ["integers", "floats"])
def test_quantised_gemm(result: str) -> None:
    operands = {
        "a": bytes_of(np.uint8, 4, 5),
        "as": np.float32(0.1),
        "az": np.uint8(7),
        "b": bytes_of(np.int8, 3, 5),
        "bs": np.float32(0.05),
        "bz": np.int8(0),
        "c": np.array([1, -200, 30], np.int32),
    }
    if result == "integers":
        operands |= {"ys": np.float32(1.5), "yz": np.uint8(100)}
    check("QGemm", operands, transB=1)


def test_quantised_softmax() -> None:
    rest = {"xs": np.float32(0.05), "xz": np.uint8(128), "ys": np.float32(1 / 256), "yz": np.uint8(0)}
    check("QLinearSoftmax", {"x": bytes_of(np.uint8, 3, 8), **rest}, axis=-1, opset=13)


def test_a_recurrent_network_with_weights_of_eight_bits() -> None:
    """The peer rounds the inputs too."""
    x = floats(4, 2, 6)
    scales = {"ws": np.float32([0.01]), "wz": np.int8([3]), "rs": np.float32([0.01]), "rz": np.int8([0])}
    weights = {"w": bytes_of(np.int8, 1, 6, 12), "r": bytes_of(np.int8, 1, 3, 12), "b": floats(1, 24)}
    states = {"len": None, "h": np.zeros((1, 2, 3), np.float32), "c": np.zeros((1, 2, 3), np.float32), "p": None}
    check("DynamicQuantizeLSTM", {"x": x, **weights, **states, **scales}, atol=0.05, hidden_size=3)
