"""Forms of a model: in float16, and quantised by onnxruntime's tools, which the calls calibrate."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_dynamic,
    quantize_static,
)

from .models import Made
from .net import Array

FORMS = ("float", "qdq", "operators", "dynamic", "float16")
_TYPES = {"uint8": QuantType.QUInt8, "int8": QuantType.QInt8}


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with float16 for float32, but for what operators define as floats: the scales of `Resize`."""
    half = onnx.ModelProto()
    half.CopyFrom(model)
    graph, narrow, wide = half.graph, onnx.TensorProto.FLOAT16, onnx.TensorProto.FLOAT
    kept = {node.input[2] for node in graph.node if node.op_type == "Resize"}
    for value in (*graph.input, *graph.output):
        if value.type.tensor_type.elem_type == wide:
            value.type.tensor_type.elem_type = narrow
    for weight in graph.initializer:
        if weight.data_type == wide and weight.name not in kept:
            array = numpy_helper.to_array(weight)
            with np.errstate(over="ignore"):
                weight.CopyFrom(numpy_helper.from_array(array.astype(np.float16), weight.name))
    for node in graph.node:
        for attribute in node.attribute:
            if node.op_type == "Cast" and attribute.i == wide:
                attribute.i = narrow
    return half


class _Calls(CalibrationDataReader):
    def __init__(self, feeds: list[dict[str, Array]]) -> None:
        self._left: Iterator[dict[str, Array]] = iter(feeds)

    def get_next(self) -> dict[str, Array] | None:
        return next(self._left, None)


def quantised(made: Made, form: str, seed: int) -> onnx.ModelProto:
    """A model in a form of FORMS; types, zero points and whether each filter has a scale of its own as `seed` says."""
    if form == "float":
        return made.model
    if form == "float16":
        return halved(made.model)
    rng = random.Random(seed)
    weights = _TYPES[rng.choice(["uint8", "int8"])]
    each = rng.random() < 0.5
    common: dict[str, Any] = {"weight_type": weights, "per_channel": each}
    common["reduce_range"] = weights == QuantType.QInt8
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "float.onnx"), Path(folder, "quantised.onnx")
        onnx.save(made.model, before)
        if form == "dynamic":
            quantize_dynamic(before, after, **common, extra_options={"MatMulConstBOnly": True})
        else:
            kind = QuantFormat.QDQ if form == "qdq" else QuantFormat.QOperator
            both = form == "qdq" and weights == QuantType.QInt8 and rng.random() < 0.3
            data = QuantType.QInt8 if both else QuantType.QUInt8
            # onnxruntime takes the first of several zero points of a weight for all
            options = {"ActivationSymmetric": rng.random() < 0.3, "WeightSymmetric": each or rng.random() < 0.5}
            quantize_static(
                before, after, _Calls(made.feeds), quant_format=kind, activation_type=data, **common,
                calibrate_method=CalibrationMethod.MinMax, extra_options=options,
            )  # fmt: skip
        return onnx.load(after)
