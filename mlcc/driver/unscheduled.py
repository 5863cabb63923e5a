"""Finds the programs that no schedule of the library matches, and their share of a model's work.

They are correct but slow: a build reports them at its end, so that they need not be found by profiling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import PurePath
from typing import TYPE_CHECKING

from mlcc.analysis import simplify
from mlcc.diagnostics import Diagnostic, Severity
from mlcc.ir import Expr, For, IRModule, PrimFunc, Var, as_int, const, dtype, free_vars, substitute, walk

from .inspection import has_no_steps

if TYPE_CHECKING:
    from mlcc.target import Target

    from .pipeline import Compilation

#: What is taken for a size that is known only at run time, as the schedules of the library do.
USUAL_SIZE = 128
#: The least share of the work, and the least number of operations, that are worth a word: less takes microseconds.
_LEAST_SHARE = 0.01
_LEAST_WORK = 100_000
#: As many programs are named.
_MOST = 8
#: Bytes that are moved in about the time of an operation.
_BYTES_PER_OPERATION = 4


@dataclass(frozen=True, slots=True)
class Unscheduled:
    """One program, and its `share` of the operations and of the numbers moved, from 0 to 1, with each size that is
    known only at run time taken as :data:`USUAL_SIZE`.

    `nodes` are the places in the model that its calls come from. `fallback` is the file that was applied instead, or
    nothing where the program was compiled as it stands; `reasons` say why the files for its operator do not match.
    """

    program: str
    share: float
    nodes: tuple[str, ...]
    fallback: str
    reasons: tuple[str, ...]


def find_unscheduled(compilation: Compilation) -> tuple[Unscheduled, ...]:
    """The programs of a compiled module that no schedule is meant for, the largest share first.

    Programs that the user wrote are left out: they are built as written. So are those of operators that write their
    own vector loops, such as recurrences: a schedule has nothing to add.
    """
    applied = {
        name: kernel.schedule["from"] if kernel.schedule is not None else ""
        for name, kernel in compilation.kernels.items()
        if compilation.programs.is_free(name) and not _has_vector_loops(compilation.legal.prim_funcs.get(name))
    }
    if not applied:
        return ()
    from mlcc.schedule import fallbacks  # which loads all of schedules

    last = fallbacks(set(applied.values()), compilation.options.target)
    idle = {n for n, kernel in compilation.kernels.items() if kernel.schedule and has_no_steps(kernel.schedule)}
    unscheduled = {name: origin for name, origin in applied.items() if not origin or origin in last or name in idle}
    if not unscheduled:
        return ()
    work, nodes = _work(compilation)
    total = sum(work.values()) or 1.0
    options = compilation.options
    rows = []
    for name, origin in unscheduled.items():
        share = work.get(name, 0.0) / total
        if share >= _LEAST_SHARE and work[name] >= _LEAST_WORK:
            reasons = _reasons(compilation.legal, name, options.target)
            if name in idle and origin not in last:
                reasons = (f"{origin} matches and finds nothing to do", *reasons)
            rows.append(Unscheduled(name, share, nodes.get(name, ()), origin, reasons))
    return tuple(sorted(rows, key=lambda row: (-row.share, row.program)))


def _has_vector_loops(func: PrimFunc | None) -> bool:
    return func is not None and any(isinstance(n, For) and n.kind == "vectorized" for n in walk(func.body))


def tell_unscheduled(compilation: Compilation) -> None:
    """Say which programs no schedule is meant for, where anybody listens and the module was compiled."""
    listener = compilation.options.on_warning
    if listener is not None and "lowered" in vars(compilation):
        note = unscheduled_note(compilation)
        if note is not None:
            listener(note)


def unscheduled_note(compilation: Compilation) -> Diagnostic | None:
    """What a build says at its end of :func:`find_unscheduled`; nothing where every program has its schedule."""
    rows = find_unscheduled(compilation)
    if not rows:
        return None
    guessed = any(func.symbolic_vars() for func in compilation.legal.prim_funcs.values())
    notes = [_line(row) for row in rows[:_MOST]]
    if len(rows) > _MOST:
        notes.append(f"and {len(rows) - _MOST} more, {_percent(sum(row.share for row in rows[_MOST:]))}")
    if guessed:
        notes.append(f"the shares take {USUAL_SIZE} for each size that is known only at run time")
    which = "a program has no schedule that is meant for it"
    if len(rows) > 1:
        which = f"{len(rows)} programs have no schedule that is meant for them"
    return Diagnostic(
        "D182",
        f"{which}: {_percent(sum(row.share for row in rows))} of the work",
        notes=tuple(notes),
        help="give one with `-s` (`--dump-phases DIR` writes the programs); `mlcc bench --profile` shows their time",
        severity=Severity.NOTE,
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.1 else f"{100 * share:.1f} %"


def _line(row: Unscheduled) -> str:
    from .node_names import shortened

    where = f" ({shortened(row.nodes)})" if row.nodes else ""
    how = f"has only {row.fallback}" if row.fallback else "is compiled as it stands"
    why = "".join(f"; {reason}" for reason in row.reasons)
    return f"`{row.program}`{where}: {_percent(row.share)}, {how}{why}"


def _reasons(module: IRModule, name: str, target: Target) -> tuple[str, ...]:
    from mlcc.schedule import misfits

    func = module.prim_funcs[name]
    return tuple(f"{PurePath(script.path).name}: {reason}" for script, reason in misfits(func, target))


def _work(compilation: Compilation) -> tuple[dict[str, float], dict[str, tuple[str, ...]]]:
    """By program: the operations of all its calls, numbers moved among them, and the nodes that the calls are from."""
    legal = compilation.legal
    work: dict[str, float] = {}
    nodes: dict[str, tuple[str, ...]] = {}
    for site in compilation.lowered.calls:
        amount = _usual(site.weights + site.activations) / _BYTES_PER_OPERATION
        kernel = compilation.kernels.get(site.kernel)
        if kernel is not None:
            # It may come from the cache, with variables of its own in the same order.
            pairs = zip(_numbers(legal.prim_funcs[site.kernel]), _numbers(kernel.stub), strict=True)
            amount += _flops(legal, site.kernel, {own: site.sizes[var] for own, var in pairs if var in site.sizes})
        work[site.kernel] = work.get(site.kernel, 0.0) + amount
        nodes[site.kernel] = tuple(dict.fromkeys((*nodes.get(site.kernel, ()), *site.nodes)))
    for name in compilation.entries:  # those that are called from outside
        func = legal.prim_funcs.get(name)
        if func is not None:
            moved = sum(dtype.nbytes(buffer.dtype) * prod(map(_usual, buffer.shape)) for buffer in func.buffers)
            work[name] = moved / _BYTES_PER_OPERATION + _flops(legal, name, {})
    return work, nodes


def _numbers(func: PrimFunc) -> tuple[Var, ...]:
    """The parameters and the symbolic dimensions of a program."""
    return *func.params, *func.symbolic_vars()


def _flops(module: IRModule, name: str, sizes: Mapping[Var, Expr]) -> int:
    from .flops import program_flops

    flops = program_flops(module, name)
    return 0 if flops is None else _usual(substitute(flops, sizes))


def _usual(size: Expr) -> int:
    """A size where every number in it that is not known is :data:`USUAL_SIZE`."""
    values = {var: const(USUAL_SIZE, var.dtype) for var in free_vars(size)}
    number = as_int(simplify(substitute(size, values)))
    return 0 if number is None else number
