"""TVM's way to run graph functions: `relax.vm.build` and `relax.VirtualMachine`.

There is no interpreter here: the functions are native code, and this is a thin dress over `mlcc.build`.

    ex = relax.vm.build(MyModule, target="llvm")
    vm = relax.VirtualMachine(ex, mlcc.cpu())
    result = vm["main"](x, w)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.runtime import nd
from mlcc.runtime.nesting import packed, unpacked

if TYPE_CHECKING:
    from mlcc.runtime import Function, Library
    from mlcc.runtime.function import BoundCall
    from mlcc.runtime.ndarray import NDArray
    from mlcc.target import Target


def build(
    module: Any,
    target: str | Target | None = None,
    params: Mapping[str, Any] | None = None,
    relax_pipeline: Any = None,
    tir_pipeline: Any = None,
    exec_mode: str = "compiled",
    **options: Any,
) -> Library:
    """Compile a module; the result is for `VirtualMachine`, and can be called directly too.

    `params` are bound to parameters of `main` by name; the pipelines, passes or names of `relax.get_pipeline`, come
    before the phases of the build. There is native code only, whatever `exec_mode` says. `options` are those of
    `mlcc.build`. Raises T137 for an unknown pipeline, T120-T122 for wrong parameters.
    """
    from mlcc.driver import build as compile_module
    from mlcc.ir import IRModule
    from mlcc.relax import transform
    from mlcc.relax.pipeline import piped

    if isinstance(module, IRModule):
        if params:
            module = transform.BindParams("main", params)(module)
        module = piped(piped(module, relax_pipeline), None if tir_pipeline == "default" else tir_pipeline)
    return compile_module(module, target, **options)


class VirtualMachine:
    """Functions of a built module by name. `device` is accepted for TVM's sake: there is only the CPU."""

    def __init__(self, executable: Library, device: object = None) -> None:
        self.library = executable
        self.device = device
        self._bound: dict[str, BoundCall] = {}
        self._results: dict[str, tuple[NDArray, ...]] = {}
        self._saved: dict[str, Callable[[], Any]] = {}

    def __repr__(self) -> str:
        return f"VirtualMachine({', '.join(function.name for function in self.library.spec.functions)})"

    def __getitem__(self, name: str) -> Function | Callable[[], Any]:
        """The function of this name, of the module or saved. Raises MlccError R313 when there is none."""
        return self._saved[name] if name in self._saved else self.library[name]

    def save_function(
        self, func_name: str, saved_name: str, *args: Any, include_return: bool = True, **named: Any
    ) -> None:
        """Keep a function with its arguments under a new name: ``vm[saved_name]()`` runs it, without the checks, and
        returns its results, or nothing where `include_return` is false. Raises R301-R314 if the arguments are wrong."""
        bound, spec = self._bind(func_name, args, named), self.library[func_name].spec

        def run() -> Any:
            bound()
            return packed(spec, [nd.array(array) for array in bound.results()]) if include_return else None

        self._saved[saved_name] = run

    def set_input(self, func_name: str, *args: Any, **named: Any) -> None:
        """Keep the inputs of a function, by position or by name, for `invoke_stateful`. Raises R301-R314 if wrong."""
        self._bound[func_name] = self._bind(func_name, args, named)
        self._results.pop(func_name, None)

    def _bind(self, func_name: str, args: tuple[Any, ...], named: Mapping[str, Any]) -> BoundCall:
        """A function with its arguments. Raises R301-R314 if they are wrong."""
        function = self.library[func_name]
        args, named = unpacked(function.spec, args, named)
        names = [param.name for param in function.spec.inputs]
        if len(args) > len(names):
            raise MlccError("R301", f"`{func_name}` has {len(names)} inputs, {len(args)} were given")
        return function.bind({**dict(zip(names, args, strict=False)), **named})

    def invoke_stateful(self, func_name: str) -> None:
        """Run a function on the inputs that were set. Raises R301 if none were."""
        bound = self._bound.get(func_name)
        if bound is None:
            raise MlccError(
                "R301", f"no inputs of `{func_name}` were set", help=f'call `set_input("{func_name}", ...)` first'
            )
        bound()
        self._results[func_name] = tuple(nd.array(array) for array in bound.results())

    def get_outputs(self, func_name: str) -> Any:
        """What the last `invoke_stateful` computed: an array, or a tuple of arrays."""
        results = self._all(func_name)
        return results if len(results) != 1 else results[0]

    def get_output(self, func_name: str, index: int = 0) -> NDArray:
        """One of the arrays of `get_outputs`."""
        results = self._all(func_name)
        if not 0 <= index < len(results):
            raise MlccError("R301", f"`{func_name}` has {len(results)} outputs, and none has the index {index}")
        return results[index]

    def _all(self, func_name: str) -> tuple[NDArray, ...]:
        if func_name not in self._results:
            raise MlccError(
                "R301", f"`{func_name}` has not run on these inputs",
                help=f'call `set_input("{func_name}", ...)` and `invoke_stateful("{func_name}")` first',
            )  # fmt: skip
        return self._results[func_name]

    def time_evaluator(self, name: str, device: object = None, number: int = 10, repeat: int = 1) -> Any:
        """A callable that times a function on its arguments; `.mean` is seconds per call."""
        return self.library.time_evaluator(name, device, number, repeat)
