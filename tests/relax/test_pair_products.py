"""Products of bfloat16 in pairs: which ones, with what layouts, and their results on any machine."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from tolerances import assert_close as close

import mlcc
from mlcc.ir import IRModule, Var
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import ConvertLayout, FuseNorms, LowerPrecision, PackWeights, StackColumns, WidenProducts
from mlcc.relax.transform.pair_products import even
from mlcc.target import Target

from .graphs import graph, interpret, normal, operators

BF16: Any = ml_dtypes.bfloat16
ZEN4 = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=znver4")
SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
#: Without an instruction the products are arithmetic, so that every machine runs them.
HERE = "llvm -costs=pair_products:1,tile_rows_bf16:0"


def passed(module: IRModule, target: Target, *passes: Any) -> IRModule:
    for item in passes:
        module = item.for_target(target)(module)
    return module


def product(inner: int, units: int, transposed: bool = False) -> Any:
    shape = (units, inner) if transposed else (inner, units)
    weight = normal(*shape, seed=1).astype(BF16)
    return lambda o, x: o.add(o.matmul(x, weight, transpose_b=transposed), normal(units, seed=2).astype(BF16))


@pytest.mark.parametrize("transposed", [False, True])
def test_layout_of_matrices(transposed: bool) -> None:
    """Words of two, in panels as wide as those of float32; an odd length of rows stays in float32."""
    cases: Any = ((33, 70, (1, 35, 48)), (1, 70, (1, 35, 48)), (Var("n", "int64"), 70, (1, 35, 48)), (9, 7, None))
    for rows, inner, shape in cases:
        module = graph(product(inner, 45, transposed), "bfloat16", x=(rows, inner))
        module = passed(module, ZEN4, WidenProducts, PackWeights)
        calls: list[Any] = [b.value for b in module.graph_funcs["main"].bindings()]
        found = [c.args[1].data for c in calls if operator_name(c) == "nn.dense_pairs"]
        assert [w.shape for w in found] == ([] if shape is None else [shape])
        assert all(w.dtype == np.int32 for w in found)


def test_where_the_instruction_is_slow_it_is_not_used() -> None:
    for cpu, rate, pairs in (
        ("znver4", 2, 1), ("znver5", 2, 1), ("sapphirerapids", 0.5, 0), ("icelake-server", 0, 0), ("haswell", 0, 0),
    ):  # fmt: skip
        target = Target.parse(f"llvm -mtriple=x86_64-linux-gnu -mcpu={cpu}")
        assert (target.costs.pair_rate, target.costs.pair_products) == (rate, pairs), cpu
        names = operators(passed(graph(product(70, 45), "bfloat16", x=(3, 70)), target, WidenProducts, PackWeights))
        assert ("nn.dense_pairs" in names) == bool(pairs), cpu
    unknown = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=x86-64-v4 -mattr=+avx512bf16")
    assert (unknown.costs.pair_rate, unknown.costs.pair_products) == (0.5, 0)
    assert unknown.with_costs((("pair_rate", 2),)).costs.pair_products == 1
    assert SAPPHIRE.with_costs((("pair_rate", 2),)).costs.pair_products == 0  # its tile registers are faster


@pytest.mark.cover(1)
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("rows", [1, 5, 33])
def test_results_of_matrices(rows: int, transposed: bool) -> None:
    x = normal(rows, 70).astype(BF16)
    func = product(70, 45, transposed)
    module = graph(func, "bfloat16", x=(rows, 70))
    w = normal(*((45, 70) if transposed else (70, 45)), seed=1).astype(BF16).astype(np.float64)
    want = x.astype(np.float64) @ (w.T if transposed else w) + normal(45, seed=2).astype(BF16).astype(np.float64)
    close(interpret(passed(module, ZEN4, WidenProducts, PackWeights), x)[0], want.astype(BF16))
    close(np.array(mlcc.build(module, HERE)(x)), want.astype(BF16))


def test_heads_and_norms_follow_from_products() -> None:
    """Columns are stacked, and a norm takes its statistics from the tile, as with products of float32."""

    def body(o: Any, x: Any) -> Any:
        total = o.matmul(x, normal(64, 96, seed=1).astype(BF16), out_dtype="float32")
        heads = o.transpose(o.reshape(total, (40, 3, 32)), axes=[1, 0, 2])
        other = o.add(o.matmul(x, normal(64, 1024, seed=2).astype(BF16), out_dtype="float32"), normal(1024))
        return heads, o.nn_layer_norm(other, normal(1024, seed=3), normal(1024, seed=4), axes=[-1])

    module, x = graph(body, "bfloat16", x=(40, 64)), normal(40, 64).astype(BF16)
    done = passed(module, ZEN4, WidenProducts, PackWeights, StackColumns, FuseNorms)
    names = operators(done)
    assert "nn.norm_of_panels" in names
    assert "transpose" not in names
    for got in (interpret(done, x), mlcc.build(module, HERE)(x)):
        for mine, want in zip(got, interpret(module, x), strict=True):
            close(np.array(mine), want)


def test_symbolic_rows() -> None:
    module = graph(product(70, 45), "bfloat16", x=(2, Var("n", "int64"), 70))
    library = mlcc.build(module, HERE)
    w, b = normal(70, 45, seed=1).astype(BF16), normal(45, seed=2).astype(BF16)
    for rows in (1, 2, 7, 40):
        x = normal(2, rows, 70).astype(BF16)
        want = x.astype(np.float64) @ w.astype(np.float64) + b.astype(np.float64)
        close(np.array(library(x)), want.astype(BF16), f"{rows} rows")


def conv(channels: int, outputs: int, kernel: int, **attrs: Any) -> Any:
    groups = attrs.get("groups", 1)
    weight = normal(outputs, channels // groups, kernel, kernel, seed=1)

    def body(o: Any, x: Any) -> Any:
        first = o.nn_relu(o.nn_conv2d(x, weight, padding=kernel // 2, **attrs))
        return first, o.nn_conv2d(first, normal(33, outputs, 1, 1, seed=3))

    return body


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("channels", "outputs", "kernel", "attrs"),
    [
        (3, 32, 7, {"strides": 2}),
        (1, 16, 3, {}),
        (32, 48, 3, {}),
        (20, 24, 1, {"strides": 2}),
        (48, 40, 3, {"dilation": 2}),
        (32, 64, 3, {"groups": 2}),
        (32, 32, 3, {"groups": 32}),
        (24, 48, 3, {"groups": 3}),
        (60, 48, 1, {"groups": 2}),
    ],
)
@pytest.mark.parametrize("size", [9, None])
def test_results_of_convolutions(
    channels: int, outputs: int, kernel: int, attrs: dict[str, Any], size: int | None
) -> None:
    """Against the same operands rounded to bfloat16, in float32. Sums in another order may be rounded to the neighbour
    before the second convolution."""
    side = Var("h", "int64") if size is None else size
    func = conv(channels, outputs, kernel, **attrs)
    module = LowerPrecision(precision="bfloat16")(graph(func, x=(1, channels, side, 10)))
    x = normal(1, channels, 9, 10)
    want = interpret(module, x)
    assert_both(mlcc.build(module, HERE)(x), want)
    laid_out = passed(module, ZEN4, WidenProducts, ConvertLayout)
    assert "nn.conv2d_pairs" in operators(laid_out)
    if size is not None:
        assert_both(interpret(laid_out, x), want)


def assert_both(got: Any, want: Any) -> None:
    close(np.array(got[0]), want[0])
    close(np.array(got[1]).astype(BF16), want[1].astype(BF16))


def test_winograd_serves_where_it_is_faster() -> None:
    """Large images of many channels: in float32, unless the method is disabled; few channels in pairs."""
    for channels, size, pairs in ((128, 56, 0), (16, 56, 1), (128, 3, 1)):
        weight = normal(channels, channels, 3, 3, seed=1).astype(BF16)
        module = graph(lambda o, x, w=weight: o.nn_conv2d(x, w, padding=1), "bfloat16", x=(1, channels, size, size))
        names = operators(passed(module, ZEN4, WidenProducts, ConvertLayout))
        assert (names.count("nn.conv2d_pairs"), names.count("nn.winograd_conv2d_nchwc")) == (pairs, 1 - pairs)
        plain = WidenProducts.for_target(ZEN4).with_settings({"winograd": False})(module)
        assert "nn.conv2d_pairs" in operators(ConvertLayout.for_target(ZEN4)(plain))


def test_channels_come_in_pairs() -> None:
    assert [even(n) for n in (1, 2, 3, 16)] == [2, 2, 4, 16]
