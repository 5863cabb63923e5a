"""Operands of attention before their movements: strides in their source, and exchanged dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import GraphCall, GraphVar, TensorStructInfo, Var, VarBinding
from mlcc.relax.operators import operator_name
from mlcc.relax.transform.attention_operands import MOVEMENTS, Operand, exchange, exchanged

from .graphs import Ops, graph

B, T = Var("b", "int64"), Var("t", "int64")


def operand(body: Any, *shape: Any) -> Operand:
    """The operand whose moves are the calls of a body on its parameter."""
    module = graph(lambda o, x: body(o, x), x=shape)
    func = module.graph_funcs["main"]
    calls = [b.value for b in func.bindings() if isinstance(b, VarBinding) and isinstance(b.value, GraphCall)]
    return Operand(func.params[0], tuple(calls))


MOVES: dict[str, tuple[Any, tuple[int, ...], Any]] = {
    "heads of rows": (
        lambda o, x: o.transpose(o.reshape(x, (2, 5, 3, 4)), axes=[0, 2, 1, 3]),
        (2, 5, 12),
        lambda x: x.reshape(2, 5, 3, 4).transpose(0, 2, 1, 3),
    ),
    "a part of a joint projection": (
        lambda o, x: o.reshape(o.strided_slice(x, begin=[4], end=[8], axes=[2], strides=[1]), (2, 5, 1, 4)),
        (2, 5, 12),
        lambda x: x[:, :, 4:8].reshape(2, 5, 1, 4),
    ),
    "unit dimensions": (
        lambda o, x: o.expand_dims(o.transpose(x, axes=[1, 0]), axis=[0]),
        (6, 7),
        lambda x: x.T[None],
    ),
    "nothing": (lambda o, x: x, (3, 4), lambda x: x),
}


@pytest.mark.parametrize("name", MOVES)
def test_strides_are_those_of_numpy(name: str) -> None:
    body, shape, view = MOVES[name]
    result = operand(body, *shape)
    layout = result.layout()
    assert layout is not None
    array = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
    seen = view(array)
    strides = [s // array.itemsize for s in seen.strides]
    got = [stride.value() for stride in layout.strides]
    assert [g for g, d in zip(got, seen.shape, strict=True) if d > 1] == [
        s for s, d in zip(strides, seen.shape, strict=True) if d > 1
    ]


def test_symbolic_sizes() -> None:
    def split(o: Ops, x: Any) -> Any:
        return o.transpose(o.reshape(x, (B, T, 12, 64)), axes=[0, 2, 1, 3])

    layout = operand(split, B, T, 768).layout()
    assert layout is not None
    assert layout.has_contiguous_rows


@pytest.mark.parametrize(
    "body",
    [
        lambda o, x: o.reshape(o.transpose(x, axes=[1, 0, 2]), (12, 5)),  # would have to copy
        lambda o, x: o.strided_slice(x, begin=[0], end=[3], axes=[0], strides=[2]),
    ],
)
def test_what_is_no_view(body: Any) -> None:
    assert operand(body, 3, 4, 5).layout() is None


def test_moves_are_emitted_again_in_order() -> None:
    body, shape, _ = MOVES["a part of a joint projection"]
    result = operand(body, *shape)
    bindings: list[VarBinding] = []
    last = result.bind(bindings)
    assert last is bindings[-1].var
    calls = [b.value for b in bindings if isinstance(b.value, GraphCall)]
    assert list(map(operator_name, calls)) == list(map(operator_name, result.moves))
    assert set(MOVEMENTS) >= set(map(operator_name, calls))
    assert calls[0].args[0] is result.source
    assert calls[1].args[0] is bindings[0].var
    alone: list[VarBinding] = []
    assert Operand(result.source).bind(alone) is result.source
    assert alone == []


@pytest.mark.parametrize("axes", [None, [0, 1, 3, 2], [0, 2, 3, 1], [0, 2, 1, 3]])
def test_exchanged_dimensions(axes: list[int] | None) -> None:
    """Consecutive transposes are one, and those that cancel are none."""
    shape = (2, 3, 4, 5)
    actual = operand(lambda o, x: x if axes is None else o.transpose(x, axes=axes), *shape)
    value = actual.source if axes is None else GraphVar("v", actual.moves[-1].sinfo, True)
    result = exchange(actual, value)
    if axes == [0, 1, 3, 2]:
        assert result.moves == ()
        return
    assert len(result.moves) == 1
    moved = result.moves[0]
    assert moved.attrs["axes"] == exchanged(axes or [0, 1, 2, 3])
    want = np.zeros(shape).transpose(axes or [0, 1, 2, 3]).swapaxes(-1, -2).shape
    assert isinstance(moved.sinfo, TensorStructInfo)
    assert moved.sinfo.static_shape() == want


def test_exchanging_twice_gives_the_operand() -> None:
    result = operand(lambda o, x: x, 2, 3, 4)
    once = exchange(result, result.source)
    again = exchange(once, GraphVar("v", once.moves[-1].sinfo, True))
    assert again == result
