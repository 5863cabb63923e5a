"""The table of composed operators, and what their definitions are written with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    DTypeValue,
    Expr,
    GraphCall,
    GraphExpr,
    GraphTuple,
    IntImm,
    Op,
    PrimValue,
    ShapeExpr,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    as_int,
    update,
)  # fmt: skip

from ..calls import call_op, const
from ..infer import infer, tensor_info
from ..operators import is_null

Form = Callable[..., GraphExpr]
_FORMS: dict[str, Form] = {}
#: Operators whose result's size is computed at run time: what binds their parts, and their type until then.
_SIZED: dict[str, tuple[Form, Callable[..., StructInfo]]] = {}
_MEANT: dict[str, Callable[[GraphCall], bool]] = {}
_SEVERAL: set[str] = set()


def form(
    *names: str, meant: Callable[[GraphCall], bool] | None = None, several: bool = False
) -> Callable[[Form], Form]:
    """Declare what the operator of these names is composed of.

    Where the inventory has an operator of the name too, a call in a program text is one of TVM's if it has an attribute
    that the inventory's has not, if `meant` says so, or if a single result is taken of it and TVM's has `several` where
    the inventory's has one.
    """

    def declare(fn: Form) -> Form:
        _FORMS.update(dict.fromkeys(names, fn))
        if meant is not None:
            _MEANT.update(dict.fromkeys(names, meant))
        if several:
            _SEVERAL.update(names)
        return fn

    return declare


class Binder(Protocol):
    """Where the bindings of an operator go whose result's size is computed at run time."""

    def bound(self, value: GraphExpr) -> GraphExpr:
        """A variable that is bound to the value."""

    def front(self, whole: GraphExpr, count: GraphExpr, like: GraphExpr | None = None) -> GraphExpr:
        """The first `count` rows of a tensor; `like` is an earlier result of the same count."""


def sized_form(name: str, info: Callable[..., StructInfo]) -> Callable[[Form], Form]:
    """Declare what an operator is composed of whose result's size is computed at run time: the function's first
    argument is a :class:`Binder`. `info` gives the type of a call that is not bound yet, of the same operands."""

    def declare(fn: Form) -> Form:
        _SIZED[name] = fn, info
        return fn

    return declare


def is_sized(name: str) -> bool:
    """Whether the size of the operator's result is computed at run time."""
    return name in _SIZED


def sized_call(name: str, args: Sequence[Any], attrs: dict[str, Any]) -> GraphCall:
    """A call of an operator whose result's size is computed at run time, of a type without sizes."""
    call = call_op(name, *(a for a in args if a is not None), **attrs)
    return update(call, sinfo=_applied(name, _SIZED[name][1], args, attrs))


def form_of(name: str) -> Form | None:
    """The composition of an operator, or None for one of the inventory."""
    return _FORMS.get(name)


def has_several(name: str) -> bool:
    """Whether TVM's operator of this name has several results, and that of the inventory one."""
    return name in _SEVERAL


def forms() -> list[str]:
    """The names of all composed operators."""
    return sorted({*_FORMS, *_SIZED})


def is_pending(call: GraphExpr) -> bool:
    """Whether a call of a program text is to be composed: the inventory has no such operator, or not its attributes."""
    if not isinstance(call, GraphCall) or not isinstance(call.op, Op):
        return False
    name = call.op.name
    if name not in _FORMS:  # nearly all: this is asked of each call before each pass
        return name in _SIZED
    from mlcc.topi.registry import get_op, has_op

    if not has_op(name):
        return True
    known = {*get_op(name).attrs, *(item.name for item in get_op(name).params if item.optional)}
    if not known.issuperset(call.attrs):
        return True
    return name in _MEANT and _MEANT[name](call)


def expanded(call: GraphCall, binder: Binder) -> GraphExpr:
    """What a pending call is composed of, with parts bound by `binder`. Raises T202 for wrong operands, T205 for a
    wrong attribute."""
    assert isinstance(call.op, Op)
    name, args, attrs = call.op.name, [_plain(a) for a in call.args], dict(call.attrs)
    if is_sized(name):
        result = _applied(name, _SIZED[name][0], [binder, *args], attrs)
        assert isinstance(result, GraphExpr)
    else:
        result = composed(name, args, attrs)
    return update(result, span=call.span) if isinstance(result, GraphCall) else result


def composed(name: str, args: Sequence[Any], attrs: dict[str, Any]) -> GraphExpr:
    """The composition of an operator applied to operands. Raises T202 for wrong ones."""
    result: GraphExpr = _applied(name, _FORMS[name], args, attrs)
    return result


def _applied(name: str, fn: Callable[..., Any], args: Sequence[Any], attrs: dict[str, Any]) -> Any:
    try:
        return fn(*args, **attrs)
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise MlccError("T202", f"`R.{name}` cannot be applied here: {error}") from error


def _plain(value: GraphExpr) -> Any:
    """An operand of a text as Python gives it: numbers, shapes and names are no graph values."""
    match value:
        case PrimValue(value=IntImm() as number):
            return number.value
        case PrimValue():
            return getattr(value.value, "value", value.value)
        case ShapeExpr():
            return tuple(value.values)
        case StringValue():
            return value.value
        case DTypeValue():
            return value.value
    return None if is_null(value) else value


# ---------------------------------------------------------------- for definitions
def typed(value: GraphExpr) -> GraphExpr:
    """A value with its type, and those of the calls in it."""
    if value.sinfo is not None:
        return value
    match value:
        case GraphCall():
            value = update(value, args=tuple(typed(a) for a in value.args))
            if is_pending(value):
                assert isinstance(value.op, Op)
                args, attrs = [_plain(a) for a in value.args], dict(value.attrs)
                if is_sized(value.op.name):
                    return sized_call(value.op.name, args, attrs)
                return typed(composed(value.op.name, args, attrs))
        case GraphTuple():
            value = update(value, fields=tuple(typed(f) for f in value.fields))
        case TupleGetItem():
            value = update(value, value=typed(value.value))
    info = infer(value, None)
    return value if info is None else update(value, sinfo=info)


def c(name: str, *args: Any, **attrs: Any) -> GraphExpr:
    """A call of an operator with its type inferred; numbers among the operands become constants of the first's type."""
    first = next((tensor_info(typed(a)).dtype for a in args if isinstance(a, GraphExpr) and is_tensor(a)), "float32")
    values = [value_of(a, first) for a in args if a is not None]
    return typed(call_op(name, *values, **attrs))


def is_tensor(value: GraphExpr) -> bool:
    """Whether a value is one tensor."""
    return isinstance(typed(value).sinfo, TensorStructInfo)


def value_of(value: Any, dtype: str) -> GraphExpr:
    """A graph value of a number, or of what is one; of a list of tensors their tuple."""
    if isinstance(value, GraphExpr) and not isinstance(value, PrimValue):
        return typed(value)
    if isinstance(value, (list, tuple)):
        return typed(GraphTuple(tuple(typed(v) for v in value)))
    return const(number(value), dtype)


def number(value: Any) -> Any:
    """A number of Python from one, from a PrimValue or from a constant scalar. Raises T202 for another value."""
    if isinstance(value, PrimValue):
        value = value.value
    if isinstance(value, Constant) and value.data.size == 1:
        return value.data.reshape(()).item()
    if isinstance(value, Expr):
        value = getattr(value, "value", value)
    if not isinstance(value, (int, float, bool)):
        raise MlccError("T202", f"a number that is known is needed here, not `{value}`")
    return value


def shape_of(value: GraphExpr) -> tuple[Expr, ...]:
    """The dimensions of a tensor. Raises T207 where they are not stated."""
    shape = tensor_info(typed(value)).shape
    assert shape is not None
    return shape


def ndim(value: GraphExpr) -> int:
    """The number of dimensions of a tensor."""
    return len(shape_of(value))


def dtype_of(value: GraphExpr) -> str:
    """The element type of a tensor."""
    return tensor_info(typed(value)).dtype


def axis_of(value: GraphExpr, axis: int) -> int:
    """An axis counted from the front. Raises T205 for one that the tensor does not have."""
    count = ndim(value)
    if not -count <= axis < count:
        raise MlccError("T205", f"no axis {axis} in a tensor of {count} dimensions")
    return axis % count


def extent(dim: Expr, what: str) -> int:
    """A dimension that must be a number. Raises T206 for a symbolic one."""
    size = as_int(dim)
    if size is None:
        raise MlccError("T206", f"{what} needs a static size, not `{dim}`")
    return size


def dims(values: Any) -> list[Any]:
    """A shape as a list: of a list, a tuple, or a ShapeExpr."""
    return list(values.values) if isinstance(values, ShapeExpr) else list(values)


def cast(value: GraphExpr, dtype: str | None) -> GraphExpr:
    """A tensor as another type; as it is where `dtype` is none or its own."""
    return typed(value) if not dtype or dtype == "void" or dtype_of(value) == dtype else c("cast", value, dtype=dtype)


def reshape(value: GraphExpr, shape: Any) -> GraphExpr:
    """A tensor in another shape."""
    from ..operators import reshape_to

    return typed(reshape_to(typed(value), dims(shape)))


def tuple_of(*values: GraphExpr) -> GraphExpr:
    """Several results."""
    return typed(GraphTuple(tuple(typed(v) for v in values)))


def field(value: GraphExpr, index: int) -> GraphExpr:
    """One of several results."""
    return typed(TupleGetItem(typed(value), index))
