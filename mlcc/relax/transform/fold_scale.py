"""Folds batch norms and per-channel scales into the weights of the convolution or matrix product before them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    VarBinding,
    as_int,
    structural_equal,
    update,
    walk,
)

from ..operators import operator_name
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

#: Operator to (axis of the output channels in the result, axis of the output channels in the weight).
_SCALED = {
    "nn.conv1d": (1, 0),
    "nn.conv2d": (1, 0),
    "nn.conv3d": (1, 0),
    "nn.conv": (1, 0),
    "nn.dense": (-1, 0),
    "matmul": (-1, -1),
}
_HALVES = ("float16", "bfloat16")
Array = np.ndarray[Any, Any]


def channel_vector(value: GraphExpr, axis: int, like: GraphExpr) -> Array | None:
    """A constant that varies along `axis` of `like` only, as a vector (size 1 if scalar); else None."""
    info = like.sinfo
    if not isinstance(value, Constant) or not isinstance(info, TensorStructInfo) or info.shape is None:
        return None
    data, rank = value.data, info.ndim
    if data.size == 1:
        return data.reshape(1) if data.ndim <= rank else None
    axis %= rank
    position = data.ndim - (rank - axis)
    if position < 0 or data.ndim > rank or data.shape[position] != data.size:
        return None
    return data.reshape(-1) if as_int(info.shape[axis]) == data.size else None


def along(vector: Array, axis: int, rank: int) -> Array:
    """The vector shaped to broadcast along `axis` of a tensor of `rank`."""
    shape = [1] * rank
    shape[axis % rank] = vector.size
    return vector.reshape(shape)


class Folder:
    """Rewrites one function; `defs` has what its new variables are bound to, `uses` how often each is read."""

    def __init__(self, func: GraphFunction) -> None:
        self.defs: dict[GraphVar, GraphExpr] = {}
        self.uses: dict[GraphVar, int] = {}
        self.alias: dict[GraphVar, GraphVar] = {}
        #: What 16-bit constants of this pass were before they were rounded, by the identity of their (kept) array.
        self.unrounded: dict[int, tuple[Array, Array]] = {}
        for node in [*(b.value for b in func.bindings() if isinstance(b, VarBinding)), func.body.body]:
            for v in walk(node):
                if isinstance(v, GraphVar):
                    self.uses[v] = self.uses.get(v, 0) + 1

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        new = value
        if isinstance(value, GraphCall) and isinstance(value.op, Op):
            if value.op.name == "nn.batch_norm":
                new = self.batch_norm(out, value) or value
            if isinstance(new, GraphCall) and isinstance(new.op, Op) and new.op.name in ("multiply", "add"):
                new = self.affine(out, new) or new
        if isinstance(new, GraphVar):
            return new
        if isinstance(new, GraphCall) and new.sinfo is None:
            new = update(new, sinfo=var.sinfo)
        bound = out.emit(new, like=var)
        self.note(bound, new, var)
        return bound

    def note(self, bound: GraphVar, value: GraphExpr, old: GraphVar) -> None:
        """Remember the value of a variable that stands for an old one."""
        self.defs[bound] = value
        self.uses[bound] = self.uses.get(old, 0)

    def emit(self, out: Emitter, op: str, x: GraphExpr, constant: Array) -> GraphVar:
        """A temporary that exactly one later binding will use, unless :meth:`affine` folds it away at once."""
        call: GraphExpr = GraphCall(Op(op), (x, Constant(constant)), sinfo=x.sinfo)
        folded = self.affine(out, call)  # type: ignore[arg-type]
        call = folded or call
        if isinstance(call, GraphVar):
            return call
        var = out.emit(call)
        self.defs[var] = call
        self.uses[var] = 1
        return var

    def batch_norm(self, out: Emitter, call: GraphCall) -> GraphExpr | None:
        """``x * scale + shift`` with constant scale and shift."""
        x, *stats = call.args
        constants = [s.data for s in stats if isinstance(s, Constant)]
        if len(stats) != 4 or len(constants) != 4 or not isinstance(x.sinfo, TensorStructInfo):
            return None
        gamma, beta, mean, var = (s.astype(np.float64) for s in constants)
        scale = gamma / np.sqrt(var + call.attrs.get("epsilon", 1e-5))
        shift = beta - mean * scale
        dtype, rank = constants[0].dtype, x.sinfo.ndim
        axis = call.attrs.get("axis", 1)
        if x.sinfo.dtype in _HALVES and not self.is_scaled(x):
            # A rounded shift would be an error of all pixels of a channel alike, which sums of windows do not average.
            wide = out.emit(GraphCall(Op("cast"), (x,), {"dtype": "float32"}))
            scaled = out.emit(GraphCall(Op("multiply"), (wide, Constant(along(scale.astype(np.float32), axis, rank)))))
            total = out.emit(GraphCall(Op("add"), (scaled, Constant(along(shift.astype(np.float32), axis, rank)))))
            return GraphCall(Op("cast"), (total,), {"dtype": x.sinfo.dtype}, sinfo=x.sinfo)
        scaled = self.emit(out, "multiply", x, self.rounded(along(scale, axis, rank), dtype))
        return GraphCall(Op("add"), (scaled, Constant(self.rounded(along(shift, axis, rank), dtype))), sinfo=x.sinfo)

    def is_scaled(self, x: GraphExpr) -> bool:
        """Whether a product with a channel vector becomes part of the weights of the call before, and of its bias."""
        inner = self.defs.get(x) if isinstance(x, GraphVar) and self.uses.get(x, 0) == 1 else None
        if not isinstance(inner, GraphCall):
            return False
        biased = operator_name(inner) == "add" and isinstance(inner.args[1], Constant)
        return self.is_scaled(inner.args[0]) if biased else operator_name(inner) in _SCALED

    def rounded(self, values: Array, dtype: np.dtype[Any]) -> Array:
        """Values as an array of a type; 16-bit ones are remembered unrounded, for what is computed of them."""
        result = values.astype(dtype)
        if dtype.name in _HALVES:
            self.unrounded[id(result)] = result, values
        return result

    def exact(self, array: Array) -> Array:
        """What a constant was before it was rounded; 16-bit ones in float64."""
        kept = self.unrounded.get(id(array.base if array.base is not None else array), (array, array))[1]
        return kept.reshape(array.shape).astype(np.float64) if array.dtype.name in _HALVES else array

    def affine(self, out: Emitter, call: GraphCall) -> GraphExpr | None:
        """Fold a product with a channel vector, or merge a sum, into the preceding call if this is its only user."""
        assert isinstance(call.op, Op)
        x, c = call.args
        if isinstance(x, Constant):
            x, c = c, x
        inner = self.defs.get(x) if isinstance(x, GraphVar) and self.uses.get(x, 0) == 1 else None
        if not isinstance(x, GraphVar) or not isinstance(inner, GraphCall) or not isinstance(inner.op, Op):
            return None
        name = inner.op.name
        if name in ("add", "multiply") and isinstance(inner.args[1], Constant):
            return self.through(out, call.op.name, x, inner, c)
        if call.op.name == "multiply" and name in _SCALED:
            return self.into_weight(call, inner, c, *_SCALED[name])
        return None

    def through(self, out: Emitter, op: str, x: GraphVar, inner: GraphCall, c: GraphExpr) -> GraphExpr | None:
        """Merge a product or a sum with the preceding one; both constants vary along one axis only.

        ``(x + b) * c`` becomes ``x * c + b * c``, so that the product can be folded further.
        """
        assert isinstance(inner.op, Op)
        axis = self.channel_axis(inner)
        if axis is None or not isinstance(x.sinfo, TensorStructInfo):
            return None
        vector, before = channel_vector(c, axis, x), channel_vector(inner.args[1], axis, x)
        if vector is None or before is None or vector.dtype != before.dtype:
            return None
        rank, base = x.sinfo.ndim, inner.args[0]
        if base.sinfo is None or not same_type(base, x):
            return None
        if op == inner.op.name:
            one, other = self.exact(before), self.exact(vector)
            merged = self.rounded(along(one + other if op == "add" else one * other, axis, rank), vector.dtype)
            joined = GraphCall(Op(op), (base, Constant(merged)), sinfo=x.sinfo)
            return (self.affine(out, joined) or joined) if op == "multiply" else joined
        if op == "add":
            return None
        scaled = self.emit(out, "multiply", base, along(vector, axis, rank))
        shift = self.rounded(along(self.exact(before) * self.exact(vector), axis, rank), vector.dtype)
        return GraphCall(Op("add"), (scaled, Constant(shift)), sinfo=x.sinfo)

    def channel_axis(self, inner: GraphCall) -> int | None:
        """The axis of the channels: that of the preceding convolution or product, else the axis of the constant."""
        source = self.defs.get(inner.args[0]) if isinstance(inner.args[0], GraphVar) else None
        if isinstance(source, GraphCall) and isinstance(source.op, Op) and source.op.name in _SCALED:
            return _SCALED[source.op.name][0]
        constant, info = inner.args[1], inner.args[0].sinfo
        if not isinstance(constant, Constant) or not isinstance(info, TensorStructInfo):
            return None
        shape = constant.data.shape
        wide = [n - len(shape) for n, d in enumerate(shape) if d != 1]
        return wide[0] % info.ndim if len(wide) == 1 and len(shape) <= info.ndim else None

    def into_weight(
        self, call: GraphCall, inner: GraphCall, c: GraphExpr, axis: int, weight_axis: int
    ) -> GraphExpr | None:
        weight = inner.args[1]
        if not isinstance(weight, Constant):
            return None
        if inner.op.name == "matmul" and weight.data.ndim != 2:  # type: ignore[attr-defined]
            return None
        if inner.attrs.get("transpose_b"):
            weight_axis = -2
        vector = channel_vector(c, axis, call.args[0] if not isinstance(call.args[0], Constant) else call.args[1])
        if vector is None or vector.dtype != weight.data.dtype:
            return None
        scaled = self.exact(weight.data) * along(self.exact(vector), weight_axis, weight.data.ndim)
        weights = Constant(self.rounded(scaled, weight.data.dtype))
        return update(inner, args=(inner.args[0], weights, *inner.args[2:]))


def same_type(a: GraphExpr, b: GraphExpr) -> bool:
    """Whether two tensors have the same shape and dtype: nothing was broadcast between them."""
    x, y = a.sinfo, b.sinfo
    if not isinstance(x, TensorStructInfo) or not isinstance(y, TensorStructInfo):
        return False
    return x is y or (x.dtype == y.dtype and structural_equal(x, y))


@dataclass(frozen=True)
class FoldScale(FunctionPass):
    """Rewrite ``nn.batch_norm`` with constant statistics as a scale and a shift, and fold per-channel scales into the
    constant weights of the convolution or matrix product whose only user they are; consecutive scales and shifts are
    merged."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, Folder(func).rule, module)
