"""Fuses attention, softmax(Q Kᵀ) V, into one kernel that never stores the scores of all queries.

For 12 heads of 512 queries and keys the scores are 12 * 512 * 512 floats, 12 MB: they exceed L2, and would be written
and read four times (scale, mask, softmax, product). The kernel keeps those of a few queries at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.analysis import same
from mlcc.ir import (
    TILE_ROWS,
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    TensorStructInfo,
    VarBinding,
    as_int,
    const_like,
    update,
)
from mlcc.target import Costs, costs_of

from ..operators import NULL, are_same, dimensions, operator_name, reshape_to, tensor_dtype, view_offset
from ..rewrite import Emitter, map_branches, rewrite
from .attention_operands import MOVEMENTS, Operand, exchange, exchanged
from .group_functions import Groups, make_group
from .match_attention import Attention, Chosen, Definitions, Dims, Mask, Matcher, query_tile, scale_of
from .pass_ import Pass
from .tile_products import TILE_COLUMNS


@dataclass(frozen=True)
class FuseAttention(Pass):
    """Replace the calls of an attention, ``matmul(softmax(matmul(q, k) * scale + mask), v)`` over the last axis, by
    ``nn.attention``, in a group with the transposes, slices and reshapes of its operands and of its result.

    A scale may be a product or quotient with a number, on the scores, with their masks or without, or on `q` or `k`;
    scores may be capped by ``c * tanh(scores / c)``; masks are added, or choose between scores and a number by `where`;
    weights that are NaN, and those of queries that a condition hides, may become 0. Intermediate values must have no
    other users. The depths of heads are static, other dimensions may be symbolic; elements are float32 or float64, to
    which 16-bit floats are widened before, and results may be rounded to these. Attention with few
    queries, whose vectors would be mostly padding, is left alone. Where both products have operands of bfloat16, they
    are computed in tile registers (`costs.tile_rows_bf16`) if sizes are static.
    """

    costs: Costs = costs_of()

    def __call__(self, module: IRModule) -> IRModule:
        groups = Groups(module)
        new = dict(module.functions)
        for name, func in module.graph_funcs.items():
            if not func.attrs.get("Primitive"):
                new[name] = self._run(func, module, groups)
        return module.with_functions({**groups.functions, **new}) if groups.functions else module

    def _run(self, func: GraphFunction, module: IRModule, groups: Groups) -> GraphFunction:
        rewriter = _Rewriter(Definitions(func), groups, self.costs)
        fused = rewrite(func, rewriter.rule, module) if rewriter.matches else func
        return map_branches(fused, lambda branch: self._run(branch, module, groups))


class _Rewriter:
    """Builds the groups of one function; `matches` maps a group's result to the last call of the attention,
    and the match (None for a call of ``nn.attention`` in the model)."""

    def __init__(self, func: Definitions, groups: Groups, costs: Costs) -> None:
        self.func, self.groups, self.costs = func, groups, costs
        self.matcher = Matcher(func, costs)
        self.transposed: dict[GraphExpr, GraphExpr] = {}
        self.biases: dict[tuple[Mask, ...], tuple[GraphExpr, ...]] = {}
        self.matches: dict[GraphVar, tuple[GraphVar, Attention | None]] = {}
        for var, call in func.calls.items():
            match = self.matcher.attention(call)
            if match is not None or operator_name(call) == "nn.attention" and dimensions(call) is not None:
                self.matches[self.last(var)] = (var, match)

    def last(self, var: GraphVar) -> GraphVar:
        """The end of the chain of single users that round or transpose the result of an attention.

        At most one transpose joins, and only if it keeps the last dimension last: rows stay contiguous.
        """
        transposed = False
        while len(users := self.func.users.get(var, [])) == 1 and self.func.count[var] == 1:
            call, shape = self.func.call(users[0], "cast", "transpose"), dimensions(var)
            if call is None or shape is None:
                break
            if operator_name(call) == "transpose":
                axes = call.attrs.get("axes")
                if transposed or not axes or axes[-1] % len(shape) != len(shape) - 1:
                    break
                transposed = True
            elif not {tensor_dtype(var), tensor_dtype(users[0])} <= {"float32", "float16", "bfloat16"}:
                break
            var = users[0]
        return var

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if var not in self.matches:
            return None
        at, match = self.matches[var]
        bindings: list[VarBinding] = []
        result = GraphVar(at.name, at.sinfo)
        bindings.append(VarBinding(result, self.call(out, self.func.calls[at], match, bindings)))
        while at is not var:
            (at,) = self.func.users[at]
            done = update(self.func.calls[at], args=(result,))
            result = GraphVar(at.name, at.sinfo)
            bindings.append(VarBinding(result, done))
        group, inputs = make_group(bindings, bindings[-1].var, "nn.attention")
        callee = self.groups.add(group, "attention")
        return GraphCall(callee, tuple(out.resolve(i) for i in inputs), sinfo=var.sinfo)

    def call(self, out: Emitter, last: GraphCall, match: Attention | None, bindings: list[VarBinding]) -> GraphCall:
        """The call of ``nn.attention``; the movements of its operands are appended to `bindings`."""
        if match is None:
            query, key = (self.operand(out, a, scales=False)[0] for a in last.args[:2])
            args = (query.bind(bindings), key.bind(bindings), self.rows(out, last.args[2]).bind(bindings))
            keys = (dimensions(last.args[1]) or (None, None))[-2]
            products = "bfloat16" if tensor_dtype(last) == "bfloat16" else ""
            layout = self.layout(products, last.args[0], last.args[2], keys)
            return update(last, args=(*args, *last.args[3:]), attrs={**last.attrs, **layout})
        assert match.value is not None
        query, a = self.operand(out, match.query)
        key, b = self.operand(out, match.key)
        if match.transposed:
            key = exchange(key, match.key)
        args = (query.bind(bindings), key.bind(bindings), self.rows(out, match.value).bind(bindings))
        layout = self.layout(match.products, match.query, match.value, match.shape[-1])
        attrs: dict[str, Any] = {"scale": match.factor * a * b, "bias_by_key": True, **layout}
        if match.softcap:
            attrs["softcap"] = match.softcap
        if len(match.masks) == 1 and isinstance(match.masks[0], Chosen):
            attrs["masked"] = match.masks[0].number
        if match.safe:
            attrs["safe"] = True
        return GraphCall(Op("nn.attention"), (*args, *self.masks(out, match)), attrs, sinfo=last.sinfo)

    def layout(self, products: str, query: GraphExpr, value: GraphExpr, keys: Expr | None) -> dict[str, Any]:
        """The attributes that say how queries, which have a row each, are padded, and whether both products, whose
        operands may be rounded to the type `products`, are computed in tile registers."""
        if products and self.costs.tile_rows_bf16 and _fill_tiles(query, value, keys):
            return {"products": products, "query_tile": TILE_COLUMNS}
        dims = dimensions(query) or ()
        return {"query_tile": query_tile(as_int(dims[-2]) if len(dims) > 1 else None, self.costs)}

    def operand(self, out: Emitter, value: GraphExpr, scales: bool = True) -> tuple[Operand, float]:
        """The source that `value` is moved from, and the product of the scales applied between, if `scales`.

        Reshapes next to the source are views, which stay outside of the group.
        """
        moved: list[GraphVar] = []
        source, inside, factor = value, 0, 1.0
        while isinstance(source, GraphVar) and (call := self.func.calls.get(source)) is not None:
            split = scale_of(call) if scales else None
            if split is not None:
                source, inside, factor = split[0], len(moved), factor * split[1]
            elif operator_name(call) in MOVEMENTS:
                moved.append(source)
                source = call.args[0]
            else:
                break
        while len(moved) > inside and view_offset(self.func.calls[moved[-1]]) is not None:
            source = moved.pop()
        operand = Operand(source, tuple(self.func.calls[v] for v in reversed(moved)))
        operand = self.shared(out, operand) or operand
        return (operand, factor) if operand.layout() is not None else (Operand(value), 1.0)

    def shared(self, out: Emitter, operand: Operand) -> Operand | None:
        """The operand without repetition of its heads (grouped queries), or None if its heads are not repeated.

        Exporters repeat keys (B, 2, T, D) to (B, 8, T, D) by ``broadcast_to`` of (B, 2, 1, T, D) and ``reshape``. The
        kernel reads each of the 2 heads for 4 heads of queries.
        """
        join = self.func.call(operand.source, "reshape")
        spread = self.func.call(join.args[0], "broadcast_to") if join is not None else None
        if spread is None or any(operator_name(m) != "transpose" or not m.attrs.get("axes") for m in operand.moves):
            return None
        small, wide, merged = (dimensions(v) or () for v in (spread.args[0], spread, operand.source))
        # The broadcast must repeat exactly one dimension of extent 1, right after the heads.
        at = [n for n, (a, b) in enumerate(zip(small, wide, strict=False)) if not same(a, b)]
        if len(small) != len(wide) or len(at) != 1 or at[0] == 0 or as_int(small[at[0]]) != 1:
            return None
        before, after = wide[: at[0] - 1], wide[at[0] + 1 :]
        count, heads = as_int(wide[at[0]]), as_int(wide[at[0] - 1])
        joined = const_like((count or 0) * (heads or 0), "int64")
        if count is None or heads is None or not are_same(merged, (*before, joined, *after)):
            return None
        dims, info = (*before, wide[at[0] - 1], *after), operand.source.sinfo
        assert isinstance(info, TensorStructInfo)
        source = out.emit(reshape_to(out.resolve(spread.args[0]), dims))
        moves = []
        for move in operand.moves:
            dims = tuple(dims[int(a) % len(dims)] for a in move.attrs["axes"])
            moves.append(update(move, sinfo=TensorStructInfo(dims, info.dtype)))
        return Operand(source, tuple(moves))

    def rows(self, out: Emitter, value: GraphExpr) -> Operand:
        """The operand before its movements if rows are contiguous there, as vector loads need; else `value` itself."""
        operand, _ = self.operand(out, value, scales=False)
        layout = operand.layout()
        return operand if layout is not None and layout.has_contiguous_rows else Operand(value)

    def masks(self, out: Emitter, match: Attention) -> tuple[GraphExpr, ...]:
        """The mask operands: (…, keys, queries) addends or booleans of scores to keep, then the dropped queries."""
        bias = self.bias(out, match)
        if match.dropped is None:
            return bias
        return (*(bias or (NULL,)), self.negated(out, match.dropped, match.drop_inverted))

    def bias(self, out: Emitter, match: Attention) -> tuple[GraphExpr, ...]:
        """The masks as one operand with keys before queries, computed once for all layers that share them."""
        if match.masks not in self.biases:
            self.biases[match.masks] = self.joined(out, match)
        return self.biases[match.masks]

    def joined(self, out: Emitter, match: Attention) -> tuple[GraphExpr, ...]:
        first, *more = match.masks or (None,)
        if isinstance(first, Chosen) and not more:
            return (self.by_key(out, self.negated(out, first.keep, first.inverted), match.shape),)
        total: GraphExpr | None = None
        for mask in match.masks:
            total = mask.apply(out, total)
        return () if total is None else (self.by_key(out, total, match.shape),)

    def negated(self, out: Emitter, condition: GraphExpr, inverted: bool) -> GraphExpr:
        if not inverted:
            return out.resolve(condition)
        negation = self.func.call(condition, "logical_not")
        if negation is not None:
            return out.resolve(negation.args[0])
        return out.emit(GraphCall(Op("logical_not"), (out.resolve(condition),)))

    def by_key(self, out: Emitter, mask: GraphExpr, scores: Dims) -> GraphExpr:
        """A mask (…, S, T) transposed to (…, T, S), once for all layers that share it."""
        mask = out.resolve(mask)
        if mask not in self.transposed:
            shape = dimensions(mask)
            assert shape is not None
            transposed: GraphExpr = mask
            if len(shape) == 1 and as_int(shape[0]) != 1:
                transposed = out.emit(reshape_to(mask, (shape[0], 1)))
            elif isinstance(mask, Constant) and len(shape) > 1:
                transposed = Constant(np.ascontiguousarray(mask.data.swapaxes(-1, -2)))
            elif len(shape) > 1 and 1 in map(as_int, shape[-2:]):
                transposed = out.emit(reshape_to(mask, (*shape[:-2], shape[-1], shape[-2])))
            elif len(shape) > 1:
                axes = exchanged(range(len(shape)))
                transposed = _as_scores(out, out.emit(GraphCall(Op("transpose"), (mask,), {"axes": axes})), scores)
            self.transposed[mask] = transposed
        return self.transposed[mask]


def _fill_tiles(query: GraphExpr, value: GraphExpr, keys: Expr | None) -> bool:
    """Whether all sizes are static, and there are enough queries, keys, depth and width for a register each."""
    rows, values = dimensions(query) or (), dimensions(value) or ()
    if not 3 <= len(rows) <= 5 or not values or keys is None:
        return False
    sizes = [as_int(n) for n in (*rows[-2:], keys, values[-1])]
    leading = [as_int(n) for n in (*rows[:-2], *values[:-2])]
    return None not in leading and all(n is not None and n >= TILE_ROWS for n in sizes)


def _as_scores(out: Emitter, mask: GraphExpr, scores: Dims) -> GraphExpr:
    """A transposed mask broadcast to (keys, queries), unless it provably has this shape."""
    shape, own = dimensions(mask), (scores[-1], scores[-2])
    if shape is None or are_same(shape[-2:], own):
        return mask
    wide = ShapeExpr((*shape[:-2], *own))
    return out.emit(GraphCall(Op("broadcast_to"), (mask, wide)))
