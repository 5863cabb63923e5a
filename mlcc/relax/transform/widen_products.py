"""Computes products of 16-bit floats by the float32 kernels, which round only their results.

Products of float16 or bfloat16 accumulate in float32 in any case. If operands are widened beforehand, constants at
compile time and others by the kernels that compute them, a product takes the time of a float32 one. What follows from
products by arithmetic stays float32 as well, and is rounded only where it is read in its narrow type: that is more
exact than rounding each result, and saves the conversions.

    h = relu(add(matmul(x, w), b))           s = relu(add(matmul(x32, w32), b32))
    y = matmul(h, v)                    →    y = cast(matmul(s, v32))

With the setting `rounding` = "standard" results are rounded at the same points as before, so that values stored as
float32 are still representable in the narrow type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
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
    VarBinding,
    update,
)
from mlcc.target import Costs, costs_of

from ..operators import VIEWS, dimensions, fusion_kind, operator_name, static_shape, tensor_dtype
from ..rewrite import Emitter, rewrite
from ..users import Users, users_of
from .blocked_convs import CONVS
from .blocked_transposed import TRANSPOSED
from .matrix_products import in_matrix_products
from .narrow_operands import keeps_narrow, reads_narrow_batches, reads_narrow_image, reads_narrow_matrix
from .pair_products import conv_in_pairs, in_pairs, recurs_in_pairs
from .pass_ import FunctionPass, Pass
from .recurrent_weights import pack_recurrent_pairs, pack_recurrent_tiles
from .round_as_standard import STANDARD
from .tile_products import TILE_COLUMNS, TILE_DEPTH, conv_in_tiles, in_parts, in_tiles, recurs_in_tiles
from .winograd_choice import WinogradChoice

if TYPE_CHECKING:
    from mlcc.target import Target

_NARROW = ("float16", "bfloat16")
_WIDE = "float32"
#: Networks whose second operand are weights, of any floating-point type; all else is float32.
RECURRENCES = frozenset({"nn.lstm_recurrence", "nn.gru_recurrence", "nn.rnn_recurrence"})
PRODUCTS = frozenset({*CONVS, *TRANSPOSED, "matmul", "nn.dense", "nn.batch_matmul"})
#: Operators whose results are elements of the operands: widening commutes with them.
MOVES = VIEWS | {
    "transpose", "strided_slice", "concatenate", "nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d",
}  # fmt: skip
#: Single operations whose result is the same if computed in float32 and rounded.
_ROUNDED = frozenset({"add", "subtract", "multiply", "divide", "maximum", "minimum", "nn.relu"})
#: Fusion kinds of operators that compute elements from elements.
_ELEMENTS = ("elemwise", "broadcast")
#: Operators that compute in float32 in any case.
_ROWS = frozenset({"nn.softmax", "nn.log_softmax", "nn.layer_norm", "nn.rms_norm"})
#: Fusion kinds of operators that can read the widened form of an operand and narrow it in their loops.
READERS = ("elemwise", "broadcast", "injective", "reduce", "view")


@dataclass(frozen=True)
class WidenProducts(FunctionPass):
    """Convolutions and matrix products of float16 or bfloat16 become products of float32, whose operands are kept as
    float32, and so are their results and what arithmetic, norms and softmax make of them. Products of bfloat16 that
    are computed in tile registers (`costs.tile_rows_bf16`), two by two (`costs.matrix_rows_bf16`) or in pairs
    (`costs.pair_products`), and depthwise convolutions between these, keep narrow operands, which are stored in this
    form only. Few rows read a constant matrix as it is (`costs.narrow_matrix_rows`), rows of a number that a call
    chooses read a large one so, and so does a recurrence.

    With `rounding` = "standard", products are rounded once to their original type, after the addition of a constant if
    that follows, and each result of arithmetic is."""

    costs: Costs = costs_of()
    rounding: str = ""
    winograd: WinogradChoice = WinogradChoice(tiles=())

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        return cls(target.costs, winograd=WinogradChoice.for_target(target))

    def with_settings(self, settings: Mapping[str, object]) -> WidenProducts:
        """The pass, without Winograd's method if the setting `winograd` is False."""
        rounding = settings.get("rounding", self.rounding)
        assert isinstance(rounding, str)
        made = replace(self, rounding=rounding)
        return made if settings.get("winograd", True) else replace(made, winograd=replace(made.winograd, tiles=()))

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        bindings = [b for b in func.bindings() if isinstance(b, VarBinding)]
        products = {b.var for b in bindings if _is_product(b.value)}
        if not products:
            return func
        winograd = self.winograd.for_model(func)
        tiles = {b.var for b in bindings if b.var in products and _reads_narrow(b.value, self.costs, winograd)}
        given = set(_moved(bindings, set(func.params)))
        rows = {b.var for b in bindings if b.var in products - tiles and _reads_given(b.value, given, self.costs)}
        needed = set(_needed(bindings, products - tiles, rows))
        if self.rounding == STANDARD:
            biased = _biased(bindings, users_of(func), products)
            return rewrite(func, _Widener(products, tiles, rows, needed, biased, self.costs).rule, module)
        stored = set(_needed(bindings, tiles, set()))
        return rewrite(func, _Keeper(products, tiles, rows, needed, set(), self.costs, stored=stored).rule, module)


def _reads_narrow(value: GraphExpr, costs: Costs, winograd: WinogradChoice) -> bool:
    """Whether a product reads operands of 16 bits as they are stored."""
    if in_parts(value, costs):
        return False
    if in_tiles(value, costs) or conv_in_tiles(value, costs) or reads_narrow_image(value, costs):
        return True
    if not conv_in_pairs(value, costs, winograd.lanes):
        return in_pairs(value, costs) or in_matrix_products(value, costs)
    assert isinstance(value, GraphCall)
    return not winograd.serves_pairs(value, static_shape(value.args[1]) or ())


def _reads_given(value: GraphExpr, given: set[GraphVar], costs: Costs) -> bool:
    """Whether a product of few rows reads one of these values as a matrix."""
    return reads_narrow_batches(value, costs) and isinstance(value, GraphCall) and value.args[1] in given


def _is_of_batches(call: GraphCall) -> bool:
    """Whether a product is one of bfloat16 matrices for each batch, all of them computed at run time."""
    return {tensor_dtype(v) for v in call.args} == {"bfloat16"} and not any(
        isinstance(v, Constant) or len(dimensions(v) or ()) < 3 for v in call.args
    )


def _is_product(value: GraphExpr) -> bool:
    """Whether a value is a product of narrow floats, whose result is narrow too or float32."""
    if operator_name(value) not in PRODUCTS or not isinstance(value, GraphCall):
        return False
    kinds = {tensor_dtype(v) for v in value.args}
    return len(kinds) == 1 and kinds <= {*_NARROW} and tensor_dtype(value) in {*kinds, _WIDE}


def operands(call: GraphCall) -> Iterator[GraphExpr]:
    """The tensors that a call reads, one by one."""
    for arg in call.args:
        yield from arg.fields if isinstance(arg, GraphTuple) else (arg,)


def _moved(bindings: list[VarBinding], values: set[GraphVar]) -> set[GraphVar]:
    """The values, and what movements make of any of them."""
    moved = {*values}
    for binding in bindings:
        value = binding.value
        if operator_name(value) in MOVES and isinstance(value, GraphCall) and not moved.isdisjoint(operands(value)):
            moved.add(binding.var)
    return moved


def _needed(bindings: list[VarBinding], products: set[GraphVar], rows: set[GraphVar]) -> Iterator[GraphVar]:
    """The narrow values that products read in float32, directly or through movements; those of `rows` widen their
    matrices themselves."""
    needed: set[GraphVar] = set()
    for binding in reversed(bindings):
        value = binding.value
        moves = operator_name(value) in MOVES and binding.var in needed
        if isinstance(value, GraphCall) and (moves or binding.var in products):
            read = value.args[:1] if binding.var in rows else operands(value)
            needed.update(v for v in read if isinstance(v, GraphVar) and tensor_dtype(v) in _NARROW)
    yield from needed


def _biased(bindings: list[VarBinding], users: Users, products: set[GraphVar]) -> set[GraphVar]:
    """The products with constant weights whose only use is the addition of a constant that does not broadcast them."""
    biased: set[GraphVar] = set()
    for binding in bindings:
        var, only = binding.var, users.get(binding.var, [])
        user = only[0] if len(only) == 1 else None
        if user is None or not var.is_dataflow or var not in products or operator_name(user.value) != "add":
            continue
        if tensor_dtype(var) == _WIDE:
            continue
        assert isinstance(user.value, GraphCall)
        assert isinstance(binding.value, GraphCall)
        constants = [a for a in user.value.args if isinstance(a, Constant)]
        weights = any(isinstance(a, Constant) for a in binding.value.args)
        if weights and len(constants) == 1 and len(dimensions(user.var) or ()) == len(dimensions(var) or (0,)):
            biased.add(var)
    return biased


def _cast(value: GraphExpr, dtype: str) -> GraphCall:
    return GraphCall(Op("cast"), (value,), {"dtype": dtype})


def _summed_wide(call: GraphCall, costs: Costs) -> GraphCall:
    """A product of narrow operands whose result is not rounded. The few weights of a depthwise convolution are
    widened while compiling."""
    if reads_narrow_image(call, costs):
        image, weight, *rest = call.args
        assert isinstance(weight, Constant)
        call = update(call, args=(image, Constant(weight.data.astype(np.float32)), *rest))
    return update(call, attrs={**call.attrs, "out_dtype": _WIDE}, sinfo=None)


@dataclass
class _Widener:
    """Rewrites one function. Of the old variables, `products` are computed in float32, of which
    `tiles` read narrow operands and `rows` a narrow matrix, `needed` are also kept as float32 and `biased` are products
    to which a constant is added. Of the new ones, `wide` maps to float32 forms, and `sums` maps unrounded products to
    the dtype that they are rounded to after that addition."""

    products: set[GraphVar]
    tiles: set[GraphVar]
    rows: set[GraphVar]
    needed: set[GraphVar]
    biased: set[GraphVar]
    costs: Costs
    wide: dict[GraphExpr, GraphVar] = field(default_factory=dict)
    sums: dict[GraphExpr, str] = field(default_factory=dict)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None
        if operator_name(value) in RECURRENCES:
            return self.recurrence(value)
        if var in self.products:
            total = self.product(out, var, value)
            if tensor_dtype(var) == _WIDE:
                return total
            if var not in self.biased:
                return self.keep(out, var, _cast(total, tensor_dtype(var)))
            self.sums[total] = tensor_dtype(var)
            return total
        if operator_name(value) == "cast" and tensor_dtype(var) == _WIDE and value.args[0] in self.wide:
            return self.wide[value.args[0]]
        if any(a in self.sums for a in value.args):
            return self.keep(out, var, _cast(out.emit(self.widened(out, value)), tensor_dtype(var)))
        if var in self.needed and operator_name(value) in MOVES:
            moved = out.emit(self.widened(out, value))
            bound = out.emit(_cast(moved, tensor_dtype(var)), like=var)
            self.wide[bound] = moved
            return bound
        if operator_name(value) in _ROUNDED and any(a in self.wide for a in value.args):
            return self.keep(out, var, _cast(out.emit(self.widened(out, value)), tensor_dtype(var)))
        return self.keep(out, var, self.narrowed(out, value))

    def recurrence(self, call: GraphCall) -> GraphCall:
        """A recurrence whose weights are float32, unless they are large, or multiplied in pairs or tile registers."""
        gates, weight, *rest = call.args
        if not isinstance(weight, Constant) or tensor_dtype(weight) not in _NARROW:
            return call
        if recurs_in_tiles(call, self.costs):
            weight = Constant(pack_recurrent_tiles(weight.data, TILE_COLUMNS // 2, TILE_DEPTH))
        elif recurs_in_pairs(call, self.costs):
            weight = Constant(pack_recurrent_pairs(weight.data, TILE_COLUMNS // 2))
        elif not keeps_narrow(weight, self.costs):
            weight = Constant(weight.data.astype(np.float32))
        return update(call, args=(gates, weight, *rest), sinfo=None)

    def product(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphVar:
        """A product whose result is float32."""
        if var in self.tiles:
            return out.emit(_summed_wide(call, self.costs))
        return out.emit(self.widened(out, call, var in self.rows))

    def widened(self, out: Emitter, call: GraphCall, rows: bool = False) -> GraphCall:
        """The call with float32 operands, but for a matrix that few `rows` read as it is, or a constant of which that
        is so, or whose parts are computed where they are multiplied."""
        as_stored = rows or reads_narrow_matrix(call, self.costs) or in_parts(call, self.costs)
        narrow = call.args[1] if as_stored else None

        def one(value: GraphExpr) -> GraphExpr:
            if isinstance(value, GraphTuple):
                return update(value, fields=tuple(map(one, value.fields)), sinfo=None)
            if tensor_dtype(value) not in _NARROW or value is narrow:
                return value
            if isinstance(value, Constant):
                return Constant(value.data.astype(np.float32))
            if value not in self.wide:
                self.wide[value] = out.emit(_cast(value, _WIDE))
            return self.wide[value]

        attrs = {name: attr for name, attr in call.attrs.items() if name != "out_dtype"}
        if narrow is not None:
            attrs["out_dtype"] = _WIDE
        return update(call, args=tuple(map(one, call.args)), attrs=attrs, sinfo=None)

    def narrowed(self, out: Emitter, call: GraphCall) -> GraphCall:
        """The call reading wide forms of its operands, narrowed (exactly) in its loops: narrow copies become dead."""
        if fusion_kind(call) not in READERS:
            return call

        def one(value: GraphExpr) -> GraphExpr:
            if isinstance(value, GraphTuple):
                fields = tuple(map(one, value.fields))
                return value if all(map(lambda a, b: a is b, fields, value.fields)) else update(value, fields=fields)
            return out.emit(_cast(self.wide[value], tensor_dtype(value))) if value in self.wide else value

        args = tuple(map(one, call.args))
        return call if all(a is b for a, b in zip(args, call.args, strict=True)) else update(call, args=args)

    def keep(self, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr:
        """Bind a call that replaces `var`, and its float32 form if that is needed."""
        if var not in self.needed:
            return call
        bound = out.emit(call, like=var)
        self.wide[bound] = out.emit(_cast(bound, _WIDE))
        return bound


@dataclass
class _Keeper(_Widener):
    """A widener that keeps float32 results of products, and of what is computed from them, without rounding them.

    `kept` are these results; a model that computes a softmax in float32 widens and narrows them itself. Of the old
    variables, `stored` are read by products in their narrow type, and so by all."""

    stored: set[GraphVar] = field(default_factory=set)
    kept: set[GraphExpr] = field(default_factory=set)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None
        narrow, is_cast = tensor_dtype(var) in _NARROW, operator_name(value) == "cast"
        if is_cast and narrow and value.args[0] in self.kept:
            return self.rounded(out, var, value.args[0])
        wanted = self.follows(value) or var in self.needed
        if var not in self.products and not (wanted and _is_arithmetic(value)):
            return super().rule(out, var, value)
        total = self.product(out, var, value) if var in self.products else out.emit(self.widened(out, value))
        if tensor_dtype(total) == _WIDE:
            self.kept.add(total)
        return self.rounded(out, var, total) if narrow else total

    def widened(self, out: Emitter, call: GraphCall, rows: bool = False) -> GraphCall:
        """The same; what attention multiplies in tile registers says that its operands may be rounded."""
        wide = super().widened(out, call, rows)
        if not rows and operator_name(call) == "matmul" and self.costs.tile_rows_bf16 and _is_of_batches(call):
            return update(wide, attrs={**wide.attrs, "operands": "bfloat16"})
        return wide

    def rounded(self, out: Emitter, var: GraphVar, total: GraphExpr) -> GraphVar:
        """The narrow form of `total`, for those that read no other."""
        bound = out.emit(_cast(total, tensor_dtype(var)), like=var)
        assert isinstance(total, GraphVar)
        if var not in self.stored:
            self.wide[bound] = total
        return bound

    def follows(self, call: GraphCall) -> bool:
        """Whether a call computes with values that are kept in float32."""
        return any(self.wide.get(a, a) in self.kept for a in call.args)


def _is_arithmetic(call: GraphCall) -> bool:
    """Whether a call computes elements from elements, or normalises rows."""
    name = operator_name(call)
    return name not in ("", "cast") and (fusion_kind(call) in _ELEMENTS or name in _ROWS)
