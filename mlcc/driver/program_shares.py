"""Tensor programs taken all the way to bitcode by several processes, each with a share of them.

Scheduling and lowering are Python, so that threads would take turns. What a process cannot do without the whole build,
such as to warn or to refuse a program with all that is known of it, it leaves: the build then does that program itself.
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

#: Programs that a process must have to be worth its start, which takes as long as a dozen of them.
_WORTHWHILE = 24


@dataclass(frozen=True, slots=True)
class _Share:
    """The programs of one process."""

    module: IRModule
    options: BuildOptions

    def run(self) -> list[tuple[str, Kernel, bytes]]:
        """Each program's name, what callers know of it, and its bitcode, but for those that want the whole build."""
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
            except Exception:  # the build meets it again, and says what it says
                continue
            if not programs.is_doubtful(name):
                done.append((name, kernel, code))
        return done


def made_apart(module: IRModule, names: Sequence[str], options: BuildOptions) -> dict[str, tuple[Kernel, bytes]]:
    """Programs of `module` that have no schedule yet, with their bitcode; nothing where there are too few for a second
    process. Programs that must be done by the build itself are missing from the result.

    Raises G105 where LLVM ends a process.
    """
    workers = min(cores(), len(names) // _WORTHWHILE)
    if workers < 2:
        return {}
    plain = replace(options, schedules=(), params={}, observe=None, on_warning=None)
    shares = [
        _Share(IRModule({name: module[name] for name in names[first::workers]}), plain) for first in range(workers)
    ]
    return {name: (kernel, code) for done in run_apart(shares, options.target) for name, kernel, code in done}
