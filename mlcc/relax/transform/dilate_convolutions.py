"""Convolutions between a cut into phases and its inverse are dilated convolutions of the image.

TensorFlow computes a dilated convolution on the images of every second row and column: an image (n, c, h, w) is padded,
cut into (n * 4, c, h / 2, w / 2), and put together again from the results. Padding, cut and crop take longer than the
products, and their extents are computed from those of the image:

    pad        (n, c, h, w)           to (n, c, h + 4 + -h % 2, w + 4 + -w % 2)
    cut                               to (n * 4, c, (h + 4 + -h % 2) / 2, (w + 4 + -w % 2) / 2)
    conv2d     3 x 3                  to (n * 4, o, (h + -h % 2) / 2, (w + -w % 2) / 2)
    put together                      to (n, o, h + -h % 2, w + -w % 2)
    crop                              to (n, o, h, w)

is ``conv2d(dilation=2, padding=2)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mlcc.analysis import simplify
from mlcc.ir import (
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    VarBinding,
    as_int,
    const,
    const_like,
    update,
)
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import are_same, dimensions, operator_name
from ..rewrite import Emitter, rewrite
from .blocked_convs import CONVS, is_plain
from .move_ops import Uses
from .movement_chain import MovementChain, is_movement, leaves_of
from .pass_ import FunctionPass

#: The parts of an image's axes: its batch, its channels, or the number of a spatial dimension.
_BATCH, _CHANNELS = -2, -1
Ends = tuple[Expr, Expr]


@dataclass(frozen=True)
class DilateConvolutions(FunctionPass):
    """Replace a convolution of the phases of an image, from which its results are put together again, by a dilated
    convolution of the image, if padding and crop leave it with a known padding."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        calls = [b.value for b in func.bindings() if isinstance(b, VarBinding) and isinstance(b.value, GraphCall)]
        names = {operator_name(call) for call in calls}
        if "transpose" not in names or not names & {*CONVS}:
            return func
        uses = Uses(func)
        # What is cropped is put together with the crop.
        cropped = {call.args[0] for call in calls if _is_crop(call) and uses.count_of(call.args[0]) == 1}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            is_end = out.in_dataflow and var not in cropped and (is_movement(value) or _is_crop(value))
            made = _dilated(uses, value) if is_end else None
            return uses.define(out, value, like=var) if made is None else made.bound(out, uses, var)

        return rewrite(func, rule, module)


@dataclass(frozen=True)
class _Cut:
    """The phases of an image: `parts` are those of the source's axes, `steps` the distances of pixels in a phase by
    spatial dimension, and `batch` the parts and sizes of the factors of the phases' batch."""

    source: GraphExpr
    parts: list[int]
    steps: list[int]
    batch: list[tuple[int, Expr]]


@dataclass(frozen=True)
class _Dilated:
    """A dilated convolution of `source`: the parts of the axes of its operand and of its result."""

    source: GraphExpr
    before: list[int]
    conv: GraphCall
    after: list[int]

    def bound(self, out: Emitter, uses: Uses, var: GraphVar) -> GraphVar:
        """The convolution, bound to a variable like `var`."""
        usual = [_BATCH, _CHANNELS, *range(len(self.before) - 2)]
        data = self.source
        if self.before != usual:
            data = uses.define(out, _transpose(data, [self.before.index(part) for part in usual]))
        conv = update(self.conv, args=(data, *self.conv.args[1:]))
        if self.after == usual:
            return uses.define(out, conv, like=var)
        turned = _transpose(uses.define(out, conv), [usual.index(part) for part in self.after])
        return uses.define(out, turned, like=var)


def _transpose(value: GraphExpr, axes: Sequence[int]) -> GraphCall:
    return GraphCall(Op("transpose"), (value,), {"axes": [*axes]})


def _is_crop(call: GraphCall) -> bool:
    steps = call.attrs.get("strides") or ()
    return operator_name(call) == "strided_slice" and len(call.args) == 1 and all(as_int(step) == 1 for step in steps)


def _dilated(uses: Uses, value: GraphCall) -> _Dilated | None:
    """The dilated convolution whose result `value` is, put together of that of phases; None for other calls."""
    backward = _movements(uses, uses.only(value.args[0]) if _is_crop(value) else value)
    conv = uses.only(backward[-1].args[0]) if backward else None
    rank = CONVS.get(operator_name(conv), 0) if conv is not None else 0
    if conv is None or not rank or not is_plain(conv):
        return None
    cut = _cut(_movements(uses, uses.only(conv.args[0])))
    after = _put_together(backward, cut) if cut is not None else None
    if cut is None or after is None or set(per_dim(conv.attrs.get("strides"), rank, 1, "strides")) != {1}:
        return None
    source, pads = _unpadded(uses, cut)
    crop = _crop(value)
    if pads is None or crop is None or any(at in crop for at, part in enumerate(after) if part < 0):
        return None
    padding: list[list[int]] = [[], []]
    for dim, (step, own) in enumerate(zip(cut.steps, pads_of(conv.attrs.get("padding"), rank), strict=True)):
        first = crop.get(after.index(dim), 0)
        extent, phase = (dimensions(value) or ())[after.index(dim)], (dimensions(conv) or ())[2 + dim]
        cropped = (const(first, "int64"), phase * step - first - extent)
        for side, width, crops, more in zip(padding, pads[dim], cropped, own, strict=True):
            known = as_int(simplify(width + more * step - crops))
            if known is None or known < 0:
                return None
            side.append(known)
    dilation = per_dim(conv.attrs.get("dilation"), rank, 1, "dilation")
    attrs = {"dilation": [step * by for step, by in zip(cut.steps, dilation, strict=True)], "padding": sum(padding, [])}
    return _Dilated(source, cut.parts, update(conv, attrs={**conv.attrs, **attrs}, sinfo=None), after)


def _movements(uses: Uses, last: GraphCall | None) -> list[GraphCall]:
    """The movements of which `last` is the last one, in reverse order."""
    found: list[GraphCall] = []
    while last is not None and is_movement(last):
        found.append(last)
        last = uses.only(last.args[0])
    return found


def _chain(backward: Sequence[GraphCall]) -> MovementChain | None:
    """The chain of movements, if all dimensions are factors for all sizes, and as many as those of the source."""
    if not backward:
        return None
    chain = MovementChain.of(backward[-1].args[0])
    whole = all(map(chain.extended, reversed(backward))) and not chain.assumed
    return chain if whole and len(chain.dims) == len(chain.own) else None


def _cut(backward: Sequence[GraphCall]) -> _Cut | None:
    """The phases that movements make; None if they make something else."""
    chain = _chain(backward)
    if chain is None:
        return None
    batch, channels, *space = map(leaves_of, chain.dims)
    own = [factor.leaves() for factor in chain.own]
    parts, steps = [_BATCH] * len(own), []
    of_batch = dict.fromkeys(batch, _BATCH)
    if len(channels) != 1 or channels not in own:
        return None
    parts[own.index(channels)] = _CHANNELS
    for dim, pixels in enumerate(space):
        at = next((at for at, leaves in enumerate(own) if len(pixels) == 1 and leaves[:1] == pixels), None)
        if at is None or len(own[at]) > 2 or any(leaf not in of_batch for leaf in own[at][1:]):
            return None
        parts[at] = dim
        of_batch.update(dict.fromkeys(own[at][1:], dim))
        steps.append(as_int(own[at][1].size) if len(own[at]) == 2 else 1)
    images = [leaf for leaf, part in of_batch.items() if part == _BATCH]
    known = [step for step in steps if step is not None]
    if (
        sorted(parts) != [_BATCH, _CHANNELS, *range(len(space))]
        or max(known, default=1) == 1
        or len(known) < len(steps)
    ):
        return None
    if len(images) > 1 or own[parts.index(_BATCH)] != images:
        return None
    return _Cut(chain.source, parts, known, [(part, leaf.size) for leaf, part in of_batch.items()])


def _put_together(backward: Sequence[GraphCall], cut: _Cut) -> list[int] | None:
    """The parts of the axes of the image that movements put together of the results of phases; None for others."""
    chain = _chain(backward)
    if chain is None or len(chain.own) != len(cut.parts):
        return None
    batch, channels, *space = (factor.leaves() for factor in chain.own)
    sizes = [size for _, size in cut.batch]
    if not are_same([leaf.size for leaf in batch], sizes) or any(len(leaves) != 1 for leaves in (channels, *space)):
        return None
    wanted = {_CHANNELS: channels, **dict(enumerate([*leaves] for leaves in space)), _BATCH: []}
    for leaf, (part, _) in zip(batch, cut.batch, strict=True):
        wanted[part].append(leaf)
    have = [leaves_of(dim) for dim in chain.dims]
    parts = [next((part for part, leaves in wanted.items() if leaves == dim), None) for dim in have]
    known = [part for part in parts if part is not None]
    return known if sorted(known) == sorted(wanted) else None


def _unpadded(uses: Uses, cut: _Cut) -> tuple[GraphExpr, list[Ends] | None]:
    """The image that is padded with zeros, and by how much along each spatial dimension; None for pads elsewhere."""
    zero, call = const(0, "int64"), uses.calls.get(cut.source)
    rank = len(cut.steps)
    if call is None or operator_name(call) != "nn.pad" or not _fills_zeros(call):
        return cut.source, [(zero, zero)] * rank
    width = [[const_like(end, "int64") for end in ends] for ends in call.attrs["pad_width"]]
    pads = {part: (ends[0], ends[1]) for part, ends in zip(cut.parts, width, strict=True)}
    if any(as_int(end) != 0 for part in (_BATCH, _CHANNELS) for end in pads[part]):
        return cut.source, None
    return call.args[0], [pads[dim] for dim in range(rank)]


def _fills_zeros(call: GraphCall) -> bool:
    mode, value = call.attrs.get("mode", "constant"), call.attrs.get("pad_value", 0)
    return len(call.args) == 1 and mode == "constant" and isinstance(value, int | float) and value == 0


def _crop(value: GraphCall) -> dict[int, int] | None:
    """The first element along each axis that is sliced; None if one is not known."""
    if not _is_crop(value):
        return {}
    rank = len(dimensions(value) or ())
    axes, begin = value.attrs.get("axes") or range(rank), [as_int(first) for first in value.attrs["begin"]]
    known = {axis % rank: first for axis, first in zip(axes, begin, strict=False) if first is not None and first >= 0}
    return known if len(known) == len(begin) else None
