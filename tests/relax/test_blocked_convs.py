"""Convolutions on channel blocks: of every rank, grouped, depthwise, or in plain layout with full rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import Var
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import ConvertLayout
from mlcc.relax.transform.blocked_convs import window_attrs

from .graphs import Ops, assert_close, compiled, graph, interpret, normal
from .layouts import converted, inner


@pytest.mark.cover(1)
@pytest.mark.parametrize("options", [{}, {"strides": [2, 2], "padding": [1, 1, 1, 1]}, {"dilation": [2, 2]}])
@pytest.mark.parametrize("channels", [(3, 16), (16, 8), (12, 20), (8, 5)])
def test_convolutions(channels: tuple[int, int], options: dict[str, Any]) -> None:
    inputs, outputs = channels
    w = normal(outputs, inputs, 3, 3)
    names = converted(lambda o, x: o.nn_relu(o.nn_conv2d(x, w, **options)), run=compiled, x=(1, inputs, 9, 7))
    assert inner(names) == ["nn.conv2d_nchwc", "nn.relu"]


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    "options",
    [{}, {"strides": 2, "padding": [1, 2]}, {"dilation": [2], "padding": 2}],
)
@pytest.mark.parametrize("channels", [(1, 16), (16, 8), (12, 20)])
def test_sequences_are_images_of_one_row(channels: tuple[int, int], options: dict[str, Any]) -> None:
    inputs, outputs = channels
    w, bias, after = normal(outputs, inputs, 3), normal(outputs, 1), normal(outputs, 1, 5)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.add(o.nn_conv1d(x, w, **options), bias))
        y = o.nn_conv1d(y, after, groups=outputs, padding=2)
        return o.nn_max_pool1d(o.add(y, y), pool_size=[3], strides=[2])

    names = converted(body, run=compiled, x=(2, inputs, 37))
    assert inner(n for n in names if n != "reshape") == [
        "nn.conv2d_nchwc", "add", "nn.relu", "nn.depthwise_conv2d_nchwc", "add", "nn.max_pool2d",
    ]  # fmt: skip


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "options",
    [{}, {"strides": [1, 2, 2], "padding": [1, 0, 1, 0, 2, 1]}, {"dilation": [1, 2, 1], "padding": 1}],
)
@pytest.mark.parametrize("channels", [(3, 16), (16, 8), (12, 20)])
def test_volumes(channels: tuple[int, int], options: dict[str, Any]) -> None:
    inputs, outputs = channels
    w, bias, after = normal(outputs, inputs, 2, 3, 3), normal(outputs, 1, 1, 1), normal(outputs, 1, 2, 1, 3)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.add(o.nn_conv3d(x, w, **options), bias))
        y = o.add(o.nn_conv3d(y, after, groups=outputs), 1.0)
        return o.nn_avg_pool3d(y, pool_size=[1, 2, 2], strides=[1, 2, 2]), o.mean(y, axis=[2, 3, 4], keepdims=True)

    names = converted(body, run=compiled, x=(2, inputs, 5, 8, 9))
    assert inner(names)[:4] == ["nn.conv2d_nchwc", "add", "nn.relu", "nn.depthwise_conv2d_nchwc"]
    assert "nn.avg_pool3d" in names
    assert "nn.conv3d" not in names


def test_other_layouts_stay_as_they_are() -> None:
    w = normal(3, 3, 8, 16)
    names = converted(lambda o, x: o.nn_conv2d(x, w, data_layout="NHWC", kernel_layout="HWIO"), x=(1, 8, 8, 8))
    assert names == ["nn.conv2d"]


@pytest.mark.cover(1)
@pytest.mark.parametrize("width", [4, 9, 11, 18])
@pytest.mark.parametrize("options", [{}, {"strides": 2, "padding": [1, 1, 1, 1]}, {"padding": [0, 2, 0, 1]}])
def test_plain_convolutions_have_rows_of_whole_vectors(width: int, options: dict[str, Any]) -> None:
    w, bias = normal(3, 6, 3, 3), normal(3, 1, 1)
    converted(lambda o, x: o.nn_relu(o.add(o.nn_conv2d(x, w, **options), bias)), run=compiled, x=(2, 6, 6, width))


@pytest.mark.cover(1)
@pytest.mark.parametrize(("outputs", "groups"), [(3, 1), (16, 4)])
@pytest.mark.parametrize("stride", [1, 2])
def test_plain_convolutions_of_any_width_have_rows_of_whole_vectors(outputs: int, groups: int, stride: int) -> None:
    """Their sums are computed beyond the end of a row, of which the result is what there is."""
    w, bias = normal(outputs, 16 // groups, 3, 3), normal(outputs, 1, 1)
    n, height, width = (Var(name, "int64") for name in ("n", "h", "w"))

    def body(o: Ops, x: object) -> object:
        return o.add(o.nn_conv2d(x, w, groups=groups, strides=stride, padding=[1, 1, 1, 1]), bias)

    after = ConvertLayout(lanes=8)(graph(body, x=(n, 16, height, width)))
    (conv,) = (b.value for b in after.graph_funcs["main"].bindings() if operator_name(b.value) == "nn.conv2d")
    assert conv.attrs["multiple"] == 8
    for images, *size in ((1, 1, 1), (3, 7, 5), (1, 13, 17), (2, 4, 32), (1, 3, 70)):
        x = normal(images, 16, *size)
        x[-1, 5, -1, -1] = np.inf
        assert_close(compiled(after, x), interpret(graph(body, x=x.shape), x))


def test_few_outputs_stay_plain() -> None:
    w = normal(3, 8, 3, 3)
    assert converted(lambda o, x: o.nn_conv2d(x, w), x=(1, 8, 5, 5)) == ["nn.conv2d"]


def test_depthwise() -> None:
    for channels in (16, 12):
        w, before = normal(channels, 1, 3, 3), normal(channels, 8, 1, 1)
        names = converted(
            lambda o, x, w=w, v=before, c=channels: o.nn_conv2d(o.nn_conv2d(x, v), w, groups=c, padding=[1, 1, 1, 1]),
            x=(1, 8, 7, 6),
        )
        assert inner(names) == ["nn.conv2d_nchwc", "nn.depthwise_conv2d_nchwc"]


@pytest.mark.every(2)
@pytest.mark.parametrize("shape", [(4, 8, 8), (2, 16, 24), (3, 12, 20), (2, 4, 12), (8, 4, 4), (4, 2, 4), (6, 2, 2)])
def test_groups(shape: tuple[int, int, int]) -> None:
    groups, inputs, outputs = shape
    w = normal(groups * outputs, inputs, 3, 3)
    converted(lambda o, x: o.nn_relu(o.nn_conv2d(x, w, groups=groups)), run=compiled, x=(1, groups * inputs, 5, 6))


@pytest.mark.parametrize("side", [9, 13])
def test_depthwise_windows_larger_than_the_image(side: int) -> None:
    """For any size: each end of a row, and the rows of the window above and below the image."""
    before, w = normal(8, 4, 1, 1), normal(8, 1, side, side)
    n, height, width = (Var(name, "int64") for name in ("n", "h", "w"))

    def body(o: Ops, x: object) -> object:
        return o.nn_conv2d(o.nn_conv2d(x, before), w, groups=8, padding=[side // 2] * 4)

    library = mlcc.build(graph(body, x=(n, 4, height, width)))
    for images, *size in ((2, 1, 2), (1, 7, 3), (1, 9, 13), (1, 4, 17)):
        x = normal(images, 4, *size)
        assert_close([np.asarray(library["main"](x))], interpret(graph(body, x=x.shape), x))


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("channels", "filters", "options"),
    [
        (16, 2, {"padding": 1}),
        (10, 3, {"padding": 1, "strides": [2, 1]}),
        (21, 2, {"dilation": [2, 1]}),
    ],
)
def test_filters_of_a_channel_read_it_repeated(channels: int, filters: int, options: dict[str, Any]) -> None:
    before, w = normal(channels, 4, 1, 1), normal(channels * filters, 1, 3, 3)

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(o.nn_conv2d(o.nn_conv2d(x, before), w, groups=channels, **options))

    names = converted(body, run=compiled, x=(2, 4, 9, 7))
    assert "nn.depthwise_conv2d_nchwc" in names
    assert "nn.conv2d" not in names
    # what is in complete blocks is repeated in these
    assert ("nn.repeat_nchwc" in names, "repeat" in names) == (channels == 16, channels != 16)


def test_sequences_of_several_filters_of_a_channel() -> None:
    before, w = normal(16, 4, 1), normal(48, 1, 3)

    def body(o: Ops, x: object) -> object:
        return o.nn_conv1d(o.nn_conv1d(x, before), w, groups=16, padding=1)

    names = converted(body, run=compiled, x=(2, 4, 37))
    assert "nn.depthwise_conv2d_nchwc" in names


def test_groups_with_padded_channels_and_what_follows() -> None:
    """A group of 12 outputs fills two blocks of 8, 4 channels of them padding."""
    w, bias, after = normal(24, 8, 3, 3), normal(24, 1, 1), normal(8, 24, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.add(o.nn_conv2d(x, w, groups=2), bias))
        return o.nn_conv2d(y, after), o.concat([y, y], axis=1), o.nn_global_avg_pool(y)

    converted(body, x=(1, 16, 5, 6))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_attributes_have_one_value_per_dimension(rank: int) -> None:
    attrs = window_attrs({"strides": 2, "padding": [1] * rank, "dilation": None, "pool_size": [3] * rank}, rank)
    lead = [1] if rank == 1 else []
    assert attrs["strides"] == lead + [2] * rank
    assert attrs["pool_size"] == lead + [3] * rank
    assert attrs["padding"] == ([0] * len(lead) + [1] * rank) * 2
