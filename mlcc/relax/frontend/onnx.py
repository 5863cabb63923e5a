"""TVM's `relax.frontend.onnx`: `from_onnx`, which `mlcc.frontends` defines."""

from __future__ import annotations

from mlcc.late_names import loader

__getattr__ = loader(__name__)
