"""Convolutions most of whose window is padding leave these products out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import GraphCall, IRModule, walk
from mlcc.relax.transform import ConvertLayout
from mlcc.relax.transform.seen_products import seen_share
from mlcc.relax.transform.winograd_choice import WinogradChoice

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


def test_an_infinite_weight_meets_the_padding() -> None:
    """Zero times infinity is not a number: nothing is left out."""
    w = normal(64, 32, 3, 3)
    w[3, 2, 0, 0] = np.inf
    module = CONVERT(graph(lambda o, x: o.nn_conv2d(x, w, **WIDE), x=(1, 32, 13, 18)))
    assert not skipping(module)


def test_a_border_of_one_is_not_worth_a_test() -> None:
    w = normal(64, 32, 3, 3)
    for image in ((1, 32, 28, 28), (1, 32, 40, 3)):  # nor are columns: a tile has several
        assert not skipping(CONVERT(graph(lambda o, x: o.nn_conv2d(x, w, padding=1), x=image)))


def test_the_share() -> None:
    """Of 4 rows, a tap 3 rows below sees 1, one 3 rows above as well, and the middle one all."""
    assert seen_share([4], [4], [3], {"dilation": [3], "padding": [3, 3]}) == 6 / 12
    assert seen_share([4, 4], [4, 4], [3, 1], {"dilation": [3, 1], "padding": [3, 0, 3, 0]}) == 6 / 12
    assert seen_share([8], [4], [3], {"strides": [2], "padding": [1, 0]}) == 11 / 12
