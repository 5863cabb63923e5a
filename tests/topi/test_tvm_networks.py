"""TVM's names of operators of neural networks, beside NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from evaluation import applied
from numpy.lib.stride_tricks import sliding_window_view
from tolerances import assert_close

from mlcc import topi
from mlcc.diagnostics import MlccError

Array = np.ndarray[Any, Any]


def random(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype("float32")


def windows(data: Array, sizes: Sequence[int], strides: int, dilation: int) -> Array:
    """Windows of the dimensions from 2 on: (n, c, places…, window…)."""
    axes = tuple(range(2, data.ndim))
    spans = [(k - 1) * dilation + 1 for k in sizes]
    view = sliding_window_view(data, spans, axis=axes)
    count = len(axes)
    places = (slice(None, None, strides),) * count
    index = (slice(None), slice(None), *places, *(slice(None, None, dilation),) * count)
    return view[index]


def convolved(
    data: Array, kernel: Array, strides: int, pads: Sequence[tuple[int, int]], dilation: int, groups: int
) -> Array:
    """Data (n, c, …) with a kernel (o, i, …)."""
    data = np.pad(data, [(0, 0), (0, 0), *pads]).astype(np.float64)
    view = windows(data, kernel.shape[2:], strides, dilation)
    n, _, *rest = view.shape
    view = view.reshape(n, groups, -1, *rest)
    weight = kernel.reshape(groups, -1, *kernel.shape[1:]).astype(np.float64)
    count = kernel.ndim - 2
    space, inner = "xyz"[:count], "uvw"[:count]
    result = np.einsum(f"ngi{space}{inner},goi{inner}->ngo{space}", view, weight)
    return result.reshape(n, -1, *result.shape[3:])


def moved(array: Array, source: str, target: str) -> Array:
    return np.ascontiguousarray(array.transpose([source.index(letter) for letter in target]))


@pytest.mark.parametrize("settings", [(1, 0, 1), (2, 1, 1), (1, "SAME", 2), (2, "VALID", 1)])
@pytest.mark.parametrize(
    ("name", "data_layout", "kernel_layout", "groups"),
    [
        ("conv1d_ncw", "NCW", "OIW", 1),
        ("conv1d_nwc", "NWC", "WIO", 1),
        ("group_conv1d_ncw", "NCW", "OIW", 2),
        ("group_conv1d_nwc", "NWC", "WIO", 2),
        ("conv2d_nchw", "NCHW", "OIHW", 1),
        ("conv2d_nhwc", "NHWC", "HWIO", 1),
        ("conv2d_hwcn", "HWCN", "HWIO", 1),
        ("group_conv2d_nchw", "NCHW", "OIHW", 2),
        ("group_conv2d_nhwc", "NHWC", "HWIO", 2),
        ("conv3d_ncdhw", "NCDHW", "OIDHW", 2),
        ("conv3d_ndhwc", "NDHWC", "DHWIO", 1),
    ],
)
def test_convolutions(name: str, data_layout: str, kernel_layout: str, groups: int, settings: Any) -> None:
    strides, padding, dilation = settings
    rank = len(data_layout) - 2
    plain, kernel_plain = "NC" + "DHW"[3 - rank :], "OI" + "DHW"[3 - rank :]
    if rank == 3 and settings != (2, 1, 1):
        padding, dilation = 0, 1
    data, kernel = random(2, 4, *(7, 6, 5)[:rank]), random(6, 4 // groups, *(3, 2, 3)[:rank], seed=1)
    sizes = kernel.shape[2:]
    pads = [(0, 0)] * rank
    if padding == "SAME":
        pads = [(((k - 1) * dilation + 1) // 2, (k - 1) * dilation // 2) for k in sizes]
    elif isinstance(padding, int):
        pads = [(padding, padding)] * rank
    want = convolved(data, kernel, strides, pads, dilation, groups)
    args = [moved(data, plain, data_layout), moved(kernel, kernel_plain, kernel_layout), strides, padding, dilation]
    if name.startswith("group") or rank == 3:
        args.append(groups)
    assert_close(applied(getattr(topi.nn, name), *args), moved(want, plain, data_layout))


@pytest.mark.parametrize("settings", [(1, 1, 1), (2, "SAME", 1), (1, 0, 2)])
def test_depthwise_convolutions(settings: Any) -> None:
    strides, padding, dilation = settings
    data, kernel = random(2, 3, 7, 8), random(3, 2, 3, 3, seed=1)
    pad = {"SAME": 1}.get(padding, padding)
    want = convolved(data, kernel.reshape(6, 1, 3, 3), strides, [(pad, pad)] * 2, dilation, 3)
    assert_close(applied(topi.nn.depthwise_conv2d_nchw, data, kernel, strides, padding, dilation), want)
    got = applied(topi.nn.depthwise_conv2d_nhwc, moved(data, "NCHW", "NHWC"), moved(kernel, "CMHW", "HWCM"),
                  strides, padding, dilation)  # fmt: skip
    assert_close(got, moved(want, "NCHW", "NHWC"))


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_transposed_convolutions_are_adjoint_to_convolutions(rank: int, groups: int) -> None:
    letters = {1: "ncw", 2: "nchw", 3: "ncdhw"}[rank]
    data, kernel = random(2, 4, *(4, 3, 3)[:rank]), random(4, 3, *(3, 2, 3)[:rank], seed=1)
    name = f"{'group_' if groups > 1 else ''}conv{rank}d_transpose_{letters}"
    more = [groups] if groups > 1 else []
    got = applied(getattr(topi.nn, name), data, kernel, 2, 1, "float32", 0, *more)
    other = random(*got.shape, seed=2)
    # the kernel (channels, results per group) of the one is (results, channels per group) of the other
    back = convolved(other, kernel, 2, [(1, 1)] * rank, 1, groups)
    assert back.shape == data.shape
    # wide: two sums of hundreds of products
    assert np.vdot(got.astype(np.float64), other) == pytest.approx(np.vdot(back, data), rel=1e-4)


def test_a_deformable_convolution_without_offsets_is_a_convolution() -> None:
    data, kernel = random(1, 4, 6, 7), random(6, 2, 3, 3, seed=1)
    offset = np.zeros((1, 2 * 9, 6, 7), "float32")
    got = applied(topi.nn.deformable_conv2d_nchw, data, offset, kernel, 1, 1, 1, 1, 2, "float32")
    assert_close(got, convolved(data, kernel, 1, [(1, 1)] * 2, 1, 2))


def test_dilate_and_mirror_pad() -> None:
    data = random(3, 4)
    want = np.full((5, 10), 0.5, "float32")
    want[::2, ::3] = data
    assert_close(applied(topi.nn.dilate, data, (2, 3), 0.5), want)
    for mode in ("SYMMETRIC", "REFLECT"):
        assert_close(applied(topi.nn.mirror_pad, data, (1, 2), (2, 3), mode),
                     np.pad(data, [(1, 2), (2, 3)], mode.lower()))  # fmt: skip
    with pytest.raises(MlccError, match="no mode"):
        applied(topi.nn.mirror_pad, data, (1, 1), None, "WRAP")


@pytest.mark.parametrize("kind", ["max", "avg"])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_pools(rank: int, kind: str) -> None:
    data = random(2, 3, *(7, 6, 5)[:rank])
    fill = -np.inf if kind == "max" else 0
    padded = np.pad(data, [(0, 0), (0, 0), *[(1, 1)] * rank], constant_values=fill)
    view = windows(padded, (3,) * rank, 2, 1)
    want = (np.max if kind == "max" else np.mean)(view, axis=tuple(range(-rank, 0)))
    fn = getattr(topi.nn, f"pool{rank}d")
    layout = {1: "NCW", 2: "NCHW", 3: "NCDHW"}[rank]
    ones = (1,) * rank
    assert_close(applied(fn, data, (3,) * rank, (2,) * rank, ones, ones * 2, kind, layout=layout), want)
    axes = tuple(range(2, 2 + rank))
    whole = (np.max if kind == "max" else np.mean)(data, axis=axes, keepdims=True)
    assert_close(applied(topi.nn.global_pool, data, kind, layout), whole)
    name = "adaptive_pool" + ("" if rank == 2 else f"{rank}d")
    got = applied(getattr(topi.nn, name), data, (3,) * rank, kind)
    want = data.astype(np.float64)
    for axis in axes:
        n = data.shape[axis]
        parts = [want.take(range(i * n // 3, -(-(i + 1) * n // 3)), axis) for i in range(3)]
        want = np.concatenate([(np.max if kind == "max" else np.mean)(p, axis, keepdims=True) for p in parts], axis)
    assert_close(got, want)


def test_scales_and_shifts() -> None:
    data, scale, shift = random(2, 3, 4, 5), random(3, seed=1), random(3, seed=2)
    want = data * scale[:, None, None] + shift[:, None, None]
    assert_close(applied(topi.nn.scale_shift_nchw, data, scale, shift), want)
    got = applied(topi.nn.scale_shift_nhwc, moved(data, "NCHW", "NHWC"), scale, shift)
    assert_close(got, moved(want, "NCHW", "NHWC"))


def test_images_are_enlarged() -> None:
    data = random(2, 3, 4, 5)
    assert_close(applied(topi.nn.upsampling, data, 2, 3), data.repeat(2, 2).repeat(3, 3))
    got = applied(topi.nn.upsampling, moved(data, "NCHW", "NHWC"), 2, 2, "NHWC")
    assert_close(got, moved(data.repeat(2, 2).repeat(2, 3), "NCHW", "NHWC"))
    corners = applied(topi.nn.upsampling, data, 2, 2, method="bilinear", align_corners=True)
    rows = np.stack(
        [[np.interp(np.linspace(0, 3, 8), range(4), c) for c in plane.T] for plane in data.reshape(-1, 4, 5)]
    )
    want = np.stack([[np.interp(np.linspace(0, 4, 10), range(5), r) for r in plane.T] for plane in rows])
    assert_close(corners, want.reshape(2, 3, 8, 10))
    volume = random(1, 2, 3, 2, 4)
    got = applied(topi.nn.upsampling3d, volume, 2, 2, 2)
    assert_close(got, volume.repeat(2, 2).repeat(2, 3).repeat(2, 4))


def test_blocks_of_space_are_images() -> None:
    data = random(2, 4, 5, 3)
    padded = np.pad(data, [(0, 0), (0, 0), (1, 0), (0, 0)])
    want = padded.reshape(2, 2, 2, 3, 2, 3).transpose(2, 4, 0, 1, 3, 5).reshape(8, 2, 3, 3)
    blocks = applied(topi.nn.space_to_batch_nd, data, (2, 2), (0, 1), (0, 0))
    assert_close(blocks, want)
    assert_close(applied(topi.nn.batch_to_space_nd, blocks, (2, 2), (0, 1), (0, 0)), data)


def test_other_names() -> None:
    a, b, bias = random(3, 4), random(5, 4, seed=1), random(5, seed=2)
    assert_close(applied(topi.nn.matmul, a, b, bias, None, False, True), a @ b.T + bias)
    buffer = random(3, 6, seed=3)
    assert_close(applied(topi.nn.fifo_buffer, a, buffer, 1), np.concatenate([buffer[:, 4:], a], 1))
    assert_close(applied(topi.nn.flatten, random(2, 3, 4)), random(2, 3, 4).reshape(2, 12))
    e = np.exp(a - a.max(-1, keepdims=True))
    assert_close(applied(topi.nn.fast_softmax, a), e / e.sum(-1, keepdims=True))


def test_wrong_settings_are_refused() -> None:
    data, kernel = random(1, 2, 5, 5), random(2, 2, 3, 3)
    for fn, args in (
        (topi.nn.conv2d_nchw, (data, kernel, 1, "FULL", 1)),
        (topi.nn.global_pool, (data, "median")),
        (topi.nn.upsampling, (data, 2, 2, "NCHW", "sinc")),
        (topi.nn.dilate, (data, (2, 2))),
    ):
        with pytest.raises(MlccError) as caught:
            applied(fn, *args)
        assert caught.value.code == "T206"
