"""Products of matrices: matmul, dense, their packed forms, einsum."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const
from mlcc.te import Tensor

from .elementwise import elementwise
from .products_in_tiles import TYPE, batch_product, fills_tiles
from .rearrange import flat_args
from .registry import register
from .shapes import (
    accumulator,
    broadcast_dim,
    broadcast_index,
    can_equal,
    define,
    need_rank,
    need_same_dtype,
    need_shape,
    show,
)  # fmt: skip


def narrowed(name: str, total: Tensor, dtype: str) -> Tensor:
    """The accumulated result in the wanted dtype."""
    if total.dtype == dtype:
        return total
    return elementwise(f"{name}_cast", total, lambda v: cast(dtype, v))


def times(dtype: str, a: Expr, b: Expr) -> Expr:
    """a * b in the accumulator's dtype."""
    return cast(dtype, a) * cast(dtype, b)


def _check_inner(name: str, a: Tensor, b: Tensor, ka: Expr, kb: Expr) -> None:
    if not can_equal(ka, kb):
        raise MlccError("T203", f"`{name}` of {show(a.shape)} and {show(b.shape)}: the inner dimensions differ")


def _batch_shape(name: str, a: Tensor, b: Tensor) -> tuple[Expr | int, ...]:
    """The broadcast shape of all dimensions but the last two."""
    rank = max(a.ndim, b.ndim) - 2
    shape: list[Expr | int] = []
    for axis in range(-rank - 2, -2):
        dims = [t.shape[axis] for t in (a, b) if t.ndim >= -axis]
        common = dims[0] if len(dims) == 1 else broadcast_dim(dims[0], dims[1])
        if common is None:
            raise MlccError("T203", f"`{name}` cannot broadcast {show(a.shape)} and {show(b.shape)}")
        shape.append(common)
    return tuple(shape)


@register("matmul", "anchor")
def matmul(
    a: Tensor,
    b: Tensor,
    transpose_a: bool = False,
    transpose_b: bool = False,
    out_dtype: str | None = None,
    operands: str = "",
) -> Tensor:
    """The matrix product of the last two dimensions, leading ones broadcast (numpy.matmul).

    `transpose_a`, `transpose_b`: the operand's last two dimensions are exchanged. A vector is a row on the left and a
    column on the right. float16 and bfloat16 accumulate in float32. `operands` = "bfloat16" says that operands may be
    rounded to it, for tile registers: those of enough static rows, columns and depth are.
    """
    out = out_dtype or need_same_dtype("matmul", a, b)
    if a.ndim == 0 or b.ndim == 0:
        raise MlccError("T203", "`matmul` takes operands of at least one dimension")
    if a.ndim == 1 or b.ndim == 1:
        return _vector_matmul(a, b, transpose_a, transpose_b, out)
    if operands == TYPE and out == "float32" and fills_tiles(a.shape, b.shape):
        return batch_product(a, b, transpose_a, transpose_b)
    wide = accumulator(out)
    rows, inner = (a.shape[-1], a.shape[-2]) if transpose_a else (a.shape[-2], a.shape[-1])
    other, columns = (b.shape[-1], b.shape[-2]) if transpose_b else (b.shape[-2], b.shape[-1])
    _check_inner("matmul", a, b, inner, other)
    batch = _batch_shape("matmul", a, b)
    k = te.reduce_axis((0, inner), "k")

    def element(*at: Expr) -> Any:
        *lead, i, j = at
        left = broadcast_index(a.shape[:-2], lead, batch) if a.ndim > 2 else []
        right = broadcast_index(b.shape[:-2], lead, batch) if b.ndim > 2 else []
        x = a(*left, k, i) if transpose_a else a(*left, i, k)
        y = b(*right, j, k) if transpose_b else b(*right, k, j)
        return te.sum(times(wide, x, y), axis=k)

    shape = (*batch, rows, columns)
    return narrowed("matmul", define(shape, _named(element, len(batch)), "matmul", _tag("matmul")), out)


def _named(element: Any, lead: int) -> Any:
    """`element` with axes named b… i j, as matrices are written."""
    match lead:
        case 0:
            return lambda i, j: element(i, j)
        case 1:
            return lambda b, i, j: element(b, i, j)
        case 2:
            return lambda b0, b1, i, j: element(b0, b1, i, j)
    return element


def _tag(name: str, **more: Any) -> dict[str, Any]:
    return {"op": name, **more}


def _vector_matmul(a: Tensor, b: Tensor, transpose_a: bool, transpose_b: bool, out: str) -> Tensor:
    from .views import expand_dims, squeeze

    left = expand_dims(a, 0) if a.ndim == 1 else a
    right = expand_dims(b, 1) if b.ndim == 1 else b
    result = matmul(left, right, transpose_a and a.ndim > 1, transpose_b and b.ndim > 1, out)
    drop = [-2] * (a.ndim == 1) + [-1] * (b.ndim == 1)
    squeezed: Tensor = squeeze(result, drop)
    return squeezed


@register("nn.dense", "anchor")
def dense(data: Tensor, weight: Tensor, bias: Tensor | None = None, out_dtype: str | None = None) -> Tensor:
    """``data @ weight.T`` (+ bias): data (…, K), weight (N, K), bias (N,)."""
    need_rank("nn.dense", weight, 2, "weight")
    out = out_dtype or need_same_dtype("nn.dense", data, weight)
    wide = accumulator(out)
    _check_inner("nn.dense", data, weight, data.shape[-1], weight.shape[1])
    k = te.reduce_axis((0, weight.shape[1]), "k")
    rows = data.ndim - 1
    need_shape("nn.dense", "the bias", bias, weight.shape[:1])

    def element(*at: Expr) -> Any:
        return te.sum(times(wide, data(*at[:-1], k), weight(at[-1], k)), axis=k)

    fn = (lambda i, j: element(i, j)) if rows == 1 else element
    total = define((*data.shape[:-1], weight.shape[0]), fn, "dense", _tag("nn.dense"))
    result = narrowed("dense", total, out)
    if bias is None:
        return result
    return define(result.shape, lambda *i: result(*i) + bias(i[-1]), "bias_add")


@register("nn.batch_matmul", "anchor")
def batch_matmul(
    a: Tensor,
    b: Tensor,
    transpose_a: bool = False,
    transpose_b: bool = True,
    out_dtype: str | None = None,
) -> Tensor:
    """The product per batch of (B, M, K) and (B, N, K), or (B, K, N) without `transpose_b`."""
    need_rank("nn.batch_matmul", a, 3)
    need_rank("nn.batch_matmul", b, 3)
    result: Tensor = matmul(a, b, transpose_a, transpose_b, out_dtype)
    return result


def _lengthened(name: str, data: Tensor, weight: Tensor, length: Expr) -> Tensor:
    """The data with zeros at the end of its rows, which have then `length` elements."""
    have, want = as_int(data.shape[-1]), as_int(length)
    if have is None or want is None or have >= want:
        _check_inner(name, data, weight, data.shape[-1], length)
        return data

    def element(*at: Expr) -> Expr:
        return te.if_then_else(at[-1] < have, data(*at), const(0, data.dtype))

    return define((*data.shape[:-1], length), element, "rows")


@dataclass(frozen=True)
class Steps:
    """The steps of a sum over groups: how many, which groups of data and weight one multiplies, and what a schedule
    knows of them."""

    count: Expr
    groups: Callable[[Expr], tuple[Expr, Expr]]
    tag: Mapping[str, int]


def panel_product(
    name: str,
    data: Tensor,
    weight: Tensor,
    units: int | None,
    product: Callable[[Expr, Expr], Expr],
    segments: int = 1,
    steps: Steps | None = None,
) -> Tensor:
    """The sums of `product` over data (…, K) and a weight in panels (ceil(N / n), K, n), of N = `units` columns; in
    if `segments` is over 1, that many chunks of full panels are stacked.

    A weight (ceil(N / n), K / g, n, g) has groups of g adjacent elements along K, as dot-product instructions read
    them. A weight whose K is longer than the data's rows is padded with zeros; so are the rows then. The sum is over
    groups one by one, or over `steps`.
    """
    if weight.ndim == 4:
        panels, groups, width, group = weight.shape
        data = _lengthened(name, data, weight, groups * group)
        k, r = te.reduce_axis((0, groups if steps is None else steps.count), "k"), te.reduce_axis((0, group), "r")
    else:
        need_rank(name, weight, 3, "weight")
        panels, inner, width = weight.shape
        data = _lengthened(name, data, weight, inner)
        k, r = te.reduce_axis((0, inner), "k"), None
    columns = panels * width

    def element(*at: Expr, panel: Expr | int = 0) -> Any:
        j = at[-1]
        if r is not None:
            left, right = (k, k) if steps is None else steps.groups(k)
            position = panel + j // width, right, j % width, r
            return te.sum(product(data(*at[:-1], left * group + r), weight(*position)), axis=[k, r])
        return te.sum(product(data(*at[:-1], k), weight(panel + j // width, k, j % width)), axis=k)

    if segments > 1:
        count = as_int(panels)
        if count is None or count % segments or (units is not None and as_int(columns) != units):
            raise MlccError("T205", f"`{name}` cannot stack {segments} segments of {show(weight.shape)}")
        each = count // segments
        tag = _tag("nn.dense_packed", panel=as_int(width) or 0, segments=segments)
        shape: tuple[Expr | int, ...] = (segments, *data.shape[:-1], each * width)
        return define(shape, lambda segment, *at: element(*at, panel=segment * each), "dense_packed", tag)
    fn = (lambda i, j: element(i, j)) if data.ndim == 2 else element
    tag = _tag("nn.dense_packed", panel=as_int(width) or 0, **({} if steps is None else steps.tag))
    total = define((*data.shape[:-1], columns), fn, "dense_packed", tag)
    if units is not None and as_int(columns) != units:  # full panels are computed; the padding is dropped
        whole = total
        total = define((*data.shape[:-1], units), lambda *at: whole(*at), "dense_columns")
    return total


@register("nn.dense_packed", "anchor", aliases=["matmul_packed"])
def dense_packed(
    data: Tensor, weight: Tensor, units: int | None = None, out_dtype: str | None = None, segments: int = 1
) -> Tensor:
    """data (…, K) times a weight packed in panels, (ceil(N / n), K, n): the result is (…, N).

    Panels may have groups of g adjacent elements along K, (ceil(N / n), K / g, n, g), and zeros beyond K.

    `units` is N where the last panel is padded with zeros (default: all columns of all panels). With `segments` over
    1, chunks of full panels are stacked: the result is (segments, …, N / segments). T205 if it does not divide.
    """
    out = out_dtype or need_same_dtype("nn.dense_packed", data, weight)
    wide = accumulator(out)
    if weight.dtype != data.dtype and any(as_int(size) is None for size in data.shape[:-1]):
        # many rows share the elements of a panel that are widened once, few widen them in registers
        narrow = weight
        weight = define(narrow.shape, lambda *at: cast(wide, narrow(*at)), "widened")
    total = panel_product("nn.dense_packed", data, weight, units, lambda x, y: times(wide, x, y), segments)
    return narrowed("dense", total, out)


@register("nn.pack_columns", "injective")
def pack_columns(weight: Tensor, width: int, transposed: bool = False, group: int = 1, step: int = 1) -> Tensor:
    """A (K, N) matrix, or (N, K) when `transposed`, in panels of `width` columns: (ceil(N / width), K, width).

    With `group` over 1, that many adjacent elements along K lie together: (ceil(N / width), K / group, width, group).
    K is rounded up to a multiple of `step`, which is one of `group`, by zeros.
    """
    need_rank("nn.pack_columns", weight, 2, "weight")
    columns, inner = (weight.shape[0], weight.shape[1]) if transposed else (weight.shape[1], weight.shape[0])
    panels = (columns + (width - 1)) // width
    length = (inner + (step - 1)) // step * step

    def element(p: Expr, k: Expr, c: Expr) -> Expr:
        j = p * width + c
        value: Expr = weight(j, k) if transposed else weight(k, j)
        for index, count, by in ((j, columns, width), (k, inner, step)):
            number = as_int(count)
            if number is None or number % by:
                value = te.if_then_else(index < count, value, const(0, weight.dtype))
        return value

    if group == 1:
        return define((panels, length, width), element, "pack_columns")
    grouped = (panels, length // group, width, group)
    return define(grouped, lambda p, k, c, r: element(p, k * group + r, c), "pack_columns")


def _letters(term: str, rank: int, dots: int) -> list[str]:
    """The labels of one operand; the ellipsis expands to numbered ones."""
    if "..." in term:
        before, after = term.split("...")
        lead = rank - len(before) - len(after)
        return [*before, *(f".{n}" for n in range(dots - lead, dots)), *after]
    return list(term)


@register("einsum", "anchor")
def einsum(*operands: Tensor | str, equation: str = "") -> Tensor:
    """Sums of products by labels, as numpy.einsum: ``einsum("ij,jk->ik", a, b)``, or with ``equation=``."""
    if operands and isinstance(operands[0], str):
        equation, operands = operands[0], operands[1:]
    if not equation:
        raise MlccError("T205", "`einsum` needs its labels", help='write `einsum("ij,jk->ik", a, b)`')
    tensors = flat_args(operands)
    need_same_dtype("einsum", *tensors)
    text = equation.replace(" ", "")
    left, _, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(tensors):
        raise MlccError("T205", f"`einsum`: {len(terms)} terms for {len(tensors)} operands")
    plain = [len(t.replace("...", "")) for t in terms]
    dots = max((x.ndim - n for x, n, t in zip(tensors, plain, terms, strict=True) if "..." in t), default=0)
    labels = [_letters(t, x.ndim, dots) for t, x in zip(terms, tensors, strict=True)]
    for x, names in zip(tensors, labels, strict=True):
        if len(names) != x.ndim:
            raise MlccError("T203", f"`einsum` `{equation}`: {show(x.shape)} has no such dimensions")
    if "->" in text:
        out = _letters(right, len(right.replace("...", "")) + dots, dots)
    else:
        # Implicit output: the ellipsis, then the labels that occur once in alphabetical order: "ij,jk" is "ij,jk->ik".
        every = [n for names in labels for n in names]
        out = sorted({n for n in every if n[0] == "."}) + sorted(
            n for n in set(every) if n[0] != "." and every.count(n) == 1
        )
    return _contract(tensors, labels, out)


def _contract(tensors: Sequence[Tensor], labels: list[list[str]], out: list[str]) -> Tensor:
    dims: dict[str, Expr] = {}
    for x, names in zip(tensors, labels, strict=True):
        for name, dim in zip(names, x.shape, strict=True):
            # An extent of 1 broadcasts, as in NumPy: the other operands determine the extent.
            if name not in dims or as_int(dims[name]) == 1:
                dims[name] = dim
            elif as_int(dim) != 1 and not can_equal(dim, dims[name]):
                raise MlccError("T203", f"`einsum`: label `{name}` has two extents")
    over = {n: te.reduce_axis((0, d), f"r_{n.strip('.')}") for n, d in dims.items() if n not in out}
    dtype = tensors[0].dtype
    wide = accumulator(dtype)

    def element(*i: Expr) -> Any:
        at: dict[str, Expr] = {**dict(zip(out, i, strict=True)), **over}
        value: Any = None
        for x, names in zip(tensors, labels, strict=True):
            position = [const(0, d.dtype) if as_int(d) == 1 else at[n] for n, d in zip(names, x.shape, strict=True)]
            factor = cast(wide, x(*position))
            value = factor if value is None else value * factor
        return te.sum(value, axis=list(over.values())) if over else value

    total = define(tuple(dims[n] for n in out), element, "einsum", _tag("einsum"))
    return narrowed("einsum", total, dtype)
