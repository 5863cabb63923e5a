"""A model in float64 by ONNX's reference evaluator: who is nearer to it, where mlcc and onnxruntime differ."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun
from splices.roundings import MENDED, double, widen

from .made import Arrays
from .results import distance


class STFT(OpRun):
    """The reference takes no signal without a last dimension of 1, which exporters write."""

    op_domain = ""

    def _run(self, x: Any, step: Any, window: Any = None, length: Any = None, onesided: int = 1) -> tuple[Any]:
        signal = x if x.ndim == 2 else x[..., 0]
        size = int(length) if length is not None else len(window)
        frames = np.lib.stride_tricks.sliding_window_view(signal, size, axis=-1)[:, :: int(step)]
        frames = frames if window is None else frames * window
        result = np.fft.rfft(frames) if onesided else np.fft.fft(frames)
        return (np.stack([result.real, result.imag], axis=-1),)


def evaluated(model: onnx.ModelProto, feeds: Arrays) -> list[Any] | None:
    """The results with all floats widened to float64, or None where the reference has not all operators."""
    wide = onnx.ModelProto()
    wide.CopyFrom(model)
    del wide.graph.value_info[:]
    widen(wide.graph)
    try:
        evaluator = ReferenceEvaluator(wide, new_ops=[*MENDED, STFT])
        return [np.asarray(a) for a in evaluator.run(None, {name: double(a) for name, a in feeds.items()})]
    except Exception:  # the reference raises many kinds
        return None


def nearer(
    mine: Any, theirs: Any, exact: Any, bound: float, name: str = "onnxruntime", factor: float = 1.0
) -> str | None:
    """How far both are from float64, if `mine` is within the bound of it and no further from it than `factor` times
    `theirs`, which `name` computed."""
    ours, other = distance(mine, exact), distance(theirs, exact)
    if not np.isfinite(ours) or ours > min(bound, factor * other):
        return None
    return f"from float64: mlcc {ours:.1e}, {name} {other:.1e}"
