"""The parameters of a schedule file: their defaults, and what a search may try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError

from .expressions import Lookup, evaluate
from .nodes import YNode, check_keys, expect, expect_text, wrong_type
from .steps import expression_text

PARAMETER_KEYS = ("default", "search", "doc")
#: What a parameter's value may be where it is searched: what `-p name=value` and a record can state.
Value = int | bool | str
#: Parameters by name, in the order of the file.
Setting = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: `default` is a value or an expression over the parameters before it.

    `search` gives the values that a search may try: an expression whose value is a list, or a list of values and
    expressions. A parameter without it is computed, and set by hand only.
    """

    name: str
    default: YNode
    search: YNode | None = None
    doc: str = ""

    def value(self, lookup: Lookup) -> Any:
        """The default for the program that `lookup` is about."""
        return _value(self.default, lookup)

    def tried(self, lookup: Lookup) -> list[Value]:
        """The values to try, in order and each once. S104 for what is no list of numbers, truth values and texts."""
        if self.search is None:
            return []
        node = self.search
        if node.kind == "list":
            values = [_value(item, lookup) for item in node.items]
        else:  # an expression, quoted where YAML would take its bracket for a list
            values = evaluate(expression_text(node), lookup, node.span)
        if not isinstance(values, list):
            raise MlccError("S104", f"`search` of parameter `{self.name}` must give a list", span=node.span)
        for value in values:
            if not isinstance(value, (int, bool, str)):
                raise MlccError(
                    "S104", f"`search` of parameter `{self.name}` gives `{value}`", span=node.span,
                    help="whole numbers, true, false and texts can be tried",
                )  # fmt: skip
        return list({(type(value), value): value for value in values}.values())

    def manual(self) -> str:
        """The entry of the manual: the name, the default, and what may be tried."""
        lines = [f"  {self.name}" + (f": {self.doc}" if self.doc else ""), f"      default  {_shown(self.default)}"]
        return "\n".join(lines if self.search is None else [*lines, f"      search   {_shown(self.search)}"])


def read_parameters(node: YNode | None) -> tuple[Parameter, ...]:
    """The parameters of `params`, each an expression or a mapping with `default` and `search`. S102, S104, S106."""
    if node is None:
        return ()
    expect(node, "map", "`params`")
    return tuple(_parameter(key, value) for key, value in node.pairs)


def _parameter(key: YNode, node: YNode) -> Parameter:
    name = str(key.value)
    if not name.isidentifier():
        raise MlccError("S104", f"`{name}` is not a name", span=key.span)
    if node.kind == "scalar":
        return Parameter(name, node)
    what = f"parameter `{name}`"
    if node.kind != "map":
        raise wrong_type(node, "a single value, or a mapping with `default` and `search`,", what)
    check_keys(node, PARAMETER_KEYS, what)
    default, search, doc = node.get("default"), node.get("search"), node.get("doc")
    if default is None:
        raise MlccError("S106", f"{what} has no `default`", span=key.span)
    expect(default, "scalar", f"`default` of {what}")
    if search is not None and search.kind != "list" and not isinstance(search.value, str):
        raise wrong_type(search, "a list, or an expression that gives one,", f"`search` of {what}")
    for item in search.items if search is not None else ():
        expect(item, "scalar", f"a value in `search` of {what}")
    return Parameter(name, default, search, expect_text(doc, f"`doc` of {what}") if doc is not None else "")


def named(params: tuple[Parameter, ...]) -> Mapping[str, Parameter]:
    """The parameters by name."""
    return {item.name: item for item in params}


def _value(node: YNode, lookup: Lookup) -> Any:
    if isinstance(node.value, str) and not node.quoted:
        return evaluate(expression_text(node), lookup, node.span)
    return node.value


def shown(value: Value) -> str:
    """A value as `-p` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(node: YNode) -> str:
    if node.kind == "list":
        return "[" + ", ".join(_shown(item) for item in node.items) + "]"
    return expression_text(node)
