"""Passes on tensor programs by TVM's names: `tir.transform.Simplify()(module)`.

Each is a pass of the lowering (`mlcc.lowering`), or what prepares one, applied to every tensor program of a module; in
a build they run in the order that `mlcc.lowering.lower` states. A pass whose work several of mlcc's share is theirs in
that order: `FlattenBuffer` needs programs without blocks, which `LowerOpaqueBlock` makes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import BlockRealize, IRModule, PrimFunc
from mlcc.ir.transform import CreatedPass, PassContext, PassInfo, Sequential, module_pass, prim_func_pass
from mlcc.lowering import PASSES
from mlcc.target import Target

from .block_passes import (
    CanonicalizeLoop,
    ConvertSSA,
    InstrumentBoundCheckers,
    LowerInitBlock,
    RewriteUnsafeSelect,
    SkipAssert,
)
from .left_out import LEFT_OUT
from .program_passes import (
    AnnotateEntryFunc,
    Apply,
    BindTarget,
    DefaultGPUSchedule,
    Filter,
    RemoveNoOp,
    UnrollLoop,
)

#: TVM's name, and the passes of the lowering that do it, in their order.
_STEPS: dict[str, tuple[str, ...]] = {
    "ConvertBlocksToOpaque": ("lower_blocks",),
    "HoistIfThenElse": ("hoist_guards",),
    **{step.tvm: (step.name,) for step in PASSES if step.tvm},
}
#: Passes that work on flat loops: blocks must have been lowered.
_FLAT = frozenset({"CompactBufferAllocation", "HoistIfThenElse", "LoopPartition", "FlattenBuffer", "VectorizeLoop",
                   "LowerIntrin", "StorageRewrite"})  # fmt: skip


def _make(name: str) -> Callable[..., CreatedPass]:
    by_name = {step.name: step for step in PASSES}
    steps = [by_name[step] for step in _STEPS[name]]

    def change(func: PrimFunc, target: Target) -> PrimFunc:
        if isinstance(func.body, BlockRealize) == (name in _FLAT):
            done = "has no blocks any more" if name not in _FLAT else "still has blocks"
            raise MlccError(
                "L102", f"`{name}` cannot run: the program {done}",
                help="apply `LowerOpaqueBlock` once, before the passes on flat loops and after those on blocks",
            )  # fmt: skip
        for step in steps:
            func = step.run(func, target)
        return func

    def make(*_options: Any, target: str | Target | None = None) -> CreatedPass:
        def run(module: IRModule, context: PassContext) -> IRModule:
            machine = Target.parse(target)
            return module.map_prim_funcs(lambda func: change(func, machine))

        return CreatedPass(run, PassInfo(f"tir.{name}"))

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"The pass {name} on every tensor program: {', '.join(_STEPS[name])}."
    return make


def Simplify() -> CreatedPass:  # noqa: N802
    """Simplify the expressions of every tensor program under the ranges of its loops and axes."""
    from mlcc.tir.simplification import simplified

    return CreatedPass(lambda module, context: module.map_prim_funcs(simplified), PassInfo("tir.Simplify"))


globals().update({name: _make(name) for name in _STEPS})


StmtSimplify = Simplify
PrimFuncPass = CreatedPass


def __getattr__(name: str) -> Any:
    """Raises AttributeError; for a pass of TVM's that has no place here with what does its work."""
    if name in LEFT_OUT:
        raise AttributeError(f"`tir.transform.{name}` is not in mlcc: {LEFT_OUT[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AnnotateEntryFunc", "Apply", "BindTarget", "CanonicalizeLoop", "ConvertSSA", "DefaultGPUSchedule", "Filter",
    "InstrumentBoundCheckers", "LowerInitBlock", "PassContext", "PrimFuncPass", "RemoveNoOp", "RewriteUnsafeSelect",
    "Sequential", "Simplify", "SkipAssert", "StmtSimplify", "UnrollLoop", "module_pass", "prim_func_pass", *_STEPS,
]  # fmt: skip
