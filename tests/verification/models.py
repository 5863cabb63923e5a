"""Small models to verify."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper, parser


def chain() -> onnx.ModelProto:
    """Gemm, Relu, Add, Mul, Softmax on a symbolic number of rows."""
    model = parser.parse_model(
        """<ir_version: 8, opset_import: ["" : 17]>
        chain (float[n, 6] x) => (float[n, 5] y) {
            a = Gemm (x, w)
            b = Relu (a)
            c = Add (b, s)
            d = Mul (c, c)
            y = Softmax (d)
        }"""
    )
    generator = np.random.default_rng(3)
    arrays = {"w": generator.standard_normal((6, 5)), "s": generator.standard_normal(5)}
    model.graph.initializer.extend(numpy_helper.from_array(a.astype(np.float32), n) for n, a in arrays.items())
    return model


def one_node(text: str, opset: int = 17, **constants: Any) -> onnx.ModelProto:
    """A model of the standard's textual form: `m (float[3] x) => (float[3] y) { y = Relu (x) }`."""
    model = parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}, "com.microsoft" : 1]>\n{text}')
    model.graph.initializer.extend(numpy_helper.from_array(np.asarray(a), n) for n, a in constants.items())
    return model
