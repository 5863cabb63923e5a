"""Links optimised programs and the runtime into one LLVM module and emits it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .processes import run_apart

if TYPE_CHECKING:
    from mlcc.runtime import ModuleSpec
    from mlcc.target import Target


@dataclass(frozen=True, slots=True)
class Assembly:
    """The inputs of a module, and the form in which it is emitted.

    `bitcode` are the programs, `texts` further LLVM text. `form` is ``o``, ``s``, ``ll`` or ``bc``. If `whole` is
    false, the module is linked with objects of other programs.
    """

    form: str
    bitcode: tuple[bytes, ...]
    texts: tuple[str, ...]
    spec: ModuleSpec
    target: Target
    opt_level: int
    whole: bool = True

    def make(self) -> bytes:
        """The emitted module. Raises G105 if LLVM cannot generate code for the target."""
        # LLVM may abort the process for a target that it supports only in part: other targets run in a child process.
        return self.run() if self.target.is_host else bytes(run_apart([self], self.target)[0])

    def run(self) -> bytes:
        """The emitted module, generated in this process."""
        import llvmlite.binding as llvm

        from mlcc.codegen.llvm import emitted, optimize, parse_ir, target_machine
        from mlcc.runtime import assemble

        machine = target_machine(self.target, self.opt_level)
        module = parse_ir(f'target triple = "{self.target.triple}"\n', self.target, machine)
        for code in self.bitcode:
            module.link_in(llvm.parse_bitcode(code))
        for text in self.texts:
            module.link_in(parse_ir(text, self.target, machine))
        module = assemble(module, self.spec, whole=self.whole)
        # The programs are optimised already; this is for the runtime and the entries.
        optimize(module, machine, min(self.opt_level, 1), scheduled=True)
        if self.spec.runtime == "none":
            module = self._closed(module, machine)
        return emitted(module, machine, self.form)

    def _closed(self, module: Any, machine: Any) -> Any:
        """The module with definitions of the functions of libm that its machine code calls.

        Raises G110 for those that are not to be had.
        """
        import llvmlite.binding as llvm

        from mlcc.codegen.llvm import LIBM, emitted, parse_ir
        from mlcc.runtime import libm_functions, libm_text, platform_of, undefined

        platform, code = platform_of(self.spec.triple), module.as_bitcode()
        own = libm_functions(platform)
        if platform.object_format == "elf":
            # Known only when there is machine code; to emit it changes a module.
            wanted = undefined(emitted(module, machine, "o"))
            lacking = sorted((wanted & LIBM) - own)
            if lacking:
                raise lacks_function(lacking[0])
            own &= wanted
        module = llvm.parse_bitcode(code)
        if own:
            text = f'target triple = "{self.target.triple}"\n' + libm_text(platform, own)
            module.link_in(parse_ir(text, self.target, machine))
        return module


def lacks_function(name: str) -> MlccError:
    """The error for a function of libm in a program with the runtime `none`."""
    return MlccError(
        "G110", f"the runtime `none` has no function `{name}`",
        help="compute in float32, of which all functions have formulas, or build with `--runtime minimal`",
    )  # fmt: skip
