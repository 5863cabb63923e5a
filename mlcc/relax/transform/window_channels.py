"""Convolutions of few channels as those of many: elements of windows become the channels of a pixel.

With 3 channels, 3x3 is 1x1 of 27 channels, and 7x7 is 7x1 of 21, those of a line of the window. 16x16 by steps of 16 is
1x1 of 768, those of a square of the image, in which no pixel is read for another window.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.topi.conv_tiles import ROWS

from .blocked_weights import zero_padded
from .tile_products import TILE_DEPTH

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class WindowChannels:
    """The attributes of ``nn.im2col`` that makes the image, and the weight (O, I, kh, kw) and the attributes of the
    convolution of that."""

    drawn: dict[str, Any]
    weight: Array
    left: dict[str, Any]


def window_channels(
    weight: Array, image: Sequence[int], result: Sequence[int], attrs: Mapping[str, Any]
) -> WindowChannels:
    """The convolution with a weight (O, I, kh, kw) of images of the extents `image` to such of `result`, in the form
    that needs the fewest registers: whole windows, if one holds them, lines, or squares of a step if these fill the
    window: pixels outside of it are not multiplied, since they may be infinite."""
    _, inputs, high, wide = weight.shape
    strides, dilation = ([int(n) for n in attrs.get(name) or (1, 1)] for name in ("strides", "dilation"))
    if inputs * high * wide <= TILE_DEPTH:
        return _of_lines(weight, high, result, strides, dilation, attrs["padding"])
    lines = _registers(inputs * wide) * high
    squares = _registers(inputs * math.prod(strides)) * (high // strides[0]) * (wide // strides[1])
    in_squares = dilation == [1, 1] and high % strides[0] == 0 and wide % strides[1] == 0
    if in_squares and squares < lines:
        return _of_squares(weight, result, image, strides, attrs["padding"])
    return _of_lines(weight, 1, result, strides, dilation, attrs["padding"])


def _registers(channels: int) -> int:
    return -(-channels // TILE_DEPTH)


def _of_lines(
    weight: Array, lines: int, result: Sequence[int], strides: list[int], dilation: list[int], padding: Sequence[int]
) -> WindowChannels:
    """So many lines of a window, one or all, as channels."""
    outputs, inputs, high, wide = weight.shape
    drawn: dict[str, Any] = {"kernel_size": [lines, wide], "padding": padding}
    drawn |= {"strides": strides, "dilation": dilation}
    left = _single_steps()
    if lines < high:
        drawn |= {"strides": [1, strides[1]], "dilation": [1, dilation[1]]}
        left |= {"strides": [strides[0], 1], "dilation": [dilation[0], 1]}
        rest = -result[1] % ROWS
        if rest:  # rows of pixels in full registers are not copied again
            drawn |= {"padding": [*padding[:3], padding[3] + rest * strides[1]]}
            left |= {"columns": result[1]}
    if lines == 1:
        taps = 1 << (wide - 1).bit_length()
        if 1 < _registers(inputs * taps) <= _registers(inputs * wide) and taps <= TILE_DEPTH:
            # no line is in two registers, so that lines are copied by words
            drawn |= {"taps": taps}
            weight = zero_padded(weight, (0, 0, 0, taps - wide))
        weight = weight.transpose(0, 1, 3, 2)
    channels = weight.reshape(outputs, -1, high // lines, 1)
    return WindowChannels(drawn, np.ascontiguousarray(channels), left)


def _of_squares(
    weight: Array, result: Sequence[int], image: Sequence[int], strides: list[int], padding: Sequence[int]
) -> WindowChannels:
    """The pixels of a step as channels: windows are full steps."""
    outputs, inputs, *kernel = weight.shape
    steps = [k // s for k, s in zip(kernel, strides, strict=True)]
    ends = [
        max(0, (count + n - 1) * s - extent - before)
        for count, n, s, extent, before in zip(result, steps, strides, image, padding[:2], strict=True)
    ]
    taps = weight.reshape(outputs, inputs, steps[0], strides[0], steps[1], strides[1]).transpose(0, 1, 3, 5, 2, 4)
    channels = taps.reshape(outputs, inputs * math.prod(strides), *steps)
    drawn = {"kernel_size": strides, "strides": strides, "padding": [*padding[:2], *ends]}
    return WindowChannels(drawn, np.ascontiguousarray(channels), _single_steps())


def _single_steps() -> dict[str, Any]:
    return {"strides": [1, 1], "dilation": [1, 1], "padding": [0] * 4}
