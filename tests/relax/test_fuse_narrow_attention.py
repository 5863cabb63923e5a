"""Attention of 16-bit floats in one kernel rounds where the operators do, of which it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc.ir import IRModule, Var
from mlcc.relax.transform import DeadCodeElimination, FuseAttention, WidenProducts

from .graphs import compiled, graph, interpret, normal, operators

TYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
STEPS = {"float16": 2.0**-11, "bfloat16": 2.0**-8}
Q, K, V = (2, 3, 30, 8), (2, 3, 40, 8), (2, 3, 40, 16)
CAUSAL = np.where(np.tril(np.ones((30, 40), bool)), 0, -np.inf)


def number(dtype: str, value: float) -> Any:
    return np.asarray(value, TYPES[dtype])


def attend(o: Any, scores: Any, v: Any) -> Any:
    return o.matmul(o.nn_softmax(scores, axis=-1), v)


def products(o: Any, q: Any, k: Any) -> Any:
    return o.matmul(q, o.transpose(k, axes=[0, 1, 3, 2]))


def capped(o: Any, t: str, scores: Any, cap: float) -> Any:
    return o.multiply(o.tanh(o.divide(scores, number(t, cap))), number(t, cap))


#: Bodies by (operators, type, queries, keys, values).
FORMS: dict[str, Callable[..., Any]] = {
    "no scale": lambda o, t, q, k, v: attend(o, products(o, q, k), v),
    "exact scale": lambda o, t, q, k, v: attend(o, o.multiply(products(o, q, k), number(t, 0.125)), v),
    "rounded scale": lambda o, t, q, k, v: attend(o, o.divide(products(o, q, k), number(t, 2.828)), v),
    "scaled operands": lambda o, t, q, k, v: attend(
        o, products(o, o.multiply(q, number(t, 0.59)), o.multiply(k, number(t, 0.59))), v
    ),
    "causal": lambda o, t, q, k, v: attend(o, o.add(products(o, q, k), CAUSAL.astype(TYPES[t])), v),
    "bias": lambda o, t, q, k, v: attend(o, o.add(products(o, q, k), normal(3, 30, 40).astype(TYPES[t])), v),
    "chosen": lambda o, t, q, k, v: attend(o, o.where(CAUSAL == 0, products(o, q, k), number(t, -9.0)), v),
    "capped": lambda o, t, q, k, v: attend(
        o, o.add(capped(o, t, products(o, q, k), 5.0), CAUSAL.astype(TYPES[t])), v
    ),
    "no weights for hidden queries": lambda o, t, q, k, v: o.matmul(
        o.where(normal(2, 1, 30, 1) > 0, o.nn_softmax(products(o, q, k), axis=-1), number(t, 0.0)), v
    ),
    "wide softmax": lambda o, t, q, k, v: o.matmul(
        o.cast(o.nn_softmax(o.cast(products(o, q, k), dtype="float32"), axis=-1), dtype=t), v
    ),
    "result is moved": lambda o, t, q, k, v: o.transpose(attend(o, products(o, q, k), v), axes=[0, 2, 1, 3]),
}  # fmt: skip
REFUSED: dict[str, Callable[..., Any]] = {
    "two rounded scales": lambda o, t, q, k, v: attend(
        o, o.multiply(o.divide(products(o, q, k), number(t, 2.828)), number(t, 0.3)), v
    ),
    "a rounded scale of masked scores": lambda o, t, q, k, v: attend(
        o, o.multiply(o.add(products(o, q, k), normal(30, 40).astype(TYPES[t])), number(t, 0.3)), v
    ),
    "weights are a result": lambda o, t, q, k, v: (
        w := o.nn_softmax(products(o, q, k), axis=-1), o.matmul(w, v)
    ),
}  # fmt: skip


def fused(form: Callable[..., Any], dtype: str, **shapes: Any) -> tuple[IRModule, IRModule]:
    """The graph as it is, and with its attention as one kernel."""
    before = graph(lambda o, q, k, v: form(o, dtype, q, k, v), dtype, **shapes)
    return before, DeadCodeElimination()(FuseAttention()(DeadCodeElimination()(WidenProducts()(before))))


def arrays(dtype: str, *shapes: Any) -> list[Any]:
    return [normal(*s, seed=n).astype(TYPES[dtype]) for n, s in enumerate(shapes)]


def assert_same_roundings(got: Any, want: Any, dtype: str) -> None:
    """Sums are added up in another order, so that now and then a value on the way is rounded to its other neighbour;
    few results show it, by a few units in the last place."""
    assert got.dtype == TYPES[dtype]
    a, b = (np.asarray(v, np.float64) for v in (got, want))
    np.testing.assert_allclose(a, b, rtol=0, atol=4 * STEPS[dtype] * max(1.0, np.abs(b).max()))
    assert np.mean(a != b) < 0.02


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("form", FORMS)
def test_one_kernel_rounds_like_several(form: str, dtype: str) -> None:
    before, after = fused(FORMS[form], dtype, q=Q, k=K, v=V)
    names = operators(after)
    assert "attention" in names
    assert not {"nn.softmax", "matmul"} & set(names)
    inputs = arrays(dtype, Q, K, V)
    (want,) = interpret(before, *inputs)
    assert_same_roundings(interpret(after, *inputs)[0], want, dtype)


@pytest.mark.parametrize(
    ("form", "dtype"),
    [("capped", "float16"), ("rounded scale", "bfloat16"), ("no weights for hidden queries", "float16")],
)
def test_compiled(form: str, dtype: str) -> None:
    before, after = fused(FORMS[form], dtype, q=Q, k=K, v=V)
    inputs = arrays(dtype, Q, K, V)
    (want,) = interpret(before, *inputs)
    assert_same_roundings(compiled(after, *inputs)[0], want, dtype)


@pytest.mark.parametrize("form", REFUSED)
def test_left_alone(form: str) -> None:
    _, after = fused(REFUSED[form], "float16", q=Q, k=K, v=V)
    assert "attention" not in operators(after)


@pytest.mark.parametrize("dtype", TYPES)
def test_sizes_known_at_run_time(dtype: str) -> None:
    n, s, t = (Var(name, "int64") for name in "nst")
    before, after = fused(FORMS["exact scale"], dtype, q=(n, 2, s, 16), k=(n, 2, t, 16), v=(n, 2, t, 24))
    assert "attention" in operators(after)
    library = mlcc.build(after)
    for batch, queries, keys in ((1, 1, 1), (2, 5, 19), (1, 50, 33)):
        inputs = arrays(dtype, (batch, 2, queries, 16), (batch, 2, keys, 16), (batch, 2, keys, 24))
        (want,) = interpret(before, *inputs)
        assert_same_roundings(np.asarray(library["main"](*inputs)), want, dtype)


@pytest.mark.parametrize("dtype", TYPES)
def test_near_the_exact_result(dtype: str) -> None:
    """Within 4 roundings of the largest result, of 300 keys."""
    shape = (1, 2, 300, 64)
    inputs = arrays(dtype, shape, shape, shape)
    q, k, v = (a.astype(np.float64) for a in inputs)
    scores = q @ k.swapaxes(-1, -2) * 0.125
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    want = weights / weights.sum(-1, keepdims=True) @ v
    _, after = fused(FORMS["exact scale"], dtype, q=shape, k=shape, v=shape)
    got = np.asarray(compiled(after, *inputs)[0], np.float64)
    np.testing.assert_allclose(got, want, rtol=0, atol=4 * STEPS[dtype] * np.abs(want).max())


@pytest.mark.parametrize("dtype", TYPES)
def test_a_softmax_rounds_each_step_and_its_sum_once(dtype: str) -> None:
    x = normal(7, 300).astype(TYPES[dtype])

    def narrow(value: Any) -> Any:
        return value.astype(np.float32).astype(TYPES[dtype]).astype(np.float64)

    wide = x.astype(np.float64)
    powers = narrow(np.exp(narrow(wide - wide.max(-1, keepdims=True))))
    want = narrow(powers / narrow(powers.sum(-1, keepdims=True))).astype(TYPES[dtype])
    got = compiled(graph(lambda o, x: o.nn_softmax(x, axis=-1), dtype, x=x.shape), x)[0]
    assert np.mean(np.asarray(got) != want) < 0.01  # a power or a sum next to the middle between two values
    np.testing.assert_allclose(np.asarray(got, np.float64), want.astype(np.float64), rtol=4 * STEPS[dtype])


def test_a_sum_beyond_the_type_does_not_hide_its_row() -> None:
    x = np.zeros((1, 70_000), np.float16)
    got = compiled(graph(lambda o, x: o.nn_softmax(x, axis=-1), "float16", x=x.shape), x)[0]
    np.testing.assert_array_equal(got, np.float16(1 / 70_000))
