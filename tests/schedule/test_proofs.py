"""Proofs, by z3, of what primitives make of indices: for all extents, not for some.

A primitive is applied to a program of symbolic sizes, and what it leaves is read: loops, guards, the values of the
blocks' axes. Then z3 has to refute, over all sizes and all loop variables, that an instance is outside of its domain
(1), is run twice (2), is not run by the iteration that a test names for it (3), or, of a producer that moved, is read
where its loop has not computed it (4). Factors are numbers, sizes are any: with both symbolic the arithmetic is
nonlinear, which has no decision procedure.

They run with `--long` where z3 is installed (`pip install z3-solver`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from mlcc import te
from mlcc.ir import (
    Binary,
    BlockRealize,
    BufferLoad,
    BufferStore,
    Cast,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Node,
    Not,
    PrimFunc,
    Select,
    Var,
    as_int,
    children,
    walk,
)
from mlcc.schedule import Schedule
from mlcc.script import parse_prim_func

z3 = pytest.importorskip("z3")
pytestmark = pytest.mark.slow

#: Seconds for one question; most take a few milliseconds.
PATIENCE = 20


# ---------------------------------------------------------------- expressions
def formula(expr: Expr, names: Mapping[Var, Any]) -> Any:
    """An index or a condition as z3 has it. Division and remainder round down there for positive divisors."""
    match expr:
        case Var():
            return names[expr]
        case IntImm():
            return z3.BoolVal(bool(expr.value)) if expr.dtype == "bool" else z3.IntVal(expr.value)
        case Cast():
            return formula(expr.value, names)
        case Not():
            return z3.Not(formula(expr.a, names))
        case Select():
            return z3.If(*(formula(e, names) for e in (expr.condition, expr.true_value, expr.false_value)))
        case Binary():
            return _OPERATORS[expr.op](formula(expr.a, names), formula(expr.b, names))
    raise AssertionError(f"no formula for {expr.script()}")


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "floordiv": lambda a, b: a / b, "floormod": lambda a, b: a % b,
    "min": lambda a, b: z3.If(a < b, a, b), "max": lambda a, b: z3.If(a > b, a, b),
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "and": z3.And, "or": z3.Or,
}  # fmt: skip


def refuted(*claims: Any) -> bool:
    """Whether there are no numbers for which all of the claims hold."""
    solver = z3.Solver()
    solver.set("timeout", 1000 * PATIENCE)
    solver.add(*claims)
    answer = solver.check()
    assert answer != z3.unknown, f"z3 gave up: {solver.reason_unknown()}"
    if answer == z3.sat:
        print(solver.model())
    return bool(answer == z3.unsat)


# ---------------------------------------------------------------- programs
@dataclass
class Place:
    """Where a block stands: the loops around it, and the conditions under which it runs."""

    loops: list[For]
    conditions: list[Expr]
    realize: BlockRealize


@dataclass
class Run:
    """One execution of a block, in z3's variables: under which condition it happens, and its axes' values."""

    holds: Any
    values: list[Any]
    loops: dict[Var, Any] = field(default_factory=dict)


def places(node: Node, name: str, loops: tuple[For, ...] = (), conditions: tuple[Expr, ...] = ()) -> Iterator[Place]:
    """Everywhere that a block of that name stands."""
    if isinstance(node, For):
        loops = (*loops, node)
    if isinstance(node, IfThenElse):
        yield from places(node.then_body, name, loops, (*conditions, node.condition))
        if node.else_body is not None:
            yield from places(node.else_body, name, loops, (*conditions, Not(node.condition)))
        return
    if isinstance(node, BlockRealize) and node.block.name == name:
        yield Place(list(loops), [*conditions, node.predicate], node)
    for child in children(node):
        yield from places(child, name, loops, conditions)


def sizes_of(func: PrimFunc) -> dict[Var, Any]:
    """The symbolic sizes of a program: integers from 1 up."""
    shapes = [dim for buffer in func.buffer_map.values() for dim in buffer.shape]
    found = {node for dim in shapes for node in walk(dim) if isinstance(node, Var)}
    return {var: z3.Int(var.name) for var in found}


def run_of(place: Place, sizes: Mapping[Var, Any], tag: str, fixed: Mapping[Var, Any] | None = None) -> Run:
    """An execution with loop variables of its own; `fixed` are those that it shares with another."""
    names, holds = dict(sizes), []
    own: dict[Var, Any] = {}
    for number, loop in enumerate(place.loops):
        value = (fixed or {}).get(loop.var)
        if value is None:
            value = z3.Int(f"{tag}{number}_{loop.var.name}")
        names[loop.var] = own[loop.var] = value
        low = formula(loop.min, names)
        holds += [value >= low, value < low + formula(loop.extent, names)]
    holds += [formula(c, names) for c in place.conditions]
    return Run(z3.And(*holds), [formula(v, names) for v in place.realize.values], own)


def domain(place: Place, values: Sequence[Any], sizes: Mapping[Var, Any]) -> Any:
    """That values are in the domains of the block's axes."""
    bounds = [(formula(i.dom.min, sizes), formula(i.dom.extent, sizes)) for i in place.realize.block.iters]
    return z3.And(*(z3.And(v >= low, v < low + extent) for v, (low, extent) in zip(values, bounds, strict=True)))


def runs_of(place: Place, sizes: Mapping[Var, Any], tag: str, written_out: bool) -> list[Run]:
    """An execution; or, with loops of known extents `written_out`, one for each of their values."""
    known = [loop for loop in place.loops if isinstance(loop.extent, IntImm)] if written_out else []
    every = product(*(range(as_int(loop.extent) or 0) for loop in known))
    chosen = [{loop.var: z3.IntVal(v) for loop, v in zip(known, values, strict=True)} for values in every]
    return [run_of(place, sizes, f"{tag}{n}_", fixed) for n, fixed in enumerate(chosen)]


#: The loops' values for an element, from its axes' values and the sizes by their names.
Where = Callable[[list[Any], dict[str, Any]], list[Any]]


def prove_once(func: PrimFunc, name: str, where: Where, written_out: bool = False) -> None:
    """Claims 1 to 3: the block runs for each element of its domain exactly once, in the iteration `where` says.

    `written_out`: where a size is multiplied by a loop whose extent is known, that loop is written out.
    """
    sizes, found = sizes_of(func), list(places(func.body, name))
    positive = z3.And(*(s >= 1 for s in sizes.values()))
    assert found
    first, second = ([run for place in found for run in runs_of(place, sizes, tag, written_out)] for tag in "ab")
    for number, run in enumerate(first):
        assert refuted(positive, run.holds, z3.Not(domain(found[0], run.values, sizes))), "an instance is outside"
        for later, again in enumerate(second[number:]):
            same = z3.And(*(x == y for x, y in zip(run.values, again.values, strict=True)))
            pairs = zip(run.loops.values(), again.loops.values(), strict=False)
            differ = z3.BoolVal(True) if later else z3.Or(z3.BoolVal(False), *(x != y for x, y in pairs))
            assert refuted(positive, run.holds, again.holds, same, differ), "an instance runs twice"
    wanted = [z3.Int(f"v{n}") for n in range(len(found[0].realize.values))]
    loops = where(wanted, {var.name: value for var, value in sizes.items()})
    missing = []
    for place in found:
        run = run_of(place, sizes, "c", dict(zip([loop.var for loop in place.loops], loops, strict=True)))
        missing.append(z3.Not(z3.And(run.holds, *(x == y for x, y in zip(run.values, wanted, strict=True)))))
    assert refuted(positive, domain(found[0], wanted, sizes), *missing), "an instance does not run"


def prove_covered(func: PrimFunc, producer: str, consumer: str) -> None:
    """Claim 4: what an instance of the consumer reads, the producer has computed under the loops that both share."""
    sizes = sizes_of(func)
    (made,), (used,) = (list(places(func.body, name)) for name in (producer, consumer))
    stores = [n for n in walk(made.realize.block.body) if isinstance(n, BufferStore)]
    shared = {loop.var for loop in made.loops} & {loop.var for loop in used.loops}
    reader = run_of(used, sizes, "r")
    axes = {i.var: v for i, v in zip(used.realize.block.iters, reader.values, strict=True)}
    writer = run_of(made, sizes, "w", {var: reader.loops[var] for var in shared})
    written = {i.var: v for i, v in zip(made.realize.block.iters, writer.values, strict=True)}
    positive = z3.And(*(s >= 1 for s in sizes.values()))
    own = [value for var, value in writer.loops.items() if var not in shared]
    reads = [n for n in walk(used.realize.block.body) if isinstance(n, BufferLoad) and n.buffer is stores[0].buffer]
    assert reads
    for read in reads:
        place = [formula(i, {**sizes, **axes}) for i in read.indices]
        hit = [formula(i, {**sizes, **written}) == p for i, p in zip(stores[0].indices, place, strict=True)]
        never = z3.Not(z3.And(writer.holds, *hit))
        assert refuted(positive, reader.holds, z3.ForAll(own, never) if own else never), (
            "a value is read that is not there"
        )


# ---------------------------------------------------------------- what is proved
def grid(*extents: Any) -> PrimFunc:
    """One block over a grid."""
    A = te.placeholder(extents, "float32", name="A")
    return te.create_prim_func([A, te.compute(extents, lambda *i: A[i] + 1.0, name="B")])


def size(name: str) -> Var:
    return te.var(name, "int64")


FACTORS = [1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 64, 100]


def digits(value: Any, *extents: int) -> list[Any]:
    """The number as loops of these extents have it, below an outermost one of any."""
    result: list[Any] = []
    for extent in reversed(extents):
        result.insert(0, value % extent)
        value = value / extent
    return [value, *result]


@pytest.mark.parametrize("factor", FACTORS)
def test_split(factor: int) -> None:
    for inner in ([factor], [factor, 3]):
        sch = Schedule(grid(size("n")))
        sch.split(sch.get_loops("B")[0], [None, *inner])
        prove_once(sch.func, "B", lambda v, _, inner=inner: digits(v[0], *inner))  # type: ignore[misc]


@pytest.mark.parametrize("factor", [1, 2, 3, 4, 5, 8])
def test_split_into_so_many(factor: int) -> None:
    """Parts whose size depends on the extent."""
    sch = Schedule(grid(size("n")))
    sch.split(sch.get_loops("B")[0], [factor, None])

    def where(v: list[Any], sizes: dict[str, Any]) -> list[Any]:
        part = (sizes["n"] + factor - 1) / factor
        outer: Any = z3.IntVal(0)
        for k in range(1, factor):
            outer = z3.If(v[0] >= k * part, z3.IntVal(k), outer)
        return [outer, v[0] - sum((z3.If(outer == k, k * part, 0) for k in range(factor)), z3.IntVal(0))]

    prove_once(sch.func, "B", where, written_out=True)


@pytest.mark.parametrize("extent", [1, 2, 3, 5, 8, 13, 64, 100])
def test_split_of_extents_that_are_known(extent: int) -> None:
    for factor in FACTORS:
        sch = Schedule(grid(extent, size("n")))
        sch.split(sch.get_loops("B")[0], [None, factor])
        prove_once(sch.func, "B", lambda v, _, factor=factor: [*digits(v[0], factor), v[1]])  # type: ignore[misc]


@pytest.mark.parametrize("extent", [1, 2, 3, 4, 7, 8, 16, 33])
def test_fuse(extent: int) -> None:
    sch = Schedule(grid(size("n"), extent))
    sch.fuse(*sch.get_loops("B"))
    prove_once(sch.func, "B", lambda v, _: [v[0] * extent + v[1]])
    sch = Schedule(grid(3, size("n"), extent))
    sch.fuse(*sch.get_loops("B")[1:])
    prove_once(sch.func, "B", lambda v, _: [v[0], v[1] * extent + v[2]])


@pytest.mark.parametrize("factor", [2, 3, 8])
def test_fuse_and_split(factor: int) -> None:
    """What tiles of a fused loop leave, with the guard of a split inside of it."""
    sch = Schedule(grid(size("n"), 6))
    sch.split(sch.fuse(*sch.get_loops("B")), [None, factor])
    prove_once(sch.func, "B", lambda v, _: digits(v[0] * 6 + v[1], factor))
    sch = Schedule(grid(size("n"), 6))
    _, inner = sch.split(sch.get_loops("B")[0], [None, factor])
    sch.fuse(inner, sch.get_loops("B")[2])
    prove_once(sch.func, "B", lambda v, _: [v[0] / factor, v[0] % factor * 6 + v[1]])


def tiled(tile: tuple[int, int]) -> Schedule:
    sch = Schedule(grid(size("n"), size("m")))
    i, j = sch.get_loops("B")
    i0, i1 = sch.split(i, [None, tile[0]])
    j0, j1 = sch.split(j, [None, tile[1]])
    sch.reorder(i0, j0, j1, i1)
    return sch


@pytest.mark.parametrize("tile", [(2, 3), (4, 4), (8, 5), (16, 32)])
def test_reorder_of_tiles(tile: tuple[int, int]) -> None:
    prove_once(tiled(tile).func, "B", lambda v, _: [v[0] / tile[0], v[1] / tile[1], v[1] % tile[1], v[0] % tile[0]])


def stencil(reach: int, step: int = 1) -> PrimFunc:
    """A, B of A, and C that reads a window of B around each place."""
    n = size("n")
    A = te.placeholder((step * n + reach,), "float32", name="A")
    B = te.compute((step * n + reach,), lambda i: A[i] + 1.0, name="B")

    def window(i: Any) -> Any:
        total = B[step * i]
        for k in range(1, reach + 1):
            total = total + B[step * i + k]
        return total

    return te.create_prim_func([A, te.compute((n,), window, name="C")])


@pytest.mark.parametrize("reach", [0, 1, 2, 5])
@pytest.mark.parametrize("factor", FACTORS[1:])
def test_compute_at(reach: int, factor: int) -> None:
    """The part of a producer that a tile needs: all of it, and nothing outside of the buffer."""
    for step in (1, 2):
        sch = Schedule(stencil(reach, step))
        outer, _ = sch.split(sch.get_loops("C")[0], [None, factor])
        sch.compute_at("B", outer)
        prove_covered(sch.func, "B", "C")
        (place,) = places(sch.func.body, "B")
        sizes = sizes_of(sch.func)
        run = run_of(place, sizes, "a")
        positive = z3.And(*(s >= 1 for s in sizes.values()))
        assert refuted(positive, run.holds, z3.Not(domain(place, run.values, sizes)))
        prove_once(sch.func, "C", lambda v, _: digits(v[0], factor))


@pytest.mark.parametrize("factor", [2, 3, 8, 16])
def test_reverse_compute_at(factor: int) -> None:
    """A consumer under a tile of its producer: it runs once for each element, after what it reads."""
    n = size("n")
    A = te.placeholder((n,), "float32", name="A")
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    C = te.compute((n,), lambda i: B[i] * 2.0, name="C")
    sch = Schedule(te.create_prim_func([A, C]))
    outer, _ = sch.split(sch.get_loops("B")[0], [None, factor])
    sch.reverse_compute_at("C", outer)
    prove_once(sch.func, "C", lambda v, _: digits(v[0], factor))
    prove_covered(sch.func, "B", "C")


LAYOUTS: list[tuple[str, Callable[..., Any]]] = [
    ("blocks of 4", lambda i, j: (i, j // 4, j % 4)), ("transposed blocks", lambda i, j: (j // 8, i, j % 8)),
    ("tiles", lambda i, j: (i // 2, j // 4, i % 2, j % 4)), ("transposed", lambda i, j: (j, i)),
]  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda item: item[0])
def test_layouts(layout: tuple[str, Callable[..., Any]]) -> None:
    """Different elements have different places in a buffer of another layout, and all of them are inside."""
    n = size("n")
    A = te.placeholder((2 * n, 48), "float32", name="A")
    B = te.compute((2 * n, 48), lambda i, j: A[i, j] + 1.0, name="B")
    sch = Schedule(te.create_prim_func([A, te.compute((2 * n, 48), lambda i, j: B[i, j] * 2.0, name="C")]))
    sch.transform_layout("B", ("write", 0), layout[1])
    sizes = sizes_of(sch.func)
    (place,) = places(sch.func.body, "B")
    (store,) = (node for node in walk(place.realize.block.body) if isinstance(node, BufferStore))
    positive = z3.And(*(s >= 1 for s in sizes.values()))
    runs = [run_of(place, sizes, tag) for tag in "ab"]
    axes = [{i.var: v for i, v in zip(place.realize.block.iters, run.values, strict=True)} for run in runs]
    stored = [[formula(index, {**sizes, **own}) for index in store.indices] for own in axes]
    inside = [z3.And(x >= 0, x < formula(dim, sizes)) for x, dim in zip(stored[0], store.buffer.shape, strict=True)]
    assert refuted(positive, runs[0].holds, z3.Not(z3.And(*inside)))
    same = z3.And(*(x == y for x, y in zip(*stored, strict=True)))
    differ = z3.Or(*(x != y for x, y in zip(runs[0].loops.values(), runs[1].loops.values(), strict=True)))
    assert refuted(positive, *(run.holds for run in runs), same, differ)
    prove_covered(sch.func, "B", "C")


WRONG = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,))
    B = T.match_buffer(b, (n,))
    for i_0, i_1 in T.grid((n + 3) // 4, 4):
        with T.block("B"):
            vi = T.axis.spatial(n, i_0 * %d + i_1)
            T.where(%s)
            B[vi] = A[vi] + T.float32(1)
"""


@pytest.mark.parametrize(
    ("stride", "guard", "claim"),
    [
        (4, "i_0 * 4 + i_1 <= n", "outside"),
        (3, "i_0 * 3 + i_1 < n", "twice"),
        (4, "i_0 * 4 + i_1 < n - 1", "does not run"),
    ],
)
def test_what_is_wrong_is_found(stride: int, guard: str, claim: str) -> None:
    with pytest.raises(AssertionError, match=claim):
        prove_once(parse_prim_func(WRONG % (stride, guard)), "B", lambda v, _: digits(v[0], 4))
