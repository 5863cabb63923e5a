"""mlcc: a machine-learning compiler.

Importing the package loads nothing but this file: every public name is looked up on first use,
so that `mlcc --help` and `mlcc run` stay fast.

    import mlcc
    from mlcc import te, topi, tir, relax
    lib = mlcc.build("model.onnx", target="llvm")
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

#: When this process began to load the package: sources that are changed later are not what it runs.
LOADED_NS = time.time_ns()

# public name -> (module, attribute); an attribute of None means the module itself.
_LAZY: dict[str, tuple[str, str | None]] = {
    "te": ("mlcc.te", None),
    "topi": ("mlcc.topi", None),
    "tir": ("mlcc.tir", None),
    "ir": ("mlcc.ir", None),
    "relax": ("mlcc.relax", None),
    "script": ("mlcc.script", None),
    "schedule": ("mlcc.schedule", None),
    "target": ("mlcc.target", None),
    "runtime": ("mlcc.runtime", None),
    "reference": ("mlcc.reference", None),
    "diagnostics": ("mlcc.diagnostics", None),
    "backend": ("mlcc.backend", None),
    "vm": ("mlcc.vm", None),
    "nd": ("mlcc.runtime.nd", None),
    "Schedule": ("mlcc.schedule", "Schedule"),
    "IRModule": ("mlcc.ir", "IRModule"),
    "PrimFunc": ("mlcc.ir", "PrimFunc"),
    "Target": ("mlcc.target", "Target"),
    "Library": ("mlcc.runtime", "Library"),
    "MlccError": ("mlcc.diagnostics", "MlccError"),
    "InternalError": ("mlcc.diagnostics", "InternalError"),
    "cpu": ("mlcc.runtime", "cpu"),
    "register_func": ("mlcc.runtime", "register_func"),
    "build": ("mlcc.driver", "build"),
    "import_model": ("mlcc.driver", "import_model"),
    "load": ("mlcc.runtime", "load"),
    "parse": ("mlcc.script", "parse"),
}

__all__ = ["__version__", *_LAZY]


def __getattr__(name: str) -> Any:
    """Load a public name on its first use (PEP 562)."""
    try:
        module_name, attribute = _LAZY[name]
    except KeyError:
        raise AttributeError(f"module 'mlcc' has no attribute {name!r}") from None
    module = import_module(module_name)
    value = module if attribute is None else getattr(module, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_LAZY))
