"""Questions about how blocks walk through memory: steps per loop, loops that are one walk, cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import gcd, prod
from typing import Any

from mlcc.analysis import Digit, Poly
from mlcc.analysis.reducers import find_reducer
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    Block,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Expr,
    Node,
    Select,
    Var,
    as_int,
    children,
    free_vars,
    substitute,
    walk,
)
from mlcc.ir import dtype as dt

from ..refs import LoopRV
from ..state import State

#: The step of an access that is not linear in a loop.
IRREGULAR = 1 << 40
#: A step that is known as an expression only, such as a row of symbolic length.
LONG = 1 << 39
#: What a mathematical function costs, in additions.
_CALL_COST = 12
_DEAR = ("div", "floordiv", "floormod", "truncdiv", "truncmod")


class AccessQueries:
    """Part of the table of queries; see :class:`Queries`."""

    _state: Callable[[], State]
    _block: Callable[[Any], Site]
    _loop: Callable[..., Site]
    loops_of: Callable[..., list[LoopRV]]
    extent: Callable[..., int]
    loops: Callable[..., list[LoopRV]]

    def stride(self, block: Any, loop: Any) -> int:
        """By how many elements the address that a block writes advances when a loop advances by one."""
        site = self._block(block)
        stores = [n for n in walk(site.block.body) if isinstance(n, BufferStore)]
        return _worst(self._steps(site, self._loop(block, loop).loop.var, stores))

    def read_strides(self, block: Any, loop: Any) -> list[int]:
        """The same for each address that a block reads, in source order, without its accumulator."""
        site = self._block(block)
        written = {w.buffer for w in site.block.writes}
        loads = [n for n in walk(site.block.body) if isinstance(n, BufferLoad) and n.buffer not in written]
        return self._steps(site, self._loop(block, loop).loop.var, loads)

    def driving(self, block: Any, producer: Any, axis: int) -> list[LoopRV]:
        """The loops over a block that the index of dimension `axis` of what it reads from `producer` depends on."""
        site, state = self._block(block), self._state()
        written = {w.buffer for w in self._block(producer).block.writes}
        binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
        loads = [n for n in walk(site.block.body) if isinstance(n, BufferLoad) and n.buffer in written]
        used = {v for n in loads for v in free_vars(substitute(n.indices[axis], binds))}
        return [state.loop_ref(item.loop.var) for item in site.loops() if item.loop.var in used]

    def is_unit(self, block: Any, loop: Any) -> bool:
        """Whether a loop goes through what a block writes one by one, and everything read one by one or not at all."""
        return self.stride(block, loop) == 1 and all(s in (0, 1) for s in self.read_strides(block, loop))

    def crossing(self, block: Any) -> list[LoopRV]:
        """The loops along which something is read one by one that the innermost loop reads in longer steps."""
        loops = self._block(block).loops()
        if not loops or self.stride(block, self._state().loop_ref(loops[-1].loop.var)) != 1:
            return []
        refs = [self._state().loop_ref(item.loop.var) for item in loops]
        inner = self.read_strides(block, refs[-1])
        strided = [k for k, step in enumerate(inner) if 1 < step < IRREGULAR]
        return [ref for ref in refs[:-1] if any(self.read_strides(block, ref)[k] == 1 for k in strided)]

    def is_unit_row(self, block: Any) -> bool:
        """Whether the innermost loop over a reduction reduces, and goes through what is read one by one."""
        loops = self.loops_of(block, "reduce")
        steps = self.read_strides(block, loops[-1]) if loops else []
        return bool(steps) and 1 in steps and all(s in (0, 1) for s in steps)

    def is_unit_column(self, block: Any) -> bool:
        """Whether the innermost spatial loop over a reduction goes one by one through all that it touches."""
        loops = [item for item in self.loops_of(block, "spatial") if as_int(self._loop(item).loop.extent) != 1]
        return bool(loops) and self.is_unit(block, loops[-1]) and 1 in self.read_strides(block, loops[-1])

    def period(self, block: Any, loop: Any) -> int:
        """The longest part of a loop in which every access is linear: `d` for accesses at ``i // d`` or ``i % d``.

        The whole extent where all are linear anyway, 1 where no part is.
        """
        site, item = self._block(block), self._loop(block, loop)
        found = self.extent(block, loop)
        for node in _accesses(site.block):
            table = self._table(site, node)
            for atom in _digits(table, item.loop.var) if table is not None else [None]:
                found = gcd(found, _period_of(atom, item.loop.var))
        return found

    def _row_depth(self, block: Any) -> int:
        """How many loops over a reduction, from the outermost, say which result it is; not those of length 1."""
        spatial = self.loops_of(block, "spatial")
        longer = [n for n, item in enumerate(spatial) if as_int(self._loop(item).loop.extent) != 1]
        return max(longer, default=-1) + 1

    def outer_rows(self, block: Any, reduction: Any) -> list[LoopRV]:
        """The loops over a block, from the outermost, that say which result of a reduction is meant.

        The outermost, where none does and it runs once.
        """
        loops, depth = self.loops(block), self._row_depth(reduction)
        return loops[:depth] if depth or self.longer(loops[:1]) else loops[:1]

    def innermost_run(self, block: Any) -> list[LoopRV]:
        """The innermost of the runs of loops over a block."""
        return self.runs(block)[-1]

    def row_loops(self, block: Any, reduction: Any) -> list[LoopRV]:
        """The loops over a block, one for each dimension, in which a reduction has more than one result.

        All of them where its results have another number of dimensions.
        """
        loops = self.loops(block)
        shape = [as_int(d) for d in self._block(reduction).block.writes[0].buffer.shape]
        same_rank = len(shape) == len(loops)
        return [item for n, item in enumerate(loops) if not same_rank or shape[n] != 1]

    def work(self, block: Any, symbolic: int | None = None) -> int:
        """How many instances of a block run; an extent that is not a constant counts as `symbolic`, or is refused."""
        return prod(_extent_or(axis.dom.extent, symbolic, axis.var) for axis in self._block(block).block.iters)

    def spatial_work(self, block: Any, symbolic: int | None = None) -> int:
        """How many results a block has: the product of its spatial axes; `symbolic` as for `work`."""
        axes = self._block(block).block.iters
        return prod(_extent_or(a.dom.extent, symbolic, a.var) for a in axes if a.kind == "spatial")

    def runs(self, block: Any, kind: str = "") -> list[list[LoopRV]]:
        """The loops over a block, serial neighbours together that walk through every buffer as one loop would.

        With `kind` (`spatial` or `reduce`) only those that feed such axes.
        """
        site = self._block(block)
        state = self._state()
        loops = site.loops()
        tables = [self._table(site, node) for node in _accesses(site.block)]
        fixed = _used_outside_indices(site)
        found: list[list[LoopRV]] = []
        above: Site | None = None
        for item in loops:
            joins = (
                above is not None
                and above.loop.body is item.loop
                and above.loop.kind == item.loop.kind == "serial"
                and not fixed & {above.loop.var, item.loop.var}
                and _one_walk(above, item, tables, state.analyzer.poly(item.loop.extent))
                and _same_axes_kind(site, above.loop.var, item.loop.var)
            )
            if joins:
                found[-1].append(state.loop_ref(item.loop.var))
            else:
                found.append([state.loop_ref(item.loop.var)])
            above = item
        if kind:
            fed = self.loops_of(block, kind)
            found = [run for run in found if any(item in fed for item in run)]
        return found

    def count(self, loops: list[Any], symbolic: int | None = None) -> int:
        """How often the body of nested loops runs: the product of their extents; `symbolic` as for `work`."""
        sites = [self._loop(item).loop for item in loops]
        return prod(_extent_or(item.extent, symbolic, item.var) for item in sites)

    def longer(self, loops: list[Any]) -> list[Any]:
        """Those of some loops that run more than once."""
        return [item for item in loops if as_int(self._loop(item).loop.extent) != 1]

    def reductions(self) -> list[Any]:
        """The blocks with reduce axes, in program order."""
        state = self._state()
        return [state.block_ref(s) for s in state.tree.root.blocks_below() if _is_reduction(s.block)]

    def reducer(self, block: Any) -> str:
        """How a reduction combines values: `add`, `mul`, `min`, `max`; an empty text for others."""
        found = find_reducer(self._block(block).block)
        return "" if isinstance(found, str) or len(found.buffers) > 1 else found.op

    def cost(self, block: Any, symbolic: int | None = None) -> int:
        """What all instances of a block cost, in additions: operators count 1, divisions 4, functions 12.

        An extent that is not a constant counts as `symbolic`, or is refused.
        """
        per_instance = sum(_cost_of(n) for n in _values(self._block(block).block.body))
        return self.work(block, symbolic) * max(1, per_instance)

    # -- parts -------------------------------------------------------------------------------

    def _steps(self, site: Site, var: Var, nodes: list[Any]) -> list[int]:
        return [_step(self._table(site, node), var) for node in nodes]

    def _table(self, site: Site, node: BufferLoad | BufferStore) -> Poly | None:
        """The offset of an access over the loops' variables, or None for a buffer with strides of its own."""
        binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
        analyzer = self._state().analyzer
        if node.buffer.strides:
            return None
        total, stride = Poly.const(0), Poly.const(1)
        for index, extent in zip(reversed(node.indices), reversed(node.buffer.shape), strict=True):
            total = total + analyzer.poly(substitute(index, binds)).times(stride)
            if as_int(extent) != 0:
                stride = stride.times(analyzer.poly(extent))
        return analyzer.merge(total)


def _extent_or(extent: Expr, symbolic: int | None, var: Var) -> int:
    value = as_int(extent)
    value = symbolic if value is None else value
    if value is None:
        raise ValueError(f"the extent of `{var.name}` is not a constant")
    return value


def _accesses(block: Block) -> list[BufferLoad | BufferStore]:
    return [n for n in walk(block.body) if isinstance(n, (BufferLoad, BufferStore))]


def _step(table: Poly | None, var: Var) -> int:
    step = _linear(table, var)
    if step is None:
        return IRREGULAR
    value = step.value()
    return LONG if value is None else abs(value)


def _linear(table: Poly | None, var: Var) -> Poly | None:
    """By how much an offset grows with a variable, in which it is linear; otherwise None."""
    if table is None:
        return None
    step: dict[tuple[Any, ...], int] = {}
    for mono, factor in table.terms.items():
        if not any(v is var for v in Poly({mono: 1}).variables()):
            continue
        others = tuple(atom for atom in mono if atom is not var)
        if len(others) != len(mono) - 1 or any(v is var for v in Poly({others: 1}).variables()):
            return None
        step[others] = factor
    return Poly(step)


def _digits(table: Poly, var: Var) -> Iterator[Digit | None]:
    """The divisions in a normal form that a variable takes part in; None for other forms that are not linear."""
    for mono in table.terms:
        if mono == (var,) or not any(v is var for v in Poly({mono: 1}).variables()):
            continue
        yield mono[0] if len(mono) == 1 and isinstance(mono[0], Digit) else None


def _period_of(digit: Digit | None, var: Var) -> int:
    if digit is None:
        return 1
    factor = digit.source.terms.get((var,), 0)
    rest = digit.source - Poly.atom(var, factor)
    lengths = [c for c in (digit.lower, digit.upper) if c is not None and c > 1]
    if not factor or any(v is var for v in rest.variables()):
        return 1
    if any(c % n for c in rest.terms.values() for n in lengths):
        return 1
    return gcd(*(c // factor if c % factor == 0 else 1 for c in lengths))


def _worst(steps: list[int]) -> int:
    return max(steps, default=IRREGULAR)


def _one_walk(outer: Site, inner: Site, tables: list[Poly | None], extent: Poly) -> bool:
    """Whether each step of the outer loop is as long as all steps of the inner one, of which there are `extent`."""
    for table in tables:
        outer_form, inner_form = _linear(table, outer.loop.var), _linear(table, inner.loop.var)
        if outer_form is None or inner_form is None or outer_form != inner_form.times(extent):
            return False
    return True


def _same_axes_kind(site: Site, a: Var, b: Var) -> bool:
    kinds = []
    for var in (a, b):
        pairs = zip(site.block.iters, site.realize.values, strict=True)
        kinds.append({axis.kind for axis, value in pairs if var in free_vars(value)})
    return kinds[0] == kinds[1]


def _used_outside_indices(site: Site) -> set[Var]:
    """Loops whose value the block computes with (or is guarded by): they cannot become a part of another."""
    found: set[Var] = set(free_vars(site.realize.predicate))
    used: set[Var] = set()

    def visit(node: Node) -> None:
        if isinstance(node, Var):
            used.add(node)
        for child in children(node):
            if isinstance(node, (BufferLoad, BufferStore)) and any(child is i for i in node.indices):
                continue
            visit(child)

    visit(site.block.body)
    for axis, value in zip(site.block.iters, site.realize.values, strict=True):
        if axis.var in used:
            found |= set(free_vars(value))
    return found


def _values(body: Node) -> Iterator[Node]:
    """The nodes of a body that compute values, not indices."""
    stack: list[Node] = [body]
    while stack:
        node = stack.pop()
        yield node
        skip = node.indices if isinstance(node, (BufferLoad, BufferStore)) else ()
        stack.extend(c for c in children(node) if not any(c is i for i in skip))


def _cost_of(node: Node) -> int:
    match node:
        case Call(op="if_then_else" | "fma" | "abs" | "fabs" | "likely" | "reinterpret"):
            return 1
        case Call(op="sqrt"):
            return 4
        case Call():
            return _CALL_COST
        case Binary():
            return 4 if node.op in _DEAR and dt.is_float(node.dtype) else 1
        case BufferLoad() | BufferStore() | Select() | Cast():
            return 1
    return 0


def _is_reduction(block: Block) -> bool:
    return any(a.kind == "reduce" for a in block.iters)
