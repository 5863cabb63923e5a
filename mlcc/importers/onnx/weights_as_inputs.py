"""The initializers of a model as parameters of its function."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import onnx

from mlcc.ir import Constant, GraphFunction, GraphVar, IRModule, Node, map_children, update
from mlcc.relax import tensor_info

Array = np.ndarray[Any, Any]


def with_weights_as_inputs(module: IRModule, model: onnx.ModelProto) -> IRModule:
    """A module whose `main` has a parameter for each initializer that is still a constant in it, after the inputs.

    The attribute ``params`` of `main` has their values in order, ``num_input`` the number of inputs before them. What
    the import used itself (shapes, axes) and what it computed of initializers stays as it is.
    """
    main = module["main"]
    assert isinstance(main, GraphFunction)
    names = {_key(array): tensor.name for tensor in model.graph.initializer if (array := _array(tensor)).ndim}
    taken = {p.name for p in main.params} | {b.var.name for b in main.bindings()}
    found: dict[Any, tuple[GraphVar, Array]] = {}

    def visit(node: Node) -> Node:
        if not isinstance(node, Constant):
            return map_children(node, visit)
        key = _key(node.data) if node.data.ndim else None
        if key not in names:
            return node
        if key not in found:
            found[key] = GraphVar(_free(names[key], taken), tensor_info(node)), node.data
        return found[key][0]

    body = visit(main.body)
    weights = list(found.values())
    new = update(main, params=(*main.params, *(var for var, _ in weights)), body=body)
    attrs = {**main.attrs, "num_input": len(main.params), "params": [array for _, array in weights]}
    if "input_names" in attrs:
        attrs["input_names"] = [*attrs["input_names"], *(var.name for var, _ in weights)]
    return module.with_function("main", update(new, attrs=attrs))


def _array(tensor: onnx.TensorProto) -> Array:
    from onnx import numpy_helper

    return np.asarray(numpy_helper.to_array(tensor))


def _key(array: Array) -> Any:
    """Equal for arrays with the same elements."""
    return str(array.dtype), array.shape, hashlib.sha256(np.ascontiguousarray(array).tobytes()).digest()


def _free(name: str, taken: set[str]) -> str:
    """An identifier like `name` that nothing else has."""
    base = "".join(ch if ch.isalnum() or ch == "_" else "_" for ch in name) or "w"
    base = f"p_{base}" if base[0].isdigit() else base
    new, count = base, 0
    while new in taken:
        count += 1
        new = f"{base}_{count}"
    taken.add(new)
    return new
