"""Tensors of a model that is being written, its parameters, and modules that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, GraphVar, TensorStructInfo, Var, as_int, numpy_dtype

from ...calls import const, symbolic_shape
from ...composed import typed
from ...infer import tensor_info

if TYPE_CHECKING:
    from mlcc.ir import IRModule

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
        from . import op

        here = other if isinstance(other, Tensor) else Tensor.from_scalar(other, self.dtype)
        return getattr(op, name)(*((here, self) if swapped else (self, here)))

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
        from . import op

        result: Tensor = getattr(op, name)(self, *args)
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


T = TypeVar("T")


class Module:
    """A part of a model. Parameters and modules that are its attributes belong to it; `forward` computes."""

    def named_parameters(self, prefix: str = "") -> Iterator[tuple[str, Parameter]]:
        """Parameters with the paths at which they stand, `layers.0.weight`; a shared one once."""
        seen: set[int] = set()
        for path, value in walk(self, prefix):
            if isinstance(value, Parameter) and id(value) not in seen:
                seen.add(id(value))
                yield path, value

    def parameters(self) -> Iterator[Parameter]:
        """All parameters."""
        return (parameter for _, parameter in self.named_parameters())

    def state_dict(self, *, prefix: str = "", destination: dict[str, Parameter] | None = None) -> dict[str, Parameter]:
        """Parameters by their paths."""
        found = {} if destination is None else destination
        found.update(self.named_parameters(prefix))
        return found

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> tuple[list[str], list[str]]:
        """Take values by path; gives paths that were not given, and those that are none. Raises T120 if `strict`."""
        own = self.state_dict()
        missing, more = [k for k in own if k not in state_dict], [k for k in state_dict if k not in own]
        if strict and (missing or more):
            raise MlccError("T120", f"missing: {', '.join(missing) or '-'}; unexpected: {', '.join(more) or '-'}")
        for path, parameter in own.items():
            if path in state_dict:
                value = state_dict[path]
                parameter.data = value.data if isinstance(value, Parameter) else value
        return missing, more

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        forward = getattr(self, "forward", None)
        if forward is None:
            raise MlccError("T138", f"the module `{type(self).__name__}` has no method `forward`")
        return forward(*args, **kwargs)

    def to(self, dtype: str | None = None) -> None:
        """Change the element type of all parameters."""
        for item in vars(self).values():
            if isinstance(item, (Module, Parameter)):
                item.to(dtype)
        if dtype is not None and isinstance(getattr(self, "dtype", None), str):
            self.dtype = dtype

    def export_tvm(
        self, spec: Any, debug: bool = False, allow_extern: bool = False
    ) -> tuple[IRModule, list[tuple[str, Parameter]]]:
        """The methods that `spec` describes as graph functions, and the parameters that follow their inputs.

        Raises T138 for a method or an argument that `spec` and the module do not agree on.
        """
        from .exporter import exported

        if debug or allow_extern:
            raise MlccError(
                "T138", "printing and external modules inside of a model are not supported",
                help="return what you want to see; for functions of your own see `mlcc.build(..., extern=...)`",
            )  # fmt: skip
        return exported(self, spec)

    def jit(
        self, spec: Any, device: Any = "cpu", pipeline: Any = None, out_format: str = "torch", debug: bool = False
    ) -> Any:
        """The methods compiled, with the parameters' values bound: ``model["forward"](x)``."""
        from .exporter import compiled

        return compiled(self, spec, out_format)


class _Listed(Module, Generic[T]):
    """Items in order, which belong to the module."""

    def __init__(self, items: Sequence[T] = ()) -> None:
        self._items: list[T] = list(items or ())

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __getitem__(self, index: int) -> T:
        return self._items[index]

    def __setitem__(self, index: int, item: T) -> None:
        self._items[index] = item

    def __len__(self) -> int:
        return len(self._items)

    def append(self, item: T) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def extend(self, items: Sequence[T]) -> None:
        """Add items at the end."""
        self._items.extend(items)

    def to(self, dtype: str | None = None) -> None:
        """Change the element type of all parameters."""
        for item in self._items:
            item.to(dtype)  # type: ignore[attr-defined]


class ModuleList(_Listed[Module]):
    """Modules in order; called, one after the other."""

    @property
    def modules(self) -> list[Module]:
        """The modules."""
        return self._items

    def forward(self, x: Any) -> Any:
        """What the modules make of `x`, each of the result of the one before."""
        for module in self._items:
            x = module(x)
        return x


class ParameterList(_Listed[Parameter]):
    """Parameters in order."""


class _Named(Module, Generic[T]):
    """Items by name, which belong to the module."""

    def __init__(self, items: Mapping[str, T] | None = None) -> None:
        self._items: dict[str, T] = dict(items or {})

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __getitem__(self, key: str) -> T:
        return self._items[key]

    def __setitem__(self, key: str, item: T) -> None:
        self._items[key] = item

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: str) -> bool:
        return key in self._items

    def keys(self) -> Iterator[str]:
        """The names."""
        return iter(self._items.keys())

    def values(self) -> Iterator[T]:
        """The items."""
        return iter(self._items.values())

    def items(self) -> Iterator[tuple[str, T]]:
        """Names with items."""
        return iter(self._items.items())

    def get(self, key: str, default: T | None = None) -> T | None:
        """The item of a name, or the default."""
        return self._items.get(key, default)

    def update(self, items: Mapping[str, T]) -> None:
        """Add or replace items."""
        self._items.update(items)

    def clear(self) -> None:
        """Remove all items."""
        self._items.clear()

    def pop(self, key: str) -> T:
        """Remove an item and give it."""
        return self._items.pop(key)

    def to(self, dtype: str | None = None) -> None:
        """Change the element type of all parameters."""
        for item in self._items.values():
            item.to(dtype)  # type: ignore[attr-defined]


class ModuleDict(_Named[Module]):
    """Modules by name."""


class ParameterDict(_Named[Parameter]):
    """Parameters by name."""


def parts(module: Any) -> Iterator[tuple[str, Any]]:
    """Names and values of what a module consists of, one level down."""
    if isinstance(module, _Listed):
        yield from ((str(n), item) for n, item in enumerate(module))
    elif isinstance(module, _Named):
        yield from module.items()
    else:
        yield from vars(module).items()


def walk(module: Module, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Paths and values of all parameters and modules below a module."""
    for name, value in parts(module):
        path = f"{prefix}.{name}" if prefix else name
        if isinstance(value, (Parameter, Module)):
            yield path, value
        if isinstance(value, Module):
            yield from walk(value, path)
