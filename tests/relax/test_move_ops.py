"""Operators that change places: fewer passes over memory, the same numbers."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc.ir import verify
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination, FuseOps, MoveActivations, MoveShuffles

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators


def moved(body: Any, run: Any = interpret, **shapes: Any) -> list[str]:
    before = graph(body, **shapes)
    after = DeadCodeElimination()(MoveShuffles()(MoveActivations()(before)))
    verify(after)
    inputs = [normal(*shape, seed=2) for shape in shapes.values()]
    assert_close(run(after, *inputs), interpret(before, *inputs))
    return operators(after)


def test_an_activation_moves_before_a_concatenation() -> None:
    w, v = normal(8, 4, 1, 1), normal(6, 4, 1, 1)

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(o.concat([o.nn_conv2d(x, w), o.nn_conv2d(x, v)], axis=1))

    names = moved(body, x=(1, 4, 3, 3))
    assert names == ["nn.conv2d", "nn.conv2d", "nn.relu", "nn.relu", "concatenate"]
    assert moved(lambda o, x: o.clip(body(o, x), min=0.0, max=6.0), x=(1, 4, 3, 3))[-1] == "concatenate"


@pytest.mark.parametrize("used", ["concat", "part", "input"])
def test_it_stays_where_that_would_add_work(used: str) -> None:
    w, v = normal(8, 4, 1, 1), normal(6, 4, 1, 1)

    def body(o: Ops, x: object) -> object:
        a, b = o.nn_conv2d(x, w), o.nn_conv2d(x, v)
        joined = o.concat([a, x] if used == "input" else [a, b], axis=1)
        return o.nn_relu(joined), {"concat": joined, "part": a, "input": b}[used]

    assert moved(body, x=(1, 4, 3, 3))[-1] == "nn.relu"


def shuffle(o: Ops, x: object, channels: int, groups: int, size: int) -> object:
    parts = o.reshape(x, (1, groups, channels // groups, size, size))
    return o.reshape(o.transpose(parts, axes=[0, 2, 1, 3, 4]), (1, channels, size, size))


@pytest.mark.parametrize("groups", [2, 4, 6])
@pytest.mark.parametrize("bias", [False, True])
def test_a_shuffle_moves_after_a_depthwise_convolution(groups: int, bias: bool) -> None:
    w, b = normal(12, 1, 3, 3), normal(12, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_conv2d(shuffle(o, o.exp(x), 12, groups, 5), w, groups=12, strides=[2, 2], padding=[1, 1, 1, 1])
        y = o.add(y, b) if bias else y
        return y if bias else o.nn_relu(y)

    names = moved(body, x=(1, 12, 5, 5))
    assert names.index("nn.conv2d") < names.index("reshape")
    if bias:
        assert names[-3:] == ["reshape", "transpose", "reshape"]


def test_a_shuffle_that_others_use_stays() -> None:
    w = normal(12, 1, 3, 3)

    def body(o: Ops, x: object) -> object:
        y = shuffle(o, x, 12, 3, 5)
        return o.nn_conv2d(y, w, groups=12), y

    assert moved(body, x=(1, 12, 5, 5)) == ["reshape", "transpose", "reshape", "nn.conv2d"]


def test_a_shuffle_before_a_plain_convolution_stays() -> None:
    w = normal(8, 12, 3, 3)
    names = moved(lambda o, x: o.nn_conv2d(shuffle(o, x, 12, 3, 5), w), x=(1, 12, 5, 5))
    assert names == ["reshape", "transpose", "reshape", "nn.conv2d"]


def test_a_shuffled_unit_has_two_movements() -> None:
    """Grouped convolution, shuffle, depthwise, grouped, residual sum: one movement for the shuffle, one at the sum."""
    w1, w2, w3 = normal(80, 20, 1, 1), normal(80, 1, 3, 3), normal(80, 20, 1, 1, seed=1)

    def unit(o: Ops, x: object) -> object:
        y = o.nn_relu(o.nn_conv2d(x, w1, groups=4))
        y = o.nn_conv2d(shuffle(o, y, 80, 4, 5), w2, groups=80, padding=[1, 1, 1, 1])
        return o.nn_relu(o.add(o.nn_conv2d(y, w3, groups=4), x))

    before = graph(lambda o, x: unit(o, unit(o, x)), x=(1, 80, 5, 5))
    after = ConvertLayout(lanes=16)(DeadCodeElimination()(MoveShuffles()(before)))
    fused = FuseOps()(DeadCodeElimination()(after))
    verify(fused)
    names = [n for n in operators(fused) if n != "reshape"]
    assert len([n for n in names if "from_blocked" in n]) == 4
    x = normal(1, 80, 5, 5, seed=2)
    assert_close(compiled(before, x), interpret(before, x))
    assert_close(interpret(after, x), interpret(before, x))
