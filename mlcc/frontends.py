"""TVM's signatures of importers, as `relax.frontend.onnx` shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule


def from_onnx(
    model: Any,
    shape_dict: Mapping[str, Sequence[Any]] | None = None,
    dtype_dict: Any = "float32",
    opset: int | None = None,
    keep_params_in_input: bool = False,
    sanitize_input_names: bool = True,
) -> IRModule:
    """An ONNX model, a ModelProto or a path, as a module whose `main` is the model; weights are constants.

    `shape_dict` gives inputs, by name, their shapes; what it leaves out keeps its symbols. Types are the model's own,
    and names are always made to fit. Raises I1xx codes for what cannot be imported, I134 for a request to keep the
    weights as inputs or to read another opset than the model states.
    """
    from mlcc.importers.onnx import from_onnx as read
    from mlcc.importers.onnx import load_model

    if keep_params_in_input:
        raise MlccError("I134", "the weights of an ONNX model are constants",
                        help="other weights come in by `mlcc.build(..., weights=...)` or `mlcc patch`")  # fmt: skip
    loaded = load_model(model) if not hasattr(model, "graph") else model
    own = next((item.version for item in loaded.opset_import if item.domain in ("", "ai.onnx")), None)
    if opset is not None and own is not None and opset != own:
        raise MlccError("I134", f"the model is of opset {own}, not {opset}", help="leave `opset` out")
    shapes = {name: tuple(shape) for name, shape in (shape_dict or {}).items()}
    return read(model, shapes)
