"""`I` in Python sources: ``from mlcc.script import ir as I``.

``@I.ir_module`` reads a class of decorated functions as a module.
"""

from __future__ import annotations

from typing import Any

from .decorators import anything, caller, read_class

__getattr__ = anything("I")


def ir_module(cls: Any = None, **options: Any) -> Any:
    """Read the decorated class as an :class:`mlcc.ir.IRModule`."""
    frame = caller()
    if cls is None:
        return lambda target: read_class(target, frame, options)
    return read_class(cls, frame, options)
