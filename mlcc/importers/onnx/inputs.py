"""The parameters of an imported function, from declared shapes, the user's shapes and symbolic dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import onnx

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import Constant, Expr, GraphExpr, GraphVar, TensorStructInfo, Var, as_int, numpy_dtype
from mlcc.ir import const as tir_const
from mlcc.string_rows import STRING

from .protos import clean_name, dim_name, element_type
from .values import Value

#: The user's shape of an input: its dimensions; for a sequence a list of shapes; None for an omitted optional input.
Shape: TypeAlias = Sequence[Any] | None


class Inputs:
    """Creates the values of a graph's inputs. `params` are the function's parameters, in order."""

    def __init__(self, shapes: Mapping[str, Shape], known: Mapping[str, object]) -> None:
        self.shapes = dict(shapes)
        self.known = dict(known)
        self.dims: dict[str, Expr] = {}
        self.params: list[GraphVar] = []
        self.narrow: dict[GraphExpr, str] = {}
        self.by_name: dict[str, GraphVar] = {}
        self.taken: set[str] = set()

    def check_names(self, items: Sequence[onnx.ValueInfoProto]) -> None:
        """Check the names in `shapes` and `known`: inputs, or dimensions with one size. Raises I103 for others."""
        names = [i.name for i in items]
        symbols = {clean_name(n) for i in items for d in i.type.tensor_type.shape.dim if (n := dim_name(d))}
        for name in [n for n in (*self.shapes, *self.known) if n not in names]:
            sizes = self.shapes.get(name)
            if clean_name(name) not in symbols or sizes is None or len(sizes) != 1:
                hint = choices_help(name, [*names, *sorted(symbols)], "inputs and named dimensions")
                raise MlccError("I103", f"the model has no input `{name}`", help=hint)
            self._fix(name, self._size(name, sizes[0]), name)

    def value(self, item: onnx.ValueInfoProto) -> Value:
        """The value of one input: a parameter, a constant (if in `known`), or a list of these for a sequence."""
        return self._of_type(item.name, item.type, self.shapes.get(item.name), item.name in self.shapes)

    def _of_type(self, name: str, kind: onnx.TypeProto, shape: Shape, has_shape: bool) -> Value:
        what = kind.WhichOneof("value")
        if what == "optional_type":
            if has_shape and shape is None:
                return None
            return self._of_type(name, kind.optional_type.elem_type, shape, has_shape)
        if what == "sequence_type":
            if not has_shape or shape is None:
                raise MlccError(
                    "I104",
                    f"input `{name}` is a sequence, whose length must be known",
                    help="give the shape of every element from Python: `shapes={name: [shape, shape]}`",
                )
            inner = kind.sequence_type.elem_type
            parts = [_without_names(inner, each) for each in shape]
            items: list[GraphExpr] = []
            for n, (part, each) in enumerate(zip(parts, shape, strict=False)):
                item = self._of_type(f"{name}_{n}", part, each, True)
                if not isinstance(item, GraphExpr):
                    raise MlccError("I104", f"input `{name}` is a sequence of values that are not tensors")
                items.append(item)
            return items
        if what != "tensor_type":
            raise MlccError("I104", f"input `{name}` is not a tensor (it is a {str(what).replace('_type', '')})")
        dtype, form = element_type(kind.tensor_type.elem_type, f"input `{name}`")
        if name in self.known:
            return self._constant(name, dtype)
        dims = self._shape(name, kind.tensor_type, shape)
        if form == STRING:
            dims = (*dims, self._symbol(f"{name}_bytes"))
        var = GraphVar(self._unique(name), TensorStructInfo(dims, dtype))
        self.params.append(var)
        self.by_name[name] = var
        if form is not None:
            self.narrow[var] = form
        return var

    def _unique(self, name: str) -> str:
        clean = base = clean_name(name)
        count = 1
        while clean in self.taken:
            count += 1
            clean = f"{base}_{count}"
        self.taken.add(clean)
        return clean

    def _constant(self, name: str, dtype: str) -> Constant:
        array = np.asarray(self.known[name])
        if array.dtype != np.dtype(numpy_dtype(dtype)):
            raise MlccError("I106", f"input `{name}` is {dtype}, the value given is {array.dtype}")
        return Constant(np.ascontiguousarray(array) if array.ndim else array)

    def _shape(self, name: str, declared: onnx.TypeProto.Tensor, requested: Shape) -> tuple[Expr, ...]:
        if not declared.HasField("shape"):
            if requested is None:
                hint = f"give one with `--shape {clean_name(name)}=1x3x224x224`"
                raise MlccError("I105", f"input `{name}` has no shape", help=hint)
            return tuple(tir_const(self._size(name, d), "int64") for d in requested)
        dims = declared.shape.dim
        if requested is not None and len(requested) != len(dims):
            raise MlccError("I106", f"input `{name}` has rank {len(dims)}, the shape given has {len(requested)}")
        return tuple(self._dim(name, i, d, None if requested is None else requested[i]) for i, d in enumerate(dims))

    def _size(self, name: str, size: int) -> int:
        if int(size) < 0:
            raise MlccError("I106", f"a dimension of input `{name}` cannot be {size}")
        return int(size)

    def _dim(self, name: str, axis: int, dim: onnx.TensorShapeProto.Dimension, requested: int | None) -> Expr:
        fixed = dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0 else None
        if requested is None:
            return tir_const(fixed, "int64") if fixed is not None else self._symbol(dim_name(dim) or f"{name}_{axis}")
        size = self._size(name, requested)
        if fixed is not None and fixed != size:
            raise MlccError(
                "I106", f"dimension {axis} of input `{name}` is {fixed} in the model, the shape given says {size}"
            )
        if dim_name(dim):
            self._fix(dim_name(dim), size, name)
        return tir_const(size, "int64")

    def _symbol(self, name: str) -> Expr:
        clean = clean_name(name)
        return self.dims.setdefault(clean, Var(clean, "int64"))

    def _fix(self, name: str, size: int, where: str) -> None:
        """A named dimension has one size everywhere. Raises I106 where two shapes disagree."""
        existing = as_int(self.dims.setdefault(clean_name(name), tir_const(size, "int64")))
        if existing != size:
            raise MlccError("I106", f"dimension `{name}` is {existing} elsewhere, the shape of `{where}` says {size}")


def _without_names(kind: onnx.TypeProto, shape: Shape) -> onnx.TypeProto:
    """The type of a sequence's element for a given shape: its named dimensions may differ from element to element."""
    copy = onnx.TypeProto()
    copy.CopyFrom(kind)
    if copy.WhichOneof("value") == "tensor_type" and shape is not None:
        copy.tensor_type.ClearField("shape")
    return copy


def named_sizes(items: Sequence[onnx.ValueInfoProto], shapes: Mapping[str, Shape], dims: dict[str, Expr]) -> None:
    """Record the sizes of named dimensions that follow from the user's shapes, before any input is created."""
    for item in items:
        shape = shapes.get(item.name)
        kind = item.type
        if shape is None or kind.WhichOneof("value") != "tensor_type" or not kind.tensor_type.HasField("shape"):
            continue
        for dim, size in zip(kind.tensor_type.shape.dim, shape, strict=False):
            if dim_name(dim):
                dims.setdefault(clean_name(dim_name(dim)), tir_const(int(size), "int64"))
