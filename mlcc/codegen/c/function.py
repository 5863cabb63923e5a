"""One lowered tensor program as a C function."""

from __future__ import annotations

from mlcc.analysis import reusable
from mlcc.codegen.llvm import has_workspace, parameters
from mlcc.diagnostics import InternalError
from mlcc.ir import INSTRUCTIONS, Buffer, BufferLoad, BufferStore, Call, PrimFunc, free_vars, walk

from . import calls, expressions, memory, statements
from .emitter import Emitter
from .library import Library
from .names import memory_type, scalar_type

#: The modules imported above register translators; this reference marks the imports as used.
TRANSLATORS = (calls, expressions, memory, statements)


def emit_function(library: Library, parts: dict[str, str], func: PrimFunc, name: str) -> str:
    """The text of a function ``static int32_t`` `name`, which returns 0 or an error number.

    Its parameters are a pointer per handle, the scalars, an int64_t per symbolic dimension, and the workspace where
    the attribute `workspace_bytes` is not 0. `parts` has the C names of the other functions by their own, that of the
    weights under ``weights``; an entry "f cannot fail" is added for a function without run-time checks.
    """
    f = Emitter(library, parts)
    handles, scalars, dims = parameters(func)
    reused = [handles[number] for number in reusable(func)]
    shared = {func.buffer_map[handle] for handle in (reused and [*reused, handles[-1]])}
    alone = bool(func.attrs.get("tir.noalias", False))
    written, used = used_of(func)
    signature: list[str] = []
    unused: list[str] = []
    for handle in handles:
        buffer = func.buffer_map.get(handle)
        own = f.values[handle] = f.fresh(handle.name if buffer is None else buffer.name)
        if buffer is None:
            signature.append(f"void *{own}")
        else:
            f.buffers[buffer] = own
            constant = "" if buffer in written else "const "
            restrict = "restrict " if alone and buffer not in shared else ""
            signature.append(f"{constant}{memory_type(buffer.dtype)} *{restrict}{own}")
        if (buffer or handle) not in used:
            unused.append(own)
    for scalar in scalars:
        own = f.values[scalar] = f.fresh(scalar.name)
        signature.append(f"{scalar_type(scalar.dtype)} {own}")
        unused += [] if scalar in used else [own]
    for dim in dims:
        own = f.fresh(dim.name)
        f.index[dim] = own
        signature.append(f"int64_t {own}")
        unused += [] if dim in used else [own]
    if has_workspace(func):
        f.workspace = f.fresh("workspace")
        signature.append(f"void *{f.workspace}")
        unused += [] if "workspace" in used else [f.workspace]
    for own in unused:
        f.put(f"(void){own};")
    f.statement(func.body)
    if f.heap:
        raise InternalError("a heap block outlives its statement")
    f.put("return 0;")
    if not f.may_fail:
        parts[f"{parts_key(parts, name)} cannot fail"] = "1"
    head = f"static int32_t {name}({', '.join(signature) or 'void'})"
    return "\n".join([f"{head} {{", *f.used_lines(), "}"])


def parts_key(parts: dict[str, str], name: str) -> str:
    """The function that has a C name."""
    return next(key for key, value in parts.items() if value == name)


def used_of(func: PrimFunc) -> tuple[set[Buffer], set[object]]:
    """The buffers that are written, or whose address is taken; and the variables and buffers that occur."""
    written: set[Buffer] = set()
    used: set[object] = set(free_vars(func.body))
    for node in walk(func.body):
        if isinstance(node, BufferStore):
            written.add(node.buffer)
            used.add(node.buffer)
        elif isinstance(node, BufferLoad):
            used.add(node.buffer)
        elif isinstance(node, Call):
            if node.op == "address_of" or node.op in INSTRUCTIONS:
                written.update(a.buffer for a in node.args if isinstance(a, BufferLoad))
            if node.op == "workspace_ptr":
                used.add("workspace")
        elif getattr(node, "key", "") == "workspace_offset":
            used.add("workspace")
    return written, used
