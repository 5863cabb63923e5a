"""Products of bytes as quantised models have them: unsigned activations times signed weights, summed in 32 bits.

The kernels read words of four bytes: the innermost dimension that is summed over, four elements at a time. Everything
else about them is as in the products of floats, schedules included.
"""

from __future__ import annotations

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, call, cast, const
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .conv import padded
from .conv_blocked import blocked_convolution
from .elementwise import elementwise
from .products import narrowed, panel_product
from .quantize import CONVOLUTIONS
from .registry import register
from .shapes import Ints, define, pads_of, show

#: Added to a float32 of less than 2**22 it leaves the nearest integer, halves to even, in the lowest bits.
_MAGIC = 1.5 * 2.0**23
_MAGIC_BITS = 0x4B400000


@register("memory.view", "injective")
def view(data: Tensor, dtype: str) -> Tensor:
    """The bytes of the last dimension, which is a multiple of four, as words of `dtype` (int32), the lowest first."""
    size = as_int(data.shape[-1]) if data.ndim else None
    if dtype != "int32" or dt.bits(data.dtype) != 8 or size is None or size % 4:
        raise MlccError("T204", f"`memory.view` of `{data.dtype}` {show(data.shape)} as `{dtype}`: not words of bytes")

    def word(*i: Expr) -> Expr:
        parts = [cast("int32", cast("uint8", data(*i[:-1], i[-1] * 4 + n))) << (8 * n) for n in range(4)]
        return parts[0] | parts[1] | parts[2] | parts[3]

    return define((*data.shape[:-1], size // 4), word, "view")


@register("qnn.saturate", "elemwise")
def saturate(
    data: Tensor, dtype: str, zero_point: int = 0, low: float | None = None, high: float | None = None
) -> Tensor:
    """round(data) + zero_point, halves to even, limited to the range of `dtype`; data first to [low, high]."""
    if dt.bits(dtype) > 16 or not dt.is_int(dtype) or data.dtype != "float32":
        raise MlccError("T204", f"`qnn.saturate` takes float32 to 8 or 16 bits, not `{data.dtype}` to `{dtype}`")
    least, most = (float(n - zero_point) for n in dt.int_range(dtype))
    least, most = max(least, least if low is None else low), min(most, most if high is None else high)

    def element(x: Expr) -> Expr:
        inside = te.min(const(most, "float32"), te.max(const(least, "float32"), x))
        bits = call("reinterpret", inside + _MAGIC, dtype="int32")
        return cast(dtype, bits + (zero_point - _MAGIC_BITS))

    return elementwise("saturate", data, element)


@register("qnn.conv", "anchor")
def conv(
    data: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    zero_point: int = 0,
) -> Tensor:
    """The convolution of (data - zero_point), uint8, with weight, int8, and bias, int32 (O,): integers, as float32."""
    rank = data.ndim - 2
    if rank not in CONVOLUTIONS:
        raise MlccError("T203", "`qnn.conv` takes one to three spatial dimensions")
    centred = elementwise("centred", data, lambda v: cast("int32", v) - zero_point)
    source = padded(centred, range(2, rank + 2), pads_of(padding, rank))
    kernel = elementwise("weight_int32", weight, lambda v: cast("int32", v))
    total: Tensor = CONVOLUTIONS[rank](source, kernel, strides, 0, dilation, groups)
    if bias is not None:
        shift, sums = bias, total
        total = define(sums.shape, lambda *i: sums(*i) + shift(i[1]), "bias_add")
    return narrowed("conv", total, "float32")


@register("qnn.conv2d_nchwc", "anchor")
def conv2d_nchwc(
    data: Tensor,
    weight: Tensor,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    zero_point: int = 0,
) -> Tensor:
    """``nn.conv2d_nchwc`` on words: data (N, C / c, H, W, c / 4), weight (O / o, C / groups / c, kh, kw, c / 4, o).

    Bytes of the data are unsigned, of the weight signed; padding has the bytes `zero_point`. The result is int32.
    """
    word = int.from_bytes(bytes([zero_point] * 4), "little", signed=True)
    fill = const(word, "int32")
    return blocked_convolution("qnn.conv2d_nchwc", data, weight, strides, padding, dilation, groups, te.dp4a, fill)


@register("qnn.dense_packed", "anchor")
def dense_packed(data: Tensor, weight: Tensor, units: int | None = None) -> Tensor:
    """``nn.dense_packed`` on words: data (…, K / 4), unsigned bytes, times (ceil(N / n), K / 4, n), signed ones."""
    return panel_product("qnn.dense_packed", data, weight, units, te.dp4a)
