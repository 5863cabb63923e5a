"""Operands of elementwise operators on channel blocks; some plain values are computed again, in blocks.

The factors of a norm over channels, ``r[n, 0, h, w] * gamma[c]``, are products of one channel and a vector: none is in
blocks, so they are computed in the plain layout. An image in blocks that is multiplied by them needs them in blocks.
They are not copied there, but computed of the channel, whose pixels are blocks of one, and of the vector in blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, TensorStructInfo, as_int

from ..operators import operator_name
from ..rewrite import Emitter
from .blocked_values import Blocked, BlockedValues, image_shape, is_image
from .blocked_weights import Dims, block_channels, block_groups, image_dims, reshaped, same_dims
from .fold_scale import channel_vector

#: Operators that cost less than a copy.
_CHEAP = frozenset({"add", "subtract", "multiply", "divide", "maximum", "minimum"})


class ComputedBlocks(BlockedValues):
    """Values in blocks, some of which are computed of others again."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.calls: dict[GraphExpr, GraphCall] = {}  # by the plain variables that are bound to them

    def remembered(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphVar | None:
        """The variable that a plain call is bound to instead of `var`, if it may be computed in blocks; else None."""
        shape = image_dims(var)
        if operator_name(call) not in _CHEAP or shape is None or not is_image(shape):
            return None
        made = out.emit(call, like=var)
        self.calls[made] = call
        return made

    def to_blocked(self, out: Emitter, value: GraphExpr, block: int) -> Blocked | None:
        """`value` in blocks of `block` channels, computed in blocks where that is no more work than a copy."""
        lead = self._lead(value, block, {})
        if lead is None or (value, block) in self.converted:
            return super().to_blocked(out, value, block)
        shape, call = image_dims(value), self.calls[value]
        assert shape is not None
        operands = []
        for arg in call.args:
            plane = self._is_plane(arg, shape)
            have = reshaped(out, arg, (*image_shape(image_dims(arg) or ()), 1)) if plane else None
            operands.append(have or self.operand(out, arg, self.blocked.get(arg), lead, shape))
        if any(operand is None for operand in operands):
            return super().to_blocked(out, value, block)
        made = out.emit(GraphCall(call.op, tuple(o for o in operands if o is not None), call.attrs), "blocked")
        self.converted[value, block] = lead.like(made)
        return self.blocked.setdefault(value, lead.like(made))

    def _lead(self, value: GraphExpr, block: int, known: dict[GraphExpr, bool]) -> Blocked | None:
        """The layout in which a value can be computed; None where it has another, or where operands would be copied.

        `known`: of which values that is known already.
        """
        call, shape = self.calls.get(value), image_dims(value)
        channels = as_int(shape[1]) if shape is not None else None
        if call is None or shape is None or channels is None or channels % block or value in self.blocked:
            return None
        lead = Blocked(value, channels, block)
        if value not in known:
            known[value] = all(self._is_at_hand(arg, lead, shape, known) for arg in call.args)
        return lead if known[value] else None

    def _is_at_hand(self, arg: GraphExpr, lead: Blocked, shape: Dims, known: dict[GraphExpr, bool]) -> bool:
        """Whether an operand is in blocks, or a channel, a constant or a scalar, or can be computed of such."""
        have = self.blocked.get(arg)
        if have is not None:
            return have.fits(lead)
        if isinstance(arg, Constant):
            return True
        if is_single(arg) or self._is_plane(arg, shape):
            return True
        return same_dims(image_dims(arg), shape) and self._lead(arg, lead.block, known) is not None

    def _is_plane(self, arg: GraphExpr, shape: Dims) -> bool:
        """Whether an operand is one channel of an image of several."""
        own = image_dims(arg)
        if isinstance(arg, Constant) or own is None or len(own) != len(shape):
            return False
        return as_int(own[1]) == 1 != as_int(shape[1]) and same_dims((own[0], *own[2:]), (shape[0], *shape[2:]))

    def operand(
        self, out: Emitter, arg: GraphExpr, have: Blocked | None, lead: Blocked, shape: Dims
    ) -> GraphExpr | None:
        if have is not None and have.fits(lead):
            return have.value
        if isinstance(arg, Constant):
            if arg.data.size == 1:
                return Constant(arg.data.reshape(()))
            like = GraphVar("like", TensorStructInfo(shape, "float32"))
            vector = channel_vector(arg, 1, like)
            if vector is None or vector.size == 1:
                return None
            blocks = block_channels(block_groups(vector.reshape(-1), lead.groups, lead.block), 0, lead.block)
            ones = [1] * len(image_shape(shape)[2:])
            return Constant(np.ascontiguousarray(blocks.reshape(1, -1, *ones, lead.block)))
        if is_single(arg):  # it may be infinite, which padded channels must not become
            return arg if lead.is_exact else None
        own = image_dims(arg)
        if own is None or not same_dims(own[:2], shape[:2]):
            return None
        if (same_dims(own, shape) or all(d == 1 for d in own[2:])) and (lead.groups == 1 or lead.is_exact):
            converted = self.to_blocked(out, arg, lead.block)
            return None if converted is None else converted.value
        return None


def is_single(value: GraphExpr) -> bool:
    """Whether a value is a scalar computed at run time."""
    return isinstance(value, GraphVar) and isinstance(value.sinfo, TensorStructInfo) and value.sinfo.ndim == 0
