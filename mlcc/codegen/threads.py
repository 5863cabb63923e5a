"""Whether a program means the same when the loops bound to one tag are the threads of one launch.

As loops, a program runs for every value of every bound variable. As a kernel, each thread has one number per tag: all
loops of a tag have that number, and statements outside of a thread's loops are run by all threads.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Allocate,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    For,
    LetStmt,
    Node,
    Stmt,
    Var,
    children,
    free_vars,
    structural_equal,
    walk,
)


def check_threads(body: Stmt, tags: Iterable[str]) -> None:
    """Raise G109 unless the threads of one launch, which has these tags, compute what the loops do."""
    _Check(frozenset(tags)).visit(body, ())


def refused(what: str, node: Node | None) -> MlccError:
    """The error of a program that device code cannot have."""
    return MlccError(
        "G109", f"device code cannot have {what}", span=getattr(node, "span", None),
        help="bind the outer loops of every nest to `blockIdx.x` and `threadIdx.x`, and give buffers constant sizes",
    )  # fmt: skip


class _Check:
    """`around` are the bound loops around a node; `owned` says how many stood around a private buffer's allocation."""

    def __init__(self, tags: frozenset[str]) -> None:
        self.tags = tags
        self.owned: dict[Buffer, int] = {}
        self.uses: dict[Var, frozenset[Var]] = {}

    def visit(self, node: Node, around: tuple[For, ...]) -> None:
        match node:
            case For() if node.thread is not None:
                around = (*around, node)
            case Allocate() if node.buffer.scope != "shared":
                self.owned[node.buffer] = len(around)
            case LetStmt():
                self.uses[node.var] = self._variables(node.value)
            case BufferStore():
                self._store(node, around)
            case BufferLoad():
                self._private(node.buffer, node, around)
        for child in children(node):
            self.visit(child, around)

    def _variables(self, *parts: Expr) -> frozenset[Var]:
        """The variables that expressions use, also through named values."""
        names = {var for part in parts for var in free_vars(part)}
        return frozenset(names).union(*(self.uses.get(var, frozenset()) for var in names))

    def _private(self, buffer: Buffer, node: Node, around: tuple[For, ...]) -> None:
        if self.owned.get(buffer, len(around)) != len(around):
            raise refused(f"`{buffer.name}`, which threads share, in another scope than `shared`", node)

    def _store(self, store: BufferStore, around: tuple[For, ...]) -> None:
        buffer = store.buffer
        self._private(buffer, store, around)
        if buffer in self.owned:
            return
        missing = sorted(self.tags - {loop.thread for loop in around if loop.thread})
        if missing:
            raise refused(f"a store to `{buffer.name}` outside of a loop over `{missing[0]}`", store)
        # Of two loops with one tag, the outer has no iterations of its own.
        used = self._variables(store.value, *store.indices)
        for at, loop in enumerate(around):
            if loop.var in used and any(inner.thread == loop.thread for inner in around[at + 1 :]):
                raise refused(f"a store to `{buffer.name}` in two loops over `{loop.thread}`, which uses both", store)
        if buffer.scope == "shared":
            for part in walk(store.value):
                if isinstance(part, BufferLoad) and part.buffer is buffer and not _same(part, store):
                    raise refused(f"a store to `{buffer.name}` that reads what other threads store at that time", store)


def _same(load: BufferLoad, store: BufferStore) -> bool:
    return all(structural_equal(a, b) for a, b in zip(load.indices, store.indices, strict=True))
