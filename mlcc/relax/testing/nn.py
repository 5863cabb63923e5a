"""Modules of TVM's older lessons: they emit into the function that a BlockBuilder is building.

builder = relax.BlockBuilder()
with builder.function("main"):
    model = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10), nn.LogSoftmax())
    data = nn.Placeholder((1, 784), name="data")
    builder.emit_func_output(model(data), params=[data, *model.parameters()])
params = nn.init_params(builder.get())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, GraphVar, IRModule, TensorStructInfo, numpy_dtype

from .. import op
from ..block_builder import BlockBuilder
from ..calls import symbolic_shape


def _builder() -> BlockBuilder:
    builder = BlockBuilder.current()
    if builder is None:
        raise MlccError("T115", "no function is being built", help="call the module inside `with bb.function(name):`")
    return builder


def emit(expr: GraphExpr, name_hint: str = "lv") -> GraphVar:
    """Bind an expression in the current builder. Raises T115 outside of one."""
    return _builder().emit(expr, name_hint)


def emit_te(func: Callable[..., Any], *args: Any, **kwargs: Any) -> GraphVar:
    """Bind the call of a tensor expression in the current builder. Raises T115 outside of one."""
    return _builder().emit_te(func, *args, **kwargs)


def Placeholder(shape: Sequence[int | Expr], dtype: str = "float32", name: str = "data") -> GraphVar:  # noqa: N802
    """An input of the model."""
    return GraphVar(name, TensorStructInfo(symbolic_shape(shape), dtype))


def Parameter(shape: Sequence[int | Expr], dtype: str = "float32", name: str = "param") -> GraphVar:  # noqa: N802
    """A weight of a module: a parameter of the function, which :func:`init_params` fills."""
    return GraphVar(name, TensorStructInfo(symbolic_shape(shape), dtype))


class Module:
    """A part of a model: weights are attributes made by :func:`Parameter`, `forward` emits."""

    def parameters(self) -> list[GraphVar]:
        """The weights, also of the modules in it, in the order in which they were made."""
        return list(dict.fromkeys(_weights(self)))

    def forward(self, *args: Any) -> Any:
        """What the module computes."""
        raise MlccError("T138", f"the module `{type(self).__name__}` has no method `forward`")

    def __call__(self, *args: Any) -> Any:
        return self.forward(*args)


def _weights(value: Any) -> Iterator[GraphVar]:
    if isinstance(value, GraphVar):
        yield value
    elif isinstance(value, Module):
        for item in vars(value).values():
            yield from _weights(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _weights(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _weights(item)


class Sequential(Module):
    """Modules one after the other."""

    def __init__(self, *modules: Module) -> None:
        self.modules = modules

    def forward(self, x: GraphVar) -> GraphVar:
        """What the modules make of x."""
        for module in self.modules:
            x = module(x)
        return x


class ReLU(Module):
    """max(x, 0)"""

    def forward(self, x: GraphVar) -> GraphVar:
        """Emits `nn.relu`."""
        return emit(op.nn.relu(x))


class LogSoftmax(Module):
    """log(softmax(x)) along the last axis"""

    def forward(self, x: GraphVar) -> GraphVar:
        """Emits `nn.log_softmax`."""
        return emit(op.nn.log_softmax(x))


class Linear(Module):
    """x W + b, W (in_features, out_features)."""

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter((in_features, out_features), name="linear_weight")
        self.bias = Parameter((out_features,), name="linear_bias") if bias else None

    def forward(self, x: GraphVar) -> GraphVar:
        """Emits a product, and a sum."""
        y = emit(op.matmul(x, self.weight))
        return y if self.bias is None else emit(op.add(y, self.bias))


def init_params(mod: IRModule) -> list[np.ndarray]:
    """Random values for the parameters of `main` after its first, which is the data.

    Raises T206 for one of symbolic size.
    """
    main: Any = mod["main"]
    rng = np.random.default_rng(0)
    values = []
    for param in main.params[1:]:
        info = param.sinfo
        shape = info.static_shape() if isinstance(info, TensorStructInfo) else None
        if shape is None:
            raise MlccError("T206", f"the parameter `{param.name}` has no static shape", span=param.span)
        values.append(rng.standard_normal(shape).astype(numpy_dtype(info.dtype)))
    return values


__all__ = [
    "Linear", "LogSoftmax", "Module", "Parameter", "Placeholder", "ReLU", "Sequential", "emit", "emit_te",
    "init_params",
]  # fmt: skip
