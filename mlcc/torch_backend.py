"""`torch.compile(model, backend="mlcc")`: graphs of TorchDynamo as compiled libraries; what cannot be compiled stays.

TorchDynamo splits a model at what it cannot trace; each of its graphs is exported, imported and built here, and runs on
the memory of the tensors. A graph with an operator that has no converter, or with inputs that are not in the CPU's
memory or need gradients, runs in PyTorch as before; the reason goes to the log `mlcc.torch`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from mlcc.diagnostics import MlccError
from mlcc.importers.torch.tensors import DTYPES

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

    weights = {n: value for n, value in enumerate(example_inputs) if isinstance(value, torch.nn.Parameter)}

    def stays(inner: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        return make_boxed_func(inner.forward)

    def forward(inner: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        aligned = len(inputs) == len(example_inputs)
        try:
            return make_boxed_func(_Call(inner, weights if aligned else {}, settings))
        except MlccError as error:
            _LOG.warning("a graph stays in PyTorch: %s", error)
            return stays(inner, inputs)

    backend = aot_autograd(fw_compiler=stays, inference_compiler=forward, decompositions=decompositions())
    made: Callable[..., Any] = backend(graph, example_inputs)
    return made


class _Call:
    """A library as a function of tensors. Parameters are constants of it; when one of them changes in place, the
    library is built again."""

    def __init__(
        self, graph: torch.fx.GraphModule, weights: Mapping[int, torch.Tensor], settings: dict[str, Any]
    ) -> None:
        self.graph, self.weights, self.settings = graph, weights, settings
        self.build()

    def build(self) -> None:
        from torch._subclasses.fake_tensor import unset_fake_temporarily

        from mlcc.driver import build
        from mlcc.importers.torch.graphs import from_graph

        self.versions = self.versions_now()
        with unset_fake_temporarily():  # the weights are data here, while Dynamo traces with tensors without any
            module, self.kept, self.returned = from_graph(self.graph, self.weights)
            self.library = build(module, **self.settings)
        self.function = self.library.main
        self.types = [_TORCH[param.dtype] for param in self.function.spec.outputs]

    def versions_now(self) -> list[int]:
        return [tensor._version for tensor in self.weights.values()]

    def __call__(self, *args: Any) -> Any:
        if self.versions_now() != self.versions:
            self.build()
        made = self.function(*(_array(args[n]) for n in self.kept))
        arrays = made if isinstance(made, tuple) else (made,)
        results = [_tensor(array, kind) for array, kind in zip(arrays, self.types, strict=True)]
        return [None if n is None else results[n] for n in self.returned]


def _array(tensor: torch.Tensor) -> Any:
    """The memory of a tensor as an array; of bfloat16 its bits."""
    values = tensor.detach()
    return (values.contiguous().view(torch.uint16) if values.dtype == torch.bfloat16 else values).numpy()


def _tensor(array: Any, dtype: torch.dtype) -> torch.Tensor:
    """An array as a tensor, in its memory."""
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.uint16)).view(dtype)
    return torch.from_numpy(array)
