"""The state of one function's translation to C, and the dispatch from IR nodes to their translators."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from mlcc.diagnostics import InternalError
from mlcc.ir import Buffer, Expr, Node, Stmt, Var

from .library import Library
from .names import identifier

_WORDS = re.compile(r"[A-Za-z_]\w*")


class Lanes(NamedTuple):
    """A mask in force: the name of a vector of integers of `bits` bits."""

    name: str
    bits: int
    lanes: int


class Emitter:
    """One C function.

    `index` holds loop variables and dimensions as names of an int64_t, or as integers when unrolled; `values` holds
    other variables in their own type. `masks` are vectors of bool, with the width of their elements.
    """

    expressions: dict[type, Callable[[Any, Any], str]] = {}
    statements: dict[type, Callable[[Any, Any], None]] = {}

    def __init__(self, library: Library, parts: dict[str, str]) -> None:
        self.library = library
        #: The names of other functions and of the weights in this file.
        self.parts = parts
        self.lines: list[str] = []
        self.depth = 1
        self._taken: set[str] = set()
        #: Names whose definitions have no effect, and may go if nothing uses them.
        self.defined: set[str] = set()
        self.index: dict[Var, str | int] = {}
        self.values: dict[Var, str] = {}
        self.masks: dict[Var, Lanes] = {}
        self.buffers: dict[Buffer, str] = {}
        self.mask: Lanes | None = None
        self.workspace: str | None = None
        #: What is to be released where the function is left, and where an iteration of a parallel loop is.
        self.heap: list[str] = []
        self.parallel: tuple[str, int] | None = None
        self.may_fail = False

    # -- names and lines -----------------------------------------------------------------------
    def fresh(self, hint: str) -> str:
        """A name that nothing else in the function has."""
        base = identifier(hint)
        name, count = base, 1
        while name in self._taken or (count == 1 and base in self.parts.values()):
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name

    def put(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    def open(self, line: str) -> None:
        """A line that begins a compound statement."""
        self.put(f"{line} {{" if line else "{")
        self.depth += 1

    def close(self, line: str = "}") -> None:
        self.depth -= 1
        self.put(line)

    def define(self, kind: str, hint: str, value: str) -> str:
        """A named constant with a value."""
        name = self.fresh(hint)
        self.defined.add(name)
        # `float *const p` is a constant pointer, `const float x` a constant number
        self.put(f"{kind}const {name} = {value};" if kind.endswith("*") else f"const {kind} {name} = {value};")
        return name

    def used_lines(self) -> list[str]:
        """The lines without definitions that nothing uses, of which a compiler would warn."""
        used: set[str] = set()
        kept: list[str] = []
        for line in reversed(self.lines):
            head, _, value = line.partition(" = ")
            name = head.rpartition(" ")[2]
            if name in self.defined and name not in used and "const " in head:
                continue
            used.update(_WORDS.findall(value if name in self.defined else line))
            kept.append(line)
        return kept[::-1]

    # -- leaving -------------------------------------------------------------------------------
    def leave(self, code: str) -> None:
        """Release what the function holds and return the error `code`."""
        self.may_fail = True
        kept = 0 if self.parallel is None else self.parallel[1]
        for block in reversed(self.heap[kept:]):
            self.put(f"free({block});")
        if self.parallel is None:
            self.put(f"return {code};")
        else:
            # A loop of OpenMP has one way out: its end.
            self.put(f"{self.parallel[0]} = {code};")
            self.put(f"goto next_{self.parallel[0]};")

    def leave_if(self, condition: str, code: str) -> None:
        """The same where `condition` holds."""
        self.open(f"if ({condition})")
        self.leave(code)
        self.close()

    # -- dispatch ------------------------------------------------------------------------------
    def value(self, expr: Expr) -> str:
        """The C expression of a value; statements that it needs are written before."""
        emit = self.expressions.get(type(expr))
        if emit is None:
            raise InternalError(f"no translation of the expression {type(expr).__name__} to C")
        return emit(self, expr)

    def statement(self, stmt: Stmt) -> None:
        """Write a statement."""
        emit = self.statements.get(type(stmt))
        if emit is None:
            raise InternalError(f"no translation of the statement {type(stmt).__name__} to C")
        emit(self, stmt)

    def put_apart(self, lines: list[str]) -> None:
        """Lines that :meth:`apart` gave, one level deeper."""
        self.lines += ["  " + line for line in lines]

    def apart(self, emit: Callable[[], str]) -> tuple[list[str], str]:
        """What `emit` writes, kept apart, and its result."""
        saved, self.lines = self.lines, []
        try:
            result = emit()
            return self.lines, result
        finally:
            self.lines = saved


def expression(*kinds: type[Node]) -> Callable[[Any], Any]:
    """Register the translator of expression classes."""

    def register(fn: Any) -> Any:
        Emitter.expressions.update(dict.fromkeys(kinds, fn))
        return fn

    return register


def statement(*kinds: type[Node]) -> Callable[[Any], Any]:
    """Register the translator of statement classes."""

    def register(fn: Any) -> Any:
        Emitter.statements.update(dict.fromkeys(kinds, fn))
        return fn

    return register
