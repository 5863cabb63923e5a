"""The syntax tree: the text as parsed, before names and types are resolved.

Every node has `start` and `end`, offsets into the text. Statements with a body span only their header.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(slots=True)
class Name:
    id: str
    start: int
    end: int


@dataclass(slots=True)
class Literal:
    """A number, string, True, False, None or ``...`` as a Python value."""

    value: object
    start: int
    end: int


@dataclass(slots=True)
class Attribute:
    value: Syntax
    attr: str
    start: int
    end: int


@dataclass(slots=True)
class Call:
    func: Syntax
    args: list[Syntax]
    keywords: list[Keyword]
    start: int
    end: int


@dataclass(slots=True)
class Keyword:
    name: str
    value: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Subscript:
    value: Syntax
    index: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Slice:
    lower: Syntax | None
    upper: Syntax | None
    step: Syntax | None
    start: int
    end: int


@dataclass(slots=True)
class Tuple:
    items: list[Syntax]
    start: int
    end: int


@dataclass(slots=True)
class List:
    items: list[Syntax]
    start: int
    end: int


@dataclass(slots=True)
class Dict:
    keys: list[Syntax]
    values: list[Syntax]
    start: int
    end: int


@dataclass(slots=True)
class Unary:
    """`op` is ``-``, ``+``, ``~`` or ``not``."""

    op: str
    operand: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Operation:
    """`op` is an arithmetic, bit or logical operator; comparisons are :class:`Comparison`."""

    op: str
    left: Syntax
    right: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Comparison:
    """``a < b <= c``: one more operand than operators."""

    ops: list[str]
    operands: list[Syntax]
    start: int
    end: int


@dataclass(slots=True)
class Conditional:
    """``body if test else orelse``"""

    test: Syntax
    body: Syntax
    orelse: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Lambda:
    params: list[str]
    body: Syntax
    start: int
    end: int


Syntax = (
    Name | Literal | Attribute | Call | Subscript | Slice | Tuple | List | Dict | Unary | Operation | Comparison
    | Conditional | Lambda
)  # fmt: skip


# ---------------------------------------------------------------- statements
@dataclass(slots=True)
class Evaluate:
    value: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Assign:
    """``target = value``, ``target: annotation = value``, or ``target: annotation``."""

    target: Syntax
    annotation: Syntax | None
    value: Syntax | None
    start: int
    end: int


@dataclass(slots=True)
class Augment:
    target: Syntax
    op: str
    value: Syntax
    start: int
    end: int


@dataclass(slots=True)
class Assert:
    test: Syntax
    message: Syntax | None
    start: int
    end: int


@dataclass(slots=True)
class Return:
    value: Syntax | None
    start: int
    end: int


@dataclass(slots=True)
class Import:
    """`names` maps what is bound here to the dotted path it stands for."""

    names: dict[str, str]
    start: int
    end: int


@dataclass(slots=True)
class Jump:
    """`word` is ``pass``, ``break`` or ``continue``."""

    word: str
    start: int
    end: int


@dataclass(slots=True)
class For:
    target: Syntax
    iterable: Syntax
    body: list[Statement]
    start: int
    end: int


@dataclass(slots=True)
class WithItem:
    value: Syntax
    target: Syntax | None
    start: int
    end: int


@dataclass(slots=True)
class With:
    items: list[WithItem]
    body: list[Statement]
    start: int
    end: int


@dataclass(slots=True)
class If:
    """`orelse` is empty, or the statements of `else`; `elif` is an If in it."""

    test: Syntax
    body: list[Statement]
    orelse: list[Statement]
    start: int
    end: int


@dataclass(slots=True)
class While:
    test: Syntax
    body: list[Statement]
    start: int
    end: int


@dataclass(slots=True)
class Parameter:
    name: str
    annotation: Syntax | None
    start: int
    end: int


@dataclass(slots=True)
class Function:
    """`name_start` is where the name stands; `returns` the annotation after ``->``."""

    name: str
    name_start: int
    params: list[Parameter]
    returns: Syntax | None
    decorators: list[Syntax]
    body: list[Statement]
    start: int
    end: int


@dataclass(slots=True)
class Class:
    name: str
    decorators: list[Syntax]
    body: list[Statement]
    start: int
    end: int


Statement = (
    Evaluate | Assign | Augment | Assert | Return | Import | Jump | For | With | If | While | Function | Class
)  # fmt: skip


def dotted(item: Syntax) -> str | None:
    """``T.axis.spatial`` as one string; None for anything but names and attributes."""
    if isinstance(item, Name):
        return item.id
    parts: list[str] = []
    while isinstance(item, Attribute):
        parts.append(item.attr)
        item = item.value
    if not isinstance(item, Name):
        return None
    parts.append(item.id)
    return ".".join(reversed(parts))


def declared_singly(body: list[Statement]) -> Iterator[Statement]:
    """The statements, with ``n, m = T.int32(), T.int32()`` as one declaration for each name."""
    for item in body:
        if isinstance(item, Assign) and isinstance(item.target, Tuple) and isinstance(item.value, Tuple):
            pairs = list(zip(item.target.items, item.value.items, strict=False))
            bare = all(isinstance(v, Call) and not v.args and not v.keywords for v in item.value.items)
            if bare and len(item.target.items) == len(item.value.items):
                yield from (Assign(t, None, v, t.start, v.end) for t, v in pairs)
                continue
        yield item
