"""Calls of libraries in which every tensor and the working memory end at a page that may not be touched."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc import MlccError
from mlcc.runtime import Library
from mlcc.runtime.arguments import bind_symbols
from mlcc.runtime.dims import evaluate_dim

_PAGE = mmap.PAGESIZE
_ALIGNMENT = 64


def guarded(nbytes: int, align: int) -> int:
    """The address of so many bytes, aligned, as near to an untouchable page as that allows; one is before them too."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    inside = -(-max(nbytes, 1) // _PAGE) * _PAGE
    base = libc.mmap(None, inside + 2 * _PAGE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    libc.mprotect(ctypes.c_void_p(base + _PAGE), ctypes.c_size_t(inside), mmap.PROT_READ | mmap.PROT_WRITE)
    return int(base + _PAGE + inside - nbytes) // align * align


def guarded_array(array: Any) -> Any:
    """A copy at the end of a page."""
    raw = (ctypes.c_uint8 * array.nbytes).from_address(guarded(array.nbytes, array.dtype.itemsize))
    copy = np.frombuffer(raw, np.uint8).view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def call(library: Library, inputs: Sequence[Any], shapes: Sequence[tuple[int, ...]] | None = None) -> list[Any]:
    """Runs the default function between guard pages. Raises what the library reports.

    `shapes` are those of the outputs; without them, they are what the description says. The working memory is exactly
    as large as the library says that it must be.
    """
    function = library.main
    if shapes is None:
        arrays, _ = function._prepare(tuple(inputs), {})
    else:
        dtypes = [s.param.dtype for s in function._outputs]
        arrays = [*inputs, *(np.zeros(s, d) for s, d in zip(shapes, dtypes, strict=True))]
    arrays = [guarded_array(a) if a.nbytes else a for a in arrays]
    need = evaluate_dim(function.spec.workspace_bytes, bind_symbols(function._slots, arrays))
    tensors = [_tensor(a) for a in arrays]
    pointers = (ctypes.c_void_p * max(len(tensors), 1))(*(ctypes.addressof(t) for t in tensors))
    types = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p, ctypes.c_size_t]
    entry = library.foreign(library.spec.symbol(function.spec, "with_workspace"), ctypes.c_int32, types)
    # What is aligned ends at the page too.
    room = -(-need // _ALIGNMENT) * _ALIGNMENT if 0 <= need < 1 << 30 else 0
    rc = entry(ctypes.addressof(pointers), len(tensors), guarded(room, _ALIGNMENT), max(min(need, room), 0))
    if rc:
        raise library.run_error(function.name, rc)
    return function.trimmed(arrays)


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64),
    )  # fmt: skip


_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


def _tensor(array: Any) -> _DLTensor:
    shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
    code, bits = _CODES[array.dtype.kind], array.dtype.itemsize * 8
    return _DLTensor(array.ctypes.data, 1, 0, array.ndim, code, bits, 1, shape, None, 0)


def code_of(library: Library, inputs: Sequence[Any], shapes: Sequence[tuple[int, ...]] | None = None) -> str:
    """`ok`, the code of the error, or the signal that ended the process: the call is made in a child."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            call(library, inputs, shapes)
            said = "ok"
        except MlccError as error:
            said = str(error.diagnostics[0].code)
        except BaseException as error:  # the child must not go on with the tests
            said = repr(error)
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        text = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return text if status == 0 else f"signal {os.waitstatus_to_exitcode(status)}"


def claimed(library: Library, inputs: Sequence[tuple[int, ...]], outputs: Sequence[tuple[int, ...]]) -> str:
    """The code of a call with float32 tensors that have extents, and no memory behind them."""
    tensors = []
    for shape in (*inputs, *outputs):
        tensor = _tensor(np.zeros((), np.float32))
        tensor.data, tensor.ndim = guarded(0, _ALIGNMENT), len(shape)
        tensor.shape = (ctypes.c_int64 * len(shape))(*shape)
        tensors.append(tensor)
    pointers = (ctypes.c_void_p * len(tensors))(*(ctypes.addressof(t) for t in tensors))
    entry = library.foreign(library.spec.symbol(library.main.spec), ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32])
    rc = entry(ctypes.addressof(pointers), len(tensors))
    if rc == 0:
        return "ok"
    error: Any = library.run_error(library.main.name, rc)
    return str(error.diagnostics[0].code)
