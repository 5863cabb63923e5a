"""Values in channel blocks: one form where it serves, conversions once."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, Op, verify
from mlcc.relax.rewrite import Emitter, rewrite
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination, EliminateCommonSubexpr
from mlcc.relax.transform.blocked_values import Blocked, BlockedValues
from mlcc.relax.transform.winograd_choice import WinogradChoice
from mlcc.target import Target

from .graphs import Ops, assert_close, compiled, graph, normal, operators
from .layouts import BORDERS, converted, inner


def test_between_blocked_operators_nothing_moves() -> None:
    w1, w2, bias = normal(16, 8, 3, 3), normal(24, 16, 1, 1), normal(16, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.add(o.nn_conv2d(x, w1, padding=[1, 1, 1, 1]), bias))
        return o.nn_conv2d(o.nn_max_pool2d(y, pool_size=[2, 2], strides=[2, 2]), w2)

    names = converted(body, x=(1, 8, 8, 8))
    assert names[0] == "nn.to_blocked"
    assert names[-1] == "nn.from_blocked"
    assert not set(BORDERS) & set(names[1:-1])


def test_channel_constants_are_blocked_and_scalars_stay() -> None:
    w, bias = normal(20, 8, 3, 3), normal(1, 20, 1, 1)
    names = converted(lambda o, x: o.multiply(o.add(o.nn_conv2d(x, w), bias), 2.0), x=(1, 8, 4, 4))
    assert inner(names) == ["nn.conv2d_nchwc", "add", "multiply"]


def test_constants_along_other_axes_need_the_plain_form() -> None:
    w, rows = normal(16, 8, 3, 3), normal(2, 1)
    names = converted(lambda o, x: o.add(o.nn_conv2d(x, w), rows), x=(1, 8, 4, 4))
    assert names == ["nn.to_blocked", "nn.conv2d_nchwc", "nn.from_blocked", "add"]


def test_a_value_used_in_both_forms_is_converted_once() -> None:
    w = normal(16, 8, 3, 3)

    def body(o: Ops, x: object) -> object:
        y = o.nn_conv2d(x, w)
        return o.nn_relu(y), o.nn_softmax(y, axis=-1), o.exp(y)

    before = graph(body, x=(1, 8, 4, 4))
    names = operators(EliminateCommonSubexpr()(DeadCodeElimination()(ConvertLayout(lanes=8)(before))))
    assert names.count("nn.from_blocked") <= 2


def form(channels: int, block: int, groups: int = 1) -> Blocked:
    return Blocked(Constant(np.zeros(1, "float32")), channels, block, groups)


def test_padding_and_which_layouts_agree() -> None:
    assert form(32, 16).is_exact
    assert not form(24, 16).is_exact
    assert not form(32, 16, groups=4).is_exact  # 8 channels of a group in 16
    assert form(32, 16).fits(form(32, 16, groups=2))
    assert not form(24, 8, groups=2).fits(form(24, 8))  # 12 channels of a group in two blocks, 24 in three
    assert form(24, 8, groups=2).fits(form(24, 8, groups=2))
    assert not form(32, 16).fits(form(32, 8))
    assert not form(30, 16).fits(form(32, 16))


@pytest.mark.parametrize("shape", [(2, 24, 5), (2, 24, 5, 3), (1, 10, 2, 3, 4)])
@pytest.mark.parametrize("block", [4, 8])
def test_to_blocks_and_back(shape: tuple[int, ...], block: int) -> None:
    """As the conversions are emitted, they give the value again; a second one costs nothing."""

    values = BlockedValues(block, Target.parse("llvm").costs, WinogradChoice())

    def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return values.to_plain(out, value)
        x = out.emit(value)
        have = values.to_blocked(out, x, block)
        assert have is not None
        assert have.is_exact == (shape[1] % block == 0)
        assert values.to_blocked(out, x, block) is have
        return values.bind_blocked(out, var, GraphCall(Op("exp"), (have.value,)), have)

    before = graph(lambda o, x: o.negative(x), x=shape)
    func = rewrite(before.graph_funcs["main"], rule, before, settle=values.to_plain)
    after = before.with_function("main", func)
    verify(after)
    assert operators(after).count("nn.to_blocked") == operators(after).count("nn.from_blocked") == 1
    x = normal(*shape)
    assert_close(compiled(after, x), [np.exp(-x)])
