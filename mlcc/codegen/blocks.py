"""Statements of device code: loops over blocks and threads, memory that a block shares, and barriers.

What is written for them differs by language; where it is written does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol

from mlcc.analysis import same
from mlcc.ir import (
    Allocate,
    AssertStmt,
    Call,
    Evaluate,
    Expr,
    For,
    Stmt,
    Var,
    as_int,
)

from .barriers import BARRIER
from .threads import refused

#: The numbers of a block and of a thread in it, in the order of a launch.
TAGS = ("blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z")


class DeviceCode(Protocol):
    """The translator of one kernel. `extents` are those of the launch, by tag."""

    extents: Mapping[str, Expr]
    index: dict[Var, str | int]

    def statement(self, stmt: Stmt) -> None:
        """Write a statement."""

    def name_number(self, loop: For, tag: str) -> None:
        """Let the loop's variable be the number of this block or thread."""

    def inside(self, loop: For, tag: str, body: Callable[[], None]) -> None:
        """Write what only the blocks or threads do whose number is one of the loop's."""

    def barrier(self) -> None:
        """Write a barrier."""

    def share(self, stmt: Allocate, size: int) -> None:
        """Let a buffer of so many elements be a block's."""


def write_device(f: DeviceCode, stmt: Stmt, plain: Callable[[Stmt], None]) -> None:
    """Write a statement of device code; `plain` writes what code for a CPU has too. Raises MlccError G109."""
    match stmt:
        case For() if stmt.thread is not None:
            _bound(f, stmt, stmt.thread)
        case Evaluate(value=Call(op=op)) if op == BARRIER:
            f.barrier()
        case Allocate() if stmt.buffer.scope == "shared":
            f.share(stmt, _shared_size(stmt))
        case AssertStmt():
            raise refused("a run-time check", stmt)
        case Allocate() if stmt.buffer.scope == "heap" or any(as_int(d) is None for d in stmt.buffer.shape):
            raise refused(f"the buffer `{stmt.buffer.name}`, whose size is known at run time only", stmt)
        case _:
            plain(stmt)


def _bound(f: DeviceCode, loop: For, tag: str) -> None:
    """A loop over blocks or threads: its variable is the number of this one."""
    low = as_int(loop.min)
    if as_int(loop.extent) == 1 and low is not None:
        f.index[loop.var] = low  # known, so that arrays of a thread which it indexes can be in registers
    else:
        f.name_number(loop, tag)
    if same(loop.extent.astype("int64"), f.extents[tag]):
        f.statement(loop.body)
    else:
        f.inside(loop, tag, lambda: f.statement(loop.body))


def _shared_size(stmt: Allocate) -> int:
    sizes = [as_int(dim) for dim in stmt.buffer.shape]
    if None in sizes:
        raise refused(f"the shared buffer `{stmt.buffer.name}`, whose size is known at run time only", stmt)
    return max(math.prod(size or 0 for size in sizes), 1)
