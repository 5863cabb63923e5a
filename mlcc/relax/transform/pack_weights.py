"""Packs matrices in the order in which the kernel of a product reads them.

Constants are packed at compile time. A matrix computed at run time is packed by a kernel before the product if enough
rows are multiplied with it to amortise the copy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, TensorStructInfo, VarBinding
from mlcc.ir import dtype as dt
from mlcc.target import Costs, costs_of

from ..operators import operator_name, reshape_to, static_shape, tensor_dtype
from ..rewrite import Emitter, rewrite
from .matrix_products import MATRIX_COLUMNS, MATRIX_NUMBERS, in_matrix_products
from .pair_products import PAIR, in_pairs
from .pass_ import FunctionPass, Pass
from .tile_products import TILE_DEPTH, TILE_GROUP, in_tiles, lengthened, tile_columns
from .words import as_words, words

if TYPE_CHECKING:
    from mlcc.target import Target


def pack_columns(matrix: np.ndarray[Any, Any], width: int) -> np.ndarray[Any, Any]:
    """[K, N] → [ceil(N / width), K, width], zero-padded: panels of `width` columns, each row of a panel contiguous."""
    inner, columns = matrix.shape
    full, rest = divmod(columns, width)
    packed = np.empty((full + (rest > 0), inner, width), matrix.dtype)
    for panel in range(full):  # panel by panel: transposing a large matrix at once misses a cache line per element
        packed[panel] = matrix[:, panel * width : (panel + 1) * width]
    if rest:
        packed[full, :, :rest] = matrix[:, full * width :]
        packed[full, :, rest:] = 0
    return packed


def pack_groups(matrix: np.ndarray[Any, Any], width: int, group: int, step: int) -> np.ndarray[Any, Any]:
    """[K, N] → [ceil(N / width), K / group, width, group], with K rounded up to a multiple of `step` by zeros."""
    long = lengthened(matrix, step)
    grouped = np.ascontiguousarray(long.reshape(-1, group, matrix.shape[1]).transpose(0, 2, 1))
    whole = grouped.reshape(len(grouped), -1)
    return pack_columns(whole, width * group).reshape(-1, len(grouped), width, group)


def panel_width(columns: int, lanes: int, vectors: int) -> int:
    """The columns of a panel: `vectors` registers, or fewer if the matrix is narrower."""
    return lanes * min(vectors, -(-columns // lanes))


def row_count(info: TensorStructInfo) -> int | None:
    """The number of rows (the product of all dimensions but the last), or None if symbolic."""
    shape = info.static_shape()
    return None if shape is None else math.prod(shape[:-1])


#: Packed constants of one function by (identity of the array, transposed, width; negative where elements are in groups;
#: elements of a word or a group): a shared weight is packed once.
Packed = dict[tuple[int, bool, int, int], Constant]


@dataclass(frozen=True)
class PackWeights(FunctionPass):
    """Rewrite products with a constant right-hand matrix to ``nn.dense_packed`` with column panels of `vectors` vectors
    of `vector_bits` bits; with one computed at run time, if it has `costs.pack_elements` elements or more, or less
    than a vector of columns, and there are `costs.pack_rows` rows. For at most `costs.dot_rows` rows a transposed
    matrix is read as it is, in batches too. With a single column of constants they are sums of products.

    Narrow panels leave registers for more rows, so that each loaded element of a panel is reused more often. Wide
    panels are for products with fewer than `costs.wide_panel_below` rows, which need them for enough independent
    accumulators, and, on targets with 32 registers, for those with `costs.wide_panel_from` rows or more: a panel then
    stays in L1 across the rows, and a wide tile of few rows loads the fewest elements per FMA. A symbolic number of
    rows is assumed to be `costs.assumed_rows`.
    """

    vector_bits: int = 512
    vectors: int = 4
    costs: Costs = costs_of()

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        return cls(vector_bits=target.vector_bits, costs=target.costs)

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        transposes = {
            b.var: b.value for b in func.bindings() if isinstance(b, VarBinding) and _is_transposition(b.value)
        }
        packed: Packed = {}
        return rewrite(func, lambda out, var, value: self.rule(out, value, transposes, packed), module)

    def rule(
        self, out: Emitter, value: GraphExpr, transposes: Mapping[GraphVar, GraphExpr], cache: Packed
    ) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or len(value.args) != 2:
            return None
        x, weight = value.args
        batch = _batch_of_transposed(value, transposes, int(self.costs.dot_rows))
        if batch is not None:
            return GraphCall(value.op, (x, out.resolve(batch)), {"transpose_b": True})
        info, shape = x.sinfo, _matrix_shape(weight)
        if value.op.name not in ("matmul", "nn.dense") or shape is None:
            return None
        if value.attrs.get("transpose_a") or not isinstance(info, TensorStructInfo) or info.ndim < 1:
            return None
        transposed = value.op.name == "nn.dense" or bool(value.attrs.get("transpose_b"))
        units = shape[0 if transposed else 1]
        groups, pairs = _form(value, units, self.costs), in_pairs(value, self.costs)
        if not dt.is_float(info.dtype):
            return None
        # few rows of float32 read a constant of 16 bits as it is
        as_stored = isinstance(weight, Constant) and _is_widened(value, info.dtype)
        if not as_stored and (
            not (groups or pairs) and value.attrs.get("out_dtype") or not _has_dtype(weight, info.dtype)
        ):
            return None
        rows = row_count(info)
        # A transposed weight is packed from its source: the transpose is not computed at all.
        source = transposes.get(weight) if isinstance(weight, GraphVar) else None
        if isinstance(source, GraphCall):
            weight, transposed = out.resolve(source.args[0]), not transposed
        if groups is not None:
            return _grouped_product(out, value, weight, transposed, units, groups, cache)
        if pairs:
            return self._pair_product(out, value, weight, transposed, units, cache)
        if units == 1 and isinstance(weight, Constant) and info.dtype in ("float32", "float64") and not as_stored:
            return _sum_of_products(out, x, weight)
        lanes = max(1, self.vector_bits // dt.bits(info.dtype))
        width = self._width(int(self.costs.assumed_rows) if rows is None else rows, units, lanes, as_stored)
        packed: GraphExpr
        if isinstance(weight, Constant):
            packed = _packed(weight, transposed, width, cache)
        # A matrix that is known only at run time is packed in every run: that pays if many rows use it.
        elif (rows or 0) >= self.costs.pack_rows and (
            1 < units < lanes or math.prod(shape) >= self.costs.pack_elements
        ):
            packed = out.emit(GraphCall(Op("nn.pack_columns"), (weight,), {"width": width, "transposed": transposed}))
        elif source is not None and transposed and 1 <= (rows or 0) <= self.costs.dot_rows:
            return GraphCall(Op("matmul"), (x, weight), {"transpose_b": True})
        else:
            return None
        attrs = {"units": units, "out_dtype": info.dtype} if as_stored else {"units": units}
        return GraphCall(Op("nn.dense_packed"), (x, packed), attrs)

    def _pair_product(
        self, out: Emitter, call: GraphCall, weight: GraphExpr, transposed: bool, units: int, cache: Packed
    ) -> GraphCall:
        """A product of bfloat16 with a constant matrix as one of words of two numbers."""
        assert isinstance(weight, Constant)
        rows = row_count(call.args[0].sinfo) if isinstance(call.args[0].sinfo, TensorStructInfo) else None
        lanes = max(1, self.vector_bits // 32)
        width = self._width(int(self.costs.assumed_rows) if rows is None else rows, units, lanes)
        packed = _packed(weight, transposed, width, cache, PAIR)
        product = GraphCall(Op("nn.dense_pairs"), (words(out, call.args[0]), packed), {"units": units})
        if call.attrs.get("out_dtype") == "float32":
            return product
        return GraphCall(Op("cast"), (out.emit(product, "sums"),), {"dtype": tensor_dtype(call) or "bfloat16"})

    def _width(self, rows: int, units: int, lanes: int, as_stored: bool = False) -> int:
        """The columns of a panel. Many rows take narrow panels too if wide ones are padded with many more columns: 196
        columns are 4 panels of 64 or 7 of 32. A row of 16-bit elements has as many bytes as one of float32 if it has
        twice as many elements."""
        costs = self.costs
        if as_stored and rows <= costs.narrow_panel_rows:
            return panel_width(units, lanes, 2 * self.vectors)
        wide, narrow = (panel_width(units, lanes, v) for v in (self.vectors, self.vectors // 2))
        if rows < costs.wide_panel_below:
            return wide
        computed = (-(-units // width) * width for width in (wide, narrow))
        many = 0 < costs.wide_panel_from <= rows
        return wide if many and next(computed) <= costs.wide_panel_padding * next(computed) else narrow


@dataclass(frozen=True)
class _Groups:
    """How a matrix of 16-bit floats is packed: the columns of a panel, the elements of a group along K, and what K is a
    multiple of."""

    width: int
    group: int
    step: int


def _form(call: GraphCall, units: int, costs: Costs) -> _Groups | None:
    """The form of a matrix of `units` columns for a product in tile registers, or two rows by two columns."""
    if in_tiles(call, costs):
        return _Groups(tile_columns(units), TILE_GROUP, TILE_DEPTH)
    if in_matrix_products(call, costs):
        return _Groups(MATRIX_COLUMNS, MATRIX_NUMBERS, MATRIX_NUMBERS)
    return None


def _grouped_product(
    out: Emitter, call: GraphCall, weight: GraphExpr, transposed: bool, units: int, by: _Groups, cache: Packed
) -> GraphCall:
    """A product of 16-bit floats with a matrix that is packed in groups of elements along K."""
    packed: GraphExpr
    if isinstance(weight, Constant):
        form = id(weight.data), transposed, -by.width, by.group
        if form not in cache:
            matrix = weight.data.T if transposed else weight.data
            cache[form] = Constant(pack_groups(matrix, by.width, by.group, by.step))
        packed = cache[form]
    else:
        attrs = {"width": by.width, "transposed": transposed, "group": by.group, "step": by.step}
        packed = out.emit(GraphCall(Op("nn.pack_columns"), (weight,), attrs))
    kept = {key: value for key, value in call.attrs.items() if key == "out_dtype"}
    attrs = {"units": units, **kept}
    if tensor_dtype(packed) != "float16":
        return GraphCall(Op("nn.dense_packed"), (call.args[0], packed), attrs)
    data, dims = call.args[0], static_shape(call.args[0]) or ()
    if out.in_dataflow or len(dims) == 2:
        return GraphCall(Op("nn.dense_parts"), (data, packed), attrs)
    # outside of dataflow rows stay as they are, and schedules are for matrices
    rows = out.emit(reshape_to(data, (math.prod(dims[:-1]), dims[-1])))
    return reshape_to(out.emit(GraphCall(Op("nn.dense_parts"), (rows, packed), attrs)), (*dims[:-1], units))


def _sum_of_products(out: Emitter, x: GraphExpr, weight: Constant) -> GraphCall:
    """A product with one column: a panel would have as many columns as a vector has lanes, all but one of zeros."""
    products = out.emit(GraphCall(Op("multiply"), (x, Constant(weight.data.reshape(-1)))), "products")
    return GraphCall(Op("sum"), (products,), {"axis": [-1], "keepdims": True})


def _packed(weight: Constant, transposed: bool, width: int, cache: Packed, word: int = 1) -> Constant:
    """A constant matrix in panels of `width` columns; elements of a `word` are adjacent along K."""
    key = id(weight.data), transposed, width, word
    if key not in cache:
        matrix = weight.data.T if transposed else weight.data
        cache[key] = Constant(pack_columns(matrix if word == 1 else as_words(matrix, 0), width))
    return cache[key]


def _batch_of_transposed(value: GraphCall, transposes: Mapping[GraphVar, GraphExpr], few: int) -> GraphExpr | None:
    """The batch of matrices whose transposes are multiplied with at most `few` rows each; None for other products."""
    rows, shape = static_shape(value.args[0]), static_shape(value.args[1])
    source = transposes.get(value.args[1]) if isinstance(value.args[1], GraphVar) else None
    if operator_name(value) != "matmul" or any(value.attrs.values()) or not isinstance(source, GraphCall):
        return None
    if rows is None or shape is None or len(rows) < 2 or len(shape) < 3 or not 1 <= rows[-2] <= few:
        return None
    return source.args[0]


def _matrix_shape(weight: GraphExpr) -> tuple[int, ...] | None:
    """The shape of a non-empty matrix of static shape; None for other values."""
    shape = static_shape(weight)
    return shape if shape is not None and len(shape) == 2 and 0 not in shape else None


def _is_transposition(value: GraphExpr) -> bool:
    """Whether a value is the transpose of matrices (last two axes) of static shape."""
    if not isinstance(value, GraphCall) or operator_name(value) != "transpose":
        return False
    shape = static_shape(value.args[0])
    if shape is None or len(shape) < 2 or 0 in shape:
        return False
    rank = len(shape)
    axes = [a % rank for a in value.attrs.get("axes") or range(rank)[::-1]]
    return axes == [*range(rank - 2), rank - 1, rank - 2]


def _is_widened(call: GraphCall, dtype: str) -> bool:
    """Whether a product of `dtype` reads a matrix of another floating-point type."""
    kind = tensor_dtype(call.args[1])
    return call.attrs.get("out_dtype") == dtype == "float32" and kind in ("float16", "bfloat16")


def _has_dtype(value: GraphExpr, dtype: str) -> bool:
    return isinstance(value.sinfo, TensorStructInfo) and value.sinfo.dtype == dtype
