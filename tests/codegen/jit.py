"""Lower, emit and run one tensor program in this process, with a thread pool of one thread.

With MLCC_TEST_C, a command such as ``gcc -O2 -fsanitize=undefined``, programs go through C and that compiler instead.
"""

import ctypes
import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from mlcc.codegen import c
from mlcc.codegen.llvm import (
    compile_ir,
    emit_module,
    is_scheduled,
    kernel_symbol,
    optimize,
    parameters,
    parse_ir,
    target_machine,
)
from mlcc.ir import dtype as dt
from mlcc.lowering import lower
from mlcc.runtime.native_text import native_text
from mlcc.runtime.platform import platform_of
from mlcc.target import Target

POOL = """
define void @mlcc_rt_parallel(ptr %fn, ptr %ctx, i64 %extent) {
  %half = sdiv i64 %extent, 2
  call void %fn(ptr %ctx, i64 0, i64 %half)
  call void %fn(ptr %ctx, i64 %half, i64 %extent)
  ret void
}
"""
TILES = "declare i32 @mlcc_rt_tiles()\n"


def linked(text):
    """Text with the functions of the runtime; it calls the real one for tile registers."""
    text = text.replace("declare void @mlcc_rt_parallel(ptr, ptr, i64)\n", POOL)
    return text.replace(TILES, native_text("tiles", platform_of("x86_64-linux-gnu"))) if TILES in text else text


_SCALARS = {
    "float32": ctypes.c_float, "float64": ctypes.c_double, "int64": ctypes.c_int64, "int32": ctypes.c_int32,
    "int8": ctypes.c_int8, "bool": ctypes.c_bool,
}  # fmt: skip


class Kernel:
    """A compiled function; call it with arrays (and numbers) in parameter order. Returns the error number."""

    def __init__(self, func, target=None, opt_level=2):
        import llvmlite.binding as llvm

        if "MLCC_TEST_C" in os.environ:
            self._through_c(func, target, os.environ["MLCC_TEST_C"])
            return
        self.target = Target.parse(target)
        self.lowered = lower(func, self.target)
        self.text = emit_module({"kernel": self.lowered}, self.target, linkage="external")
        text = linked(self.text)
        self.scheduled = is_scheduled(self.lowered)
        machine = target_machine(self.target, opt_level)
        module = parse_ir(text, self.target, machine)
        optimize(module, machine, opt_level, scheduled=self.scheduled)
        self.machine, self.module = machine, module
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        self.address = self.engine.get_function_address(kernel_symbol("kernel"))
        self.workspace_bytes = self.lowered.attrs.get("workspace_bytes", 0)

    def _through_c(self, func, target, command):
        self.target = Target.parse(str(target or "llvm").replace("llvm", "c", 1))
        self.lowered = lower(func, self.target)
        self.text, names = c.emit_module({"kernel": self.lowered})
        text = c.PRELUDE + self.text.replace("static int32_t kernel_kernel(", "int32_t kernel_kernel(")
        self.library = compiled_c(text, command.split())
        self.address = ctypes.cast(self.library[names["kernel"]], ctypes.c_void_p).value
        self.workspace_bytes = self.lowered.attrs.get("workspace_bytes", 0)

    @staticmethod
    def text_for(func, target):
        """Assembly for any target."""
        text = linked(emit_module({"kernel": lower(func, target)}, target, linkage="external"))
        return compile_ir(text, target, "s", scheduled=True).decode()

    def assembly(self):
        return compile_ir(linked(self.text), self.target, "s", scheduled=self.scheduled).decode()

    def arguments(self, *args, dims=()):
        handles, scalars, symbols = parameters(self.lowered)
        given = dict(zip(self.lowered.params, args, strict=True))
        types, values = [], []
        for handle in handles:
            types.append(ctypes.c_void_p)
            values.append(given[handle].ctypes.data)
        for scalar in scalars:
            types.append(_SCALARS[scalar.dtype])
            values.append(given[scalar])
        assert len(symbols) == len(dims)
        for dim in dims:
            types.append(ctypes.c_int64)
            values.append(dim)
        size = self.workspace_bytes
        if not isinstance(size, int):
            size = 1 << 22
        if size:
            self.scratch = np.zeros(size + 64, np.uint8)
            types.append(ctypes.c_void_p)
            values.append(-(-self.scratch.ctypes.data // 64) * 64)
        return types, values

    def __call__(self, *args, dims=()):
        types, values = self.arguments(*args, dims=dims)
        return ctypes.CFUNCTYPE(ctypes.c_int32, *types)(self.address)(*values)


#: Every warning that a C file must be free of is an error.
STRICT = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=fast")


def compiled_c(text, command):
    """C text as a loaded library."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "module.c", Path(folder) / "module.so"
        source.write_text(text)
        flags = [*command, *STRICT, "-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
        done = subprocess.run(flags, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[:3000]
        return ctypes.CDLL(str(library))


def random(shape, dtype, seed=0, low=-5, high=5):
    """Random numbers of an mlcc dtype."""
    rng = np.random.default_rng(seed)
    kind = dt.numpy_dtype(dtype)
    if dt.is_float(dtype):
        return rng.standard_normal(shape).astype(kind)
    if dt.is_bool(dtype):
        return rng.integers(0, 2, shape).astype(kind)
    low = max(low, 0) if dtype.startswith("u") else low
    return rng.integers(low, high, shape).astype(kind)
