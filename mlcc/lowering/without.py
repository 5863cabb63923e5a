"""Programs without what an option of a pass context leaves out: loops of vectors, assertions."""

from __future__ import annotations

from typing import Any

from mlcc.ir import AssertStmt, Evaluate, For, PrimFunc, Stmt, const, map_children, update


def without_vectors(func: PrimFunc) -> PrimFunc:
    """Replace every loop of vectors by a serial one."""
    return _changed(func, lambda s: update(s, kind="serial") if isinstance(s, For) and s.kind == "vectorized" else s)


def without_asserts(func: PrimFunc) -> PrimFunc:
    """Leave out every assertion."""
    return _changed(func, lambda s: Evaluate(const(0)) if isinstance(s, AssertStmt) else s)


def _changed(func: PrimFunc, change: Any) -> PrimFunc:
    def visit(node: Any) -> Any:
        inner = map_children(node, visit) if isinstance(node, Stmt) or hasattr(node, "body") else node
        return change(inner) if isinstance(inner, Stmt) else inner

    return func.with_body(visit(func.body))
