"""Loops annotated with ``prefetch: [buffer, dimension, distance]`` ask for memory before it is needed.

Each iteration asks for what the same iteration will read `distance` steps further along `dimension`. With a
fourth item, ``spread``, the requests for that whole slice are dealt out evenly over the loop that reuses the
present slice: while a panel of weights serves one tile of rows after the other, the next panel trickles in.
Asking is free of faults, so the last slice may ask beyond the end.
"""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BufferLoad,
    Call,
    Evaluate,
    Expr,
    For,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    cast,
    const,
    free_vars,
    map_children,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

KEY = "prefetch"


def insert_prefetches(func: PrimFunc, target: Target) -> PrimFunc:
    """Put the requests at the head of each annotated loop's body. Raises L120 for an annotation that cannot be read."""
    loops: list[For] = []

    def visit(node: Any) -> Any:
        if not isinstance(node, For):
            return map_children(node, visit)
        loops.append(node)
        new = map_children(node, visit)
        loops.pop()
        if KEY not in node.annotations:
            return new
        rest = {k: v for k, v in node.annotations.items() if k != KEY}
        return update(new, body=seq(*_requests(node, loops, target), new.body), annotations=rest)

    return func.with_body(visit(func.body))


def _requests(loop: For, outside: list[For], target: Target) -> list[Stmt]:
    value = loop.annotations[KEY]
    if not isinstance(value, list | tuple) or len(value) not in (3, 4) or list(value[3:]) not in ([], ["spread"]):
        raise MlccError(
            "L120", f"the annotation `prefetch` of loop `{loop.var.name}` is not `[buffer, dimension, distance]`",
            span=loop.span,
        )  # fmt: skip
    name, dim, distance = str(value[0]), int(value[1]), int(value[2])
    loads = [n for n in walk(loop.body) if isinstance(n, BufferLoad) and n.buffer.name == name]
    rank = len(loads[0].buffer.shape) if loads else 0
    if not -rank <= dim < rank:
        raise MlccError(
            "L120", f"loop `{loop.var.name}` reads no buffer `{name}` with {dim + 1} dimensions", span=loop.span
        )
    load = loads[0]
    inner = {n.var: n for n in walk(loop.body) if isinstance(n, For)}
    used = set(dict.fromkeys(v for index in load.indices for v in free_vars(index)))
    vectors = [inner[v] for v in used if v in inner]
    count = 1
    for item in vectors:
        count *= as_int(item.extent) or 1
    start: dict[Var, Expr] = {item.var: item.min for item in vectors}
    per_line = max(1, target.line_bytes // dt.nbytes(dt.element(load.buffer.dtype)))
    lines = -(-count // per_line)
    offset: Expr = const(0, load.indices[-1].dtype)
    reuse = _reuse_loop(loop, outside, used) if len(value) == 4 else None
    if reuse is not None:
        nest = [*outside[outside.index(reuse) + 1 :], loop]
        lines = -(-lines // (as_int(reuse.extent) or 1))
        offset = _position([reuse, *nest]) * (lines * per_line)
        start.update({item.var: item.min for item in nest})
    first = [substitute(index, start) for index in load.indices]
    if len(first) == rank:
        first[dim] = first[dim] + distance
    else:  # one index already: the steps of the dimension in elements
        step = const(distance, first[0].dtype)
        for extent in load.buffer.shape[dim % rank + 1 :]:
            step = step * cast(first[0].dtype, extent)
        first = [first[0] + step]
    requests: list[Stmt] = []
    for line in range(lines):
        at = (*first[:-1], first[-1] + cast(first[-1].dtype, offset) + const(line * per_line, first[-1].dtype))
        pointer = Call("address_of", (BufferLoad(load.buffer, at),), "handle")
        requests.append(Evaluate(Call(KEY, (pointer,), "int32")))
    return requests


def _reuse_loop(loop: For, outside: list[For], used: set[Var]) -> For | None:
    """The innermost loop around that repeats the same reads, when all loops have constant extents."""
    for item in reversed(outside):
        if as_int(item.extent) is None:
            return None
        if item.var not in used:
            return item if (as_int(item.extent) or 1) > 1 and as_int(loop.extent) is not None else None
    return None


def _position(nest: list[For]) -> Expr:
    """The number of the present iteration of a perfect nest."""
    total: Expr = nest[0].var - nest[0].min
    for item in nest[1:]:
        total = total * item.extent + (item.var - item.min)
    return total
