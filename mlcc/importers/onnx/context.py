"""What a converter may ask and do: emit operator calls, look at types, and read values known while importing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.diagnostics import MlccError, NodePath
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
    ShapeExpr,
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
from mlcc.relax import BlockBuilder, const, upper_bound

from .narrow_types import MOVING, format_of, from_bytes, to_bytes
from .value_ranges import elements, value_range

if TYPE_CHECKING:
    import onnx

    from .importer import Importer

Array = np.ndarray[Any, Any]
Dim = Any  # int | Expr

#: The largest size that may be computed from data: memory is planned for it.
MOST_MEASURED = 1 << 14


#: NumPy's arrays have no more dimensions.
_MOST_DIMS = 64


class UnknownValue(MlccError):
    """A value must be known while importing; `inputs` are the model's inputs that it is computed from."""

    def __init__(self, code: str, message: str, *, help: str | None = None, inputs: tuple[str, ...] = ()) -> None:
        super().__init__(code, message, help=help)
        self.inputs = inputs


@dataclass
class Context:
    """The state of one import. `where` names the node being converted, for messages; `place` goes with
    the calls that it becomes."""

    builder: BlockBuilder
    opset: int
    importer: Importer
    where: str = ""
    place: NodePath | None = None
    op_type: str = ""
    output_count: int = 1
    dims: dict[str, Expr] = field(default_factory=dict)
    #: Integer tensors whose elements are known up to symbolic dimensions: object arrays of ints and expressions.
    symbolic: dict[GraphExpr, Array] = field(default_factory=dict)
    #: Values that are computed at run time, but whose elements the caller has told: they may decide shapes.
    assumed: dict[GraphExpr, Array] = field(default_factory=dict)
    #: The format of values that stand for numbers of at most 8 bits (see narrow_types).
    narrow: dict[GraphExpr, str] = field(default_factory=dict)
    #: What each emitted variable is bound to.
    made: dict[GraphExpr, GraphExpr] = field(default_factory=dict)
    node: onnx.NodeProto | None = None
    #: Whether something was emitted that has no place in a dataflow block.
    has_effects: bool = False
    #: How many nodes of random numbers have got a seed.
    random_count: int = 0
    #: Values with a dimension that is known at run time only.
    sized: list[GraphVar] = field(default_factory=list)
    #: The largest that those dimensions can be.
    bounds: dict[Var, Expr] = field(default_factory=dict)
    _materialized: dict[GraphExpr, GraphExpr] = field(default_factory=dict)
    _measured: dict[tuple[GraphExpr, int], Expr] = field(default_factory=dict)

    # ------------------------------------------------------------ emitting
    def emit(self, op: str, *args: Any, **attrs: Any) -> Any:
        """Emit ``R.<op>(*args, **attrs)``; numbers and arrays become constants, lists of values become tuples."""
        while args and args[-1] is None:
            args = args[:-1]
        form = self._format(op, args) if self.narrow else None
        result = self._bind(GraphCall(Op(op), tuple(self.wrap(a) for a in args), attrs))
        if form is not None:
            self.narrow[result] = form
        return result

    def _format(self, op: str, args: Sequence[Any]) -> str | None:
        """The narrow format of an operator's result. Raises I109 where the operator would compute with such numbers."""
        flat = [v for a in args for v in (a if isinstance(a, (list, tuple)) else (a,))]
        found = next((self.narrow[v] for v in flat if isinstance(v, GraphExpr) and v in self.narrow), None)
        if found is None or op in ("decode_narrow", "encode_narrow", "quantize_narrow"):
            return None
        if op not in MOVING:
            raise self.error("I109", f"elements of type `{found}` can be moved and cast, but not computed with")
        return found

    def emit_multi(self, op: str, count: int, *args: Any, **attrs: Any) -> list[Any]:
        """Emit an operator with several results and return them one by one."""
        var = self.emit(op, *args, **attrs)
        return [self._bind(TupleGetItem(var, i)) for i in range(count)]

    def _bind(self, expr: GraphExpr) -> GraphExpr:
        if isinstance(expr, GraphCall) and expr.span is None:
            expr = update(expr, span=self.place)
        var = self.builder.emit(expr)
        self.made[var] = expr
        return var

    # ------------------------------------------------------------ branches
    @contextmanager
    def branch(self) -> Iterator[list[Binding]]:
        """What is emitted inside goes into the list given; nothing outside may use it."""
        saved, measured = dict(self._materialized), dict(self._measured)
        try:
            with self.builder.branch() as bindings:
                yield bindings
        finally:
            self._materialized, self._measured = saved, measured

    def emit_if(self, condition: GraphExpr, then: SeqExpr, other: SeqExpr) -> list[Any]:
        """Emit a conditional and return its results one by one."""
        self.has_effects = True
        var = self._bind(GraphIf(self.wrap(condition), then, other, then.sinfo))
        count = len(then.sinfo.fields) if isinstance(then.sinfo, TupleStructInfo) else 0
        return [self._bind(TupleGetItem(var, i)) for i in range(count)] or [var]

    def emit_loop(self, loop: GraphLoop) -> list[Any]:
        """Emit a loop and return its results one by one."""
        self.has_effects = True
        var = self._bind(loop)
        assert isinstance(var.sinfo, TupleStructInfo)
        return [self._bind(TupleGetItem(var, i)) for i in range(len(var.sinfo.fields))]

    def emit_prefix(self, whole: GraphExpr, count: GraphExpr, like: GraphExpr | None = None) -> Any:
        """The front of `whole`, of as many elements (or rows) as the one element of `count` says: a dimension that is
        known at run time only. It is that of `like` where the count is the same."""
        info = self.info(whole)
        if like is None:
            taken = {v.name for v in self.bounds}
            label = next(n for k in itertools.count() if (n := f"count_{k}" if k else "count") not in taken)
            length: Expr = Var(label, "int64")
            self.bounds[length] = upper_bound((info.shape or ())[0], self.bounds)  # type: ignore[index]
        else:
            length = (self.info(like).shape or ())[0]
        front = TensorStructInfo(None, info.dtype, len(info.shape or ()))
        made = self._bind(GraphCall(Op("dynamic_prefix"), (whole, count), {}, (front,), front))
        var = self.builder.match_cast(made, TensorStructInfo((length, *(info.shape or ())[1:]), info.dtype))
        self.sized.append(var)
        self.made[var] = made
        return var

    def emit_assert(self, condition: GraphExpr, message: str) -> None:
        """Emit ``R.assert_op``: the run stops with `message` unless the condition holds."""
        self.has_effects, nothing = True, TupleStructInfo(())
        self._bind(GraphCall(Op("assert_op"), (condition,), {"format": message}, (nothing,), nothing))

    def encode(self, value: GraphExpr, form: str, **attrs: Any) -> Any:
        """`value` as numbers of a narrow format."""
        wide = self.cast(value, "float32") if value in self.narrow else value
        result = self.emit("encode_narrow", wide, format=form, **attrs)
        self.narrow[result] = form
        return result

    def wrap(self, value: Any) -> GraphExpr:
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

    def constant(self, value: Any, dtype: str | None = None) -> Constant:
        """A constant tensor of `dtype`."""
        return Constant(np.asarray(value, dtype=numpy_dtype(dtype) if dtype else None))

    def literal(self, array: Array) -> Constant:
        """A constant of an array, whose elements may be of a narrow type."""
        form = format_of(array)
        result = Constant(array if form is None else to_bytes(array))
        if form is not None:
            self.narrow[result] = form
        return result

    def native(self, value: Constant) -> Array:
        """A constant's array, of narrow types as ml_dtypes has them."""
        form = self.narrow.get(value)
        return value.data if form is None else from_bytes(value.data, form)

    def cast(self, value: GraphExpr, dtype: str) -> Any:
        """`value` with elements of `dtype`; itself where it has them already. Narrow numbers are decoded."""
        if value in self.narrow:
            return self.emit("decode_narrow", value, format=self.narrow[value], dtype=dtype)
        if self.dtype(value) == dtype:
            return value
        if isinstance(value, Constant):
            return self.constant(value.data, dtype)
        return self.emit("cast", value, dtype=dtype)

    def reshape(self, value: GraphExpr, dims: Sequence[Dim]) -> Any:
        """`value` with other dimensions; itself where it has them already."""
        wanted = list(dims)
        if self.rank(value) == len(wanted) and all(a is b or a == b for a, b in self._int_pairs(value, wanted)):
            return value
        if isinstance(value, Constant) and all(isinstance(d, int) for d in wanted):
            return Constant(value.data.reshape(wanted))
        return self.emit("reshape", value, shape_arg(wanted))

    def _int_pairs(self, value: GraphExpr, wanted: Sequence[Dim]) -> list[tuple[Any, Any]]:
        pairs = list(zip(self.shape(value), wanted, strict=False))
        return [p if isinstance(p[0], int) and isinstance(p[1], int) else (id(p[0]), id(p[1])) for p in pairs]

    # ------------------------------------------------------------ asking
    def info(self, value: GraphExpr) -> TensorStructInfo:
        """The tensor type of a value. Raises I110 where it is no tensor of known rank."""
        if value is None:
            raise self.error("I117", "a required input is missing")
        if isinstance(value, list):
            raise self.error("I110", "a sequence is given where a tensor is needed")
        info = value.sinfo
        if not isinstance(info, TensorStructInfo) or info.shape is None:
            raise self.error("I110", "an input has no known shape")
        return info

    def dtype(self, value: GraphExpr) -> str:
        """The element type of a value."""
        return self.info(value).dtype

    def rank(self, value: GraphExpr) -> int:
        """The number of dimensions of a value."""
        return len(self.info(value).shape or ())

    def shape(self, value: GraphExpr) -> tuple[Dim, ...]:
        """Dimensions: integers where known, else expressions."""
        return tuple(d if (n := as_int(d)) is None else n for d in self.info(value).shape or ())

    def static_shape(self, value: GraphExpr, what: str = "input") -> tuple[int, ...]:
        """The shape as integers. Raises I111 where a dimension is symbolic."""
        shape = self.info(value).static_shape()
        if shape is None:
            raise self.error("I111", f"the {what} needs a static shape", help="give it with `--shape name=1x3x224x224`")
        return shape

    def static_dim(self, value: GraphExpr, axis: int, what: str = "input") -> int:
        """One dimension as an integer. Raises I111 where it is symbolic."""
        dim = self.shape(value)[self.axis(axis, self.rank(value))] if self.rank(value) else None
        if dim is None:
            raise self.error("I113", f"axis {axis} is outside a tensor of rank 0")
        if not isinstance(dim, int):
            raise self.error(
                "I111", f"dimension {axis} of the {what} must be static", help="give it with `--shape name=1x3x224x224`"
            )
        return dim

    def known(self, value: GraphExpr | None) -> Array | None:
        """The value while importing: an array of numbers, or an object array with expressions inside; None if
        unknown."""
        if isinstance(value, Constant):
            return value.data
        if not isinstance(value, GraphExpr):
            return None
        return self.symbolic.get(value, self.assumed.get(value))

    def number(self, value: GraphExpr | None) -> Array | None:
        """The value while importing where it is known to the last element: an array of numbers."""
        found = self.known(value)
        return None if found is None or found.dtype == object else found

    def ints(self, value: GraphExpr | None, what: str) -> list[int]:
        """A known integer tensor as a list of ints. Raises I112 where it is computed at run time."""
        return [int(v) for v in self.array(value, what).reshape(-1)]

    def optional_ints(self, value: GraphExpr | None, what: str) -> list[int] | None:
        """Like :meth:`ints`; None for an input left out."""
        return None if value is None else self.ints(value, what)

    def dims_of(self, value: GraphExpr, what: str) -> list[Dim]:
        """A known integer tensor whose elements may be symbolic (a shape). Raises I112 where it is not known."""
        found = self.known(value)
        if found is None:
            return self.measured(value, what)
        if found.size > _MOST_DIMS:
            raise self.error("I117", f"the node is malformed: `{what}` would be a shape of {found.size} dimensions")
        return [v if isinstance(v, Expr) else int(v) for v in found.reshape(-1)]

    def measured(self, value: GraphExpr | None, what: str) -> list[Dim]:
        """The elements of an integer tensor that is computed from data, as dimensions known at run time: the run stops
        where one of them is negative. Raises I112 where nothing says how large they can be."""
        if value is None or self.info(value).static_shape() is None or self.dtype(value) not in ("int64", "int32"):
            raise self.unknown(what, value)
        parts = elements(self, value)
        if any(isinstance(p, tuple) and value_range(self, p[0])[1] > MOST_MEASURED for p in parts):
            raise self.unknown(what, value)
        return [self._measure(*p) if isinstance(p, tuple) else p for p in parts]

    def _measure(self, source: GraphExpr, place: int) -> Expr:
        if (source, place) not in self._measured:
            low, high = value_range(self, source)
            size = int(np.prod(self.static_shape(source), dtype=np.int64))
            one = self.emit(
                "strided_slice", self.reshape(source, [size]), begin=[place], end=[place + 1], axes=[0], strides=[1]
            )
            number = self.cast(self.reshape(one, []), "int64")
            if low < 0:
                holds = self.emit("greater_equal", number, self.constant(0, "int64"))
                self.emit_assert(holds, f"{self.where}: a size that the model computes is negative")
            room = self.constant(np.zeros(max(int(high), 0)), "uint8")
            (self._measured[source, place],) = self.shape(self.emit_prefix(room, number))
        return self._measured[source, place]

    def array(self, value: GraphExpr | None, what: str) -> Array:
        """A known numeric tensor. Raises I112 where it is computed at run time."""
        found = self.number(value)
        if found is None:
            raise self.unknown(what, value)
        return found

    def scalar(self, value: GraphExpr | None, what: str) -> Any:
        """A known tensor of one element as a Python number. Raises I112 where it is computed at run time, I117 for
        another number of elements."""
        return self.single(self.array(value, what), what)

    def single(self, array: Array, what: str) -> Any:
        """The one element of an array. Raises I117 for another number of elements."""
        if array.size != 1:
            raise self.error("I117", f"the node is malformed: `{what}` has {array.size} elements, not one")
        return array.reshape(()).item()

    def unknown(self, what: str, value: GraphExpr | None) -> MlccError:
        """I112: an input decides shapes, and it is computed at run time."""
        if value is None:
            return self.error("I117", f"the input `{what}` is missing")
        help = (
            "fix the input shapes with `--shape`, or bind the input: `from_onnx(model, known={name: array})`; a size "
            "that is computed from data needs a bound, as by `Min` or `Clip`"
        )
        if self.is_counted(value):
            help = "the model counts it while it runs: cut the model before this node, with `onnx.utils.extract_model`"
        return self.undecided("I112", f"the input `{what}` must be known when the model is imported", value, help=help)

    def is_counted(self, value: GraphExpr) -> bool:
        """Whether a shape depends on how much the data made an operator give: no shape of an input tells that."""
        counts = {v for made in self.sized for v in free_vars_of(self.info(made))}
        counts -= {v for p in self.importer.inputs.params for v in free_vars_of(self.info(p))}
        parts = self.symbolic[value].reshape(-1) if value in self.symbolic else ()
        return any(v in counts for part in parts if isinstance(part, Expr) for v in free_vars(part))

    def undecided(self, code: str, message: str, value: GraphExpr, help: str | None = None) -> UnknownValue:
        """An error that would not be if the element of `value` were known."""
        inputs = self.importer.sources(value)
        return UnknownValue(code, f"{self.where}: {message}", help=help, inputs=inputs)

    def decided_by(self, error: MlccError, *values: GraphExpr | None) -> UnknownValue:
        """The same error, as one that would not be if the elements of the values were known."""
        inputs = [name for v in values if v is not None for name in self.importer.sources(v)]
        found = UnknownValue(error.code, error.message, inputs=(*inputs, *getattr(error, "inputs", ())))
        found.diagnostics = error.diagnostics
        return found

    def symbolic_value(self, values: Sequence[Any] | Array, dtype: str = "int64") -> GraphExpr:
        """A value known up to symbolic dimensions: a constant where it is all numbers."""
        array = np.asarray(values, dtype=object)
        flat = [as_int(v) if isinstance(v, Expr) else v for v in array.reshape(-1)]
        if all(v is not None for v in flat):
            return self.constant(np.asarray(flat).reshape(array.shape), dtype)
        stand_in = GraphVar("shape", TensorStructInfo(tuple(tir_const(d, "int64") for d in array.shape), dtype))
        self.symbolic[stand_in] = array
        return stand_in

    def materialized(self, value: GraphExpr) -> GraphExpr:
        """The value as a tensor of the function: shapes that are only computed with get one on their first real use."""
        if value not in self.symbolic:
            return value
        if value not in self._materialized:
            array, dtype = self.symbolic[value], self.dtype(value)
            elements = [const_like(v, "int64") for v in array.reshape(-1)]
            needed = {v for e in elements for v in free_vars(e)}
            sources = [p for p in (*self.importer.inputs.params, *self.sized) if needed & set(self.shape(p))]
            made = self.emit("dim_values", sources, values=elements, dtype=dtype)
            self._materialized[value] = self.reshape(made, list(array.shape))
        return self._materialized[value]

    def axis(self, axis: int, rank: int) -> int:
        """A non-negative axis. Raises I113 outside the rank."""
        if not -rank <= axis < max(rank, 1):
            raise self.error("I113", f"axis {axis} is outside a tensor of rank {rank}")
        return axis + rank if axis < 0 else axis

    def error(self, code: str, message: str, help: str | None = None) -> MlccError:
        """An error about the node being converted."""
        return MlccError(code, f"{self.where}: {message}", help=help)


def free_vars_of(info: TensorStructInfo) -> list[Var]:
    """The symbolic dimensions in a type."""
    return [v for d in info.shape or () for v in free_vars(d)]


def shape_arg(dims: Sequence[Dim]) -> ShapeExpr:
    """Dimensions as an ``R.shape`` argument."""
    return ShapeExpr(tuple(d if isinstance(d, Expr) else tir_const(int(d), "int64") for d in dims))
