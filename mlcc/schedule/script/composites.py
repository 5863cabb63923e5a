"""Composite steps: their definitions, where these are found, and how they are checked.

A definition is a file of `schedules/steps/`, a file of a folder that a schedule names under `define`, or an item there.
Its steps see its arguments and results alone, never the names of the schedule that calls it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from textwrap import indent

from mlcc import resources
from mlcc.diagnostics import MlccError, Span, choices_help

from ..fields import Kind
from ..primitive import primitive_table
from .nodes import YNode, check_keys, expect, expect_text, parse_yaml, read_text, wrong_type
from .steps import CONTROL, Condition, Step, condition_of, read_steps, steps_within

KEYS = ("name", "doc", "args", "results", "steps", "example")
ARGUMENT_KEYS = ("kind", "default", "doc")
EXAMPLE_KEYS = ("before", "step", "after")
#: The kinds of argument, and how each is read.
KINDS: dict[str, Kind] = {
    "block": Kind.BLOCK,
    "loop": Kind.LOOP,
    "loops": Kind.LOOPS,
    "integer": Kind.INT,
    "boolean": Kind.BOOL,
    "list": Kind.VALUE,
    "text": Kind.STRING,
}


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a composite step; `default` is an expression over the arguments before it."""

    name: str
    kind: str
    default: Condition | None = None
    doc: str = ""


@dataclass(frozen=True, eq=False)
class Composite:
    """A composite step: a named sequence of steps with arguments and results."""

    name: str
    doc: str
    args: tuple[Argument, ...]
    results: tuple[str, ...]
    steps: tuple[Step, ...]
    path: str
    span: Span
    scope: Scope
    example: Mapping[str, str] = field(default_factory=dict)
    text: str = field(default="", repr=False)

    def manual(self) -> str:
        """The definition as a page of the manual: what it does, its arguments and results, its steps, an example."""
        parts = [self.doc.strip()]
        if self.args:
            parts.append("Arguments:\n" + "\n".join(f"    {_argument_text(item)}" for item in self.args))
        if self.results:
            parts.append(f"Results: {', '.join(self.results)}")
        if self.text:
            parts.append("Steps:\n" + indent(self.text, "    ").rstrip())
        parts += [f"{key.capitalize()}:\n{indent(text, '    ').rstrip()}" for key, text in self.example.items()]
        return "\n\n".join(part for part in parts if part)


def _argument_text(item: Argument) -> str:
    """An argument on a line of the manual."""
    default = "" if item.default is None else f" = {item.default.text}"
    return f"{item.name}: {item.kind}{default}" + (f"  ({item.doc.strip()})" if item.doc else "")


class Scope:
    """The composite steps that some steps may call: own definitions, those of folders, and the library's."""

    def __init__(self, folders: tuple[Path, ...] = ()) -> None:
        self.own: dict[str, Composite] = {}
        self.folders = folders

    def find(self, name: str) -> Composite | None:
        """The composite step of a name, or None."""
        if name in self.own:
            return self.own[name]
        for folder in (*self.folders, resources.steps()):
            path = _files(folder).get(name)
            if path is not None:
                return load_composite(path)
        return None

    def names(self) -> list[str]:
        """Every name that `find` knows."""
        files = [name for folder in (*self.folders, resources.steps()) for name in _files(folder)]
        return list(dict.fromkeys([*self.own, *files]))


def library_steps() -> list[Composite]:
    """The composite steps of the library, by name."""
    scope = Scope()
    return [composite for name in scope.names() if (composite := scope.find(name)) is not None]


def read_definitions(node: YNode | None, path: str) -> Scope:
    """What a schedule file says under `define`: definitions, and names of folders or files of such."""
    if node is None:
        return Scope()
    items = node.items if node.kind == "list" else [node]
    folders = [Path(path).parent / expect_text(item, "`define`") for item in items if item.kind == "scalar"]
    for item, folder in zip((i for i in items if i.kind == "scalar"), folders, strict=True):
        if not folder.is_dir():
            raise MlccError("S112", f"there is no folder `{folder}`", span=item.span)
    scope = Scope(tuple(folders))
    for item in items:
        if item.kind == "scalar":
            continue
        name = _name(expect(item, "map", "a definition"))
        if name in scope.own:
            raise MlccError("S113", f"`{name}` is defined twice", span=_key(item, "name").span)
        scope.own[name] = _composite(item, path, scope, names=[expect_text(n, "`name`") for n in _names(items)])
    return scope


def load_composite(path: Path) -> Composite:
    """The definition in a file. S112 when it cannot be read, S1.. for what is wrong in it."""
    try:
        return _load(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise MlccError("S112", f"cannot read `{path}`: {error.strerror}") from None


def check_calls(steps: tuple[Step, ...], scope: Scope) -> None:
    """S114 when a composite step that is called leads back to itself, S102 and S106 for arguments that do not fit."""
    for step, composite in _calls(steps, scope):
        _check_call(step, composite)
        check_composite(composite)


@lru_cache(maxsize=512)
def check_composite(composite: Composite) -> None:
    """The same for the steps of a definition, and of all that they call."""
    _check(composite, ())


# -- reading ---------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _load(path: Path, _: int) -> Composite:
    text = read_text(path)
    top, *more = parse_yaml(text, str(path))
    if more:
        raise MlccError("S101", "a file defines one step", span=more[0].span.first_line())
    composite = _composite(expect(top, "map", "a definition"), str(path), Scope((path.parent,)))
    if composite.name != path.stem:
        raise MlccError(
            "S113", f"the file of step `{composite.name}` is called `{path.name}`", span=_key(top, "name").span,
            help=f"call it `{composite.name}.yaml`",
        )  # fmt: skip
    return composite


def _files(folder: Path) -> Mapping[str, Path]:
    try:
        return _listing(folder, folder.stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=64)
def _listing(folder: Path, _: int) -> Mapping[str, Path]:
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def _names(items: list[YNode]) -> Iterator[YNode]:
    for item in items:
        name = item.get("name") if item.kind == "map" else None
        if name is not None:
            yield name


def _key(node: YNode, key: str) -> YNode:
    value = node.get(key)
    if value is None:
        raise MlccError("S106", f"the definition has no `{key}`", span=node.span.first_line())
    return value


def _name(node: YNode) -> str:
    """The name of a definition: S113 for one that another step has, or that is none."""
    key = _key(node, "name")
    name = expect_text(key, "`name`")
    if not name.isidentifier():
        raise MlccError("S113", f"a step cannot be called `{name}`", span=key.span)
    if name in primitive_table() or name in CONTROL or name == "if":
        what = "a primitive" if name in primitive_table() else "a word of the schedule language"
        raise MlccError("S113", f"`{name}` is {what}", span=key.span, help="give the composite step another name")
    return name


def _composite(node: YNode, path: str, scope: Scope, names: list[str] | None = None) -> Composite:
    check_keys(node, KEYS, "a definition")
    doc, results = node.get("doc"), node.get("results")
    args = _arguments(node.get("args"))
    steps = read_steps(_key(node, "steps"), [*(names or ()), *scope.names()])
    composite = Composite(
        name=_name(node),
        doc=expect_text(doc, "`doc`") if doc is not None else "",
        args=args,
        results=_results(results),
        steps=steps,
        path=path,
        span=node.span,
        scope=scope,
        example=_example(node.get("example")),
        text=_key(node, "steps").span.text,
    )
    bound = {name for step in steps_within(steps) for name in step.binds()} | {item.name for item in args}
    for item in results.items if results is not None else ():
        if item.value not in bound:
            raise MlccError(
                "S115", f"no step of `{composite.name}` gives `{item.value}`", span=item.span,
                help=choices_help(str(item.value), sorted(bound), "names"),
            )  # fmt: skip
    return composite


def _arguments(node: YNode | None) -> tuple[Argument, ...]:
    if node is None:
        return ()
    arguments = []
    for key, value in expect(node, "map", "`args`").pairs:
        if not str(key.value).isidentifier():
            raise MlccError("S104", f"`{key.value}` is not a name", span=key.span)
        arguments.append(_argument(str(key.value), value))
    return tuple(arguments)


def _argument(name: str, node: YNode) -> Argument:
    """``block: block``, or ``tile: {kind: integer, default: 4, doc: …}``."""
    if node.kind == "scalar":
        return Argument(name, _kind(node))
    expect(node, "map", f"argument `{name}`")
    check_keys(node, ARGUMENT_KEYS, f"argument `{name}`")
    default, doc = node.get("default"), node.get("doc")
    return Argument(
        name,
        _kind(_key(node, "kind")),
        condition_of(default) if default is not None else None,
        expect_text(doc, "`doc`") if doc is not None else "",
    )


def _kind(node: YNode) -> str:
    kind = expect_text(node, "the kind of an argument")
    if kind not in KINDS:
        raise MlccError(
            "S104", f"there is no kind of argument `{kind}`", span=node.span, help=choices_help(kind, KINDS, "kinds")
        )
    return kind


def _results(node: YNode | None) -> tuple[str, ...]:
    if node is None:
        return ()
    return tuple(expect_text(item, "a result") for item in expect(node, "list", "`results`").items)


def _example(node: YNode | None) -> Mapping[str, str]:
    if node is None:
        return {}
    check_keys(expect(node, "map", "`example`"), EXAMPLE_KEYS, "an example")
    return {str(key.value): expect_text(value, f"`{key.value}`") for key, value in node.pairs}


# -- checking --------------------------------------------------------------------------------


def _calls(steps: tuple[Step, ...], scope: Scope) -> Iterator[tuple[Step, Composite]]:
    table = primitive_table()
    for step in steps_within(steps):
        if step.name not in CONTROL and step.name not in table:
            called = scope.find(step.name)
            if called is not None:
                yield step, called


def _check(composite: Composite, above: tuple[Composite, ...]) -> None:
    """S114 when a composite step is among those that led to it."""
    for step, called in _calls(composite.steps, composite.scope):
        chain = (*above, composite)
        if called in chain:
            chain_text = " calls ".join(f"`{item.name}`" for item in (*chain[chain.index(called) :], called))
            raise MlccError(
                "S114",
                f"step `{called.name}` would contain itself",
                span=step.span,
                notes=[chain_text] if above else [],
            )
        _check_call(step, called)
        _check(called, chain)


def _check_call(step: Step, composite: Composite) -> None:
    """S102 for an argument that the composite step does not have, S106 for one that is missing."""
    names = [item.name for item in composite.args]
    required = [item.name for item in composite.args if item.default is None]
    if step.args.kind != "map":
        positional = names[:1] if step.args.kind == "list" or step.args.value is not None else []
    else:
        positional = [str(key.value) for key in step.args.key_nodes() if key.value != "as"]
        check_keys(step.args, [*names, "as"], f"`{step.name}`")
    missing = [name for name in required if name not in positional]
    if missing:
        raise MlccError("S106", f"`{step.name}` needs `{missing[0]}`", span=step.span)
    if step.args.kind != "map" and positional == [] and step.args.value is not None:
        raise wrong_type(step.args, "left out", f"an argument of `{step.name}`")
    labels = step.args.get("as")
    if labels is not None and labels.kind == "map":
        check_keys(labels, composite.results, f"`as` of `{step.name}`")
