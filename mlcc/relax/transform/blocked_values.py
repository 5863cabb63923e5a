"""Values in channel blocks: their form, and what they are converted from and to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mlcc.ir import GraphCall, GraphExpr, GraphTuple, GraphVar, Op
from mlcc.target import Costs

from ..operators import reshape_to
from ..rewrite import Emitter
from .blocked_weights import Dims, image_dims, reshaped
from .winograd_choice import WinogradChoice


@dataclass(frozen=True)
class Blocked:
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

    def like(self, value: GraphExpr) -> Blocked:
        """Another value of the same form."""
        return replace(self, value=value)

    def fits(self, other: Blocked) -> bool:
        """Whether two values lie alike, channel by channel."""
        same = self.block == other.block and self.channels == other.channels
        return same and (self.groups == other.groups or (self.is_exact and other.is_exact))


def image_shape(shape: Dims) -> Dims:
    """(N, C, spatial…) with at least two spatial dimensions: a sequence is an image of one row."""
    return (*shape[:2], 1, *shape[2:]) if len(shape) == 3 else shape


class BlockedValues:
    """The blocked forms of the values of one function being rewritten."""

    def __init__(self, lanes: int, costs: Costs, winograd: WinogradChoice) -> None:
        self.lanes, self.costs, self.winograd = lanes, costs, winograd
        self.blocked: dict[GraphExpr, Blocked] = {}  # by the plain variable that it stands for
        self.plain: dict[GraphVar, GraphVar] = {}  # plain forms made so far of values that are born blocked

    def to_plain(self, out: Emitter, value: GraphExpr) -> GraphExpr:
        """`value` as a plain tensor: converted (once) if it only exists blocked."""
        if isinstance(value, GraphTuple):
            return GraphTuple(tuple(self.to_plain(out, f) for f in value.fields))
        if not isinstance(value, GraphVar) or value not in self.blocked or value not in self.plain:
            return value
        if self.plain[value] is value:
            self.plain[value] = out.emit(self.unblock(out, self.blocked[value], value), "plain")
        return self.plain[value]

    def unblock(self, out: Emitter, have: Blocked, like: GraphVar) -> GraphCall:
        """The call that gives the plain form, of the shape of `like`."""
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
        """`value` in blocks of `block` channels; None where it cannot be."""
        have = self.blocked.get(value)
        if have is not None and have.block == block and (have.groups == 1 or have.is_exact):
            return have
        shape = image_dims(value)
        if not isinstance(value, GraphVar) or shape is None or not 3 <= len(shape) <= 5:
            return None
        source = reshaped(out, self.to_plain(out, value), image_shape(shape))
        made = Blocked(
            out.emit(GraphCall(Op("nn.to_blocked"), (source,), {"block": block}), "blocked"), shape[1], block
        )
        self.blocked.setdefault(value, made)
        return made

    def born(self, out: Emitter, var: GraphVar, call: GraphCall, form: Blocked) -> GraphExpr:
        """Bind a blocked result, lying as `form` does, in the place of the plain variable `var`."""
        stand_in = GraphVar(var.name, var.sinfo, var.is_dataflow)
        self.blocked[stand_in] = form.like(out.emit(call, "b"))
        self.plain[stand_in] = stand_in  # not made yet
        if not var.is_dataflow:
            return self.export(out, stand_in, var)
        return stand_in

    def export(self, out: Emitter, stand_in: GraphVar, var: GraphVar) -> GraphVar:
        have = self.blocked[stand_in]
        made = out.emit(self.unblock(out, have, var), like=var)
        self.plain[stand_in] = made
        self.blocked[made] = have
        return made
