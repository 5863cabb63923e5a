"""Modules that become functions of their own: a class that sets `define_subroutine`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from mlcc.ir import Expr, GlobalVar, GraphCall, GraphExpr, GraphVar, Var, free_vars, substitute

from ...block_builder import BlockBuilder
from ...infer import tensor_info
from ...legalize import unique_name
from .applying import wrap_nested
from .effects import PRINTING
from .exporter import graph_value, kept
from .object import Object
from .tensor import Tensor


class SubroutineMixin:
    """Where a class of modules sets `define_subroutine`, a call of its `forward` is the call of a private function of
    the exported module, which equal ones share; elsewhere `forward` is written out where it is called.

    It is written out too where a function cannot say it: with a state (`KVCache`, prints) or an object, and
    with a symbolic size that no tensor has as a size of its own.
    """

    define_subroutine: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        forward = cls.__dict__.get("forward")
        if callable(forward) and not hasattr(forward, "written_out"):
            cls.forward = _outlined(forward)  # type: ignore[attr-defined]


def _outlined(forward: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(forward)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        builder = BlockBuilder.current()
        has_state = PRINTING.get() is not None or next(self.named_effects(), None) is not None
        if not type(self).define_subroutine or builder is None or has_state:
            return forward(self, *args, **kwargs)
        params = [parameter for _, parameter in self.named_parameters()]
        tensors = [*_tensors((args, kwargs)), *params]
        dims = [d for t in tensors for d in tensor_info(t._expr).shape or ()]
        own = {d: Var(d.name, d.dtype) for d in dims if isinstance(d, Var)}
        sizes = {v for d in (*dims, *_sizes((args, kwargs))) for v in free_vars(d)}
        if not sizes <= own.keys() or any(isinstance(item, Object) for item in _items((args, kwargs))):
            return forward(self, *args, **kwargs)
        return _called(builder, self, functools.partial(forward, self), args, kwargs, own)

    call.written_out = forward  # type: ignore[attr-defined]
    return call


def _called(
    builder: BlockBuilder, module: Any, forward: Callable[..., Any], args: Any, kwargs: Any, own: Mapping[Var, Var]
) -> Any:
    """The call of a function with what `forward` computes; `own` are its symbolic sizes."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(module).__name__).lower()
    params = list(module.named_parameters())
    given = [*_tensors((args, kwargs)), *(parameter for _, parameter in params)]
    actual = [tensor._expr for tensor in given]
    inner: list[GraphVar] = []
    taken: set[str] = set()

    def renewed(value: GraphExpr, label: str) -> GraphVar:
        inner.append(GraphVar(unique_name(label, taken), substitute(tensor_info(value), own)))
        return inner[-1]

    def inside(value: Any) -> Any:
        if isinstance(value, Tensor):
            label = value._expr.name if isinstance(value._expr, GraphVar) else f"x{len(inner)}"
            return Tensor(_expr=renewed(value._expr, label))
        if isinstance(value, (list, tuple)):
            return type(value)(map(inside, value))
        if isinstance(value, dict):
            return {key: inside(item) for key, item in value.items()}
        return substitute(value, own) if isinstance(value, Expr) else value

    new_args, new_kwargs = inside(args), inside(kwargs)
    with kept(params):
        for path, parameter in params:
            parameter._expr = renewed(parameter._expr, path.replace(".", "_"))
        func = builder.inner_function(name, inner, lambda: graph_value(forward(*new_args, **new_kwargs), name))
    callee: GlobalVar = builder.add_func(func, name)
    return wrap_nested(GraphCall(callee, tuple(actual)), f"{name}_output")


def _tensors(value: Any) -> Iterator[Tensor]:
    yield from (item for item in _items(value) if isinstance(item, Tensor))


def _sizes(value: Any) -> Iterator[Expr]:
    yield from (item for item in _items(value) if isinstance(item, Expr))


def _items(value: Any) -> Iterator[Any]:
    """What nested arguments consist of, in order."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _items(item)
    elif isinstance(value, dict):
        yield from _items(list(value.values()))
    else:
        yield value
