"""Text of one LLVM function: instructions, blocks, scopes.

Equal pure instructions are emitted once per scope (local value numbering), and those with loop-invariant operands
are hoisted to the loop's preheader, so that the text stays small and few LLVM passes suffice. So are loads of single
elements that never change, with one difference: a load must not happen where the program would not do it. A loop that
may be empty therefore has two places in front of it::

    before         what cannot fail: evaluated whether or not the loop has iterations
    br i1 %some, label %entered, label %after
    entered        loads that the first iteration makes for certain, and what follows from them
    br label %head

The *level* of a value says where it is defined: 2d in the body of d loops, 2d + 1 in `entered` of the loop in them.
"""

from __future__ import annotations

from typing import Union

Lines = list[Union[str, "Lines"]]


class _Loop:
    """A loop that is being written: the places in front of it, and what was certain where its body begins."""

    __slots__ = ("before", "certain", "entered", "scope")

    def __init__(self, before: Lines, scope: int, certain: tuple[int, int]) -> None:
        self.before = self.entered = before
        self.scope = scope
        self.certain = certain

    @property
    def may_be_empty(self) -> bool:
        return self.entered is not self.before


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
        self._level: dict[str, int] = {}
        self._exits = 0
        self._loaded: dict[tuple[str, str], str] = {}
        #: What every instruction ends with: the line of the program that it comes from.
        self.location = ""

    # -- names ---------------------------------------------------------------------------------
    def fresh(self) -> str:
        """A new value name; it is assumed to vary in the innermost loop."""
        self._count += 1
        name = f"%v{self._count}"
        self._level[name] = 2 * len(self._loops)
        return name

    def label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def level_of(self, operand: str) -> int:
        """The level at which a value is defined; 0 for literals and arguments."""
        return self._level.get(operand, 0)

    # -- instructions --------------------------------------------------------------------------
    def put(self, text: str) -> None:
        """An instruction without a result."""
        self.lines.append(f"  {text}{self.location}")

    def assign(self, rhs: str) -> str:
        """An instruction that is not moved (memory accesses, calls)."""
        self._count += 1
        name = f"%v{self._count}"
        self._level[name] = 2 * len(self._loops)
        self.lines.append(f"  {name} = {rhs}{self.location}")
        return name

    def pure(self, rhs: str, *operands: str) -> str:
        """An instruction that depends on `operands` only and cannot fail: it may be reused and hoisted."""
        cached = self._values.get(rhs)
        if cached is not None:
            return cached
        level = 0
        levels = self._level
        for operand in operands:
            have = levels.get(operand, 0)
            if have > level:
                level = have
        return self._define(rhs, level)

    def load(self, rhs: str, address: str) -> str:
        """A load of an element that never changes: it may be reused, and hoisted out of loops whose first iteration
        makes it for certain."""
        cached = self._values.get(rhs)
        if cached is not None:
            return cached
        depth, certain = len(self._loops), self._certain()
        level, least = 2 * depth, self._level.get(address, 0) // 2
        while depth > least and self._loops[depth - 1].certain == certain:
            depth -= 1
            level = 2 * depth + self._loops[depth].may_be_empty
            if level % 2:
                break
        return self._define(rhs, level)

    def load_here(self, rhs: str) -> str:
        """A load of memory that never changes, which may be reused in this block alone.

        Vectors that a loop only multiplies with are read by the multiplication; before the loop, they would take
        registers, and be stored where there are not as many.
        """
        key = self.block, rhs
        if key not in self._loaded:
            self._loaded[key] = self.assign(rhs)
        return self._loaded[key]

    def _define(self, rhs: str, level: int) -> str:
        """A new value at a level, reused in the scope of its place."""
        self._count += 1
        name = f"%v{self._count}"
        self._level[name] = level
        self._values[rhs] = name
        if level < 2 * len(self._loops):
            loop = self._loops[level // 2]
            lines, scope = (loop.entered, loop.scope + 1) if level % 2 else (loop.before, loop.scope)
        else:
            lines, scope = self.lines, -1
        lines.append(f"  {name} = {rhs}{self.location}")
        self._scopes[scope].append(rhs)
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
        self._loops.append(_Loop(before, len(self._scopes) - 1, self._certain()))
        self.push_scope()

    def enter_if_any(self) -> None:
        """The loop that was entered last may be empty: from here on it is known to have iterations."""
        entered: Lines = []
        self._loops[-1].entered = entered
        self.lines.append(entered)

    def _certain(self) -> tuple[int, int]:
        """What is equal at two places of a loop's body if, and only if, whoever begins the body comes by at both.

        Arms of branches have a scope, as loops have, and a way out of the function may be taken.
        """
        return len(self._scopes) - len(self._loops), self._exits

    def count_exit(self) -> None:
        """The function may have been left before what follows."""
        self._exits += 1

    def leave_loop(self) -> None:
        self.pop_scope()
        self._loops.pop()

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
