"""PTX: kernels compiled by LLVM, with the functions of libm that they call."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlcc.codegen.llvm import KernelModule

#: The platform of the functions: they are the same for all whose pointers have 64 bits.
_LIBM = "x86_64-unknown-linux-gnu"
#: What is optimised: LLVM's passes find which generic pointers are global, shared or local memory.
_OPT_LEVEL = 2


def ptx_text(kernels: KernelModule) -> str:
    """The PTX of a module of kernels."""
    from mlcc.codegen.llvm import emitted, optimize, parse_ir, target_machine
    from mlcc.runtime import libm_text, platform_of

    target = kernels.target
    machine = target_machine(target, _OPT_LEVEL)
    module = parse_ir(kernels.text(), target, machine)
    if kernels.libm:
        text = libm_text(platform_of(_LIBM), kernels.libm, keep=False, declared=kernels.libm)
        module.link_in(parse_ir(f'target triple = "{target.triple}"\n{text}', target, machine))
    optimize(module, machine, _OPT_LEVEL, scheduled=False)
    return emitted(module, machine, "s").decode()
