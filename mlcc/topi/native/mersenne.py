"""Uniform numbers of the Mersenne Twister MT19937, as NumPy's ``RandomState`` has them.

M. Matsumoto and T. Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform pseudo-random number
generator", ACM Transactions on Modeling and Computer Simulation 8(1), 1998.
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, cast, const
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import Dims, need_rank

#: The words of the state, and how far apart those are that make a new one.
_WORDS, _APART = 624, 397
_TWIST, _UPPER, _LOWER = 0x9908B0DF, 0x80000000, 0x7FFFFFFF


def _word(value: int) -> Expr:
    return const(value, "uint32")


@register("random.mersenne_uniform", "opaque")
def mersenne_uniform(state: Tensor, size: Dims) -> Tensor:
    """As many numbers in [0, 1) as `size` (one dimension) says, float64, from the `state` (624,) of uint32 that a seed
    gives. A number has 53 bits, of two words."""
    need_rank("random.mersenne_uniform", state, 1)
    if as_int(state.shape[0]) != _WORDS or state.dtype != "uint32":
        raise MlccError("T203", f"`random.mersenne_uniform`: the state must be {_WORDS} words of uint32")
    (count,) = size

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(outs[0].shape[0].dtype)
        words, at = b.alloc("words", (_WORDS,), "uint32"), b.alloc("at", (1,), b.index, "local")
        value = b.alloc("value", (2,), "uint32", "local")
        with b.loop("k", _WORDS) as k:
            b.store(words, b.load(ins[0], k), k)
        b.store(at, _WORDS, 0)
        with b.loop("n", outs[0].shape[0]) as n:
            for half in range(2):
                with b.when(b.load(at, 0) >= _WORDS):
                    _renew(b, words)
                    b.store(at, 0, 0)
                b.store(value, _tempered(b.load(words, b.load(at, 0) % _WORDS)), half)
                b.store(at, b.load(at, 0) + 1, 0)
            high, low = (cast("float64", b.load(value, half) >> _word(5 + half)) for half in range(2))
            b.store(outs[0], (high * 2.0**26 + low) * 2.0**-53, n)
        return b.finish()

    result: Tensor = te.extern((count,), [state], build, "float64", "mersenne_uniform")
    return result


def _renew(b: StmtBuilder, words: Buffer) -> None:
    """The next state: each word from itself, the one after it, and the one 397 behind it."""
    with b.loop("k", _WORDS) as k:
        mixed = (b.load(words, k) & _word(_UPPER)) | (b.load(words, (k + 1) % _WORDS) & _word(_LOWER))
        twist = (mixed & _word(1)) * _word(_TWIST)
        b.store(words, b.load(words, (k + _APART) % _WORDS) ^ (mixed >> _word(1)) ^ twist, k)


def _tempered(word: Expr) -> Expr:
    word = word ^ (word >> _word(11))
    word = word ^ ((word << _word(7)) & _word(0x9D2C5680))
    word = word ^ ((word << _word(15)) & _word(0xEFC60000))
    return word ^ (word >> _word(18))
