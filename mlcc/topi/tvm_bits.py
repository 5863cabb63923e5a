"""Operators on packed bits by TVM's names: binary products, and products of integers of a few bits bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, call, const
from mlcc.te import Tensor

from .registry import get_op
from .shapes import define

#: By TVM's name.
NAMES: dict[str, Callable[..., Any]] = {}

Ints = int | Sequence[int]
_BITS = {"uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}


def _named(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def declare(fn: Callable[..., Any]) -> Callable[..., Any]:
        NAMES[name] = fn
        return fn

    return declare


def _words(name: str, extent: Expr, width: int) -> int:
    """How many words of `width` bits an extent takes. Raises T206 unless it is a whole number of them."""
    size = as_int(extent)
    if size is None or size % width:
        raise MlccError("T206", f"`{name}` needs a static extent that {width} divides")
    return size // width


@_named("nn.binarize_pack")
def binarize_pack(data: Tensor, axis: int | None = None, name: str = "PackedInput") -> Tensor:
    """The signs of 32 elements along `axis` (1 where not negative) as a word, the first one in the highest bit."""
    at = (1 if axis is None else axis) % data.ndim
    count = _words("nn.binarize_pack", data.shape[at], 32)

    def element(*i: Expr) -> Expr:
        word: Expr = const(0, "uint32")
        for bit in range(32):
            sign = data(*i[:at], i[at] * 32 + bit, *i[at + 1 :]) >= const(0, data.dtype)
            word = word | te.select(sign, const(1 << (31 - bit), "uint32"), const(0, "uint32"))
        return word

    return define((*data.shape[:at], count, *data.shape[at + 1 :]), element, name)


def _ones(word: Expr) -> Expr:
    """The number of ones of a word, as int32."""
    return call("popcount", word).astype("int32")


@_named("nn.binary_dense")
def binary_dense(data: Tensor, weight: Tensor) -> Tensor:
    """Products of rows of signs that :func:`binarize_pack` packed: (batch, words) by (units, words) as float32."""
    k = te.reduce_axis((0, data.shape[1]), "k")
    differ = define((data.shape[0], weight.shape[0]),
                    lambda i, j: te.sum(_ones(data(i, k) ^ weight(j, k)), axis=[k]), "binary_dense")  # fmt: skip
    bits = data.shape[1] * 32
    return define(differ.shape, lambda i, j: (bits.astype("int32") - differ(i, j) * 2).astype("float32"), "binary_sum")


@_named("nn.bitpack")
def bitpack(
    data: Tensor, bits: int, pack_axis: int, bit_axis: int, pack_type: str, name: str = "QuantizeInput"
) -> Tensor:
    """The lowest `bits` bits of integers, one plane of words per bit: elements along `pack_axis` share a word, the
    first one in the highest bit, and planes are a new dimension before `bit_axis` of the result."""
    width = _BITS[pack_type]
    at, plane = pack_axis % data.ndim, bit_axis % (data.ndim + 1)
    count = _words("nn.bitpack", data.shape[at], width)
    shape = [*data.shape[:at], const(count, data.shape[at].dtype), *data.shape[at + 1 :]]
    shape.insert(plane, const(bits, data.shape[at].dtype))

    def element(*i: Expr) -> Expr:
        bit, place = i[plane], [*i[:plane], *i[plane + 1 :]]
        word: Expr = const(0, pack_type)
        for n in range(width):
            value = data(*place[:at], place[at] * width + n, *place[at + 1 :])
            one = (value >> bit.astype(data.dtype)) & const(1, data.dtype)
            word = word | (one.astype(pack_type) << const(width - 1 - n, pack_type))
        return word

    return define(tuple(shape), element, name)


def _bit_products(words: Callable[[Expr], Expr], weights: Callable[[Expr], Expr], a: Expr, b: Expr, dtype: str,
                  unipolar: bool) -> Expr:  # fmt: skip
    """The product of planes `a` of one word and `b` of another, each with its weight."""
    x, w = words(a), weights(b)
    count = call("popcount", x & w).astype(dtype)
    if unipolar:
        count = count - call("popcount", x & ~w).astype(dtype)
    return count << (a + b).astype(dtype)


@_named("nn.bitserial_dense")
def bitserial_dense(
    data: Tensor, weight: Tensor, data_bits: int, weight_bits: int, pack_dtype: str = "uint32",
    out_dtype: str = "int16", unipolar: bool = True,
) -> Tensor:  # fmt: skip
    """Products of rows of unsigned integers of a few bits: (batch, k) by (units, k). `weight` may be packed already:
    (units, planes, words). With `unipolar`, a bit of a weight stands for 1 or -1."""
    x = bitpack(data, data_bits, 1, 1, pack_dtype)
    w = weight if weight.ndim == 3 else bitpack(weight, weight_bits, 1, 1, pack_dtype)
    a, b = te.reduce_axis((0, data_bits), "a"), te.reduce_axis((0, weight_bits), "b")
    k = te.reduce_axis((0, x.shape[2]), "k")
    return define(
        (x.shape[0], w.shape[0]),
        lambda i, j: te.sum(_bit_products(lambda p: x(i, p, k), lambda p: w(j, p, k), a, b, out_dtype, unipolar),
                            axis=[a, b, k]),
        "bitserial_dense",
    )  # fmt: skip


def _bitserial_conv2d(layout: str) -> Callable[..., Tensor]:
    channels = layout.index("C")
    rows = layout.index("H")

    def fn(data: Tensor, kernel: Tensor, stride: Ints, padding: Ints, activation_bits: int, weight_bits: int,
           pack_dtype: str = "uint32", out_dtype: str = "int16", unipolar: bool = True) -> Tensor:  # fmt: skip
        sy, sx = (stride, stride) if isinstance(stride, int) else stride
        pads = [padding] * 4 if isinstance(padding, int) else [*padding, *padding] if len(padding) == 2 else padding
        widths = [(0, 0)] * 4
        widths[rows], widths[rows + 1] = (pads[0], pads[2]), (pads[1], pads[3])
        padded = get_op("nn.pad").fn(data, pad_width=widths)
        x = bitpack(padded, activation_bits, channels, 4, pack_dtype)
        # Kernels are OIHW for NCHW and HWIO for NHWC.
        inner = 1 if layout == "NCHW" else 2
        w = bitpack(kernel, weight_bits, inner, 4, pack_dtype)
        high, wide = (kernel.shape[n] for n in ((2, 3) if layout == "NCHW" else (0, 1)))
        units = kernel.shape[0 if layout == "NCHW" else 3]
        a, b = te.reduce_axis((0, activation_bits), "a"), te.reduce_axis((0, weight_bits), "b")
        c = te.reduce_axis((0, x.shape[channels]), "c")
        ky, kx = te.reduce_axis((0, high), "ky"), te.reduce_axis((0, wide), "kx")
        height, width = (padded.shape[rows] - high) // sy + 1, (padded.shape[rows + 1] - wide) // sx + 1

        def element(n: Expr, o: Expr, y: Expr, z: Expr) -> Any:
            at = (n, c, y * sy + ky, z * sx + kx) if layout == "NCHW" else (n, y * sy + ky, z * sx + kx, c)
            of = (o, c, ky, kx) if layout == "NCHW" else (ky, kx, c, o)
            product = _bit_products(lambda p: x(*at, p), lambda p: w(*of, p), a, b, out_dtype, unipolar)
            return te.sum(product, axis=[a, b, c, ky, kx])

        if layout == "NCHW":
            return define((data.shape[0], units, height, width), element, "bitserial_conv2d")
        return define((data.shape[0], height, width, units), lambda n, y, z, o: element(n, o, y, z), "bitserial_conv2d")

    fn.__doc__ = f"The convolution of unsigned integers of a few bits, data {layout}, bit by bit."
    return fn


for _layout in ("NCHW", "NHWC"):
    NAMES[f"nn.bitserial_conv2d_{_layout.lower()}"] = _bitserial_conv2d(_layout)
