"""The base class of primitives, and the table of all primitives.

A primitive is one frozen dataclass in a file of its own: its fields are the keys of the YAML step and the
arguments of the Python method, its docstring is the manual, its instance the entry of the trace. `check`
raises and changes nothing; `apply` may assume that `check` passed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, TypeVar

from mlcc.diagnostics import MlccError

from .fields import Kind, is_required, kind_of, step_fields
from .refs import BlockRV, LoopRV
from .state import State

C = TypeVar("C", bound="type[Primitive]")

_TABLE: dict[str, type[Primitive]] = {}


@dataclass(frozen=True)
class Primitive:
    """One step of a schedule."""

    #: The step's name in YAML and of the method.
    step_name: ClassVar[str] = ""
    #: Whether it is only a look-up, which changes nothing.
    is_lookup: ClassVar[bool] = False
    #: Whether an iteration of a loop that runs at once with others accesses the same memory after the step as before.
    keeps_iterations: ClassVar[bool] = False
    #: The field that the Python method takes as `*args`.
    variadic: ClassVar[str] = ""
    #: Alternative names of fields.
    aliases: ClassVar[Mapping[str, str]] = {}

    def check(self, state: State) -> None:
        """Raise a coded error if the step cannot be applied. Changes nothing."""
        raise NotImplementedError

    def apply(self, state: State) -> Any:
        """Apply the step; returns a reference, a list of references, or None."""
        raise NotImplementedError

    def references(self) -> list[LoopRV | BlockRV]:
        """The references among the fields."""
        return [ref for _, ref in self.named_references()]

    @classmethod
    def field_called(cls, name: str) -> str:
        """The field for a name in `refuse`: `buffer` stands for the field that selects a buffer, `index_map` for the
        one that holds a function of indices."""
        kinds = {item.name: kind_of(item) for item in step_fields(cls)}
        if name == "buffer" and name not in kinds:
            return next((n for n in kinds if n.endswith("buffer_index")), name)
        if name == "index_map" and name not in kinds:
            return next((n for n, kind in kinds.items() if kind in (Kind.INDEX_MAP, Kind.RANGES)), name)
        return name

    def named_references(self) -> list[tuple[str, LoopRV | BlockRV]]:
        """The references among the fields, with the field that holds each: `loop`, or `loops.1` in a list."""
        references: list[tuple[str, LoopRV | BlockRV]] = []
        for item in step_fields(type(self)):
            value = getattr(self, item.name)
            if isinstance(value, (LoopRV, BlockRV)):
                references.append((item.name, value))
            elif isinstance(value, tuple):
                parts = ((n, part) for n, part in enumerate(value) if isinstance(part, (LoopRV, BlockRV)))
                references += [(f"{item.name}.{n}", part) for n, part in parts]
        return references


def primitive(
    name: str, *, lookup: bool = False, variadic: str = "", keeps_iterations: bool = False
) -> Callable[[C], C]:
    """Declare a primitive: turns the class into a frozen dataclass, and registers it."""

    def decorate(cls: C) -> C:
        step = dataclass(frozen=True)(cls)
        step.step_name, step.is_lookup, step.variadic = name, lookup, variadic
        step.keeps_iterations = lookup or keeps_iterations
        _TABLE[name] = step
        return step  # type: ignore[return-value]

    return decorate


@cache
def primitive_table() -> Mapping[str, type[Primitive]]:
    """Every primitive by name, in alphabetical order: each module in `mlcc.schedule.primitives` declares the one that
    it is named after."""
    folder = f"{__package__}.primitives"
    names = sorted(module.name for module in iter_modules(import_module(folder).__path__))
    for name in names:
        import_module(f"{folder}.{name}")
    return MappingProxyType({name: _TABLE[name] for name in names})


def method_of(cls: type[Primitive]) -> Callable[..., Any]:
    """The method of `Schedule` that constructs the step from its arguments and runs it."""
    items = step_fields(cls)
    self_param = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    params: list[inspect.Parameter] = []
    for item in items:
        if item.name == cls.variadic:
            params.append(inspect.Parameter(item.name, inspect.Parameter.VAR_POSITIONAL))
            continue
        kind = inspect.Parameter.KEYWORD_ONLY if cls.variadic else inspect.Parameter.POSITIONAL_OR_KEYWORD
        default = inspect.Parameter.empty if is_required(item) else item.default
        params.append(inspect.Parameter(item.name, kind, default=default))
    signature = inspect.Signature([self_param, *params])
    kinds = {item.name: kind_of(item) for item in items}

    def method(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        named = {cls.aliases.get(name, name): value for name, value in kwargs.items()}
        arguments = signature.bind(self, *args, **named).arguments
        del arguments["self"]
        if "seed" in kinds and "decision" not in arguments:
            arguments.setdefault("seed", self.fork_seed())
        return self.run(
            cls(**{name: _argument(self, cls, name, kinds[name], value) for name, value in arguments.items()})
        )

    method.__name__ = method.__qualname__ = cls.step_name
    method.__doc__ = cls.__doc__
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


#: What a field holds: blocks may be named by a text, loops may not.
_REFERENCES: dict[Kind, tuple[type, ...]] = {
    Kind.BLOCK: (BlockRV,),
    Kind.BLOCKS: (BlockRV,),
    Kind.BLOCK_OR_LOOP: (BlockRV, LoopRV),
    Kind.LOOP_OR_BLOCKS: (BlockRV, LoopRV),
    Kind.LOOP: (LoopRV,),
    Kind.LOOPS: (LoopRV,),
}


_LISTS = (Kind.BLOCKS, Kind.FACTORS, Kind.INTS, Kind.SIZES)


def _argument(sch: Any, cls: type[Primitive], name: str, kind: Kind, value: Any) -> Any:
    """The argument of a method as a field: lists become tuples, names of blocks references."""
    if kind is Kind.VALUE:
        return value
    allowed = _REFERENCES.get(kind)
    if kind in _LISTS and name != cls.variadic and not isinstance(value, (list, tuple, NoneType)):
        raise MlccError("S104", f"`{name}` of `{cls.step_name}` is a list, not `{value!r}`")
    if allowed is None:
        return _frozen(value)
    if value is None and kind is Kind.BLOCKS:
        return ()
    if isinstance(value, (list, tuple)):
        return tuple(_reference(sch, cls, name, allowed, item) for item in value)
    return _reference(sch, cls, name, allowed, value)


def _reference(sch: Any, cls: type[Primitive], name: str, allowed: tuple[type, ...], value: Any) -> Any:
    """One reference; a block may be given by its name."""
    if isinstance(value, str) and BlockRV in allowed:
        return sch.get_block(value)
    if not isinstance(value, allowed):
        wanted = " or ".join("a block" if t is BlockRV else "a loop" for t in allowed)
        raise MlccError("S104", f"`{name}` of `{cls.step_name}` is {wanted}, not `{value!r}`")
    return value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, (list, tuple)) else value
