"""The keys of elements: integers of 32 bits, or of 64 for wider elements, that are in the elements' order."""

from __future__ import annotations

from mlcc.ir import Call, Expr, binary, cast, const, select
from mlcc.ir import dtype as dt

LOWEST_KEY, HIGHEST_KEY = -(2**31), 2**31 - 1
LARGEST_NUMBER = 2**32 - 1


def key_of(x: Expr, largest: bool) -> Expr:
    """An integer as large as `x` is in order (or as small): NaN above all numbers, both zeros alike. An int32 where the
    type has such keys (:func:`has_key`), else an int64."""
    kind = "int32" if has_key(x.dtype) else "int64"
    highest = 2 ** (dt.bits(kind) - 1) - 1
    if dt.is_float(x.dtype):
        bits = Call("reinterpret", (cast("float32" if kind == "int32" else "float64", x),), kind)
        negative = binary("bitand", binary("shr", bits, const(dt.bits(kind) - 1, kind)), const(highest, kind))
        flipped = binary("bitxor", bits, negative)
        zero = select(x.equal(const(0, x.dtype)), const(0, kind), flipped)
        key = select(x.not_equal(x), const(highest, kind), zero)
    elif x.dtype == "uint64":
        key = binary("bitxor", Call("reinterpret", (x,), kind), const(-highest - 1, kind))
    else:
        key = cast(kind, x)
    return key if largest else reversed_key(key)


def reversed_key(key: Expr) -> Expr:
    """A key in the opposite order."""
    return binary("bitxor", key, const(-1, key.dtype))


def joined(key: Expr, number: Expr) -> Expr:
    """An int64 in the order of keys, and of equal keys in that of numbers from 0 to `LARGEST_NUMBER`."""
    return binary("shl", cast("int64", key), const(32, "int64")) + cast("int64", number)


def number_of(item: Expr) -> Expr:
    """The number that was joined to a key."""
    return binary("bitand", item, const(LARGEST_NUMBER, "int64"))


def has_key(dtype: str) -> bool:
    """Whether elements of a type have keys of 32 bits."""
    return dt.lanes(dtype) == 1 and (dt.bits(dtype) < 32 or dtype in ("int32", "float32"))
