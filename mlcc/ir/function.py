"""A tensor program: parameters, their buffers, and a root block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, ClassVar

from . import dtype as dt
from .expr import Buffer, Expr, Var, const
from .node import Node, Span, node, shown_as
from .stmt import Block, BlockRealize, Stmt
from .traverse import free_vars

#: The attribute of a program that calls code from outside of mlcc: what the artefact contains or needs for it.
EXTERNAL = "external"


@shown_as("mlcc.tir.function")
@node
class PrimFunc(Node):
    """One tensor program.

    `params` are scalar variables or handles; `buffer_map` gives the buffer behind each handle. Before lowering the
    body is the realisation of the root block (no axes), which owns the function-level temporaries.
    `attrs`: ``global_symbol`` (exported name), ``tir.noalias``, and others. `scheduled`: the result of a
    schedule, whose blocks may run over parts of their domains (see `verify`); printed as an attribute where it matters.
    """

    params: tuple[Var, ...]
    buffer_map: Mapping[Var, Buffer]
    body: Stmt
    attrs: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = field(default=None, kw_only=True, repr=False)
    scheduled: bool = field(default=False, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("body",)

    def __repr__(self) -> str:
        return self.shown()

    def with_attr(self, key: str | Mapping[str, Any], value: Any = None) -> PrimFunc:
        """A copy with one attribute, or with all of a mapping, set."""
        extra = dict(key) if isinstance(key, Mapping) else {key: value}
        return replace(self, attrs={**self.attrs, **extra})

    def with_body(self, body: Stmt) -> PrimFunc:
        return self if body is self.body else replace(self, body=body)

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The buffers of the handle parameters, in order."""
        return tuple(self.buffer_map[p] for p in self.params if p in self.buffer_map)

    @property
    def root(self) -> Block:
        """The root block. Raises TypeError after lowering, when there is none."""
        if not isinstance(self.body, BlockRealize):
            raise TypeError("the function has been lowered: it has no root block")
        return self.body.block

    def symbolic_vars(self) -> tuple[Var, ...]:
        """Variables that occur in the parameters' shapes and are not parameters, in order of appearance."""
        seen = dict.fromkeys(self.params)
        result: dict[Var, None] = {}
        for buffer in self.buffers:
            for dim in (*buffer.shape, *buffer.strides, *([] if buffer.elem_offset is None else [buffer.elem_offset])):
                for var in free_vars(dim):
                    if var not in seen:
                        result[var] = None
        return tuple(result)

    def sizes(self) -> tuple[Var, ...]:
        """What a call gives as integers: the variables of the parameters' shapes, and integer parameters."""
        numbers = (p for p in self.params if p not in self.buffer_map and dt.is_int(p.dtype))
        return (*self.symbolic_vars(), *numbers)


def root_realize(body: Stmt, allocs: tuple[Buffer, ...] = ()) -> BlockRealize:
    """Wrap a function body in the implicit root block."""
    return BlockRealize((), const(True), Block("root", (), (), (), body, None, allocs))


def handle_param(buffer: Buffer) -> Var:
    """The handle parameter that stands for `buffer`; it prints as the buffer itself."""
    return Var(buffer.name, "handle")


def prim_func(params: list[Buffer | Var], body: Stmt, allocs: tuple[Buffer, ...] = (), **attrs: Any) -> PrimFunc:
    """Build a function from buffers and scalar variables, wrapping `body` in a root block."""
    names: list[Var] = []
    buffer_map: dict[Var, Buffer] = {}
    for item in params:
        if isinstance(item, Buffer):
            handle = handle_param(item)
            names.append(handle)
            buffer_map[handle] = item
        else:
            names.append(item)
    return PrimFunc(tuple(names), buffer_map, root_realize(body, allocs), attrs)


def make_buffer(
    name: str, shape: tuple[Expr | int, ...], dtype: str = "float32", scope: str = "global", index_dtype: str = "int32"
) -> Buffer:
    """A compact buffer; integer dimensions become literals of `index_dtype`."""
    if not dt.is_known(dtype):
        raise ValueError(f"unknown data type `{dtype}`")
    return Buffer(name, tuple(const(d, index_dtype) if isinstance(d, int) else d for d in shape), dtype, scope)
