"""Lowered tensor programs to LLVM IR, and LLVM IR to machine code."""

from __future__ import annotations

from .calls import LIBM
from .compile import (
    FORMS,
    compile_ir,
    compile_to_object,
    emit_bitcode,
    emitted,
    optimize,
    parse_ir,
    passes_digest,
    target_machine,
)
from .debug import Titles
from .device import KernelModule, device_target
from .emit import emit, emit_messages, emit_module, error_messages, is_scheduled
from .function import has_workspace, parameters
from .module import NO_MEMORY, error_number
from .stack import Frame, StackFrames, outside_calls, stack_bound
from .types import float_bits, kernel_symbol, symbol

__all__ = [
    "FORMS",
    "LIBM",
    "KernelModule",
    "Frame",
    "StackFrames",
    "NO_MEMORY",
    "Titles",
    "compile_ir",
    "compile_to_object",
    "device_target",
    "emit",
    "emit_bitcode",
    "emit_messages",
    "emit_module",
    "emitted",
    "error_messages",
    "error_number",
    "float_bits",
    "has_workspace",
    "is_scheduled",
    "kernel_symbol",
    "optimize",
    "outside_calls",
    "parameters",
    "parse_ir",
    "passes_digest",
    "stack_bound",
    "symbol",
    "target_machine",
]
