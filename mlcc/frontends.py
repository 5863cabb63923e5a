"""TVM's signatures of importers, as `relax.frontend.onnx` shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, update


def from_onnx(
    model: Any,
    shape_dict: Mapping[str, Sequence[Any]] | None = None,
    dtype_dict: Any = "float32",
    opset: int | None = None,
    keep_params_in_input: bool = False,
    sanitize_input_names: bool = True,
) -> IRModule:
    """An ONNX model, a ModelProto or a path, as a module whose `main` is the model.

    Weights are constants; with `keep_params_in_input` they are parameters behind the inputs, and their values the
    attribute ``params`` of `main` (:func:`detach_params` takes them out).

    `shape_dict` gives inputs, by name, their shapes; what it leaves out keeps its symbols. Types are the model's own,
    and names are always made to fit. Raises I1xx codes for what cannot be imported, I134 for a request to
    read another opset than the model states.
    """
    from mlcc.importers.onnx import from_onnx as read
    from mlcc.importers.onnx import load_model

    loaded = load_model(model) if not hasattr(model, "graph") else model
    own = next((item.version for item in loaded.opset_import if item.domain in ("", "ai.onnx")), None)
    if opset is not None and own is not None and opset != own:
        raise MlccError("I134", f"the model is of opset {own}, not {opset}", help="leave `opset` out")
    shapes = {name: tuple(shape) for name, shape in (shape_dict or {}).items()}
    module = read(model, shapes)
    if keep_params_in_input:
        from mlcc.importers.onnx.weights_as_inputs import with_weights_as_inputs

        module = with_weights_as_inputs(module, loaded)
    return module


def detach_params(mod: IRModule) -> tuple[IRModule, dict[str, list[Any]]]:
    """A module without the attribute ``params`` of its functions, and these values by function, as arrays."""
    from mlcc.runtime import nd

    params: dict[str, list[Any]] = {}
    for name, func in mod.graph_funcs.items():
        if "params" in func.attrs:
            params[name] = [nd.array(array) for array in func.attrs["params"]]
            attrs = {key: value for key, value in func.attrs.items() if key != "params"}
            mod = mod.with_function(name, update(func, attrs=attrs))
    return mod, params
