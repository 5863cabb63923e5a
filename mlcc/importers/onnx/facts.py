"""Facts about the values of one import: types, shapes, elements known at import time; and errors that name the node."""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.diagnostics import Diagnostic, MlccError, Severity
from mlcc.ir import Constant, Expr, GraphExpr, GraphVar, TensorStructInfo, Var, all_roots, as_int, walk

from .inputs import Inputs
from .values import Array, Dim, Value


class UnknownValue(MlccError):
    """A value must be known at import time; `inputs` are the model's inputs that it is computed from.

    `condition`: the value is that of a conditional whose branches give different types.
    """

    condition: GraphExpr | None = None

    def __init__(self, code: str, message: str, *, help: str | None = None, inputs: tuple[str, ...] = ()) -> None:
        super().__init__(code, message, help=help)
        self.inputs = inputs


@dataclass(kw_only=True)
class Facts:
    """The values of one import. `where` names the node being converted, for error messages."""

    inputs: Inputs
    where: str = ""
    #: Integer tensors whose elements are static up to symbolic dimensions: object arrays of ints and expressions.
    symbolic: dict[GraphExpr, Array] = field(default_factory=dict)
    #: Run-time values whose elements the caller has given for the import: shapes may depend on them.
    assumed: dict[GraphExpr, Array] = field(default_factory=dict)
    #: The elements of values that repeat along all dimensions of symbolic size, with one element in each of these.
    repeated: dict[GraphExpr, Array] = field(default_factory=dict)
    #: Integers that count along the only dimension of symbolic size: those at its first index, and the steps.
    counting: dict[GraphExpr, tuple[Array, Array]] = field(default_factory=dict)
    #: The expression that each emitted variable is bound to.
    made: dict[GraphExpr, GraphExpr] = field(default_factory=dict)
    #: Values with a dimension that is known only at run time.
    sized: list[GraphVar] = field(default_factory=list)
    #: Those dimensions, and upper bounds of those that have one.
    computed: list[Var] = field(default_factory=list)
    bounds: dict[Var, Expr] = field(default_factory=dict)
    #: Of those, the numbers of iterations that have begun in the loops around, at least 1, and their upper bounds.
    iterations: dict[Var, Dim] = field(default_factory=dict)
    #: What the import says that does not stop it, each once: nodes may be converted twice.
    warnings: dict[str, Diagnostic] = field(default_factory=dict)
    #: Constants in another type of floats than the model has them in.
    converted: dict[tuple[Constant, str], GraphExpr] = field(default_factory=dict)

    def tensor(self, value: Value) -> GraphExpr:
        """The value, which must be a tensor. Raises I110 for a sequence, I117 for an input left out."""
        if value is None:
            raise self.error("I117", "a required input is missing")
        if not isinstance(value, GraphExpr):
            raise self.error("I110", "a sequence is given where a tensor is needed")
        return value

    def info(self, value: Value) -> TensorStructInfo:
        """The tensor type of a value. Raises I110 if it is no tensor, or has no rank."""
        info = self.tensor(value).sinfo
        if not isinstance(info, TensorStructInfo) or info.shape is None:
            raise self.error("I110", "an input has no known shape")
        return info

    def dtype(self, value: Value) -> str:
        """The element type of a value."""
        return self.info(value).dtype

    def rank(self, value: Value) -> int:
        """The number of dimensions of a value."""
        return len(self.info(value).shape or ())

    def shape(self, value: Value) -> tuple[Dim, ...]:
        """The dimensions: ints where static, else expressions."""
        return tuple(d if (n := as_int(d)) is None else n for d in self.info(value).shape or ())

    def static_shape(self, value: Value, what: str = "input") -> tuple[int, ...]:
        """The shape as integers. Raises I111 where a dimension is symbolic."""
        shape = self.info(value).static_shape()
        if shape is None:
            raise self.error("I111", f"the {what} needs a static shape", help="give it with `--shape name=1x3x224x224`")
        return shape

    def static_dim(self, value: Value, axis: int, what: str = "input") -> int:
        """One dimension as an integer. Raises I111 where it is symbolic."""
        dim = self.shape(value)[self.axis(axis, self.rank(value))] if self.rank(value) else None
        if dim is None:
            raise self.error("I113", f"axis {axis} is outside a tensor of rank 0")
        if not isinstance(dim, int):
            raise self.error(
                "I111", f"dimension {axis} of the {what} must be static", help="give it with `--shape name=1x3x224x224`"
            )
        return dim

    def axis(self, axis: int, rank: int) -> int:
        """A non-negative axis. Raises I113 outside the rank."""
        if not -rank <= axis < max(rank, 1):
            raise self.error("I113", f"axis {axis} is outside a tensor of rank {rank}")
        return axis + rank if axis < 0 else axis

    def known(self, value: Value) -> Array | None:
        """The elements at import time: a numeric array, or an object array of ints and expressions; None if unknown."""
        if isinstance(value, Constant):
            return value.data
        if not isinstance(value, GraphExpr):
            return None
        return self.symbolic.get(value, self.assumed.get(value))

    def number(self, value: GraphExpr | None) -> Array | None:
        """The elements at import time as a numeric array; None if any is unknown or symbolic."""
        data = self.known(value)
        return None if data is None or data.dtype == object else data

    def ints(self, value: GraphExpr | None, what: str) -> list[int]:
        """A known integer tensor as a list of ints. Raises I112 where it is computed at run time."""
        return [int(v) for v in self.array(value, what).reshape(-1)]

    def optional_ints(self, value: GraphExpr | None, what: str) -> list[int] | None:
        """Like :meth:`ints`; None for an input left out."""
        return None if value is None else self.ints(value, what)

    def array(self, value: GraphExpr | None, what: str) -> Array:
        """A known numeric tensor. Raises I112 where it is computed at run time."""
        data = self.number(value)
        if data is None:
            raise self.unknown(what, value)
        return data

    def scalar(self, value: GraphExpr | None, what: str) -> float:
        """A known tensor of one element as a Python number. Raises I112 where it is computed at run time, I117 for
        another number of elements."""
        return self.single(self.array(value, what), what)

    def single(self, array: Array, what: str) -> float:
        """The one element of an array. Raises I117 for another number of elements."""
        if array.size != 1:
            raise self.error("I117", f"the node is malformed: `{what}` has {array.size} elements, not one")
        number: float = array.reshape(()).item()
        return number

    # ------------------------------------------------------------ origins of values
    def sources(self, value: GraphExpr) -> tuple[str, ...]:
        """The names of the model's inputs that a value is computed from."""
        names: dict[GraphExpr, str] = {v: n for n, v in self.inputs.by_name.items()}
        result: dict[str, None] = {}
        todo: list[GraphExpr] = [value]
        seen: set[GraphExpr] = {value}
        while todo:
            item = todo.pop()
            if item in names:
                result[names[item]] = None
            for part in walk(self.made[item]) if item in self.made else ():
                if isinstance(part, GraphVar) and part not in seen:
                    seen.add(part)
                    todo.append(part)
        return tuple(result)

    def is_counted(self, value: GraphExpr) -> bool:
        """Whether a value depends on a data-dependent size, which no input shape determines."""
        counts = {v for value_var in self.sized for v in free_vars_of(self.info(value_var))}
        counts -= {v for p in self.inputs.params for v in free_vars_of(self.info(p))}
        parts = self.symbolic[value].reshape(-1) if value in self.symbolic else ()
        return any(v in counts for part in parts if isinstance(part, Expr) for v in all_roots(part))

    # ------------------------------------------------------------ errors
    def error(self, code: str, message: str, help: str | None = None) -> MlccError:
        """An error about the node being converted."""
        return MlccError(code, f"{self.where}: {message}", help=help)

    def warn(self, code: str, message: str, help: str) -> None:
        """Say something about the node that does not stop the import."""
        text = f"{self.where}: {message}"
        self.warnings[text] = Diagnostic(code, text, help=help, severity=Severity.WARNING)

    def unknown(self, what: str, value: GraphExpr | None) -> MlccError:
        """I112: an input decides shapes, and it is computed at run time."""
        if value is None:
            return self.error("I117", f"the input `{what}` is missing")
        help = (
            "fix the input shapes with `--shape`, or bind the input: `from_onnx(model, known={name: array})`; a size "
            "that is computed from data needs a bound, as by `Min` or `Clip`"
        )
        if self.is_counted(value):
            help = (
                "the model counts it while it runs: split the model before this node, with `onnx.utils.extract_model`"
            )
        return self.undecided("I112", f"the input `{what}` must be known when the model is imported", value, help=help)

    def undecided(self, code: str, message: str, value: GraphExpr, help: str | None = None) -> UnknownValue:
        """An error that knowing the elements of `value` would avoid."""
        inputs = self.sources(value)
        return UnknownValue(code, f"{self.where}: {message}", help=help, inputs=inputs)

    def decided_by(self, error: MlccError, *values: GraphExpr | None) -> UnknownValue:
        """The same error, as one that knowing the elements of the values would avoid."""
        inputs = [name for v in values if v is not None for name in self.sources(v)]
        unknown = UnknownValue(error.code, error.message, inputs=(*inputs, *getattr(error, "inputs", ())))
        unknown.diagnostics = error.diagnostics
        return unknown


def free_vars_of(info: TensorStructInfo) -> list[Var]:
    """The symbolic dimensions in a type."""
    return [v for d in info.shape or () for v in all_roots(d)]
