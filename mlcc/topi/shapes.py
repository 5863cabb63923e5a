"""Dimensions, axes and broadcasting: the checks and queries that operators share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from mlcc import te
from mlcc.analysis import LARGEST_EXTENT, Analyzer, can_prove, same, simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binary,
    Expr,
    FloatImm,
    IntImm,
    Var,
    any_of,
    as_int,
    binary,
    const,
    const_like,
    free_vars,
    select,
    substitute,
)
from mlcc.ir import dtype as dt
from mlcc.te import ComputeOp, Tensor, distance, same_expr

Ints = Sequence[int]
Dims = Sequence["Expr | int"]


def define(shape: Dims, fcompute: Callable[..., Any], name: str, attrs: Mapping[str, Any] | None = None) -> Tensor:
    """A compute of one result (see :func:`mlcc.te.compute`)."""
    result = te.compute(tuple(shape), fcompute, name, attrs)
    assert isinstance(result, Tensor)
    return result


def static(dim: Expr | int, what: str) -> int:
    """A static dimension as an int. Raises T206 if it is symbolic."""
    value = as_int(dim)
    if value is None:
        raise MlccError("T206", f"{what} must be known, but it is symbolic")
    return value


def show(shape: Sequence[Expr | int]) -> str:
    """A shape for a message: ``(n, 3, 224)``."""
    return "(" + ", ".join(_show_dim(d) for d in shape) + ("," if len(shape) == 1 else "") + ")"


def need_shape(op: str, what: str, tensor: Tensor | None, shape: Sequence[Expr | int]) -> None:
    """Raises T203 for an operand of another shape; symbolic dimensions may be equal at run time."""
    if tensor is None:
        return
    pairs = [(as_int(a), as_int(b)) for a, b in zip(tensor.shape, shape, strict=False)]
    if tensor.ndim != len(shape) or any(a != b for a, b in pairs if a is not None and b is not None):
        raise MlccError("T203", f"`{op}`: {what} has shape {show(tensor.shape)}, not {show(shape)}")


def _show_dim(dim: Expr | int) -> str:
    value = as_int(dim)
    if value is not None:
        return str(value)
    if isinstance(dim, Binary):
        return f"({_show_dim(dim.a)} {dim.op} {_show_dim(dim.b)})"
    return str(getattr(dim, "name", "?"))


def norm_axis(axis: int, ndim: int, what: str = "axis") -> int:
    """An axis in [0, ndim), counted from the end when negative. Raises T205 outside."""
    if not -ndim <= axis < ndim:
        raise MlccError("T205", f"{what} {axis} is out of range for {ndim} dimensions")
    return axis % ndim if ndim else 0


def norm_axes(axes: int | Ints | None, ndim: int, what: str = "axis") -> tuple[int, ...]:
    """Axes, sorted and without repeats; None means all. Raises T205 for a repeat."""
    if axes is None:
        return tuple(range(ndim))
    items = [axes] if isinstance(axes, int) else list(axes)
    result = sorted(norm_axis(int(a), ndim, what) for a in items)
    if len(set(result)) != len(result):
        raise MlccError("T205", f"{what} {items} names a dimension twice")
    return tuple(result)


def per_dim(value: int | Ints | None, rank: int, default: int, what: str) -> tuple[int, ...]:
    """One number per spatial dimension; a single number is repeated. Raises T205 for another count."""
    if value is None:
        return (default,) * rank
    if isinstance(value, int):
        return (value,) * rank
    items = tuple(int(v) for v in value)
    if len(items) == 1:
        return items * rank
    if len(items) != rank:
        raise MlccError("T205", f"`{what}` has {len(items)} values for {rank} spatial dimensions")
    return items


def pads_of(value: int | Ints | None, rank: int) -> tuple[tuple[int, int], ...]:
    """(before, after) per spatial dimension: from one number, one per dimension, or all befores then all afters."""
    if value is not None and not isinstance(value, int) and len(value) == 2 * rank:
        items = tuple(int(v) for v in value)
        return tuple(zip(items[:rank], items[rank:], strict=True))
    return tuple((p, p) for p in per_dim(value, rank, 0, "padding"))


def product(dims: Sequence[Expr | int]) -> Expr | int:
    """The number of elements of a shape."""
    constant = math.prod(v for v in (as_int(d) for d in dims) if v is not None)
    rest = [d for d in dims if as_int(d) is None]
    result: Expr | int = constant
    for n, item in enumerate(rest):
        result = item if n == 0 and constant == 1 else result * item
    return result


def same_dim(a: Expr | int, b: Expr | int) -> bool:
    """Whether two dimensions are provably equal."""
    va, vb = as_int(a), as_int(b)
    if va is not None or vb is not None:
        return va == vb
    assert isinstance(a, Expr)
    assert isinstance(b, Expr)
    return same_expr(a, b) or _same_normal_form(a, b)


def _same_normal_form(a: Expr, b: Expr) -> bool:
    """Whether two dimensions are one number written in two ways: ``n // 80 * m * 80`` and ``m * (n // 80 * 80)``."""
    analyzer = Analyzer(dict.fromkeys((*free_vars(a), *free_vars(b)), (0, LARGEST_EXTENT)))
    return analyzer.equal(a, b)


_required: ContextVar[list[Expr] | None] = ContextVar("required", default=None)


@contextmanager
def requirements() -> Iterator[list[Expr]]:
    """Collects the conditions on symbolic dimensions that operators assume within the context."""
    conditions: list[Expr] = []
    token = _required.set(conditions)
    yield conditions
    _required.reset(token)


def _require(condition: Expr) -> None:
    conditions = _required.get()
    if conditions is not None and not any(same(condition, other) for other in conditions):
        conditions.append(condition)


def can_equal(a: Expr | int, b: Expr | int) -> bool:
    """False where two dimensions cannot be equal; where that depends on sizes, it is required of them."""
    ea, eb = const_like(a, "int64"), const_like(b, "int64")
    gap = distance(ea, eb)
    if gap is None:
        _require(ea.equal(eb))
    return gap in (0, None)


def can_spread(a: Expr | int, to: Expr | int) -> bool:
    """Like :func:`can_equal`, where a dimension of 1 is repeated."""
    ea, eb = const_like(a, "int64"), const_like(to, "int64")
    if as_int(ea) == 1:
        return True
    gap = distance(ea, eb)
    if gap is None:
        _require(any_of(ea.equal(eb), ea.equal(1)))
    return gap in (0, None)


def broadcast_dim(a: Expr | int, b: Expr | int) -> Expr | int | None:
    """The common dimension of two that NumPy would broadcast; None where they cannot.

    A symbolic dimension may be 1 at run time, and is broadcast to the other then.
    """
    va, vb = as_int(a), as_int(b)
    if va == 1 or same_dim(a, b):
        return b
    if vb == 1:
        return a
    if va is not None and vb is not None:
        return None
    if va is not None or vb is not None:
        return _spread(a, b) if va is not None else _spread(b, a)
    assert isinstance(a, Expr)
    assert isinstance(b, Expr)
    _require(any_of(a.equal(b), a.equal(1), b.equal(1)))
    if _one_with(b, a) or _is_never_one(a):
        return a
    return b if _one_with(a, b) or _is_never_one(b) else select(a.equal(1), b, a)


def _spread(dim: Expr | int, other: Expr | int) -> Expr | int:
    """A known dimension, to which another is repeated unless it is the same."""
    can_spread(other, dim)
    return dim


def _one_with(dim: Expr, size: Expr) -> bool:
    """Whether `dim` is 1 wherever `size`, a symbol, is: what the two have in common is then `size`."""
    if not isinstance(size, Var):
        return False
    return as_int(simplify(substitute(dim, {size: const(1, size.dtype)}))) == 1


def _one_only_with(dim: Expr, size: Expr | int) -> bool:
    """Whether `dim` is 1 only where `size` is 1, too, such as ``min(size, 21)``: its index is that of `size` then."""
    if not isinstance(dim, Binary) or dim.op != "min":
        return False
    others = [part for part in (dim.a, dim.b) if not same_dim(part, size)]
    return len(others) == 1 and _is_never_one(others[0])


def _is_never_one(dim: Expr) -> bool:
    """Whether `dim` is 1 for no sizes, such as ``h // 2 * 2``: what it is broadcast with is 1, or the same size."""
    sizes = dict.fromkeys(free_vars(dim), (0, LARGEST_EXTENT))
    return can_prove(dim.not_equal(1), sizes)


def broadcast_shape(name: str, *tensors: Tensor) -> tuple[Expr | int, ...]:
    """The common shape of operands, aligned at the last dimension. Raises T203 where there is none."""
    rank = max(t.ndim for t in tensors)
    shape: list[Expr | int] = []
    for axis in range(-rank, 0):
        dims = [t.shape[axis] for t in tensors if t.ndim >= -axis]
        common: Expr | int | None = dims[0]
        for dim in dims[1:]:
            assert common is not None
            common = broadcast_dim(common, dim)
            if common is None:
                shapes = " and ".join(show(t.shape) for t in tensors)
                raise MlccError("T203", f"`{name}` cannot broadcast operands of shapes {shapes}")
        assert common is not None
        shape.append(common)
    return tuple(shape)


def broadcast_index(dims: Sequence[Expr], index: Sequence[Expr], shape: Sequence[Expr | int]) -> list[Expr]:
    """Where an operand of shape `dims` is read for element `index` of the broadcast result of `shape`."""
    skip = len(index) - len(dims)
    result: list[Expr] = []
    for dim, i, out in zip(dims, index[skip:], shape[skip:], strict=True):
        if as_int(dim) == 1:
            result.append(const(0, i.dtype))
        elif same_dim(dim, out) or _one_only_with(dim, out):
            result.append(i)
        else:  # equal to the result's dimension, or 1: decided at run time
            result.append(select(dim.equal(1), const(0, i.dtype), i))
    return result


def literal(tensor: Tensor) -> Expr | None:
    """The number that every element of a tensor is, where it was computed from a literal."""
    op = tensor.op
    if isinstance(op, ComputeOp) and isinstance(op.body[tensor.value_index], (IntImm, FloatImm)):
        return op.body[tensor.value_index]
    return None


def read(tensor: Tensor, index: Sequence[Expr], shape: Sequence[Expr | int]) -> Expr:
    """The element of an operand for element `index` of a result of `shape`; a literal where it is one."""
    value = literal(tensor)
    return value if value is not None else tensor(*broadcast_index(tensor.shape, index, shape))


def need_rank(name: str, tensor: Tensor, rank: int, what: str = "input") -> None:
    """Raises T203 where a tensor has another number of dimensions."""
    if tensor.ndim != rank:
        raise MlccError("T203", f"`{name}` takes a {what} of {rank} dimensions, got {show(tensor.shape)}")


def need_squares(name: str, tensor: Tensor) -> None:
    """Raises T203 where the last two dimensions are not those of square matrices."""
    if tensor.ndim < 2 or not can_equal(tensor.shape[-2], tensor.shape[-1]):
        raise MlccError("T203", f"`{name}` takes square matrices, got {show(tensor.shape)}")


def need_same_dtype(name: str, *tensors: Tensor) -> str:
    """The dtype of all operands. Raises T204 where they differ."""
    dtypes = list(dict.fromkeys(t.dtype for t in tensors))
    if len(dtypes) > 1:
        listed = " and ".join(f"`{d}`" for d in dtypes)
        raise MlccError("T204", f"`{name}` takes operands of one dtype, got {listed}")
    return dtypes[0]


def need_float(name: str, tensor: Tensor) -> None:
    """Raises T204 for an integer or bool tensor."""
    if not dt.is_float(tensor.dtype):
        raise MlccError("T204", f"`{name}` takes a floating-point tensor, got `{tensor.dtype}`")


def need_int(name: str, tensor: Tensor) -> None:
    """Raises T204 for a tensor that cannot hold indices."""
    if not dt.is_int(tensor.dtype):
        raise MlccError("T204", f"`{name}` takes integer indices, got `{tensor.dtype}`")


def choice(name: str, attr: str, value: Any, choices: Sequence[str]) -> str:
    """An attribute that is one of a few words. Raises T205."""
    if value not in choices:
        listed = ", ".join(f'"{c}"' for c in choices)
        raise MlccError("T205", f'`{name}`: `{attr}` is "{value}"', help=f"choices: {listed}")
    return str(value)


def accumulator(dtype: str) -> str:
    """The dtype in which sums over elements of `dtype` are kept."""
    return "float32" if dtype in ("float16", "bfloat16") else dtype


def ceil_div(a: Expr | int, b: int) -> Expr | int:
    """``ceil(a / b)`` of a dimension."""
    value = as_int(a)
    if value is not None:
        return -(-value // b)
    assert isinstance(a, Expr)
    return binary("floordiv", a + (b - 1), b)
