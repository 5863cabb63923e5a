"""Products of pairs of bfloat16 numbers, accumulated in float32, for CPUs with an instruction that adds two products.

The kernels read words of two numbers that are adjacent along the innermost reduction dimension. Otherwise they equal
the products of floats, schedules included. There is no such word of other types: words are int32.
"""

from __future__ import annotations

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.te import Tensor

from .conv_blocked import blocked_convolution
from .products import panel_product
from .registry import register
from .shapes import Ints, show


def _need_words(name: str, *tensors: Tensor) -> None:
    for x in tensors:
        if x.dtype != "int32":
            raise MlccError("T204", f"`{name}` takes words of two bfloat16 numbers, not `{x.dtype}` {show(x.shape)}")


@register("nn.dense_pairs", "anchor")
def dense_pairs(data: Tensor, weight: Tensor, units: int | None = None, segments: int = 1) -> Tensor:
    """``nn.dense_packed`` on words: data (…, K / 2) times (ceil(N / n), K / 2, n): float32 (…, N), or as segments.

    Words are int32, of two bfloat16 numbers each, the first in the lower half. T204 for other types.
    """
    _need_words("nn.dense_pairs", data, weight)
    return panel_product("nn.dense_pairs", data, weight, units, te.dot_bf16, segments)


@register("nn.conv2d_pairs", "anchor")
def conv2d_pairs(
    data: Tensor,
    weight: Tensor,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
) -> Tensor:
    """``nn.conv2d_nchwc`` on words: data (N, C / c, H, W, c / 2), weight (O / o, C / groups / c, kh, kw, c / 2, o).

    Words are int32, of two bfloat16 numbers each, the first in the lower half; the result is float32. T204 for other
    types.
    """
    _need_words("nn.conv2d_pairs", data, weight)
    return blocked_convolution("nn.conv2d_pairs", data, weight, strides, padding, dilation, groups, te.dot_bf16)
