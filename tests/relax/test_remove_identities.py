"""Calls that change nothing are replaced by their operands."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc import tir
from mlcc.ir import Var, verify
from mlcc.relax.transform import DeadCodeElimination, RemoveIdentities

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators


@pytest.mark.parametrize(
    ("name", "args", "attrs"),
    [
        ("strided_slice", (), {"begin": [0, 0], "end": [9, 1 << 40], "axes": [1, 0], "strides": [1, 1]}),
        ("broadcast_to", ((3, 4),), {}),
        ("cast", (), {"dtype": "float32"}),
        ("transpose", (), {"axes": [0, 1]}),
        ("reshape", ((3, 4),), {}),
        ("tile", (), {"repeats": [1, 1]}),
    ],
)
def test_a_call_that_changes_nothing_goes(name: str, args: tuple[object, ...], attrs: dict[str, object]) -> None:
    before = graph(lambda o, x: o.exp(getattr(o, name)(o.negative(x), *args, **attrs)), x=(3, 4))
    after = RemoveIdentities()(before)
    verify(after)
    assert name in operators(before)
    assert operators(after) == ["negative", "exp"]
    assert_close(compiled(after, normal(3, 4)), compiled(before, normal(3, 4)))


@pytest.mark.parametrize(
    ("name", "attrs"),
    [
        ("strided_slice", {"begin": [-1], "end": [-9], "axes": [0], "strides": [-1]}),
        ("transpose", {"axes": [1, 0]}),
        ("transpose", {}),
        ("cast", {"dtype": "float16"}),
        ("flip", {"axis": 0}),
    ],
)
def test_a_call_that_moves_or_converts_stays(name: str, attrs: dict[str, object]) -> None:
    module = graph(lambda o, x: o.negative(getattr(o, name)(x, **attrs)), x=(4, 4))
    assert operators(RemoveIdentities()(module)) == [name, "negative"]


def test_views_that_lead_back_show_the_first_value() -> None:
    def body(o: Ops, x: object) -> object:
        y = o.negative(x)
        return o.exp(o.reshape(o.squeeze(o.expand_dims(y, axis=[0]), axis=[0]), (3, 4)))

    before = graph(body, x=(3, 4))
    after = RemoveIdentities()(before)
    verify(after)
    assert operators(after)[-1] == "exp"
    assert_close(compiled(after, normal(3, 4)), compiled(before, normal(3, 4)))


def test_an_output_that_is_an_input_stays_an_output() -> None:
    before = graph(lambda o, x: (o.reshape(x, (3, 4)), o.cast(o.negative(x), dtype="float32")), x=(3, 4))
    after = RemoveIdentities()(before)
    verify(after)
    assert_close(compiled(after, normal(3, 4)), compiled(before, normal(3, 4)))


def test_symbolic_shapes_are_compared_as_expressions() -> None:
    n = tir.Var("n", "int64")
    before = graph(lambda o, x: o.exp(o.broadcast_to(o.negative(x), (n, 4))), x=(n, 4))
    assert operators(RemoveIdentities()(before)) == ["negative", "exp"]
    other = graph(lambda o, x: o.exp(o.reshape(o.negative(x), (4, n))), x=(n, 4))
    assert "reshape" in operators(RemoveIdentities()(other))


@pytest.mark.parametrize(("first", "second", "left"), [
    (True, True, ["exp"]), (False, False, ["negative"]), (True, False, ["exp", "negative", "where"]),
])  # fmt: skip
def test_a_condition_that_is_one_constant_in_every_place(first: bool, second: bool, left: list[str]) -> None:
    n = Var("n", "int64")

    def body(o: Ops, x: object) -> object:
        one = o.broadcast_to(np.array([[first]]), (n, 4))
        other = o.strided_slice(o.broadcast_to(np.array([[second]]), (n, 8)), begin=[0], end=[4], axes=[1])
        mask = o.flip(o.concatenate([one, other], axis=1), axis=1)
        return o.where(mask, o.exp(x), o.negative(x))

    before = graph(body, x=(n, 8))
    after = DeadCodeElimination()(RemoveIdentities()(before))
    verify(after)
    assert sorted(set(operators(after)) & {"exp", "negative", "where"}) == left
    for rows in (0, 1, 5):
        assert_close(compiled(after, normal(rows, 8)), interpret(before, normal(rows, 8)))


@pytest.mark.parametrize(
    ("name", "number", "first", "kept"),
    [
        ("add", 0.0, False, False),
        ("add", 0.0, True, False),
        ("subtract", 0.0, False, False),
        ("subtract", 0.0, True, True),
        ("multiply", 1.0, True, False),
        ("multiply", 0.0, False, True),
        ("divide", 1.0, False, False),
        ("divide", 1.0, True, True),
        ("add", 1.0, False, True),
    ],
)
def test_arithmetic_with_a_neutral_number(name: str, number: float, first: bool, kept: bool) -> None:
    """As Paddle writes ``x * scale + 0``: nothing is computed."""
    constant = np.float32(number)

    def body(o: Ops, x: object) -> object:
        operands = (constant, o.exp(x)) if first else (o.exp(x), constant)
        return o.tanh(getattr(o, name)(*operands))

    before = graph(body, x=(3, 4))
    after = RemoveIdentities()(before)
    assert operators(after) == ["exp", *([name] if kept else []), "tanh"]
    assert_close(compiled(after, normal(3, 4)), compiled(before, normal(3, 4)))


def test_neutral_numbers_of_a_larger_shape_or_another_type_stay() -> None:
    wide = graph(lambda o, x: o.exp(o.add(x, np.zeros((2, 4), np.float32))), x=(1, 4))
    assert operators(RemoveIdentities()(wide)) == ["add", "exp"]
