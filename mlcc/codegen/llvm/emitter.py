"""The state of one function's translation, and the dispatch from IR nodes to their translators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mlcc.diagnostics import InternalError, Span
from mlcc.ir import Buffer, Expr, Node, Stmt, Var
from mlcc.ir import dtype as dt

from .debug import span_of
from .module import ModuleWriter
from .sums import Sum
from .types import memory_type, symbol, value_type
from .writer import Writer


class Pointer(NamedTuple):
    """The address of element 0 of a buffer, and its alignment in bytes."""

    operand: str
    align: int


class Emitter(Writer):
    """One LLVM function.

    `index` holds loop variables and dimensions as i64 operands, or as integers when unrolled;
    `values` holds other variables in their own type. `mask` is the current lane mask.
    """

    expressions: dict[type, Callable[[Any, Any], str]] = {}
    statements: dict[type, Callable[[Any, Any], None]] = {}

    def __init__(self, module: ModuleWriter, name: str) -> None:
        super().__init__()
        self.module = module
        self.target = module.target
        self.native_half = module.native_half
        self.name = name
        #: The program that the function is a part of, and its debug metadata, which is empty without.
        self.program = name
        self.scope = ""
        self.index: dict[Var, str | int] = {}
        #: How indices are sums, by the id of the expression, which is kept so that the id stays its own.
        self.sums: dict[int, tuple[Expr, Sum]] = {}
        self.values: dict[Var, str] = {}
        #: The float32 values of 16-bit floats that were narrowed in this function.
        self.singles: dict[str, str] = {}
        self.buffers: dict[Buffer, Pointer] = {}
        #: The number of elements of each buffer on this function's stack, which nothing else can access.
        self.private: dict[Buffer, int] = {}
        self.mask: str | None = None
        self.mask_lanes = 0
        #: How many lanes the mask has, where these are the first ones.
        self.mask_count: Expr | None = None
        self.workspace: str | None = None
        #: What releases what the function holds, on every way out of it, the last first.
        self.releases: list[Callable[[], object]] = []
        self.may_fail = False
        self.noalias = False
        #: Buffers that may alias in spite of `noalias`: the result, and inputs whose memory it may reuse.
        self.shared: frozenset[Buffer] = frozenset()
        #: Buffers whose elements never change while the function runs.
        self.unchanged: frozenset[Buffer] = frozenset()
        self.in_parallel = False
        #: The condition under which parallel loops use threads, as an operand; None where they always do.
        self.threads_pay: str | None = None
        self.has_numbers = False
        #: Tile registers: the numbers that buffers have, those that are free, and whether the function configures them.
        self.tiles: dict[Buffer, list[int]] = {}
        self.free_tiles = list(range(8))
        self.configured = False

    def value(self, expr: Expr) -> str:
        """The operand that holds an expression's value."""
        emit = self.expressions.get(type(expr))
        if emit is None:
            raise InternalError(f"no translation of the expression {type(expr).__name__}")
        return emit(self, expr)

    def statement(self, stmt: Stmt) -> None:
        """Write a statement."""
        emit = self.statements.get(type(stmt))
        if emit is None:
            raise InternalError(f"no translation of the statement {type(stmt).__name__}")
        if not self.scope:
            emit(self, stmt)
            return
        outer, span = self.location, span_of(stmt)
        if span is not None:
            self.locate(span)
        emit(self, stmt)
        self.location = outer

    def describe(self, program: str, span: Span | None) -> str:
        """Begin the debug metadata of this function, a part of a program; gives what its head has of it."""
        if self.module.lines is None or span is None:
            return ""
        self.scope = self.module.lines.function(program, self.name, span)
        self.locate(span)
        return f" !dbg {self.scope}"

    def locate(self, span: Span) -> None:
        """Instructions come from this text from now on."""
        assert self.module.lines is not None
        self.location = self.module.lines.location(self.scope, span)

    def alloca(self, llvm_type: str, count: int, align: int) -> str:
        """Stack memory, allocated at the function's entry even inside loops."""
        name = "llvm.lifetime.start.p0"
        self.module.declare(name, f"declare void @{name}(ptr)")
        return super().alloca(llvm_type, count, align)

    def type_of(self, dtype: str) -> str:
        """LLVM's type of a value of `dtype`."""
        return value_type(dtype, self.native_half)

    def memory_type(self, dtype: str) -> str:
        """LLVM's type of `dtype` in memory."""
        return memory_type(dtype, self.native_half)

    def call(self, name: str, result: str, *args: tuple[str, str], pure: bool = False) -> str:
        """Call a function by its (type, operand) arguments, declaring it."""
        types = ", ".join(t for t, _ in args)
        self.module.declare(name, f"declare {result} {symbol(name)}({types})")
        text = f"call {result} {symbol(name)}({', '.join(f'{t} {v}' for t, v in args)})"
        if result == "void":
            self.put(text)
            return ""
        return self.pure(text, *(v for _, v in args)) if pure else self.assign(text)

    def leave(self, code: str) -> None:
        """Return the operand `code`."""
        if self.configured:
            self.call("llvm.x86.tilerelease", "void")
        self.put(f"ret i32 {code}")

    def return_code(self, code: str) -> None:
        """Return from the function; code emitted after this is unreachable."""
        self._leave(code, self.label())

    def return_if(self, failed: str, message: str) -> None:
        """Return the error number of `message` where `failed` holds."""
        bad, good = self.label(), self.label()
        self.put(f"br i1 {failed}, label %{bad}, label %{good}")
        self.start_block(bad)
        self._leave(str(self.module.error(message)), good)

    def return_if_failed(self, code: str) -> None:
        """Propagate the error of a callee."""
        failed = self.assign(f"icmp ne i32 {code}, 0")
        bad, good = self.label(), self.label()
        self.put(f"br i1 {failed}, label %{bad}, label %{good}")
        self.start_block(bad)
        self._leave(code, good)

    def _leave(self, code: str, good: str) -> None:
        for release in reversed(self.releases):
            release()
        self.leave(code)
        self.count_exit()
        self.may_fail = True
        self.start_block(good)

    def broadcast(self, operand: str, scalar: str, lanes: int) -> str:
        """A vector with `operand` in every lane."""
        if lanes == 1:
            return operand
        if not operand.startswith("%"):
            return f"splat ({scalar} {operand})"
        vector = f"<{lanes} x {scalar}>"
        one = self.pure(f"insertelement {vector} poison, {scalar} {operand}, i64 0", operand)
        return self.pure(f"shufflevector {vector} {one}, {vector} poison, <{lanes} x i32> zeroinitializer", one)


def expression(*kinds: type[Node]) -> Callable[[Any], Any]:
    """Register the translator of expression classes."""

    def register(fn: Any) -> Any:
        for kind in kinds:
            Emitter.expressions[kind] = fn
        return fn

    return register


def statement(*kinds: type[Node]) -> Callable[[Any], Any]:
    """Register the translator of statement classes."""

    def register(fn: Any) -> Any:
        for kind in kinds:
            Emitter.statements[kind] = fn
        return fn

    return register


def lanes_of(expr: Expr) -> int:
    """Lanes of an expression's value."""
    return dt.lanes(expr.dtype)
