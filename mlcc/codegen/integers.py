"""Integer arithmetic that every generator does when code is generated: constants folded, casts that keep the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mlcc.ir import Cast
from mlcc.ir import dtype as dt

#: By operator; None where C and LLVM leave the value undefined, or truncate while index arithmetic rounds down.
_FOLDED: Mapping[str, Callable[[int, int], int | None]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "floordiv": lambda a, b: a // b if b > 0 else None,
    "floormod": lambda a, b: a % b if b > 0 else None,
    "truncdiv": lambda a, b: a // b if b > 0 and a >= 0 else None,
    "truncmod": lambda a, b: a % b if b > 0 and a >= 0 else None,
}


def fold(op: str, a: int, b: int) -> int | None:
    """The value of `op` on two constants, or None where it is left to the generated code."""
    make = _FOLDED.get(op)
    return make(a, b) if make is not None else None


def keeps_value(cast: Cast) -> bool:
    """Whether a cast of index arithmetic changes no value, so that 64-bit arithmetic may pass through it.

    int32 and uint32 may differ in value, a sign extension to an unsigned type too: such casts are emitted. A cast of
    int64 to int32 passes, because index arithmetic is taken not to overflow (`nsw`).
    """
    source = cast.value.dtype
    return (
        dt.is_int(source)
        and dt.is_int(cast.dtype)
        and dt.lanes(source) == 1
        and dt.bits(cast.dtype) >= 32
        and (dt.bits(cast.dtype) > dt.bits(source) or dt.is_signed(cast.dtype) == dt.is_signed(source))
        and (dt.is_signed(cast.dtype) or not dt.is_signed(source))
    )
