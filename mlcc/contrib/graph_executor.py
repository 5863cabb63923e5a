"""Running a built model in TVM's older way: `set_input`, `run`, `get_output`.

module = graph_executor.GraphModule(library)
module.set_input("x", x)
module.run()
y = module.get_output(0)
"""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.runtime import Function, Library, NDArray
from mlcc.runtime.timing import Timing
from mlcc.vm import VirtualMachine


class GraphModule:
    """A function of a library with inputs that are set, and outputs of the last run."""

    def __init__(self, module: Library | Function) -> None:
        library = module if isinstance(module, Library) else module.library
        self.name = module.entry_name if isinstance(module, Library) else module.name
        self.module = library
        self._machine = VirtualMachine(library)
        self._inputs: dict[str, Any] = {}
        self._spec = library[self.name].spec

    def set_input(self, key: str | int | None = None, value: Any = None, **params: Any) -> None:
        """Keep an input by name or index, or several by name. Raises R301 for one that there is not."""
        given = dict(params) if key is None else {self._input(key): value, **params}
        for name, item in given.items():
            self._inputs[self._input(name)] = item

    def _input(self, key: str | int) -> str:
        names = [item.name for item in self._spec.inputs]
        if isinstance(key, int) and 0 <= key < len(names):
            return names[key]
        if key not in names:
            raise MlccError("R301", f"`{self.name}` has no input `{key}`",
                            help=choices_help(str(key), names, "inputs"))  # fmt: skip
        return str(key)

    def run(self, **inputs: Any) -> None:
        """Run on the inputs that were set. Raises R301-R314 for inputs that do not fit."""
        if inputs:
            self.set_input(None, **inputs)
        self._machine.set_input(self.name, **self._inputs)
        self._machine.invoke_stateful(self.name)

    def get_num_inputs(self) -> int:
        """The number of inputs."""
        return len(self._spec.inputs)

    def get_num_outputs(self) -> int:
        """The number of outputs."""
        return len(self._spec.outputs)

    def get_output(self, index: int, out: Any = None) -> NDArray:
        """An output of the last run, copied to `out` if given. Raises R301 before a run."""
        result = self._machine.get_output(self.name, index)
        if out is not None:
            out[...] = result
        return result

    def get_input(self, key: str | int) -> Any:
        """An input that was set, None where it was not."""
        return self._inputs.get(self._input(key))

    def benchmark(self, device: Any = None, number: int = 5, repeat: int = 5, **_: Any) -> Timing:
        """Seconds of a call on the inputs that were set."""
        evaluator = self._machine.time_evaluator(self.name, device, number, repeat)
        result: Timing = evaluator(*(self._inputs[item.name] for item in self._spec.inputs))
        return result


def create(library: Library, device: Any = None) -> GraphModule:
    """The module that runs the default function of a library."""
    return GraphModule(library)
