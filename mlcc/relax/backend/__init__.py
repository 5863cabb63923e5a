"""Patterns for external code generators by name, under TVM's path: `relax.backend.get_patterns_with_prefix("blas")`."""

from __future__ import annotations

from typing import Any

from . import pattern_registry, patterns
from .pattern_registry import get_pattern, get_patterns_with_prefix, register_patterns

__all__ = ["get_pattern", "get_patterns_with_prefix", "pattern_registry", "patterns", "register_patterns"]

_LEFT_OUT = {
    "DispatchSampling": "sampling is made of operators, which `LegalizeOps` turns into programs",
    "DispatchSortScan": "`LegalizeOps` gives sorts and cumulative sums their programs on every target",
}


def __getattr__(name: str) -> Any:
    """Raises AttributeError; for a pass of TVM's that is not needed with what does its work."""
    if name in _LEFT_OUT:
        raise AttributeError(f"`relax.backend.{name}` is not in mlcc: {_LEFT_OUT[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
