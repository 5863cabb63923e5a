"""Functions of the environment by name: what `register_func` registers, for programs, passes and code generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: By name. `mlcc.runtime.register_func` adds to it.
REGISTERED: dict[str, Callable[..., Any]] = {}
