"""Batch norms and scales per channel go into weights."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import DeadCodeElimination, FoldConstant, FoldScale

from .graphs import Ops, assert_close, compiled, constants, graph, normal, operators

TYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}


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


@pytest.mark.parametrize("dtype", TYPES)
def test_a_batch_norm_of_16_bits_alone_is_rounded_once(dtype: str) -> None:
    """A large mean: in 16 bits the shift would be off by 2^-4 or 2^-1, for all elements of a channel."""
    given = [v.astype(TYPES[dtype]) for v in (normal(3), normal(3), 100 + normal(3), 1 + normal(3) ** 2)]
    before = graph(lambda o, x: o.nn_batch_norm(x, *given, axis=1), dtype, x=(2, 3, 8, 8))
    after = DeadCodeElimination()(FoldConstant()(FoldScale()(FoldConstant()(before))))
    assert operators(after) == ["cast", "multiply", "add", "cast"]
    x = (100 + normal(2, 3, 8, 8)).astype(TYPES[dtype])
    gamma, beta, mean, variance = (v.astype(np.float64)[:, None, None] for v in given)
    want = (x.astype(np.float64) - mean) / np.sqrt(variance + 1e-5) * gamma + beta
    error = np.abs(compiled(after, x)[0].astype(np.float64) - want)
    assert (error <= np.abs(want) * 2.0 ** (-11 if dtype == "float16" else -8) + 1e-4).all()


def test_weights_of_16_bits_are_rounded_once() -> None:
    """Three batch norms in a row: the weights and the bias are what float64 makes of them, rounded."""
    w = normal(8, 3, 1, 1).astype(np.float16)
    drawn = [(normal(8, seed=n), normal(8, seed=n + 3), normal(8, seed=n + 6), np.ones(8)) for n in range(3)]
    norms = [[v.astype(np.float16) for v in norm] for norm in drawn]

    def body(o: Ops, x: object) -> object:
        y = o.nn_conv2d(x, w)
        for norm in norms:
            y = o.nn_batch_norm(y, *norm, axis=1)
        return y

    after = DeadCodeElimination()(FoldConstant()(FoldScale()(FoldConstant()(graph(body, "float16", x=(1, 3, 4, 4))))))
    assert operators(after) == ["nn.conv2d", "add"]
    weight, bias = w.astype(np.float64), np.zeros(8)
    for gamma, beta, mean, variance in ([v.astype(np.float64) for v in norm] for norm in norms):
        scale = gamma / np.sqrt(variance + 1e-5)
        weight, bias = weight * scale[:, None, None, None], bias * scale + beta - mean * scale
    assert any(np.array_equal(a, weight.astype(np.float16)) for a in constants(after))
    assert any(np.array_equal(a.reshape(-1), bias.astype(np.float16)) for a in constants(after))
