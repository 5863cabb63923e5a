"""Products with weights of 2, 4 or 8 bits in blocks along the inner dimension, which are widened in registers only.

A weight is ``(q - zero) * scale`` with one scale and zero point per column and block of K. The kernels read words of 32
bits, `32 / bits` numbers that are adjacent along K, the first in the lowest bits. A number becomes a float by its bits:
shifted to offset o of the byte at the top of a float's fraction and joined with the exponent of 2**(8 - o), it is
exactly ``2**(8 - o) + q``. So a vector of weights costs a mask and half a shift; the powers of two are taken off once
per block, together with the zero point:

    y[n] = Σ_b scale[b, n] * (Σ_k x[k] * (2**(8 - o(k)) + q[k, n]) - Σ_k x[k] * 2**(8 - o(k)) - zero[b, n] * Σ_k x[k])

Example, 4 bits: the word 0x00000053 holds q = 3 (offset 0) and q = 5 (offset 4). Shifted left by 15, masked by
0xF << 15 and joined with 0x43800000 (256.0), the first is 0x43818000 = 259.0; masked by 0xF << 19 and joined with
0x41800000 (16.0), the second is 0x41A80000 = 21.0.
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, call, cast, const
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .products import narrowed
from .registry import register
from .shapes import define, need_rank, need_shape, show

BITS = (2, 4, 8)
#: The lowest bit of the byte of a float's fraction to which numbers are shifted, and that of the exponent.
_FRACTION, _EXPONENT = 15, 23
_BIAS = 127


def _offset(k: Expr, bits: int) -> Expr:
    """The offset in its byte of the k-th number of a row."""
    return cast("int32", k) % (8 // bits) * bits


def _power(k: Expr, bits: int) -> Expr:
    """What the widened form of the k-th number is too large by, as float32: 2**(8 - offset)."""
    return call("reinterpret", (_BIAS + 8 - _offset(k, bits)) << _EXPONENT, dtype="float32")


def _widened(word: Expr, k: Expr, bits: int) -> Expr:
    """The number at position k of a word, plus `_power`, as float32."""
    byte, offset = cast("int32", k) * bits // 8, _offset(k, bits)
    left, right = word << (_FRACTION - 8 * byte), word >> (8 * byte - _FRACTION)
    moved = te.if_then_else(byte < 2, left, right)  # after unrolling, one shift by a constant
    mask = const((1 << bits) - 1, "int32") << (offset + _FRACTION)
    return call("reinterpret", moved & mask | (_BIAS + 8 - offset) << _EXPONENT, dtype="float32")


@register("nn.dense_bits", "anchor")
def dense_bits(
    data: Tensor, words: Tensor, scales: Tensor, zeros: Tensor | None = None, *, bits: int, units: int
) -> Tensor:
    """data (…, K) times a weight of few bits in panels of n columns: the result is (…, `units`), of data's dtype.

    `words` is (panels, K * bits / 32, n) int32; `scales`, and `zeros` if given, are (panels, blocks, n): a block is
    K / blocks rows, a multiple of those of a word. Without `zeros` the zero point is ``2**(bits - 1)``. The sums are
    float32. T203 for other shapes, T204 for other types, T205 for other bits.
    """
    need_rank("nn.dense_bits", words, 3, "words")
    panels, length, width = words.shape
    count, inner = as_int(scales.shape[1]), as_int(data.shape[-1])
    if bits not in BITS:
        raise MlccError("T205", f"`nn.dense_bits` of {bits} bits: it is for {BITS}")
    if words.dtype != "int32" or not dt.is_float(data.dtype):
        raise MlccError("T204", f"`nn.dense_bits` of `{data.dtype}` by `{words.dtype}` words")
    each = 32 // bits
    if inner is None or count is None or inner % (count * each) or as_int(length) != inner // each:
        raise MlccError("T203", f"`nn.dense_bits` of {show(data.shape)}, {show(words.shape)} and {show(scales.shape)}")
    need_shape("nn.dense_bits", "scales", scales, (panels, count, width))
    need_shape("nn.dense_bits", "zeros", zeros, (panels, count, width))
    block, lead = inner // count, data.shape[:-1]
    k, w, j, b = (te.reduce_axis((0, n), name) for n, name in ((block, "k"), (block // each, "w"), (each, "j"), (count, "b")))

    def blocks(name: str, factor: Callable[[Expr], Expr]) -> Tensor:
        """Sums over each block of data, times a factor by position."""
        return define(
            (*lead, count),
            lambda *at: te.sum(cast("float32", data(*at[:-1], at[-1] * block + k)) * factor(k), axis=k),
            name,
        )

    def partial(*at: Expr) -> Expr:
        p, of, c = at[-3:]
        word = words(p, of * (block // each) + w, c)
        value = cast("float32", data(*at[:-3], of * block + w * each + j))
        return te.sum(value * _widened(word, j, bits), axis=[w, j])

    middle = float(1 << bits - 1)
    shift = blocks("block_shift", lambda k: _power(k, bits) + (middle if zeros is None else 0.0))
    plain = None if zeros is None else blocks("block_sum", lambda k: const(1.0, "float32"))
    parts = define((*lead, panels, count, width), partial, "block_product")

    def element(*at: Expr) -> Expr:
        rows, p, c = at[:-1], at[-1] // width, at[-1] % width
        value = parts(*rows, p, b, c) - shift(*rows, b)
        if zeros is not None and plain is not None:
            value = value - cast("float32", zeros(p, b, c)) * plain(*rows, b)
        return te.sum(cast("float32", scales(p, b, c)) * value, axis=b)

    tag = {"op": "nn.dense_bits", "panel": as_int(width) or 0}
    total = define((*lead, panels * width), element, "dense_bits", tag)
    if as_int(panels * width) != units:
        whole = total
        total = define((*lead, units), lambda *at: whole(*at), "dense_columns")
    return narrowed("dense", total, data.dtype)
