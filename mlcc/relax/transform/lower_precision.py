"""Computes products of a float32 model on 16-bit operands, as `mlcc build --precision` asks.

A lowered product reads operands rounded to the 16-bit type and accumulates in float32:

    y = matmul(x, w)        →        y = matmul(cast(x), cast(w), out_dtype="float32")

Its epilogue (bias, activation, residual sum) and every other operator still compute in float32. But a value that any
lowered product reads is stored in the narrow type only, and its other readers widen it in their loops: fusion ends the
kernel that computes it with the rounding, so that it moves half of the bytes. Only norms are stored in both types, and
the inputs of the function, which are in memory as float32 already.

    r = relu(add(conv(x), b))                  r16 = cast(relu(add(conv(x16, w16), b)))
    s = add(conv(r), r)                 →      s   = add(conv(r16, v16), cast(r16))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from mlcc.diagnostics import NodePath
from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    VarBinding,
    as_int,
    update,
)
from mlcc.ir import dtype as dt

from ..operators import dimensions, fusion_kind, operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass
from .widen_products import MOVES, PRODUCTS, READERS, RECURRENCES, operands

_WIDE = "float32"
#: What these give is the residual stream of a transformer: if its sums read rounded values, their errors would add up
#: over all layers (0.8 % instead of 0.3 % after twelve layers of a BERT).
_NORMS = frozenset({"nn.layer_norm", "nn.rms_norm"})


def layer_name(var: GraphVar, value: GraphExpr) -> str:
    """What reports and `keep` call a product: its nodes in the model, else the variable that it is bound to."""
    return ", ".join(value.span.paths) if isinstance(value.span, NodePath) and value.span.path else var.name


def is_recurrence(value: GraphExpr) -> bool:
    """Whether a value is a recurrent network whose constant weights are float32: those may be rounded."""
    if operator_name(value) not in RECURRENCES or not isinstance(value, GraphCall):
        return False
    return isinstance(value.args[1], Constant) and tensor_dtype(value.args[1]) == _WIDE


def is_layer(value: GraphExpr) -> bool:
    """Whether a value is a float32 product of two operands that may be computed at a lower precision.

    One row per matrix that is computed at run time, as a query with its cache, is none: to round a matrix takes longer
    than to multiply it once.
    """
    if is_recurrence(value):
        return True
    if operator_name(value) not in PRODUCTS or not isinstance(value, GraphCall) or value.attrs.get("out_dtype"):
        return False
    return all(tensor_dtype(v) == _WIDE for v in (value, *value.args)) and not _is_single_row(value)


def _is_single_row(call: GraphCall) -> bool:
    """Whether a product has one row, and a matrix that is not constant."""
    if operator_name(call) not in ("matmul", "nn.batch_matmul") or isinstance(call.args[1], Constant):
        return False
    dims = dimensions(call.args[0]) or ()
    along = -1 if call.attrs.get("transpose_a") else -2
    return len(dims) < 2 or as_int(dims[along]) == 1


def lowered_product(call: GraphCall, dtype: str, stored: Callable[[GraphExpr], GraphExpr]) -> GraphCall:
    """A product of operands rounded to `dtype`, constants at compile time and others by `stored`, as float32.

    Of a recurrence, the weights are rounded; its states stay float32.
    """
    if is_recurrence(call):
        gates, weight, *rest = call.args
        assert isinstance(weight, Constant)
        return update(call, args=(gates, Constant(weight.data.astype(dt.numpy_dtype(dtype))), *rest), sinfo=None)
    product = _narrowed(call, dtype, stored)
    return update(product, attrs={**product.attrs, "out_dtype": _WIDE})


def _narrowed(call: GraphCall, dtype: str, stored: Callable[[GraphExpr], GraphExpr]) -> GraphCall:
    """The call with operands of the narrow type."""

    def one(value: GraphExpr) -> GraphExpr:
        if isinstance(value, GraphTuple):
            return update(value, fields=tuple(map(one, value.fields)), sinfo=None)
        if tensor_dtype(value) != _WIDE:
            return value
        return Constant(value.data.astype(dt.numpy_dtype(dtype))) if isinstance(value, Constant) else stored(value)

    return update(call, args=tuple(map(one, call.args)), sinfo=None)


@dataclass(frozen=True)
class LowerPrecision(FunctionPass):
    """Round the operands of float32 products to a 16-bit type; sums stay float32. Only where a build asks for it.

    `precision` is `bfloat16`, `float16`, or empty for none; `keep` names the layers (as :func:`layer_name`) that stay
    float32.
    """

    precision: str = ""
    keep: frozenset[str] = frozenset()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        if not self.precision:
            return func
        lowered = {
            binding.var
            for binding in func.bindings()
            if isinstance(binding, VarBinding)
            and is_layer(binding.value)
            and layer_name(binding.var, binding.value) not in self.keep
        }
        if not lowered:
            return func
        needed = set(_needed(func, lowered))
        return rewrite(func, _Lowering(self.precision, lowered, needed, exact=set(func.params)).rule, module)


def _needed(func: GraphFunction, lowered: set[GraphVar]) -> Iterator[GraphVar]:
    """The float32 values that lowered products read, directly or through movements of elements."""
    needed: set[GraphVar] = set()
    for binding in reversed([b for b in func.bindings() if isinstance(b, VarBinding)]):
        moves = operator_name(binding.value) in MOVES and binding.var in needed
        if isinstance(binding.value, GraphCall) and (
            moves or binding.var in lowered and not is_recurrence(binding.value)
        ):
            needed.update(v for v in operands(binding.value) if isinstance(v, GraphVar) and tensor_dtype(v) == _WIDE)
    yield from needed


@dataclass
class _Lowering:
    """Rewrites one function: of the old variables, `lowered` are products to lower, and `needed` values to be stored as
    `dtype`. `narrow` maps new values to their rounded form; those in `exact` are stored in float32 too, for readers
    other than products."""

    dtype: str
    lowered: set[GraphVar]
    needed: set[GraphVar]
    narrow: dict[GraphExpr, GraphVar] = field(default_factory=dict)
    exact: set[GraphExpr] = field(default_factory=set)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None
        if var in self.lowered:
            return self.keep(out, var, lowered_product(value, self.dtype, partial(self.stored, out)))
        if var in self.needed and operator_name(value) in MOVES:
            moved = out.emit(_narrowed(value, self.dtype, partial(self.stored, out)))
            bound = out.emit(_cast(moved, _WIDE), like=var)
            self.narrow[bound] = moved
            return bound
        return self.keep(out, var, self.rounded(out, value))

    def stored(self, out: Emitter, value: GraphExpr) -> GraphVar:
        """The rounded form of a value, the only one that is stored."""
        if value not in self.narrow:
            self.narrow[value] = out.emit(_cast(value, self.dtype))
        return self.narrow[value]

    def rounded(self, out: Emitter, call: GraphCall) -> GraphCall:
        """The call reading the rounded forms of its operands, widened in its loops: no float32 copy is stored."""
        if fusion_kind(call) not in READERS:
            return call

        def one(value: GraphExpr) -> GraphExpr:
            if value in self.exact:
                return value
            if isinstance(value, GraphTuple):
                fields = tuple(map(one, value.fields))
                return value if all(a is b for a, b in zip(fields, value.fields, strict=True)) else GraphTuple(fields)
            return out.emit(_cast(self.narrow[value], _WIDE)) if value in self.narrow else value

        args = tuple(map(one, call.args))
        return call if all(a is b for a, b in zip(args, call.args, strict=True)) else update(call, args=args)

    def keep(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr:
        """Bind a call that replaces `var`, and its rounded form if that is needed."""
        if var not in self.needed:
            return call
        bound = out.emit(call, like=var)
        self.narrow[bound] = out.emit(_cast(bound, self.dtype))
        if operator_name(call) in _NORMS:
            self.exact.add(bound)
        return bound


def _cast(value: GraphExpr, dtype: str) -> GraphCall:
    return GraphCall(Op("cast"), (value,), {"dtype": dtype})
