"""Compiles tensor programs to LLVM text, each phase on demand.

The interface of a compiled program (:class:`Kernel`) is cached, so that an unchanged program is neither scheduled nor
lowered again. The cache key is a hash of everything that the result depends on: the program with its names, the
target, the options, and the sources of the compiler with its schedules.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError, fault_location
from mlcc.ir import Evaluate, IRModule, PrimFunc, const, from_json, script, structural_hash, to_json
from mlcc.ir.transform import PassContext

from . import sources
from .cache import Cache
from .inspection import kept_schedule
from .listing import Listing, listing, titles
from .parts import external
from .scheduling import AUTO, Applied, Scheduled, apply_given, from_library
from .target_texts import text_for_programs
from .tuned import choice_for
from .units import Unit, object_key, unit_key

if TYPE_CHECKING:
    from .options import BuildOptions


@dataclass(frozen=True, slots=True)
class Kernel:
    """The interface of a compiled program.

    `stub` is the lowered program without its body, `code` the cache key of its bitcode (empty for a target of source
    text). `errors` are the
    messages of its run-time checks, `schedule` is its schedule in the form that a library contains.
    """

    stub: PrimFunc
    code: str
    errors: tuple[str, ...]
    schedule: Mapping[str, str] | None

    def to_json(self) -> str:
        """For the cache. Raises TypeError for attributes that JSON cannot hold."""
        return json.dumps([to_json(self.stub), self.code, self.errors, self.schedule])

    @classmethod
    def from_json(cls, text: bytes) -> Kernel:
        """The inverse of :meth:`to_json`."""
        stub, code, errors, schedule = json.loads(text)
        return cls(from_json(stub), code, tuple(errors), schedule)


class Programs:
    """The tensor programs of a module. The user's schedules are applied immediately, everything else on demand.

    `written` are those that are built as they are written, unless the schedule `auto` is requested, or a record has a
    schedule for them.
    """

    def __init__(self, module: IRModule, written: Collection[str], options: BuildOptions) -> None:
        self._options = options
        self._module = module
        self._given = apply_given(module, options)
        kept = () if AUTO in options.schedules else written
        outside = external(module)
        self._free = {
            name
            for name, func in module.prim_funcs.items()
            if options.library_schedules
            and name not in self._given.applied
            and (name not in kept or choice_for(func, options.tuned) is not None)
            and name not in outside
        }
        self._scheduled: dict[str, tuple[PrimFunc, Applied | None]] = {}
        self._lowered: dict[str, PrimFunc] = {}
        self._units: dict[str, Unit] = {}
        self._kernels: dict[str, Kernel] = {}
        self._bitcode: dict[str, bytes] = {}
        self._objects: dict[str, bytes] = {}
        self._keys: dict[str, str | None] = {}
        self._doubtful: set[str] = set()

    @property
    def names(self) -> list[str]:
        return list(self._given.module.prim_funcs)

    def scheduled(self) -> Scheduled:
        """The module after scheduling, and the schedules that were applied."""
        done = {name: self._schedule(name) for name in self.names}
        module = self._given.module
        for name, (func, _) in done.items():
            module = module if module[name] is func else module.with_function(name, func)
        return Scheduled(module, {name: applied for name, (_, applied) in done.items() if applied is not None})

    def lowered(self, name: str) -> PrimFunc:
        """A program as flat loops."""
        from mlcc.lowering import lower, require_sizes

        if name not in self._lowered:
            func = self._schedule(name)[0]
            if self._options.symbols:
                func = self.listing.programs.get(name, func)
            with self._fault("lower", name, func):
                lowered = lower(func, self._options.target)
                self._lowered[name] = require_sizes(lowered, self._module.prim_funcs.get(name, lowered))
        return self._lowered[name]

    @cached_property
    def listing(self) -> Listing:
        """The text of the programs that come from no file, for debuggers. Those that are exported keep their variables,
        which the module shares."""
        free = {name: self._schedule(name)[0] for name in self.names if name in self._free}
        return listing(free, self._options.symbols)

    @cached_property
    def titles(self) -> dict[str, str]:
        """What debuggers call the programs."""
        return titles(self._module) if self._options.symbols else {}

    def unit(self, name: str) -> Unit:
        """A program as LLVM text."""
        if name not in self._units:
            func = self.lowered(name)
            with self._fault("codegen", name, func):
                self._units[name] = unit_of(name, func, self._options, titles=self.titles)
        return self._units[name]

    def missing(self, names: Collection[str]) -> list[str]:
        """Those of `names` that the library schedules and that are neither compiled in this build nor cached."""
        return [name for name in names if name in self._free and name not in self._kernels and not self._recall(name)]

    def adopt(self, name: str, kernel: Kernel, code: bytes, object_code: bytes | None) -> None:
        """Take over a program that another process compiled to bitcode, and to an object file if there is one."""
        self._kernels[name] = kernel
        self._bitcode[name] = code
        if object_code is not None:
            self._objects[name] = object_code

    def bitcode(self, name: str) -> bytes | None:
        """A compiled program's bitcode if another process compiled it or it is cached, else None."""
        return self._bitcode.get(name) or Cache.default().read(self._kernels[name].code)

    def object_code(self, name: str) -> bytes | None:
        """A compiled program's object file if another process made it or it is cached, else None."""
        return self._objects.get(name) or Cache.default().read(object_key(self._kernels[name].code))

    def is_free(self, name: str) -> bool:
        """Whether a program gets its schedule from the library."""
        return name in self._free

    def is_doubtful(self, name: str) -> bool:
        """Whether a warning was issued for a program."""
        return name in self._doubtful

    def _recall(self, name: str) -> bool:
        """Load the interface of a program from the cache; False if it is not cached."""
        key = self._key(name)
        data = None if key is None else Cache.default().read(key)
        if data is not None:
            self._kernels[name] = Kernel.from_json(data)
        return data is not None

    def kernel(self, name: str, *, shared_vars: bool = False) -> Kernel:
        """The interface of a program, from the cache if possible.

        With `shared_vars`, its shapes consist of the variables that the program has in the module.
        """
        if name not in self._kernels:
            if shared_vars or not self._recall(name):
                self._kernels[name] = self._compiled(name, None if shared_vars else self._key(name))
        return self._kernels[name]

    def _schedule(self, name: str) -> tuple[PrimFunc, Applied | None]:
        if name not in self._scheduled:
            func, applied = self._given.module[name], self._given.applied.get(name)
            assert isinstance(func, PrimFunc)
            if name in self._free:
                with self._fault("schedule", name, func):
                    func, applied = from_library(name, func, self._options, lambda *parts: self._warn(name, *parts))
            self._scheduled[name] = func, applied
        return self._scheduled[name]

    def _fault(self, phase: str, name: str, func: PrimFunc) -> AbstractContextManager[None]:
        dump = f"before-{phase}.tir", lambda: script(IRModule({name: func}))
        return fault_location(f"in {phase} of the program `{name}`", dump)

    def _warn(self, name: str, error: MlccError, note: str) -> None:
        self._doubtful.add(name)  # never cached, so that a later build warns again
        self._options.warn(error, note)

    def _compiled(self, name: str, key: str | None) -> Kernel:
        from mlcc.codegen.llvm import error_messages

        options, func, applied = self._options, self.lowered(name), self._schedule(name)[1]
        machine = options.target.kind == "llvm"
        kernel = Kernel(
            replace(func, body=Evaluate(const(0))),
            unit_key(self.unit(name), options.target, options.opt_level) if machine else "",
            error_messages(func),
            None if applied is None else kept_schedule(name, applied),
        )
        if key is not None and name not in self._doubtful:
            with suppress(TypeError):  # an attribute that JSON cannot represent: not cached
                Cache.default().write(key, kernel.to_json().encode())
        return kernel

    def _key(self, name: str) -> str | None:
        if name not in self._keys:
            self._keys[name] = self._make_key(name)
        return self._keys[name]

    def _make_key(self, name: str) -> str | None:
        compiler, options = sources.compiler_digest(), self._options
        if compiler is None or options.symbols or is_observed():
            return None  # lines and titles depend on what stands around a program
        # The user's schedules are already applied to the program.
        program = structural_hash(self._given.module[name], names=True)
        origin = self._given.applied.get(name)
        user_schedule = "" if origin is None else json.dumps(kept_schedule(name, origin))
        tuned = choice_for(self._module.prim_funcs[name], options.tuned) if name in self._free else None
        settings = (
            str(name in self._free),
            "" if tuned is None else tuned.text(),
            str(options.opt_level),
            options.prefix,
            options.form,
        )
        target = text_for_programs(options.target)
        return Cache.key("kernel", compiler, name, program, user_schedule, *settings, target)


def is_observed() -> bool:
    """Whether a pass context takes part in the lowering of programs: they are lowered here then, and not cached."""
    context = PassContext.active()
    return context is not None and (
        bool(context.instruments or context.disabled_pass) or any(key.startswith("tir.") for key in context.config)
    )


def unit_of(
    name: str,
    func: PrimFunc,
    options: BuildOptions,
    *,
    far_weights: bool = False,
    titles: Mapping[str, str] | None = None,
) -> Unit:
    """A lowered program as LLVM text. The prefix is part of the weights' symbol: several libraries may be linked
    into one binary."""
    from mlcc.codegen.llvm import Titles, emit_module, is_scheduled
    from mlcc.runtime import weights_symbol

    weights = weights_symbol(options.prefix)
    text = emit_module(
        {name: func}, options.target, linkage="hidden", weights=weights, far_weights=far_weights, messages=False,
        form=options.form, titles=Titles(titles or {}) if options.symbols else None,
    )  # fmt: skip
    return Unit(text, is_scheduled(func))
