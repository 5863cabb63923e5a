"""Brings the products of a model of one 16-bit type to float32, where a build asks for the other type.

`--precision bfloat16` on a model that is stored in float16 asks for products of bfloat16: :class:`LowerPrecision` makes
them of float32 products, so that its layers, their names and their measured errors are the same for all models. What
float32 holds in between is exact; the rounding to the asked type is the only one.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import GraphCall, GraphFunction, IRModule

from ..operators import operator_name, tensor_dtype
from .pass_ import FunctionPass
from .widen_products import PRODUCTS, WidenProducts

_NARROW = ("float16", "bfloat16")


@dataclass(frozen=True)
class WidenForPrecision(FunctionPass):
    """Widen the products of a function whose products have operands of another 16-bit type than `precision`, to
    float32 (as ``WidenProducts`` for a machine without products of 16 bits); none if `precision` is empty, or another
    type."""

    precision: str = ""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        if self.precision not in _NARROW:
            return func
        (other,) = (t for t in _NARROW if t != self.precision)
        products = (b.value for b in func.bindings() if operator_name(b.value) in PRODUCTS)
        if not any(tensor_dtype(v) == other for p in products if isinstance(p, GraphCall) for v in p.args):
            return func
        return WidenProducts().run(func, module)
