"""Libraries for WebAssembly that can be called as those of this machine are, run by the package wasmtime."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from ctypes import _SimpleCData
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import assembling, units
from mlcc.driver.processes import Task
from mlcc.runtime import ForeignLibrary
from mlcc.runtime.dims import evaluate_dim
from mlcc.runtime.entry_codes import CODES_OF_ERRORS
from mlcc.runtime.function import Function
from mlcc.runtime.spec import FunctionSpec
from mlcc.target import Target

ALIGNMENT, PAGE = 64, 65536


def build(source: Any, target: str = "wasm32", **options: Any) -> WasmLibrary:
    """`mlcc.build` for a target of WebAssembly, loaded by wasmtime. LLVM runs in this process: to start others takes
    longer than most of what a suite builds, and where one would end, a suite's own process may."""
    with patch.object(assembling, "run_apart", _run_here), patch.object(units, "run_apart", _run_here):
        return WasmLibrary(mlcc.build(source, target, **options))


def _run_here(tasks: Sequence[Task], target: Target) -> list[Any]:
    return [task.run() for task in tasks]


class WasmLibrary(ForeignLibrary):
    """An instance of the module of a library."""

    def __init__(self, library: ForeignLibrary) -> None:
        import wasmtime

        super().__init__(library.spec, library.where, library.reason)
        self.store = wasmtime.Store()
        with tempfile.TemporaryDirectory(prefix="mlcc-wasm-") as folder:
            file = Path(folder) / "module.wasm"
            library.export_library(file)
            module = wasmtime.Module.from_file(self.store.engine, str(file))
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)

    def foreign(self, symbol: str, result: Any, arguments: Sequence[Any]) -> Any:
        """Nothing: `_Function` calls what the module exports."""
        return None

    def _function(self, spec: FunctionSpec) -> Function:
        return _Function(self, spec)

    def run_error(self, name: str, code: int) -> Exception:
        """The exception for an error code; a module without a system keeps no message."""
        return MlccError(CODES_OF_ERRORS.get(code, "R312"), f"`{name}` failed: {code}")


class _Function(Function):
    library: WasmLibrary

    def __init__(self, library: WasmLibrary, spec: FunctionSpec) -> None:
        super().__init__(library, spec)
        self._raw = self._run
        self._numbers = [*(spec.params[i].name for i, _ in self._scalar_slots), *spec.symbols]

    def _foreign_args(self, arrays: Sequence[Any]) -> list[Any]:
        """The arrays themselves in place of their addresses."""
        numbers = super()._foreign_args(arrays)[len(self._tensor_slots) :]
        return [[arrays[i] for i in self._tensor_slots], *numbers]

    def _run(self, tensors: Sequence[Any], *numbers: Any) -> int:
        store, exports = self.library.store, self.library.exports
        values = [n.value if isinstance(n, _SimpleCData) else n for n in numbers]
        need = evaluate_dim(self.spec.workspace_bytes, dict(zip(self._numbers, values, strict=True)))
        end, places = exports["__heap_base"].value(store), []
        for nbytes in [*(tensor.nbytes for tensor in tensors), need]:
            places.append(-(-end // ALIGNMENT) * ALIGNMENT)
            end = places[-1] + nbytes
        memory = exports["memory"]
        if (lacking := -(-(end - memory.data_len(store)) // PAGE)) > 0:
            memory.grow(store, lacking)
        for tensor, place in zip(tensors, places, strict=False):
            memory.write(store, tensor.tobytes(), place)
        run = exports[self.library.spec.symbol(self.spec, "run")]
        code: int = run(store, *places[:-1], *values, places[-1], need)
        for slot, tensor, place in zip(self._tensor_slots, tensors, places, strict=False):
            if self.spec.params[slot].role != "input" and tensor.size:
                data = np.frombuffer(memory.read(store, place, place + tensor.nbytes), np.uint8)
                tensor.reshape(-1).view(np.uint8)[:] = data
        return code
