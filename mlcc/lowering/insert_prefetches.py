"""Inserts software prefetches into loops annotated with ``prefetch: [buffer, dimension, distance]``.

Each iteration prefetches the addresses that it reads, advanced by `distance` along `dimension`. With a fourth item,
``spread``, the prefetches of that entire slice are distributed evenly over the loop that reuses the current slice:
while one panel of weights is multiplied with tile after tile of rows, the next panel is loaded into the cache. Where
the loop reads a copy of that panel, whose elements are computed one by one from the buffer, it is the buffer that is
loaded.

``prefetch_written: 1`` prefetches for writing, a few cache lines per iteration, the lines that the loop around stores
to after this loop: during the reduction of an output tile its cache lines are loaded, so that the stores hit. A larger
number is that of the loops around of which the outermost one stores; the requests are distributed over all of them.

A prefetch never faults, so those of the last slice may address memory beyond the end of the buffer.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from mlcc.analysis import Analyzer, Poly, conjuncts, simplify, to_expr
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Allocate,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    as_loops,
    binary,
    cast,
    children,
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

from .loop_guards import at_least_zero
from .offsets import offset_of

KEY = "prefetch"
WRITTEN = "prefetch_written"
#: Of loops that read more elements, the cache lines are taken to lie one after the other.
_MOST_READ = 256


def insert_prefetches(func: PrimFunc, target: Target) -> PrimFunc:
    """Insert prefetches at the head of each annotated loop's body. Raises L120 for a malformed annotation."""
    loops: list[For] = []

    def visit(node: Any) -> Any:
        if not isinstance(node, For):
            return map_children(node, visit) if isinstance(node, Stmt) else node
        loops.append(node)
        new = map_children(node, visit)
        loops.pop()
        if not node.annotations.keys() & {KEY, WRITTEN}:
            return new
        requests = [
            *(_requests(node, loops, target) if KEY in node.annotations else ()),
            *(_written(node, loops, target) if node.annotations.get(WRITTEN) else ()),
        ]
        rest = {k: v for k, v in node.annotations.items() if k not in (KEY, WRITTEN)}
        return update(new, body=seq(*requests, new.body), annotations=rest)

    return func.with_body(visit(func.body))


def _requests(loop: For, outside: list[For], target: Target) -> list[Stmt]:
    value = loop.annotations[KEY]
    if not isinstance(value, list | tuple) or len(value) not in (3, 4) or list(value[3:]) not in ([], ["spread"]):
        raise MlccError(
            "L120", f"the annotation `prefetch` of loop `{loop.var.name}` is not `[buffer, dimension, distance]`",
            span=loop.span,
        )  # fmt: skip
    name, dim, distance = str(value[0]), int(value[1]), int(value[2])
    body = as_loops(loop.body)
    found = _load_of(name, body, outside)
    rank = len(found[1].buffer.shape) if found else 0
    if found is None or not -rank <= dim < rank:
        raise MlccError(
            "L120", f"loop `{loop.var.name}` reads no buffer `{name}` with {dim + 1} dimensions", span=loop.span
        )
    read, load, start = found
    inner = {n.var: n for n in walk(body) if isinstance(n, For)}
    used = set(dict.fromkeys(v for index in read.indices for v in free_vars(index)))
    vectors = [inner[v] for v in used if v in inner]
    # What one iteration reads: a row of 64 float32 in inner loops is 256 bytes, 4 cache lines of 64 bytes.
    count = _count(vectors)
    start.update({item.var: item.min for item in vectors})
    per_line = max(1, target.line_bytes // dt.nbytes(dt.element(load.buffer.dtype)))
    lines = -(-count // per_line)
    reuse = _reuse_loop(loop, outside, used) if len(value) == 4 else None
    nest = [*outside[outside.index(reuse) + 1 :], loop] if reuse is not None else []
    start.update({item.var: item.min for item in nest})
    first = [substitute(index, start) for index in load.indices]
    # The next slice: the same first element, `distance` further along the dimension.
    if len(first) == rank:
        first[dim] = first[dim] + distance
    else:  # flattened to one index: the stride of the dimension in elements
        step = const(distance, first[0].dtype)
        for extent in load.buffer.shape[dim % rank + 1 :]:
            step = step * cast(first[0].dtype, extent)
        first = [first[0] + step]
    if reuse is not None:
        return _shared_requests(load.buffer, first, per_line, lines, _uses(reuse, read), reuse, nest)
    apart = _lines_read(load, vectors, per_line) if len(value) == 3 else None
    return [_request(load.buffer, first, line * per_line) for line in apart or range(lines)]


def _shared_requests(
    buffer: Buffer, first: list[Expr], per_line: int, lines: int, uses: Expr, reuse: For, nest: list[For]
) -> list[Stmt]:
    """The requests for a slice, of `lines` in each iteration of a nest, which the `uses` of the one before share.

    If a slice of 8 cache lines per iteration is used 4 times, each use prefetches 2 lines per iteration of the next
    slice: use number `turn` prefetches its quarter. All of them at the first use would compete with the loads of the
    computation.
    """
    position, turn, total = _position(nest), reuse.var - reuse.min, lines * _count(nest)
    repeats = as_int(uses)
    if repeats:
        lines = -(-lines // repeats)
        offset = (turn * const(-(-total // repeats), turn.dtype) + position * lines) * per_line
        due: list[Expr] = []
    else:  # one use may have to prefetch all of the next slice
        share, now = (uses + (total - 1)) // uses, (uses + (lines - 1)) // uses
        before = cast(turn.dtype, position) * now
        offset = (turn * share + before) * per_line
        due = [before < share, *(now > const(line, now.dtype) for line in range(1, lines))]
    at = [*first[:-1], first[-1] + cast(first[-1].dtype, offset)]
    requests = [_request(buffer, at, line * per_line) for line in range(lines)]
    if not due:
        return requests
    taken: list[Stmt] = []  # request n is made only where n - 1 is
    for condition, request in zip(reversed(due), reversed(requests), strict=True):
        taken = [IfThenElse(condition, seq(request, *taken))]
    return taken


def _load_of(name: str, body: Stmt, outside: list[For]) -> tuple[BufferLoad, BufferLoad, dict[Var, Expr]] | None:
    """A load of a body, that of buffer `name` which brings its element, and where that begins to be read: the same
    load, or one in the stage of an outer loop that the body reads. Further loads are assumed to be near the first."""
    loads = [n for n in walk(body) if isinstance(n, BufferLoad)]
    for load in loads:
        if load.buffer.name == name:
            return load, load, {}
    copies = {load.buffer: load for load in reversed(loads)}
    around = [n for outer in outside[:1] for n in walk(outer)]
    inside = {n.var: n.min for n in around if isinstance(n, For) and n not in outside}
    for store in (n for n in around if isinstance(n, BufferStore) and n.buffer in copies):
        for load in (n for n in walk(store.value) if isinstance(n, BufferLoad) and n.buffer.name == name):
            return copies[store.buffer], load, inside
    return None


def _lines_read(load: BufferLoad, inner: list[For], per_line: int) -> list[int] | None:
    """The cache lines that inner loops read, numbered from that of their first element; None where they are not known.

    A tile of two panels of 16 columns of a matrix in panels, [N / 16, K, 16], reads the lines 0 and K.
    """
    extents = [as_int(item.extent) for item in inner]
    if len(load.indices) != len(load.buffer.shape) or None in extents or _count(inner) > _MOST_READ:
        return None
    flat = offset_of(load.buffer, load.indices)
    analyzer = Analyzer()
    first = analyzer.poly(substitute(flat, {item.var: item.min for item in inner}))
    lines = set()
    for step in itertools.product(*(range(extent or 0) for extent in extents)):
        at = {item.var: item.min + const(n, item.var.dtype) for item, n in zip(inner, step, strict=True)}
        distance = (analyzer.poly(substitute(flat, at)) - first).value()
        if distance is None:
            return None
        lines.add(distance // per_line)
    return sorted(lines)


def _request(buffer: Buffer, indices: list[Expr], further: Expr | int, how: str = "prefetch") -> Stmt:
    last = indices[-1]
    at = (*indices[:-1], last + (const(further, last.dtype) if isinstance(further, int) else further))
    return Evaluate(Call(how, (Call("address_of", (BufferLoad(buffer, at),), "handle"),), "int32"))


def _written(loop: For, outside: list[For], target: Target) -> list[Stmt]:
    """Prefetches of the cache lines that are written after a loop, one per iteration, in a short loop several."""
    statements: list[Stmt] = []
    around = int(loop.annotations[WRITTEN])
    repeated = [*outside[len(outside) - around + 1 :], loop]
    for store, nest in _largest_stores(outside[-around].body, loop, target) if around <= len(outside) else ():
        # The cache lines of all rows are numbered: the lowest digit of a number is the line within its row, the higher
        # ones are the loops over rows, innermost first. Iteration p of the loop requests line p.
        lines, rows = _lines(store, nest, target)
        static = all(as_int(item.extent) is not None for item in repeated)
        total, trips = lines * _count(rows), _count(repeated) if static else None
        position = _position(repeated)
        last = const(total - 1, position.dtype)
        requests: list[Stmt] = []
        # With fewer iterations than lines, iteration p also requests p + trips, p + 2 * trips, … up to the last line.
        for nth in range(-(-total // trips) if trips else 1):
            rest = binary("min", position + const(nth * (trips or 0), position.dtype), last) if nth else position
            line, rest = rest % lines, rest // lines
            start = {item.var: item.min for item in nest}
            for item in reversed(rows):
                start[item.var] = item.min + cast(item.var.dtype, rest % item.extent)
                rest = rest // item.extent
            first = [substitute(index, start) for index in store.indices]
            per_line = max(1, target.line_bytes // dt.nbytes(dt.element(store.buffer.dtype)))
            requests.append(_request(store.buffer, first, cast(first[-1].dtype, line * per_line), "prefetch_write"))
        # With more iterations than lines the rest request nothing; without the guard they would request lines of the
        # next tile.
        if trips is None or trips > total:
            statements.append(IfThenElse(position <= last, seq(*requests)))
        else:
            statements += requests
    return statements


def _largest_stores(body: Stmt, loop: For, target: Target) -> list[tuple[BufferStore, tuple[For, ...]]]:
    """Of each buffer that lives longer than `body`, the store after `loop` that writes the most cache lines.

    A loop that no vector divides has two stores, one of them for the last elements.
    """
    temporary = {node.buffer for node in walk(body) if isinstance(node, Allocate)}
    largest: dict[Buffer, tuple[int, BufferStore, tuple[For, ...]]] = {}
    after = itertools.dropwhile(lambda item: item[0] is not loop, _stores(body, loop, ()))
    for store, nest in after:
        if isinstance(store, BufferStore) and store.buffer not in temporary:
            lines, rows = _lines(store, nest, target)
            size = lines * _count(rows)
            if store.buffer not in largest or size > largest[store.buffer][0]:
                largest[store.buffer] = (size, store, nest)
    return [(store, nest) for _, store, nest in largest.values()]


def _stores(node: Any, loop: For, nest: tuple[For, ...]) -> Iterator[tuple[BufferStore | For, tuple[For, ...]]]:
    """The stores to memory below a statement in order, each with the loops around it; `loop` itself in place of its."""
    if node is loop or (isinstance(node, BufferStore) and node.buffer.scope != "local"):
        yield node, nest
        return
    below = (*nest, node) if isinstance(node, For) else nest
    for child in children(node):
        if isinstance(child, Stmt):
            yield from _stores(child, loop, below)


def _lines(store: BufferStore, nest: tuple[For, ...], target: Target) -> tuple[int, list[For]]:
    """The number of consecutive cache lines that inner loops write, and the outer loops that repeat this elsewhere."""
    strides: dict[Var, int | None] = {}
    for item in nest:
        # The stride of a loop in the last index, in elements: what the index changes by from one iteration to the next.
        # A loop that also moves another index repeats the run elsewhere.
        moved = [substitute(index, {item.var: item.var + 1}) - index for index in store.indices]
        steps = [as_int(simplify(step)) for step in moved]
        strides[item.var] = steps[-1] if not any(steps[:-1]) else None
    # A loop that moves no index, such as one over parts of a sum, stores to the same lines in every iteration.
    run, rows = 1, [item for item in nest if strides[item.var] != 0]
    # From the innermost loop outward, a loop whose stride is the length so far continues the run: C[i * 64 + j] with j
    # < 64 and i < 4 is one run of 256 elements.
    for item in reversed(nest):
        if strides[item.var] == run:
            run *= as_int(item.extent) or 1
            rows.remove(item)
    return -(-run * dt.nbytes(dt.element(store.buffer.dtype)) // target.line_bytes), rows


def _reuse_loop(loop: For, outside: list[For], used: set[Var]) -> For | None:
    """The innermost enclosing loop that repeats the same reads, if all loops inside it have constant extents."""
    for item in reversed(outside):
        # A loop whose variable no index uses repeats the reads. Its last iterations are the time in which the next
        # slice is loaded.
        if item.var not in used:
            return item if as_int(item.extent) != 1 and as_int(loop.extent) is not None else None
        if as_int(item.extent) is None:
            return None
    return None


def _uses(reuse: For, read: BufferLoad) -> Expr:
    """The iterations of `reuse` that read: guards around may end them before its extent."""
    analyzer = Analyzer()
    count = reuse.extent
    inner = [n for n in walk(reuse.body) if isinstance(n, For)]
    # `if i * 4 + k < n` with k = 0, 1, 2, 3 inside ends the uses at i = (n - 1) // 4, before the extent: the share of
    # each use must be larger.
    for condition in _conditions_around(reuse.body, read) or ():
        for poly in (p for part in conjuncts(condition) for p in at_least_zero(analyzer, part)):
            factor = poly.terms.get((reuse.var,), 0)
            rest = poly - Poly.atom(reuse.var, factor)
            for item in inner:  # where the guard holds longest
                slope = rest.terms.get((item.var,), 0)
                at = item.min if slope <= 0 else item.min + item.extent - 1
                rest = rest - Poly.atom(item.var, slope) + analyzer.poly(at).scaled(slope)
            if factor < 0 and not rest.uses({reuse.var, *(item.var for item in inner)}):
                end = to_expr(rest, count.dtype) // const(-factor, count.dtype) + const(1, count.dtype)
                count = binary("min", count, end - reuse.min)
    return count if count is reuse.extent else simplify(binary("max", count, const(1, count.dtype)))


def _conditions_around(node: Any, read: BufferLoad) -> list[Expr] | None:
    """The conditions of the branches below a statement that a load is in; None where it does not contain the load."""
    if node is read:
        return []
    for child in children(node):
        below = _conditions_around(child, read)
        if below is not None:
            is_taken = isinstance(node, IfThenElse) and child is node.then_body
            return [node.condition, *below] if is_taken else below
    return None


def _count(nest: list[For]) -> int:
    """The number of iterations of a nest; a loop of symbolic extent counts as one."""
    return math.prod(as_int(item.extent) or 1 for item in nest)


def _position(nest: list[For]) -> Expr:
    """The linear index of the current iteration of a perfect nest."""
    total: Expr = nest[0].var - nest[0].min
    for item in nest[1:]:
        total = total * item.extent + (item.var - item.min)
    return total
