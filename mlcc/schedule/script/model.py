"""A schedule file as data: what it matches, its parameters, its steps. Read once, applied often."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from mlcc import resources
from mlcc.diagnostics import MlccError, Span, choices_help
from mlcc.script import parse_module

from ..intrinsics import TensorIntrin, module_intrin
from .block_kinds import BLOCK_KINDS
from .composites import Scope, check_calls, read_definitions
from .nodes import YNode, check_keys, expect, expect_text, parse_yaml, read_text, wrong_type
from .parameters import Parameter, named, read_parameters
from .steps import Condition, Step, condition_of, read_steps

TOP_KEYS = (
    "name", "doc", "base", "priority", "fallback", "func", "match", "params", "when", "define", "intrinsics", "steps",
)  # fmt: skip
MATCH_KEYS = ("op", "dtype", "attrs", "blocks", "static")
BLOCK_KEYS = ("op", "name", "kind", "iters", "dtype", "attrs", "pick", "where")
#: What `pick` of a block may be.
PICKS = ("only", "first", "last")


@dataclass(frozen=True, slots=True)
class Script:
    """A schedule file. A `fallback` is for programs that no other file matches; a build reports these."""

    name: str
    doc: str
    path: str
    steps: tuple[Step, ...]
    params: tuple[Parameter, ...] = ()
    match: YNode | None = None
    when: tuple[Condition, ...] = ()
    priority: int = 0
    fallback: bool = False
    intrinsics: tuple[TensorIntrin, ...] = ()
    scope: Scope = field(default_factory=Scope)
    func: str | None = None
    func_span: Span | None = None
    span: Span | None = None
    text: str = field(default="", repr=False)


def load_script(path: str | os.PathLike[str]) -> Script:
    """Read a schedule file. S112 when it cannot be read, S1.. for what is wrong in it."""
    file = Path(path)
    try:
        stamp = file.stat().st_mtime_ns
    except OSError as error:
        raise MlccError("S112", f"cannot read `{path}`: {error.strerror}") from None
    return _load(str(file), stamp)


@lru_cache(maxsize=512)
def _load(path: str, _: int) -> Script:
    return parse_script(read_text(Path(path)), path)


def parse_script(text: str, name: str = "<schedule>") -> Script:
    """The schedule of a YAML text: a mapping with `steps`, or just the list of steps."""
    return _parse(text, name, ())


def parse_scripts(text: str, name: str = "<schedule>") -> list[Script]:
    """The schedules of a YAML text of several documents, as `mlcc inspect --schedules` prints them."""
    return [_script(top, text, name, ()) for top in parse_yaml(text, name)]


def _parse(text: str, name: str, above: tuple[Path, ...]) -> Script:
    """The schedule of a text of one document; `above` are the files that have it as their base."""
    top, *more = parse_yaml(text, name)
    if more:
        raise MlccError(
            "S101", "this is a second schedule", span=more[0].span.first_line(),
            help="`mlcc build -s` and `mlcc schedule -s` read files of several schedules",
        )  # fmt: skip
    return _script(top, text, name, above)


def _script(top: YNode, text: str, name: str, above: tuple[Path, ...]) -> Script:
    if top.kind == "list":
        return Script(Path(name).stem, "", name, _steps(top, Scope()), span=top.span, text=text)
    expect(top, "map", "a schedule")
    check_keys(top, TOP_KEYS, "a schedule")
    steps = top.get("steps")
    if steps is None:
        raise MlccError("S106", "the schedule has no `steps`", span=top.span.first_line())
    title, doc, func, match = top.get("name"), top.get("doc"), top.get("func"), top.get("match")
    if match is not None:
        _check_match(match)
    base = _base(top.get("base"), name, above)
    own = read_parameters(top.get("params"))
    scope = read_definitions(top.get("define"), name)
    return Script(
        name=expect_text(title, "`name`") if title is not None else Path(name).stem,
        doc=expect_text(doc, "`doc`") if doc is not None else "",
        path=name,
        steps=_steps(steps, scope),
        params=tuple({**named(base.params), **named(own)}.values()) if base else own,
        match=match,
        when=(base.when if base else ()) + _conditions(top.get("when")),
        priority=_number(top.get("priority"), "`priority`"),
        fallback=_flag(top.get("fallback"), "`fallback`"),
        intrinsics=_intrinsics(top.get("intrinsics"), name),
        scope=scope,
        func=expect_text(func, "`func`") if func is not None else None,
        func_span=func.span if func is not None else None,
        span=top.span,
        text=text,
    )


def _steps(node: YNode, scope: Scope) -> tuple[Step, ...]:
    steps = read_steps(node, scope.names())
    check_calls(steps, scope)
    return steps


def _base(node: YNode | None, path: str, above: tuple[Path, ...]) -> Script | None:
    """The file whose parameters and conditions come before those of the file `path`: beside it, or in the library."""
    if node is None:
        return None
    name = expect_text(node, "`base`")
    candidates = (Path(path).parent / name, resources.schedules() / name)
    chosen = next((file for file in candidates if os.path.isfile(file)), candidates[0])
    chain = (*above, Path(path).resolve())
    text = read_text(chosen, node.span)
    if chosen.resolve() in chain:
        raise MlccError("S104", f"`{name}` would be its own base", span=node.span)
    return _parse(text, str(chosen), chain)


def _number(node: YNode | None, what: str) -> int:
    if node is None:
        return 0
    if node.kind != "scalar" or not isinstance(node.value, int) or isinstance(node.value, bool):
        raise wrong_type(node, "a whole number", what)
    return node.value


def _flag(node: YNode | None, what: str) -> bool:
    if node is None:
        return False
    if node.kind != "scalar" or not isinstance(node.value, bool):
        raise wrong_type(node, "true or false", what)
    return node.value


def _intrinsics(node: YNode | None, path: str) -> tuple[TensorIntrin, ...]:
    """Intrinsics by name: each a text with the functions `desc` and `impl`, or the name of a file beside `path`."""
    if node is None:
        return ()
    expect(node, "map", "`intrinsics`")
    intrinsics: list[TensorIntrin] = []
    for key, value in node.pairs:
        text = expect_text(value, f"intrinsic `{key.value}`")
        source = f"{path}, intrinsic `{key.value}`"
        if "\n" not in text:
            file = Path(path).parent / text
            source = str(file)
            text = read_text(file, value.span)
        try:
            intrinsics.append(module_intrin(str(key.value), parse_module(text, source)))
        except MlccError as error:
            raise error.located(value.span) from None
    return tuple(intrinsics)


def _conditions(node: YNode | None) -> tuple[Condition, ...]:
    if node is None:
        return ()
    items = node.items if node.kind == "list" else [node]
    return tuple(condition_of(item) for item in items)


def _check_match(node: YNode) -> None:
    expect(node, "map", "`match`")
    check_keys(node, MATCH_KEYS, "`match`")
    for name, pattern in node.pairs:
        _check_pattern(str(name.value), pattern)
    blocks = node.get("blocks")
    if blocks is not None:
        expect(blocks, "map", "`blocks`")
        for key, value in blocks.pairs:
            expect(value, "map", f"block `{key.value}`")
            check_keys(value, BLOCK_KEYS, f"block `{key.value}`")
            for name, pattern in value.pairs:
                _check_pattern(str(name.value), pattern)


def _check_pattern(key: str, node: YNode) -> None:
    """S104 for a value that a key of `match`, or of a block in it, cannot have."""
    match key:
        case "op" | "name" | "iters" | "dtype":
            for item in node.items if node.kind == "list" else [node]:
                expect_text(item, f"`{key}`")
        case "attrs":
            expect(node, "map", "`attrs`")
        case "where":
            condition_of(node)
        case "static":
            _flag(node, "`static`")
        case "kind" | "pick":
            allowed = BLOCK_KINDS if key == "kind" else PICKS
            if expect_text(node, f"`{key}`") not in allowed:
                raise MlccError(
                    "S104", f"`{key}` cannot be `{node.value}`", span=node.span,
                    help=choices_help(node.value, allowed, "values"),
                )  # fmt: skip


def plain_match(node: YNode | None) -> dict[str, Any]:
    """The match part as Python data."""
    return {} if node is None else node.plain()
