"""Operators on constants are computed while compiling."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import FoldConstant

from .graphs import Array, Ops, assert_close, constants, graph, interpret, normal, operators

A, B = normal(2, 3), normal(2, 3, seed=1)


@pytest.mark.parametrize(
    ("fold", "want"),
    [
        (lambda o: o.add(A, B), A + B),
        (lambda o: o.subtract(A, B), A - B),
        (lambda o: o.multiply(A, 2.0), A * 2),
        (lambda o: o.divide(A, B), A / B),
        (lambda o: o.negative(A), -A),
        (lambda o: o.sqrt(np.abs(A)), np.sqrt(np.abs(A))),
        (lambda o: o.exp(A), np.exp(A)),
        (lambda o: o.reshape(A, (3, 2)), A.reshape(3, 2)),
        (lambda o: o.permute_dims(A, axes=[1, 0]), A.T),
        (lambda o: o.concat([A, B], axis=0), np.concatenate([A, B])),
        (lambda o: o.astype(A, dtype="float64"), A.astype("float64")),
        (lambda o: o.broadcast_to(A, (4, 2, 3)), np.broadcast_to(A, (4, 2, 3))),
        (lambda o: o.maximum(A, 0.0), np.maximum(A, 0)),
        (lambda o: o.strided_slice(A, begin=[0, -2], end=[1, 9], axes=[0, 1]), A[0:1, -2:]),
        (lambda o: o.take(A, np.array([2, 0]), axis=1), A[:, [2, 0]]),
        (lambda o: o.where(A > 0, A, B), np.where(A > 0, A, B)),
        (lambda o: o.reshape(o.add(o.permute_dims(A, axes=[1, 0]), 1.0), (6,)), (A.T + 1).reshape(6)),
    ],
)
def test_fold_constant(fold: object, want: Array) -> None:
    module = FoldConstant()(graph(lambda o, x: (x, fold(o)), x=(1,)))  # type: ignore[operator]
    verify(module)
    assert operators(module) == []
    np.testing.assert_allclose(constants(module)[-1], want, rtol=1e-6)
    assert constants(module)[-1].dtype == want.dtype


def test_results_agree_with_the_compiled_operators() -> None:
    def body(o: Ops, x: object) -> object:
        return o.add(x, o.multiply(o.permute_dims(A, axes=[1, 0]), o.permute_dims(B, axes=[1, 0])))

    module = graph(body, x=(3, 2))
    x = normal(3, 2)
    assert_close(interpret(FoldConstant()(module), x), interpret(module, x))


def test_large_results_are_left_alone() -> None:
    module = FoldConstant(limit=8)(graph(lambda o, x: o.add(x, o.broadcast_to(A, (4, 2, 3))), x=(4, 2, 3)))
    assert "broadcast_to" in operators(module)


def test_bfloat16_constants_keep_their_type() -> None:
    value = A.astype(ml_dtypes.bfloat16)
    module = FoldConstant()(graph(lambda o, x: (x, o.add(value, value)), x=(1,)))
    assert constants(module)[-1].dtype == ml_dtypes.bfloat16


@pytest.mark.parametrize(
    "fold",
    [
        lambda o: o.divide(np.array([7, -7], "int32"), np.array([2, 2], "int32")),  # rounds as the kernels do
        lambda o: o.power(np.array([2, 3], "int32"), np.array([3, 2], "int32")),
        lambda o: o.take(A, np.array([2, 5]), axis=1),  # an index that is out of range
        lambda o: o.erf(A),  # not in the table
    ],
)
def test_what_is_left_to_the_kernels(fold: object) -> None:
    module = graph(lambda o, x: (x, fold(o)), x=(1,))  # type: ignore[operator]
    assert operators(FoldConstant()(module)) == operators(module)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("zero", [False, True])
def test_dequantized_weights(axis: int, zero: bool) -> None:
    rng = np.random.default_rng(3)
    data = rng.integers(-128, 128, (4, 6)).astype("int8")
    scale = np.float32(rng.uniform(0.01, 0.1, (data.shape[axis],)))
    start = rng.integers(-9, 9, scale.size).astype("int8")
    args = (data, scale, start) if zero else (data, scale)
    module = FoldConstant()(graph(lambda o, x: (x, o.dequantize_linear(*args, axis=axis)), x=(1,)))
    shape = [1, 1]
    shape[axis] = -1
    want = (data.astype("int32") - (start.astype("int32").reshape(shape) if zero else 0)) * scale.reshape(shape)
    np.testing.assert_array_equal(constants(module)[-1], want.astype("float32"))


def test_undefined_values_are_folded_without_a_warning() -> None:
    module = FoldConstant()(graph(lambda o, x: (x, o.log(np.array([-1, 0, 1], "float32"))), x=(1,)))
    np.testing.assert_array_equal(constants(module)[-1], np.float32([np.nan, -np.inf, 0]))
