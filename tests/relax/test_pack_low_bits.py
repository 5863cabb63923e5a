"""Products with dequantised constants: which are packed, and that results are those of the dequantised matrix."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mlcc.ir import IRModule, Var
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import DeadCodeElimination, PackLowBits
from mlcc.target import Costs, costs_of

from .graphs import compiled, graph, interpret, normal, operators


def numbers(low: int, high: int, *shape: int, dtype: str = "int8", seed: int = 0) -> Any:
    """Integers from `low` to `high`, both of which occur."""
    result = np.random.default_rng([seed, *shape]).integers(low, high + 1, shape)
    result.flat[0], result.flat[1] = low, high
    return result.astype(dtype)


def dequantized(q: Any, scale: Any, zero: Any, axis: int, block: int) -> Any:
    """In float64."""
    if block:
        scale, zero = (np.repeat(np.broadcast_to(v, scale.shape), block, axis) for v in (scale, zero))
        shortened = [slice(None)] * 2
        shortened[axis] = slice(q.shape[axis])
        scale, zero = scale[tuple(shortened)], zero[tuple(shortened)]
    elif scale.ndim:
        scale, zero = (np.expand_dims(np.broadcast_to(v, scale.shape), 1 - axis) for v in (scale, zero))
    return (q.astype(float) - zero.astype(float)) * scale.astype(float)


def product(q: Any, scale: Any, zero: Any, axis: int, block: int, transposed: bool, shape: tuple[Any, ...]) -> IRModule:
    def body(o: Any, x: Any) -> Any:
        parts = (q, scale) if zero is None else (q, scale, zero)
        w = o.dequantize_linear(*parts, axis=axis, block_size=block)
        return o.matmul(x, w, transpose_b=transposed)

    return graph(body, x=shape)


def assert_exact(module: IRModule, x: Any, weight: Any, packed: bool = True) -> None:
    """Float32 sums: errors of some roundings of the sum of the magnitudes."""
    result = DeadCodeElimination()(PackLowBits()(module))
    assert ("nn.dense_bits" in operators(result)) == packed
    want, bound = x.astype(float) @ weight, np.abs(x.astype(float)) @ np.abs(weight)
    for got in (interpret(result, x)[0], compiled(module, x)[0]):
        assert (np.abs(got - want) <= 1e-5 * bound + 1e-6).all()


#: (rows, K, N, block, range, axis of K): odd numbers of columns, ragged last blocks, one row, many rows.
BLOCKS = [
    ((1,), 64, 48, 16, (-8, 7), 0),
    ((5,), 96, 33, 32, (0, 15), 1),
    ((2, 3), 100, 70, 32, (-8, 7), 1),
    ((1,), 64, 20, 32, (-2, 1), 0),
    ((9,), 48, 30, 16, (-128, 127), 0),
    ((4,), 32, 8, 8, (-8, 7), 1),
]


@pytest.mark.every(2)
@pytest.mark.parametrize(("rows", "inner", "columns", "block", "bounds", "axis"), BLOCKS)
def test_blocks(
    rows: tuple[int, ...], inner: int, columns: int, block: int, bounds: tuple[int, int], axis: int
) -> None:
    """Symmetric, then with a zero point per block; the matrix as (K, N) and as (N, K)."""
    shape, count = [inner, columns], [-(-inner // block), columns]
    if axis == 1:
        shape, count = shape[::-1], count[::-1]
    dtype = "int8" if bounds[0] < 0 else "uint8"
    q, scale = numbers(*bounds, *shape, dtype=dtype), np.abs(normal(*count)) / 8
    x = normal(*rows, inner)
    for zero in (None, numbers(*bounds, *count, dtype=dtype, seed=1)):
        weight = dequantized(q, scale, np.zeros(()) if zero is None else zero, axis, block)
        module = product(q, scale, zero, axis, block, axis == 1, x.shape)
        assert_exact(module, x, weight.T if axis == 1 else weight)


@pytest.mark.cover(1)
@pytest.mark.parametrize("per_column", [False, True])
@pytest.mark.parametrize("inner", [64, 51])
def test_one_block(inner: int, per_column: bool) -> None:
    """int8 per tensor and per column: one block, padded where its length is no multiple of a word."""
    q = numbers(-127, 127, inner, 37)
    scale = np.abs(normal(37)) / 64 if per_column else np.float32(0.02)
    zero = np.zeros_like(scale, "int8")
    x = normal(3, inner)
    module = product(q, scale, zero, 1, 0, False, x.shape)
    assert_exact(module, x, dequantized(q, np.asarray(scale), zero, 1, 0))


@pytest.mark.cover(1)
@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize(("block", "inner"), [(32, 100), (0, 51)])
def test_many_rows_share_widened_panels(block: int, inner: int, zero: bool) -> None:
    """By blocks, the last of which is padded, and per column."""
    count = [-(-inner // block), 37] if block else [37]
    q, scale = numbers(-8, 7, inner, 37), np.abs(normal(*count)) / 8
    points = numbers(-8, 7, *count, seed=1) if zero else np.zeros_like(scale, "int8")
    x = normal(33, inner)
    module = product(q, scale, points, 0 if block else 1, block, False, x.shape)
    result = DeadCodeElimination()(PackLowBits(costs=replace(costs_of(), panel_rows=4))(module))
    assert "nn.dense_panels" in operators(result)
    weight = dequantized(q, scale, points, 0 if block else 1, block)
    bound = np.abs(x.astype(float)) @ np.abs(weight)
    for got in (interpret(result, x)[0], compiled(result, x)[0]):
        assert (np.abs(got - x.astype(float) @ weight) <= 1e-5 * bound + 1e-6).all()


def test_data_of_other_blocks_is_multiplied_as_floats() -> None:
    """Data rounded by blocks of 16, weights by blocks of 32."""
    q, scale = numbers(-8, 7, 64, 40), np.abs(normal(2, 40)) / 8

    def body(o: Any, x: Any) -> Any:
        rounded = o.quantize_blocks(x, block_size=16)
        back = o.dequantize_linear(o.field(rounded, 0), o.field(rounded, 1), axis=1, block_size=16)
        return o.matmul(back, o.dequantize_linear(q, scale, axis=0, block_size=32))

    for costs, rows, operator in (
        (replace(costs_of(), panel_rows=4), 40, "nn.dense_panels"),
        (replace(costs_of(), panel_rows=4), 5, "nn.dense_bits"),
        (costs_of(), 40, "matmul"),
    ):
        names = operators(DeadCodeElimination()(PackLowBits(costs=costs)(graph(body, x=(rows, 64)))))
        assert operator in names


def test_pairs_of_small_bytes_fit_int16() -> None:
    """Products of 8 bits do not."""
    costs = replace(costs_of(), panel_rows=4)
    for bits in (2, 4, 8):
        q = numbers(0, (1 << bits) - 1, 64, 40, dtype="uint8")
        scale, zeros = np.abs(normal(2, 40)) / 8, numbers(0, (1 << bits) - 1, 2, 40, dtype="uint8", seed=1)

        def body(o: Any, x: Any, q: Any = q, scale: Any = scale, zeros: Any = zeros) -> Any:
            rounded = o.quantize_blocks(x, block_size=32)
            back = o.dequantize_linear(o.field(rounded, 0), o.field(rounded, 1), axis=1, block_size=32)
            return o.matmul(back, o.dequantize_linear(q, scale, zeros, axis=0, block_size=32))

        module, x = graph(body, x=(1, 64)), np.full((1, 64), 3.0, np.float32)
        result = DeadCodeElimination()(PackLowBits(costs=costs)(module))
        calls = [b.value for b in result.graph_funcs["main"].bindings()]
        assert [c.attrs.get("pairs", False) for c in calls if operator_name(c) == "qnn.dense_bits"] == [bits < 8]
        want = x.astype(float) @ dequantized(q, scale, zeros, 0, 32)
        for got in (interpret(result, x)[0], compiled(result, x)[0]):
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


def test_symbolic_rows() -> None:
    q, scale = numbers(-8, 7, 64, 40), np.abs(normal(2, 40)) / 8
    module = product(q, scale, None, 0, 32, False, (Var("n", "int64"), 64))
    for rows in (1, 7, 40):
        assert_exact(module, normal(rows, 64), dequantized(q, scale, np.zeros(()), 0, 32))


def test_scales_along_the_inner_dimension_are_left_alone() -> None:
    q, scale = numbers(-8, 7, 64, 40), np.abs(normal(64)) / 8
    x = normal(3, 64)
    assert_exact(product(q, scale, None, 0, 0, False, x.shape), x, dequantized(q, scale, np.zeros(()), 0, 0), False)


def test_infinities_and_nans_pass() -> None:
    q, scale = numbers(-8, 7, 32, 16), np.abs(normal(1, 16))
    x = normal(3, 32)
    x[0, 3], x[1, 4] = np.inf, np.nan
    got = compiled(product(q, scale, None, 0, 32, False, x.shape), x)[0]
    assert not np.isfinite(got[:2]).any()
    assert np.isfinite(got[2]).all()


@pytest.mark.cover(1)
@pytest.mark.parametrize("costs", [costs_of(), replace(costs_of(), panel_rows=4)], ids=["dots", "pairs"])
@pytest.mark.parametrize("rows", [1, 5, 33])
@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("bits", [4, 8])
def test_data_rounded_by_blocks_is_multiplied_as_bytes(bits: int, zero: bool, rows: int, costs: Costs) -> None:
    """The sums are exact integers: only scaling rounds. Where no instruction adds four products, many rows share the
    numbers of a panel."""
    q = numbers(0, (1 << bits) - 1, 96, 50, dtype="uint8")
    scale, zeros = np.abs(normal(3, 50)) / 8, numbers(0, (1 << bits) - 1, 3, 50, dtype="uint8")

    def body(o: Any, x: Any) -> Any:
        parts = (q, scale, zeros) if zero else (q, scale)
        w = o.dequantize_linear(*parts, axis=0, block_size=32)
        rounded = o.quantize_blocks(x, block_size=32)
        back = o.dequantize_linear(o.field(rounded, 0), o.field(rounded, 1), axis=1, block_size=32)
        return o.matmul(back, w)

    x = normal(rows, 96)
    module = graph(body, x=x.shape)
    result = DeadCodeElimination()(PackLowBits(costs=costs)(module))
    assert ("qnn.dense_panels" if 0 < costs.panel_rows <= rows else "qnn.dense_bits") in operators(result)
    top = np.abs(x.reshape(rows, 3, 32)).max(-1, keepdims=True)
    whole = np.rint(x.reshape(rows, 3, 32) * (np.float32(127) / top))
    near = (whole * (top.astype(float) / 127)).reshape(rows, 96)
    weight = dequantized(q, scale, zeros if zero else np.zeros(()), 0, 32)
    bound = np.abs(near) @ np.abs(weight)
    for got in (interpret(result, x)[0], compiled(result, x)[0]):
        assert (np.abs(got - near @ weight) <= 1e-5 * bound).all()
    np.testing.assert_array_equal(compiled(module, np.zeros_like(x))[0], 0)


def test_so_is_data_that_another_such_product_computed() -> None:
    """A product that was replaced gives a new variable, and so does each operator that follows it."""
    q, scale = numbers(0, 15, 64, 64, dtype="uint8"), np.abs(normal(2, 64)) / 8

    def body(o: Any, x: Any) -> Any:
        for _ in range(3):
            rounded = o.quantize_blocks(x, block_size=32)
            back = o.dequantize_linear(o.field(rounded, 0), o.field(rounded, 1), axis=1, block_size=32)
            x = o.nn_relu(o.matmul(back, o.dequantize_linear(q, scale, axis=0, block_size=32)))
        return x

    names = operators(DeadCodeElimination()(PackLowBits()(graph(body, x=(40, 64)))))
    assert names.count("qnn.dense_bits") == 3
    assert "matmul" not in names


#: A machine with tile registers.
TILES = replace(costs_of(), widened_rows=24)


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("precision", "kept", "rows", "rounded", "operator"),
    [
        ("", False, 40, True, "nn.dense_widened"),  # the model lets data be bytes: bfloat16 is closer
        ("", False, 23, True, "qnn.dense_bits"),
        ("", False, 32, False, "nn.dense_bits"),  # nobody asked for less than float32
        ("bfloat16", False, 40, False, "nn.dense_widened"),
        ("bfloat16", True, 32, False, "nn.dense_bits"),
    ],
)
def test_many_rows_are_multiplied_in_tile_registers(
    precision: str, kept: bool, rows: int, rounded: bool, operator: str
) -> None:
    q, scale = numbers(-8, 7, 70, 96), np.abs(normal(70, 3)) / 8

    def body(o: Any, x: Any) -> Any:
        if rounded:
            parts = o.quantize_blocks(x, block_size=32)
            x = o.dequantize_linear(o.field(parts, 0), o.field(parts, 1), axis=1, block_size=32)
        return o.matmul(x, o.dequantize_linear(q, scale, axis=1, block_size=32), transpose_b=True)

    x = normal(rows, 96)
    module = graph(body, x=x.shape)
    products = {b.var.name for b in module.graph_funcs["main"].bindings() if operator_name(b.value) == "matmul"}
    keep = frozenset(products if kept else ())
    result = DeadCodeElimination()(PackLowBits(costs=TILES, precision=precision, keep=keep)(module))
    assert operator in operators(result)
    assert ("quantize_blocks" in operators(result)) == (operator == "qnn.dense_bits")
    weight = dequantized(q, scale, np.zeros(()), 1, 32).T
    # a rounded factor is off by 2**-9 of itself, bytes by half a quantum of their block
    relative = {"nn.dense_widened": 2.0**-8, "nn.dense_bits": 1e-5, "qnn.dense_bits": 2e-2}[operator]
    bound = np.abs(x.astype(float)) @ np.abs(weight) * relative
    for got in (interpret(result, x)[0], compiled(result, x)[0]):
        assert (np.abs(got - x.astype(float) @ weight) <= bound).all()


def test_depths_that_do_not_fill_tile_registers_are_multiplied_as_before() -> None:
    q, scale, x = numbers(-8, 7, 48, 40), np.abs(normal(3, 40)) / 8, normal(28, 48)
    module = graph(lambda o, x: o.matmul(x, o.dequantize_linear(q, scale, axis=0, block_size=16)), x=x.shape)
    result = DeadCodeElimination()(PackLowBits(costs=TILES, precision="bfloat16")(module))
    assert "nn.dense_bits" in operators(result)


def test_results_of_float16_stay_float16() -> None:
    q, scale = numbers(-8, 7, 64, 40), (np.abs(normal(2, 40)) / 8).astype(np.float16)
    x = normal(28, 64).astype(np.float16)

    def body(o: Any, x: Any) -> Any:
        return o.matmul(x, o.dequantize_linear(q, scale, axis=0, block_size=32))

    result = DeadCodeElimination()(PackLowBits(costs=TILES, precision="bfloat16")(graph(body, "float16", x=x.shape)))
    assert "nn.dense_widened" in operators(result)
    got = interpret(result, x)[0]
    assert got.dtype == np.float16
    weight = dequantized(q, scale.astype(float), np.zeros(()), 0, 32)
    bound = np.abs(x.astype(float)) @ np.abs(weight) * 2.0**-8
    assert (np.abs(got.astype(float) - x.astype(float) @ weight) <= bound).all()
