"""mlcc as an ONNX backend: the standard interface of `onnx.backend.base`.

    import mlcc.backend as backend
    outputs = backend.prepare(model).run([x])

A model is compiled when its inputs are known: for their shapes, and for the values of those small inputs that decide
shapes inside the model (such as the target of a Reshape). Every value that is computed is computed by compiled code.
The environment variable MLCC_TARGET names the target (`c`) for programs that cannot say it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from onnx.backend.base import Backend, BackendRep, Device, DeviceType

from mlcc.diagnostics import MlccError
from mlcc.driver import build, import_model
from mlcc.importers.onnx import UnknownValue, from_onnx
from mlcc.ir import GraphFunction, IRModule
from mlcc.narrow_types import from_bytes
from mlcc.runtime import Library
from mlcc.string_rows import STRING, is_text

#: Inputs of more elements are data, not shapes.
_SMALL = 64


@dataclass(frozen=True)
class _Compiled:
    """A library, and how its results make the model's outputs (see `from_onnx`): attributes of the function."""

    library: Library
    attrs: Mapping[str, Any]

    def __call__(self, arrays: Sequence[Any]) -> tuple[Any, ...]:
        result = self.library(*arrays)
        flat = list(result) if isinstance(result, tuple) else [result]
        formats = self.attrs.get("output_formats") or [""] * len(flat)
        # The library has made strings of their bytes itself.
        narrow = [form if form != STRING else "" for form in formats]
        flat = [from_bytes(array, form) if form else array for array, form in zip(flat, narrow, strict=True)]
        lengths = self.attrs.get("output_lengths")
        if lengths is None:
            return tuple(flat)
        outputs: list[Any] = []
        for length in lengths:
            if length is None:
                outputs.append(flat.pop(0))
            elif length < 0:
                outputs.append(None)
            else:
                outputs.append([flat.pop(0) for _ in range(length)])
        return tuple(outputs)


class MlccRep(BackendRep):
    """A prepared model. Libraries are kept by the inputs' shapes, and by those values that decide shapes."""

    def __init__(self, model: onnx.ModelProto, target: str | None = None) -> None:
        self.model = model
        self.target = target
        constants = {tensor.name for tensor in model.graph.initializer}
        self.names = [item.name for item in model.graph.input if item.name not in constants]
        self._libraries: dict[Any, _Compiled] = {}
        self._deciding: dict[Any, tuple[str, ...]] = {}  # by shapes: the inputs whose values matter

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Run on arrays in the order of the graph's inputs, or by name; gives the outputs in order."""
        values = dict(zip(self.names, self._values(inputs), strict=True))
        key = (_shapes_key(list(values.values())), self._values_key(values))
        if key not in self._libraries:
            compiled = self._compile(values)
            key = (key[0], self._values_key(values))
            self._libraries[key] = compiled
        return self._libraries[key](_flat(list(values.values())))

    def _values_key(self, values: Mapping[str, Any]) -> tuple[bytes, ...]:
        names = self._deciding.get(_shapes_key(list(values.values())), ())
        return tuple(values[name].tobytes() for name in names)

    def _compile(self, values: Mapping[str, Any]) -> _Compiled:
        """Import for the shapes; where the importer asks for a value, tell it and try again. Results are compared with
        the standard's reference: sums of 16-bit floats round as there."""
        shapes = {name: _shape(value) for name, value in values.items()}
        assumed: dict[str, Any] = {}
        while True:
            try:
                module = from_onnx(self.model, shapes, assumed=assumed)
            except UnknownValue as error:
                wanted = [n for n in error.inputs if n not in assumed and _may_decide(values.get(n))]
                if not wanted:
                    raise
                assumed.update({name: values[name] for name in wanted})
                continue
            try:
                library = build(module, self.target, rounding="standard")
                break
            except MlccError as error:  # a device takes no sizes that a run computes: they become part of the key
                # Integers first: numbers such as scales are data more often than sizes.
                more = next((m for m in _decisive(values) if not m.keys() <= assumed.keys()), None)
                if error.code != "L121" or more is None:
                    raise
                assumed.update(more)
        self._deciding[_shapes_key(list(values.values()))] = tuple(sorted(assumed))
        return _Compiled(library, _attributes(module))

    def _values(self, inputs: Any) -> list[Any]:
        if isinstance(inputs, Mapping):
            inputs = [inputs[name] for name in self.names]
        elif isinstance(inputs, np.ndarray | np.generic):
            inputs = [inputs]
        return [_value(item) for item in inputs]


def _value(item: Any) -> Any:
    """An array, a list of them for a sequence, or None for an optional value left out."""
    if item is None:
        return None
    return [_value(part) for part in item] if isinstance(item, list) else np.asarray(item)


def _flat(values: Sequence[Any]) -> list[Any]:
    flat: list[Any] = []
    for value in values:
        if isinstance(value, list):
            flat.extend(_flat(value))
        elif value is not None:
            flat.append(value)
    return flat


def _shape(value: Any) -> Any:
    if isinstance(value, list):
        return [_shape(part) for part in value]
    return None if value is None else value.shape


def _shapes_key(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_shapes_key(part) for part in value)
    return None if value is None else (value.shape, str(value.dtype))


def _may_decide(value: Any) -> bool:
    """Shapes come from small vectors and scalars."""
    return isinstance(value, np.ndarray) and value.ndim <= 1 and value.size <= _SMALL and not is_text(value)


def _decisive(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The values that may decide sizes: the integers, and all of them."""
    small = {name: value for name, value in values.items() if _may_decide(value)}
    return [{name: value for name, value in small.items() if value.dtype.kind in "iu"}, small]


def _attributes(module: IRModule) -> Mapping[str, Any]:
    func = module["main"]
    assert isinstance(func, GraphFunction)
    return func.attrs


class MlccBackend(Backend):
    """The functions that the interface asks for."""

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> bool:
        """Whether the importer knows every operator of the model."""
        if not cls.supports_device(device):
            return False
        try:
            import_model(model)
        except MlccError:
            return False
        return True

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> MlccRep:
        """A model to run; `target` among the options says for which machine."""
        return MlccRep(model, kwargs.get("target") or os.environ.get("MLCC_TARGET"))

    @classmethod
    def run_model(cls, model: onnx.ModelProto, inputs: Any, device: str = "CPU", **kwargs: Any) -> tuple[Any, ...]:
        """Prepare and run once."""
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(
        cls,
        node: onnx.NodeProto,
        inputs: Any,
        device: str = "CPU",
        outputs_info: Sequence[tuple[np.dtype[Any], tuple[int, ...]]] | None = None,
        **kwargs: Any,
    ) -> tuple[Any, ...]:
        """Run one node on arrays."""
        return cls.run_model(_model_of_node(node, inputs, kwargs.pop("opset_version", None)), inputs, device, **kwargs)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """The CPU only."""
        return bool(Device(device).type == DeviceType.CPU)


def _model_of_node(node: onnx.NodeProto, inputs: Sequence[Any], opset: int | None) -> onnx.ModelProto:
    """A model that holds one node, its inputs typed as the arrays are."""
    arrays = [np.asarray(item) for item in inputs]
    names = [name for name in node.input if name]
    graph_inputs = [
        onnx.helper.make_tensor_value_info(name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
        for name, array in zip(names, arrays, strict=True)
    ]
    outputs = [onnx.ValueInfoProto(name=name) for name in node.output if name]
    graph = onnx.helper.make_graph([node], "node", graph_inputs, outputs)
    version = opset or onnx.defs.onnx_opset_version()
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid(node.domain, version)])


is_compatible = MlccBackend.is_compatible
prepare = MlccBackend.prepare
run_model = MlccBackend.run_model
run_node = MlccBackend.run_node
supports_device = MlccBackend.supports_device
