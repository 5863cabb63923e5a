"""Dot products of four bytes, or of two numbers of int16 or bfloat16, accumulated in 32 bits: by a dot-product
instruction of the target, else by arithmetic.

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
#: The instruction that multiplies unsigned by signed bytes and limits sums of adjacent products to int16.
_SATURATED = {
    16: ("avx512bw", "llvm.x86.avx512.pmaddubs.w.512"),
    8: ("avx2", "llvm.x86.avx2.pmadd.ub.sw"),
    4: ("ssse3", "llvm.x86.ssse3.pmadd.ub.sw.128"),
}


def dp4a(f: Emitter, expr: Call) -> str:
    """``acc`` + the dot product of the four bytes of each word of ``a``, unsigned, and of ``b``, signed."""
    a, b, acc = _words(f, expr)
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


def dot_int16(f: Emitter, expr: Call) -> str:
    """``acc`` + the dot product of the two int16 numbers of each word of ``a`` and of ``b``."""
    a, b, acc = _words(f, expr)
    lanes = dt.lanes(expr.dtype)
    kind = with_lanes("i32", lanes)
    if lanes in _PAIRS and _PAIRS[lanes][0] in f.target.features:
        half = f"<{2 * lanes} x i16>"
        x, y = (f.pure(f"bitcast {kind} {w} to {half}", w) for w in (a, b))
        part = f.call(_PAIRS[lanes][1], kind, (half, x), (half, y), pure=True)
        total = f.pure(f"add {kind} {acc}, {part}", acc, part)
        # Sums stay in their order: LLVM would add the products of several steps first, and spill them. Of an assembly
        # without instructions it knows nothing but that its result is in the register of its operand.
        return f.pure(f'call {kind} asm "", "=v,0"({kind} {total})', total)
    for at in (0, 16):
        x, y = (_field(f, w, at, 16, True, lanes) for w in (a, b))
        part = f.pure(f"mul {kind} {x}, {y}", x, y)
        acc = f.pure(f"add {kind} {acc}, {part}", acc, part)
    return acc


def saturated_pairs(f: Emitter, expr: Call) -> str:
    """Words of two int16 numbers: the sums of products of adjacent bytes, limited."""
    a, b = _words(f, expr)
    lanes = dt.lanes(expr.dtype)
    kind = with_lanes("i32", lanes)
    if lanes in _SATURATED and _SATURATED[lanes][0] in f.target.features:
        small, half = f"<{4 * lanes} x i8>", f"<{2 * lanes} x i16>"
        x, y = (f.pure(f"bitcast {kind} {w} to {small}", w) for w in (a, b))
        made = f.call(_SATURATED[lanes][1], half, (small, x), (small, y), pure=True)
        return f.pure(f"bitcast {half} {made} to {kind}", made)
    sums = []
    for at in (0, 16):
        parts = []
        for byte in (at, at + 8):
            x, y = _field(f, a, byte, 8, False, lanes), _field(f, b, byte, 8, True, lanes)
            parts.append(f.pure(f"mul {kind} {x}, {y}", x, y))
        total = f.pure(f"add {kind} {parts[0]}, {parts[1]}", *parts)
        for name, bound in (("smax", -(2**15)), ("smin", 2**15 - 1)):
            total = f.call(f"llvm.{name}.{_suffix(lanes)}", kind, (kind, total),
                           (kind, splat("i32", str(bound), lanes)), pure=True)  # fmt: skip
        sums.append(total)
    low = f.pure(f"and {kind} {sums[0]}, {splat('i32', '65535', lanes)}", sums[0])
    high = f.pure(f"shl {kind} {sums[1]}, {splat('i32', '16', lanes)}", sums[1])
    return f.pure(f"or {kind} {low}, {high}", low, high)


def _words(f: Emitter, expr: Call) -> list[str]:
    """The operands, all words of 32 bits."""
    if dt.element(expr.dtype) != "int32":
        raise MlccError("G201", f"`{expr.op}` is for words of 32 bits, not {expr.dtype}", span=expr.span)
    return [f.value(v) for v in expr.args]


def _suffix(lanes: int) -> str:
    return f"v{lanes}i32" if lanes > 1 else "i32"


def _field(f: Emitter, word: str, at: int, bits: int, signed: bool, lanes: int) -> str:
    """The integer of some bits from a position of each word on."""
    kind = with_lanes("i32", lanes)
    top = f.pure(f"shl {kind} {word}, {splat('i32', str(32 - bits - at), lanes)}", word)
    return f.pure(f"{'ashr' if signed else 'lshr'} {kind} {top}, {splat('i32', str(32 - bits), lanes)}", top)


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
    kind = with_lanes("i32", lanes)
    for byte in range(0, 32, 8):
        x, y = _field(f, a, byte, 8, False, lanes), _field(f, b, byte, 8, True, lanes)
        part = f.pure(f"mul {kind} {x}, {y}", x, y)
        acc = f.pure(f"add {kind} {acc}, {part}", acc, part)
    return acc
