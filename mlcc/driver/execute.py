"""Running and timing compiled libraries from files, as `run` and `bench` do, and models, which are built first.

Nothing here imports llvmlite, onnx or lark: a shared library needs NumPy alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .arrays import read_arrays, write_arrays
from .call_inputs import Shapes, gather_inputs
from .compare import differences
from .files import read_bytes
from .measure import CONFIDENCE, Comparison, Measurement, compare, human_time, measure_in_turns
from .model_cache import built, is_model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mlcc.rpc import RemoteSession
    from mlcc.runtime import Function, Library

    Array = NDArray[Any]

#: The device of libraries for CUDA whose kernels run on this CPU (see `mlcc.runtime.use_cuda_on_cpu`).
ON_CPU = "cuda-on-cpu"


def open_library(
    name: str,
    threads: int | None = None,
    device: RemoteSession | None = None,
    providers: Sequence[str] = (),
    shapes: Shapes | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Library:
    """Load a library from a file, or from stdin for `-`, here or on a device, and bind what it calls to `providers`.

    A model is built for this machine and for `shapes` (see `model_cache`), of which `say` hears.
    Raises MlccError R321 to R325, R345, R356 to R358, D104 for a model on a device, and what building raises.
    """
    if not is_model(name):
        library = _loaded(name, threads, device)
    elif device is None:
        library = built(name, shapes or {}, threads, say=say)
    else:
        raise MlccError(
            "D104", f"`{name}` is not compiled for the device yet",
            help="build it for the device's processor first: `mlcc build --target`",
        )  # fmt: skip
    for provider in providers:
        library.provide(provider)
    return library


def _loaded(name: str, threads: int | None, device: RemoteSession | None) -> Library:
    if device is not None:
        stored = "stdin.so" if name == "-" else os.path.basename(name)
        device.upload(read_bytes(name), stored)
        library = device.load_module(stored)
        if threads is not None:
            library.set_num_threads(threads)
        return library
    from mlcc.runtime import load

    return load(read_bytes(name) if name == "-" else name, num_threads=threads)


def open_session(device: str | None) -> RemoteSession | None:
    """The session that `--device` names, None for this machine. Raises MlccError R351 to R356, R360, R384."""
    if device is None:
        return None
    if device == ON_CPU:
        _use_cuda_on_cpu()
        return None
    from mlcc.rpc import open_device

    return open_device(device)


def _use_cuda_on_cpu() -> None:
    """What stands in for CUDA's driver, compiled once per machine where there is a cache."""
    from mlcc.runtime import cuda_on_cpu_digest, use_cuda_on_cpu

    from .cache import Cache

    folder = Cache.default().folder
    use_cuda_on_cpu(None if folder is None else folder / f"cuda-on-cpu-{cuda_on_cpu_digest()}")


def choose(library: Library, name: str | None) -> Function:
    """The function called `name`, else the default one. Raises MlccError R313."""
    if name is None and library.spec.default is None:
        raise MlccError(
            "R313", "there are several functions, and none is called `main`",
            help="choose one: " + ", ".join(f"`--func {name}`" for name in library.functions),
        )  # fmt: skip
    return library.main if name is None else library[name]


def run_selftest(name: str, threads: int | None, providers: Sequence[str], echo: Callable[[str], None]) -> None:
    """`mlcc run --selftest`: what the self-test of a library says. Raises R394 if it fails, R395 without one."""
    echo(f"{name}: passed; {open_library(name, threads, None, providers).selftest()}")


def run_library(
    name: str,
    items: Sequence[str],
    *,
    output: str | None,
    func: str | None,
    check: str | None,
    rtol: float,
    atol: float,
    threads: int | None,
    seed: int | None,
    shapes: Shapes,
    echo: Callable[[str], None],
    device: str | None = None,
    providers: Sequence[str] = (),
    say: Callable[[str], None] = lambda text: None,
) -> None:
    """`mlcc run`: call once, then compare (`check`), write (`output`) or print the outputs. A model is built first."""
    function = choose(open_library(name, threads, open_session(device), providers, shapes, say), func)
    inputs = gather_inputs(function.spec, items, seed, _open_shapes(name, shapes))
    bound = function.bind(inputs)
    bound()
    outputs = {
        param.name: array for param, array in zip(function.spec.inputs, bound.inputs, strict=True) if param.written
    }
    outputs.update(zip((param.name for param in function.spec.outputs), bound.results(), strict=False))
    if check is not None:
        _check_outputs(check, outputs, rtol, atol)
    if output is not None:
        write_arrays(output, outputs)
    elif check is None:
        for line in printed(outputs):
            echo(line)


def _open_shapes(name: str, shapes: Shapes | None) -> Shapes:
    """The shapes that a library leaves open: a model was built for the given ones."""
    return {} if shapes is None or is_model(name) else shapes


def _check_outputs(path: str, outputs: Mapping[str, Array], rtol: float, atol: float) -> None:
    expected: dict[str, Array] = {}
    order = iter(outputs)
    for name, array in read_arrays(path).items():
        expected[name if name is not None else next(order)] = array
    # Arrays with numpy.savez's default names (arr_0, …) are matched by position.
    if expected and all(name.startswith("arr_") for name in expected) and len(expected) == len(outputs):
        expected = dict(zip(outputs, expected.values(), strict=True))
    lines = differences(expected, outputs, rtol=rtol, atol=atol)
    if lines:
        raise MlccError(
            "D165",
            "the outputs are not the expected ones",
            notes=lines,
            help=f"they were compared with rtol {rtol:g} and atol {atol:g}",
        )


def printed(outputs: Mapping[str, Array]) -> list[str]:
    """Each output as readable text: name, type, shape, then the values (long arrays are abridged)."""
    import numpy as np

    lines = []
    for name, array in outputs.items():
        kind = "string" if array.dtype.kind == "O" else array.dtype.name
        lines.append(f"{name}: {kind} {list(array.shape)}")
        lines.append(np.array2string(array, threshold=64, edgeitems=3, precision=6, suppress_small=False))
    return lines


@dataclass(frozen=True, slots=True)
class BenchResult:
    """One row of `mlcc bench`; `against` compares it with the first row."""

    library: str
    function: str
    measurement: Measurement
    threads: int
    flops: float | None
    against: Comparison | None = None

    @property
    def gflops(self) -> float | None:
        """Billions of operations per second, from the median."""
        return None if self.flops is None else self.flops / self.measurement.median / 1e9

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        m = self.measurement
        rate = "" if self.gflops is None else f"{self.gflops:.1f}"
        times = (human_time(m.median), human_time(m.spread), human_time(m.best))
        return (self.library, *times, rate, str(self.threads), f"{len(m.samples)}x{m.calls}")

    def as_data(self) -> dict[str, Any]:
        """The row for JSON."""
        data = {"library": self.library, "function": self.function, "threads": self.threads}
        data = {**data, **self.measurement.as_data(), "flops": self.flops, "gflops": self.gflops}
        return data if self.against is None else {**data, "against_first": self.against.as_data()}

    def slower(self, allowed: float) -> bool:
        """Whether the median exceeds that of the first library by more than a fraction, beyond the noise."""
        comparison = self.against
        if comparison is None or comparison.low is None:
            return False
        return comparison.ratio > 1.0 + allowed and comparison.low > 1.0

    def verdict(self, first: str) -> str:
        """The comparison in words, with the name of the `first` library."""
        comparison = self.against
        assert comparison is not None
        text = f"{self.library}: {comparison.ratio:.3f} times the time of {first}"
        if comparison.low is None or comparison.high is None:
            return f"{text}; too few samples to tell it from noise"
        text += f" ({CONFIDENCE:.0%} interval: {comparison.low:.3f} to {comparison.high:.3f})"
        if not comparison.differs:
            return f"{text}: no difference beyond the noise"
        return f"{text}: {'faster' if comparison.ratio < 1 else 'slower'}, beyond the noise"


def bench_libraries(
    names: Sequence[str],
    items: Sequence[str],
    *,
    func: str | None = None,
    threads: int | None = None,
    repeats: int = 20,
    warmup: float = 0.2,
    flops: float | None = None,
    shapes: Shapes | None = None,
    device: str | None = None,
    providers: Sequence[str] = (),
    say: Callable[[str], None] = lambda text: None,
) -> list[BenchResult]:
    """`mlcc bench`: libraries measured alternately, on the given inputs or on the same random ones.

    All but the first are compared with the first. Models are built first.
    """
    session = open_session(device)
    functions = [choose(open_library(name, threads, session, providers, shapes, say), func) for name in names]
    calls = [
        function.bind(gather_inputs(function.spec, items, 0, _open_shapes(name, shapes)))
        for name, function in zip(names, functions, strict=True)
    ]
    say("measure")
    measured = measure_in_turns(calls, warmup=warmup, repeats=repeats)
    results: list[BenchResult] = []
    for name, function, result in zip(names, functions, measured, strict=True):
        stated = function.spec.metadata.get("flops") if flops is None else flops
        work = float(stated) if isinstance(stated, int | float) else None
        against = compare(measured[0], result) if results else None
        cores = default_threads() if session is None else int(session.info()["cores"])
        results.append(BenchResult(name, function.name, result, threads or cores, work, against))
    return results


def default_threads() -> int:
    """The default number of threads of a library: the environment variable, else the CPU affinity mask."""
    setting = os.environ.get("MLCC_NUM_THREADS", "")
    if setting.isdecimal() and len(setting) < 10 and int(setting) > 0:
        return int(setting)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
