"""Computes quantised models with integers: values that are dequantised only to be multiplied stay bytes.

Example, with scales sx, sw, sy and zero points zx, zy::

    x = dequantize(xq, sx, zx); w = dequantize(wq, sw); y = quantize(matmul(x, w) + b, sy, zy)

becomes (all of ``acc`` is exact int32 arithmetic)::

    acc = xq · wq - zx * colsum(wq) + round(b / (sx * sw));  y = saturate(round(acc * (sx * sw / sy)) + zy)

The pass walks the bindings in order and records for each float value how it is computed: from bytes (`Stored`), from a
constant of bytes (`Weight`), or as a sum of scaled integer products (`Linear`). The float bindings stay and are removed
as dead code if nothing else uses them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    TupleGetItem,
    VarBinding,
    as_int,
    update,
)
from mlcc.target import Costs, costs_of

from ..operators import NULL, operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .blocked_convs import CONVS
from .blocked_integers import EXACT, is_depthwise
from .byte_batches import LARGEST_PRODUCT, integer_product, stored_product
from .byte_functions import ByteFunction, applied
from .byte_products import has_words, packed_product, row_sums
from .byte_terms import conv_parts, conv_term, matmul_term
from .pack_weights import row_count
from .pass_ import FunctionPass, Pass
from .quantized_values import (
    Array,
    Linear,
    Stored,
    Term,
    Weight,
    centred,
    dequantized,
    divided,
    emit,
    is_byte,
    number,
    requantized,
    shifted_bias,
    signed_numbers,
)
from .winograd_choice import WinogradChoice

if TYPE_CHECKING:
    from mlcc.target import Target

#: Operators whose results are elements of their operand: they apply to bytes as they do to floats.
_MOVES = (
    "reshape", "squeeze", "expand_dims", "flatten", "transpose", "strided_slice", "nn.max_pool1d", "nn.max_pool2d",
    "nn.max_pool3d", "nn.global_max_pool", "identity", "nn.dropout", "image.resize",
)  # fmt: skip
_VIEWS = ("reshape", "squeeze", "expand_dims", "flatten")
#: Sums of more scaled terms are computed in float32.
_TERMS = 2
Rule = Callable[["_Quantizer", Emitter, GraphVar, GraphCall], "GraphExpr | None"]


class _Quantizer:
    """The rewrite rules by operator, and what has been recorded of the values so far.

    `weights`, `stored`, `linear` and `joined` (concatenations) are keyed by float values, `functions` by those and by
    bytes that are computed from other bytes; `unsigned` maps int8 values to themselves plus 128, as uint8: the kernels
    multiply unsigned data with signed weights.
    """

    def __init__(self, lanes: int, costs: Costs, fused: bool, winograd: WinogradChoice) -> None:
        self.lanes, self.costs, self.fused, self.winograd = lanes, costs, fused, winograd
        self.weights: dict[GraphExpr, Weight] = {}
        self.stored: dict[GraphExpr, Stored] = {}
        self.linear: dict[GraphExpr, Linear] = {}
        self.unsigned: dict[GraphExpr, GraphVar] = {}
        self.functions: dict[GraphExpr, ByteFunction] = {}
        self.joined: dict[GraphExpr, tuple[GraphCall, tuple[GraphExpr, ...]]] = {}

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None
        rule = _RULES.get(operator_name(value))
        new = rule(self, out, var, value) if rule is not None else None
        function = None
        if new is None or new in self.linear:
            function = applied(update(value, args=tuple(map(self.literal, value.args))), var, self.functions)
        if function is None:
            return new
        bound = new if isinstance(new, GraphVar) else out.emit(value, like=var)
        self.functions[bound] = function
        return bound

    # ------------------------------------------------------------ to and from bytes
    def dequantize(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        x, scale, *rest = call.args
        zero = rest[0] if rest else Constant(np.zeros((), np.int32))
        if not isinstance(scale, Constant) or not isinstance(zero, Constant) or call.attrs.get("block_size"):
            return None
        if not np.isfinite(scale.data).all():  # a range that overflowed while it was calibrated: no scale to combine
            return None
        if isinstance(x, Constant):
            if scale.data.dtype != np.float32:
                return None
            bound = out.emit(call, like=var)
            axis = int(call.attrs.get("axis", 1))
            self.weights[bound] = Weight(x.data, scale.data.reshape(-1), zero.data.astype(np.int32).reshape(-1), axis)
            return bound
        if number(scale) is None or number(zero) is None or not is_byte(x) or scale.data.dtype != np.float32:
            return None
        return self.keep(out, self.bytes_of(out, x, np.float32(number(scale)), int(number(zero))), var)

    def keep(self, out: Emitter, stored: Stored, var: GraphVar) -> GraphVar:
        """Bind the float value of bytes, which replaces `var`, and record the bytes."""
        bound = dequantized(out, stored, var)
        self.stored[bound] = stored
        function, inner = ByteFunction.affine(stored.data, stored.scale, stored.zero), self.functions.get(stored.data)
        self.functions[bound] = function if inner is None else function.after(inner)
        return bound

    def bytes_of(self, out: Emitter, x: GraphExpr, scale: np.float32, zero: int) -> Stored:
        """`x` as unsigned bytes; int8 is shifted by 128, and its zero point too."""
        if tensor_dtype(x) == "uint8":
            assert isinstance(x, GraphVar)
            return Stored(x, scale, zero)
        if x not in self.unsigned:
            wide = emit(out, "add", emit(out, "cast", x, dtype="int32"), np.int32(128))
            self.unsigned[x] = emit(out, "cast", wide, dtype="uint8")
        return Stored(self.unsigned[x], scale, zero + 128)

    def quantize(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        x, scale, *rest = call.args
        step, zero = number(scale), number(rest[0]) if rest else 0
        info = var.sinfo
        if step is None or zero is None or not isinstance(info, TensorStructInfo) or not is_byte(var):
            return None
        if tensor_dtype(x) != "float32" or tensor_dtype(scale) != "float32" or not 0 < step < np.inf:
            return None
        signed = info.dtype == "int8"
        zero = int(zero) + 128 * signed
        joined = self.joined.get(x)
        if joined is None:
            data = self.counted(out, x, np.float32(step), zero)
        else:  # each part by itself: there are more ways to compute one of bytes
            call, fields = joined
            parts = tuple(self.counted(out, part, np.float32(step), zero) for part in fields)
            data = out.emit(update(call, args=(GraphTuple(parts),), sinfo=None), "q")
        if not signed:
            return data if var.is_dataflow else GraphCall(Op("identity"), (data,))
        wide = emit(out, "subtract", emit(out, "cast", data, dtype="int32"), np.int32(128))
        bound = out.emit(GraphCall(Op("cast"), (wide,), {"dtype": "int8"}), like=var)
        self.unsigned[bound] = data
        return bound

    def counted(self, out: Emitter, x: GraphExpr, step: np.float32, zero: int) -> GraphVar:
        """``round(x / step) + zero`` as unsigned bytes, in the way that takes the fewest steps."""
        known = self.constant(x, every_rank=True)
        if known is not None:
            numbers = np.rint(known / step) + zero
            return emit(out, "identity", np.nan_to_num(np.clip(numbers, 0, 255), nan=0).astype(np.uint8))
        have, linear, function = self.stored.get(x), self.linear_of(out, x), self.functions.get(x)
        table = None if function is None else function.quantized(step, zero)
        if have is not None and have.scale == step and have.zero == zero:
            data = have.data
        elif linear is not None and (table is None or not self.costs.byte_tables):
            data = requantized(out, linear, step, zero)
        elif table is not None:
            data = emit(out, "qnn.lookup", table.data, table.values)
        else:
            counts = divided(out, x, step, zero, self.fused)
            data = emit(out, "qnn.saturate", counts, dtype="uint8", zero_point=zero)
        if table is not None and table.data is not data:
            self.functions[data] = table
        return data

    def to_grid(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        """A scale that is computed at run time divides each element: by products where these are fused with a sum."""
        if not self.fused:
            return None
        data, scale, zero = call.args
        made = out.emit(GraphCall(Op("qnn.grid_parts"), (scale, zero)))
        parts = [out.emit(TupleGetItem(made, n)) for n in range(4)]
        return GraphCall(Op("qnn.to_grid_by_products"), (data, *parts))

    def linear_of(self, out: Emitter, x: GraphExpr) -> Linear | None:
        """`x` as a sum of scaled integers, or None."""
        stored = self.stored.get(x)
        if stored is None:
            return self.linear.get(x)
        term = Term(centred(out, stored), np.asarray(stored.scale), bound=np.iinfo(np.uint8).max)
        return Linear((term,), np.zeros((), np.float32))

    # ------------------------------------------------------------ products
    def conv(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        x, weight = self.stored.get(call.args[0]), self.weights.get(call.args[1])
        if x is None or weight is None:
            return None
        term = conv_term(out, update(call, sinfo=var.sinfo), x, weight, self.lanes, self.costs, self.winograd)
        return None if term is None else self.product(out, var, term)

    def matmul(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        x, weight = self.stored.get(call.args[0]), self.weights.get(call.args[1])
        other = self.stored.get(call.args[1])
        if x is not None and other is not None and tensor_dtype(var) == "float32":
            bound = out.emit(call, like=var)
            self.linear[bound] = Linear((stored_product(out, call, x, other, self.costs),), np.zeros((), np.float32))
            return bound
        term = None if x is None or weight is None else matmul_term(out, call, x, weight, self.lanes, self.costs)
        return None if term is None else self.product(out, var, term)

    def integers(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr:
        """``matmul_integer``: the product of the bytes, minus the contributions of both zero points.

        With ``b - b_zero = s + shift`` (`s` int8, see `signed_numbers`), the result is
        ``a · s + rowsum(a) * shift - a_zero * (colsum(s) + K * shift)``.
        """
        a, b, a_zero, b_zero = call.args
        if not isinstance(b, Constant) or not isinstance(b_zero, Constant) or not has_words(a, b.data):
            return integer_product(out, call, self.costs)
        assert isinstance(a.sinfo, TensorStructInfo)
        zero = emit(out, "cast", a_zero, dtype="int32")
        if tensor_dtype(a) == "int8":
            zero = emit(out, "add", zero, np.int32(128))
        data = self.bytes_of(out, a, np.float32(1), 0).data
        matrix, shift = signed_numbers(b.data, b_zero.data)
        total = packed_product(out, data, matrix, self.lanes, row_count(a.sinfo), self.costs)
        if shift.any():
            total = emit(out, "add", total, emit(out, "multiply", row_sums(out, data), shift))
        columns = matrix.sum(0, dtype=np.int64) + shift * np.int64(matrix.shape[0])
        return GraphCall(Op("subtract"), (total, emit(out, "multiply", zero, columns.astype(np.int32))))

    def integer_conv(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr:
        """``conv_integer``: a convolution of uint8 data with int8 weights where a kernel supports that."""
        x, weight, zero, w_zero = call.args
        info, groups = x.sinfo, int(call.attrs.get("groups", 1))
        assert isinstance(weight, Constant)
        assert isinstance(w_zero, Constant)
        assert isinstance(info, TensorStructInfo)
        w = Weight(weight.data, np.ones(1, np.float32), w_zero.data.reshape(-1), 0)
        is_static = info.shape is not None and as_int(info.shape[1]) is not None and is_byte(x)
        by_channel = is_depthwise(w.data.shape, groups)
        parts = conv_parts(w, groups, self.lanes) if is_static and not by_channel else None
        if parts is None:
            return self.centred_conv(out, call, w.centred())
        if tensor_dtype(x) == "int8":
            x = self.bytes_of(out, x, np.float32(1), 0).data
            wide = emit(out, "add", emit(out, "cast", zero, dtype="int32"), np.int32(128))
            zero = emit(out, "cast", wide, dtype="uint8")
        numbers, shift = parts
        extra = (Constant(shift),) if shift.any() else ()
        return GraphCall(
            Op("qnn.conv"), (x, Constant(numbers), NULL, zero, *extra), {**call.attrs, "out_dtype": "int32"}
        )

    def centred_conv(self, out: Emitter, call: GraphCall, numbers: Array) -> GraphExpr:
        """The convolution of ``data - zero``: in float32 if that represents every sum exactly, else in int32."""
        largest = 255 * np.abs(numbers.astype(np.int64)).sum(axis=tuple(range(1, numbers.ndim))).max(initial=0)
        kind = "float32" if largest < EXACT else "int32"
        data, zero = (emit(out, "cast", v, dtype=kind) for v in (call.args[0], call.args[2]))
        name = next(name for name, rank in CONVS.items() if rank == numbers.ndim - 2)
        total = emit(out, name, emit(out, "subtract", data, zero), numbers.astype(kind), **call.attrs)
        return total if kind == "int32" else GraphCall(Op("cast"), (total,), {"dtype": "int32"})

    def product(self, out: Emitter, var: GraphVar, term: Term) -> GraphExpr:
        """Bind a product scaled to float. The scale is always a vector, so that layers share kernels."""
        scale = np.ascontiguousarray(term.scale, np.float32)
        bound = out.emit(GraphCall(Op("multiply"), (term.value, Constant(scale))), like=var)
        self.linear[bound] = Linear((replace(term, scale=scale),), np.zeros((), np.float32))
        return bound

    # ------------------------------------------------------------ between
    def move(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        source = call.args[0]
        if call.attrs.get("method", "nearest") != "nearest":
            return None
        if source in self.weights:
            return self.move_weight(out, var, call, self.weights[source])
        have = self.stored.get(source)
        if have is None:
            return None
        moved = out.emit(update(call, args=(have.data, *call.args[1:]), sinfo=None), "q")
        return self.keep(out, Stored(moved, have.scale, have.zero), var)

    def move_weight(self, out: Emitter, var: GraphVar, call: GraphCall, weight: Weight) -> GraphExpr | None:
        info, name = var.sinfo, operator_name(call)
        shape = info.static_shape() if isinstance(info, TensorStructInfo) else None
        if name in _VIEWS and shape is not None and weight.data.ndim == 1:
            return Constant(weight.value().reshape(shape))
        if name != "transpose":
            return None
        axes = tuple(call.attrs.get("axes") or range(weight.data.ndim)[::-1])
        bound = out.emit(call, like=var)
        self.weights[bound] = weight.transposed(tuple(a % weight.data.ndim for a in axes))
        return bound

    def concat(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        fields = call.args[0].fields if isinstance(call.args[0], GraphTuple) else ()
        stored = [self.stored.get(f) for f in fields]
        parts = [p for p in stored if p is not None]
        if not fields or tensor_dtype(var) != "float32":
            return None
        if not parts or len(parts) < len(stored) or len({(p.scale, p.zero) for p in parts}) > 1:
            bound = out.emit(call, like=var)
            self.joined[bound] = call, fields
            return bound
        moved = out.emit(update(call, args=(GraphTuple(tuple(p.data for p in parts)),), sinfo=None), "q")
        return self.keep(out, Stored(moved, parts[0].scale, parts[0].zero), var)

    def limit(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        linear = self.linear_of(out, call.args[0])
        relu = operator_name(call) == "nn.relu"
        low, high = (0.0, None) if relu else (call.attrs.get("min"), call.attrs.get("max"))
        if linear is None or tensor_dtype(var) != "float32" or len(call.args) != 1:
            return None
        bound = out.emit(call, like=var)
        self.linear[bound] = linear.limited(low, high)
        return bound

    def add(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        info = var.sinfo
        if not isinstance(info, TensorStructInfo) or info.dtype != "float32":
            return None
        whole = [(a, self.whole(out, a, info)) for a in call.args]
        values = [self.constant(a, every_rank=True) if w is None else None for a, w in whole]
        parts = zip(whole, values, strict=True)
        linears = [w or (self.linear_of(out, a) if v is None else None) for (a, w), v in parts]
        minus = operator_name(call) == "subtract"
        if minus:
            values[1] = None if values[1] is None else -values[1]
            linears[1] = None if linears[1] is None else -linears[1]
        total: Linear | None = None
        for here, other in ((0, 1), (1, 0)):
            linear, value = linears[here], values[other]
            if linear is not None and value is not None and not linear.is_limited and value.ndim <= info.ndim:
                total = shifted_bias(linear, value, info.ndim)
                if not minus:
                    call = update(call, args=(call.args[here], Constant(value)))
        a, b = linears
        if a is not None and b is not None and not a.is_limited and not b.is_limited:
            terms = (*a.terms, *b.terms)
            total = Linear(terms, a.bias + b.bias) if len(terms) <= _TERMS else None
        if total is None:
            return None
        bound = out.emit(call, like=var)
        self.linear[bound] = total
        return bound

    def multiply(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
        """The product of two tensors of bytes, or of one and a constant of bytes: float32 holds those of two bytes."""
        info = var.sinfo
        sources = {f.data for f in map(self.functions.get, call.args) if f is not None}
        is_table = len(sources) == 1 and all(a in self.functions or number(a) is not None for a in call.args)
        if is_table or not isinstance(info, TensorStructInfo) or info.dtype != "float32":
            return None
        factors = [self.numbers(out, a, info) for a in call.args]
        if None in factors or not any(a in self.stored for a in call.args):
            return None
        (a, s), (b, t) = (f for f in factors if f is not None)
        bound = out.emit(call, like=var)
        product = Term(emit(out, "multiply", a, b), s * t, bound=LARGEST_PRODUCT)
        self.linear[bound] = Linear((product,), np.zeros((), np.float32))
        return bound

    def numbers(self, out: Emitter, value: GraphExpr, info: TensorStructInfo) -> tuple[GraphExpr, Array] | None:
        """Bytes without their zero point, as float32, and their scale; None for any other value."""
        stored, weight, whole = self.stored.get(value), self.weights.get(value), self.whole(out, value, info)
        if whole is not None:
            return whole.terms[0].value, whole.terms[0].scale
        if stored is not None:
            return centred(out, stored), np.asarray(stored.scale)
        if weight is None or weight.data.itemsize > 1 or weight.scale.size > 1:
            return None
        return Constant(weight.centred().astype(np.float32)), weight.scale.reshape(())

    def whole(self, out: Emitter, value: GraphExpr, info: TensorStructInfo) -> Linear | None:
        """A constant with an element for each of the result's, which stays bytes; None for any other value."""
        weight, shape = self.weights.get(value), info.static_shape()
        if weight is None or shape is None or not math.prod(shape) <= weight.data.size >= self.lanes:
            return None
        unsigned = weight.unsigned()
        if unsigned is None:
            return None
        numbers = emit(out, "qnn.numbers", unsigned[0], zero_point=unsigned[1])
        term = Term(numbers, weight.scale.reshape(()), bound=np.iinfo(np.uint8).max)
        return Linear((term,), np.zeros((), np.float32))

    def literal(self, value: GraphExpr) -> GraphExpr:
        """A dequantised number as a constant; other values as they are."""
        weight = self.weights.get(value)
        return Constant(weight.value()) if weight is not None and weight.data.size == 1 else value

    def constant(self, value: GraphExpr, *, every_rank: bool = False) -> Array | None:
        """The elements of a constant; of one stored in integers, those of a vector, or of tensors too."""
        if isinstance(value, Constant):
            return value.data
        weight = self.weights.get(value)
        return weight.value() if weight is not None and (every_rank or weight.data.ndim <= 1) else None


_RULES: Mapping[str, Rule] = {
    "dequantize_linear": _Quantizer.dequantize, "quantize_linear": _Quantizer.quantize,
    **dict.fromkeys(CONVS, _Quantizer.conv), "matmul": _Quantizer.matmul, "nn.dense": _Quantizer.matmul,
    **dict.fromkeys(_MOVES, _Quantizer.move), "concatenate": _Quantizer.concat, "nn.relu": _Quantizer.limit,
    "clip": _Quantizer.limit, "add": _Quantizer.add, "subtract": _Quantizer.add, "multiply": _Quantizer.multiply,
    "matmul_integer": _Quantizer.integers, "conv_integer": _Quantizer.integer_conv, "qnn.to_grid": _Quantizer.to_grid,
}  # fmt: skip


@dataclass(frozen=True)
class FuseQuantized(FunctionPass):
    """Replace products of dequantised values by products of the bytes, whose int32 sums are scaled once; operators that
    only move or compare values apply to the bytes. The weight of a product must be constant.

    The sums are exact; 3x3 convolutions stay in float32 where bytes are multiplied as slowly and Winograd's method is
    faster. Scales are combined at compile time, so that a requantised result may differ by one from that
    of separate scaling if it is within the rounding error of float32 of a tie.
    """

    lanes: int = 16
    costs: Costs = costs_of()
    #: Whether the target adds a product without rounding it first.
    fused: bool = True
    winograd: WinogradChoice = WinogradChoice(tiles=())

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        winograd = WinogradChoice.for_target(target)
        return cls(target.vector_lanes("float32"), target.costs, target.has_fma, winograd)

    def with_settings(self, settings: Mapping[str, object]) -> FuseQuantized:
        """The pass, without Winograd's method if the setting `winograd` is False."""
        return self if settings.get("winograd", True) else replace(self, winograd=WinogradChoice(tiles=()))

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        if not any(isinstance(b, VarBinding) and operator_name(b.value) in _QUANTIZED for b in func.bindings()):
            return func
        return rewrite(func, _Quantizer(self.lanes, self.costs, self.fused, self.winograd.for_model(func)).rule, module)


_QUANTIZED = ("dequantize_linear", "quantize_linear", "matmul_integer", "conv_integer", "qnn.to_grid")
