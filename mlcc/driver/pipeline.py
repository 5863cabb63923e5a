"""From a module to LLVM: one compilation, each phase's result kept and computed on demand.

Comes in: a verified module. Goes out: text of any stage, or an LLVM module ready to be emitted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mlcc import __version__
from mlcc.diagnostics import MlccError
from mlcc.ir import GraphFunction, IRModule, PrimFunc

from .phases import GRAPH_PHASES

if TYPE_CHECKING:
    from mlcc.relax import WeightBlob
    from mlcc.runtime import ModuleSpec
    from mlcc.target import Target


@dataclass(frozen=True)
class BuildOptions:
    """What a build may be told. `schedule` is a YAML file applied before the library's schedules.

    `observe` is called with each phase's name and result (for dumps and progress).
    """

    target: Target
    name: str = "module"
    prefix: str = "mlcc"
    opt_level: int = 3
    schedule: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    observe: Callable[[str, Any], None] | None = None


@dataclass(frozen=True)
class Lowered:
    """Flat programs by name, the constants that they use, and the entries to export."""

    kernels: IRModule
    weights: WeightBlob
    spec: ModuleSpec


class Compilation:
    """One module on its way down. Every property is a phase's result, computed once."""

    def __init__(self, module: IRModule, options: BuildOptions) -> None:
        self.module = module
        self.options = options

    def _seen(self, phase: str, result: Any) -> Any:
        if self.options.observe is not None:
            self.options.observe(phase, result)
        return result

    @cached_property
    def legal(self) -> IRModule:
        """Graph functions hold only calls of tensor programs; programs given as such are untouched."""
        module = self.module
        if not module.graph_funcs:
            return module
        from mlcc.relax import transform

        for phase in GRAPH_PHASES:
            module = self._seen(phase.name, transform.PASSES[phase.name]()(module))
        return module

    @cached_property
    def scheduled(self) -> IRModule:
        """Every tensor program with the schedule that the target gets."""
        from .scheduling import schedule_module

        return self._seen("schedule", schedule_module(self.legal, self.module, self.options))  # type: ignore[no-any-return]

    @cached_property
    def lowered(self) -> Lowered:
        """Flat programs, the memory plan and the description of the entries."""
        from mlcc.lowering import lower
        from mlcc.relax import WeightBlob, lower_main

        target = self.options.target
        programs = {name: lower(func, target) for name, func in self.scheduled.prim_funcs.items()}
        blob = WeightBlob()
        graphs: dict[str, PrimFunc] = {}
        for name, graph in self.scheduled.graph_funcs.items():
            if is_public(graph):
                graphs[name] = lower_main(graph, name, programs, blob).func
        if not programs and not graphs:
            raise MlccError("D171", "the module holds no function that can be compiled")
        kernels = IRModule({**programs, **{name: lower(func, target) for name, func in graphs.items()}})
        self._seen("lower", kernels)
        return Lowered(kernels, blob, self._spec(programs, graphs, blob))

    def _spec(self, programs: Mapping[str, PrimFunc], graphs: Mapping[str, PrimFunc], blob: WeightBlob) -> ModuleSpec:
        from mlcc.runtime import ModuleSpec

        from .describe import buffer_roles, function_spec

        functions = []
        for name, func in self.module.functions.items():
            if name in graphs:
                shape_of, kernel = graphs[name], graphs[name]
            elif isinstance(func, PrimFunc) and is_public(func):
                shape_of, kernel = func, programs[name]
            else:
                continue
            roles = {buffer.name: role for buffer, role in buffer_roles(shape_of).items()}
            functions.append(function_spec(name, shape_of, kernel, roles, {}))
        target = self.options.target
        return ModuleSpec(
            name=self.options.name,
            functions=tuple(functions),
            triple=target.triple,
            prefix=self.options.prefix,
            weights_bytes=blob.nbytes,
            target={"text": str(target), "triple": target.triple, "mcpu": target.mcpu, **target.facts()},
            versions={"mlcc": __version__},
            metadata={"weights_sha256": blob.digest()} if blob.nbytes else {},
        )

    @cached_property
    def llvm_text(self) -> str:
        """LLVM IR of the kernels alone, before optimisation."""
        from mlcc.codegen.llvm import emit

        lowered = self.lowered
        return self._seen("codegen", emit(lowered.kernels, self.options.target))  # type: ignore[no-any-return]


def is_public(func: PrimFunc | GraphFunction | Any) -> bool:
    """Whether a function is an entry of the library: not a fused group, not marked private."""
    attrs = func.attrs
    return isinstance(func, PrimFunc | GraphFunction) and not attrs.get("Primitive") and not attrs.get("private")


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
