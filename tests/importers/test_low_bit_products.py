"""Products of few bits that other engines have computed wrongly, against the definition in float64.

Four silent faults are tried here: 4-bit weights with zero points read by one row (46 % off on AVX2 in onnxruntime), a
block length of 512 (zeros), blocks of `DequantizeLinear` along the rows of a weight matrix (rewritten to another
operator with the blocks along the columns, by onnxruntime), and products of bfloat16 on processors that have its dot
product but no tile registers (cosine 0.28 in OpenVINO).
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlcc
from mlcc.target import Target

Array = np.ndarray[Any, Any]
#: No vector dots at all; dots of bytes and of bfloat16 without tiles; whatever is here.
OLD, DOTS, HOST = "llvm -mcpu=haswell", "llvm -mcpu=cooperlake", "llvm"
#: Block lengths and the length of the sums.
BLOCKS = [(32, 256), (512, 1024), (16, 256), (64, 256), (128, 256), (32, 96)]


def targets(default: str) -> Any:
    """Every target, all but the default in the long run."""
    long = [pytest.param(text, marks=pytest.mark.slow) for text in (OLD, DOTS, HOST) if text != default]
    return pytest.mark.parametrize("target", [default, *long])


def runnable(text: str) -> str:
    """The target, or a skipped test where this machine lacks its instructions."""
    if not Target.parse(text).features <= Target.host().features | {"sahf"}:
        pytest.skip("this machine has no such instructions")
    return text


def run(model: onnx.ModelProto, x: Array, target: str, **options: Any) -> Array:
    onnx.checker.check_model(model)
    return np.asarray(mlcc.build(model, target=runnable(target), **options)(x))


def model_of(
    nodes: list[Any], x: Array, y: tuple[int, ...], constants: list[Any], kind: int = TensorProto.FLOAT
) -> Any:
    inputs = [helper.make_tensor_value_info("x", helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)]
    outputs = [helper.make_tensor_value_info("y", kind, y)]
    graph = helper.make_graph(nodes, "product", inputs, outputs, constants)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def close(got: Array, want: Array, bound: float) -> None:
    assert np.linalg.norm(got.astype(np.float64) - want) <= bound * np.linalg.norm(want)


def halves(numbers: Array) -> Array:
    """Numbers of 4 bits, two in each byte, the first in its low half; an odd last one is beside a zero."""
    even = np.concatenate([numbers, np.zeros((*numbers.shape[:-1], numbers.shape[-1] % 2), numbers.dtype)], -1)
    return (even[..., ::2] | even[..., 1::2] << 4).astype(np.uint8)


@pytest.mark.cover(1)
@targets(OLD)
@pytest.mark.parametrize("level", [0, 4])
@pytest.mark.parametrize(
    ("block", "k"), [*BLOCKS[:2], *(pytest.param(*pair, marks=pytest.mark.slow) for pair in BLOCKS[2:])]
)
def test_four_bit_weights_with_zero_points(block: int, k: int, level: int, target: str) -> None:
    """One row and a few: the dequantised product, up to the rounding of rows to bytes where that is allowed."""
    rng, n = np.random.default_rng(block + k), 96
    codes = rng.integers(0, 16, (n, k // block, block), dtype=np.uint8)
    zeros = rng.integers(0, 16, (n, k // block), dtype=np.uint8)
    scales = rng.uniform(0.01, 0.1, (n, k // block)).astype(np.float32)
    weight = ((codes.astype(np.float64) - zeros[..., None]) * scales[..., None]).reshape(n, k)
    constants = {"b": halves(codes), "s": scales, "z": halves(zeros)}
    attrs = {"K": k, "N": n, "bits": 4, "block_size": block, "accuracy_level": level}
    node = helper.make_node("MatMulNBits", ["x", "b", "s", "z"], ["y"], domain="com.microsoft", **attrs)
    for rows in (1, 5):
        x = rng.standard_normal((rows, k)).astype(np.float32)
        model = model_of([node], x, (rows, n), [numpy_helper.from_array(a, name) for name, a in constants.items()])
        close(run(model, x, target), x @ weight.T, 2e-2 if level == 4 else 1e-5)


@pytest.mark.cover(1)
@targets(HOST)
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize(("op", "axis"), [("MatMul", 0), ("MatMul", 1), ("Gemm", 0), ("Gemm", 1)])
def test_blocks_along_either_axis(op: str, axis: int, signed: bool, target: str) -> None:
    """Weights of 4 bits as (K, N), and for `Gemm` along axis 1 as (N, K), with blocks of 32 along the axis."""
    rng, k, n, block = np.random.default_rng(axis + 2 * signed), 128, 96, 32
    transposed = op == "Gemm" and axis == 1
    shape = (n, k) if transposed else (k, n)
    kind, low = (ml_dtypes.int4, -8) if signed else (ml_dtypes.uint4, 0)
    codes = rng.integers(low, low + 16, shape)
    blocks = tuple(size // block if at == axis else size for at, size in enumerate(shape))
    zeros, scales = rng.integers(low, low + 16, blocks), rng.uniform(0.01, 0.1, blocks).astype(np.float32)
    weight = (codes - zeros.repeat(block, axis)) * scales.astype(np.float64).repeat(block, axis)
    named = {"q": codes.astype(kind), "s": scales, "z": zeros.astype(kind)}
    nodes = [
        helper.make_node("DequantizeLinear", ["q", "s", "z"], ["w"], axis=axis, block_size=block),
        helper.make_node(op, ["x", "w"], ["y"], **({"transB": 1} if transposed else {})),
    ]
    for rows in (1, 5):
        x = rng.standard_normal((rows, k)).astype(np.float32)
        model = model_of(nodes, x, (rows, n), [numpy_helper.from_array(a, name) for name, a in named.items()])
        close(run(model, x, target), x @ (weight.T if transposed else weight), 1e-5)


@pytest.mark.cover(1)
@targets(DOTS)
@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("shape", [(1, 1024, 384), (32, 1024, 384), (7, 129, 65)])
def test_products_of_bfloat16(shape: tuple[int, int, int], stored: bool, target: str) -> None:
    """The exact product of the rounded operands, rounded once: of a model's own bfloat16, and of `precision`."""
    rows, k, n = shape
    rng, narrow = np.random.default_rng(k), ml_dtypes.bfloat16
    x, w = (rng.standard_normal(size).astype(np.float32) for size in ((rows, k), (k, n)))
    want = x.astype(narrow).astype(np.float64) @ w.astype(narrow).astype(np.float64)
    if stored:
        x, w = x.astype(narrow), w.astype(narrow)
    kind = TensorProto.BFLOAT16 if stored else TensorProto.FLOAT
    model = model_of(
        [helper.make_node("MatMul", ["x", "w"], ["y"])], x, (rows, n), [numpy_helper.from_array(w, "w")], kind
    )
    got = run(model, x, target) if stored else run(model, x, target, precision="bfloat16")
    close(got, want, 2.0**-8 if stored else 1e-6)
