"""Products of bytes that are both computed at run time, such as those of attention.

A byte without its zero point is exact in bfloat16, and the product of two of them in float32, as are sums of up to 258
of these. So they use the tile registers of bfloat16, which need no corrections for the zero points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.ir import GraphCall, GraphExpr, GraphVar, Op, as_int
from mlcc.target import Costs

from ..operators import dimensions, operator_name
from ..rewrite import Emitter
from .blocked_integers import EXACT
from .quantized_values import Stored, Term, centred, emit, is_byte
from .tile_products import batches_fill_tiles, in_tiles

#: The largest product of two bytes without their zero points.
LARGEST_PRODUCT = float(np.iinfo(np.uint8).max) ** 2


def stored_product(out: Emitter, call: GraphCall, left: Stored, right: Stored, costs: Costs) -> Term:
    """The float32 product of two dequantised values, by the sums of products of their bytes without zero points."""
    numbers = centred(out, left), centred(out, right)
    sums = _sums_in_tiles(out, numbers, call.attrs, costs) if operator_name(call) == "matmul" else None
    dims = dimensions(call.args[0]) or ()
    depth = as_int(dims[-2 if call.attrs.get("transpose_a") and len(dims) > 1 else -1]) if dims else None
    return Term(
        emit(out, operator_name(call), *numbers, **call.attrs) if sums is None else sums,
        np.asarray(left.scale * right.scale),
        bound=np.inf if depth is None else depth * LARGEST_PRODUCT,
    )


def integer_product(out: Emitter, call: GraphCall, costs: Costs) -> GraphExpr:
    """``matmul_integer``, the int32 product of numbers without zero points. In tile registers it is the integer sum of
    the products of parts, each with as many terms as float32 adds up exactly."""
    a, b, *_ = call.args
    depth = as_int((dimensions(a) or ())[-1]) or 0
    total: GraphVar | None = None
    if is_byte(a) and is_byte(b) and depth:
        step = -(-depth // -(-depth // int(EXACT / LARGEST_PRODUCT)))
        for first in range(0, depth, step):
            parts: Sequence[GraphExpr] = (a, b)
            if step < depth:
                ends = {"begin": [first], "end": [min(depth, first + step)]}
                parts = tuple(emit(out, "strided_slice", x, axes=[axis], **ends) for x, axis in ((a, -1), (b, -2)))
            sums = _sums_in_tiles(out, _off_zeros(out, parts, call, "float32"), {}, costs)
            if sums is None:
                total = None
                break
            exact = emit(out, "cast", sums, dtype="int32")
            total = exact if total is None else emit(out, "add", total, exact)
    if total is None:
        return GraphCall(Op("matmul"), _off_zeros(out, (a, b), call, "int32"))
    return GraphCall(Op("identity"), (total,))


def _sums_in_tiles(
    out: Emitter, operands: Sequence[GraphVar], attrs: Mapping[str, Any], costs: Costs
) -> GraphVar | None:
    """The float32 product of numbers that bfloat16 holds, of batches or with a matrix; None without tile registers."""
    if not costs.tile_rows_bf16:
        return None
    if batches_fill_tiles(*operands):
        return emit(out, "matmul", *operands, **attrs, operands="bfloat16")
    narrow = tuple(emit(out, "cast", x, dtype="bfloat16") for x in operands)
    product = GraphCall(Op("matmul"), narrow, {**attrs, "out_dtype": "float32"})
    return out.emit(product) if in_tiles(product, costs) else None


def _off_zeros(out: Emitter, operands: Sequence[GraphExpr], call: GraphCall, kind: str) -> tuple[GraphVar, ...]:
    """Operands of a product of integers, or parts of them, without its zero points, as `kind`."""
    wide = [[emit(out, "cast", x, dtype=kind) for x in values] for values in (operands, call.args[2:])]
    return tuple(emit(out, "subtract", *pair) for pair in zip(*wide, strict=True))
