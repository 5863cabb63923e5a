"""Products of row-major matrices as a library's function takes them: which are taken, their sizes, steps and slices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.analysis import same
from mlcc.ir import Expr, GraphCall, GraphFunction, Var, VarBinding, as_int, const, const_like
from mlcc.topi.shapes import product

from ..infer import tensor_info
from ..legalize import is_inline_constant
from ..operators import dimensions, tensor_dtype
from .results import Pointer


@dataclass(frozen=True)
class MatrixProduct:
    """``out = left @ right``, matrices of `rows` x `inner` and `inner` x `columns`, repeated by `loops` over a batch.
    `turned` says which operands are stored transposed; `widths` are the distances between the rows of the three as
    they are stored."""

    dtype: str
    rows: Expr
    columns: Expr
    inner: Expr
    turned: tuple[bool, bool]
    widths: tuple[Expr, Expr, Expr]
    left: Pointer
    right: Pointer
    out: Pointer
    loops: tuple[tuple[Var, Expr | int], ...]


def product_patterns(dtypes: Collection[str]) -> Sequence[tuple[Any, ...]]:
    """The pattern of products of matrices of these types, with batches whose sizes are known to agree."""
    from ..dpl import is_op, wildcard

    a, b = wildcard(), wildcard()
    return [("matmul", is_op("matmul")(a, b), {}, lambda match: _is_taken(match.matched_expr, dtypes))]


def _is_taken(call: Any, taken: Collection[str]) -> bool:
    assert isinstance(call, GraphCall)
    a, b = call.args
    shapes = dimensions(a), dimensions(b), dimensions(call)
    dtypes = {tensor_dtype(v) for v in (a, b, call)}
    if any(map(is_inline_constant, call.args)) or None in shapes or len(dtypes) > 1 or not dtypes <= set(taken):
        return False
    left, right, out = (tuple(s or ()) for s in shapes)
    if len(left) < 2 or len(right) < 2:
        return False
    return all(_step(left, axis, out) is not None and _step(right, axis, out) is not None for axis in _batch(out))


def _batch(out: Sequence[Expr]) -> range:
    """The axes of the batch, counted from the end."""
    return range(-len(out), -2)


def _step(shape: Sequence[Expr], axis: int, out: Sequence[Expr]) -> int | None:
    """Whether an operand moves along an axis of the batch: 1, or 0 if it is the same matrix; None if not known."""
    if -axis > len(shape):
        return 0
    if same(shape[axis], out[axis]):
        return 1
    return 0 if as_int(shape[axis]) == 1 else None


def product_of(func: GraphFunction) -> MatrixProduct:
    """The product of a part, which is one call of `matmul`."""
    (binding,) = func.bindings()
    assert isinstance(binding, VarBinding)
    assert isinstance(binding.value, GraphCall)
    call = binding.value
    a, b, out = (tuple(tensor_info(v).shape or ()) for v in (*call.args, binding.var))
    turned_a, turned_b = bool(call.attrs.get("transpose_a")), bool(call.attrs.get("transpose_b"))
    rows, columns = out[-2:]
    inner = a[-2] if turned_a else a[-1]
    batch = list(_batch(out))
    if len(b) == 2 and not turned_a and len(a) == len(out):
        # The matrices on the left follow each other: they are one of more rows.
        rows, batch = const_like(product(a[:-1]), "int64"), []
    loops = tuple((Var(f"b{n}", "int64"), out[axis]) for n, axis in enumerate(batch))

    def slice_of(number: int, shape: Sequence[Expr]) -> Pointer:
        at = [
            loop[0] if _step(shape, axis, out) else const(0, "int64")
            for loop, axis in zip(loops, batch, strict=True)
            if -axis <= len(shape)
        ]
        return Pointer(number, tuple(at))

    places = {param: n for n, param in enumerate(func.params)}
    first, second = (places[arg] for arg in call.args)  # type: ignore[index]  # operands are the part's parameters
    widths = (rows if turned_a else inner, inner if turned_b else columns, columns)
    return MatrixProduct(
        tensor_info(binding.var).dtype, rows, columns, inner, (turned_a, turned_b), widths,
        slice_of(first, a), slice_of(second, b), slice_of(len(func.params), out), loops,
    )  # fmt: skip
