"""Measures the peak rates of a machine, with kernels that this compiler builds from text.

`fma` has as many independent accumulators as registers hold; `read` and `write` traverse the same bytes repeatedly,
each thread its own. `join` and `same` differ by the fork and join of a parallel loop.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .measure import Measurement, measure
from .roofline import Bandwidth, Limits

if TYPE_CHECKING:
    from mlcc.runtime import Library
    from mlcc.target import Target

_FMA = """
    @T.prim_func
    def fma_{dtype}(rounds: T.int64,
                    X: T.Buffer(({lanes},), "{dtype}"),
                    Y: T.Buffer(({threads}, {sums}, {lanes}), "{dtype}")):
        T.func_attr({{"global_symbol": "fma_{dtype}", "tir.is_scheduled": True}})
        for t in T.parallel({threads}):
            with T.block("thread"):
                vt = T.axis.spatial({threads}, t)
                acc = T.alloc_buffer(({sums}, {lanes}), "{dtype}", scope="local")
                for s in T.unroll({sums}):
                    for v in T.vectorized({lanes}):
                        acc[s, v] = Y[vt, s, v]
                for i in range(rounds):
                    for s in T.unroll({sums}):
                        for v in T.vectorized({lanes}):
                            acc[s, v] = acc[s, v] * X[v] + X[v]
                for s in T.unroll({sums}):
                    for v in T.vectorized({lanes}):
                        Y[vt, s, v] = acc[s, v]
"""
#: The same for products of pairs of bfloat16, which :func:`pair_rate` compares.
_PAIRS = """
    @T.prim_func
    def pairs(rounds: T.int64, X: T.Buffer(({lanes},), "int32"), Y: T.Buffer((1, {sums}, {lanes}), "float32")):
        T.func_attr({{"global_symbol": "pairs", "tir.is_scheduled": True}})
        acc = T.alloc_buffer(({sums}, {lanes}), "float32", scope="local")
        for s in T.unroll({sums}):
            for v in T.vectorized({lanes}):
                acc[s, v] = Y[0, s, v]
        for i in range(rounds):
            for s in T.unroll({sums}):
                for v in T.vectorized({lanes}):
                    acc[s, v] = T.dot_bf16(X[v], X[v], acc[s, v])
        for s in T.unroll({sums}):
            for v in T.vectorized({lanes}):
                Y[0, s, v] = acc[s, v]
"""
_MEMORY = """
    @T.prim_func
    def read(rounds: T.int64, a: T.handle, Y: T.Buffer(({threads}, 8, {lanes}), "float32")):
        T.func_attr({{"global_symbol": "read", "tir.is_scheduled": True}})
        n = T.int64()
        A = T.match_buffer(a, ({threads}, n, 8, {lanes}), "float32")
        for t in T.parallel({threads}):
            with T.block("thread"):
                vt = T.axis.spatial({threads}, t)
                acc = T.alloc_buffer((8, {lanes}), "float32", scope="local")
                for s in T.unroll(8):
                    for v in T.vectorized({lanes}):
                        acc[s, v] = Y[vt, s, v]
                for _, i in T.grid(rounds, n):
                    for s in T.unroll(8):
                        for v in T.vectorized({lanes}):
                            acc[s, v] = acc[s, v] + A[vt, i, s, v]
                for s in T.unroll(8):
                    for v in T.vectorized({lanes}):
                        Y[vt, s, v] = acc[s, v]

    @T.prim_func
    def write(rounds: T.int64, X: T.Buffer(({lanes},), "float32"), a: T.handle):
        T.func_attr({{"global_symbol": "write", "tir.is_scheduled": True}})
        n = T.int64()
        A = T.match_buffer(a, ({threads}, n, 8, {lanes}), "float32")
        for t in T.parallel({threads}):
            with T.block("thread"):
                vt = T.axis.spatial({threads}, t)
                for _, i in T.grid(rounds, n):
                    for s in T.unroll(8):
                        for v in T.vectorized({lanes}):
                            A[vt, i, s, v] = X[v]
"""
_JOIN = """
    @T.prim_func
    def join(Y: T.Buffer(({threads}, 16), "float32")):
        T.func_attr({{"global_symbol": "join", "tir.is_scheduled": True}})
        for t in T.parallel({threads}):
            with T.block("thread"):
                vt = T.axis.spatial({threads}, t)
                Y[vt, 0] = Y[vt, 0] + T.float32(1)

    @T.prim_func
    def same(Y: T.Buffer(({threads}, 16), "float32")):
        T.func_attr({{"global_symbol": "same", "tir.is_scheduled": True}})
        for t in range({threads}):
            with T.block("thread"):
                vt = T.axis.spatial({threads}, t)
                Y[vt, 0] = Y[vt, 0] + T.float32(1)
"""
_DTYPES = ("float32", "float64")
#: FMAs of each accumulator in one call, and bytes that one call reads or writes.
_ROUNDS, _TRAFFIC = 5000, 1 << 22
#: The working-set sizes in bytes, from L1 to DRAM.
_SMALLEST, _LARGEST, _STEP = 1 << 14, 1 << 28, 4


def kernel_text(target: Target, threads: int) -> str:
    """The text of the measuring kernels for a number of threads, with vectors of one register."""
    sums = _sums(target)
    parts = [
        _FMA.format(dtype=dtype, threads=threads, sums=sums, lanes=target.vector_lanes(dtype)) for dtype in _DTYPES
    ]
    memory = _MEMORY.format(threads=threads, lanes=target.vector_lanes("float32"))
    return "@I.ir_module\nclass Probe:" + "".join(parts) + memory + _JOIN.format(threads=threads)


def fork_join_seconds(threads: int) -> float:
    """The overhead in seconds of a parallel loop with one tiny iteration per thread; 0 for one thread."""
    import numpy as np

    if threads == 1:
        return 0.0
    library = _probe(threads)
    counts = np.zeros((threads, 16), np.float32)
    joined, same = (_timed(library[name].bind([counts]), 200).median for name in ("join", "same"))
    return max(joined - same, 0.0)


def _probe(threads: int) -> Library:
    """The measuring kernels, built for this machine."""
    from mlcc.script import parse_module
    from mlcc.target import Target

    from .building import build

    target = Target.host()
    library = build(parse_module(kernel_text(target, threads)), target)
    library.set_num_threads(threads)
    return library


def pair_rate() -> float:
    """Products of bfloat16 by the instruction that adds those of pairs, in the time of one of float32 by FMA; 0 where
    this machine has no such instruction."""
    import numpy as np

    from mlcc.script import parse_module
    from mlcc.target import Target

    from .building import build

    target = Target.host()
    if not target.costs.pair_rate:
        return 0.0
    lanes, sums = target.vector_lanes("float32"), _sums(target)
    texts = (_FMA.format(dtype="float32", threads=1, sums=sums, lanes=lanes), _PAIRS.format(sums=sums, lanes=lanes))
    library = build(parse_module("@I.ir_module\nclass Probe:" + "".join(texts)), target)
    start = np.arange(sums * lanes, dtype=np.float32).reshape(1, sums, lanes)
    operands = {"fma_float32": np.full(lanes, 0.5, np.float32), "pairs": np.full(lanes, 0x3E803E80, np.int32)}  # 0.25
    times = {name: _timed(library[name].bind([_ROUNDS, x, start]), 200).best for name, x in operands.items()}
    return 2 * times["fma_float32"] / times["pairs"]


def _sums(target: Target) -> int:
    """Independent accumulators that registers hold."""
    return min(24, target.vector_registers - 4)  # one register holds the factor


def measure_limits(threads: int) -> Limits:
    """Build the kernels for this machine and time them; takes about two seconds.

    Raises MlccError when they cannot be built or loaded.
    """
    from mlcc.target import Target

    target, library = Target.host(), _probe(threads)
    flops, noise = {}, []
    for dtype in _DTYPES:
        rate, steady = _arithmetic(library, dtype, threads, target)
        flops[dtype] = rate
        noise.append(not steady)
    bandwidths = _bandwidths(library, threads, target)
    return Limits(threads, flops, bandwidths, not any(noise))


def _timed(call: Callable[[], Any], repeats: int) -> Measurement:
    """Many short samples: the fastest one is undisturbed even if the machine is not idle."""
    return measure(call, warmup=0.01, repeats=repeats, sample_time=0.0005)


def _arithmetic(library: Library, dtype: str, threads: int, target: Target) -> tuple[float, bool]:
    """Operations per second, and whether the median sample is close to the best."""
    import numpy as np

    lanes, sums = target.vector_lanes(dtype), _sums(target)
    # Distinct initial values: otherwise the compiler would merge equal accumulators.
    sums_now = np.arange(threads * sums * lanes, dtype=dtype).reshape(threads, sums, lanes)
    factor = np.full(lanes, 0.5, dtype)
    taken = _timed(library[f"fma_{dtype}"].bind([_ROUNDS, factor, sums_now]), 200)
    return 2 * _ROUNDS * sums_now.size / taken.best, taken.median < 1.2 * taken.best


def _bandwidths(library: Library, threads: int, target: Target) -> tuple[Bandwidth, ...]:
    import numpy as np

    from mlcc.runtime import nd

    lanes = target.vector_lanes("float32")
    largest = min(_LARGEST, max(_SMALLEST, _free_memory() // 4))
    whole = nd.empty((largest // 4,), "float32").view(np.ndarray)
    whole[:] = 1.0
    factor, sums = np.ones(lanes, np.float32), np.zeros((threads, 8, lanes), np.float32)
    rows, nbytes = [], _SMALLEST
    while nbytes <= largest:
        count = max(1, nbytes // (threads * 8 * lanes * 4))
        part = whole[: count * threads * 8 * lanes].reshape(threads, count, 8, lanes)
        rounds = max(1, _TRAFFIC // part.nbytes)
        samples = 50 if nbytes <= _TRAFFIC else 8
        reading = _timed(library["read"].bind([rounds, part, sums]), samples)
        writing = _timed(library["write"].bind([rounds, factor, part]), samples)
        traffic = rounds * part.nbytes
        rows.append(Bandwidth(part.nbytes, traffic / reading.best, traffic / writing.best))
        nbytes *= _STEP
    return tuple(rows)


def _free_memory() -> int:
    """Available memory in bytes; 256 MiB if the system does not report it."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 28
