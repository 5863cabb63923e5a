"""The small language of schedule files: Python's arithmetic, comparisons and calls of a few functions.

Expressions are read with Python's `ast` and evaluated here, node by node: numbers, truth values, texts, and
references to blocks and loops. Names that are not bound and stand as an argument of a function that takes
blocks or loops mean the block or loop of that name.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from mlcc.diagnostics import MlccError, Span, choices_help

from ..refs import BlockRV
from ..sampling import divisors as all_divisors
from .nodes import LARGEST_NUMBER
from .queries import QueryTable

#: A range of an expression is a list of values to try.
LONGEST_RANGE = 4096
_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


def ceildiv(a: int, b: int) -> int:
    """The quotient rounded up."""
    return -(-a // b)


def largest_divisor(n: int, limit: int) -> int:
    """The greatest divisor of `n` that is at most `limit` (at least 1)."""
    limit = max(1, min(n, limit))
    return next(d for d in range(limit, 0, -1) if n % d == 0)


def round_up(n: int, step: int) -> int:
    """The least multiple of `step` that is at least `n`."""
    return ceildiv(n, step) * step


def power_of_two(n: int) -> int:
    """The greatest power of two that is at most `n` (at least 1)."""
    return 1 << max(0, n.bit_length() - 1)


def best_tile(n: int, limit: int, least: int = 1) -> int:
    """A tile of `least` to `limit` that wastes least when it is repeated over `n`, greatest first."""
    limit = max(1, min(n, limit))
    return min(range(limit, min(least, limit) - 1, -1), key=lambda t: (ceildiv(n, t) * t - n) * 4 + ceildiv(n, t) * 2)


def divisors(n: int, limit: int = LARGEST_NUMBER) -> list[int]:
    """The divisors of `n` that are at most `limit`, ascending; of a number below 1 none. ValueError above 2^40."""
    if n > 1 << 40:
        raise ValueError("the number has too many possible divisors")
    return [d for d in all_divisors(n) if d <= limit] if n > 0 else []


def numbers(*bounds: int) -> list[int]:
    """``range`` as a list. ValueError for more than :data:`LONGEST_RANGE` numbers."""
    found = range(*bounds)
    if len(found) > LONGEST_RANGE:
        raise ValueError(f"it would be more than {LONGEST_RANGE} numbers")
    return list(found)


def choose(*items: Any) -> Any:
    """``choose(condition, value, condition, value, …, otherwise)``."""
    for k in range(0, len(items) - 1, 2):
        if items[k]:
            return items[k + 1]
    return items[-1]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min, "max": max, "abs": abs, "len": len, "ceildiv": ceildiv, "largest_divisor": largest_divisor,
    "round_up": round_up, "power_of_two": power_of_two, "best_tile": best_tile, "choose": choose, "int": int,
    "range": numbers, "divisors": divisors,
    "reversed": lambda items: list(reversed(items)),
    "without": lambda items, others: [item for item in items if item not in others],
}  # fmt: skip


class Lookup:
    """What an expression may refer to: bound names, the target, and functions about blocks and loops.

    `queries` get the raw texts of names that are not bound. With a `memo`, which is for as long as the program does not
    change, an expression is computed once for the values of the names in it.
    """

    def __init__(self, names: Mapping[str, Any], target: Callable[[], Any], queries: QueryTable) -> None:
        self.names = names
        self.target = target
        self.queries = queries
        self.memo: dict[tuple[str, ...], Any] | None = None


@lru_cache(maxsize=4096)
def _names_in(text: str) -> tuple[str, ...]:
    """The names that an expression reads."""
    tree = _parse(text)
    if isinstance(tree, str):
        return ()
    return tuple(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)))


@lru_cache(maxsize=4096)
def _parse(text: str) -> ast.expr | str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python has opinions about `4as`
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return str(getattr(error, "msg", error)) or "it cannot be read"


def evaluate(text: str, lookup: Lookup, span: Span | None = None) -> Any:
    """The value of an expression. S110 when it is not one or cannot be computed, S109 for an unknown name.

    Errors of the functions that it calls are located here too: they say which schedule of the library failed.
    """
    if lookup.memo is None:
        return _evaluated(text, lookup, span)
    key = (text, *(repr(lookup.names[name]) for name in _names_in(text) if name in lookup.names))
    if key not in lookup.memo:
        lookup.memo[key] = _evaluated(text, lookup, span)
    return lookup.memo[key]


def _evaluated(text: str, lookup: Lookup, span: Span | None) -> Any:
    tree = _parse(text)
    if isinstance(tree, str):
        raise MlccError("S110", f"`{text}` is not an expression: {tree}", span=span)
    try:
        return _Evaluator(lookup, text, span).visit(tree)
    except MlccError as error:
        raise error.located(span) from None
    except ZeroDivisionError:
        raise MlccError("S110", f"`{text}` divides by zero", span=span) from None
    except RecursionError:
        raise MlccError("S110", "the expression is nested too deeply", span=span) from None
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        raise MlccError("S110", f"`{text}` cannot be computed: {error}", span=span) from None


class _Evaluator:
    def __init__(self, lookup: Lookup, text: str, span: Span | None) -> None:
        self.lookup = lookup
        self.text = text
        self.span = span

    def refuse(self, what: str) -> MlccError:
        return MlccError("S110", f"`{self.text}`: {what}", span=self.span)

    def visit(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant():
                if node.value is None or isinstance(node.value, (int, str, bool)):
                    return node.value
                raise self.refuse("only whole numbers, texts, True and False are values")
            case ast.Name():
                return self._name(node.id)
            case ast.BinOp() if type(node.op) in _BINARY:
                return self._binary(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BoolOp():
                return self._bool(node)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp():
                return self.visit(node.body) if self.visit(node.test) else self.visit(node.orelse)
            case ast.Call():
                return self._call(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.List() | ast.Tuple():
                return [self.visit(item) for item in node.elts]
            case ast.Subscript(slice=ast.Slice(step=None) as part):
                lower, upper = (None if p is None else self.visit(p) for p in (part.lower, part.upper))
                return self.visit(node.value)[lower:upper]
            case ast.Subscript():
                return self.visit(node.value)[self.visit(node.slice)]
        raise self.refuse("this form is not allowed")

    def _binary(self, node: ast.BinOp) -> Any:
        left, right = self.visit(node.left), self.visit(node.right)
        if (
            isinstance(left, (str, list)) != isinstance(right, (str, list))
            or isinstance(node.op, (ast.Mod,))
            and isinstance(left, str)
        ):
            raise self.refuse("texts and numbers do not mix")
        result = _BINARY[type(node.op)](left, right)
        if isinstance(result, int) and abs(result) > LARGEST_NUMBER:
            raise self.refuse("the result is too large")
        return result

    def _unary(self, node: ast.UnaryOp) -> Any:
        value = self.visit(node.operand)
        match node.op:
            case ast.Not():
                return not value
            case ast.USub():
                return -value
            case ast.UAdd():
                return +value
        raise self.refuse("this form is not allowed")

    def _bool(self, node: ast.BoolOp) -> Any:
        stop = isinstance(node.op, ast.Or)
        value: Any = None
        for item in node.values:
            value = self.visit(item)
            if bool(value) == stop:
                break
        return value

    def _compare(self, node: ast.Compare) -> bool:
        left = self._comparable(self.visit(node.left))
        for op, item in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _COMPARE:
                raise self.refuse("this comparison is not allowed")
            right = self._comparable(self.visit(item))
            if not _COMPARE[type(op)](left, right):
                return False
            left = right
        return True

    def _comparable(self, value: Any) -> Any:
        """A value as comparisons see it: two references to a block are equal."""
        if isinstance(value, list):
            return [self._comparable(item) for item in value]
        return self.lookup.queries.block_of(value) if isinstance(value, BlockRV) else value

    def _name(self, name: str) -> Any:
        if name in self.lookup.names:
            return self.lookup.names[name]
        raise MlccError(
            "S109",
            f"`{name}` is not known here",
            span=self.span,
            help=choices_help(name, [*self.lookup.names, "target"], "names"),
        )

    def _call(self, node: ast.Call) -> Any:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.refuse("only functions of the schedule language may be called, without keywords")
        name = node.func.id
        if name in self.lookup.queries:
            return self.lookup.queries[name](*(self._word(a) for a in node.args))
        if name in FUNCTIONS:
            return FUNCTIONS[name](*(self.visit(a) for a in node.args))
        raise MlccError(
            "S109",
            f"there is no function `{name}`",
            span=self.span,
            help=choices_help(name, [*FUNCTIONS, *self.lookup.queries], "functions"),
        )

    def _word(self, node: ast.expr) -> Any:
        """An argument of a function about blocks: an unbound name is the name of a block or loop."""
        if isinstance(node, ast.Name) and node.id not in self.lookup.names:
            return node.id
        return self.visit(node)

    def _attribute(self, node: ast.Attribute) -> Any:
        path: list[str] = []
        current: ast.expr = node
        while isinstance(current, ast.Attribute):
            path.append(current.attr)
            current = current.value
        if not isinstance(current, ast.Name):
            raise self.refuse("only `target` has facts, and only a block has axes")
        if current.id == "target" and current.id not in self.lookup.names:
            return self._fact(path[::-1])
        if len(path) != 1:
            raise self.refuse("an axis of a block is named as in `Y.k`")
        return self.lookup.queries.loop_of(self._word(current), path[0])

    def _fact(self, path: list[str]) -> Any:
        target = self.lookup.target()
        if path[0] == "vector_lanes":
            return target.vector_lanes(path[1] if len(path) > 1 else "float32")
        facts = target.facts()
        if len(path) == 1 and path[0] in facts:
            return facts[path[0]]
        if path in (["arch"], ["has_fma"]):
            return getattr(target, path[0])
        if path[0] == "has" and len(path) == 2:
            return path[1] in target.features or path[1].replace("_", "-") in target.features
        name = ".".join(path)
        raise MlccError(
            "S109",
            f"a target has no fact `{name}`",
            span=self.span,
            help=choices_help(name, [*facts, "arch", "has_fma", "vector_lanes.<dtype>", "has.<feature>"], "facts"),
        )
