"""A target as text, for keys: of caches, and of records."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlcc.target import Target


def target_text(target: Target) -> str:
    """All facts of a target as text, for a cache key."""
    facts: dict[str, Any] = {item.name: getattr(target, item.name) for item in fields(target)}
    return repr({key: sorted(value) if isinstance(value, frozenset) else value for key, value in facts.items()})
