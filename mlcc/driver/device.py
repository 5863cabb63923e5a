"""Modules for a device: kernels as source text, and the C of the host that launches them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from mlcc.diagnostics import Diagnostic, MlccError, Severity
from mlcc.ir import IRModule

from .ptx import ptx_text
from .scheduling import apply_given

if TYPE_CHECKING:
    from mlcc.codegen.c import Kernels, Split
    from mlcc.runtime import DeviceModule
    from mlcc.target import Target

    from .artefact import Artefact
    from .options import BuildOptions


def build_device(module: IRModule, options: BuildOptions) -> DeviceModule:
    """The kernels of a module's tensor programs, one of each. Raises MlccError G109, and S2xx for given schedules."""
    from mlcc.codegen.c import emit_device
    from mlcc.lowering import lower
    from mlcc.runtime import DeviceModule, Launch

    kernels, launches = _kernels_for(options.target), {}
    for name, func in apply_given(module, options).module.prim_funcs.items():
        lowered = lower(func, options.target)
        kernel = emit_device(lowered, name, kernels)
        launches[name] = Launch(kernel.name, kernel.blocks, kernel.threads, tuple(b.dtype for b in lowered.buffers))
    return DeviceModule(options.target.kind, _device_text(kernels), launches)


def _kernels_for(target: Target) -> Kernels:
    """A module of kernels in the language of a target."""
    from mlcc.codegen.c import PtxKernels, SourceKernels
    from mlcc.runtime import libm_functions, platform_of

    if target.kind == "nvptx":
        return PtxKernels(target, libm_functions(platform_of(target.triple)))
    return SourceKernels(target.kind)


def _device_text(kernels: Kernels) -> str:
    """What a device's driver takes: source text, or the PTX of what LLVM is given."""
    from mlcc.codegen.c import PtxKernels

    return ptx_text(kernels.module) if isinstance(kernels, PtxKernels) else kernels.text()


#: The texts of each artefact, which several of its outputs need.
_SPLITS: WeakKeyDictionary[Artefact, Split] = WeakKeyDictionary()


def split_of(artefact: Artefact) -> Split:
    """The texts of an artefact for host and device, made once."""
    if artefact not in _SPLITS:
        _SPLITS[artefact] = _split(artefact)
    return _SPLITS[artefact]


def _split(artefact: Artefact) -> Split:
    """The texts of an artefact for host and device, with a note of the programs that run on the host."""
    from mlcc.codegen.c import emit_split
    from mlcc.runtime import weights_symbol

    compilation, spec = artefact.compilation, artefact.spec
    programs = {name: compilation.programs.lowered(name) for name in compilation.kernels}
    entries = {f.name: tuple(t.written for t in f.tensors) for f in spec.functions}
    weights = weights_symbol(spec.prefix), spec.weights_bytes
    kernels = _kernels_for(artefact.options.target)
    split = emit_split(programs, compilation.lowered.graphs, entries, kernels, weights)
    split = replace(split, device=_device_text(kernels))
    if split.on_host and artefact.options.on_warning is not None:
        artefact.options.on_warning(_host_note(split.on_host))
    return split


def _host_note(on_host: Mapping[str, MlccError]) -> Diagnostic:
    lines = tuple(f"`{name}`: {error.diagnostics[0].message}" for name, error in on_host.items())
    many = "a program runs" if len(on_host) == 1 else f"{len(on_host)} programs run"
    return Diagnostic(
        "D186", f"{many} on the host, for no kernel can do it", notes=lines, severity=Severity.NOTE,
        help="the results are the same; each call copies its operands between device and host",
    )  # fmt: skip


def host_text(artefact: Artefact, weights: str) -> str:
    """The C file of an artefact whose kernels run on a device; `weights` is the definition of the constants."""
    from mlcc.codegen.c import PRELUDE
    from mlcc.codegen.llvm import error_number
    from mlcc.runtime import write_device_support, write_source

    split, spec = split_of(artefact), artefact.spec
    spec = replace(spec, functions=tuple(replace(f, kernel_symbol=split.names[f.name]) for f in spec.functions))
    messages = {error_number(text): text for text in artefact.compilation.error_messages}
    regions = max((len(f.tensors) for f in spec.functions), default=0)
    support = write_device_support(artefact.options.target.kind, split.device, split.kernels, split.arguments, regions)
    return write_source(spec, PRELUDE, support + split.host, messages, weights)
