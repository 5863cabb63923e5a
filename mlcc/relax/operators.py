"""What the graph level knows of an operator beyond its te definition: look-up, fusion kind, and views."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError

#: Operators whose result is the input's bytes in another shape: the memory plan makes them views, never copies.
VIEWS = frozenset({"reshape", "squeeze", "expand_dims", "flatten"})


def get_operator(name: str, span: Any = None) -> Any:
    """The :class:`mlcc.topi.OpDef` of an operator. Raises T103 with a suggestion for an unknown name."""
    from mlcc import topi

    try:
        return topi.get_op(name)
    except KeyError:
        from mlcc.diagnostics import suggest

        near = suggest(name, topi.list_ops())
        hint = f"did you mean `R.{near[0]}`?" if near else "`mlcc list ops` shows every operator"
        raise MlccError("T103", f"unknown operator `R.{name}`", span=span, help=hint) from None


def fusion_kind(name: str) -> str:
    """elemwise, broadcast, injective, reduce, anchor or opaque; views count as opaque."""
    return "view" if name in VIEWS else str(get_operator(name).kind)
