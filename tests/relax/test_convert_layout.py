"""Blocked layouts: the same numbers, and conversions only at the borders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from mlcc.ir import Var, verify
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination, EliminateCommonSubexpr
from mlcc.relax.transform.blocked_weights import (
    block_channels,
    block_groups,
    merge_groups,
    pack_conv_weight,
    pack_depthwise_weight,
)

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

BORDERS = ("nn.to_blocked", "nn.from_blocked")


def converted(body: Any, lanes: int = 8, run: Any = interpret, **shapes: Any) -> list[str]:
    """The operators after the pass; the numbers must not change, nor the operators with a batch not known before."""
    n = Var("n", "int64")
    batch = next(iter(shapes.values()))[0]
    any_batch = {name: (n, *shape[1:]) if shape[0] == batch else shape for name, shape in shapes.items()}
    inputs = [normal(*shape, seed=9) for shape in shapes.values()]
    want = interpret(graph(body, **shapes), *inputs)
    names = []
    for sizes in (shapes, any_batch):
        after = DeadCodeElimination()(ConvertLayout(lanes=lanes)(graph(body, **sizes)))
        verify(after)
        assert_close(run(after, *inputs), want)
        names.append(operators(after))
    assert names[0] == names[1]
    return names[0]


def inner(names: Iterable[str]) -> list[str]:
    return [n for n in names if n not in BORDERS]


@pytest.mark.parametrize("options", [{}, {"strides": [2, 2], "padding": [1, 1, 1, 1]}, {"dilation": [2, 2]}])
@pytest.mark.parametrize("channels", [(3, 16), (16, 8), (12, 20), (8, 5)])
def test_convolutions(channels: tuple[int, int], options: dict[str, Any]) -> None:
    inputs, outputs = channels
    w = normal(outputs, inputs, 3, 3)
    names = converted(lambda o, x: o.nn_relu(o.nn_conv2d(x, w, **options)), run=compiled, x=(1, inputs, 9, 7))
    assert inner(names) == ["nn.conv2d_nchwc", "nn.relu"]


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


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_weights_that_are_no_constants_are_packed_by_a_kernel(rank: int) -> None:
    space, kernel = (6, 7, 8)[:rank], (3, 3, 3)[:rank]

    def body(o: Ops, x: object, w: object, d: object) -> object:
        conv = getattr(o, f"nn_conv{rank}d")
        return conv(conv(x, w, padding=1), d, groups=12)

    shapes = {"x": (1, 5, *space), "w": (12, 5, *kernel), "d": (12, 1, *kernel)}
    names = converted(body, run=compiled, **shapes)
    assert "nn.pack_conv_weight" in names
    assert "nn.depthwise_conv2d_nchwc" in names


def test_other_layouts_stay_as_they_are() -> None:
    w = normal(3, 3, 8, 16)
    names = converted(lambda o, x: o.nn_conv2d(x, w, data_layout="NHWC", kernel_layout="HWIO"), x=(1, 8, 8, 8))
    assert names == ["nn.conv2d"]


@pytest.mark.parametrize(
    "shape", [(1, 24, 13, 11), (3, 5, 1, 200), (2, 24, 16, 24), (9, 16, 7, 3), (1, 7, 131), (1, 6, 4, 5, 7)]
)
@pytest.mark.parametrize("outputs", [37, 16, 3])
def test_a_lone_convolution_of_single_pixels_is_a_product_with_the_image(shape: tuple[int, ...], outputs: int) -> None:
    rank = len(shape) - 2
    w, bias = normal(outputs, shape[1], *[1] * rank), normal(outputs, *[1] * rank)

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(o.add(getattr(o, f"nn_conv{rank}d")(o.multiply(x, 2.0), w), bias))

    assert converted(body, run=compiled, x=shape) == ["multiply", "nn.pointwise_conv", "add", "nn.relu"]


@pytest.mark.parametrize(
    ("shape", "kernel", "attrs"),
    [
        ((1, 1, 1603), (10,), {"strides": 5}),
        ((2, 3, 41, 30), (3, 3), {"strides": [2, 3], "padding": [1, 0, 2, 1]}),
        ((2, 2, 25, 70), (2, 3), {"dilation": [3, 2], "padding": 1}),
        ((1, 1, 9, 10, 17), (2, 1, 2), {"strides": 2}),
    ],
)
def test_a_lone_convolution_of_few_taps_is_a_product_with_its_windows(
    shape: tuple[int, ...], kernel: tuple[int, ...], attrs: dict[str, Any]
) -> None:
    w, bias = normal(96, shape[1], *kernel), normal(96, *[1] * len(kernel))

    def body(o: Ops, x: object) -> object:
        return o.add(getattr(o, f"nn_conv{len(kernel)}d")(x, w, **attrs), bias)

    assert converted(body, run=compiled, x=shape) == ["nn.im2col", "nn.pointwise_conv", "add"]


def test_a_lone_convolution_of_many_taps_keeps_blocks() -> None:
    w = normal(32, 16, 3, 3)
    assert "nn.im2col" not in converted(lambda o, x: o.nn_conv2d(x, w, padding=1), x=(1, 16, 20, 20))


def test_convolutions_that_share_blocks_keep_them() -> None:
    w, other = normal(16, 8, 1, 1), normal(16, 8, 1, 1)
    shared = converted(lambda o, x: (o.nn_conv2d(x, w), o.nn_relu(o.nn_conv2d(o.nn_relu(x), other))), x=(1, 8, 12, 12))
    assert "nn.pointwise_conv" not in shared
    row = converted(lambda o, x: o.nn_max_pool2d(o.nn_relu(o.nn_conv2d(x, w)), pool_size=[2, 2]), x=(1, 8, 12, 12))
    assert inner(row) == ["nn.conv2d_nchwc", "nn.relu", "nn.max_pool2d"]


def test_many_channels_of_few_pixels_go_through_blocks() -> None:
    w = normal(512, 512, 1, 1)
    assert "nn.conv2d_nchwc" in converted(lambda o, x: o.nn_conv2d(x, w), lanes=16, x=(1, 512, 7, 7))


@pytest.mark.parametrize("width", [4, 9, 11, 18])
@pytest.mark.parametrize("options", [{}, {"strides": 2, "padding": [1, 1, 1, 1]}, {"padding": [0, 2, 0, 1]}])
def test_plain_convolutions_have_rows_of_whole_vectors(width: int, options: dict[str, Any]) -> None:
    w, bias = normal(3, 6, 3, 3), normal(3, 1, 1)
    converted(lambda o, x: o.nn_relu(o.add(o.nn_conv2d(x, w, **options), bias)), run=compiled, x=(2, 6, 6, width))


def test_few_outputs_stay_plain() -> None:
    w = normal(3, 8, 3, 3)
    assert converted(lambda o, x: o.nn_conv2d(x, w), x=(1, 8, 5, 5)) == ["nn.conv2d"]


def test_between_blocked_operators_nothing_moves() -> None:
    w1, w2, bias = normal(16, 8, 3, 3), normal(24, 16, 1, 1), normal(16, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.add(o.nn_conv2d(x, w1, padding=[1, 1, 1, 1]), bias))
        return o.nn_conv2d(o.nn_max_pool2d(y, pool_size=[2, 2], strides=[2, 2]), w2)

    names = converted(body, x=(1, 8, 8, 8))
    assert names[0] == "nn.to_blocked"
    assert names[-1] == "nn.from_blocked"
    assert not set(BORDERS) & set(names[1:-1])


def test_depthwise() -> None:
    for channels in (16, 12):
        w = normal(channels, 1, 3, 3)
        names = converted(lambda o, x, w=w, c=channels: o.nn_conv2d(x, w, groups=c, padding=[1, 1, 1, 1]),
                          x=(1, channels, 7, 6))  # fmt: skip
        assert inner(names) == ["nn.depthwise_conv2d_nchwc"]


@pytest.mark.parametrize("shape", [(4, 8, 8), (2, 16, 24), (3, 12, 20), (2, 4, 12), (8, 4, 4), (4, 2, 4), (6, 2, 2)])
def test_groups(shape: tuple[int, int, int]) -> None:
    groups, inputs, outputs = shape
    w = normal(groups * outputs, inputs, 3, 3)
    converted(lambda o, x: o.nn_relu(o.nn_conv2d(x, w, groups=groups)), run=compiled, x=(1, groups * inputs, 5, 6))


def test_groups_with_padded_channels_and_what_follows() -> None:
    """A group of 12 outputs fills two blocks of 8, 4 channels of them padding."""
    w, bias, after = normal(24, 8, 3, 3), normal(24, 1, 1), normal(8, 24, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.add(o.nn_conv2d(x, w, groups=2), bias))
        return o.nn_conv2d(y, after), o.concat([y, y], axis=1), o.nn_global_avg_pool(y)

    converted(body, x=(1, 16, 5, 6))


def test_channel_constants_are_blocked_and_scalars_stay() -> None:
    w, bias = normal(20, 8, 3, 3), normal(1, 20, 1, 1)
    names = converted(lambda o, x: o.multiply(o.add(o.nn_conv2d(x, w), bias), 2.0), x=(1, 8, 4, 4))
    assert inner(names) == ["nn.conv2d_nchwc", "add", "multiply"]


def test_constants_along_other_axes_need_the_plain_form() -> None:
    w, rows = normal(16, 8, 3, 3), normal(2, 1)
    names = converted(lambda o, x: o.add(o.nn_conv2d(x, w), rows), x=(1, 8, 4, 4))
    assert names == ["nn.to_blocked", "nn.conv2d_nchwc", "nn.from_blocked", "add"]


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


@pytest.mark.parametrize("name", ["nn_global_avg_pool", "nn_global_max_pool"])
def test_global_pools_end_in_a_view(name: str) -> None:
    w = normal(16, 8, 1, 1)
    names = converted(lambda o, x: getattr(o, name)(o.nn_conv2d(x, w)), x=(2, 8, 4, 4))
    assert names[-1] == "reshape"
    assert "nn.from_blocked" not in names


def test_a_mean_over_the_pixels_is_a_global_pool() -> None:
    w = normal(16, 8, 1, 1)
    names = converted(lambda o, x: o.mean(o.nn_conv2d(x, w), axis=[2, 3], keepdims=False), x=(2, 8, 4, 4))
    assert "nn.from_blocked" not in names


def test_a_value_used_in_both_forms_is_converted_once() -> None:
    w = normal(16, 8, 3, 3)

    def body(o: Ops, x: object) -> object:
        y = o.nn_conv2d(x, w)
        return o.nn_relu(y), o.nn_softmax(y, axis=-1), o.exp(y)

    before = graph(body, x=(1, 8, 4, 4))
    names = operators(EliminateCommonSubexpr()(DeadCodeElimination()(ConvertLayout(lanes=8)(before))))
    assert names.count("nn.from_blocked") <= 2


def test_padded_channels_never_reach_operators_that_make_them_infinite() -> None:
    w = normal(5, 8, 3, 3)
    names = converted(lambda o, x: o.reciprocal(o.nn_conv2d(x, w)), x=(1, 8, 3, 3))
    assert names.index("nn.from_blocked") < names.index("reciprocal")


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


def test_packing_of_weights() -> None:
    w = normal(20, 12, 3, 3)
    packed = pack_conv_weight(w, 4, 8)
    assert packed.shape == (3, 3, 3, 3, 4, 8)
    assert packed[1, 2, 0, 1, 3, 5] == w[13, 11, 0, 1]
    assert not packed[2, ..., 4:].any()
    depthwise = pack_depthwise_weight(normal(20, 1, 3, 3), 8)
    assert depthwise.shape == (3, 3, 3, 8)
    assert depthwise[2, 1, 1, 3] == normal(20, 1, 3, 3)[19, 0, 1, 1]


def test_merged_groups_do_not_mix() -> None:
    w = normal(12, 2, 3)
    merged = merge_groups(w, 6, 3)
    assert merged.shape == (12, 6, 3)
    assert (merged[2, 2:4] == w[2]).all()
    assert not merged[2, :2].any()
    assert not merged[2, 4:].any()


def test_blocks_of_channels_and_groups() -> None:
    x = np.arange(10, dtype="float32").reshape(10, 1)
    assert block_channels(x, 0, 4).shape == (3, 1, 4)
    padded = block_groups(x, 2, 4)
    assert padded[:, 0].tolist() == [0, 1, 2, 3, 4, 0, 0, 0, 5, 6, 7, 8, 9, 0, 0, 0]
