"""Lowered tensor programs to C99 source text."""

from __future__ import annotations

from .module import PRELUDE, c_names, emit_module
from .names import quoted

__all__ = ["PRELUDE", "c_names", "emit_module", "quoted"]
