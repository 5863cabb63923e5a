"""The matrix that sums the bins of a spectrum up in bands of the mel scale; it is a constant."""

from __future__ import annotations

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..protos import onnx_dtype
from ..registry import onnx_op
from ..values import Array


@onnx_op("MelWeightMatrix", since=17)
def mel_weight_matrix(
    ctx: Context,
    num_mel_bins: GraphExpr,
    dft_length: GraphExpr,
    sample_rate: GraphExpr,
    lower: GraphExpr,
    upper: GraphExpr,
    *,
    output_datatype: int = 1,
) -> GraphExpr:
    bands, length = int(ctx.scalar(num_mel_bins, "num_mel_bins")), int(ctx.scalar(dft_length, "dft_length"))
    low, high = float(ctx.scalar(lower, "lower_edge_hertz")), float(ctx.scalar(upper, "upper_edge_hertz"))
    matrix = _triangles(bands, length, float(ctx.scalar(sample_rate, "sample_rate")), low, high)
    return ctx.constant(matrix, onnx_dtype(output_datatype, "output_datatype"))


def _triangles(bands: int, length: int, rate: float, lower: float, upper: float) -> Array:
    """(length // 2 + 1, bands): a band rises from the bin where the one before has its peak to 1 at its own peak, and
    falls to 0 where the next has its peak. Peaks are `bands + 2` bins, evenly spaced in mel."""
    low, high = (2595 * np.log10(1 + f / 700) for f in (lower, upper))
    mels = low + np.arange(bands + 2) * (high - low) / (bands + 2)
    peaks = ((length + 1) * (700 * (10 ** (mels / 2595) - 1)) // rate).astype(int)
    start, peak, end = peaks[:-2], peaks[1:-1], peaks[2:]
    bins = np.arange(length // 2 + 1)[:, None]
    rise = (bins - start) / np.maximum(peak - start, 1)
    fall = (end - bins) / np.maximum(end - peak, 1)
    inside = np.where((start <= bins) & (bins < peak), rise, np.where((peak <= bins) & (bins < end), fall, 0.0))
    return np.where(bins == peak, 1.0, inside)  # also where a band is a single bin
