"""Intrinsics, calls of kernels and of external functions."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.diagnostics import MlccError
from mlcc.ir import INSTRUCTIONS, BufferLoad, Call, Expr, StringImm, as_int, meaning_of
from mlcc.ir import dtype as dt

from . import scalars, vectors
from .emitter import Emitter, expression
from .expressions import if_then_else, mask, mask_bits
from .index import index
from .memory import address
from .names import LIBM, is_small, quoted, scalar_type, tag

#: Functions of C99's headers, which need no declaration.
_KNOWN = LIBM | {op + "f" for op in LIBM} | {"abs", "labs", "llabs", "malloc", "free", "memcpy"}

#: Functions of the runtime, which stand before the kernels.
_RUNTIME = "mlcc_rt_"


@expression(Call)
def emit_call(f: Emitter, expr: Call) -> str:
    """The value of an intrinsic call."""
    special = _SPECIAL.get(expr.op)
    if special is not None:
        return special(f, expr)
    if expr.args and dt.is_float(expr.args[0].dtype) and expr.op in LIBM | {"abs"}:
        return _float(f, expr)
    raise _unavailable(expr)


def _unavailable(expr: Call) -> MlccError:
    kinds = ", ".join(a.dtype for a in expr.args)
    return MlccError("G201", f"`{expr.op}` is not available for {kinds}", span=expr.span)


def _float(f: Emitter, expr: Call) -> str:
    """A function of the mathematics library; of 16-bit floats in float32."""
    dtype, op = expr.args[0].dtype, "fabs" if expr.op == "abs" else expr.op
    element, lanes, count = dt.element(dtype), dt.lanes(dtype), len(expr.args)
    single = "float32" if is_small(element) else element
    holes = [f"{{{k}}}" for k in range(count)]
    given = [scalars.widen(f.library, element, h) for h in holes] if is_small(element) else holes
    call = f"{scalars.libm(op, single)}({', '.join(given)})"
    call = scalars.narrow(f.library, element, call) if is_small(element) else call
    args = [f.value(a) for a in expr.args]
    if lanes == 1:
        return call.format(*args)
    return f"{vectors.call_lanes(f.library, f'{op}_{tag(dtype)}', dtype, call, count)}({', '.join(args)})"


def _classify(f: Emitter, expr: Call) -> str:
    (operand,) = expr.args
    if not dt.is_float(operand.dtype):
        return "1" if expr.op == "isfinite" else "0"
    value = f.value(operand)
    if is_small(operand.dtype):
        value = scalars.widen(f.library, operand.dtype, value)
    return f"({expr.op}({value}) != 0)"


def _absolute(f: Emitter, expr: Call) -> str:
    dtype = expr.dtype
    if dt.is_float(dtype):
        return _float(f, expr)
    value = f.value(expr.args[0])
    if not dt.is_signed(dtype):
        return value
    kind, element = scalar_type(dtype), dt.element(dtype)
    wide = "uint64_t" if dt.bits(dtype) == 64 else "uint32_t"
    name = f.library.inline(
        f"abs_{tag(element)}", f"{kind} abs_{tag(element)}({kind} a)", f"return a < 0 ? ({kind})(0 - ({wide})a) : a;"
    )
    if dt.lanes(dtype) > 1:
        name = vectors.call_lanes(f.library, f"abs_{tag(dtype)}", dtype, name + "({0})", 1)
    return f"{name}({value})"


def _count_bits(f: Emitter, expr: Call) -> str:
    source, target = expr.args[0].dtype, expr.dtype
    name = scalars.bit_count(f.library, expr.op, source)
    if dt.lanes(source) == 1:
        return scalars.convert(f.library, "int32", target, f"{name}({f.value(expr.args[0])})")
    one = scalars.convert(f.library, "int32", dt.element(target), f"{name}(AT(a, l))")
    kind = vectors.declare(f.library, source)
    name = vectors.lanewise(f.library, f"{expr.op}_{tag(source)}_{tag(target)}", target, [kind], one)
    return f"{name}({f.value(expr.args[0])})"


def _bitwise_not(f: Emitter, expr: Call) -> str:
    dtype, value = expr.dtype, f.value(expr.args[0])
    if dt.is_bool(dtype):
        return f"(!{value})"
    if dt.lanes(dtype) > 1:
        return (
            f"{vectors.call_lanes(f.library, f'not_{tag(dtype)}', dtype, f'({scalar_type(dtype)})~{{0}}', 1)}({value})"
        )
    return f"(({scalar_type(dtype)})~{value})"


def _reinterpret(f: Emitter, expr: Call) -> str:
    source, target, value = expr.args[0].dtype, expr.dtype, f.value(expr.args[0])
    if dt.lanes(source) > 1:
        return vectors.reinterpret(f.library, source, target, value)
    return scalars.reinterpret(f.library, source, target, value)


def _scalef(f: Emitter, expr: Call) -> str:
    args = ", ".join(f.value(a) for a in expr.args)
    many = dt.lanes(expr.dtype) > 1
    return f"{(vectors if many else scalars).scalef(f.library, expr.dtype)}({args})"


_OF_WORDS = {
    "dp4a": scalars.dp4a, "dot_int16": scalars.dot_int16, "saturated_pairs": scalars.saturated_pairs,
}  # fmt: skip


def _of_words(f: Emitter, expr: Call) -> str:
    if dt.element(expr.dtype) != "int32":
        raise MlccError("G201", f"`{expr.op}` is for words of 32 bits, not {expr.dtype}", span=expr.span)
    name = _OF_WORDS[expr.op](f.library)
    if dt.lanes(expr.dtype) > 1:
        count = len(expr.args)
        call = f"{name}({', '.join(f'{{{n}}}' for n in range(count))})"
        name = vectors.call_lanes(f.library, f"{expr.op}_{tag(expr.dtype)}", expr.dtype, call, count)
    return f"{name}({', '.join(f.value(a) for a in expr.args)})"


def _dot_bf16(f: Emitter, expr: Call) -> str:
    lanes = dt.lanes(expr.dtype)
    if expr.dtype != dt.with_lanes("float32", lanes) or any(dt.element(v.dtype) != "int32" for v in expr.args[:2]):
        raise MlccError("G201", "`dot_bf16` is for words of 32 bits and sums of float32", span=expr.span)
    name = scalars.dot_bf16(f.library)
    if lanes > 1:
        name = vectors.dot_bf16(f.library, expr.dtype, name)
    return f"{name}({', '.join(f.value(a) for a in expr.args)})"


def _reduce_lanes(f: Emitter, expr: Call) -> str:
    op, vector = expr.args
    assert isinstance(op, StringImm)
    if dt.is_bool(vector.dtype):
        bits = mask_bits(f, vector)
        text = mask(f, vector, bits)
        every = op.value in ("and", "min", "mul")
        return vectors.any_lane(f.library, bits, dt.lanes(vector.dtype), text, every=every)
    return vectors.reduce(f.library, op.value, vector.dtype, f.value(vector))


# ---------------------------------------------------------------- pointers
def _address_of(f: Emitter, expr: Call) -> str:
    load = expr.args[0]
    assert isinstance(load, BufferLoad)
    return f"(void *)({address(f, load.buffer, load.indices[0])})"


def _workspace_ptr(f: Emitter, expr: Call) -> str:
    if f.workspace is None:
        raise MlccError(
            "G201", "`workspace_ptr` in a function without a workspace", span=expr.span,
            help="set the function's attribute `workspace_bytes`",
        )  # fmt: skip
    return f"(void *)((char *){f.workspace} + {index(f, expr.args[0])})"


def _weight_ptr(f: Emitter, expr: Call) -> str:
    return f"(void *)((char *){f.parts['weights']} + {index(f, expr.args[0])})"


def _prefetch(f: Emitter, expr: Call) -> str:
    write, near = ("1", "3") if expr.op == "prefetch_write" else ("0", "2")
    f.put(f"MLCC_PREFETCH({f.value(expr.args[0])}, {write}, {near});")
    return ""


def _transpose_tile(f: Emitter, expr: Call) -> str:
    """Row r, column c of the source to row c, column r of a square; the last row of the source repeats."""
    to, start, stride, side, rows = expr.args
    source, target = (pointer.args[0] for pointer in (to, start)[::-1] if isinstance(pointer, Call))
    assert isinstance(source, BufferLoad)
    assert isinstance(target, BufferLoad)
    size, step = index(f, side), index(f, stride)
    r, c = f.fresh("r"), f.fresh("c")
    out = f.define(f"{scalar_type(source.dtype)} *", "square", address(f, target.buffer, target.indices[0]))
    kind = scalar_type(source.dtype)
    begin = f.define(f"const {kind} *", "rows", address(f, source.buffer, source.indices[0]))
    row = r
    if as_int(rows) != as_int(side):
        last = f.define("int64_t", "last", f"{index(f, rows)} - 1")
        row = f"({r} < {last} ? {r} : {last})"
    f.open(f"for (int64_t {c} = 0; {c} < {size}; ++{c})")
    f.put(f"for (int64_t {r} = 0; {r} < {size}; ++{r}) {out}[{c} * {size} + {r}] = {begin}[{row} * {step} + {c}];")
    f.close()
    return ""


def _tile(f: Emitter, expr: Call) -> str:
    """An instruction on tile registers: its meaning as loops over elements."""
    f.statement(meaning_of(expr))
    return ""


# ---------------------------------------------------------------- functions
def _name_of(expr: Call) -> str:
    name = expr.args[0]
    if not isinstance(name, StringImm):
        raise MlccError("G201", f"`{expr.op}` needs the function's name as a string", span=expr.span)
    return name.value


def _call_kernel(f: Emitter, expr: Call) -> str:
    """Call another function of the file and propagate its error."""
    args = [index(f, a) if dt.is_int(a.dtype) else f.value(a) for a in expr.args[1:]]
    name = _name_of(expr)
    call = f"{f.parts[name]}({', '.join(args)})"
    if f.parts.get(f"{name} cannot fail"):
        f.put(f"{call};")
        return "0"
    code = f.define("int32_t", "code", call)
    f.leave_if(f"{code} != 0", code)
    return code


def _call_extern(f: Emitter, expr: Call) -> str:
    """Call a C function; with vector arguments, a pure one is called once per lane."""
    name = _name_of(expr)
    if not (name.isidentifier() and name.isascii()):
        raise MlccError("G201", f"`{expr.op}` calls a C function, and `{name}` is no name of one", span=expr.span)
    result = "void" if expr.dtype == "void" else scalar_type(expr.dtype)
    kinds = ["const char *" if isinstance(a, StringImm) else scalar_type(a.dtype) for a in expr.args[1:]]
    if name not in _KNOWN and not name.startswith(_RUNTIME):
        f.library.externs.setdefault(name, f"extern {result} {name}({', '.join(kinds) or 'void'});")
    args = [_argument(f, a) for a in expr.args[1:]]
    if all(dt.lanes(a.dtype) == 1 for a in expr.args):
        call = f"{name}({', '.join(args)})"
        if expr.op == "call_pure_extern":
            return call
        if expr.dtype == "void":
            f.put(f"{call};")
            return ""
        own = f.fresh("result")
        f.put(f"{result} {own} = {call};")
        f.put(f"(void){own};")
        return own
    wide = [vectors.declare(f.library, a.dtype) if dt.lanes(a.dtype) > 1 else k
            for a, k in zip(expr.args[1:], kinds, strict=True)]  # fmt: skip
    lanes = [f"AT({letter}, l)" if dt.lanes(a.dtype) > 1 else letter
             for letter, a in zip("abcd", expr.args[1:], strict=False)]  # fmt: skip
    own = vectors.lanewise(
        f.library, f"lanes_{name}_{tag(expr.dtype)}", expr.dtype, wide, f"{name}({', '.join(lanes)})"
    )
    return f"{own}({', '.join(args)})"


def _argument(f: Emitter, expr: Expr) -> str:
    return quoted(expr.value) if isinstance(expr, StringImm) else f.value(expr)


def _call_packed(_f: Emitter, expr: Call) -> str:
    raise MlccError(
        "G204", f"`call_packed` of `{_name_of(expr)}` has no provider in a C file", span=expr.span,
        help="call a C function with `call_extern`",
    )  # fmt: skip


def _ret(f: Emitter, expr: Call) -> str:
    code = "0" if not expr.args else scalars.convert(f.library, expr.args[0].dtype, "int32", f.value(expr.args[0]))
    f.leave(code)
    return ""


def _nothing(_f: Emitter, _expr: Call) -> str:
    return ""


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
    "likely": lambda f, expr: f.value(expr.args[0]),
    "reduce_lanes": _reduce_lanes,
    "scalef": _scalef,
    **dict.fromkeys(_OF_WORDS, _of_words),
    "dot_bf16": _dot_bf16,
    "address_of": _address_of,
    "workspace_ptr": _workspace_ptr,
    "weight_ptr": _weight_ptr,
    "transpose_tile": _transpose_tile,
    "prefetch": _prefetch,
    "prefetch_write": _prefetch,
    "assume": _nothing,
    "call_kernel": _call_kernel,
    "call_extern": _call_extern,
    "call_pure_extern": _call_extern,
    "call_packed": _call_packed,
    "ret": _ret,
    **dict.fromkeys(INSTRUCTIONS, _tile),
}
