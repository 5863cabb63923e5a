"""Products with weights of 2, 4 or 8 bits in blocks along the inner dimension, which are widened in registers only.

A weight is ``(q - zero) * scale`` with one scale and zero point per column and block of K. The kernels read words of 32
bits with `32 / bits` numbers that are adjacent along K. Byte i of a word holds number i in its lowest bits, number
4 + i above it, and so on: a mask gives four adjacent numbers as bytes.

Products of bytes multiply these by four bytes of the data. In products of floats a number becomes a float by its bits:
shifted to the top of a float's fraction and joined with the exponent of ``2**bits``, it is exactly ``2**bits + q``.
So a vector of weights costs a shift and a mask, without a conversion; the power of two is taken off once per block,
together with the zero point:

    y[n] = Σ_b scale[b, n] * (Σ_k x[k] * (2**bits + q[k, n]) - (2**bits + zero[b, n]) * Σ_k x[k])

Many rows are multiplied in tile registers instead, which take bfloat16: there a panel of weights, part by part, is
widened to memory that stays in L1, and used by all rows.

Example, 4 bits: the word 0x00000053 holds q = 3 as number 0 and q = 5 as number 4. Shifted left by 19, masked by
0x00780000 and joined with 0x41800000 (16.0), the first is 0x41980000 = 19.0; shifted by 15, the second is
0x41A80000 = 21.0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, call, cast, const
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .elementwise import elementwise
from .products import narrowed, panel_product, times
from .quantized_products import dot_narrow
from .registry import register
from .shapes import define, need_rank, need_shape, show

BITS = (2, 4, 8)
#: Of a float32: the lowest bit of the exponent, and its bias.
_EXPONENT, _BIAS = 23, 127
#: A word of four bytes that are one.
_ONES = 0x01010101


def _widened(word: Expr, k: Expr, bits: int) -> Expr:
    """Number k of a word, plus ``2**bits``, as float32."""
    k = cast("int32", k)
    at, top = k % 4 * 8 + k // 4 * bits, _EXPONENT - bits
    # after unrolling, one shift by a constant
    moved = te.if_then_else(at < top, word << (top - at), word >> (at - top))
    mask = ((1 << bits) - 1) << top
    return call("reinterpret", moved & mask | (_BIAS + bits) << _EXPONENT, dtype="float32")


def _bytes(word: Expr, group: Expr, bits: int) -> Expr:
    """Numbers 4 * group to 4 * group + 3 of a word, as the bytes of a word."""
    return word if bits == 8 else word >> (cast("int32", group) * bits) & ((1 << bits) - 1) * _ONES


def _half(word: Expr, half: Expr, signed: bool) -> Expr:
    """Bytes 0 and 2 of a word, or 1 and 3 as half 1, as two int16 numbers."""
    shift = cast("int32", half) * 8
    if not signed:
        return word >> shift & 0x00FF00FF
    low, high = (word << (24 - shift - at) >> 24 for at in (0, 16))
    return low & 0xFFFF | high << 16


@dataclass(frozen=True)
class _Sizes:
    """The sizes of a product: `count` blocks of `block` rows each, a panel of `width` columns, `each` numbers in a
    word; `lead` are the dimensions of data but the last."""

    lead: tuple[Expr, ...]
    panels: Expr
    width: Expr
    count: int
    block: int
    each: int


def _sizes(
    name: str, data: Tensor, pack: int, words: Tensor, scales: Tensor, zeros: Tensor | None, bits: int
) -> _Sizes:
    """The sizes that the operands of a product of few bits agree on; data has `pack` numbers per element.

    T203, T204, T205 as :func:`dense_bits`.
    """
    need_rank(name, words, 3, "words")
    panels, length, width = words.shape
    count, inner = as_int(scales.shape[1]), (as_int(data.shape[-1]) or 0) * pack
    if bits not in BITS:
        raise MlccError("T205", f"`{name}` of {bits} bits: it is for {', '.join(map(str, BITS))}")
    if words.dtype != "int32":
        raise MlccError("T204", f"`{name}` of `{words.dtype}` words")
    each = 32 // bits
    if not inner or not count or inner % (count * each) or as_int(length) != inner // each:
        raise MlccError("T203", f"`{name}` of {show(data.shape)}, {show(words.shape)} and {show(scales.shape)}")
    need_shape(name, "scales", scales, (panels, count, width))
    need_shape(name, "zeros", zeros, (panels, count, width))
    return _Sizes(data.shape[:-1], panels, width, count, inner // count, each)


def _scaled(
    sizes: _Sizes,
    parts: Tensor,
    sums: Tensor,
    scale: Callable[..., Expr],
    zero: Callable[..., Expr],
    units: int,
) -> Tensor:
    """The sums over all blocks of ``scale * (part - zero * sum)``: `scale` of (row…, panel, block, column), `zero` of
    (panel, block, column)."""
    b = te.reduce_axis((0, sizes.count), "b")

    def element(*at: Expr) -> Expr:
        rows, p, c = at[:-1], at[-1] // sizes.width, at[-1] % sizes.width
        part, total = (cast("float32", v) for v in (parts(*rows, p, b, c), sums(*rows, b)))
        return te.sum(scale(*rows, p, b, c) * (part - zero(p, b, c) * total), axis=b)

    tag = {"op": "nn.dense_bits", "panel": as_int(sizes.width) or 0}
    total = define((*sizes.lead, sizes.panels * sizes.width), element, "dense_bits", tag)
    if as_int(sizes.panels * sizes.width) == units:
        return total
    return define((*sizes.lead, units), lambda *at: total(*at), "dense_columns")


def _need_bytes(name: str, data: Tensor, factors: Tensor) -> None:
    """T204 unless data has words of bytes, with factors of float32."""
    if data.dtype != "int32" or factors.dtype != "float32":
        raise MlccError(
            "T204", f"`{name}` of `{data.dtype}` and `{factors.dtype}`: it takes words of bytes and float32"
        )


def _factored(scales: Tensor, factors: Tensor) -> Callable[..., Expr]:
    """The scale of a block of weights times that of a row's."""
    return lambda *at: cast("float32", scales(*at[-3:])) * factors(*at[:-3], at[-2])


def _byte_sums(sizes: _Sizes, data: Tensor) -> Tensor:
    """The sums (row…, block) of the bytes of data, in words."""
    words = sizes.block // 4
    k = te.reduce_axis((0, words), "k")

    def element(*at: Expr) -> Expr:
        return te.sum(te.dp4a(const(_ONES, "int32"), data(*at[:-1], at[-1] * words + k)), axis=k)

    return define((*sizes.lead, sizes.count), element, "block_sum")


def _points(zeros: Tensor | None, zero_point: float) -> Callable[..., Expr]:
    """The zero point of a block of a column."""
    return lambda *at: const(zero_point, "float32") if zeros is None else cast("float32", zeros(*at))


@register("nn.dense_bits", "anchor")
def dense_bits(
    data: Tensor,
    words: Tensor,
    scales: Tensor,
    zeros: Tensor | None = None,
    *,
    bits: int,
    units: int,
    zero_point: float = 0.0,
) -> Tensor:
    """data (…, K) times a weight of few bits in panels of n columns: the result is (…, `units`), of data's dtype.

    `words` is (panels, K * bits / 32, n) int32; `scales`, and `zeros` if given, are (panels, blocks, n): a block is
    K / blocks rows, a multiple of those of a word. Without `zeros` all zero points are `zero_point`. The sums are
    float32. T203 for other shapes, T204 for other types, T205 for other bits.
    """
    if not dt.is_float(data.dtype):
        raise MlccError("T204", f"`nn.dense_bits` of `{data.dtype}`")
    sizes = _sizes("nn.dense_bits", data, 1, words, scales, zeros, bits)
    block, each, lead = sizes.block, sizes.each, sizes.lead
    extents = {"k": block, "w": block // each, "j": each}
    k, w, j = (te.reduce_axis((0, extent), name) for name, extent in extents.items())

    def row_sum(*at: Expr) -> Expr:
        return te.sum(cast("float32", data(*at[:-1], at[-1] * block + k)), axis=k)

    def partial(*at: Expr) -> Expr:
        p, b, c = at[-3:]
        word = words(p, b * (block // each) + w, c)
        value = cast("float32", data(*at[:-3], b * block + w * each + j))
        return te.sum(value * _widened(word, j, bits), axis=[w, j])

    points = _points(zeros, zero_point)

    def zero(*at: Expr) -> Expr:
        return points(*at) + float(1 << bits)

    parts = define((*lead, sizes.panels, sizes.count, sizes.width), partial, "block_product")
    sums = define((*lead, sizes.count), row_sum, "block_sum")
    total = _scaled(sizes, parts, sums, lambda *at: cast("float32", scales(*at[-3:])), zero, units)
    return narrowed("dense", total, data.dtype)


def _numbers(
    sizes: _Sizes, words: Tensor, scales: Tensor, zeros: Tensor | None, bits: int, zero_point: float
) -> Callable[[Expr, Expr, Expr], Expr]:
    """The weights ``(q - zero) * scale`` of (panel, k, column), float32."""

    points = _points(zeros, zero_point)

    def number(p: Expr, n: Expr, c: Expr) -> Expr:
        b, word = n // sizes.block, words(p, n // sizes.each, c)
        # number - zero is exact: both are small integers, and so is their sum with the power of two
        value = _widened(word, n % sizes.each, bits) - (points(p, b, c) + float(1 << bits))
        return value * cast("float32", scales(p, b, c))

    return number


@register("nn.dense_panels", "anchor")
def dense_float_panels(
    data: Tensor,
    words: Tensor,
    scales: Tensor,
    zeros: Tensor | None = None,
    *,
    bits: int,
    units: int,
    zero_point: float = 0.0,
) -> Tensor:
    """``nn.dense_bits`` for many rows: the weights of a panel are widened once, in memory near the processor, and used
    by all rows as those of ``nn.dense_packed``. T203, T204 and T205 as there."""
    name = "nn.dense_panels"
    if not dt.is_float(data.dtype):
        raise MlccError("T204", f"`{name}` of `{data.dtype}`")
    sizes = _sizes(name, data, 1, words, scales, zeros, bits)
    number = _numbers(sizes, words, scales, zeros, bits, zero_point)
    shape = sizes.panels, sizes.count * sizes.block, sizes.width
    panels = define(shape, number, "numbers", {"numbers": sizes.each})
    total = panel_product(name, data, panels, units, lambda x, y: times("float32", x, y))
    return narrowed("dense", total, data.dtype)


@register("nn.dense_widened", "anchor")
def dense_widened(
    data: Tensor,
    words: Tensor,
    scales: Tensor,
    zeros: Tensor | None = None,
    *,
    bits: int,
    units: int,
    zero_point: float = 0.0,
) -> Tensor:
    """The product of ``nn.dense_bits`` on operands rounded to bfloat16, with sums of float32.

    A weight ``(q - zero) * scale`` is computed in float32 and rounded once. The panels of data (…, K) and weights are
    those that ``nn.dense_packed`` multiplies in tile registers, with pairs along K. T203, T204 and T205 as there.
    """
    name = "nn.dense_widened"
    if not dt.is_float(data.dtype):
        raise MlccError("T204", f"`{name}` of `{data.dtype}`")
    sizes = _sizes(name, data, 1, words, scales, zeros, bits)
    pairs = sizes.count * sizes.block // 2

    number = _numbers(sizes, words, scales, zeros, bits, zero_point)

    def weight(p: Expr, k: Expr, c: Expr, r: Expr) -> Expr:
        return cast("bfloat16", number(p, k * 2 + r, c))

    panels = define((sizes.panels, pairs, sizes.width, 2), weight, "widened", {"numbers": sizes.each})
    rows = elementwise("rounded", data, lambda v: cast("bfloat16", v)) if data.dtype != "bfloat16" else data
    total = panel_product(name, rows, panels, units, lambda x, y: times("float32", x, y))
    return narrowed("dense", total, data.dtype)


@register("qnn.dense_bits", "anchor")
def dense_bits_of_bytes(
    data: Tensor,
    factors: Tensor,
    words: Tensor,
    scales: Tensor,
    zeros: Tensor | None = None,
    *,
    bits: int,
    units: int,
    zero_point: float = 0.0,
    pairs: bool = False,
) -> Tensor:
    """``nn.dense_bits`` of data * factors: int8 (…, K), as words (…, K / 4), and float32 (…, blocks).

    The sums of a block are exact integers; the result is float32. With `pairs`, products of two bytes are added first,
    in int16, which holds those of numbers of 2 and 4 bits. T203, T204 and T205 as there; T205 for `pairs` of 8 bits.
    """
    name = "qnn.dense_bits"
    _need_bytes(name, data, factors)
    sizes = _sizes(name, data, 4, words, scales, zeros, bits)
    if pairs and bits == BITS[-1]:
        raise MlccError("T205", f"`{name}`: int16 does not hold the products of a pair of {bits} bits")
    block, each, lead = sizes.block, sizes.each, sizes.lead
    need_shape(name, "factors", factors, (*lead, sizes.count))
    w, j = (te.reduce_axis((0, extent), axis) for axis, extent in (("w", block // each), ("j", each // 4)))

    def partial(*at: Expr) -> Expr:
        p, b, c = at[-3:]
        numbers = _bytes(words(p, b * (block // each) + w, c), j, bits)
        value = data(*at[:-3], (b * (block // each) + w) * (each // 4) + j)
        return te.sum(dot_narrow(numbers, value) if pairs else te.dp4a(numbers, value), axis=[w, j])

    # (q - zero) * x summed over a block is sum(q * x) - zero * sum(x): both sums are integers, and the second is shared
    # by all columns.
    parts = define((*lead, sizes.panels, sizes.count, sizes.width), partial, "block_product")
    sums = _byte_sums(sizes, data)
    return _scaled(sizes, parts, sums, _factored(scales, factors), _points(zeros, zero_point), units)


@register("qnn.dense_panels", "anchor")
def dense_panels(
    data: Tensor,
    factors: Tensor,
    words: Tensor,
    scales: Tensor,
    zeros: Tensor | None = None,
    *,
    bits: int,
    units: int,
    zero_point: float = 0.0,
) -> Tensor:
    """``qnn.dense_bits`` for many rows, where no instruction adds four products of bytes: the numbers of a panel are
    taken out of their words once, in memory that stays in L1, and are used by all rows.

    Numbers of 2 and 4 bits are bytes whose products with two bytes of data fit int16; numbers of 8 bits become int16,
    and so does data. Operands, results and refusals are as there.
    """
    name = "qnn.dense_panels"
    _need_bytes(name, data, factors)
    sizes = _sizes(name, data, 4, words, scales, zeros, bits)
    block, each, lead = sizes.block, sizes.each, sizes.lead
    need_shape(name, "factors", factors, (*lead, sizes.count))
    halves, steps = 2 if bits == 8 else 1, block // 4
    w, h = (te.reduce_axis((0, extent), axis) for axis, extent in (("w", steps), ("h", halves)))

    def number(p: Expr, n: Expr, half: Expr, c: Expr) -> Expr:
        word = words(p, n // (each // 4), c)
        return _half(word, half, False) if bits == 8 else _bytes(word, n % (each // 4), bits)

    def partial(*at: Expr) -> Expr:
        p, b, c = at[-3:]
        n = b * steps + w
        value = panels(p, n, h, c)
        if bits == 8:
            return te.sum(te.dot_int16(value, rows(*at[:-3], h, n)), axis=[w, h])
        return te.sum(dot_narrow(value, data(*at[:-3], n)), axis=[w, h])

    tag = {"numbers": each // 4}
    panels = define((sizes.panels, sizes.count * steps, halves, sizes.width), number, "numbers", tag)
    # the halves of all words of a row, one half after the other: vectors of them are computed from vectors of words
    rows = define(
        (*lead, halves, sizes.count * steps), lambda *at: _half(data(*at[:-2], at[-1]), at[-2], True), "halves"
    )
    parts = define((*lead, sizes.panels, sizes.count, sizes.width), partial, "block_product")
    sums = _byte_sums(sizes, data)
    return _scaled(sizes, parts, sums, _factored(scales, factors), _points(zeros, zero_point), units)


@register("quantize_blocks", "opaque")
def quantize_blocks(data: Tensor, block_size: int) -> tuple[Tensor, ...]:
    """int8 data with a scale per block of the last dimension, which is a multiple of it: (data, scales).

    A scale is the largest magnitude of its block divided by 127, so that data is from -127 to 127; zeros have scale 0.
    """
    inner = as_int(data.shape[-1]) if data.ndim else None
    if not dt.is_float(data.dtype) or inner is None or block_size < 1 or inner % block_size:
        raise MlccError("T205", f"`quantize_blocks` of `{data.dtype}` {show(data.shape)} by blocks of {block_size}")
    k = te.reduce_axis((0, block_size), "k")

    def largest(*at: Expr) -> Expr:
        return te.max(te.abs(cast("float32", data(*at[:-1], at[-1] * block_size + k))), axis=k)

    tops = define((*data.shape[:-1], inner // block_size), largest, "block_largest")
    scales = elementwise("block_scale", tops, lambda v: v * float(1 / 127))

    def element(*at: Expr) -> Expr:
        top = tops(*at[:-1], at[-1] // block_size)
        value = cast("float32", data(*at)) * te.if_then_else(
            top > 0.0, const(127.0, "float32") / top, const(0.0, "float32")
        )
        return cast("int8", te.nearbyint(value))

    return define(data.shape, element, "quantize_blocks"), scales
