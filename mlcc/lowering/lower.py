"""The lowering of one tensor program: named passes in a fixed order, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from mlcc.diagnostics import MlccError, fault_location
from mlcc.ir import IRModule, PrimFunc
from mlcc.ir.transform import PassContext, PassInfo
from mlcc.target import Target

from .balance_tiles import balance_tiles
from .chosen_indices import chosen_indices
from .compact_buffers import compact_buffers
from .divide_rows import divide_rows
from .find_vectors import find_vectors
from .flatten_buffers import flatten_buffers, merge_indices
from .hoist_guards import hoist_guards
from .insert_prefetches import insert_prefetches
from .legalize_math import legalize_math
from .limit_buffers import limit_buffers
from .lower_blocks import lower_blocks
from .order_tiles import order_tiles
from .overlap_results import overlap_results
from .partition_loops import partition_loops
from .place_allocations import place_allocations
from .plan_workspace import plan_workspace
from .ragged_vectors import ragged_vectors
from .resolve_views import resolve_views
from .serialize_loops import serialize_loops
from .short_rows import short_rows
from .simplify_loops import simplify_loops
from .skip_empty import skip_empty
from .split_vectors import split_vectors
from .transpose_tiles import transpose_tiles
from .tree_reductions import tree_reductions
from .vectorize_loops import vectorize_loops
from .weigh_threads import weigh_threads
from .whole_vectors import whole_loads, whole_vectors
from .without import without_asserts, without_vectors


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of the lowering; `why` gives the reason for its position in the order. `tvm` is TVM's name for what it
    does, if there is one. A pass context may leave out those that are not `needed`."""

    name: str
    run: Callable[[PrimFunc, Target], PrimFunc]
    why: str
    tvm: str = ""
    needed: bool = True

    @property
    def info(self) -> PassInfo:
        """The pass as contexts see it: ``tir.LoopPartition``, or ``tir.find_vectors`` where TVM has no name for it."""
        return PassInfo(f"tir.{self.tvm or self.name}")


PASSES: tuple[Pass, ...] = (
    Pass("serialize_loops", serialize_loops, "the memory of a temporary depends on whether its loop is parallel"),
    Pass("limit_buffers", limit_buffers, "later passes compute sizes in 64 bits"),
    Pass(
        "resolve_views",
        resolve_views,
        "views are block syntax, so they are resolved while there are blocks",
        tvm="LowerMatchBuffer",
    ),
    Pass(
        "place_allocations",
        place_allocations,
        "block axes determine which loops carry a buffer's contents from one iteration to the next",
        tvm="PlanAndUpdateBufferAllocationLocation",
    ),
    Pass("balance_tiles", balance_tiles, "blocks say which statements compute a row"),
    Pass("lower_blocks", lower_blocks, "later passes handle loops, branches and stores only", tvm="LowerOpaqueBlock"),
    Pass("merge_indices", merge_indices, "divisions cancel before loops are split to vectors"),
    Pass("divide_rows", divide_rows, "rows without conditions are vectors", needed=False),
    Pass("find_vectors", find_vectors, "before vector loops are split to the register width", needed=False),
    Pass(
        "split_vectors",
        split_vectors,
        "vector loops longer than a register are split, before indices are simplified",
    ),
    Pass("simplify_loops", simplify_loops, "bindings were substituted into indices and guards"),
    Pass(
        "compact_buffers",
        compact_buffers,
        "regions are inferred from simplified indices",
        tvm="CompactBufferAllocation",
    ),
    Pass("hoist_guards", hoist_guards, "buffers have the scopes in which they end"),
    Pass(
        "insert_prefetches",
        insert_prefetches,
        "buffers still have the dimensions that annotations name, and loops are not partitioned yet",
        needed=False,
    ),
    Pass("weigh_threads", weigh_threads, "each loop is there once, and scalar: partition_loops makes copies of it"),
    Pass(
        "whole_vectors",
        whole_vectors,
        "temporaries have their last shapes, each access its guard, and the work of a loop is known",
        needed=False,
    ),
    Pass("short_rows", short_rows, "temporaries are whole vectors, and loops still have their guards", needed=False),
    Pass(
        "partition_loops",
        partition_loops,
        "remaining guards are removed from the main part of loops",
        tvm="LoopPartition",
        needed=False,
    ),
    Pass("whole_loads", whole_loads, "loops without guards load without masks", needed=False),
    Pass(
        "overlap_results",
        overlap_results,
        "loops over blocks of sums end where their guards did, and buffers still have dimensions",
        needed=False,
    ),
    Pass(
        "flatten_buffers",
        flatten_buffers,
        "shapes are final; vectorization analyses one index per access",
        tvm="FlattenBuffer",
    ),
    Pass("tree_reductions", tree_reductions, "one index shows which elements are contiguous", needed=False),
    Pass(
        "transpose_tiles",
        transpose_tiles,
        "one index shows strides; the rows of tiles become vectors next",
        needed=False,
    ),
    Pass("ragged_vectors", ragged_vectors, "one index is shifted by the elements before a part", needed=False),
    Pass("chosen_indices", chosen_indices, "one index, and one loop for all lanes", needed=False),
    Pass("vectorize_loops", vectorize_loops, "after flattening, consecutive means stride 1", tvm="VectorizeLoop"),
    Pass("legalize_math", legalize_math, "formulas apply to vectors", tvm="LowerIntrin"),
    Pass("order_tiles", order_tiles, "flat indices are the numbers of registers", needed=False),
    Pass("plan_workspace", plan_workspace, "the sizes of all temporaries are final", tvm="StorageRewrite"),
    Pass("skip_empty", skip_empty, "no later pass takes the condition for true because of the sizes"),
)


#: The passes that make vectors; an option of the context keeps them from it.
_VECTORS = frozenset({"find_vectors", "split_vectors", "tree_reductions", "transpose_tiles", "vectorize_loops"})
#: The passes after which those of phase 1 and 2 of `tir.add_lower_pass` run.
_PHASES = {"flatten_buffers": 1, "vectorize_loops": 2}


def lower(func: PrimFunc, target: Target | str | None = None) -> PrimFunc:
    """Lower a scheduled tensor program to the input form of the code generators.

    The result has no blocks, every buffer access has one index (an element offset),
    vector loops are vector expressions, and the attribute `workspace_bytes` is the size of the workspace
    that the caller must provide. The options, instruments and disabled passes of the current `PassContext` count.
    Raises MlccError L1xx for programs that cannot be lowered.
    """
    machine = Target.parse(target)
    context = PassContext.active()
    if context is not None:
        return _lower_in(context, func, machine)
    for step in PASSES:
        func = _run(step, func, machine)
    return func


def _run(step: Pass, func: PrimFunc, target: Target) -> PrimFunc:
    with fault_location(f"in the pass {step.name}", (f"before-{step.name}.tir", func.script)):
        return step.run(func, target)


def _lower_in(context: PassContext, func: PrimFunc, target: Target) -> PrimFunc:
    """As :func:`lower`, with what a pass context asks for."""
    scalar = bool(context.config.get("tir.disable_vectorize"))
    added = context.config.get("tir.add_lower_pass", ())
    if context.config.get("tir.disable_assert"):
        func = without_asserts(func)
    func = _added(added, 0, func)
    for step in PASSES:
        if step.name == "find_vectors" and scalar:
            func = without_vectors(func)
        if scalar and step.name in _VECTORS or not _permitted(context, step):
            continue
        after = context.run(step, step.info, _alone(func), partial(_on_module, step, target), needed=step.needed)
        func = _added(added, _PHASES.get(step.name, -1), _only(after))
    return _added(added, 3, func)


def _permitted(context: PassContext, step: Pass) -> bool:
    """Whether the context lets a pass run, by TVM's name or its own."""
    names = (step.info, PassInfo(f"tir.{step.name}"))
    return all(context.permits(info, needed=step.needed) for info in names)


def _on_module(step: Pass, target: Target, module: IRModule) -> IRModule:
    return _alone(_run(step, _only(module), target))


def _alone(func: PrimFunc) -> IRModule:
    return IRModule({str(func.attrs.get("global_symbol", "main")): func})


def _only(module: IRModule) -> PrimFunc:
    """The program of a module of one. Raises T126 for other modules, which a pass has made."""
    funcs = list(module.functions.values())
    if len(funcs) != 1 or not isinstance(funcs[0], PrimFunc):
        raise MlccError("T126", "a pass of `tir.add_lower_pass` must return a module of the one tensor program")
    return funcs[0]


def _added(passes: Sequence[tuple[int, Callable[[IRModule], IRModule]]], phase: int, func: PrimFunc) -> PrimFunc:
    """The program after the user's passes of a phase."""
    for when, item in passes:
        if when == phase:
            func = _only(item(_alone(func)))
    return func
