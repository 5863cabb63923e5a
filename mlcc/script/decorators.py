"""Decorated functions and classes in Python files: their source is parsed, never executed.

Python evaluates only the decorators and the annotations. Annotations such as ``T.Buffer((128, 128), "float32")`` must
therefore evaluate: every attribute of `T`, `R` and `I` is an object that accepts all operations.
"""

from __future__ import annotations

import inspect
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from types import FrameType, ModuleType
from typing import Any

from mlcc.diagnostics import MlccError, SourceFile
from mlcc.ir import BaseFunc, GlobalVar, GraphFunction, IRModule, PrimFunc, verify

#: Modules of Python that stand for a dialect when a program's file imports them under another name.
_DIALECTS = ("mlcc.script.tir", "mlcc.script.relax", "mlcc.script.ir", "mlcc.tir", "mlcc.relax", "mlcc.script")


class Anything:
    """Accepts calls, indexing, attributes and arithmetic, and gives itself."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(f"{self._name}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Anything:
        return self

    def __getitem__(self, index: Any) -> Anything:
        return self

    def _same(self, other: Any) -> Anything:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _same
    __mod__ = __truediv__ = __or__ = __ror__ = _same


def anything(dialect: str) -> Callable[[str], Anything]:
    """A module's ``__getattr__``: every public name of the dialect evaluates."""

    def lookup(name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(f"{dialect}.{name}")

    return lookup


def function_decorator(func: Any, frame: FrameType | None, options: Mapping[str, Any]) -> Any:
    """Read a decorated function, or, with options, give the decorator. Inside a class the class is read instead."""
    if func is None:
        return lambda target: function_decorator(target, frame, options)
    if frame is not None and _in_class(frame):
        return func
    module = _read(func, frame, getattr(func, "__globals__", {}))
    (result,) = module.functions.values()
    if options.get("check_well_formed", True):
        # A graph function by itself may call functions that a module will have.
        verify(result if isinstance(result, GraphFunction) else module)
    return result


def read_class(cls: type, frame: FrameType | None, options: Mapping[str, Any]) -> IRModule:
    """Read a decorated class, and verify it unless its options say not to."""
    scope = sys.modules[cls.__module__].__dict__ if cls.__module__ in sys.modules else {}
    module = _read(cls, frame, scope)
    if options.get("check_well_formed", True):
        verify(module)
    return module


def _in_class(frame: FrameType) -> bool:
    return "__qualname__" in frame.f_locals and "__module__" in frame.f_locals


def _read(item: Any, frame: FrameType | None, scope: Mapping[str, Any]) -> IRModule:
    """Parse the part of the file where `item` is defined; locations in errors refer to the file."""
    from .module import parse_part

    try:
        lines, first, name = _decorated(item, frame) or (*inspect.findsource(item), "")
        block = inspect.getblock(lines[first:])
        name = name or inspect.getsourcefile(item) or "<source>"
    except (OSError, TypeError):
        raise MlccError(
            "P131", f"the source of `{getattr(item, '__name__', '?')}` cannot be found",
            help="put the program into a file, or use `mlcc.script.parse_module(text)`",
        ) from None  # fmt: skip
    source = SourceFile(name, "".join(lines))
    start = sum(len(line) for line in lines[:first])
    end = start + sum(len(line) for line in block)
    names = {**scope, **_closure(item), **(dict(frame.f_locals) if frame is not None else {})}
    imports = {k: v.__name__ for k, v in names.items() if isinstance(v, ModuleType) and v.__name__ in _DIALECTS}
    captured = dict(_plain(names))
    if not isinstance(item, type):
        captured.update(_functions(names))
    return parse_part(source, start, end, captured, imports)


def _decorated(item: Any, frame: FrameType | None) -> tuple[list[str], int, str] | None:
    """The source of a class and the index of its line, by the frame that applies its decorator.

    Python knows the source of a function, and looks for that of a class by its name in the file of its module. A cell
    of a notebook is no such file: its lines are those that Python prints in tracebacks.
    """
    if frame is None or not isinstance(item, type):
        return None
    lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
    first = frame.f_lineno - 1
    if not 0 <= first < len(lines) or not lines[first].lstrip().startswith("@"):
        return None
    return lines, first, frame.f_code.co_filename


def _closure(item: Any) -> dict[str, Any]:
    """The values of a function's enclosing scopes."""
    code, cells = getattr(item, "__code__", None), getattr(item, "__closure__", None) or ()
    if code is None:
        return {}
    result = {}
    for name, cell in zip(code.co_freevars, cells, strict=False):
        try:
            result[name] = cell.cell_contents
        except ValueError:
            continue  # defined later in the enclosing function
    return result


def _functions(names: Mapping[str, Any]) -> Iterator[tuple[str, GlobalVar]]:
    """Functions that a lone graph function may call: programs that Python knows, and None, which stands for one."""
    for name, value in names.items():
        if value is None or isinstance(value, PrimFunc | GraphFunction | GlobalVar):
            yield name, GlobalVar(name)


def _plain(names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Numbers and strings, and tuples and lists of them (shapes)."""
    for name, value in names.items():
        if name.startswith("__"):
            continue
        plain = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") and not getattr(
            value, "shape", ()
        ) else value  # fmt: skip
        if isinstance(plain, (int, float, str)):
            yield name, plain
        elif isinstance(plain, (tuple, list)) and all(isinstance(v, (int, float, str)) for v in plain):
            yield name, tuple(plain)


def caller(depth: int = 2) -> FrameType:
    """The frame in which a decorator is applied."""
    return sys._getframe(depth)


__all__ = ["Anything", "BaseFunc", "anything", "caller", "function_decorator", "read_class"]
