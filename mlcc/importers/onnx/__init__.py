"""ONNX models to graph functions.

``from_onnx(model)`` gives a module whose ``main`` is the model: initializers are constants, inputs are parameters, and
every node is written with operators of :mod:`mlcc.topi`.
"""

from .facts import UnknownValue
from .importer import from_onnx
from .loading import load_model, replaceable
from .registry import onnx_op, supported_ops

__all__ = ["UnknownValue", "from_onnx", "load_model", "onnx_op", "replaceable", "supported_ops"]
