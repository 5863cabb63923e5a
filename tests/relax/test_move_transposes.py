"""Transposes of channels and batch move behind what follows a convolution."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc.ir import IRModule, Var, verify
from mlcc.relax.transform import DeadCodeElimination, MoveTransposes

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

SWAP = [1, 0, 2, 3]


def moved(module: IRModule) -> IRModule:
    after = DeadCodeElimination()(MoveTransposes()(module))
    verify(after)
    return after


def turned(o: Ops, x: Any) -> Any:
    return o.transpose(o.nn_conv2d(x, normal(6, 4, 3, 3)), axes=SWAP)


def pooled(o: Ops, x: Any) -> Any:
    """A bias of channels, an activation and a pool, whose result is transposed again."""
    y = o.nn_relu(o.multiply(o.add(turned(o, x), normal(6, 1, 1, 1)), 0.5))
    return y, o.nn_global_avg_pool(y)


def test_two_transposes_are_none() -> None:
    def body(o: Ops, x: Any) -> Any:
        _, pool = pooled(o, x)
        return o.nn_softmax(o.transpose(o.reshape(pool, (6, 2)), axes=[1, 0]), axis=1)

    module = graph(body, x=(2, 4, 7, 5))
    after = moved(module)
    assert operators(after) == [
        "nn.conv2d",
        "add",
        "multiply",
        "nn.relu",
        "nn.global_avg_pool",
        "reshape",
        "nn.softmax",
    ]
    x = normal(2, 4, 7, 5)
    assert_close(compiled(after, x), interpret(module, x))


def test_of_a_symbolic_batch() -> None:
    n, h = Var("n", "int64"), Var("h", "int64")

    def body(o: Ops, x: Any, n: Any) -> Any:
        pool = o.nn_global_max_pool(o.subtract(normal(6, 1, 1, 1), turned(o, x)))
        return o.exp(o.transpose(o.reshape(pool, (6, n)), axes=[1, 0]))

    after = moved(graph(lambda o, x: body(o, x, n), x=(n, 4, h, 5)))
    assert "transpose" not in operators(after)
    x = normal(3, 4, 8, 5)
    want = interpret(graph(lambda o, x: body(o, x, 3), x=x.shape), x)
    assert_close(compiled(after, x), want)


@pytest.mark.parametrize(
    ("last", "names"),
    [
        (lambda o, y: o.nn_softmax(y, axis=0), ["nn.conv2d", "transpose", "nn.softmax"]),
        (lambda o, y: o.add(y, normal(3, 6, 2, 5, 3)), ["nn.conv2d", "transpose", "add"]),  # of more dimensions
        (lambda o, y: o.add(y, o.sum(y)), ["nn.conv2d", "transpose", "sum", "add"]),  # read twice
        (lambda o, y: o.nn_global_avg_pool(y, layout="NHWC"), ["nn.conv2d", "transpose", "nn.global_avg_pool"]),
        (lambda o, y: o.reshape(y, (6, 30)), ["nn.conv2d", "transpose", "reshape"]),
        (lambda o, y: o.transpose(y, axes=[1, 0, 3, 2]), ["nn.conv2d", "transpose", "transpose"]),
    ],
)
def test_what_stays_behind_it(last: Any, names: list[str]) -> None:
    module = graph(lambda o, x: last(o, turned(o, x)), x=(2, 4, 7, 5))
    after = moved(module)
    assert operators(after) == names
    x = normal(2, 4, 7, 5)
    assert_close(interpret(after, x), interpret(module, x))


def test_without_a_convolution_nothing_moves() -> None:
    module = graph(lambda o, x: o.nn_relu(o.transpose(x, axes=SWAP)), x=(2, 4, 7, 5))
    assert operators(moved(module)) == ["transpose", "nn.relu"]
