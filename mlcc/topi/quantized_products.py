"""Products of bytes for quantised models: unsigned activations times signed weights, accumulated in int32.

The kernels read words of four bytes that are adjacent along the innermost reduction dimension. Otherwise they equal
the products of floats, schedules included.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import MAGIC, MAGIC_BITS, Expr, as_int, call, cast, const
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .conv import padded, window_count
from .conv_blocked import blocked_convolution
from .elementwise import elementwise
from .limits import inside
from .named import named
from .products import narrowed, panel_product
from .quantize import CONVOLUTIONS
from .registry import register
from .shapes import Ints, define, pads_of, per_dim, show

#: Multiplying a byte by it repeats the byte four times; the dot product of a word's bytes with its bytes is their sum.
_ONES = 0x01010101
#: The same of two int16 numbers.
_TWO_ONES = 0x00010001


def dot_narrow(a: Expr, b: Expr) -> Expr:
    """The dot product of four bytes whose two sums of neighbours fit int16."""
    return te.dot_int16(te.saturated_pairs(a, b), const(_TWO_ONES, "int32"))


#: By what words hold: the dot product of two of them, and the factor that repeats a byte in one.
_WORDS = {
    "int8": (te.dp4a, _ONES),
    "int16": (te.dot_int16, _TWO_ONES),
    "int7": (dot_narrow, _ONES),
}


def _word(name: str, numbers: str) -> tuple[Callable[[Expr, Expr], Expr], int]:
    if numbers not in _WORDS:
        raise MlccError("T205", f"`numbers` of `{name}` is {numbers!r}", help=f"it is one of {', '.join(_WORDS)}")
    return _WORDS[numbers]


@register("memory.view", "injective")
def view(data: Tensor, dtype: str) -> Tensor:
    """Elements of 8 or 16 bits of the last dimension, which fills words of `dtype` (int32), as these: lowest first."""
    size, bits = as_int(data.shape[-1]) if data.ndim else None, dt.bits(data.dtype)
    if dtype != "int32" or bits not in (8, 16) or size is None or size * bits % 32:
        raise MlccError("T204", f"`memory.view` of `{data.dtype}` {show(data.shape)} as `{dtype}`: not full words")
    unsigned, count = f"uint{bits}", 32 // bits

    def part(value: Expr) -> Expr:
        number = call("reinterpret", value, dtype=unsigned) if dt.is_float(value.dtype) else cast(unsigned, value)
        return cast("int32", number)

    def word(*i: Expr) -> Expr:
        parts = [part(data(*i[:-1], i[-1] * count + n)) << (bits * n) for n in range(count)]
        return reduce(operator.or_, parts)

    return define((*data.shape[:-1], size // count), word, "view")


@register("qnn.saturate", "elemwise")
def saturate(
    data: Tensor,
    dtype: str,
    zero_point: int = 0,
    low: float | None = None,
    high: float | None = None,
    bounded: bool = False,
) -> Tensor:
    """round(data) + zero_point, ties to even, clamped to the range of `dtype`; data is first clamped to [low, high],
    NaN to its low end. `bounded` says that data are numbers below 2**22."""
    if dt.bits(dtype) > 16 or not dt.is_int(dtype) or data.dtype != "float32":
        raise MlccError("T204", f"`qnn.saturate` takes float32 to 8 or 16 bits, not `{data.dtype}` to `{dtype}`")
    least, most = (float(n - zero_point) for n in dt.int_range(dtype))
    ends = least, most
    least, most = max(least, least if low is None else low), min(most, most if high is None else high)

    def converted(x: Expr) -> Expr:
        # instructions that narrow integers limit them too: signed ones, which are shifted, where a byte is not its own
        shift = 0 if zero_point == 0 or dt.is_signed(dtype) else 1 << dt.bits(dtype) - 1
        first, last = (int(n) + zero_point - shift for n in ends)
        number = te.min(te.max(te.nearest_int(x) + (zero_point - shift), first), last)
        return cast(dtype, number + shift)

    if bounded and (least, most) == ends:
        return elementwise("saturate", data, converted)

    def element(x: Expr) -> Expr:
        bits = call("reinterpret", inside(x, least, most) + MAGIC, dtype="int32")
        return cast(dtype, bits + (zero_point - MAGIC_BITS))

    return elementwise("saturate", data, element)


@register("qnn.numbers", "elemwise")
def numbers_of(data: Tensor, zero_point: int = 0) -> Tensor:
    """``data - zero_point``, float32, of uint8: of a constant too, which stays bytes until a kernel reads it."""
    if data.dtype != "uint8":
        raise MlccError("T204", f"`qnn.numbers` takes uint8, not `{data.dtype}`")
    return elementwise("numbers", data, lambda v: cast("float32", v) - float(zero_point))


@register("qnn.scaled", "elemwise")
def scaled(data: Tensor, least: Tensor, most: Tensor, factor: Tensor, rest: Tensor) -> Tensor:
    """data / step, float32, where ``factor + rest`` is 1 / step; data is first clamped to [least, most].

    All but data are scalars. The sum of both products is rounded once, and differs from the quotient by at most 2**-46
    of it before that. Divisions take several times as long.
    """

    def element(x: Expr) -> Expr:
        return named(inside(x, least(), most()), lambda v: call("fma", v, factor(), v * rest()))

    return elementwise("scaled", data, element)


@register("qnn.lookup", "elemwise")
def lookup(data: Tensor, table: Tensor) -> Tensor:
    """``table[data]`` of bytes: data, uint8, any shape; table (256,)."""
    if data.dtype != "uint8" or table.ndim != 1 or as_int(table.shape[0]) != 256:
        raise MlccError(
            "T204", f"`qnn.lookup` takes uint8 and a table (256,), not `{data.dtype}` and {show(table.shape)}"
        )
    return elementwise("lookup", data, lambda v: table(cast("int32", v)))


@register("qnn.conv", "anchor")
def conv(
    data: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    zero: Tensor | None = None,
    shift: Tensor | None = None,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    zero_point: int = 0,
    out_dtype: str = "float32",
) -> Tensor:
    """The convolution of (data - zero_point), uint8, with weight, int8, and bias, int32 (O,): integers as `out_dtype`.

    A zero point computed at run time is `zero`, uint8 (); `shift`, int32 (O,), is added to the filters' weights.
    """
    rank = data.ndim - 2
    if rank not in CONVOLUTIONS:
        raise MlccError("T203", "`qnn.conv` takes one to three spatial dimensions")

    def off_zero(v: Expr) -> Expr:
        return cast("int32", v) - (zero_point if zero is None else cast("int32", zero()))

    def shifted(*i: Expr) -> Expr:
        value = cast("int32", weight(*i))
        return value if shift is None else value + shift(i[0])

    centred = elementwise("centred", data, off_zero)
    source = padded(centred, range(2, rank + 2), pads_of(padding, rank))
    kernel = define(weight.shape, shifted, "weight_int32")
    total: Tensor = CONVOLUTIONS[rank](source, kernel, strides, 0, dilation, groups)
    if bias is not None:
        added, sums = bias, total
        total = define(sums.shape, lambda *i: sums(*i) + added(i[1]), "bias_add")
    return narrowed("conv", total, out_dtype)


@register("qnn.conv2d_nchwc", "anchor")
def conv2d_nchwc(
    data: Tensor,
    weight: Tensor,
    zero: Tensor | None = None,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    zero_point: int = 0,
    numbers: str = "int8",
) -> Tensor:
    """``nn.conv2d_nchwc`` on words: data (N, C / c, H, W, c / 4), weight (O / o, C / groups / c, kh, kw, c / 4, o).

    Bytes of the data are unsigned, of the weight signed; padding has the bytes `zero_point`, or `zero`, uint8 (), if
    that is computed at run time. The result is int32. With `numbers` "int16" a word holds two bytes that are widened;
    with "int7", the sums of two products of neighbours fit int16.
    """
    dot, repeat = _word("qnn.conv2d_nchwc", numbers)
    word = int(np.uint32(zero_point * repeat).astype(np.int32))
    fill = const(word, "int32") if zero is None else cast("int32", zero()) * repeat
    return blocked_convolution("qnn.conv2d_nchwc", data, weight, strides, padding, dilation, groups, dot, fill)


@register("qnn.window_sums", "anchor")
def window_sums(
    data: Tensor,
    zero: Tensor,
    kernel: Ints,
    channels: int,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
) -> Tensor:
    """The sum of the bytes of all channels in each window of words (N, C / c, H, W, c / 4): int32 (N, 1, OH, OW, 1).

    Each of the `channels` has the byte `zero`, uint8 (), around the image.
    """
    stride, step, pads = per_dim(strides, 2, 1, "strides"), per_dim(dilation, 2, 1, "dilation"), pads_of(padding, 2)
    n, blocks, height, width, words = data.shape
    block, word = te.reduce_axis((0, blocks), "block"), te.reduce_axis((0, words), "word")

    def pixel(i: Expr, h: Expr, w: Expr) -> Any:
        return te.sum(te.dp4a(data(i, block, h, w, word), const(_ONES, "int32")), axis=[block, word])

    pixels = define((n, height, width), pixel, "channel_sums")
    around = padded(pixels, (1, 2), pads, cast("int32", zero()) * channels)
    rh, rw = (te.reduce_axis((0, k), name) for k, name in zip(kernel, ("rh", "rw"), strict=True))
    space = [window_count(d, p, k, s, g)
             for d, p, k, s, g in zip((height, width), pads, kernel, stride, step, strict=True)]  # fmt: skip

    def window(i: Expr, c: Expr, h: Expr, w: Expr, ci: Expr) -> Any:
        at = h * stride[0] + rh * step[0], w * stride[1] + rw * step[1]
        return te.sum(around(i, *at), axis=[rh, rw])

    return define((n, 1, *space, 1), window, "window_sums")


@register("qnn.dense_packed", "anchor")
def dense_packed(data: Tensor, weight: Tensor, units: int | None = None, numbers: str = "int8") -> Tensor:
    """``nn.dense_packed`` on words: data (…, K / 4), unsigned bytes, times (ceil(N / n), K / 4, n), signed ones.

    With `numbers` "int16" a word holds two bytes that are widened; with "int7", the sums of two products of neighbours
    fit int16.
    """
    return panel_product("qnn.dense_packed", data, weight, units, _word("qnn.dense_packed", numbers)[0])
