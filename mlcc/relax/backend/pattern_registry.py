"""The patterns that `FuseOpsByPattern` takes, by name: those of code generators, and those that a program registers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..generators import find_generator, generator_names
from ..transform import FusionPattern

_REGISTERED: dict[str, FusionPattern] = {}


def register_patterns(patterns: Iterable[FusionPattern | Sequence[Any]]) -> None:
    """Make patterns known, each a :class:`FusionPattern` or a tuple of its fields; later ones come first."""
    for item in patterns:
        rule = item if isinstance(item, FusionPattern) else FusionPattern(*item)
        _REGISTERED.pop(rule.name, None)
        _REGISTERED[rule.name] = rule


def get_patterns_with_prefix(prefix: str) -> list[FusionPattern]:
    """The patterns whose names begin so, those that take precedence first: ``blas`` has those of the generator."""
    found = [rule for name, rule in reversed(_REGISTERED.items()) if name.startswith(prefix)]
    return [*found, *(rule for rule in _of_generators(prefix) if rule.name.startswith(prefix))]


def get_pattern(name: str) -> FusionPattern | None:
    """The pattern of a name; None if there is none."""
    return next((rule for rule in get_patterns_with_prefix(name) if rule.name == name), None)


def _of_generators(prefix: str) -> list[FusionPattern]:
    names = [name for name in generator_names() if name.startswith(prefix) or prefix.startswith(f"{name}.")]
    made = [(name, find_generator(name).patterns) for name in names]
    return [
        FusionPattern(f"{name}.{label}", *rest)
        for name, patterns in made
        if patterns is not None
        for label, *rest in patterns()
    ]
