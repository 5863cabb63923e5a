"""A softmax that is written out becomes one, with the same results where values are large or infinite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import DeadCodeElimination, RecognizeSoftmax

from .graphs import Ops, assert_close, graph, interpret, normal, operators


def recognized(body: Any, shape: tuple[int, ...] = (2, 5, 7)) -> list[str]:
    before = graph(body, x=shape)
    after = DeadCodeElimination()(RecognizeSoftmax()(before))
    verify(after)
    x = normal(*shape) * 60
    x[0, 1, 2], x[0, 2] = -np.inf, -np.inf
    x[1, 0, 0], x[1, 1, 1] = np.inf, np.nan
    with np.errstate(all="ignore"):
        assert_close(interpret(after, x), interpret(before, x))
    return operators(after)


def shifted(o: Ops, x: Any, axis: Any = (2,), **attrs: Any) -> Any:
    return o.subtract(x, o.max(x, axis=list(axis), keepdims=True, **attrs))


def shares(o: Ops, e: Any, axis: Any = (2,)) -> Any:
    return o.divide(e, o.sum(e, axis=list(axis), keepdims=True))


@pytest.mark.parametrize("axis", [(2,), (-1,), (1,), (1, 2)])
def test_parts_become_one(axis: Any) -> None:
    assert recognized(lambda o, x: shares(o, o.exp(shifted(o, x, axis)), axis)) == ["nn.softmax"]


def test_a_maximum_before_a_softmax_goes() -> None:
    assert recognized(lambda o, x: o.nn_softmax(shifted(o, x), axis=-1)) == ["nn.softmax"]


STAY: dict[str, Callable[..., Any]] = {
    "no maximum": lambda o, x: shares(o, o.exp(o.multiply(x, 0.01))),
    "another maximum": lambda o, x: shares(o, o.exp(shifted(o, x, (1,)))),
    "the maximum before a softmax of columns": lambda o, x: o.nn_softmax(shifted(o, x), axis=1),
    "the exponential is a result": lambda o, x: (e := o.exp(shifted(o, x)), shares(o, e)),
    "another sum": lambda o, x: o.divide(o.exp(shifted(o, x)), o.sum(o.exp(x), axis=[2], keepdims=True)),
}  # fmt: skip


@pytest.mark.parametrize("form", STAY)
def test_left_alone(form: str) -> None:
    assert recognized(STAY[form]) == operators(graph(STAY[form], x=(2, 5, 7)))
