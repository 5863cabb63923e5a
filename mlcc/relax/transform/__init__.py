"""Graph passes, one file each. The modules of this folder are loaded, and every pass in them is a name of it."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from mlcc.ir.transform import PassContext, PassInfo, Sequential, function_pass, module_pass

from .pass_ import FunctionPass, Pass


def _passes() -> Iterator[type[Pass]]:
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        if info.name != "pass_":
            defined = (item for item in vars(module).values() if getattr(item, "__module__", "") == module.__name__)
            yield from (item for item in defined if isinstance(item, type) and issubclass(item, Pass))


#: Every pass by name.
PASSES: dict[str, type[Pass]] = {item.__name__: item for item in _passes()}
globals().update(PASSES)

__all__ = [
    "PASSES", "FunctionPass", "Pass", "PassContext", "PassInfo", "Sequential", "function_pass", "module_pass", *PASSES,
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """For type checkers only: the passes are set above."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
