"""Operators of neural networks by TVM's names, as thin forms of those of the inventory (`topi.nn.conv2d_hwcn`, …).

TVM has a function per layout where the inventory has one operator with a layout. Their positional arguments are TVM's.
They are Python functions: graph calls (``R.nn.conv2d``) name the operators themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import get_op
from .shapes import define

#: By TVM's name. A name that the inventory has too is the inventory's.
NAMES: dict[str, Callable[..., Any]] = {}

Ints = int | Sequence[int]


def _call(name: str, *args: Any, **attrs: Any) -> Any:
    return get_op(name).fn(*args, **attrs)


def _declare(name: str, fn: Callable[..., Any]) -> None:
    fn.__name__ = fn.__qualname__ = name.rsplit(".", 1)[-1]
    NAMES[name] = fn


def _tuple(value: Ints, count: int) -> tuple[int, ...]:
    return (value,) * count if isinstance(value, int) else tuple(value)


def _pads(padding: Any, kernel: Sequence[Expr | int], dilation: Ints) -> Any:
    """TVM's padding: numbers, "VALID" for none, or "SAME" for as many as the (dilated) kernel has beside its centre."""
    if not isinstance(padding, str):
        return padding
    if padding not in ("SAME", "VALID"):
        raise MlccError("T206", f'no padding "{padding}"', help="it is SAME, VALID or numbers")
    if padding == "VALID":
        return 0
    spans = [as_int(k) for k in kernel]
    if None in spans:
        raise MlccError("T206", 'the padding "SAME" needs a kernel of static size')
    totals = [(k - 1) * d for k, d in zip(spans, _tuple(dilation, len(spans)), strict=True) if k is not None]
    return (*((t + 1) // 2 for t in totals), *(t // 2 for t in totals))


# ---------------------------------------------------------------- convolutions
#: TVM's name, the layouts of data and kernel, and whether the number of groups is an argument.
_CONVOLUTIONS = (
    ("conv1d_ncw", "NCW", "OIW", False),
    ("conv1d_nwc", "NWC", "WIO", False),
    ("group_conv1d_ncw", "NCW", "OIW", True),
    ("group_conv1d_nwc", "NWC", "WIO", True),
    ("conv2d_nchw", "NCHW", "OIHW", False),
    ("conv2d_nhwc", "NHWC", "HWIO", False),
    ("conv2d_hwcn", "HWCN", "HWIO", False),
    ("group_conv2d_nchw", "NCHW", "OIHW", True),
    ("group_conv2d_nhwc", "NHWC", "HWIO", True),
    ("conv3d_ncdhw", "NCDHW", "OIDHW", True),
    ("conv3d_ndhwc", "NDHWC", "DHWIO", True),
)


def _convolution(name: str, data_layout: str, kernel_layout: str, grouped: bool) -> Callable[..., Tensor]:
    rank = len(data_layout) - 2
    at = [n for n, letter in enumerate(kernel_layout) if letter not in "OI"]

    def convolve(data: Tensor, kernel: Tensor, strides: Ints, padding: Any, dilation: Ints, groups: int,
                 out_dtype: str | None) -> Tensor:  # fmt: skip
        pads = _pads(padding, [kernel.shape[n] for n in at], dilation)
        result: Tensor = _call(
            f"nn.conv{rank}d", data, kernel, strides=strides, padding=pads, dilation=dilation, groups=groups,
            data_layout=data_layout, kernel_layout=kernel_layout, out_dtype=out_dtype,
        )  # fmt: skip
        return result

    def plain(data: Tensor, kernel: Tensor, strides: Ints = 1, padding: Any = "VALID", dilation: Ints = 1,
              out_dtype: str | None = None) -> Tensor:  # fmt: skip
        return convolve(data, kernel, strides, padding, dilation, 1, out_dtype)

    def with_groups(data: Tensor, kernel: Tensor, strides: Ints = 1, padding: Any = "VALID", dilation: Ints = 1,
                    groups: int = 1, out_dtype: str | None = None) -> Tensor:  # fmt: skip
        return convolve(data, kernel, strides, padding, dilation, groups, out_dtype)

    fn = with_groups if grouped else plain
    fn.__doc__ = f"The convolution of data {data_layout} with a kernel {kernel_layout}."
    return fn


for _name, _data, _kernel, _grouped in _CONVOLUTIONS:
    _declare(f"nn.{_name}", _convolution(_name, _data, _kernel, _grouped))


def depthwise_conv2d_nchw(
    data: Tensor, kernel: Tensor, strides: Ints, padding: Any, dilation: Ints = 1, out_dtype: str | None = None
) -> Tensor:
    """Each channel with kernels of its own: data NCHW, kernel (channels, multiplier, height, width)."""
    channels, times, *space = kernel.shape
    weight = _call("reshape", kernel, (channels * times, 1, *space))
    pads = _pads(padding, space, dilation)
    result: Tensor = _call("nn.conv2d", data, weight, strides=strides, padding=pads, dilation=dilation,
                           groups=_size(channels, "channels"), out_dtype=out_dtype)  # fmt: skip
    return result


def depthwise_conv2d_nhwc(
    data: Tensor, kernel: Tensor, strides: Ints, padding: Any, dilation: Ints = 1, out_dtype: str | None = None
) -> Tensor:
    """Each channel with kernels of its own: data NHWC, kernel (height, width, channels, multiplier)."""
    *space, channels, times = kernel.shape
    weight = _call("reshape", kernel, (*space, 1, channels * times))
    pads = _pads(padding, space, dilation)
    result: Tensor = _call("nn.conv2d", data, weight, strides=strides, padding=pads, dilation=dilation,
                           groups=_size(channels, "channels"), data_layout="NHWC", kernel_layout="HWIO",
                           out_dtype=out_dtype)  # fmt: skip
    return result


def _size(dim: Expr, what: str) -> int:
    size = as_int(dim)
    if size is None:
        raise MlccError("T206", f"the number of {what} must be static")
    return size


def _transposed(rank: int, grouped: bool) -> Callable[..., Tensor]:
    def convolve(data: Tensor, kernel: Tensor, strides: Ints, padding: Any, out_dtype: str | None = None,
                 output_padding: Ints = 0, groups: int = 1) -> Tensor:  # fmt: skip
        result: Tensor = _call(
            f"nn.conv{rank}d_transpose", data, kernel, strides=strides, padding=_pads(padding, kernel.shape[2:], 1),
            output_padding=output_padding, groups=groups, out_dtype=out_dtype,
        )  # fmt: skip
        return result

    def plain(data: Tensor, kernel: Tensor, strides: Ints, padding: Any, out_dtype: str | None = None,
              output_padding: Ints = 0) -> Tensor:  # fmt: skip
        return convolve(data, kernel, strides, padding, out_dtype, output_padding)

    fn = convolve if grouped else plain
    fn.__doc__ = "The transposed convolution; the kernel is (channels, results per group, sizes…)."
    return fn


for _rank, _letters in ((1, "ncw"), (2, "nchw"), (3, "ncdhw")):
    _declare(f"nn.conv{_rank}d_transpose_{_letters}", _transposed(_rank, False))
    _declare(f"nn.group_conv{_rank}d_transpose_{_letters}", _transposed(_rank, True))


def deformable_conv2d_nchw(
    data: Tensor, offset: Tensor, kernel: Tensor, strides: Ints, padding: Ints, dilation: Ints,
    deformable_groups: int, groups: int, out_dtype: str | None = None,
) -> Tensor:  # fmt: skip
    """The convolution whose samples are moved by `offset`, by bilinear interpolation."""
    result: Tensor = _call("nn.deform_conv2d", data, kernel, offset, strides=strides, padding=padding,
                           dilation=dilation, groups=groups, offset_groups=deformable_groups)  # fmt: skip
    return result if out_dtype in (None, result.dtype) else _call("cast", result, out_dtype)


def dilate(data: Tensor, strides: Sequence[int], dilation_value: float = 0.0) -> Tensor:
    """`data` with ``stride - 1`` elements of `dilation_value` between the elements of each dimension."""
    if len(strides) != data.ndim:
        raise MlccError("T206", f"`dilate` needs {data.ndim} strides, got {len(strides)}")
    shape = tuple((d - 1) * s + 1 for d, s in zip(data.shape, strides, strict=True))

    def element(*i: Expr) -> Expr:
        hit = [(v % s).equal(0) for v, s in zip(i, strides, strict=True) if s > 1]
        at = [v // s if s > 1 else v for v, s in zip(i, strides, strict=True)]
        return te.if_then_else(te.all(*hit), data(*at), const(dilation_value, data.dtype)) if hit else data(*at)

    return define(shape, element, "dilated")


def mirror_pad(
    data: Tensor, pad_before: Sequence[int], pad_after: Sequence[int] | None = None, mode: str = "SYMMETRIC"
) -> Tensor:
    """`data` with its mirror image around it; with the mode "REFLECT", the edge itself is not repeated."""
    after = pad_before if pad_after is None else pad_after
    step = {"SYMMETRIC": 0, "REFLECT": 1}.get(mode)
    if step is None:
        raise MlccError("T206", f'`mirror_pad` has no mode "{mode}"', help="it is SYMMETRIC or REFLECT")
    shape = tuple(d + (b + a) for d, b, a in zip(data.shape, pad_before, after, strict=True))

    def element(*i: Expr) -> Expr:
        at = []
        for v, dim, b in zip(i, data.shape, pad_before, strict=True):
            inner = v - b
            left = te.select(inner < 0, -inner - 1 + step, inner)
            at.append(te.select(left >= dim, dim * 2 - 1 - step - left, left))
        return data(*at)

    return define(shape, element, "mirror_pad")


# ---------------------------------------------------------------- pooling
def _pool(rank: int) -> Callable[..., Tensor]:
    def pool(
        data: Tensor, kernel: Ints, stride: Ints, dilation: Ints, padding: Ints, pool_type: str,
        ceil_mode: bool = False, layout: str | None = None, count_include_pad: bool = True,
    ) -> Tensor:  # fmt: skip
        """Windows of `data` reduced by `pool_type`, "max" or "avg"."""
        settings = {"strides": stride, "padding": padding, "dilation": dilation, "ceil_mode": ceil_mode}
        more = {"count_include_pad": count_include_pad} if _pool_kind(pool_type) == "avg" else {}
        name = f"nn.{pool_type}_pool{rank}d"
        result: Tensor = _call(name, data, pool_size=kernel, layout=layout, **settings, **more)
        return result

    return pool


def _pool_kind(pool_type: str) -> str:
    if pool_type not in ("max", "avg"):
        raise MlccError("T206", f'no pooling "{pool_type}"', help="it is max or avg")
    return pool_type


def _spatial(layout: str) -> list[int]:
    return [n for n, letter in enumerate(layout) if letter in "DHW"]


def global_pool(data: Tensor, pool_type: str, layout: str = "NCHW") -> Tensor:
    """The maximum or the mean of each image."""
    name = {"max": "max", "avg": "mean"}[_pool_kind(pool_type)]
    result: Tensor = _call(name, data, axis=tuple(_spatial(layout)), keepdims=True)
    return result


def _adaptive(layouts: str) -> Callable[..., Tensor]:
    def adaptive_pool(data: Tensor, output_size: Ints, pool_type: str, layout: str = layouts) -> Tensor:
        """Windows of `data` reduced to `output_size` by "max" or "avg": window i is [i n / m, (i + 1) n / m), rounded
        outwards."""
        kind, axes = _pool_kind(pool_type), _spatial(layout)
        sizes = [_size(data.shape[a], "rows") for a in axes]
        counts = _tuple(output_size, len(axes))
        bounds = [[(i * n // m, -(-(i + 1) * n // m)) for i in range(m)] for n, m in zip(sizes, counts, strict=True)]
        result = data
        for axis, windows in zip(axes, bounds, strict=True):
            parts = [
                _call("max" if kind == "max" else "mean",
                      _call("strided_slice", result, begin=[low], end=[high], axes=[axis]), axis=axis, keepdims=True)
                for low, high in windows
            ]  # fmt: skip
            result = _call("concatenate", *parts, axis=axis) if len(parts) > 1 else parts[0]
        return result

    return adaptive_pool


for _rank, _layout in ((1, "NCW"), (2, "NCHW"), (3, "NCDHW")):
    _declare(f"nn.pool{_rank}d", _pool(_rank))
    _declare("nn.adaptive_pool" + ("" if _rank == 2 else f"{_rank}d"), _adaptive(_layout))


# ---------------------------------------------------------------- scales, layouts, images
def _scale_shift(axis: int) -> Callable[..., Tensor]:
    def scale_shift(data: Tensor, scale: Tensor, shift: Tensor) -> Tensor:
        """``data * scale + shift``, of the channel."""
        return define(data.shape, lambda *i: data(*i) * scale(i[axis]) + shift(i[axis]), "scale_shift")

    return scale_shift


def upsampling(
    data: Tensor, scale_h: float, scale_w: float, layout: str = "NCHW", method: str = "nearest_neighbor",
    align_corners: bool = False, output_shape: Sequence[int] | None = None,
) -> Tensor:  # fmt: skip
    """An image enlarged `scale_h` and `scale_w` times by "nearest_neighbor", "bilinear" or "bicubic"."""
    return _enlarged(data, (scale_h, scale_w), layout, method, align_corners, output_shape)


def upsampling3d(
    data: Tensor, scale_d: float, scale_h: float, scale_w: float, layout: str = "NCDHW",
    method: str = "nearest_neighbor", coordinate_transformation_mode: str = "half_pixel",
    output_shape: Sequence[int] | None = None,
) -> Tensor:  # fmt: skip
    """A volume enlarged by "nearest_neighbor" or "trilinear"."""
    corners = coordinate_transformation_mode == "align_corners"
    return _enlarged(data, (scale_d, scale_h, scale_w), layout, method, corners, output_shape)


_METHODS = {"nearest_neighbor": "nearest", "bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}


def _enlarged(
    data: Tensor, scales: Sequence[float], layout: str, method: str, corners: bool, shape: Sequence[int] | None
) -> Tensor:
    axes = _spatial(layout)
    if method not in _METHODS:
        raise MlccError("T206", f'no method "{method}"', help=f"it is one of {', '.join(_METHODS)}")
    size = shape or [round(_size(data.shape[a], "rows") * s) for a, s in zip(axes, scales, strict=True)]
    nearest = method == "nearest_neighbor"
    mode = "asymmetric" if nearest else "align_corners" if corners else "half_pixel"
    result: Tensor = _call("image.resize", data, size=tuple(size), axes=tuple(axes), method=_METHODS[method],
                           coordinate_mode=mode, nearest_mode="floor" if nearest else "round_prefer_floor")  # fmt: skip
    return result


def space_to_batch_nd(
    data: Tensor, block_shape: Sequence[int], pad_before: Sequence[int], pad_after: Sequence[int],
    pad_value: float = 0.0,
) -> Tensor:  # fmt: skip
    """Blocks of the dimensions after the first, which become images of the batch."""
    count = len(block_shape)
    outer = data.ndim - 1 - count
    widths = [(0, 0), *zip(pad_before, pad_after, strict=True), *[(0, 0)] * outer]
    image = _call("nn.pad", data, pad_width=widths, pad_value=pad_value)
    blocks = [part for d, b in zip(image.shape[1 : count + 1], block_shape, strict=True) for part in (d // b, b)]
    split = _call("reshape", image, (image.shape[0], *blocks, *image.shape[count + 1 :]))
    inner, places = [2 * n + 2 for n in range(count)], [2 * n + 1 for n in range(count)]
    rest = range(2 * count + 1, 2 * count + 1 + outer)
    turned = _call("transpose", split, axes=(*inner, 0, *places, *rest))
    batch = image.shape[0]
    for b in block_shape:
        batch = batch * b
    result: Tensor = _call("reshape", turned, (batch, *turned.shape[count + 1 :]))
    return result


def batch_to_space_nd(
    data: Tensor, block_shape: Sequence[int], crop_begin_list: Sequence[int], crop_end_list: Sequence[int]
) -> Tensor:
    """The inverse of `space_to_batch_nd`, with `crop_begin_list` and `crop_end_list` elements cut off."""
    count, batch = len(block_shape), data.shape[0]
    for b in block_shape:
        batch = batch // b
    split = _call("reshape", data, (*block_shape, batch, *data.shape[1:]))
    pairs = [axis for n in range(count) for axis in (count + 1 + n, n)]
    turned = _call("transpose", split, axes=(count, *pairs, *range(2 * count + 1, split.ndim)))
    space = [d * b for d, b in zip(data.shape[1 : count + 1], block_shape, strict=True)]
    image = _call("reshape", turned, (batch, *space, *data.shape[count + 1 :]))
    ends = [d - e for d, e in zip(space, crop_end_list, strict=True)]
    result: Tensor = _call("strided_slice", image, begin=tuple(crop_begin_list), end=tuple(ends),
                           axes=tuple(range(1, count + 1)))  # fmt: skip
    return result


def matmul(
    tensor_a: Tensor, tensor_b: Tensor, bias: Tensor | None = None, out_dtype: str | None = None,
    transpose_a: bool = False, transpose_b: bool = False,
) -> Tensor:  # fmt: skip
    """The matrix product, plus `bias`."""
    result: Tensor = _call("matmul", tensor_a, tensor_b, transpose_a=transpose_a, transpose_b=transpose_b,
                           out_dtype=out_dtype)  # fmt: skip
    return result if bias is None else _call("add", result, bias)


def fifo_buffer(data: Tensor, buffer: Tensor, axis: int) -> Tensor:
    """The last elements of `buffer` and `data` along `axis`, as many as `buffer` has."""
    shift = data.shape[axis]
    kept = _call("strided_slice", buffer, begin=(shift,), end=(buffer.shape[axis],), axes=(axis,))
    result: Tensor = _call("concatenate", kept, data, axis=axis)
    return result


def flatten(data: Tensor) -> Tensor:
    """`data` as a matrix with a row per element of the batch."""
    result: Tensor = _call("nn.batch_flatten", data)
    return result


for _name, _fn in (
    ("depthwise_conv2d_nchw", depthwise_conv2d_nchw), ("depthwise_conv2d_nhwc", depthwise_conv2d_nhwc),
    ("deformable_conv2d_nchw", deformable_conv2d_nchw), ("dilate", dilate), ("mirror_pad", mirror_pad),
    ("global_pool", global_pool), ("scale_shift_nchw", _scale_shift(1)), ("scale_shift_nhwc", _scale_shift(-1)),
    ("upsampling", upsampling), ("upsampling3d", upsampling3d), ("space_to_batch_nd", space_to_batch_nd),
    ("batch_to_space_nd", batch_to_space_nd), ("matmul", matmul), ("fifo_buffer", fifo_buffer), ("flatten", flatten),
    ("fast_softmax", lambda data, axis=-1: _call("nn.softmax", data, axis=axis)),
):  # fmt: skip
    _declare(f"nn.{_name}", _fn)
