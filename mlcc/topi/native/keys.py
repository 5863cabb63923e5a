"""The keys of elements: integers of 32 bits that are in the elements' order."""

from __future__ import annotations

from mlcc.ir import Call, Expr, binary, cast, const, select
from mlcc.ir import dtype as dt

LOWEST_KEY, HIGHEST_KEY = -(2**31), 2**31 - 1


def key_of(x: Expr, largest: bool) -> Expr:
    """An int32 as large as `x` is in order (or as small): NaN above all numbers, both zeros alike."""
    if dt.is_float(x.dtype):
        bits = Call("reinterpret", (cast("float32", x),), "int32")
        negative = binary("bitand", binary("shr", bits, const(31, "int32")), const(HIGHEST_KEY, "int32"))
        flipped = binary("bitxor", bits, negative)
        zero = select(x.equal(const(0, x.dtype)), const(0, "int32"), flipped)
        key = select(x.not_equal(x), const(HIGHEST_KEY, "int32"), zero)
    else:
        key = cast("int32", x)
    return key if largest else binary("bitxor", key, const(-1, "int32"))


def has_key(dtype: str) -> bool:
    """Whether elements of a type have keys of 32 bits."""
    return dt.lanes(dtype) == 1 and (dt.bits(dtype) < 32 or dtype in ("int32", "float32"))
