"""Hashes of numbers, and the different ones among them, by onnxruntime's operators."""

from __future__ import annotations

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from .microsoft import DOMAIN


@onnx_op("Unique", domain=DOMAIN)
def unique(ctx: Context, x: GraphExpr) -> list[GraphExpr]:
    """The different elements of a vector as they come, where each element is among them, and how often each occurs."""
    values, _, inverse, times, count = ctx.emit_multi("unique_values", 5, x, sorted=False)
    y = ctx.emit_prefix(values, count)
    return [y, inverse, ctx.emit_prefix(times, count, y)][: ctx.output_count]


@onnx_op("MurmurHash3", domain=DOMAIN)
def murmur_hash(ctx: Context, x: GraphExpr, *, seed: int = 0, positive: int = 1) -> GraphExpr:
    """Austin Appleby's hash of 32 bits of the bytes of each number of four or eight bytes."""
    return _Murmur(ctx).hashed(x, seed, "uint32" if positive else "int32")


class _Murmur:
    """Steps of the hash on tensors of uint32, whose arithmetic wraps around."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def hashed(self, x: GraphExpr, seed: int, dtype: str) -> GraphExpr:
        """The hash of each element."""
        words = self._words(x)
        state: GraphExpr = self._number(seed % (1 << 32))
        for word in words:
            mixed = self._times(self._turned(self._times(word, 0xCC9E2D51), 15), 0x1B873593)
            turned = self._turned(self._xor(state, mixed), 13)
            state = self.ctx.emit("add", self._times(turned, 5), self._number(0xE6546B64))
        state = self._xor(state, self._number(4 * len(words)))
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
            state = self._times(self._xor(state, self._shifted(state, shift)), factor)
        return state if dtype == "uint32" else self.ctx.emit("bitcast", state, dtype=dtype)

    def _words(self, x: GraphExpr) -> list[GraphExpr]:
        """The elements as words of four bytes, the lower ones first."""
        ctx, dtype = self.ctx, self.ctx.dtype(x)
        if dtype in ("int32", "uint32", "float32"):
            return [x if dtype == "uint32" else ctx.emit("bitcast", x, dtype="uint32")]
        if dtype not in ("int64", "uint64", "float64"):
            raise ctx.error("I121", f"hashes of {dtype} are not supported")
        whole = x if dtype == "uint64" else ctx.emit("bitcast", x, dtype="uint64")
        high = ctx.emit("right_shift", whole, ctx.constant(32, "uint64"))
        return [ctx.cast(whole, "uint32"), ctx.cast(high, "uint32")]

    def _number(self, value: int) -> GraphExpr:
        return self.ctx.constant(value, "uint32")

    def _times(self, value: GraphExpr, factor: int) -> GraphExpr:
        return value if factor == 1 else self.ctx.emit("multiply", value, self._number(factor))

    def _xor(self, a: GraphExpr, b: GraphExpr) -> GraphExpr:
        return self.ctx.emit("bitwise_xor", a, b)

    def _shifted(self, value: GraphExpr, bits: int) -> GraphExpr:
        return self.ctx.emit("right_shift", value, self._number(bits))

    def _turned(self, value: GraphExpr, bits: int) -> GraphExpr:
        left = self.ctx.emit("left_shift", value, self._number(bits))
        return self.ctx.emit("bitwise_or", left, self._shifted(value, 32 - bits))
