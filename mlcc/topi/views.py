"""Operators that keep the elements and change the shape: reshape, squeeze, expand_dims, flatten."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.diagnostics import MlccError
from mlcc.ir import Binary, Expr, as_int, binary, const, const_like
from mlcc.te import Tensor

from .registry import register
from .shapes import Dims, Ints, can_equal, define, norm_axes, norm_axis, product, same_dim, show

Group = tuple[list[int], list[int]]


def _factors(dims: Sequence[Expr | int]) -> tuple[int, list[Expr]]:
    """A product as a number and symbolic factors."""
    number, rest = 1, []
    stack: list[Expr | int] = list(dims)
    while stack:
        item = stack.pop(0)
        value = as_int(item)
        if value is not None:
            number *= value
        elif isinstance(item, Binary) and item.op == "mul":
            stack[:0] = [item.a, item.b]
        else:
            assert isinstance(item, Expr)
            rest.append(item)
    return number, rest


def _unmatched(rest: list[Expr], others: list[Expr]) -> tuple[list[Expr], list[Expr]]:
    """Symbolic factors without those that are in both lists."""
    rest, left = list(rest), []
    for item in others:
        match = next((r for r in rest if same_dim(r, item)), None)
        if match is None:
            left.append(item)
        else:
            rest.remove(match)
    return rest, left


def _divides(part: Sequence[Expr | int], whole: Sequence[Expr | int]) -> bool:
    """Whether the factors of one product are surely among those of another."""
    (number, rest), (divisor, others) = _factors(whole), _factors(part)
    return divisor != 0 and number % divisor == 0 and not _unmatched(rest, others)[1]


def divide_dims(total: Sequence[Expr | int], by: Sequence[Expr | int]) -> Expr | int:
    """The product of `total` divided by the product of `by`, with equal symbolic factors cancelled."""
    number, rest = _factors(total)
    divisor, others = _factors(by)
    rest, left = _unmatched(rest, others)
    if not left and divisor and number % divisor == 0:
        return product([number // divisor, *rest])
    top, bottom = product([number, *rest]), product([divisor, *left])
    return binary("floordiv", const_like(top, "int64"), bottom)


def resolve_shape(shape: Dims, source: Sequence[Expr]) -> tuple[Expr | int, ...]:
    """A wanted shape with -1 (the rest) resolved. Raises T203 where the element counts are known to differ."""
    dims = list(shape)
    rest = [n for n, d in enumerate(dims) if as_int(d) == -1]
    if len(rest) > 1:
        raise MlccError("T205", f"`reshape` to {show(dims)}: only one dimension may be -1")
    if rest:
        others = [d for n, d in enumerate(dims) if n != rest[0]]
        dims[rest[0]] = divide_dims(source, others) if as_int(product(others)) != 0 else 0
    if not can_equal(product(dims), product(source)):
        raise MlccError("T203", f"cannot reshape {show(source)} to {show(shape)}: the number of elements differs")
    return tuple(dims)


def _groups(source: Sequence[Expr | int], target: Sequence[Expr | int]) -> list[Group]:
    """Minimal runs of dimensions of both shapes with equal products: (source axes, target axes)."""
    groups: list[Group] = []
    a = b = 0
    while a < len(source) or b < len(target):
        left, right = [a] if a < len(source) else [], [b] if b < len(target) else []
        a, b = a + len(left), b + len(right)
        # Dimensions join on the side with the smaller product: (2, 3, 4) and (6, 4) give (2, 3)|(6) and (4)|(4).
        # Symbolic products are compared by divisibility.
        while not same_dim(product([source[i] for i in left]), product([target[i] for i in right])):
            here, there = [source[i] for i in left], [target[i] for i in right]
            sa, sb = as_int(product(here)), as_int(product(there))
            grow_left = sa < sb if sa is not None and sb is not None else _divides(here, there)
            if (grow_left or b >= len(target)) and a < len(source):
                left.append(a)
                a += 1
            elif b < len(target):
                right.append(b)
                b += 1
            else:
                break
        groups.append((left, right))
    return _close(groups, source, target)


def _close(groups: list[Group], source: Sequence[Expr | int], target: Sequence[Expr | int]) -> list[Group]:
    """The groups, or a single group of all dimensions if no products are provably equal (symbolic dimensions)."""
    for left, right in groups:
        if not same_dim(product([source[i] for i in left]), product([target[i] for i in right])):
            return [(list(range(len(source))), list(range(len(target))))]
    return groups


def reshape_index(source: Sequence[Expr], target: Sequence[Expr | int], index: Sequence[Expr]) -> list[Expr]:
    """The index in the tensor of shape `source` of element `index` of the reshaped tensor."""
    kind = index[0].dtype if index else "int64"
    result: dict[int, Expr] = {}
    for left, right in _groups(source, target):
        keep = [n for n in left if as_int(source[n]) != 1]
        if not keep:
            continue
        wanted = [n for n in right if as_int(target[n]) != 1]
        flat: Expr = const(0, kind)
        for n in wanted:
            flat = flat * target[n] + index[n]
        for n in reversed(keep[1:]):
            result[n] = binary("floormod", flat, source[n])
            flat = binary("floordiv", flat, source[n])
        result[keep[0]] = flat
    return [result.get(n, const(0, kind)) for n in range(len(source))]


def reshaped(name: str, data: Tensor, shape: Sequence[Expr | int]) -> Tensor:
    """`data` in another shape with as many elements."""
    return define(tuple(shape), lambda *i: data(*reshape_index(data.shape, shape, i)), name=name)


@register("reshape", "injective")
def reshape(data: Tensor, shape: Dims) -> Tensor:
    """The elements in row-major order in another shape; one dimension may be -1, the rest."""
    return reshaped("reshape", data, resolve_shape(tuple(shape), data.shape))


@register("flatten", "injective")
def flatten(data: Tensor) -> Tensor:
    """The elements in one dimension."""
    return reshaped("flatten", data, (product(data.shape),))


@register("nn.batch_flatten", "injective")
def batch_flatten(data: Tensor, axis: int = 1) -> Tensor:
    """Two dimensions: the product of those before `axis`, and of the rest."""
    at = axis if axis >= 0 else axis + data.ndim
    if not 0 <= at <= data.ndim:
        raise MlccError("T205", f"axis {axis} is out of range for {data.ndim} dimensions")
    return reshaped("batch_flatten", data, (product(data.shape[:at]), product(data.shape[at:])))


@register("squeeze", "injective")
def squeeze(data: Tensor, axis: int | Ints | None = None) -> Tensor:
    """Without the dimensions `axis` of extent 1 (default: all of extent 1)."""
    if axis is None:
        drop = tuple(n for n, d in enumerate(data.shape) if as_int(d) == 1)
    else:
        drop = norm_axes(axis, data.ndim)
    for n in drop:
        if as_int(data.shape[n]) not in (1, None):
            raise MlccError("T203", f"`squeeze` of axis {n} of {show(data.shape)}: it is not 1")
    keep = [n for n in range(data.ndim) if n not in drop]

    def element(*i: Expr) -> Expr:
        at: list[Expr] = [const(0, d.dtype) for d in data.shape]
        for where, n in zip(i, keep, strict=True):
            at[n] = where
        return data(*at)

    return define(tuple(data.shape[n] for n in keep), element, name="squeeze")


@register("expand_dims", "injective")
def expand_dims(data: Tensor, axis: int | Ints) -> Tensor:
    """With new dimensions of extent 1 at the positions `axis` of the result."""
    items = [axis] if isinstance(axis, int) else list(axis)
    rank = data.ndim + len(items)
    new = norm_axes(items, rank)
    keep = [n for n in range(rank) if n not in new]
    shape: list[Expr | int] = [1] * rank
    for n, dim in zip(keep, data.shape, strict=True):
        shape[n] = dim
    return define(tuple(shape), lambda *i: data(*(i[n] for n in keep)), name="expand_dims")


__all__ = ["batch_flatten", "divide_dims", "expand_dims", "flatten", "norm_axis", "reshape", "reshaped", "squeeze"]
