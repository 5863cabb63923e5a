"""One compilation, from a module to flat programs: the result of each phase is computed on demand and kept.

Input: a verified module. Output: programs of any stage, and the description of what an artefact is made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from mlcc import __version__
from mlcc.analysis.scheduled import is_scheduled
from mlcc.diagnostics import MlccError, fault_location
from mlcc.ir import GlobalVar, GraphFunction, IRModule, PrimFunc, script, walk
from mlcc.ir.transform import PassContext
from mlcc.target import DEVICE_KINDS

from .origin import is_final, origin_of
from .phases import Phase, graph_phases

if TYPE_CHECKING:
    from mlcc.relax import CallSite, LoweredGraph, WeightBlob
    from mlcc.relax.transform import Pass
    from mlcc.runtime import ExternSpec, ModuleSpec

    from .options import BuildOptions
    from .programs import Kernel, Programs
    from .scheduling import Scheduled
    from .units import Unit


@dataclass(frozen=True)
class Lowered:
    """Graph functions as flat programs, with their calls, their constants, and the exported entries.

    `graph_plans` are the graph functions as lowered, with the plans of their memory. `weights_bytes` are those
    of constants that no compilation before this had put into `weights`.
    """

    graphs: Mapping[str, PrimFunc]
    calls: tuple[CallSite, ...]
    weights: WeightBlob
    weights_bytes: int
    spec: ModuleSpec
    graph_plans: Mapping[str, LoweredGraph] = field(default_factory=dict)


class Compilation:
    """The compilation of one module for one target. Every property is the result of a phase, computed once.

    Constants go into `weights`, which the compilations of one artefact share.
    """

    def __init__(self, module: IRModule, options: BuildOptions, weights: WeightBlob | None = None) -> None:
        self.module = module
        self.options = options
        self._weights = weights

    def with_programs(self, options: BuildOptions) -> Compilation:
        """The compilation with other schedules of its programs, or with a profile: its graph phases are not run again.

        `options` are those of this compilation but for that.
        """
        other = Compilation(self.module, options)
        other.legal = self.legal
        return other

    def seen(self, phase: str, result: Any) -> Any:
        """Tell the observer of a phase; returns its result."""
        if self.options.observe is not None:
            self.options.observe(phase, result)
        return result

    @cached_property
    def entries(self) -> frozenset[str]:
        """The names of the functions that the library exports."""
        return entry_names(self.module)

    @cached_property
    def legal(self) -> IRModule:
        """The module after the graph phases: graph functions only call tensor programs; given programs stay."""
        if not self.module.graph_funcs:
            return self.module
        phases = graph_phases(on_device=self.options.target.kind in DEVICE_KINDS)
        final = is_final(self.module)  # what passes still find to do would be another library
        module = self.after([phase for phase in phases if phase.needed or not final])
        # Programs that are entries are kept even if no graph function calls them.
        kept = {name: func for name, func in self.module.prim_funcs.items() if name in self.entries}
        return module.with_functions({**kept, **module.functions})

    def after(self, phases: Sequence[Phase]) -> IRModule:
        """The module after the first graph phases."""
        module = self.module
        for phase in phases:
            dump = f"before-{phase.name}.relax", partial(script, module)
            with fault_location(f"in the pass {phase.name}", dump):
                module = self._run(self._pass(phase.name), phase, module)
            module = self.seen(phase.name, module)
        return module

    def _pass(self, name: str) -> Pass:
        """The graph pass of a phase with the options of this build."""
        from mlcc.relax import transform

        settings = self.options.pass_settings
        context = PassContext.active()
        if context is not None and (depth := context.config.get("relax.FuseOps.max_depth")) is not None:
            settings["max_depth"] = depth
        return transform.pass_of(name).for_target(self.options.target).with_settings(settings)

    @staticmethod
    def _run(item: Pass, phase: Phase, module: IRModule) -> IRModule:
        """The module after a pass, unless the context leaves it out."""
        context = PassContext.active()
        if context is None:
            return item(module)
        if not context.permits(item.info, needed=phase.needed):
            return module
        return context.run(item, item.info, module, item, needed=phase.needed)

    @cached_property
    def programs(self) -> Programs:
        """The tensor programs of the legalised module, compiled on demand unless they are cached."""
        from .programs import Programs

        return Programs(self.legal, written_programs(self.module), self.options)

    @cached_property
    def scheduled(self) -> Scheduled:
        """Every tensor program after scheduling for the target."""
        return self.programs.scheduled()

    @cached_property
    def kernels(self) -> dict[str, Kernel]:
        """The interface of each compiled program; that of an entry uses the variables of the module."""
        from .program_shares import made_apart
        from .programs import is_observed

        machine = self.options.target.kind == "llvm"
        own = [name for name in self.legal.prim_funcs if name not in self.entries and machine]
        alone = is_observed() or self.options.symbols  # symbols: a text of all programs is made here
        missing = [] if alone else self.programs.missing(own)
        for name, made in made_apart(self.programs, self.legal, missing, self.options).items():
            self.programs.adopt(name, made.kernel, made.code, made.object_code)
        return {name: self.programs.kernel(name, shared_vars=name in self.entries) for name in self.legal.prim_funcs}

    @cached_property
    def lowered(self) -> Lowered:
        """Graph functions as flat programs, the memory plan and the description of the entries."""
        from mlcc.lowering import lower
        from mlcc.relax import Keep, WeightBlob, lower_main
        from mlcc.runtime import find_func, platform_of

        from .describe import extern_spec, profile_facts, program_profile

        target = self.options.target
        platform_of(target.triple)  # raises early for an unsupported system
        if self.options.profile and target.pointer_bits < 64:
            raise MlccError("D181", f"no profile for `{target.triple}`", help="build without --profile")
        stubs = {name: kernel.stub for name, kernel in self.kernels.items()}
        self.seen("schedule", lambda: self.scheduled.module)
        blob = WeightBlob() if self._weights is None else self._weights
        before = blob.nbytes
        graphs: dict[str, PrimFunc] = {}
        externs: list[ExternSpec] = []
        profiles: dict[str, dict[str, Any]] = {}
        calls: list[CallSite] = []
        plans: dict[str, LoweredGraph] = {}
        slots = areas = 0

        def provided(name: str) -> bool:
            return self.options.allow_extern or find_func(name) is not None

        for name, graph in self.legal.graph_funcs.items():
            if name in self.entries:
                first = slots if self.options.profile else None
                with fault_location("in plan-memory", ("before-plan-memory.relax", lambda: script(self.legal))):
                    keep = Keep(self.legal.prim_funcs, areas) if target.keeps_values else None
                    lowered = lower_main(graph, name, stubs, blob, provided, first, keep)
                areas += lowered.keeps
                if first is not None:
                    profiles[name] = profile_facts(lowered, first, self.legal)
                    slots += len(lowered.sites)
                graphs[name], plans[name] = lowered.func, lowered
                calls += lowered.sites
                externs += [extern_spec(call, lowered.func, self.options.form) for call in lowered.externs]
        if self.options.profile:
            for name in stubs.keys() & self.entries:
                profiles[name] = program_profile(name, slots, self.legal)
                slots += 1
        if not stubs and not graphs:
            raise MlccError("D171", "the module holds no function that can be compiled")
        flat = {name: lower(func, target) for name, func in graphs.items()}
        self.seen("lower", lambda: IRModule({**{name: self.programs.lowered(name) for name in stubs}, **flat}))
        spec = self._spec(stubs, graphs, externs, profiles)
        spec = replace(spec, profile_slots=slots, kept_areas=areas)
        return Lowered(flat, tuple(calls), blob, blob.nbytes - before, spec, plans)

    def _spec(
        self,
        stubs: Mapping[str, PrimFunc],
        graphs: Mapping[str, PrimFunc],
        externs: Sequence[ExternSpec],
        profiles: Mapping[str, Mapping[str, Any]],
    ) -> ModuleSpec:
        from mlcc.runtime import ModuleSpec

        from .describe import buffer_roles, function_spec
        from .flops import count_flops
        from .parts import decodes_images, libraries_of

        functions, origin = [], origin_of(self.module).get("flops", {})
        for name, func in self.module.functions.items():
            if name not in self.entries:
                continue
            if name in graphs:
                shape_of = kernel = graphs[name]
            elif isinstance(func, PrimFunc) and name in stubs:
                shape_of, kernel = func, stubs[name]
            else:
                continue
            flops = origin.get(name) or count_flops(self.legal, name)
            facts: dict[str, Any] = {} if flops is None else {"flops": flops}
            if shape_of.attrs.get("live_bytes"):
                facts["live_bytes"] = shape_of.attrs["live_bytes"]
            if name in profiles:
                facts["profile"] = profiles[name]
            functions.append(function_spec(name, shape_of, kernel, buffer_roles(shape_of), facts, self.options.form))
        target = self.options.target
        return ModuleSpec(
            name=self.options.name,
            functions=tuple(functions),
            triple=target.triple,
            prefix=self.options.prefix,
            externs=tuple(externs),
            target={
                "text": str(target),
                "triple": target.triple,
                "mcpu": target.mcpu,
                "features": sorted(target.features),
                **target.machine_facts(),
                **({"costs": dict(target.given_costs)} if target.given_costs else {}),
            },
            versions={"mlcc": __version__},
            libraries=libraries_of(self.legal),
            images=decodes_images(self.legal),
            runtime=target.runtime,
        )

    @cached_property
    def schedules(self) -> dict[str, Mapping[str, str]]:
        """The schedule of each program that has one, in the form that a library contains."""
        return {name: kernel.schedule for name, kernel in self.kernels.items() if kernel.schedule is not None}

    def entry_units(self, *, far_weights: bool) -> dict[str, Unit]:
        """The flat graph functions as LLVM text, before optimisation."""
        from .programs import unit_of

        graphs, titles = self.lowered.graphs, self.programs.titles
        units = {
            name: unit_of(name, func, self.options, far_weights=far_weights, titles=titles)
            for name, func in graphs.items()
        }
        self.seen("codegen", lambda: [*map(self.programs.unit, self.kernels), *units.values()])
        return units

    @cached_property
    def error_messages(self) -> list[str]:
        """The messages of all run-time checks in the programs."""
        from mlcc.codegen.llvm import error_messages

        own = [message for func in self.lowered.graphs.values() for message in error_messages(func)]
        return [*(message for kernel in self.kernels.values() for message in kernel.errors), *own]


def entry_names(module: IRModule) -> frozenset[str]:
    """The functions that a library exports: `main` and those with a `global_symbol`, without fused groups.

    A tensor program that a graph function calls is a part of that function, and is exported beside it only with the
    attribute `export`. A module with nothing to export by these rules exports all its functions.
    """
    called = {v.name for func in module.graph_funcs.values() for v in walk(func) if isinstance(v, GlobalVar)}
    parts = {name for name, func in module.prim_funcs.items() if name in called and not func.attrs.get("export")}
    named = {
        name
        for name, func in module.functions.items()
        if isinstance(func, PrimFunc | GraphFunction) and not func.attrs.get("Primitive")
    }
    public = {name for name in named if name == "main" or "global_symbol" in module[name].attrs}  # type: ignore[union-attr]
    return frozenset(public - parts or public or named)


def written_programs(module: IRModule) -> list[str]:
    """The programs of a module that get no schedule of the library by themselves: they are built as written.

    These are all programs where there is no graph function or a library had them, and else those that the user
    scheduled.
    """
    as_written = not module.graph_funcs or is_final(module)
    return [name for name, func in module.prim_funcs.items() if as_written or is_scheduled(func)]
