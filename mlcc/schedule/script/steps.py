"""The steps of a schedule file as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from mlcc.diagnostics import MlccError, Span, closest

from ..primitive import primitive_table
from .nodes import YNode, check_keys, expect, wrong_type

#: Steps of the file format itself, beside the primitives.
CONTROL = ("let", "foreach", "try")
_FOREACH_KEYS = ("var", "in", "where", "do")
_TRY_KEYS = ("do", "else")


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """One item of `steps`: a primitive's name or a control word, its arguments, and an optional `if`."""

    name: str
    args: YNode
    span: Span
    condition: Condition | None
    number: int
    body: tuple[Step, ...] = ()
    other: tuple[Step, ...] = ()

    def binds(self) -> list[str]:
        """The names that the step gives to its results."""
        if self.name == "let":
            return [str(key.value) for key in self.args.key_nodes()]
        named = self.args.get("as")
        if named is None:
            return []
        items = [value for _, value in named.pairs] if named.kind == "map" else named.items or [named]
        return [str(item.value).removeprefix("*") for item in items]


def condition_of(node: YNode) -> Condition:
    """An expression where a condition is expected."""
    expect(node, "scalar", "a condition")
    return Condition(expression_text(node), node.span)


def expression_text(node: YNode) -> str:
    """The text of an expression: as written, or in `${…}`."""
    value = node.value
    if isinstance(value, bool):
        return "True" if value else "False"
    text = "None" if value is None else str(value)
    if text.startswith("${") and text.endswith("}"):
        return text[2:-1]
    return text[1:] if text.startswith("$") else text


def read_steps(node: YNode, composites: Collection[str]) -> tuple[Step, ...]:
    """The items of a list of steps; `composites` are the names that steps may have beside the primitives."""
    expect(node, "list", "`steps`")
    return tuple(_step(item, number, composites) for number, item in enumerate(node.items, 1))


def steps_within(steps: Iterable[Step]) -> Iterator[Step]:
    """Steps and those inside them, in order."""
    for step in steps:
        yield step
        yield from steps_within((*step.body, *step.other))


def _step(node: YNode, number: int, composites: Collection[str]) -> Step:
    if node.kind == "scalar" and isinstance(node.value, str):
        empty = YNode("map", node.span)
        return Step(_known(node, composites), empty, node.span, None, number)
    if node.kind != "map":
        raise wrong_type(node, "a mapping such as `split: {…}`", "a step")
    condition = node.get("if")
    named = [(k, v) for k, v in node.pairs if k.value != "if"]
    if len(named) != 1:
        names = ", ".join(f"`{k.value}`" for k, _ in named)
        raise MlccError(
            "S104",
            f"a step has one name, not {len(named)}" + (f": {names}" if names else ""),
            span=node.span.first_line(),
            help="start each step with `- `, and indent its arguments",
        )
    (key, args) = named[0]
    name = _known(key, composites)
    body: tuple[Step, ...] = ()
    other: tuple[Step, ...] = ()
    if name in ("foreach", "try"):
        expect(args, "map", f"`{name}`")
        check_keys(args, _FOREACH_KEYS if name == "foreach" else _TRY_KEYS, f"`{name}`")
        inner = args.get("do")
        if inner is None:
            raise MlccError("S106", f"`{name}` has no `do`", span=key.span)
        body = read_steps(inner, composites)
        fallback = args.get("else")
        other = read_steps(fallback, composites) if fallback is not None else ()
    return Step(name, args, key.span, condition_of(condition) if condition is not None else None, number, body, other)


def _known(key: YNode, composites: Collection[str]) -> str:
    name = str(key.value)
    if name == "get_sblock":
        return "get_block"
    table = primitive_table()
    if name not in table and name not in CONTROL and name not in composites:
        suggestion = closest(name, [*composites, *table, *CONTROL])
        lists = "`mlcc list primitives` and `mlcc list steps` name them"
        raise MlccError(
            "S105",
            f"there is no step `{name}`",
            span=key.span,
            help=f"did you mean `{suggestion}`?" if suggestion else lists,
        )
    return name
