"""Binds parameters of graph functions to constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    Expr,
    GraphFunction,
    GraphVar,
    IRModule,
    TensorStructInfo,
    Var,
    as_int,
    const,
    numpy_dtype,
    update,
)  # fmt: skip

from ..dimensions import with_dimensions
from ..rewrite import rewrite
from .pass_ import Pass


@dataclass(frozen=True)
class BindParams(Pass):
    """Bind parameters of a function to constants, by name. Symbolic dimensions take the constants' sizes.

    Raises T120 for a name that is not a parameter, T121 if shape or dtype differ, T122 if the function does not exist.
    """

    func_name: str = "main"
    params: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, module: IRModule) -> IRModule:
        func = module.functions.get(self.func_name)
        if not isinstance(func, GraphFunction):
            raise MlccError(
                "T122", f"the module has no graph function `{self.func_name}`",
                help=f"its graph functions are {', '.join(module.graph_funcs) or '(none)'}",
            )  # fmt: skip
        by_name = {p.name: p for p in func.params}
        values: dict[GraphVar, Constant] = {}
        for key, value in self.params.items():
            if key not in by_name:
                raise MlccError(
                    "T120",
                    f"`{self.func_name}` has no parameter `{key}`",
                    help=f"its parameters are {', '.join(by_name)}",
                )
            values[by_name[key]] = _constant(by_name[key], value)
        sizes = _sizes(values)
        kept = tuple(p for p in func.params if p not in values)
        new = rewrite(func, lambda *_: None, module, env=values)
        return module.with_function(self.func_name, with_dimensions(update(new, params=kept), sizes))


def _sizes(values: Mapping[GraphVar, Constant]) -> dict[Var, Expr]:
    """The values of the symbolic dimensions of parameters. Raises T121 if two constants disagree."""
    sizes: dict[Var, Expr] = {}
    for param, constant in values.items():
        info = param.sinfo
        assert isinstance(info, TensorStructInfo)
        for dim, size in zip(info.shape or (), constant.data.shape, strict=False):
            if isinstance(dim, Var) and as_int(sizes.setdefault(dim, const(size, dim.dtype))) != size:
                raise MlccError(
                    "T121", f"`{dim.name}` of `{param.name}` is {size}, of other values {sizes[dim]}", span=param.span
                )
    return sizes


def _constant(param: GraphVar, value: Any) -> Constant:
    array = np.asarray(getattr(value, "numpy", lambda: value)())
    info = param.sinfo
    assert isinstance(info, TensorStructInfo)
    want = info.static_shape()
    if info.shape is not None and len(info.shape) != array.ndim:
        raise MlccError(
            "T121", f"`{param.name}` has {len(info.shape)} dimensions, the value given {array.ndim}", span=param.span
        )
    if want is not None and tuple(array.shape) != want:
        raise MlccError(
            "T121", f"`{param.name}` has shape {want}, the value given has {tuple(array.shape)}", span=param.span
        )
    if info.dtype and array.dtype != numpy_dtype(info.dtype):
        raise MlccError("T121", f"`{param.name}` is {info.dtype}, the value given is {array.dtype}", span=param.span)
    return Constant(np.ascontiguousarray(array))
