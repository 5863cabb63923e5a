"""Compiles tensor programs in several processes, each with a share of them: to bitcode and, for a library, to objects.

Scheduling and lowering are Python code, which threads cannot run in parallel. The build itself takes one share, since a
further process takes half a second to start. A share has no access to the build's diagnostics: it skips each program
that raises an error or a warning, and the build compiles it again.

How long a program takes differs by a factor of thirty (sizes that only the call gives need many forms of a loop), so
the build compiles the first programs alone and measures them. Example: 100 programs on 4 cores, of which the second
took 0.04 s: 98 * 0.04 s are 3.9 s, enough for 3 processes (see `_WORTHWHILE`). They are shared as programs 2, 5, 8, …;
3, 6, 9, …; and so on, since neighbours are often similar in cost. 40 such programs are compiled by the build alone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from mlcc.ir import IRModule

from .cache import Cache
from .processes import run_apart
from .programs import Kernel, Programs
from .units import object_key, optimize_unit, processes

if TYPE_CHECKING:
    from .options import BuildOptions

#: Seconds of work that a process must have: twice what its start takes.
_WORTHWHILE = 1.0


@dataclass(frozen=True, slots=True)
class Made:
    """A compiled program: its interface, its bitcode, and its object file if that was asked for."""

    kernel: Kernel
    code: bytes
    object_code: bytes | None


@dataclass(frozen=True, slots=True)
class _Share:
    """The programs of one process."""

    module: IRModule
    options: BuildOptions

    def prepare(self) -> None:
        """Load the compiler, and the schedules of the target."""
        from mlcc.schedule import library

        library(self.options.target)
        _load()

    def run(self) -> dict[str, Made]:
        """Each program as it was compiled, except for those that the build must compile itself."""
        from mlcc.codegen.llvm import emit_bitcode

        cache, options = Cache.default(), self.options
        programs = Programs(self.module, (), options)
        done = {}
        for name in self.module.prim_funcs:
            try:
                kernel = programs.kernel(name)
                code = cache.read(kernel.code)
                if code is None:
                    code = optimize_unit(programs.unit(name), options.target, options.opt_level)
                    cache.write(kernel.code, code)
                object_code = cache.read(object_key(kernel.code)) if options.objects else None
                if options.objects and object_code is None:
                    object_code = emit_bitcode(code, options.target, options.opt_level)
                    cache.write(object_key(kernel.code), object_code)
            except Exception:  # the build compiles it again, and reports the error
                continue
            if not programs.is_doubtful(name):
                done[name] = Made(kernel, code, object_code)
        return done


@cache
def _load() -> None:
    """Import what compiling a program imports as it goes."""
    from mlcc.target import Target

    from .options import BuildOptions
    from .small_program import small_program

    os.environ["MLCC_CACHE_DIR"] = ""  # what is in the cache is not compiled; copies have the environment of the build
    _Share(IRModule({"main": small_program()}), BuildOptions(Target.host(), "main", objects=True)).run()


def made_apart(programs: Programs, module: IRModule, names: Sequence[str], options: BuildOptions) -> dict[str, Made]:
    """Those of the programs `names` that were compiled in shares; the first ones, `programs` has compiled then.

    Programs that the build must compile with its diagnostics are missing; the result is empty if there is too little
    work for two processes. Raises G105 if LLVM aborts a process.
    """
    rest, workers = _after_first(programs, names)
    if workers < 2:
        return {}
    plain = replace(options, schedules=(), params={}, observe=None, on_warning=None)
    shares = [
        _Share(IRModule({name: module[name] for name in rest[first::workers]}), plain) for first in range(workers)
    ]
    made: dict[str, Made] = {}
    # For another machine LLVM may abort the process: all shares are children's.
    own = shares.pop() if options.target.is_host else None
    for done in run_apart(shares, options.target, lambda: made.update({} if own is None else own.run())):
        made.update(done)
    return made


def _after_first(programs: Programs, names: Sequence[str]) -> tuple[list[str], int]:
    """Compile the first of `names`: those that are left, and how many processes they are worth."""
    rest = [*names]
    if processes() < 2 or len(rest) < 3:
        return rest, 1
    programs.kernel(rest.pop(0))  # it takes longer, as the compiler is imported
    began = perf_counter()
    while rest:
        programs.kernel(rest.pop(0))
        each = (perf_counter() - began) / (len(names) - len(rest) - 1)
        workers = min(processes(), len(rest), int(each * len(rest) / _WORTHWHILE))
        if workers >= 2:
            return rest, workers
    return [], 1
