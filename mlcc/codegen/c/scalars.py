"""Functions on numbers that C's operators do not have, with defined results for every operand.

Integers wrap. A division by zero gives 0, the smallest integer divided by -1 gives itself. Shifts by the width or more
give 0 (or the sign). Conversions from float to integer saturate, NaN gives 0. `min` and `max` of floats propagate NaN.
These are the results of the LLVM target.
"""

from __future__ import annotations

from mlcc.ir import dtype as dt

from .library import Library
from .names import is_small, scalar_type, tag

#: Operators of C that have the wanted result for floats, and for comparisons.
INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
BITS = {"bitand": "&", "bitor": "|", "bitxor": "^", "and": "&", "or": "|"}
COMPARE = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


def libm(op: str, dtype: str) -> str:
    """The name of a function of the mathematics library."""
    return op if dt.element(dtype) == "float64" else op + "f"


def binary(library: Library, op: str, dtype: str, a: str, b: str, *, sure: bool = False) -> str:
    """``a op b`` of numbers, an expression. `sure`: the first operand of min or max is not NaN."""
    if is_small(dtype):
        single = binary(library, op, "float32", widen(library, dtype, a), widen(library, dtype, b), sure=sure)
        return single if op in COMPARE else narrow(library, dtype, single)
    if op in COMPARE:
        return f"({a} {COMPARE[op]} {b})"
    if op in BITS and not dt.is_float(dtype):
        return f"({a} {BITS[op]} {b})" if dt.bits(dtype) >= 32 or dt.is_bool(dtype) else (
            f"({scalar_type(dtype)})({a} {BITS[op]} {b})")  # fmt: skip
    if op in INFIX and dt.is_float(dtype):
        return f"({a} {INFIX[op]} {b})"
    if dt.is_bool(dtype) and op in ("add", "mul", "min", "max"):
        return f"({a} {'|' if op in ('add', 'max') else '&'} {b})"
    return f"{function(library, op, dtype, sure=sure)}({a}, {b})"


def function(library: Library, op: str, dtype: str, *, sure: bool = False) -> str:
    """The name of the function of an operator, which is defined when it is first asked for."""
    kind = scalar_type(dtype)
    name = f"{op}{'_number' if sure and dt.is_float(dtype) else ''}_{tag(dtype)}"
    body = _float_body(library, op, dtype, sure) if dt.is_float(dtype) else _int_body(op, dtype)
    return library.inline(name, f"{kind} {name}({kind} a, {kind} b)", body)


def _float_body(library: Library, op: str, dtype: str, sure: bool) -> str:
    if op in ("min", "max"):
        order = "<" if op == "min" else ">"
        return f"return a {order} b{'' if sure else ' || a != a'} ? a : b;"
    if op == "floordiv":
        return f"return {libm('floor', dtype)}(a / b);"
    if op == "truncdiv":
        return f"return {libm('trunc', dtype)}(a / b);"
    rest = f"{libm('fmod', dtype)}(a, b)"
    if op == "truncmod":
        return f"return {rest};"
    kind = scalar_type(dtype)
    return f"{kind} r = {rest};\n  return r != 0 && (r < 0) != (b < 0) ? r + b : r;"


def _int_body(op: str, dtype: str) -> str:
    kind, signed, bits = scalar_type(dtype), dt.is_signed(dtype), dt.bits(dtype)
    wide = "uint64_t" if bits == 64 else "uint32_t"
    if op in INFIX:
        return f"return ({kind})(({wide})a {INFIX[op]} ({wide})b);"
    if op in ("min", "max"):
        return f"return a {'<' if op == 'min' else '>'} b ? a : b;"
    if op == "shl":
        return f"return ({wide})b < {bits} ? ({kind})(({wide})a << b) : 0;"
    if op == "shr":
        if signed:
            return f"return ({kind})(a >> (({wide})b < {bits} ? b : {bits - 1}));"
        return f"return ({wide})b < {bits} ? ({kind})(a >> b) : 0;"
    least = {64: "INT64_MIN", 32: "INT32_MIN", 16: "INT16_MIN", 8: "INT8_MIN"}[bits]
    quotient = op.endswith("div")
    guard = "if (b == 0) return 0;"
    if not signed:
        return f"{guard}\n  return ({kind})(a {'/' if quotient else '%'} b);"
    guard += f"\n  if (b == -1) return {f'a == {least} ? a : ({kind})-a' if quotient else '0'};"
    if op == "truncdiv":
        return f"{guard}\n  return ({kind})(a / b);"
    if op == "truncmod":
        return f"{guard}\n  return ({kind})(a % b);"
    test = "a % b != 0 && (a % b < 0) != (b < 0)"
    if quotient:
        return f"{guard}\n  return ({kind})(a / b - ({test}));"
    return f"{guard}\n  return ({kind})(a % b + ({test} ? b : 0));"


# ---------------------------------------------------------------- conversions
def widen(library: Library, dtype: str, a: str) -> str:
    """The float32 value of a 16-bit float's bits."""
    if dt.element(dtype) == "bfloat16":
        name = library.inline("f32_of_bf16", "float f32_of_bf16(uint16_t a)",
                              f"return {reinterpret(library, 'uint32', 'float32', '(uint32_t)a << 16')};")  # fmt: skip
        return f"{name}({a})"
    name = library.inline("f32_of_f16", "float f32_of_f16(uint16_t a)", (
        "uint32_t m = (uint32_t)(a & 0x7FFFu) << 13;\n"
        f"  float s = {reinterpret(library, 'uint32', 'float32', 'm')} * 0x1p+112f;\n"
        f"  uint32_t r = {reinterpret(library, 'float32', 'uint32', 's')};\n"
        "  if (m >= 0x7C00u << 13) r |= 0x7F800000u;\n"
        f"  return {reinterpret(library, 'uint32', 'float32', 'r | (uint32_t)(a & 0x8000u) << 16')};"
    ))  # fmt: skip
    return f"{name}({a})"


def narrow(library: Library, dtype: str, a: str) -> str:
    """A float32 value rounded to a 16-bit float, to the nearest and ties to even; its bits."""
    bits = f"uint32_t x = {reinterpret(library, 'float32', 'uint32', 'a')};\n  "
    if dt.element(dtype) == "bfloat16":
        name = library.inline("bf16_of_f32", "uint16_t bf16_of_f32(float a)", (
            bits + "if (a != a) return (uint16_t)(x >> 16 | 0x40u);\n"
            "  return (uint16_t)((x + 0x7FFFu + (x >> 16 & 1u)) >> 16);"
        ))  # fmt: skip
        return f"{name}({a})"
    name = library.inline("f16_of_f32", "uint16_t f16_of_f32(float a)", (
        bits + "uint32_t s = x >> 16 & 0x8000u, m = x & 0x7FFFFFFFu, r;\n"
        "  if (m >= 143u << 23) {\n    r = m > 0x7F800000u ? 0x7E00u : 0x7C00u;\n  } else if (m < 113u << 23) {\n"
        f"    float d = {reinterpret(library, 'uint32', 'float32', 'm')} + 0.5f;\n"
        f"    r = {reinterpret(library, 'float32', 'uint32', 'd')} - 0x3F000000u;\n"
        "  } else {\n    r = (m + 0xFFFu - (112u << 23) + (m >> 13 & 1u)) >> 13;\n  }\n"
        "  return (uint16_t)(r | s);"
    ))  # fmt: skip
    return f"{name}({a})"


def reinterpret(library: Library, source: str, target: str, a: str) -> str:
    """The bits of a value as a value of another type of the same size."""
    x, y = scalar_type(source), scalar_type(target)
    if x == y:
        return a
    if not dt.is_float(source) and not dt.is_float(target):
        return f"({y})({a})"
    name = f"bits_{tag(target)}_{tag(source)}"
    library.inline(
        name,
        f"{y} {name}({x} a)",
        f"union {{\n    {x} from;\n    {y} to;\n  }} bits;\n  bits.from = a;\n  return bits.to;",
    )
    return f"{name}({a})"


def convert(library: Library, source: str, target: str, a: str) -> str:
    """A number of one element type as another."""
    if source == target:
        return a
    if is_small(source):
        return convert(library, "float32", target, widen(library, source, a))
    if dt.is_bool(target):
        return f"({a} != 0)"
    if is_small(target):
        if source == "float64":
            return narrow(library, target, f"{_odd(library)}({a})")
        return narrow(library, target, f"(float)({a})" if source != "float32" else a)
    if dt.is_float(source) and not dt.is_float(target):
        return f"{_saturate(library, source, target)}({a})"
    return f"(({scalar_type(target)})({a}))"


def _saturate(library: Library, source: str, target: str) -> str:
    """Float to integer: the nearest integer toward zero that there is; 0 for NaN."""
    kind, low_high = scalar_type(target), dt.int_range(target)
    bits = dt.bits(target)
    name = f"{tag(target)}_of_{tag(source)}"
    end = "f" if source == "float32" else ""
    top = f"{float(low_high[1] + 1):.1f}{end}"
    prefix = kind[:-2].upper()
    if dt.is_signed(target):
        bottom = f"{float(low_high[0]):.1f}{end}"
        # Below the least integer by less than 1 is in range, where the float type has such numbers.
        low = f"a > {bottom} - 1" if not (source == "float32" and bits >= 32) and bits < 64 else f"a >= {bottom}"
        body = f"if (!({low})) return a != a ? 0 : {prefix}_MIN;"
    else:
        body = f"if (!(a > {'-1.0' + end})) return 0;"
    body += f"\n  return a < {top} ? ({kind})a : {prefix}_MAX;"
    return library.inline(name, f"{kind} {name}({scalar_type(source)} a)", body)


def _odd(library: Library) -> str:
    """float64 to float32, truncated and with its last bit set where that is inexact, so that rounding once more to a
    narrower type gives what rounding once would."""
    return library.inline("odd_f32_of_f64", "float odd_f32_of_f64(double a)", (
        "float s = (float)a;\n  uint32_t x;\n"
        "  if (a != a || (double)s == a) return s;\n"
        f"  x = {reinterpret(library, 'float32', 'uint32', 's')};\n"
        "  if (fabs((double)s) > fabs(a)) x -= 1u;\n"
        f"  return {reinterpret(library, 'uint32', 'float32', 'x | 1u')};"
    ))  # fmt: skip


def scalef(library: Library, dtype: str) -> str:
    """x * 2**n for an integral n: two multiplications, each by half of the exponent."""
    single = dt.element(dtype) == "float32"
    kind, word, fraction, bias = ("float", "int32", 23, 127) if single else ("double", "int64", 52, 1023)
    name = f"scalef_{tag(dt.element(dtype))}"
    number, bits = scalar_type(word), dt.bits(word)

    def power(e: str) -> str:
        return reinterpret(library, "u" + word, dt.element(dtype), f"(uint{bits}_t)({e} + {bias}) << {fraction}")

    body = (
        f"{number} e = n >= -4096 && n <= 4096 ? ({number})n : n > 0 ? 4096 : n < 0 ? -4096 : 0, h;\n"
        f"  if (e > {2 * bias}) e = {2 * bias};\n  if (e < -{2 * bias - 2}) e = -{2 * bias - 2};\n"
        f"  h = (e - (e < 0)) / 2;\n  return n != n ? n : x * {power('h')} * {power('(e - h)')};"
    )
    return library.inline(name, f"{kind} {name}({kind} x, {kind} n)", body)


def bit_count(library: Library, op: str, dtype: str) -> str:
    """popcount and clz; clz of 0 is the width."""
    bits = dt.bits(dtype)
    name = f"{op}_{tag(dt.element(dtype))}"
    if op == "popcount":
        body = "int n = 0;\n  for (; x != 0; x &= x - 1) ++n;\n  return n;"
    else:
        body = f"int n = {bits};\n  for (; x != 0; x >>= 1) --n;\n  return n;"
    kind = f"uint{bits}_t"
    body = f"uint64_t x = ({kind})a;\n  {body}"
    return library.inline(name, f"int {name}({scalar_type(dtype)} a)", body)


def dp4a(library: Library) -> str:
    """c + the dot product of four bytes, unsigned by signed."""
    return library.inline("dp4a_i32", "int32_t dp4a_i32(int32_t a, int32_t b, int32_t c)", (
        "int32_t s = 0;\n  int k;\n"
        "  for (k = 0; k < 32; k += 8) s += (int32_t)((uint32_t)a >> k & 0xFFu) * (int8_t)((uint32_t)b >> k & 0xFFu);\n"
        "  return (int32_t)((uint32_t)c + (uint32_t)s);"
    ))  # fmt: skip


def dot_int16(library: Library) -> str:
    """c + the dot product of two int16 numbers."""
    return library.inline("dot_i16_i32", "int32_t dot_i16_i32(int32_t a, int32_t b, int32_t c)", (
        "int64_t s = (int64_t)((int16_t)a * (int16_t)b);\n"
        "  s += (int16_t)((uint32_t)a >> 16) * (int16_t)((uint32_t)b >> 16);\n"
        "  return (int32_t)((uint32_t)c + (uint32_t)s);"
    ))  # fmt: skip


def saturated_pairs(library: Library) -> str:
    """A word of two sums of the products of two bytes, unsigned by signed, each limited to int16."""
    return library.inline("saturated_pairs_i32", "int32_t saturated_pairs_i32(int32_t a, int32_t b)", (
        "uint32_t x = (uint32_t)a, y = (uint32_t)b, w = 0;\n  int k, s;\n"
        "  for (k = 0; k < 32; k += 16) {\n"
        "    s = (int)(x >> k & 0xFFu) * (int8_t)(y >> k) + (int)(x >> (k + 8) & 0xFFu) * (int8_t)(y >> (k + 8));\n"
        "    s = s < -32768 ? -32768 : s > 32767 ? 32767 : s;\n"
        "    w |= ((uint32_t)s & 0xFFFFu) << k;\n"
        "  }\n"
        "  return (int32_t)w;"
    ))  # fmt: skip


def dot_bf16(library: Library) -> str:
    """c + the dot product of two bfloat16 numbers, the upper ones first."""

    def half(word: str) -> str:
        return reinterpret(library, "uint32", "float32", word)

    upper = f"{half('(uint32_t)a & 0xFFFF0000u')} * {half('(uint32_t)b & 0xFFFF0000u')}"
    lower = f"{half('(uint32_t)a << 16')} * {half('(uint32_t)b << 16')}"
    return library.inline("dot_bf16_f32", "float dot_bf16_f32(int32_t a, int32_t b, float c)", (
        f"c = c + {upper};\n  return c + {lower};"
    ))  # fmt: skip
