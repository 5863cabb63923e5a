"""A module of programs with bound loops as two texts: C for the host, and the kernels for the device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mlcc.analysis import reusable
from mlcc.diagnostics import MlccError
from mlcc.ir import PrimFunc

from .device import Kernels
from .function import emit_function
from .host import COPY, emit_entry, emit_launches, emit_on_host, with_device_copies, without_threads
from .module import c_names


@dataclass(frozen=True)
class Split:
    """`host` are C functions, which use those of `mlcc/runtime/on_device`; `device` is the text of the kernels.

    `names` are the C names of the entries. `on_host` are the programs that a device cannot have, each with the reason.
    """

    host: str
    device: str
    kernels: tuple[str, ...]
    arguments: int
    names: Mapping[str, str]
    on_host: Mapping[str, MlccError]


def emit_split(
    programs: Mapping[str, PrimFunc],
    graphs: Mapping[str, PrimFunc],
    entries: Mapping[str, tuple[bool, ...]],
    kernels: Kernels,
    weights: tuple[str, int],
) -> Split:
    """The texts of lowered programs and of the graph functions that call them; `kernels` gets those for the device.

    A program that a device cannot have runs on the host, its bound loops one after the other. `entries` are the
    exported functions, with what they write of their tensors; `weights` are the name and the bytes of the constants.
    """
    names = c_names({**programs, **graphs})
    symbol, size = weights
    parts = {**names, "weights": symbol, COPY: "mlcc_device_copy"}
    texts, on_host = [], {}
    for name, func in programs.items():
        kernels.begin(name, apart=not reusable(func))
        try:
            texts.append(emit_launches(kernels, parts, func, names[name]))
        except MlccError as error:
            on_host[name] = error
            plain, inner = without_threads(func), f"{names[name]}_on_cpu"
            texts.append(emit_function(kernels.host_library, {**parts, inner: inner}, plain, inner))
            texts.append(emit_on_host(parts, kernels, plain, names[name], inner))
    for name, func in graphs.items():
        texts.append(emit_function(kernels.host_library, parts, with_device_copies(func), names[name]))
    exported = {}
    constants = f"{symbol}, {size}" if size else "NULL, 0"
    functions = {**programs, **graphs}
    for name, written in entries.items():
        exported[name] = f"enter_{names[name]}"
        texts.append(emit_entry(kernels, functions[name], exported[name], names[name], constants, written))
    host = "\n\n".join([kernels.host_library.text(), *texts]) + "\n"
    return Split(host, kernels.text(), tuple(kernels.names), kernels.arguments, exported, on_host)
