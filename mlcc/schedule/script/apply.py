"""`Schedule.apply`: composite steps from Python."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mlcc.diagnostics import MlccError, choices_help

from ..refs import RV, BlockRV, LoopRV
from ..schedule import Schedule
from .composites import Argument, Composite, Scope, check_composite
from .model import Script, load_script
from .runner import Runner

_TYPES: dict[str, type | tuple[type, ...]] = {
    "block": (BlockRV, str), "loop": LoopRV, "loops": (list, tuple), "integer": int, "boolean": bool,
    "list": (list, tuple), "text": str,
}  # fmt: skip
_TOLD = {
    "block": "a block", "loop": "a loop", "loops": "a list of loops", "integer": "a whole number",
    "boolean": "true or false", "list": "a list", "text": "a text",
}  # fmt: skip


def apply_composite(
    sch: Schedule, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], define: str | None = None
) -> Any:
    """A composite step on values of Python; gives a named tuple of its results, or None where it has none.

    `define` is a schedule file, whose own definitions count, or a folder of definitions. Raises MlccError S105 for an
    unknown step, S102, S104 and S106 for the arguments, and what the steps raise.
    """
    scope = _scope(define)
    composite = scope.find(name)
    if composite is None:
        raise MlccError("S105", f"there is no composite step `{name}`", help=choices_help(name, scope.names(), "steps"))
    check_composite(composite)
    arguments = _bind(sch, composite, args, kwargs)
    func = next((ref.func for value in arguments.values() for ref in _references(value)), sch.state().name)
    results = Runner(sch, Script(name, "", "<python>", (), scope=scope), func).call(composite, arguments)
    if not composite.results:
        return None
    names = list(composite.results)
    result: Any = namedtuple("Results", names)  # type: ignore[misc]  # mypy wants the names written out
    return result(*(results.get(item) for item in names))


def _scope(define: str | None) -> Scope:
    if define is None:
        return Scope()
    return Scope((Path(define),)) if Path(define).is_dir() else load_script(define).scope


def _bind(sch: Schedule, composite: Composite, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    names = [item.name for item in composite.args]
    if len(args) > len(names):
        raise MlccError("S102", f"`{composite.name}` takes {len(names)} arguments; {len(args)} were given")
    values = {**dict(zip(names, args, strict=False)), **kwargs}
    for name in kwargs:
        if name not in names:
            choices = choices_help(name, names, "arguments")
            raise MlccError("S102", f"`{composite.name}` has no argument `{name}`", help=choices)
        if name in names[: len(args)]:
            raise MlccError("S103", f"`{name}` of `{composite.name}` is given twice")
    missing = [item.name for item in composite.args if item.default is None and item.name not in values]
    if missing:
        raise MlccError("S106", f"`{composite.name}` needs `{missing[0]}`")
    by_name = {item.name: item for item in composite.args}
    return {name: _value(sch, composite, by_name[name], value) for name, value in values.items()}


def _value(sch: Schedule, composite: Composite, item: Argument, value: Any) -> Any:
    """A value of the argument's kind: S104 for another."""
    if value is None and item.default is not None and item.default.text == "None":
        return None
    fits = isinstance(value, _TYPES[item.kind]) and not (item.kind == "integer" and isinstance(value, bool))
    if fits and item.kind == "loops":
        fits = all(isinstance(loop, LoopRV) for loop in value)
    if not fits:
        raise MlccError("S104", f"`{item.name}` of `{composite.name}` is {_TOLD[item.kind]}, not `{value!r}`")
    if item.kind == "block" and isinstance(value, str):
        return sch.get_block(value)
    return list(value) if isinstance(value, tuple) else value


def _references(value: Any) -> list[RV]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, (LoopRV, BlockRV))]


Schedule.apply_composite = apply_composite
