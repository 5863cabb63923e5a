"""What a self-test passes and expects, as `native/selftest.c` has it: made-up inputs, sums and samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .dtypes import numpy_dtype

#: The most elements of an output that a self-test compares, as in `native/program.h`.
SAMPLES = 64


Array = np.ndarray[Any, Any]


def made_up(shape: Sequence[int], dtype: str, seed: int, span: tuple[int, int]) -> Array:
    """What the self-test passes for parameter `seed`: multiples of 1/128 in [-1, 1), or integers of the span."""
    count = int(np.prod(shape, dtype=np.int64))
    at = np.arange(1, count + 1, dtype=np.uint64)
    z = np.uint64(seed << 32) + at * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    low, limit = span
    made: Array
    if limit:
        made = ((z >> np.uint64(32)) % np.uint64(limit) + np.uint64(low)).astype(dtype)
    else:
        made = ((z >> np.uint64(56)).astype(np.float32) - 128) / 128
        bits = dtype == "bfloat16" and numpy_dtype(dtype) == np.uint16
        made = (made.view(np.uint32) >> 16).astype(np.uint16) if bits else made.astype(numpy_dtype(dtype))
    return made.reshape(shape)


def weights_sum(chunks: Iterable[bytes | memoryview], *, big_endian: bool = False) -> int:
    """The sum by which a self-test knows the weights: each word of 8 bytes, times an odd number of its own."""
    total, first, rest, order = 0, 0, b"", ">" if big_endian else "<"
    with np.errstate(over="ignore"):
        for chunk in chunks:
            data = rest + bytes(chunk) if rest else chunk
            words = np.frombuffer(data, f"{order}u8", len(data) // 8).astype(np.uint64, copy=False)
            factors = np.arange(first, first + len(words), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
            total += int((words * factors).sum(dtype=np.uint64))
            first, rest = first + len(words), bytes(data[len(words) * 8 :])
    return total & 0xFFFFFFFFFFFFFFFF


def words_expected(outputs: int) -> int:
    """How many words :func:`expected_words` gives."""
    return 1 + outputs * (1 + SAMPLES)


def expected_words(weights: int, outputs: Sequence[tuple[Array, float]]) -> tuple[int, ...]:
    """The words of `SelfTest.expected`: the sum of the weights, and of each output the tolerance and samples."""
    words = [weights]
    for array, tolerance in outputs:
        flat = array.reshape(-1)
        count = flat.size
        samples = min(count, SAMPLES)
        at = [count // samples * i + count % samples * i // samples for i in range(samples)]
        values = np.zeros(1 + SAMPLES)
        values[0] = tolerance
        values[1 : 1 + samples] = flat[at].astype(np.float64)
        words += values.view(np.uint64).tolist()
    return tuple(words)
