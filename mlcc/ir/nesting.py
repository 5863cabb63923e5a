"""The limit on the nesting depth of programs: all code that reads, checks or rewrites them is recursive."""

from __future__ import annotations

import sys

from .node import Node
from .traverse import children

#: The maximal nesting depth of a function, from its definition to the innermost operand.
MOST_LEVELS = 1500
#: The deepest recursion takes 8 Python frames for each level; inlining and lowering add levels.
_FRAMES = 12


def make_room() -> None:
    """Raise Python's recursion limit (1000 by default) to what programs of `MOST_LEVELS` need."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), MOST_LEVELS * _FRAMES))


def first_too_deep(item: Node) -> Node | None:
    """A node more than `MOST_LEVELS` below `item`, or None."""
    level = [item]
    for _ in range(MOST_LEVELS):
        level = [child for node in level if node.CHILDREN for child in children(node)]
        if not level:
            return None
    return level[0]


#: The message and the help text for a program that is nested deeper.
TOO_DEEP = f"the program is nested more than {MOST_LEVELS} levels deep"
WAY_OUT = "break long expressions into several statements, or use a loop"
