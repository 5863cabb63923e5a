"""Convolutions run on channel-blocked tensors, and so does everything between them.

A tensor [N, C, H, W] is kept as [N, C/c, H, W, c] where `c` is the number of vector lanes: a pixel's block of channels
is one vector. Volumes are kept alike, and a sequence as an image of one row. Values are converted only where a plain
operator needs them; between two blocked operators nothing moves. Channels are padded up to whole blocks with zero
weights; only operators that keep a padded channel finite may see one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    VarBinding,
    as_int,
)
from mlcc.target import Costs, costs_of

from ..operators import dimensions, operator_name, reshape_to
from ..rewrite import Emitter, rewrite
from .blocked_convs import CONVS, convert_conv, plain_rows, window_attrs
from .blocked_integers import convert_integer_conv
from .blocked_transposed import TRANSPOSED, convert_transposed
from .blocked_values import Blocked
from .blocked_weights import Dims, image_dims
from .computed_blocks import ComputedBlocks, is_single
from .lone_convs import Images, keeps_rows, lone_product, pool_takes_blocks
from .pass_ import FunctionPass
from .tile_products import TILE_DEPTH, conv_in_tiles, tile_channels
from .winograd_choice import WinogradChoice

if TYPE_CHECKING:
    from mlcc.target import Target

#: Operators of one tensor that may run on blocked values, padded channels included (finite numbers stay finite).
_UNARY = frozenset(
    {"nn.relu", "clip", "sigmoid", "tanh", "nn.leaky_relu", "nn.elu", "nn.selu", "nn.celu", "nn.hard_sigmoid",
     "nn.hard_swish", "nn.silu", "nn.gelu", "nn.gelu_tanh", "nn.mish", "nn.softplus", "nn.softsign", "negative", "abs",
     "erf", "sin", "cos", "identity", "nn.dropout", "cast", "round", "qnn.saturate", "qnn.lookup",
     "qnn.scaled", "qnn.to_grid", "qnn.to_grid_by_products"}
)  # fmt: skip
_BINARY = frozenset({"add", "subtract", "multiply", "maximum", "minimum"})
#: Exponents by which values to the power of them stay finite wherever they are of some size.
_POWERS = (1.0, 2.0, 3.0)
#: Pooling by name: the operator on blocks, its number of dimensions, its layout.
_POOLS = {
    f"nn.{kind}_pool{rank}d": (f"nn.{kind}_pool{max(rank, 2)}d", rank, "NCDHWc" if rank == 3 else "NCHWc")
    for kind in ("max", "avg")
    for rank in (1, 2, 3)
}
_REDUCTIONS = frozenset({"max", "min"})
#: Operators along the dimensions that their attribute `axes` lists. A resampled image is larger: it is in blocks only
#: for another operator that reads blocks.
_SPATIAL = frozenset({"strided_slice", "image.resize"})
_PLAIN_LAYOUTS = (None, "NCW", "NCHW", "NCDHW")
_GLOBAL_POOLS = {"nn.global_avg_pool": "mean", "nn.global_max_pool": "max"}
#: The operators on channel blocks that read more than one element per result.
_WINDOWS = frozenset({*CONVS, *TRANSPOSED, *_POOLS, *_GLOBAL_POOLS, "qnn.conv", "nn.lrn", "mean"})


class _Converter(ComputedBlocks):
    """The rewrite rules by operator."""

    def __init__(
        self, func: GraphFunction, lanes: int, costs: Costs, winograd: WinogradChoice, tiles: Set[int]
    ) -> None:
        super().__init__(lanes, costs, winograd, tiles)
        passing = _UNARY | _BINARY | _SPATIAL | {"concatenate", "divide", "power", "nn.pad"}
        #: What is padded, and the attributes of the pad, by the padded value.
        self.padded: dict[GraphExpr, tuple[Blocked, dict[str, Any]]] = {}
        self.images = Images(func, passing, _WINDOWS)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        new = None
        if isinstance(value, GraphCall) and isinstance(value.op, Op):
            new = self.convert(out, var, value, value.op.name)
        if new is not None:
            return new
        if isinstance(value, GraphCall):
            args = tuple(self.to_plain(out, a) for a in value.args)
            same = all(a is b for a, b in zip(args, value.args, strict=True))
            kept = value if same else GraphCall(value.op, args, value.attrs, value.sinfo_args, value.sinfo)
            return self.remembered(out, var, kept) or (None if same else kept)
        plain = self.to_plain(out, value)
        return None if plain is value else plain

    def convert(self, out: Emitter, var: GraphVar, call: GraphCall, name: str) -> GraphExpr | None:
        if name in CONVS:
            plain = None
            if self.images.is_alone(var):
                plain = lone_product(out, var, call, CONVS[name], self.lanes, self.costs)
                if plain is None and keeps_rows(var, call, CONVS[name], self.lanes, self.costs):
                    return plain_rows(self, out, var, call)
            return plain or convert_conv(self, out, var, call, CONVS[name]) or plain_rows(self, out, var, call)
        if name == "qnn.conv":
            return convert_integer_conv(self, out, var, call)
        if name in TRANSPOSED:
            return convert_transposed(self, out, var, call, TRANSPOSED[name])
        shape = image_dims(var)
        if shape is None or not call.args:
            return None
        first = self.blocked.get(call.args[0])
        if name in _UNARY and first is not None:
            return self.bind_blocked(out, var, GraphCall(call.op, (first.value, *call.args[1:]), call.attrs), first)
        if first is not None and name in _SPATIAL and min(call.attrs.get("axes") or [0]) >= 2:
            if name != "image.resize" or self.images.feeds_windows(var):
                axes = [axis + (len(shape) == 3) for axis in call.attrs["axes"]]  # a sequence is an image of one row
                args, attrs = (first.value, *call.args[1:]), {**call.attrs, "axes": axes}
                return self.bind_blocked(out, var, GraphCall(call.op, args, attrs), first)
        if name == "nn.pad" and first is not None and self.images.feeds_windows(var):
            width = _pixel_pads(call, first, len(shape))
            if width is not None:
                attrs = {**call.attrs, "pad_width": width}
                bound = self.bind_blocked(out, var, GraphCall(call.op, (first.value,), attrs), first)
                self.padded[bound] = first, attrs
                return bound
        if first is None and _is_lone_pool(var, call, self.lanes, self.costs):
            first = self.to_blocked(out, call.args[0], self.lanes)
        if name in _POOLS and first is not None and call.attrs.get("layout") in _PLAIN_LAYOUTS:
            new, rank, layout = _POOLS[name]
            attrs = {**window_attrs(call.attrs, rank), "layout": layout}
            source, attrs = self.unpadded(call.args[0], first, attrs) if "max" in name else (first, attrs)
            return self.bind_blocked(out, var, GraphCall(Op(new), (source.value,), attrs), first)
        if name == "nn.lrn" and first is not None and first.is_exact and int(call.attrs.get("axis", 1)) == 1:
            return self.bind_blocked(
                out, var, GraphCall(call.op, (first.value,), {**call.attrs, "layout": "NCHWc"}), first
            )
        if name in _GLOBAL_POOLS and first is not None and (first.is_exact or first.groups == 1):
            return self.global_pool(out, first, _GLOBAL_POOLS[name], shape)
        if name == "mean" and first is not None and (first.is_exact or first.groups == 1) and self.is_spatial(call):
            return self.global_pool(out, first, "mean", shape)
        if name in _REDUCTIONS and first is not None and first.is_exact and self.is_whole(call):
            count = reduce(operator.mul, dimensions(first.value) or ())  # contiguous in memory
            return GraphCall(call.op, (out.emit(reshape_to(first.value, (count,))),), {"axis": [0], "keepdims": False})
        by = call.args[1] if len(call.args) > 1 else None
        divides = name == "divide" and by is not None and (_is_number(by) or is_single(by))
        if name in _BINARY or divides or (name == "power" and by is not None and _is_small_power(by)):
            return self.binary(out, var, call, shape)
        if name == "concatenate" and isinstance(call.args[0], GraphTuple):
            return self.concat(out, var, call, call.args[0])
        return None

    def unpadded(self, value: GraphExpr, have: Blocked, attrs: dict[str, Any]) -> tuple[Blocked, dict[str, Any]]:
        """What a pool for the maximum reads and its attributes, whose padding is symbolic where `value` is padded with
        minus infinity: the kernel of the pool does not read padding."""
        source, pad = self.padded.get(value, (have, {}))
        fills = pad.get("mode", "constant") == "constant" and pad.get("pad_value") == -math.inf
        if not fills or any(attrs["padding"]) or attrs.get("ceil_mode"):
            return have, attrs
        return source, {**attrs, "padding": [ends[side] for side in (0, 1) for ends in pad["pad_width"][2:-1]]}

    def is_spatial(self, call: GraphCall) -> bool:
        axis = call.attrs.get("axis")
        shape = image_dims(call.args[0])
        if shape is None or not isinstance(axis, (list, tuple)):
            return False
        return sorted(a % len(shape) for a in axis) == list(range(2, len(shape)))

    def is_whole(self, call: GraphCall) -> bool:
        """Whether a reduction is over all dimensions and keeps none."""
        axis, rank = call.attrs.get("axis"), _rank(call.args[0])
        listed = range(rank) if axis is None else axis if isinstance(axis, (list, tuple)) else [axis]
        return not call.attrs.get("keepdims") and {a % rank for a in listed} == set(range(rank))

    def global_pool(self, out: Emitter, x: Blocked, op: str, shape: Dims) -> GraphExpr:
        """One value per channel: blocked order equals plain order, so the result is a view, but for what fills the last
        block."""
        blocked = image_dims(x.value)
        assert blocked is not None
        axes = list(range(2, len(blocked) - 1))
        pooled = out.emit(GraphCall(Op(op), (x.value,), {"axis": axes, "keepdims": True}), "pool")
        if x.is_exact:
            return reshape_to(pooled, shape)
        full = out.emit(reshape_to(pooled, (shape[0], blocked[1] * blocked[-1], *shape[2:])))
        return GraphCall(Op("strided_slice"), (full,), {"axes": [1], "begin": [0], "end": [x.channels]})

    def binary(self, out: Emitter, var: GraphVar, call: GraphCall, shape: Dims) -> GraphExpr | None:
        blocked = [self.blocked.get(a) for a in call.args]
        forms = [b for b in blocked if b is not None and b.channels == shape[1]]  # a single channel may be broadcast
        # Any value can be converted to a layout without padding; only values already in it have that of padded groups.
        lead = next((b for b in forms if b.is_exact), forms[0] if forms else None)
        others = [a for a in call.args if not isinstance(a, Constant) and not is_single(a)]
        if lead is None or any(_rank(a) != len(shape) for a in others):
            return None
        operands: list[GraphExpr] = []
        for arg, have in zip(call.args, blocked, strict=True):
            operand = self.operand(out, arg, have, lead, shape)
            if operand is None:
                return None
            operands.append(operand)
        return self.bind_blocked(out, var, GraphCall(call.op, tuple(operands), call.attrs), lead)

    def concat(self, out: Emitter, var: GraphVar, call: GraphCall, parts: GraphTuple) -> GraphExpr | None:
        existing = [self.blocked.get(p) for p in parts.fields]
        lead = min((b for b in existing if b is not None), key=lambda b: b.block, default=None)
        rank = _rank(parts.fields[0])
        if lead is None or not lead.is_exact or int(call.attrs.get("axis", 0)) % max(rank, 1) != 1:
            return None
        blocked: list[Blocked] = []
        for part in parts.fields:
            shape = image_dims(part)
            if shape is None or shape[1] % lead.block:
                return None
            item = self.to_blocked(out, part, lead.block)
            if item is None:
                return None
            blocked.append(item)
        fields = GraphTuple(tuple(m.value for m in blocked))
        total = sum(m.channels for m in blocked)
        return self.bind_blocked(
            out, var, GraphCall(call.op, (fields,), {"axis": 1}), Blocked(fields, total, lead.block)
        )


@dataclass(frozen=True)
class ConvertLayout(FunctionPass):
    """Rewrite convolutions, and the operators around them, to channel blocks of `lanes`; constant weights are packed
    while compiling, those of 3x3 convolutions for Winograd's method where `winograd` says that it is faster."""

    lanes: int = field(default=16)
    costs: Costs = costs_of()
    winograd: WinogradChoice = WinogradChoice(tiles=())

    @classmethod
    def for_target(cls, target: Target) -> ConvertLayout:
        return cls(int(target.costs.channel_block), target.costs, WinogradChoice.for_target(target))

    def with_settings(self, settings: Mapping[str, object]) -> ConvertLayout:
        """The pass, without Winograd's method if the setting `winograd` is False."""
        return self if settings.get("winograd", True) else replace(self, winograd=replace(self.winograd, tiles=()))

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        bindings = [b for b in func.bindings() if isinstance(b, VarBinding)]
        calls = [b.value for b in bindings if _is_conv(b)]
        if not calls and not any(_is_lone_pool(b.var, b.value, self.lanes, self.costs) for b in bindings):
            return func
        blocks = [tile_channels(call) for call in calls if conv_in_tiles(call, self.costs)]
        tiles = set(blocks)
        lanes = TILE_DEPTH if blocks and 2 * blocks.count(TILE_DEPTH) >= len(calls) else self.lanes
        winograd = replace(self.winograd, tiles=()) if tiles else self.winograd.for_model(func)
        converter = _Converter(func, lanes, self.costs, winograd, tiles)
        return rewrite(func, converter.rule, module, settle=converter.to_plain)


def _is_conv(binding: Any) -> bool:
    return isinstance(binding, VarBinding) and operator_name(binding.value) in (*CONVS, *TRANSPOSED, "qnn.conv")


def _pixel_pads(call: GraphCall, padded: Blocked, rank: int) -> list[Any] | None:
    """The widths of a pad on blocks, if it extends images alone; what is infinite may not come into channels that are
    none. A sequence is an image of one row."""
    width, value = call.attrs.get("pad_width"), call.attrs.get("pad_value", 0.0)
    pairs = [pair for pair in width if isinstance(pair, list | tuple)] if isinstance(width, list | tuple) else []
    if len(call.args) > 1 or len(pairs) != rank or not isinstance(value, int | float):
        return None
    ends = [as_int(end) if isinstance(end, Expr) else end for pair in pairs[:2] for end in pair]
    if any(end != 0 for end in ends) or not (padded.is_exact or math.isfinite(value)):
        return None
    return [*pairs[:2], *([(0, 0)] if rank == 3 else []), *pairs[2:], (0, 0)]


def _is_lone_pool(var: GraphVar, call: GraphExpr, lanes: int, costs: Costs) -> bool:
    """Whether a value is a pool that takes channel blocks, though its operand may have none."""
    if not isinstance(call, GraphCall) or operator_name(call) not in _POOLS:
        return False
    return call.attrs.get("layout") in _PLAIN_LAYOUTS and pool_takes_blocks(var, call, lanes, costs)


def _is_number(value: GraphExpr) -> bool:
    """Whether a value is a finite scalar constant other than 0: finite values divided by it stay finite."""
    return isinstance(value, Constant) and value.data.size == 1 and bool(np.isfinite(1 / value.data).all())


def _is_small_power(value: GraphExpr) -> bool:
    """Whether a value is the exponent of squares or cubes: of negative values too these are numbers."""
    return isinstance(value, Constant) and value.data.size == 1 and float(value.data.reshape(())) in _POWERS


def _rank(value: GraphExpr) -> int:
    return value.sinfo.ndim if isinstance(value.sinfo, TensorStructInfo) else 0
