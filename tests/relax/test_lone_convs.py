"""Pointwise convolutions that no neighbour shares blocks with are products with the image."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mlcc.ir import GraphCall, Var
from mlcc.relax.rewrite import Emitter
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination
from mlcc.relax.transform.lone_convs import lone_product
from mlcc.target import Costs, Target

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators
from .layouts import converted, inner

AVX2 = Target.parse("llvm -mcpu=haswell").costs


@pytest.mark.cover(1)
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


@pytest.mark.every(2)
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
    w = normal(200, 264, 1, 1)
    assert "nn.conv2d_nchwc" in converted(lambda o, x: o.nn_conv2d(x, w), lanes=16, x=(1, 264, 2, 3))


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("shape", "kernel", "attrs"),
    [
        ((1, 20, 19, 57), (3, 3), {"padding": 1}),
        ((2, 20, 13, 37), (5, 3), {"strides": 2, "padding": [2, 1]}),
        ((1, 20, 9, 32), (3, 3), {}),
        ((2, 20, 131), (3,), {"padding": 1}),
    ],
)
def test_a_lone_depthwise_convolution_stays_on_rows(
    shape: tuple[int, ...], kernel: tuple[int, ...], attrs: dict[str, Any]
) -> None:
    w, bias, conv = normal(20, 1, *kernel), normal(20, *[1] * len(kernel)), f"nn_conv{len(kernel)}d"

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(o.add(getattr(o, conv)(o.multiply(x, 2.0), w, groups=20, **attrs), bias))

    alone = converted(body, run=compiled, lanes=16, x=shape)
    assert alone == ["multiply", f"nn.conv{len(kernel)}d", "add", "nn.relu"]


def test_depthwise_convolutions_between_others_keep_their_blocks() -> None:
    w, wide = normal(32, 1, 3, 3), normal(32, 32, 1, 1)
    shared = converted(lambda o, x: o.nn_conv2d(o.nn_conv2d(x, wide), w, groups=32), lanes=16, x=(1, 32, 12, 32))
    assert inner(shared) == ["nn.conv2d_nchwc", "nn.depthwise_conv2d_nchwc"]
    shifted = converted(lambda o, x: o.nn_conv2d(x, w, groups=32, strides=3), lanes=16, x=(1, 32, 60, 60))
    assert inner(shifted) == ["nn.depthwise_conv2d_nchwc"], "pixels that are gathered one by one"


ODD = [(1, 1, 1), (2, 7, 7), (3, 13, 17), (1, 16, 33)]
#: Pools whose windows overlap or reach into padding.
POOLS: list[tuple[str, dict[str, Any]]] = [
    ("nn_max_pool2d", {"pool_size": [3, 3], "strides": [2, 2], "padding": [1] * 4}),
    ("nn_max_pool2d", {"pool_size": [3, 2], "strides": [1, 1], "padding": [1, 2, 1, 1], "dilation": [1, 2]}),
    ("nn_avg_pool2d", {"pool_size": [3, 3], "strides": [1, 1], "padding": [1] * 4}),
    ("nn_avg_pool2d", {"pool_size": [3, 3], "strides": [2, 1], "padding": [1] * 4, "ceil_mode": True}),
]


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "attrs"), POOLS)
def test_a_lone_pool_of_images_of_any_width_takes_blocks(name: str, attrs: dict[str, Any]) -> None:
    """Rows of symbolic length end with masked vectors, which AVX2 stores slowly."""
    n, height, width = (Var(name, "int64") for name in ("n", "h", "w"))

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(getattr(o, name)(o.multiply(x, -2.0), **attrs))

    after = DeadCodeElimination()(ConvertLayout(8, AVX2)(graph(body, x=(n, 16, height, width))))
    assert [one for one in operators(after) if one != "multiply"] == [
        "nn.to_blocked", name.replace("_", ".", 1), "nn.relu", "nn.from_blocked",
    ]  # fmt: skip
    for images, *size in ODD:
        x = normal(images, 16, *size)
        x[0, 3, 0, 0], x[-1, 15, -1, -1] = np.nan, np.inf
        assert_close(compiled(after, x), interpret(graph(body, x=x.shape), x))


@pytest.mark.parametrize(
    ("shape", "attrs", "costs"),
    [
        (("n", 16, 40, 40), {}, None),
        (("n", 12, "h", "w"), {}, None),
        (("n", 16, "h", "w"), {"strides": [2, 2], "pool_size": [2, 2], "padding": [0] * 4}, None),
        (("n", 16, "h", "w"), {}, "llvm -mcpu=skylake-avx512"),
    ],
)
def test_other_pools_stay_plain(shape: tuple[Any, ...], attrs: dict[str, Any], costs: str | None) -> None:
    """Rows of known length, blocks that are not full, windows apart from each other, and masks that cost nothing."""
    sizes = tuple(Var(d, "int64") if isinstance(d, str) else d for d in shape)
    options = {"pool_size": [3, 3], "strides": [1, 1], "padding": [1] * 4, **attrs}
    module = graph(lambda o, x: o.nn_max_pool2d(x, **options), x=sizes)
    layout = ConvertLayout(8, Target.parse(costs).costs if costs else AVX2)
    assert operators(layout(module)) == ["nn.max_pool2d"]


COSTS = Target.parse("llvm -mcpu=skylake-avx512").costs


def emitted(outputs: int, inputs: int, shape: tuple[Any, ...], costs: Costs, **attrs: Any) -> bool:
    """Whether a pointwise convolution of an image becomes a product."""
    rank = len(shape) - 2
    w = normal(outputs, inputs, *[1] * rank)
    module = graph(lambda o, x: getattr(o, f"nn_conv{rank}d")(x, w, **attrs), x=shape)
    (binding,) = [b for b in module.graph_funcs["main"].bindings() if isinstance(b.value, GraphCall)]
    return lone_product(Emitter(module), binding.var, binding.value, rank, 16, costs) is not None


def test_the_choice_is_the_cheaper_of_both() -> None:
    """By the model's own costs: more expensive conversions, or a faster product, only ever favour the product."""
    rng, base = random.Random(4), COSTS
    chosen = 0
    for _ in range(200):
        channels, size = (rng.randint(1, 600), rng.randint(1, 600)), rng.randint(1, 60)
        shape = (1, channels[1], size, size)
        now = emitted(*channels, shape, base)
        chosen += now
        assert not now or emitted(*channels, shape, replace(base, block_move=base.block_move * 2))
        assert now or not emitted(*channels, shape, replace(base, plain_product=base.plain_product * 2))
        assert not emitted(*channels, shape, replace(base, block_move=0.0))
    assert 0 < chosen < 200


@pytest.mark.parametrize(
    ("shape", "attrs"),
    [
        ((1, 8, 12, 12), {"out_dtype": "float32"}),
        ((1, 8, Var("h", "int64"), 12), {}),
        ((1, 16, 12, 12), {"groups": 2}),
    ],
)
def test_others_are_no_products(shape: tuple[Any, ...], attrs: dict[str, Any]) -> None:
    assert not emitted(16, 8, shape, COSTS, **attrs)
    assert emitted(16, 8, (Var("n", "int64"), 8, 12, 12), COSTS)
