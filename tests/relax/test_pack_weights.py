"""Constant matrices in panels of columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mlcc.ir import GraphCall, verify
from mlcc.relax.transform import DeadCodeElimination, PackWeights
from mlcc.relax.transform.pack_weights import pack_columns, panel_width
from mlcc.target import costs_of

from .graphs import Ops, assert_close, compiled, constants, graph, interpret, normal, operators


@pytest.mark.every(3)
@pytest.mark.parametrize("columns", [2, 5, 16, 40, 70])
@pytest.mark.parametrize("rows", [(3,), (1,), (2, 7)])
def test_products_are_packed(columns: int, rows: tuple[int, ...]) -> None:
    w = normal(9, columns)
    before = graph(lambda o, x: o.matmul(x, w), x=(*rows, 9))
    after = PackWeights(vector_bits=256)(before)
    verify(after)
    assert operators(after) == ["nn.dense_packed"]
    x = normal(*rows, 9, seed=1)
    assert_close(compiled(after, x), interpret(before, x))


def test_dense_and_transposed_weights_are_packed() -> None:
    w = normal(20, 9)
    for body in (lambda o, x: o.nn_dense(x, w), lambda o, x: o.matmul(x, w, transpose_b=True)):
        before = graph(body, x=(3, 9))
        after = PackWeights()(before)
        assert operators(after) == ["nn.dense_packed"]
        assert_close(interpret(after, normal(3, 9)), interpret(before, normal(3, 9)))


def test_what_cannot_be_packed_stays() -> None:
    def body(o: Ops, x: object, y: object) -> object:
        return o.matmul(x, y), o.matmul(x, normal(2, 9, 4)), o.matmul(x, normal(3, 4), transpose_a=True)

    assert operators(PackWeights()(graph(body, x=(3, 9), y=(9, 4)))) == ["matmul"] * 3


def test_panels() -> None:
    matrix = np.arange(15, dtype="float32").reshape(3, 5)
    packed = pack_columns(matrix, 4)
    assert packed.shape == (2, 3, 4)
    assert packed[0, 1].tolist() == [5, 6, 7, 8]
    assert packed[1, 2].tolist() == [14, 0, 0, 0]
    for columns in range(1, 200):
        width = panel_width(columns, 16, 4)
        assert width % 16 == 0  # full vectors
        assert width <= 64
        assert width == 64 or width - 16 < columns <= width  # a narrow matrix is one panel


COSTS = costs_of()
RNG = np.random.default_rng(7)


def width_for(rows: int, columns: int) -> int:
    """The columns of a panel for a product."""
    after = PackWeights()(graph(lambda o, x: o.matmul(x, normal(9, columns)), x=(rows, 9)))
    call = next(b.value for b in after["main"].bindings() if isinstance(b.value, GraphCall))
    panels, depth, width = call.args[1].sinfo.static_shape()
    assert (panels, depth) == (-(-columns // width), 9)
    return int(width)


def padded(columns: int, width: int) -> int:
    """The columns that are computed."""
    return -(-columns // width) * width


SIZES = [(int(r), int(c)) for r, c in zip(2 ** (RNG.random(60) * 11), 1 + RNG.integers(0, 1100, 60), strict=True)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_widths_of_panels(rows: int, columns: int) -> None:
    """What the width must achieve at any size: independent accumulators for few rows, registers for several rows
    between, reuse of a panel from L1 for many, and wide panels only where the fact allows their padding."""
    width, widest = width_for(rows, columns), padded(columns, 16)
    assert width % 16 == 0
    assert width <= min(64, widest)
    if rows < COSTS.wide_panel_below:
        assert width == min(64, widest)
        return
    if width > 32:  # beside a wide panel there are registers for few rows only: many rows must reuse it from L1
        assert rows >= COSTS.wide_panel_from
        assert padded(columns, width) <= COSTS.wide_panel_padding * padded(columns, 32)
    elif rows >= COSTS.wide_panel_from and columns > 32:
        assert padded(columns, min(64, widest)) > COSTS.wide_panel_padding * padded(columns, width)


def test_facts_decide_the_widths() -> None:
    """Other facts of a target give other widths at the same size."""
    for rows, costs in ((100, replace(COSTS, wide_panel_below=101)), (100, replace(COSTS, wide_panel_from=100))):
        after = PackWeights(costs=costs)(graph(lambda o, x: o.matmul(x, normal(9, 128)), x=(rows, 9)))
        (call,) = [b.value for b in after["main"].bindings() if isinstance(b.value, GraphCall)]
        assert call.args[1].sinfo.static_shape()[2] > width_for(rows, 128)


@pytest.mark.parametrize("transposed", [False, True])
def test_large_matrices_known_at_run_time_are_packed_first(transposed: bool) -> None:
    shape = (33, 9) if transposed else (9, 33)
    before = graph(lambda o, x, y: o.matmul(x, y, transpose_b=transposed), x=(5, 9), y=shape)
    assert operators(PackWeights()(before)) == ["matmul"]
    after = PackWeights(costs=replace(costs_of(), pack_rows=4, pack_elements=100))(before)
    verify(after)
    assert operators(after) == ["nn.pack_columns", "nn.dense_packed"]
    x, y = normal(5, 9), normal(*shape)
    assert_close(compiled(after, x, y), interpret(before, x, y))


@pytest.mark.parametrize("columns", [2, 7, 15])
def test_matrices_narrower_than_a_vector_are_padded(columns: int) -> None:
    before = graph(lambda o, x, y: o.matmul(x, y), x=(70, 9), y=(9, columns))
    after = PackWeights(vector_bits=512)(before)
    assert operators(after) == ["nn.pack_columns", "nn.dense_packed"]
    x, y = normal(70, 9), normal(9, columns)
    assert_close(compiled(after, x, y), interpret(before, x, y))


@pytest.mark.parametrize(("rows", "want"), [(3, ["matmul"]), (20, ["nn.pack_columns", "nn.dense_packed"])])
def test_transposed_matrices_are_read_as_they_lie(rows: int, want: list[str]) -> None:
    before = graph(lambda o, x, y: o.matmul(x, o.transpose(y, axes=[1, 0])), x=(rows, 40), y=(33, 40))
    after = DeadCodeElimination()(PackWeights(costs=replace(costs_of(), pack_rows=20, pack_elements=100))(before))
    verify(after)
    assert operators(after) == want
    x, y = normal(rows, 40), normal(33, 40)
    assert_close(compiled(after, x, y), interpret(before, x, y))


@pytest.mark.parametrize(("rows", "count"), [(1, 1), (3, 1), (40, 2)])
def test_transposed_matrices_of_a_batch_are_read_as_they_lie(rows: int, count: int) -> None:
    before = graph(lambda o, x, y: o.matmul(x, o.transpose(y, axes=[0, 2, 1])), x=(4, rows, 20), y=(4, 9, 20))
    after = DeadCodeElimination()(PackWeights()(before))
    verify(after)
    assert len(operators(after)) == count
    x, y = normal(4, rows, 20), normal(4, 9, 20)
    assert_close(compiled(after, x, y), interpret(before, x, y))


def test_other_transpositions_stay() -> None:
    before = graph(lambda o, x, y: o.matmul(x, o.transpose(y, axes=[1, 2, 0])), x=(4, 3, 20), y=(9, 4, 20))
    assert operators(PackWeights()(before)) == ["transpose", "matmul"]


def test_a_shared_weight_is_packed_once() -> None:
    w = normal(9, 9)
    after = PackWeights()(graph(lambda o, x: o.matmul(o.exp(o.matmul(x, w)), w), x=(3, 9)))
    assert operators(after) == ["nn.dense_packed", "exp", "nn.dense_packed"]
    assert len({id(data) for data in constants(after)}) == 1


@pytest.mark.parametrize("rows", [(), (1,), (7,), (2, 5), (33,)], ids=str)
@pytest.mark.parametrize("inner", [1, 3, 40])
def test_a_product_with_one_column_is_a_sum_of_products(rows: tuple[int, ...], inner: int) -> None:
    w = normal(inner, 1)
    before = graph(lambda o, x: o.matmul(x, w), x=(*rows, inner))
    after = PackWeights()(before)
    verify(after)
    assert operators(after) == ["multiply", "sum"]
    x = normal(*rows, inner)
    assert_close(compiled(after, x), [x @ w])


def test_a_transposed_column() -> None:
    w = normal(1, 12)
    after = PackWeights()(graph(lambda o, x: o.nn_dense(x, w), x=(5, 12)))
    assert operators(after) == ["multiply", "sum"]
    x = normal(5, 12)
    assert_close(compiled(after, x), [x @ w.T])
