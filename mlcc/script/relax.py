"""`R` in Python sources: ``from mlcc.script import relax as R``.

``@R.function`` reads a graph function; types give what `relax.Var("x", R.Tensor((2, 3), "float32"))` takes, and
operators make calls: `builder.emit(R.matmul(x, w))`. Every other name evaluates to a placeholder.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.ir import (
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    Var,
)
from mlcc.late_names import loader

from .decorators import Anything, caller, function_decorator, read_class

#: What the layer of graph functions gives: the operators, and rules of patterns.
_relax = loader(__name__)
#: Names that make values without being operators.
_LITERALS = frozenset({"const", "shape", "prim_value", "str", "dtype", "tuple"})


class _Name(Anything):
    """A name of the dialect; where it is an operator, called as such."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Name(f"{self._name}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        path = self._name.split(".")[1:]
        if path[0] in _LITERALS:
            return _relax(f"make_{path[0]}")(*args, **kwargs)
        found = _relax("operators")
        for part in path:
            found = getattr(found, part, None)
        return self if found is None else found(*args, **kwargs)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Name(f"R.{name}")


def _type(make: Callable[..., StructInfo]) -> Callable[..., Any]:
    """A function that gives the type, or a placeholder: in the annotations of a function that is read from its source
    anything may stand."""

    def made(*args: Any, **kwargs: Any) -> Any:
        try:
            return make(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, AssertionError):
            return Anything(f"R.{make.__name__.strip('_')}")

    made.__name__, made.__doc__ = make.__name__.strip("_"), make.__doc__
    return made


def _sizes(shape: Any) -> tuple[Any, ...]:
    return tuple(_size(item) for item in shape)


def _size(item: Any) -> Any:
    """A size of a type; a name is a new symbol. Raises TypeError for a text that is no name."""
    if not isinstance(item, str):
        return item
    if not item.isidentifier():
        raise TypeError(item)
    return Var(item, "int64")


def _Tensor(shape: Any = None, dtype: Any = None, vdevice: Any = None, ndim: int = -1) -> StructInfo:
    """A tensor of a shape and an element type, either of which may be left out."""
    if isinstance(shape, str):
        shape, dtype = None, shape
    if dtype is not None and not isinstance(dtype, str):
        raise TypeError(dtype)
    if shape is None:
        return TensorStructInfo(None, dtype or "", ndim)
    return TensorStructInfo(_sizes(shape), dtype or "float32")


def _Shape(values: Any = None, ndim: int = -1) -> StructInfo:
    """A shape."""
    return ShapeStructInfo(None, ndim) if values is None else ShapeStructInfo(_sizes(values))


def _Tuple(*fields: Any) -> StructInfo:
    """A tuple of other types."""
    items = fields[0] if len(fields) == 1 and isinstance(fields[0], (list, tuple)) else fields
    if not all(isinstance(item, StructInfo) for item in items):
        raise TypeError(items)
    return TupleStructInfo(tuple(items))


def _Object() -> StructInfo:
    """Any value."""
    return ObjectStructInfo()


def _Prim(dtype: Any = None, value: Any = None) -> StructInfo:
    """A number."""
    size = _size(value)
    return PrimStructInfo(dtype or getattr(size, "dtype", "int64"), size)


Tensor, Shape, Tuple = _type(_Tensor), _type(_Shape), _type(_Tuple)
Object, Prim = _type(_Object), _type(_Prim)


def function(func: Any = None, *, private: bool = False, pure: bool = True, check_well_formed: bool = True) -> Any:
    """Read the decorated function as a graph function. The options are read from the source."""
    options = {"private": private, "pure": pure, "check_well_formed": check_well_formed}
    return function_decorator(func, caller(), options)


def rewriter(cls: type) -> Any:
    """Read the decorated class of two graph functions, `pattern` and `replacement`, as a rule that rewrites modules and
    functions: see `relax.dpl.PatternMatchingRewriter`."""
    return _relax("rules").from_module(read_class(cls, caller(), {}))
