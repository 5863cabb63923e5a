"""Quantising ONNX models: float32 models to standard QDQ, dynamic or weight-only integer models.

``quantize(model, calibration)`` is the whole of it. The model is edited as ONNX; calibration and errors run the model
compiled by mlcc. What happens, in order: `prepare` (opset, constants, batch normalisation), `equalize`, `plan` (which
values become integers), `calibrate` (statistics of them), `ranges` (their grids), `error_model` (which layers stay
float), then `static`, `dynamic` or `weight_only` writes the result. ``quantize_module(module, samples)`` does the
static form for graph functions, with the pass `Quantize`; ``build_quantized(model, calibration)`` quantises and builds.
"""

from __future__ import annotations

from .building import AutoRequest, IntegerRequest, build_quantized
from .graph_functions import Quantize, quantize_module
from .options import QuantizeOptions
from .quantize import Quantized, quantize
from .report import LayerReport, Report

__all__ = [
    "AutoRequest",
    "IntegerRequest",
    "LayerReport",
    "Quantize",
    "QuantizeOptions",
    "Quantized",
    "Report",
    "build_quantized",
    "quantize",
    "quantize_module",
]
