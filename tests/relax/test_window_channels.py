"""How the elements of windows become channels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mlcc.relax.transform.window_channels import WindowChannels, window_channels

from .graphs import Array, graph, interpret, normal


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("shape", "strides", "padding", "image", "form"),
    [
        ((8, 3, 3, 3), (2, 2), (1, 1, 1, 1), (9, 10), (27, 1, 1)),  # whole windows
        ((8, 3, 7, 7), (2, 2), (3, 3, 3, 3), (12, 13), (21, 7, 1)),  # lines
        ((8, 3, 11, 11), (4, 4), (2, 2, 2, 2), (31, 27), (48, 11, 1)),  # lines of 16 channels each, in two registers
        ((8, 3, 16, 16), (16, 16), (0, 0, 0, 0), (33, 49), (768, 1, 1)),  # squares
        ((8, 2, 1, 40), (1, 1), (0, 3, 0, 3), (1, 50), (80, 1, 1)),  # a kernel of one line, as of a sequence
        ((8, 3, 1, 11), (2, 3), (0, 3, 0, 3), (5, 50), (48, 1, 1)),
        ((8, 5, 6, 4), (3, 2), (2, 1, 3, 1), (20, 23), (30, 2, 2)),
        ((8, 3, 6, 6), (2, 2), (2, 1, 0, 2), (24, 22), (18, 6, 1)),  # squares would take nine registers
    ],
)
def test_forms(shape: Any, strides: Any, padding: Any, image: Any, form: tuple[int, ...]) -> None:
    """Each is the same convolution, of the image that ``nn.im2col`` makes."""
    weight, x = normal(*shape), normal(2, shape[1], *image, seed=1)
    attrs = {"strides": strides, "padding": padding}
    want = interpret(graph(lambda o, x: o.nn_conv2d(x, weight, **attrs), x=x.shape), x)[0]
    made = window_channels(weight, image, want.shape[2:], attrs)
    assert made.weight.shape == (8, *form)
    check(made, x, want)


def check(made: WindowChannels, x: Array, want: Array) -> None:
    columns = made.left.pop("columns", None)

    def body(o: Any, x: Any) -> Any:
        return o.nn_conv2d(o.nn_im2col(x, **made.drawn), made.weight, **made.left)

    got = interpret(graph(body, x=x.shape), x)[0][..., :columns]
    np.testing.assert_allclose(got, want, rtol=0, atol=1e-5 * np.abs(want).max())


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("shape", "strides", "padding", "dilation", "image", "form"),
    [
        ((8, 3, 7, 7), (2, 2), (3, 3, 3, 3), (1, 1), (12, 13), (48, 4, 1)),  # two lines of eight, the last of zeros
        ((8, 3, 5, 5), (1, 2), (0, 2, 1, 2), (2, 1), (14, 13), (48, 3, 1)),
        ((8, 4, 6, 5), (3, 1), (2, 0, 2, 0), (1, 3), (14, 20), (64, 3, 1)),
        ((8, 1, 9, 9), (2, 2), (4, 4, 4, 4), (1, 1), (14, 20), (64, 3, 1)),
        ((8, 3, 4, 4), (4, 4), (1, 1, 1, 1), (1, 1), (14, 18), (48, 1, 1)),  # whole windows
        ((8, 3, 8, 8), (4, 4), (2, 2, 2, 2), (1, 1), (16, 20), (48, 4, 1)),
        ((8, 3, 9, 9), (3, 3), (2, 2, 2, 2), (1, 1), (16, 20), (48, 9, 1)),
        ((8, 5, 6, 9), (2, 3), (2, 2, 2, 2), (1, 1), (16, 20), (30, 3, 3)),  # squares: lines of 16 would be 80
    ],
)
def test_lines_of_bytes(shape: Any, strides: Any, padding: Any, dilation: Any, image: Any, form: Any) -> None:
    """As many lines of a window as 64 channels hold."""
    weight, x = np.rint(9 * normal(*shape)), np.rint(9 * normal(2, shape[1], *image, seed=1))
    attrs = {"strides": strides, "padding": padding, "dilation": dilation}
    want = interpret(graph(lambda o, x: o.nn_conv2d(x, weight.astype("float32"), **attrs), x=x.shape), x)[0]
    made = window_channels(weight.astype(np.int8), image, want.shape[2:], attrs, 64)
    assert made.weight.shape == (8, *form)
    check(replace(made, weight=made.weight.astype("float32")), x.astype("float32"), want)
