"""Products of bytes that are both computed at run time, such as those of attention.

A byte without its zero point is exact in bfloat16, and the product of two of them in float32, as are sums of up to 258
of these. So batches of matrices use the tile registers of bfloat16, which need no corrections for the zero points.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mlcc.ir import GraphCall, GraphExpr, GraphVar, Op, as_int
from mlcc.target import Costs

from ..operators import dimensions, operator_name
from ..rewrite import Emitter
from .blocked_integers import EXACT
from .quantized_values import Stored, Term, centred, emit, is_byte
from .tile_products import batches_fill_tiles

#: The largest product of two bytes without their zero points.
LARGEST_PRODUCT = float(np.iinfo(np.uint8).max) ** 2


def stored_product(out: Emitter, call: GraphCall, left: Stored, right: Stored, costs: Costs) -> Term:
    """The float32 product of two dequantised values, by the sums of products of their bytes without zero points."""
    attrs = {**call.attrs, "operands": "bfloat16"} if _in_tiles(call, costs) else call.attrs
    sums = emit(out, operator_name(call), centred(out, left), centred(out, right), **attrs)
    dims = dimensions(call.args[0]) or ()
    depth = as_int(dims[-2 if call.attrs.get("transpose_a") and len(dims) > 1 else -1]) if dims else None
    bound = np.inf if depth is None else depth * LARGEST_PRODUCT
    return Term(sums, np.asarray(left.scale * right.scale), bound=bound)


def integer_product(out: Emitter, call: GraphCall, costs: Costs) -> GraphExpr:
    """``matmul_integer``, the int32 product of numbers without zero points. In tile registers it is the integer sum of
    the products of parts, each with as many terms as float32 adds up exactly."""
    a, b, *_ = call.args
    if not (is_byte(a) and is_byte(b) and _in_tiles(call, costs)):
        return GraphCall(Op("matmul"), _off_zeros(out, (a, b), call, "int32"))
    depth = as_int((dimensions(a) or ())[-1]) or 0
    step = -(-depth // -(-depth // int(EXACT / LARGEST_PRODUCT)))
    total: GraphVar | None = None
    for first in range(0, depth, step):
        parts: Sequence[GraphExpr] = (a, b)
        if step < depth:
            ends = {"begin": [first], "end": [min(depth, first + step)]}
            parts = tuple(emit(out, "strided_slice", x, axes=[axis], **ends) for x, axis in ((a, -1), (b, -2)))
        sums = emit(out, "matmul", *_off_zeros(out, parts, call, "float32"), operands="bfloat16")
        exact = emit(out, "cast", sums, dtype="int32")
        total = exact if total is None else emit(out, "add", total, exact)
    assert total is not None
    return GraphCall(Op("identity"), (total,))


def _in_tiles(call: GraphCall, costs: Costs) -> bool:
    """Whether a product of batches is computed in tile registers."""
    return costs.tile_rows_bf16 > 0 and batches_fill_tiles(*call.args[:2])


def _off_zeros(out: Emitter, operands: Sequence[GraphExpr], call: GraphCall, kind: str) -> tuple[GraphVar, ...]:
    """Operands of a product of integers, or parts of them, without its zero points, as `kind`."""
    wide = [[emit(out, "cast", x, dtype=kind) for x in values] for values in (operands, call.args[2:])]
    return tuple(emit(out, "subtract", *pair) for pair in zip(*wide, strict=True))
