"""Runs an unlinked object file through LLVM's JIT.

The only part of loading that needs llvmlite; shared libraries do not use it.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any

from mlcc.diagnostics import MlccError

from .objfile import Buffer, ObjectFile


class LoadedObject:
    """An object in memory, ready to run. Keep it as long as its functions are called."""

    def __init__(self, data: bytes, info: ObjectFile, where: str) -> None:
        """Raises R324 when llvmlite is missing or LLVM cannot load the object."""
        _check_resolvable(info, where)
        try:
            import llvmlite.binding as llvm
        except ModuleNotFoundError as error:
            raise MlccError(
                "R324",
                f"{where} is an object file, and loading one needs llvmlite",
                help="`pip install llvmlite`, or build a `.so`",
            ) from error
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self._engine = new_engine(llvm, together=True)
        self._kept: list[Any] = []
        try:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
            self._engine.finalize_object()
        except (RuntimeError, OSError, ValueError) as error:
            raise MlccError("R324", f"LLVM cannot load {where}: {error}") from error

    def address(self, symbol: str) -> int:
        """The address of a function; 0 when there is none."""
        return int(self._engine.get_function_address(symbol))

    def set_pointer(self, symbol: str, data: Buffer, offset: int) -> None:
        """Lets the pointer variable `symbol` be the address of byte `offset` of `data`, which is kept."""
        import numpy as np

        view = np.frombuffer(data, np.uint8)
        self._kept.append(view)
        pointer = ctypes.c_void_p.from_address(int(self._engine.get_global_value_address(symbol)))
        pointer.value = view.ctypes.data + offset

    def close(self) -> None:
        """Frees the code. Nothing may call into it afterwards."""
        self._engine.close()


def _check_resolvable(info: ObjectFile, where: str) -> None:
    """Raises R324 if a function is called that this process lacks: LLVM would end the process."""
    process = ctypes.CDLL(None)
    with contextlib.suppress(OSError):  # a separate library in glibc; elsewhere part of the C library
        ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
    missing = [s.name for s in info.symbols if not s.defined and not s.weak and not hasattr(process, s.name)]
    if missing:
        raise MlccError(
            "R324",
            f"{where} calls functions that are in no C library here: {', '.join(sorted(missing))}",
            help="build a `.so`: linking brings the compiler's own support functions",
        )


def new_engine(llvm: Any, text: str = "", together: bool = False) -> Any:
    """An engine of LLVM's for this machine, with the functions of a module given as text.

    together: all sections of an object stand together, by llvmlite's memory manager. LLVM's own takes each from
    wherever there is room: in a process with large mappings they may be more than 2 GB apart, which is further than
    their references reach.
    """
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(codemodel="small")
    return llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine, use_lmm=together)
