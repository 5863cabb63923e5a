"""The calling convention of tvm-ffi: by its raw form always, and by the package where it is installed."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc.runtime import Library
from mlcc.runtime.ffi import ffi_symbols
from mlcc.runtime.objfile import inspect
from mlcc.script import parse_module

TEXT = """
@I.ir_module
class Module:
    @T.prim_func
    def scale(x: T.handle, k: T.float32, n: T.int32, flag: T.bool, y: T.handle):
        m = T.int64()
        X = T.match_buffer(x, (m,), "float32")
        Y = T.match_buffer(y, (m,), "float32")
        for i in range(m):
            with T.block("Y"):
                vi = T.axis.spatial(m, i)
                Y[vi] = T.if_then_else(flag, X[vi] * k + T.Cast("float32", n), T.float32(0))

    @R.function
    def main(x: R.Tensor(("m",), "float32"), b: R.Tensor((), "int8")):
        return R.add(x, R.astype(b, "float32"))
"""
FLOATS, INTS = (2, 32), (0, 8)


class Value(ctypes.Structure):
    """TVMFFIAny."""

    class _Content(ctypes.Union):
        _fields_ = (("number", ctypes.c_int64), ("real", ctypes.c_double), ("pointer", ctypes.c_void_p))

    _anonymous_ = ("content",)
    _fields_ = (("type", ctypes.c_int32), ("padding", ctypes.c_uint32), ("content", _Content))


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
    )  # fmt: skip


class Object(ctypes.Structure):
    """A tensor object of tvm-ffi: 24 bytes of head, then the tensor."""

    _fields_ = (("head", ctypes.c_byte * 24), ("tensor", Tensor))


def value(given: Any) -> Value:
    result = Value()
    if isinstance(given, bool):
        result.type, result.number = 2, given
    elif isinstance(given, int):
        result.type, result.number = 1, given
    elif isinstance(given, float):
        result.type, result.real = 3, given
    elif given is None:
        result.type = 0
    else:
        result.type, result.pointer = 70 if isinstance(given, Object) else 7, ctypes.addressof(given)
    return result


def tensor(array: Any, code: int, bits: int) -> Tensor:
    shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
    made = Tensor(array.ctypes.data, 1, 0, array.ndim, code, bits, 1, ctypes.addressof(shape), None, 0)
    made.kept = array, shape
    return made


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("ffi") / "lib.so"
    mlcc.build(parse_module(TEXT), output=output)
    return output


@pytest.fixture(scope="module")
def library(path: Path) -> Library:
    return mlcc.load(path)


def call(library: Library, name: str, *args: Any) -> tuple[int, str, Value]:
    """What the entry returns, the message of the last error, and the result."""
    entry = library.foreign(
        f"__tvm_ffi_{name}", ctypes.c_int, [ctypes.c_void_p] * 2 + [ctypes.c_int32, ctypes.c_void_p]
    )
    values, result = (Value * max(len(args), 1))(*map(value, args)), Value(4, 9)
    result.number = 77
    rc = entry(None, ctypes.addressof(values), len(args), ctypes.addressof(result))
    return rc, library.foreign("mlcc_last_error", ctypes.c_char_p, [])().decode(), result


@pytest.mark.parametrize("size", [1, 5, 64])
def test_tensors_and_numbers(library: Library, size: int) -> None:
    x, y = np.linspace(-1, 1, size, dtype="float32"), np.empty(size, "float32")
    rc, _, result = call(library, "scale", tensor(x, *FLOATS), 2.5, -3, True, tensor(y, *FLOATS))
    assert (rc, result.type, result.padding, result.number) == (0, 0, 0, 0)
    assert_close(y, x * np.float32(2.5) - 3)
    held, content = Object(), tensor(y, *FLOATS)
    held.tensor = content
    k, n, flag = np.array(3, "float32"), np.array(7, "int32"), np.array(False)
    assert call(library, "scale", tensor(x, *FLOATS), tensor(k, *FLOATS), tensor(n, 0, 32), False, held)[0] == 0
    assert (y == 0).all()
    flag[()] = True
    assert call(library, "scale", tensor(x, *FLOATS), 3, tensor(n, 0, 32), tensor(flag, 6, 8), held)[0] == 0
    assert_close(y, x * 3 + 7)
    assert call(library, "main", tensor(x, *FLOATS), -128, tensor(y, *FLOATS))[0] == 0
    assert_close(y, x - 128)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("x", 5, "y", "y"), "main: expected 3 arguments (x, b, output0), given 4"),
        (("x", None, "y"), "main: argument 1 `b` is NULL"),
        (("x", 128, "y"), "main: argument 1 (b) cannot be this number"),
        (("x", 1.0, "y"), "main: argument 1 (b) cannot be this number"),
        ((1, 1, "y"), "main: argument 0 (x) cannot be this number"),
        (("x", 1, 1), "main: argument 2 (output0) cannot be this number"),
        (("x", "x", "y"), "main: argument 1 `b`: expected elements of type int8, given float32"),
        (("x", 1, "x"), "main: `output0` is written and shares memory with `x`"),
    ],
)
def test_wrong_arguments(library: Library, args: Sequence[Any], said: str) -> None:
    arrays = {name: tensor(np.zeros(4, "float32"), *FLOATS) for name in "xy"}
    rc, message, result = call(library, "main", *(arrays.get(a, a) if isinstance(a, str) else a for a in args))
    assert (rc, result.number) == (-1, 77)
    assert message.startswith(said)


def test_other_types_are_refused(library: Library) -> None:
    y = tensor(np.zeros(4, "float32"), *FLOATS)
    entry = library.foreign("__tvm_ffi_main", ctypes.c_int, [ctypes.c_void_p] * 2 + [ctypes.c_int32, ctypes.c_void_p])
    values, result = (Value * 3)(value(y), value(1), value(y)), Value()
    values[0].type = 65  # a string
    assert entry(None, ctypes.addressof(values), 3, ctypes.addressof(result)) == -1


def test_the_entries_are_exported_and_weak(path: Path, tmp_path: Path) -> None:
    info, spec = inspect(path)
    assert ffi_symbols(spec) == ("__tvm_ffi_scale", "__tvm_ffi_main")
    assert set(ffi_symbols(spec)) <= {s.name for s in info.dynamic if s.defined}
    assert {s.name for s in info.dynamic if not s.defined and s.weak} >= {"dlsym"}
    small = tmp_path / "small.so"
    mlcc.build(parse_module(TEXT), "llvm", runtime="minimal", output=small)
    assert not any(s.name.startswith("__tvm_ffi") for s in inspect(small)[0].dynamic)


RAISES = """
#include <stdio.h>
void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message) { printf("%s: %s\\n", kind, message); }
"""
CALLS = """
import ctypes, sys
ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
entry = ctypes.CDLL(sys.argv[2]).__getattr__("__tvm_ffi_main")
print(entry(None, None, 0, None), flush=True)
ctypes.CDLL(None).fflush(None)
"""


def test_errors_go_to_the_library_that_is_loaded(path: Path, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler")
    source, raises = tmp_path / "raises.c", tmp_path / "raises.so"
    source.write_text(RAISES)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(raises), str(source)], check=True)
    ran = subprocess.run([sys.executable, "-c", CALLS, str(raises), str(path)], capture_output=True, text=True)
    assert sorted(ran.stdout.splitlines()) == ["-1", "TypeError: main: expected 3 arguments (x, b, output0), given 0"]


def test_the_package(path: Path) -> None:
    ffi = pytest.importorskip("tvm_ffi")
    module = ffi.load_module(str(path))
    x, y = np.arange(5, dtype="float32"), np.empty(5, "float32")
    module["main"](ffi.from_dlpack(x), 3, ffi.from_dlpack(y))
    assert_close(y, x + 3)
    module["scale"](ffi.from_dlpack(x), 0.5, 2, True, ffi.from_dlpack(y))
    assert_close(y, x * np.float32(0.5) + 2)
    with pytest.raises(TypeError, match="argument 0 `x`: expected elements of type float32, given int64"):
        module["main"](ffi.from_dlpack(np.arange(5)), 3, ffi.from_dlpack(y))
    with pytest.raises(ValueError, match="argument 2 `output0`"):
        module["main"](ffi.from_dlpack(x), 3, ffi.from_dlpack(y[:3]))
