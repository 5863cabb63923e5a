"""The table of operators: one decorated function is the schema, the manual, the shape rule and the algorithm.

A parameter annotated as a tensor is an input; every other parameter is an attribute, which a graph call gives by name
(or by position, after the inputs). Shapes and dtypes of a call are found by running the function on placeholders.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from mlcc import te
from mlcc.diagnostics import MlccError, choices_help, closest
from mlcc.ir import FloatImm, IntImm, TensorStructInfo, TupleStructInfo
from mlcc.te import Tensor

#: How an operator may be fused: one element from one element (elemwise), after broadcasting (broadcast), from elements
#: at other indices (injective), from many (reduce), an anchor whose result elementwise operators may follow
#: (anchor), or not at all (opaque).
KINDS = ("elemwise", "broadcast", "injective", "reduce", "anchor", "opaque")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Attribute:
    """An attribute: its type as written, and its default (`required` when there is none)."""

    name: str
    type: str
    default: Any = None
    required: bool = False


@dataclass(frozen=True)
class Input:
    """A tensor input; `optional` ones may be left out or None, a `variadic` one takes any number of tensors."""

    name: str
    optional: bool = False
    variadic: bool = False


@dataclass(frozen=True)
class OpDef:
    """An operator: `fn` takes te tensors and attributes, and returns a tensor or a tuple of tensors."""

    name: str
    fn: Callable[..., Any]
    kind: str
    params: tuple[Input, ...]
    attrs: Mapping[str, Attribute]
    doc: str
    aliases: tuple[str, ...] = ()
    signature: inspect.Signature = inspect.Signature()


_OPS: dict[str, OpDef] = {}
_ALIASES: dict[str, str] = {}


def register(name: str, kind: str, aliases: Sequence[str] = ()) -> Callable[[F], F]:
    """Declare an operator. `aliases` are alternative names."""
    if kind not in KINDS:
        raise ValueError(f"unknown operator kind `{kind}`")

    def decorate(fn: F) -> F:
        signature = inspect.signature(fn)
        inputs: list[Input] = []
        attrs: dict[str, Attribute] = {}
        for p in signature.parameters.values():
            required = p.default is p.empty and p.kind is not p.VAR_POSITIONAL
            if "Tensor" in str(p.annotation):
                inputs.append(Input(p.name, not required, p.kind is p.VAR_POSITIONAL))
            else:
                default = None if required else p.default
                attrs[p.name] = Attribute(p.name, str(p.annotation), default, required)
        wrapped = _named(_with_index_type(fn), signature)
        doc = inspect.getdoc(fn) or ""
        _OPS[name] = OpDef(name, wrapped, kind, tuple(inputs), attrs, doc, tuple(aliases), signature)
        for alias in aliases:
            _ALIASES[alias] = name
        return wrapped  # type: ignore[return-value]

    return decorate


def _tensors(values: Any) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


def _with_index_type(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Run `fn` with new dimensions of the type that its inputs' dimensions have."""

    @functools.wraps(fn)
    def wrapped(*args: Any, **attrs: Any) -> Any:
        dims = [t.shape[0].dtype for t in _tensors((*args, *attrs.values())) if t.shape]
        if not dims:
            return fn(*args, **attrs)
        with te.index_type("int64" if "int64" in dims else "int32"):
            return fn(*args, **attrs)

    return wrapped


def _named(fn: Callable[..., Any], signature: inspect.Signature) -> Callable[..., Any]:
    """Let TVM's `name=` name the last stage of an operator; its `tag=` is accepted and ignored."""

    @functools.wraps(fn)
    def wrapped(*args: Any, **attrs: Any) -> Any:
        extra = {key: attrs.pop(key) for key in ("name", "tag") if key in attrs and key not in signature.parameters}
        result = fn(*args, **attrs)
        if "name" in extra and isinstance(result, Tensor) and result not in list(_tensors((*args, *attrs.values()))):
            result.op.name = extra["name"]
        return result

    return wrapped


def get_op(name: str) -> OpDef:
    """The operator of that name or alias. Raises T201 with the nearest names."""
    op = _OPS.get(_ALIASES.get(name, name))
    if op is None:
        suggestion = closest(name, [*_OPS, *_ALIASES])
        hint = f"did you mean `{suggestion}`?" if suggestion else "`mlcc list ops` prints every operator"
        raise MlccError("T201", f"unknown operator `{name}`", help=hint)
    return op


def has_op(name: str) -> bool:
    """True when an operator of that name or alias exists."""
    return name in _OPS or name in _ALIASES


def list_ops() -> list[str]:
    """Every operator's name, sorted, without aliases."""
    return sorted(_OPS)


def call_operator(op: OpDef | str, args: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
    """Apply an operator to te tensors. Raises T202 for wrong operands, T205 for a wrong attribute.

    `args` holds tensors (None for an omitted optional one, a list for a variadic one), then attribute values that
    are given by position.
    """
    if isinstance(op, str):
        op = get_op(op)
    for key in attrs:
        if key not in op.attrs and key not in {p.name for p in op.params if p.optional}:
            hint = choices_help(key, op.attrs, "attributes")
            raise MlccError("T205", f"`{op.name}` has no attribute `{key}`", help=hint)
    plain = {k: _plain(v) for k, v in attrs.items()}
    try:
        bound = op.signature.bind(*map(_number, args), **plain)
    except TypeError as error:
        missing = [a.name for a in op.attrs.values() if a.required and a.name not in attrs]
        code = "T205" if missing and len(args) >= sum(not p.optional for p in op.params) else "T202"
        raise MlccError(code, f"`{op.name}`: {error}", help=f"signature: {op.name}{op.signature}") from None
    _check_inputs(op, bound.arguments)
    with te.index_type("int64"):
        return op.fn(*bound.args, **bound.kwargs)


def _plain(value: Any) -> Any:
    """An attribute as Python: lists are tuples, and the dtype ``void`` (left to the operator) is None."""
    if isinstance(value, list):
        return tuple(_plain(v) for v in value)
    return None if isinstance(value, str) and value == "void" else value


def _number(value: Any) -> Any:
    """A literal of a program text, given by position, as the number that it is."""
    return value.value if isinstance(value, IntImm | FloatImm) else value


def _check_inputs(op: OpDef, args: Mapping[str, Any]) -> None:
    for param in op.params:
        value = args.get(param.name)
        items = value if isinstance(value, (tuple, list)) else (value,)
        if value is None and param.optional:
            continue
        if not all(isinstance(t, (Tensor, tuple, list, int, float)) for t in items):
            raise MlccError("T202", f"input `{param.name}` of `{op.name}` is not a tensor: {value!r}")


def infer(name: str, args: Sequence[Any], attrs: Mapping[str, Any] | None = None) -> TensorStructInfo | TupleStructInfo:
    """Shape and dtype of an operator's result, from tensors or :class:`TensorStructInfo` operands."""

    def placeholder(value: Any, name: str) -> Any:
        if isinstance(value, TensorStructInfo):
            if value.shape is None:
                raise MlccError("T202", "an operand of unknown shape cannot be used")
            return te.placeholder(value.shape, value.dtype, name)
        if isinstance(value, TupleStructInfo):
            return [placeholder(f, f"{name}_{n}") for n, f in enumerate(value.fields)]
        return value

    result = call_operator(name, [placeholder(a, f"p{n}") for n, a in enumerate(args)], attrs or {})
    if isinstance(result, (tuple, list)):
        return TupleStructInfo(tuple(TensorStructInfo(r.shape, r.dtype) for r in result))
    return TensorStructInfo(result.shape, result.dtype)
