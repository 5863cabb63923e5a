"""Instructions that are statements: calls that read and write elements of buffers, on tile registers or on vectors.

Analyses, the interpreter and lowering take what such a call does from :func:`meaning_of`, which is loops over elements;
only code generation knows the instructions.
"""

from __future__ import annotations

from typing import Any

from .expr import Call
from .matrix_products import MATRIX_CALLS, MATRIX_OPERANDS, matrix_meaning
from .stmt import Evaluate, Stmt
from .tiles import TILE_CALLS, tile_meaning
from .traverse import map_children

#: All of them, with their numbers of operands.
INSTRUCTIONS: dict[str, int] = {**TILE_CALLS, **dict.fromkeys(MATRIX_CALLS, MATRIX_OPERANDS)}


def is_instruction(stmt: object) -> bool:
    """Whether a statement is such a call."""
    return isinstance(stmt, Evaluate) and isinstance(stmt.value, Call) and stmt.value.op in INSTRUCTIONS


def meaning_of(call: Call) -> Stmt:
    """What an instruction does, as loops. Raises MlccError G205 or G207 for operands that do not fit."""
    return tile_meaning(call) if call.op in TILE_CALLS else matrix_meaning(call)


def as_loops(item: Any) -> Any:
    """The same with loops in place of instructions, which name only the first elements of what they access."""
    return meaning_of(item.value) if is_instruction(item) else map_children(item, as_loops)
