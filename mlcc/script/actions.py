"""The actions of the grammar's rules: functions from the kept children to syntax nodes.

A token child is (text, start, end), or None where only its position matters. The name of a function is the name
of the rule, or of the alias after ``->`` in the grammar.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from typing import Any

from . import syntax as s
from .precedence import build

Action = Callable[[list[Any], int, int], Any]


class BadLiteral(Exception):
    """A malformed literal: a code, a message, and the token's start and end."""

    def __init__(self, code: str, message: str, location: tuple[int, int]) -> None:
        super().__init__(code, message, location)
        self.code = code
        self.message = message
        self.location = location


#: The limit on the bits of an integer literal: smaller ones are within the range of float64.
_MOST_BITS = 1024


def _evaluate(text: str, start: int, end: int) -> str:
    try:
        with warnings.catch_warnings():
            # Python warns of an unknown escape and keeps it.
            warnings.simplefilter("ignore")
            return str(ast.literal_eval(text.replace("\r\n", "\n")))
    except (SyntaxError, ValueError):
        raise BadLiteral("P105", "a backslash in this string means nothing", (start, end)) from None


def _string(children: list[Any], start: int, end: int) -> s.Literal:
    texts = [_evaluate(*token) for token in children]
    return s.Literal(texts[0] if len(texts) == 1 else "".join(texts), start, end)


def _plain_string(children: list[Any], start: int, end: int) -> s.Literal:
    """The common case, decoded without Python's parser: one string without escapes and prefix."""
    text = children[0][0]
    if len(children) == 1 and text[0] in "\"'" and "\\" not in text and text[1] != text[0]:
        return s.Literal(text[1:-1], start, end)
    return _string(children, start, end)


def _number(children: list[Any], start: int, end: int) -> s.Literal:
    text = children[0][0]
    plain = text if text.isdigit() else text.replace("_", "")
    if plain.isdigit():
        return s.Literal(_whole(plain, 10, start, end), start, end)
    if plain[:2].lower() in ("0x", "0o", "0b"):
        return s.Literal(_whole(plain, 0, start, end), start, end)
    return s.Literal(float(plain), start, end)


def _whole(text: str, base: int, start: int, end: int) -> int:
    """An integer; a very long one is rejected before its conversion, which takes quadratic time."""
    value = int(text, base) if len(text) <= _MOST_BITS + 2 else 1 << _MOST_BITS
    if value.bit_length() >= _MOST_BITS:
        raise BadLiteral("P124", f"no data type holds a number of {len(text)} digits", (start, end))
    return value


def _call(children: list[Any], start: int, end: int) -> s.Call:
    func, *rest = children
    if rest and isinstance(rest[-1], s.Keyword):
        args = [item for item in rest if not isinstance(item, s.Keyword)]
        return s.Call(func, args, [item for item in rest if isinstance(item, s.Keyword)], start, end)
    return s.Call(func, rest, [], start, end)


def _slice(children: list[Any], start: int, end: int) -> s.Slice:
    lower, upper = children[0], children[1]
    return s.Slice(lower, upper, children[2] if len(children) > 2 else None, start, end)


def _typed(children: list[Any], start: int, end: int) -> s.Assign:
    return s.Assign(children[0], children[1], children[2] if len(children) > 2 else None, start, end)


def _import(children: list[Any], start: int, end: int) -> s.Import:
    return s.Import({name: path for path, name in children}, start, end)


def _import_path(children: list[Any], start: int, end: int) -> tuple[str, str]:
    path = children[0]
    # `import tvm.script` binds `tvm`.
    return (path, children[1][0]) if len(children) > 1 else (path.split(".")[0], path.split(".")[0])


def _import_from(children: list[Any], start: int, end: int) -> s.Import:
    path, *names = children
    # `from x import *` has a token here and binds nothing that we know.
    result = {bound: f"{path}.{name}" for name, bound in (n for n in names if len(n) == 2)}
    return s.Import(result, start, end)


def _headed(node: Any) -> Action:
    """For a statement whose first child is its header: (fields, start, end)."""

    def action(children: list[Any], start: int, end: int) -> Any:
        fields, begin, stop = children[0]
        return node(*fields, children[1:], begin, stop)

    return action


def _if(children: list[Any], start: int, end: int) -> s.If:
    """Children: header, suite, (header, suite)*, [suite]."""
    orelse: list[s.Statement] = children.pop() if len(children) % 2 else []
    result: s.If | None = None
    while children:
        body = children.pop()
        (test,), begin, stop = children.pop()
        result = s.If(test, body, orelse, begin, stop)
        orelse = [result]
    assert result is not None
    return result


def _function(children: list[Any], start: int, end: int) -> s.Function:
    decorators: list[Any] = []
    while isinstance(children[0], _Decorator):
        decorators.append(children.pop(0).value)
    (name, *rest), begin, stop = children[0]
    params = [item for item in rest if isinstance(item, s.Parameter)]
    returns = rest[-1] if rest and not isinstance(rest[-1], s.Parameter) else None
    return s.Function(name[0], name[1], params, returns, decorators, children[1:], begin, stop)


def _class(children: list[Any], start: int, end: int) -> s.Class:
    decorators: list[Any] = []
    while isinstance(children[0], _Decorator):
        decorators.append(children.pop(0).value)
    (name, *_), begin, stop = children[0]
    return s.Class(name[0], decorators, children[1:], begin, stop)


class _Decorator:
    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _header(children: list[Any], start: int, end: int) -> tuple[list[Any], int, int]:
    return children, start, end


ACTIONS: dict[str, Action] = {
    "name": lambda c, a, b: s.Name(c[0][0], a, b),
    "number": _number,
    "string": _plain_string,
    "true": lambda c, a, b: s.Literal(True, a, b),
    "false": lambda c, a, b: s.Literal(False, a, b),
    "none": lambda c, a, b: s.Literal(None, a, b),
    "ellipsis": lambda c, a, b: s.Literal(..., a, b),
    "group": lambda c, a, b: c[0],
    "tuple": lambda c, a, b: s.Tuple(c, a, b),
    "list": lambda c, a, b: s.List(c, a, b),
    "dict": lambda c, a, b: s.Dict(c[::2], c[1::2], a, b),
    "attribute": lambda c, a, b: s.Attribute(c[0], c[1][0], a, b),
    "call": _call,
    "keyword": lambda c, a, b: s.Keyword(c[0][0], c[1], a, b),
    "subscript": lambda c, a, b: s.Subscript(c[0], c[1], a, b),
    "slice": _slice,
    "bound": lambda c, a, b: c[0] if c else None,
    "unary": lambda c, a, b: s.Unary(c[0][0], c[1], a, b),
    "operation": lambda c, a, b: build(c),
    "conditional": lambda c, a, b: s.Conditional(c[1], c[0], c[2], a, b),
    "lambda": lambda c, a, b: s.Lambda([name for name, _, _ in c[:-1]], c[-1], a, b),
    "module": lambda c, a, b: c,
    "formula": lambda c, a, b: c[0],
    "evaluate": lambda c, a, b: s.Evaluate(c[0], a, b),
    "assign": lambda c, a, b: s.Assign(c[0], None, c[1], a, b),
    "typed": _typed,
    "augment": lambda c, a, b: s.Augment(c[0], c[1][0][:-1], c[2], a, b),
    "assert": lambda c, a, b: s.Assert(c[0], c[1] if len(c) > 1 else None, a, b),
    "return": lambda c, a, b: s.Return(c[0] if c else None, a, b),
    "import": _import,
    "import_from": _import_from,
    "import_path": _import_path,
    "import_name": lambda c, a, b: (c[0][0], c[-1][0]),
    "path": lambda c, a, b: ".".join(text for text, _, _ in c),
    "pass": lambda c, a, b: s.Jump("pass", a, b),
    "break": lambda c, a, b: s.Jump("break", a, b),
    "continue": lambda c, a, b: s.Jump("continue", a, b),
    "suite": lambda c, a, b: c,
    "for": _headed(s.For),
    "for_header": _header,
    "with": _headed(s.With),
    "with_header": lambda c, a, b: ([c], a, b),
    "with_item": lambda c, a, b: s.WithItem(c[0], c[1] if len(c) > 1 else None, a, b),
    "if": _if,
    "if_header": _header,
    "elif_header": _header,
    "while": _headed(s.While),
    "while_header": _header,
    "function": _function,
    "function_header": _header,
    "decorator": lambda c, a, b: _Decorator(c[0]),
    "parameter": lambda c, a, b: s.Parameter(c[0][0], c[1] if len(c) > 1 else None, a, b),
    "class": _class,
    "class_header": _header,
}
