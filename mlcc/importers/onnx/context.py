"""The interface of converters: emitting operator calls, and facts about values (see `facts`)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
import onnx
from numpy.typing import ArrayLike

from mlcc.analysis import LARGEST_EXTENT
from mlcc.diagnostics import NodePath
from mlcc.ir import (
    Binding,
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    Op,
    SeqExpr,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    as_int,
    const_like,
    free_vars,
    numpy_dtype,
    update,
)
from mlcc.ir import const as tir_const
from mlcc.narrow_types import format_of, from_bytes, to_bytes
from mlcc.relax import BlockBuilder, const, is_open, upper_bound
from mlcc.string_rows import STRING, is_text

from .counts import MOST_PLANNED, Count
from .shape_args import shape_arg as shape_arg
from .strings import Strings, moved, string_constant
from .value_ranges import Element, elements, value_range
from .values import Array, Dim, Operand

#: The maximal rank of a NumPy array.
_MOST_DIMS = 64


#: Operators that move elements and leave them as they are.
MOVING = frozenset(
    [
        *("reshape", "transpose", "strided_slice", "concatenate", "take", "broadcast_to", "tile", "repeat", "flip"),
        *("squeeze", "expand_dims", "identity", "where", "gather_elements", "gather_nd", "split", "trilu"),
        *("scatter_elements", "scatter_nd", "reverse_sequence", "nn.depth_to_space", "nn.space_to_depth"),
    ]
)


@dataclass(kw_only=True)
class Context(Strings):
    """The state of one import. `where` names the node being converted, for messages; `location` is recorded in
    the calls emitted for it."""

    builder: BlockBuilder
    opset: int
    location: NodePath | None = None
    op_type: str = ""
    output_count: int = 1
    #: The channels of a block in a model that onnxruntime has laid out in such.
    channel_block: int = 1
    node: onnx.NodeProto | None = None
    #: Gradients in the graph that is being converted: of values by name, the tensors asked for, and of what.
    differentiate: Callable[[Mapping[str, GraphExpr], Sequence[str], str], list[GraphExpr]] | None = None
    #: Whether something with side effects was emitted, which may not be in a dataflow block.
    has_effects: bool = False
    #: The number of random nodes that have been given a seed.
    random_count: int = 0
    _materialized: dict[GraphExpr, GraphExpr] = field(default_factory=dict)
    #: Dimensions computed from data, by what they are.
    counts: dict[object, Count] = field(default_factory=dict)

    # ------------------------------------------------------------ emitting
    def emit(self, op: str, *args: Operand, **attrs: object) -> GraphExpr:
        """Emit ``R.<op>(*args, **attrs)``; Python numbers and arrays become constants, lists of values tuples."""
        form = self._format(op, args) if self.narrow else None
        if form == STRING:
            return moved(self, op, args, attrs)
        result = self.call(op, *args, **attrs)
        if form is not None:
            self.narrow[result] = form
        return result

    def call(self, op: str, *args: Operand, **attrs: object) -> GraphExpr:
        """Like :meth:`emit`, of operands taken as the numbers that they are, whatever these encode."""
        while args and args[-1] is None:
            args = args[:-1]
        return self._bind(GraphCall(Op(op), tuple(self.wrap(a) for a in args), attrs))

    def _format(self, op: str, args: Sequence[Operand]) -> str | None:
        """The narrow format of an operator's result. Raises I109 if the operator would compute with it."""
        flat = [v for a in args for v in (a if isinstance(a, (list, tuple)) else (a,))]
        form = next((self.narrow[v] for v in flat if isinstance(v, GraphExpr) and v in self.narrow), None)
        if form is None or op in ("decode_narrow", "encode_narrow", "quantize_narrow"):
            return None
        if op not in MOVING:
            raise self.error("I109", f"elements of type `{form}` can be moved and cast, but not computed with")
        return form

    def emit_multi(self, op: str, count: int, *args: Operand, **attrs: object) -> list[GraphExpr]:
        """Emit an operator with several results and return them one by one."""
        var = self.emit(op, *args, **attrs)
        return [self._bind(TupleGetItem(var, i)) for i in range(count)]

    def _bind(self, expr: GraphExpr) -> GraphExpr:
        if isinstance(expr, GraphCall) and expr.span is None:
            expr = update(expr, span=self.location)
        var = self.builder.emit(expr)
        self.made[var] = expr
        return var

    # ------------------------------------------------------------ branches
    @contextmanager
    def branch(self) -> Iterator[list[Binding]]:
        """Collects what is emitted inside in the list that it yields; nothing outside may use these values."""
        saved, counts = dict(self._materialized), dict(self.counts)
        try:
            with self.builder.branch() as bindings:
                yield bindings
        finally:
            self._materialized, self.counts = saved, counts

    def emit_if(self, condition: GraphExpr, then: SeqExpr, other: SeqExpr) -> list[GraphExpr]:
        """Emit a conditional and return its results one by one."""
        self.has_effects = True
        var = self._bind(GraphIf(self.wrap(condition), then, other, then.sinfo))
        count = len(then.sinfo.fields) if isinstance(then.sinfo, TupleStructInfo) else 0
        return [self._bind(TupleGetItem(var, i)) for i in range(count)] or [var]

    def emit_loop(self, loop: GraphLoop) -> list[GraphExpr]:
        """Emit a loop and return its results one by one."""
        self.has_effects = True
        var = self._bind(loop)
        assert isinstance(var.sinfo, TupleStructInfo)
        return [self._bind(TupleGetItem(var, i)) for i in range(len(var.sinfo.fields))]

    def emit_prefix(
        self, whole: GraphExpr, count: GraphExpr, like: GraphExpr | None = None, more: int = 0
    ) -> GraphExpr:
        """The first ``count + more`` rows of `whole`; `count` is a tensor of one integer, computed at run time.

        The result's first dimension is a new symbol, or that of `like`, an earlier prefix with the same count.
        """
        info = self.info(whole)
        if like is None:
            taken = {v.name for v in self.computed}
            label = next(n for k in itertools.count() if (n := f"count_{k}" if k else "count") not in taken)
            length: Expr = (own := Var(label, "int64"))
            self.computed.append(own)
            bound = upper_bound((info.shape or ())[0], self.bounds)
            if not is_open(bound):
                self.bounds[own] = bound
        else:
            length = (self.info(like).shape or ())[0]
        front = TensorStructInfo(None, info.dtype, len(info.shape or ()))
        attrs = {"more": more} if more else {}
        prefix = self._bind(GraphCall(Op("dynamic_prefix"), (whole, count), attrs, (front,), front))
        var = self.builder.match_cast(prefix, TensorStructInfo((length, *(info.shape or ())[1:]), info.dtype))
        self.sized.append(var)
        self.made[var] = prefix
        if whole in self.narrow:
            self.narrow[var] = self.narrow[whole]
        if whole in self.pools:
            self.pools[var] = self.pools[whole]
        return var

    def emit_assert(self, condition: GraphExpr, message: str) -> None:
        """Emit ``R.assert_op``: the run stops with `message` unless the condition holds."""
        self.has_effects, nothing = True, TupleStructInfo(())
        self._bind(GraphCall(Op("assert_op"), (condition,), {"format": message}, (nothing,), nothing))

    def encode(self, value: GraphExpr, form: str, **attrs: object) -> GraphExpr:
        """`value` encoded in a narrow format."""
        wide = self.cast(value, "float32") if value in self.narrow else value
        result = self.emit("encode_narrow", wide, format=form, **attrs)
        self.narrow[result] = form
        return result

    def wrap(self, value: Operand) -> GraphExpr:
        """A Python value as an operand."""
        if value is None:
            return Op("null_value")
        if isinstance(value, GraphExpr):
            return self.materialized(value)
        if isinstance(value, (list, tuple)) and value and any(v is None for v in value):
            raise self.error("I117", "a required input is missing")
        if isinstance(value, (list, tuple)) and value and isinstance(value[0], GraphExpr):
            return GraphTuple(tuple(self.materialized(v) for v in value))
        return const(value)

    def constant(self, value: ArrayLike, dtype: str | None = None) -> Constant:
        """A constant tensor of `dtype`."""
        return Constant(np.asarray(value, dtype=numpy_dtype(dtype) if dtype else None))

    def literal(self, array: Array) -> GraphExpr:
        """A constant of an array, whose elements may be strings or of a narrow type."""
        if is_text(array):
            return string_constant(self, array)
        form = format_of(array)
        result = Constant(array if form is None else to_bytes(array))
        if form is not None:
            self.narrow[result] = form
        return result

    def native(self, value: Constant) -> Array:
        """A constant's array, of narrow types as ml_dtypes has them."""
        form = self.narrow.get(value)
        return value.data if form is None else from_bytes(value.data, form)

    def cast(self, value: GraphExpr, dtype: str) -> GraphExpr:
        """`value` with elements of `dtype`; itself where it has them already. Narrow numbers are decoded."""
        if value in self.narrow:
            return self.emit("decode_narrow", value, format=self.narrow[value], dtype=dtype)
        if self.dtype(value) == dtype:
            return value
        if isinstance(value, Constant):
            return self.constant(value.data, dtype)
        return self.emit("cast", value, dtype=dtype)

    def reshape(self, value: GraphExpr, dims: Sequence[Dim]) -> GraphExpr:
        """`value` with other dimensions; itself where it has them already."""
        wanted = list(dims)
        if self.rank(value) == len(wanted) and all(map(_same_dim, self.shape(value), wanted)):
            return value
        if isinstance(value, Constant) and all(isinstance(d, int) for d in wanted):
            return Constant(value.data.reshape(wanted))
        return self.emit("reshape", value, shape_arg(wanted))

    # ------------------------------------------------------------ shapes from values
    def dims_of(self, value: GraphExpr, what: str, count: int | None = None) -> list[Dim]:
        """The elements of an integer tensor as dimensions: of one that is computed from data, as new symbols.

        An assertion stops the run if one of these is negative. Raises as `size_parts` does.
        """
        return [self.measured(part) for part in self.size_parts(value, what, count)]

    def size_parts(self, value: GraphExpr, what: str, count: int | None = None) -> list[Dim | Element]:
        """The elements of an integer tensor: dimensions where known up to symbols, else which element of a tensor it
        is.

        `count` is how many the operator demands: of a tensor whose length is not known, such as what a slice of
        computed bounds takes, a run asserts that. Raises I112 if neither says how many elements there are, I117 for
        more than a shape can have.
        """
        values = self.known(value)
        if values is None:
            if count is not None and self.info(value).static_shape() is None:
                value = self.reshape(value, [count])
            if self.info(value).static_shape() is None or self.dtype(value) not in ("int64", "int32"):
                raise self.unknown(what, value)
            if math.prod(self.static_shape(value)) > _MOST_DIMS:
                raise self.unknown(what, value)
            return elements(self, value)
        if values.size > _MOST_DIMS:
            raise self.error("I117", f"the node is malformed: `{what}` would be a shape of {values.size} dimensions")
        return [v if isinstance(v, Expr) else int(v) for v in values.reshape(-1)]

    def counted(self, key: object, number: Callable[[], GraphExpr], most: Dim = LARGEST_EXTENT) -> Count:
        """A dimension with the value that `number` emits; the run stops if it is negative or more than `most`.

        Equal keys stand for equal sizes: the dimension is the same.
        """
        if key not in self.counts:
            # A tensor without elements, whatever its number of rows: its prefix has the dimension and takes no memory.
            if isinstance(most, int):
                room: GraphExpr = self.constant(np.zeros((most, 0)), "uint8")
            else:
                room = self.emit("zeros", shape_arg([most, 0]), dtype="uint8")
            value = number()
            rows = self.emit_prefix(room, value)
            self.counts[key] = Count((self.info(rows).shape or ())[0], value, rows)
        return self.counts[key]

    def measured(self, part: Dim | Element, clamped: bool = False) -> Dim:
        """An element of a shape as a dimension.

        A negative number stops the run; or, if `clamped`, the dimension is 0.
        """
        if not isinstance(part, tuple):
            return part
        low, high = value_range(self, part[0])
        most = LARGEST_EXTENT if high > MOST_PLANNED else max(int(high), 0)

        def number() -> GraphExpr:
            value = self.scalar_of(part)
            return self.emit("maximum", value, self.constant(0, "int64")) if clamped and low < 0 else value

        known = self.counts.get(part)
        if low < 0 and not clamped and (known is None or known.clamped):
            holds = self.emit("greater_equal", self.scalar_of(part), self.constant(0, "int64"))
            self.emit_assert(holds, f"{self.where}: a size that the model computes is negative")
        count = self.counted(part, number, most)
        self.counts[part] = replace(count, clamped=clamped and (known is None or count.clamped))
        return count.size

    def scalar_of(self, part: Dim | Element) -> GraphExpr:
        """A dimension, or an element of a small tensor, as an int64 of rank 0."""
        if not isinstance(part, tuple):
            return self.materialized(self.symbolic_value(np.array(part, dtype=object)))
        source, position = part
        size = math.prod(self.static_shape(source))
        flat = self.reshape(source, [size])
        if size > 1:
            flat = self.emit("strided_slice", flat, begin=[position], end=[position + 1], axes=[0], strides=[1])
        return self.cast(self.reshape(flat, []), "int64")

    def symbolic_value(self, values: Array | Sequence[Dim] | Dim, dtype: str = "int64") -> GraphExpr:
        """A value of dimensions: a constant if all are static, else a stand-in for the shape computation."""
        array = np.asarray(values, dtype=object)
        flat = [as_int(v) if isinstance(v, Expr) else v for v in array.reshape(-1)]
        if all(v is not None for v in flat):
            return self.constant(np.asarray(flat).reshape(array.shape), dtype)
        stand_in = GraphVar("shape", TensorStructInfo(tuple(tir_const(d, "int64") for d in array.shape), dtype))
        self.symbolic[stand_in] = array
        return stand_in

    def count_below(self, size: Dim, dtype: str) -> GraphExpr:
        """0, 1 … below a dimension, which may be symbolic."""
        if isinstance(size, int):
            return self.constant(np.arange(size), dtype)
        return self.emit("range_like", self.constant(0, dtype), self.constant(1, dtype), shape_arg([size]))

    def sizes_in(self, value: GraphExpr) -> Array | None:
        """The dimensions that an emitted tensor has as its elements, if it was emitted for them."""
        return next((self.symbolic[stand_in] for stand_in, made in self._materialized.items() if made is value), None)

    def materialized(self, value: GraphExpr) -> GraphExpr:
        """The value as an emitted tensor; stand-ins of shape computations are emitted on their first use."""
        if value not in self.symbolic:
            return value
        if value not in self._materialized:
            array, dtype = self.symbolic[value], self.dtype(value)
            elements = [const_like(v, "int64") for v in array.reshape(-1)]
            needed = {v for e in elements for v in free_vars(e)}
            sources = [p for p in (*self.inputs.params, *self.sized) if needed & set(self.shape(p))]
            dims = self.call("dim_values", sources, values=elements, dtype=dtype)
            self._materialized[value] = self.reshape(dims, list(array.shape))
        return self._materialized[value]


def _same_dim(a: Dim, b: Dim) -> bool:
    """Whether two dimensions are equal integers or the same expression."""
    return a == b if isinstance(a, int) and isinstance(b, int) else a is b
