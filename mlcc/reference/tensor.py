"""Runs a tensor program: the semantics of every statement, on NumPy arrays.

By default, loops run one iteration at a time. Loops whose iterations are proven independent
(:mod:`mlcc.reference.independence`) become array axes instead, which gives the same results, bit for bit, hundreds of
times faster; the tests compare both methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    INSTRUCTIONS,
    Allocate,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    PrimFunc,
    Ramp,
    SeqStmt,
    Stmt,
    Var,
    While,
    meaning_of,
    numpy_dtype,
    script,
    walk,
)
from mlcc.ir import dtype as dt

from .formulas import Formulas, State, checked
from .independence import independent
from .lines import is_filled, view_at

#: Loops become array axes up to this many elements at once; then the outer loops run one by one.
MOST_LANES = 1 << 22


class _Return(Exception):
    """`T.ret` ends the function."""


class TensorInterpreter:
    """Runs the statements of one function."""

    def __init__(self, func: PrimFunc, vectorize: bool, externs: Mapping[str, Callable[..., Any]]) -> None:
        self.func = func
        self.vectorize = vectorize and not any(isinstance(n, Ramp) for n in walk(func.body))
        self.state = State(externs)
        self.formulas = Formulas()
        self._independent: dict[int, bool] = {}
        self._meanings: dict[Call, Stmt] = {}

    def run(self) -> None:
        """Run the body; parameters are in `state` already."""
        with np.errstate(all="ignore"):
            try:
                self.stmt(self.func.body)
            except _Return:
                return

    def integer(self, expr: Expr) -> int:
        """The value of an expression that must be the same in all lanes (an extent, a shape)."""
        value = self.formulas.value(expr, self.state)
        if np.ndim(value):
            value = np.unique(value)
            if len(value) != 1:
                raise MlccError("V081", f"`{script(expr)}` differs between iterations that run together")
            value = value[0]
        return int(value)

    # ------------------------------------------------------------ statements
    def stmt(self, stmt: Stmt) -> None:
        """Run one statement."""
        match stmt:
            case SeqStmt():
                for item in stmt.stmts:
                    self.stmt(item)
            case BufferStore():
                self._store(stmt)
            case For():
                self._for(stmt)
            case BlockRealize():
                self._realize(stmt)
            case IfThenElse():
                self._if(stmt)
            case LetStmt():
                self.state.values[stmt.var] = self.formulas.value(stmt.value, self.state)
                self.stmt(stmt.body)
            case Evaluate():
                self._evaluate(stmt)
            case While():
                while self.formulas.value(stmt.condition, self.state):
                    self.stmt(stmt.body)
            case AssertStmt():
                if not np.all(self.formulas.value(stmt.condition, self.state)):
                    raise MlccError("V083", f"assertion failed: {stmt.message}", span=stmt.span)
            case AttrStmt():
                self.stmt(stmt.body)
            case Allocate():
                self.allocate(stmt.buffer)
                self.stmt(stmt.body)
            case _:
                raise MlccError("V081", f"the interpreter cannot run a {type(stmt).__name__}")

    def allocate(self, buffer: Buffer) -> None:
        """Uninitialised memory: filled with NaN, or with an unlikely integer, so that results show if it is read."""
        shape = tuple(self.integer(d) for d in buffer.shape)
        dtype = numpy_dtype(dt.element(buffer.dtype))
        if dt.is_float(buffer.dtype):
            array = np.full(shape, np.nan, np.float64).astype(dtype)
        else:
            array = np.full(shape, 0x5A, dtype) if buffer.dtype != "bool" else np.ones(shape, dtype)
        self.state.data[buffer] = array

    def _evaluate(self, stmt: Evaluate) -> None:
        if isinstance(stmt.value, IntImm):
            return
        if isinstance(stmt.value, Call) and stmt.value.op == "ret":
            raise _Return
        if isinstance(stmt.value, Call) and stmt.value.op == "assume":
            return
        if isinstance(stmt.value, Call) and stmt.value.op in INSTRUCTIONS:
            self._tiles(stmt.value)
            return
        self.formulas.value(stmt.value, self.state)

    def _tiles(self, call: Call) -> None:
        """Run the loops that a tile instruction stands for."""
        meaning = self._meanings.get(call)
        if meaning is None:
            meaning = self._meanings[call] = meaning_of(call)
            operands = {a.buffer for a in call.args if isinstance(a, BufferLoad)}
            if len({self._viewed(buffer) for buffer in operands}) == len(operands):  # no view hides a dependence
                loops = (node for node in walk(meaning) if isinstance(node, For))
                self._independent.update((id(loop), independent(loop, {})) for loop in loops)
        self.stmt(meaning)

    def _store(self, store: BufferStore) -> None:
        state = self.state
        value = np.asarray(self.formulas.get(store.value)(state))
        array, where = state.locate(store.buffer, [self.formulas.get(i)(state) for i in store.indices])
        mask = state.mask
        if mask is None and (view := view_at(array, where)) is not None and is_filled(view, value):
            view[...] = value
            return
        if mask is not None and mask.ndim == 0:
            if not mask:
                return
            mask = None
        indices = checked(array, where, state, store)
        if value.dtype != array.dtype:
            value = value.astype(array.dtype)
        if mask is None:
            array[indices] = value
            return
        shape = np.broadcast_shapes(mask.shape, value.shape, *(np.shape(i) for i in indices))
        on = np.broadcast_to(mask, shape)
        chosen = tuple(np.broadcast_to(i, shape)[on] for i in indices)
        array[chosen] = np.broadcast_to(value, shape)[on]

    def _if(self, stmt: IfThenElse) -> None:
        state = self.state
        test = self.formulas.value(stmt.condition, state)
        if np.ndim(test) == 0:
            if test:
                self.stmt(stmt.then_body)
            elif stmt.else_body is not None:
                self.stmt(stmt.else_body)
            return
        outer = state.mask
        self._under(state.masked(test), stmt.then_body)
        if stmt.else_body is not None:
            state.mask = outer
            self._under(state.masked(np.logical_not(test)), stmt.else_body)
        state.mask = outer

    def _under(self, mask: np.ndarray[Any, Any], body: Stmt) -> None:
        """Run `body` on the lanes of `mask`; not at all when there are none."""
        outer, self.state.mask = self.state.mask, mask
        if mask.any():
            self.stmt(body)
        self.state.mask = outer

    # ------------------------------------------------------------ loops
    def _for(self, loop: For) -> None:
        state = self.state
        start, extent = self.integer(loop.min), self.integer(loop.extent)
        kind = numpy_dtype(loop.var.dtype).type
        if extent > 1 and self._can_vectorize(loop, extent):
            axes, lanes = state.axes, state.lanes
            values = np.arange(start, start + extent).astype(kind)
            # New axes come first, so that values of the loops around are broadcast along them.
            state.values[loop.var] = values.reshape((extent,) + (1,) * axes)
            state.axes, state.lanes = axes + 1, lanes * extent
            self.stmt(loop.body)
            state.axes, state.lanes = axes, lanes
            return
        for i in range(start, start + extent):
            state.values[loop.var] = kind(i)
            self.stmt(loop.body)

    def _can_vectorize(self, loop: For, extent: int) -> bool:
        if not self.vectorize or self.state.lanes * extent > MOST_LANES:
            return False
        cached = self._independent.get(id(loop))
        if cached is None:
            cached = self._independent[id(loop)] = independent(loop, {}) if not self.state.views else False
        return cached

    # ------------------------------------------------------------ blocks
    def _realize(self, realize: BlockRealize) -> None:
        state, block = self.state, realize.block
        predicate = self.formulas.value(realize.predicate, state)
        if np.ndim(predicate) == 0 and not predicate:
            return
        for axis, value in zip(block.iters, realize.values, strict=True):
            state.values[axis.var] = self.formulas.value(value, state)
        if np.ndim(predicate) == 0:
            self._block(block)
            return
        outer, state.mask = state.mask, state.masked(predicate)
        if state.mask.any():
            self._block(block)
        state.mask = outer

    def _block(self, block: Block) -> None:
        for buffer in block.allocs:
            self.allocate(buffer)
        for match in block.match_buffers:
            self._match(match.buffer, match.source.buffer, [r.min for r in match.source.region])
        if block.init is not None:
            self._init(block, block.init)
        self.stmt(block.body)
        for match in block.match_buffers:
            self.state.views.pop(match.buffer, None)

    def _match(self, view: Buffer, source: Buffer, mins: list[Expr]) -> None:
        """A view: same elements, indices counted from the region's corner; symbolic strides take the source's."""
        state = self.state
        state.views[view] = (source, tuple(self.formulas.value(m, state) for m in mins))
        source = self._viewed(source)
        array = state.data.get(source)
        if array is None:
            raise MlccError("V081", f"the buffer `{source.name}` is not defined", span=source.span)
        steps = [s // array.itemsize for s in array.strides][-len(view.strides) :] if view.strides else []
        for stride, step in zip(view.strides, steps, strict=True):
            if isinstance(stride, Var):
                state.values[stride] = numpy_dtype(stride.dtype).type(step)
        if isinstance(view.elem_offset, Var):
            state.values[view.elem_offset] = numpy_dtype(view.elem_offset.dtype).type(0)

    def _viewed(self, buffer: Buffer) -> Buffer:
        """The buffer that holds the elements of a view."""
        while buffer in self.state.views:
            buffer, _ = self.state.views[buffer]
        return buffer

    def _init(self, block: Block, init: Stmt) -> None:
        """`T.init` runs where all reduce axes are at the start of their domains."""
        state = self.state
        first: Any = np.bool_(True)
        for axis in block.iters:
            if axis.kind == "reduce":
                first = np.logical_and(first, state.values[axis.var] == self.formulas.value(axis.dom.min, state))
        if np.ndim(first) == 0:
            if first:
                self.stmt(init)
            return
        outer = state.mask
        self._under(state.masked(first), init)
        state.mask = outer
