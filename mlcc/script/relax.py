"""`R` in Python sources: ``from mlcc.script import relax as R``.

``@R.function`` reads a graph function; every other name evaluates to a placeholder.
"""

from __future__ import annotations

from typing import Any

from .decorators import anything, caller, function_decorator

__getattr__ = anything("R")


def function(func: Any = None, *, private: bool = False, pure: bool = True, check_well_formed: bool = True) -> Any:
    """Read the decorated function as a graph function. The options are read from the source."""
    options = {"private": private, "pure": pure, "check_well_formed": check_well_formed}
    return function_decorator(func, caller(), options)
