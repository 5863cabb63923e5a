"""The functions of libm that an artefact defines for itself, as LLVM text: what `native/libm*.c` became.

Those of `libm.c` stand for instructions: code generators call them where a processor has none, so what is called is
known only when there is machine code. The others are called by name.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .native_text import definitions, native_text
from .platform import Platform

#: The files, of which each may call functions of those before it.
LIBM_FILES = ("libm", "libm_powers", "libm_angles", "libm_gamma")
#: What stands outside of functions: types, tables of numbers, intrinsics.
_OUTSIDE = re.compile(r"^(?:([%@][\w.]+) = (?:type|internal) |declare .*?(@llvm\.[\w.]+)\().*", re.MULTILINE)


def libm_text(platform: Platform, names: Collection[str], *, keep: bool = True, declared: Collection[str] = ()) -> str:
    """Definitions of functions that machine code calls, of those in :func:`libm_functions`, with what these call.

    They are internal, but for those that the module it is linked into has `declared`: an internal function would be
    another one. With `keep`, they stay although nothing in the text refers to them: the code generator does.
    """
    defined = _own_functions(platform)
    wanted, todo = dict[str, str](), sorted(names)
    while todo:
        name = todo.pop()
        if name not in wanted:
            wanted[name] = defined[name]
            todo += [other for other in re.findall(r"call .*?@(\w+)\(", defined[name]) if other in defined]
    used = ", ".join(f"ptr @{name}" for name in sorted(wanted))
    kept = f'@llvm.compiler.used = appending global [{len(wanted)} x ptr] [{used}], section "llvm.metadata"\n'
    text = "\n".join(wanted.values())
    for name in wanted.keys() & set(declared):
        wanted[name] = wanted[name].replace("define internal", "define linkonce_odr hidden", 1)
    return "\n".join([
        *_used(platform, text), *(wanted[name] for name in sorted(wanted)), *([kept] if keep else []),
    ])  # fmt: skip


def libm_functions(platform: Platform) -> frozenset[str]:
    """The functions of libm that an artefact can define for itself, and support functions of WebAssembly."""
    return frozenset(_own_functions(platform))


def instruction_functions(platform: Platform) -> frozenset[str]:
    """Those of :func:`libm_functions` that a code generator calls for instructions which a processor does not have."""
    return frozenset(name for file in ("libm", *_support(platform)) for name in definitions(file, platform))


def _used(platform: Platform, text: str) -> list[str]:
    """The types and tables that a text refers to, and declarations of the intrinsics of LLVM that it calls."""
    names, lines = set(re.findall(r"[@%][\w.]+", text)), dict[str, str]()
    for file in LIBM_FILES:
        for found in _OUTSIDE.finditer(native_text(file, platform)):
            name = found[1] or found[2]
            if name in names:
                lines[name] = found[0]
    return [lines[name] for name in sorted(lines)]


def _support(platform: Platform) -> tuple[str, ...]:
    return ("wide",) if platform.object_format == "wasm" else ()


def _own_functions(platform: Platform) -> dict[str, str]:
    files = (*LIBM_FILES, *_support(platform))
    return {name: text for file in files for name, text in definitions(file, platform).items()}
