"""Operators of Relax that mlcc has under another form: each is written here with the operators of the inventory.

`relax.op.nn.pad(x, pad_width=[0, 1, 2, 3], pad_mode="reflect")` and `R.tril(x, 1)` in text mean what they mean in TVM.
A function of this package takes graph values and attributes by TVM's names, and returns calls of other operators.
"""

from . import (
    creation,
    data_sized,
    detection,
    devices,
    elementwise,
    gradients,
    images,
    indexing,
    networks,
    orders,
    products,
    reductions,
)
from .registry import expanded, form_of, forms, has_several, is_pending, is_sized, sized_call, typed

__all__ = [
    "creation", "data_sized", "detection", "devices", "elementwise", "expanded", "form_of", "forms",
    "gradients", "has_several", "images", "indexing", "is_pending", "is_sized", "networks", "orders",
    "products", "reductions", "sized_call", "typed",
]  # fmt: skip
