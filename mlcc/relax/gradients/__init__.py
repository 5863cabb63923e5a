"""Gradients of operators: how a change of a result changes the operands, one rule per operator.

A rule is written with the operators of the inventory, so that what a backward pass computes is compiled, fused and
scheduled as everything else. `relax.transform.Gradient` applies them; `relax.op.register_gradient` adds one.
"""

from . import convolutions, elementwise, losses, movements, pools, products, reductions, rows
from .registry import DIFFERENTIABLE, gradient_of, register_gradient

__all__ = [
    "DIFFERENTIABLE", "convolutions", "elementwise", "gradient_of", "losses", "movements", "pools", "products",
    "reductions", "register_gradient", "rows",
]  # fmt: skip
