"""Makes parallel loops serial for targets without threads.

Temporaries of a serial loop have one place in the workspace, where those of a parallel one are on each thread's stack,
or on the heap.
"""

from __future__ import annotations

from typing import Any

from mlcc.ir import For, PrimFunc, Stmt, map_children, update
from mlcc.target import Target


def serialize_loops(func: PrimFunc, target: Target) -> PrimFunc:
    """Replace every parallel loop by a serial one, unless the target has threads."""
    if target.has_threads:
        return func

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) or hasattr(node, "body") else node
        return update(new, kind="serial") if isinstance(new, For) and new.kind == "parallel" else new

    return func.with_body(visit(func.body))
