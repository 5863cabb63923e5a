"""mlcc as an ONNX backend: the standard interface of `onnx.backend.base`.

    import mlcc.backend as backend
    outputs = backend.prepare(model).run([x])

A model is compiled when its inputs are known: for their shapes, and only if it cannot be compiled for
the shapes alone, also for the values of small integer inputs (such as the shape given to a Reshape).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.base import Backend, BackendRep, Device, DeviceType

from mlcc.diagnostics import MlccError
from mlcc.driver import build, import_model
from mlcc.runtime import Library

#: Inputs of more elements are never compiled in: they are data, not shapes.
_SMALL = 64


class MlccRep(BackendRep):
    """A prepared model. Libraries are kept by the inputs' shapes (and values, where they matter)."""

    def __init__(self, model: onnx.ModelProto, target: str | None = None) -> None:
        self.model = model
        self.target = target
        constants = {tensor.name for tensor in model.graph.initializer}
        self.names = [item.name for item in model.graph.input if item.name not in constants]
        self._by_shape: dict[Any, Library] = {}
        self._by_value: dict[Any, tuple[Library, list[int]]] = {}

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Run on arrays in the order of the graph's inputs, or by name; gives the outputs in order."""
        arrays = self._arrays(inputs)
        shapes = tuple((array.shape, str(array.dtype)) for array in arrays)
        if shapes not in self._by_value:
            try:
                if shapes not in self._by_shape:
                    self._by_shape[shapes] = self._compile(self.model, self.names, arrays)
                return _as_tuple(self._by_shape[shapes](*arrays))
            except MlccError as error:
                if error.code[0] not in "ITL" or not any(map(_may_be_a_shape, arrays)):
                    raise
        return self._run_by_value(arrays, shapes)

    def _run_by_value(self, arrays: Sequence[Any], shapes: Any) -> tuple[Any, ...]:
        bound = [index for index, array in enumerate(arrays) if _may_be_a_shape(array)]
        key = (shapes, *(arrays[index].tobytes() for index in bound))
        if key not in self._by_value:
            model = onnx.ModelProto()
            model.CopyFrom(self.model)
            for index in bound:
                model.graph.initializer.append(numpy_helper.from_array(arrays[index], self.names[index]))
            rest = [index for index in range(len(arrays)) if index not in bound]
            library = self._compile(model, [self.names[i] for i in rest], [arrays[i] for i in rest])
            self._by_value[key] = (library, rest)
        library, rest = self._by_value[key]
        return _as_tuple(library(*(arrays[index] for index in rest)))

    def _compile(self, model: onnx.ModelProto, names: Sequence[str], arrays: Sequence[Any]) -> Library:
        shapes = {name: array.shape for name, array in zip(names, arrays, strict=True)}
        return build(import_model(model, shapes), self.target)

    def _arrays(self, inputs: Any) -> list[Any]:
        if isinstance(inputs, Mapping):
            inputs = [inputs[name] for name in self.names]
        elif isinstance(inputs, np.ndarray | np.generic):
            inputs = [inputs]
        return [np.asarray(item) for item in inputs]


def _may_be_a_shape(array: Any) -> bool:
    return bool(array.dtype.kind in "iu" and array.ndim <= 1 and array.size <= _SMALL)


def _as_tuple(result: Any) -> tuple[Any, ...]:
    return tuple(result) if isinstance(result, tuple) else (result,)


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
        return MlccRep(model, kwargs.get("target"))

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
