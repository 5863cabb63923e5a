"""Recognises attention: its operands, scales and masks, from the last product backwards.

Example, from the result to the operands::

    o = matmul(w, v)            attention: the last product; v is its values
    w = softmax(s2)             weights, along the last axis
    s2 = s1 + mask              added: masks = (_Added(mask),)
    s1 = s / 8                  scaled: factor = 0.125
    s = matmul(q, k)            product: query q, key k (…, D, T), transposed = True
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mlcc.analysis import same
from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    MatchCast,
    Op,
    TensorStructInfo,
    VarBinding,
    as_int,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Costs

from ..operators import are_same, dimensions, operator_name, scalar, tensor_dtype
from ..rewrite import Emitter

Dims = tuple[Expr, ...]
#: A number this low absorbs scores that are added to it: float32 rounds the sum back to the number.
_LOWEST = -1e30


class Definitions:
    """The definition and the users of each variable of a graph function."""

    def __init__(self, func: GraphFunction) -> None:
        self.calls: dict[GraphVar, GraphCall] = {}
        self.users: dict[GraphVar, list[GraphVar]] = {}
        self.count = Counter(n for n in walk(func.body.body) if isinstance(n, GraphVar))
        for b in func.bindings():
            assert isinstance(b, VarBinding | MatchCast)
            used = [v for v in walk(b.value) if isinstance(v, GraphVar)]
            self.count.update(used)
            if isinstance(b, VarBinding) and isinstance(b.value, GraphCall):
                self.calls[b.var] = b.value
            for var in dict.fromkeys(used):
                self.users.setdefault(var, []).append(b.var)

    def call(self, value: GraphExpr, *names: str) -> GraphCall | None:
        """The operator call that defines `value`, if it is one of `names`."""
        call = self.calls.get(value) if isinstance(value, GraphVar) else None
        return call if call is not None and operator_name(call) in names else None

    def only(self, value: GraphExpr) -> GraphCall | None:
        """The operator call that defines `value`, if `value` is used once."""
        return self.calls.get(value) if isinstance(value, GraphVar) and self.count[value] == 1 else None


@dataclass(frozen=True)
class _Added:
    """`value` times `factor` is added to the scores."""

    value: GraphExpr
    factor: float = 1.0

    def scaled(self, factor: float) -> _Added:
        return replace(self, factor=self.factor * factor)

    def apply(self, out: Emitter, total: GraphExpr | None) -> GraphExpr:
        """The sum of all masks: `total` (None: nothing) plus this one."""
        value = out.resolve(self.value)
        if self.factor != 1.0 and isinstance(value, Constant):
            value = Constant(value.data * np.asarray(self.factor, value.data.dtype))
        elif self.factor != 1.0:
            value = out.emit(GraphCall(Op("multiply"), (value, _constant(self.factor, value))))
        return value if total is None else out.emit(GraphCall(Op("add"), (total, value)))


@dataclass(frozen=True)
class Chosen:
    """Scores are kept where `keep` holds (if `inverted`, where it does not), and are `number` elsewhere."""

    keep: GraphExpr
    inverted: bool
    number: float
    dtype: str

    def scaled(self, factor: float) -> Chosen:
        return replace(self, number=self.number * factor)

    def apply(self, out: Emitter, total: GraphExpr | None) -> GraphExpr:
        """The sum of all masks as in `_Added.apply`; valid if `number` absorbs scores that are added to it."""
        number, zero = (Constant(np.asarray(n, dt.numpy_dtype(self.dtype))) for n in (self.number, 0.0))
        sides = (zero if total is None else total, number)
        return out.emit(GraphCall(Op("where"), (out.resolve(self.keep), *(sides[::-1] if self.inverted else sides))))

    def absorbs(self) -> bool:
        return self.number <= _LOWEST


Mask = _Added | Chosen


@dataclass(frozen=True)
class Attention:
    """The operands of an attention: `query` (…, S, D), `key` (…, T, D) or, `transposed`, (…, D, T), `value` (…, T, E).

    `shape` is that of the scores (…, S, T), `masks` are in order of application. `dropped` (…, S, 1) marks the queries
    whose result is 0, or if `drop_inverted` those whose result is not. With `safe`, weights that are NaN become 0.
    """

    query: GraphExpr
    key: GraphExpr
    transposed: bool
    shape: Dims = ()
    value: GraphExpr | None = None
    factor: float = 1.0
    softcap: float = 0.0
    masks: tuple[Mask, ...] = ()
    safe: bool = False
    dropped: GraphExpr | None = None
    drop_inverted: bool = False
    #: The type to which the operands of both products may be rounded; empty: none.
    products: str = ""

    def scaled(self, factor: float) -> Attention | None:
        """The attention with its scores multiplied by `factor`; None if that cannot be expressed."""
        if self.softcap and not factor > 0:
            return None
        masks = tuple(mask.scaled(factor) for mask in self.masks)
        return replace(self, factor=_whole(self.factor * factor), softcap=self.softcap * factor, masks=masks)

    def masked(self, mask: Mask) -> Attention | None:
        """The attention with one more mask; None if the masks cannot be added up to one."""
        chosen = [m for m in (*self.masks, mask) if isinstance(m, Chosen)]
        if self.masks and not all(m.absorbs() for m in chosen):
            return None
        return replace(self, masks=(*self.masks, mask))


def _whole(factor: float) -> float:
    """The power of two that a factor equals up to rounding, else the factor: ``(1 / sqrt(8)) ** 2`` is 0.125."""
    rounded = math.ldexp(0.5, round(math.log2(abs(factor))) + 1) if factor else 0.0
    return math.copysign(rounded, factor) if math.isclose(rounded, abs(factor), rel_tol=1e-15) else factor


def query_tile(rows: int | None, costs: Costs) -> int:
    """The number that queries are padded to a multiple of; `rows` is their number, None where it is symbolic."""
    tile = int(costs.query_tile)
    return tile if rows is None or rows <= costs.query_pair else 2 * tile


class Matcher:
    """Recognises attention from its last product backwards."""

    def __init__(self, func: Definitions, costs: Costs) -> None:
        self.func, self.costs = func, costs

    def attention(self, call: GraphCall) -> Attention | None:
        """The attention whose last product is `call`, or None if there is none or its kernel would be slower."""
        if not _is_plain_product(call):
            return None
        value, dropped, inverted = self.selected(call.args[0])
        kept = self.kept(value)
        weights = self.func.calls.get(kept) if kept is not None else self.func.only(value)
        shape = dimensions(call.args[0])
        if weights is None or operator_name(weights) != "nn.softmax" or shape is None:
            return None
        axis = weights.attrs.get("axis", -1)
        if not isinstance(axis, int) or axis % len(shape) != len(shape) - 1:
            return None
        match = self.scores(weights.args[0])
        if match is None or not self.is_supported(replace(match, value=call.args[1]), call, shape):
            return None
        match = replace(match, dropped=dropped, drop_inverted=inverted, value=call.args[1], shape=shape)
        if call.attrs.get("operands", "") != match.products:
            match = replace(match, products="")
        return replace(match, safe=kept is not None)

    def selected(self, value: GraphExpr) -> tuple[GraphExpr, GraphExpr | None, bool]:
        """w, the condition c, and whether it is inverted, of ``where(c, 0, w)``, used once, whose c has one value per
        row of w: a row of zero weights has a row of zeros as its product. For other values: the value, None, False."""
        choice = self.func.only(value)
        if choice is None or operator_name(choice) != "where":
            return value, None, False
        keep, *sides = choice.args
        shape = dimensions(keep)
        for inverted, (zero, weights) in enumerate((sides, sides[::-1])):
            by_row = shape is not None and (not shape or as_int(shape[-1]) == 1)
            if by_row and scalar(zero) == 0 and are_same(dimensions(weights), dimensions(choice)):
                return weights, keep, bool(inverted)
        return value, None, False

    def kept(self, value: GraphExpr) -> GraphVar | None:
        """w of ``where(isnan(w), 0, w)``, if it has no other use: a row whose keys are all masked gets zero weights."""
        choice = self.func.only(value)
        if choice is None or operator_name(choice) != "where" or scalar(choice.args[1]) != 0:
            return None
        test, weights = self.func.only(choice.args[0]), choice.args[2]
        if test is None or operator_name(test) != "isnan" or test.args[0] is not weights:
            return None
        return weights if isinstance(weights, GraphVar) and self.func.count[weights] == 2 else None

    def is_supported(self, candidate: Attention, call: GraphCall, scores: Dims) -> bool:
        """Whether the kernel takes these shapes and is not slower than separate calls.

        It pads the number of queries; padding of more than a quarter costs what the fusion saves, unless the separate
        products would have to pad the scores' rows (keys not a multiple of 16) as well.
        """
        assert candidate.value is not None
        shapes = [dimensions(v) for v in (candidate.query, candidate.key, candidate.value)]
        info = call.sinfo
        if not isinstance(info, TensorStructInfo) or info.dtype not in ("float32", "float64"):
            return False
        if any(s is None or len(s) != len(scores) for s in shapes) or len(scores) < 2:
            return False
        query, *others = (s or () for s in shapes)
        if as_int(query[-1]) is None or as_int(others[1][-1]) is None:
            return False
        rows, columns = as_int(scores[-2]), as_int(scores[-1])
        heads = all(same(o, q) or as_int(o) == 1 for s in others for o, q in zip(s[:-2], query[:-2], strict=True))
        tile = query_tile(rows, self.costs)
        ragged = columns is None or columns % self.costs.query_tile != 0
        filled = rows is None or (rows >= tile and (4 * (-(-rows // tile) * tile) <= 5 * rows or ragged))
        return are_same(query[:-2], scores[:-2]) and heads and filled

    def scores(self, value: GraphExpr) -> Attention | None:
        """The attention (without values) whose scores are `value`, which is used once; None if there is none."""
        call = self.func.only(value)
        match operator_name(call) if call is not None else "":
            case "matmul" | "nn.batch_matmul":
                assert call is not None
                return self.product(call)
            case "multiply" | "divide":
                assert call is not None
                return self.scaled(call)
            case "tanh":
                assert call is not None
                inner = self.scores(call.args[0])
                return None if inner is None or inner.masks or inner.softcap else replace(inner, softcap=1.0)
            case "add":
                assert call is not None
                return next(self.added(call), None)
            case "where":
                assert call is not None
                return next(self.chosen(call), None)
        return None

    def product(self, call: GraphCall) -> Attention | None:
        transposed = not call.attrs.get("transpose_b", operator_name(call) == "nn.batch_matmul")
        if call.attrs.get("transpose_a") or call.attrs.get("out_dtype"):
            return None
        return Attention(call.args[0], call.args[1], transposed, products=call.attrs.get("operands", ""))

    def scaled(self, call: GraphCall) -> Attention | None:
        split = scale_of(call)
        if split is None:
            return None
        match = self.scores(split[0])
        return None if match is None else match.scaled(split[1])

    def added(self, call: GraphCall) -> Iterator[Attention]:
        for scores, bias in (call.args, call.args[::-1]):
            match = self.scores(scores) if are_same(dimensions(scores), dimensions(call)) else None
            if match is not None and dimensions(bias) is not None:
                masked = match if _is_zero(bias) else match.masked(_Added(bias))
                yield from () if masked is None else (masked,)

    def chosen(self, call: GraphCall) -> Iterator[Attention]:
        keep, *sides = call.args
        for inverted, (scores, other) in enumerate((sides, sides[::-1])):
            number = scalar(other)
            if number is None or not are_same(dimensions(scores), dimensions(call)) or dimensions(keep) is None:
                continue
            match = self.scores(scores)
            masked = match and match.masked(Chosen(keep, bool(inverted), number, tensor_dtype(call)))
            yield from () if masked is None else (masked,)


def _is_zero(value: GraphExpr) -> bool:
    """Whether a value is a constant of zeros, which exporters add in place of a mask."""
    return isinstance(value, Constant) and not value.data.any()


def _is_plain_product(call: GraphCall) -> bool:
    """Whether a call is a product A B with neither operand transposed."""
    name = operator_name(call)
    transposed = call.attrs.get("transpose_a") or call.attrs.get("transpose_b", name == "nn.batch_matmul")
    return name in ("matmul", "nn.batch_matmul") and not transposed and not call.attrs.get("out_dtype")


def scale_of(call: GraphCall) -> tuple[GraphExpr, float] | None:
    """(x, factor) of a call x * c or x / c with scalar constant c and the shape of x; else None."""
    name = operator_name(call)
    pairs = (call.args, call.args[::-1]) if name == "multiply" else (call.args,) if name == "divide" else ()
    for value, other in pairs:
        number = scalar(other)
        if number is not None and are_same(dimensions(value), dimensions(call)):
            if name == "multiply":
                return value, number
            return (value, 1.0 / number) if number else None
    return None


def _constant(number: float, like: GraphExpr) -> Constant:
    return Constant(np.asarray(number, dt.numpy_dtype(tensor_dtype(like))))
