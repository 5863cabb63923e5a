"""The table of ATen operators: a converter per operator, found by importing ``ops/``.

A converter takes the :class:`~mlcc.importers.torch.translation.Translation`, then the arguments of the operator as ATen
declares them: tensors as graph values, sizes as integers or dimensions, None where an argument is left out. It returns
a graph value, or a list of them for an operator with several results.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

Converter = Callable[..., Any]
_C = TypeVar("_C", bound=Converter)

_TABLE: dict[str, Converter] = {}


def aten(*names: str) -> Callable[[_C], _C]:
    """Register a converter of `aten.NAME` for every overload, of `NAME.OVERLOAD`, or of `LIBRARY.NAME`."""

    def register(convert: _C) -> _C:
        for name in names:
            _TABLE[name] = convert
        return convert

    return register


@cache
def _load_all() -> None:
    from . import ops

    for module in pkgutil.iter_modules(ops.__path__):
        importlib.import_module(f"{ops.__name__}.{module.name}")


def find(name: str) -> Converter | None:
    """The converter of an operator by its name, `add.Tensor` or `mylib.scaled.default`: that of the overload, else that
    of all overloads."""
    _load_all()
    return _TABLE.get(name) or _TABLE.get(name.rpartition(".")[0])


def supported_operators() -> list[str]:
    """The names for which there is a converter; those without a dot cover every overload."""
    _load_all()
    return sorted(_TABLE)
