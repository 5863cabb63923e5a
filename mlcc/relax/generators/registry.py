"""Code generators by name: those that ship with mlcc, those of installed packages, those that a program registers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import GraphCall, GraphFunction, IRModule
from mlcc.plugins import found

from .results import Result

#: Where an installed package names its generators: `name = "package.module:GENERATOR"`.
ENTRY_POINTS = "mlcc.generators"
#: The generators that ship with mlcc: the module beside this one that has it as `GENERATOR`.
_OWN = {"blas": "blas", "c": "c_text", "onednn": "onednn", "onednn_convolutions": "onednn_convolutions"}

Generate = Callable[[Sequence[GraphFunction], Mapping[str, Any], Mapping[str, Any]], Sequence[Result]]


@dataclass(frozen=True)
class Generator:
    """A code generator outside of mlcc's own, and the parts of a graph that it takes.

    `generate(functions, options, constants)` returns a result per function (see `mlcc.extern`). `patterns` are those of
    `FuseOpsByPattern`, made when they are needed; or `takes(call)` says of one call whether it is taken: True, and
    neighbours join in one part, or a name, and all calls of that name are one part. `prepare` rewrites the module
    before that. `options` are the names and default values of what users may set, `summary` is a line for `mlcc list`,
    and `doc` the manual.
    """

    name: str
    summary: str
    generate: Generate
    patterns: Callable[[], Sequence[tuple[Any, ...]]] | None = None
    takes: Callable[[GraphCall], bool | str] | None = None
    prepare: Callable[[IRModule], IRModule] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    doc: str = ""


_REGISTERED: dict[str, Generator] = {}


def register_generator(generator: Generator) -> Generator:
    """Make a generator known by its name, in this process; one of the same name is replaced."""
    _REGISTERED[generator.name] = generator
    return generator


@cache
def _installed() -> dict[str, Any]:
    return {entry.name: entry for entry in found(ENTRY_POINTS)}


def generator_names() -> list[str]:
    """The names of all generators, sorted."""
    return sorted({*_OWN, *_installed(), *_REGISTERED})


def find_generator(name: str) -> Generator:
    """The generator of a name. Raises T128 when there is none, or when an entry point gives something else."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name in _OWN:
        own: Generator = import_module(f".{_OWN[name]}", __package__).GENERATOR
        return own
    entry = _installed().get(name)
    if entry is None:
        raise MlccError(
            "T128", f"there is no code generator `{name}`", help=choices_help(name, generator_names(), "generators")
        )
    loaded = entry.load()
    if not isinstance(loaded, Generator):
        raise MlccError("T128", f"the entry point `{entry.value}` of the generator `{name}` is a "
                        f"{type(loaded).__name__}", help="it names a `mlcc.extern.Generator`")  # fmt: skip
    return loaded


@dataclass(frozen=True)
class Request:
    """A generator that a build uses, with its options."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)


def parse_request(text: str) -> Request:
    """A request from text: ``blas``, or ``blas:library=libmkl_rt.so.2``, with commas between options.

    Raises T128 for an unknown generator, or an option that it does not have.
    """
    name, _, rest = text.partition(":")
    generator = find_generator(name)
    options = dict(generator.options)
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if key not in options or not equals:
            known = choices_help(key, sorted(options), "options") if options else f"`{name}` has no options"
            raise MlccError("T128", f"`{item}` is no option of the generator `{name}`", help=known)
        options[key] = value
    return Request(name, options)
