"""The products of a convolution whose factor is no padding.

With a dilation of 12, most taps of a window over 20 rows lie beyond the first or the last row.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.ir import Constant, GraphExpr, as_int
from mlcc.topi.shapes import pads_of, per_dim

from .blocked_weights import image_dims


def seen_share(
    extents: Sequence[int], results: Sequence[int], kernel: Sequence[int], attrs: Mapping[str, Any]
) -> float:
    """The part of the products that is not with padding: of an image of `extents`, (D, H, W) or (H, W), by a window of
    the extents `kernel`."""
    return math.prod(_shares(extents, results, kernel, attrs))


def _shares(
    extents: Sequence[int], results: Sequence[int], kernel: Sequence[int], attrs: Mapping[str, Any]
) -> list[float]:
    """The same of each dimension by itself."""
    rank, shares = len(extents), list[float]()
    strides, steps = (per_dim(attrs.get(name), rank, 1, name) for name in ("strides", "dilation"))
    pads = pads_of(attrs.get("padding"), rank)
    for extent, count, taps, stride, step, (before, _) in zip(
        extents, results, kernel, strides, steps, pads, strict=True
    ):
        at = (y * stride + tap * step - before for y in range(count) for tap in range(taps))
        shares.append(sum(0 <= p < extent for p in at) / max(1, count * taps))
    return shares


def skips_padding(
    data: GraphExpr,
    weight: GraphExpr,
    image: Sequence[int | None],
    attrs: Mapping[str, Any],
    least: float,
    assumed: int | None = None,
) -> bool:
    """Whether a convolution of blocked `data` with a constant weight gains by a test for padding: where at least that
    part of the products is with rows of it. `image` are the extents of the result; those of symbolic size are decided
    by images of `assumed` extents, or have no test. A weight with infinities multiplies the padding: zero times
    infinity is not a number."""
    extents = [as_int(d) for d in (image_dims(data) or ())[2:-1]]
    if not isinstance(weight, Constant) or not image or (assumed is None and None in (*extents, *image)):
        return False
    sizes = [int(assumed or 0) if d is None else d for d in extents]
    strides = per_dim(attrs.get("strides"), len(sizes), 1, "strides")
    # A sequence is an image of one row.
    known = [1] * (len(sizes) - len(image)) + list(image)
    results = [size // stride if d is None else d for d, size, stride in zip(known, sizes, strides, strict=True)]
    shares = _shares(sizes, results, weight.data.shape[2:], attrs)
    # A tile is several columns, of which some are mostly inside.
    if 1 - math.prod(shares[:-1]) < least:
        return False
    return is_finite(weight)


def is_finite(weight: Constant) -> bool:
    """Whether products of a weight with padding are zero: none of its numbers is infinite or NaN."""
    return bool(np.isfinite(weight.data).all())
