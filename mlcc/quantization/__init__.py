"""Quantising ONNX models: float32 models to standard QDQ, dynamic or weight-only integer models.

``quantize(model, calibration)`` is the whole of it. The model is edited as ONNX; calibration and errors run the model
compiled by mlcc. What happens, in order: `prepare` (opset, constants, batch normalisation), `equalize`, `plan` (which
values become integers), `calibrate` (statistics of them), `ranges` (their grids), `error_model` (which layers stay
float), then `static`, `dynamic` or `weight_only` writes the result.
"""

from __future__ import annotations

from .options import QuantizeOptions
from .quantize import Quantized, quantize
from .report import LayerReport, Report

__all__ = ["LayerReport", "QuantizeOptions", "Quantized", "Report", "quantize"]
