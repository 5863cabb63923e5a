"""Tensors of a model that is being written, and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, GraphVar, TensorStructInfo, Var, as_int, numpy_dtype

from ...calls import const, symbolic_shape
from ...composed import typed
from ...infer import tensor_info

#: The operators on tensors, by name; `op`, which builds on these classes, states them.
OPERATORS: dict[str, Callable[..., Any]] = {}
_DEFAULT = {"dtype": "float32"}


def get_default_dtype() -> str:
    """The element type of parameters that state none."""
    return _DEFAULT["dtype"]


def set_default_dtype(dtype: str) -> None:
    """Change the element type of parameters that state none."""
    numpy_dtype(dtype)
    _DEFAULT["dtype"] = dtype


def _infix(name: str, swapped: bool = False) -> Any:
    def operate(self: Tensor, other: Any) -> Any:
        here = other if isinstance(other, Tensor) else Tensor.from_scalar(other, self.dtype)
        return OPERATORS[name](*((here, self) if swapped else (self, here)))

    return operate


class Tensor:
    """A value of the model: a graph expression with a shape and an element type."""

    def __init__(self, *, _expr: GraphExpr) -> None:
        self._expr = typed(_expr)
        tensor_info(self._expr)

    @staticmethod
    def from_const(data: Any) -> Tensor:
        """A tensor of an array, a list or a number."""
        return Tensor(_expr=const(data))

    @staticmethod
    def from_scalar(data: float, dtype: str) -> Tensor:
        """A scalar of a type."""
        return Tensor(_expr=const(data, dtype))

    @staticmethod
    def from_struct_info(info: TensorStructInfo, name: str = "tensor") -> Tensor:
        """A placeholder of a type."""
        return Tensor(_expr=GraphVar(name, info))

    from_ty = from_struct_info

    @staticmethod
    def placeholder(shape: Sequence[int | str | Expr], dtype: str, name: str = "tensor") -> Tensor:
        """A placeholder of a shape, in which strings name symbolic sizes."""
        return Tensor(_expr=GraphVar(name, info_of(shape, dtype)))

    @property
    def shape(self) -> list[Any]:
        """The sizes: ints where they are known."""
        dims = tensor_info(self._expr).shape or ()
        return [d if (size := as_int(d)) is None else size for d in dims]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def dtype(self) -> str:
        """The element type."""
        return tensor_info(self._expr).dtype

    def __repr__(self) -> str:
        return f"Tensor({self.shape}, {self.dtype!r})"

    __add__, __radd__ = _infix("add"), _infix("add")
    __sub__, __rsub__ = _infix("subtract"), _infix("subtract", swapped=True)
    __mul__, __rmul__ = _infix("multiply"), _infix("multiply")
    __truediv__, __rtruediv__ = _infix("divide"), _infix("divide", swapped=True)
    __lt__, __le__, __gt__, __ge__ = _infix("less"), _infix("less_equal"), _infix("greater"), _infix("greater_equal")
    maximum, minimum = _infix("maximum"), _infix("minimum")

    def astype(self, dtype: str) -> Tensor:
        """The tensor in another element type."""
        return self._call("astype", dtype)

    def reshape(self, *shape: Any) -> Tensor:
        """The elements in another shape."""
        return self._call("reshape", shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape)

    def permute_dims(self, *axes: Any) -> Tensor:
        """The tensor with its axes in another order."""
        listed = axes[0] if len(axes) == 1 and isinstance(axes[0], (list, tuple)) else axes
        return self._call("permute_dims", list(listed) or None)

    def repeat(self, repeats: int, axis: int | None = None) -> Tensor:
        """Each element several times."""
        return self._call("repeat", repeats, axis)

    def _call(self, name: str, *args: Any) -> Tensor:
        result: Tensor = OPERATORS[name](self, *args)
        return result


def info_of(
    shape: Sequence[int | str | Expr], dtype: str | None, symbols: dict[str, Var] | None = None
) -> TensorStructInfo:
    """The type of a shape, in which strings name symbolic sizes; `symbols` holds those that are there already."""
    known = {} if symbols is None else symbols
    sizes = [known.setdefault(d, Var(d, "int64")) if isinstance(d, str) else d for d in shape]
    return TensorStructInfo(symbolic_shape(sizes), dtype or get_default_dtype())


class Parameter(Tensor):
    """A tensor that the model is given: as an input of the exported function, or bound by its `data`."""

    def __init__(self, shape: Sequence[int | str | Expr], dtype: str | None = None) -> None:
        self._given = tuple(shape)
        self._data: np.ndarray | None = None
        self.attrs: dict[str, Any] = {}
        super().__init__(_expr=GraphVar("param", info_of(self._given, dtype)))

    @property
    def data(self) -> np.ndarray | None:
        """The values, None until they are set. Raises T121 for values of another shape or type."""
        return self._data

    @data.setter
    def data(self, data: Any) -> None:
        array = None if data is None else _array(data)
        if array is not None:
            known = [size for size in self.shape if isinstance(size, int)]
            if len(known) == self.ndim and tuple(known) != array.shape:
                raise MlccError("T121", f"the parameter has shape {tuple(known)}, the values {array.shape}")
            if array.dtype != numpy_dtype(self.dtype):
                raise MlccError("T121", f"the parameter is {self.dtype}, the values {array.dtype}")
        self._data = array

    def to(self, dtype: str | None = None) -> None:
        """Change the element type. Raises T121 where values are set already."""
        if dtype is None or dtype == self.dtype:
            return
        if self._data is not None:
            raise MlccError("T121", "the type of a parameter with values cannot be changed", help="set `data` to None")
        self._expr = GraphVar("param", info_of(self._given, dtype))

    def renewed(self, name: str, symbols: dict[str, Var]) -> GraphVar:
        """A variable of this type for one function, whose symbolic sizes are those of `symbols`."""
        self._expr = GraphVar(name, info_of(self._given, self.dtype, symbols))
        return self._expr


def _array(data: Any) -> np.ndarray:
    if not isinstance(data, np.ndarray) and hasattr(data, "detach"):  # a tensor of PyTorch
        data = data.detach()
    return np.asarray(data.numpy() if hasattr(data, "numpy") else data)
