"""Convolutions of bytes on channel blocks: words of four, float sums, zero points at run time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import GraphCall, Var
from mlcc.relax.operators import operator_name
from mlcc.relax.transform.blocked_integers import EXACT, fits_blocks, is_depthwise
from mlcc.target import Target

from .graphs import compiled, graph
from .quantized import CONVS, OUT, STAGES, STEP, assert_near, convolved, passes, quantized, stored, weight_of

#: Types of data and weight, and the weight's zero point: signed bytes without it, or shifted ones.
INTEGER_KINDS = [("uint8", "uint8", 121), ("int8", "int8", 0), ("uint8", "int8", 5), ("uint8", "uint8", 128)]


@pytest.mark.cover(1)
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


@pytest.mark.cover(1)
@pytest.mark.parametrize("kinds", [("int8", 0), ("uint8", 121)])
@pytest.mark.parametrize("is_fixed", [True, False])
def test_sequences_of_many_channels(kinds: tuple[str, int], is_fixed: bool) -> None:
    """What is added per filter stands at the filter's block, also where images have one row."""
    other, zero = kinds
    w, attrs = weight_of(40, 20, 3, dtype=other)[0], {"padding": 1, "strides": 2}

    def body(o: Any, x: Any, start: Any) -> Any:
        q, first = o.cast(x, dtype="uint8"), o.cast(start, dtype="uint8")
        sums = o.conv_integer(q, w, first, np.array(zero, other), **attrs)
        return o.cast(o.add(sums, np.arange(40, dtype=np.int32).reshape(40, 1)), dtype="float32")

    x = np.random.default_rng(0).integers(0, 256, (2, 20, 9)).astype(np.float32)
    module = graph(body, x=(2, 20, 9 if is_fixed else Var("n", "int64")), start=())
    want = convolved((x - 77).astype(np.int64), w.astype(np.int64) - zero, **attrs) + np.arange(40).reshape(40, 1)
    np.testing.assert_array_equal(compiled(module, x, np.array(77, np.float32))[0], want.astype(np.float32))
    assert "qnn.conv2d_nchwc" in passes(module)


@pytest.mark.parametrize("groups", [1, 2, 3, 4, 24])
@pytest.mark.parametrize("lanes", [8, 16])
def test_which_convolutions_have_a_kernel(groups: int, lanes: int) -> None:
    """Full words and outputs for a vector in each group, or a filter of its own for each channel."""
    for inputs, outputs in ((24, 24), (48, 96), (96, 48)):
        kernel = (outputs, inputs // groups, 3, 3)
        full = inputs // groups % 4 == 0 and outputs // groups >= lanes
        own = groups == inputs == outputs > 1
        if groups > 1:
            assert fits_blocks(kernel, groups, lanes) == (full or own)
            assert is_depthwise(kernel, groups) == own
    assert fits_blocks((lanes // 2, 3, 1, 1), 1, lanes)
    assert not fits_blocks((lanes // 2 - 1, 3, 1, 1), 1, lanes)


#: Space, weight and attributes: images under volumes, and patches that do not overlap.
IN_TILES: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((5, 7, 6), (48, 60, 3, 3, 3), {"padding": [1, 1, 0, 1, 0, 1]}),
    ((6, 9, 8), (64, 64, 2, 1, 1), {"strides": [2, 1, 1]}),
    ((5, 6, 5), (48, 50, 3, 1, 3), {"dilation": [2, 1, 1], "padding": [2, 0, 1, 2, 0, 1]}),
    ((26, 21), (64, 3, 5, 4), {"strides": [5, 4]}),
    ((22, 30), (48, 4, 4, 4), {"strides": [5, 7], "dilation": [1, 2]}),
]


@pytest.mark.cover(1)
@pytest.mark.parametrize(("space", "kernel", "attrs"), IN_TILES)
@pytest.mark.parametrize("static", [True, False])
def test_volumes_and_patches(space: tuple[int, ...], kernel: tuple[int, ...], attrs: Any, static: bool) -> None:
    """Zero points that are no zero fill what is around a volume too, along the depth as well."""
    w, scale = weight_of(*kernel)
    zero, rank = 137, len(space)
    unit = (STEP * scale).astype(np.float32)

    def body(o: Any, x: Any) -> Any:
        if not static:
            q, first = o.cast(x, dtype="uint8"), o.cast(o.max(x), dtype="uint8")
            return o.cast(o.conv_integer(q, w, first, np.array(0, np.int8), **attrs), dtype="float32")
        weight = o.dequantize_linear(w, scale, np.zeros(kernel[0], np.int8), axis=0)
        conv = o.nn_conv2d if rank == 2 else o.nn_conv3d
        return stored(o, conv(stored(o, x, STEP, zero, "uint8"), weight, **attrs), OUT, 120, "uint8")

    x = np.random.default_rng(0).integers(0, 250, (2, kernel[1], *space))
    module = graph(body, x=x.shape)
    if static:
        data = ((x - zero) * STEP).astype(np.float32)
        want = convolved(x - zero, w, **attrs) * unit.reshape(-1, *[1] * rank)
        assert_near(compiled(module, data)[0], quantized(want, OUT, 120, "uint8"))
    else:
        want = convolved(x - x.max(), w, **attrs).astype(np.float32)
        np.testing.assert_array_equal(compiled(module, x.astype(np.float32))[0], want)
    names = passes(module, Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids"))
    assert "nn.conv2d_tiles" in names
    assert not {"qnn.conv", "conv_integer", "nn.conv3d", "qnn.conv2d_nchwc"} & names


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
