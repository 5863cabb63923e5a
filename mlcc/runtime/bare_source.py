"""The entries of an artefact with the runtime `none` as C99 text: the interface that :mod:`.bare` writes."""

from __future__ import annotations

import re

from .c_source import SIZES, Entries, native_source
from .dims import static_value
from .entry import ERRORS
from .header import c_param, make_header
from .own_libm import LIBM_FILES
from .spec import ModuleSpec, ScalarSpec, TensorSpec, c_name, check_spec

#: What the kernels take from C's headers: with GCC and Clang nothing of libm, whose names are those of own functions.
HEADERS = """\
#include <stddef.h>
#include <stdint.h>
#if defined(__GNUC__)
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define fabs(x) __builtin_fabs(x)
#define fabsf(x) __builtin_fabsf(x)
#define copysign(x, y) __builtin_copysign((x), (y))
#define copysignf(x, y) __builtin_copysignf((x), (y))
#else
#include <math.h>
#endif
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
"""
#: The name of a function of `native/libm*.c` or `native/libm.h`, whose parts have blank lines between them.
_INLINE = "static inline __attribute__((always_inline))"
_FUNCTION = re.compile(rf"^(?:float|double|int32_t|void|{re.escape(_INLINE)} \w+) (\w+)\([^;]*? {{", re.MULTILINE)

_TYPE = re.compile(r"^(?:typedef|#define) ", re.MULTILINE)


def write_bare_source(spec: ModuleSpec, prelude: str, kernels: str, weights: str) -> str:
    """The text of the C file of a module with the runtime `none`; `prelude` is without headers, the rest as
    :func:`.c_source.write_source` takes it."""
    check_spec(spec)
    entries = [_BareEntries(spec, function) for function in spec.functions]
    computed = any(static_value(function.workspace_bytes) is None for function in spec.functions)
    return "\n".join([
        make_header(spec), HEADERS, prelude, _libm(kernels), weights, kernels,
        *((SIZES, _divisions()) if computed else ()), *(e.text() for e in entries),
    ])  # fmt: skip


def own_functions() -> frozenset[str]:
    """The functions of libm that a C file can define for itself, and those that these use."""
    return frozenset(_bodies())


def _bodies() -> dict[str, str]:
    return {found[1]: part[found.start() :] for part in _parts() if (found := _FUNCTION.search(part))}


def _parts() -> list[str]:
    """The definitions of the files with their comments, between which there are blank lines."""
    texts = (native_source("libm", "h"), *(native_source(name) for name in LIBM_FILES))
    return [part for text in texts for part in text.split("\n\n")]


def _libm(kernels: str) -> str:
    """The functions of libm that the kernels call, under own names, after those that these call."""
    bodies = _bodies()
    wanted: list[str] = []

    def visit(text: str) -> None:
        for name in re.findall(r"\b(\w+)\(", text):
            if name in bodies and name not in wanted:
                visit(bodies[name].partition("{")[2])
                wanted.append(name)

    visit(kernels)
    if not wanted:
        return ""
    own = [f"#undef {name}\n#define {name} mlcc_rt_{name}" for name in wanted]
    types = [part for part in _parts() if _TYPE.search(part) and "#ifndef" not in part and not _FUNCTION.search(part)]
    return "\n".join(["\n\n".join(types), *own, *(_static(bodies[name]) for name in wanted)])


def _static(text: str) -> str:
    """A function for this file only."""
    if text.startswith(_INLINE):
        return text.replace(_INLINE, "MLCC_INLINE", 1).strip() + "\n"
    return f"static MLCC_UNUSED {text.strip()}\n"


def _divisions() -> str:
    """Division of sizes, from the checks of the runtime."""
    found = re.findall(
        r"^int64_t (mlcc_rt_floor(?:div|mod)\(.*?^}\n)", native_source("checks"), re.MULTILINE | re.DOTALL
    )
    return "\n".join(f"static MLCC_UNUSED int64_t {body}" for body in found)


class _BareEntries(Entries):
    """The two entries of one function."""

    def text(self) -> str:
        """Their definitions."""
        return "\n".join([self._run(), self.bytes()])

    def _run(self) -> str:
        f = self.function
        inputs: list[TensorSpec | ScalarSpec] = [*f.tensors, *f.scalars]
        names = ["arg_" + c_name(p.name) for p in inputs] + [c_name(s) for s in f.symbols]
        params = [c_param(p) for p in inputs] + [f"int64_t {c_name(s)}" for s in f.symbols]
        values = dict(zip([name for _, name in self.values()], names, strict=True))
        lines = [f"int32_t {self.base}_run({', '.join([*params, 'void *workspace', 'size_t bytes'])}) {{"]
        if f.workspace_bytes == 0:
            lines += ["  (void)workspace;", "  (void)bytes;"]
        else:
            lines += [
                *self.need(self.symbols(values)),
                "  if (workspace == NULL || ((uintptr_t)workspace & 63) != 0 || (uint64_t)bytes < (uint64_t)need)",
                f"    return {ERRORS['WORKSPACE'][0]};",
            ]
        return "\n".join([*lines, f"  return {self.kernel(values, 'workspace')};", "}\n"])
