"""Comparing what mlcc computes with references: whole models, every value of one, and the search for a wrong node.

`verify_model` runs a model as `mlcc build` builds it beside the reference evaluator of ONNX and onnxruntime;
`compare_nodes` exposes every intermediate value; `bisect_model` finds the first wrong node, and the pass or phase that
makes it wrong, and cuts a small model out of it.
"""

from __future__ import annotations

from .bisect import Finding, bisect_model
from .judge import Bounds, Difference, compare
from .nodes import NodeReport, NodeRow, compare_nodes
from .verify import VerifyReport, VerifyRow, accuracy, verify_model

__all__ = [
    "Bounds",
    "Difference",
    "Finding",
    "NodeReport",
    "NodeRow",
    "VerifyReport",
    "VerifyRow",
    "accuracy",
    "bisect_model",
    "compare",
    "compare_nodes",
    "verify_model",
]
