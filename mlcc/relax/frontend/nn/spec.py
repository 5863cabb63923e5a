"""What the arguments of a module's methods are: `nn.spec.Tensor((1, "n"), "float32")`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError, choices_help

#: What a specification may say of a method besides its arguments, and the values it may take.
_MODES = {"param_mode": ("plain", "packed", "none"), "effect_mode": ("none", "plain", "packed")}


@dataclass(frozen=True)
class Int:
    """An integer that is given as a symbolic size."""


@dataclass(frozen=True)
class Tensor:
    """A tensor; strings in the shape name symbolic sizes."""

    shape: Sequence[int | str]
    dtype: str


@dataclass(frozen=True)
class Object:
    """An object, such as `nn.llm.kv_cache.PagedKVCache`."""

    object_type: Any


@dataclass(frozen=True)
class Tuple:
    """Several arguments as one."""

    name: str
    elements: Sequence[Any]


@dataclass(frozen=True)
class MethodSpec:
    """A method, its arguments in order, and how parameters and states come in: plain, packed in a tuple, or not at
    all."""

    method: Any
    arg_names: Sequence[str]
    arg_specs: Sequence[Any]
    param_mode: str = "plain"
    effect_mode: str = "plain"

    @staticmethod
    def from_raw(raw: Any, name: str, method: Any) -> MethodSpec:
        """From a dictionary by argument; `"$": {"param_mode": "packed"}` in it is about the method. Raises T138."""
        if isinstance(raw, MethodSpec):
            return raw
        given = dict(raw)
        modes = dict(given.pop("$", {}))
        for key, value in modes.items():
            if value not in _MODES.get(key, ()):
                raise MlccError("T138", f'`{name}`: no mode "{key}": "{value}"',
                                help=choices_help(value, _MODES.get(key, tuple(_MODES)), "modes"))  # fmt: skip
        wanted = _parameters(method)
        missing = [p.name for p in wanted if p.name not in given and p.default is p.empty]
        unknown = [key for key in given if key not in {p.name for p in wanted}]
        if missing or unknown:
            said = f"leaves out `{missing[0]}`" if missing else f"names `{unknown[0]}`, which is no argument"
            raise MlccError("T138", f"the specification of `{name}` {said}",
                            help=f"its arguments are {', '.join(p.name for p in wanted)}")  # fmt: skip
        names = [p.name for p in wanted if p.name in given]
        return MethodSpec(
            method, names, [_argument(given[n]) for n in names], modes.get("param_mode", "plain"),
            modes.get("effect_mode", "plain"),
        )  # fmt: skip

    @staticmethod
    def from_torch(args: Sequence[Any], method: Any) -> MethodSpec:
        """What `args`, tensors of torch or arrays, numbers and tuples, are as arguments of a method. Raises T138."""
        names = [parameter.name for parameter in _parameters(method)]
        if len(args) > len(names):
            raise MlccError("T138", f"{len(args)} arguments for a method of {len(names)}")
        return MethodSpec(method, names[: len(args)], [_like(arg) for arg in args])


def _parameters(method: Any) -> list[inspect.Parameter]:
    """The arguments of a method that a specification can name."""
    found = inspect.signature(method).parameters.values()
    return [p for p in found if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _like(arg: Any) -> Any:
    """What an argument is that has a value."""
    if isinstance(arg, int):
        return Int()
    if isinstance(arg, (list, tuple)):
        return Tuple("tuple", [_like(item) for item in arg])
    if not hasattr(arg, "shape") or not hasattr(arg, "dtype"):
        raise MlccError("T138", f"an argument is a `{type(arg).__name__}`", help="it is a tensor, an int or a tuple")
    return Tensor(tuple(map(int, arg.shape)), str(arg.dtype).rpartition(".")[2])


@dataclass(frozen=True)
class ModuleSpec:
    """The methods of a module that are exported, by name."""

    module: Any
    method_names: Sequence[str]
    method_specs: Sequence[MethodSpec]

    @staticmethod
    def from_raw(raw: Any, module: Any) -> ModuleSpec:
        """From a dictionary of methods. Raises T138 for a method that the module does not have."""
        if isinstance(raw, ModuleSpec):
            return raw
        for name in raw:
            if not callable(getattr(module, name, None)):
                methods = [n for n, value in vars(type(module)).items() if callable(value) and not n.startswith("_")]
                raise MlccError("T138", f"`{type(module).__name__}` has no method `{name}`",
                                help=choices_help(name, methods, "methods"))  # fmt: skip
        specs = [MethodSpec.from_raw(value, name, getattr(module, name)) for name, value in raw.items()]
        return ModuleSpec(module, list(raw), specs)


def _argument(raw: Any) -> Any:
    if raw is int:
        return Int()
    if isinstance(raw, (list, tuple)):
        return Tuple("tuple", [_argument(item) for item in raw])
    if isinstance(raw, Mapping) or not isinstance(raw, (Int, Object, Tensor, Tuple)):
        raise MlccError("T138", f"an argument is described by `{raw!r}`",
                        help="use `nn.spec.Tensor(shape, dtype)`, `int`, or a tuple of them")  # fmt: skip
    return raw
