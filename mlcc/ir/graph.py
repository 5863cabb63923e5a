"""Graph functions (Relax): calls on tensors, grouped in dataflow blocks where they are pure.

Class names carry a ``Graph`` prefix only where TensorIR has the same word; :mod:`mlcc.relax` exports them under TVM's
names (``Var``, ``Call``, ``Function`` …).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, ClassVar

import numpy as np

from mlcc.diagnostics import Location

from . import dtype as dt
from .expr import Expr, as_int, const, const_like
from .infix import MAKERS, Infix
from .node import Node, node, shown_as


# ---------------------------------------------------------------- types
class StructInfo(Node):
    """The static type of a graph value: kind, shape, dtype, as far as known."""

    __slots__ = ()
    span: Location | None


@shown_as("mlcc.relax.struct_info")
@node
class TensorStructInfo(StructInfo):
    """A tensor. `shape` None: only the rank `ndim` is known (-1: not even that); `dtype` "" when unknown."""

    shape: tuple[Expr, ...] | None = None
    dtype: str = "float32"
    ndim: int = -1
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("shape",)

    def __post_init__(self) -> None:
        if self.shape is not None:
            self.shape = tuple(const_like(d, "int64") for d in self.shape)  # type: ignore[misc]
            self.ndim = len(self.shape)  # type: ignore[misc]

    def static_shape(self) -> tuple[int, ...] | None:
        """The shape as integers, or None where a dimension is symbolic or unknown."""
        if self.shape is None:
            return None
        dims = [as_int(d) for d in self.shape]
        return None if any(d is None for d in dims) else tuple(d for d in dims if d is not None)


def dyn_tensor_type(ndim: int = -1, dtype: str = "float32") -> TensorStructInfo:
    """A tensor of which the rank is known (-1: not even that): `DynTensorType` of TVM's older lessons."""
    return TensorStructInfo(None, dtype, ndim)


@shown_as("mlcc.relax.struct_info")
@node
class ShapeStructInfo(StructInfo):
    """A shape value: its dimensions, or only their number."""

    values: tuple[Expr, ...] | None = None
    ndim: int = -1
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("values",)

    def __post_init__(self) -> None:
        if self.values is not None:
            self.values = tuple(const_like(d, "int64") for d in self.values)  # type: ignore[misc]
            self.ndim = len(self.values)  # type: ignore[misc]


@shown_as("mlcc.relax.struct_info")
@node
class TupleStructInfo(StructInfo):
    fields: tuple[StructInfo, ...]
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("fields",)

    def __post_init__(self) -> None:
        if type(self.fields) is not tuple:  # TVM's users pass lists
            self.fields = tuple(self.fields)  # type: ignore[misc]


@shown_as("mlcc.relax.struct_info")
@node
class PrimStructInfo(StructInfo):
    """A scalar; `value` when it is known."""

    dtype: str = "int64"
    value: Expr | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)


@shown_as("mlcc.relax.struct_info")
@node
class ObjectStructInfo(StructInfo):
    span: Location | None = field(default=None, kw_only=True, repr=False)


@node
class CallableStructInfo(StructInfo):
    params: tuple[StructInfo, ...] | None
    ret: StructInfo
    purity: bool = True
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("params", "ret")


# ---------------------------------------------------------------- expressions
class GraphExpr(Infix, Node):
    """Base of graph expressions; `sinfo` is None until inferred."""

    __slots__ = ()
    sinfo: StructInfo | None
    span: Location | None

    @property
    def struct_info(self) -> StructInfo | None:
        """TVM's word for `sinfo`."""
        return self.sinfo


@shown_as("mlcc.relax.expr", "Var")
@node
class GraphVar(GraphExpr):
    """A graph variable: an identity with a name hint. `is_dataflow`: visible in its dataflow block only, and of the
    class :class:`DataflowVar`."""

    name: str
    sinfo: StructInfo | None = None
    is_dataflow: bool = False
    span: Location | None = field(default=None, kw_only=True, repr=False)

    def __new__(cls, name: str = "", sinfo: StructInfo | None = None, is_dataflow: bool = False, **_: Any) -> GraphVar:
        # Without arguments for copies, which set the fields afterwards.
        return object.__new__(DataflowVar if is_dataflow is True else cls)

    def __post_init__(self) -> None:
        shape: Any = self.sinfo
        if shape.__class__ is tuple:  # the older form of TVM's lessons: name, shape, DynTensorType
            dtype = getattr(self.is_dataflow, "dtype", "float32")
            self.sinfo, self.is_dataflow = TensorStructInfo(shape, dtype), False  # type: ignore[misc]

    @property
    def name_hint(self) -> str:
        """TVM's word for `name`."""
        return self.name


@shown_as("mlcc.relax.expr")
class DataflowVar(GraphVar):
    """A variable that is visible in its dataflow block only: what `GraphVar(name, info, is_dataflow=True)` makes."""

    __slots__ = ()

    def __init__(self, name: str, sinfo: StructInfo | None = None, is_dataflow: bool = True, **more: Any) -> None:
        super().__init__(name, sinfo, True, **more)


@shown_as("mlcc.relax.expr")
@node
class Constant(GraphExpr):
    """A tensor literal. `data` is read-only; bfloat16 uses ml_dtypes."""

    data: np.ndarray[Any, Any]
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)

    def __post_init__(self) -> None:
        if self.sinfo is None:
            self.sinfo = TensorStructInfo(  # type: ignore[misc]
                tuple(const(int(d), "int64") for d in self.data.shape), dt.from_numpy(self.data.dtype)
            )


@shown_as("mlcc.relax.expr")
@node
class ShapeExpr(GraphExpr):
    """``R.shape([n, 4])``."""

    values: tuple[Expr, ...]
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("values",)

    def __post_init__(self) -> None:
        self.values = tuple(const_like(d, "int64") for d in self.values)  # type: ignore[misc]


@shown_as("mlcc.relax.expr")
@node
class PrimValue(GraphExpr):
    """``R.prim_value(3)``."""

    value: Expr
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)


@shown_as("mlcc.relax.expr", "StringImm")
@node
class StringValue(GraphExpr):
    """``R.str("s")``."""

    value: str
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)


@node
class DTypeValue(GraphExpr):
    """``R.dtype("float32")``."""

    value: str
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)


@shown_as("mlcc.relax.expr", "Tuple")
@node
class GraphTuple(GraphExpr):
    fields: tuple[GraphExpr, ...]
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("fields",)

    def __post_init__(self) -> None:
        if type(self.fields) is not tuple:  # TVM's users pass lists
            self.fields = tuple(self.fields)  # type: ignore[misc]


@shown_as("mlcc.relax.expr")
@node
class TupleGetItem(GraphExpr):
    value: GraphExpr
    index: int
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)


@node
class GlobalVar(GraphExpr):
    """The name of a function of the module: ``cls.linear0``."""

    name: str
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)

    @property
    def name_hint(self) -> str:
        """TVM's word for `name`."""
        return self.name


@shown_as("mlcc.relax.expr")
@node
class ExternFunc(GraphExpr):
    """A library function by name: ``"env.linear"``."""

    name: str
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)


class OperatorName(str):
    """The name of an operator; the name with TVM's prefix is equal: ``call.op.name == "relax.nn.relu"``."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        if str.__eq__(self, other) is True:
            return True
        return isinstance(other, str) and other.startswith("relax.") and str.__eq__(self, other[6:])

    def __ne__(self, other: object) -> bool:
        return not self == other


@node
class Op(GraphExpr):
    """A named operator, without the ``R.`` prefix: ``nn.relu``, ``call_tir``, ``call_dps_packed`` …

    Operators of one name are equal.
    """

    name: str
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", OperatorName(self.name))

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, Op) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    @staticmethod
    def get(name: str) -> Op:
        """The operator of a name, which may have TVM's prefix: ``relax.add`` and ``add`` are one."""
        return Op(name.removeprefix("relax."))


@shown_as("mlcc.relax.expr", "Call")
@node
class GraphCall(GraphExpr):
    """``op(*args, **attrs)``.

    `op` is an :class:`Op`, a :class:`GlobalVar`, an :class:`ExternFunc` or a function value. For ``call_tir`` and
    ``call_dps_packed``: `args` is (callee, GraphTuple of inputs[, ShapeExpr of tir_vars]) and `sinfo_args` holds the
    output type (a TupleStructInfo for several outputs).
    `attrs` values are numbers, strings, booleans, None, lists (tuples) of them, or TensorIR expressions.
    """

    op: GraphExpr
    args: tuple[GraphExpr, ...]
    attrs: Mapping[str, Any] = field(default_factory=dict)
    sinfo_args: tuple[StructInfo, ...] = ()
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("op", "args", "sinfo_args")

    def __post_init__(self) -> None:
        # TVM's users pass lists, and None for what is absent.
        if type(self.args) is not tuple:
            self.args = tuple(self.args)  # type: ignore[misc]
        if self.attrs is None:
            self.attrs = {}  # type: ignore[unreachable]
        if type(self.sinfo_args) is not tuple:
            self.sinfo_args = tuple(self.sinfo_args or ())  # type: ignore[misc]


@shown_as("mlcc.relax.expr", "If")
@node
class GraphIf(GraphExpr):
    """Both branches are sequences whose last value is the result."""

    condition: GraphExpr
    true_branch: SeqExpr
    false_branch: SeqExpr
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("condition", "true_branch", "false_branch")


@node
class GraphLoop(GraphExpr):
    """A loop with a trip count determined at run time: at most `limit` (one int64), while `condition` (one bool) holds.

    `params` are the iteration number (an int64 of rank 0) and the loop-carried state, which starts as `initial`. `body`
    returns a tuple: whether to continue, the next state, and the scan outputs of the iteration. The result is a tuple:
    the last state, the scan outputs stacked along a new first axis, and the trip count (an int64 of rank 0). The new
    axes have the extent `most` and are filled up to the trip count; with scan outputs, a trip count above `most` is a
    run-time error.
    """

    limit: GraphExpr
    condition: GraphExpr
    initial: GraphTuple
    params: tuple[GraphVar, ...]
    body: SeqExpr
    most: Expr
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("limit", "condition", "initial", "body", "most")

    def rows(self) -> tuple[GraphExpr, ...]:
        """The scan outputs of an iteration."""
        assert isinstance(self.body.body, GraphTuple)
        return self.body.body.fields[len(self.params) :]


# ---------------------------------------------------------------- bindings
class Binding(Node):
    __slots__ = ()
    var: GraphVar
    value: GraphExpr
    span: Location | None


@shown_as("mlcc.relax.expr")
@node
class VarBinding(Binding):
    """``var = value``"""

    var: GraphVar
    value: GraphExpr
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value",)


@shown_as("mlcc.relax.expr")
@node
class MatchCast(Binding):
    """``var = R.match_cast(value, sinfo)``: checks at run time and binds symbolic dimensions."""

    var: GraphVar
    value: GraphExpr
    sinfo: StructInfo
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("value", "sinfo")


@shown_as("mlcc.relax.expr")
@node
class BindingBlock(Node):
    """Bindings in order. In a dataflow block (`is_dataflow`) everything is pure; its output variables are those
    with `is_dataflow` False."""

    bindings: tuple[Binding, ...]
    is_dataflow: bool = False
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("bindings",)


@shown_as("mlcc.relax.expr")
@node
class SeqExpr(GraphExpr):
    """Blocks, then the resulting value."""

    blocks: tuple[BindingBlock, ...]
    body: GraphExpr
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("blocks", "body")


@shown_as("mlcc.relax.expr", "Function")
@node
class GraphFunction(GraphExpr):
    """A graph function. `attrs` may hold ``global_symbol``, ``Primitive``, ``num_input`` …"""

    params: tuple[GraphVar, ...]
    body: SeqExpr
    ret_sinfo: StructInfo | None = None
    attrs: Mapping[str, Any] = field(default_factory=dict)
    is_pure: bool = True
    sinfo: StructInfo | None = None
    span: Location | None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("body",)

    def __repr__(self) -> str:
        return self.shown()

    def with_attr(self, key: str | Mapping[str, Any], value: Any = None) -> GraphFunction:
        """A copy with one attribute, or with all of a mapping, set."""
        extra = dict(key) if isinstance(key, Mapping) else {key: value}
        return replace(self, attrs={**self.attrs, **extra})

    @property
    def ret_struct_info(self) -> StructInfo | None:
        """TVM's word for `ret_sinfo`."""
        return self.ret_sinfo

    def bindings(self) -> tuple[Binding, ...]:
        """All bindings of all blocks, in order."""
        return tuple(b for block in self.body.blocks for b in block.bindings)


MAKERS.update(
    call=lambda name, args, attrs=None: GraphCall(Op(name), args, attrs or {}), constant=Constant, field=TupleGetItem
)
