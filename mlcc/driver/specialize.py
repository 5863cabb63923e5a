"""`--shape` on programs: replaces symbolic dimensions by numbers throughout a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import (
    Expr,
    GraphFunction,
    IntImm,
    IRModule,
    PrimFunc,
    TensorStructInfo,
    Var,
    const,
    free_vars,
)
from mlcc.relax import with_dimensions

Shapes = Mapping[str, Sequence[int]]


def specialize(module: IRModule, shapes: Shapes) -> IRModule:
    """`shapes` gives parameters their sizes, and symbolic dimensions theirs (`n=8`).

    Raises MlccError D172 for a name that is neither, D173 where a size contradicts the program.
    """
    values: dict[Var, Expr] = {}
    names: dict[str, None] = {}
    used: set[str] = set()
    for func in module.functions.values():
        for name, dims in _parameters(func):
            names[name] = None
            if name in shapes:
                used.add(name)
                _match(name, dims, tuple(shapes[name]), values)
            for var in dict.fromkeys(var for dim in dims for var in free_vars(dim)):
                names[var.name] = None
                if var.name in shapes and len(shapes[var.name]) == 1:
                    used.add(var.name)
                    _bind(var, shapes[var.name][0], values)
    for name in shapes:
        if name not in used:
            raise MlccError(
                "D172",
                f"`--shape {name}=...` names no parameter and no symbolic dimension",
                help=choices_help(name, names, "names"),
            )
    if not values:
        return module
    return with_dimensions(module, values)


def _parameters(func: Any) -> Iterator[tuple[str, tuple[Expr, ...]]]:
    """Name and shape of each tensor parameter."""
    if isinstance(func, PrimFunc):
        for buffer in func.buffers:
            yield buffer.name, buffer.shape
    elif isinstance(func, GraphFunction):
        for param in func.params:
            info = param.sinfo
            if isinstance(info, TensorStructInfo) and info.shape is not None:
                yield param.name, info.shape


def _match(name: str, dims: tuple[Expr, ...], sizes: tuple[int, ...], values: dict[Var, Expr]) -> None:
    if len(dims) != len(sizes):
        raise MlccError("D173", f"`{name}` has {len(dims)} dimensions, `--shape` gives {len(sizes)}")
    for axis, (dim, size) in enumerate(zip(dims, sizes, strict=True)):
        if isinstance(dim, Var):
            _bind(dim, size, values)
        elif isinstance(dim, IntImm) and dim.value != size:
            raise MlccError("D173", f"dimension {axis} of `{name}` is {dim.value}, `--shape` gives {size}")


def _bind(var: Var, size: int, values: dict[Var, Expr]) -> None:
    before = values.setdefault(var, const(size, var.dtype))
    if isinstance(before, IntImm) and before.value != size:
        raise MlccError("D173", f"the dimension `{var.name}` cannot be both {before.value} and {size}")
