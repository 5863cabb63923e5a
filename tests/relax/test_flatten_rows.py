"""Products of tensors with several leading dimensions, as products of matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mlcc import te
from mlcc.ir import GraphCall, IRModule, VarBinding, verify
from mlcc.ir.dtype import numpy_dtype
from mlcc.relax import operator_name
from mlcc.relax.transform import DeadCodeElimination, FlattenRows, FuseOps, PackLowBits, PackWeights
from mlcc.target import costs_of

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

W, V, B = normal(9, 20), normal(20, 9, seed=1), normal(20)


def flattened(before: IRModule) -> IRModule:
    after = DeadCodeElimination()(FlattenRows()(PackWeights()(before)))
    verify(after)
    return after


def gelu(o: Ops, x: Any) -> Any:
    """As exporters write it: `x` is used twice."""
    return o.multiply(o.multiply(x, o.add(o.erf(o.divide(x, 1.4142135)), 1.0)), 0.5)


def normalized(o: Ops, x: Any) -> Any:
    return o.nn_layer_norm(x, normal(9), normal(9, seed=2), axes=[-1], epsilon=1e-5)


def perceptron(o: Ops, x: Any) -> Any:
    hidden = gelu(o, o.add(o.matmul(x, W), B))
    return o.add(o.add(o.matmul(hidden, V), normal(1, 1, 9, seed=3)), x)


BODIES: dict[str, tuple[Callable[[Ops, Any], Any], int]] = {  # and how many views are left
    "plain": (lambda o, x: o.matmul(x, W), 2),
    "perceptron": (perceptron, 2),
    "norms between": (lambda o, x: perceptron(o, normalized(o, perceptron(o, normalized(o, x)))), 2),
    "two users": (lambda o, x: (lambda y: o.subtract(o.nn_relu(y), o.sigmoid(y)))(o.matmul(x, W)), 2),
    "used whole too": (lambda o, x: (lambda y: (o.nn_relu(y), o.transpose(y, axes=[2, 0, 1])))(o.matmul(x, W)), 3),
    "other dimensions": (lambda o, x: perceptron(o, o.reshape(perceptron(o, x), (7, 1, 6, 9))), 2),
    "split columns": (lambda o, x: o.transpose(o.reshape(o.matmul(x, W), (6, 7, 4, 5)), axes=[2, 0, 1, 3]), 2),
    "one factor a row": (lambda o, x: o.multiply(o.matmul(x, W), o.sum(x, axis=[-1], keepdims=True)), 3),
    "a choice": (lambda o, x: o.where(o.greater(o.matmul(x, W), 0.0), o.matmul(x, normal(9, 20, seed=5)), B), 2),
    "softmax": (lambda o, x: o.nn_softmax(o.matmul(x, W), axis=2), 2),
    "bias as an operator": (lambda o, x: o.nn_bias_add(o.nn_dense(x, normal(20, 9)), B, axis=-1), 2),
    "joined": (lambda o, x: o.concatenate([o.matmul(x, W), o.nn_relu(o.matmul(x, W))], axis=0), 3),
}


@pytest.mark.every(4)
@pytest.mark.parametrize("name", BODIES)
def test_rows_are_counted_by_one_dimension(name: str) -> None:
    body, views = BODIES[name]
    before = graph(body, x=(6, 7, 9))
    after = flattened(before)
    calls = [b.value for b in after["main"].bindings() if isinstance(b, VarBinding) and isinstance(b.value, GraphCall)]
    assert operators(after).count("reshape") == views
    assert all(c.sinfo.ndim == 2 for c in calls if operator_name(c) == "nn.dense_packed")
    x = normal(6, 7, 9, seed=7)
    assert_close(compiled(before, x), interpret(before, x))
    assert_close(interpret(after, x), interpret(before, x))


def test_the_epilogue_is_fused() -> None:
    fused = FuseOps()(flattened(graph(perceptron, x=(2, 3, 5, 9))))
    calls = [name for name in operators(fused) if name != "reshape"]
    assert len(calls) == 2
    assert all("dense_packed" in name for name in calls)


@pytest.mark.every(2)
@pytest.mark.parametrize("symbolic", [(0,), (1,), (0, 1)])
def test_sizes_known_at_run_time(symbolic: tuple[int, ...]) -> None:
    sizes = [te.var(f"n{axis}", "int64") if axis in symbolic else size for axis, size in enumerate((3, 5))]

    def body(o: Ops, x: Any) -> Any:
        return perceptron(o, normalized(o, perceptron(o, x)))

    before = graph(body, x=(*sizes, 9))
    fused = [name for name in operators(FuseOps()(flattened(before))) if name != "reshape"]
    assert ["dense_packed" in name for name in fused] == [True, True, False, True, True]
    for shape in ((3, 5), (1, 5), (3, 1), (3, 0)):
        if all(shape[axis] == (3, 5)[axis] or axis in symbolic for axis in (0, 1)):
            x = normal(*shape, 9, seed=2)
            assert_close(compiled(before, x), interpret(graph(body, x=(*shape, 9)), x))


@pytest.mark.parametrize("halved", [False, True])
def test_sizes_in_any_order(halved: bool) -> None:
    """The number of rows is a product that types of results have in the order of the names of sizes."""
    *sizes, last = (te.var(name, "int64") for name in "cba")
    after = flattened(graph(perceptron, x=(*sizes, (last + 1) // 2 if halved else last, 9)))
    assert operators(after).count("reshape") == 2
    assert len([name for name in operators(FuseOps()(after)) if name != "reshape"]) == 2


BROADCASTS = {
    "per image": lambda o, x: o.add(o.matmul(x, W), normal(6, 1, 20)),
    "per place": lambda o, x: o.add(o.matmul(x, W), normal(7, 20)),
    "per place, one": lambda o, x: o.add(o.matmul(x, W), normal(7, 1)),
    "another axis": lambda o, x: o.nn_softmax(o.matmul(x, W), axis=1),
    "bias of another axis": lambda o, x: o.nn_bias_add(o.matmul(x, W), normal(7), axis=1),
    "sum of images": lambda o, x: o.sum(o.matmul(x, W), axis=[0]),
}


@pytest.mark.every(2)
@pytest.mark.parametrize("name", BROADCASTS)
def test_what_needs_the_dimensions_has_them(name: str) -> None:
    before = graph(BROADCASTS[name], x=(6, 7, 9))
    after = flattened(before)
    assert operators(after)[:3] == ["reshape", "nn.dense_packed", "reshape"]
    x = normal(6, 7, 9, seed=7)
    assert_close(interpret(after, x), interpret(before, x))
    assert_close(compiled(before, x), interpret(before, x))


def test_matrices_known_at_run_time() -> None:
    for body in (lambda o, x, y: o.nn_relu(o.matmul(x, y)), lambda o, x, y: o.matmul(o.tanh(x), y, transpose_b=True)):
        before = graph(body, x=(2, 3, 9), y=(9, 9))
        after = flattened(before)
        assert operators(after).count("reshape") == 2
        x, y = normal(2, 3, 9), normal(9, 9, seed=1)
        assert_close(compiled(before, x, y), interpret(before, x, y))
        assert_close(interpret(after, x, y), interpret(before, x, y))


@pytest.mark.parametrize(("shape", "views"), [((1, 7, 9), 0), ((7, 1, 9), 2), ((7, 1, 1, 9), 2), ((1, 7, 1, 9), 2)])
def test_rows_before_a_dimension_of_one_are_rows_of_a_plain_matrix(shape: tuple[int, ...], views: int) -> None:
    before = graph(lambda o, x: o.nn_relu(o.matmul(x, W)), x=shape)
    after = DeadCodeElimination()(FlattenRows()(before))
    assert operators(after).count("reshape") == views
    x = normal(*shape, seed=7)
    assert_close(interpret(after, x), interpret(before, x))


@pytest.mark.parametrize("shape", [(7, 9), (1, 7, 9), (7, 1, 9), (9,)])
def test_one_dimension_of_rows_is_left_alone(shape: tuple[int, ...]) -> None:
    before = graph(lambda o, x: o.nn_relu(o.matmul(x, W)), x=shape)
    assert operators(flattened(before)) == ["nn.dense_packed", "nn.relu"]


@pytest.mark.parametrize("shape", [(1, 33, 9), (33, 1, 9)])
def test_rows_of_tile_registers_are_flattened(shape: tuple[int, ...]) -> None:
    """The view is of what is cast, so that the cast is fused."""

    def body(o: Ops, x: Any) -> Any:
        rounded = o.cast(x, dtype="bfloat16")
        return o.nn_relu(o.matmul(rounded, W.astype(numpy_dtype("bfloat16")), out_dtype="float32"))

    before = graph(body, x=shape)
    packed = PackWeights(costs=costs_of(facts=(("tile_rows_bf16", 5),)))(before)
    after = DeadCodeElimination()(FlattenRows()(packed))
    assert operators(after) == ["reshape", "cast", "nn.dense_packed", "nn.relu", "reshape"]
    assert_close(interpret(after, normal(*shape)), interpret(packed, normal(*shape)))


def test_products_of_many_matrices_are_left_alone() -> None:
    before = graph(lambda o, x, y: o.matmul(x, y), x=(2, 3, 4), y=(2, 4, 5))
    assert operators(FlattenRows()(before)) == ["matmul"]
    transposed = graph(lambda o, x: o.matmul(x, normal(3, 5), transpose_a=True), x=(2, 3, 4))
    assert operators(FlattenRows()(transposed)) == ["matmul"]


@pytest.mark.parametrize("rounded", [False, True], ids=["floats", "bytes"])
def test_rows_of_products_of_few_bits_are_flattened(rounded: bool) -> None:
    """A tile of two rows of (2, 11) goes on over the end of the first eleven. Bytes have factors in the same rows."""
    numbers = np.random.default_rng(0).integers(-8, 8, (64, 40)).astype("int8")
    scale = np.abs(normal(2, 40)) / 8

    def body(o: Ops, x: Any) -> Any:
        if rounded:
            parts = o.quantize_blocks(x, block_size=32)
            x = o.dequantize_linear(o.field(parts, 0), o.field(parts, 1), axis=2, block_size=32)
        return o.nn_relu(o.matmul(x, o.dequantize_linear(numbers, scale, axis=0, block_size=32)))

    before = graph(body, x=(2, 11, 64))
    packed = PackLowBits(costs=costs_of(facts=(("panel_rows", 99),)))(before)
    after = DeadCodeElimination()(FlattenRows()(packed))
    calls = [b.value for b in after["main"].bindings() if isinstance(b, VarBinding) and isinstance(b.value, GraphCall)]
    name = "qnn.dense_bits" if rounded else "nn.dense_bits"
    assert [c.sinfo.ndim for c in calls if operator_name(c) in (name, "nn.relu")] == [2, 2]
    x = normal(2, 11, 64, seed=7)
    assert_close(interpret(after, x), interpret(packed, x))
    assert_close(compiled(before, x), interpret(before, x))
