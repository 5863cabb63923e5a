"""Products, convolutions, pools, normalisation, attention and resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.importers.onnx.context import shape_arg
from mlcc.ir import Constant, GraphExpr

from ..registry import aten
from ..translation import Translation
from .quantize import integer_sums
from .shape import slice_of


@aten("mm", "bmm", "matmul", "mv", "dot")
def matmul(t: Translation, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    return t.onnx("MatMul", t.cast(a), t.cast(b))


@aten("linear")
def linear(t: Translation, x: GraphExpr, weight: GraphExpr, bias: GraphExpr | None = None) -> GraphExpr:
    """x @ weight.T + bias"""
    pair = integer_sums(t, x, weight)
    if pair is not None:
        y = t.emit("multiply", t.cast(pair[0], "float32"), pair[1])
    elif t.rank(weight) == 1:
        y = t.onnx("MatMul", x, weight)
    elif t.rank(x) == 2:
        y = t.emit("nn.dense", x, weight)
    elif weight in t.dequantized:
        y = t.emit("matmul", x, weight, transpose_b=True)
    elif isinstance(weight, Constant):
        y = t.onnx("MatMul", x, Constant(np.ascontiguousarray(weight.data.T)))
    else:
        y = t.onnx("MatMul", x, t.emit("transpose", weight, axes=[1, 0]))
    return y if bias is None else t.emit("add", y, bias)


@aten("addmm", "baddbmm", "addbmm")
def addmm(t: Translation, c: GraphExpr, a: GraphExpr, b: GraphExpr, beta: Any = 1, alpha: Any = 1) -> GraphExpr:
    assert t.node is not None
    if "addbmm" in str(t.node.target) and "baddbmm" not in str(t.node.target):
        product = t.emit("sum", t.onnx("MatMul", a, b), axis=[0], keepdims=False)
    else:
        product = t.onnx("MatMul", a, b)
    if alpha != 1:
        product = t.emit("multiply", product, t.constant(alpha))
    if beta == 0:
        return product
    return t.emit("add", product, c if beta == 1 else t.emit("multiply", c, t.constant(beta)))


@aten("addmv")
def addmv(t: Translation, c: GraphExpr, a: GraphExpr, b: GraphExpr, beta: Any = 1, alpha: Any = 1) -> GraphExpr:
    return addmm(t, c, a, b, beta, alpha)


@aten("addcmul")
def addcmul(t: Translation, x: GraphExpr, a: GraphExpr, b: GraphExpr, value: Any = 1) -> GraphExpr:
    product = t.emit("multiply", t.cast(a), t.cast(b))
    return t.emit("add", t.cast(x), product if value == 1 else t.emit("multiply", product, t.constant(value)))


def along_channels(t: Translation, value: GraphExpr, spatial: int) -> GraphExpr:
    """A number, or one per channel, in a shape that broadcasts over an image with a batch."""
    return t.reshape(value, [*t.shape(value), *[1] * spatial]) if t.rank(value) else value


@aten("convolution", "_convolution")
def convolution(
    t: Translation, x: GraphExpr, weight: GraphExpr, bias: GraphExpr | None, stride: Sequence[int],
    padding: Sequence[int], dilation: Sequence[int], transposed: bool, output_padding: Sequence[int], groups: int,
    *_: Any,
) -> GraphExpr:  # fmt: skip
    spatial = t.rank(weight) - 2
    image, has_batch = batched(t, x, spatial)
    strides, pads, dilations, extra = (
        list(v) * (spatial if len(v) == 1 else 1) for v in (stride, padding, dilation, output_padding)
    )
    attrs: dict[str, Any] = {"strides": strides, "pads": pads * 2, "dilations": dilations, "group": groups}
    if transposed:
        attrs["output_padding"] = extra
    pair = integer_sums(t, x, weight, **attrs) if has_batch and not transposed else None
    if pair is not None:
        sums, scale = pair
        y = t.emit("multiply", t.cast(sums, "float32"), along_channels(t, scale, spatial))
        return y if bias is None else t.emit("add", y, along_channels(t, bias, spatial))
    y = t.onnx("ConvTranspose" if transposed else "Conv", image, weight, bias, **attrs)
    return y if has_batch else t.reshape(y, t.dims)


@aten("max_pool2d_with_indices", "max_pool3d_with_indices", "max_pool2d", "max_pool3d", "max_pool1d")
def max_pool(
    t: Translation, x: GraphExpr, kernel_size: Sequence[int], stride: Sequence[int] = (), padding: Sequence[int] = (0,),
    dilation: Sequence[int] = (1,), ceil_mode: bool = False,
) -> Any:  # fmt: skip
    assert t.node is not None
    spatial = int(str(t.node.target).split("d_with")[0].split("d.")[0][-1])
    image, has_batch = batched(t, x, spatial)
    kernel = each(kernel_size, spatial)
    strides = each(stride, spatial) if stride else kernel
    attrs: dict[str, Any] = {
        "kernel_shape": kernel, "strides": strides, "pads": each(padding, spatial) * 2,
        "dilations": each(dilation, spatial), "ceil_mode": int(ceil_mode),
    }  # fmt: skip
    several = "with_indices" in str(t.node.target)
    uses_index = several and any(user.args[1] == 1 for user in t.node.users if len(user.args) > 1)
    t.ctx.output_count = 2 if uses_index else 1
    try:
        made = t.several("MaxPool", image, **attrs)
    finally:
        t.ctx.output_count = 1
    results = list(made) if isinstance(made, list) else [made]
    if uses_index:  # ONNX counts through the whole tensor, PyTorch within an image
        size: Any = 1
        for dim in t.shape(image)[2:]:
            size = dim * size
        results[1] = t.emit("floor_mod", results[1], t.operand(size, "int64"))
    results = [r if has_batch else t.reshape(r, t.dims) for r in results]
    if not several:
        return results[0]
    return results if uses_index else [results[0], None]


def each(values: Sequence[int] | int, count: int) -> list[int]:
    """One number per spatial axis, where one may stand for all."""
    given = [values] if isinstance(values, int) else list(values)
    return given * count if len(given) == 1 else given


def batched(t: Translation, x: GraphExpr, spatial: int) -> tuple[GraphExpr, bool]:
    """An image with a batch axis, and whether it had one."""
    if t.rank(x) == spatial + 2:
        return x, True
    return t.emit("expand_dims", x, axis=[0]), False


@aten("avg_pool1d", "avg_pool2d", "avg_pool3d")
def avg_pool(
    t: Translation, x: GraphExpr, kernel_size: Sequence[int], stride: Sequence[int] = (), padding: Sequence[int] = (0,),
    ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None,
) -> GraphExpr:  # fmt: skip
    assert t.node is not None
    spatial = int(str(t.node.target).split("avg_pool")[1][0])
    image, has_batch = batched(t, x, spatial)
    kernel, pads = each(kernel_size, spatial), each(padding, spatial)
    strides = each(stride, spatial) if stride else kernel
    exact = not t.dtype.startswith(("float", "bfloat"))  # integers: the sum is divided, and the rest is cut off
    if exact:
        image = t.cast(image, "float64")
    by_sum = exact or divisor_override is not None
    y = t.onnx(
        "AveragePool", image, kernel_shape=kernel, strides=strides, pads=pads * 2, ceil_mode=int(ceil_mode),
        count_include_pad=int(count_include_pad or by_sum),
    )  # fmt: skip

    def counted(with_padding: bool) -> Any:
        if with_padding and not ceil_mode:
            return float(np.prod(kernel))
        images, windows = ([t.static(d, "image") for d in t.shape(v)[-spatial:]] for v in (image, y))
        return divisors(images, windows, kernel, strides, pads, with_padding)

    if by_sum:
        y = t.emit("multiply", y, t.constant(counted(True), t.ctx.dtype(y)))
        divisor = t.constant(counted(count_include_pad) if divisor_override is None else divisor_override)
        y = t.onnx("Div", t.cast(t.emit("round", y)), divisor) if exact else t.emit("divide", y, divisor)
    return y if has_batch else t.reshape(y, t.dims)


def divisors(
    images: Sequence[int], windows: Sequence[int], kernel: Sequence[int], strides: Sequence[int], pads: Sequence[int],
    with_padding: bool,
) -> np.ndarray[Any, np.dtype[np.float64]]:  # fmt: skip
    """By how much an average pool divides the sum of each window: its elements in the image, or in the padded one."""
    counts = np.ones(())
    for size, count, k, s, p in zip(images, windows, kernel, strides, pads, strict=True):
        first = np.arange(count) * s - p
        low, high = (-p, size + p) if with_padding else (0, size)
        counts = np.multiply.outer(counts, np.minimum(first + k, high) - np.maximum(first, low))
    return counts


@aten("_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool2d")
def adaptive_avg_pool(t: Translation, x: GraphExpr, output_size: Sequence[int]) -> GraphExpr:
    """The mean of the elements from floor(i * n / m) to ceil((i + 1) * n / m), axis by axis."""
    sizes, rank = [int(s) for s in output_size], t.rank(x)
    first = rank - len(sizes)
    if all(s == 1 for s in sizes):
        return t.emit("mean", x, axis=list(range(first, rank)), keepdims=True)
    for n, size in enumerate(sizes):
        whole = t.static(t.shape(x)[first + n], "image")
        if whole % size == 0:
            part = whole // size
            shape = t.shape(x)
            split = t.reshape(x, [*shape[: first + n], size, part, *shape[first + n + 1 :]])
            x = t.emit("mean", split, axis=[first + n + 1], keepdims=False)
            continue
        axes = [a for a in range(rank) if a != first + n]
        moved = t.emit("transpose", x, axes=[*axes, first + n])
        moved = t.onnx("MatMul", moved, t.constant(np.ascontiguousarray(shares(whole, size).T)))
        back = sorted(range(rank), key=[*axes, first + n].__getitem__)
        x = t.emit("transpose", moved, axes=back)
    return x


def shares(whole: int, count: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What each of `count` adaptive windows (rows) takes of each of `whole` elements (columns) for its mean."""
    share = np.zeros((count, whole))
    for i in range(count):
        begin, end = i * whole // count, -(-(i + 1) * whole // count)
        share[i, begin:end] = 1 / (end - begin)
    return share


@aten("adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d")
def adaptive_max_pool(t: Translation, x: GraphExpr, output_size: Sequence[int]) -> list[Any]:
    """The largest element from floor(i * n / m) to ceil((i + 1) * n / m), axis by axis, and where in the image it is.

    From the last axis on, so that of equal elements the first in memory is taken.
    """
    assert t.node is not None
    wanted = any(len(user.args) > 1 and user.args[1] == 1 for user in t.node.users)
    places: GraphExpr | None = None
    span = 1
    for axis in reversed(range(t.rank(x) - len(output_size), t.rank(x))):
        size = output_size[axis - t.rank(x)]
        whole = t.static(t.shape(x)[axis], "image")
        bounds = [(i * whole // size, -(-(i + 1) * whole // size)) for i in range(size)]
        windows = [slice_of(t, x, axis, *bound) for bound in bounds]
        if wanted:
            found = [t.emit("argmax", window, axis=axis, keepdims=True) for window in windows]
            before = None if places is None else [slice_of(t, places, axis, *bound) for bound in bounds]
            parts = []
            for n, (begin, _) in enumerate(bounds):
                at = t.emit("add", t.cast(found[n], "int64"), t.constant(begin, "int64"))
                at = t.emit("multiply", at, t.constant(span, "int64"))
                if before is not None:
                    at = t.emit("add", at, t.emit("gather_elements", before[n], found[n], axis=axis))
                parts.append(at)
            places = _joined(t, parts, axis)
        x = _joined(t, [t.emit("max", window, axis=[axis], keepdims=True) for window in windows], axis)
        span *= whole
    return [x, places]


def _joined(t: Translation, parts: list[GraphExpr], axis: int) -> GraphExpr:
    return t.emit("concatenate", parts, axis=axis) if len(parts) > 1 else parts[0]


@aten("layer_norm", "native_layer_norm")
def layer_norm(
    t: Translation, x: GraphExpr, shape: Sequence[int], weight: GraphExpr | None = None, bias: GraphExpr | None = None,
    eps: float = 1e-5, *_: Any,
) -> Any:  # fmt: skip
    assert t.node is not None
    axis = t.rank(x) - len(shape)
    if weight is None:
        weight = t.full([t.static(s, "normalised axis") for s in shape], 1)
    y = t.onnx("LayerNormalization", x, weight, bias, axis=axis, epsilon=float(eps))
    if "native" not in str(t.node.target):
        return y
    used = any(len(user.args) > 1 and user.args[1] != 0 for user in t.node.users)
    if not used:
        return [y, None, None]
    axes = list(range(axis, t.rank(x)))
    mean = t.emit("mean", x, axis=axes, keepdims=True)
    far = t.emit("subtract", x, mean)
    spread = t.emit("mean", t.emit("multiply", far, far), axis=axes, keepdims=True)
    return [y, mean, t.emit("rsqrt", t.emit("add", spread, t.constant(eps)))]


@aten("native_group_norm", "group_norm")
def group_norm(t: Translation, x: GraphExpr, *args: Any) -> Any:
    """native_group_norm(x, weight, bias, N, C, HxW, groups, eps) or group_norm(x, groups, weight, bias, eps)"""
    assert t.node is not None
    native = "native" in str(t.node.target)
    if native:
        weight, bias, _, channels, _, groups, eps = args
    else:
        groups, weight, bias, eps = (*args, *(None, None, 1e-5)[len(args) - 1 :])[:4]
        channels = t.static(t.shape(x)[1], "channels")
    weight = t.full([channels], 1) if weight is None else weight
    bias = t.full([channels], 0) if bias is None else bias
    y = t.emit("nn.group_norm", x, weight, bias, num_groups=groups, epsilon=float(eps))
    if not native or not any(len(user.args) > 1 and user.args[1] != 0 for user in t.node.users):
        return [y, None, None] if native else y
    count: Any = 1
    for dim in t.shape(x)[1:]:
        count = dim * count
    parts = t.reshape(x, [t.shape(x)[0], groups, t.static(count, "image") // groups])
    mean = t.emit("mean", parts, axis=[2], keepdims=True)
    far = t.emit("subtract", parts, mean)
    spread = t.emit("mean", t.emit("multiply", far, far), axis=[2], keepdims=False)
    scale = t.emit("rsqrt", t.emit("add", spread, t.constant(eps)))
    return [y, t.reshape(mean, t.shape(scale)), scale]


@aten("scaled_dot_product_attention")
def attention(
    t: Translation, q: GraphExpr, k: GraphExpr, v: GraphExpr, mask: GraphExpr | None = None, dropout: float = 0.0,
    causal: bool = False, scale: float | None = None, enable_gqa: bool = False,
) -> GraphExpr:  # fmt: skip
    """softmax(q k^T scale + mask) v. Masks of truth values are added as 0 and -inf; `causal` counts from the top."""
    if enable_gqa and t.shape(k)[-3] != t.shape(q)[-3]:
        groups = t.static(t.shape(q)[-3], "heads") // t.static(t.shape(k)[-3], "heads")
        k, v = (t.emit("repeat", x, repeats=groups, axis=t.rank(x) - 3) for x in (k, v))
    scores = _scores(t, q, k, mask, causal, scale)
    return t.onnx("MatMul", t.emit("nn.softmax", scores, axis=t.rank(scores) - 1), v)


@aten("_scaled_dot_product_flash_attention_for_cpu")
def attention_and_sums(
    t: Translation, q: GraphExpr, k: GraphExpr, v: GraphExpr, dropout: float = 0.0, causal: bool = False, *,
    attn_mask: GraphExpr | None = None, scale: float | None = None,
) -> list[Any]:  # fmt: skip
    """Attention, and the logarithms of the sums of its softmax."""
    scores = _scores(t, q, k, attn_mask, causal, scale)
    made = t.onnx("MatMul", t.emit("nn.softmax", scores, axis=t.rank(scores) - 1), v)
    return [made, t.emit("log_sum_exp", scores, axis=[t.rank(scores) - 1], keepdims=False)]


def _scores(
    t: Translation, q: GraphExpr, k: GraphExpr, mask: GraphExpr | None, causal: bool, scale: float | None
) -> GraphExpr:
    """The masked products of queries and keys."""
    factor = scale if scale is not None else 1 / float(np.sqrt(t.static(t.shape(q)[-1], "width")))
    order = [*range(t.rank(k) - 2), t.rank(k) - 1, t.rank(k) - 2]
    scores = t.emit("multiply", t.onnx("MatMul", q, t.emit("transpose", k, axes=order)), t.constant(factor))
    if causal:
        mask = _not_later(t, t.shape(q)[-2], t.shape(k)[-2])
    if mask is not None:
        if t.ctx.dtype(mask) == "bool":
            mask = t.emit("where", mask, t.constant(0), t.constant(-np.inf))
        scores = t.emit("add", scores, t.cast(mask))
    return scores


def _not_later(t: Translation, rows: Any, columns: Any) -> GraphExpr:
    """Whether column j is not after row i."""
    if isinstance(rows, int) and isinstance(columns, int):
        return t.constant(np.tril(np.ones((rows, columns), bool)), "bool")
    zero, one = t.constant(0, "int64"), t.constant(1, "int64")
    i, j = (t.emit("range_like", zero, one, shape_arg([size])) for size in (rows, columns))
    return t.emit("less_equal", t.reshape(j, [1, columns]), t.reshape(i, [rows, 1]))


@aten("upsample_nearest2d", "upsample_nearest1d", "upsample_nearest3d")
def upsample_nearest(t: Translation, x: GraphExpr, size: Any = None, *scales: Any, **named: Any) -> GraphExpr:
    factors = (*scales, *named.values())
    return _resized(t, x, factors, mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")


@aten("upsample_bilinear2d", "upsample_linear1d", "upsample_trilinear3d", "upsample_bicubic2d")
def upsample_linear(
    t: Translation, x: GraphExpr, size: Any, align_corners: bool = False, *scales: Any, **named: Any
) -> GraphExpr:
    assert t.node is not None
    where = "align_corners" if align_corners else "half_pixel"
    mode = "cubic" if "bicubic" in str(t.node.target) else "linear"
    factors = () if align_corners else (*scales, *named.values())  # corners say where the others lie
    return _resized(t, x, factors, mode=mode, coordinate_transformation_mode=where, cubic_coeff_a=-0.75)


@aten("_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa")
def upsample_smooth(
    t: Translation, x: GraphExpr, size: Any, align_corners: bool, *scales: Any, **named: Any
) -> GraphExpr:
    """With the weights of a filter that is as wide as the elements of the result."""
    assert t.node is not None
    if align_corners:
        raise t.error("I121", "antialias with align_corners is not supported")
    mode = "cubic" if "bicubic" in str(t.node.target) else "linear"
    rules = {"coordinate_transformation_mode": "half_pixel", "cubic_coeff_a": -0.5, "antialias": 1}
    return _resized(t, x, (*scales, *named.values()), mode=mode, exclude_outside=1, **rules)


#: Quotients of sizes for which PyTorch ignores a factor that is given.
_FACTORLESS: dict[str, tuple[int, ...]] = {"nearest": (1, 2), "linear": (1,), "cubic": ()}


def _resized(t: Translation, x: GraphExpr, factors: Sequence[Any], **rules: Any) -> GraphExpr:
    """Resized to the size of the result. Factors that are given say where the elements lie, even where the size, which
    is rounded down, is another multiple; they come one by one, or as one list."""
    if len(factors) == 1 and isinstance(factors[0], (list, tuple)):
        (factors,) = factors
    known = [float(factor) for factor in factors if factor is not None and factor > 0]
    target, source = t.dims[2:], t.shape(x)[2:]
    if len(known) < len(target):
        known = []
    exact = (1,) if "antialias" in rules else _FACTORLESS[rules["mode"]]
    for n, (to, of) in enumerate(zip(target, source, strict=True)):
        if known and isinstance(to, int) and isinstance(of, int) and to / of in exact:
            known[n] = to / of
    if all(factor.is_integer() for factor in known):  # the quotients of the sizes
        return t.onnx("Resize", x, None, None, t.ctx.symbolic_value(t.dims), **rules)
    return t.emit(
        "image.resize", x, shape_arg(target), axes=list(range(2, t.rank(x))), scales=known, method=rules["mode"],
        coordinate_mode=rules["coordinate_transformation_mode"], nearest_mode=rules.get("nearest_mode", "floor"),
        cubic_alpha=rules.get("cubic_coeff_a", -0.75), exclude_outside=bool(rules.get("exclude_outside")),
        antialias=bool(rules.get("antialias")),
    )  # fmt: skip


@aten("grid_sampler_2d", "grid_sampler", "grid_sampler_3d")
def grid_sample(t: Translation, x: GraphExpr, grid: GraphExpr, mode: int, padding: int, corners: bool) -> GraphExpr:
    modes, paddings = ("linear", "nearest", "cubic"), ("zeros", "border", "reflection")
    return t.onnx("GridSample", x, grid, mode=modes[mode], padding_mode=paddings[padding], align_corners=int(corners))


@aten("pixel_shuffle")
def pixel_shuffle(t: Translation, x: GraphExpr, factor: int) -> GraphExpr:
    return t.onnx("DepthToSpace", x, blocksize=factor, mode="CRD")


@aten("pixel_unshuffle")
def pixel_unshuffle(t: Translation, x: GraphExpr, factor: int) -> GraphExpr:
    n, c, h, w = t.shape(x)
    parts = t.reshape(x, [n, c, _divided(t, h, factor), factor, _divided(t, w, factor), factor])
    return t.reshape(t.emit("transpose", parts, axes=[0, 1, 3, 5, 2, 4]), t.dims)


def _divided(t: Translation, size: Any, factor: int) -> Any:
    return t.static(size, "image") // factor


@aten("im2col")
def im2col(
    t: Translation, x: GraphExpr, kernel_size: Sequence[int], dilation: Sequence[int], padding: Sequence[int],
    stride: Sequence[int],
) -> GraphExpr:  # fmt: skip
    """Windows as columns: one slice per element of the window."""
    (pad_h, pad_w), (kernel_h, kernel_w) = padding, kernel_size
    image, has_batch = batched(t, x, 2)
    image = t.emit(
        "nn.pad", image, pad_width=[[0, 0], [0, 0], [pad_h] * 2, [pad_w] * 2], mode="constant", pad_value=0
    )  # fmt: skip
    n, c, height, width = (t.static(d, "image") for d in t.shape(image))
    rows = (height - dilation[0] * (kernel_h - 1) - 1) // stride[0] + 1
    columns = (width - dilation[1] * (kernel_w - 1) - 1) // stride[1] + 1
    taps = []
    for i in range(kernel_h):
        for j in range(kernel_w):
            begin = [i * dilation[0], j * dilation[1]]
            end = [begin[0] + (rows - 1) * stride[0] + 1, begin[1] + (columns - 1) * stride[1] + 1]
            tap = t.emit("strided_slice", image, begin=begin, end=end, axes=[2, 3], strides=list(stride))
            taps.append(t.reshape(tap, [n, c, 1, rows * columns]))
    joined = t.emit("concatenate", taps, axis=2) if len(taps) > 1 else taps[0]
    shape = [n, c * kernel_h * kernel_w, rows * columns]
    return t.reshape(joined, shape if has_batch else shape[1:])


@aten("einsum")
def einsum(t: Translation, equation: str, operands: Sequence[GraphExpr], **_: Any) -> GraphExpr:
    return t.onnx("Einsum", *operands, equation=equation)
