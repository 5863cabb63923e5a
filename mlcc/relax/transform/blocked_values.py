"""Values in channel blocks: their layout, and conversions from and to the plain layout."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from mlcc.ir import GraphCall, GraphExpr, GraphTuple, GraphVar, Op, as_int
from mlcc.target import Costs

from ..operators import pixels_of, reshape_to
from ..rewrite import Emitter
from .blocked_weights import Dims, image_dims, reshaped
from .winograd_choice import WinogradChoice


@dataclass(frozen=True)
class Blocked:
    """A value in blocked layout: the variable (N, blocks, …, `block`), and the number of channels without padding. With
    `groups` over 1, the channels of each group are padded to full blocks separately."""

    value: GraphExpr
    channels: int
    block: int
    groups: int = 1

    @property
    def is_exact(self) -> bool:
        """Whether no channel is padding."""
        return self.channels // self.groups % self.block == 0

    def like(self, value: GraphExpr) -> Blocked:
        """The layout with another value."""
        return replace(self, value=value)

    def fits(self, other: Blocked) -> bool:
        """Whether two values have the same layout, channel by channel."""
        same = self.block == other.block and self.channels == other.channels
        return same and (self.groups == other.groups or (self.is_exact and other.is_exact))


def image_shape(shape: Dims) -> Dims:
    """(N, C, spatial…) with at least two spatial dimensions: a sequence is an image of one row."""
    return (*shape[:2], 1, *shape[2:]) if len(shape) == 3 else shape


def is_image(shape: Dims) -> bool:
    """Whether a shape is that of sequences, images or volumes of some channels."""
    return 3 <= len(shape) <= 5


class BlockedValues:
    """The blocked forms of the values of one function being rewritten."""

    def __init__(self, lanes: int, costs: Costs, winograd: WinogradChoice, tiles: Set[int] = frozenset()) -> None:
        """`lanes` is the block of convolutions on vectors, `tiles` are the blocks of those in tile registers."""
        self.lanes, self.costs, self.winograd, self.tiles = lanes, costs, winograd, tiles
        self.blocked: dict[GraphExpr, Blocked] = {}  # by the plain variable that each replaces
        self.converted: dict[tuple[GraphExpr, int], Blocked] = {}  # by the plain variable and the block that was needed
        self.plain: dict[GraphVar, GraphVar] = {}  # plain forms of values computed in blocks; itself until converted
        self.every: dict[tuple[GraphExpr, tuple[int, ...]], GraphVar] = {}  # pixels of blocked values, by their steps

    def to_plain(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """`value` in plain layout, converted (once) if it only exists blocked."""
        if isinstance(value, GraphTuple):
            return GraphTuple(tuple(self.to_plain(out, f) for f in value.fields))
        if not isinstance(value, GraphVar) or value not in self.blocked or value not in self.plain:
            return value
        if self.plain[value] is value:
            self.plain[value] = out.emit(self.unblock(out, self.blocked[value], value), "plain")
        return self.plain[value]

    def unblock(self, out: Emitter, have: Blocked, like: GraphVar) -> GraphCall:
        """The call that converts to plain layout, with the shape of `like`."""
        shape, rank = image_dims(have.value), image_dims(like)
        assert shape is not None
        assert rank is not None
        if have.groups == 1 or have.is_exact:
            value = reshaped(out, have.value, (*shape[:2], *rank[2:], shape[-1]))
            return GraphCall(Op("nn.from_blocked"), (value,), {"channels": have.channels})
        n, blocks, *rest = shape
        split = out.emit(reshape_to(have.value, (n, have.groups, blocks // have.groups, *rest)))
        per_group = have.channels // have.groups
        flat = out.emit(GraphCall(Op("nn.from_blocked"), (split,), {"channels": per_group, "axis": 2}))
        return reshape_to(flat, rank)

    def to_blocked(self, out: Emitter, value: GraphExpr, block: int) -> Blocked | None:
        """`value` in blocks of `block` channels; None for values of other ranks than 3 to 5."""
        have = self.blocked.get(value)
        if have is not None and have.block == block and (have.groups == 1 or have.is_exact):
            return have
        shape = image_dims(value)
        if not isinstance(value, GraphVar) or shape is None or not is_image(shape):
            return None
        if (value, block) not in self.converted:
            if have is not None and have.groups == 1 and self.plain.get(value) is value:
                call = GraphCall(Op("nn.reblock"), (have.value,), {"block": block, "channels": shape[1]})
            else:
                source = reshaped(out, self.to_plain(out, value), image_shape(shape))
                call = GraphCall(Op("nn.to_blocked"), (source,), {"block": block})
            self.converted[value, block] = Blocked(out.emit(call, "blocked"), shape[1], block)
        converted = self.converted[value, block]
        self.blocked.setdefault(value, converted)
        return converted

    def to_groups(self, out: Emitter, value: GraphExpr, block: int, groups: int) -> Blocked | None:
        """`value` in blocks of `block` channels, those of each group padded to full blocks; None as `to_blocked`."""
        have, shape = self.blocked.get(value), image_dims(value)
        if have is not None and have.block == block and have.groups == groups:
            return have
        channels = as_int(shape[1]) if shape is not None else None
        if groups == 1 or shape is None or channels is None or channels % (groups * block) == 0:
            return self.to_blocked(out, value, block)
        if not isinstance(value, GraphVar) or not is_image(shape):
            return None
        n, _, *space = image_shape(shape)
        split = reshaped(out, self.to_plain(out, value), (n, groups, channels // groups, *space))
        made = out.emit(GraphCall(Op("nn.to_blocked"), (split,), {"block": block, "axis": 2}))
        blocks = groups * -(-(channels // groups) // block)
        return Blocked(reshaped(out, made, (n, blocks, *space, block)), channels, block, groups)

    def every_pixel(self, out: Emitter, value: GraphExpr, steps: Sequence[int]) -> GraphExpr:
        """The pixels of a value in blocks that windows of one pixel read with these strides, copied once for all."""
        if max(steps, default=1) == 1:
            return value
        if (value, tuple(steps)) not in self.every:
            self.every[value, tuple(steps)] = out.emit(pixels_of(value, steps), "pixels")
        return self.every[value, tuple(steps)]

    def bind_blocked(self, out: Emitter, var: GraphVar, call: GraphCall, form: Blocked) -> GraphExpr:
        """Bind a blocked result with the layout `form`; returns a placeholder that replaces the variable `var`."""
        placeholder = GraphVar(var.name, var.sinfo, var.is_dataflow)
        self.blocked[placeholder] = form.like(out.emit(call, "b"))
        self.plain[placeholder] = placeholder  # not converted yet
        if not var.is_dataflow:
            return self.export(out, placeholder, var)
        return placeholder

    def export(self, out: Emitter, placeholder: GraphVar, var: GraphVar) -> GraphVar:
        have = self.blocked[placeholder]
        plain = out.emit(self.unblock(out, have, var), like=var)
        self.plain[placeholder] = plain
        self.blocked[plain] = have
        return plain
