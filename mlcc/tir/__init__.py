"""Tensor programs under TVM's name `tir`: the IR classes, intrinsics, and `Schedule`.

from mlcc import tir
sch = tir.Schedule(module)
"""

from __future__ import annotations

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
from mlcc.late_names import loader
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


#: Modules of this folder, and names that they or others define.
_LATE = {
    **{name: f"mlcc.tir.{name}" for name in ("analysis", "stmt_functor", "transform")},
    "IndexMap": "mlcc.tir.index_map:IndexMap",
    "ScheduleError": "mlcc.diagnostics:MlccError",
    "schedule": "mlcc.schedule",
    "op": "mlcc.tir",
    "build": "mlcc.driver:build",
    "floordiv": "mlcc.te:floordiv",
    "floormod": "mlcc.te:floormod",
    "LetStmt": "mlcc.ir:LetStmt",
    "AttrStmt": "mlcc.ir:AttrStmt",
    "While": "mlcc.ir:While",
    "Allocate": "mlcc.ir:Allocate",
    "AssertStmt": "mlcc.ir:AssertStmt",
    **{name: f"mlcc.ir:{name}" for name in ("Broadcast", "Let", "Not", "Ramp", "infinity")},
    **{name: f"mlcc.te:{name}" for name in ("comm_reducer", "indexdiv", "indexmod", "max", "min", "power", "sum")},
    **{name: f"mlcc.te:{name}" for name in ("logaddexp", "truncdiv", "truncmod")},
    "all": "mlcc.te:all",
    "any": "mlcc.te:any",
    **{
        name: f"mlcc.tir.operations:{name}"
        for name in (
            "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor", "ceildiv", "convert", "decl_buffer", "div",
            "shift_left", "shift_right",
        )
    },
}  # fmt: skip
_load = loader(__name__, _LATE)


def __getattr__(name: str) -> Any:
    """`tir.exp(x)` and the other intrinsics, classes of binary operations, and the modules of this folder."""
    if name in _LATE:
        return _load(name)
    if name in _ir.INTRINSICS:

        def intrinsic(*args: Any) -> Any:
            return _ir.call(name, *args)

        intrinsic.__name__ = name
        return intrinsic
    from .kinds import CLASSES

    if name not in CLASSES:
        raise AttributeError(f"module 'mlcc.tir' has no attribute {name!r}")
    return CLASSES[name]


def __dir__() -> list[str]:
    from .kinds import CLASSES

    return sorted({*globals(), *_LATE, *CLASSES, *_ir.INTRINSICS})
