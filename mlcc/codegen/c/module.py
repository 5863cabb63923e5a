"""Lowered tensor programs as the text of a C file: what it needs of the language, small functions, then programs."""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.ir import PrimFunc

from .function import emit_function
from .library import Library
from .names import identifier

#: The headers of what the kernels use.
HEADERS = """\
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

"""
#: What compilers have beyond C99.
LANGUAGE = """\
/* With GCC and Clang, vectors are those of GNU C and stay in registers; -DMLCC_NO_VECTORS selects plain C99. */
#if defined(__GNUC__)
#define MLCC_UNUSED __attribute__((unused))
#define MLCC_INLINE static inline __attribute__((always_inline, unused))
#define MLCC_APART static __attribute__((noinline, unused))
#define MLCC_ALIGNED __attribute__((aligned(64)))
#define MLCC_PREFETCH(p, write, near) __builtin_prefetch((p), (write), (near))
#if (defined(__clang__) || __GNUC__ >= 9) && !defined(MLCC_NO_VECTORS)
#define MLCC_VECTORS 1
/* No vector is passed to another file, so that it does not matter how. */
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
#else
#define MLCC_UNUSED
#define MLCC_INLINE static inline
#define MLCC_APART static
#define MLCC_ALIGNED
#define MLCC_PREFETCH(p, write, near) ((void)(p))
#endif
#ifdef MLCC_VECTORS
#define AT(x, l) ((x)[l])
#else
#define AT(x, l) ((x).v[l])
#endif
#ifdef _OPENMP
#define MLCC_PARALLEL _Pragma("omp parallel for schedule(static)")
#else
#define MLCC_PARALLEL
#endif
"""
#: What the text of :func:`emit_module` needs above it.
PRELUDE = HEADERS + LANGUAGE


def emit_module(functions: Mapping[str, PrimFunc], weights: str = "mlcc_weights") -> tuple[str, dict[str, str]]:
    """The text of lowered programs, callees first, and the C name of each.

    `weights` is the name of the constants, an array that the text does not define; it needs :data:`PRELUDE`.
    Raises MlccError G2xx for what C cannot express.
    """
    library = Library()
    names = c_names(functions)
    parts = {**names, "weights": weights}
    texts = [emit_function(library, parts, func, names[name]) for name, func in functions.items()]
    return "\n\n".join([library.text(), *texts]) + "\n", names


def c_names(functions: Mapping[str, PrimFunc]) -> dict[str, str]:
    """A C name for each function, which no function of C has."""
    names: dict[str, str] = {}
    for name in functions:
        own = base = identifier(f"kernel_{name}")
        count = 1
        while own in names.values():
            count += 1
            own = f"{base}_{count}"
        names[name] = own
    return names
