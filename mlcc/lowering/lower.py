"""The lowering of one tensor program: named passes in a fixed order, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlcc.diagnostics import fault_location
from mlcc.ir import PrimFunc
from mlcc.target import Target

from .compact_buffers import compact_buffers
from .find_vectors import find_vectors
from .flatten_buffers import flatten_buffers, merge_indices
from .hoist_guards import hoist_guards
from .insert_prefetches import insert_prefetches
from .legalize_math import legalize_math
from .limit_buffers import limit_buffers
from .lower_blocks import lower_blocks
from .partition_loops import partition_loops
from .place_allocations import place_allocations
from .plan_workspace import plan_workspace
from .resolve_views import resolve_views
from .serialize_loops import serialize_loops
from .simplify_loops import simplify_loops
from .transpose_tiles import transpose_tiles
from .tree_reductions import tree_reductions
from .vectorize_loops import split_vectors, vectorize_loops
from .weigh_threads import weigh_threads


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of the lowering; `why` gives the reason for its position in the order."""

    name: str
    run: Callable[[PrimFunc, Target], PrimFunc]
    why: str


PASSES: tuple[Pass, ...] = (
    Pass("serialize_loops", serialize_loops, "the memory of a temporary depends on whether its loop is parallel"),
    Pass("limit_buffers", limit_buffers, "later passes compute sizes in 64 bits"),
    Pass("resolve_views", resolve_views, "views are block syntax, so they are resolved while there are blocks"),
    Pass(
        "place_allocations",
        place_allocations,
        "block axes determine which loops carry a buffer's contents from one iteration to the next",
    ),
    Pass("lower_blocks", lower_blocks, "later passes handle loops, branches and stores only"),
    Pass("merge_indices", merge_indices, "divisions cancel before loops are split to vectors"),
    Pass("find_vectors", find_vectors, "before vector loops are split to the register width"),
    Pass(
        "split_vectors",
        split_vectors,
        "vector loops longer than a register are split, before indices are simplified",
    ),
    Pass("simplify_loops", simplify_loops, "bindings were substituted into indices and guards"),
    Pass("compact_buffers", compact_buffers, "regions are inferred from simplified indices"),
    Pass("hoist_guards", hoist_guards, "buffers have the scopes in which they end"),
    Pass(
        "insert_prefetches",
        insert_prefetches,
        "buffers still have the dimensions that annotations name, and loops are not partitioned yet",
    ),
    Pass("weigh_threads", weigh_threads, "each loop is there once, and scalar: partition_loops makes copies of it"),
    Pass("partition_loops", partition_loops, "remaining guards are removed from the main part of loops"),
    Pass("flatten_buffers", flatten_buffers, "shapes are final; vectorization analyses one index per access"),
    Pass("tree_reductions", tree_reductions, "one index shows which elements are contiguous"),
    Pass("transpose_tiles", transpose_tiles, "one index shows strides; the rows of tiles become vectors next"),
    Pass("vectorize_loops", vectorize_loops, "after flattening, consecutive means stride 1"),
    Pass("legalize_math", legalize_math, "formulas apply to vectors"),
    Pass("plan_workspace", plan_workspace, "the sizes of all temporaries are final"),
)


def lower(func: PrimFunc, target: Target | str | None = None) -> PrimFunc:
    """Lower a scheduled tensor program to the input form of the code generators.

    The result has no blocks, every buffer access has one index (an element offset),
    vector loops are vector expressions, and the attribute `workspace_bytes` is the size of the workspace
    that the caller must provide. Raises MlccError L1xx for programs that cannot be lowered.
    """
    machine = Target.parse(target)
    for step in PASSES:
        with fault_location(f"in the pass {step.name}", (f"before-{step.name}.tir", func.script)):
            func = step.run(func, machine)
    return func
