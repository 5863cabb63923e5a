"""Convolutions run on channel-blocked tensors, and so does everything between them.

A tensor [N, C, H, W] is kept as [N, C/c, H, W, c] where `c` is the number of vector lanes: a pixel's block of channels
is one vector. Values are converted only where a plain operator needs them; between two blocked operators nothing moves.
Channels are padded up to whole blocks with zero weights; only operators that keep a padded channel finite may see one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

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
    TensorStructInfo,
    VarBinding,
)

from ..operators import reshape_to
from ..rewrite import Emitter, rewrite
from .fold_scale import channel_vector
from .pass_ import FunctionPass, Pass

if TYPE_CHECKING:
    from mlcc.target import Target

Array = np.ndarray[Any, Any]

#: Unary operators that may run on blocked values, padded channels included (each maps a finite number to a finite one).
_UNARY = frozenset(
    {"nn.relu", "clip", "sigmoid", "tanh", "nn.leaky_relu", "nn.elu", "nn.selu", "nn.celu", "nn.hard_sigmoid",
     "nn.hard_swish", "nn.silu", "nn.gelu", "nn.gelu_tanh", "nn.mish", "nn.softplus", "nn.softsign", "negative", "abs",
     "erf", "identity", "nn.dropout"}
)  # fmt: skip
_BINARY = frozenset({"add", "subtract", "multiply", "maximum", "minimum"})
_POOLS = frozenset({"nn.max_pool2d", "nn.avg_pool2d"})
_GLOBAL_POOLS = {"nn.global_avg_pool": "mean", "nn.global_max_pool": "max"}


@dataclass(frozen=True)
class _Blocked:
    """A value in blocked form: the variable, its true number of channels, and the block. With `groups` over 1 each
    group's channels are padded to whole blocks on their own."""

    value: GraphExpr
    channels: int
    block: int
    groups: int = 1

    @property
    def is_exact(self) -> bool:
        """No padded channels."""
        return self.channels // self.groups % self.block == 0

    def like(self, value: GraphExpr) -> _Blocked:
        """Another value of the same form."""
        return replace(self, value=value)

    def fits(self, other: _Blocked) -> bool:
        """Whether two values lie alike, channel by channel."""
        same = self.block == other.block and self.channels == other.channels
        return same and (self.groups == other.groups or (self.is_exact and other.is_exact))


def block_channels(x: Array, axis: int, block: int) -> Array:
    """Split `axis` into blocks of `block` (zero-padded); the inner part becomes the last axis."""
    count = -(-x.shape[axis] // block)
    widths = [(0, 0)] * x.ndim
    widths[axis] = (0, count * block - x.shape[axis])
    padded = np.pad(x, widths)
    split = padded.reshape(*x.shape[:axis], count, block, *x.shape[axis + 1 :])
    moved: Array = np.moveaxis(split, axis + 1, -1)
    return moved


def block_groups(x: Array, groups: int, block: int) -> Array:
    """Pad the first axis, `groups` runs of equal length, so that each run fills whole blocks."""
    runs = x.reshape(groups, x.shape[0] // groups, *x.shape[1:])
    count = -(-runs.shape[1] // block) * block
    padded = np.pad(runs, [(0, 0), (0, count - runs.shape[1]), *[(0, 0)] * (runs.ndim - 2)])
    flat: Array = padded.reshape(groups * count, *x.shape[1:])
    return flat


def pack_conv_weight(weight: Array, block_in: int, block_out: int) -> Array:
    """[O, C/groups, kh, kw] → [O/bo, C/groups/bi, kh, kw, bi, bo]."""
    return np.ascontiguousarray(block_channels(block_channels(weight, 1, block_in), 0, block_out))


def pack_depthwise_weight(weight: Array, block: int) -> Array:
    """[C, 1, kh, kw] → [C/b, kh, kw, b]."""
    return np.ascontiguousarray(block_channels(weight[:, 0], 0, block))


class _Converter:
    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.blocked: dict[GraphExpr, _Blocked] = {}  # by the plain variable that it stands for
        self.plain: dict[GraphVar, GraphVar] = {}  # plain forms made so far of values that are born blocked

    # ------------------------------------------------------------ conversions
    def to_plain(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """`value` as a plain tensor: converted (once) if it only exists blocked."""
        if isinstance(value, GraphTuple):
            return GraphTuple(tuple(self.to_plain(out, f) for f in value.fields))
        if not isinstance(value, GraphVar) or value not in self.blocked or value not in self.plain:
            return value
        if self.plain[value] is value:
            have = self.blocked[value]
            self.plain[value] = out.emit(self.unblock(out, have), "plain")
        return self.plain[value]

    def unblock(self, out: Emitter, have: _Blocked) -> GraphCall:
        """The call that gives the plain form."""
        if have.groups == 1 or have.is_exact:
            return GraphCall(Op("nn.from_blocked"), (have.value,), {"channels": have.channels})
        info = have.value.sinfo
        assert isinstance(info, TensorStructInfo)
        shape = info.static_shape()
        assert shape is not None
        n, blocks, h, w, lanes = shape
        split = out.emit(reshape_to(have.value, (n, have.groups, blocks // have.groups, h, w, lanes)))
        per_group = have.channels // have.groups
        flat = out.emit(GraphCall(Op("nn.from_blocked"), (split,), {"channels": per_group, "axis": 2}))
        return reshape_to(flat, (n, have.channels, h, w))

    def to_blocked(self, out: Emitter, value: GraphExpr, block: int) -> _Blocked | None:
        """`value` in blocks of `block` channels; None where it cannot be."""
        have = self.blocked.get(value)
        if have is not None and have.block == block and (have.groups == 1 or have.is_exact):
            return have
        info = value.sinfo
        shape = info.static_shape() if isinstance(info, TensorStructInfo) else None
        if not isinstance(value, GraphVar) or shape is None or len(shape) != 4:
            return None
        source = self.to_plain(out, value)
        made = _Blocked(
            out.emit(GraphCall(Op("nn.to_blocked"), (source,), {"block": block}), "blocked"), shape[1], block
        )
        self.blocked.setdefault(value, made)
        return made

    def born(self, out: Emitter, var: GraphVar, call: GraphCall, form: _Blocked) -> GraphExpr:
        """Bind a blocked result, lying as `form` does, in the place of the plain variable `var`."""
        stand_in = GraphVar(var.name, var.sinfo, var.is_dataflow)
        self.blocked[stand_in] = form.like(out.emit(call, "b"))
        self.plain[stand_in] = stand_in  # not made yet
        if not var.is_dataflow:
            return self.export(out, stand_in, var)
        return stand_in

    def export(self, out: Emitter, stand_in: GraphVar, var: GraphVar) -> GraphVar:
        have = self.blocked[stand_in]
        made = out.emit(self.unblock(out, have), like=var)
        self.plain[stand_in] = made
        self.blocked[made] = have
        return made

    # ------------------------------------------------------------ operators
    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        new = None
        if isinstance(value, GraphCall) and isinstance(value.op, Op):
            new = self.convert(out, var, value, value.op.name)
        if new is not None:
            return new
        if isinstance(value, GraphCall):
            args = tuple(self.to_plain(out, a) for a in value.args)
            if all(a is b for a, b in zip(args, value.args, strict=True)):
                return None
            return GraphCall(value.op, args, value.attrs, value.sinfo_args, value.sinfo)
        plain = self.to_plain(out, value)
        return None if plain is value else plain

    def convert(self, out: Emitter, var: GraphVar, call: GraphCall, name: str) -> GraphExpr | None:
        if name == "nn.conv2d":
            return self.conv(out, var, call)
        info = var.sinfo
        shape = info.static_shape() if isinstance(info, TensorStructInfo) else None
        if shape is None or not call.args:
            return None
        first = self.blocked.get(call.args[0])
        if name in _UNARY and first is not None:
            return self.born(out, var, GraphCall(call.op, (first.value,), call.attrs), first)
        if name in _POOLS and first is not None:
            attrs = {**call.attrs, "layout": "NCHWc"}
            return self.born(out, var, GraphCall(call.op, (first.value,), attrs), first)
        if name == "nn.lrn" and first is not None and first.is_exact and int(call.attrs.get("axis", 1)) == 1:
            return self.born(out, var, GraphCall(call.op, (first.value,), {**call.attrs, "layout": "NCHWc"}), first)
        if name in _GLOBAL_POOLS and first is not None and first.is_exact:
            return self.global_pool(out, first, _GLOBAL_POOLS[name], shape)
        if name == "mean" and first is not None and first.is_exact and self.is_spatial(call):
            return self.global_pool(out, first, "mean", shape)
        if name in _BINARY:
            return self.binary(out, var, call, shape)
        if name == "concatenate" and isinstance(call.args[0], GraphTuple):
            return self.concat(out, var, call, call.args[0])
        return None

    def is_spatial(self, call: GraphCall) -> bool:
        axis = call.attrs.get("axis")
        info = call.args[0].sinfo
        if not isinstance(info, TensorStructInfo) or info.ndim != 4 or not isinstance(axis, (list, tuple)):
            return False
        return sorted(a % 4 for a in axis) == [2, 3]

    def global_pool(self, out: Emitter, x: _Blocked, op: str, shape: tuple[int, ...]) -> GraphExpr:
        """One number per channel: the blocked order is the plain order, so the rest is a view."""
        pooled = out.emit(GraphCall(Op(op), (x.value,), {"axis": [2, 3], "keepdims": True}), "pool")
        return reshape_to(pooled, shape)

    def conv(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        x, weight = call.args[:2]
        shape = x.sinfo.static_shape() if isinstance(x.sinfo, TensorStructInfo) else None
        if not isinstance(weight, Constant) or shape is None or len(shape) != 4:
            return None
        w = weight.data
        groups = int(call.attrs.get("groups", 1))
        outputs, inputs, lanes = w.shape[0], w.shape[1], self.lanes
        attrs = {k: v for k, v in call.attrs.items() if k != "groups"}
        if groups > 1 and inputs == 1 and outputs == shape[1] == groups:
            return self.depthwise(out, var, x, w, attrs)
        if groups > 1 and (inputs % lanes or (outputs // groups) % lanes):
            return self.grouped(out, var, x, w, {**attrs, "groups": groups})
        if outputs < lanes // 2:
            return None
        have = self.blocked.get(x)
        block = have.block if have is not None else lanes if inputs * groups >= lanes else shape[1]
        data = self.to_blocked(out, x, block)
        if data is None:
            return None
        packed = Constant(pack_conv_weight(w, block, lanes))
        if groups > 1:
            attrs["groups"] = groups
        blocked = GraphCall(Op("nn.conv2d_nchwc"), (data.value, packed), attrs)
        return self.born(out, var, blocked, _Blocked(data.value, outputs, lanes))

    def depthwise(self, out: Emitter, var: GraphVar, x: GraphExpr, w: Array, attrs: dict[str, Any]) -> GraphExpr | None:
        data = self.blocked.get(x)
        if data is None or data.block != self.lanes:
            data = self.to_blocked(out, x, self.lanes)
        if data is None:
            return None
        packed = Constant(pack_depthwise_weight(block_groups(w, data.groups, self.lanes), self.lanes))
        call = GraphCall(Op("nn.depthwise_conv2d_nchwc"), (data.value, packed), attrs)
        return self.born(out, var, call, data)

    def grouped(self, out: Emitter, var: GraphVar, x: GraphExpr, w: Array, attrs: dict[str, Any]) -> GraphExpr | None:
        """Groups that do not fill vectors: a group's inputs are one block, its outputs are padded to whole blocks."""
        outputs, inputs = w.shape[:2]
        groups = attrs["groups"]
        per_group = outputs // groups
        if per_group < self.lanes or inputs < self.lanes // 4:
            return None
        data = self.to_blocked(out, x, inputs)
        if data is None:
            return None
        packed = Constant(pack_conv_weight(block_groups(w, groups, self.lanes), inputs, self.lanes))
        call = GraphCall(Op("nn.conv2d_nchwc"), (data.value, packed), attrs)
        return self.born(out, var, call, _Blocked(data.value, outputs, self.lanes, groups))

    def binary(self, out: Emitter, var: GraphVar, call: GraphCall, shape: tuple[int, ...]) -> GraphExpr | None:
        found = [self.blocked.get(a) for a in call.args]
        forms = [b for b in found if b is not None]
        # A form without padding can be had of any value; that of padded groups only of what is in it already.
        lead = next((b for b in forms if b.is_exact), forms[0] if forms else None)
        if lead is None or len(shape) != 4:
            return None
        operands: list[GraphExpr] = []
        for arg, have in zip(call.args, found, strict=True):
            operand = self.operand(out, arg, have, lead, shape)
            if operand is None:
                return None
            operands.append(operand)
        return self.born(out, var, GraphCall(call.op, tuple(operands), call.attrs), lead)

    def operand(
        self, out: Emitter, arg: GraphExpr, have: _Blocked | None, lead: _Blocked, shape: tuple[int, ...]
    ) -> GraphExpr | None:
        if have is not None and have.fits(lead):
            return have.value
        if isinstance(arg, Constant):
            if arg.data.size == 1:
                return Constant(arg.data.reshape(()))
            like = GraphVar("like", TensorStructInfo(shape, "float32"))  # type: ignore[arg-type]
            vector = channel_vector(arg, 1, like)
            if vector is None or vector.size == 1:
                return None
            blocks = block_channels(block_groups(vector.reshape(-1), lead.groups, lead.block), 0, lead.block)
            return Constant(np.ascontiguousarray(blocks.reshape(1, -1, 1, 1, lead.block)))
        info = arg.sinfo
        if not isinstance(info, TensorStructInfo):
            return None
        own = info.static_shape()
        if own is None or len(own) != 4 or own[1] != shape[1] or own[0] != shape[0]:
            return None
        if (own == shape or own[2:] == (1, 1)) and (lead.groups == 1 or lead.is_exact):
            made = self.to_blocked(out, arg, lead.block)
            return None if made is None else made.value
        return None

    def concat(self, out: Emitter, var: GraphVar, call: GraphCall, parts: GraphTuple) -> GraphExpr | None:
        found = [self.blocked.get(p) for p in parts.fields]
        lead = next((b for b in found if b is not None), None)
        rank = parts.fields[0].sinfo.ndim if isinstance(parts.fields[0].sinfo, TensorStructInfo) else 0
        if lead is None or not lead.is_exact or rank != 4 or int(call.attrs.get("axis", 0)) % 4 != 1:
            return None
        made: list[_Blocked] = []
        for part in parts.fields:
            info = part.sinfo
            shape = info.static_shape() if isinstance(info, TensorStructInfo) else None
            if shape is None or shape[1] % lead.block:
                return None
            item = self.to_blocked(out, part, lead.block)
            if item is None:
                return None
            made.append(item)
        fields = GraphTuple(tuple(m.value for m in made))
        total = sum(m.channels for m in made)
        return self.born(out, var, GraphCall(call.op, (fields,), {"axis": 1}), _Blocked(fields, total, lead.block))


@dataclass(frozen=True)
class ConvertLayout(FunctionPass):
    """Rewrite 2-D convolutions with constant weights, and the operators around them, to channel blocks of `lanes`;
    weights are packed while compiling."""

    name: ClassVar[str] = "ConvertLayout"
    lanes: int = field(default=16)

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        return cls(lanes=target.vector_lanes("float32"))

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        if not any(_is_conv(b) for b in func.bindings()):
            return func
        converter = _Converter(self.lanes)
        return rewrite(func, converter.rule, module, settle=converter.to_plain)


def _is_conv(binding: Any) -> bool:
    value = binding.value if isinstance(binding, VarBinding) else None
    return isinstance(value, GraphCall) and isinstance(value.op, Op) and value.op.name == "nn.conv2d"
