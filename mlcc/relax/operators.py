"""What the graph level knows of an operator beyond its te definition: fusion kind, views, absent operands."""

from __future__ import annotations

from mlcc.ir import GraphExpr, Op

#: The operand that stands for an optional tensor left out.
NULL = Op("null_value")
#: Operators whose result is the input's bytes in another shape: the memory plan makes them views, never copies.
VIEWS = frozenset({"reshape", "squeeze", "expand_dims", "flatten"})


def is_null(expr: GraphExpr) -> bool:
    """True for ``R.null_value()``, which stands for an optional operand that is left out."""
    return isinstance(expr, Op) and expr.name == "null_value"


def fusion_kind(name: str) -> str:
    """elemwise, broadcast, injective, reduce, anchor or opaque; views count as opaque."""
    from mlcc import topi

    return "view" if name in VIEWS else str(topi.get_op(name).kind)
