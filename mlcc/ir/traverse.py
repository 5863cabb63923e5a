"""Generic traversal: children, walks, rewrites, substitution. No visitor classes.

A rewrite matches the nodes that it changes and calls ``map_children(node, fn)`` for all others, which returns the same
object when no child changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from .derived_dim import DerivedDim
from .expr import Binary, Buffer, BufferLoad, Call, Expr, IntImm, Let, Select, Var, binary, if_then_else, select
from .node import Node
from .stmt import Allocate, Block, BlockRealize, BufferRegion, BufferStore, For, IterVar, LetStmt, Range, Stmt

N = TypeVar("N", bound=Node)
Rewrite = Callable[[Any], Any]


def children(item: Node) -> Iterator[Node]:
    """The direct child nodes, in field order."""
    for name in item.CHILDREN:
        value = getattr(item, name)
        if isinstance(value, tuple):
            yield from value
        elif value is not None:
            yield value


def walk(item: Node) -> Iterator[Node]:
    """The node and everything below it, parents first."""
    stack = [item]
    while stack:
        top = stack.pop()
        yield top
        for name in top.LAST_FIRST:  # does not call `children`: this loop is hot in every build
            value = getattr(top, name)
            if type(value) is tuple:  # `isinstance` takes longer where it fails, and most children are no tuples
                stack.extend(value[::-1])
            elif value is not None:
                stack.append(value)


def walk_once(item: Node) -> Iterator[Node]:
    """Every node below and the node itself, parents first, each object once.

    Dimensions that are computed from each other share operands, so that they have few objects, and exponentially many
    paths to them.
    """
    stack = [item]
    seen: set[int] = set()
    while stack:
        top = stack.pop()
        if top.CHILDREN:
            if id(top) in seen:
                continue
            seen.add(id(top))
        yield top
        for name in top.LAST_FIRST:
            value = getattr(top, name)
            if type(value) is tuple:
                stack.extend(value[::-1])
            elif value is not None:
                stack.append(value)


def update(item: N, **changes: Any) -> N:
    """A copy with some fields set. Faster than `dataclasses.replace`; computed fields must be among the changes or
    unaffected by them (dtypes never change in a rewrite of children that keeps types)."""
    return _changed(item, changes)


def _changed(item: N, changes: Mapping[str, Any]) -> N:
    new: N = _copier(type(item))(item)  # type: ignore[arg-type]
    for name, value in changes.items():
        setattr(new, name, value)
    return new


@cache
def _copier(kind: type) -> Callable[[Any], Any]:
    """A function that copies nodes of a class, which have no other state than its slots.

    It is written for the class, as `dataclass` writes constructors: a loop over the names takes twice as long.
    """
    names = [n for base in kind.__mro__ for n in getattr(base, "__slots__", ()) if n != "__weakref__"]
    lines = ["def copy(item):", "new = make(kind)", *(f"new.{name} = item.{name}" for name in names), "return new"]
    namespace: dict[str, Any] = {"make": object.__new__, "kind": kind}
    exec("\n    ".join(lines), namespace)
    return namespace["copy"]  # type: ignore[no-any-return]


def map_children(item: N, fn: Rewrite) -> N:
    """Apply `fn` to each direct child; the same object when nothing changed."""
    changes: dict[str, Any] | None = None
    for name in item.CHILDREN:
        value = getattr(item, name)
        if type(value) is tuple:
            new: Any = [fn(v) for v in value]
            for before, after in zip(value, new, strict=True):  # no `all`: its generator takes longer than the rest
                if before is not after:
                    break
            else:
                continue
            new = tuple(new)
        elif value is None:
            continue
        else:
            new = fn(value)
            if new is value:
                continue
        if changes is None:
            changes = {}
        changes[name] = new
    if changes is None:
        return item
    result = _changed(item, changes)
    post = getattr(result, "__post_init__", None)
    if post is not None:
        post()
    return result


def map_nodes(item: N, fn: Callable[[Node], Node | None]) -> N:
    """Rewrite bottom-up: children first, then ``fn(node)`` gives the replacement, or None to keep it."""

    def visit(current: Any) -> Any:
        current = map_children(current, visit)
        result = fn(current)
        return current if result is None else result

    return visit(item)  # type: ignore[no-any-return]


#: What binds its `var`.
_BINDERS = (For, Let, LetStmt, IterVar)


def free_vars(item: Node) -> list[Var]:
    """Variables used and not bound inside, in order of first use. Buffers' shapes are not searched."""
    result: dict[Var, None] = {}
    bound: set[Var] = set()
    for sub in walk_once(item):
        if isinstance(sub, Var):
            result[sub] = None
        elif isinstance(sub, _BINDERS):
            bound.add(sub.var)
    return [v for v in result if v not in bound]


def substitute(item: N, values: Mapping[Var, Expr], buffers: Mapping[Buffer, Buffer] | None = None) -> N:
    """Replace variables (and buffers, wherever they are used); arithmetic on literals is folded.

    Buffers that are declared below with variables in their shapes become others.
    """
    bufs = dict(buffers or {})
    if not values and not bufs:
        return item

    # Operands that are shared stay shared: see `walk_once`.
    done: dict[int, Expr] = {}

    def visit(current: Any) -> Any:
        match current:
            case DerivedDim() if current not in values and any(v in values for v in current.roots):
                result = done.get(id(current))
                if result is None:
                    result = done[id(current)] = visit(current.value)
                return result
            case Var():
                return values.get(current, current)
            case _ if not current.CHILDREN:
                return current
            case Binary() | Select():
                result = done.get(id(current))
                if result is None:
                    result = done[id(current)] = compound(current)
                return result
            case BufferLoad() if current.buffer in bufs:
                return BufferLoad(bufs[current.buffer], tuple(visit(i) for i in current.indices), span=current.span)
            case BufferStore() if current.buffer in bufs:
                return update(map_children(current, visit), buffer=bufs[current.buffer])
            case BufferRegion() if current.buffer in bufs:
                return update(map_children(current, visit), buffer=bufs[current.buffer])
            case Block() if current.allocs or current.match_buffers:
                return _with_buffers(current, bufs, visit)
            case Allocate() if _declared(current.buffer, bufs, visit) is not current.buffer:
                return update(map_children(current, visit), buffer=bufs[current.buffer])
            case Call(op="if_then_else"):
                args = [visit(a) for a in current.args]
                if isinstance(args[0], IntImm):
                    return if_then_else(args[0], args[1], args[2])
                return map_children(current, lambda a: args[current.args.index(a)])
        return map_children(current, visit)

    def compound(current: Binary | Select) -> Expr:
        match current:
            case Binary():
                a, b = visit(current.a), visit(current.b)
                if a is current.a and b is current.b:
                    return current
                if isinstance(a, IntImm) or isinstance(b, IntImm) or a.dtype != b.dtype:
                    return binary(current.op, a, b)
                return Binary(current.op, a, b, span=current.span)
            case Select():
                new = map_children(current, visit)
                return select(new.condition, new.true_value, new.false_value) if new is not current else current

    return visit(item)  # type: ignore[no-any-return]


def _with_buffers(block: Block, bufs: dict[Buffer, Buffer], visit: Rewrite) -> Block:
    """A rewritten block, with the buffers and views that it declares rewritten, too."""
    allocs = tuple(_declared(b, bufs, visit) for b in block.allocs)
    views = [_declared(match.buffer, bufs, visit) for match in block.match_buffers]
    new = map_children(block, visit)
    if any(a is not b for a, b in zip(allocs, block.allocs, strict=True)):
        new = update(new, allocs=allocs)
    if any(view is not match.buffer for view, match in zip(views, block.match_buffers, strict=True)):
        matched = zip(new.match_buffers, views, strict=True)
        new = update(new, match_buffers=tuple(update(match, buffer=view) for match, view in matched))
    return new


def _declared(buffer: Buffer, bufs: dict[Buffer, Buffer], visit: Rewrite) -> Buffer:
    """What a buffer becomes at its declaration, by a rewrite of its sizes; noted in `bufs` for its uses."""
    sizes = (*buffer.shape, *buffer.strides, *([] if buffer.elem_offset is None else [buffer.elem_offset]))
    if buffer in bufs or all(isinstance(size, IntImm) for size in sizes):
        return bufs.get(buffer, buffer)
    new = [visit(size) for size in sizes]
    if all(a is b for a, b in zip(new, sizes, strict=True)):
        return buffer
    rank, end = len(buffer.shape), len(buffer.shape) + len(buffer.strides)
    offset = None if buffer.elem_offset is None else new[-1]
    bufs[buffer] = update(buffer, shape=tuple(new[:rank]), strides=tuple(new[rank:end]), elem_offset=offset)
    return bufs[buffer]


def loads_and_stores(item: Node) -> tuple[list[BufferLoad], list[BufferStore]]:
    """Every buffer access below a node."""
    loads = [n for n in walk(item) if isinstance(n, BufferLoad)]
    stores = [n for n in walk(item) if isinstance(n, BufferStore)]
    return loads, stores


def find_blocks(item: Node) -> list[BlockRealize]:
    """Every block realisation below, in program order."""
    return [n for n in walk(item) if isinstance(n, BlockRealize)]


__all__ = [
    "Range",
    "Stmt",
    "children",
    "find_blocks",
    "free_vars",
    "loads_and_stores",
    "map_children",
    "substitute",
    "map_nodes",
    "update",
    "walk",
    "walk_once",
]
