"""Operations on vectors: as operators of GNU C where the compiler has its vector types, else as loops over lanes.

A generated file has both forms and chooses by MLCC_VECTORS, so that it is C99 for every compiler and keeps
accumulators in registers with GCC and Clang. AT(v, l) is lane l of a vector in either form.
"""

from __future__ import annotations

from mlcc.ir import dtype as dt

from . import scalars
from .library import Library
from .names import is_small, literal, memory_type, scalar_type, tag, value_type, vector_name

_WORDS = {8: "int8", 16: "int16", 32: "int32", 64: "int64"}


def mask_dtype(bits: int, lanes: int) -> str:
    """The vectors of integers that are the masks of elements of a width: lanes are 0 or -1."""
    return dt.with_lanes(_WORDS[bits], lanes)


def declare(library: Library, dtype: str) -> str:
    """The C type of a vector, defined at its first use."""
    element, lanes = dt.element(dtype), dt.lanes(dtype)
    name = vector_name(element, lanes)
    scalar = scalar_type(element)
    size = lanes * dt.nbytes(element)
    # GNU C has vectors of a power of two of bytes, and an array of them has the alignment of the whole.
    if lanes & (lanes - 1) == 0:
        library.add(name, "\n".join([
            "#ifdef MLCC_VECTORS",
            f"typedef {scalar} {name} __attribute__((vector_size({size})));",
            f"typedef {name} {name}_at __attribute__((aligned({dt.nbytes(element)}), may_alias));",
            "#else", f"typedef struct {{ {scalar} v[{lanes}]; }} {name};", "#endif",
        ]))  # fmt: skip
    return name


def _two_forms(library: Library, name: str, macro: str, function: str) -> str:
    return library.add(name, f"#ifdef MLCC_VECTORS\n{macro}\n#else\n{function}\n#endif")


def _signature(result: str, name: str, kinds: list[str]) -> str:
    return f"{result} {name}({', '.join(f'{kind} {letter}' for kind, letter in zip(kinds, 'abcd', strict=False))})"


def lanewise(
    library: Library, name: str, result: str, kinds: list[str], lane: str, count: int = 0, how: str = "MLCC_INLINE"
) -> str:
    """A function whose lane l is the expression `lane`. `kinds` are the C types of the parameters a, b, c."""
    lanes = count or dt.lanes(result)
    kind = declare(library, result)
    body = f"  {kind} r = {{0}};\n  int l;\n  for (l = 0; l < {lanes}; ++l) AT(r, l) = {lane};\n  return r;"
    return library.add(name, _function(_signature(kind, name, kinds), body, how))


def _function(signature: str, body: str, how: str = "MLCC_INLINE") -> str:
    return f"{how} {signature} {{\n{body}\n}}"


def _masked(mask: str | None) -> str:
    """How accesses that may have a mask are compiled: one with it is a branch per lane. A product of symbolic sizes has
    hundreds of them, and takes GCC minutes where each is expanded in place."""
    return "MLCC_APART" if mask else "MLCC_INLINE"


def _lane_function(library: Library, name: str, result: str, kinds: list[str], lane: str) -> str:
    kind = declare(library, result)
    body = f"  {kind} r;\n  int l;\n  for (l = 0; l < {dt.lanes(result)}; ++l) AT(r, l) = {lane};\n  return r;"
    return _function(_signature(kind, name, kinds), body)


def _unsigned(dtype: str) -> str:
    element = dt.element(dtype)
    return dt.with_lanes(element if element.startswith("u") else "u" + element, dt.lanes(dtype))


def binary(
    library: Library, op: str, dtype: str, a: str, b: str, *, sure: bool = False, amount: int | None = None
) -> str:
    """``a op b`` of vectors that are not of bool. `amount`: a shift is by this number."""
    element, kind = dt.element(dtype), declare(library, dtype)
    if op in ("shl", "shr") and amount is not None and 0 <= amount < dt.bits(dtype):
        return _shift(library, op, dtype, a, amount)
    name = f"{op}{'_number' if sure and op in ('min', 'max') and dt.is_float(dtype) else ''}_{tag(dtype)}"
    result = mask_dtype(32 if is_small(dtype) else dt.bits(dtype), dt.lanes(dtype)) if op in scalars.COMPARE else dtype
    out = declare(library, result)
    one = scalars.binary(library, op, element, "AT(a, l)", "AT(b, l)", sure=sure)
    function = _lane_function(library, name, result, [kind, kind], f"-{one}" if op in scalars.COMPARE else one)
    if is_small(dtype):
        return f"{library.add(name, function)}({a}, {b})"
    if op in scalars.COMPARE:
        macro = f"#define {name}(a, b) (({out})((a) {scalars.COMPARE[op]} (b)))"
    elif op in scalars.BITS:
        macro = f"#define {name}(a, b) ((a) {scalars.BITS[op]} (b))"
    elif op in scalars.INFIX and dt.is_float(dtype):
        macro = f"#define {name}(a, b) ((a) {scalars.INFIX[op]} (b))"
    elif op in scalars.INFIX and op != "div":
        wide = declare(library, _unsigned(dtype))
        macro = f"#define {name}(a, b) (({kind})(({wide})(a) {scalars.INFIX[op]} ({wide})(b)))"
    elif op in ("min", "max"):
        select_name = select(library, dtype)
        mask = declare(library, mask_dtype(dt.bits(dtype), dt.lanes(dtype)))
        order = "<" if op == "min" else ">"
        test = f"({mask})(a {order} b)" + ("" if sure or not dt.is_float(dtype) else f" | ({mask})(a != a)")
        macro = _function(_signature(kind, name, [kind, kind]), f"  return {select_name}({test}, a, b);")
    else:
        return f"{library.add(name, function)}({a}, {b})"
    return f"{_two_forms(library, name, macro, function)}({a}, {b})"


def _shift(library: Library, op: str, dtype: str, a: str, amount: int) -> str:
    element, kind, wide = dt.element(dtype), declare(library, dtype), declare(library, _unsigned(dtype))
    name = f"{op}_by_{tag(dtype)}"
    one = scalars.binary(library, op, element, "AT(a, l)", f"({scalar_type(element)})b")
    function = _lane_function(library, name, dtype, [kind, "int"], one)
    through = wide if op == "shl" else kind
    macro = f"#define {name}(a, b) (({kind})(({through})(a) {'<<' if op == 'shl' else '>>'} (b)))"
    return f"{_two_forms(library, name, macro, function)}({a}, {amount})"


def select(library: Library, dtype: str) -> str:
    """The name of the function that chooses by a mask of the elements' width."""
    kind, lanes = declare(library, dtype), dt.lanes(dtype)
    mask = declare(library, mask_dtype(dt.bits(dtype), lanes))
    name = f"select_{tag(dtype)}"
    function = _lane_function(library, name, dtype, [mask, kind, kind], "AT(a, l) ? AT(b, l) : AT(c, l)")
    vector = _function(_signature(kind, name, [mask, kind, kind]),
                       f"  return ({kind})((({mask})b & a) | (({mask})c & ~a));")  # fmt: skip
    return _two_forms(library, name, vector, function)


def convert(library: Library, source: str, target: str, a: str) -> str:
    """A vector of numbers as one of another element type."""
    if dt.element(source) == dt.element(target):
        return a
    x, y = declare(library, source), declare(library, target)
    name = f"{tag(target)}_of_{tag(source)}"
    one = scalars.convert(library, dt.element(source), dt.element(target), "AT(a, l)")
    function = _lane_function(library, name, target, [x], one)
    if dt.element(source) == "bfloat16" and dt.element(target) == "float32":
        words = declare(library, dt.with_lanes("uint32", dt.lanes(source)))
        macro = f"#define {name}(a) (({y})(__builtin_convertvector((a), {words}) << 16))"
        return f"{_two_forms(library, name, macro, function)}({a})"
    saturates = dt.is_float(source) and not dt.is_float(target)
    if is_small(source) or is_small(target) or saturates:
        return f"{library.add(name, function)}({a})"
    return f"{_two_forms(library, name, f'#define {name}(a) __builtin_convertvector((a), {y})', function)}({a})"


def resize_mask(library: Library, a: str, have: int, want: int, lanes: int) -> str:
    """A mask of elements of `have` bits as one of elements of `want` bits."""
    return a if have == want else convert(library, mask_dtype(have, lanes), mask_dtype(want, lanes), a)


def reinterpret(library: Library, source: str, target: str, a: str) -> str:
    """The bits of a vector as another of the same size."""
    x, y = declare(library, source), declare(library, target)
    if x == y:
        return a
    name = f"bits_{tag(target)}_{tag(source)}"
    body = f"  {y} r;\n  memcpy(&r, &a, sizeof r);\n  return r;"
    function = _function(_signature(y, name, [x]), body)
    return f"{_two_forms(library, name, f'#define {name}(a) (({y})(a))', function)}({a})"


def splat(library: Library, dtype: str, a: str) -> str:
    """A number in every lane."""
    kind, lanes = declare(library, dtype), dt.lanes(dtype)
    name = f"all_{tag(dtype)}"
    scalar = scalar_type(dtype)
    items = ", ".join("a" for _ in range(lanes))
    vector = _function(f"{kind} {name}({scalar} a)", f"  const {kind} r = {{{items}}};\n  return r;")
    function = _lane_function(library, name, dtype, [scalar], "a")
    return f"{_two_forms(library, name, vector, function)}({a})"


def ramp(library: Library, dtype: str, base: str, stride: str) -> str:
    """``base, base + stride, …``."""
    element, name = dt.element(dtype), f"ramp_{tag(dtype)}"
    scalar = scalar_type(element)
    step = scalars.binary(library, "mul", element, f"({scalar})l", "b")
    lane = scalars.binary(library, "add", element, "a", step)
    return f"{lanewise(library, name, dtype, [scalar, scalar], lane)}({base}, {stride})"


def ones(library: Library, bits: int, lanes: int, target: str, mask: str) -> str:
    """A mask as the numbers 0 and 1 of an element type."""
    source = mask_dtype(bits, lanes)
    name = f"ones_{tag(target)}_{tag(source)}"
    one = scalars.convert(library, _WORDS[bits], dt.element(target), "(AT(a, l) & 1)")
    return f"{lanewise(library, name, target, [declare(library, source)], one)}({mask})"


def call_lanes(library: Library, name: str, dtype: str, scalar_call: str, count: int) -> str:
    """A vector function of `count` vectors whose lanes are calls; `scalar_call` has ``{0}`` … for its arguments."""
    kind = declare(library, dtype)
    lane = scalar_call.format(*(f"AT({letter}, l)" for letter in "abcd"[:count]))
    return lanewise(library, name, dtype, [kind] * count, lane)


def dot_bf16(library: Library, dtype: str, scalar: str) -> str:
    """The function `scalar` of two words and a float32, lane by lane."""
    kind, words = declare(library, dtype), declare(library, dt.with_lanes("int32", dt.lanes(dtype)))
    lane = f"{scalar}(AT(a, l), AT(b, l), AT(c, l))"
    return lanewise(library, f"dot_bf16_{tag(dtype)}", dtype, [words, words, kind], lane)


def scalef(library: Library, dtype: str) -> str:
    """x * 2**n for vectors of integral n."""
    element, lanes, kind = dt.element(dtype), dt.lanes(dtype), declare(library, dtype)
    name, one = f"scalef_{tag(dtype)}", scalars.scalef(library, element)
    single = element == "float32"
    fraction, bias, word = (23, 127, "int32") if single else (52, 1023, "int64")
    number = declare(library, dt.with_lanes(word, lanes))
    bits = declare(library, dt.with_lanes("u" + word, lanes))
    magic = literal(1.5 * 2.0**fraction, element)
    low, high = literal(float(2 - 2 * bias), element), literal(float(2 * bias), element)
    least = binary(library, "max", dtype, splat(library, dtype, low), "b", sure=True)
    most = binary(library, "min", dtype, splat(library, dtype, high), least, sure=True)
    body = (
        f"  const {kind} s = {splat(library, dtype, magic)};\n"
        f"  const {number} e = ({number})({most} + s) - ({number})s, h = e >> 1;\n"
        f"  a *= ({kind})(({bits})(h + {bias}) << {fraction});\n"
        f"  return a * ({kind})(({bits})(e - h + {bias}) << {fraction});"
    )
    function = _lane_function(library, name, dtype, [kind, kind], f"{one}(AT(a, l), AT(b, l))")
    return _two_forms(library, name, _function(_signature(kind, name, [kind, kind]), body), function)


def reduce(library: Library, op: str, dtype: str, a: str) -> str:
    """All lanes combined: halves first, then their halves, which is the order of the LLVM target."""
    element, lanes, kind = dt.element(dtype), dt.lanes(dtype), declare(library, dtype)
    name, scalar = f"reduce_{op}_{tag(dtype)}", scalar_type(element)
    one = scalars.binary(library, op, element, "t[l]", "t[l + h]")
    body = (
        f"  {scalar} t[{lanes}];\n  int l, h;\n  for (l = 0; l < {lanes}; ++l) t[l] = AT(a, l);\n"
        f"  for (h = {lanes // 2}; h > 0; h /= 2) for (l = 0; l < h; ++l) t[l] = {one};\n  return t[0];"
    )
    return f"{library.add(name, _function(f'{scalar} {name}({kind} a)', body))}({a})"


def any_lane(library: Library, bits: int, lanes: int, mask: str, *, every: bool = False) -> str:
    """Whether any lane of a mask is set, or every one."""
    kind = declare(library, mask_dtype(bits, lanes))
    name = f"{'every' if every else 'any'}_{tag(mask_dtype(bits, lanes))}"
    step = f"r {'&' if every else '|'}= AT(a, l) != 0"
    body = f"  int r = {int(every)}, l;\n  for (l = 0; l < {lanes}; ++l) {step};\n  return r;"
    return f"{library.add(name, _function(f'int {name}({kind} a)', body))}({mask})"


# ---------------------------------------------------------------- memory
def load(library: Library, dtype: str, pointer: str) -> str:
    """Consecutive elements."""
    kind = declare(library, dtype)
    name = f"load_{tag(dtype)}"
    body = f"  {kind} r;\n  memcpy(&r, a, sizeof r);\n  return r;"
    function = _function(f"{kind} {name}(const {memory_type(dtype)} *a)", body)
    return f"{_two_forms(library, name, f'#define {name}(a) (({kind})*(const {kind}_at *)(a))', function)}({pointer})"


def store(library: Library, dtype: str, pointer: str, value: str) -> str:
    """Write consecutive elements: a statement without its semicolon."""
    kind = declare(library, dtype)
    name = f"store_{tag(dtype)}"
    function = _function(f"void {name}({memory_type(dtype)} *a, {kind} b)", "  memcpy(a, &b, sizeof b);")
    return (
        f"{_two_forms(library, name, f'#define {name}(a, b) (*({kind}_at *)(a) = (b))', function)}({pointer}, {value})"
    )


def load_lanes(library: Library, dtype: str, pointer: str, where: str, index: str | None, mask: str | None) -> str:
    """Elements at a stride (`index` is None, `where` the stride) or at a vector of indices of the type `index`; with a
    mask of the elements' width, the active ones only and 0 for the others."""
    kind = f"const {memory_type(dtype)} *"
    at = "a[(int64_t)l * b]" if index is None else "a[AT(b, l)]"
    name = f"{'spread' if index is None else f'gather_{tag(index)}'}{'_some' if mask else ''}_{tag(dtype)}"
    kinds = [kind, "int64_t" if index is None else declare(library, index)]
    if mask is None:
        return f"{lanewise(library, name, dtype, kinds, at)}({pointer}, {where})"
    kinds.append(declare(library, mask_dtype(dt.bits(dtype), dt.lanes(dtype))))
    lane = f"AT(c, l) ? {at} : 0"
    return f"{lanewise(library, name, dtype, kinds, lane, how=_masked(mask))}({pointer}, {where}, {mask})"


def store_lanes(
    library: Library, dtype: str, pointer: str, where: str, index: str | None, value: str, mask: str | None
) -> str:
    """The same for a store: a statement without its semicolon."""
    at = "a[(int64_t)l * b]" if index is None else "a[AT(b, l)]"
    name = f"{'strew' if index is None else f'scatter_{tag(index)}'}{'_some' if mask else ''}_{tag(dtype)}"
    kinds = [
        f"{memory_type(dtype)} *",
        "int64_t" if index is None else declare(library, index),
        declare(library, dtype),
    ]
    if mask is not None:
        kinds.append(declare(library, mask_dtype(dt.bits(dtype), dt.lanes(dtype))))
    test = "if (AT(d, l)) " if mask else ""
    body = f"  int l;\n  for (l = 0; l < {dt.lanes(dtype)}; ++l) {test}{at} = AT(c, l);"
    library.add(name, _function(_signature("void", name, kinds), body, _masked(mask)))
    given = [pointer, where, value, *([mask] if mask else [])]
    return f"{name}({', '.join(given)})"


def kind_of(library: Library, dtype: str) -> str:
    """The C type of a value of any type but vectors of bool."""
    return declare(library, dtype) if dt.lanes(dtype) > 1 else value_type(dtype)
