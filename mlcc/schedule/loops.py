"""Shared by the loop primitives: conditions on loops, and substitution of loop variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mlcc.analysis import Analyzer, conjunction, conjuncts, uses_any
from mlcc.analysis.bindings import Bounds, simplify_bindings
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    BlockRealize,
    BufferLoad,
    Call,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Node,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    map_children,
    substitute,
    update,
    walk,
)  # fmt: skip

from .rewriting import Moves, rewrite
from .state import State

_DIVISIONS = ("floordiv", "floormod", "truncdiv", "truncmod")


def check_plain(state: State, site: Site, verb: str, field: str | None = None) -> None:
    """Refuse loops whose meaning a structural step would silently change.

    S210 for annotations and thread bindings, S223 for kinds other than serial, S214 for another start; at the argument
    `field`, if the loop is not an argument itself.
    """
    loop = site.loop
    name = loop.var.name
    if loop.annotations:
        keys = ", ".join(f"`{k}`" for k in loop.annotations)
        raise state.refuse(
            "S210", f"cannot {verb} loop `{name}`: it is annotated with {keys}", site,
            help=f"{verb} the loop before annotating it, or `unannotate` it", field=field,
        )  # fmt: skip
    if loop.thread is not None:
        raise state.refuse(
            "S210", f"cannot {verb} loop `{name}`: it is bound to `{loop.thread}`", site,
            help=f"{verb} the loop before binding it", field=field,
        )  # fmt: skip
    if loop.kind != "serial":
        raise state.refuse(
            "S223", f"cannot {verb} loop `{name}`: it is {loop.kind}, which would be lost", site,
            help=f"{verb} the loop first, then make the new loop {loop.kind}", field=field,
        )  # fmt: skip
    check_zero_based(state, site, verb, field)


def check_zero_based(state: State, site: Site, verb: str, field: str | None = None) -> None:
    """S214 when a loop does not start at 0."""
    if as_int(site.loop.min) != 0 and not state.analyzer.equal(site.loop.min, 0):
        what = f"cannot {verb} loop `{site.loop.var.name}`"
        raise state.refuse("S214", f"{what}: it does not start at 0", site, field=field)


def only_child(site: Site) -> Site:
    """The statement below a loop."""
    return site.children[0]


def put_values(
    analyzer: Analyzer,
    stmt: Stmt,
    values: Mapping[Var, Expr],
    outer: Iterable[For],
    guard: Expr | None = None,
    keep_units: bool = True,
) -> tuple[Stmt, Moves]:
    """Replace loop variables below them: in loop bounds, in guards as written, in bindings, in blocks without axes.

    `outer` are the new loops above `stmt`, over which bindings are then rewritten (see `bindings`); without
    `keep_units`, loops of extent 1 are eliminated from them. `guard` is and-ed to the predicate of every block directly
    below, before what it must protect (see `guarded`). Also gives which blocks were replaced.
    """
    moves: Moves = {}

    def visit(node: Stmt, loops: Bounds) -> Stmt:
        match node:
            case For():
                low, extent = substitute(node.min, values), substitute(node.extent, values)
                body = visit(node.body, {**loops, node.var: (low, extent)})
                if low is node.min and extent is node.extent and body is node.body:
                    return node
                return update(node, min=low, extent=extent, body=body)
            case BlockRealize():
                return _put_in_block(analyzer, node, values, loops, guard, keep_units, moves)
            case SeqStmt():
                return map_children(node, lambda child: visit(child, loops))
            case IfThenElse():
                other = visit(node.else_body, loops) if node.else_body is not None else None
                then = visit(node.then_body, loops)
                return update(node, condition=substitute(node.condition, values), then_body=then, else_body=other)
        return substitute(node, values)

    return visit(stmt, {loop.var: (loop.min, loop.extent) for loop in outer}), moves


def _put_in_block(
    analyzer: Analyzer,
    node: BlockRealize,
    values: Mapping[Var, Expr],
    loops: Bounds,
    guard: Expr | None,
    keep_units: bool,
    moves: Moves,
) -> BlockRealize:
    bound = [substitute(value, values) for value in node.values]
    predicate = substitute(node.predicate, values)
    if guard is not None:
        predicate = guarded(predicate, guard)
    bound = simplify_bindings(bound, loops, predicate, analyzer, keep_units)
    block = node.block
    if not block.iters:  # only a block without axes may use loop variables from outside
        block = rewrite(block, lambda n: values.get(n) if isinstance(n, Var) else None, moves)
    return update(node, values=tuple(bound), predicate=predicate, block=block)


def guarded(predicate: Expr, bound: Expr) -> Expr:
    """``predicate and bound``, with the bound before the first part that may not be evaluated out of bounds."""
    parts = conjuncts(predicate)
    at = next((k for k, part in enumerate(parts) if may_fail(part)), len(parts))
    return conjunction([*parts[:at], bound, *parts[at:]])


def may_fail(part: Expr) -> bool:
    """Whether a condition loads, calls, or divides by what may be 0."""
    return any(isinstance(n, (BufferLoad, Call)) or divides_by_zero(n) for n in walk(part))


def divides_by_zero(node: Node) -> bool:
    """Whether a node is an integer division by what may be 0."""
    return isinstance(node, Binary) and node.op in _DIVISIONS and not as_int(node.b)


def nest(loops: Sequence[For], body: Stmt) -> Stmt:
    """The loops' headers, outer to inner, around `body`."""
    for loop in reversed(loops):
        body = loop if loop.body is body else update(loop, body=body)
    return body


def new_loop(var: Var, extent: Expr, body: Stmt) -> For:
    """A serial loop from 0."""
    return For(var, IntImm(0, var.dtype), extent, "serial", body)


def chain_below(top: Site, bottom: Site) -> list[Site] | None:
    """The sites from `top` down to `bottom`, or None when `bottom` is not below."""
    path = [bottom]
    for site in bottom.ancestors():
        path.append(site)
        if site is top:
            return path[::-1]
    return None


def check_extents(state: State, loops: Iterable[For]) -> None:
    """S217 when a loop's bounds use the variable of a loop that is not outside of it."""
    order = list(loops)
    later = {loop.var for loop in order}
    for loop in order:
        if uses_any(loop.min, later) or uses_any(loop.extent, later):
            raise state.refuse(
                "S217", f"the bounds of loop `{loop.var.name}` depend on a loop that would not be outside of it", loop
            )
        later.discard(loop.var)


def widest(variables: Iterable[Var]) -> str:
    """The widest of the variables' types."""
    return max((v.dtype for v in variables), key=lambda d: int(d.lstrip("uint")), default="int32")
