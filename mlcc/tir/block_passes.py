"""Passes on blocks, loops and accesses that a build does not need; each keeps what a program computes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlcc.ir import (
    AssertStmt,
    Block,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    Let,
    LetStmt,
    Node,
    PrimFunc,
    Select,
    SeqStmt,
    Stmt,
    Var,
    all_of,
    any_of,
    as_int,
    children,
    const,
    if_then_else,
    map_children,
    substitute,
    update,
    walk,
)
from mlcc.ir.transform import CreatedPass
from mlcc.lowering.without import without_asserts

from .program_passes import each_program


def SkipAssert() -> CreatedPass:  # noqa: N802
    """Leave assertions out, as the option ``tir.disable_assert`` of a pass context does."""
    return each_program("SkipAssert", without_asserts)


def LowerInitBlock() -> CreatedPass:  # noqa: N802
    """Make ``T.init`` a branch of the block's body, which runs where the reduced axes begin."""
    return each_program("LowerInitBlock", lambda func: func.with_body(_without_init(func.body)))


def _without_init(node: Any) -> Any:
    if isinstance(node, Expr):
        return node
    new = map_children(node, _without_init)
    if not isinstance(new, Block) or new.init is None:
        return new
    starts = [axis.var.equal(axis.dom.min) for axis in new.iters if axis.kind == "reduce"]
    first: Stmt = IfThenElse(all_of(*starts), new.init) if starts else new.init
    own = {load.buffer for load in walk(new.body) if isinstance(load, BufferLoad)} - {r.buffer for r in new.reads}
    read = (*new.reads, *(region for region in new.writes if region.buffer in own))
    return update(new, init=None, reads=read, body=SeqStmt((first, new.body)))


def CanonicalizeLoop() -> CreatedPass:  # noqa: N802
    """Let every loop begin at 0."""
    return each_program("CanonicalizeLoop", lambda func: func.with_body(_from_zero(func.body)))


def _from_zero(node: Any) -> Any:
    if isinstance(node, Expr):
        return node
    new = map_children(node, _from_zero)
    if not isinstance(new, For) or as_int(new.min) == 0:
        return new
    var = Var(new.var.name, new.var.dtype)
    return update(new, var=var, min=const(0, var.dtype), body=substitute(new.body, {new.var: var + new.min}))


def ConvertSSA() -> CreatedPass:  # noqa: N802
    """Give a variable that is defined more than once a variable for each definition."""
    return each_program("ConvertSSA", lambda func: func.with_body(_Once(func).visit(func.body)))


class _Once:
    """Renames what is defined again."""

    def __init__(self, func: PrimFunc) -> None:
        self.seen: set[Var] = {*func.params, *func.symbolic_vars()}

    def visit(self, node: Any) -> Any:
        match node:
            case For() | Let() | LetStmt():
                fresh = self.fresh([node.var])
                node = update(node, var=fresh[node.var], body=substitute(node.body, fresh)) if fresh else node
            case Block():
                fresh = self.fresh([axis.var for axis in node.iters])
                node = _renamed(node, fresh) if fresh else node
        return map_children(node, self.visit)

    def fresh(self, variables: list[Var]) -> dict[Var, Var]:
        """New variables for those that are defined already."""
        new = {var: Var(var.name, var.dtype) for var in variables if var in self.seen}
        self.seen |= {*variables, *new.values()}
        return new


def _renamed(block: Block, fresh: dict[Var, Var]) -> Block:
    """A block whose axes have other variables."""
    axes = tuple(update(axis, var=fresh.get(axis.var, axis.var)) for axis in block.iters)
    parts = ("reads", "writes", "body", "init", "match_buffers")
    inner = {key: _substituted(getattr(block, key), fresh) for key in parts}
    return update(block, iters=axes, **inner)


def _substituted(item: Any, fresh: dict[Var, Var]) -> Any:
    if isinstance(item, tuple):
        return tuple(_substituted(part, fresh) for part in item)
    return substitute(item, fresh) if isinstance(item, Node) else item


def RewriteUnsafeSelect() -> CreatedPass:  # noqa: N802
    """Let a choice whose sides read a buffer or call a function evaluate the taken side only."""
    return each_program("RewriteUnsafeSelect", lambda func: func.with_body(_lazy(func.body)))


def _lazy(node: Any) -> Any:
    new = map_children(node, _lazy)
    if not isinstance(new, Select):
        return new
    risky = any(isinstance(n, BufferLoad | Call) for side in (new.true_value, new.false_value) for n in walk(side))
    return if_then_else(new.condition, new.true_value, new.false_value) if risky else new


def InstrumentBoundCheckers() -> CreatedPass:  # noqa: N802
    """Stop a run where an index of an access is outside of its buffer, by an assertion before each statement."""
    return each_program("InstrumentBoundCheckers", lambda func: func.with_body(_checked(func.body)))


def _checked(node: Any) -> Any:
    if isinstance(node, Expr):
        return node
    new = map_children(node, _checked)
    accesses: list[tuple[tuple[Expr, ...], BufferLoad | BufferStore]]
    match new:
        case BufferStore():
            accesses = [((), new), *_loads(new)]
        case Evaluate():
            accesses = list(_loads(new))
        case LetStmt():
            accesses = list(_loads(new.value))
        case IfThenElse():
            accesses = list(_loads(new.condition))
        case _:
            return new
    checks: list[Stmt] = []
    for guards, access in accesses:
        shape = ", ".join(extent.script() for extent in access.buffer.shape)
        for index, extent in zip(access.indices, access.buffer.shape, strict=True):
            if as_int(index) is None or as_int(extent) is None:
                inside = all_of(index >= 0, index < extent)
                condition = any_of(*(guard.equal(const(False)) for guard in guards), inside)
                checks.append(AssertStmt(condition, f"an index of `{access.buffer.name}` is outside of ({shape})"))
    return SeqStmt((*checks, new)) if checks else new


def _loads(node: Any, guards: tuple[Expr, ...] = ()) -> Iterator[tuple[tuple[Expr, ...], BufferLoad]]:
    """What a statement reads, each with the conditions under which it does."""
    if isinstance(node, Call) and node.op == "if_then_else":
        condition, *sides = node.args
        yield from _loads(condition, guards)
        for side, holds in zip(sides, (condition, condition.equal(const(False))), strict=True):
            yield from _loads(side, (*guards, holds))
        return
    for child in children(node):
        yield from _loads(child, guards)
    if isinstance(node, BufferLoad):
        yield guards, node


__all__ = [
    "CanonicalizeLoop", "ConvertSSA", "InstrumentBoundCheckers", "LowerInitBlock", "RewriteUnsafeSelect", "SkipAssert",
]  # fmt: skip
