"""Packs constant weights of 2, 4 or 8 bits for the kernel that widens them in registers (``nn.dense_bits``).

A product of floats with a dequantised constant reads the constant's integers instead: 4 bits per weight from memory,
not 32. The width is that of the numbers, whatever type stored them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
    TensorStructInfo,
    TupleGetItem,
)
from mlcc.ir import dtype as dt
from mlcc.target import Costs, costs_of

from ..operators import dimensions, operator_name, static_shape, tensor_dtype
from ..rewrite import Emitter, rewrite
from .blocked_weights import zero_padded
from .lower_precision import layer_name
from .pack_weights import pack_columns, panel_width, row_count
from .pass_ import FunctionPass, Pass
from .tile_products import TILE_COLUMNS, TILE_DEPTH

if TYPE_CHECKING:
    from mlcc.target import Target

Array = np.ndarray[Any, Any]

#: The widths that a kernel reads, and those of a word.
_BITS, _WORD = (2, 4, 8), 32
#: The vectors of columns in a panel: as many sums as hide the latency of an FMA for a single row.
_VECTORS = 4
#: The same where rows share the numbers of a panel: their tile has as many sums again for each row.
_TILE_VECTORS = 2


@dataclass(frozen=True)
class LowBits:
    """A matrix ``(q - zeros) * scales``: q (K, N) of numbers from 0 to ``2**bits - 1``; scales (B, N) and zeros (B, N),
    or one number, for each block of `block` rows."""

    q: Array
    bits: int
    block: int
    scales: Array
    zeros: Array | float

    def packed(self, width: int) -> tuple[Array, ...]:
        """Words, scales and zero points (if there is more than one) in panels of `width` columns."""
        parts = [self.words(), self.scales, *([] if isinstance(self.zeros, float) else [self.zeros])]
        return tuple(pack_columns(part, width) for part in parts)

    def words(self) -> Array:
        """(K', N) words of numbers that are adjacent along K, number n in byte n % 4; blocks are full."""
        each = _WORD // self.bits
        inner, columns = self.q.shape
        full = zero_padded(self.q, (-inner % self.block, 0))
        words = np.zeros((full.shape[0] // each, columns), np.uint32)
        for n in range(each):
            words |= full[n::each].astype(np.uint32) << np.uint32(n % 4 * 8 + n // 4 * self.bits)
        return words.view(np.int32)


def low_bits(value: GraphExpr, transposed: bool) -> LowBits | None:
    """The integers of a dequantised constant matrix, (K, N), or (N, K) when `transposed`; None for other values, for
    scales that vary along K other than by blocks, and for blocks that are no multiple of a word."""
    if operator_name(value) != "dequantize_linear" or not isinstance(value, GraphCall):
        return None
    constants = [arg.data for arg in value.args if isinstance(arg, Constant)]
    if len(constants) != len(value.args) or constants[0].ndim != 2 or 0 in constants[0].shape:
        return None
    axis, block = int(value.attrs.get("axis", 1)) % 2, int(value.attrs.get("block_size", 0))
    q, scale, zero = constants[0], constants[1], constants[2] if len(constants) > 2 else np.zeros((), np.int32)
    along = 1 if transposed else 0
    if q.dtype.itemsize > 1 or (axis != along) != (block == 0) and scale.size > 1:
        return None
    if transposed:
        q, scale, zero = (a.T if a.ndim == 2 else a for a in (q, scale, zero))
    blocks, block = (1, q.shape[0]) if not block else (-(-q.shape[0] // block), block)
    low = int(q.min())
    bits = next(b for b in _BITS if int(q.max()) - low < 1 << b)
    bits = next((b for b in _BITS if b >= bits and block * b % _WORD == 0), 0)
    if not bits and blocks == 1:  # one block of any length is padded
        bits, block = _BITS[-1], -(-block // 4) * 4
    if not bits:
        return None
    shape = blocks, q.shape[1]
    zeros = np.broadcast_to(zero, shape).astype(np.float32) - low
    single = bool((zeros == zeros.flat[0]).all())
    return LowBits(
        (q.astype(np.int16) - low).astype(np.uint8),
        bits,
        block,
        np.ascontiguousarray(np.broadcast_to(scale, shape)),
        float(zeros.flat[0]) if single else _narrowest(zeros),
    )


def _narrowest(zeros: Array) -> Array:
    """Zero points as bytes where they are."""
    small = zeros.astype(np.uint8)
    return small if (small == zeros).all() else zeros


@dataclass(frozen=True)
class PackLowBits(FunctionPass):
    """Rewrite products of floats with a constant matrix that is dequantised, per tensor, per column or by blocks along
    the inner dimension, to ``nn.dense_bits`` on panels of 4 vectors of `lanes` columns, for a symbolic number of rows
    and up to `costs.low_bits_rows`. Data that is dequantised by the same blocks is multiplied as bytes
    (``qnn.dense_bits``).

    Where `costs.panel_rows` is not 0, more rows share the numbers of a panel of 2 vectors (``nn.dense_panels``), of
    bytes from that many rows on (``qnn.dense_panels``); and bytes of fewer rows are multiplied by pairs.

    From `costs.widened_rows` on, where there are tile registers, both operands become bfloat16 there
    (``nn.dense_widened``), if the model allows bytes or `precision` is bfloat16 and the layer is not in `keep`."""

    lanes: int = 16
    costs: Costs = costs_of()
    precision: str = ""
    keep: frozenset[str] = frozenset()

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        return cls(target.vector_lanes("float32"), target.costs)

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        packer = _Packer(self)
        values: dict[GraphExpr, GraphExpr] = {}
        for binding in func.bindings():
            value = values[binding.var] = binding.value
            if isinstance(value, GraphCall) and operator_name(value) == "dequantize_linear":
                packer.weights[binding.var] = value
                source = _before_blocks(value, values)
                if source is not None:
                    packer.exact[binding.var] = source
        return rewrite(func, packer.rule, module) if packer.weights else func


@dataclass
class _Packer:
    """Rewrites the products of one function. `weights` are the dequantised values, and `exact` maps those of them that
    were rounded to bytes at run time to what was rounded. By weight and whether that is transposed, `matrices` has the
    integers, and, by the columns of a panel too, `packed` their constants."""

    settings: PackLowBits
    weights: dict[GraphExpr, GraphCall] = field(default_factory=dict)
    exact: dict[GraphExpr, GraphExpr] = field(default_factory=dict)
    matrices: dict[tuple[GraphVar, bool], LowBits | None] = field(default_factory=dict)
    packed: dict[tuple[GraphVar, bool, int], tuple[Constant, ...]] = field(default_factory=dict)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if operator_name(value) == "dequantize_linear" and isinstance(value, GraphCall):
            # of a value that was changed: it is bound to a new variable
            bound = out.emit(value, like=var)
            self.weights[bound] = value
            if var in self.exact:
                self.exact[bound] = self.exact[var]
            return bound
        match = _product(value)
        if match is None or match[1] not in self.weights:
            return None
        x, weight, transposed = match
        assert isinstance(x.sinfo, TensorStructInfo)
        rows = row_count(x.sinfo) or 1
        if self.widens(var, value, rows, x in self.exact):
            panels = self.matrix(weight, transposed, TILE_COLUMNS, TILE_DEPTH)
            if panels is not None:
                return self.product(out, "nn.dense_widened", out.resolve(self.exact.get(x, x)), *panels)
        matrix, costs = self.numbers(weight, transposed), self.settings.costs
        if matrix is None:
            return None
        by_blocks = self.weights.get(x)
        if by_blocks is not None and _by_blocks(by_blocks, matrix.block):
            data, factors = map(out.resolve, by_blocks.args)
            view = out.emit(GraphCall(Op("memory.view"), (data,), {"dtype": "int32"}))
            shared = 0 < costs.panel_rows <= rows
            panels = self.matrix(weight, transposed, self.settings.lanes * _TILE_VECTORS if shared else 0)
            assert panels is not None
            attrs = _attrs(matrix)
            if costs.panel_rows and not shared and matrix.bits < _BITS[-1]:
                attrs["pairs"] = True
            return GraphCall(Op("qnn.dense_panels" if shared else "qnn.dense_bits"), (view, factors, *panels[1]), attrs)
        if rows <= costs.low_bits_rows:
            panels, name = self.matrix(weight, transposed), "nn.dense_bits"
        elif costs.panel_rows:
            panels, name = self.matrix(weight, transposed, self.settings.lanes * _TILE_VECTORS), "nn.dense_panels"
        else:
            return None
        assert panels is not None
        return self.product(out, name, x, *panels)

    def widens(self, var: GraphVar, value: GraphExpr, rows: int, rounded: bool) -> bool:
        """Whether a product of so many rows is computed in tile registers: its data may be `rounded`, or is lowered."""
        settings = self.settings
        if not 0 < settings.costs.widened_rows <= rows:
            return False
        return rounded or settings.precision == "bfloat16" and layer_name(var, value) not in settings.keep

    def matrix(
        self, weight: GraphVar, transposed: bool, width: int = 0, depth: int = 1
    ) -> tuple[LowBits, tuple[Constant, ...]] | None:
        """A weight with its constants in panels of `width` columns, of vectors if that is 0; None where it has no few
        bits, or its blocks are no multiple of `depth`."""
        matrix = self.numbers(weight, transposed)
        if matrix is None or -(-matrix.q.shape[0] // matrix.block) * matrix.block % depth:
            return None
        columns = width or panel_width(matrix.q.shape[1], self.settings.lanes, _VECTORS)
        key = weight, transposed, columns
        if key not in self.packed:
            self.packed[key] = tuple(map(Constant, matrix.packed(columns)))
        return matrix, self.packed[key]

    def numbers(self, weight: GraphVar, transposed: bool) -> LowBits | None:
        """The integers of a weight."""
        key = weight, transposed
        if key not in self.matrices:
            self.matrices[key] = low_bits(self.weights[weight], transposed)
        return self.matrices[key]

    @staticmethod
    def product(out: Emitter, name: str, x: GraphExpr, matrix: LowBits, constants: tuple[Constant, ...]) -> GraphCall:
        """The product of data, whose last dimension is padded to full blocks, with a packed matrix."""
        extra = -matrix.q.shape[0] % matrix.block
        if extra:
            pads = [[0, 0]] * (len(dimensions(x) or ()) - 1) + [[0, extra]]
            x = out.emit(GraphCall(Op("nn.pad"), (x,), {"pad_width": pads}))
        return GraphCall(Op(name), (x, *constants), _attrs(matrix))


def _attrs(matrix: LowBits) -> dict[str, Any]:
    """The attributes of a product with a packed matrix."""
    attrs: dict[str, Any] = {"bits": matrix.bits, "units": matrix.q.shape[1]}
    if isinstance(matrix.zeros, float):
        attrs["zero_point"] = matrix.zeros
    return attrs


def _before_blocks(value: GraphCall, values: dict[GraphExpr, GraphExpr]) -> GraphExpr | None:
    """What was rounded to bytes block by block (``quantize_blocks``), if a value is dequantised from it."""
    part = values.get(value.args[0])
    made = values.get(part.value) if isinstance(part, TupleGetItem) else None
    if isinstance(made, GraphCall) and operator_name(made) == "quantize_blocks":
        return made.args[0]
    return None


def _by_blocks(value: GraphCall, block: int) -> bool:
    """Whether a value is float32 from int8 by blocks of this length along its last dimension, without zero points."""
    rank = len(dimensions(value) or ())
    last = int(value.attrs.get("axis", 1)) % max(rank, 1) == rank - 1
    return (
        last
        and len(value.args) == 2
        and value.attrs.get("block_size") == block
        and (tensor_dtype(value.args[0]), tensor_dtype(value.args[1])) == ("int8", "float32")
    )


def _product(value: GraphExpr) -> tuple[GraphExpr, GraphVar, bool] | None:
    """The operands of a product of floats with a matrix, and whether that is (N, K)."""
    if operator_name(value) not in ("matmul", "nn.dense") or not isinstance(value, GraphCall) or len(value.args) != 2:
        return None
    x, weight = value.args
    rank, shape = len(dimensions(x) or ()), static_shape(weight)
    if not isinstance(weight, GraphVar) or shape is None or len(shape) != 2 or rank < 1:
        return None
    if not dt.is_float(tensor_dtype(x)) or value.attrs.get("transpose_a") or value.attrs.get("out_dtype"):
        return None
    return x, weight, operator_name(value) == "nn.dense" or bool(value.attrs.get("transpose_b"))
