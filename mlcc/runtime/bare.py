"""The entries of an artefact with the runtime `none`, as LLVM IR text: the kernels in memory that the caller gives.

For a function `f` of a module with prefix `p`:

    int32_t p_f_run(pointers, scalars, int64_t per symbol, void *workspace, size_t bytes)
    size_t  p_f_workspace_bytes(int64_t per symbol)

Of the arguments, only the workspace is checked. Nothing is called but the kernels, and no memory is written but that of
the arguments: there are no variables.
"""

from __future__ import annotations

from .entry import ERRORS, FunctionEntries, Writer, define
from .native_text import definitions, join_modules
from .platform import Platform
from .spec import ModuleSpec, to_json
from .weights import description_section

#: The functions of `native/checks.c` by which sizes are computed.
_SIZES = ("mlcc_rt_floordiv", "mlcc_rt_floormod")


def bare_ir(spec: ModuleSpec, platform: Platform) -> str:
    """The entries and the description, which linkers leave out of a program."""
    entries = [BareEntries(spec, function, platform, {}).ir() for function in spec.functions]
    text = "\n\n".join(entries)
    sizes = [body for name, body in definitions("checks", platform).items() if name in _SIZES and f"@{name}(" in text]
    if platform.object_format == "wasm":  # a section of the linked module describes it
        return join_modules([text, *sizes])
    used = '@llvm.compiler.used = appending global [1 x ptr] [ptr @mlcc_rt_description], section "llvm.metadata"\n'
    return join_modules([text, *sizes, description_section(to_json(spec), platform), used])


class BareEntries(FunctionEntries):
    """The two entries of one function."""

    def ir(self) -> str:
        """All definitions, and the declaration of the kernel."""
        return "\n\n".join([self._declaration(), self._run(), self._workspace_bytes()])

    def _run(self) -> str:
        w = Writer(self.strings)
        word = self.platform.word
        if self.function.workspace_bytes != 0:
            need = self._need(w, {**self._symbols(), **self._scalar_symbols(w)})
            given = w.assign("zext i32 %bytes to i64") if word == "i32" else "%bytes"
            # as unsigned numbers: a size that overflowed, below 0, is more than there is
            small = w.assign(f"icmp ult i64 {given}, {need}")
            address = w.assign(f"ptrtoint ptr %ws to {word}")
            low = w.assign(f"and {word} {address}, 63")
            crooked = w.assign(f"icmp ne {word} {low}, 0")
            null = w.assign("icmp eq ptr %ws, null")
            wrong = w.assign(f"or i1 {w.assign(f'or i1 {small}, {crooked}')}, {null}")
            w.put(f"br i1 {wrong}, label %refused, label %given")
            w.lines += ["refused:", f"  ret i32 {ERRORS['WORKSPACE'][0]}", "given:"]
        w.put(f"ret i32 {self._call_kernel(w, '%ws')}")
        params = ", ".join([*(f"{kind} {name}" for kind, name in self._values()), "ptr %ws", f"{word} %bytes"])
        return define(f"i32 @{self.base}_run({params})", w).replace(") {\n", ") nounwind {\n", 1)

    def _workspace_bytes(self) -> str:
        return super()._workspace_bytes().replace(") {\n", ") nounwind {\n", 1)
