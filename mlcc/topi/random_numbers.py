"""Random numbers as a function of their index and a seed: equal for every run and every number of threads.

The words are a hash of the element index (the 32-bit finaliser of C. Wellons, "Prospecting for Hash Functions",
2018); normal ones come from pairs of uniform ones (Box and Muller, "A Note on the Generation of Random Normal
Deviates", 1958).
"""

from __future__ import annotations

import math

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, cast, const
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .registry import register
from .shapes import Dims, define

_FIRST, _SECOND = 0x7FEB352D, 0x846CA68B
_MASK = 0xFFFFFFFF


def _mixed(word: Expr) -> Expr:
    """The finaliser: each bit of the result depends on all bits of the word."""
    word = (word ^ (word >> _word(16))) * _word(_FIRST)
    word = (word ^ (word >> _word(15))) * _word(_SECOND)
    return word ^ (word >> _word(16))


def _word(value: int) -> Expr:
    return const(value & _MASK, "uint32")


def _key(seed: int, stream: int) -> Expr:
    """A word for a seed and one of its streams; nearby seeds have unlike words."""
    value = (seed * 2 + stream + 1) * 0x9E3779B9 & _MASK
    value = (value ^ value >> 16) * _FIRST & _MASK
    value = (value ^ value >> 15) * _SECOND & _MASK
    return _word(value ^ value >> 16)


def _uniform(position: Expr, seed: int, stream: int) -> Expr:
    """A float32 in [0, 1): 24 bits."""
    word = _mixed(_mixed(position + _key(seed, stream)) ^ _key(~seed, stream))
    return cast("float32", word >> _word(8)) * const(2.0**-24, "float32")


def _place(shape: Dims, indices: tuple[Expr, ...]) -> Expr:
    position: Expr = const(0, "int64")
    for index, dim in zip(indices, shape, strict=True):
        position = position * dim + cast("int64", index)
    return cast("uint32", position)


def _check(name: str, dtype: str) -> None:
    if not dt.is_float(dtype):
        raise MlccError("T205", f"`{name}`: the numbers are of a floating-point type, not `{dtype}`")


@register("random.uniform", "injective")
def uniform(shape: Dims, low: float = 0.0, high: float = 1.0, seed: int = 0, dtype: str = "float32") -> Tensor:
    """Numbers between `low` and `high` (which is not among them, but for rounding), each as likely as any other."""
    _check("random.uniform", dtype)

    def element(*i: Expr) -> Expr:
        part = _uniform(_place(shape, i), seed, 0)
        return cast(dtype, part * const(high - low, "float32") + const(low, "float32"))

    return define(tuple(shape), element, name="uniform")


@register("random.normal", "injective")
def normal(shape: Dims, mean: float = 0.0, scale: float = 1.0, seed: int = 0, dtype: str = "float32") -> Tensor:
    """Normally distributed numbers of the given mean and standard deviation."""
    _check("random.normal", dtype)

    def element(*i: Expr) -> Expr:
        position = _place(shape, i)
        above = _uniform(position, seed, 0) + const(2.0**-24, "float32")  # in (0, 1]
        turn = _uniform(position, seed, 1) * const(2 * math.pi, "float32")
        number = te.sqrt(te.log(above) * const(-2.0, "float32")) * te.cos(turn)
        return cast(dtype, number * const(scale, "float32") + const(mean, "float32"))

    return define(tuple(shape), element, name="normal")
