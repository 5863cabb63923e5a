"""Operators on tensors of a model: `nn.op.matmul(a, b)`. Outside of `export_tvm` they give values that are not bound.

Each takes `name`, a hint for the variable that holds the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphExpr, GraphTuple, PrimFunc, TensorStructInfo, TupleStructInfo

from ... import op as _op
from ...block_builder import BlockBuilder
from ...composed import typed
from ...composed.registry import field
from ...op import call_tir
from .tensor import OPERATORS, Tensor, get_default_dtype

Dims = Sequence[Any]


def wrap_nested(expr: GraphExpr, name: str) -> Any:
    """A graph value as a tensor, or as a tuple of them; bound to a variable where a function is being built."""
    builder = BlockBuilder.current()
    value = builder.emit(expr, name) if builder is not None else typed(expr)
    info = value.sinfo
    if isinstance(info, TupleStructInfo):
        return tuple(wrap_nested(field(value, n), f"{name}_{n}") for n in range(len(info.fields)))
    return Tensor(_expr=value)


def _operand(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value._expr
    if isinstance(value, (list, tuple)) and any(isinstance(item, Tensor) for item in value):
        return [_operand(item) for item in value]
    return value


def _apply(operator: str, hint: str, *args: Any, **attrs: Any) -> Any:
    """An operator of the graph applied to tensors and attributes."""
    fn: Any = _op
    for part in operator.split("."):
        fn = getattr(fn, part)
    return wrap_nested(fn(*map(_operand, args), **{k: _operand(v) for k, v in attrs.items()}), hint)


# ---------------------------------------------------------------- one operand, or two
#: The name, the operator of the graph, and the hint of its result.
_UNARY = {
    "relu": ("nn.relu", "relu"), "relu6": ("nn.relu6", "relu6"), "silu": ("nn.silu", "silu"),
    "sigmoid": ("sigmoid", "sigmoid"), "tanh": ("tanh", "tanh"), "exp": ("exp", "exp"), "log": ("log", "log"),
    "sqrt": ("sqrt", "sqrt"), "square": ("square", "square"), "negative": ("negative", "neg"),
    "floor": ("floor", "floor"), "sin": ("sin", "sin"), "cos": ("cos", "cos"), "abs": ("abs", "abs"),
    "erf": ("erf", "erf"), "rsqrt": ("rsqrt", "rsqrt"), "isinf": ("isinf", "isinf"), "isnan": ("isnan", "isnan"),
}  # fmt: skip
_BINARY = {
    "add": "add", "subtract": "subtract", "multiply": "mul", "divide": "divide", "maximum": "maximum",
    "minimum": "minimum", "equal": "equal", "not_equal": "not_equal", "less": "less", "less_equal": "less_equal",
    "greater": "greater", "greater_equal": "greater_equal",
}  # fmt: skip


def _unary(name: str, operator: str, hint: str) -> Callable[..., Tensor]:
    def call(x: Tensor, name: str = hint) -> Tensor:
        result: Tensor = _apply(operator, name, x)
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`relax.op.{operator}`."
    return call


def _binary(name: str, hint: str) -> Callable[..., Tensor]:
    def call(a: Tensor, b: Tensor, name: str = hint) -> Tensor:
        result: Tensor = _apply(call.__name__, name, a, b)
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`relax.op.{name}`, broadcasting."
    return call


globals().update({name: _unary(name, *row) for name, row in _UNARY.items()})
globals().update({name: _binary(name, hint) for name, hint in _BINARY.items()})


def _reduction(name: str) -> Callable[..., Tensor]:
    def call(x: Tensor, axis: int | list[int] | None = None, keepdims: bool = False, name: str = name) -> Tensor:
        axes = [axis] if isinstance(axis, int) else axis
        result: Tensor = _apply(call.__name__, name, x, axis=axes, keepdims=keepdims)
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`relax.op.{name}` over axes, or all."
    return call


_REDUCTIONS = ("sum", "max", "min", "mean")
globals().update({name: _reduction(name) for name in _REDUCTIONS})


# ---------------------------------------------------------------- products and layers
def matmul(a: Tensor, b: Tensor, out_dtype: str | None = None, name: str = "matmul") -> Tensor:
    """The product of matrices, or of batches of them."""
    result: Tensor = _apply("matmul", name, a, b, **({"out_dtype": out_dtype} if out_dtype else {}))
    return result


def _convolution(dims: int, operator: str, x: Tensor, weight: Tensor, bias: Any, name: str, **attrs: Any) -> Tensor:
    layout = attrs.pop("data_layout", None) or f"NC{'DHW'[3 - dims :]}"
    if "transpose" not in operator:
        attrs["data_layout"] = layout
        attrs["kernel_layout"] = "OI" + layout[2:] if layout[1] == "C" else f"OI{layout[1:-1]}"
    if isinstance(attrs["padding"], str):
        attrs["padding"] = _padding(attrs["padding"], weight, dims, attrs["dilation"])
    value: Tensor = _apply(operator, name, x, weight, **attrs)
    if bias is None:
        return value
    shape = [1] * (dims + 2)
    shape[layout.index("C")] = -1
    result: Tensor = _apply("add", name, value, reshape(bias, shape))
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
    result: Tensor = _apply("nn.softmax", name, x, axis=axis)
    return result


def gelu(x: Tensor, approximate: str | None = None, name: str = "gelu") -> Tensor:
    """x Φ(x); with `approximate` = "tanh" by the hyperbolic tangent."""
    result: Tensor = _apply("nn.gelu_tanh" if approximate == "tanh" else "nn.gelu", name, x)
    return result


def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0, name: str = "softplus") -> Tensor:
    """log(1 + exp(beta x)) / beta; x above the threshold."""
    result: Tensor = _apply("nn.softplus", name, x, beta=beta, threshold=threshold)
    return result


def prelu(x: Tensor, alpha: Tensor, name: str = "prelu") -> Tensor:
    """x where positive, else alpha x, per channel of axis 1."""
    result: Tensor = _apply("nn.prelu", name, x, alpha, axis=1)
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
    result: Tensor = _apply("nn.layer_norm", name, x, scale, shift, axes=axes, epsilon=eps)
    return result


def rms_norm(x: Tensor, weight: Tensor, axes: int | list[int], epsilon: float = 1e-5, name: str = "rms_norm") -> Tensor:
    """x by its root of the mean square over `axes`, times weight."""
    over = [axes] if isinstance(axes, int) else axes
    result: Tensor = _apply("nn.rms_norm", name, x, weight, axes=over, epsilon=epsilon)
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
    result: Tensor = _apply("nn.group_norm", name, x, scale, shift, num_groups=num_groups, channel_axis=channel_axis,
                            axes=over, epsilon=eps)  # fmt: skip
    return result


def scaled_dot_product_attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, is_causal: bool | None = False,
    scale: float | None = None, name: str = "scaled_dot_product_attention",
) -> Tensor:  # fmt: skip
    """softmax(Q Kᵀ scale + mask) V for (batch, length, heads, depth)."""
    causal = "TopLeft" if is_causal else None
    result: Tensor = _apply("nn.attention", name, query, key, value, bias=attn_mask, scale=scale, causal_mask=causal)
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
    result: Tensor = _apply(
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
    angles = _apply("multiply", name, unsqueeze(astype(x, "float32"), 1), unsqueeze(_apply("exp", name, steps), 0))
    if scale != 1:
        angles = angles * scale
    waves = [_apply("sin", name, angles), _apply("cos", name, angles)]
    result = concat(waves[::-1] if flip_sin_to_cos else waves, dim=-1, name=name)
    if embedding_dim % 2:
        result = pad(result, [0, 0, 0, 1], name=name)
    return astype(result, get_default_dtype())


# ---------------------------------------------------------------- shapes
def reshape(x: Tensor, shape: Dims, name: str = "reshape") -> Tensor:
    """The elements in another shape; one size may be -1."""
    result: Tensor = _apply("reshape", name, x, tuple(shape))
    return result


def broadcast_to(x: Tensor, shape: Dims, name: str = "broadcast_to") -> Tensor:
    """The elements repeated along axes of size 1 and new ones."""
    result: Tensor = _apply("broadcast_to", name, x, tuple(shape))
    return result


def permute_dims(x: Tensor, axes: list[int] | None = None, name: str | None = None) -> Tensor:
    """The axes in another order, reversed by default."""
    result: Tensor = _apply("permute_dims", name or "permute_dims", x, **({"axes": axes} if axes else {}))
    return result


def permute(x: Tensor, axes: list[int] | None = None, name: str = "permute") -> Tensor:
    """The axes in another order."""
    return permute_dims(x, axes, name)


def concat(x: Sequence[Tensor], dim: int, name: str = "concat") -> Tensor:
    """Tensors one after the other along an axis."""
    result: Tensor = _apply("concat", name, list(x), axis=dim)
    return result


def split(
    ary: Tensor, indices_or_sections: int | Sequence[int], axis: int = 0, name: str = "split"
) -> tuple[Tensor, ...]:
    """As many equal parts, or parts between indices."""
    result: tuple[Tensor, ...] = _apply("split", name, ary, indices_or_sections=indices_or_sections, axis=axis)
    return result


def chunk(x: Tensor, chunks: int, dim: int = 0, name: str = "chunk") -> tuple[Tensor, ...]:
    """As many equal parts."""
    return split(x, chunks, dim, name)


def unsqueeze(x: Tensor, dim: int, name: str = "unsqueeze") -> Tensor:
    """A new axis of size 1."""
    result: Tensor = _apply("expand_dims", name, x, axis=[dim])
    return result


def squeeze(x: Tensor, axis: int = -1, name: str = "squeeze") -> Tensor:
    """Without an axis of size 1."""
    result: Tensor = _apply("squeeze", name, x, axis=[axis])
    return result


def repeat(x: Tensor, repeats: int, axis: int | None = None, name: str = "repeat") -> Tensor:
    """Each element several times along an axis."""
    result: Tensor = _apply("repeat", name, x, repeats=repeats, axis=axis)
    return result


def pad(x: Tensor, pad: list[int], mode: str = "constant", value: float = 0.0, name: str = "pad") -> Tensor:
    """More elements at the ends: before and after of each axis in turn."""
    result: Tensor = _apply("nn.pad", name, x, pad_width=pad, pad_mode=mode, pad_value=value)
    return result


def astype(x: Tensor, dtype: str, name: str = "astype") -> Tensor:
    """The elements as another type."""
    result: Tensor = x if x.dtype == dtype else _apply("cast", name, x, dtype=dtype)
    return result


def triu(x: Tensor, diagonal: int = 0, name: str = "triu") -> Tensor:
    """The upper triangle."""
    result: Tensor = _apply("triu", name, x, diagonal)
    return result


def tril(x: Tensor, diagonal: int = 0, name: str = "tril") -> Tensor:
    """The lower triangle."""
    result: Tensor = _apply("tril", name, x, diagonal)
    return result


# ---------------------------------------------------------------- creation, selection, orders
def arange(
    start: int, end: int | None = None, step: int = 1, dtype: str | None = "float32", name: str = "arange"
) -> Tensor:
    """start, start + step … below end; of one argument 0, 1 … below it."""
    first, last = (0, start) if end is None else (start, end)
    result: Tensor = _apply("arange", name, start=first, stop=last, step=step, dtype=dtype or "float32")
    return result


def full(shape: Dims, fill_value: Any, dtype: str = "float32", name: str = "full") -> Tensor:
    """One value everywhere: a number, or a scalar tensor."""
    result: Tensor = _apply("full", name, tuple(shape), fill_value, dtype)
    return result


def zeros(shape: Dims, dtype: str = "float32", name: str = "zeros") -> Tensor:
    """Zeros."""
    return full(shape, 0, dtype, name)


def ones(shape: Dims, dtype: str = "float32", name: str = "ones") -> Tensor:
    """Ones."""
    return full(shape, 1, dtype, name)


def empty(shape: Dims, dtype: str = "float32", name: str = "empty") -> Tensor:
    """A tensor whose elements nobody should read: zeros."""
    return full(shape, 0, dtype, name)


def take(x: Tensor, indices: Tensor, axis: int | None = None, name: str = "take") -> Tensor:
    """Slices at indices of an axis; of a vector without one."""
    if axis is None and x.ndim != 1:
        raise MlccError("T205", f"`take` needs an axis for a tensor of {x.ndim} dimensions")
    result: Tensor = _apply("take", name, x, indices, axis=axis or 0)
    return result


def where(condition: Tensor, x1: Tensor, x2: Tensor, name: str = "where") -> Tensor:
    """x1 where the condition holds, else x2."""
    result: Tensor = _apply("where", name, astype(condition, "bool"), x1, x2)
    return result


def cumsum(
    data: Tensor, axis: int | None = None, dtype: str | None = None, exclusive: bool | None = None,
    name: str = "cumsum",
) -> Tensor:  # fmt: skip
    """Running sums along an axis, or of all elements."""
    result: Tensor = _apply("cumsum", name, data, axis=axis, dtype=dtype, exclusive=bool(exclusive))
    return result


def sort(x: Tensor, axis: int = -1, descending: bool = False, name: str = "sort") -> Tensor:
    """The elements of an axis in order."""
    result: Tensor = _apply("sort", name, x, axis=axis, descending=descending)
    return result


def argsort(
    data: Tensor, axis: int = -1, descending: bool = False, dtype: str = "int32", name: str = "argsort"
) -> Tensor:
    """The indices that sort an axis."""
    result: Tensor = _apply("argsort", name, data, axis=axis, descending=descending, dtype=dtype)
    return result


def topk(
    data: Tensor, k: int = 1, axis: int = -1, ret_type: str = "both", largest: bool = True, dtype: str = "int32",
    name: str = "topk",
) -> Any:  # fmt: skip
    """The largest elements of an axis, their indices, or both."""
    return _apply("topk", name, data, k, axis=axis, ret_type=ret_type, largest=largest, dtype=dtype)


def multinomial_from_uniform(
    prob: Tensor, uniform_sample: Tensor, sample_indices: Tensor | None = None, dtype: str = "int64",
    name: str = "multinomial_from_uniform",
) -> Tensor:  # fmt: skip
    """Indices drawn from rows of probabilities by numbers in [0, 1)."""
    rows = sample_indices
    if rows is None:
        rows = reshape(arange(0, prob.shape[0], 1, "int64"), (prob.shape[0], 1))
    result: Tensor = _apply("multinomial_from_uniform", name, prob, uniform_sample, rows, dtype)
    return result


# ---------------------------------------------------------------- programs of one's own
def tensor_expr_op(
    tensor_expr_func: Callable[..., Any], name_hint: str, args: Sequence[Any], *, attrs: dict[str, Any] | None = None
) -> Any:
    """A tensor expression applied to tensors. Raises T115 outside of `export_tvm`."""
    builder = _builder(name_hint)
    operands = [_operand(a) for a in args]
    if attrs:
        raise MlccError("T205", f"`tensor_expr_op`: attributes of the program `{name_hint}` are not taken")
    return wrap_nested(builder.call_te(tensor_expr_func, *operands, primfunc_name_hint=name_hint), name_hint)


def tensor_ir_op(func: PrimFunc, name_hint: str, args: Any, out: Any) -> Any:
    """A call of a tensor program; `out` are placeholders of its results. Raises T115 outside of `export_tvm`."""
    callee = _builder(name_hint).add_func(func, name_hint)
    listed = args if isinstance(args, (list, tuple)) else [args]
    infos = [_info(o) for o in (out if isinstance(out, (list, tuple)) else [out])]
    call = call_tir(callee, GraphTuple(tuple(_operand(a) for a in listed)), infos if len(infos) > 1 else infos[0])
    return wrap_nested(call, name_hint)


def _info(out: Tensor) -> TensorStructInfo:
    return TensorStructInfo(tuple(out.shape), out.dtype)


def _builder(name: str) -> BlockBuilder:
    builder = BlockBuilder.current()
    if builder is None:
        raise MlccError("T115", f"`{name}` needs the function that is being built",
                        help="call it in a method that `export_tvm` exports")  # fmt: skip
    return builder


__all__ = [  # noqa: PLE0604
    *_UNARY, *_BINARY, *_REDUCTIONS, "arange", "argsort", "astype", "broadcast_to", "chunk", "concat", "conv1d",
    "conv1d_transpose", "conv2d", "conv3d", "cumsum", "empty", "full", "gelu", "get_timestep_embedding",
    "group_norm", "interpolate", "layer_norm", "matmul", "multinomial_from_uniform", "ones", "pad", "permute",
    "permute_dims", "prelu", "repeat", "reshape", "rms_norm", "scaled_dot_product_attention", "softmax", "softplus",
    "sort", "split", "squeeze", "take", "tensor_expr_op", "tensor_ir_op", "topk", "tril", "triu", "unsqueeze",
    "where", "wrap_nested", "zeros",
]  # fmt: skip
OPERATORS.update({name: globals()[name] for name in __all__})


def __getattr__(name: str) -> Any:
    """For type checkers only: the operators of the tables are set above."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
