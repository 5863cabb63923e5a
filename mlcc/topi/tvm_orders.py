"""Functions that the inventory has by the same name, with TVM's arguments in TVM's order: `topi.sort(x, -1, True)`, …

Graph calls (``R.sort``) and the compiler itself use the inventory's operators. Where an argument of another type can
only be meant for the inventory's order, as in ``nn.pad(x, [(1, 1), (2, 2)])``, it is taken so.
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

#: By TVM's name. These stand before the inventory's.
NAMES: dict[str, Callable[..., Any]] = {}

Ints = int | Sequence[int]


def _named(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def declare(fn: Callable[..., Any]) -> Callable[..., Any]:
        NAMES[name] = fn
        return fn

    return declare


def _call(name: str, *args: Any, **attrs: Any) -> Any:
    return get_op(name).fn(*args, **attrs)


def _refused(name: str, argument: str) -> MlccError:
    return MlccError("T206", f"`{name}` does not take `{argument}` here")


def _leading_last(indices: Tensor) -> Tensor:
    """Indices whose first dimension is that of a coordinate, with it as the last one."""
    result: Tensor = _call("transpose", indices, axes=(*range(1, indices.ndim), 0))
    return result


# ---------------------------------------------------------------- joins
def _joined(name: str) -> None:
    @_named(name)
    def join(*data: Any, axis: int | None = None) -> Tensor:
        if len(data) == 2 and isinstance(data[0], (list, tuple)) and isinstance(data[1], int):
            *data, axis = data  # type: ignore[assignment]
        result: Tensor = _call(name, *data, axis=0 if axis is None else axis)
        return result

    join.__name__, join.__doc__ = name, f"`{name}` of tensors given as one list, with the axis, or one by one."


for _name in ("concatenate", "stack"):
    _joined(_name)


# ---------------------------------------------------------------- order
@_named("sort")
def sort(data: Tensor, axis: int = -1, is_ascend: int | bool = 1, *, descending: bool | None = None) -> Tensor:
    """`data` in order along `axis`, ascending unless `is_ascend` is 0."""
    down = not is_ascend if descending is None else descending
    result: Tensor = _call("sort", data, axis=axis, descending=down)
    return result


@_named("argsort")
def argsort(
    data: Tensor, valid_count: Tensor | None = None, axis: int = -1, is_ascend: int | bool = 1, dtype: str = "float32",
    *, descending: bool | None = None,
) -> Tensor:  # fmt: skip
    """The indices, as `dtype`, that sort `data` along `axis`; equal elements keep their order."""
    if valid_count is not None:
        raise _refused("argsort", "valid_count")
    down = not is_ascend if descending is None else descending
    result: Tensor = _call("cast", _call("argsort", data, axis=axis, descending=down), dtype)
    return result


@_named("topk")
def topk(
    data: Tensor, k: int | Expr = 1, axis: int = -1, ret_type: str = "both", is_ascend: bool = False,
    dtype: str = "int64", *, largest: bool | None = None, sorted: bool = True,
) -> Any:  # fmt: skip
    """The `k` largest elements along `axis` (the smallest if `is_ascend`; all if `k` is below 1), in order, and their
    indices as `dtype`; `ret_type` is both, values or indices."""
    if ret_type not in ("both", "values", "indices"):
        raise MlccError("T206", f'`topk` has no ret_type "{ret_type}"', help="it is both, values or indices")
    count = data.shape[axis] if isinstance(k, int) and k < 1 else k
    most = not is_ascend if largest is None else largest
    values, indices = _call("topk", data, k=count, axis=axis, largest=most, sorted=sorted)
    indices = indices if indices.dtype == dtype else _call("cast", indices, dtype)
    return {"both": [values, indices], "values": values, "indices": indices}[ret_type]


def _extreme(name: str) -> Callable[..., Tensor]:
    def fn(data: Tensor, axis: int | None = None, keepdims: bool = False, select_last_index: bool = False) -> Tensor:
        flat = data if axis is not None else _call("reshape", data, (-1,))
        result: Tensor = _call(name, flat, axis=axis or 0, keepdims=keepdims and axis is not None,
                               select_last_index=select_last_index)  # fmt: skip
        if axis is None and keepdims:
            result = _call("reshape", result, (1,) * data.ndim)
        return result

    fn.__doc__ = f"The index of the {name[3:]}imum along `axis`, or in the flattened data."
    return fn


for _name in ("argmax", "argmin"):
    NAMES[_name] = _extreme(_name)


def _scan(name: str) -> Callable[..., Tensor]:
    def fn(data: Tensor, axis: int | None = None, dtype: str | bool | None = None, exclusive: bool = False,
           reverse: bool = False) -> Tensor:  # fmt: skip
        if isinstance(dtype, bool):  # the inventory's third argument is `exclusive`
            exclusive, reverse, dtype = dtype, exclusive, None
        flat = data if axis is not None else _call("reshape", data, (-1,))
        wide = flat if dtype in (None, data.dtype) else _call("cast", flat, dtype)
        result: Tensor = _call(name, wide, axis=axis or 0, exclusive=bool(exclusive), reverse=reverse)
        return result

    fn.__doc__ = "Partial results along `axis`, or of the flattened data, as `dtype`."
    return fn


for _name in ("cumsum", "cumprod"):
    NAMES[_name] = _scan(_name)


@_named("flip")
def flip(a: Tensor, axis: Ints | None = 0) -> Tensor:
    """`a` reversed along `axis`."""
    result: Tensor = _call("flip", a, axis=axis)
    return result


@_named("reverse_sequence")
def reverse_sequence(a: Tensor, seq_lengths: Tensor, seq_axis: int = 1, batch_axis: int = 0) -> Tensor:
    """The first elements of each sequence reversed, as many as its length says."""
    result: Tensor = _call("reverse_sequence", a, seq_lengths, seq_axis=seq_axis, batch_axis=batch_axis)
    return result


# ---------------------------------------------------------------- indices
@_named("gather_nd")
def gather_nd(a: Tensor, indices: Tensor, batch_dims: int = 0) -> Tensor:
    """``a[indices[0, ...], indices[1, ...], ...]``: the first dimension of `indices` is that of a coordinate."""
    result: Tensor = _call("gather_nd", a, _leading_last(indices), batch_dims=batch_dims)
    return result


#: TVM's names of what a scattered element does to the one that is there.
_MODES = {"update": "none", "none": "none", "add": "add", "mul": "mul", "min": "min", "max": "max"}


def _mode(name: str, mode: str) -> str:
    if mode not in _MODES:
        raise MlccError("T206", f'`{name}` has no mode "{mode}"', help=f"it is one of {', '.join(_MODES)}")
    return _MODES[mode]


@_named("scatter_nd")
def scatter_nd(data: Tensor, indices: Tensor, updates: Tensor, mode: str = "update") -> Tensor:
    """`data` with `updates` at the coordinates along the first dimension of `indices`; `mode` combines both."""
    result: Tensor = _call("scatter_nd", data, _leading_last(indices), updates, reduction=_mode("scatter_nd", mode))
    return result


@_named("scatter_elements")
def scatter_elements(
    data: Tensor, indices: Tensor, updates: Tensor, axis: int = 0, reduction: str = "update"
) -> Tensor:
    """`data` with each of `updates` at its index along `axis`; `reduction` combines both."""
    result: Tensor = _call("scatter_elements", data, indices, updates, axis=axis,
                           reduction=_mode("scatter_elements", reduction))  # fmt: skip
    return result


@_named("take")
def take(a: Tensor, indices: Tensor, axis: int | None = None, batch_dims: int | str = 0, mode: str = "clip") -> Tensor:
    """The elements of `a` at `indices` along `axis`, or of the flattened `a`; the first `batch_dims` are shared."""
    if isinstance(batch_dims, str):
        mode, batch_dims = batch_dims, 0
    if mode == "wrap" and axis is None and not batch_dims:
        a, axis = _call("reshape", a, (-1,)), 0
    if batch_dims or mode == "wrap":
        at = (a.ndim - 1 if axis is None else axis) % a.ndim
        shared = batch_dims % a.ndim
        extent = a.shape[at]
        shape = (*a.shape[:at], *indices.shape[shared:], *a.shape[at + 1 :])
        count = indices.ndim - shared

        def element(*i: Expr) -> Expr:
            index = indices(*i[:shared], *i[at : at + count])
            place = index % extent.astype(index.dtype) if mode == "wrap" else te.max(te.min(index, extent - 1), 0)
            return a(*i[:at], place, *i[at + count :])

        return define(shape, element, "take")
    result: Tensor = _call("take", a, indices, axis=axis, mode=mode)
    return result


@_named("one_hot")
def one_hot(
    indices: Tensor, on_value: Any = None, off_value: Any = None, depth: int = 1, axis: int = -1, dtype: str = "float32"
) -> Tensor:
    """`on_value` at each index along a new dimension `axis` of `depth` elements, `off_value` elsewhere."""
    if isinstance(on_value, Tensor) or on_value is None:
        result: Tensor = _call("one_hot", indices, on_value, off_value, depth=depth, axis=axis, dtype=dtype)
        return result
    at = axis % (indices.ndim + 1)
    shape: tuple[Expr | int, ...] = (*indices.shape[:at], depth, *indices.shape[at:])
    on, off = const(on_value, dtype), const(off_value or 0, dtype)

    def element(*i: Expr) -> Expr:
        here = indices(*i[:at], *i[at + 1 :])
        return te.select(here.equal(i[at].astype(indices.dtype)), on, off)

    return define(shape, element, "one_hot")


@_named("trilu")
def trilu(data: Tensor, k: Any = 0, upper: Any = True) -> Tensor:
    """The elements not below the diagonal `k` (not above it unless `upper`), zeros elsewhere."""
    if isinstance(k, bool):
        k, upper = 0 if isinstance(upper, bool) else upper, k
    if isinstance(k, Tensor):
        return define(data.shape, lambda *i: te.select(
            (i[-1] - i[-2] >= k().astype(i[-1].dtype)) if upper else (i[-1] - i[-2] <= k().astype(i[-1].dtype)),
            data(*i), const(0, data.dtype),
        ), "trilu")  # fmt: skip
    result: Tensor = _call("trilu", data, upper=bool(upper), k=k)
    return result


# ---------------------------------------------------------------- creation
@_named("full")
def full(shape: Any, dtype: Any = "float32", fill_value: Any = 0.0) -> Tensor:
    """A tensor of `fill_value`."""
    if not isinstance(dtype, str):
        dtype, fill_value = (fill_value if isinstance(fill_value, str) else "float32"), dtype
    if isinstance(fill_value, Expr):
        return define(tuple(shape), lambda *_: fill_value.astype(dtype), "full")
    result: Tensor = _call("full", tuple(shape), fill_value=fill_value, dtype=dtype)
    return result


@_named("expand_dims")
def expand_dims(a: Tensor, axis: Any, num_newaxis: int = 1) -> Tensor:
    """`a` with `num_newaxis` dimensions of 1 before `axis`."""
    if isinstance(axis, int) and num_newaxis != 1:
        at = axis if axis >= 0 else axis + a.ndim + 1
        axis = tuple(range(at, at + num_newaxis))
    result: Tensor = _call("expand_dims", a, axis=axis)
    return result


@_named("nn.pad")
def pad(
    data: Tensor, pad_before: Sequence[Any], pad_after: Any = None, pad_value: Any = 0.0, name: str = "PadInput",
    *, mode: str = "constant", value: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """`data` with `pad_before` elements of `pad_value` before each dimension, and `pad_after` (as many) after it."""
    widths: Any = pad_before
    if isinstance(pad_after, Tensor):  # the inventory's third argument is the value, as a tensor
        pad_after, value = None, pad_after
    if len(pad_before) == data.ndim and not any(isinstance(w, tuple | list) for w in pad_before):
        widths = list(zip(pad_before, pad_before if pad_after is None else pad_after, strict=True))
    result: Tensor = _call("nn.pad", data, pad_width=widths, value=value, mode=mode, pad_value=pad_value)
    return result


# ---------------------------------------------------------------- networks
@_named("nn.batch_matmul")
def batch_matmul(
    tensor_a: Tensor, tensor_b: Tensor, oshape: Any = None, out_dtype: Any = None, transpose_a: bool = False,
    transpose_b: bool = True,
) -> Tensor:  # fmt: skip
    """The products of matrices of two batches; the second ones are transposed unless told otherwise."""
    if isinstance(oshape, bool):  # the inventory's third and fourth arguments say what is transposed
        transpose_a, transpose_b = oshape, True if out_dtype is None else out_dtype
        out_dtype = None
    result: Tensor = _call("nn.batch_matmul", tensor_a, tensor_b, transpose_a=transpose_a, transpose_b=transpose_b,
                           out_dtype=out_dtype)  # fmt: skip
    return result


@_named("nn.batch_norm")
def batch_norm(
    data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, axis: int | None = None,
    epsilon: float | None = None, center: bool | None = None, scale: bool | None = None, training: bool | None = None,
    momentum: float | None = None,
) -> list[Tensor]:  # fmt: skip
    """The data normalised by the moving statistics, and these; while `training`, by its own, and the moving ones anew.

    Without `center`, `beta` is not added; without `scale`, `gamma` is not multiplied.
    """
    at = (1 if axis is None else axis) % data.ndim
    small = 1e-5 if epsilon is None else epsilon
    share = 0.1 if momentum is None else momentum
    mean, variance = moving_mean, moving_var
    if training:
        rest = tuple(n for n in range(data.ndim) if n != at)
        mean = _call("mean", data, axis=rest)
        apart = define(data.shape, lambda *i: data(*i) - mean(i[at]), "apart")
        variance = _call("mean", _call("multiply", apart, apart), axis=rest)
        moving_mean, moving_var = (
            define(old.shape, lambda c, old=old, new=new: old(c) * (1 - share) + new(c) * share, "moving")
            for old, new in ((moving_mean, mean), (moving_var, variance))
        )

    def element(*i: Expr) -> Expr:
        c = i[at]
        value: Expr = (data(*i) - mean(c)) / te.sqrt(variance(c) + const(small, data.dtype))
        value = value if scale is False else value * gamma(c)
        return value if center is False else value + beta(c)

    if not training:  # results of their own: a program's parameter is not its result too
        moving_mean, moving_var = (
            define(old.shape, lambda c, old=old: old(c), "moving") for old in (moving_mean, moving_var)
        )
    return [define(data.shape, element, "batch_norm"), moving_mean, moving_var]


def _all_space(name: str, data: Tensor, axes: Any, first: int) -> None:
    """Raises T206 unless `axes` are all dimensions from `first` on."""
    given = sorted(v % data.ndim for v in ((axes,) if isinstance(axes, int) else axes))
    if given != list(range(first, data.ndim)):
        raise MlccError("T206", f"`{name}` normalises the dimensions from {first} on, not {given}")


@_named("nn.instance_norm")
def instance_norm(data: Tensor, gamma: Any = None, beta: Any = None, axis: Any = None, epsilon: float = 1e-5) -> Tensor:
    """Each channel of each image normalised over the dimensions `axis`, those of space."""
    if isinstance(axis, float):
        axis, epsilon = None, axis
    if axis is not None:
        _all_space("nn.instance_norm", data, axis, 2)
    result: Tensor = _call("nn.instance_norm", data, gamma, beta, epsilon=epsilon)
    return result


@_named("nn.group_norm")
def group_norm(
    data: Tensor, gamma: Any = None, beta: Any = None, num_groups: int = 1, channel_axis: Any = 1, axes: Any = None,
    epsilon: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Groups of channels of each image normalised over them and the dimensions `axes`, those of space."""
    if isinstance(channel_axis, float):
        channel_axis, epsilon = 1, channel_axis
    if channel_axis % data.ndim != 1:
        raise _refused("nn.group_norm", f"channel_axis={channel_axis}")
    if axes is not None:
        _all_space("nn.group_norm", data, axes, 2)
    result: Tensor = _call("nn.group_norm", data, gamma, beta, num_groups=num_groups, epsilon=epsilon)
    return result


@_named("nn.l2_normalize")
def l2_normalize(data: Tensor, eps: float = 1e-12, axis: Ints | None = None, p: int = 2) -> Tensor:
    """`data` divided by the root of the sum of its squares along `axis` (all), which is taken for `eps` at least."""
    if isinstance(eps, int):  # the inventory's second argument is the axis
        result: Tensor = _call("nn.l2_normalize", data, axis=eps, p=p)
        return result
    square = _call("multiply", data, data)
    total = _call("sum", square, axis=axis, keepdims=True)
    low = const(eps, data.dtype)
    length = define(total.shape, lambda *i: te.sqrt(te.max(total(*i), low)), "length")
    divided: Tensor = _call("divide", data, length)
    return divided


@_named("nn.prelu")
def prelu(x: Tensor, slope: Tensor, axis: int | None = 1) -> Tensor:
    """`x` where it is not negative, else `x` times the `slope` of its place along `axis`."""
    shared = slope.ndim != 1 or as_int(slope.shape[0]) == 1
    result: Tensor = _call("nn.prelu", x, slope, axis=None if shared else axis)
    return result


@_named("dft")
def dft(re_data: Tensor, im_data: Tensor, inverse: Any = False, *args: Any, **attrs: Any) -> Any:
    """The Fourier transform of each row, as real and imaginary part; the inverse one is divided by the length."""
    if args or attrs or not isinstance(inverse, bool):
        if not isinstance(inverse, bool):
            args = (inverse, *args)
        return _call("dft", re_data, im_data, *args, **attrs)
    length = re_data.shape[-1]
    sign = 1.0 if inverse else -1.0
    dtype = re_data.dtype

    def part(imaginary: bool) -> Tensor:
        k = te.reduce_axis((0, length), "k")

        def element(*i: Expr) -> Any:
            turn = ((i[-1] * k) % length).astype(dtype) * const(sign * 6.283185307179586, dtype) / length.astype(dtype)
            real, imag = re_data(*i[:-1], k), im_data(*i[:-1], k)
            crossed = real * te.sin(turn) + imag * te.cos(turn)
            return te.sum(crossed if imaginary else real * te.cos(turn) - imag * te.sin(turn), axis=[k])

        total = define(re_data.shape, element, "dft")
        if not inverse:
            return total
        return define(total.shape, lambda *i: total(*i) / length.astype(dtype), "dft_mean")

    return [part(False), part(True)]
