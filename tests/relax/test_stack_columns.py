"""Columns that become heads are computed in that order: queries, keys and values are views of one product."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlcc.ir import GraphCall, IRModule, VarBinding, verify
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import (
    DeadCodeElimination,
    FlattenRows,
    FuseAttention,
    FuseOps,
    MergeSiblings,
    PackWeights,
    StackColumns,
)

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators


def stacked(before: IRModule) -> IRModule:
    after = FlattenRows()(PackWeights()(MergeSiblings()(before)))
    after = DeadCodeElimination()(StackColumns()(after))
    verify(after)
    return after


def segments(module: IRModule) -> list[Any]:
    values = [b.value for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    packed = [v for v in values if isinstance(v, GraphCall) and operator_name(v) == "nn.dense_packed"]
    return [v.attrs.get("segments", 1) for v in packed]


def heads(o: Ops, x: Any, batch: int, rows: int, count: int) -> Any:
    return o.transpose(o.reshape(x, (batch, rows, count, -1)), axes=[0, 2, 1, 3])


def projected(o: Ops, x: Any, units: int, seed: int, with_bias: bool) -> Any:
    y = o.matmul(x, normal(24, units, seed=seed))
    return o.add(normal(units, seed=seed + 1), y) if with_bias else y


def three_products(o: Ops, x: Any, batch: int, with_bias: bool) -> list[Any]:
    """Queries in four heads, keys and values in two, as in grouped-query attention."""
    return [heads(o, projected(o, x, count * 32, n, with_bias), batch, 20, count) for n, count in enumerate((4, 2, 2))]


def one_product(o: Ops, x: Any, batch: int, with_bias: bool) -> list[Any]:
    y = o.reshape(projected(o, x, 3 * 2 * 32, 0, with_bias), (batch, 20, 3, 2, 32))
    moved = o.transpose(y, axes=[2, 0, 3, 1, 4])
    return [
        o.squeeze(o.strided_slice(moved, axes=[0], begin=[n], end=[n + 1], strides=[1]), axis=[0]) for n in range(3)
    ]


def split_product(o: Ops, x: Any, batch: int, with_bias: bool) -> list[Any]:
    y = projected(o, x, 3 * 2 * 32, 0, with_bias)
    cuts = [o.strided_slice(y, axes=[2], begin=[n * 64], end=[n * 64 + 64], strides=[1]) for n in range(3)]
    return [heads(o, shortened, batch, 20, 2) for shortened in cuts]


Projections = Callable[[Ops, Any, int, bool], list[Any]]


@pytest.mark.cover(1)
@pytest.mark.parametrize("batch", [1, 2])
@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize(("make", "count"), [(three_products, 8), (one_product, 6), (split_product, 6)])
def test_heads_are_segments_of_one_product(make: Projections, count: int, with_bias: bool, batch: int) -> None:
    before = graph(lambda o, x: tuple(make(o, x, batch, with_bias)), x=(batch, 20, 24))
    after = stacked(before)
    assert segments(after) == [count]
    assert operators(after).count("transpose") == (0 if batch == 1 else 1 if make is one_product else 3)
    x = normal(batch, 20, 24, seed=9)
    assert_close(interpret(after, x), interpret(before, x))
    assert_close(compiled(after, x), interpret(before, x))


def test_attention_reads_the_views() -> None:
    def body(o: Ops, x: Any) -> Any:
        q, k, v = one_product(o, x, 1, True)
        scores = o.multiply(o.matmul(q, o.transpose(k, axes=[0, 1, 3, 2])), 0.01)
        return o.transpose(o.matmul(o.nn_softmax(scores, axis=-1), v), axes=[0, 2, 1, 3])

    before = graph(body, x=(1, 20, 24))
    after = FuseOps()(DeadCodeElimination()(FuseAttention()(stacked(before))))
    x = normal(1, 20, 24, seed=9)
    assert_close(compiled(after, x), interpret(before, x))
    assert sum("attention" in name for name in after.functions) == 1


def test_factors_stay_with_their_columns() -> None:
    def body(o: Ops, x: Any) -> Any:
        y = o.multiply(o.add(o.matmul(x, normal(24, 64)), normal(1, 64, seed=3)), 0.5)
        return heads(o, o.nn_relu(y), 1, 20, 2)

    before = graph(body, x=(1, 20, 24))
    after = stacked(before)
    assert segments(after) == [2]
    x = normal(1, 20, 24, seed=9)
    assert_close(compiled(after, x), interpret(before, x))


def test_what_stays() -> None:
    def body(o: Ops, x: Any, y: Any) -> Any:
        used = o.matmul(x, normal(24, 64))  # by something else as well
        narrow = heads(o, o.matmul(x, normal(24, 96)), 1, 20, 6)  # half a panel
        transposed = o.transpose(o.reshape(o.matmul(x, normal(24, 64, seed=1)), (1, 20, 2, 32)), axes=[0, 2, 3, 1])
        summed = heads(o, o.add(o.matmul(x, normal(24, 64, seed=2)), y), 1, 20, 2)  # something of each row
        rows = o.transpose(o.matmul(x, normal(24, 64, seed=3)), axes=[1, 0, 2])
        return heads(o, used, 1, 20, 2), o.nn_relu(used), narrow, transposed, summed, rows

    before = graph(body, x=(1, 20, 24), y=(1, 20, 64))
    assert set(segments(stacked(before))) == {1}


@pytest.mark.parametrize("with_bias", [False, True])
def test_one_piece_is_the_product_as_it_is(with_bias: bool) -> None:
    """Rows and a batch of one change places: nothing is in front of the rows."""

    def body(o: Ops, x: Any) -> Any:
        return o.transpose(o.reshape(projected(o, x, 96, 0, with_bias), (20, 1, 96)), axes=[1, 0, 2])

    before = graph(body, x=(20, 24))
    after = stacked(before)
    assert segments(after) == [1]
    assert_close(interpret(after, normal(20, 24)), interpret(before, normal(20, 24)))
