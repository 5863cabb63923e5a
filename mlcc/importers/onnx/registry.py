"""The table of ONNX operators: a converter per operator and opset range, found by importing ``ops/``.

A converter's signature is its specification: positional parameters are the node's inputs (default None: optional),
``*args`` a variadic tail, keyword-only parameters the attributes with their defaults, and the first parameter is the
:class:`~mlcc.importers.onnx.context.Context`. It returns the node's output, or a list of its outputs.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from mlcc.ir import GraphExpr
from mlcc.plugins import plugins

from .values import Value

#: Gives the node's output, or a list of its outputs.
Converter = Callable[..., GraphExpr | Sequence[Value] | None]
_C = TypeVar("_C", bound=Converter)


@dataclass(frozen=True)
class Entry:
    """One version of an operator's converter; `attributes` are the names it takes (None: any, through ``**attrs``)."""

    op_type: str
    domain: str
    since: int
    convert: Converter
    attributes: frozenset[str] | None
    #: How many inputs must be there, the first ones.
    required: int = 0


_TABLE: dict[tuple[str, str], list[Entry]] = {}


#: What stands before the domain of converters for strings alone.
_STRINGS = "strings of "


def onnx_op(op_type: str, since: int = 1, domain: str = "", strings: bool = False) -> Callable[[_C], _C]:
    """Register a converter for `op_type` from opset `since` on; with `strings` for nodes that have inputs of strings,
    which another converter of the operator does not see."""
    key = _STRINGS + domain if strings else domain

    def register(convert: _C) -> _C:
        parameters = inspect.signature(convert).parameters.values()
        open_ended = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)
        names = frozenset(p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY)
        positional = [p for p in parameters if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
        required = sum(p.default is inspect.Parameter.empty for p in positional) - 1
        entry = Entry(op_type, domain, since, convert, None if open_ended else names, required)
        versions = _TABLE.setdefault((key, op_type), [])
        versions.append(entry)
        versions.sort(key=lambda e: e.since)
        return convert

    return register


@cache
def _load_all() -> None:
    from . import ops

    for module in pkgutil.iter_modules(ops.__path__):
        importlib.import_module(f"{ops.__name__}.{module.name}")
    plugins("mlcc.operators")  # loading registers their converters, which come before ours for the same opset


def find(op_type: str, domain: str, opset: int, strings: bool = False) -> Entry | None:
    """The newest converter not above `opset`; None where there is none (an older opset than every entry included).
    `strings`: for a node that has inputs of strings."""
    _load_all()
    domain = "" if domain == "ai.onnx" else domain
    keys = [f"{_STRINGS}{domain}", domain] if strings else [domain]
    for key in keys:
        entries = [e for e in _TABLE.get((key, op_type), ()) if e.since <= opset]
        if entries:
            return entries[-1]
    return None


def newest_version(domain: str) -> int | None:
    """The newest version of a domain that changes a converter; None of a domain without converters."""
    _load_all()
    return max((e.since for (name, _), entries in _TABLE.items() if name == domain for e in entries), default=None)


def supported_ops() -> dict[str, list[int]]:
    """Operator name (with its domain, unless it is ai.onnx) to the opset versions at which its converter changes;
    operators that the standard defines by simpler ones included."""
    import onnx

    _load_all()
    versions_of: dict[tuple[str, str], list[int]] = {}
    for (domain, name), entries in _TABLE.items():
        known = versions_of.get((domain.removeprefix(_STRINGS), name), [])
        versions_of[domain.removeprefix(_STRINGS), name] = sorted({*known, *(e.since for e in entries)})
    schemas: Any = onnx.defs.get_all_schemas()
    for schema in schemas:
        if schema.has_function or schema.has_context_dependent_function:
            versions_of.setdefault((schema.domain, schema.name), [schema.since_version])
    return {(f"{d}.{n}" if d else n): versions for (d, n), versions in sorted(versions_of.items()) if versions}
