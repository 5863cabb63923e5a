"""Verifies a schedule: runs the program before and after it on the same random inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.ir import For, IntImm, IRModule, Node, PrimFunc, Var, as_int, children

from .arrays import random_array
from .compare import difference
from .specialize import Shapes, specialize

if TYPE_CHECKING:
    from mlcc.target import Target

#: The size that a symbolic dimension gets: prime, so that no tile divides it.
_SIZE = 37
#: A program with more iterations is not run: even a vector in each takes minutes.
_MOST_ITERATIONS = float(1 << 36)
#: A scheduled program may have this many times the iterations of the original, for what its steps compute again and
#: for guarded rests; beyond it almost all iterations are guarded off, which takes up to 20 ns for each.
_MOST_TIMES, _SOON_DONE = 64, float(1 << 28)
#: Relative tolerance by dtype. Schedules reorder sums, so the bound grows with what is summed.
RTOL = {"float16": 2e-2, "bfloat16": 5e-2, "float32": 1e-3, "float64": 1e-9}


def verify_schedule(
    before: IRModule, after: IRModule, name: str, target: Target, *, seed: int = 0, shapes: Shapes | None = None
) -> None:
    """Run `name` of both modules and compare every written buffer.

    Raises MlccError D130 when they differ, D131 when they cannot be run on this machine.
    """
    if not target.is_host and target.arch != type(target).host().arch:
        raise MlccError("D131", f"cannot verify: `{target}` is not this machine", help="leave out --target")
    sizes = {**_open_sizes(before.prim_funcs[name]), **(shapes or {})}
    programs = [_concrete(module.prim_funcs[name], sizes, module) for module in (before, after)]
    most = min(_MOST_ITERATIONS, max(_SOON_DONE, _MOST_TIMES * _iterations(programs[0])))
    for func, limit in zip(programs, (_MOST_ITERATIONS, most), strict=True):
        _check_length(func, name, limit)
    results = [_run(func, name, target, seed) for func in programs]
    names = [buffer.name for buffer in before.prim_funcs[name].buffers]
    lines = []
    for label, expected, actual in zip(names, *results, strict=True):
        rtol = RTOL.get(str(expected.dtype), 0.0)
        mismatch = difference(label, expected, actual, rtol=rtol, atol=rtol * _largest(expected))
        if mismatch is not None:
            lines.append(mismatch)
    if lines:
        raise MlccError(
            "D130",
            f"the schedule changes what `{name}` computes",
            notes=lines,
            help="this is a fault in mlcc; please report it with the program and the schedule",
        )


def _largest(array: Any) -> float:
    import numpy as np

    wide = np.abs(array.astype(np.float64))
    finite = wide[np.isfinite(wide)]
    return float(finite.max()) if finite.size else 0.0


def _open_sizes(func: PrimFunc) -> dict[str, tuple[int, ...]]:
    return {var.name: (_SIZE,) for var in func.symbolic_vars()}


def _concrete(func: PrimFunc, sizes: Shapes, module: IRModule) -> PrimFunc:
    """One program with every symbolic dimension a number."""
    dims = {var.name for var in func.symbolic_vars()}
    own = {key: value for key, value in sizes.items() if key in dims}
    alone = IRModule({"f": func})
    return specialize(alone, own).prim_funcs["f"] if own else func


def _run(func: PrimFunc, name: str, target: Target, seed: int) -> list[Any]:
    """The contents of every parameter buffer after one run on random inputs."""
    import numpy as np

    from .artefact import Artefact
    from .emit import load_compiled
    from .options import BuildOptions

    generator = np.random.default_rng(seed)
    arrays: list[Any] = []
    arguments: list[Any] = []
    for param in func.params:
        buffer = func.buffer_map.get(param)
        if buffer is None:
            arguments.append(_scalar(param))
            continue
        shape = [dim.value for dim in buffer.shape if isinstance(dim, IntImm)]
        if len(shape) != len(buffer.shape):
            raise MlccError("D131", f"cannot verify: the shape of `{buffer.name}` is not known", help="give --shape")
        arrays.append(random_array(shape, buffer.dtype, generator))
        arguments.append(arrays[-1])
    public = func.with_attr("global_symbol", name)
    options = BuildOptions(target, name, library_schedules=False)
    library = load_compiled(Artefact.of(IRModule({name: public}), options))
    library[name](*arguments)
    return arrays


def _check_length(func: PrimFunc, name: str, limit: float) -> None:
    """Raises MlccError D131 for a program that would run for minutes: each `split` into halves doubles iterations."""
    count = _iterations(func)
    if count > limit:
        raise MlccError(
            "D131",
            f"cannot verify: the loops of `{name}` have {count:.1e} iterations",
            help="schedule a smaller program, or split by factors that divide the loops",
        )


def _iterations(func: PrimFunc) -> float:
    """The iterations of all loops, added up; a loop of symbolic extent counts as one iteration."""
    total = 0.0
    pending: list[tuple[Node, float]] = [(func.body, 1.0)]
    while pending:
        node, count = pending.pop()
        if isinstance(node, For):
            count *= float(as_int(node.extent) or 1)
            total += count
        pending += [(child, count) for child in children(node)]
    return total


def _scalar(param: Var) -> Any:
    import numpy as np

    return np.asarray(3, dtype=param.dtype)
