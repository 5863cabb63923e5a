"""`torch.compile(model, backend="mlcc")`: graphs of TorchDynamo as compiled libraries; what cannot be compiled stays.

TorchDynamo splits a model at what it cannot trace; each of its graphs is exported, imported and built here, and runs on
the memory of the tensors. A graph with an operator that has no converter, or with inputs that are not in the CPU's
memory or need gradients, runs in PyTorch as before; the reason goes to the log `mlcc.torch`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from mlcc.diagnostics import MlccError
from mlcc.importers.torch.tensors import DTYPES

if TYPE_CHECKING:
    from mlcc.runtime import FunctionSpec

_LOG = logging.getLogger("mlcc.torch")
_TORCH = {name: dtype for dtype, name in DTYPES.items()}


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
    weights = {n: value for n, value in enumerate(tensors) if n < len(own) or _is_state(value)}

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

        self.state = self.state_of(self.weights)
        with unset_fake_temporarily():  # the weights are data here, while Dynamo traces with tensors without any
            module, self.kept, self.returned = from_graph(self.graph, self.weights)
            self.library = build(module, **self.settings)
        self.function = self.library.main
        self.types = [_TORCH[param.dtype] for param in self.function.spec.outputs]
        self.sizes = _static_shapes(self.function.spec)

    def state_of(self, args: Any) -> list[tuple[int, int]]:
        """Where the weights among the arguments are, and how often they have changed."""
        return [(args[n].data_ptr(), args[n]._version) for n in self.weights]

    def __call__(self, *args: Any) -> Any:
        if self.state_of(args) != self.state:
            self.weights = {n: args[n] for n in self.weights}
            self.build()
        if self.sizes is not None:
            results = self.run_direct(self.sizes, args)
            return [None if n is None else results[n] for n in self.returned]
        made = self.function(*(_array(args[n]) for n in self.kept))
        arrays = made if isinstance(made, tuple) else (made,)
        results = [_tensor(array, kind) for array, kind in zip(arrays, self.types, strict=True)]
        return [None if n is None else results[n] for n in self.returned]

    def run_direct(self, sizes: Sequence[Sequence[int]], args: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """The results of shapes that are numbers. TorchDynamo has compared the arguments with the graph."""
        given = [args[n].resolve_neg().contiguous() for n in self.kept]
        results = [torch.empty(size, dtype=kind) for size, kind in zip(sizes, self.types, strict=True)]
        self.function.run_at([tensor.data_ptr() for tensor in (*given, *results)])
        return results


def _static_shapes(spec: FunctionSpec) -> list[tuple[int, ...]] | None:
    """The shapes of the outputs, if all parameters are tensors of known sizes above 0, and the outputs come last."""
    shapes = [tuple(size for size in param.shape if isinstance(size, int) and size > 0) for param in spec.params]
    known = all(shape == param.shape for shape, param in zip(shapes, spec.params, strict=True))
    roles = [param in spec.outputs for param in spec.params]
    if not known or spec.symbols or len(spec.tensors) != len(spec.params) or roles != sorted(roles):
        return None
    return shapes[roles.count(False) :]


def _array(tensor: torch.Tensor) -> Any:
    """The memory of a tensor as an array; of bfloat16 its bits."""
    values = tensor.detach()
    return (values.contiguous().view(torch.uint16) if values.dtype == torch.bfloat16 else values).numpy()


def _tensor(array: Any, dtype: torch.dtype) -> torch.Tensor:
    """An array as a tensor, in its memory."""
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.uint16)).view(dtype)
    return torch.from_numpy(array)
