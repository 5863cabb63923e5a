"""Products two rows by two columns at a time: which ones, with what layouts, and their results on any machine."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from tolerances import assert_close as close

import mlcc
from mlcc.ir import Var
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import PackWeights, WidenProducts
from mlcc.target import Target

from .graphs import graph, normal

BF16: Any = ml_dtypes.bfloat16
ARM = "llvm -mtriple=aarch64-unknown-linux-gnu -mcpu="
#: Without the instruction its meaning are loops, so that every machine runs the kernels.
HERE = "llvm -costs=matrix_rows_bf16:2,matrix_rows_int8:2,tile_rows_bf16:0,tile_rows_int8:0"


def product(inner: int, units: int) -> Any:
    weight = normal(inner, units, seed=1).astype(BF16)
    return lambda o, x: o.add(o.matmul(x, weight), normal(units, seed=2).astype(BF16))


def quantised(inner: int, units: int) -> Any:
    rng = np.random.default_rng(4)
    weight = rng.integers(-127, 128, (inner, units)).astype(np.int8)
    steps = (rng.random(units) * 0.01 + 0.001).astype(np.float32)

    def body(o: Any, x: Any) -> Any:
        bytes_ = o.quantize_linear(x, np.float32(0.02), np.uint8(117))
        data = o.dequantize_linear(bytes_, np.float32(0.02), np.uint8(117))
        return o.matmul(data, o.dequantize_linear(weight, steps, np.zeros(units, np.int8), axis=1))

    return body


def test_which_targets_have_them() -> None:
    for cpu, rows in (("neoverse-n2", 2), ("neoverse-v1", 2), ("cortex-a710", 2), ("apple-m2", 2), ("neoverse-n1", 0)):
        costs = Target.parse(ARM + cpu).costs
        assert (costs.matrix_rows_int8, costs.matrix_rows_bf16, costs.pair_rate) == (rows, rows, rows), cpu
    assert Target.parse(ARM + "neoverse-n1 -mattr=+i8mm").costs.matrix_rows_int8 == 2
    assert Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids").costs.matrix_rows_bf16 == 0


@pytest.mark.parametrize(
    ("rows", "name", "shape"),
    [(33, "nn.dense_packed", (6, 18, 8, 4)), (Var("n", "int64"), "nn.dense_packed", (6, 18, 8, 4)),
     (1, "nn.dense_pairs", (3, 35, 16))],
)  # fmt: skip
def test_layout_of_matrices(rows: Any, name: str, shape: tuple[int, ...]) -> None:
    """Groups of four numbers along the sum; a single row is multiplied pair by pair."""
    module = graph(product(70, 45), "bfloat16", x=(rows, 70))
    for item in (WidenProducts, PackWeights):
        module = item.for_target(Target.parse(ARM + "neoverse-n2"))(module)
    calls: list[Any] = [b.value for b in module.graph_funcs["main"].bindings()]
    assert [c.args[1].data.shape for c in calls if operator_name(c) == name] == [shape]


@pytest.mark.every(2)
@pytest.mark.parametrize(("rows", "inner", "units"), [(2, 8, 8), (37, 70, 45), (21, 33, 9), (130, 16, 24)])
def test_results(rows: int, inner: int, units: int) -> None:
    x = normal(rows, inner)
    w = normal(inner, units, seed=1).astype(BF16).astype(np.float64)
    want = x.astype(BF16).astype(np.float64) @ w + normal(units, seed=2).astype(BF16).astype(np.float64)
    built = mlcc.build(graph(product(inner, units), "bfloat16", x=(rows, inner)), HERE)
    close(np.array(built(x.astype(BF16))), want.astype(BF16))
    module = graph(quantised(inner, units), x=(rows, inner))
    close(np.array(mlcc.build(module, HERE)(x)), np.array(mlcc.build(module, "llvm -mcpu=x86-64")(x)))


def test_symbolic_rows() -> None:
    n = Var("n", "int64")
    built = mlcc.build(graph(quantised(24, 40), x=(n, 24)), HERE)
    plain = mlcc.build(graph(quantised(24, 40), x=(n, 24)), "llvm -mcpu=x86-64")
    for rows in (1, 2, 13):
        x = normal(rows, 24)
        close(np.array(built(x)), np.array(plain(x)))
