"""Functions about how blocks traverse memory, for the expressions of schedule files: strides, runs of loops, cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any, TypeGuard

from mlcc.analysis import Digit, Opaque, Poly, to_expr
from mlcc.analysis.poly import quotient_by
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    BufferLoad,
    BufferStore,
    Expr,
    Node,
    Var,
    as_int,
    children,
    free_vars,
    script,
    substitute,
    walk,
)

from ..refs import LoopRV
from .loop_queries import LoopQueries

#: The step of an access that is not linear in a loop.
IRREGULAR = 1 << 40
#: A step that is known as an expression only, such as a row of symbolic length.
LONG = 1 << 39


class AccessQueries(LoopQueries):
    """Part of the table of queries; see :class:`Queries`."""

    def strides(self, block: Any, loop: Any) -> list[int]:
        """By how many elements the address that a block writes, and then each address that it reads (not what it
        accumulates in), advances when a loop advances by one; a very large number where that varies."""
        site, var = self._block(block), self._loop(block, loop).loop.var
        written = {w.buffer for w in site.block.writes}
        steps = [(node, _step(table, var)) for node, table in self._tables(site)]
        stored = [step for node, step in steps if isinstance(node, BufferStore)]
        read = [step for node, step in steps if isinstance(node, BufferLoad) and node.buffer not in written]
        return [max(stored, default=IRREGULAR), *read]

    def is_contiguous(self, block: Any, loop: Any) -> bool:
        """Whether a loop advances some address that a block accesses by one element, and no other one by more.

        A kind in place of the loop means the innermost loop that drives such axes. For
        ``is_contiguous(Y, "reduce")`` only what is read counts; "spatial" leaves out loops of one iteration.
        """
        reduces = any(axis.kind == "reduce" for axis in self._block(block).block.iters)
        if loop in ("reduce", "spatial"):
            loops = self.loops(block, loop) if loop == "reduce" else self.non_unit(self.loops(block, loop))
            return bool(loops) and self._advances(block, loops[-1], loop == "spatial", reduces)
        return self._advances(block, loop, True, reduces)

    def transposed_loops(self, block: Any, gathered: bool = False) -> list[LoopRV]:
        """The loops that advance by one element in something that the innermost loop reads with a larger stride.

        With `gathered`: in what it reads at distances that vary, and by no more in anything else that is read.
        """
        loops = self.loops(block)
        strides = [self.strides(block, loop) for loop in loops]
        if not loops or strides[-1][0] != 1:
            return []
        far = [k for k, step in enumerate(strides[-1]) if k > 0 and step > 1 and (step == IRREGULAR) == gathered]
        return [
            loop
            for loop, steps in zip(loops[:-1], strides, strict=False)
            if any(steps[k] == 1 for k in far) and not (gathered and max(steps[1:]) > 1)
        ]

    def period(self, block: Any, loop: Any, ragged: bool = False, gathered: bool = False) -> int:
        """The longest part of a loop in which every access is linear: `d` for accesses at ``i // d`` or ``i % d``.

        The whole extent where all are linear anyway, 1 where no part is, 0 where an address is not computed from the
        loops by sums and divisions alone; with `gathered` such an address may use a digit that is the same in the
        part, as ``table[i // d]``. Parts divide the extent, unless they may be `ragged`.
        """
        site, item = self._block(block), self._loop(block, loop)
        var, extent = item.loop.var, self.extent(block, loop)
        length = 0
        for _, table in self._tables(site):
            for atom in _parts(table, var) if table is not None else [None]:
                if gathered and isinstance(atom, Opaque):
                    length = gcd(length, _steady(atom, var))
                elif _is_divided(atom):
                    length = gcd(length, _period_of(atom, var))
                else:
                    return 0
        return min(length or extent, extent) if ragged else gcd(length, extent)

    def symbolic_period(self, block: Any, loop: Any) -> str:
        """The symbolic size `n` where a loop over a multiple of it accesses at ``i // n`` or ``i % n`` and is linear
        otherwise: parts of that length have constant strides. As a text; an empty one where there is no such size."""
        site, item = self._block(block), self._loop(block, loop)
        var, found = item.loop.var, None
        for _, table in self._tables(site):
            for atom in _parts(table, var) if table is not None else [None]:
                divisor = _symbolic_divisor(atom, var)
                if divisor is None or found not in (None, divisor):
                    return ""
                found = divisor
        extent = self._state.analyzer.poly(item.loop.extent)
        if found is None or found == extent or quotient_by(extent, found)[1].terms:
            return ""
        sizes = self._state.func.symbolic_vars()
        named = all(isinstance(atom, Var) and atom in sizes for mono in found.terms for atom in mono)
        return script(to_expr(found, var.dtype)) if named else ""

    def repeats(self, block: Any, loop: Any) -> int:
        """How many iterations, one after the other, read the same element, where a loop stores consecutive ones: 2 for
        ``Y[i] = X[i // 2]``; 0 where some access is another."""
        site, item = self._block(block), self._loop(block, loop)
        var, counts = item.loop.var, set()
        for node, table in self._tables(site):
            atoms = [_digit(a) for a in _parts(table, var)] if table is not None else [None]
            if not atoms and _step(table, var) <= 1:
                continue
            digit = atoms[0] if len(atoms) == 1 else None
            if table is None or digit is None or table.terms.get((digit,)) != 1 or isinstance(node, BufferStore):
                return 0
            counts.add(digit.lower if digit.upper is None and digit.source == Poly.atom(var) else 0)
        return counts.pop() if len(counts) == 1 else 0

    def runs(self, block: Any, kind: str = "") -> list[list[LoopRV]]:
        """The loops over a block, serial neighbours together that walk through every buffer as one loop would.

        With `kind` (`spatial` or `reduce`) only those that feed such axes.
        """
        site = self._block(block)
        state = self._state
        loops = site.loops()
        tables = [table for _, table in self._tables(site)]
        fixed = _used_outside_indices(site)
        groups: list[list[LoopRV]] = []
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
                groups[-1].append(state.loop_ref(item.loop.var))
            else:
                groups.append([state.loop_ref(item.loop.var)])
            above = item
        if kind:
            driving = self.loops(block, kind)
            groups = [run for run in groups if any(item in driving for item in run)]
        return groups

    # -- parts -------------------------------------------------------------------------------

    def _advances(self, block: Any, loop: Any, writes: bool, reads: bool) -> bool:
        """Whether a loop advances no address by more than one element, and one that is read (or written) by one."""
        written, *read = self.strides(block, loop)
        steps = [written, *read] if writes else read
        return all(step in (0, 1) for step in steps) and 1 in (read if reads else [written])

    def _tables(self, site: Site) -> list[tuple[BufferLoad | BufferStore, Poly | None]]:
        """The accesses of a block with their offsets. Files ask of each loop over it in turn: they are kept until a
        step changes the function."""

        def made() -> list[tuple[BufferLoad | BufferStore, Poly | None]]:
            binds = {a.var: v for a, v in zip(site.block.iters, site.realize.values, strict=True)}
            return [(node, self._table(node, binds)) for node in _accesses(site.block)]

        return self._state.plan(("access tables", site), made)

    def _table(self, node: BufferLoad | BufferStore, binds: Mapping[Var, Expr]) -> Poly | None:
        """The offset of an access over the loops' variables, or None for a buffer with strides of its own."""
        analyzer = self._state.analyzer
        if node.buffer.strides:
            return None
        total, stride = Poly.const(0), Poly.const(1)
        for index, extent in zip(reversed(node.indices), reversed(node.buffer.shape), strict=True):
            total = total + analyzer.poly(substitute(index, binds)).times(stride)
            if as_int(extent) != 0:
                stride = stride.times(analyzer.poly(extent))
        return analyzer.merge(total)


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


def _parts(table: Poly, var: Var) -> Iterator[Digit | Opaque | None]:
    """The atoms of a normal form that a variable takes part in, such as divisions; None for products of several.

    Strides may be symbolic: in ``h * w * (i // 8)`` the variable `i` takes part in ``i // 8``.
    """
    for mono in table.terms:
        parts = [atom for atom in mono if Poly.atom(atom).uses({var})]
        if parts and parts != [var]:
            yield parts[0] if len(parts) == 1 and not isinstance(parts[0], Var) else None


def _digit(atom: Digit | Opaque | None) -> Digit | None:
    return atom if isinstance(atom, Digit) else None


def _steady(atom: Opaque, var: Var) -> int:
    """How long an atom stays the same while a variable advances: 80 for ``table[i // 80]``, 1 for ``table[i]``."""
    length = 0
    for part in (part for poly in atom.polys() for mono in poly.terms for part in mono if Poly.atom(part).uses({var})):
        if isinstance(part, Opaque):
            length = gcd(length, _steady(part, var))
        elif isinstance(part, Digit) and part.lower > 1:
            length = gcd(length, _period_of(Digit(part.source, part.lower, None), var))
        else:
            return 1
    return length or 1


def _symbolic_divisor(atom: Digit | Opaque | None, var: Var) -> Poly | None:
    """The size that a variable is divided by in an atom ``var // size`` or ``var % size``."""
    if not isinstance(atom, Opaque) or atom.parts[0] not in ("floordiv", "floormod"):
        return None
    dividend, divisor = atom.polys()
    return divisor if dividend == Poly.atom(var) and not divisor.uses({var}) else None


def _is_divided(atom: Any) -> TypeGuard[Digit]:
    """Whether an atom is a division of sums of variables and other such divisions."""
    if not isinstance(atom, Digit):
        return False
    return all(isinstance(a, Var) or _is_divided(a) for mono in atom.source.terms for a in mono)


def _period_of(digit: Digit, var: Var) -> int:
    factor = digit.source.terms.get((var,), 0)
    rest = digit.source - Poly.atom(var, factor)
    lengths = [c for c in (digit.lower, digit.upper) if c is not None and c > 1]
    if not factor or any(v is var for v in rest.variables()):
        return 1
    if any(c % n for c in rest.terms.values() for n in lengths):
        return 1
    return gcd(*(c // factor if c % factor == 0 else 1 for c in lengths))


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
    result: set[Var] = set(free_vars(site.realize.predicate))
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
            result |= set(free_vars(value))
    return result
