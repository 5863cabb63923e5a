"""Operators on tensors of a model: `nn.op.matmul(a, b)`. Outside of `export_tvm` they give values that are not bound.

Each takes `name`, a hint for the variable that holds the result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mlcc.diagnostics import MlccError

from . import basic_op
from .applying import apply, wrap_nested
from .basic_op import (
    arange,
    argsort,
    astype,
    broadcast_to,
    chunk,
    concat,
    cumsum,
    empty,
    full,
    multinomial_from_uniform,
    ones,
    pad,
    permute,
    permute_dims,
    repeat,
    reshape,
    sort,
    split,
    squeeze,
    take,
    topk,
    tril,
    triu,
    unsqueeze,
    where,
    zeros,
)
from .programs import OutType, debug_func, extern, print_, tensor_expr_op, tensor_ir_inplace_op, tensor_ir_op
from .sampling import renormalize_top_p_top_k_prob, sample_top_p_top_k_from_sorted_prob
from .tensor import OPERATORS, Tensor, get_default_dtype

_TABLES = (*basic_op.UNARY, *basic_op.BINARY, *basic_op.REDUCTIONS)
globals().update({name: getattr(basic_op, name) for name in _TABLES})


# ---------------------------------------------------------------- products and layers
def matmul(a: Tensor, b: Tensor, out_dtype: str | None = None, name: str = "matmul") -> Tensor:
    """The product of matrices, or of batches of them."""
    result: Tensor = apply("matmul", name, a, b, **({"out_dtype": out_dtype} if out_dtype else {}))
    return result


def _convolution(dims: int, operator: str, x: Tensor, weight: Tensor, bias: Any, name: str, **attrs: Any) -> Tensor:
    layout = attrs.pop("data_layout", None) or f"NC{'DHW'[3 - dims :]}"
    if "transpose" not in operator:
        attrs["data_layout"] = layout
        attrs["kernel_layout"] = "OI" + layout[2:] if layout[1] == "C" else f"OI{layout[1:-1]}"
    if isinstance(attrs["padding"], str):
        attrs["padding"] = _padding(attrs["padding"], weight, dims, attrs["dilation"])
    value: Tensor = apply(operator, name, x, weight, **attrs)
    if bias is None:
        return value
    shape = [1] * (dims + 2)
    shape[layout.index("C")] = -1
    result: Tensor = apply("add", name, value, reshape(bias, shape))
    return result


def _padding(text: str, weight: Tensor, dims: int, dilation: Any) -> list[int]:
    if text == "valid":
        return [0] * 2 * dims
    if text != "same":
        raise MlccError("T206", f'no padding "{text}"', help='it is "same", "valid" or numbers')
    steps = [dilation] * dims if isinstance(dilation, int) else list(dilation)
    totals = [step * (size - 1) for step, size in zip(steps, weight.shape[2:], strict=True)]
    return [*(total // 2 for total in totals), *(total - total // 2 for total in totals)]


def conv1d(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
    groups: int = 1, name: str = "conv1d",
) -> Tensor:  # fmt: skip
    """x (N, C, W), weight (O, C / groups, w)."""
    return _convolution(1, "nn.conv1d", x, weight, bias, name, strides=stride, padding=padding, dilation=dilation,
                        groups=groups)  # fmt: skip


def conv2d(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
    groups: int = 1, data_layout: str | None = "NCHW", name: str = "conv2d",
) -> Tensor:  # fmt: skip
    """x (N, C, H, W), weight (O, C / groups, h, w); with the layout "NHWC" x (N, H, W, C)."""
    return _convolution(2, "nn.conv2d", x, weight, bias, name, strides=stride, padding=padding, dilation=dilation,
                        groups=groups, data_layout=data_layout)  # fmt: skip


def conv3d(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
    groups: int = 1, data_layout: str | None = "NCDHW", name: str = "conv3d",
) -> Tensor:  # fmt: skip
    """x (N, C, D, H, W), weight (O, C / groups, d, h, w)."""
    return _convolution(3, "nn.conv3d", x, weight, bias, name, strides=stride, padding=padding, dilation=dilation,
                        groups=groups, data_layout=data_layout)  # fmt: skip


def conv1d_transpose(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0,
    dilation: Any = 1, groups: int = 1, name: str = "conv1d_transpose",
) -> Tensor:  # fmt: skip
    """x (N, C, W), weight (C, O / groups, w)."""
    return _convolution(1, "nn.conv1d_transpose", x, weight, bias, name, strides=stride, padding=padding,
                        output_padding=output_padding, dilation=dilation, groups=groups)  # fmt: skip


def softmax(x: Tensor, axis: int = -1, name: str = "softmax") -> Tensor:
    """exp(x) by its sum along an axis."""
    result: Tensor = apply("nn.softmax", name, x, axis=axis)
    return result


def gelu(x: Tensor, approximate: str | None = None, name: str = "gelu") -> Tensor:
    """x Φ(x); with `approximate` = "tanh" by the hyperbolic tangent."""
    result: Tensor = apply("nn.gelu_tanh" if approximate == "tanh" else "nn.gelu", name, x)
    return result


def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0, name: str = "softplus") -> Tensor:
    """log(1 + exp(beta x)) / beta; x above the threshold."""
    result: Tensor = apply("nn.softplus", name, x, beta=beta, threshold=threshold)
    return result


def prelu(x: Tensor, alpha: Tensor, name: str = "prelu") -> Tensor:
    """x where positive, else alpha x, per channel of axis 1."""
    result: Tensor = apply("nn.prelu", name, x, alpha, axis=1)
    return result


def layer_norm(
    x: Tensor, normalized_shape: int | Sequence[int], weight: Tensor | None = None, bias: Tensor | None = None,
    eps: float = 1e-5, name: str = "layer_norm",
) -> Tensor:  # fmt: skip
    """Normalised over as many last axes as the shape has."""
    shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
    scale = weight if weight is not None else ones(shape, x.dtype)
    shift = bias if bias is not None else zeros(shape, x.dtype)
    axes = list(range(-len(shape), 0))
    result: Tensor = apply("nn.layer_norm", name, x, scale, shift, axes=axes, epsilon=eps)
    return result


def rms_norm(x: Tensor, weight: Tensor, axes: int | list[int], epsilon: float = 1e-5, name: str = "rms_norm") -> Tensor:
    """x by its root of the mean square over `axes`, times weight."""
    over = [axes] if isinstance(axes, int) else axes
    result: Tensor = apply("nn.rms_norm", name, x, weight, axes=over, epsilon=epsilon)
    return result


def group_norm(
    x: Tensor, num_groups: int, weight: Tensor | None, bias: Tensor | None, eps: float = 1e-5, channel_axis: int = 1,
    axes: list[int] | None = None, name: str = "group_norm",
) -> Tensor:  # fmt: skip
    """Normalised over the channels of a group and `axes` (default: all after the second)."""
    channels = [x.shape[channel_axis]]
    scale = weight if weight is not None else ones(channels, x.dtype)
    shift = bias if bias is not None else zeros(channels, x.dtype)
    over = list(range(2, x.ndim)) if axes is None else axes
    result: Tensor = apply("nn.group_norm", name, x, scale, shift, num_groups=num_groups, channel_axis=channel_axis,
                            axes=over, epsilon=eps)  # fmt: skip
    return result


def scaled_dot_product_attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, is_causal: bool | None = False,
    scale: float | None = None, name: str = "scaled_dot_product_attention",
) -> Tensor:  # fmt: skip
    """softmax(Q Kᵀ scale + mask) V for (batch, length, heads, depth)."""
    causal = "TopLeft" if is_causal else None
    result: Tensor = apply("nn.attention", name, query, key, value, bias=attn_mask, scale=scale, causal_mask=causal)
    return result


def interpolate(
    x: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None, antialias: bool | None = None, data_layout: str | None = "NCHW",
    name: str = "interpolate",
) -> Tensor:  # fmt: skip
    """Images of another size: "nearest", "bilinear" or "bicubic"."""
    layout = data_layout or "NCHW"
    known = [x.shape[layout.index(letter)] for letter in "HW"]
    if size is None:
        factors = scale_factor if isinstance(scale_factor, (list, tuple)) else [scale_factor] * 2
        size = [int(math.floor(extent * factor)) for extent, factor in zip(known, factors, strict=True)]
    elif isinstance(size, int):
        size = [size, size]
    if antialias:
        raise MlccError("T205", "`interpolate`: no antialiasing here", help="shrink by `avg_pool2d`, or resize twice")
    nearest = mode.startswith("nearest")
    coordinates = "asymmetric" if nearest else "align_corners" if align_corners else "half_pixel"
    method = "nearest_neighbor" if nearest else "cubic" if mode.endswith("cubic") else "linear"
    result: Tensor = apply(
        "image.resize2d", name, x, tuple(size), layout=layout, method=method,
        coordinate_transformation_mode=coordinates, rounding_method="floor" if nearest else "round",
    )  # fmt: skip
    return result


def get_timestep_embedding(
    x: Tensor, embedding_dim: int, flip_sin_to_cos: bool = False, downscale_freq_shift: float = 1, scale: float = 1,
    max_period: int = 10000, name: str = "get_timestep_embedding",
) -> Tensor:  # fmt: skip
    """Sines and cosines of times (N,) at falling frequencies: (N, embedding_dim)."""
    half = embedding_dim // 2
    steps = arange(0, half, 1, "float32") * (-math.log(max_period) / (half - downscale_freq_shift))
    angles = apply("multiply", name, unsqueeze(astype(x, "float32"), 1), unsqueeze(apply("exp", name, steps), 0))
    if scale != 1:
        angles = angles * scale
    waves = [apply("sin", name, angles), apply("cos", name, angles)]
    result = concat(waves[::-1] if flip_sin_to_cos else waves, dim=-1, name=name)
    if embedding_dim % 2:
        result = pad(result, [0, 0, 0, 1], name=name)
    return astype(result, get_default_dtype())


__all__ = [  # noqa: PLE0604
    *_TABLES, "arange", "argsort", "astype", "broadcast_to", "chunk", "concat", "conv1d",
    "conv1d_transpose", "conv2d", "conv3d", "cumsum", "empty", "full", "gelu", "get_timestep_embedding",
    "group_norm", "interpolate", "layer_norm", "matmul", "multinomial_from_uniform", "ones", "pad", "permute",
    "permute_dims", "prelu", "renormalize_top_p_top_k_prob", "repeat", "reshape", "rms_norm",
    "sample_top_p_top_k_from_sorted_prob", "OutType", "debug_func", "extern", "print_", "tensor_expr_op",
    "tensor_ir_inplace_op", "tensor_ir_op", "scaled_dot_product_attention", "softmax", "softplus",
    "sort", "split", "squeeze", "take", "topk", "tril", "triu", "unsqueeze",
    "where", "wrap_nested", "zeros",
]  # fmt: skip
OPERATORS.update({name: globals()[name] for name in __all__})


def __getattr__(name: str) -> Any:
    """Raises AttributeError; for TVM's operators between machines with what to use instead."""
    if name.startswith("ccl_"):
        raise AttributeError(f"`nn.op.{name}` is not in mlcc: a library runs on one machine")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
