"""Loops annotated with ``prefetch: [buffer, dimension, distance]`` ask for memory before it is needed.

The kernel reads one slice of a large operand while the next lies in a slower cache; each iteration asks for what the same
iteration will read `distance` steps further along `dimension`. Asking is free of faults, so the last slice may ask beyond the end.
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
    as_int,
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

    def visit(node: Any) -> Any:
        new = map_children(node, visit)
        if isinstance(new, For) and KEY in new.annotations:
            rest = {k: v for k, v in new.annotations.items() if k != KEY}
            body = seq(*_requests(new, target), new.body)
            return update(new, body=body, annotations=rest)
        return new

    return func.with_body(visit(func.body))


def _requests(loop: For, target: Target) -> list[Stmt]:
    value = loop.annotations[KEY]
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise MlccError(
            "L120", f"the annotation `prefetch` of loop `{loop.var.name}` is not `[buffer, dimension, distance]`",
            span=loop.span,
        )  # fmt: skip
    name, dim, distance = str(value[0]), int(value[1]), int(value[2])
    loads = [n for n in walk(loop.body) if isinstance(n, BufferLoad) and n.buffer.name == name]
    if not loads or not -len(loads[0].indices) <= dim < len(loads[0].indices):
        raise MlccError("L120", f"loop `{loop.var.name}` reads no buffer `{name}` with {dim + 1} dimensions", span=loop.span)
    load = loads[0]
    inner = {n.var: n for n in walk(loop.body) if isinstance(n, For)}
    count = 1
    start: dict[Any, Expr] = {}
    for var in dict.fromkeys(v for index in load.indices for v in free_vars(index)):
        if var in inner:
            count *= as_int(inner[var].extent) or 1
            start[var] = inner[var].min
    first = [substitute(index, start) for index in load.indices]
    first[dim] = first[dim] + distance
    per_line = max(1, target.line_bytes // dt.nbytes(dt.element(load.buffer.dtype)))
    requests: list[Stmt] = []
    for element in range(0, count, per_line):
        at = (*first[:-1], first[-1] + const(element, first[-1].dtype))
        pointer = Call("address_of", (BufferLoad(load.buffer, at),), "handle")
        requests.append(Evaluate(Call("prefetch", (pointer,), "int32")))
    return requests
