"""Library functions by name: TVM's `register_func`, and their registration with an artefact."""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np

from mlcc.diagnostics import MlccError, choices_help
from mlcc.registered import REGISTERED

from . import array_functions, debug_calls, paged_cache  # noqa: F401  # they register functions
from .dtypes import numpy_dtype
from .ndarray import NDArray
from .spec import ModuleSpec


def register_func(name: str, function: Callable[..., Any] | None = None, override: bool = False) -> Any:
    """Provides the library function `name`: it gets its inputs and outputs as arrays.

    As a decorator `@register_func("env.linear")`, or with the function as second argument. R342
    when the name is taken, unless `override`. It counts for libraries loaded afterwards.
    """

    def add(provider: Callable[..., Any]) -> Callable[..., Any]:
        if name in REGISTERED and not override:
            raise MlccError(
                "R342",
                f"the external function `{name}` is registered already",
                help="`override=True` replaces it",
            )
        REGISTERED[name] = provider
        return provider

    return add if function is None else add(function)


def find_func(name: str) -> Callable[..., Any] | None:
    """The provider registered under this name, or None."""
    return REGISTERED.get(name)


def get_global_func(name: str, allow_missing: bool = False) -> Callable[..., Any] | None:
    """The function registered under this name. R344 when there is none, or None with `allow_missing`."""
    function = find_func(name)
    if function is None and not allow_missing:
        hint = choices_help(name, REGISTERED, "functions") if REGISTERED else "`register_func` registers one"
        raise MlccError("R344", f"no function `{name}` is registered", help=hint)
    return function


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


_KINDS = {0: "int{}", 1: "uint{}", 2: "float{}", 4: "bfloat{}", 6: "bool"}


def _as_array(tensor: _DLTensor) -> NDArray:
    """A view of the memory of a tensor that an artefact passes."""
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    dtype = numpy_dtype(_KINDS[tensor.code].format(tensor.bits))
    size = dtype.itemsize
    for extent in shape:
        size *= extent
    block = (ctypes.c_uint8 * size).from_address((tensor.data or 0) + tensor.byte_offset)
    flat = np.ctypeslib.as_array(block)
    return cast(NDArray, flat.view(dtype).reshape(shape).view(NDArray))


_PROVIDER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(ctypes.POINTER(_DLTensor)), ctypes.c_int32)


# What is put into a library's table stays there, and a library stays loaded: keep every callback.
_KEPT: list[Any] = []
# A provider runs in the thread that called the library, and so its exception belongs to that thread.
_RAISED = threading.local()


def _wrap(provider: Callable[..., Any]) -> Any:
    """The function as a C function pointer; an exception is stored for the caller."""

    def run(args: Any, count: int) -> int:
        try:
            provider(*(_as_array(args[i].contents) for i in range(count)))
        except Exception as error:  # exceptions of user code are raised again in the caller
            _RAISED.error = error
            return 1
        return 0

    pointer = _PROVIDER(run)
    _KEPT.append(pointer)
    return pointer


def take_exception() -> Exception | None:
    """The exception that the last provider raised in this thread, or None; clears it."""
    raised: Exception | None = getattr(_RAISED, "error", None)
    _RAISED.error = None
    return raised


def attach_providers(spec: ModuleSpec, foreign: Callable[..., Any]) -> None:
    """Give a library every registered function that it calls, and take the others away.

    `foreign` gives a function of the library by its symbol, result type and argument types.
    """
    if not spec.externs:
        return
    attach = foreign(f"{spec.prefix}_bind", ctypes.c_int32, [ctypes.c_char_p, _PROVIDER])
    for name in spec.extern_names:
        provider = find_func(name)
        attach(name.encode(), _PROVIDER() if provider is None else _wrap(provider))


class Symbols(Protocol):
    """Loaded code, whose symbols can be looked up."""

    def address(self, symbol: str) -> int: ...


def provider_symbol(name: str) -> str:
    """The symbol of a library function in a provider: `env_linear` for `env.linear`."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


def bind_provider(spec: ModuleSpec, code: Symbols, where: str, foreign: Callable[..., Any]) -> tuple[str, ...]:
    """Give a library the functions that it calls and `code` (the shared library `where`) has; returns their names.

    `foreign` is as for :func:`attach_providers`. R345 when there is none.
    """
    found = {name: address for name in spec.extern_names if (address := code.address(provider_symbol(name)))}
    if not found:
        called = ", ".join(f"`{name}`" for name in spec.extern_names)
        raise MlccError(
            "R345",
            f"{where} provides none of the functions that are called" if called else "no function is called by name",
            notes=[f"called are {called}"] if called else [],
            help=f"it must export `{provider_symbol(spec.extern_names[0])}`" if called else "--provider is not needed",
        )
    attach = foreign(f"{spec.prefix}_bind", ctypes.c_int32, [ctypes.c_char_p, ctypes.c_void_p])
    for name, address in found.items():
        attach(name.encode(), address)
    _KEPT.append(code)
    return tuple(found)
