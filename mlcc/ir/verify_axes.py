"""Block axes against the values bound to them."""

from __future__ import annotations

from .bounds import Bound, Bounds
from .expr import Expr, IntImm, Var
from .printer import script
from .stmt import BlockRealize, For, IterVar, Range
from .traverse import free_vars
from .verify_scope import Report


def check_axes(
    report: Report, bounds: Bounds, loops: dict[Var, For], realize: BlockRealize, coverage: bool
) -> list[Bound]:
    """Report axes whose value leaves the domain; the result is the interval of each axis inside the block.

    With `coverage`, an axis bound to a bare loop variable must have the loop's extent (unless `T.where` guards).
    """
    guarded = not (isinstance(realize.predicate, IntImm) and realize.predicate.value)
    used: list[set[Var]] = [set(free_vars(value)) for value in realize.values]
    result = []
    for i, (axis, value) in enumerate(zip(realize.block.iters, realize.values, strict=True)):
        if axis.var.dtype != value.dtype:
            message = f"the axis `{axis.var.name}` is `{axis.var.dtype}`, its value `{script(value)}` `{value.dtype}`"
            report.add("V030", message, axis, realize)
        interval = bounds.bound(value)
        if not bounds.dead:
            _check_axis(report, loops, realize, axis, value, interval, coverage and not guarded)
        alone = all(used[i].isdisjoint(other) for j, other in enumerate(used) if j != i)
        result.append(_inside(bounds, axis.dom, interval, alone))
    return result


def _inside(bounds: Bounds, dom: Range, interval: Bound, alone: bool) -> Bound:
    """The interval of an axis: where its value and its domain meet."""
    start, extent = bounds.bound(dom.min), bounds.bound(dom.extent)
    lo, hi, exact = interval
    if start.lo is not None and (lo is None or lo < start.lo):
        lo, exact = start.lo, False
    last = None if start.hi is None or extent.hi is None else start.hi + extent.hi - 1
    if last is not None and (hi is None or hi > last):
        hi, exact = last, False
    return Bound(lo, hi, exact and alone)


def _runs_over(loop: For, interval: Bound) -> bool:
    """Whether the interval is that of the loop itself, as far as its bounds are literals."""
    if not (isinstance(loop.min, IntImm) and isinstance(loop.extent, IntImm)):
        return True
    return (interval.lo, interval.hi) == (loop.min.value, loop.min.value + loop.extent.value - 1)


def _check_axis(
    report: Report,
    loops: dict[Var, For],
    realize: BlockRealize,
    axis: IterVar,
    value: Expr,
    interval: Bound,
    coverage: bool,
) -> None:
    dom = axis.dom
    if not (isinstance(dom.min, IntImm) and isinstance(dom.extent, IntImm)):
        return
    first, last = dom.min.value, dom.min.value + dom.extent.value - 1
    loop = loops.get(value) if isinstance(value, Var) else None
    below = interval.exact and interval.lo is not None and interval.lo < first
    above = interval.exact and interval.hi is not None and interval.hi > last
    short = coverage and loop is not None and interval.exact and (interval.lo, interval.hi) != (first, last)
    if short and loop is not None and not _runs_over(loop, interval):
        short = False  # a branch leaves iterations out, as a guard may
    if interval.empty or not (below or above or short):
        return
    name, block = axis.var.name, realize.block.name
    if loop is not None:
        low, high, size = interval.lo, interval.hi, dom.extent.value
        message = (
            f"axis `{name}` of block `{block}` has the domain {_interval(first, last)} (extent {size}), but the loop "
            f"`{loop.var.name}` bound to it runs over {_interval(low, high)} (extent {script(loop.extent)})"
        )
        report.add(
            "V022",
            message,
            axis,
            realize,
            labels=[
                ((axis, realize), f"the axis has extent {size}"),
                (loop, f"this loop has extent {script(loop.extent)}"),
            ],
            help=f"give the loop the extent {size}, or guard the block with `T.where`"
            if above or below
            else f"give both the same extent: a loop over {size}, or an axis over {script(loop.extent)}",
        )
        return
    edge = f"up to {interval.hi}" if above else f"down to {interval.lo}"
    around = [loops[v] for v in free_vars(value) if v in loops]
    report.add(
        "V022",
        f"axis `{name}` of block `{block}` has the domain {_interval(first, last)}, but its value `{script(value)}` "
        f"goes {edge}",
        axis,
        realize,
        labels=[
            ((axis, realize), f"the domain is {_interval(first, last)}"),
            *((item, f"`{item.var.name}` has extent {script(item.extent)}") for item in around),
        ],
        help=f"guard the block: `T.where({script(value)} < {last + 1})`" if above else "guard it with `T.where`",
    )


def _interval(first: int | None, last: int | None) -> str:
    return f"{first}..{last}" if first != last else f"{first}"
