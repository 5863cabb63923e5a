"""Passes on tensor programs that are no step of the lowering."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.analysis import same
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Allocate,
    BlockRealize,
    BufferLoad,
    BufferStore,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IRModule,
    PrimFunc,
    SeqStmt,
    as_int,
    const,
    map_children,
    substitute,
    update,
    walk,
)
from mlcc.ir.transform import CreatedPass, PassInfo
from mlcc.target import Target

#: Loops of more iterations than this are not written out.
_MOST_COPIES = 4096


def each_program(name: str, change: Callable[[PrimFunc], PrimFunc]) -> CreatedPass:
    """A pass that changes every tensor program of a module."""
    return CreatedPass(lambda module, _: module.map_prim_funcs(change), PassInfo(f"tir.{name}"))


def Apply(ftransform: Callable[[PrimFunc], PrimFunc]) -> CreatedPass:  # noqa: N802
    """Give every tensor program to a function, which returns what takes its place. Raises T126 for something else."""

    def checked(func: PrimFunc) -> PrimFunc:
        new = ftransform(func)
        if not isinstance(new, PrimFunc):
            raise MlccError("T126", f"the function of `Apply` returned a {type(new).__name__}, not a tensor program")
        return new

    return each_program("Apply", checked)


def Filter(fcond: Callable[[PrimFunc], bool]) -> CreatedPass:  # noqa: N802
    """Keep the tensor programs for which a function says so, and all graph functions."""

    def kept(module: IRModule, _: Any) -> IRModule:
        return module.without(*[name for name, func in module.prim_funcs.items() if not fcond(func)])

    return CreatedPass(kept, PassInfo("tir.Filter"))


def BindTarget(target: Target | str) -> CreatedPass:  # noqa: N802
    """Say of every tensor program for which target it is, in the attribute ``target``, where nothing is said yet."""
    name = str(Target.parse(target) if isinstance(target, str) else target)
    return each_program("BindTarget", lambda func: func if "target" in func.attrs else func.with_attr("target", name))


def AnnotateEntryFunc() -> CreatedPass:  # noqa: N802
    """Mark the only tensor program of a module as its entry, by the attribute ``tir.is_entry_func``."""

    def marked(module: IRModule, _: Any) -> IRModule:
        if len(module.prim_funcs) != 1:
            return module
        return module.map_prim_funcs(lambda func: func.with_attr("tir.is_entry_func", True))

    return CreatedPass(marked, PassInfo("tir.AnnotateEntryFunc"))


def RemoveNoOp() -> CreatedPass:  # noqa: N802
    """Remove what has no effect: loops and branches without statements, loops that never run, stores of what is
    there."""
    return each_program("RemoveNoOp", lambda func: func.with_body(_useful(func.body)))


def _useful(node: Any) -> Any:
    if isinstance(node, Expr):
        return node
    new = map_children(node, _useful)
    match new:
        case For() if _is_empty(new.body) or as_int(new.extent) == 0:
            return SeqStmt(())
        case IfThenElse() if _is_empty(new.then_body) and (new.else_body is None or _is_empty(new.else_body)):
            return SeqStmt(())
        case BufferStore(value=BufferLoad() as load) if load.buffer is new.buffer and _are_same(load, new):
            return SeqStmt(())
        case SeqStmt():
            kept = tuple(item for item in new.stmts if not _is_empty(item))
            return kept[0] if len(kept) == 1 else new if len(kept) == len(new.stmts) else update(new, stmts=kept)
    return new


def _are_same(load: BufferLoad, store: BufferStore) -> bool:
    return len(load.indices) == len(store.indices) and all(map(same, load.indices, store.indices))


def _is_empty(stmt: Any) -> bool:
    return (isinstance(stmt, SeqStmt) and not stmt.stmts) or (
        isinstance(stmt, Evaluate) and as_int(stmt.value) is not None
    )


def UnrollLoop() -> CreatedPass:  # noqa: N802
    """Write the iterations of ``T.unroll`` loops of known, short extents out one after the other; a loop with memory of
    its own stays. The programs have no blocks any more (L102): `LowerOpaqueBlock` comes before."""

    def unrolled(func: PrimFunc) -> PrimFunc:
        if isinstance(func.body, BlockRealize):
            raise MlccError("L102", "`UnrollLoop` cannot run: the program still has blocks",
                            help="apply `LowerOpaqueBlock` before")  # fmt: skip
        return func.with_body(_written_out(func.body))

    return each_program("UnrollLoop", unrolled)


def _written_out(node: Any) -> Any:
    new = map_children(node, _written_out)
    if not isinstance(new, For) or new.kind != "unroll":
        return new
    first, extent = as_int(new.min), as_int(new.extent)
    own_memory = any(isinstance(item, Allocate) for item in walk(new.body))  # a buffer is declared once
    if first is None or extent is None or extent > _MOST_COPIES or own_memory:
        return new
    copies = (substitute(new.body, {new.var: const(first + n, new.var.dtype)}) for n in range(extent))
    return SeqStmt(tuple(copies))


def DefaultGPUSchedule() -> CreatedPass:  # noqa: N802
    """Give each tensor program that nobody has scheduled a thread per element, for the current target, a device's:
    ``with Target("cuda"):``."""
    from mlcc.dlight import ApplyDefaultSchedule, gpu

    return ApplyDefaultSchedule(gpu.Fallback())
