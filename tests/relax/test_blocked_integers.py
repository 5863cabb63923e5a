"""Convolutions of bytes on channel blocks: words of four, float sums, zero points at run time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import GraphCall
from mlcc.relax.operators import operator_name
from mlcc.relax.transform.blocked_integers import EXACT, fits_blocks, is_depthwise

from .graphs import compiled, graph
from .quantized import CONVS, STAGES, convolved, passes, quantized, stored, weight_of

#: Types of data and weight, and the weight's zero point: signed bytes without it, or shifted ones.
INTEGER_KINDS = [("uint8", "uint8", 121), ("int8", "int8", 0), ("uint8", "int8", 5), ("uint8", "uint8", 128)]


@pytest.mark.parametrize(("conv", "kinds"), [(c, INTEGER_KINDS[n % 4]) for n, c in enumerate((*CONVS, *CONVS[:3]))])
def test_integer_convolutions(conv: Any, kinds: Any) -> None:
    """A zero point that is known at run time fills the padding; sums are exact."""
    (channels, outputs, kernel, attrs), (kind, other, zero) = conv, kinds
    rng, low = np.random.default_rng(channels), np.iinfo(kind).min
    shape = (outputs, channels // attrs.get("groups", 1), kernel, kernel)
    w = rng.integers(np.iinfo(other).min, np.iinfo(other).max + 1, shape)

    def body(o: Any, x: Any, start: Any) -> Any:
        q, first = o.cast(x, dtype=kind), o.cast(start, dtype=kind)
        return o.cast(o.conv_integer(q, w.astype(other), first, np.array(zero, other), **attrs), dtype="float32")

    x = rng.integers(low, low + 256, (2, channels, 9, 7)).astype(np.float32)
    start = np.array(low + 77, np.float32)
    module = graph(body, x=x.shape, start=())
    want = convolved((x - start).astype(np.int64), w - zero, **attrs)
    np.testing.assert_array_equal(compiled(module, x, start)[0], want.astype(np.float32))
    names = passes(module)
    assert not {"conv_integer", "qnn.conv"} & names
    assert {"qnn.conv2d_nchwc", "nn.depthwise_conv2d_nchwc", "nn.conv2d_nchwc"} & names


def test_padded_channels_do_not_count_in_window_sums() -> None:
    """21 channels are no whole blocks, and what is added to all of them is added to the padding as well."""
    v, w = weight_of(21, 16, 1, 1)[0], weight_of(16, 21, 3, 3, dtype="uint8")[0]

    def body(o: Any, x: Any, start: Any) -> Any:
        y = o.add(o.nn_conv2d(x, (v % 2).astype(np.float32)), np.float32(7))
        q = o.cast(o.clip(y, min=0.0, max=255.0), dtype="uint8")
        sums = o.conv_integer(q, w, o.cast(start, dtype="uint8"), np.array(119, np.uint8), padding=1)
        return o.cast(sums, dtype="float32")

    x = np.random.default_rng(0).integers(0, 16, (1, 16, 9, 7)).astype(np.float32)
    q = convolved(x.astype(np.int64), v % 2) + 7
    module = graph(body, x=x.shape, start=())
    want = convolved(q - 3, w.astype(np.int64) - 119, padding=1)
    np.testing.assert_array_equal(compiled(module, x, np.float32(3))[0], want.astype(np.float32))
    assert "qnn.window_sums" in passes(module)


@pytest.mark.parametrize("groups", [1, 2, 3, 4, 24])
@pytest.mark.parametrize("lanes", [8, 16])
def test_which_convolutions_have_a_kernel(groups: int, lanes: int) -> None:
    """Full blocks in each group, or a filter of its own for each channel."""
    for inputs, outputs in ((24, 24), (48, 96), (96, 48)):
        kernel = (outputs, inputs // groups, 3, 3)
        full = inputs // groups % lanes == 0 and outputs // groups % lanes == 0
        own = groups == inputs == outputs > 1
        if groups > 1:
            assert fits_blocks(kernel, groups, lanes) == (full or own)
            assert is_depthwise(kernel, groups) == own
    assert fits_blocks((lanes // 2, 3, 1, 1), 1, lanes)
    assert not fits_blocks((lanes // 2 - 1, 3, 1, 1), 1, lanes)


@pytest.mark.parametrize("taps", [3, 23])
def test_sums_that_float32_would_round(taps: int) -> None:
    """255 * 127 * 23 * 23 is more than 2 ** 24: those of the larger window are integers."""
    w = np.full((16, 1, taps, taps), 127, np.int8)
    scale = np.full(16, 1.0, np.float32)

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.zeros(16, np.int8), axis=0)
        y = o.nn_conv2d(stored(o, x, np.float32(1), 0, "uint8"), weight, groups=16)
        return stored(o, y, np.float32(2**17), 0, "uint8")

    x = np.full((1, 16, taps + 1, taps), 255, np.float32)
    x[..., -1] = 254
    module = graph(body, x=x.shape)
    want = quantized(convolved(x.astype(np.int64), w, groups=16), 2**17, 0, "uint8") * 2.0**17
    np.testing.assert_array_equal(compiled(module, x)[0], want)
    for item in STAGES:
        module = item(module)
    calls = [b.value for b in module.graph_funcs["main"].bindings() if isinstance(b.value, GraphCall)]
    kinds = [call.attrs["out_dtype"] for call in calls if operator_name(call) == "nn.depthwise_conv2d_nchwc"]
    assert kinds == ["float32" if 255 * 127 * taps * taps < EXACT else "int32"]
