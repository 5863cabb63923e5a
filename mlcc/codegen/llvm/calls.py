"""Intrinsics and calls of external functions.

Lowering has rewritten the transcendental functions as arithmetic. The others map to an LLVM
intrinsic, to integer code, or, lane by lane, to a function of the C mathematics library.
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc.diagnostics import MlccError
from mlcc.ir import MATRIX_CALLS, TILE_CALLS, BufferLoad, Call, Expr, StringImm
from mlcc.ir import dtype as dt

from .address import address, index_value
from .arithmetic import convert
from .control import if_then_else
from .dot import dot_bf16, dot_int16, dp4a, saturated_pairs
from .emitter import Emitter, expression
from .half import from_single, is_small_float, to_single
from .matrix import matrix_call
from .tiles import tile_call
from .transpose import transpose_tile
from .types import float_bits, float_literal, scalar_type, splat, suffix, with_lanes

#: Float intrinsics that LLVM translates to instructions (or to libm where there are none).
_DIRECT = {
    "sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "fabs": "fabs",
    "nearbyint": "nearbyint", "round": "round", "copysign": "copysign", "fma": "fma",
}  # fmt: skip
#: Functions of libm with one or two arguments of the result's type.
_LIBM = {
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh",
    "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "erf", "tgamma", "lgamma",
    "pow", "atan2", "hypot", "nextafter",
}  # fmt: skip


#: The names in libraries, for float64 and float32, of these functions and of those to which LLVM translates others.
_EMITTED = ("fmod", "rint", "fmaximum", "fminimum", "fmax", "fmin", "ldexp", "roundeven", "sincos")
LIBM = frozenset(name + end for name in (*_LIBM, *_DIRECT.values(), *_EMITTED) for end in ("", "f"))


@expression(Call)
def emit_call(f: Emitter, expr: Call) -> str:
    """The value of an intrinsic call."""
    special = _SPECIAL.get(expr.op)
    if special is not None:
        return special(f, expr)
    args = [f.value(a) for a in expr.args]
    if dt.is_float(expr.args[0].dtype) if expr.args else False:
        return _float_call(f, expr, args)
    raise _unavailable(expr)


def _unavailable(expr: Call) -> MlccError:
    kinds = ", ".join(a.dtype for a in expr.args)
    return MlccError("G201", f"`{expr.op}` is not available for {kinds}", span=expr.span)


def _float_call(f: Emitter, expr: Call, args: list[str]) -> str:
    dtype = expr.args[0].dtype
    if is_small_float(dtype):
        lanes = dt.lanes(dtype)
        wide = dt.with_lanes("float32", lanes)
        singles = [to_single(f, a, e.dtype) for a, e in zip(args, expr.args, strict=True)]
        return from_single(f, _float_op(f, expr, singles, wide), dtype)
    return _float_op(f, expr, args, dtype)


def _float_op(f: Emitter, expr: Call, args: list[str], dtype: str) -> str:
    kind = f.type_of(dtype)
    if expr.op in _DIRECT:
        name = f"llvm.{_DIRECT[expr.op]}.{suffix(kind)}"
        return f.call(name, kind, *((kind, a) for a in args), pure=True)
    if expr.op == "fmod":
        return f.pure(f"frem {kind} {args[0]}, {args[1]}", *args)
    if expr.op == "abs":
        return f.call(f"llvm.fabs.{suffix(kind)}", kind, (kind, args[0]), pure=True)
    if expr.op in _LIBM:
        return _libm(f, expr.op, args, dtype)
    raise _unavailable(expr)


def _libm(f: Emitter, op: str, args: list[str], dtype: str) -> str:
    """One call per lane, declared pure: libm's functions depend on their arguments only."""
    scalar = scalar_type(dt.element(dtype))
    name = op if scalar == "double" else op + "f"
    lanes = dt.lanes(dtype)
    if lanes == 1:
        return f.call(name, scalar, *((scalar, a) for a in args))
    vector = f.type_of(dtype)
    result = "poison"
    for lane in range(lanes):
        parts = [f.assign(f"extractelement {vector} {a}, i64 {lane}") for a in args]
        one = f.call(name, scalar, *((scalar, p) for p in parts))
        result = f.assign(f"insertelement {vector} {result}, {scalar} {one}, i64 {lane}")
    return result


# ---------------------------------------------------------------- tests and bits
def _classify(f: Emitter, expr: Call) -> str:
    """isnan, isinf, isfinite by comparisons; 16-bit floats are widened to float32."""
    dtype = expr.args[0].dtype
    a = f.value(expr.args[0])
    if not dt.is_float(dtype):
        constant = "true" if expr.op == "isfinite" else "false"
        return splat("i1", constant, dt.lanes(dtype))
    if is_small_float(dtype):
        a, dtype = to_single(f, a, dtype), dt.with_lanes("float32", dt.lanes(dtype))
    kind = f.type_of(dtype)
    if expr.op == "isnan":
        return f.pure(f"fcmp uno {kind} {a}, {a}", a)
    size = f.call(f"llvm.fabs.{suffix(kind)}", kind, (kind, a), pure=True)
    # LLVM writes float32 constants as float64 patterns: this is infinity for both.
    infinite = splat(scalar_type(dt.element(dtype)), "0x7FF0000000000000", dt.lanes(dtype))
    # Both comparisons are ordered: a NaN is neither infinite nor finite.
    order = "oeq" if expr.op == "isinf" else "one"
    return f.pure(f"fcmp {order} {kind} {size}, {infinite}", size)


def _absolute(f: Emitter, expr: Call) -> str:
    dtype = expr.dtype
    if dt.is_float(dtype):
        return _float_call(f, expr, [f.value(expr.args[0])])
    a = f.value(expr.args[0])
    if not dt.is_signed(dtype):
        return a
    kind, flags = f.type_of(dtype), with_lanes("i1", dt.lanes(dtype))
    nothing = "zeroinitializer" if dt.lanes(dtype) > 1 else "0"
    # The subtraction wraps: the absolute value of the smallest integer is itself, not poison.
    negated = f.pure(f"sub {kind} {nothing}, {a}", a)
    below = f.pure(f"icmp slt {kind} {a}, {nothing}", a)
    return f.pure(f"select {flags} {below}, {kind} {negated}, {kind} {a}", below, negated, a)


def _count_bits(f: Emitter, expr: Call) -> str:
    kind = f.type_of(expr.args[0].dtype)
    a = f.value(expr.args[0])
    if expr.op == "popcount":
        result = f.call(f"llvm.ctpop.{suffix(kind)}", kind, (kind, a), pure=True)
    else:
        name = f"llvm.ctlz.{suffix(kind)}"
        f.module.declare(name, f"declare {kind} @{name}({kind}, i1)")
        # `false`: a zero has a defined result, the width.
        result = f.pure(f"call {kind} @{name}({kind} {a}, i1 false)", a)
    return convert(f, result, expr.args[0].dtype, expr.dtype)


def _bitwise_not(f: Emitter, expr: Call) -> str:
    dtype = expr.dtype
    ones = splat(scalar_type(dt.element(dtype)), "true" if dt.is_bool(dtype) else "-1", dt.lanes(dtype))
    a = f.value(expr.args[0])
    return f.pure(f"xor {f.type_of(dtype)} {a}, {ones}", a)


def _reinterpret(f: Emitter, expr: Call) -> str:
    source, target = f.type_of(expr.args[0].dtype), f.type_of(expr.dtype)
    a = f.value(expr.args[0])
    return a if source == target else f.pure(f"bitcast {source} {a} to {target}", a)


def _nearest_int(f: Emitter, expr: Call) -> str:
    """By the instruction that rounds as it converts (cvtps2dq)."""
    source, target = f.type_of(expr.args[0].dtype), f.type_of(expr.dtype)
    name = f"llvm.lrint.{suffix(target)}.{suffix(source)}"
    return f.call(name, target, (source, f.value(expr.args[0])), pure=True)


def _likely(f: Emitter, expr: Call) -> str:
    return f.value(expr.args[0])


#: The AVX-512 instruction that scales by powers of two, by number of lanes.
_SCALES = {
    ("float32", 16): "ps.512", ("float32", 8): "ps.256", ("float32", 4): "ps.128",
    ("float64", 8): "pd.512", ("float64", 4): "pd.256", ("float64", 2): "pd.128",
}  # fmt: skip


def _scalef(f: Emitter, expr: Call) -> str:
    """x * 2**n: one instruction, or two multiplications, each by half of the exponent; the result is rounded once."""
    dtype = expr.dtype
    element, lanes, kind = dt.element(dtype), dt.lanes(dtype), f.type_of(dtype)
    x, n = (f.value(a) for a in expr.args)
    form = _SCALES.get((element, lanes))
    features = f.target.features
    if form is not None and "avx512f" in features and (form.endswith("512") or "avx512vl" in features):
        # All lanes active, and, at 512 bits, the rounding mode in force (4).
        flags = f"i{max(8, lanes)}"
        args = [(kind, x), (kind, n), (kind, "zeroinitializer"), (flags, "-1")]
        if form.endswith("512"):
            args.append(("i32", "4"))
        return f.call(f"llvm.x86.avx512.mask.scalef.{form}", kind, *args, pure=True)
    mantissa, bias = (23, 127) if element == "float32" else (52, 1023)
    # Adding 1.5 * 2**mantissa shifts the integer n into the lowest bits of the sum.
    magic = 1.5 * 2.0**mantissa
    integer = f.type_of(dt.with_lanes("int32" if element == "float32" else "int64", lanes))
    word = scalar_type("int32" if element == "float32" else "int64")
    shifted = f.pure(f"fadd {kind} {n}, {splat(scalar_type(element), float_literal(magic, element), lanes)}", n)
    bits = f.pure(f"bitcast {kind} {shifted} to {integer}", shifted)
    exponent = f.pure(f"sub {integer} {bits}, {splat(word, str(float_bits(magic, element)), lanes)}", bits)
    # 2**-140 is no normal float32, 2**-70 is: n is halved, and each half is an exponent.
    half = f.pure(f"ashr {integer} {exponent}, {splat(word, '1', lanes)}", exponent)
    for part in (half, f.pure(f"sub {integer} {exponent}, {half}", exponent, half)):
        raised = f.pure(f"add {integer} {part}, {splat(word, str(bias), lanes)}", part)
        moved = f.pure(f"shl {integer} {raised}, {splat(word, str(mantissa), lanes)}", raised)
        power = f.pure(f"bitcast {integer} {moved} to {kind}", moved)
        x = f.pure(f"fmul {kind} {x}, {power}", x, power)
    return x


def _reduce_lanes(f: Emitter, expr: Call) -> str:
    """A tree reduction of the lanes of a vector: its halves are combined, then their halves, and so on."""
    from .arithmetic import apply

    op, vector = expr.args
    assert isinstance(op, StringImm)
    value, lanes, element = f.value(vector), dt.lanes(vector.dtype), dt.element(vector.dtype)
    if dt.is_bool(element):  # flags are the bits of one register
        kind = f.type_of(vector.dtype)
        return f.call(f"llvm.vector.reduce.{op.value}.{suffix(kind)}", "i1", (kind, value), pure=True)
    # Halves, not neighbours: a shuffle of whole halves is one extract instruction, and 16 lanes take 4 dependent steps
    # instead of 15.
    while lanes > 1:
        kind = f.type_of(dt.with_lanes(element, lanes))
        half = lanes // 2
        halves = []
        for start in (0, half):
            picks = ", ".join(f"i32 {start + k}" for k in range(half))
            halves.append(
                f.pure(f"shufflevector {kind} {value}, {kind} poison, <{half} x i32> <{picks}>", value)
                if half > 1
                else f.pure(f"extractelement {kind} {value}, i64 {start}", value)
            )
        low, high = halves
        value, lanes = apply(f, op.value, low, high, dt.with_lanes(element, half)), half
    return value


# ---------------------------------------------------------------- pointers
def _address_of(f: Emitter, expr: Call) -> str:
    load = expr.args[0]
    assert isinstance(load, BufferLoad)
    buffer = load.buffer
    (index,) = load.indices
    size = dt.nbytes(buffer.dtype)
    return address(f, f.buffers[buffer], index, f.memory_type(buffer.dtype), size).operand


def _workspace_ptr(f: Emitter, expr: Call) -> str:
    if f.workspace is None:
        raise MlccError(
            "G201", "`workspace_ptr` in a function without a workspace", span=expr.span,
            help="set the function's attribute `workspace_bytes`",
        )  # fmt: skip
    offset = index_value(f, expr.args[0])
    return f.pure(f"getelementptr inbounds i8, ptr {f.workspace}, i64 {offset}", offset)


def _prefetch(f: Emitter, expr: Call) -> str:
    """Prefetch a cache line: into L2 for reading, or into L1 for writing."""
    pointer = f.value(expr.args[0])
    write, locality = ("1", "3") if expr.op == "prefetch_write" else ("0", "2")
    f.call("llvm.prefetch.p0", "void", ("ptr", pointer), ("i32", write), ("i32", locality), ("i32", "1"))
    return "0"


def _weight_ptr(f: Emitter, expr: Call) -> str:
    name = f.module.weights
    offset = index_value(f, expr.args[0])
    if f.module.far_weights:
        slot = f"{name}_place"
        f.module.declare(slot, f"@{slot} = external hidden global ptr")
        base = f.assign(f"load ptr, ptr @{slot}, align {f.target.pointer_bits // 8}")
        return f.assign(f"getelementptr i8, ptr {base}, i64 {offset}")
    f.module.declare(name, f"@{name} = external hidden constant [0 x i8], align 64")
    return f.pure(f"getelementptr i8, ptr @{name}, i64 {offset}", offset)


# ---------------------------------------------------------------- external functions
def _argument(f: Emitter, expr: Expr) -> tuple[str, str]:
    if isinstance(expr, StringImm):
        return "ptr", f.module.string(expr.value)
    return f.type_of(expr.dtype), f.value(expr)


def _name_of(expr: Call) -> str:
    name = expr.args[0]
    if not isinstance(name, StringImm):
        raise MlccError("G201", f"`{expr.op}` needs the function's name as a string", span=expr.span)
    return name.value


def _c_function(expr: Call) -> str:
    """The name of a C function that is called."""
    name = _name_of(expr)
    if not (name.isidentifier() and name.isascii()):
        raise MlccError("G201", f"`{expr.op}` calls a C function, and `{name}` is no name of one", span=expr.span)
    return name


def _call_kernel(f: Emitter, expr: Call) -> str:
    """Call another function of the module and propagate its error."""
    args = []
    for arg in expr.args[1:]:
        # Kernels take every integer as i64, so that all have one calling convention for sizes.
        if dt.is_int(arg.dtype) and dt.bits(arg.dtype) < 64:
            args.append(("i64", index_value(f, arg)))
        else:
            args.append(_argument(f, arg))
    code = f.call(f.module.kernel_symbol(_name_of(expr)), "i32", *args)
    f.return_if_failed(code)
    return code


def _call_extern(f: Emitter, expr: Call) -> str:
    """Call a C function; with vector arguments, a pure one is called once per lane."""
    if any(dt.lanes(a.dtype) > 1 for a in expr.args):
        return _extern_lanes(f, expr)
    args = [_argument(f, a) for a in expr.args[1:]]
    name, result = _c_function(expr), f.type_of(expr.dtype)
    match name, result, args:
        # C's function takes a size of the target's addresses; and WebAssembly has an instruction, and no C library.
        case "memcpy", "ptr", [("ptr", target), ("ptr", _), ("i32" | "i64" as size, _)]:
            f.call(f"llvm.memcpy.p0.p0.{size}", "void", *args, ("i1", "false"))
            return target
    return f.call(name, result, *args)


def _extern_lanes(f: Emitter, expr: Call) -> str:
    lanes = dt.lanes(expr.dtype)
    scalar, vector = scalar_type(dt.element(expr.dtype)), f.type_of(expr.dtype)
    args = [_argument(f, a) for a in expr.args[1:]]
    result = "poison"
    for lane in range(lanes):
        parts = []
        for (kind, value), arg in zip(args, expr.args[1:], strict=True):
            if dt.lanes(arg.dtype) == 1:
                parts.append((kind, value))
                continue
            one = scalar_type(dt.element(arg.dtype), f.native_half)
            parts.append((one, f.assign(f"extractelement {kind} {value}, i64 {lane}")))
        done = f.call(_c_function(expr), scalar, *parts)
        result = f.assign(f"insertelement {vector} {result}, {scalar} {done}, i64 {lane}")
    return result


def _call_packed(f: Emitter, expr: Call) -> str:
    """Packed functions need a registry of the host, which a native library does not have: always an error."""
    raise MlccError(
        "G204", f"`call_packed` of `{_name_of(expr)}` has no provider in a native library",
        span=expr.span,
        help="call a C function with `call_extern`, or a library function from the graph with "
        "`R.call_dps_packed`",
    )  # fmt: skip


def _ret(f: Emitter, expr: Call) -> str:
    value = f.value(expr.args[0]) if expr.args else "0"
    f.return_code(convert(f, value, expr.args[0].dtype, "int32") if expr.args else value)
    return value


_SPECIAL: dict[str, Callable[[Emitter, Call], str]] = {
    "if_then_else": if_then_else,
    "isnan": _classify,
    "isinf": _classify,
    "isfinite": _classify,
    "abs": _absolute,
    "popcount": _count_bits,
    "clz": _count_bits,
    "bitwise_not": _bitwise_not,
    "reinterpret": _reinterpret,
    "nearest_int": _nearest_int,
    "likely": _likely,
    "reduce_lanes": _reduce_lanes,
    "scalef": _scalef,
    "dp4a": dp4a,
    "dot_int16": dot_int16,
    "saturated_pairs": saturated_pairs,
    "dot_bf16": dot_bf16,
    "address_of": _address_of,
    "workspace_ptr": _workspace_ptr,
    "weight_ptr": _weight_ptr,
    "transpose_tile": transpose_tile,
    "prefetch": _prefetch,
    "prefetch_write": _prefetch,
    "call_kernel": _call_kernel,
    "call_extern": _call_extern,
    "call_pure_extern": _call_extern,
    "call_packed": _call_packed,
    "ret": _ret,
    **dict.fromkeys(TILE_CALLS, tile_call),
    **dict.fromkeys(MATRIX_CALLS, matrix_call),
}
