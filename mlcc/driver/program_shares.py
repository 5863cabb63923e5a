"""Compiles tensor programs to bitcode in several processes, each with a share of them.

Scheduling and lowering are Python code, which threads cannot run in parallel. A child process has no access to the
build's diagnostics: it skips each program that raises an error or a warning, and the build compiles it itself.

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
from .units import cores, optimize_unit

if TYPE_CHECKING:
    from .options import BuildOptions

#: The minimal number of programs per process: starting one takes as long as compiling about twelve.
_WORTHWHILE = 24


@dataclass(frozen=True, slots=True)
class _Share:
    """The programs of one process."""

    module: IRModule
    options: BuildOptions

    def run(self) -> list[tuple[str, Kernel, bytes]]:
        """(name, interface, bitcode) of each program, except for those that the build must compile itself."""
        cache, options = Cache.default(), self.options
        programs = Programs(self.module, (), options)
        done = []
        for name in self.module.prim_funcs:
            try:
                kernel = programs.kernel(name)
                code = cache.read(kernel.code)
                if code is None:
                    code = optimize_unit(programs.unit(name), options.target, options.opt_level)
                    cache.write(kernel.code, code)
            except Exception:  # the build compiles it again, and reports the error
                continue
            if not programs.is_doubtful(name):
                done.append((name, kernel, code))
        return done


def made_apart(module: IRModule, names: Sequence[str], options: BuildOptions) -> dict[str, tuple[Kernel, bytes]]:
    """The interface and bitcode of those of the programs `names` that child processes compiled.

    Programs that the build must compile itself are missing; the result is empty if there are too few for two processes.
    Raises G105 if LLVM aborts a process.
    """
    workers = min(cores(), len(names) // _WORTHWHILE)
    if workers < 2:
        return {}
    plain = replace(options, schedules=(), params={}, observe=None, on_warning=None)
    shares = [
        _Share(IRModule({name: module[name] for name in names[first::workers]}), plain) for first in range(workers)
    ]
    return {name: (kernel, code) for done in run_apart(shares, options.target) for name, kernel, code in done}
