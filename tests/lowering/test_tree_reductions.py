"""Annotated loops combine neighbours pairwise; what cannot stays a loop."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, nodes

import mlcc
from mlcc.ir import Call, For
from mlcc.script import parse_prim_func
from mlcc.target import Target

TEXT = """
@T.prim_func
def f(X: T.Buffer((4, {n}), "float32"), Y: T.Buffer((4,), "float32")):
    T.func_attr({{"tir.noalias": True}})
    for i in range(4):
        Y[i] = {start}
        for k in T.serial({n}, annotations={{"tree_reduce": {wanted}}}):
            Y[i] = {value}
"""
ADD = "Y[i] + X[i, k]"


def loops(**fields: object) -> list[str]:
    text = TEXT.format(**{"n": 20, "start": "T.float32(0)", "wanted": 1, "value": ADD, **fields})
    return [loop.var.name for loop in nodes(around(text, "tree_reductions")[1], For)]


@pytest.mark.cover(1)
@pytest.mark.parametrize("n", [2, 3, 8, 13, 20, 64])
@pytest.mark.parametrize(
    ("value", "start", "want"),
    [
        (ADD, "T.float32(0)", np.sum),
        ("Y[i] * X[i, k]", "T.float32(1)", np.prod),
        ("T.max(Y[i], X[i, k])", "T.float32(-100)", np.max),
        ("T.min(Y[i], X[i, k])", "T.float32(100)", np.min),
    ],
)
def test_values(n: int, value: str, start: str, want) -> None:
    text = TEXT.format(n=n, start=start, value=value, wanted=1)
    assert "k" not in loops(n=n, value=value, start=start)
    x, y = np.random.default_rng(n).uniform(-2, 2, (4, n)).astype("float32"), np.zeros(4, "float32")
    mlcc.build(parse_prim_func(text))["f"](x, y)
    np.testing.assert_allclose(y, want(x.astype("float64"), axis=1), rtol=1e-5, atol=1e-5)


def test_vectors_are_added_before_their_lanes() -> None:
    func = around(TEXT.format(n=24, start="T.float32(0)", value=ADD, wanted=1), "tree_reductions")[1]
    assert [call.op for call in nodes(func, Call)] == ["reduce_lanes"]


@pytest.mark.parametrize(
    "fields",
    [
        {"wanted": 0}, {"n": 2000}, {"value": "Y[i] - X[i, k]"}, {"value": "X[i, k] + Y[i]"},
        {"value": "Y[i] + X[i, 19 - k]"}, {"value": "Y[i] + X[i, k] * X[i, k]"}, {"value": "Y[0] + X[i, k]"},
    ],
)  # fmt: skip
def test_other_loops_stay(fields: dict[str, object]) -> None:
    assert "k" in loops(**fields)


def test_a_target_without_vectors_keeps_its_loops() -> None:
    text = TEXT.format(n=20, start="T.float32(0)", value=ADD, wanted=1)
    func = around(text, "tree_reductions", Target.parse("cuda"))[1]
    assert "k" in [loop.var.name for loop in nodes(func, For)]
    assert nodes(func, Call) == []
