"""Attention as one kernel: softmax(Q Kᵀ) V without the scores of all queries in memory."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from mlcc.analysis import same, simplify
from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    MatchCast,
    Op,
    ShapeExpr,
    TensorStructInfo,
    Var,
    VarBinding,
    as_int,
    const,
    const_like,
    free_vars,
    substitute,
    update,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt

from ..operators import (
    NULL,
    VIEWS,
    are_same,
    dimensions,
    operator_name,
    reshape_to,
    scalar,
    tensor_dtype,
    view_offset,
)  # fmt: skip
from ..rewrite import Emitter, map_branches, rewrite
from .fuse_ops import Groups, make_group
from .pass_ import Pass

#: Operators whose results are elements of their operand in another order.
_MOVEMENTS = VIEWS | {"transpose", "strided_slice"}
#: Scores, which are far smaller, are lost in the rounding of numbers as low as this.
_LOWEST = -1e30
#: Numbers that stand for symbolic dimensions where only the order of elements in memory is asked for.
_STAND_INS = (5, 7, 11, 13, 17, 19, 23)
#: Movements of larger values are not followed: a stand-in takes a byte for each element.
_LARGEST_STAND_IN = 1 << 30

Dims = tuple[Expr, ...]


@dataclass(frozen=True)
class FuseAttention(Pass):
    """Replace the calls of an attention, ``matmul(softmax(matmul(q, k) * scale + mask), v)`` over the last axis, by
    ``nn.attention``, in a group with the transposes, slices and reshapes of its operands and of its result.

    A scale may be a product or quotient with a number, on the scores, with their masks or without, or on `q` or `k`;
    scores may be capped by ``c * tanh(scores / c)``; masks are added, or choose between scores and a number by `where`;
    weights that are NaN, and those of queries that a condition hides, may become 0. Values between must have no other
    users. The depths of heads must be numbers, other dimensions may be symbolic, elements float32 or float64. Attention
    with few queries, whose vectors would stay mostly empty, is left alone.
    """

    name: ClassVar[str] = "FuseAttention"

    def __call__(self, module: IRModule) -> IRModule:
        groups = Groups(module)
        new = dict(module.functions)
        for name, func in module.graph_funcs.items():
            if not func.attrs.get("Primitive"):
                new[name] = self._run(func, module, groups)
        return module.with_functions({**groups.functions, **new}) if groups.functions else module

    def _run(self, func: GraphFunction, module: IRModule, groups: Groups) -> GraphFunction:
        rewriter = _Rewriter(_Function(func), groups)
        found = rewrite(func, rewriter.rule, module) if rewriter.found else func
        return map_branches(found, lambda branch: self._run(branch, module, groups))


class _Function:
    """What defines and what uses each variable of a graph function."""

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
        """The operator call that defines `value`, if that is used once."""
        return self.calls.get(value) if isinstance(value, GraphVar) and self.count[value] == 1 else None


@dataclass(frozen=True)
class _Added:
    """`value` times `factor` is added to the scores."""

    value: GraphExpr
    factor: float = 1.0

    def scaled(self, factor: float) -> _Added:
        return replace(self, factor=self.factor * factor)

    def apply(self, out: Emitter, total: GraphExpr | None) -> GraphExpr:
        """What is added to the scores in all, after `total`."""
        value = out.resolve(self.value)
        if self.factor != 1.0 and isinstance(value, Constant):
            value = Constant(value.data * np.asarray(self.factor, value.data.dtype))
        elif self.factor != 1.0:
            value = out.emit(GraphCall(Op("multiply"), (value, _constant(self.factor, value))))
        return value if total is None else out.emit(GraphCall(Op("add"), (total, value)))


@dataclass(frozen=True)
class _Chosen:
    """Scores stay where `keep` holds (where `inverted`, where it does not) and are `number` elsewhere."""

    keep: GraphExpr
    inverted: bool
    number: float
    dtype: str

    def scaled(self, factor: float) -> _Chosen:
        return replace(self, number=self.number * factor)

    def apply(self, out: Emitter, total: GraphExpr | None) -> GraphExpr:
        """What is added to the scores in all, after `total`, where a score added to `number` leaves it as it is."""
        number, zero = (Constant(np.asarray(n, dt.numpy_dtype(self.dtype))) for n in (self.number, 0.0))
        sides = (zero if total is None else total, number)
        return out.emit(GraphCall(Op("where"), (out.resolve(self.keep), *(sides[::-1] if self.inverted else sides))))

    def absorbs(self) -> bool:
        return self.number <= _LOWEST


_Mask = _Added | _Chosen


@dataclass(frozen=True)
class _Attention:
    """The operands of an attention: `key` as it is, (…, D, T) where `transposed`; masks in the order of their use;
    the scores' shape; `dropped` (…, S, 1) says which queries give 0, or where `drop_inverted` which do not."""

    query: GraphExpr
    key: GraphExpr
    transposed: bool
    shape: Dims = ()
    value: GraphExpr | None = None
    factor: float = 1.0
    softcap: float = 0.0
    masks: tuple[_Mask, ...] = ()
    safe: bool = False
    dropped: GraphExpr | None = None
    drop_inverted: bool = False

    def scaled(self, factor: float) -> _Attention | None:
        """The attention whose scores are these times a number."""
        if self.softcap and not factor > 0:
            return None
        masks = tuple(mask.scaled(factor) for mask in self.masks)
        return replace(self, factor=self.factor * factor, softcap=self.softcap * factor, masks=masks)

    def masked(self, mask: _Mask) -> _Attention | None:
        """The attention whose scores are these with one more mask, where their sum is one mask."""
        chosen = [m for m in (*self.masks, mask) if isinstance(m, _Chosen)]
        if self.masks and not all(m.absorbs() for m in chosen):
            return None
        return replace(self, masks=(*self.masks, mask))


class _Matcher:
    """Recognises attention from its last product backwards."""

    def __init__(self, func: _Function) -> None:
        self.func = func

    def attention(self, call: GraphCall) -> _Attention | None:
        """The attention whose last product `call` is, if it is worth a kernel."""
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
        found = self.scores(weights.args[0])
        if found is None or not self.fits(replace(found, value=call.args[1]), call, shape):
            return None
        found = replace(found, dropped=dropped, drop_inverted=inverted)
        return replace(found, value=call.args[1], safe=kept is not None, shape=shape)

    def selected(self, value: GraphExpr) -> tuple[GraphExpr, GraphExpr | None, bool]:
        """w, the condition c, and whether it is inverted, of ``where(c, 0, w)`` used once, where c is one value per row
        of w: a row of zeros gives a row of zeros in the product. Other values are their own w, without a condition."""
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
        """w of ``where(isnan(w), 0, w)``, if nothing else uses it: weights that are 0 where a row has no key."""
        choice = self.func.only(value)
        if choice is None or operator_name(choice) != "where" or scalar(choice.args[1]) != 0:
            return None
        test, weights = self.func.only(choice.args[0]), choice.args[2]
        if test is None or operator_name(test) != "isnan" or test.args[0] is not weights:
            return None
        return weights if isinstance(weights, GraphVar) and self.func.count[weights] == 2 else None

    def fits(self, found: _Attention, call: GraphCall, scores: Dims) -> bool:
        """Leading dimensions that are those of the result, and a kernel that is not slower: products with padded
        queries cost what it saves, unless other kernels would have to pad the scores' rows as well."""
        from mlcc.topi import padded_queries

        assert found.value is not None
        shapes = [dimensions(v) for v in (found.query, found.key, found.value)]
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
        ragged = columns is None or columns % 16 != 0
        filled = rows is None or (rows >= 16 and (4 * padded_queries(rows) <= 5 * rows or ragged))
        return are_same(query[:-2], scores[:-2]) and heads and filled

    def scores(self, value: GraphExpr) -> _Attention | None:
        """What the scores `value`, used once, are made of."""
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
                found = self.scores(call.args[0])
                return None if found is None or found.masks or found.softcap else replace(found, softcap=1.0)
            case "add":
                assert call is not None
                return next(self.added(call), None)
            case "where":
                assert call is not None
                return next(self.chosen(call), None)
        return None

    def product(self, call: GraphCall) -> _Attention | None:
        transposed = not call.attrs.get("transpose_b", operator_name(call) == "nn.batch_matmul")
        if call.attrs.get("transpose_a") or call.attrs.get("out_dtype"):
            return None
        return _Attention(call.args[0], call.args[1], transposed)

    def scaled(self, call: GraphCall) -> _Attention | None:
        split = _scale_of(call)
        if split is None:
            return None
        found = self.scores(split[0])
        return None if found is None else found.scaled(split[1])

    def added(self, call: GraphCall) -> Iterator[_Attention]:
        for scores, bias in (call.args, call.args[::-1]):
            found = self.scores(scores) if are_same(dimensions(scores), dimensions(call)) else None
            if found is not None and dimensions(bias) is not None:
                masked = found if _is_zero(bias) else found.masked(_Added(bias))
                yield from () if masked is None else (masked,)

    def chosen(self, call: GraphCall) -> Iterator[_Attention]:
        keep, *sides = call.args
        for inverted, (scores, other) in enumerate((sides, sides[::-1])):
            number = scalar(other)
            if number is None or not are_same(dimensions(scores), dimensions(call)) or dimensions(keep) is None:
                continue
            found = self.scores(scores)
            masked = found and found.masked(_Chosen(keep, bool(inverted), number, tensor_dtype(call)))
            yield from () if masked is None else (masked,)


def _is_zero(value: GraphExpr) -> bool:
    """Whether a value is a constant of zeros, as exporters add where there is no mask."""
    return isinstance(value, Constant) and not value.data.any()


def _is_plain_product(call: GraphCall) -> bool:
    """Whether a call is A B, neither transposed."""
    name = operator_name(call)
    transposed = call.attrs.get("transpose_a") or call.attrs.get("transpose_b", name == "nn.batch_matmul")
    return name in ("matmul", "nn.batch_matmul") and not transposed and not call.attrs.get("out_dtype")


def _scale_of(call: GraphCall) -> tuple[GraphExpr, float] | None:
    """x and c of a call that is x * c or x / c in the shape of x."""
    name = operator_name(call)
    pairs = (call.args, call.args[::-1]) if name == "multiply" else (call.args,) if name == "divide" else ()
    for value, other in pairs:
        number = scalar(other)
        if number is not None and are_same(dimensions(value), dimensions(call)):
            if name == "multiply":
                return value, number
            return (value, 1.0 / number) if number else None
    return None


@dataclass(frozen=True)
class _Operand:
    """`moves`, first to last, of `source`."""

    source: GraphExpr
    moves: tuple[GraphCall, ...] = ()

    def layout(self) -> np.ndarray[Any, Any] | None:
        """An array of bytes that lies in memory as the operand lies in its source; None where it lies in pieces."""
        shapes = _stand_ins([dimensions(value) for value in (self.source, *self.moves)])
        if shapes is None or math.prod(shapes[0]) > _LARGEST_STAND_IN:
            return None
        found: np.ndarray[Any, Any] | None = np.empty(shapes[0], np.uint8)
        for call, shape in zip(self.moves, shapes[1:], strict=False):
            found = _moved(found, call, shape) if found is not None else None
        return found

    def bind(self, bindings: list[VarBinding]) -> GraphExpr:
        """The value that the moves give, each bound to a new variable."""
        value = self.source
        for call in self.moves:
            bindings.append(VarBinding(GraphVar("moved", call.sinfo), update(call, args=(value, *call.args[1:]))))
            value = bindings[-1].var
        return value


def _stand_ins(shapes: Sequence[Dims | None]) -> list[tuple[int, ...]] | None:
    """Shapes with a number of its own for each symbol; None where one is unknown."""
    known = [s for s in shapes if s is not None]
    symbols: dict[Var, None] = dict.fromkeys(v for shape in known for d in shape for v in free_vars(d))
    if len(known) < len(shapes) or len(symbols) > len(_STAND_INS):
        return None
    sizes = {v: const(n, v.dtype) for v, n in zip(symbols, _STAND_INS, strict=False)}
    numbers = [[as_int(simplify(substitute(d, sizes))) for d in shape] for shape in known]
    return None if any(n is None for row in numbers for n in row) else [tuple(n or 0 for n in row) for row in numbers]


def _moved(x: np.ndarray[Any, Any], call: GraphCall, shape: tuple[int, ...]) -> np.ndarray[Any, Any] | None:
    """The result of a movement as a view of `x`, or None where there is none."""
    attrs = call.attrs
    match operator_name(call):
        case "transpose":
            transposed: np.ndarray[Any, Any] = x.transpose(attrs.get("axes"))
            return transposed
        case "strided_slice":
            begin, axes = attrs.get("begin", ()), attrs.get("axes") or range(x.ndim)
            first = {a % x.ndim: as_int(b) for a, b in zip(axes, begin, strict=False)}
            if len(call.args) > 1 or any(as_int(n) != 1 for n in attrs.get("strides") or ()) or None in first.values():
                return None
            starts = [_clamped(first.get(a) or 0, n) for a, n in enumerate(x.shape)]
            cut: np.ndarray[Any, Any] = x[tuple(slice(a, a + n) for a, n in zip(starts, shape, strict=True))]
            return cut
    if math.prod(shape) != x.size:
        return None  # for other sizes than the stand-ins it may fit
    flat = x.reshape(shape)
    return flat if np.may_share_memory(flat, x) or not flat.size else None


def _clamped(begin: int, size: int) -> int:
    return max(0, begin + size) if begin < 0 else min(begin, size)


class _Rewriter:
    """Builds the groups of one function; `found` maps the variable that a group gives to the attention's last call."""

    def __init__(self, func: _Function, groups: Groups) -> None:
        self.func, self.groups = func, groups
        self.matcher = _Matcher(func)
        self.transposed: dict[GraphExpr, GraphExpr] = {}
        self.biases: dict[tuple[_Mask, ...], tuple[GraphExpr, ...]] = {}
        self.found: dict[GraphVar, tuple[GraphVar, _Attention | None]] = {}
        for var, call in func.calls.items():
            match = self.matcher.attention(call)
            if match is not None or operator_name(call) == "nn.attention" and dimensions(call) is not None:
                self.found[self.last(var)] = (var, match)

    def last(self, var: GraphVar) -> GraphVar:
        """The transpose after an attention, if it leaves rows whole and nothing else uses the result."""
        users = self.func.users.get(var, [])
        call = self.func.call(users[0], "transpose") if len(users) == 1 and self.func.count[var] == 1 else None
        shape = dimensions(var)
        if call is None or shape is None:
            return var
        axes = call.attrs.get("axes")
        return users[0] if axes and axes[-1] % len(shape) == len(shape) - 1 else var

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if var not in self.found:
            return None
        at, match = self.found[var]
        bindings: list[VarBinding] = []
        result = GraphVar(at.name, at.sinfo)
        bindings.append(VarBinding(result, self.call(out, self.func.calls[at], match, bindings)))
        if at is not var:
            bindings.append(VarBinding(GraphVar(var.name, var.sinfo), update(self.func.calls[var], args=(result,))))
        group, inputs = make_group(bindings, bindings[-1].var, "nn.attention")
        callee = self.groups.add(group, "attention")
        return GraphCall(callee, tuple(out.resolve(i) for i in inputs), sinfo=var.sinfo)

    def call(self, out: Emitter, last: GraphCall, match: _Attention | None, bindings: list[VarBinding]) -> GraphCall:
        """The call of ``nn.attention``; what moves its operands is added to `bindings`."""
        if match is None:
            query, key = (self.operand(out, a, scales=False)[0] for a in last.args[:2])
            args = (query.bind(bindings), key.bind(bindings), self.rows(out, last.args[2]).bind(bindings))
            return update(last, args=(*args, *last.args[3:]))
        assert match.value is not None
        query, a = self.operand(out, match.query)
        key, b = self.operand(out, match.key)
        if match.transposed:
            key = _exchange(key, match.key)
        args = (query.bind(bindings), key.bind(bindings), self.rows(out, match.value).bind(bindings))
        attrs: dict[str, Any] = {"scale": match.factor * a * b, "bias_by_key": True}
        if match.softcap:
            attrs["softcap"] = match.softcap
        if len(match.masks) == 1 and isinstance(match.masks[0], _Chosen):
            attrs["masked"] = match.masks[0].number
        if match.safe:
            attrs["safe"] = True
        return GraphCall(Op("nn.attention"), (*args, *self.masks(out, match)), attrs, sinfo=last.sinfo)

    def operand(self, out: Emitter, value: GraphExpr, scales: bool = True) -> tuple[_Operand, float]:
        """What `value` is moved from, and the number that it is scaled by on the way if `scales`.

        Reshapes of whole tensors next to the source cost nothing and stay outside.
        """
        moved: list[GraphVar] = []
        source, inside, factor = value, 0, 1.0
        while isinstance(source, GraphVar) and (call := self.func.calls.get(source)) is not None:
            split = _scale_of(call) if scales else None
            if split is not None:
                source, inside, factor = split[0], len(moved), factor * split[1]
            elif operator_name(call) in _MOVEMENTS:
                moved.append(source)
                source = call.args[0]
            else:
                break
        while len(moved) > inside and view_offset(self.func.calls[moved[-1]]) is not None:
            source = moved.pop()
        found = _Operand(source, tuple(self.func.calls[v] for v in reversed(moved)))
        found = self.shared(out, found) or found
        return (found, factor) if found.layout() is not None else (_Operand(value), 1.0)

    def shared(self, out: Emitter, operand: _Operand) -> _Operand | None:
        """Keys or values with each head once, of an operand that is transposed from heads repeated one by one."""
        join = self.func.call(operand.source, "reshape")
        spread = self.func.call(join.args[0], "broadcast_to") if join is not None else None
        if spread is None or any(operator_name(m) != "transpose" or not m.attrs.get("axes") for m in operand.moves):
            return None
        small, wide, merged = (dimensions(v) or () for v in (spread.args[0], spread, operand.source))
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
        return _Operand(source, tuple(moves))

    def rows(self, out: Emitter, value: GraphExpr) -> _Operand:
        """The operand if its rows are contiguous, which the kernel reads in vectors; else as it stands."""
        found, _ = self.operand(out, value, scales=False)
        layout = found.layout()
        whole = layout is not None and (layout.shape[-1] == 1 or layout.strides[-1] == 1)
        return found if whole else _Operand(value)

    def masks(self, out: Emitter, match: _Attention) -> tuple[GraphExpr, ...]:
        """The mask by key (what is added, or booleans that say which scores are kept); the queries that are dropped."""
        bias = self.bias(out, match)
        if match.dropped is None:
            return bias
        return (*(bias or (NULL,)), self.negated(out, match.dropped, match.drop_inverted))

    def bias(self, out: Emitter, match: _Attention) -> tuple[GraphExpr, ...]:
        """The masks as one operand by key, computed once for all layers that share them."""
        if match.masks not in self.biases:
            self.biases[match.masks] = self.joined(out, match)
        return self.biases[match.masks]

    def joined(self, out: Emitter, match: _Attention) -> tuple[GraphExpr, ...]:
        first, *more = match.masks or (None,)
        if isinstance(first, _Chosen) and not more:
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
        """A mask (…, S, T) as (…, T, S); done once for all layers that share it."""
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
                axes = _exchanged(range(len(shape)))
                transposed = _as_scores(out, out.emit(GraphCall(Op("transpose"), (mask,), {"axes": axes})), scores)
            self.transposed[mask] = transposed
        return self.transposed[mask]


def _constant(number: float, like: GraphExpr) -> Constant:
    return Constant(np.asarray(number, dt.numpy_dtype(tensor_dtype(like))))


def _as_scores(out: Emitter, mask: GraphExpr, scores: Dims) -> GraphExpr:
    """A transposed mask with the scores' keys and queries, where it is not known before run time that it has these."""
    shape, own = dimensions(mask), (scores[-1], scores[-2])
    if shape is None or are_same(shape[-2:], own):
        return mask
    wide = ShapeExpr((*shape[:-2], *own))
    return out.emit(GraphCall(Op("broadcast_to"), (mask, wide)))


def _exchanged(axes: Sequence[int]) -> list[int]:
    """`axes` with the last two exchanged."""
    return [*axes[:-2], axes[-1], axes[-2]]


def _exchange(operand: _Operand, value: GraphExpr) -> _Operand:
    """The operand `value` with its last two dimensions exchanged; two transposes in a row become one, or none."""
    info = value.sinfo
    assert isinstance(info, TensorStructInfo)
    assert info.shape is not None
    before, axes = operand.moves, list(range(info.ndim))
    if before and operator_name(before[-1]) == "transpose" and before[-1].attrs.get("axes"):
        axes = [int(a) % info.ndim for a in before[-1].attrs["axes"]]
        before = before[:-1]
    if _exchanged(axes) == list(range(info.ndim)):
        return replace(operand, moves=before)
    transposed = TensorStructInfo(tuple(info.shape[a] for a in _exchanged(range(info.ndim))), info.dtype)
    call = GraphCall(Op("transpose"), (operand.source,), {"axes": _exchanged(axes)}, sinfo=transposed)
    return replace(operand, moves=(*before, call))
