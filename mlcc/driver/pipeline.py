"""One compilation, from a module to LLVM: the result of each phase is computed on demand and kept.

Input: a verified module. Output: text of any stage, or an LLVM module ready to be emitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from mlcc import __version__
from mlcc.diagnostics import MlccError, fault_location
from mlcc.ir import GraphFunction, IRModule, PrimFunc, script

from .phases import GRAPH_PHASES, Phase

if TYPE_CHECKING:
    from mlcc.relax import CallSite, WeightBlob
    from mlcc.runtime import DataSection, ExternSpec, ModuleSpec

    from .options import BuildOptions
    from .programs import Kernel, Programs
    from .scheduling import Scheduled
    from .units import Unit


@dataclass(frozen=True)
class Lowered:
    """Graph functions as flat programs, with their calls, their constants, and the exported entries."""

    graphs: Mapping[str, PrimFunc]
    calls: tuple[CallSite, ...]
    weights: WeightBlob
    spec: ModuleSpec


class Compilation:
    """The compilation of one module. Every property is the result of a phase, computed once."""

    def __init__(self, module: IRModule, options: BuildOptions) -> None:
        self.module = module
        self.options = options

    def _seen(self, phase: str, result: Any) -> Any:
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
        module = self.after(GRAPH_PHASES)
        # Programs that are entries are kept even if no graph function calls them.
        kept = {name: func for name, func in self.module.prim_funcs.items() if name in self.entries}
        return module.with_functions({**kept, **module.functions})

    def after(self, phases: Sequence[Phase]) -> IRModule:
        """The module after the first graph phases."""
        module = self.module
        for phase in phases:
            dump = f"before-{phase.name}.relax", partial(script, module)
            with fault_location(f"in the pass {phase.name}", dump):
                module = self._pass(phase.name)(module)
            module = self._seen(phase.name, module)
        return module

    def _pass(self, name: str) -> Callable[[IRModule], IRModule]:
        """The graph pass of a phase with the options of this build."""
        from mlcc.relax import transform

        return transform.PASSES[name].for_target(self.options.target).with_settings(self.options.pass_settings)

    @cached_property
    def programs(self) -> Programs:
        """The tensor programs of the legalised module, compiled on demand unless they are cached."""
        from .programs import Programs

        return Programs(self.legal, self.module.prim_funcs, self.options)

    @cached_property
    def scheduled(self) -> Scheduled:
        """Every tensor program after scheduling for the target."""
        return self.programs.scheduled()

    @cached_property
    def kernels(self) -> dict[str, Kernel]:
        """The interface of each compiled program; that of an entry uses the variables of the module."""
        from .program_shares import made_apart

        missing = self.programs.missing([name for name in self.legal.prim_funcs if name not in self.entries])
        for name, (kernel, code) in made_apart(self.legal, missing, self.options).items():
            self.programs.adopt(name, kernel, code)
        return {name: self.programs.kernel(name, shared_vars=name in self.entries) for name in self.legal.prim_funcs}

    @cached_property
    def lowered(self) -> Lowered:
        """Graph functions as flat programs, the memory plan and the description of the entries."""
        from mlcc.lowering import lower
        from mlcc.relax import WeightBlob, lower_main
        from mlcc.runtime import find_func, platform_of

        from .describe import extern_spec, profile_facts

        target = self.options.target
        platform_of(target.triple)  # raises early for an unsupported system
        if self.options.profile and target.pointer_bits < 64:
            raise MlccError("D181", f"no profile for `{target.triple}`", help="build without --profile")
        stubs = {name: kernel.stub for name, kernel in self.kernels.items()}
        self._seen("schedule", lambda: self.scheduled.module)
        blob = WeightBlob()
        graphs: dict[str, PrimFunc] = {}
        externs: list[ExternSpec] = []
        profiles: dict[str, dict[str, Any]] = {}
        calls: list[CallSite] = []
        slots = 0
        for name, graph in self.legal.graph_funcs.items():
            if name in self.entries:
                first = slots if self.options.profile else None
                with fault_location("in plan-memory", ("before-plan-memory.relax", lambda: script(self.legal))):
                    lowered = lower_main(graph, name, stubs, blob, lambda name: find_func(name) is not None, first)
                if first is not None:
                    profiles[name] = profile_facts(lowered, first, self.legal)
                    slots += len(lowered.sites)
                graphs[name] = lowered.func
                calls += lowered.sites
                externs += [extern_spec(call, lowered.func) for call in lowered.externs]
        if not stubs and not graphs:
            raise MlccError("D171", "the module holds no function that can be compiled")
        flat = {name: lower(func, target) for name, func in graphs.items()}
        self._seen("lower", lambda: IRModule({**{name: self.programs.lowered(name) for name in stubs}, **flat}))
        spec = self._spec(stubs, graphs, blob, externs, profiles)
        return Lowered(flat, tuple(calls), blob, replace(spec, profile_slots=slots))

    def _spec(
        self,
        stubs: Mapping[str, PrimFunc],
        graphs: Mapping[str, PrimFunc],
        blob: WeightBlob,
        externs: Sequence[ExternSpec],
        profiles: Mapping[str, Mapping[str, Any]],
    ) -> ModuleSpec:
        from mlcc.runtime import ModuleSpec

        from .describe import buffer_roles, function_spec
        from .flops import count_flops

        functions = []
        for name, func in self.module.functions.items():
            if name not in self.entries:
                continue
            if name in graphs:
                shape_of = kernel = graphs[name]
            elif isinstance(func, PrimFunc) and name in stubs:
                shape_of, kernel = func, stubs[name]
            else:
                continue
            flops = count_flops(self.legal, name)
            facts: dict[str, Any] = {} if flops is None else {"flops": flops}
            if shape_of.attrs.get("live_bytes"):
                facts["live_bytes"] = shape_of.attrs["live_bytes"]
            if name in profiles:
                facts["profile"] = profiles[name]
            functions.append(function_spec(name, shape_of, kernel, buffer_roles(shape_of), facts))
        target = self.options.target
        return ModuleSpec(
            name=self.options.name,
            functions=tuple(functions),
            triple=target.triple,
            prefix=self.options.prefix,
            weights_bytes=blob.nbytes,
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
            metadata=self._metadata(blob),
        )

    def _metadata(self, blob: WeightBlob) -> dict[str, Any]:
        from .inspection import SCHEDULES, pack_schedules

        facts = {"weights_sha256": blob.digest()} if blob.nbytes else {}
        kept = {name: kernel.schedule for name, kernel in self.kernels.items() if kernel.schedule is not None}
        if kept:
            facts[SCHEDULES] = pack_schedules(kept)
        return facts

    @cached_property
    def _entry_units(self) -> dict[str, Unit]:
        """The flat graph functions as LLVM text, before optimisation."""
        from mlcc.runtime import is_far

        from .programs import unit_of

        far, graphs = is_far(self.lowered.weights.nbytes), self.lowered.graphs
        units = {name: unit_of(name, func, self.options, far_weights=far) for name, func in graphs.items()}
        self._seen("codegen", lambda: [*map(self.programs.unit, self.kernels), *units.values()])
        return units

    def _bitcode(self, names: Iterable[str]) -> dict[str, bytes]:
        """Flat programs as optimised bitcode. Cached programs are not generated as text."""
        from .units import compile_units

        entries = self._entry_units
        bitcode = {name: None if name in entries else self.programs.bitcode(name) for name in names}
        missing = [name for name, code in bitcode.items() if code is None]
        units = [entries[name] if name in entries else self.programs.unit(name) for name in missing]
        compiled = compile_units(units, self.options.target, self.options.opt_level)
        bitcode |= zip(missing, compiled, strict=True)
        self._seen("optimize", None)
        return {name: code for name, code in bitcode.items() if code is not None}

    @property
    def _flat(self) -> list[str]:
        """The names of all flat programs, graph functions last."""
        return [*self.kernels, *self._entry_units]

    @property
    def _core(self) -> list[str]:
        """The names of the exported flat programs, which share a module with the runtime."""
        return [name for name in self._flat if name in self.entries]

    def _error_messages(self) -> list[str]:
        """The messages of all run-time checks in the programs."""
        from mlcc.codegen.llvm import error_messages

        own = [message for func in self.lowered.graphs.values() for message in error_messages(func)]
        return [*(message for kernel in self.kernels.values() for message in kernel.errors), *own]

    def _assembled(
        self,
        form: str,
        bitcode: Sequence[bytes],
        whole: bool = True,
    ) -> bytes:
        """Kernels and runtime as one optimised LLVM module, in one form."""
        from mlcc.codegen.llvm import emit_messages
        from mlcc.runtime import reserved_weights

        from .assembling import Assembly

        target, opt_level = self.options.target, self.options.opt_level
        messages, nbytes = emit_messages(self._error_messages(), target), self.lowered.weights.nbytes
        texts = [] if messages is None else [messages]
        if form == "o" and nbytes and not self._is_elf:
            texts.append(f'target triple = "{target.triple}"\n' + reserved_weights(self.options.prefix, nbytes))
        assembly = Assembly(form, tuple(bitcode), tuple(texts), self.lowered.spec, target, opt_level, whole)
        code = assembly.make()
        self._seen("assemble", None)
        return code

    def _emitted(self, form: str) -> bytes:
        """The complete artefact in one form."""
        return self._assembled(form, list(self._bitcode(self._flat).values()))

    def object_chunks(self) -> Iterator[bytes | memoryview]:
        """The complete artefact as an object file in chunks, so that weights are not copied."""
        from mlcc.runtime import attach_data

        code, data = self.linkable
        if data is None:
            yield code
        else:
            yield from attach_data(code, data)

    @cached_property
    def object_code(self) -> bytes:
        """The complete artefact as an object file."""
        return b"".join(self.object_chunks())

    @cached_property
    def _code(self) -> bytes:
        """The artefact without its weights as an object file; cached."""
        from .cache import Cache

        # An object that reserves space for the weights is too large to be cached.
        kept = self._is_elf or not self.lowered.weights.nbytes
        cache, key = Cache.default(), self._code_key(self._flat) if kept else None
        code = None if key is None else cache.read(key)
        if code is None:
            code = self._emitted("o")
            if key is not None:
                cache.write(key, code)
        return code

    def _code_key(self, names: Sequence[str]) -> str | None:
        """The cache key of an object with the runtime and some of the flat programs."""
        from . import sources
        from .cache import Cache
        from .programs import target_text
        from .units import unit_key

        compiler, options = sources.compiler_digest(), self.options
        if compiler is None:
            return None
        parts = [kernel.code for name, kernel in self.kernels.items() if name in names]
        parts += [unit_key(unit, options.target, options.opt_level) for unit in self._entry_units.values()]
        settings = (target_text(options.target), str(options.opt_level), repr(self.lowered.spec))
        whole = str(len(names) == len(self._flat))
        return Cache.key("object", compiler, whole, *settings, *parts, *self._error_messages())

    @property
    def _weights_section(self) -> DataSection | None:
        from mlcc.runtime import platform_of, weights_section

        blob, platform = self.lowered.weights, platform_of(self.options.target.triple)
        return weights_section(self.options.prefix, blob.nbytes, blob.chunks, platform) if blob.nbytes else None

    @property
    def _is_elf(self) -> bool:
        from mlcc.runtime import platform_of

        return platform_of(self.options.target.triple).object_format == "elf"

    @cached_property
    def linkable(self) -> tuple[bytes, DataSection | None]:
        """The artefact as one object: the code, and the weights to be attached to it."""
        data = self._weights_section
        return self._seen("emit", self._code), data

    @cached_property
    def objects(self) -> tuple[list[bytes], DataSection | None]:
        """The inputs of the linker for a shared library: one object with the entries and the runtime, one per program.

        They are compiled in parallel processes, and reused from earlier builds.
        """
        from .cache import Cache
        from .units import emit_objects, object_key

        if not self._is_elf:
            return [self.object_code], None
        data = self._weights_section
        cache, core_key = Cache.default(), self._code_key(self._core)
        core = None if core_key is None else cache.read(core_key)
        objects = {name: cache.read(object_key(k.code)) for name, k in self.kernels.items() if name not in self._core}
        lacking = [name for name, code in objects.items() if code is None]
        bitcode = self._bitcode(lacking if core is not None else [*lacking, *self._core])
        options = self.options
        compiled = emit_objects([bitcode[name] for name in lacking], options.target, options.opt_level)
        for name, code in zip(lacking, compiled, strict=True):
            objects[name] = code
            cache.write(object_key(self.kernels[name].code), code)
        if core is None:
            core = self._assembled("o", [bitcode[name] for name in self._core], whole=not objects)
            if core_key is not None:
                cache.write(core_key, core)
        self._seen("emit", core)
        return [core, *(code for code in objects.values() if code is not None)], data

    @cached_property
    def assembly(self) -> str:
        """The artefact as assembly text; the weights stay outside (`weights.bin`)."""
        return self._emitted("s").decode()

    @cached_property
    def optimized_text(self) -> str:
        """The artefact as LLVM text after optimisation, without the weights."""
        return self._emitted("ll").decode()

    @cached_property
    def bitcode(self) -> bytes:
        """The artefact as LLVM bitcode after optimisation, without the weights."""
        return self._emitted("bc")


def entry_names(module: IRModule) -> frozenset[str]:
    """The functions that a library exports: `main` and those with a `global_symbol`, without fused groups.

    A module with neither exports all its functions.
    """
    named = {
        name
        for name, func in module.functions.items()
        if isinstance(func, PrimFunc | GraphFunction) and not func.attrs.get("Primitive")
    }
    public = {name for name in named if name == "main" or "global_symbol" in module[name].attrs}  # type: ignore[union-attr]
    return frozenset(public or named)
