"""Literals, variables, operators, conversions, and choices of which one side is evaluated."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.diagnostics import InternalError
from mlcc.ir import Binary, Broadcast, BufferLoad, Call, Cast, Expr, FloatImm, IntImm, Let, Not, Ramp, Select, Var
from mlcc.ir import dtype as dt

from ..speculation import needs_branch
from . import scalars, vectors
from .emitter import Emitter, Lanes, expression
from .index import bind_index, index, is_index, text_of
from .names import literal, scalar_type


@expression(IntImm, FloatImm)
def emit_literal(_f: Emitter, expr: IntImm | FloatImm) -> str:
    """A literal."""
    return literal(expr.value, expr.dtype)


@expression(Var)
def emit_var(f: Emitter, expr: Var) -> str:
    """A variable; loop variables are int64_t and narrowed on use."""
    if expr in f.index:
        text = text_of(f.index[expr])
        return text if dt.bits(expr.dtype) == 64 or isinstance(f.index[expr], int) else f"(int32_t){text}"
    try:
        return f.values[expr]
    except KeyError:
        raise InternalError(f"the variable `{expr.name}` is not defined here") from None


@expression(Broadcast)
def emit_broadcast(f: Emitter, expr: Broadcast) -> str:
    """The same number in every lane."""
    return vectors.splat(f.library, expr.dtype, f.value(expr.value))


@expression(Ramp)
def emit_ramp(f: Emitter, expr: Ramp) -> str:
    """``base, base + stride, …``."""
    return vectors.ramp(f.library, expr.dtype, f.value(expr.base), f.value(expr.stride))


@expression(Let)
def emit_let(f: Emitter, expr: Let) -> str:
    """A named value."""
    bind(f, expr.var, expr.value)
    return f.value(expr.body)


def bind(f: Emitter, var: Var, value: Expr) -> None:
    """Name a value for what follows; integers can be used as indices."""
    if var.dtype in ("int32", "int64") and is_index(f, value):
        bind_index(f, var, value)
    elif dt.is_bool(var.dtype) and dt.lanes(var.dtype) > 1:
        bits = mask_bits(f, value)
        f.masks[var] = name_mask(f, value, bits, dt.lanes(var.dtype), var.name)
    elif dt.element(var.dtype) == "handle":
        f.values[var] = f.define("void *", var.name, f.value(value))
    else:
        kind = vectors.kind_of(f.library, var.dtype)
        f.values[var] = f.define(kind, var.name, f.value(value))


# ---------------------------------------------------------------- operators
@expression(Binary)
def emit_binary(f: Emitter, expr: Binary) -> str:
    """The value of a binary operator on numbers; the mask of a comparison of vectors is :func:`mask`."""
    op, dtype = expr.op, expr.a.dtype
    if dt.lanes(dtype) > 1:
        if dt.is_bool(expr.dtype):
            raise InternalError("the mask of a vector is used as a number")
        amount = expr.b.value if isinstance(expr.b, Broadcast) else None
        a, b, sure = f.value(expr.a), f.value(expr.b), _never_nan(expr.a)
        if op in ("min", "max") and _never_nan(expr.b):
            a, b, sure = b, a, True
        known = amount.value if isinstance(amount, IntImm) else None
        return vectors.binary(f.library, op, dtype, a, b, sure=sure, amount=known)
    if op in ("and", "or"):
        return _short_circuit(f, expr)
    if op in scalars.COMPARE and is_index(f, expr.a) and is_index(f, expr.b):
        return f"({index(f, expr.a)} {scalars.COMPARE[op]} {index(f, expr.b)})"
    a, b, sure = f.value(expr.a), f.value(expr.b), _never_nan(expr.a)
    if op in ("min", "max") and _never_nan(expr.b):
        a, b, sure = b, a, True
    if op in ("shl", "shr") and isinstance(expr.b, IntImm) and 0 <= expr.b.value < dt.bits(dtype):
        kind = scalar_type(dtype)
        through = ("uint64_t" if dt.bits(dtype) == 64 else "uint32_t") if op == "shl" else kind
        return f"(({kind})(({through}){a} {'<<' if op == 'shl' else '>>'} {expr.b.value}))"
    return scalars.binary(f.library, op, dtype, a, b, sure=sure)


def _never_nan(expr: Expr) -> bool:
    if isinstance(expr, Broadcast):
        expr = expr.value
    return isinstance(expr, FloatImm) and expr.value == expr.value


def _short_circuit(f: Emitter, expr: Binary) -> str:
    a = f.value(expr.a)
    lines, b = f.apart(lambda: f.value(expr.b))
    if not lines:
        return f"({a} {'&&' if expr.op == 'and' else '||'} {b})"
    # The second operand needs statements, which must not run where the first decides.
    name = f.fresh("both" if expr.op == "and" else "either")
    f.put(f"int {name} = {a};")
    f.open(f"if ({'' if expr.op == 'and' else '!'}{name})")
    f.put_apart(lines)
    f.put(f"{name} = {b};")
    f.close()
    return name


@expression(Not)
def emit_not(f: Emitter, expr: Not) -> str:
    """Logical not."""
    return f"(!{f.value(expr.a)})"


@expression(Select)
def emit_select(f: Emitter, expr: Select) -> str:
    """A choice between two computed values; a scalar condition chooses all lanes."""
    lanes = dt.lanes(expr.condition.dtype)
    a, b = f.value(expr.true_value), f.value(expr.false_value)
    if lanes == 1:
        return f"({f.value(expr.condition)} ? {a} : {b})"
    chosen = mask(f, expr.condition, dt.bits(expr.dtype))
    return f"{vectors.select(f.library, expr.dtype)}({chosen}, {a}, {b})"


@expression(Cast)
def emit_cast(f: Emitter, expr: Cast) -> str:
    """A value conversion."""
    source, target, lanes = expr.value.dtype, expr.dtype, dt.lanes(expr.dtype)
    if lanes > 1 and dt.is_bool(source):
        bits = mask_bits(f, expr.value)
        return vectors.ones(f.library, bits, lanes, target, mask(f, expr.value, bits))
    value = f.value(expr.value)
    if lanes > 1:
        return vectors.convert(f.library, source, target, value)
    return scalars.convert(f.library, source, target, value)


# ---------------------------------------------------------------- lazy choices
def if_then_else(f: Emitter, expr: Call) -> str:
    """The intrinsic of the same name, with one condition or one per lane."""
    condition, yes, no = expr.args
    lanes = dt.lanes(condition.dtype)
    if lanes > 1:
        chosen = name_mask(f, condition, dt.bits(expr.dtype), lanes)
        a = under_mask(f, chosen, lambda: f.value(yes))
        b = under_mask(f, inverted(f, chosen), lambda: f.value(no))
        return f"{vectors.select(f.library, expr.dtype)}({chosen.name}, {a}, {b})"
    chosen_text = f.value(condition)
    first, a = f.apart(lambda: f.value(yes))
    second, b = f.apart(lambda: f.value(no))
    if not first and not second:
        return f"({chosen_text} ? {a} : {b})"
    name = f.fresh("chosen")
    f.put(f"{vectors.kind_of(f.library, expr.dtype)} {name};")
    f.open(f"if ({chosen_text})")
    f.put_apart(first)
    f.put(f"{name} = {a};")
    f.close("} else {")
    f.depth += 1
    f.put_apart(second)
    f.put(f"{name} = {b};")
    f.close()
    return name


# ---------------------------------------------------------------- masks
def mask_bits(f: Emitter, expr: Expr) -> int:
    """The width of the elements that a vector of bool has by itself."""
    match expr:
        case Binary() if dt.is_bool(expr.a.dtype):
            return mask_bits(f, expr.a)
        case Binary():
            return max(32, dt.bits(expr.a.dtype)) if dt.is_float(expr.a.dtype) else dt.bits(expr.a.dtype)
        case Not():
            return mask_bits(f, expr.a)
        case Var() if expr in f.masks:
            return f.masks[expr].bits
        case Let():
            return mask_bits(f, expr.body) if not isinstance(expr.body, Var) else 32
        case Select():
            return mask_bits(f, expr.true_value)
        case Call() if expr.op == "if_then_else":
            return mask_bits(f, expr.args[1])
        case Call() if expr.op in ("isnan", "isinf", "isfinite"):
            return max(32, dt.bits(expr.args[0].dtype))
        case Cast():
            return max(8, dt.bits(expr.value.dtype))
        case BufferLoad():
            return 8
    return 32


def mask(f: Emitter, expr: Expr, bits: int) -> str:
    """A vector of bool as a vector of integers of `bits` bits, 0 or -1."""
    lanes = dt.lanes(expr.dtype)
    word = vectors.mask_dtype(bits, lanes)
    vectors.declare(f.library, word)
    match expr:
        case Binary() if expr.op in ("and", "or"):
            a, b = mask(f, expr.a, bits), _right(f, expr, bits)
            return vectors.binary(f.library, "bitand" if expr.op == "and" else "bitor", word, a, b)
        case Binary() if dt.is_bool(expr.a.dtype):
            return _mask_of_masks(f, expr, bits)
        case Not():
            return inverted_text(f, mask(f, expr.a, bits), bits, lanes)
        case Var() if expr in f.masks:
            own = f.masks[expr]
            return vectors.resize_mask(f.library, own.name, own.bits, bits, lanes)
        case Let():
            bind(f, expr.var, expr.value)
            return mask(f, expr.body, bits)
        case Broadcast():
            whole = f"(int{bits}_t)-({f.value(expr.value)} != 0)"
            return vectors.splat(f.library, word, whole)
        case Select():
            a, b = mask(f, expr.true_value, bits), mask(f, expr.false_value, bits)
            if dt.lanes(expr.condition.dtype) == 1:
                return f"({f.value(expr.condition)} ? {a} : {b})"
            return f"{vectors.select(f.library, word)}({mask(f, expr.condition, bits)}, {a}, {b})"
        case Call() if expr.op == "if_then_else" and dt.lanes(expr.args[0].dtype) > 1:
            chosen = name_mask(f, expr.args[0], bits, lanes)
            a = under_mask(f, chosen, lambda: mask(f, expr.args[1], bits))
            b = under_mask(f, inverted(f, chosen), lambda: mask(f, expr.args[2], bits))
            return f"{vectors.select(f.library, word)}({chosen.name}, {a}, {b})"
        case Call() if expr.op == "bitwise_not":
            return inverted_text(f, mask(f, expr.args[0], bits), bits, lanes)
        case Call() if expr.op == "likely":
            return mask(f, expr.args[0], bits)
    own_bits = mask_bits(f, expr)
    return vectors.resize_mask(f.library, _own_mask(f, expr, own_bits), own_bits, bits, lanes)


def _right(f: Emitter, expr: Binary, bits: int) -> str:
    if not needs_branch(expr.b, expr.a):
        return mask(f, expr.b, bits)
    first = name_mask(f, expr.a, bits, dt.lanes(expr.dtype))
    return under_mask(f, first if expr.op == "and" else inverted(f, first), lambda: mask(f, expr.b, bits))


def _mask_of_masks(f: Emitter, expr: Binary, bits: int) -> str:
    """Operators on two vectors of bool."""
    word = vectors.mask_dtype(bits, dt.lanes(expr.dtype))
    a, b = mask(f, expr.a, bits), mask(f, expr.b, bits)
    op = {"eq": "bitxor", "ne": "bitxor", "mul": "bitand", "min": "bitand", "add": "bitor", "max": "bitor",
          "gt": "bitand", "lt": "bitand", "ge": "bitor", "le": "bitor"}.get(expr.op, expr.op)  # fmt: skip
    lanes = dt.lanes(expr.dtype)
    if expr.op in ("gt", "ge"):
        b = inverted_text(f, b, bits, lanes)
    elif expr.op in ("lt", "le"):
        a = inverted_text(f, a, bits, lanes)
    text = vectors.binary(f.library, op, word, a, b)
    return inverted_text(f, text, bits, lanes) if expr.op == "eq" else text


def _own_mask(f: Emitter, expr: Expr, bits: int) -> str:
    """The mask of an expression that has a width of its own."""
    lanes = dt.lanes(expr.dtype)
    match expr:
        case Binary():
            return vectors.binary(f.library, expr.op, expr.a.dtype, f.value(expr.a), f.value(expr.b))
        case Cast():  # NaN is true
            source = expr.value.dtype
            zero = vectors.splat(f.library, source, literal(0, dt.element(source)))
            text = vectors.binary(f.library, "ne", source, f.value(expr.value), zero)
            return vectors.resize_mask(f.library, text, max(32, dt.bits(source)) if dt.is_float(source)
                                       else dt.bits(source), bits, lanes)  # fmt: skip
        case BufferLoad():
            stored = dt.with_lanes("uint8", lanes)
            zero = vectors.splat(f.library, stored, "0")
            return vectors.binary(f.library, "ne", stored, f.value(expr), zero)
        case Call() if expr.op in ("isnan", "isinf", "isfinite"):
            return _classified(f, expr)
    raise InternalError(f"no mask of the expression {type(expr).__name__}")


def _classified(f: Emitter, expr: Call) -> str:
    source, lanes = expr.args[0].dtype, dt.lanes(expr.dtype)
    bits = max(32, dt.bits(source))
    result, element = vectors.mask_dtype(bits, lanes), dt.element(source)
    if not dt.is_float(source):
        return vectors.splat(f.library, result, str(-int(expr.op == "isfinite")))
    one = scalars.convert(f.library, element, "float32" if dt.bits(element) == 16 else element, "AT(a, l)")
    test = {"isnan": f"{one} != {one}", "isfinite": f"isfinite({one}) != 0", "isinf": f"isinf({one}) != 0"}[expr.op]
    kind = vectors.declare(f.library, source)
    name = f"{expr.op}_{kind if dt.bits(source) > 16 else element + str(lanes)}"
    return f"{vectors.lanewise(f.library, name, result, [kind], f'-({test})')}({f.value(expr.args[0])})"


def name_mask(f: Emitter, expr: Expr, bits: int, lanes: int, hint: str = "active") -> Lanes:
    """A mask with a name."""
    text = mask(f, expr, bits)
    kind = vectors.declare(f.library, vectors.mask_dtype(bits, lanes))
    return Lanes(f.define(kind, hint, text), bits, lanes)


def inverted_text(f: Emitter, text: str, bits: int, lanes: int) -> str:
    """The complement of a mask."""
    word = vectors.mask_dtype(bits, lanes)
    return vectors.binary(f.library, "bitxor", word, text, vectors.splat(f.library, word, "-1"))


def inverted(f: Emitter, active: Lanes) -> Lanes:
    """The complement of a mask, with a name."""
    kind = vectors.declare(f.library, vectors.mask_dtype(active.bits, active.lanes))
    text = inverted_text(f, active.name, active.bits, active.lanes)
    return Lanes(f.define(kind, "inactive", text), active.bits, active.lanes)


def under_mask(f: Emitter, active: Lanes, emit: Callable[[], str]) -> str:
    """Emit with memory accesses limited to the lanes of a mask, and of the mask in force."""
    saved = f.mask
    if saved is not None and saved.lanes == active.lanes:
        have = vectors.resize_mask(f.library, saved.name, saved.bits, active.bits, active.lanes)
        word = vectors.mask_dtype(active.bits, active.lanes)
        text = vectors.binary(f.library, "bitand", word, have, active.name)
        active = active._replace(name=f.define(vectors.declare(f.library, word), "active", text))
    f.mask = active
    try:
        return emit()
    finally:
        f.mask = saved
