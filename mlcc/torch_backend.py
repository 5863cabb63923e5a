"""`torch.compile(model, backend="mlcc")`: graphs of TorchDynamo as compiled libraries; what cannot be compiled stays.

TorchDynamo splits a model at what it cannot trace; each of its graphs is exported, imported and built here, and runs on
the memory of the tensors. A graph with an operator that has no converter, or with inputs that are not in the CPU's
memory or need gradients, runs in PyTorch as before; the reason goes to the log `mlcc.torch`.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from mlcc.diagnostics import MlccError
from mlcc.importers.torch.tensors import DTYPES

if TYPE_CHECKING:
    from mlcc.runtime import FunctionSpec

_LOG = logging.getLogger("mlcc.torch")
#: The shape, the strides and the type of a tensor.
_Output = tuple[tuple[int, ...], tuple[int, ...], torch.dtype]
_TORCH = {name: dtype for dtype, name in DTYPES.items()}
try:  # the allocation of Inductor's wrappers, past PyTorch's dispatcher
    from torch._C._dynamo.guards import _empty_strided_cpu as _allocated
except ImportError:

    def _allocated(size: Any, stride: Any, dtype: Any) -> torch.Tensor:
        return torch.empty_strided(size, stride, dtype=dtype)


def compile_graph(graph: torch.fx.GraphModule, example_inputs: Sequence[Any], **options: Any) -> Callable[..., Any]:
    """A function that computes `graph`: the backend of `torch.compile`.

    `options` are those of `mlcc.build`, given as `torch.compile(model, backend="mlcc", options={...})`.
    """
    settings = dict(options.get("options") or {})
    try:
        return _compiled(graph, example_inputs, settings)
    except MlccError as error:
        _LOG.warning("a graph stays in PyTorch: %s", error)
        return graph.forward  # type: ignore[no-any-return]


def _compiled(
    graph: torch.fx.GraphModule, example_inputs: Sequence[Any], settings: dict[str, Any]
) -> Callable[..., Any]:
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch.aot_autograd import make_boxed_func

    from mlcc.importers.torch.exported import decompositions

    # TorchDynamo passes a model's state as inputs or, where Inductor's `freezing` is set, keeps it in the graph: then
    # AOTAutograd puts it before the inputs, in this order.
    state = (*graph.named_parameters(remove_duplicate=False), *graph.named_buffers(remove_duplicate=False))
    own = [value for _, value in state]
    tensors = [*own, *example_inputs]
    # Changes of tensors that were made in inference mode are not counted: these stay inputs.
    weights = {
        n: value for n, value in enumerate(tensors) if (n < len(own) or _is_state(value)) and not value.is_inference()
    }

    def stays(inner: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        return make_boxed_func(inner.forward)

    def forward(inner: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        aligned = len(inputs) == len(tensors)
        try:
            return make_boxed_func(_Call(inner, weights if aligned else {}, settings))
        except MlccError as error:
            _LOG.warning("a graph stays in PyTorch: %s", error)
            return stays(inner, inputs)

    backend = aot_autograd(fw_compiler=stays, inference_compiler=forward, decompositions=decompositions())
    made: Callable[..., Any] = backend(graph, example_inputs)
    return made


def _is_state(value: Any) -> bool:
    """Whether an input is a parameter or a buffer of the model: TorchDynamo marks those that stay where they are."""
    return isinstance(value, torch.nn.Parameter) or getattr(value, "_dynamo_static_input_type", None) is not None


class _Call:
    """A library as a function of tensors. Parameters and buffers are constants of it; when one of them changes in
    place, or another takes its place, the library is built again."""

    def __init__(
        self, graph: torch.fx.GraphModule, weights: Mapping[int, torch.Tensor], settings: dict[str, Any]
    ) -> None:
        self.graph, self.weights, self.settings = graph, weights, settings
        self.build()

    def build(self) -> None:
        from torch._subclasses.fake_tensor import unset_fake_temporarily

        from mlcc.driver import build
        from mlcc.importers.torch.graphs import from_graph

        #: By place among the arguments: where the weights are, and how often they have changed.
        self.state = [(n, w.data_ptr(), w._version) for n, w in self.weights.items()]
        with unset_fake_temporarily():  # the weights are data here, while Dynamo traces with tensors without any
            module, self.kept, self.returned = from_graph(self.graph, self.weights)
            self.library = build(module, **self.settings)
        self.function = self.library.main
        self.types = [_TORCH[param.dtype] for param in self.function.spec.outputs]
        self.outputs = _static_outputs(self.function.spec, self.types)

    def __call__(self, *args: Any) -> Any:
        for n, address, version in self.state:
            if args[n]._version != version or args[n].data_ptr() != address:
                self.weights = {n: args[n] for n in self.weights}
                self.build()
                break
        if self.outputs is not None:
            results = self.run_direct(self.outputs, args)
            return [None if n is None else results[n] for n in self.returned]
        made = self.function(*(_array(args[n]) for n in self.kept))
        arrays = made if isinstance(made, tuple) else (made,)
        results = [_tensor(array, kind) for array, kind in zip(arrays, self.types, strict=True)]
        return [None if n is None else results[n] for n in self.returned]

    def run_direct(self, outputs: Sequence[_Output], args: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """The results of shapes that are numbers. TorchDynamo has compared the arguments with the graph.

        Little is called here: the weights of a network fill the caches, so that the code between two calls comes from
        memory each time. `torch.empty` alone takes 18 us then, a quarter of one row of an MLP.
        """
        given = []
        for n in self.kept:
            tensor = args[n]
            if not tensor.is_contiguous() or tensor.is_neg():
                tensor = tensor.resolve_neg().contiguous()
            given.append(tensor)
        results = [_allocated(size, strides, kind) for size, strides, kind in outputs]
        self.function.run_at([tensor.data_ptr() for tensor in (*given, *results)])
        return results


def _static_outputs(spec: FunctionSpec, types: Sequence[torch.dtype]) -> list[_Output] | None:
    """The outputs, if all parameters are tensors of known sizes above 0, and the outputs come last."""
    shapes = [tuple(size for size in param.shape if isinstance(size, int) and size > 0) for param in spec.params]
    known = all(shape == param.shape for shape, param in zip(shapes, spec.params, strict=True))
    roles = [param in spec.outputs for param in spec.params]
    if not known or spec.symbols or len(spec.tensors) != len(spec.params) or roles != sorted(roles):
        return None
    return [
        (shape, tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape))), kind)
        for shape, kind in zip(shapes[roles.count(False) :], types, strict=True)
    ]


def _array(tensor: torch.Tensor) -> Any:
    """The memory of a tensor as an array; of bfloat16 its bits."""
    values = tensor.detach()
    return (values.contiguous().view(torch.uint16) if values.dtype == torch.bfloat16 else values).numpy()


def _tensor(array: Any, dtype: torch.dtype) -> torch.Tensor:
    """An array as a tensor, in its memory."""
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.uint16)).view(dtype)
    return torch.from_numpy(array)
