"""Attention of 16-bit floats is the float32 kernel: scores and weights are not rounded, results are once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc.ir import GraphCall, IRModule, Var, walk
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import DeadCodeElimination, FuseAttention, WidenProducts
from mlcc.target import costs_of

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
#: What several roundings would keep apart.
MORE: dict[str, Callable[..., Any]] = {
    "two scales": lambda o, t, q, k, v: attend(
        o, o.multiply(o.divide(products(o, q, k), number(t, 2.828)), number(t, 0.3)), v
    ),
    "a scale of masked scores": lambda o, t, q, k, v: attend(
        o, o.multiply(o.add(products(o, q, k), normal(30, 40).astype(TYPES[t])), number(t, 0.3)), v
    ),
}  # fmt: skip


def fused(form: Callable[..., Any], dtype: str, **shapes: Any) -> tuple[IRModule, IRModule]:
    """The graph as it is, and with its attention as one kernel."""
    before = graph(lambda o, q, k, v: form(o, dtype, q, k, v), dtype, **shapes)
    return before, DeadCodeElimination()(FuseAttention()(DeadCodeElimination()(WidenProducts()(before))))


def arrays(dtype: str, *shapes: Any) -> list[Any]:
    return [normal(*s, seed=n).astype(TYPES[dtype]) for n, s in enumerate(shapes)]


def exact(form: Callable[..., Any], dtype: str, inputs: list[Any], **shapes: Any) -> Any:
    """The result of the same steps on the same numbers in float32."""
    module = graph(lambda o, q, k, v: o.cast(form(_Wide(o), dtype, q, k, v), dtype="float32"), "float32", **shapes)
    return interpret(module, *(a.astype(np.float32) for a in inputs))[0]


class _Wide:
    """Operators whose operands of 16 bits are widened."""

    def __init__(self, ops: Any) -> None:
        self.ops = ops

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any, **attrs: Any) -> Any:
            wide = [a.astype(np.float32) if isinstance(a, np.ndarray) and a.dtype.itemsize == 2 else a for a in args]
            return getattr(self.ops, name)(*wide, **({**attrs, "dtype": "float32"} if name == "cast" else attrs))

        return call


def assert_rounded_once(got: Any, want: Any, dtype: str) -> None:
    """`want` rounded; float32 sums in another order may turn it to a neighbour (a step, or less, of the type)."""
    assert got.dtype == TYPES[dtype]
    a, b = np.asarray(got, np.float64), np.asarray(want, np.float64)
    np.testing.assert_allclose(a, b, rtol=1.01 * STEPS[dtype], atol=1e-6)


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("form", [*FORMS, *MORE])
def test_one_kernel_rounds_once(form: str, dtype: str) -> None:
    body = {**FORMS, **MORE}[form]
    _, after = fused(body, dtype, q=Q, k=K, v=V)
    names = operators(after)
    assert "attention" in names
    assert not {"nn.softmax", "matmul"} & set(names)
    inputs = arrays(dtype, Q, K, V)
    assert_rounded_once(interpret(after, *inputs)[0], exact(body, dtype, inputs, q=Q, k=K, v=V), dtype)


@pytest.mark.parametrize(
    ("form", "dtype"),
    [("capped", "float16"), ("rounded scale", "bfloat16"), ("no weights for hidden queries", "float16")],
)
def test_compiled(form: str, dtype: str) -> None:
    _, after = fused(FORMS[form], dtype, q=Q, k=K, v=V)
    inputs = arrays(dtype, Q, K, V)
    assert_rounded_once(compiled(after, *inputs)[0], exact(FORMS[form], dtype, inputs, q=Q, k=K, v=V), dtype)


def test_weights_that_are_a_result_are_left_alone() -> None:
    def body(o: Any, t: str, q: Any, k: Any, v: Any) -> Any:
        weights = o.nn_softmax(products(o, q, k), axis=-1)
        return weights, o.matmul(weights, v)

    _, after = fused(body, "float16", q=Q, k=K, v=V)
    assert "attention" not in operators(after)


@pytest.mark.parametrize("dtype", TYPES)
def test_sizes_known_at_run_time(dtype: str) -> None:
    n, s, t = (Var(name, "int64") for name in "nst")
    form = FORMS["exact scale"]
    _, after = fused(form, dtype, q=(n, 2, s, 16), k=(n, 2, t, 16), v=(n, 2, t, 24))
    assert "attention" in operators(after)
    library = mlcc.build(after)
    for batch, queries, keys in ((1, 1, 1), (2, 5, 19), (1, 50, 33)):
        shapes = (batch, 2, queries, 16), (batch, 2, keys, 16), (batch, 2, keys, 24)
        inputs = arrays(dtype, *shapes)
        want = exact(form, dtype, inputs, **dict(zip("qkv", shapes, strict=True)))
        assert_rounded_once(np.asarray(library["main"](*inputs)), want, dtype)


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


#: A machine with tile registers.
TILES = replace(costs_of(), tile_rows_bf16=5)


@pytest.mark.parametrize(
    ("dtype", "rounding", "depth", "in_tiles"),
    [
        ("bfloat16", "", 16, True),
        ("bfloat16", "", 8, False),  # half of a register
        ("bfloat16", "standard", 16, False),
        ("float16", "", 16, False),
    ],
)
def test_products_of_bfloat16_in_tile_registers(dtype: str, rounding: str, depth: int, in_tiles: bool) -> None:
    shapes = {"q": (2, 3, 30, depth), "k": (2, 3, 40, depth), "v": (2, 3, 40, 16)}
    before = graph(lambda o, q, k, v: FORMS["bias"](o, dtype, q, k, v), dtype, **shapes)
    wide = DeadCodeElimination()(WidenProducts(TILES, rounding=rounding)(before))
    after = DeadCodeElimination()(FuseAttention(TILES)(wide))
    calls = [n for f in after.graph_funcs.values() for n in walk(f) if operator_name(n) == "nn.attention"]
    assert any(c.attrs.get("products") for c in calls if isinstance(c, GraphCall)) == in_tiles
    if rounding:  # every step rounds
        return
    inputs = arrays(dtype, *shapes.values())
    want = exact(FORMS["bias"], dtype, inputs, **shapes)
    got = np.asarray(interpret(after, *inputs)[0], np.float64)
    # wide: weights and results are rounded to bfloat16, by 2**-9 of themselves each
    np.testing.assert_allclose(got, want, atol=2.0**-6 * np.abs(want).max())
