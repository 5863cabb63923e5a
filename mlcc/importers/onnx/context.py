"""What a converter may ask and do: emit operator calls, look at types, and read values known while importing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Sequence, TypeVar

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant, Expr, GraphCall, GraphExpr, GraphTuple, Op, ShapeExpr, TensorStructInfo, Var, as_int, const as tir_const, numpy_dtype,
)  # fmt: skip
from mlcc.relax import BlockBuilder, const

T = TypeVar("T")


@dataclass
class Context:
    """The state of one import. `where` names the node being converted, for messages."""

    builder: BlockBuilder
    opset: int
    where: str = ""
    op_type: str = ""
    output_count: int = 1
    dims: dict[str, Expr] = field(default_factory=dict)
    #: Integer tensors whose elements are known up to symbolic dimensions: object arrays of ints and expressions.
    symbolic: dict[GraphExpr, np.ndarray[Any, Any]] = field(default_factory=dict)
    importer: Any = None
    node: Any = None

    # ------------------------------------------------------------ emitting
    def emit(self, op: str, *args: Any, **attrs: Any) -> Any:
        """Emit ``R.<op>(*args, **attrs)``; numbers and arrays become constants, lists of values become tuples."""
        converted = tuple(self.wrap(a) for a in args if a is not None)
        return self.builder.emit(GraphCall(Op(op), converted, attrs))

    def emit_multi(self, op: str, count: int, *args: Any, **attrs: Any) -> list[Any]:
        """Emit an operator with several results and return them one by one."""
        from mlcc.ir import TupleGetItem

        var = self.emit(op, *args, **attrs)
        return [self.builder.emit(TupleGetItem(var, i)) for i in range(count)]

    def wrap(self, value: Any) -> GraphExpr:
        if isinstance(value, GraphExpr):
            return value
        if isinstance(value, (list, tuple)) and value and isinstance(value[0], GraphExpr):
            return GraphTuple(tuple(value))
        return const(value)

    def constant(self, value: Any, dtype: str | None = None) -> Constant:
        """A constant tensor of `dtype`."""
        return Constant(np.asarray(value, dtype=numpy_dtype(dtype) if dtype else None))

    # ------------------------------------------------------------ asking
    def info(self, value: GraphExpr) -> TensorStructInfo:
        info = value.sinfo
        if not isinstance(info, TensorStructInfo) or info.shape is None:
            raise self.error("I110", "an input of unknown shape")
        return info

    def dtype(self, value: GraphExpr) -> str:
        return self.info(value).dtype

    def rank(self, value: GraphExpr) -> int:
        return len(self.shape(value))

    def shape(self, value: GraphExpr) -> tuple[int | Expr, ...]:
        """Dimensions: integers where known, else expressions."""
        return tuple(d if (n := as_int(d)) is None else n for d in self.info(value).shape or ())

    def static_shape(self, value: GraphExpr, what: str = "input") -> tuple[int, ...]:
        """The shape as integers. Raises I111 where a dimension is symbolic."""
        shape = self.info(value).static_shape()
        if shape is None:
            raise self.error("I111", f"the {what} needs a static shape", help="give it with `--shape name=1x3x224x224`")
        return shape

    def known(self, value: GraphExpr | None) -> np.ndarray[Any, Any] | None:
        """The value while importing: an array of numbers, or an object array with expressions inside; None if unknown."""
        if value is None:
            return None
        if isinstance(value, Constant):
            return value.data
        return self.symbolic.get(value)

    def ints(self, value: GraphExpr | None, what: str) -> list[int]:
        """A known integer tensor as a list of ints. Raises I112 where it is computed at run time."""
        found = self.known(value)
        if found is None or found.dtype == object:
            raise self.error(
                "I112", f"the input `{what}` must be known when the model is imported",
                help="fix the input shapes with `--shape`, or simplify the model so that it is a constant",
            )  # fmt: skip
        return [int(v) for v in found.reshape(-1)]

    def dims_of(self, value: GraphExpr, what: str) -> list[int | Expr]:
        """A known integer tensor whose elements may be symbolic (a shape)."""
        found = self.known(value)
        if found is None:
            raise self.error(
                "I112", f"the input `{what}` must be known when the model is imported",
                help="fix the input shapes with `--shape`, or simplify the model so that it is a constant",
            )  # fmt: skip
        return [v if isinstance(v, Expr) else int(v) for v in found.reshape(-1)]

    def array(self, value: GraphExpr | None, what: str) -> np.ndarray[Any, Any]:
        """A known numeric tensor. Raises I112 where it is computed at run time."""
        found = self.known(value)
        if found is None or found.dtype == object:
            raise self.error("I112", f"the input `{what}` must be a constant")
        return found

    def symbolic_value(self, values: Sequence[Any] | np.ndarray[Any, Any], dtype: str = "int64") -> GraphExpr:
        """A value known up to symbolic dimensions: a constant where it is all numbers."""
        array = np.asarray(values, dtype=object)
        flat = [as_int(v) if isinstance(v, Expr) else v for v in array.reshape(-1)]
        if all(v is not None for v in flat):
            return self.constant(np.asarray(flat).reshape(array.shape), dtype)
        parts = [self.emit("full", ShapeExpr((tir_const(1, "int64"),)), fill_value=v, dtype=dtype) for v in array.reshape(-1)]
        joined = parts[0] if len(parts) == 1 else self.emit("concatenate", parts, axis=0)
        result = self.emit("reshape", joined, ShapeExpr(tuple(tir_const(d, "int64") for d in array.shape)))
        self.symbolic[result] = array
        return result

    def axis(self, axis: int, rank: int) -> int:
        """A non-negative axis. Raises I113 outside the rank."""
        if not -rank <= axis < max(rank, 1):
            raise self.error("I113", f"axis {axis} is outside a tensor of rank {rank}")
        return axis + rank if axis < 0 else axis

    def error(self, code: str, message: str, help: str | None = None) -> MlccError:
        return MlccError(code, f"{self.where}: {message}", help=help)
