"""The support code of an artefact: thread pool, messages, workspace, checks, and the entries' side of tvm-ffi.

It is the same in every artefact for one platform, and takes longer to compile than most kernels. A library for ELF
therefore has it as an object of its own, which is compiled once for a target and kept. Any other artefact has it in one
module with its entries, and so has a library with a profile, whose pool takes times. The decoders of images are an
object of their own in the same way, which only libraries have whose kernels call them.

What the objects share is named `mlcc_rt_…` (`mlcc_rt.….…` is private to a file), and hidden.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from .ffi import ffi_modules
from .native_text import image_modules, join_modules, native_text, runtime_modules
from .platform import Platform, platform_of

#: What the support code asks of the module of the entries: the static workspace, and the texts of error numbers.
ASKED = ("mlcc_rt_arena", "mlcc_rt_arena_bytes", "mlcc_kernel_message")
_SHARED = "mlcc_rt_"
_FUNCTION = re.compile(r"^define (?:internal )?([^(\n]*@mlcc_rt_\w+\((?:[^()\n]|\([^()\n]*\))*\))", re.MULTILINE)
_CONSTANT = re.compile(r"^(@mlcc_rt_\w+) = internal constant (\w+) ", re.MULTILINE)


def support_modules(platform: Platform, runtime: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The LLVM texts of the support code of the runtime `full` or `minimal`: its threads with their working memory, and
    the checks. (That of tvm-ffi is in :func:`ffi_modules`.)"""
    return runtime_modules(platform, runtime), tuple(native_text(name, platform) for name in ("results", "checks"))


#: What stands for a runtime where the decoders of images are meant.
DECODERS = "images"


def _all_modules(platform: Platform, runtime: str) -> tuple[str, ...]:
    if runtime == DECODERS:
        return image_modules(platform)
    threads, checks = support_modules(platform, runtime)
    return (*threads, *checks, *ffi_modules(platform, runtime))


@lru_cache(maxsize=8)
def support_text(platform: Platform, runtime: str) -> str:
    """The support code of a runtime, or the decoders of images, as one LLVM text, without triple and layout."""
    return join_modules(_all_modules(platform, runtime))


@lru_cache(maxsize=8)
def support_declarations(platform: Platform, runtime: str) -> str:
    """Declarations of what other objects use of the support code."""
    text = "\n".join(_all_modules(platform, runtime))
    functions = [f"declare {head}" for head in _FUNCTION.findall(text)]
    return "\n".join([*functions, *(f"{name} = external constant {kind}" for name, kind in _CONSTANT.findall(text))])


def support_module(triple: str, head: str, runtime: str) -> Any:
    """The support code as an llvmlite ModuleRef, for a library of several objects; `head` states triple and layout."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(head + support_text(platform_of(triple), runtime))
    share(module, [value.name for value in _values(module) if value.name.startswith(_SHARED)], ASKED)
    module.verify()
    return module


def share(module: Any, offered: Collection[str], asked: Collection[str]) -> None:
    """Hide what one object of a library uses of another one: support code, and what is `asked`. What is `offered` to
    others is hidden, too."""
    for value in _values(module):
        if value.is_declaration and (value.name.startswith(_SHARED) or value.name in asked):
            value.visibility = "hidden"
        if not value.is_declaration and value.name in offered:
            value.linkage, value.visibility = "external", "hidden"


def _values(module: Any) -> list[Any]:
    return [*module.functions, *module.global_variables]
