"""A program that is compiled for what this imports, before a process is copied: each copy would import it anew."""

from __future__ import annotations

from mlcc import te
from mlcc.ir import PrimFunc


def small_program() -> PrimFunc:
    """A sum over rows, of a size that is known only at run time: its loops take most ways through the compiler."""
    n = te.var("n", "int64")
    x = te.placeholder((n, 24), name="x")
    k = te.reduce_axis((0, 24), name="k")
    y = te.compute((n,), lambda i: te.sum(x[i, k], axis=k), name="y")
    return te.create_prim_func([x, y]).with_attr({"global_symbol": "main", "op": "sum"})
