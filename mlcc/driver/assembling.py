"""Links optimised programs and the runtime into one LLVM module and emits it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .cache import Cache
from .processes import run_apart
from .target_texts import target_text

if TYPE_CHECKING:
    from mlcc.runtime import ModuleSpec
    from mlcc.target import Target


@dataclass(frozen=True, slots=True)
class Assembly:
    """The inputs of a module, and the form in which it is emitted.

    `bitcode` are the programs, `texts` further LLVM text. `form` is ``o``, ``s``, ``ll`` or ``bc``. If `whole` is
    false, the module is linked with objects of other programs; if `apart` is true, with :class:`Support`, and all
    programs are in other objects.
    """

    form: str
    bitcode: tuple[bytes, ...]
    texts: tuple[str, ...]
    spec: ModuleSpec
    target: Target
    opt_level: int
    whole: bool = True
    apart: bool = False

    def make(self) -> bytes:
        """The emitted module. Raises G105 if LLVM cannot generate code for the target."""
        # LLVM may abort the process for a target that it supports only in part: other targets run in a child process.
        return self.run() if self.target.is_host else bytes(run_apart([self], self.target)[0])

    def prepare(self) -> None:
        """Load LLVM and the runtime's texts."""
        from mlcc.codegen.llvm import initialize
        from mlcc.runtime import assemble  # noqa: F401

        initialize()

    def run(self) -> bytes:
        """The emitted module, generated in this process."""
        import llvmlite.binding as llvm

        from mlcc.codegen.llvm import emitted, parse_ir, shared_machine, tidy
        from mlcc.runtime import assemble

        machine = shared_machine(self.target, self.opt_level)
        module = parse_ir(f'target triple = "{self.target.triple}"\n', self.target, machine)
        for code in self.bitcode:
            module.link_in(llvm.parse_bitcode(code))
        for text in self.texts:
            module.link_in(parse_ir(text, self.target, machine))
        module = assemble(module, self.spec, whole=self.whole, apart=self.apart)
        # The programs are optimised already; this is for the runtime and the entries.
        if self.opt_level > 0:
            tidy(module, machine)
        if self.spec.runtime == "none":
            module = self._closed(module, machine)
        # Entries alone do next to nothing. LLVM's full set of passes takes a millisecond for each, whatever they do.
        if self.apart:
            machine = shared_machine(self.target, 0)
        return emitted(module, machine, self.form)

    def _closed(self, module: Any, machine: Any) -> Any:
        """The module with definitions of the functions of libm that its machine code calls.

        Raises G110 for those that are not to be had.
        """
        import llvmlite.binding as llvm

        from mlcc.codegen.llvm import LIBM, emitted, parse_ir
        from mlcc.runtime import instruction_functions, libm_functions, libm_text, platform_of, undefined

        platform, code = platform_of(self.spec.triple), module.as_bitcode()
        own = libm_functions(platform)
        is_elf = platform.object_format == "elf"
        # What is called is known only when there is machine code; to emit it changes a module.
        wanted = undefined(emitted(module, machine, "o")) if is_elf else _called(module)
        lacking = sorted((wanted & LIBM) - own)
        if lacking:
            raise lacks_function(lacking[0])
        own &= wanted if is_elf else wanted | instruction_functions(platform)
        module = llvm.parse_bitcode(code)
        if own:
            declared = {function.name for function in module.functions if function.is_declaration}
            text = f'target triple = "{self.target.triple}"\n' + libm_text(platform, own, declared=declared)
            module.link_in(parse_ir(text, self.target, machine))
        return module


@dataclass(frozen=True, slots=True)
class Support:
    """The support code of a library, or the decoders of images, as an object of its own, the same for all modules."""

    runtime: str
    target: Target
    opt_level: int

    @property
    def key(self) -> str:
        """The key of the object in the cache."""
        from mlcc.codegen.llvm import passes_digest
        from mlcc.runtime import platform_of, support_text

        text = support_text(platform_of(self.target.triple), self.runtime)
        return Cache.key("support", passes_digest(), text, target_text(self.target), str(self.opt_level))

    def make(self) -> bytes:
        """The object, as :meth:`Assembly.make`."""
        return self.run() if self.target.is_host else bytes(run_apart([self], self.target)[0])

    def prepare(self) -> None:
        """Load LLVM and the runtime's texts."""
        from mlcc.codegen.llvm import initialize
        from mlcc.runtime import support_module  # noqa: F401

        initialize()

    def run(self) -> bytes:
        """The object, generated in this process."""
        return _support_object(self)


@lru_cache(maxsize=4)
def _support_object(support: Support) -> bytes:
    """The object, generated once where builds have no cache on disk."""
    from mlcc.codegen.llvm import emitted, optimize, shared_machine
    from mlcc.runtime import support_module

    target = support.target
    machine = shared_machine(target, support.opt_level)
    head = f'target triple = "{target.triple}"\ntarget datalayout = "{machine.target_data}"\n'
    module = support_module(target.triple, head, support.runtime)
    optimize(module, machine, min(support.opt_level, 1), scheduled=True)
    return emitted(module, machine, "o")


def _called(module: Any) -> frozenset[str]:
    """The functions from outside that a module calls by name: those of libm that no intrinsic stands for."""
    declared = {function.name for function in module.functions if function.is_declaration}
    return frozenset(re.findall(r"call [^@\n]*@(\w+)\(", str(module)) if declared else ()) & declared


def lacks_function(name: str) -> MlccError:
    """The error for a function of libm that a program calls by name, with the runtime `none`."""
    return MlccError(
        "G110", f"the runtime `none` has no function `{name}`",
        help="use the operator, as in `T.exp(x)`, which every runtime has, or `--runtime minimal` with a C library",
    )  # fmt: skip
