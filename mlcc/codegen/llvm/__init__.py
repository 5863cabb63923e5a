"""Lowered tensor programs to LLVM IR, and LLVM IR to machine code.

Names are looked up on first use: a process that turns text into machine code needs neither the IR nor NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from .calls import LIBM as LIBM
    from .compile import FORMS as FORMS
    from .compile import compile_ir as compile_ir
    from .compile import compile_to_object as compile_to_object
    from .compile import emit_bitcode as emit_bitcode
    from .compile import emitted as emitted
    from .compile import initialize as initialize
    from .compile import optimize as optimize
    from .compile import parse_ir as parse_ir
    from .compile import passes_digest as passes_digest
    from .compile import shared_machine as shared_machine
    from .compile import target_machine as target_machine
    from .compile import tidy as tidy
    from .debug import Titles as Titles
    from .device import KernelModule as KernelModule
    from .device import device_target as device_target
    from .emit import emit as emit
    from .emit import emit_messages as emit_messages
    from .emit import emit_module as emit_module
    from .emit import error_messages as error_messages
    from .emit import is_scheduled as is_scheduled
    from .function import has_workspace as has_workspace
    from .function import parameters as parameters
    from .module import NO_MEMORY as NO_MEMORY
    from .module import error_number as error_number
    from .stack import Frame as Frame
    from .stack import StackFrames as StackFrames
    from .stack import outside_calls as outside_calls
    from .stack import stack_bound as stack_bound
    from .types import float_bits as float_bits
    from .types import kernel_symbol as kernel_symbol
    from .types import symbol as symbol

#: By name: the file that has it.
_NAMES = {
    "LIBM": "calls",
    "FORMS": "compile",
    "compile_ir": "compile",
    "compile_to_object": "compile",
    "emit_bitcode": "compile",
    "emitted": "compile",
    "initialize": "compile",
    "optimize": "compile",
    "parse_ir": "compile",
    "passes_digest": "compile",
    "shared_machine": "compile",
    "target_machine": "compile",
    "tidy": "compile",
    "Titles": "debug",
    "KernelModule": "device",
    "device_target": "device",
    "emit": "emit",
    "emit_messages": "emit",
    "emit_module": "emit",
    "error_messages": "emit",
    "is_scheduled": "emit",
    "has_workspace": "function",
    "parameters": "function",
    "NO_MEMORY": "module",
    "error_number": "module",
    "Frame": "stack",
    "StackFrames": "stack",
    "outside_calls": "stack",
    "stack_bound": "stack",
    "float_bits": "types",
    "kernel_symbol": "types",
    "symbol": "types",
}

__getattr__ = loader(__name__, names_of(_NAMES))
