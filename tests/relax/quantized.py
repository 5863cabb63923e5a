"""Quantised layers of the tests: their definition in NumPy, and what the passes leave of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import IRModule
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination, FuseQuantized
from mlcc.target import Target
from mlcc.topi.shapes import pads_of, per_dim

from .graphs import Array, operators

STAGES = (FuseQuantized(), DeadCodeElimination(), ConvertLayout(), DeadCodeElimination())


STEP, OUT = np.float32(0.02), np.float32(0.07)


CONVS: list[tuple[int, int, int, dict[str, Any]]] = [
    (16, 32, 3, {"padding": 1}),
    (3, 24, 5, {"padding": 2, "strides": 2}),
    (20, 40, 1, {}),
    (32, 32, 3, {"padding": 1, "groups": 32}),
    (21, 21, 3, {"padding": [0, 1, 2, 1], "groups": 21, "strides": [1, 2]}),
    (64, 32, 3, {"groups": 2, "dilation": 2, "padding": 2}),
    (17, 35, 2, {"strides": [2, 1]}),
    (100, 64, 3, {"padding": [1, 0, 1, 2]}),
    (60, 117, 1, {"strides": 2}),
    (128, 128, 3, {"padding": 1, "groups": 2}),
    (60, 51, 3, {"padding": 1, "groups": 3}),
]


#: Types of the bytes in and out, and their zero points.
KINDS = [("uint8", 137, "uint8", 5), ("int8", -9, "int8", -100), ("int8", 0, "uint8", 0)]


def quantized(x: Array, scale: Any, zero: int, dtype: str) -> Array:
    info = np.iinfo(dtype)
    return np.clip(np.rint(x.astype(np.float32) / np.float32(scale)) + zero, info.min, info.max).astype(np.int64) - zero


def weight_of(*shape: int, dtype: str = "int8", axis: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng([1, *shape])
    low, high = (-128, 128) if dtype == "int8" else (0, 256)
    return rng.integers(low, high, shape).astype(dtype), rng.uniform(0.002, 0.02, shape[axis]).astype(np.float32)


def stored(o: Any, x: Any, scale: Any, zero: int, dtype: str) -> Any:
    """To bytes and back."""
    q = o.quantize_linear(x, np.asarray(scale), np.array(zero, dtype))
    return o.dequantize_linear(q, np.asarray(scale), np.array(zero, dtype))


def convolved(x: Array, w: Array, groups: int = 1, **attrs: Any) -> Array:
    """The convolution of whole numbers."""
    rank = w.ndim - 2
    stride, step = (per_dim(attrs.get(name), rank, 1, name) for name in ("strides", "dilation"))
    x = np.pad(x, [(0, 0), (0, 0), *pads_of(attrs.get("padding"), rank)])
    reach = tuple((k - 1) * d + 1 for k, d in zip(w.shape[2:], step, strict=True))
    windows = np.lib.stride_tricks.sliding_window_view(x, reach, tuple(range(2, rank + 2)))
    every: Any = (Ellipsis, *(slice(None, None, n) for n in (*stride, *step)))
    windows = windows[every]
    parts = zip(np.split(windows, groups, 1), np.split(w.astype(np.int64), groups), strict=True)
    space, taps = "dhw"[-rank:], "xyz"[-rank:]
    return np.concatenate([np.einsum(f"nc{space}{taps},oc{taps}->no{space}", a, b) for a, b in parts], 1)


def assert_near(got: Array, want: Array, scale: Any = OUT) -> None:
    """Whole multiples of `scale`, at most one apart, and mostly equal."""
    steps = np.abs(np.rint(got / scale) - want)
    assert steps.max() <= 1
    assert (steps > 0).mean() < 0.01
    assert np.unique(want).size > 20


def passes(module: IRModule, target: Target | None = None) -> set[str]:
    """The operators that are left after the layouts are chosen, for `target`, or for no machine in particular."""
    for item in STAGES:
        module = (item if target is None else item.for_target(target))(module)
    return set(operators(module))
