"""Which library of the system defines a function that a library of mlcc takes from outside."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from mlcc.codegen.llvm import LIBM

from ..native_text import libc_names
from ..platform import Platform
from .reading import refused

_THREADS, _LOADER = "libpthread.so.0", "libdl.so.2"
_LOADER_NAMES = frozenset({"dlopen", "dlsym", "dlclose", "dlerror"})
#: What LLVM makes of loops, copies and texts that are printed, besides what the runtime calls by name.
_EMITTED = frozenset({
    "memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "memchr", "puts", "putchar", "fputc", "fputs", "fwrite",
})  # fmt: skip
#: The libraries of C and of mathematics. In musl all are one.
_GLIBC, _MATHS, _MUSL = "libc.so.6", "libm.so.6", "libc.so"


@cache
def _known(platform: Platform) -> frozenset[str]:
    return libc_names(platform) | _EMITTED | LIBM | _LOADER_NAMES


def libraries(names: Iterable[str], weak: Iterable[str], platform: Platform) -> tuple[str, ...]:
    """The libraries that define functions, as the loader knows them; those of `weak` names may lack.

    Since glibc 2.34 all of these are in libc; the others still exist, and older systems need them. Raises R333 for a
    function of none.
    """
    wanted = set[str]()
    optional = frozenset(weak)
    for name in sorted(names):
        if name not in _known(platform) and name not in optional:
            raise refused(f"nothing defines `{name}`: it is no function of libc, libm or pthread that kernels call")
        if platform.environment.startswith("musl"):
            wanted.add(_MUSL)
        elif name not in optional:
            wanted.add(_library(name))
    order = (_MATHS, _THREADS, _LOADER, _GLIBC, _MUSL)
    return tuple(library for library in order if library in wanted)


def _library(name: str) -> str:
    if name in LIBM:
        return _MATHS
    if name.startswith("pthread_"):
        return _THREADS
    return _LOADER if name in _LOADER_NAMES else _GLIBC
