"""Constants are computed while compiling; batch norms and scales go into weights."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import DeadCodeElimination, FoldConstant, FoldScale

from .graphs import Array, Ops, assert_close, assert_same, compiled, constants, graph, interpret, normal, operators

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
    assert_same(interpret(FoldConstant()(module), x), interpret(module, x))


def test_large_results_are_left_alone() -> None:
    module = FoldConstant(limit=8)(graph(lambda o, x: o.add(x, o.broadcast_to(A, (4, 2, 3))), x=(4, 2, 3)))
    assert "broadcast_to" in operators(module)


def test_bfloat16_constants_keep_their_type() -> None:
    value = A.astype(ml_dtypes.bfloat16)
    module = FoldConstant()(graph(lambda o, x: (x, o.add(value, value)), x=(1,)))
    assert constants(module)[-1].dtype == ml_dtypes.bfloat16


def batch_norm(o: Ops, x: object, channels: int, axis: int = 1) -> object:
    gamma, beta, mean = (normal(channels, seed=s) for s in (1, 2, 3))
    variance = np.abs(normal(channels, seed=4)) + 0.5
    return o.nn_batch_norm(x, gamma, beta, mean, variance, axis=axis, epsilon=1e-3)


def folded(body: object, **shapes: object) -> object:
    before = graph(body, **shapes)
    after = DeadCodeElimination()(FoldConstant()(FoldScale()(FoldConstant()(before))))
    verify(after)
    inputs = [normal(*shape) for shape in shapes.values()]  # type: ignore[misc]
    assert_close(compiled(after, *inputs), compiled(before, *inputs))
    return operators(after)


def test_batch_norm_goes_into_a_convolution() -> None:
    w, b = normal(8, 3, 3, 3), normal(8, 1, 1)
    assert folded(lambda o, x: batch_norm(o, o.nn_conv2d(x, w), 8), x=(1, 3, 6, 6)) == ["nn.conv2d", "add"]
    with_bias = folded(lambda o, x: batch_norm(o, o.add(o.nn_conv2d(x, w), b), 8), x=(1, 3, 6, 6))
    assert with_bias == ["nn.conv2d", "add"]


def test_batch_norm_goes_into_grouped_convolutions_and_products() -> None:
    w = normal(8, 2, 3, 3)
    assert folded(lambda o, x: batch_norm(o, o.nn_conv2d(x, w, groups=4), 8), x=(1, 8, 5, 5)) == ["nn.conv2d", "add"]
    m = normal(5, 8)
    assert folded(lambda o, x: batch_norm(o, o.matmul(x, m), 8, axis=-1), x=(4, 5)) == ["matmul", "add"]
    assert folded(lambda o, x: batch_norm(o, o.nn_dense(x, normal(8, 5)), 8), x=(4, 5)) == ["nn.dense", "add"]


def test_what_others_use_is_not_scaled() -> None:
    w = normal(8, 3, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_conv2d(x, w)
        return y, batch_norm(o, y, 8)

    assert folded(body, x=(1, 3, 4, 4)) == ["nn.conv2d", "multiply", "add"]


def test_a_batch_norm_alone_is_a_scale_and_a_shift() -> None:
    assert folded(lambda o, x: batch_norm(o, x, 3), x=(2, 3, 4, 4)) == ["multiply", "add"]


def test_scales_that_do_not_follow_channels_stay() -> None:
    w, rows = normal(8, 3, 1, 1), normal(4, 1)
    assert folded(lambda o, x: o.multiply(o.nn_conv2d(x, w), rows), x=(1, 3, 4, 4)) == ["nn.conv2d", "multiply"]


def test_scales_and_shifts_in_a_row_join() -> None:
    s, t = normal(3, 1, 1), normal(3, 1, 1, seed=8)

    def body(o: Ops, x: object) -> object:
        return o.add(o.multiply(batch_norm(o, x, 3), s), t)

    assert folded(body, x=(2, 3, 4, 4)) == ["multiply", "add"]
    assert folded(lambda o, x: o.multiply(o.multiply(x, s), t), x=(2, 3, 4, 4)) == ["multiply"]


def test_scales_along_different_axes_do_not_join() -> None:
    s, t = normal(3, 1, 1), normal(4)
    assert folded(lambda o, x: o.multiply(o.multiply(x, s), t), x=(2, 3, 4, 4)) == ["multiply", "multiply"]
    assert folded(lambda o, x: o.multiply(o.add(x, s), t), x=(2, 3, 4, 4)) == ["add", "multiply"]


def test_a_constant_that_broadcasts_the_value_does_not_join() -> None:
    wide = normal(3, 4)
    assert folded(lambda o, x: o.multiply(o.add(x, wide), 2.0), x=(4,)) == ["add", "multiply"]
    assert folded(lambda o, x: o.add(o.add(x, normal(3, 1)), 2.0), x=(3, 1)) == ["add"]
