"""What converters work with: operators to emit, sizes and types that PyTorch has inferred, and converters of ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from mlcc.diagnostics import MlccError
from mlcc.importers.onnx.context import Context, shape_arg
from mlcc.importers.onnx.inputs import Inputs
from mlcc.importers.onnx.registry import find as find_onnx
from mlcc.ir import Constant, Expr, GraphExpr, GraphVar, TensorStructInfo
from mlcc.ir import const as tir_const
from mlcc.relax import BlockBuilder

from .tensors import Dim, Symbols, array_of, dtype_of

_OPSET = 23


@dataclass(frozen=True)
class Dequantized:
    """A constant of integers, (data - zero) * scale: one scale, one per index of `axis`, or per `block` along it."""

    data: Constant
    scale: Constant
    zero: Constant
    axis: int | None
    block: int


@dataclass(frozen=True)
class Rounded:
    """Bytes with one scale and one zero point that are computed: (data - zero) * scale."""

    data: GraphExpr
    scale: GraphExpr
    zero: GraphExpr


class Translation:
    """The state of one import. `node` is the node being converted; `dequantized` are the floats that are constants of
    integers, `rounded` those that are bytes. `repeats_draws` says whether each run may draw the same random numbers."""

    def __init__(self) -> None:
        self.builder = BlockBuilder()
        self.inputs = Inputs({}, {})
        self.ctx = Context(builder=self.builder, opset=_OPSET, inputs=self.inputs)
        self.symbols = Symbols()
        self.node: torch.fx.Node | None = None
        self.dequantized: dict[GraphExpr, Dequantized] = {}
        self.rounded: dict[GraphExpr, Rounded] = {}
        self.repeats_draws = True

    # ------------------------------------------------------------ values of the program
    def parameter(self, name: str, fake: torch.Tensor) -> GraphVar:
        """A parameter of the function, of the type of a (fake) tensor."""
        var = GraphVar(self.inputs._unique(name), self.type_of(fake))
        self.inputs.params.append(var)
        self.inputs.by_name[name] = var
        return var

    def type_of(self, fake: torch.Tensor) -> TensorStructInfo:
        """The type of a (fake) tensor."""
        dims = [self.symbols.dim(size) for size in fake.shape]
        shape = tuple(d if isinstance(d, Expr) else tir_const(d, "int64") for d in dims)
        return TensorStructInfo(shape, dtype_of(fake.dtype))

    def data(self, tensor: torch.Tensor) -> Constant:
        """A constant with the elements of a tensor, in its memory where possible."""
        dtype_of(tensor.dtype)
        return Constant(array_of(tensor))

    @property
    def result(self) -> torch.Tensor:
        """The (fake) tensor that the node gives, the first if it gives several."""
        assert self.node is not None
        value = self.node.meta["val"]
        return value[0] if isinstance(value, (tuple, list)) else value

    @property
    def dtype(self) -> str:
        """The element type of the node's result, or of its parts if it is complex."""
        kind = self.result.dtype
        return dtype_of(kind.to_real() if kind.is_complex else kind)

    @property
    def dims(self) -> list[Dim]:
        """The shape of the node's result."""
        return [self.symbols.dim(size) for size in self.result.shape]

    # ------------------------------------------------------------ emitting
    def emit(self, op: str, *args: Any, **attrs: Any) -> GraphExpr:
        """``R.<op>(*args, **attrs)``; see `Context.emit`."""
        return self.ctx.emit(op, *args, **attrs)

    def onnx(self, op: str, *args: Any, **attrs: Any) -> GraphExpr:
        """What the importer of ONNX emits for an operator of opset 23 with one result."""
        result: GraphExpr = self.several(op, *args, **attrs)
        return result

    def several(self, op: str, *args: Any, **attrs: Any) -> Any:
        """The result of an operator of ONNX, or the list of its results."""
        entry = find_onnx(op, "", _OPSET)
        assert entry is not None, op
        self.ctx.op_type = op
        return entry.convert(self.ctx, *args, **attrs)

    def constant(self, value: Any, dtype: str | None = None) -> Constant:
        """A constant, of the dtype of the node's result if none is given."""
        return self.ctx.constant(np.asarray(value), dtype or self.dtype)

    def cast(self, value: GraphExpr, dtype: str | None = None) -> GraphExpr:
        """`value` with elements of `dtype`, that of the node's result if none is given."""
        return self.ctx.cast(value, dtype or self.dtype)

    def operand(self, value: Any, dtype: str) -> GraphExpr:
        """A tensor, number or size as a tensor of `dtype`."""
        if isinstance(value, GraphExpr):
            return self.cast(value, dtype)
        if isinstance(value, Expr):
            return self.cast(self.ctx.materialized(self.ctx.symbolic_value(value)), dtype)
        return self.constant(value, dtype)

    def reshape(self, value: GraphExpr, dims: Sequence[Dim]) -> GraphExpr:
        """`value` with other dimensions."""
        return self.ctx.reshape(value, dims)

    def shape(self, value: GraphExpr) -> list[Dim]:
        """The dimensions of a value."""
        return list(self.ctx.shape(value))

    def rank(self, value: GraphExpr) -> int:
        """The number of dimensions of a value."""
        return self.ctx.rank(value)

    def axis(self, axis: int, rank: int) -> int:
        """A non-negative axis; PyTorch lets a scalar have the axes 0 and -1."""
        return axis % rank if rank else 0

    def axes(self, axes: Any, rank: int) -> list[int]:
        """Non-negative axes, all of them for None or an empty list."""
        if axes is None or axes == []:
            return list(range(rank))
        return sorted({self.axis(a, rank) for a in ([axes] if isinstance(axes, int) else axes)})

    def expand(self, value: GraphExpr, dims: Sequence[Dim]) -> GraphExpr:
        """`value` broadcast to `dims`."""
        return self.emit("broadcast_to", value, shape_arg(list(dims)))

    def full(self, dims: Sequence[Dim], value: Any, dtype: str | None = None) -> GraphExpr:
        """A tensor of one number."""
        return self.emit("full", shape_arg(list(dims)), fill_value=value, dtype=dtype or self.dtype)

    def static(self, value: Any, what: str) -> int:
        """A size that must be a number. Raises I111."""
        if not isinstance(value, int):
            raise self.error("I111", f"the {what} needs a number, not the symbolic size `{value}`")
        return value

    def error(self, code: str, message: str, help: str | None = None) -> MlccError:
        """An error about the node being converted."""
        return MlccError(code, f"{node_title(self.node)}: {message}", help=help)


def node_title(node: torch.fx.Node | None) -> str:
    """``node `add_3` (aten.add.Tensor, float32)``"""
    if node is None:
        return "the program"
    value = node.meta.get("val")
    value = value[0] if isinstance(value, (tuple, list)) and value else value
    dtype = f", {str(value.dtype).removeprefix('torch.')}" if isinstance(value, torch.Tensor) else ""
    return f"node `{node.name}` ({node.target}{dtype})"
