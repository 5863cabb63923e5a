"""Public names that are loaded on their first use (PEP 562).

A package whose import must be cheap gives its names as a table; :func:`loader` makes its ``__getattr__``. A package
can also show names that a layer above it defines, such as TVM's ``relax.build``: the layer above states them with
:func:`provide`, and the package itself imports nothing above itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

#: By package: names and where they are defined, `module:attribute` or a `module` itself.
_PROVIDED: dict[str, dict[str, str]] = {}


def provide(package: str, names: Mapping[str, str]) -> None:
    """State names that `package` shows to its users and another module defines."""
    _PROVIDED.setdefault(package, {}).update(names)


def loader(package: str, names: Mapping[str, str] | None = None) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package: loads `names` and what :func:`provide` stated. Modules may be relative.

    What it returns raises AttributeError for any other name. The names are in the package's ``dir()``, which completes
    them in notebooks.
    """
    provide(package, names or {})
    module = sys.modules.get(package)
    if module is not None:
        vars(module).setdefault("__dir__", lambda: sorted({*vars(module), *_PROVIDED[package]}))

    def load(name: str) -> Any:
        where = _PROVIDED[package].get(name)
        if where is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module_name, _, attribute = where.partition(":")
        module = import_module(module_name, package)
        value = getattr(module, attribute) if attribute else module
        setattr(sys.modules[package], name, value)
        return value

    return load


def names_of(modules: Mapping[str, str]) -> dict[str, str]:
    """A table for :func:`loader` from one that gives the submodule of each name: {"load": "library"}."""
    return {name: f".{module}:{name}" for name, module in modules.items()}
