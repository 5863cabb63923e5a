"""Convolutions most of whose window is padding leave these products out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import GraphCall, IRModule, Var, walk
from mlcc.relax.transform import (
    ConvertLayout,
    DeadCodeElimination,
    FuseOps,
    LegalizeOps,
    LowerPrecision,
    WidenProducts,
)
from mlcc.relax.transform.seen_products import seen_share
from mlcc.relax.transform.winograd_choice import WinogradChoice
from mlcc.schedule import schedule_function
from mlcc.target import Target

from .graphs import assert_close, compiled, graph, interpret, normal

CONVERT = ConvertLayout(lanes=16, winograd=WinogradChoice(lanes=16, tiles=()))
WIDE = {"dilation": [9, 7], "padding": [9, 7, 9, 7]}


def skipping(module: IRModule) -> bool:
    """Whether the only convolution leaves products out."""
    calls = [
        n for n in walk(module["main"]) if isinstance(n, GraphCall) and "conv2d_nchwc" in getattr(n.op, "name", "")
    ]
    assert len(calls) == 1
    return bool(calls[0].attrs.get("skip_padding"))


@pytest.mark.parametrize(
    ("operator", "weight", "image", "attrs"),
    [
        ("nn_conv2d", (64, 32, 3, 3), (1, 32, 13, 18), WIDE),
        ("nn_conv2d", (48, 24, 3, 3), (2, 24, 12, 6), {"dilation": 5, "padding": 5}),  # two rows in a tile
        ("nn_conv3d", (32, 32, 3, 3, 3), (1, 32, 2, 7, 9), {"padding": 1, "strides": [1, 1, 2]}),
    ],
)
def test_same_numbers(operator: str, weight: tuple[int, ...], image: tuple[int, ...], attrs: dict[str, Any]) -> None:
    w, bias = normal(*weight), normal(weight[0], *[1] * (len(weight) - 2))

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.add(getattr(o, operator)(x, w, **attrs), bias))

    module, x = CONVERT(graph(body, x=image)), normal(*image, seed=3)
    assert skipping(module)
    assert_close(compiled(module, x), interpret(graph(body, x=image), x))


@pytest.mark.parametrize(
    ("operator", "weight", "image", "padding"),
    [
        ("nn_conv2d", (48, 32, 3, 3), (2, 32, 4, 4), [1, 1, 1, 1]),
        ("nn_conv3d", (32, 32, 1, 3, 3), (1, 32, 2, 2, 5), [0, 1, 1, 0, 1, 1]),
    ],
)
def test_tiles_of_all_rows(operator: str, weight: tuple[int, ...], image: tuple[int, ...], padding: list[int]) -> None:
    """A tile that is as high as the image has a row inside at each place of the window: nothing can be left out."""
    w, x = normal(*weight), normal(*image, seed=3)
    module = CONVERT(graph(lambda o, x: o.nn_relu(getattr(o, operator)(x, w, padding=padding)), x=image))
    assert skipping(module)
    program = LegalizeOps()(FuseOps()(module))
    (func,) = (f for f in program.prim_funcs.values() if str(f.attrs.get("op")).startswith("nn.conv"))
    _, script, trace = schedule_function(
        func, Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=skylake-avx512 -num-cores=1")
    )
    assert script is not None
    assert script.name in ("conv2d_nchwc", "conv3d_ncdhwc")
    assert "skip_padding" not in trace.to_yaml()
    assert_close(compiled(module, x), interpret(module, x))


#: Weight, image, attributes, whether there is a test for padding in the graph's operator, and in its kernel.
IN_TILES = [
    ((64, 64, 3, 3), (1, 64, 33, 20), {"dilation": [9, 7], "padding": [9, 7, 9, 7]}, True, True),
    ((32, 64, 3, 3), (2, 64, 6, 50), {"dilation": 2, "padding": 2}, True, True),
    ((64, 64, 3, 3), (1, 64, 2, 40), {"padding": 1}, True, False),  # the lines of a register are both lines
    ((64, 64, 3, 3), (1, 64, 18, 40), {"dilation": 6, "padding": 6, "strides": 2}, True, False),
    ((64, 64, 3, 3), (1, 64, 33, 20), {"padding": 1}, False, False),
]


@pytest.mark.every(2)
@pytest.mark.parametrize(("weight", "image", "attrs", "flagged", "tested"), IN_TILES)
def test_tile_registers(
    weight: tuple[int, ...], image: tuple[int, ...], attrs: dict[str, Any], flagged: bool, tested: bool
) -> None:
    """Sums of whole numbers, which are exact in bfloat16 and float32: the same with and without the test."""
    rng = np.random.default_rng(5)
    w = rng.integers(-3, 4, (weight[0], weight[1] // attrs.get("groups", 1), *weight[2:])).astype(np.float32)
    x = rng.integers(-3, 4, image).astype(np.float32)
    module = graph(lambda o, x: o.nn_conv2d(x, w, **attrs), x=image)
    target = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids -num-cores=1")
    lowered = module
    for item in (LowerPrecision("bfloat16"), WidenProducts.for_target(target), DeadCodeElimination()):
        lowered = item(lowered)
    lowered = ConvertLayout.for_target(target)(lowered)
    calls = (n for n in walk(lowered["main"]) if isinstance(n, GraphCall))
    (call,) = (n for n in calls if getattr(n.op, "name", "") == "nn.conv2d_tiles")
    assert bool(call.attrs.get("skip_padding")) == flagged
    program = LegalizeOps()(FuseOps()(lowered))
    (func,) = (f for f in program.prim_funcs.values() if f.attrs.get("op") == "nn.conv2d_tiles")
    _, script, trace = schedule_function(func, target)
    assert script is not None
    assert script.name == "conv2d_tiles"
    assert ("skip_padding" in trace.to_yaml()) == tested
    got = mlcc.build(module, "llvm -mcpu=native -num-cores=1", precision="bfloat16").main(x)
    # Without tile registers it is a convolution of float32, some by Winograd's method.
    compare = np.testing.assert_array_equal if Target.host().costs.tile_rows_bf16 else assert_close
    compare(np.asarray(got), interpret(module, x)[0])


def test_an_infinite_weight_meets_the_padding() -> None:
    """Zero times infinity is not a number: nothing is left out."""
    w = normal(64, 32, 3, 3)
    w[3, 2, 0, 0] = np.inf
    module = CONVERT(graph(lambda o, x: o.nn_conv2d(x, w, **WIDE), x=(1, 32, 13, 18)))
    assert not skipping(module)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(7, 9), (1, 2), (40, 33)])
def test_images_of_symbolic_size(size: tuple[int, int]) -> None:
    """Decided for an image of medium size; smaller ones gain more."""
    w, h, wide = normal(64, 32, 3, 3), Var("h", "int64"), Var("w", "int64")
    for step, skips in ((12, True), (1, False)):
        attrs = {"padding": step, "dilation": step}
        module = graph(lambda o, x, attrs=attrs: o.nn_relu(o.nn_conv2d(x, w, **attrs)), x=(1, 32, h, wide))
        assert skipping(CONVERT(module)) == skips
        x = normal(1, 32, *size)
        fixed = graph(lambda o, x, attrs=attrs: o.nn_relu(o.nn_conv2d(x, w, **attrs)), x=x.shape)
        assert_close(compiled(module, x), interpret(fixed, x))


def test_a_border_of_one_is_not_worth_a_test() -> None:
    w = normal(64, 32, 3, 3)
    for image in ((1, 32, 28, 28), (1, 32, 40, 3)):  # nor are columns: a tile has several
        assert not skipping(CONVERT(graph(lambda o, x: o.nn_conv2d(x, w, padding=1), x=image)))


def test_the_share() -> None:
    """Of 4 rows, a tap 3 rows below sees 1, one 3 rows above as well, and the middle one all."""
    assert seen_share([4], [4], [3], {"dilation": [3], "padding": [3, 3]}) == 6 / 12
    assert seen_share([4, 4], [4, 4], [3, 1], {"dilation": [3, 1], "padding": [3, 0, 3, 0]}) == 6 / 12
    assert seen_share([8], [4], [3], {"strides": [2], "padding": [1, 0]}) == 11 / 12


def test_an_infinite_weight_in_tile_registers() -> None:
    w, x = normal(32, 32, 3, 3), normal(1, 32, 13, 18)
    w[3, 2, 0, 0] = np.inf
    got = np.asarray(mlcc.build(graph(lambda o, x: o.nn_conv2d(x, w, **WIDE), x=x.shape), precision="bfloat16").main(x))
    assert np.isnan(got[0, 3, 0]).all()
    assert np.isfinite(got[0, 4]).all()


#: Kernel, dilation, stride and image of depthwise convolutions: rows and columns of the window beside it or in part.
WINDOWS = [
    (5, 2, 1, (4, 4)),
    (5, 1, 1, (7, 7)),
    (3, 1, 1, (14, 9)),
    (3, 1, 2, (13, 15)),
    (5, 1, 2, (1, 8)),
    (7, 3, 1, (5, 20)),
    (3, 4, 2, (2, 1)),
]


def depthwise(kernel: int, dilation: int, stride: int, image: tuple[Any, ...], weight: Any) -> IRModule:
    attrs: dict[str, Any] = {"padding": dilation * (kernel // 2), "dilation": dilation, "strides": stride, "groups": 24}

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.nn_conv2d(o.nn_conv2d(x, normal(24, 24, 1, 1)), weight, **attrs))

    return graph(body, x=image)


@pytest.mark.parametrize(("kernel", "dilation", "stride", "image"), WINDOWS)
@pytest.mark.parametrize("known", [True, False], ids=["one size", "any size"])
def test_depthwise_windows(known: bool, kernel: int, dilation: int, stride: int, image: tuple[int, int]) -> None:
    """Compiled for this host: each product with padding is left out, and a result is the same number."""
    weight, x = normal(24, 1, kernel, kernel), normal(2, 24, *image, seed=3)
    sizes = image if known else (Var("h", "int64"), Var("w", "int64"))
    module = depthwise(kernel, dilation, stride, (2, 24, *sizes), weight)
    blocked = ConvertLayout(lanes=8, winograd=WinogradChoice(lanes=8, tiles=()))(module)
    calls = [n for n in walk(blocked["main"]) if isinstance(n, GraphCall) and "depthwise" in getattr(n.op, "name", "")]
    assert [bool(call.attrs.get("skip_padding")) for call in calls] == [True]
    assert_close(compiled(blocked, x), interpret(module, x))


def test_weights_that_are_not_finite_multiply_the_padding_of_depthwise_windows() -> None:
    weight, x = normal(24, 1, 3, 3), normal(1, 24, 5, 6)
    weight[3, 0, 0, 1] = np.inf
    module = depthwise(3, 1, 1, (1, 24, 5, 6), weight)
    blocked = ConvertLayout(lanes=8, winograd=WinogradChoice(lanes=8, tiles=()))(module)
    (call,) = [
        n for n in walk(blocked["main"]) if isinstance(n, GraphCall) and "depthwise" in getattr(n.op, "name", "")
    ]
    assert "skip_padding" not in call.attrs
    assert np.isnan(compiled(blocked, x)[0]).sum() == np.isnan(interpret(module, x)[0]).sum()
