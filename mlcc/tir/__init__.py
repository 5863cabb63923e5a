"""Tensor programs under TVM's name `tir`: the IR classes, intrinsics, and `Schedule`.

from mlcc import tir
sch = tir.Schedule(module)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import mlcc.ir as _ir
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Call,
    Cast,
    Evaluate,
    FloatImm,
    For,
    IfThenElse,
    IntImm,
    IterVar,
    PrimFunc,
    Range,
    Select,
    SeqStmt,
    Stmt,
    StringImm,
    Var,
    all_of,
    any_of,
    cast,
    const,
    if_then_else,
    max_value,
    min_value,
)
from mlcc.ir import Expr as PrimExpr
from mlcc.schedule import Schedule, TensorIntrin

__all__ = [
    "Block",
    "BlockRealize",
    "Buffer",
    "BufferLoad",
    "BufferRegion",
    "BufferStore",
    "Call",
    "Cast",
    "Evaluate",
    "FloatImm",
    "For",
    "IfThenElse",
    "IntImm",
    "IterVar",
    "PrimExpr",
    "PrimFunc",
    "Range",
    "Schedule",
    "Select",
    "SeqStmt",
    "Stmt",
    "StringImm",
    "TensorIntrin",
    "Var",
    "all_of",
    "any_of",
    "cast",
    "const",
    "if_then_else",
    "max_value",
    "min_value",
]


def __getattr__(name: str) -> Any:
    """`tir.exp(x)` and the other intrinsics, by name, and the module `transform`."""
    if name == "transform":
        return import_module("mlcc.tir.transform")
    if name not in _ir.INTRINSICS:
        raise AttributeError(f"module 'mlcc.tir' has no attribute {name!r}")

    def intrinsic(*args: Any) -> Any:
        return _ir.call(name, *args)

    intrinsic.__name__ = name
    return intrinsic
