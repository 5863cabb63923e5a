"""YAML with positions: text to a tree of scalars, lists and mappings that know where they stand.

Scalars are read as in YAML 1.2: only `true`, `false`, `null`, decimal numbers and strings. (The usual loaders
keep the last of two equal keys, read `on` as true and `010` as 8.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mlcc.diagnostics import Label, MlccError, SourceFile, Span, choices_help

#: The largest absolute value of a number, written or computed.
LARGEST_NUMBER = 1 << 62
#: Texts of more characters are not converted before they are refused.
LONGEST_NUMBER = 20
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*([eE][-+]?[0-9]+)?|\.[0-9]+([eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)\Z")
_ODD_INT = re.compile(r"[-+]?(0[0-9_]+|0[xob][0-9a-fA-F_]+|[0-9]+_[0-9_]*)\Z")


@dataclass(slots=True)
class YNode:
    """A node of the document; `kind` is scalar, list or map."""

    kind: str
    span: Span
    value: Any = None
    quoted: bool = False
    items: list[YNode] = field(default_factory=list)
    pairs: list[tuple[YNode, YNode]] = field(default_factory=list)

    def get(self, key: str) -> YNode | None:
        """The value of a key of a mapping, or None."""
        for name, value in self.pairs:
            if name.value == key:
                return value
        return None

    def key_nodes(self) -> Iterator[YNode]:
        """The keys of a mapping."""
        return (name for name, _ in self.pairs)

    def describe(self) -> str:
        """What kind of value it is, for messages."""
        if self.kind != "scalar":
            return {"list": "a list", "map": "a mapping"}[self.kind]
        if self.value is None:
            return "nothing"
        return {bool: "true or false", int: "a number", float: "a number", str: "a text"}[type(self.value)]

    def plain(self) -> Any:
        """The value as Python data."""
        if self.kind == "scalar":
            return self.value
        if self.kind == "list":
            return [item.plain() for item in self.items]
        return {name.value: value.plain() for name, value in self.pairs}


def wrong_type(node: YNode, expected: str, what: str) -> MlccError:
    """S104: a value of the wrong kind."""
    return MlccError("S104", f"{what} must be {expected}, not {node.describe()}", span=node.span)


def expect(node: YNode, kind: str, what: str) -> YNode:
    """The node, when it is of the kind. S104 otherwise."""
    if node.kind != kind:
        raise wrong_type(node, {"scalar": "a single value", "list": "a list", "map": "a mapping"}[kind], what)
    return node


def expect_text(node: YNode, what: str) -> str:
    """The text of a scalar. S104 otherwise."""
    if node.kind != "scalar" or not isinstance(node.value, str):
        raise wrong_type(node, "a text", what)
    return node.value


def check_keys(node: YNode, allowed: Iterable[str], what: str) -> None:
    """S102 for a key that is not among `allowed`."""
    names = list(allowed)
    for key in node.key_nodes():
        if key.value not in names:
            raise MlccError(
                "S102",
                f"{what} has no key `{key.value}`",
                span=key.span,
                help=choices_help(str(key.value), names, "keys"),
            )


def read_text(file: Path, span: Span | None = None) -> str:
    """The text of a file. S112 when it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        wrong = "it is not a text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        reason = getattr(error, "strerror", None) or wrong
        raise MlccError("S112", f"cannot read `{file}`: {reason}", span=span) from None


def parse_yaml(text: str, name: str) -> list[YNode]:
    """The documents of a YAML text, at least one. S101 when it is not YAML, S103 for a key given twice."""
    import yaml

    source = SourceFile(name, text)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        documents = [top for top in yaml.compose_all(text, Loader=loader) if top is not None]
    except yaml.YAMLError as error:
        raise _syntax_error(source, error) from None
    if not documents:
        raise MlccError("S101", "the schedule is empty", span=source.span(0))
    return [_convert(top, source, 0) for top in documents]


def parse_mapping(text: str, name: str, what: str) -> tuple[dict[str, Any], dict[str, Span]]:
    """The values of a YAML text that is one mapping, and where each key stands. S1xx otherwise."""
    top = expect(parse_yaml(text, name)[0], "map", what)
    return {str(key.value): value.plain() for key, value in top.pairs}, {str(k.value): k.span for k in top.key_nodes()}


def _syntax_error(source: SourceFile, error: Any) -> MlccError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "it cannot be read"
    span = None
    if mark is not None:
        span = source.span(source.offset(mark.line + 1, mark.column + 1))
    return MlccError("S101", f"this is not YAML: {problem}", span=span)


def _span(node: Any, source: SourceFile) -> Span:
    first = node.start_mark.index
    text = source.text[first : node.end_mark.index].rstrip()
    return source.span(first, first + max(1, len(text)))


def _convert(node: Any, source: SourceFile, depth: int) -> YNode:
    import yaml

    span = _span(node, source)
    if depth > 40:
        raise MlccError("S101", "the schedule is nested too deeply", span=span)
    if isinstance(node, yaml.ScalarNode):
        quoted = node.style in ("'", '"', "|", ">")
        return YNode("scalar", span, node.value if quoted else _scalar(node.value, span), quoted)
    if isinstance(node, yaml.SequenceNode):
        return YNode("list", span, items=[_convert(item, source, depth + 1) for item in node.value])
    result = YNode("map", span)
    seen: dict[Any, YNode] = {}
    for key_node, value_node in node.value:
        key = _convert(key_node, source, depth + 1)
        if key.kind != "scalar":
            raise wrong_type(key, "a text", "a key")
        key.value = str(key_node.value)
        if key.value in seen:
            first = seen[key.value].span
            raise MlccError(
                "S103",
                f"key `{key.value}` is given twice",
                span=key.span,
                labels=[Label(key.span, "again here"), Label(first, "first here")],
            )
        seen[key.value] = key
        result.pairs.append((key, _convert(value_node, source, depth + 1)))
    return result


def _scalar(text: str, span: Span) -> Any:
    if text in ("null", "~", ""):
        return None
    if text in ("true", "false"):
        return text == "true"
    if _INT.match(text):
        if len(text) > LONGEST_NUMBER or abs(int(text)) > LARGEST_NUMBER:
            raise MlccError(
                "S104", f"a number of {len(text.lstrip('+-'))} digits is too large", span=span,
                help="numbers have at most 62 bits; quote a text",
            )  # fmt: skip
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    if _ODD_INT.match(text):
        raise MlccError(
            "S104", f"`{text}` is not a decimal number", span=span, help="write decimal digits, or quote a text"
        )
    return text
