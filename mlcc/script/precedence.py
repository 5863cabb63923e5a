"""From a flat chain `a + b * c` to a tree, with Python's precedence.

Precedence climbing over the list of operands and operator tokens that the grammar collects.
"""

from __future__ import annotations

from typing import Any

from .syntax import Comparison, Operation, Syntax, Unary

COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
_COMPARE, _NOT = 4, 3
_LEVEL = {
    "or": 1, "and": 2, **dict.fromkeys(COMPARISONS, _COMPARE), "|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "//": 10, "%": 10, "**": 11,
}  # fmt: skip


def build(items: list[Any]) -> Syntax:
    """The tree of a chain: operands, with (text, start, end) tokens for operators and `not` between."""
    if len(items) == 3 and not isinstance(items[0], tuple):
        left, (op, _, _), right = items
        if op in COMPARISONS:
            return Comparison([op], [left, right], left.start, right.end)
        return Operation(op, left, right, left.start, right.end)
    tree, position = _climb(items, 0, 1)
    assert position == len(items)
    return tree


def _climb(items: list[Any], position: int, level: int) -> tuple[Syntax, int]:
    left: Syntax
    start = position
    while isinstance(items[position], tuple):
        position += 1
    if position > start:
        left, after = _climb(items, position, _NOT)
        for token in reversed(items[start:position]):
            left = Unary("not", left, token[1], left.end)
        position = after
    else:
        left, position = items[position], position + 1
    while position < len(items):
        op = items[position][0]
        here = _LEVEL[op]
        if here < level:
            break
        if here == _COMPARE:
            left, position = _comparison(items, left, position)
            continue
        right, position = _climb(items, position + 1, here + 1 if op != "**" else here)
        left = Operation(op, left, right, left.start, right.end)
    return left, position


def _comparison(items: list[Any], left: Syntax, position: int) -> tuple[Syntax, int]:
    ops: list[str] = []
    operands = [left]
    while position < len(items) and items[position][0] in COMPARISONS:
        ops.append(items[position][0])
        right, position = _climb(items, position + 1, _COMPARE + 1)
        operands.append(right)
    return Comparison(ops, operands, left.start, operands[-1].end), position
