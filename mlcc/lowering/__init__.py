"""Lowers scheduled tensor programs to flat loops over 1-D memory, the input of the code generators."""

from __future__ import annotations

from .lower import PASSES, Pass, lower
from .plan_workspace import THREAD_STACK
from .require_sizes import require_sizes

__all__ = ["PASSES", "THREAD_STACK", "Pass", "lower", "require_sizes"]
