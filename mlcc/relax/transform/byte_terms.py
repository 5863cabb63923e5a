"""Products of quantised data with constant weights, as scaled sums of integers.

Kernels multiply unsigned data with signed weights. A weight whose numbers ``data - zero`` do not fit int8, as one of
uint8 with a zero point of 120, is the sum of int8 numbers and a constant per output (`Weight.signed`): with ``w = s +
c`` a product is ``sum(x * s) + c * sum(x)``, where the sums of `x` are shared by all outputs.
"""

from __future__ import annotations

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, TensorStructInfo, as_int
from mlcc.target import Costs

from ..operators import NULL, operator_name
from ..rewrite import Emitter
from .blocked_convs import CONVS, is_plain
from .blocked_integers import fits_blocks, is_depthwise
from .byte_products import largest_sum, packed_product, row_sums
from .byte_words import product_rate, word_numbers
from .fold_scale import along
from .pack_weights import row_count
from .quantized_values import Array, Stored, Term, Weight, emit
from .winograd_choice import WinogradChoice


def conv_parts(weight: Weight, groups: int, lanes: int) -> tuple[Array, Array] | None:
    """What a kernel of bytes multiplies of a convolution's weight, and what is added to it per filter (see
    `Weight.signed`); None if there is no such kernel."""
    kernel = weight.data.shape
    parts = weight.signed(0) if fits_blocks(kernel, groups, lanes) else None
    if parts is not None and is_depthwise(kernel, groups):  # multiplied as float32 or int32, which hold all numbers
        return weight.centred().astype(np.int16), np.zeros_like(parts[1])
    return None if parts is None or (parts[1].any() and (groups > 1 or len(kernel) > 4)) else parts


def conv_term(
    out: Emitter, call: GraphCall, x: Stored, weight: Weight, lanes: int, costs: Costs, winograd: WinogradChoice
) -> Term | None:
    """A convolution as scaled sums of bytes; None if no kernel of bytes serves it, or one of float32 is faster. `call`
    has the struct info of its result."""
    info, kernel = call.args[0].sinfo, weight.data.shape
    if not isinstance(info, TensorStructInfo) or info.shape is None or as_int(info.shape[1]) is None:
        return None
    groups, rank = int(call.attrs.get("groups", 1)), CONVS[operator_name(call)]
    parts = conv_parts(weight, groups, lanes) if is_plain(call) else None
    if parts is None:
        return None
    numbers, shift = parts
    if winograd.serves_bytes(call, kernel, product_rate(word_numbers(numbers, 1, costs), costs)):
        return None
    attrs = {k: call.attrs[k] for k in ("strides", "padding", "dilation") if k in call.attrs}
    attrs.update(groups=groups, zero_point=x.zero)
    added = (NULL, Constant(shift)) if shift.any() else ()

    def sums(*bias: GraphExpr) -> GraphVar:
        return emit(out, "qnn.conv", x.data, numbers, *bias, *added, **attrs)

    def rebias(bias: Array) -> GraphVar:
        return sums(Constant(np.ascontiguousarray(np.broadcast_to(bias.astype(np.int32), kernel[:1]))))

    plain = sums(NULL) if added else sums()
    scales = np.broadcast_to(x.scale * weight.scale, kernel[:1])
    return Term(plain, along(scales, 0, rank + 1), 1, rebias, largest_sum(weight.centred(), 0))


def matmul_term(out: Emitter, call: GraphCall, x: Stored, weight: Weight, lanes: int, costs: Costs) -> Term | None:
    """A product with a constant matrix as scaled sums of bytes, or None."""
    info = call.args[0].sinfo
    if weight.data.ndim != 2 or not weight.data.size or not isinstance(info, TensorStructInfo) or info.ndim < 1:
        return None
    if call.attrs.get("transpose_a") or call.attrs.get("out_dtype") or len(call.args) != 2:
        return None
    transposed = operator_name(call) == "nn.dense" or bool(call.attrs.get("transpose_b"))
    parts = (plain := weight.transposed((1, 0)) if transposed else weight).signed(1)
    if parts is None:
        return None
    numbers, shift = parts
    matrix = plain.centred()
    # sum((x - zero) * w) = sum(x * w) - zero * sum(w): the second term is a constant per column.
    constant = -x.zero * matrix.sum(0, dtype=np.int64)
    sums = packed_product(out, x.data, numbers, lanes, row_count(info), costs)
    if shift.any():
        sums = emit(out, "add", sums, emit(out, "multiply", row_sums(out, x.data), shift))

    def rebias(bias: Array) -> GraphVar:
        vector = np.ascontiguousarray((bias + constant).astype(np.int32))
        return emit(out, "cast", emit(out, "add", sums, vector) if vector.any() else sums, dtype="float32")

    scales = np.broadcast_to(x.scale * plain.scale, constant.shape)
    return Term(rebias(np.zeros((), np.int64)), scales, -1, rebias, largest_sum(matrix, 1))
