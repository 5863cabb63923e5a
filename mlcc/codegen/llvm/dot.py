"""Dot products of four bytes, or of two bfloat16 numbers, accumulated in 32 bits: by a dot-product instruction of the
target, else by arithmetic.

Every method gives the same integers: products of an unsigned and a signed byte are exact, and sums wrap in 32 bits.
Sums of bfloat16 numbers are float32: each product is exact, and each addition rounds; the instructions of x86 and of
AArch64 take subnormal numbers for zeros.
"""

from __future__ import annotations

from mlcc.diagnostics import MlccError
from mlcc.ir import Call
from mlcc.ir import dtype as dt

from .emitter import Emitter
from .types import splat, with_lanes

#: By lanes: the instruction of AVX-512-VNNI (and AVX-VNNI), and the feature that it requires.
_VNNI = {16: "llvm.x86.avx512.vpdpbusd.512", 8: "llvm.x86.avx512.vpdpbusd.256", 4: "llvm.x86.avx512.vpdpbusd.128"}
#: By lanes: the instruction of AVX512-BF16.
_PAIRS_BF16 = {lanes: f"llvm.x86.avx512bf16.dpbf16ps.{32 * lanes}" for lanes in (16, 8, 4)}
#: The same of AArch64's bf16.
_NEON_BF16 = {lanes: f"llvm.aarch64.neon.bfdot.v{lanes}f32.v{2 * lanes}bf16" for lanes in (4, 2)}
#: By lanes: the feature and the instruction that multiplies 16-bit integers and adds adjacent products. The instruction
#: for bytes saturates its sums to 16 bits, so bytes are widened first.
_PAIRS = {
    16: ("avx512bw", "llvm.x86.avx512.pmaddw.d.512"),
    8: ("avx2", "llvm.x86.avx2.pmadd.wd"),
    4: ("sse2", "llvm.x86.sse2.pmadd.wd"),
}


def dp4a(f: Emitter, expr: Call) -> str:
    """``acc`` + the dot product of the four bytes of each word of ``a``, unsigned, and of ``b``, signed."""
    if dt.element(expr.dtype) != "int32":
        raise MlccError("G201", f"`dp4a` is for words of 32 bits, not {expr.dtype}", span=expr.span)
    a, b, acc = (f.value(v) for v in expr.args)
    lanes, features = dt.lanes(expr.dtype), f.target.features
    if lanes in _VNNI and ("avx512vnni" in features and (lanes == 16 or "avx512vl" in features)
                           or lanes < 16 and "avxvnni" in features):  # fmt: skip
        return _of_bytes(f, _VNNI[lanes], acc, (a, b), lanes)
    if f.target.arch == "aarch64" and lanes in (2, 4) and "i8mm" in features:
        return _of_bytes(f, _neon("usdot", lanes), acc, (a, b), lanes)
    if f.target.arch == "aarch64" and lanes in (2, 4) and "dotprod" in features:
        return _by_signed(f, a, b, acc, lanes)
    if lanes in _PAIRS and _PAIRS[lanes][0] in features:
        return _by_pairs(f, _PAIRS[lanes][1], a, b, acc, lanes)
    return _plain(f, a, b, acc, lanes)


def dot_bf16(f: Emitter, expr: Call) -> str:
    """``acc`` + the dot product of the two bfloat16 numbers of each word of ``a`` and of ``b``."""
    lanes, features = dt.lanes(expr.dtype), f.target.features
    if expr.dtype != dt.with_lanes("float32", lanes) or any(dt.element(v.dtype) != "int32" for v in expr.args[:2]):
        raise MlccError("G201", "`dot_bf16` is for words of 32 bits and sums of float32", span=expr.span)
    a, b, acc = (f.value(v) for v in expr.args)
    if lanes in _PAIRS_BF16 and "avx512bf16" in features and (lanes == 16 or "avx512vl" in features):
        return _of_pairs(f, _PAIRS_BF16[lanes], a, b, acc, lanes)
    if lanes in _NEON_BF16 and f.target.arch == "aarch64" and "bf16" in features:
        return _of_pairs(f, _NEON_BF16[lanes], a, b, acc, lanes)
    words, singles = with_lanes("i32", lanes), with_lanes("float", lanes)
    for half in (_upper, _lower):
        x, y = (f.pure(f"bitcast {words} {n} to {singles}", n) for n in (half(f, a, lanes), half(f, b, lanes)))
        product = f.pure(f"fmul {singles} {x}, {y}", x, y)
        acc = f.pure(f"fadd {singles} {acc}, {product}", acc, product)
    return acc


def _upper(f: Emitter, word: str, lanes: int) -> str:
    return f.pure(f"and {with_lanes('i32', lanes)} {word}, {splat('i32', str(-0x10000), lanes)}", word)


def _lower(f: Emitter, word: str, lanes: int) -> str:
    return f.pure(f"shl {with_lanes('i32', lanes)} {word}, {splat('i32', '16', lanes)}", word)


def _of_pairs(f: Emitter, name: str, a: str, b: str, acc: str, lanes: int) -> str:
    """The instruction on an accumulator of float32 and two vectors of pairs."""
    kind, words, pairs = with_lanes("float", lanes), with_lanes("i32", lanes), with_lanes("bfloat", 2 * lanes)
    x, y = (f.pure(f"bitcast {words} {w} to {pairs}", w) for w in (a, b))
    return f.call(name, kind, (kind, acc), (pairs, x), (pairs, y), pure=True)


def _of_bytes(f: Emitter, name: str, acc: str, words: tuple[str, str], lanes: int) -> str:
    """An instruction on an accumulator of words and two vectors of bytes."""
    kind, small = f"<{lanes} x i32>", f"<{4 * lanes} x i8>"
    a, b = (f.pure(f"bitcast {kind} {w} to {small}", w) for w in words)
    return f.call(name, kind, (kind, acc), (small, a), (small, b), pure=True)


def _neon(name: str, lanes: int) -> str:
    return f"llvm.aarch64.neon.{name}.v{lanes}i32.v{4 * lanes}i8"


def _by_signed(f: Emitter, a: str, b: str, acc: str, lanes: int) -> str:
    """By the signed dot product: a = (a - 128) + 128 adds 128 times the sum of b's bytes, shared by all rows."""
    kind = f"<{lanes} x i32>"
    shifted = f.pure(f"xor {kind} {a}, {splat('i32', str(-0x7F7F7F80), lanes)}", a)
    ones = splat("i32", str(0x01010101), lanes)
    total = _of_bytes(f, _neon("sdot", lanes), "zeroinitializer", (b, ones), lanes)
    raised = f.pure(f"shl {kind} {total}, {splat('i32', '7', lanes)}", total)
    start = f.pure(f"add {kind} {acc}, {raised}", acc, raised)
    return _of_bytes(f, _neon("sdot", lanes), start, (shifted, b), lanes)


def _by_pairs(f: Emitter, name: str, a: str, b: str, acc: str, lanes: int) -> str:
    """By products of 16-bit pairs: bytes 0 and 2, then 1 and 3, each pair widened in place to 16 bits."""
    kind, half = f"<{lanes} x i32>", f"<{2 * lanes} x i16>"
    x, y = (f.pure(f"bitcast {kind} {w} to {half}", w) for w in (a, b))
    eight = splat("i16", "8", 2 * lanes)
    raised = f.pure(f"shl {half} {y}, {eight}", y)
    pairs = (
        (f.pure(f"and {half} {x}, {splat('i16', '255', 2 * lanes)}", x),
         f.pure(f"ashr {half} {raised}, {eight}", raised)),
        (f.pure(f"lshr {half} {x}, {eight}", x), f.pure(f"ashr {half} {y}, {eight}", y)),
    )  # fmt: skip
    for left, right in pairs:
        part = f.call(name, kind, (half, left), (half, right), pure=True)
        acc = f.pure(f"add {kind} {acc}, {part}", acc, part)
    return acc


def _plain(f: Emitter, a: str, b: str, acc: str, lanes: int) -> str:
    kind = f"<{lanes} x i32>" if lanes > 1 else "i32"
    for byte in range(4):
        low, high = splat("i32", str(8 * byte), lanes), splat("i32", str(24 - 8 * byte), lanes)
        moved = f.pure(f"lshr {kind} {a}, {low}", a)
        x = f.pure(f"and {kind} {moved}, {splat('i32', '255', lanes)}", moved)
        top = f.pure(f"shl {kind} {b}, {high}", b)
        y = f.pure(f"ashr {kind} {top}, {splat('i32', '24', lanes)}", top)
        part = f.pure(f"mul {kind} {x}, {y}", x, y)
        acc = f.pure(f"add {kind} {acc}, {part}", acc, part)
    return acc
