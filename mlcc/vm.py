"""TVM's way to run graph functions: `relax.vm.build` and `relax.VirtualMachine`.

There is no interpreter here: the functions are native code, and this is a thin dress over `mlcc.build`.

    ex = relax.vm.build(MyModule, target="llvm")
    vm = relax.VirtualMachine(ex, mlcc.cpu())
    result = vm["main"](x, w)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlcc.ir import IRModule
    from mlcc.runtime import Function, Library
    from mlcc.target import Target


def build(module: IRModule, target: str | Target | None = None, **options: Any) -> Library:
    """Compile a module; the result is for `VirtualMachine`, and can be called directly too."""
    from mlcc.driver import build as compile_module

    return compile_module(module, target, **options)


class VirtualMachine:
    """Functions of a built module by name. `device` is accepted for TVM's sake: there is only the CPU."""

    def __init__(self, executable: Library, device: object = None) -> None:
        self.library = executable
        self.device = device

    def __getitem__(self, name: str) -> Function:
        """The function of this name. Raises MlccError R313 when there is none."""
        return self.library[name]

    def time_evaluator(self, name: str, device: object = None, number: int = 10, repeat: int = 1) -> Any:
        """A callable that times a function on its arguments; `.mean` is seconds per call."""
        return self.library.time_evaluator(name, device, number, repeat)
