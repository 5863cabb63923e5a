"""Calls a function repeatedly from machine code, so that timings exclude Python's overhead.

Between two calls from Python lie some 0.3 µs of the interpreter, which also pushes the caller's data out of the first
cache: several percent of a kernel of 20 µs. The loop is made by LLVM's JIT, one for each signature.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence
from typing import Any

#: How LLVM passes what the raw entries take; narrow integers are extended by the caller.
_PASSED = {
    ctypes.c_void_p: "ptr", ctypes.c_float: "float", ctypes.c_double: "double",
    ctypes.c_int64: "i64", ctypes.c_uint64: "i64", ctypes.c_int32: "i32", ctypes.c_uint32: "i32",
    ctypes.c_int16: "i16 signext", ctypes.c_uint16: "i16 zeroext",
    ctypes.c_int8: "i8 signext", ctypes.c_uint8: "i8 zeroext",
}  # fmt: skip

_LOOP = """
define i32 @repeat(i64 %count, ptr %function{parameters}) {{
head:
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %run, label %done
run:
  %left = phi i64 [ %count, %head ], [ %rest, %next ]
  %code = call i32 %function({arguments})
  %failed = icmp ne i32 %code, 0
  br i1 %failed, label %stop, label %next
next:
  %rest = sub i64 %left, 1
  %more = icmp sgt i64 %rest, 0
  br i1 %more, label %run, label %done
done:
  ret i32 0
stop:
  ret i32 %code
}}
"""


def repeater(function: Any, arguments: Sequence[Any]) -> Callable[[int], int] | None:
    """A call that runs a ctypes function a number of times on the same arguments, up to the first result that is not 0.

    The call gives that result, or 0. None where llvmlite is not installed.
    """
    types = tuple(function.argtypes)
    loop = _loop(types)
    if loop is None:
        return None
    code, keep = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p, *types)(loop[0]), loop[1]
    address = ctypes.cast(function, ctypes.c_void_p)

    def run(count: int, _keep: Any = (keep, function)) -> int:
        return int(code(count, address, *arguments))

    return run


@functools.cache
def _loop(types: tuple[Any, ...]) -> tuple[int, Any] | None:
    """The address of the loop for functions of these parameters, and what keeps it in memory."""
    try:
        import llvmlite.binding as llvm
    except ModuleNotFoundError:
        return None
    from .jit import new_engine

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    passed = [f"{_PASSED[kind]} %a{n}" for n, kind in enumerate(types)]
    text = _LOOP.format(parameters="".join(f", {p}" for p in passed), arguments=", ".join(passed))
    engine = new_engine(llvm, text)
    engine.finalize_object()
    return int(engine.get_function_address("repeat")), engine
