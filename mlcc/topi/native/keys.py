"""The keys of elements: integers of 32 bits that are in the elements' order."""

from __future__ import annotations

from mlcc.ir import Call, Expr, binary, cast, const, select
from mlcc.ir import dtype as dt

LOWEST_KEY, HIGHEST_KEY = -(2**31), 2**31 - 1
LARGEST_NUMBER = 2**32 - 1


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
    return key if largest else reversed_key(key)


def reversed_key(key: Expr) -> Expr:
    """A key in the opposite order."""
    return binary("bitxor", key, const(-1, "int32"))


def joined(key: Expr, number: Expr) -> Expr:
    """An int64 in the order of keys, and of equal keys in that of numbers from 0 to `LARGEST_NUMBER`."""
    return binary("shl", cast("int64", key), const(32, "int64")) + cast("int64", number)


def number_of(item: Expr) -> Expr:
    """The number that was joined to a key."""
    return binary("bitand", item, const(LARGEST_NUMBER, "int64"))


def has_key(dtype: str) -> bool:
    """Whether elements of a type have keys of 32 bits."""
    return dt.lanes(dtype) == 1 and (dt.bits(dtype) < 32 or dtype in ("int32", "float32"))
