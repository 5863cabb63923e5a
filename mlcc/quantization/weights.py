"""Weights as integers: per tensor, per channel, or in blocks along one axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .grids import LIMITS, Array

#: Shares of the largest magnitude that the search of the least squared error tries.
_SHARES = np.linspace(1.0, 0.5, 26)
#: Elements that the search works on at a time: its temporary arrays stay in the cache.
_CHUNK = 1 << 18


@dataclass(frozen=True)
class QuantizedWeight:
    """Integers with one scale (and zero point, if not symmetric) per index of `axis`, per block of `block` elements
    along it, or for the whole tensor (`axis` None).

    `data` holds one integer per element, int4 and uint4 as int8 and uint8. `scale` is float32 and has no dimension,
    one, or with blocks the rank of `data`, as DequantizeLinear takes them.
    """

    data: Array
    scale: Array
    zero: Array | None
    dtype: str
    axis: int | None = None
    block: int = 0

    def value(self) -> Array:
        """The dequantised weight, float32."""
        numbers = self.data.astype(np.float32)
        if self.zero is not None:
            numbers = numbers - self._spread(self.zero.astype(np.float32))
        result: Array = numbers * self._spread(self.scale)
        return result

    def _spread(self, numbers: Array) -> Array:
        if self.axis is None:
            return numbers
        if self.block:
            whole = np.repeat(numbers, self.block, axis=self.axis)
            return whole[tuple(slice(size) for size in self.data.shape)]
        return numbers.reshape([-1 if d == self.axis else 1 for d in range(self.data.ndim)])


def per_channel(
    weight: Array, axis: int | None, *, method: str = "minmax", limit: int = 127, least: Array | float = 0.0
) -> QuantizedWeight:
    """`weight` as int8 in [-limit, limit], symmetric, with a scale per index of `axis` (None: one).

    `method` is `minmax` or `mse`. `least` bounds the scales from below, which a bias may ask for.
    """
    rows = weight.reshape(1, -1) if axis is None else np.moveaxis(weight, axis, 0).reshape(weight.shape[axis], -1)
    largest = np.abs(rows).max(1, initial=0).astype(np.float64)
    # A channel of zeros takes the others' scale: its bias shares it.
    largest[largest == 0] = max(largest.max(initial=0), 1e-30)
    if method == "mse":
        largest = largest * _best_shares(rows, largest, limit)
    scale = np.maximum(np.maximum(largest / limit, least), np.finfo(np.float32).tiny).astype(np.float32)
    shape = [-1 if d == axis else 1 for d in range(weight.ndim)]
    along = scale.reshape(shape) if axis is not None else scale[0]
    data = np.clip(np.rint(weight / along), -limit, limit).astype(np.int8)
    return QuantizedWeight(data, scale if axis is not None else scale.reshape(()), None, "int8", axis)


def _best_shares(rows: Array, largest: Array, limit: int) -> Array:
    """For each row, the share of the largest magnitude whose grid has the least squared error."""
    best, shares = np.full(len(rows), np.inf), np.ones(len(rows))
    for share in _SHARES:
        scale = (largest * share / limit)[:, None]
        error = ((np.clip(np.rint(rows / scale), -limit, limit) * scale - rows) ** 2).sum(1)
        better = error < best
        best[better], shares[better] = error[better], share
    return shares


def blocked(weight: Array, axis: int, block: int, dtype: str, *, method: str = "mse") -> QuantizedWeight:
    """`weight` as `dtype` with a scale per `block` elements along `axis`; the last block may be shorter.

    Signed types are symmetric (zero point 0); unsigned ones have a zero point per block.
    """
    size, first, last = weight.shape[axis], *LIMITS[dtype]
    rows = np.moveaxis(weight, axis, -1)
    count = -(-size // block)
    padding = [(0, 0)] * (rows.ndim - 1) + [(0, count * block - size)]
    # Every grid has 0 without error: padding changes neither a range nor an error.
    blocks = np.pad(rows, padding).reshape(*rows.shape[:-1], count, block)
    flat = blocks.reshape(-1, block)
    data = np.empty(flat.shape, np.int8 if first < 0 else np.uint8)
    scale, zero = np.empty((len(flat), 1), np.float32), np.empty((len(flat), 1), np.float32)
    step = max(1, _CHUNK // block)
    for start in range(0, len(flat), step):
        part = slice(start, start + step)
        scale[part], zero[part] = _block_grids(flat[part], first, last, method)
        data[part] = np.clip(np.rint(flat[part] / scale[part]) + zero[part], first, last)
    whole = data.reshape(*rows.shape[:-1], count * block)[..., :size]
    parts = (whole, scale.reshape(blocks.shape[:-1]), zero.reshape(blocks.shape[:-1]))
    numbers, scales, zeros = (np.ascontiguousarray(np.moveaxis(part, -1, axis)) for part in parts)
    return QuantizedWeight(numbers, scales, None if first < 0 else zeros.astype(np.uint8), dtype, axis, block)


def _block_grids(blocks: Array, first: int, last: int, method: str) -> tuple[Array, Array]:
    """Scales and zero points of blocks (the last axis): float32, with a last axis of one."""
    low = np.minimum(blocks.min(-1, keepdims=True), np.float32(0))
    high = np.maximum(blocks.max(-1, keepdims=True), np.float32(0))
    shares = (_SHARES if method == "mse" else _SHARES[:1]).astype(np.float32)
    best = np.full(low.shape, np.inf, np.float32)
    chosen_scale, chosen_zero = np.ones(low.shape, np.float32), np.zeros(low.shape, np.float32)
    for share in shares:
        if first < 0:
            scale = np.maximum(-low, high) * share / last
            zero = np.zeros(low.shape, np.float32)
        else:
            scale = (high - low) * share / (last - first)
            zero = np.clip(np.rint(-low * share / np.where(scale > 0, scale, 1)), first, last)
        scale = np.where(scale > np.finfo(np.float32).tiny, scale, 1).astype(np.float32)
        rounded = (np.clip(np.rint(blocks / scale) + zero, first, last) - zero) * scale
        error = ((rounded - blocks) ** 2).sum(-1, keepdims=True)
        better = error < best
        best = np.where(better, error, best)
        chosen_scale, chosen_zero = np.where(better, scale, chosen_scale), np.where(better, zero, chosen_zero)
    return chosen_scale, chosen_zero


def packed_nibbles(data: Array) -> bytes:
    """4-bit integers two to a byte, the first in the low half, as ONNX stores them."""
    flat = data.reshape(-1).astype(np.int8).view(np.uint8) & 15
    if flat.size % 2:
        flat = np.append(flat, np.uint8(0))
    return (flat[0::2] | flat[1::2] << 4).astype(np.uint8).tobytes()


def matmul_nbits(weight: QuantizedWeight, bits: int) -> tuple[Array, Array, Array | None]:
    """A blocked (K, N) weight as MatMulNBits takes it: B (N, blocks, bytes), scales (N * blocks), zero points or None.

    Storage is unsigned: signed integers are shifted by half of the range, which is the operator's default zero point.
    """
    k, n = weight.data.shape
    count = -(-k // weight.block)
    shift = 0 if weight.zero is not None else 1 << (bits - 1)
    # The elements after K count as zero points: they have no effect.
    data = np.full((n, count * weight.block), shift, np.uint8)
    data[:, :k] = (weight.data.T.astype(np.int16) + shift).astype(np.uint8)
    scales = np.ascontiguousarray(weight.scale.T).reshape(-1)
    zeros = None if weight.zero is None else np.ascontiguousarray(weight.zero.T)
    if bits == 8:
        return data.reshape(n, count, weight.block), scales, None if zeros is None else zeros.reshape(-1)
    packed = np.frombuffer(packed_nibbles(data), np.uint8).reshape(n, count, weight.block // 2)
    if zeros is not None:
        even = np.pad(zeros, ((0, 0), (0, count % 2)))
        zeros = np.frombuffer(packed_nibbles(even), np.uint8)
    return packed, scales, zeros
