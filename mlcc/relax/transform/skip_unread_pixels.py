"""Computes only the pixels that are read: of a value that all its users read by steps of 2, every second one.

In a residual network of the first form, the results of a stage are read by convolutions of single pixels with a stride
of 2 alone, so that three quarters of the pixels of its last block are computed for nobody::

    a = conv3x3(x)                 a = conv3x3(x, strides=2)
    b = conv1x1(a) + y             b = conv1x1(a) + y[:, :, ::2, ::2]
    c = conv1x1(b, strides=2)      c = conv1x1(b)
    d = conv1x1(b, strides=2)      d = conv1x1(b)

The steps by which a value is read follow from its users, the last ones first: those of an elementwise operator are
those of its result, and those of a convolution of single pixels by its stride. A value with several users is read by
the greatest common divisor of their steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, VarBinding, as_int, update
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import dimensions, fusion_kind, has_effects, operator_name, pixels_of, static_shape
from ..rewrite import Emitter, graph_vars, rewrite
from .blocked_convs import CONVS, is_plain
from .pass_ import FunctionPass

#: Distances between the elements that are read, one for each dimension behind batch and channels.
Steps = tuple[int, ...]
_CONVS = (*CONVS, "qnn.conv")
_ELEMENTWISE = ("elemwise", "broadcast")


@dataclass(frozen=True)
class SkipUnreadPixels(FunctionPass):
    """Give convolutions of static images the strides by which all users read their results, and leave out the other
    pixels of what is computed in between."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        read = _Read(func)
        return rewrite(func, _Narrowing(read.steps).rule, module) if read.steps else func


class _Read:
    """The values that have fewer pixels when they are rewritten, and the steps by which they are read."""

    def __init__(self, func: GraphFunction) -> None:
        self.bindings = list(func.bindings())
        self.result = func.body.body
        self.whole: set[GraphVar] = set()
        self.steps = self.found()
        # What has no operand of fewer pixels does not get cheaper by having fewer itself, and needs a copy for it.
        while idle := [var for var, call in self.calls() if var in self.steps and not self.pays(var, call)]:
            self.whole.update(idle)
            self.steps = self.found()

    def calls(self) -> Iterator[tuple[GraphVar, GraphCall]]:
        for binding in self.bindings:
            if isinstance(binding, VarBinding) and isinstance(binding.value, GraphCall):
                yield binding.var, binding.value

    def found(self) -> dict[GraphVar, Steps]:
        steps: dict[GraphVar, Steps] = {}

        def reads(value: GraphExpr, by: Steps | None) -> None:
            for var in graph_vars(value):
                have, extents = steps.get(var), space(var)
                given = by or (1,) * len(extents)
                steps[var] = given if have is None else tuple(map(math.gcd, have, given))

        reads(self.result, None)
        for binding in reversed(self.bindings):
            var, call = binding.var, binding.value
            own = steps.get(var, ())
            is_movable = isinstance(binding, VarBinding) and var.is_dataflow and var not in self.whole
            if not is_movable or not isinstance(call, GraphCall) or not is_computed_by_pixel(var, call):
                own = steps[var] = (1,) * len(own)
            for argument in call.args if isinstance(call, GraphCall) else (call,):
                reads(argument, steps_of_operand(var, call, argument, own) if isinstance(call, GraphCall) else None)
        computed = {binding.var for binding in self.bindings}
        return {var: by for var, by in steps.items() if max(by, default=1) > 1 and var in computed}

    def pays(self, var: GraphVar, call: GraphCall) -> bool:
        if operator_name(call) in _CONVS:
            return True
        return any(self.steps.get(a) == self.steps[var] for a in call.args if isinstance(a, GraphVar))


def space(value: GraphExpr) -> tuple[int, ...]:
    """The extents of an image, behind batch and channels; empty where they are not all static."""
    extents = [as_int(n) for n in (dimensions(value) or ())[2:]]
    known = tuple(n for n in extents if n is not None)
    return known if len(known) == len(extents) and 0 not in known else ()


def is_computed_by_pixel(var: GraphVar, call: GraphCall) -> bool:
    """Whether a result has static extents, and can be computed without some of its pixels."""
    if not space(var) or has_effects(call):
        return False
    if operator_name(call) in _CONVS:
        return is_plain(call) and bool(space(call.args[0])) and static_shape(call.args[1]) is not None
    return fusion_kind(call) in _ELEMENTWISE and all(_is_taken_apart(call, a, space(var)) for a in call.args)


def _is_taken_apart(call: GraphCall, operand: GraphExpr, extents: tuple[int, ...]) -> bool:
    """Whether it is clear how an operand of an elementwise operator belongs to the pixels of the result: it has them,
    or is the same for all."""
    dims = dimensions(operand)
    if dims is None or {as_int(n) for n in dims[-len(extents) :]} <= {1}:
        return True
    if len(dims) == len(extents) + 2:
        return space(operand) == extents
    return fusion_kind(call) == "elemwise"  # a table or the like


def steps_of_operand(var: GraphVar, call: GraphCall, operand: GraphExpr, own: Steps) -> Steps | None:
    """The steps by which a call reads an operand if `own` are those of its result; None: all of it."""
    extents = space(operand)
    if not extents:
        return None
    if operator_name(call) in _CONVS:
        if operand is not call.args[0] or any(operand is a for a in call.args[1:]) or not is_plain(call):
            return None
        kernel, strides, pads = window(call)
        if len(kernel) != len(extents):
            return None
        by = own or (1,) * len(extents)
        return tuple(
            stride * step if k == 1 and pad == (0, 0) and extent > 1 else 1
            for k, stride, pad, step, extent in zip(kernel, strides, pads, by, extents, strict=True)
        )
    return own if own and is_computed_by_pixel(var, call) and extents == space(var) else None


def window(call: GraphCall) -> tuple[Sequence[int], Sequence[int], Sequence[tuple[int, int]]]:
    """The extents of the window of a convolution, its strides and its padding."""
    kernel = (static_shape(call.args[1]) or ())[2:]
    strides = per_dim(call.attrs.get("strides"), len(kernel), 1, "strides")
    return kernel, strides, pads_of(call.attrs.get("padding"), len(kernel))


class _Narrowing:
    """Rewrites the values that have fewer pixels, and what reads them."""

    def __init__(self, steps: dict[GraphVar, Steps]) -> None:
        self.steps = steps
        #: The steps of what has been rewritten, by its new variable, and what was taken out of values.
        self.have: dict[GraphExpr, Steps] = {}
        self.taken: dict[tuple[GraphExpr, Steps], GraphVar] = {}

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        own = self.steps.get(var)
        if not isinstance(value, GraphCall) or (own is None and not any(a in self.have for a in value.args)):
            return None
        if operator_name(value) in _CONVS:
            _, strides, _ = window(value)
            ones = (1,) * len(strides)
            wanted = zip(strides, own or ones, self.have.get(value.args[0], ones), strict=True)
            attrs = {**value.attrs, "strides": [stride * by // had for stride, by, had in wanted]}
            new = GraphCall(value.op, value.args, attrs)
        else:
            assert own is not None
            args = tuple(self.operand(out, a, own, space(var)) for a in value.args)
            new = GraphCall(value.op, args, value.attrs)
        made = out.emit(update(new, span=value.span), like=var)
        if own is not None:
            self.have[made] = own
        return made

    def operand(self, out: Emitter, value: GraphExpr, own: Steps, extents: tuple[int, ...]) -> GraphExpr:
        """An operand of an elementwise operator, without the pixels that the result lacks."""
        had = self.have.get(value, (1,) * len(own))
        left = tuple(by // before for by, before in zip(own, had, strict=True))
        if max(left) == 1 or (value not in self.have and space(value) != extents) or len(dimensions(value) or ()) < 3:
            return value
        if isinstance(value, Constant):
            kept: tuple[Any, ...] = (..., *(slice(None, None, step) for step in left))
            return Constant(np.ascontiguousarray(value.data[kept]))
        if (value, left) not in self.taken:
            self.taken[value, left] = out.emit(pixels_of(value, left), "pixels")
        return self.taken[value, left]
