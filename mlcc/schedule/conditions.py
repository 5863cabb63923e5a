"""Conditions on blocks that several steps share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.analysis import uses_any
from mlcc.analysis.control import guards_of
from mlcc.analysis.dependence import Scope
from mlcc.analysis.instances import Tie
from mlcc.analysis.order import Order
from mlcc.analysis.tree import Site
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Var, free_vars

from .state import State


def check_independent(state: State, site: Site, verb: str, updates: bool = False) -> None:
    """S230 unless the accesses show that no iteration of a loop touches what another one writes.

    With `updates`, several iterations may update one accumulator.
    """
    tie = Order(state.cache, state.scope(site)).carried(site, updates)
    if tie is not None:
        name = site.loop.var.name
        raise state.refuse(
            "S230",
            f"cannot {verb.format(f'loop `{name}`')}: its iterations depend on each other through `{_buffer(tie)}`",
            site,
            labels=tie_labels(tie, f"another iteration of `{name}`"),
            help="a running result stays in a serial loop; `rfactor` makes partial results of a reduction, and "
            "`cache_write` or a buffer of its own separates what iterations store in one element",
        )


def check_order(state: State, chain: Sequence[Site], order: Sequence[Var], verb: str) -> None:
    """S224 unless the accesses show that the loops of a nest may run in another order."""
    tie = Order(state.cache, state.scope(chain[0])).reversed_by(chain, order)
    if tie is not None:
        outer, inner = (var.name for var in tie.loops)
        raise state.refuse(
            "S224",
            f"cannot {verb}: iterations of `{outer}` and `{inner}` that touch the same element of "
            f"`{_buffer(tie)}` would be reordered",
            next(site for site in chain if site.loop.var is tie.loops[0]),
            labels=tie_labels(tie, "another iteration"),
            help=f"keep `{outer}` outside of `{inner}`",
        )


def check_reduction_order(state: State, block: Site, verb: str, split: bool) -> None:
    """S224 when the updates of a reduction must keep their order, and new loops over its axes might change it.

    The new loops run over the axes in their order, upwards; with `split`, outer loops may partition their ranges.
    """
    if all(axis.kind == "spatial" for axis in block.block.iters):
        return
    tie = state.cache.instances.shuffled(block.block, None)
    if tie is None or (not split and _runs_upwards(state, block)):
        return
    message = f"cannot {verb}: the updates of `{_buffer(tie)}` would run in another order"
    fix = "only updates by one associative and commutative operation, which read the accumulator once, may be moved"
    raise _conflict(state, "S224", message, block, tie, "another instance of the block", fix)


def check_inputs_stay(state: State, block: Site, verb: str) -> None:
    """S225 if the block would leave a loop whose later iterations overwrite what it reads.

    This includes a loop that stays over the block: each iteration must read the values of that iteration.
    """
    tie = Order(state.cache, state.scope(block)).overtaken(block, block.loops())
    if tie is not None:
        name, buffer = tie.loops[0].name, _buffer(tie)
        message = (
            f"cannot {verb}: instances of it would leave their iteration of loop `{name}`, and later ones overwrite "
            f"what it reads of `{buffer}`"
        )
        fix = f"keep the block below `{name}`, or let each iteration have a part of `{buffer}` of its own"
        raise _conflict(state, "S225", message, block, tie, f"an earlier iteration of `{name}`", fix)


def check_last_value(state: State, producer: Site, consumer: Site, verb: str) -> None:
    """S228 when a producer stores other values in an element in later iterations of loops that the consumer shares.

    The consumer reads each value in its iteration; a result stored by the producer itself would be the last one.
    """
    shared = [loop for loop in producer.loops() if loop.is_above(consumer)]
    tie = Order(state.cache, state.scope(producer)).rewritten(producer, shared)
    if tie is not None:
        name, block = tie.loops[0].name, producer.block.name
        again = f"computes elements of `{_buffer(tie)}` again in other iterations of loop `{name}`"
        message = f"cannot {verb}: block `{block}` {again}"
        fix = f"have an iteration of `{name}` compute what it uses alone: `reverse_compute_at` and `compute_at` do"
        raise _conflict(state, "S228", message, producer, tie, f"another iteration of `{name}`", fix)


def _conflict(state: State, code: str, message: str, block: Site, tie: Tie, other: str, fix: str) -> MlccError:
    """The error for two accesses whose order a step would change; `other` says whose the second access is."""
    return state.refuse(code, message, block, labels=tie_labels(tie, other), help=fix)


def _runs_upwards(state: State, block: Site) -> bool:
    """Whether the loops run over the reduce axes in their order, the last one fastest, each upwards."""
    analyzer = state.analyzer
    loops = [s.loop.var for s in block.loops()]
    order: list[Var] = []
    for axis, value in zip(block.block.iters, block.realize.values, strict=True):
        if axis.kind == "spatial":
            continue
        terms = {mono: factor for mono, factor in analyzer.poly(value).terms.items() if mono}
        feeding = [var for var in loops if (var,) in terms]
        if len(feeding) != len(terms):
            return False
        below: int | float = 0
        for var in reversed(feeding):
            low, high = analyzer.interval(analyzer.poly(var))
            if terms[(var,)] <= below:
                return False
            below += terms[(var,)] * (high - low)
        order += feeding
    return order == [var for var in loops if var in order]


def _buffer(tie: Tie) -> str:
    return tie.first.buffer.name


def tie_labels(tie: Tie, other: str) -> list[tuple[Any, str]]:
    """The labels of the two conflicting accesses."""
    first, second = tie.first, tie.second
    if first.node is second.node:
        return [(first.node, f"{other} writes the same element here")]
    if not first.writes:
        first, second = second, first
    done = "writes" if second.writes else "reads"
    return [(first.node, "an element is written here"), (second.node, f"{other} {done} it here")]


def check_spatial(state: State, site: Site, verb: str, code: str, reduce_too: bool = False) -> None:
    """`code` when the loop feeds an axis that is not spatial (or reduce, when allowed)."""
    var = site.loop.var
    allowed = ("spatial", "reduce") if reduce_too else ("spatial",)
    for block in site.blocks_below():
        for axis, value in zip(block.block.iters, block.realize.values, strict=True):
            if axis.kind not in allowed and uses_any(value, (var,)):
                raise state.refuse(
                    code,
                    f"cannot {verb.format(f'loop `{var.name}`')}",
                    site,
                    labels=[
                        (site, f"`{var.name}` carries a {axis.kind} axis"),
                        (axis, f"block `{block.block.name}` accumulates over `{axis.var.name}` here"),
                    ],
                    help="use `rfactor` first to turn the sum into independent partial sums"
                    if axis.kind == "reduce"
                    else None,
                )


def check_every_iteration(state: State, site: Site, verb: str) -> None:
    """S235 if a block below runs in some iterations only, because its guard, but none of its axes, uses the loop."""
    var = site.loop.var
    for block in site.blocks_below():
        guarded = any(uses_any(part, (var,)) for part in guards_of(block, site))
        if guarded and not any(uses_any(v, (var,)) for v in block.realize.values):
            raise state.refuse(
                "S235",
                f"cannot {verb.format(f'loop `{var.name}`')}: block `{block.block.name}` runs in some iterations only",
                site,
                labels=[(block, f"its guard names `{var.name}`, its axes do not")],
            )


def check_reorderable(state: State, block: Site, scope: Scope) -> None:
    """S220 for axes other than spatial and reduce, S221 for bindings that are not affine.

    Instances of a complete block may run in any order and any number of times, so that its bindings may
    overlap (as those of a tile with a halo do).
    """
    facts = state.cache.of(block)
    if not facts.data_parallel:
        axis = next(a for a in block.block.iters if a.kind not in ("spatial", "reduce"))
        raise state.refuse(
            "S220", f"axis `{axis.var.name}` of block `{block.block.name}` is a {axis.kind} axis", axis, block
        )
    iter_map = state.cache.iter_map_or_reason(block)
    if isinstance(iter_map, str) and not (facts.spatial and not facts.in_place):
        raise state.refuse(
            "S221", f"the bindings of block `{block.block.name}` are not an affine map of its loops: {iter_map}", block
        )


def check_axes_say_all(state: State, site: Site, what: str) -> None:
    """S226 for a block without axes that uses loop variables: its axes do not identify its instances."""
    block = site.block
    used = {s.loop.var for s in site.ancestors() if s.is_loop} if not block.iters else ()
    loop_var = next((v for v in free_vars(block) if v in used), None) if used else None
    if loop_var is not None:
        raise state.refuse(
            "S226",
            f"{what}: it uses the loop variable `{loop_var.name}` without an axis",
            site,
            labels=[(state.tree.loops[loop_var], "this loop")],
            help=f"bind it in the block: `v{loop_var.name} = T.axis.spatial(…, {loop_var.name})`, "
            f"and use `v{loop_var.name}` instead of `{loop_var.name}`",
        )


def check_not_in_bounds(state: State, scope: Scope, buffer: Buffer, what: str) -> None:
    """S253 when the bounds of a loop or the condition of a branch read a buffer that a step would remove."""
    for block in scope.blocks:
        if any(r.buffer is buffer for r in state.cache.control_over(block)):
            raise state.refuse(
                "S253",
                f"{what}: the bounds of a loop, or a condition, over block `{block.block.name}` read it",
                block,
                notes=[f"`{buffer.name}` is read there"],
            )


def check_pipeline(state: State, scope: Scope, site: Site, verb: str) -> None:
    """S240 unless the scope is a stage pipeline."""
    bad = scope.why_not_pipeline()
    if bad is not None:
        reason, where = bad
        raise state.refuse(
            "S240",
            f"cannot {verb} block `{site.block.name}`: the order of the blocks around it is not certain",
            site,
            labels=[(where, "here")] if where is not None else [],
            notes=[reason],
        )


def check_complete_or_reduction(state: State, scope: Scope, block: Site, verb: str) -> None:
    """S241 unless the block is complete or a reduction."""
    if not (scope.is_complete(block) or scope.is_reduction(block)):
        raise state.refuse(
            "S241",
            f"cannot {verb} block `{block.block.name}`: it is neither complete nor a reduction",
            block,
            notes=[
                f"not complete: {scope.why_not_complete(block)}",
                f"not a reduction: {scope.why_not_reduction(block)}",
            ],
        )


def check_not_output(state: State, scope: Scope, block: Site, verb: str) -> None:
    """S243 when the block writes a buffer that its scope does not allocate."""
    if scope.is_output(block):
        outside = next(b for b in state.cache.of(block).writes if b not in scope.site.block.allocs)
        raise state.refuse(
            "S243",
            f"cannot {verb} block `{block.block.name}`: it writes `{outside.name}`, which is a result",
            block,
            help=f"let it write a copy first: `cache_write: {{block: {block.block.name}, write_buffer_index: "
            f"{outside.name}, storage_scope: global}}`",
        )


def check_not_only(state: State, scope: Scope, block: Site, verb: str) -> None:
    """S244 when nothing else is in the scope."""
    if len(scope.blocks) == 1:
        raise state.refuse(
            "S244", f"cannot {verb} block `{block.block.name}`: it is the only block of its scope", block
        )


def check_access_kind(state: State, site: Site, kind: str) -> None:
    """S104 for a kind of access other than `read` and `write`."""
    if kind not in ("read", "write"):
        raise state.refuse("S104", f"`buf_type` is `read` or `write`, not `{kind}`", site, field="buf_type")
