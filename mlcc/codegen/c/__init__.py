"""Lowered tensor programs to C99 source text."""

from __future__ import annotations

from .device import DIALECTS, DeviceKernel, emit_device
from .module import PRELUDE, c_names, emit_module
from .names import quoted

__all__ = ["DIALECTS", "PRELUDE", "DeviceKernel", "c_names", "emit_device", "emit_module", "quoted"]
