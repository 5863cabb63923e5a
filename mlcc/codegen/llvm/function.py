"""One lowered tensor program as LLVM functions: signature, entry, failure paths."""

from __future__ import annotations

from mlcc.analysis import output_buffers, reusable
from mlcc.diagnostics import InternalError
from mlcc.ir import Buffer, PrimFunc, Var
from mlcc.ir import dtype as dt

from . import arithmetic, calls, memory, statements, values
from .debug import span_of
from .emitter import Emitter, Pointer
from .module import CODE_ALIGNMENT, ModuleWriter
from .tiles import begin_tiles
from .types import symbol, value_type

#: The modules imported above register translators; this reference marks the imports as used.
TRANSLATORS = (arithmetic, calls, memory, statements, values)


def parameters(func: PrimFunc) -> tuple[list[Var], list[Var], list[Var]]:
    """Handle parameters, scalar parameters, and symbolic dimensions: the order of the arguments."""
    handles = [p for p in func.params if p in func.buffer_map or p.dtype == "handle"]
    scalars = [p for p in func.params if p not in func.buffer_map and p.dtype != "handle"]
    return handles, scalars, list(func.symbolic_vars())


def has_workspace(func: PrimFunc) -> bool:
    """True when the function takes a workspace pointer."""
    need = func.attrs.get("workspace_bytes", 0)
    return not isinstance(need, int) or need > 0


def param_align(buffer: Buffer) -> int:
    """The alignment that a caller guarantees: `align` of the buffer, at least that of an element."""
    return max(buffer.align, dt.nbytes(buffer.dtype))


def emit_function(module: ModuleWriter, func: PrimFunc, name: str) -> None:
    """Add one lowered function to the module, under its symbol (:meth:`ModuleWriter.kernel_symbol`).

    Its signature is ``i32 name(ptr per handle, scalars, i64 per symbolic dimension, ptr workspace)``
    with the workspace only where the attribute `workspace_bytes` is not 0.
    """
    program, name = name, module.kernel_symbol(name)
    f = Emitter(module, name)
    f.program = program
    described = f.describe(program, span_of(func))
    f.noalias = bool(func.attrs.get("tir.noalias", False))
    handles, scalars, dims = parameters(func)
    # An input whose memory the output may take aliases it: neither is `noalias`.
    reused = [handles[number] for number in reusable(func)]
    f.shared = frozenset(func.buffer_map[handle] for handle in (reused and [*reused, handles[-1]]))
    signature = []
    for k, handle in enumerate(handles):
        operand = f"%p{k}"
        f.values[handle] = operand
        buffer = func.buffer_map.get(handle)
        if buffer is None:
            signature.append(f"ptr {operand}")
            continue
        f.buffers[buffer] = Pointer(operand, param_align(buffer))
        flag = "noalias " if f.noalias and buffer not in f.shared else ""
        signature.append(f"ptr {flag}align {param_align(buffer)} {operand}")
    for k, scalar in enumerate(scalars):
        operand = f"%a{k}"
        signature.append(f"{value_type(scalar.dtype, f.native_half)} {operand}")
        f.values[scalar] = operand
    for k, dim in enumerate(dims):
        signature.append(f"i64 %n{k}")
        f.index[dim] = f"%n{k}"
    if has_workspace(func):
        signature.append("ptr noalias align 64 %workspace")
        f.workspace = "%workspace"
    if f.noalias:
        f.unchanged = frozenset(func.buffer_map.values()) - f.shared - {*output_buffers(func)}
    begin_tiles(f, func.body)
    f.statement(func.body)
    if f.releases:
        raise InternalError("a heap block outlives its statement")
    f.leave("0")
    module.defined.add(name)
    linkage = {"internal": "internal ", "hidden": "hidden ", "external": ""}[module.linkage]
    head = f"{linkage}i32 {symbol(name)}({', '.join(signature)})"
    module.functions.append(f"define {head} #0 align {CODE_ALIGNMENT}{described} {{\nentry:\n{f.text()}\n}}\n")
