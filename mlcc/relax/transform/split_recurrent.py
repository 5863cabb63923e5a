"""Splits recurrent networks with constant weights into one product for the inputs of all steps, and the recurrence.

The product is a plain `matmul`, which has schedules; biases are added up and recurrent weights packed in panels at
compile time. Networks of 16-bit floats keep their weights; their biases, gates and states are float32, and their
results are rounded. For 100 steps of 64 inputs into 4 * 128 gates: (100, 64) by (64, 512), then 100 steps of (128,) by
(128, 512).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    TensorStructInfo,
    const,
    update,
)  # fmt: skip
from mlcc.ir import dtype as dt
from mlcc.target import Costs, costs_of

from ..operators import NULL, is_null, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass, Pass
from .recurrent_weights import pack_recurrent, pack_recurrent_tiles, unpack_recurrent_words
from .tile_products import BYTE_DEPTH, TILE_COLUMNS, bytes_recur_in_tiles

if TYPE_CHECKING:
    from mlcc.target import Target

Array = np.ndarray[Any, Any]
_WIDE = "float32"


@dataclass(frozen=True)
class SplitRecurrent(FunctionPass):
    """Rewrite ``nn.lstm``, ``nn.gru`` and ``nn.rnn`` with constant weights to `matmul`, `add` and their recurrence."""

    #: The accumulators of a tile of a recurrence, in elements; None: as few as any target has registers for.
    sums: int | None = None
    costs: Costs = costs_of()

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        values = target.vector_registers * target.vector_bits // 32
        return cls(values * 3 // 4, target.costs)  # the other registers hold weights and states

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, self.rule, module)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
            return None
        if (
            value.op.name == "nn.lstm_recurrence" and "sums" not in value.attrs
        ):  # as models with integer weights have it
            return update(value, args=self.packed(value), attrs={**value.attrs, **self.tiles()})
        cell = value.op.name.removeprefix("nn.")
        if cell not in ("lstm", "gru", "rnn"):
            return None
        args = [*value.args, *[NULL] * (8 - len(value.args))]
        x, w, r, b = args[:4]
        info = x.sinfo
        if (
            not isinstance(w, Constant)
            or not isinstance(r, Constant)
            or not (is_null(b) or isinstance(b, Constant))
            or not isinstance(info, TensorStructInfo)
            or info.shape is None
            or not dt.is_float(info.dtype)
            or info.dtype == "float64"
        ):
            return None
        return self.split(out, cell, value, args)

    def split(self, out: Emitter, cell: str, call: GraphCall, args: list[GraphExpr]) -> GraphExpr:
        from mlcc.topi import RECURRENT_CELLS

        x, w, r, b = args[:4]
        assert isinstance(w, Constant)
        assert isinstance(r, Constant)
        gates, unit, width = RECURRENT_CELLS[cell]
        count, rows, hidden = w.data.shape[0], w.data.shape[1], r.data.shape[2]
        # The products of all time steps with the input weights are one matrix multiplication before the loop.
        flat = w.data.reshape(count * rows, -1).T
        assert isinstance(x.sinfo, TensorStructInfo)
        narrow = x.sinfo.dtype != _WIDE
        wide = {"out_dtype": _WIDE} if narrow else {}
        product: GraphExpr = out.emit(GraphCall(Op("matmul"), (x, Constant(np.ascontiguousarray(flat))), wide), "gates")
        late: GraphExpr = NULL
        if isinstance(b, Constant):
            own, other = (part.astype(_WIDE) for part in (b.data[:, :rows], b.data[:, rows:]))
            if call.attrs.get("linear_before_reset"):
                # With `linear_before_reset` the hidden gate is r * (h R + Rb): its bias stays inside the loop. All
                # others are added once.
                late = Constant(np.ascontiguousarray(other[:, 2 * hidden :]))
                other = np.concatenate([other[:, : 2 * hidden], np.zeros_like(other[:, 2 * hidden :])], 1)
            total = Constant(np.ascontiguousarray((own + other).reshape(-1)))
            product = out.emit(GraphCall(Op("add"), (product, total)), "gates")
        assert x.sinfo.shape is not None
        dims = (*x.sinfo.shape[:2], const(count, "int64"), const(rows, "int64"))
        product = out.emit(GraphCall(Op("reshape"), (product, ShapeExpr(dims))), "gates")
        packed = Constant(pack_recurrent(r.data, gates, unit, width))
        lens, *others = args[4:8]
        h0, c0, p = (_widened(out, value) for value in others)
        extra = {"lstm": (h0, c0, p, lens), "gru": (h0, late, lens), "rnn": (h0, lens)}[cell]
        attrs = {**call.attrs, "hidden_size": hidden, **self.tiles()}
        if narrow:
            attrs["out_dtype"] = x.sinfo.dtype
        return GraphCall(Op(f"nn.{cell}_recurrence"), (product, packed, *extra), attrs)

    def packed(self, call: GraphCall) -> tuple[GraphExpr, ...]:
        """The operands of the recurrence of an LSTM of integers, whose weights are packed anew for tile registers."""
        gates, weight, *rest = call.args
        if not isinstance(weight, Constant) or not bytes_recur_in_tiles(call, self.costs):
            return call.args
        tiles = pack_recurrent_tiles(unpack_recurrent_words(weight.data), TILE_COLUMNS // 2, BYTE_DEPTH)
        return (gates, Constant(tiles), *rest)

    def tiles(self) -> dict[str, int]:
        """The attributes of a recurrence that depend on the target."""
        sums = {} if self.sums is None else {"sums": self.sums}
        return {"parallel_from": int(self.costs.parallel_products), **sums}


def _widened(out: Emitter, value: GraphExpr) -> GraphExpr:
    """An optional operand as float32."""
    if is_null(value) or tensor_dtype(value) == _WIDE:
        return value
    return out.emit(GraphCall(Op("cast"), (value,), {"dtype": _WIDE}))
