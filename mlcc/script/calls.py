"""Calls inside scalar expressions: ``T.max(a, b)``, ``T.float32(0)``, ``T.exp(x)``, ``x.astype("int8")``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.diagnostics import closest
from mlcc.ir import (
    INSTRUCTIONS,
    INTRINSICS,
    Binary,
    Broadcast,
    Buffer,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    IntImm,
    Let,
    Not,
    Ramp,
    Select,
    StringImm,
    Var,
    all_of,
    any_of,
    binary,
    call,
    cast,
    const,
    infinity,
    match_types,
    max_value,
    min_value,
)  # fmt: skip
from mlcc.ir import dtype as dt

from . import syntax as s
from .formulas import Formulas

Handler = Callable[[Formulas, s.Call, str], Any]

#: Operators in call form: they build exactly what they name, without folding.
OPERATORS = {
    "Add": "add", "Sub": "sub", "Mul": "mul", "Div": "div", "div": "div", "FloorDiv": "floordiv",
    "floordiv": "floordiv", "FloorMod": "floormod", "floormod": "floormod", "indexdiv": "floordiv",
    "indexmod": "floormod", "truncdiv": "truncdiv", "Mod": "truncmod", "truncmod": "truncmod",
    "Min": "min", "min": "min", "Max": "max", "max": "max", "EQ": "eq", "NE": "ne", "LT": "lt", "LE": "le",
    "GT": "gt", "GE": "ge", "And": "and", "Or": "or", "bitwise_and": "bitand", "bitwise_or": "bitor",
    "bitwise_xor": "bitxor", "shift_left": "shl", "shift_right": "shr",
}  # fmt: skip
_ALIASES = {"power": "pow", "abs": "abs", "call_pure_packed": "call_packed", "tvm_call_packed": "call_packed"}
#: Statement forms; named here so that a misspelled call finds them.
STATEMENTS = (
    "func_attr", "alloc_buffer", "sblock_alloc_buffer", "match_buffer", "decl_buffer", "workspace_buffer", "block",
    "sblock", "init", "where", "reads", "writes", "block_attr", "sblock_attr", "grid", "serial", "parallel",
    "vectorized", "unroll", "thread_binding", "evaluate", "attr", "Assert", "LetStmt", "let", "axis.spatial",
    "axis.reduce", "axis.scan", "axis.opaque", "axis.remap", "axis.S", "axis.R", "Buffer", "handle", "prim_func",
)  # fmt: skip


def resolve_call(fx: Formulas, node: s.Call) -> Any:
    """The value of a call. Raises P121 for an unknown name, P122 for wrong arguments."""
    path = fx.ctx.split(node.func)
    if path is None:
        return _method(fx, node) if isinstance(node.func, s.Attribute) else _python(fx, node)
    kind, name = path
    if kind != "T":
        raise fx.ctx.error("P121", f"`{s.dotted(node.func)}` does not belong in a tensor program", node.func)
    handler = HANDLERS.get(name)
    if handler is not None:
        return handler(fx, node, name)
    op = OPERATORS.get(name)
    if op is not None:
        return _operator(fx, node, name, op)
    name = _ALIASES.get(name, name)
    if name in INTRINSICS:
        return _intrinsic(fx, node, name)
    if dt.is_known(name) or name == "boolean":
        return _literal(fx, node, name)
    if name in STATEMENTS:
        raise fx.ctx.error("P127", f"`T.{name}` is a statement, not a value", node.func)
    # The capital forms of operators are for printed text; suggestions name the lower-case ones.
    operators = [op for op in OPERATORS if op.islower()]
    suggestion = closest(name, [*HANDLERS, *operators, *INTRINSICS, *dt.SCALARS, *STATEMENTS])
    raise fx.ctx.error(
        "P121", f"unknown `T.{name}`", node.func, help=None if suggestion is None else f"did you mean `T.{suggestion}`?"
    )


def _python(fx: Formulas, node: s.Call) -> Any:
    """``float("inf")`` and ``int(3)``; other functions of Python have no meaning."""
    if isinstance(node.func, s.Name) and node.func.id in ("float", "int", "bool") and len(node.args) == 1:
        value = fx.value(node.args[0])
        try:
            if not isinstance(value, Expr):
                return {"float": float, "int": int, "bool": bool}[node.func.id](value)
        except (TypeError, ValueError, OverflowError):
            raise fx.ctx.error("P124", f"`{node.func.id}` cannot read this", node.args[0]) from None
    if isinstance(node.func, s.Name):
        name = node.func.id
        exists = name in INTRINSICS or name in OPERATORS or name in HANDLERS
        help_ = f"use `T.{name}`" if exists else None
        raise fx.ctx.error("P120", f"unknown function `{name}`", node.func, help=help_)
    raise fx.ctx.error("P124", "this cannot be called", node.func)


def _method(fx: Formulas, node: s.Call) -> Any:
    func = node.func
    assert isinstance(func, s.Attribute)
    base = fx.value(func.value)
    if isinstance(base, Buffer):
        match func.attr:
            case "vload":
                args = fx.ctx.bind(node, "begin dtype", 1, "vload")
                return _vector_load(fx, base, args, node)
            case "access_ptr":
                load = BufferLoad(base, tuple(const(0, d.dtype) for d in base.shape))
                return call("address_of", load)
    elif func.attr == "astype":
        args = fx.ctx.bind(node, "dtype", 1, "astype")
        return fx.placed(cast(fx.dtype_text(args["dtype"]), fx.typed(base, func.value, None)), node)
    raise fx.ctx.error("P121", f"no method `{func.attr}` here", func)


def _vector_load(fx: Formulas, buffer: Buffer, args: dict[str, s.Syntax], node: s.Call) -> Expr:
    indices = [fx.index(item) for item in fx.ctx.items(args["begin"])]
    lanes = dt.lanes(fx.dtype_text(args["dtype"])) if "dtype" in args else 1
    return BufferLoad(buffer, vector_indices(indices, lanes), span=fx.ctx.span(node))


def vector_indices(indices: list[Expr], lanes: int) -> tuple[Expr, ...]:
    """Indices of `lanes` consecutive elements along the last dimension."""
    if lanes > 1 and indices:
        last = indices[-1]
        indices = [*indices[:-1], Ramp(last, const(1, last.dtype), lanes)]
    return tuple(indices)


# ---------------------------------------------------------------- handlers
def _literal(fx: Formulas, node: s.Call, name: str) -> Expr:
    """``T.int64(4)``, ``T.float32("inf")``; of an expression: a conversion."""
    dtype = "bool" if name == "boolean" else name
    args = fx.ctx.bind(node, "value", 1, f"T.{name}")
    value = fx.value(args["value"])
    if isinstance(value, Expr):
        return fx.placed(cast(dtype, value), node)
    if isinstance(value, str):
        if not dt.is_float(dtype) or value.lstrip("+-") not in ("inf", "nan", "infinity"):
            raise fx.ctx.error("P124", f"{value!r} is not a value of type {dtype}", args["value"])
        return FloatImm(float(value), dtype, span=fx.ctx.span(node))
    if isinstance(value, float) and not dt.is_float(dt.element(dtype)) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        value = int(value)
    return fx.placed(_spanless(fx.typed(value, args["value"], dtype)), node)


def _spanless(expr: Expr) -> Expr:
    """A literal without a location, so that it gets the location of the call."""
    object.__setattr__(expr, "span", None)
    return expr


def _operands(fx: Formulas, node: s.Call, name: str) -> tuple[Expr, Expr]:
    args = fx.ctx.bind(node, "a b dtype span", 2, f"T.{name}")
    left, right = fx.value(args["a"]), fx.value(args["b"])
    like = next((v.dtype for v in (left, right) if isinstance(v, Expr)), None)
    if like is None and (isinstance(left, float) or isinstance(right, float)):
        like = "float32"
    if isinstance(left, float) or isinstance(right, float):
        like = like if like is not None and dt.is_float(like) else "float32"
    elem = None if like is None else dt.element(like)
    a, b = fx.typed(left, args["a"], elem), fx.typed(right, args["b"], elem)
    try:
        return match_types(a, b)
    except TypeError as problem:
        raise fx.ctx.error("P124", str(problem), node) from None


def _operator(fx: Formulas, node: s.Call, name: str, op: str) -> Expr:
    a, b = _operands(fx, node, name)
    if op in ("and", "or") and not (dt.is_bool(dt.element(a.dtype)) and dt.is_bool(dt.element(b.dtype))):
        raise fx.ctx.error("P124", f"`T.{name}` needs conditions", node, help="compare: `x != 0`")
    return Binary(op, a, b, span=fx.ctx.span(node))


def _intrinsic(fx: Formulas, node: s.Call, name: str) -> Expr:
    """A function of the table in `mlcc.ir`; old text may state the result type by `dtype=`."""
    info = INTRINSICS[name]
    keywords = {item.name: item.value for item in node.keywords}
    named = keywords.pop("dtype", None)
    keywords.pop("span", None)
    if keywords:
        bad = next(item for item in node.keywords if item.name in keywords)
        raise fx.ctx.error("P122", f"`T.{name}` has no parameter `{bad.name}`", bad)
    if info.arity >= 0 and len(node.args) != info.arity:
        plural = "" if info.arity == 1 else "s"
        where = node.args[info.arity] if len(node.args) > info.arity else node
        raise fx.ctx.error("P122", f"`T.{name}` takes {info.arity} argument{plural}, got {len(node.args)}", where)
    dtype = None if named is None else fx.dtype_text(named)
    if name == "if_then_else":
        return _if_then_else(fx, node, dtype)
    args = [_argument(fx, item) for item in node.args]
    if info.arity < 0 or name in INSTRUCTIONS or name in ("workspace_ptr", "weight_ptr", "likely", "ret"):
        return _plain_call(fx, node, name, args, dtype)
    like = next((dt.element(a.dtype) for a in args if isinstance(a, Expr)), "float32")
    if not dt.is_float(like) and any(isinstance(a, float) for a in args):
        like = "float32"
    exprs = [fx.typed(a, n, like) for a, n in zip(args, node.args, strict=True)]
    try:
        return fx.placed(call(name, *exprs, dtype=dtype), node)
    except TypeError as problem:
        raise fx.ctx.error("P124", f"`T.{name}` cannot take this", node, notes=[str(problem)]) from None


def _argument(fx: Formulas, node: s.Syntax) -> Any:
    """An argument of a call: a value, or a pointer to a whole buffer."""
    value = fx.value(node)
    if isinstance(value, Buffer):
        return call("address_of", BufferLoad(value, tuple(const(0, d.dtype) for d in value.shape)))
    return value


def _plain_call(fx: Formulas, node: s.Call, name: str, args: list[Any], dtype: str | None) -> Expr:
    """Build a call without conversions: strings are names, bare numbers int32 or float32."""
    exprs = plain_arguments(fx, args, node.args)
    if dtype is None:
        result = INTRINSICS[name].result
        first = exprs[0].dtype if exprs else "int32"
        dtype = {"same": first, None: "int32" if name == "call_packed" else first}.get(result, result)
    assert dtype is not None
    return Call(name, tuple(exprs), dtype, span=fx.ctx.span(node))


def plain_arguments(fx: Formulas, values: list[Any], nodes: list[s.Syntax]) -> list[Expr]:
    """Values as call arguments, strings included."""
    return [
        StringImm(v, span=fx.ctx.span(n)) if isinstance(v, str) else fx.typed(v, n, None)
        for v, n in zip(values, nodes, strict=True)
    ]


def _extern(fx: Formulas, node: s.Call, name: str) -> Expr:
    """``T.call_extern("float32", "f", x)``, or the old ``T.call_extern("f", x, dtype="float32")``."""
    keywords = {item.name: item.value for item in node.keywords}
    args = list(node.args)
    if "dtype" in keywords:
        dtype = fx.dtype_text(keywords["dtype"])
    elif len(args) >= 2:
        dtype = fx.dtype_text(args.pop(0), "the first argument (the result type)")
    else:
        raise fx.ctx.error("P122", f"`T.{name}` needs a result type and a function's name", node)
    if not args:
        raise fx.ctx.error("P122", f"`T.{name}` needs a function's name", node)
    if name == "call_intrin":
        return _named_intrinsic(fx, node, args, dtype)
    fx.ctx.text(args[0], "the function's name")
    exprs = plain_arguments(fx, [_argument(fx, item) for item in args], args)
    return Call(name, tuple(exprs), dtype, span=fx.ctx.span(node))


def _named_intrinsic(fx: Formulas, node: s.Call, args: list[s.Syntax], dtype: str) -> Expr:
    """``T.call_intrin("float32", "tir.exp", x)``"""
    op = fx.ctx.text(args[0], "the intrinsic's name").removeprefix("tirx.").removeprefix("tir.")
    values = [_argument(fx, item) for item in args[1:]]
    like = next((dt.element(v.dtype) for v in values if isinstance(v, Expr)), dtype)
    exprs = [
        StringImm(v) if isinstance(v, str) else fx.typed(v, n, like) for v, n in zip(values, args[1:], strict=True)
    ]
    return Call(op, tuple(exprs), dtype, span=fx.ctx.span(node))


def _if_then_else(fx: Formulas, node: s.Call, dtype: str | None) -> Expr:
    cond, first, second = _choice(fx, node.args)
    return Call("if_then_else", (cond, first, second), dtype or first.dtype, span=fx.ctx.span(node))


def _choice(fx: Formulas, nodes: list[s.Syntax]) -> tuple[Expr, Expr, Expr]:
    cond = fx.condition(nodes[0])
    first, second = fx.value(nodes[1]), fx.value(nodes[2])
    like = next((dt.element(v.dtype) for v in (first, second) if isinstance(v, Expr)), None)
    if (isinstance(first, float) or isinstance(second, float)) and not (like and dt.is_float(like)):
        like = "float32"
    a, b = match_types(fx.typed(first, nodes[1], like), fx.typed(second, nodes[2], like))
    return cond, a, b


def _select(fx: Formulas, node: s.Call, name: str) -> Expr:
    args = fx.ctx.bind(node, "condition true_value false_value dtype", 3, f"T.{name}")
    cond, a, b = _choice(fx, [args["condition"], args["true_value"], args["false_value"]])
    return Select(cond, a, b, span=fx.ctx.span(node))


def _cast(fx: Formulas, node: s.Call, name: str) -> Expr:
    """``T.Cast("int32", x)`` builds the conversion; ``T.cast(x, "int32")`` folds literals."""
    if name == "Cast":
        args = fx.ctx.bind(node, "dtype value", 2, "T.Cast")
        return Cast(fx.dtype_text(args["dtype"]), fx.expr(args["value"]), span=fx.ctx.span(node))
    args = fx.ctx.bind(node, "value dtype", 2, "T.cast")
    return fx.placed(cast(fx.dtype_text(args["dtype"]), fx.expr(args["value"])), node)


def _reinterpret(fx: Formulas, node: s.Call, name: str) -> Expr:
    if any(item.name == "dtype" for item in node.keywords):
        args = fx.ctx.bind(node, "value dtype", 2, "T.reinterpret")
    else:
        args = fx.ctx.bind(node, "dtype value", 2, "T.reinterpret")
    return Call("reinterpret", (fx.expr(args["value"]),), fx.dtype_text(args["dtype"]), span=fx.ctx.span(node))


def _limit(fx: Formulas, node: s.Call, name: str) -> Expr:
    args = fx.ctx.bind(node, "dtype", 1, f"T.{name}")
    dtype = fx.dtype_text(args["dtype"])
    if name == "infinity" and not dt.is_float(dtype):
        raise fx.ctx.error("P124", f"{dtype} has no infinity", args["dtype"], help="use `T.max_value`")
    return fx.placed({"max_value": max_value, "min_value": min_value, "infinity": infinity}[name](dtype), node)


def _ramp(fx: Formulas, node: s.Call, name: str) -> Expr:
    args = fx.ctx.bind(node, "base stride lanes", 3, f"T.{name}")
    base, stride = fx.bounds(fx.value(args["base"]), fx.value(args["stride"]), args["base"], args["stride"])
    return Ramp(base, stride, _lanes(fx, args["lanes"], 2), span=fx.ctx.span(node))


def _broadcast(fx: Formulas, node: s.Call, name: str) -> Expr:
    args = fx.ctx.bind(node, "value lanes", 2, f"T.{name}")
    return Broadcast(fx.expr(args["value"]), _lanes(fx, args["lanes"], 1), span=fx.ctx.span(node))


def _lanes(fx: Formulas, node: s.Syntax, least: int) -> int:
    lanes = fx.ctx.integer(node, "the number of lanes")
    if not least <= lanes <= dt.MOST_LANES:
        raise fx.ctx.error("P124", f"{lanes} lanes: a vector here has {least} to {dt.MOST_LANES}", node)
    return lanes


def _ceildiv(fx: Formulas, node: s.Call, name: str) -> Expr:
    a, b = _operands(fx, node, name)
    return fx.placed(binary("floordiv", binary("add", a, binary("sub", b, const(1, b.dtype))), b), node)


def _not(fx: Formulas, node: s.Call, name: str) -> Expr:
    args = fx.ctx.bind(node, "a", 1, f"T.{name}")
    return Not(fx.condition(args["a"]), span=fx.ctx.span(node))


def _many(fx: Formulas, node: s.Call, name: str) -> Expr:
    parts = [fx.condition(item) for item in node.args]
    return fx.placed((all_of if name == "all" else any_of)(*parts), node)


def _let(fx: Formulas, node: s.Call, name: str) -> Expr:
    """``T.Let(body, where={x: value})``"""
    args = fx.ctx.bind(node, "body where", 2, "T.Let")
    where = args["where"]
    if not isinstance(where, s.Dict) or len(where.keys) != 1 or not isinstance(where.keys[0], s.Name):
        raise fx.ctx.error("P124", "expected `where={x: value}`", where)
    value = fx.expr(where.values[0])
    target = where.keys[0]
    var = Var(target.id, value.dtype, span=fx.ctx.span(target))
    fx.ctx.push()
    try:
        fx.ctx.define(target.id, var, target)
        body = fx.expr(args["body"])
    finally:
        fx.ctx.pop()
    return Let(var, value, body, span=fx.ctx.span(node))


def _address_of(fx: Formulas, node: s.Call, name: str) -> Expr:
    args = fx.ctx.bind(node, "buffer_load dtype", 1, "T.address_of")
    value = _argument(fx, args["buffer_load"])
    if isinstance(value, Call):
        return value
    if not isinstance(value, BufferLoad):
        raise fx.ctx.error("P124", "expected an element of a buffer", args["buffer_load"])
    return Call("address_of", (value,), "handle", span=fx.ctx.span(node))


def _reduce_lanes(fx: Formulas, node: s.Call, name: str) -> Expr:
    """``T.reduce_lanes("add", vector)``"""
    args = fx.ctx.bind(node, "op vector dtype", 2, f"T.{name}")
    op = StringImm(fx.ctx.text(args["op"], "the operator's name"))
    vector = fx.expr(args["vector"])
    return Call(name, (op, vector), dt.element(vector.dtype), span=fx.ctx.span(node))


def _shift_const(fx: Formulas, node: s.Call, name: str) -> Expr:
    """``T.bitwise_not(x)``"""
    args = fx.ctx.bind(node, "x", 1, f"T.{name}")
    value = fx.expr(args["x"])
    if isinstance(value, IntImm) or not dt.is_bool(dt.element(value.dtype)):
        return Call("bitwise_not", (value,), value.dtype, span=fx.ctx.span(node))
    return Not(value, span=fx.ctx.span(node))


HANDLERS: dict[str, Handler] = {
    "Cast": _cast, "cast": _cast, "Select": _select, "reinterpret": _reinterpret,
    "max_value": _limit, "min_value": _limit, "infinity": _limit, "Ramp": _ramp, "ramp": _ramp,
    "Broadcast": _broadcast, "broadcast": _broadcast, "ceildiv": _ceildiv, "Not": _not, "logical_not": _not,
    "all": _many, "any": _many, "Let": _let, "address_of": _address_of, "bitwise_not": _shift_const,
    "reduce_lanes": _reduce_lanes,
    "call_extern": _extern, "call_pure_extern": _extern, "call_intrin": _extern,
    "logical_and": lambda fx, node, name: _operator(fx, node, name, "and"),
    "logical_or": lambda fx, node, name: _operator(fx, node, name, "or"),
}  # fmt: skip

Formulas.resolve_call = resolve_call
