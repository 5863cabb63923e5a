"""Dilated convolutions and those of volumes as one image to Winograd's method: chosen where it pays, same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import ConvertLayout
from mlcc.relax.transform.winograd_choice import WinogradChoice
from mlcc.topi.mosaic import Mosaic

from .graphs import assert_close, compiled, graph, interpret, normal, operators

CONVERT = ConvertLayout(lanes=16, winograd=WinogradChoice(lanes=16, cache=2 << 20))
WINOGRAD = "nn.winograd_conv2d_nchwc"


def rewritten(operator: str, weight: tuple[int, ...], image: tuple[int, ...], **attrs: Any) -> list[str]:
    """The operators after the pass of a convolution, a bias and a rectifier; the numbers must not change."""
    w, bias = normal(*weight), normal(weight[0], *[1] * (len(weight) - 2))

    def body(o: Any, x: Any) -> Any:
        return o.nn_relu(o.add(getattr(o, operator)(x, w, **attrs), bias))

    after = CONVERT(graph(body, x=image))
    verify(after)
    names = operators(after)
    if "nn.mosaic" in names:
        x = normal(*image, seed=5)
        assert_close(compiled(after, x), interpret(graph(body, x=image), x))
    return names


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("image", "dilation", "padding"),
    [
        ((1, 48, 17, 22), [2, 2], [2, 2, 2, 2]),
        ((2, 40, 19, 23), [3, 2], [3, 2, 3, 2]),  # other phases of rows and of columns, channels that fill no block
        ((1, 48, 21, 18), [2, 2], [0, 0, 0, 0]),  # windows stay inside
        ((1, 48, 16, 20), [1, 2], [1, 2, 1, 2]),
    ],
)
def test_dilated(image: tuple[int, ...], dilation: list[int], padding: list[int]) -> None:
    names = rewritten("nn_conv2d", (64, image[1], 3, 3), image, dilation=dilation, padding=padding)
    assert names.count(WINOGRAD) == 1
    assert "nn.from_mosaic" in names


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("image", "attrs"),
    [
        ((1, 32, 4, 11, 14), {"padding": [1] * 6}),
        ((1, 32, 5, 12, 9), {"padding": [0, 1, 1, 1, 1, 1], "strides": [2, 1, 1]}),  # other steps along the depth
        ((2, 24, 6, 10, 12), {"padding": [2, 0, 0, 2, 0, 0], "dilation": [2, 1, 1]}),
        ((1, 32, 5, 13, 14), {"padding": [1, 2, 2, 1, 2, 2], "dilation": [1, 2, 2]}),
    ],
)
def test_volumes(image: tuple[int, ...], attrs: dict[str, Any]) -> None:
    names = rewritten("nn_conv3d", (64, image[1], 3, 3, 3), image, **attrs)
    assert names.count(WINOGRAD) == 1


@pytest.mark.parametrize(
    ("weight", "attrs"),
    [
        ((64, 48, 3, 3), {"dilation": [2, 2], "padding": [1, 1, 1, 1]}),  # phases do not meet their own
        ((64, 48, 3, 3), {"dilation": [2, 2], "padding": [2] * 4, "strides": [2, 2]}),
        ((64, 48, 5, 5), {"dilation": [2, 2], "padding": [4] * 4}),
        ((64, 24, 3, 3), {"dilation": [2, 2], "padding": [2] * 4, "groups": 2}),
        ((64, 48, 3, 3), {"dilation": [9, 9], "padding": [9] * 4}),  # phases of two pixels are mostly zeros
    ],
)
def test_others_stay(weight: tuple[int, ...], attrs: dict[str, Any]) -> None:
    assert "nn.mosaic" not in rewritten("nn_conv2d", weight, (1, 48, 18, 18), **attrs)


def test_the_mosaic() -> None:
    """The example of the operator: 4 x 4 pixels in phases of two rows and columns."""
    form = Mosaic(4, 4, (2, 2))
    assert form.pitch == (3, 3)
    assert form.shape == (5, 5)
    x = np.arange(1, 17, dtype="float32").reshape(1, 1, 4, 4, 1)
    (got,) = interpret(graph(lambda o, x: o.nn_mosaic(x, phases=[2, 2]), x=x.shape), x)
    want = [[1, 3, 0, 2, 4], [9, 11, 0, 10, 12], [0] * 5, [5, 7, 0, 6, 8], [13, 15, 0, 14, 16]]
    np.testing.assert_array_equal(got[0, 0, :, :, 0], want)
