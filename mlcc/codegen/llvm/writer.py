"""Text of one LLVM function: instructions, blocks, scopes.

Equal pure instructions are emitted once per scope (local value numbering), and those with loop-invariant operands
are hoisted to the loop's preheader, so that the text stays small and few LLVM passes suffice.
"""

from __future__ import annotations

from typing import Union

Lines = list[Union[str, "Lines"]]


class _Loop:
    __slots__ = ("before", "scope")

    def __init__(self, before: Lines, scope: int) -> None:
        self.before = before
        self.scope = scope


class Writer:
    """Lines of a function body under construction."""

    def __init__(self) -> None:
        self.lines: Lines = []
        self.allocas: list[str] = []
        self.lifetimes: list[str] = []
        self.block = "entry"
        self._count = 0
        self._values: dict[str, str] = {}
        self._scopes: list[list[str]] = [[]]
        self._loops: list[_Loop] = []
        self._depth: dict[str, int] = {}
        #: What every instruction ends with: the line of the program that it comes from.
        self.location = ""

    # -- names ---------------------------------------------------------------------------------
    def fresh(self) -> str:
        """A new value name; it is assumed to vary in the innermost loop."""
        self._count += 1
        name = f"%v{self._count}"
        self._depth[name] = len(self._loops)
        return name

    def label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def depth_of(self, operand: str) -> int:
        """The loop depth at which a value is defined; 0 for literals and arguments."""
        return self._depth.get(operand, 0)

    # -- instructions --------------------------------------------------------------------------
    def put(self, text: str) -> None:
        """An instruction without a result."""
        self.lines.append(f"  {text}{self.location}")

    def assign(self, rhs: str) -> str:
        """An instruction that is not moved (memory accesses, calls)."""
        self._count += 1
        name = f"%v{self._count}"
        self._depth[name] = len(self._loops)
        self.lines.append(f"  {name} = {rhs}{self.location}")
        return name

    def pure(self, rhs: str, *operands: str) -> str:
        """An instruction that depends on `operands` only and cannot fail: it may be reused and hoisted."""
        cached = self._values.get(rhs)
        if cached is not None:
            return cached
        self._count += 1
        name = f"%v{self._count}"
        depth = 0
        depths = self._depth
        for operand in operands:
            have = depths.get(operand, 0)
            if have > depth:
                depth = have
        depths[name] = depth
        if depth < len(self._loops):
            loop = self._loops[depth]
            loop.before.append(f"  {name} = {rhs}{self.location}")
            self._scopes[loop.scope].append(rhs)
        else:
            self.lines.append(f"  {name} = {rhs}{self.location}")
            self._scopes[-1].append(rhs)
        self._values[rhs] = name
        return name

    def alloca(self, llvm_type: str, count: int, align: int) -> str:
        """Stack memory, allocated at the function's entry even inside loops."""
        self._count += 1
        name = f"%s{self._count}"
        self.allocas.append(f"  {name} = alloca [{count} x {llvm_type}], align {align}")
        # LLVM 22's SROA miscompiles memory that is filled by several vector stores out of order and
        # read by one load; any other use of the memory, such as this one, prevents that.
        self.lifetimes.append(f"  call void @llvm.lifetime.start.p0(ptr {name})")
        return name

    # -- structure -----------------------------------------------------------------------------
    def start_block(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label

    def push_scope(self) -> None:
        """Open a scope: values computed in it are reused until the matching :meth:`pop_scope` only."""
        self._scopes.append([])

    def pop_scope(self) -> None:
        for rhs in self._scopes.pop():
            self._values.pop(rhs, None)

    def enter_loop(self) -> None:
        """Begin a loop: loop-invariant pure instructions are emitted before it."""
        before: Lines = []
        self.lines.append(before)
        self._loops.append(_Loop(before, len(self._scopes) - 1))
        self.push_scope()

    def leave_loop(self) -> None:
        self.pop_scope()
        self._loops.pop()

    @property
    def loop_depth(self) -> int:
        return len(self._loops)

    def text(self) -> str:
        """The body as text, stack memory first."""
        out: list[str] = [*self.allocas, *self.lifetimes]
        _flatten(self.lines, out)
        return "\n".join(out)


def _flatten(lines: Lines, out: list[str]) -> None:
    for line in lines:
        if isinstance(line, str):
            out.append(line)
        else:
            _flatten(line, out)
