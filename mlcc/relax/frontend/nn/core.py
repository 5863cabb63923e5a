"""Modules that hold parameters and other modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from mlcc.diagnostics import MlccError

from .applying import wrap_nested as wrap_nested
from .effects import Effect
from .exporter import Exporter, compiled
from .object import Object as Object
from .spec import ModuleSpec
from .subroutine import SubroutineMixin
from .tensor import Parameter
from .tensor import Tensor as Tensor
from .tensor import get_default_dtype as get_default_dtype
from .tensor import set_default_dtype as set_default_dtype

T = TypeVar("T")


class Module(SubroutineMixin):
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

    def named_effects(self, prefix: str = "") -> Iterator[tuple[str, Effect]]:
        """Parts with a state, with the paths at which they stand; a shared one once."""
        seen: set[int] = set()
        for path, value in walk(self, prefix):
            if isinstance(value, Effect) and id(value) not in seen:
                seen.add(id(value))
                yield path, value

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
            if isinstance(item, (Module, Parameter, Effect)):
                item.to(dtype)
        if dtype is not None and isinstance(getattr(self, "dtype", None), str):
            self.dtype = dtype

    def export_tvm(self, spec: Any, debug: bool = False, allow_extern: bool = False) -> tuple[Any, ...]:
        """The methods that `spec` describes as graph functions, and the parameters that follow their inputs.

        With `debug`, `nn.op.print_` and `nn.op.debug_func` are part of them, and a state goes through each. With
        `allow_extern`, external modules are the third result, for `relax.transform.AttachExternModules`. Raises T138
        for a method or an argument that `spec` and the module do not agree on, or external modules that are not
        allowed.
        """
        module, params, externs = Exporter(debug).build(ModuleSpec.from_raw(spec, self))
        if allow_extern:
            return module, params, externs
        if externs:
            raise MlccError(
                "T138", "the model calls external modules", help="`export_tvm(spec, allow_extern=True)` gives them, "
                "for `relax.transform.AttachExternModules`; `jit` builds with them",
            )  # fmt: skip
        return module, params

    def jit(
        self, spec: Any, device: Any = "cpu", pipeline: Any = None, out_format: str = "torch", debug: bool = False
    ) -> Any:
        """The methods compiled, with the parameters' values bound: ``model["forward"](x)``. `pipeline` is a pass, or
        the name of one of `relax.get_pipeline`, that comes before the build's."""
        return compiled(self, spec, out_format, pipeline=pipeline, debug=debug)


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
    """Paths and values of all parameters, states and modules below a module."""
    for name, value in parts(module):
        path = f"{prefix}.{name}" if prefix else name
        if isinstance(value, (Parameter, Module, Effect)):
            yield path, value
        if isinstance(value, Module):
            yield from walk(value, path)
