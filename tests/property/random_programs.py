"""Random tensor programs and random schedule steps, as hypothesis strategies of plain data.

A program is a chain of stages over matrices: elementwise, broadcast, reduction, transposition, guarded shift, product.
A step is a primitive's name and numbers that pick its block, loops and arguments; whatever does not fit is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from mlcc import te
from mlcc.ir import PrimFunc
from mlcc.schedule import Schedule

Stage = Callable[[te.Tensor, te.Tensor, int, str], te.Tensor]
SIZES = st.sampled_from([1, 2, 3, 5, 7, 8, 12])


def _unary(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    forms: list[Callable[[Any], Any]] = [
        lambda v: te.max(v, te.const(0, x.dtype)),
        lambda v: v * te.const(3, x.dtype) - te.const(1, x.dtype),
        lambda v: te.if_then_else(v > te.const(1, x.dtype), v, -v),
    ]
    form = forms[pick % len(forms)]
    return te.compute(x.shape, lambda i, j: form(x[i, j]), name=name)


def _binary(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    """With `y`, or with the one row, column or element that fits."""
    if not (x.shape[0] == y.shape[0] and x.shape[1] == y.shape[1]):
        return te.compute(x.shape, lambda i, j: x[i, j] + x[i, 0] - x[0, j], name=name)
    if pick % 2:
        return te.compute(x.shape, lambda i, j: x[i, j] * y[i, j], name=name)
    return te.compute(x.shape, lambda i, j: x[i, j] - y[i, j], name=name)


def _rows(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    k = te.reduce_axis((0, x.shape[1]), name=f"{name}_k")
    reduce = (te.sum, te.max)[pick % 2]
    r = te.compute((x.shape[0],), lambda i: reduce(x[i, k], axis=k), name=f"{name}_r")
    return te.compute(x.shape, lambda i, j: x[i, j] - r[i], name=name)


def _columns(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    k = te.reduce_axis((0, x.shape[0]), name=f"{name}_k")
    reduce = (te.sum, te.min)[pick % 2]
    return te.compute((x.shape[1], 2), lambda j, c: reduce(x[k, j] + c.astype(x.dtype), axis=k), name=name)


def _transpose(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    return te.compute((x.shape[1], x.shape[0]), lambda i, j: x[j, i], name=name)


def _shift(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    by, zero = pick % 3, te.const(0, x.dtype)
    return te.compute(
        (x.shape[0], x.shape[1] + by), lambda i, j: te.if_then_else(j >= by, x[i, j - by], zero), name=name
    )


def _product(x: te.Tensor, y: te.Tensor, pick: int, name: str) -> te.Tensor:
    other = y if x.shape[1] == y.shape[0] else None
    k = te.reduce_axis((0, x.shape[1]), name=f"{name}_k")
    if other is None:
        body = lambda i, j: te.sum(x[i, k] * x[j, k], axis=k)  # noqa: E731
        return te.compute((x.shape[0], x.shape[0]), body, name=name)
    return te.compute((x.shape[0], other.shape[1]), lambda i, j: te.sum(x[i, k] * other[k, j], axis=k), name=name)


STAGES: dict[str, Stage] = {
    "unary": _unary,
    "binary": _binary,
    "rows": _rows,
    "columns": _columns,
    "transpose": _transpose,
    "shift": _shift,
    "product": _product,
}


def build(dtype: str, shape: tuple[int, int], stages: list[tuple[str, int, int]]) -> PrimFunc:
    """The program of drawn data: each stage works on the newest tensor and one picked from all before."""
    tensors = [te.placeholder(shape, dtype, name="a"), te.placeholder(shape, dtype, name="b")]
    for number, (kind, pick, other) in enumerate(stages):
        tensors.append(STAGES[kind](tensors[-1], tensors[other % len(tensors)], pick, f"t{number}"))
    return te.create_prim_func([tensors[0], tensors[1], tensors[-1]]).with_attr({"global_symbol": "main"})


programs = st.builds(
    build,
    st.sampled_from(["float32", "int32", "float64", "int16"]),
    st.tuples(SIZES, SIZES),
    st.lists(st.tuples(st.sampled_from(sorted(STAGES)), st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=4),
)

Step = tuple[str, int, int, int]
FACTORS = ([None, 2], [None, 3], [2, None], [None, 4], [None, 2, 2], [None, 7], [None, 16])


def apply_step(sch: Schedule, step: Step) -> None:
    """One step; raises MlccError where the primitive refuses."""
    kind, a, b, c = step
    names = [site.block.name for site in sch.state().tree.blocks.values() if site.scope() is not None and not site.init]
    block = sch.get_block(names[a % len(names)])
    loops = sch.get_loops(block)
    loop = loops[b % len(loops)] if loops else None
    if kind in ("compute_inline", "reverse_compute_inline"):
        getattr(sch, kind)(block)
    elif kind in ("cache_read", "cache_write"):
        getattr(sch, kind)(block, b % 2, ("local", "global")[c % 2])
    elif kind in ("compute_at", "reverse_compute_at"):
        targets = sch.get_loops(sch.get_block(names[b % len(names)]))
        if targets:
            getattr(sch, kind)(block, targets[c % len(targets)])
    elif loop is None:
        return
    elif kind == "split":
        sch.split(loop, FACTORS[c % len(FACTORS)])
    elif kind == "fuse":
        sch.fuse(*loops[b % len(loops) : b % len(loops) + 2 + c % 2])
    elif kind == "reorder":
        transposed = loops[b % len(loops) :]
        sch.reorder(*(transposed[c % len(transposed) :] + transposed[: c % len(transposed)]))
    elif kind == "decompose_reduction":
        sch.decompose_reduction(block, loop)
    elif kind == "rfactor":
        sch.rfactor(loop, 0)
    else:
        getattr(sch, kind)(loop)


#: How often each primitive is drawn, against the others.
WEIGHTS = {
    "split": 3,
    "fuse": 1,
    "reorder": 2,
    "parallel": 1,
    "vectorize": 2,
    "unroll": 1,
    "compute_at": 2,
    "reverse_compute_at": 2,
    "compute_inline": 1,
    "reverse_compute_inline": 1,
    "cache_read": 1,
    "cache_write": 1,
    "decompose_reduction": 2,
    "rfactor": 1,
}
KINDS = [kind for kind, weight in WEIGHTS.items() for _ in range(weight)]
steps = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 7), st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=12
)
