"""Descriptions of quantised values: what they stand for, and what is emitted for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, IRModule, verify
from mlcc.relax.rewrite import Emitter, rewrite
from mlcc.relax.transform.quantized_values import (
    Linear,
    Stored,
    Term,
    Weight,
    centred,
    dequantized,
    divided,
    emit,
    is_byte,
    number,
    requantized,
    shifted_bias,
)

from .graphs import Array, assert_close, compiled, graph, normal, operators


def weight(*shape: int, dtype: str = "int8", axis: int = 0, zero: int = 0) -> Weight:
    rng = np.random.default_rng(shape)
    info = np.iinfo(dtype)
    data = rng.integers(info.min, info.max + 1, shape).astype(dtype)
    scale = rng.uniform(0.01, 0.1, shape[axis]).astype(np.float32)
    return Weight(data, scale, np.full(shape[axis], zero, np.int32), axis)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_values_of_a_weight(axis: int) -> None:
    w = weight(4, 3, 5, axis=axis, zero=7)
    shape = [1, 1, 1]
    shape[axis] = -1
    want = (w.data.astype(np.int32) - 7) * w.scale.reshape(shape)
    np.testing.assert_array_equal(w.value(), want.astype(np.float32))
    assert w.value().dtype == np.float32


@pytest.mark.parametrize("axes", [(1, 0, 2), (2, 0, 1), (0, 2, 1)])
def test_a_transposed_weight_has_the_transposed_values(axes: tuple[int, ...]) -> None:
    for axis in range(3):
        w = weight(4, 3, 5, axis=axis, zero=-3)
        np.testing.assert_array_equal(w.transposed(axes).value(), w.value().transpose(axes))
    one = Weight(w.data, np.float32([0.5]), np.int32([1]), 0)
    np.testing.assert_array_equal(one.transposed(axes).value(), one.value().transpose(axes))


@pytest.mark.parametrize(("kind", "zero"), [("int8", 0), ("int8", 1), ("uint8", 128), ("uint8", 3)])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_weights_as_signed_bytes_and_constants(kind: str, zero: int, axis: int) -> None:
    w = weight(40, 50, axis=axis, dtype=kind, zero=zero)
    parts = w.signed(axis % 2)
    assert parts is not None
    numbers, shift = parts
    assert numbers.dtype == np.int8
    assert shift.any() == (zero in (1, 3))  # -128 - 1, 255 - 3
    np.testing.assert_array_equal(numbers + np.expand_dims(shift, 1 - axis % 2), w.centred())


def test_which_weights_are_no_bytes_of_each_output() -> None:
    assert weight(4, 5, axis=1).signed(0) is None
    assert Weight(np.ones((2, 2), np.int32), np.float32([1]), np.int32([0]), 0).signed(0) is None
    assert Weight(np.ones((0, 2), np.int8), np.float32([1]), np.int32([0]), 0).signed(0) is None


def replaced(rule: Callable[[Emitter, GraphVar], GraphExpr], **shapes: Any) -> IRModule:
    """The graph whose only binding is what a rule emits for its operand, cast to bytes."""
    before = graph(lambda o, x: o.cast(x, dtype="uint8"), **shapes)
    func = before.graph_funcs["main"]

    def change(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        return rule(out, out.emit(value)) if isinstance(value, GraphCall) else None

    return before.with_function("main", rewrite(func, change, before))


@pytest.mark.parametrize("zero", [0, 9])
def test_bytes_as_floats(zero: int) -> None:
    x = np.float32(np.random.default_rng(1).integers(0, 256, (3, 5)))
    scale = np.float32(0.07)
    for make, factor in ((centred, np.float32(1)), (None, scale)):

        def rule(out: Emitter, data: GraphVar, make: Any = make) -> GraphExpr:
            stored = Stored(data, scale, zero)
            value = make(out, stored) if make else dequantized(out, stored, GraphVar("y", None, False))
            return emit(out, "multiply", value, np.float32(1))

        module = replaced(rule, x=(3, 5))
        np.testing.assert_allclose(compiled(module, x)[0], (x - zero) * factor, rtol=1e-6)
        assert ("subtract" in operators(module)) == (zero > 0)


@pytest.mark.parametrize(("low", "high"), [(None, None), (0.0, None), (-1.0, 2.5)])
def test_a_sum_is_scaled_once_for_all(low: float | None, high: float | None) -> None:
    """Against the definition: at most one quantum away, where float32 rounds to the other side of a half."""
    step, zero = np.float32(0.03), 11
    bias = normal(5)

    def rule(out: Emitter, data: GraphVar) -> GraphExpr:
        value = emit(out, "cast", data, dtype="float32")
        terms = (Term(value, np.float32(0.02)), Term(value, np.full(5, 0.01, np.float32)))
        linear = Linear(terms, bias).limited(low, high)
        assert linear.is_limited == (low is not None or high is not None)
        return emit(out, "cast", requantized(out, linear, step, zero), dtype="float32")

    module = replaced(rule, x=(40, 5))
    verify(module)
    x = np.float32(np.random.default_rng(1).integers(0, 256, (40, 5)))
    total = np.clip(x.astype(np.float64) * 0.03 + bias, low, high)
    want = np.clip(np.rint(total / step) + zero, 0, 255)
    steps = np.abs(compiled(module, x)[0] - want)
    assert steps.max() <= 1
    assert (steps > 0).mean() < 0.02


def test_limits_are_the_stricter_ones() -> None:
    linear = Linear((), np.zeros(1)).limited(0.0, None).limited(-1.0, 6.0).limited(None, 8.0)
    assert (linear.low, linear.high) == (0.0, 6.0)


def rebiased(seen: list[Array]) -> Term:
    def rebias(bias: Array) -> GraphVar:
        seen.append(bias)
        return GraphVar("rebiased", None, True)

    return Term(GraphVar("sums", None, True), np.float32([[0.02]]).reshape(1, 1), 1, rebias)


def test_a_bias_of_whole_steps_joins_the_integers() -> None:
    seen: list[Array] = []
    term = rebiased(seen)
    bias = np.float32([0.6, -0.02, 0.0])
    linear = shifted_bias(Linear((term,), np.zeros(1)), bias, 2)
    assert [list(b) for b in seen] == [[30, -1, 0]]
    assert linear.terms[0].value.name == "rebiased"
    assert not linear.bias.any()


@pytest.mark.parametrize("case", ["between", "huge", "limited", "two terms", "no product", "rows"])
def test_other_biases_are_added(case: str) -> None:
    seen: list[Array] = []
    term = rebiased(seen)
    bias = np.float32([0.61, 0.03, 0.0]) if case == "between" else np.float32([0.6, -0.02, 0.0])
    if case == "huge":
        bias = bias * np.float32(2**30)
    if case == "rows":
        bias = bias.reshape(3, 1)
    terms = (
        (term, term) if case == "two terms" else (Term(term.value, term.scale),) if case == "no product" else (term,)
    )
    linear = Linear(terms, np.zeros(1))
    if case == "limited":
        linear = linear.limited(0.0, None)
    shifted = shifted_bias(linear, bias, 2)
    assert seen == []
    np.testing.assert_array_equal(shifted.bias, bias)
    assert shifted.terms == terms


def test_numbers_and_bytes() -> None:
    assert number(Constant(np.array([[3]], np.int8))) == 3
    assert number(Constant(np.zeros(2))) is None
    assert number(GraphVar("x", None, True)) is None
    for dtype, expected in (("int8", True), ("uint8", True), ("int16", False), ("float32", False), ("bool", False)):
        assert is_byte(Constant(np.zeros(2, dtype))) is expected


@pytest.mark.every(4)
@pytest.mark.parametrize("step", [0.0173, 1 / 3, 0.25, 3e-5, 1e-39, 2e-38, 3e38, 127.3])
@pytest.mark.parametrize(("zero", "fused"), [(0, True), (117, True), (255, True), (3, False)])
def test_quotients_are_those_of_a_division(step: float, zero: int, fused: bool) -> None:
    """Ties and their neighbours, numbers that are clamped, and infinities: the same byte as by the division."""
    unit = np.float32(step)
    ties = (np.arange(-520, 520) / 2).astype(np.float32)
    with np.errstate(all="ignore"):
        x = ties * unit
        near = [np.nextafter(x, np.float32(to)) for to in (-np.inf, np.inf)]
        x = np.concatenate([x, *near, np.array([np.inf, -np.inf, 0, 3e38, -3e38], np.float32)])

    def change(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None
        counts = divided(out, value.args[0], unit, zero, fused)
        return emit(out, "cast", emit(out, "qnn.saturate", counts, dtype="uint8", zero_point=zero), dtype="float32")

    module = graph(lambda o, x: o.negative(x), x=x.shape)
    module = module.with_functions({"main": rewrite(module.graph_funcs["main"], change, module)})
    with np.errstate(all="ignore"):
        want = np.clip(np.rint(x / unit) + zero, 0, 255)
    got = compiled(module, x)[0]
    plain = np.isfinite(x) & (np.abs(x) >= np.finfo(np.float32).tiny) | ~np.isfinite(x)
    np.testing.assert_array_equal(got[plain], want[plain])
    assert ("divide" in operators(module)) == (not fused or step in (1e-39, 3e38))


def test_a_linear_value_alone() -> None:
    """One term, no bias: one multiplication, then the rounding."""
    module = replaced(
        lambda out, data: emit(
            out,
            "cast",
            requantized(out, Linear((Term(emit(out, "cast", data, dtype="float32"), np.float32(0.5)),), np.zeros(1)),
                        np.float32(0.25), 0),
            dtype="float32",
        ),
        x=(7,),
    )  # fmt: skip
    assert operators(module) == ["cast", "cast", "multiply", "qnn.saturate", "cast"]
    x = np.arange(7, dtype=np.float32)
    assert_close(compiled(module, x), [x * 2])
