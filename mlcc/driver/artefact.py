"""What the compilations of a module become together: one object, library or text, with the runtime and the weights.

An artefact has one form of the kernels, or one for each of several CPUs, of which it chooses when it is used. Forms
share the runtime, the interface, the workspace and every constant that has the same bytes in their layouts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .forms import merged
from .pipeline import Compilation
from .runtimes import check_bare, check_runtime

if TYPE_CHECKING:
    from mlcc.ir import IRModule
    from mlcc.relax import WeightBlob
    from mlcc.runtime import DataSection, ModuleSpec, SelfTest
    from mlcc.target import Target

    from .options import BuildOptions
    from .units import Unit


class Artefact:
    """The artefact of one or more forms, plainest first. Every property is computed once, on demand.

    `found` are facts about it that were measured, for its metadata.
    """

    def __init__(
        self, forms: Sequence[Compilation], selftest: SelfTest | None = None, found: Mapping[str, Any] | None = None
    ) -> None:
        self.forms, self.selftest, self.found = tuple(forms), selftest, dict(found or {})
        if len(self.forms) > 1 and self.options.profile:
            raise MlccError("D181", "no profile of a library for several CPUs", help="name one CPU with --profile")
        check_runtime(self.options, len(self.forms))

    @classmethod
    def of(cls, module: IRModule, *options: BuildOptions) -> Artefact:
        """The artefact of a module with a form for each of these settings, which differ in what depends on a CPU."""
        from mlcc.relax import WeightBlob

        weights = WeightBlob()
        many = len(options) > 1
        named = [replace(item, form=item.target.mcpu) if many else item for item in options]
        return cls([Compilation(module, item, weights) for item in named])

    @property
    def options(self) -> BuildOptions:
        """The settings that all forms share."""
        return self.forms[0].options

    @property
    def module(self) -> IRModule:
        return self.forms[0].module

    @property
    def compilation(self) -> Compilation:
        """The only form. Raises G107 where there are several, whose programs differ."""
        if len(self.forms) > 1:
            names = ", ".join(form.options.target.mcpu for form in self.forms)
            raise MlccError("G107", f"the programs differ between {names}", help="name one CPU to see its programs")
        return self.forms[0]

    @cached_property
    def spec(self) -> ModuleSpec:
        """The description of the artefact."""
        return replace(self._interface, metadata=self._metadata(), selftest=self.selftest)

    @cached_property
    def _interface(self) -> ModuleSpec:
        """The description without what is measured, or computed from the constants and the code."""
        spec = merged([form.lowered.spec for form in self.forms], [form.options.target for form in self.forms])
        check_bare(spec)
        return replace(spec, weights_bytes=self.weights.nbytes, program=self.options.program)

    @property
    def weights(self) -> WeightBlob:
        """The constants of all forms."""
        return [form.lowered.weights for form in self.forms][-1]

    def _metadata(self) -> dict[str, Any]:
        from .inspection import SCHEDULES, pack_schedules
        from .origin import kept_facts
        from .recipes import CODE_DIGEST, RECIPE

        facts: dict[str, Any] = {"weights_sha256": self.weights.digest()} if self.weights.nbytes else {}
        kept = {}
        for form in self.forms:
            before = f"{form.options.form}/" if form.options.form else ""
            kept.update({before + name: schedule for name, schedule in form.schedules.items()})
        if kept and self.options.target.runtime != "none":  # where memory is scarce
            facts[SCHEDULES] = pack_schedules(kept)
        if self.options.recipe and self.options.target.runtime != "none":
            facts[RECIPE] = dict(self.options.recipe)
            if self.weights.nbytes and self._is_elf and self.options.target.kind == "llvm":
                facts[CODE_DIGEST] = self.code_digest
        return {**facts, **kept_facts(self.module, self.options.recipe), **self.found}

    @property
    def _unproven(self) -> ModuleSpec:
        """The description with a self-test that expects zeros. Objects are made from it, and what it is to expect is
        written into them: the library that finds that out and the one that is kept are assembled once."""
        test = self.selftest
        return self.spec if test is None else replace(self.spec, selftest=test.blank())

    def _proven(self, code: bytes) -> bytes:
        """An object with what its self-test is to expect."""
        from mlcc.runtime import with_expectations

        return code if self.selftest is None else with_expectations(code, self.spec)

    @property
    def _target(self) -> Target:
        """What the runtime is compiled for: it runs before a form is chosen."""
        from mlcc.target import baseline

        target = self.options.target
        return target if len(self.forms) == 1 else baseline(target)

    @cached_property
    def _entry_units(self) -> list[dict[str, Unit]]:
        """By form: the flat graph functions as LLVM text."""
        from mlcc.runtime import is_far

        far = is_far(self.weights.nbytes)
        return [form.entry_units(far_weights=far) for form in self.forms]

    def _bitcode(self, number: int, names: Iterable[str]) -> dict[str, bytes]:
        """Flat programs of a form as optimised bitcode. Cached programs are not generated as text."""
        from .units import compile_units

        form, entries = self.forms[number], self._entry_units[number]
        bitcode = {name: None if name in entries else form.programs.bitcode(name) for name in names}
        missing = [name for name, code in bitcode.items() if code is None]
        units = [entries[name] if name in entries else form.programs.unit(name) for name in missing]
        compiled = compile_units(units, form.options.target, form.options.opt_level)
        bitcode |= zip(missing, compiled, strict=True)
        form.seen("optimize", None)
        return {name: code for name, code in bitcode.items() if code is not None}

    def _flat(self, number: int) -> list[str]:
        """The names of all flat programs of a form, graph functions last."""
        return [*self.forms[number].kernels, *self._entry_units[number]]

    def _core(self, number: int) -> list[str]:
        """The names of the exported flat programs, which share a module with the entries."""
        return [name for name in self._flat(number) if name in self.forms[number].entries]

    @property
    def _numbers(self) -> range:
        return range(len(self.forms))

    def _error_messages(self) -> list[str]:
        """The texts of the error numbers of kernels; the runtime `none` has the numbers only."""
        if self.options.target.runtime == "none":
            return []
        return [message for form in self.forms for message in form.error_messages]

    def _assembled(self, kind: str, bitcode: Sequence[bytes], whole: bool = True, apart: bool = False) -> bytes:
        """Kernels and runtime, without support code that is `apart`, as one optimised LLVM module, as `kind`."""
        from mlcc.codegen.llvm import emit_messages
        from mlcc.runtime import platform_of, reserved_weights

        from .assembling import Assembly

        target, opt_level = self._target, self.options.opt_level
        spec = self._unproven if kind == "o" else self.spec
        messages, nbytes = emit_messages(self._error_messages(), target), self.spec.weights_bytes
        texts = [] if messages is None else [messages]
        if kind == "o" and nbytes and not self._is_elf:
            texts.append(
                f'target triple = "{target.triple}"\n'
                + reserved_weights(self.options.prefix, nbytes, platform_of(target.triple))
            )
        assembly = Assembly(kind, tuple(bitcode), tuple(texts), spec, target, opt_level, whole, apart)
        code = assembly.make()
        self.forms[-1].seen("assemble", None)
        return code

    def _emitted(self, kind: str) -> bytes:
        """The complete artefact as `kind`."""
        programs = (self._bitcode(number, self._flat(number)).values() for number in self._numbers)
        return self._assembled(kind, [code for codes in programs for code in codes])

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
        # An object that reserves space for the weights is too large to be cached.
        kept = self._is_elf or not self.spec.weights_bytes
        return self._proven(_cached(self._code_key(self._flat) if kept else None, lambda: self._emitted("o")))

    @cached_property
    def code_digest(self) -> str:
        """The digest of what the machine code is made of: equal for artefacts that differ in their constants alone."""
        from .units import unit_key

        parts = [repr(replace(self._interface, name="", metadata={}, selftest=None))]
        for number, form in enumerate(self.forms):
            options = form.options
            parts += [kernel.code for kernel in form.kernels.values()]
            units = self._entry_units[number].values()
            parts += [unit_key(unit, options.target, options.opt_level) for unit in units]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _code_key(self, names_of: Callable[[int], Sequence[str]], apart: bool = False) -> str | None:
        """The cache key of an object with the runtime, or without what is `apart`, and some programs of each form."""
        from . import sources
        from .cache import Cache
        from .target_texts import target_text
        from .units import unit_key

        compiler = sources.compiler_digest()
        if compiler is None:
            return None
        parts = [target_text(self._target), str(self.options.opt_level), repr(self._unproven), str(apart)]
        for number, form in enumerate(self.forms):
            names, options = names_of(number), form.options
            parts += [str(len(names) == len(self._flat(number))), target_text(options.target)]
            parts += [kernel.code for name, kernel in form.kernels.items() if name in names]
            units = [unit for name, unit in self._entry_units[number].items() if name in names]
            parts += [unit_key(unit, options.target, options.opt_level) for unit in units]
        return Cache.key("object", compiler, *parts, *self._error_messages())

    @property
    def _weights_section(self) -> DataSection | None:
        from mlcc.runtime import platform_of, weights_section

        nbytes, platform = self.spec.weights_bytes, platform_of(self.options.target.triple)
        return weights_section(self.options.prefix, nbytes, self.weights.chunks, platform) if nbytes else None

    @property
    def _is_elf(self) -> bool:
        from mlcc.runtime import platform_of

        return platform_of(self.options.target.triple).object_format == "elf"

    @cached_property
    def linkable(self) -> tuple[bytes, DataSection | None]:
        """The artefact as one object: the code, and the weights to be attached to it."""
        from mlcc.runtime import join_objects

        data, code = self._weights_section, self.forms[-1].seen("emit", self._code)
        return join_objects([code, *self.parts], self.options.target.triple) if self.parts else code, data

    @cached_property
    def parts(self) -> list[bytes]:
        """Objects with the code of the external parts, and with what programs import."""
        from .parts import imported_objects, objects_of

        target, level = self._target, self.options.opt_level
        imported = imported_objects([form.module for form in self.forms], target, level)
        return [*objects_of([form.legal for form in self.forms], target, level), *imported]

    @cached_property
    def objects(self) -> tuple[list[bytes], DataSection | None]:
        """The inputs of the linker for a shared library: one object with the entries, one per flat program, and one
        with the runtime's support code. Where the latter is not apart, exported programs are in the first one.

        They are compiled in parallel processes, and reused from earlier builds.
        """
        if not self._is_elf:
            return [self.object_code], None
        data, apart = self._weights_section, self._has_support
        core = [[] if apart else self._core(number) for number in self._numbers]
        programs = [code for number in self._numbers for code in self._objects_of(number, core[number])]
        key = self._code_key(core.__getitem__, apart)
        entries = self._proven(_cached(key, lambda: self._entries_object(core, whole=not programs)))
        self.forms[-1].seen("emit", entries)
        return [entries, *programs, *self.parts, *self._support], data

    @property
    def _has_support(self) -> bool:
        """Whether the runtime has support code that is the same for all modules."""
        return self.spec.runtime != "none" and not self.spec.profile_slots

    @property
    def _support(self) -> list[bytes]:
        """The objects with the support code of the runtime, none for a runtime without any, and of decoders that it
        has."""
        from mlcc.runtime import DECODERS

        from .assembling import Support

        names = [self.spec.runtime, *([DECODERS] if self.spec.images else [])] if self._has_support else []
        parts = [Support(name, self._target, self.options.opt_level) for name in names]
        return [_cached(part.key, part.make) for part in parts]

    def _entries_object(self, core: Sequence[Sequence[str]], *, whole: bool) -> bytes:
        """The object with the entries, those parts of the runtime that the module makes its own, and these programs of
        each form."""
        codes = [code for number in self._numbers for code in self._bitcode(number, core[number]).values()]
        return self._assembled("o", codes, whole, self._has_support)

    def kernel_objects(self, number: int) -> list[bytes]:
        """An object for each program of a form that is not an entry."""
        return self._objects_of(number, self._core(number))

    def _objects_of(self, number: int, but: Sequence[str]) -> list[bytes]:
        """An object for each flat program of a form, `but` for some."""
        from .cache import Cache
        from .units import emit_objects, object_key, unit_key

        names = [name for name in sorted(self._flat(number)) if name not in but]
        form, entries, cache = self.forms[number], self._entry_units[number], Cache.default()
        target, opt_level = form.options.target, form.options.opt_level
        keys = {name: object_key(unit_key(entries[name], target, opt_level)) for name in names if name in entries}
        objects = {name: cache.read(keys[name]) if name in keys else form.programs.object_code(name) for name in names}
        lacking = [name for name, code in objects.items() if code is None]
        bitcode = self._bitcode(number, lacking)
        compiled = emit_objects([bitcode[name] for name in lacking], target, opt_level)
        for name, code in zip(lacking, compiled, strict=True):
            objects[name] = code
            cache.write(keys[name] if name in keys else object_key(form.kernels[name].code), code)
        return [code for code in objects.values() if code is not None]

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


def _cached(key: str | None, make: Callable[[], bytes]) -> bytes:
    """What the cache has under a key, or else what `make` gives, which it then has; a key of None is not cached."""
    from .cache import Cache

    cache = Cache.default()
    code = None if key is None else cache.read(key)
    if code is None:
        code = make()
        if key is not None:
            cache.write(key, code)
    return code
