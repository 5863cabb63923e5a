"""Lowered tensor programs to C99 source text."""

from __future__ import annotations

from .device import DIALECTS, DeviceKernel, emit_device
from .module import LANGUAGE, PRELUDE, c_names, emit_module
from .names import quoted
from .scalars import LIBM

__all__ = ["DIALECTS", "LANGUAGE", "LIBM", "PRELUDE", "DeviceKernel", "c_names", "emit_device", "emit_module", "quoted"]
