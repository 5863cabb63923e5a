"""Reorders operators to save work: activations before concatenations, channel shuffles after convolutions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    VarBinding,
    update,
    walk,
)  # fmt: skip

from ..operators import fusion_kind, operator_name, reshape_to, static_shape
from ..rewrite import Emitter, rewrite
from .fold_scale import channel_vector
from .pass_ import FunctionPass

Array = np.ndarray[Any, Any]


class Uses:
    """The definitions of the variables of a function that is being rewritten, and how often each is used."""

    def __init__(self, func: GraphFunction) -> None:
        values = [b.value for b in func.bindings() if isinstance(b, VarBinding)]
        nodes = [n for item in (*values, func.body.body) for n in walk(item)]
        self.count = Counter(n for n in nodes if isinstance(n, GraphVar))
        self.calls: dict[GraphExpr, GraphCall] = {}

    def only(self, value: GraphExpr, name: str = "") -> GraphCall | None:
        """The operator call that defines `value`, if it is used once (and is called `name`)."""
        call = self.calls.get(value)
        if call is None or not isinstance(value, GraphVar) or self.count[value] != 1:
            return None
        return call if not name or operator_name(call) == name else None

    def count_of(self, value: GraphExpr) -> int:
        return self.count[value] if isinstance(value, GraphVar) else 0

    def define(self, out: Emitter, call: GraphCall, like: GraphVar | None = None) -> GraphVar:
        """Bind a call; its variable is used as often as `like`, else once."""
        var = out.emit(call, like=like)
        self.calls[var] = update(call, sinfo=var.sinfo)
        self.count[var] = 1 if like is None else self.count[like]
        return var


@dataclass(frozen=True)
class MoveActivations(FunctionPass):
    """Apply an elementwise operator to the operands of a concatenation instead of its result, if each operand is
    computed by a call that it can be fused with: ``relu(concatenate(conv(x), conv(y)))``."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        uses = Uses(func)

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            joined = uses.only(value.args[0], "concatenate") if _is_activation(value) else None
            if joined is not None and isinstance(joined.args[0], GraphTuple):
                parts = joined.args[0].fields
                if all(map(uses.only, parts)):
                    activated = [uses.define(out, GraphCall(value.op, (p,), value.attrs)) for p in parts]
                    value = GraphCall(joined.op, (GraphTuple(tuple(activated)),), joined.attrs)
            return uses.define(out, value, like=var)

        return rewrite(func, rule, module)


def _is_activation(call: GraphCall) -> bool:
    return len(call.args) == 1 and fusion_kind(call) == "elemwise" and operator_name(call) not in ("cast", "bitcast")


@dataclass(frozen=True)
class MoveShuffles(FunctionPass):
    """Shuffle channels after a depthwise convolution instead of before it: its weights are permuted instead.

    Between two grouped convolutions the shuffle then fuses with the conversion of channel blocks.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        uses = Uses(func)

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            moved = _depthwise(out, uses, value) or _shift(out, uses, value)
            return uses.define(out, moved or value, like=var)

        return rewrite(func, rule, module)


@dataclass(frozen=True)
class _Shuffle:
    """``reshape(transpose(reshape(source)))``: channel ``i * inner + j`` of the source is channel ``j * outer + i``."""

    source: GraphExpr
    split: GraphCall
    swap: GraphCall
    join: GraphCall
    outer: int
    inner: int

    def unshuffled(self, x: Array) -> Array:
        """An array with shuffled channels on axis 0, in the channel order of the source."""
        by_channel = x.reshape(self.inner, self.outer, *x.shape[1:])
        moved: Array = np.ascontiguousarray(by_channel.swapaxes(0, 1)).reshape(x.shape)
        return moved

    def after(self, out: Emitter, uses: Uses, value: GraphVar) -> GraphCall | None:
        """The shuffle applied to `value`, which has the channels of the source."""
        shape = static_shape(value)
        assert shape is not None
        split = uses.define(out, reshape_to(value, (shape[0], self.outer, self.inner, *shape[2:])))
        swap = uses.define(out, GraphCall(self.swap.op, (split,), self.swap.attrs))
        return reshape_to(swap, shape)


def _shuffle_of(uses: Uses, value: GraphExpr) -> _Shuffle | None:
    join = uses.only(value, "reshape")
    swap = uses.only(join.args[0], "transpose") if join is not None else None
    split = uses.only(swap.args[0], "reshape") if swap is not None else None
    if join is None or swap is None or split is None or list(swap.attrs.get("axes") or ()) != [0, 2, 1, 3, 4]:
        return None
    before, parts, after = static_shape(split.args[0]), static_shape(swap.args[0]), static_shape(value)
    if before is None or parts is None or before != after or len(before) != 4 or len(parts) != 5:
        return None
    if (parts[0], parts[1] * parts[2], *parts[3:]) != before:
        return None
    return _Shuffle(split.args[0], split, swap, join, parts[1], parts[2])


def _depthwise(out: Emitter, uses: Uses, call: GraphCall) -> GraphCall | None:
    """A depthwise convolution of a shuffle, rewritten as the shuffle of a depthwise convolution."""
    weight = call.args[1] if operator_name(call) == "nn.conv2d" else None
    if not isinstance(weight, Constant) or weight.data.shape[1] != 1:
        return None
    shape = static_shape(call.args[0])
    if shape is None or not int(call.attrs.get("groups", 1)) == shape[1] == weight.data.shape[0]:
        return None
    shuffle = _shuffle_of(uses, call.args[0])
    if shuffle is None:
        return None
    args = (shuffle.source, Constant(shuffle.unshuffled(weight.data)))
    return shuffle.after(out, uses, uses.define(out, GraphCall(call.op, args, call.attrs)))


def _shift(out: Emitter, uses: Uses, call: GraphCall) -> GraphCall | None:
    """A per-channel addition to a shuffled convolution, rewritten likewise."""
    shift = call.args[1] if operator_name(call) == "add" else None
    shuffle = _shuffle_of(uses, call.args[0]) if isinstance(shift, Constant) else None
    if shuffle is None or uses.only(shuffle.source, "nn.conv2d") is None or shift is None:
        return None
    vector = channel_vector(shift, 1, call.args[0])
    if vector is None or vector.size == 1:
        return None
    moved = Constant(shuffle.unshuffled(vector).reshape(-1, 1, 1))
    return shuffle.after(out, uses, uses.define(out, GraphCall(call.op, (shuffle.source, moved))))
