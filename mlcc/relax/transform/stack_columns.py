"""Lets a product write its columns in stacked order, (heads, rows, depth), as attention needs them.

The projections of an attention are products (rows, heads * depth), which ``reshape`` and ``transpose`` convert to
(heads, rows, depth). Each tile of the product lies within one head, so the kernel can store it at its final position.
Queries, keys and values of a merged product are then views of its result, and the rows of a head are contiguous: rows
with a stride of a power of two, or of three times the model's width, map to few cache sets and evict each other.

Example, 3 projections of 12 heads of depth 64 for 128 tokens, in panels of 32 columns::

    before    p = dense_packed(x, w)                   (128, 2304)
              q = transpose(reshape(p[:, 0:768], (128, 12, 64)), (1, 0, 2))
    after     p = dense_packed(x, w, segments=36)        (36, 128, 64)
              q = p[0:12], k = p[12:24], v = p[24:36]  views
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, VarBinding

from ..operators import VIEWS, fusion_kind, operator_name, reshape_to, static_shape
from ..rewrite import Emitter, rewrite
from ..users import Users, users_of
from .pair_products import PANEL_PRODUCTS
from .pass_ import FunctionPass

Shape = tuple[int, ...]


@dataclass(frozen=True)
class StackColumns(FunctionPass):
    """Give ``nn.dense_packed``, or ``nn.dense_pairs``, the attribute `segments` if each use of its result, after
    elementwise operators with constants, is a transpose that moves column chunks of complete panels in front of the
    rows."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        stacker = _Stacker(users_of(func))
        for block in func.body.blocks:
            for binding in block.bindings if block.is_dataflow else ():
                if isinstance(binding, VarBinding) and operator_name(binding.value) in PANEL_PRODUCTS:
                    stacker.add(binding)
        return rewrite(func, stacker.rule, module) if stacker.plans else func


@dataclass(frozen=True)
class _Part:
    """The columns `begin` … `begin + columns` of a product, with the shape (rows…, columns…) after views."""

    begin: int
    columns: int
    shape: Shape

    @property
    def row_dims(self) -> int:
        """The number of leading dimensions that are rows: the fewest whose remaining extents multiply to `columns`."""
        return next((n for n in range(len(self.shape)) if math.prod(self.shape[n:]) == self.columns), len(self.shape))

    def sliced(self, call: GraphCall) -> _Part | None:
        """The part that a slice selects if it is one contiguous range of columns, else None."""
        begin, strides = call.attrs.get("begin", ()), call.attrs.get("strides") or ()
        shape = static_shape(call)
        axes = call.attrs.get("axes") or range(len(self.shape))
        if shape is None or len(call.args) != 1 or any(s != 1 for s in strides):
            return None
        changed = [n for n, (a, b) in enumerate(zip(shape, self.shape, strict=True)) if a != b]
        axis, rows = changed[0] if len(changed) == 1 else -1, self.row_dims
        if axis < rows or any(d != 1 for d in self.shape[rows:axis]):
            return None
        start = {int(a) % len(self.shape): b for a, b in zip(axes, begin, strict=False)}.get(axis)
        if not isinstance(start, int) or not 0 <= start < self.shape[axis]:
            return None
        step = math.prod(self.shape[axis + 1 :])
        return _Part(self.begin + start * step, shape[axis] * step, shape)


@dataclass(frozen=True)
class _Head:
    """A part of the columns, transposed to the order `axes`."""

    part: _Part
    axes: Shape

    @property
    def depth(self) -> int:
        return self.part.shape[-1]

    def is_stacked(self) -> bool:
        """Whether each run of `depth` columns stays contiguous and last, and starts at a multiple of `depth`."""
        last, rows = len(self.axes) - 1, self.part.row_dims
        return self.axes[-1] == last and rows < last and self.part.begin % self.depth == 0


@dataclass
class _Plan:
    """The rewrite of one product: `chain` is the product and the elementwise operators that follow it, `heads` the
    transposes of its parts, `stacked` the last emitted value of the new chain."""

    chain: list[GraphVar]
    heads: dict[GraphVar, _Head] = field(default_factory=dict)
    stacked: GraphVar | None = None

    @property
    def depth(self) -> int:
        return next(iter(self.heads.values())).depth


@dataclass
class _Stacker:
    """Rewrites one function; `plans` maps each variable of a chain or head to its plan."""

    users: Users
    plans: dict[GraphVar, _Plan] = field(default_factory=dict)

    def add(self, binding: VarBinding) -> None:
        """Plan the rewrite of a product if all its users transpose chunks of columns of one depth."""
        call = binding.value
        assert isinstance(call, GraphCall)
        rows, panels, shape = static_shape(call.args[0]), static_shape(call.args[1]), static_shape(binding.var)
        if rows is None or panels is None or shape is None or len(call.args) != 2 or call.attrs.get("out_dtype"):
            return
        units, width = shape[-1], panels[-1]
        if sum(n > 1 for n in rows[:-1]) != 1 or units != panels[0] * width:
            return
        # Elementwise operators between the product and its users (a bias) keep the columns in place: they are part of
        # the plan.
        plan = _Plan([binding.var])
        while (following := self.epilogue(plan.chain[-1], units)) is not None:
            plan.chain.append(following)
        for var, head in self.heads(plan.chain[-1], _Part(0, units, shape)):
            if head is None or not head.is_stacked() or head.depth % width:
                return
            plan.heads[var] = head
        if plan.heads and plan.depth < units and all(h.depth == plan.depth for h in plan.heads.values()):
            self.plans.update(dict.fromkeys([*plan.chain, *plan.heads], plan))

    def epilogue(self, var: GraphVar, units: int) -> GraphVar | None:
        """The only user of `var` if it is elementwise with constants that are equal for all rows; else None."""
        user = self.users[var][0] if len(self.users[var]) == 1 else None
        call = user.value if user is not None else None
        if user is None or not isinstance(call, GraphCall) or fusion_kind(call) not in ("elemwise", "broadcast"):
            return None
        others = [a for a in call.args if a is not var]
        same = static_shape(user.var) == static_shape(var) and len(call.args) - len(others) == 1
        by_column = all(
            isinstance(a, Constant) and _is_by_column(a, units, len(static_shape(var) or ())) for a in others
        )
        return user.var if same and by_column and "axis" not in call.attrs else None

    def heads(self, var: GraphVar, part: _Part) -> Iterator[tuple[GraphVar, _Head | None]]:
        """(result, head) for each transpose of `var` or of views of it; (variable, None) for any other user."""
        for user in self.users[var]:
            call = user.value if user is not None else None
            shape = static_shape(user.var) if user is not None else None
            name = operator_name(call) if call is not None else ""
            if user is None or not isinstance(call, GraphCall) or shape is None:
                yield var, None
            elif name in VIEWS:
                yield from self.heads(user.var, replace(part, shape=shape))
            elif name == "strided_slice":
                columns = part.sliced(call)
                yield from self.heads(user.var, columns) if columns is not None else [(var, None)]
            elif name == "transpose" and call.attrs.get("axes"):
                rank = len(part.shape)
                yield user.var, _Head(part, tuple(int(a) % rank for a in call.attrs["axes"]))
            else:
                yield var, None

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        plan = self.plans.get(var)
        if plan is None:
            return None
        assert isinstance(value, GraphCall)
        if var in plan.heads:
            assert plan.stacked is not None
            return _moved(out, plan.stacked, plan.heads[var])
        if var is plan.chain[0]:
            segments = (static_shape(var) or (0,))[-1] // plan.depth
            plan.stacked = out.emit(GraphCall(value.op, value.args, {**value.attrs, "segments": segments}), "stacked")
            return None
        assert plan.stacked is not None
        shape = static_shape(plan.stacked) or ()
        args = tuple(_stacked(a, shape) if isinstance(a, Constant) else plan.stacked for a in value.args)
        plan.stacked = out.emit(GraphCall(value.op, args, value.attrs), "stacked")
        return None


def _is_by_column(constant: Constant, units: int, rank: int) -> bool:
    """Whether a constant is a scalar, or has one value per column and none per row."""
    shape = constant.data.shape
    return constant.data.size == 1 or (constant.data.size == shape[-1] == units and len(shape) <= rank)


def _stacked(constant: Constant, shape: Shape) -> Constant:
    """A scalar, or a vector over all columns reshaped to broadcast over the stacked `shape`."""
    data = constant.data
    return Constant(data.reshape(() if data.size == 1 else (shape[0], *(1 for _ in shape[1:-1]), shape[-1])))


def _moved(out: Emitter, stacked: GraphVar, head: _Head) -> GraphExpr:
    """The value of the transpose, computed from the stacked product (segments, rows…, depth)."""
    part, rows, last = head.part, head.part.row_dims, len(head.axes) - 1
    first, count = part.begin // head.depth, part.columns // head.depth
    value: GraphExpr = stacked
    if count != (static_shape(stacked) or (0,))[0]:
        attrs = {"axes": [0], "begin": [first], "end": [first + count], "strides": [1]}
        value = out.emit(GraphCall(Op("strided_slice"), (stacked,), attrs))
    order = [*range(rows, last), *range(rows), last]  # the order of the part's dimensions in the stacked result
    shape = [part.shape[n] for n in order]
    longer = [n for n in order if part.shape[n] != 1]
    if longer == [n for n in head.axes if part.shape[n] != 1]:
        return reshape_to(value, [part.shape[n] for n in head.axes])
    restored = out.emit(reshape_to(value, shape))
    return GraphCall(Op("transpose"), (restored,), {"axes": [order.index(n) for n in head.axes]})
