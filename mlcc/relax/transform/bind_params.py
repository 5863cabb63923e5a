"""Binds parameters of graph functions to constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    Expr,
    GraphExpr,
    GraphTuple,
    GraphVar,
    IRModule,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    Var,
    as_int,
    const,
    numpy_dtype,
    update,
)  # fmt: skip

from ..dimensions import with_dimensions
from ..rewrite import rewrite
from .pass_ import Pass, graph_function


@dataclass(frozen=True)
class BindParams(Pass):
    """Bind parameters of a function to constants, by name; a tuple of arrays to one that is a tuple. Symbolic
    dimensions take the constants' sizes.

    Raises T120 for a name that is not a parameter, T121 if shape or dtype differ, T122 if the function does not exist.
    """

    func_name: str = "main"
    params: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, module: IRModule) -> IRModule:
        func = graph_function(module, self.func_name)
        by_name = {p.name: p for p in func.params}
        values: dict[GraphVar, GraphExpr] = {}
        for key, value in self.params.items():
            if key not in by_name:
                raise MlccError(
                    "T120",
                    f"`{self.func_name}` has no parameter `{key}`",
                    help=f"its parameters are {', '.join(by_name)}",
                )
            values[by_name[key]] = _bound(by_name[key].name, by_name[key].sinfo, value, by_name[key])
        sizes = _sizes(values)
        kept = tuple(p for p in func.params if p not in values)
        new = rewrite(func, lambda *_: None, module, env=values)
        return module.with_function(self.func_name, with_dimensions(update(new, params=kept), sizes))


def _leaves(info: StructInfo | None, value: GraphExpr) -> Iterator[tuple[TensorStructInfo, Constant]]:
    """The tensors of a value with the types that their parameter declares."""
    if isinstance(value, GraphTuple):
        assert isinstance(info, TupleStructInfo)
        for part, item in zip(info.fields, value.fields, strict=True):
            yield from _leaves(part, item)
    else:
        assert isinstance(info, TensorStructInfo)
        assert isinstance(value, Constant)
        yield info, value


def _sizes(values: Mapping[GraphVar, GraphExpr]) -> dict[Var, Expr]:
    """The values of the symbolic dimensions of parameters. Raises T121 if two constants disagree."""
    sizes: dict[Var, Expr] = {}
    for param, value in values.items():
        for info, constant in _leaves(param.sinfo, value):
            for dim, size in zip(info.shape or (), constant.data.shape, strict=False):
                if isinstance(dim, Var) and as_int(sizes.setdefault(dim, const(size, dim.dtype))) != size:
                    raise MlccError(
                        "T121", f"`{dim.name}` of `{param.name}` is {size}, of other values {sizes[dim]}",
                        span=param.span,
                    )  # fmt: skip
    return sizes


def _bound(name: str, info: StructInfo | None, value: Any, param: GraphVar) -> GraphExpr:
    """The constant (or the tuple of them) for a parameter, or for its field `name`."""
    if isinstance(info, TupleStructInfo):
        if not isinstance(value, (tuple, list)) or len(value) != len(info.fields):
            given = f"{len(value)}" if isinstance(value, (tuple, list)) else f"a `{type(value).__name__}`"
            raise MlccError("T121", f"`{name}` is a tuple of {len(info.fields)}, given {given}", span=param.span)
        parts = enumerate(zip(info.fields, value, strict=True))
        return GraphTuple(tuple(_bound(f"{name}[{n}]", part, item, param) for n, (part, item) in parts), info)
    if not isinstance(info, TensorStructInfo):
        raise MlccError("T121", f"`{name}` is no tensor, and has no constant", span=param.span)
    if isinstance(value, (tuple, list)):
        raise MlccError("T121", f"`{name}` is a tensor, given a `{type(value).__name__}`", span=param.span)
    return _constant(name, info, value, param)


def _constant(name: str, info: TensorStructInfo, value: Any, param: GraphVar) -> Constant:
    array = np.asarray(getattr(value, "numpy", lambda: value)())
    want = info.static_shape()
    if info.shape is not None and len(info.shape) != array.ndim:
        raise MlccError(
            "T121", f"`{name}` has {len(info.shape)} dimensions, the value given {array.ndim}", span=param.span
        )
    if want is not None and tuple(array.shape) != want:
        raise MlccError("T121", f"`{name}` has shape {want}, the value given has {tuple(array.shape)}", span=param.span)
    if info.dtype and array.dtype != numpy_dtype(info.dtype):
        raise MlccError("T121", f"`{name}` is {info.dtype}, the value given is {array.dtype}", span=param.span)
    return Constant(np.ascontiguousarray(array))
