"""Where the threads of a block must wait for each other: between accesses of shared memory that may meet.

A barrier stands before a statement that reads what other threads may have written since the last one, or writes what
they may have read or written. Threads that only meet their own elements do not wait: an access is private where its
index gives away the thread, such as `r * 256 + threadIdx.x` with 256 threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mlcc.analysis import Analyzer, Digit, Poly, same
from mlcc.ir import (
    Allocate,
    AttrStmt,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    LetStmt,
    Node,
    Ramp,
    SeqStmt,
    Stmt,
    Var,
    While,
    as_int,
    children,
    update,
    walk,
)

from .threads import refused

#: What a statement of device code calls to wait.
BARRIER = "barrier of a block"
_WAIT = Evaluate(Call(BARRIER, (), "int32"))


class _Index(NamedTuple):
    """The normal form of the index of a private access, and the elements between which it lies; None if not known."""

    poly: Poly
    within: tuple[int, int] | None

    def meets(self, other: _Index | None) -> bool:
        """Whether two threads may have the same element, one by each index."""
        if other is None:
            return True
        if self.within is not None and other.within is not None:
            (low, high), (least, most) = self.within, other.within
            if high < least or most < low:
                return False
        return self.poly != other.poly


#: A buffer, and the index if the access is private.
_Access = tuple[Buffer, _Index | None]


@dataclass(frozen=True, slots=True)
class _Accesses:
    """What threads do with shared memory."""

    reads: frozenset[_Access] = frozenset()
    writes: frozenset[_Access] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.reads or self.writes)

    def __or__(self, other: _Accesses) -> _Accesses:
        return _Accesses(self.reads | other.reads, self.writes | other.writes)

    def meets(self, later: _Accesses) -> bool:
        """Whether another thread may see a difference if it does `later` before or after this."""
        return _meet(self.writes, later.reads | later.writes) or _meet(self.reads, later.writes)


def _meet(some: frozenset[_Access], others: frozenset[_Access]) -> bool:
    return any(a is b and (k is None or k.meets(n)) for a, k in some for b, n in others)


_NONE = _Accesses()


def with_barriers(stmt: Stmt, extents: Mapping[str, Expr], *, around: bool = False) -> Stmt:
    """The kernel with barriers; `extents` are those of its launch, by tag. With `around`, they stand around every
    statement of a sequence that writes shared memory, needed or not. Raises MlccError G109 where threads would have to
    wait at a place that only some of them reach."""
    if not any(isinstance(node, BufferStore) and node.buffer.scope == "shared" for node in walk(stmt)):
        return stmt
    found = _Found(extents)
    found.visit(stmt, {})
    return _Placing(extents, found.accesses, around).place(stmt, _NONE, apart=False).stmt


class _Found:
    """The accesses of shared memory below each node."""

    def __init__(self, extents: Mapping[str, Expr]) -> None:
        self.accesses: dict[int, _Accesses] = {}
        threads = {tag: as_int(extent) for tag, extent in extents.items() if tag.startswith("threadIdx")}
        self.tags = frozenset(tag for tag, extent in threads.items() if extent != 1)

    def visit(self, node: Node, around: dict[Var, For]) -> _Accesses:
        """Note a node's accesses; `around` are the loops that it is in."""
        own = _NONE
        if isinstance(node, BufferLoad | BufferStore) and node.buffer.scope == "shared":
            access = frozenset({(node.buffer, self._private(node, around))})
            own = _Accesses(access) if isinstance(node, BufferLoad) else _Accesses(writes=access)
        inner = {**around, node.var: node} if isinstance(node, For) else around
        for child in children(node):
            own |= self.visit(child, inner)
        self.accesses[id(node)] = own | self.accesses.get(id(node), _NONE)
        return own

    def _private(self, node: BufferLoad | BufferStore, around: Mapping[Var, For]) -> _Index | None:
        """The index if no two threads have it, whatever their iterations of the loops that it depends on."""
        index, lanes = Poly.const(0), 1
        analyzer = Analyzer({var: (loop.min, loop.extent) for var, loop in around.items()})
        for dim, part in zip(node.buffer.shape, node.indices, strict=True):
            size = as_int(dim)
            if size is None:
                return None
            if isinstance(part, Ramp) and as_int(part.stride) == 1:
                lanes, part = part.lanes, part.base
            index = index.scaled(size) + analyzer.poly(part)
        known = _Known(around)
        if not known.learn(index, lanes) or not known.tags >= self.tags:
            return None
        low, high = index.constant, index.constant + lanes - 1 + known.span(index)
        return _Index(index, None if known.in_blocks else (low, high))


class _Known:
    """What the value of an index tells: the numbers of threads, whose axes are `tags`."""

    def __init__(self, around: Mapping[Var, For]) -> None:
        self.around = around
        # a loop of one iteration is the work of one thread
        alone = (loop.thread for loop in around.values() if as_int(loop.extent) == 1)
        self.tags: set[str] = {tag for tag in alone if tag is not None}
        self.in_blocks = False

    def learn(self, poly: Poly, lanes: int = 1) -> bool:
        """Whether the value gives away every variable that it depends on: each term is larger than all smaller ones
        together, and is a variable, or one of the digits that make up another such value."""
        reach, digits = lanes, list[Digit]()
        for mono, factor in sorted(poly.terms.items(), key=lambda item: abs(item[1])):
            if not mono:
                continue
            atom = mono[0]
            if len(mono) == 1 and isinstance(atom, Var) and self._is_block(atom):
                self.in_blocks = True
                continue
            size = self._size(atom) if len(mono) == 1 and factor > 0 else None
            if size is None or factor < reach:
                return False
            reach += factor * (size - 1)
            if isinstance(atom, Digit):
                digits.append(atom)
            elif isinstance(atom, Var) and (tag := self.around[atom].thread) is not None:
                self.tags.add(tag)
        return all(self._learn_source(source, digits) for source in {digit.source for digit in digits})

    def _learn_source(self, source: Poly, digits: list[Digit]) -> bool:
        """The same of what digits are of, if none is missing."""
        at = 1
        for digit in sorted((d for d in digits if d.source == source), key=lambda d: d.lower):
            if digit.lower != at:
                return False
            at = digit.upper or 0
        before = self.in_blocks
        return (at == 0 or at > self.span(source) + source.constant) and self.learn(source) and before == self.in_blocks

    def _is_block(self, var: Var) -> bool:
        loop = self.around.get(var)
        return loop is not None and loop.thread is not None and not loop.thread.startswith("threadIdx")

    def _size(self, atom: object) -> int | None:
        """How many values it has, from 0; None if it is not known."""
        if isinstance(atom, Digit):
            if any(self._is_block(var) or self._size(var) is None for var in atom.source.variables()):
                return None
            if atom.source.constant < 0 or any(factor < 0 for factor in atom.source.terms.values()):
                return None
            most = (self.span(atom.source) + atom.source.constant) // atom.lower + 1
            return most if atom.upper is None else min(most, atom.upper // atom.lower)
        loop = self.around.get(atom) if isinstance(atom, Var) else None
        if loop is None or as_int(loop.min) != 0 or loop.kind == "vectorized":
            return None
        return as_int(loop.extent)

    def span(self, poly: Poly) -> int:
        """By how much it exceeds its constant at most, blocks aside."""
        atoms = [(mono[0], factor) for mono, factor in poly.terms.items() if mono]
        return sum(factor * ((self._size(atom) or 1) - 1) for atom, factor in atoms if not self._skipped(atom))

    def _skipped(self, atom: object) -> bool:
        return isinstance(atom, Var) and self._is_block(atom)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A statement with its barriers; `after` is what was accessed since the last one; `waits`: whether it has one."""

    stmt: Stmt
    after: _Accesses
    waits: bool = False


class _Placing:
    def __init__(self, extents: Mapping[str, Expr], accesses: Mapping[int, _Accesses], around: bool) -> None:
        self.extents, self.accesses, self.around = extents, accesses, around
        self.placed: dict[tuple[int, _Accesses, bool], _Placed] = {}

    def place(self, stmt: Stmt, before: _Accesses, *, apart: bool) -> _Placed:
        """`before` was accessed since the last barrier; with `apart`, only some threads may be here."""
        own = self.accesses[id(stmt)]
        if not own:
            return _Placed(stmt, before)
        key = (id(stmt), before, apart)
        if key not in self.placed:
            self.placed[key] = self._place(stmt, own, before, apart)
        return self.placed[key]

    def _place(self, stmt: Stmt, own: _Accesses, before: _Accesses, apart: bool) -> _Placed:
        if isinstance(stmt, SeqStmt):
            return self._sequence(stmt, before, apart)
        alone = self._inside(stmt, _NONE, apart)
        if alone.waits and not before.meets(self._head(stmt)):
            return self._inside(stmt, before, apart)
        if not before.meets(own):
            return _Placed(alone.stmt, before | own)
        if apart:
            raise refused("a barrier where only some threads of a block are", stmt)
        return _Placed(SeqStmt((_WAIT, alone.stmt)), alone.after, waits=True)

    def _sequence(self, stmt: SeqStmt, before: _Accesses, apart: bool) -> _Placed:
        items: list[Stmt] = []
        waits = False
        for item in stmt.stmts:
            around = self.around and not apart and bool(self.accesses[id(item)].writes)
            one = self.place(item, _NONE if around else before, apart=apart)
            placed = one.stmt.stmts if isinstance(one.stmt, SeqStmt) else (one.stmt,)
            if around:
                placed = (*(() if items and items[-1] is _WAIT else (_WAIT,)), *placed, _WAIT)
            items += placed
            before, waits = _NONE if around else one.after, waits or one.waits or around
        return _Placed(SeqStmt(tuple(items)), before, waits)

    def _inside(self, stmt: Stmt, before: _Accesses, apart: bool) -> _Placed:
        """The barriers inside of a statement."""
        match stmt:
            case For() if stmt.thread is not None:
                apart = apart or not same(stmt.extent.astype("int64"), self.extents[stmt.thread])
                return self._body(stmt, before, apart)
            case For() | While():
                return self._loop(stmt, before, apart or isinstance(stmt, While))
            case LetStmt() | Allocate() | AttrStmt():
                return self._body(stmt, before, apart)
            case IfThenElse():
                # below a condition there is no barrier
                for body in (stmt.then_body, stmt.else_body):
                    if body is not None:
                        self.place(body, before, apart=True)
        return _Placed(stmt, before | self.accesses[id(stmt)])

    def _body(self, stmt: For | LetStmt | Allocate | AttrStmt, before: _Accesses, apart: bool) -> _Placed:
        """What is computed above the body belongs to it: a barrier stands above it too."""
        body = self.place(stmt.body, before, apart=apart)
        return _Placed(update(stmt, body=body.stmt), body.after | self._head(stmt), body.waits)

    def _loop(self, loop: For | While, before: _Accesses, apart: bool) -> _Placed:
        """An iteration also follows the one before it."""
        if isinstance(loop, While) and self.accesses[id(loop.body)].meets(self._head(loop)):
            raise refused("a condition of a loop on what threads share", loop)
        once = self.place(loop.body, before, apart=apart)
        body = self.place(loop.body, before | once.after, apart=apart)
        after = body.after | before | self._head(loop)
        return _Placed(update(loop, body=body.stmt), after, body.waits)

    def _head(self, stmt: Stmt) -> _Accesses:
        """The accesses of a statement outside of its body."""
        found = _NONE
        for child in children(stmt):
            if not isinstance(child, Stmt):
                found |= self.accesses.get(id(child), _NONE)
        return found
