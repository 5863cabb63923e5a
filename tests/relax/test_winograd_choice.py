"""Winograd's convolution in models: chosen where it is faster, with the same numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import GraphCall, GraphFunction, Var, verify, walk
from mlcc.relax.transform import ConvertLayout
from mlcc.relax.transform.winograd_choice import ConvSizes, WinogradChoice, choose_band, choose_tile
from mlcc.target import costs_of

from .graphs import assert_close, compiled, graph, interpret, normal, operators

CACHE = 2 << 20
CONVERT = ConvertLayout(lanes=16, winograd=WinogradChoice(lanes=16, cache=CACHE))
WINOGRAD = "nn.winograd_conv2d_nchwc"


@pytest.mark.parametrize(
    ("channels", "size", "tile"),
    [
        (64, 56, 4),
        (128, 28, 4),
        (256, 14, 2),
        (512, 7, None),
        (32, 7, None),
        (96, 7, None),
        (64, 224, 4),
        (512, 28, 4),
        (512, 14, 2),
        (512, 2, None),
    ],
)
def test_choice(channels: int, size: int, tile: int | None) -> None:
    assert choose_tile(ConvSizes(channels // 16, channels // 16, 16, size, size), True) == tile


@pytest.mark.parametrize(
    ("channels", "size", "tile", "band"),
    [(64, 56, 4, 2), (128, 28, 4, 7), (64, 224, 4, 1), (256, 56, 4, 7), (512, 7, 2, 4), (64, 112, 4, 1)],
)
def test_bands(channels: int, size: int, tile: int, band: int) -> None:
    assert choose_band(ConvSizes(channels // 16, channels // 16, 16, size, size), tile, CACHE) == band


@pytest.mark.parametrize(
    ("inputs", "outputs", "size", "cores", "band"),
    [
        (128, 32, 56, 2, 1),  # 7 bands of two rows are 4 and 3 for two threads
        (128, 32, 28, 1, 7),
        (128, 32, 28, 2, 1),  # one group of output channels: nothing to share but tiles
        (128, 128, 28, 2, 7),
        (128, 32, 8, 2, 2),  # too small for two bands
    ],
)
def test_bands_of_threads(inputs: int, outputs: int, size: int, cores: int, band: int) -> None:
    assert choose_band(ConvSizes(inputs // 16, outputs // 16, 16, size, size), 4, CACHE, cores) == band


def rewritten(body: Any, tiles: tuple[int, ...] = (2, 4), **shapes: Any) -> list[str]:
    """The operators after the pass; the numbers must not change."""
    after = replace(CONVERT, winograd=replace(CONVERT.winograd, tiles=tiles))(graph(body, **shapes))
    verify(after)
    names = operators(after)
    if WINOGRAD in names:
        inputs = [normal(*shape, seed=9) for shape in shapes.values()]
        assert_close(compiled(after, *inputs), interpret(graph(body, **shapes), *inputs))
    return names


@pytest.mark.parametrize("outputs", [32, 48, 80])
@pytest.mark.parametrize("tiles", [(2,), (4,)])
def test_numbers(outputs: int, tiles: tuple[int, ...]) -> None:
    w, bias = normal(outputs, 48, 3, 3), normal(outputs, 1, 1)
    names = rewritten(
        lambda o, x: o.nn_relu(o.add(o.nn_conv2d(x, w, padding=[1, 1, 1, 1]), bias)), tiles, x=(1, 48, 12, 9)
    )
    assert WINOGRAD in names


def test_a_batch_that_is_not_known() -> None:
    w, bias = normal(32, 48, 3, 3), normal(32, 1, 1)

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.add(o.nn_conv2d(x, w, padding=[1, 1, 1, 1]), bias))

    for size in (9, 40):  # one band, several
        module = CONVERT(graph(body, x=(Var("n", "int64"), 48, size, size)))
        assert WINOGRAD in operators(module)
        for batch in (1, 3):
            x = normal(batch, 48, size, size)
            want = interpret(graph(body, x=x.shape), x)
            assert_close(compiled(module, x), want)


@pytest.mark.parametrize("unknown", [("n", "h", "w"), ("n", "h", 40), (1, 9, "w")])
def test_images_of_unknown_size(unknown: tuple[Any, ...]) -> None:
    """The tiles of an image are numbered, however few or many they are."""
    w, bias = normal(32, 48, 3, 3), normal(32, 1, 1)

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.add(o.nn_conv2d(x, w, padding=[1, 1, 0, 1]), bias))

    batch, height, width = (Var(d, "int64") if isinstance(d, str) else d for d in unknown)
    module = CONVERT(graph(body, x=(batch, 48, height, width)))
    assert WINOGRAD in operators(module)
    library = mlcc.build(module)
    for sizes in ((1, 9, 40), (2, 2, 1), (3, 17, 57)):
        given = [s if isinstance(d, str) else d for s, d in zip(sizes, unknown, strict=True)]
        x = normal(given[0], 48, *given[1:])
        want = interpret(graph(body, x=x.shape), x)
        assert_close([np.asarray(library(x))], want)


def test_many_channels_of_unknown_images_take_longer_bands() -> None:
    """Their weights are loaded for each band anew."""
    tiles = []
    for channels in (32, 512):
        w = normal(channels, channels, 3, 3)
        size = (Var("h", "int64"), Var("w", "int64"))
        module = CONVERT(graph(lambda o, x, w=w: o.nn_conv2d(x, w, padding=1), x=(1, channels, *size)))
        func = module["main"]
        assert isinstance(func, GraphFunction)
        (call,) = [n for n in walk(func) if isinstance(n, GraphCall) and getattr(n.op, "name", "") == WINOGRAD]
        tiles.append(call.attrs["tiles"])
    costs = costs_of()
    assert tiles == [costs.winograd_band, costs.winograd_cold_band]


def test_without_tiles_nothing_changes() -> None:
    w = normal(16, 16, 3, 3)
    assert WINOGRAD not in rewritten(lambda o, x: o.nn_conv2d(x, w), (), x=(1, 16, 12, 12))


@pytest.mark.parametrize(
    ("shape", "options"),
    [
        ((16, 16, 3, 3), {"strides": [2, 2]}),
        ((16, 16, 3, 3), {"dilation": [2, 2]}),
        ((16, 16, 5, 5), {}),
        ((16, 16, 1, 3), {}),
        ((32, 16, 3, 3), {"groups": 2}),
        ((16, 3, 3, 3), {}),
    ],
)
def test_others_stay(shape: tuple[int, ...], options: dict[str, Any]) -> None:
    w = normal(*shape)
    channels = shape[1] * options.get("groups", 1)
    assert WINOGRAD not in rewritten(lambda o, x: o.nn_conv2d(x, w, **options), x=(1, channels, 12, 12))


def test_the_build_can_do_without() -> None:
    w = normal(32, 32, 3, 3)
    module = graph(lambda o, x: o.nn_conv2d(x, w, padding=[1, 1, 1, 1]), x=(1, 32, 16, 16))
    x = normal(1, 32, 16, 16, seed=9)
    results = []
    for winograd in (True, False):
        call = mlcc.build(module, winograd=winograd).bind([x])
        call()
        results.append(np.asarray(call.outputs[0] if isinstance(call.outputs, list | tuple) else call.outputs))
    assert_close([results[0]], [results[1]])
    assert (results[0] != results[1]).any()
