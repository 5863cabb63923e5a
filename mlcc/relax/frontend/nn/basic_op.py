"""Elementwise operators, shapes, creation, selection and orders, on tensors of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr

from .applying import apply
from .tensor import Tensor

Dims = Sequence[Any]


# ---------------------------------------------------------------- one operand, or two
#: The name, the operator of the graph, and the hint of its result.
UNARY = {
    "relu": ("nn.relu", "relu"), "relu6": ("nn.relu6", "relu6"), "silu": ("nn.silu", "silu"),
    "sigmoid": ("sigmoid", "sigmoid"), "tanh": ("tanh", "tanh"), "exp": ("exp", "exp"), "log": ("log", "log"),
    "sqrt": ("sqrt", "sqrt"), "square": ("square", "square"), "negative": ("negative", "neg"),
    "floor": ("floor", "floor"), "sin": ("sin", "sin"), "cos": ("cos", "cos"), "abs": ("abs", "abs"),
    "erf": ("erf", "erf"), "rsqrt": ("rsqrt", "rsqrt"), "isinf": ("isinf", "isinf"), "isnan": ("isnan", "isnan"),
}  # fmt: skip
BINARY = {
    "add": "add", "subtract": "subtract", "multiply": "mul", "divide": "divide", "maximum": "maximum",
    "minimum": "minimum", "equal": "equal", "not_equal": "not_equal", "less": "less", "less_equal": "less_equal",
    "greater": "greater", "greater_equal": "greater_equal",
}  # fmt: skip


def _unary(name: str, operator: str, hint: str) -> Callable[..., Tensor]:
    def call(x: Tensor, name: str = hint) -> Tensor:
        result: Tensor = apply(operator, name, x)
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`relax.op.{operator}`."
    return call


def _binary(name: str, hint: str) -> Callable[..., Tensor]:
    def call(a: Tensor, b: Tensor, name: str = hint) -> Tensor:
        result: Tensor = apply(call.__name__, name, a, b)
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`relax.op.{name}`, broadcasting."
    return call


globals().update({name: _unary(name, *row) for name, row in UNARY.items()})
globals().update({name: _binary(name, hint) for name, hint in BINARY.items()})


def _reduction(name: str) -> Callable[..., Tensor]:
    def call(x: Tensor, axis: int | list[int] | None = None, keepdims: bool = False, name: str = name) -> Tensor:
        axes = [axis] if isinstance(axis, int) else axis
        result: Tensor = apply(call.__name__, name, x, axis=axes, keepdims=keepdims)
        return result

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`relax.op.{name}` over axes, or all."
    return call


REDUCTIONS = ("sum", "max", "min", "mean")
globals().update({name: _reduction(name) for name in REDUCTIONS})


# ---------------------------------------------------------------- shapes
def reshape(x: Tensor, shape: Dims, name: str = "reshape") -> Tensor:
    """The elements in another shape; one size may be -1."""
    result: Tensor = apply("reshape", name, x, tuple(shape))
    return result


def broadcast_to(x: Tensor, shape: Dims, name: str = "broadcast_to") -> Tensor:
    """The elements repeated along axes of size 1 and new ones."""
    result: Tensor = apply("broadcast_to", name, x, tuple(shape))
    return result


def permute_dims(x: Tensor, axes: list[int] | None = None, name: str | None = None) -> Tensor:
    """The axes in another order, reversed by default."""
    result: Tensor = apply("permute_dims", name or "permute_dims", x, **({"axes": axes} if axes else {}))
    return result


def permute(x: Tensor, axes: list[int] | None = None, name: str = "permute") -> Tensor:
    """The axes in another order."""
    return permute_dims(x, axes, name)


def concat(x: Sequence[Tensor], dim: int, name: str = "concat") -> Tensor:
    """Tensors one after the other along an axis."""
    result: Tensor = apply("concat", name, list(x), axis=dim)
    return result


def split(
    ary: Tensor, indices_or_sections: int | Sequence[int], axis: int = 0, name: str = "split"
) -> tuple[Tensor, ...]:
    """As many equal parts, or parts between indices."""
    result: tuple[Tensor, ...] = apply("split", name, ary, indices_or_sections=indices_or_sections, axis=axis)
    return result


def chunk(x: Tensor, chunks: int, dim: int = 0, name: str = "chunk") -> tuple[Tensor, ...]:
    """As many equal parts."""
    return split(x, chunks, dim, name)


def unsqueeze(x: Tensor, dim: int, name: str = "unsqueeze") -> Tensor:
    """A new axis of size 1."""
    result: Tensor = apply("expand_dims", name, x, axis=[dim])
    return result


def squeeze(x: Tensor, axis: int = -1, name: str = "squeeze") -> Tensor:
    """Without an axis of size 1."""
    result: Tensor = apply("squeeze", name, x, axis=[axis])
    return result


def repeat(x: Tensor, repeats: int, axis: int | None = None, name: str = "repeat") -> Tensor:
    """Each element several times along an axis."""
    result: Tensor = apply("repeat", name, x, repeats=repeats, axis=axis)
    return result


def pad(x: Tensor, pad: list[int], mode: str = "constant", value: float = 0.0, name: str = "pad") -> Tensor:
    """More elements at the ends: before and after of each axis in turn."""
    result: Tensor = apply("nn.pad", name, x, pad_width=pad, pad_mode=mode, pad_value=value)
    return result


def astype(x: Tensor, dtype: str, name: str = "astype") -> Tensor:
    """The elements as another type."""
    result: Tensor = x if x.dtype == dtype else apply("cast", name, x, dtype=dtype)
    return result


def triu(x: Tensor, diagonal: int | Expr = 0, name: str = "triu") -> Tensor:
    """The upper triangle."""
    result: Tensor = apply("triu", name, x, diagonal)
    return result


def tril(x: Tensor, diagonal: int | Expr = 0, name: str = "tril") -> Tensor:
    """The lower triangle."""
    result: Tensor = apply("tril", name, x, diagonal)
    return result


# ---------------------------------------------------------------- creation, selection, orders
def arange(
    start: int, end: int | None = None, step: int = 1, dtype: str | None = "float32", name: str = "arange"
) -> Tensor:
    """start, start + step … below end; of one argument 0, 1 … below it."""
    first, last = (0, start) if end is None else (start, end)
    result: Tensor = apply("arange", name, start=first, stop=last, step=step, dtype=dtype or "float32")
    return result


def full(shape: Dims, fill_value: Any, dtype: str = "float32", name: str = "full") -> Tensor:
    """One value everywhere: a number, or a scalar tensor."""
    result: Tensor = apply("full", name, tuple(shape), fill_value, dtype)
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
    result: Tensor = apply("take", name, x, indices, axis=axis or 0)
    return result


def where(condition: Tensor, x1: Tensor, x2: Tensor, name: str = "where") -> Tensor:
    """x1 where the condition holds, else x2."""
    result: Tensor = apply("where", name, astype(condition, "bool"), x1, x2)
    return result


def cumsum(
    data: Tensor, axis: int | None = None, dtype: str | None = None, exclusive: bool | None = None,
    name: str = "cumsum",
) -> Tensor:  # fmt: skip
    """Running sums along an axis, or of all elements."""
    result: Tensor = apply("cumsum", name, data, axis=axis, dtype=dtype, exclusive=bool(exclusive))
    return result


def sort(x: Tensor, axis: int = -1, descending: bool = False, name: str = "sort") -> Tensor:
    """The elements of an axis in order."""
    result: Tensor = apply("sort", name, x, axis=axis, descending=descending)
    return result


def argsort(
    data: Tensor, axis: int = -1, descending: bool = False, dtype: str = "int32", name: str = "argsort"
) -> Tensor:
    """The indices that sort an axis."""
    result: Tensor = apply("argsort", name, data, axis=axis, descending=descending, dtype=dtype)
    return result


def topk(
    data: Tensor, k: int = 1, axis: int = -1, ret_type: str = "both", largest: bool = True, dtype: str = "int32",
    name: str = "topk",
) -> Any:  # fmt: skip
    """The largest elements of an axis, their indices, or both."""
    return apply("topk", name, data, k, axis=axis, ret_type=ret_type, largest=largest, dtype=dtype)


def multinomial_from_uniform(
    prob: Tensor, uniform_sample: Tensor, sample_indices: Tensor | None = None, dtype: str = "int64",
    name: str = "multinomial_from_uniform",
) -> Tensor:  # fmt: skip
    """Indices drawn from rows of probabilities by numbers in [0, 1)."""
    rows = sample_indices
    if rows is None:
        rows = reshape(arange(0, prob.shape[0], 1, "int64"), (prob.shape[0], 1))
    result: Tensor = apply("multinomial_from_uniform", name, prob, uniform_sample, rows, dtype)
    return result
