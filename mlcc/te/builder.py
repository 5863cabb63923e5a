"""A builder of statements, for the bodies of externs.

b = StmtBuilder()
with b.loop("i", n) as i:
    b.store(out, src[i] * 2, i)
stmt = b.finish()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mlcc.ir import (
    Buffer,
    BufferLoad,
    BufferStore,
    Evaluate,
    Expr,
    ExprLike,
    For,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    Var,
    While,
    binary,
    cast,
    const,
    const_like,
    seq,
)  # fmt: skip


class StmtBuilder:
    """Collects statements; loops and conditions are context managers. `index` is the type of loop variables."""

    def __init__(self, index: str = "int64") -> None:
        self.index = index
        self.allocs: list[Buffer] = []
        self._open: list[list[Stmt]] = [[]]

    def _close(self) -> Stmt:
        stmts = self._open.pop()
        return seq(*stmts) if stmts else Evaluate(const(0))

    def emit(self, stmt: Stmt) -> None:
        """Append a statement."""
        self._open[-1].append(stmt)

    def store(self, buffer: Buffer, value: ExprLike, *indices: ExprLike) -> None:
        """``buffer[indices] = value``, converted to the buffer's dtype."""
        where = tuple(self.idx(i) for i in indices)
        self.emit(BufferStore(buffer, cast(buffer.dtype, value), where))

    def load(self, buffer: Buffer, *indices: ExprLike) -> BufferLoad:
        """``buffer[indices]``"""
        return BufferLoad(buffer, tuple(self.idx(i) for i in indices))

    def idx(self, value: ExprLike) -> Expr:
        """`value` as an index."""
        return cast(self.index, const_like(value, self.index))

    @contextmanager
    def loop(self, name: str, extent: ExprLike, low: ExprLike = 0, kind: str = "serial") -> Iterator[Var]:
        """``for name in [low, low + extent)``; gives the variable."""
        var = Var(name, self.index)
        self._open.append([])
        yield var
        body = self._close()
        self.emit(For(var, self.idx(low), self.idx(extent), kind, body))

    @contextmanager
    def when(self, condition: Expr) -> Iterator[None]:
        """``if condition:``"""
        self._open.append([])
        yield
        self.emit(IfThenElse(condition, self._close()))

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """``else:`` of the condition just closed."""
        last = self._open[-1].pop()
        if not isinstance(last, IfThenElse):
            raise TypeError("`otherwise` must follow `when`")
        self._open.append([])
        yield
        self.emit(IfThenElse(last.condition, last.then_body, self._close()))

    @contextmanager
    def repeat_while(self, condition: Expr) -> Iterator[None]:
        """``while condition:``"""
        self._open.append([])
        yield
        self.emit(While(condition, self._close()))

    @contextmanager
    def let(self, name: str, value: Expr) -> Iterator[Var]:
        """Binds a variable over the statements inside."""
        var = Var(name, value.dtype)
        self._open.append([])
        yield var
        self.emit(LetStmt(var, value, self._close()))

    def combine(self, op: str, total: Buffer, count: int, value: Callable[[Var], Expr]) -> None:
        """``total[0] = op(total[0], value(k))`` for k below `count`, pairwise."""
        var = Var("t", self.index)
        body = BufferStore(total, binary(op, self.load(total, 0), value(var)), (self.idx(0),))
        self.emit(For(var, self.idx(0), self.idx(count), "serial", body, annotations={"tree_reduce": 1}))

    def alloc(self, name: str, shape: tuple[ExprLike, ...], dtype: str, scope: str = "global") -> Buffer:
        """A temporary, allocated in the extern's block."""
        buffer = Buffer(name, tuple(self.idx(d) for d in shape), dtype, scope)
        self.allocs.append(buffer)
        return buffer

    def finish(self) -> tuple[Stmt, tuple[Buffer, ...]]:
        """The statement and the temporaries, in the form that an extern's builder function returns."""
        if len(self._open) != 1:
            raise TypeError("a loop or condition of the builder is still open")
        body = seq(*self._open[0]) if self._open[0] else Evaluate(const(0))
        return body, tuple(self.allocs)


__all__: list[Any] = ["SeqStmt", "StmtBuilder"]
