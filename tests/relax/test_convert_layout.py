"""Blocked layouts: the same numbers, and conversions only at the borders."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import Var, verify
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators
from .layouts import BORDERS, converted


def test_residual_sums_join_blocked_values() -> None:
    w = normal(16, 16, 3, 3)

    def body(o: Ops, x: object) -> object:
        a = o.nn_conv2d(x, w, padding=[1, 1, 1, 1])
        b = o.nn_conv2d(o.nn_relu(a), w, padding=[1, 1, 1, 1])
        return o.nn_relu(o.add(a, b))

    names = converted(body, x=(1, 16, 6, 6))
    assert names.count("nn.from_blocked") == 1


def test_a_gate_of_one_number_per_channel() -> None:
    """Squeeze and excitation: the gate is blocked, and broadcasts over the pixels."""
    w, squeeze, excite = normal(16, 8, 1, 1), normal(16, 16, 1, 1), normal(16, 16, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_conv2d(x, w)
        pooled = o.nn_global_avg_pool(y)
        return o.multiply(y, o.sigmoid(o.nn_conv2d(o.nn_relu(o.nn_conv2d(pooled, squeeze)), excite)))

    converted(body, x=(1, 8, 5, 5))


@pytest.mark.parametrize("parts", [(8, 16), (8, 12), (5, 3), (16, 16)])
def test_concatenation(parts: tuple[int, int]) -> None:
    left, right = (normal(p, 8, 1, 1, seed=p) for p in parts)
    names = converted(lambda o, x: o.concat([o.nn_conv2d(x, left), o.nn_conv2d(x, right)], axis=1), x=(2, 8, 4, 4))
    if all(p % 8 == 0 for p in parts):
        assert names.count("nn.from_blocked") == 1


def test_average_pools_with_padding_count_as_before() -> None:
    w = normal(8, 8, 1, 1)
    for include in (False, True):
        options = {"pool_size": [3, 3], "padding": [1, 1, 1, 1], "count_include_pad": include}
        converted(lambda o, x, k=options: o.nn_avg_pool2d(o.nn_conv2d(x, w), **k), x=(1, 8, 5, 5))


@pytest.mark.parametrize(
    ("channels", "value", "blocks"),
    [(16, 0.0, True), (16, -math.inf, True), (12, 2.5, True), (12, -math.inf, False)],
)
@pytest.mark.parametrize("mode", ["constant", "edge"])
def test_padded_images_stay_in_blocks(channels: int, value: float, blocks: bool, mode: str) -> None:
    """Unless what fills the last block would become infinite: zero weights would not hide it."""
    w, v = normal(channels, 8, 3, 3), normal(8, channels, 3, 3)
    width = [[0, 0], [0, 0], [1, 2], [0, 3]]

    def body(o: Ops, x: object) -> object:
        padded = o.pad(o.nn_conv2d(x, w), pad_width=width, mode=mode, pad_value=value)
        return o.nn_conv2d(o.nn_max_pool2d(padded, pool_size=[3, 3], strides=[2, 2]), v)

    names = converted(body, x=(1, 8, 11, 12))
    assert names.count("nn.from_blocked") == (1 if blocks else 2)


def test_a_pool_for_the_maximum_reads_no_padding() -> None:
    """What TensorFlow pads depends on whether a size is odd: the pool has a padding of symbolic width."""
    w, h = normal(16, 8, 3, 3), Var("h", "int64")
    over = (h + 1) % 2

    def body(o: Ops, x: object, over: Any, **pool: object) -> object:
        width = [[0, 0], [0, 0], [1 - over, 1], [over, 2]]
        padded = o.nn_pad(o.nn_conv2d(x, w, padding=[1] * 4), pad_width=width, pad_value=-math.inf)
        return o.nn_relu(o.nn_max_pool2d(padded, pool_size=[3, 3], strides=[2, 2], **pool))

    shape = (1, 8, h, h)
    names = operators(DeadCodeElimination()(ConvertLayout(lanes=16)(graph(lambda o, x: body(o, x, over), x=shape))))
    assert "nn.pad" not in names
    for more in ({"padding": [1, 0, 0, 0]}, {"ceil_mode": True}):
        kept = graph(lambda o, x, more=more: body(o, x, over, **more), x=shape)
        assert "nn.pad" in operators(DeadCodeElimination()(ConvertLayout(lanes=16)(kept)))
    library = mlcc.build(ConvertLayout(lanes=16)(graph(lambda o, x: body(o, x, over), x=shape)))
    for size in (1, 2, 6, 9, 24):
        x = normal(1, 8, size, size)
        want = interpret(graph(lambda o, x, size=size: body(o, x, (size + 1) % 2), x=x.shape), x)
        assert_close([np.asarray(library(x))], want)


def test_an_image_that_is_padded_for_another_operator_is_plain() -> None:
    w = normal(16, 8, 3, 3)
    width = [[0, 0], [0, 0], [1, 2], [0, 3]]
    names = converted(lambda o, x: o.nn_softmax(o.pad(o.nn_conv2d(x, w), pad_width=width)), x=(1, 8, 6, 6))
    assert names[-2:] == ["nn.pad", "nn.softmax"]


@pytest.mark.parametrize("name", ["nn_global_avg_pool", "nn_global_max_pool"])
def test_global_pools_end_in_a_view(name: str) -> None:
    w = normal(16, 8, 1, 1)
    names = converted(lambda o, x: getattr(o, name)(o.nn_conv2d(x, w)), x=(2, 8, 4, 4))
    assert names[-1] == "reshape"
    assert "nn.from_blocked" not in names


@pytest.mark.parametrize("name", ["nn_global_avg_pool", "nn_global_max_pool", "mean"])
def test_global_pools_of_incomplete_blocks_leave_out_what_fills_them(name: str) -> None:
    def body(o: Any, x: Any) -> Any:
        y = o.nn_relu(o.nn_conv2d(x, normal(39, 8, 3, 3)))
        return o.mean(y, axis=[-1, -2], keepdims=False) if name == "mean" else getattr(o, name)(y)

    before, x = graph(body, x=(2, 8, 7, 9)), normal(2, 8, 7, 9)
    after = ConvertLayout(lanes=16)(before)
    assert operators(after)[-2:] == ["reshape", "strided_slice"]
    assert "nn.from_blocked" not in operators(after)
    assert_close(interpret(after, x), interpret(before, x))
    assert_close(compiled(before, x), interpret(before, x))


def test_a_mean_over_the_pixels_is_a_global_pool() -> None:
    w = normal(16, 8, 1, 1)
    names = converted(lambda o, x: o.mean(o.nn_conv2d(x, w), axis=[2, 3], keepdims=False), x=(2, 8, 4, 4))
    assert "nn.from_blocked" not in names


def test_padded_channels_never_reach_operators_that_make_them_infinite() -> None:
    w = normal(5, 8, 3, 3)
    names = converted(lambda o, x: o.reciprocal(o.nn_conv2d(x, w)), x=(1, 8, 3, 3))
    assert names.index("nn.from_blocked") < names.index("reciprocal")


@pytest.mark.parametrize(("widths", "value"), [
    ([[0, 0], [0, 1], [1, 1], [1, 1]], 0.0), ([[1, 0], [0, 0], [1, 1], [1, 1]], 0.0),
    ([[0, 0], [0, 0], [1, 1], [1, 1]], float("-inf")),
])  # fmt: skip
def test_pads_of_channels_and_infinite_ones_are_plain(widths: list[list[int]], value: float) -> None:
    w = normal(13, 8, 3, 3)

    def body(o: Ops, x: object) -> object:
        y = o.nn_pad(o.nn_conv2d(x, w), pad_width=widths, pad_value=value)
        return o.nn_max_pool2d(y, pool_size=[2, 2], strides=[2, 2])

    names = converted(body, x=(2, 8, 7, 6))
    assert names.index("nn.from_blocked") < names.index("nn.pad")


def test_a_pad_of_a_sequence_and_of_any_image() -> None:
    w, v = normal(16, 8, 3), normal(5, 16, 1)

    def row(o: Ops, x: object) -> object:
        return o.nn_conv1d(o.nn_pad(o.nn_conv1d(x, w), pad_width=[[0, 0], [0, 0], [2, 1]]), v)

    assert converted(row, x=(1, 8, 9)).count("nn.from_blocked") == 1
    height, width = (Var(name, "int64") for name in ("h", "w"))
    kernel, taps = normal(16, 8, 3, 3), normal(16, 16, 3, 3)

    def image(o: Ops, x: object, low: object = 1, size: object = height) -> object:
        y = o.nn_pad(o.nn_conv2d(x, kernel), pad_width=[[0, 0], [0, 0], [low, size], [2, 0]])
        return o.nn_conv2d(y, taps)

    after = DeadCodeElimination()(ConvertLayout(lanes=8)(graph(image, x=(1, 8, height, width))))
    assert [name for name in operators(after) if name in BORDERS] == ["nn.to_blocked", "nn.from_blocked"]
    for sizes in ((3, 3), (9, 12)):
        x = normal(1, 8, *sizes, seed=9)
        want = interpret(graph(lambda o, x: image(o, x, 1, sizes[0]), x=x.shape), x)  # noqa: B023
        assert_close(compiled(after, x), want)


def test_activations_by_powers_and_sines_join_blocked_values() -> None:
    """Snake and StarReLU; a root of a padded channel may not be a number."""
    w, v, scale = normal(13, 8, 3, 3), normal(5, 13, 1, 1), normal(1, 13, 1, 1, seed=1)

    def snake(o: Ops, x: object) -> object:
        y = o.nn_conv2d(x, w)
        return o.nn_conv2d(o.add(y, o.multiply(o.power(o.sin(o.multiply(y, scale)), 2.0), scale)), v)

    def star(o: Ops, x: object) -> object:
        return o.nn_conv2d(o.add(o.multiply(o.power(o.nn_relu(o.nn_conv2d(x, w)), 2.0), 0.5), 0.1), v)

    for body in (snake, star):
        assert converted(body, x=(1, 8, 6, 6)).count("nn.from_blocked") == 1
    names = converted(lambda o, x: o.power(o.abs(o.nn_conv2d(x, w)), 0.5), x=(1, 8, 6, 6))
    assert names.index("nn.from_blocked") < names.index("power")


@pytest.mark.every(2)
@pytest.mark.parametrize("sizes", [(2, 9, 7), (1, 16, 33), (3, 5, 40)])
def test_images_of_any_size(sizes: tuple[int, int, int]) -> None:
    w, narrow, taps = normal(16, 8, 3, 3), normal(16, 16, 1, 1), normal(16, 1, 3, 3)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.nn_conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1]))
        z = o.nn_conv2d(o.nn_conv2d(y, taps, groups=16, padding=[1, 1, 1, 1]), narrow)
        y = o.add(y, o.divide(o.multiply(z, o.sigmoid(o.nn_global_avg_pool(z))), 6.0))
        return o.nn_max_pool2d(y, pool_size=[2, 2], strides=[2, 2])

    n, height, width = (Var(name, "int64") for name in ("n", "h", "w"))
    after = DeadCodeElimination()(ConvertLayout(lanes=8)(graph(body, x=(n, 8, height, width))))
    verify(after)
    x = normal(sizes[0], 8, *sizes[1:], seed=9)
    assert_close(compiled(after, x), interpret(graph(body, x=x.shape), x))
    borders = [name for name in operators(after) if name in BORDERS]
    assert borders == ["nn.to_blocked", "nn.to_blocked", "nn.from_blocked"]  # the image and the gate; the result
