"""Tensor programs for a device: the kernels as source text, with how they are launched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule

from .scheduling import apply_given

if TYPE_CHECKING:
    from mlcc.runtime import DeviceModule

    from .options import BuildOptions


def build_device(module: IRModule, options: BuildOptions) -> DeviceModule:
    """The kernels of all tensor programs of a module. Raises MlccError G109, and S2xx for given schedules."""
    from mlcc.codegen.c import DIALECTS, emit_device
    from mlcc.lowering import lower
    from mlcc.runtime import DeviceModule, Launch

    if module.graph_funcs:
        name = next(iter(module.graph_funcs))
        raise MlccError("G109", f"the graph function `{name}` has no kernel", help="build it for `llvm` or `c`")
    kind = options.target.kind
    texts, launches = [DIALECTS[kind].prelude], {}
    for name, func in apply_given(module, options).module.prim_funcs.items():
        lowered = lower(func, options.target)
        text, kernel = emit_device(lowered, name, kind)
        texts.append(text)
        launches[name] = Launch(kernel.name, kernel.blocks, kernel.threads, tuple(b.dtype for b in lowered.buffers))
    return DeviceModule(kind, "\n".join(texts), launches)
