"""A target as text, for keys: of caches, and of records."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from mlcc.target import is_layer_fact

if TYPE_CHECKING:
    from mlcc.target import Target


def target_text(target: Target) -> str:
    """All facts of a target as text, for a cache key."""
    facts: dict[str, Any] = {item.name: getattr(target, item.name) for item in fields(target)}
    return repr({key: sorted(value) if isinstance(value, frozenset) else value for key, value in facts.items()})


def text_for_programs(target: Target) -> str:
    """The facts that scheduling and lowering a program depend on: those of single layers are for graph passes."""
    return target_text(replace(target, given_costs=tuple(i for i in target.given_costs if not is_layer_fact(i[0]))))


def text_for_code(target: Target) -> str:
    """The target of LLVM's text, in which no costs are left."""
    return str(replace(target, given_costs=()))
