"""Matrix products and sums of products."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..composed.registry import c, ndim, reshape, shape_of
from .registry import gradient, unbroadcast


def _turned(x: GraphExpr) -> GraphExpr:
    """A matrix, or each of a batch, with its last two axes exchanged."""
    order = list(range(ndim(x)))
    order[-2:] = reversed(order[-2:])
    return c("transpose", x, axes=order)


@gradient("matmul")
def _matmul(
    g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr, transpose_a: bool = False, transpose_b: bool = False,
    out_dtype: str | None = None, operands: str = "",
) -> tuple[Any, ...]:  # fmt: skip
    # Vectors are matrices of one row or one column; the product has the axes that the matrices' has not lost.
    row, column = ndim(a) == 1, ndim(b) == 1
    left = _turned(a) if transpose_a and not row else a
    right = _turned(b) if transpose_b and not column else b
    left = c("expand_dims", left, axis=0) if row else left
    right = c("expand_dims", right, axis=1) if column else right
    if column:
        g = c("expand_dims", g, axis=ndim(g))
    if row:
        g = c("expand_dims", g, axis=ndim(g) - 1)
    of_left = unbroadcast(c("matmul", g, _turned(right)), left)
    of_right = unbroadcast(c("matmul", _turned(left), g), right)
    assert of_left is not None
    assert of_right is not None
    of_left = reshape(of_left, shape_of(a)) if row else _turned(of_left) if transpose_a else of_left
    of_right = reshape(of_right, shape_of(b)) if column else _turned(of_right) if transpose_b else of_right
    return of_left, of_right


@gradient("nn.batch_matmul")
def _batch_matmul(
    g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr, transpose_a: bool = False, transpose_b: bool = True,
    out_dtype: str | None = None,
) -> tuple[Any, ...]:  # fmt: skip
    return _matmul(g, y, a, b, transpose_a, transpose_b)


@gradient("nn.dense")
def _dense(
    g: GraphExpr, y: GraphExpr, data: GraphExpr, weight: GraphExpr, bias: GraphExpr | None = None,
    out_dtype: str | None = None,
) -> tuple[Any, ...]:  # fmt: skip
    of_data, of_weight = _matmul(g, y, data, weight, False, True)
    return (of_data, of_weight) if bias is None else (of_data, of_weight, unbroadcast(g, bias))


@gradient("einsum")
def _einsum(g: GraphExpr, y: GraphExpr, *operands: Any, equation: str = "", **attrs: Any) -> list[Any]:
    """The gradient of an operand is the einsum of the others with that of the result."""
    tensors = operands[0] if isinstance(operands[0], list) else list(operands)
    text = equation or attrs["subscripts"]
    inputs, _, output = text.replace(" ", "").partition("->")
    names = inputs.split(",")
    if "." in text or not output or any(len(set(n)) < len(n) for n in names):
        raise NotImplementedError(f"`einsum` of {text!r}")
    found: list[Any] = []
    for k, tensor in enumerate(tensors):
        others = [n for j, n in enumerate(names) if j != k]
        known = set(output).union(*others)
        kept = "".join(letter for letter in names[k] if letter in known)
        values = [g, *(t for j, t in enumerate(tensors) if j != k)]
        part = c("einsum", values, equation=",".join([output, *others]) + "->" + kept)
        # an axis that stands in this operand alone was summed: all its elements have the same gradient
        shape = [d if letter in known else 1 for letter, d in zip(names[k], shape_of(tensor), strict=True)]
        found.append(c("broadcast_to", reshape(part, shape), shape=list(shape_of(tensor))))
    return [found] if isinstance(operands[0], list) else found
