"""The lowering of one tensor program: named passes in a fixed order, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlcc.diagnostics import fault_place
from mlcc.ir import PrimFunc
from mlcc.target import Target

from .compact_buffers import compact_buffers
from .find_vectors import find_vectors
from .flatten_buffers import flatten_buffers, merge_indices
from .insert_prefetches import insert_prefetches
from .legalize_math import legalize_math
from .limit_buffers import limit_buffers
from .lower_blocks import lower_blocks
from .partition_loops import partition_loops
from .place_allocations import place_allocations
from .plan_workspace import plan_workspace
from .resolve_views import resolve_views
from .simplify_loops import simplify_loops
from .transpose_tiles import transpose_tiles
from .tree_reductions import tree_reductions
from .vectorize_loops import split_vectors, vectorize_loops


@dataclass(frozen=True, slots=True)
class Pass:
    """One step of lowering; `why` says what it needs from the steps before it."""

    name: str
    run: Callable[[PrimFunc, Target], PrimFunc]
    why: str


PASSES: tuple[Pass, ...] = (
    Pass("limit_buffers", limit_buffers, "everything after this computes with sizes in 64 bits"),
    Pass("resolve_views", resolve_views, "views are block syntax, so they go while blocks are there"),
    Pass(
        "place_allocations",
        place_allocations,
        "block axes say which loops carry a buffer's contents from one iteration to the next",
    ),
    Pass("lower_blocks", lower_blocks, "everything after this sees loops, branches and stores only"),
    Pass("merge_indices", merge_indices, "divisions cancel before loops are cut to vectors"),
    Pass("find_vectors", find_vectors, "before vector loops are cut to length"),
    Pass(
        "split_vectors",
        split_vectors,
        "vector loops longer than a register become several, before indices are simplified",
    ),
    Pass("simplify_loops", simplify_loops, "bindings were substituted into indices and guards"),
    Pass("compact_buffers", compact_buffers, "regions are read off simplified indices"),
    Pass(
        "insert_prefetches",
        insert_prefetches,
        "a buffer has the dimensions that annotations name, and loops are whole, so that a last tile has its share",
    ),
    Pass("partition_loops", partition_loops, "guards that remain are split off the main part"),
    Pass("flatten_buffers", flatten_buffers, "shapes are final; vectors want one index to look at"),
    Pass("tree_reductions", tree_reductions, "one index tells what lies side by side"),
    Pass("transpose_tiles", transpose_tiles, "one index shows strides; the rows of tiles become vectors next"),
    Pass("vectorize_loops", vectorize_loops, "after flattening, consecutive means stride 1"),
    Pass("legalize_math", legalize_math, "formulas work on whole vectors"),
    Pass("plan_workspace", plan_workspace, "the sizes of all temporaries are final"),
)


def lower(func: PrimFunc, target: Target | str | None = None) -> PrimFunc:
    """Flatten a scheduled tensor program.

    Afterwards the body has no blocks, every buffer access has one index (an element offset),
    vector loops are vector expressions, and the attribute `workspace_bytes` says how much memory
    the function wants from its caller. Raises MlccError L1xx for programs that cannot be lowered.
    """
    machine = Target.parse(target)
    for step in PASSES:
        with fault_place(f"in the pass {step.name}", (f"before-{step.name}.tir", func.script)):
            func = step.run(func, machine)
    return func
