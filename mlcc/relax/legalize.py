"""Lowers one operator call, or one fused group of calls, to one tensor program by composing their te definitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mlcc.analysis import IN_PLACE, REQUIRES, inputs_in_place
from mlcc.ir import (
    INTRINSICS,
    Binary,
    Constant,
    DTypeValue,
    Expr,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IntImm,
    Op,
    PrimFunc,
    PrimValue,
    ShapeExpr,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    all_of,
    as_int,
    children,
    free_vars,
)  # fmt: skip

from .infer import output_infos, placeholder, tensor_info
from .operators import JOINED_AXIS, is_null, joined_axis

#: A constant with this many elements is written into the kernel as an immediate value.
SCALAR_ELEMENTS = 1


def is_inline_constant(expr: GraphExpr) -> bool:
    """True for a literal that becomes an immediate value in the kernel instead of an argument."""
    return isinstance(expr, Constant) and expr.data.size == SCALAR_ELEMENTS


def _scalar_tensor(value: Constant) -> Any:
    from mlcc import te

    number = value.data.reshape(()).item()
    info = tensor_info(value)
    return te.compute(info.shape or (), lambda *_: te.const(number, info.dtype), name="c")


def _argument(env: Mapping[GraphVar, Any], arg: GraphExpr) -> Any:
    match arg:
        case GraphVar():
            return env[arg]
        case _ if is_null(arg):
            return None
        case Constant():
            return _scalar_tensor(arg)
        case GraphTuple():
            return [_argument(env, f) for f in arg.fields]
        case ShapeExpr():
            return tuple(arg.values)
        case PrimValue() | StringValue() | DTypeValue():
            return arg.value
    raise TypeError(f"not an operator argument: {type(arg).__name__}")


def apply_operator(call: GraphCall, env: Mapping[GraphVar, Any]) -> Any:
    """Run the te definition of an operator call."""
    from mlcc import topi

    assert isinstance(call.op, Op)
    return topi.call_operator(call.op.name, [_argument(env, a) for a in call.args], dict(call.attrs))


def group_to_prim_func(group: GraphFunction, name: str) -> PrimFunc:
    """Compose the calls of a group (params → result) into one tensor program.

    Parameters are the group's tensors in order, then its result (or results, for a tuple).
    """
    from mlcc import te, topi

    with topi.requirements() as required:
        inputs, outputs, last_op = _composed(group)
    final = []
    seen: set[int] = {id(p) for p in inputs}
    for out in outputs:  # an input or a repeated result is copied: each output has its own buffer
        final.append(te.compute(out.shape, lambda *i, o=out: o(*i), name="copy") if id(out) in seen else out)
        seen.add(id(out))
    func = te.create_prim_func([*inputs, *final])
    attrs: dict[str, Any] = {"global_symbol": name, "tir.noalias": True, "op": group.attrs.get("anchor", last_op)}
    if required:
        attrs[REQUIRES] = all_of(*required)
    reuse = inputs_in_place(func)
    if reuse:
        attrs[IN_PLACE] = list(reuse)
    axis = joined_axis(group)
    if axis is not None:
        attrs[JOINED_AXIS] = axis
    return func.with_attr(attrs)


def _composed(group: GraphFunction) -> tuple[list[Any], list[Any], str]:
    """The group's tensors, its results, and the name of the last operator."""
    env: dict[GraphVar, Any] = {}
    placeholders = []
    for param in group.params:
        env[param] = placeholder(tensor_info(param), param.name)
        placeholders.append(env[param])
    last_op = "copy"
    for binding in group.bindings():
        assert isinstance(binding, VarBinding)
        value = binding.value
        if isinstance(value, GraphCall):
            env[binding.var] = _with_named_dims(apply_operator(value, env), binding.var.sinfo)
            assert isinstance(value.op, Op)
            last_op = value.op.name
        elif isinstance(value, TupleGetItem):
            env[binding.var] = env[value.value][value.index]  # type: ignore[index]
        else:
            env[binding.var] = _argument(env, value)
    result = _argument(env, group.body.body) if not isinstance(group.body.body, GraphVar) else env[group.body.body]
    outputs = list(result) if isinstance(result, (list, tuple)) else [result]
    return placeholders, outputs, last_op


def _with_named_dims(value: Any, info: StructInfo | None) -> Any:
    """A value of an operator, whose dimensions are the symbols that its type has for them: what is computed of it then
    does not repeat long expressions."""
    from mlcc import te

    if isinstance(value, (list, tuple)) or not isinstance(info, TensorStructInfo) or info.shape is None:
        return value
    pairs = list(zip(value.shape, info.shape, strict=True))
    if not any(isinstance(named, Var) and not isinstance(dim, Var | IntImm) for dim, named in pairs):
        return value
    shape = [named if isinstance(named, Var) else dim for dim, named in pairs]
    return te.compute(shape, lambda *i: value(*i), name="sized")


def is_scale(expr: Constant) -> bool:
    """True for a float32 scalar that may become an argument of the kernel: no algorithm depends on its value."""
    return is_inline_constant(expr) and bool(expr.data.dtype == np.float32)


class _DimKeys:
    """Dimensions as text: symbols and operations are numbered in order of first occurrence.

    ``(n + 1) // 2 * 8`` is ``t2`` where `operations` has ``s0 add 1``, ``t0 floordiv 2`` and ``t1 mul 8``. An operand
    that several share stands there once: written out, dimensions that are computed from each other are exponential.
    """

    def __init__(self) -> None:
        self.symbols: dict[Var, str] = {}
        self.operations: dict[str, str] = {}
        self._done: dict[int, str] = {}  # by the ids of expressions that the group keeps alive

    def of(self, d: Expr) -> str:
        value = as_int(d)
        if value is not None:
            return str(value)
        if isinstance(d, Var):
            return self.symbols.setdefault(d, f"s{len(self.symbols)}")
        if id(d) not in self._done:
            if isinstance(d, Binary):
                text = f"{self.of(d.a)} {d.op} {self.of(d.b)}"
            else:
                parts = ",".join(self.of(c) for c in children(d) if isinstance(c, Expr))
                text = f"{type(d).__name__}.{getattr(d, 'op', '')}.{d.dtype}({parts})"
            self._done[id(d)] = self.operations.setdefault(text, f"t{len(self.operations)}")
        return self._done[id(d)]

    def own(self, info: StructInfo | None) -> str:
        """The dimensions of a result that are symbols of its type only, given to the program by `_with_named_dims`."""
        dims = info.shape or () if isinstance(info, TensorStructInfo) else ()
        new = [(n, d) for n, d in enumerate(dims) if isinstance(d, Var) and d not in self.symbols]
        return "".join(f":{n}:{self.of(d)}" for n, d in new)


def group_key(group: GraphFunction, scales: list[Constant] | None = None) -> tuple[str, tuple[Var, ...]]:
    """A key that is equal for groups with the same parameters, operators, attributes and data flow, and the symbols in
    the order in which the key numbers them: the n-th symbol of one group corresponds to the n-th of an equal one.

    With `scales`, groups that differ only in scalars (see `is_scale`) have equal keys too; the scalars are appended to
    the list.
    """
    names: dict[GraphVar, str] = {}
    dims = _DimKeys()
    dim = dims.of

    def info(s: StructInfo | None) -> str:
        assert s is not None
        return "|".join(f"{t.dtype}[{','.join(map(dim, t.shape or ()))}]" for t in output_infos(s))

    def arg(a: Any) -> str:
        match a:
            case _ if isinstance(a, GraphExpr) and is_null(a):
                return "null"
            case GraphVar():
                return names[a]
            case Constant() if scales is not None and is_scale(a):
                scales.append(a)
                return f"scale({info(a.sinfo)})"
            case Constant():
                return f"const({a.data.tobytes().hex()}:{info(a.sinfo)})"
            case GraphTuple():
                return f"({','.join(map(arg, a.fields))})"
            case ShapeExpr():
                return f"shape({','.join(map(dim, a.values))})"
            case PrimValue():
                return dim(a.value)
            case GlobalVar():
                return f"@{a.name}"
            case Expr():
                return dim(a)
            case list() | tuple():
                return f"[{','.join(map(arg, a))}]"
        return repr(a.value) if isinstance(a, (StringValue, DTypeValue)) else repr(a)

    parts = []
    for p in group.params:
        names[p] = f"p{len(names)}"
        parts.append(info(p.sinfo))
    for b in group.bindings():
        assert isinstance(b, VarBinding)
        v = b.value
        if isinstance(v, GraphCall):
            attrs = ",".join(f"{k}={arg(x)}" for k, x in sorted(v.attrs.items()))
            text = f"{v.op.name}({','.join(map(arg, v.args))};{attrs})"  # type: ignore[attr-defined]
            text += "".join(f":{info(s)}" for s in v.sinfo_args)
        elif isinstance(v, TupleGetItem):
            text = f"{arg(v.value)}.{v.index}"
        else:
            text = arg(v)
        text += dims.own(b.var.sinfo)
        names[b.var] = f"v{len(names)}"
        parts.append(f"{names[b.var]}={text}")
    return ";".join([*parts, arg(group.body.body), *dims.operations]), tuple(dims.symbols)


def with_numbers(func: PrimFunc, numbers: Sequence[Var]) -> PrimFunc:
    """The program with the symbols `numbers` as scalar parameters after its buffers (see `hidden_symbols`)."""
    return replace(func, params=(*func.params, *numbers))


def hidden_symbols(func: PrimFunc) -> frozenset[Var]:
    """Symbols that a call cannot derive from buffer shapes: used in dimension expressions or in indices only."""
    dims = {d for buffer in func.buffers for d in buffer.shape}
    used = {v for buffer in func.buffers for d in buffer.shape for v in free_vars(d)} | set(free_vars(func.body))
    return frozenset(v for v in used if v not in dims and v not in func.params)


def kernel_name(group: GraphFunction) -> str:
    """``fused_conv2d_add_relu``: the last components of at most five operator names, in order.

    A single operator that is also a libm function is called ``tir_exp``: a kernel named ``exp`` would capture the calls
    of libm's ``exp`` that LLVM emits.
    """
    words = []
    for b in group.bindings():
        if isinstance(b, VarBinding) and isinstance(b.value, GraphCall) and isinstance(b.value.op, Op):
            words.append(called_name(b.value).rsplit(".", 1)[-1])
    base = "_".join(words[:5]) or "copy"
    if len(words) > 1:
        return f"fused_{base}"
    return f"tir_{base}" if base in INTRINSICS else base


def called_name(call: GraphCall) -> str:
    """The name of what a call runs: of the tensor program for ``call_tir``, else of the operator."""
    assert isinstance(call.op, Op)
    callee = call.args[0] if call.op.name == "call_tir" else None
    return callee.name if isinstance(callee, GlobalVar) else call.op.name


def is_group(func: object) -> bool:
    """True for a private function of operator calls that FuseOps formed."""
    return isinstance(func, GraphFunction) and bool(func.attrs.get("Primitive"))


def unique_name(base: str, taken: set[str]) -> str:
    """`base`, with a number appended if it is taken; the result is added to `taken`."""
    name, n = base, 0
    while name in taken:
        n += 1
        name = f"{base}_{n}"
    taken.add(name)
    return name


def free_inputs(bindings: Sequence[VarBinding]) -> list[GraphExpr]:
    """Values used and not defined by `bindings`: variables and constants that stay arguments, in order of first use."""
    defined = {b.var for b in bindings}
    inputs: dict[GraphExpr, None] = {}

    def visit(expr: GraphExpr) -> None:
        match expr:
            case GraphVar():
                if expr not in defined:
                    inputs[expr] = None
            case Constant():
                if not is_inline_constant(expr):
                    inputs[expr] = None
            case GraphTuple():
                for f in expr.fields:
                    visit(f)
            case TupleGetItem():
                visit(expr.value)
            case GraphCall():
                for a in expr.args:
                    visit(a)

    for b in bindings:
        visit(b.value)
    return list(inputs)
