"""Lowered tensor programs to C99 source text."""

from __future__ import annotations

from .device import DIALECTS, DeviceKernel, Kernels, SourceKernels, emit_device
from .host import COPY, emit_entry, emit_launches, emit_on_host, with_device_copies
from .library import Library
from .module import LANGUAGE, PRELUDE, c_names, emit_module
from .names import LIBM, quoted
from .ptx import PtxKernels
from .split import Split, emit_split

__all__ = [
    "COPY", "DIALECTS", "LANGUAGE", "LIBM", "PRELUDE", "DeviceKernel", "Kernels", "Library", "PtxKernels",
    "SourceKernels", "Split", "c_names",
    "emit_device", "emit_entry", "emit_launches", "emit_module", "emit_on_host", "emit_split", "quoted",
    "with_device_copies",
]  # fmt: skip
