"""Convolutions of few channels as those of many: elements of windows become the channels of a pixel.

With 3 channels, 3x3 is 1x1 of 27 channels, and 7x7 is 7x1 of 21, those of a line of the window. 16x16 by steps of 16 is
1x1 of 768, those of a square of the image, in which no pixel is read for another window. Of bytes, a register holds
several lines, and lines are words, with weights of zero behind their ends: 7x7 is 4x1 of 48, two lines of 8 elements.
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
    weight: Array, image: Sequence[int], result: Sequence[int], attrs: Mapping[str, Any], depth: int = TILE_DEPTH
) -> WindowChannels:
    """The convolution with a weight (O, I, kh, kw) of images of the extents `image` to such of `result`, in the form
    that needs the fewest registers of `depth` channels: lines of windows, as many as one holds, or squares of a step if
    these fill the window: pixels outside of it are not multiplied, since they may be infinite; bytes are not."""
    strides, dilation = ([int(n) for n in attrs.get(name) or (1, 1)] for name in ("strides", "dilation"))
    _, inputs, high, wide = weight.shape
    squares, padding, full = _squares(weight, strides, dilation, depth), list(attrs["padding"]), weight
    if weight.dtype.kind == "i":
        wide = 1 << (wide - 1).bit_length()
        more = wide - weight.shape[3]
        full, padding[3] = zero_padded(weight, (0, 0, 0, more)), padding[3] + more * dilation[1]
    lines = max(1, min(high, depth // (inputs * wide)))
    if high % lines and weight.dtype.kind != "i":
        lines = 1
    if 0 < squares < _registers(inputs * wide * lines, depth) * -(-high // lines):
        return _of_squares(weight, result, image, strides, attrs["padding"])
    return _of_lines(full, lines, result, strides, dilation, padding, depth)


def _squares(weight: Array, strides: list[int], dilation: list[int], depth: int) -> int:
    """The registers of a window in squares of a step; 0 if these do not fill it."""
    _, inputs, *kernel = weight.shape
    if dilation != [1, 1] or any(k % s for k, s in zip(kernel, strides, strict=True)):
        return 0
    steps = [k // s for k, s in zip(kernel, strides, strict=True)]
    return int(_registers(inputs * math.prod(strides), depth) * math.prod(steps))


def _registers(channels: int, depth: int) -> int:
    return -(-channels // depth)


def _of_lines(
    weight: Array, lines: int, result: Sequence[int], strides: list[int], dilation: list[int],
    padding: Sequence[int], depth: int,
) -> WindowChannels:  # fmt: skip
    """So many lines of a window as channels. Those behind the last one of a window have weights of zero."""
    outputs, inputs, high, wide = weight.shape
    parts = -(-high // lines)
    drawn: dict[str, Any] = {"kernel_size": [lines, wide], "padding": padding}
    drawn |= {"strides": strides, "dilation": dilation}
    left = _single_steps()
    if parts > 1:
        below = padding[2] + (parts * lines - high) * dilation[0]
        drawn |= {"strides": [1, strides[1]], "padding": [*padding[:2], below, padding[3]]}
        left |= {"strides": [strides[0], 1], "dilation": [dilation[0] * lines, 1]}
        rest = -result[1] % ROWS
        if rest:  # rows of pixels in full registers are not copied again
            drawn |= {"padding": [*padding[:2], below, padding[3] + rest * strides[1]]}
            left |= {"columns": result[1]}
    taps = wide
    if lines == 1:
        rounded = 1 << (wide - 1).bit_length()
        if 1 < _registers(inputs * rounded, depth) <= _registers(inputs * wide, depth) and rounded <= depth:
            # no line is in two registers, so that lines are copied by words
            drawn, taps = drawn | {"taps": rounded}, rounded
    full = zero_padded(weight, (0, 0, parts * lines - high, taps - wide))
    split = full.reshape(outputs, inputs, parts, lines, taps).transpose(0, 1, 3, 4, 2)
    return WindowChannels(drawn, np.ascontiguousarray(split.reshape(outputs, -1, parts, 1)), left)


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
