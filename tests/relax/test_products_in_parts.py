"""Which products of float16 are computed from parts, and the models that have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.ir import Constant, GraphCall, Op, TensorStructInfo
from mlcc.relax.transform import Normalize
from mlcc.relax.transform.tile_products import in_parts
from mlcc.target import costs_of

#: As on a CPU with tile registers, whatever this machine has.
TILES = costs_of(facts=(("tile_rows_bf16", 5), ("tile_rows_fp16", 17)))


def info(*shape: Any) -> TensorStructInfo:
    return TensorStructInfo(shape, "float16")


def product(rows: int, inner: int, columns: int, name: str = "matmul", value: float = 1.0) -> GraphCall:
    weight = np.full((inner, columns) if name == "matmul" else (columns, inner), value, np.float16)
    x = relax.Var("x", info(rows, inner))
    return GraphCall(Op(name), (x, Constant(weight)), {}, sinfo=info(rows, columns))


def convolution(channels: int, outputs: int, kernel: int, strides: int = 1) -> GraphCall:
    weight = np.ones((outputs, channels, kernel, kernel), np.float16)
    x = relax.Var("x", info(1, channels, 14, 14))
    size = -(-14 // strides)
    attrs = {"strides": [strides, strides], "padding": [kernel // 2] * 4}
    return GraphCall(Op("nn.conv2d"), (x, Constant(weight)), attrs, sinfo=info(1, outputs, size, size))


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (product(17, 64, 128), True),
        (product(17, 64, 128, "nn.dense"), True),
        (product(16, 64, 128), False),  # few rows read the matrix as it is
        (product(17, 64, 127), False),  # too few products pay for the parts of a row
        (product(17, 64, 128, value=np.inf), False),
        (convolution(32, 128, 1), True),
        (convolution(32, 32, 3), True),
        (convolution(32, 64, 1), False),
        (convolution(32, 128, 1, strides=2), False),
        (convolution(3, 128, 7), False),  # windows as channels would be split for each of their elements
    ],
)
def test_which_products_are_computed_from_parts(call: GraphCall, expected: bool) -> None:
    assert in_parts(call, TILES) is expected
    assert not in_parts(call, costs_of(facts=(("tile_rows_bf16", 5), ("tile_rows_fp16", 0))))


def test_a_constant_vector_is_no_matrix() -> None:
    x, weight = relax.Var("x", info(17, 64)), np.ones(64, np.float16)
    assert not in_parts(GraphCall(Op("matmul"), (x, Constant(weight)), {}, sinfo=info(17)), TILES)
    short = relax.Var("x", info(64))
    matrix = np.ones((64, 128), np.float16)
    assert not in_parts(GraphCall(Op("matmul"), (short, Constant(matrix)), {}, sinfo=info(128)), TILES)


@pytest.mark.parametrize("dataflow", [True, False])
def test_products_of_batches(dataflow: bool) -> None:
    """Rows of several dimensions are those of a matrix, inside of dataflow and outside; results keep their shape."""
    rng = np.random.default_rng(5)
    x, w = (rng.standard_normal(s).astype(np.float16) for s in ((3, 9, 48), (48, 144)))
    b = rng.standard_normal(144).astype(np.float16)
    builder = relax.BlockBuilder()
    param = relax.Var("x", info(*x.shape))

    def calls(emit: Any) -> Any:
        total = emit(GraphCall(Op("matmul"), (param, Constant(w))))
        return emit(GraphCall(Op("add"), (total, Constant(b))))

    with builder.function("main", [param]):
        if dataflow:
            with builder.dataflow():
                result = builder.emit_output(calls(builder.emit))
        else:
            result = calls(builder.emit)
        builder.emit_func_output(result)
    got = np.asarray(mlcc.build(Normalize()(builder.get()), "llvm -mcpu=native").main(x))
    want = x.astype(float) @ w.astype(float) + b.astype(float)
    assert got.dtype == np.float16
    assert got.shape == want.shape
    assert np.abs(got - want).max() <= 2.0**-11 * 1.1 * np.abs(want).max()
