"""Winograd's convolution in models: chosen where it is faster, with the same numbers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import Constant, Expr, GraphCall, GraphFunction, Var, verify, walk
from mlcc.relax.transform import ConvertLayout
from mlcc.relax.transform.winograd_choice import (
    ConvSizes,
    WinogradChoice,
    band_cost,
    choose_band,
    choose_tile,
    direct_cost,
    usual_tiles,
    winograd_cost,
)
from mlcc.target import costs_of

from .graphs import assert_close, compiled, graph, interpret, normal, operators

CACHE = 2 << 20
CONVERT = ConvertLayout(lanes=16, winograd=WinogradChoice(lanes=16, cache=CACHE))
WINOGRAD = "nn.winograd_conv2d_nchwc"


COSTS = costs_of()
SIDE = Var("side", "int64")


def random_sizes(count: int, step: int = 1) -> Iterator[ConvSizes]:
    """Convolutions of any number of channels and pixels; extents are multiples of `step`."""
    rng = random.Random(count + step)
    for _ in range(count):
        extents = (step * rng.randint(1, 230 // step) for _ in range(2))
        yield ConvSizes(rng.randint(1, 40), rng.randint(1, 40), rng.choice([4, 8, 16]), *extents)


def test_the_tile_is_the_cheapest_by_the_estimates() -> None:
    """The direct kernel, unless a tile is faster by the margin; then the fastest of the tiles that are offered."""
    chosen = set()
    for sizes in random_sizes(400):
        for cold, tiles in ((False, (2, 4)), (True, (2, 4)), (True, (2,)), (False, ())):
            tile = choose_tile(sizes, cold, tiles, COSTS)
            direct = direct_cost(sizes, cold, COSTS)
            estimates = {t: winograd_cost(sizes, t, cold, COSTS) for t in tiles}
            chosen.add(tile)
            if tile is None:
                assert all(cost * COSTS.winograd_gain >= direct for cost in estimates.values())
            else:
                assert estimates[tile] == min(estimates.values())
                assert estimates[tile] * COSTS.winograd_gain < direct
    assert chosen == {None, 2, 4}


def test_larger_images_and_faster_memory_favour_the_method() -> None:
    """With full tiles: twice the pixels for the same weights; weights in the cache; a smaller margin."""
    for sizes in random_sizes(300, step=4):
        for cold in (False, True):
            tile = choose_tile(sizes, cold, costs=COSTS)
            if tile is None:
                continue
            assert choose_tile(replace(sizes, height=2 * sizes.height), cold, costs=COSTS) is not None
            assert choose_tile(sizes, False, costs=COSTS) is not None
            assert choose_tile(sizes, cold, costs=replace(COSTS, winograd_gain=1.0)) is not None
            assert choose_tile(sizes, cold, costs=replace(COSTS, winograd_gain=1e9)) is None


@pytest.mark.parametrize("cores", [1, 2, 5, 16])
def test_no_other_band_is_cheaper(cores: int) -> None:
    """Every band is legal, has enough tiles, and computes no more rows than any other by the estimate of both."""
    several = 0
    for sizes in random_sizes(200):
        for tile, cache in itertools.product((2, 4), (1 << 18, CACHE)):
            band = choose_band(sizes, tile, cache, cores, COSTS)
            down, across = -(-sizes.height // tile), -(-sizes.width // tile)
            assert 1 <= band <= down
            assert band * across >= min(COSTS.winograd_least_band, down * across)
            if band == down:
                continue
            several += 1
            usual = -(-usual_tiles(sizes, tile, cache, COSTS) // across)
            assert band <= 2 * usual
            cost = band_cost(down, band, usual, cores, COSTS)
            least = min(down, -(-int(COSTS.winograd_least_band) // across))
            others = range(least, min(down, 2 * usual) + 1)
            assert all(cost <= band_cost(down, other, usual, cores, COSTS) for other in others)
    assert several > 50


def test_small_images_are_one_band() -> None:
    for sizes in random_sizes(300):
        for tile in (2, 4):
            down, across = -(-sizes.height // tile), -(-sizes.width // tile)
            if down * across <= COSTS.winograd_whole:
                assert choose_band(sizes, tile, CACHE, 1, COSTS) == down


def test_threads_get_equally_many_bands_where_that_is_possible() -> None:
    """On two cores an uneven number of bands costs as much as the next even one."""
    for down in range(4, 60):
        for band in range(1, down + 1):
            bands = -(-down // band)
            if bands % 2 and -(-down // (bands + 1)) * (bands + 1) == down:
                even = down // (bands + 1)
                same = replace(COSTS, winograd_small_band=1.0)
                assert band_cost(down, even, 1, 2, same) <= band_cost(down, band, 1, 2, same)


def rewritten(body: Any, tiles: tuple[int, ...] = (2, 4), **shapes: Any) -> list[str]:
    """The operators after the pass; the numbers must not change."""
    after = replace(CONVERT, winograd=replace(CONVERT.winograd, tiles=tiles))(graph(body, **shapes))
    verify(after)
    names = operators(after)
    if WINOGRAD in names:
        inputs = [normal(*shape, seed=9) for shape in shapes.values()]
        assert_close(compiled(after, *inputs), interpret(graph(body, **shapes), *inputs))
    return names


@pytest.mark.cover(1)
@pytest.mark.parametrize("outputs", [32, 48, 80])
@pytest.mark.parametrize("tiles", [(2,), (4,)])
def test_numbers(outputs: int, tiles: tuple[int, ...]) -> None:
    w, bias = normal(outputs, 48, 3, 3), normal(outputs, 1, 1)
    names = rewritten(
        lambda o, x: o.nn_relu(o.add(o.nn_conv2d(x, w, padding=[1, 1, 1, 1]), bias)), tiles, x=(1, 48, 12, 9)
    )
    assert WINOGRAD in names


@pytest.mark.slow
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


@pytest.mark.every(2)
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


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("dilation", "padding", "chosen"),
    [
        ([2, 2], [2, 2, 2, 2], True),
        ([2, 1], [1, 1, 3, 0], True),  # any padding, as tiles are copied
        ([24, 24], [24] * 4, False),  # phases of a few pixels, most products with padding
    ],
)
def test_dilated_images_of_unknown_size(dilation: list[int], padding: list[int], chosen: bool) -> None:
    w, bias = normal(32, 48, 3, 3), normal(32, 1, 1)

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.add(o.nn_conv2d(x, w, padding=padding, dilation=dilation), bias))

    module = CONVERT(graph(body, x=(Var("n", "int64"), 48, Var("h", "int64"), Var("w", "int64"))))
    assert (WINOGRAD in operators(module)) == chosen
    library = mlcc.build(module)
    for sizes in ((1, 9, 40), (2, 5, 4), (3, 17, 57)):
        x = normal(sizes[0], 48, *sizes[1:])
        want = interpret(graph(body, x=x.shape), x)
        assert_close([np.asarray(library(x))], want)


def test_tiles_of_phases() -> None:
    """Of 17 rows, those of four tiles in turn and the last one."""
    assert ConvSizes(1, 1, 16, 17, 24, (2, 2)).tiles(4) == 5 * 6
    assert ConvSizes(1, 1, 16, 33, 33, (12, 12)).tiles(4) == 12 * 12
    assert ConvSizes(1, 1, 16, 5, 9, (1, 1)).tiles(4) == 2 * 3


def test_channels_of_unknown_images() -> None:
    """Weights that exceed L2 are loaded for each band anew; and many channels are those of small images."""
    tiles, groups, sides = [], [], []
    for channels in (32, 128, 256, 512):
        w = normal(channels, channels, 3, 3)
        size = (Var("h", "int64"), Var("w", "int64"))
        module = CONVERT(graph(lambda o, x, w=w: o.nn_conv2d(x, w, padding=1), x=(1, channels, *size)))
        func = module["main"]
        assert isinstance(func, GraphFunction)
        calls = [n for n in walk(func) if isinstance(n, GraphCall) and getattr(n.op, "name", "") == WINOGRAD]
        groups += [call.attrs["group"] for call in calls]
        sides += [call.args[1].data.shape[0] - 2 for call in calls if isinstance(call.args[1], Constant)]
        tiles.append([call.attrs["band"] * call.attrs["group"] for call in calls])
    costs = costs_of()
    assert groups == [costs.winograd_accumulators // 2 // costs.winograd_groups] * 3  # tiles of two blocks of channels
    assert sides == [4, 4, 2]
    usual = costs.winograd_band, costs.winograd_cold_band, costs.winograd_cold_band
    rows = costs.winograd_accumulators // (2 * groups[0]) * groups[0]
    assert tiles == [*([-(-count // rows) * rows] for count in usual), []]


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


@pytest.mark.parametrize(("value", "is_nan"), [(np.nan, True), (np.inf, False), (3e38, False)])
def test_what_reaches_a_tile(value: float, is_nan: bool) -> None:
    """As the README says: NaN, infinities and the largest numbers fill tiles by the method, and nine pixels without."""
    w = normal(32, 32, 3, 3) / 50
    module = graph(lambda o, x: o.nn_conv2d(x, w, padding=[1, 1, 1, 1]), x=(1, 32, 16, 16))
    x = normal(1, 32, 16, 16, seed=9)
    x[0, 3, 5, 6] = value
    ways = [np.asarray(mlcc.build(module, winograd=winograd)(x)) for winograd in (True, False)]
    near = np.zeros(w.shape[:1] + x.shape[2:], bool)
    near[:, 4:7, 5:8] = True
    np.testing.assert_array_equal(np.isfinite(ways[1][0]), ~near if value != 3e38 else near | ~near)
    np.testing.assert_array_equal(np.isnan(ways[1][0]), near if is_nan else np.zeros_like(near))
    near[:, 4:8, 4:8] = True  # the tile of these nine
    assert not np.isfinite(ways[0][0][near]).any()
    assert np.isfinite(ways[0][0][~near]).all()


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e38])
def test_weights_that_are_no_usual_numbers_stay(value: float) -> None:
    """Their transform would carry them to other taps, or overflow."""
    w = normal(32, 32, 3, 3)
    w[1, 2, 0, 1] = value
    after = CONVERT(graph(lambda o, x: o.nn_conv2d(x, w), x=(1, 32, 16, 16)))
    assert WINOGRAD not in operators(after)


@pytest.mark.parametrize(
    ("image", "channels", "want"),
    [
        ((SIDE, SIDE), 128, (28, 28)),
        ((8, SIDE), 128, (8, 98)),
        ((SIDE, 14), 128, (56, 14)),
        ((64, SIDE), 128, (64, 28)),
        ((16, 80), 128, (16, 80)),
        ((SIDE, SIDE), 100_000, (1, 1)),
        (((SIDE + 1) // 2, SIDE // 4), 128, (112, 56)),  # of an image of 224 x 224 pixels
        ((8, SIDE // 4), 128, (8, 98)),
    ],
)
def test_extents_are_assumed_by_their_origin_and_by_channels(
    image: tuple[int | Expr, int | Expr], channels: int, want: tuple[int, int]
) -> None:
    costs = replace(costs_of(), assumed_image=48, assumed_row=3584, assumed_input=224)
    assert WinogradChoice(costs=costs).assumed(image, channels) == want
