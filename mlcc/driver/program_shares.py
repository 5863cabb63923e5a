"""Compiles tensor programs in several processes, each with a share of them: to bitcode and, for a library, to objects.

Scheduling and lowering are Python code, which threads cannot run in parallel. The build itself takes one share, since a
further process takes half a second to start. A share has no access to the build's diagnostics: it skips each program
that raises an error or a warning, and the build compiles it again.

Example: 100 programs on 4 cores are shared as programs 0, 4, 8, …; 1, 5, 9, …; and so on, since neighbours are often
similar in cost. With 40 programs there are too few for two processes (see `_WORTHWHILE`), and the build compiles all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mlcc.ir import IRModule

from .cache import Cache
from .processes import run_apart
from .programs import Kernel, Programs
from .units import cores, object_key, optimize_unit

if TYPE_CHECKING:
    from .options import BuildOptions

#: The minimal number of programs per process: starting one takes as long as compiling about twelve.
_WORTHWHILE = 24


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


def made_apart(module: IRModule, names: Sequence[str], options: BuildOptions) -> dict[str, Made]:
    """Those of the programs `names` that were compiled in shares.

    Programs that the build must compile with its diagnostics are missing; the result is empty if there are too few for
    two processes. Raises G105 if LLVM aborts a process.
    """
    workers = min(cores(), len(names) // _WORTHWHILE)
    if workers < 2:
        return {}
    plain = replace(options, schedules=(), params={}, observe=None, on_warning=None)
    shares = [
        _Share(IRModule({name: module[name] for name in names[first::workers]}), plain) for first in range(workers)
    ]
    made: dict[str, Made] = {}
    # For another machine LLVM may abort the process: all shares are children's.
    own = shares.pop() if options.target.is_host else None
    for done in run_apart(shares, options.target, lambda: made.update({} if own is None else own.run())):
        made.update(done)
    return made
