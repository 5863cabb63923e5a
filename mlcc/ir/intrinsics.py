"""The table of intrinsics: what a :class:`mlcc.ir.Call` may name, with arity and result type.

`result` is "same" (dtype of the first argument), "arg1" (of the second), "arg2" (of the third), "bool", or a dtype;
None: the caller states it.
`pure` intrinsics may be moved, duplicated or dropped.
"""

from __future__ import annotations

from typing import NamedTuple

from . import dtype as dt
from .expr import Call, Expr, ExprLike, const_like, match_types
from .instructions import INSTRUCTIONS

#: The sum of it and a float32 below 2**22 has no fraction: its lowest bits are the nearest integer, ties to even.
MAGIC = 1.5 * 2.0**23
MAGIC_BITS = 0x4B400000


class Intrinsic(NamedTuple):
    arity: int
    result: str | None = "same"
    pure: bool = True


_UNARY_FLOAT = [
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "sigmoid", "tanh", "erf",
    "normcdf", "sin", "cos", "tan", "sinh", "cosh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "floor", "ceil",
    "round", "nearbyint", "trunc", "fabs", "tgamma", "lgamma",
]  # fmt: skip
INTRINSICS: dict[str, Intrinsic] = {
    **{name: Intrinsic(1) for name in _UNARY_FLOAT},
    **{name: Intrinsic(2) for name in ("pow", "atan2", "hypot", "fmod", "copysign", "ldexp", "nextafter")},
    "fma": Intrinsic(3),
    "abs": Intrinsic(1),
    # c + the dot product of the 4 bytes of the word a, unsigned, and those of b, signed; words are int32
    "dp4a": Intrinsic(3),
    # c + the dot product of the 2 int16 numbers of the word a and those of b; words are int32
    "dot_int16": Intrinsic(3),
    # a word of 2 int16 numbers: each the sum of the products of 2 bytes, of a unsigned, of b signed, limited to int16
    "saturated_pairs": Intrinsic(2),
    # c, float32, + the dot product of the 2 bfloat16 numbers of the word a and those of b; words are int32
    "dot_bf16": Intrinsic(3, "arg2"),
    **{name: Intrinsic(1, "bool") for name in ("isnan", "isinf", "isfinite")},
    # the int32 nearest to a float32 below 2**22, ties to even
    "nearest_int": Intrinsic(1, "int32"),
    "popcount": Intrinsic(1),
    "clz": Intrinsic(1),
    "bitwise_not": Intrinsic(1),
    "if_then_else": Intrinsic(3, "arg1"),
    "likely": Intrinsic(1),
    "reinterpret": Intrinsic(1, None),
    "scalef": Intrinsic(2),  # x * 2**n for an integral n of the same type
    "reduce_lanes": Intrinsic(2, None),  # StringImm operator, vector
    # lowered forms; all pointers have dtype "handle"
    "address_of": Intrinsic(1, "handle"),  # of a BufferLoad
    "workspace_ptr": Intrinsic(1, "handle"),  # byte offset into the function's workspace
    "weight_ptr": Intrinsic(1, "handle"),  # byte offset into the module's constant blob
    "call_kernel": Intrinsic(-1, "int32", pure=False),  # StringImm name, pointers, scalars
    "prefetch": Intrinsic(1, "int32", pure=False),  # a pointer to memory that will be read soon
    "prefetch_write": Intrinsic(1, "int32", pure=False),  # a pointer to memory that will be written soon
    # pointers to side * side elements and to the first row, the row stride in elements, the side (a power of two), and
    # how many rows there are, from 1 on; the last of them stands for the others
    "transpose_tile": Intrinsic(5, "int32", pure=False),
    # instructions on tile registers, as statements; `mlcc.ir.tiles` has their meaning
    **{name: Intrinsic(count, "int32", pure=False) for name, count in INSTRUCTIONS.items()},
    "assume": Intrinsic(1, "bool", pure=False),  # a condition that the caller guarantees, as a statement
    # calls of external functions
    "call_extern": Intrinsic(-1, None, pure=False),  # StringImm name, args
    "call_pure_extern": Intrinsic(-1, None),
    "call_packed": Intrinsic(-1, None, pure=False),
    "ret": Intrinsic(1, None, pure=False),
}

#: Dot products of the numbers in two words, to which the third operand is added.
DOTS = frozenset({"dp4a", "dot_int16", "dot_bf16"})


def call(op: str, *args: ExprLike, dtype: str | None = None) -> Call:
    """Build a call of an intrinsic of the table, with operand types matched for the binary math functions.

    Raises KeyError for an unknown name, TypeError for a wrong number of arguments.
    """
    info = INTRINSICS[op]
    if info.arity >= 0 and info.arity != len(args):
        raise TypeError(f"`{op}` takes {info.arity} arguments, got {len(args)}")
    exprs: list[Expr]
    if info.arity == 2:
        exprs = list(match_types(args[0], args[1]))
    else:
        like = next((a.dtype for a in args if isinstance(a, Expr)), "float32")
        exprs = [const_like(a, like) for a in args]
    if dtype is None:
        if info.result is None:
            raise TypeError(f"`{op}` needs its result dtype")
        first = exprs[0].dtype if exprs else "void"
        stated = {"same": 0, "arg1": 1, "arg2": 2}.get(info.result)
        dtype = info.result if stated is None else exprs[stated].dtype if len(exprs) > stated else first
        if stated is None and info.pure:
            dtype = dt.with_lanes(dtype, dt.lanes(first))
    return Call(op, tuple(exprs), dtype)
