"""Loops that may run in another order: what is accepted computes the same, and what is independent is accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import For, PrimFunc, map_nodes, problems, substitute, update
from mlcc.reference import random_inputs, run
from mlcc.schedule import Schedule
from mlcc.script import parse_module

# ---------------------------------------------------------------- random programs with dependences


class Programs:
    """Small nests whose blocks read and write overlapping parts of few buffers."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def valid(self) -> tuple[str, PrimFunc]:
        """A program that is well formed, and its text."""
        while True:
            text = self.text()
            func = parse_module(text)["main"]
            assert isinstance(func, PrimFunc)
            if not problems(func):
                return text, func

    def text(self) -> str:
        rng = self.rng
        loops = [(name, rng.choice([2, 3, 4, 5])) for name in "ijk"[: rng.randint(1, 3)]]
        lines = ["@T.prim_func", "def main(P: T.Buffer((64,)), Q: T.Buffer((64,)), R: T.Buffer((12, 12))):"]
        lines += ["    t = T.alloc_buffer((64,))"] if rng.random() < 0.4 else []
        self.buffers = ["P", "Q", "R", *(["t"] if len(lines) > 2 else [])]
        for depth, (name, extent) in enumerate(loops):
            lines.append(f"{'    ' * (depth + 1)}for {name} in range({extent}):")
        for number in range(rng.choice([1, 1, 2, 3])):
            lines += ["    " * (len(loops) + 1) + line for line in self._block(f"S{number}", loops)]
        return "\n".join(lines) + "\n"

    def _block(self, name: str, loops: list[tuple[str, int]]) -> Iterator[str]:
        rng = self.rng
        reduces = rng.random() < 0.35
        self.axes = []
        yield f'with T.block("{name}"):'
        named = rng.random()
        if named < 0.1:  # a block without axes uses the loops themselves
            self.axes = list(loops)
            yield f"    {self._element()} = {self._value(self._element())}"
            return
        for loop, extent in loops if named < 0.8 else rng.sample(loops, rng.randint(1, len(loops))):
            kind = "reduce" if reduces and rng.random() < 0.5 else "spatial"
            yield f"    v{loop} = T.axis.{kind}({extent}, {loop})"
            self.axes.append((f"v{loop}", extent))
        if rng.random() < 0.15:
            yield f"    T.where({rng.choice(loops)[0]} < {rng.randint(1, 4)})"
        target = self._element()
        if reduces and rng.random() < 0.7:
            yield "    with T.init():"
            yield f"        {target} = T.float32({rng.choice([0, 0, 1])})"
        yield f"    {target} = {self._value(target)}"

    def _value(self, target: str) -> str:
        rng = self.rng
        other = self._element()
        return rng.choice([
            other, f"{other} + {self._element()}", f"{target} + {other}", f"{other} + {target}", f"{target} - {other}",
            f"T.max({target}, {other})", f"{target} * T.float32(0.5) + {other}", f"{target} * ({target} + {other})",
            f"{target} + ({other} - {target})", "T.float32(3)",
            f"T.if_then_else({other} > T.float32(0), {target}, {other})",
        ])  # fmt: skip

    def _element(self) -> str:
        buffer = self.rng.choice(self.buffers)
        if buffer == "R":
            return f"R[{self._index(11)}, {self._index(11)}]"
        return f"{buffer}[{self._index(63)}]"

    def _index(self, most: int) -> str:
        rng = self.rng
        while True:
            terms, top = [], 0
            for axis, extent in rng.sample(self.axes, rng.randint(0, len(self.axes))):
                form = rng.choice(["plain"] * 5 + ["scaled"] * 3 + ["div", "mod", "back"])
                scale = rng.choice([2, 3, 4, 5, 12]) if form == "scaled" else 2
                text, reach = {
                    "plain": (axis, extent - 1), "scaled": (f"{axis} * {scale}", scale * (extent - 1)),
                    "div": (f"{axis} // 2", (extent - 1) // 2), "mod": (f"{axis} % 2", 1),
                    "back": (f"({extent - 1} - {axis})", extent - 1),
                }[form]  # fmt: skip
                terms.append(text)
                top += reach
            offset = rng.choice([0, 0, 0, 1, 2])
            if top + offset <= most:
                joined = " + ".join([*terms, *([str(offset)] if offset or not terms else [])])
                shortened = rng.choice([None] * 8 + ["// 2", "% 4"]) if len(terms) > 1 else None
                return f"({joined}) {shortened}" if shortened else joined


def reversed_loops(func: PrimFunc, kinds: set[str]) -> PrimFunc:
    """The program with the loops of some kinds running backwards: the same where their iterations are independent."""

    def fn(node: object) -> object:
        if isinstance(node, For) and node.kind in kinds:
            return update(node, body=substitute(node.body, {node.var: node.extent - 1 - node.var}))
        return None

    return func.with_body(map_nodes(func.body, fn))


def outcome(func: PrimFunc, seed: int) -> list[np.ndarray]:
    with np.errstate(all="ignore"):
        return run(func, random_inputs(func, seed=seed))


def refusal(sch: Schedule, rng: random.Random, loops: list[Any]) -> MlccError | None:
    """Makes a random step."""
    try:
        match rng.choice(["reorder", "reorder", "parallel", "vectorize", "split", "fuse"]):
            case "reorder":
                sch.reorder(*rng.sample(loops, rng.randint(1, len(loops))))
            case "split":
                sch.split(rng.choice(loops), rng.choice([[None, 2], [2, None], [None, 3]]))
            case "fuse":
                at = rng.randrange(len(loops))
                sch.fuse(*loops[at : at + 2])
            case kind:
                getattr(sch, kind)(rng.choice(loops))
    except MlccError as error:
        return error
    return None


def try_program(seed: int) -> tuple[int, int]:
    """Random steps on a random program; how many were accepted and refused."""
    programs = Programs(seed)
    rng = programs.rng
    text, func = programs.valid()
    wanted = outcome(func, seed)
    sch = Schedule(func)
    accepted = refused = 0
    for _ in range(4):
        loops = sch.get_loops("S0")
        before = sch.func
        error = refusal(sch, rng, loops)
        if error is not None:
            assert error.code[0] == "S", error
            assert sch.func is before
            refused += 1
            continue
        accepted += 1
        for changed in (sch.func, reversed_loops(sch.func, {"parallel", "vectorized"})):
            for result, expected in zip(outcome(changed, seed), wanted, strict=True):
                np.testing.assert_allclose(
                    result, expected, rtol=1e-5, atol=1e-5, err_msg=f"{text}\n{sch.trace.to_yaml()}"
                )
    return accepted, refused


@pytest.mark.every(4)
@pytest.mark.parametrize("start", range(0, 200, 25))
def test_accepted_orders_compute_the_same(start: int) -> None:
    counts = [try_program(seed) for seed in range(start, start + 25)]
    assert sum(a for a, _ in counts) > 10
    assert sum(r for _, r in counts) > 10


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10_000, 30_000, 1000))
def test_many_accepted_orders_compute_the_same(start: int) -> None:
    for seed in range(start, start + 1000):
        try_program(seed)


#: Rows of tiles, of a height that is not known: one loop over the batch, `first` and `second`, and its three indices.
FUSED = """
@T.prim_func
def main(x: T.Buffer((b, 8, h), "float32"), y: T.Buffer((b, 8, h), "float32")):
    b = T.int64()
    h = T.int64()
    t = T.alloc_buffer((b, 8, h))
    for i, j, k in T.grid(b, 8, h):
        with T.block("t"):
            v, w, r = T.axis.remap("SSS", [i, j, k])
            t[v, w, r] = x[v, w, r] * T.float32(2)
    for i, j, k in T.grid(b, 8, h):
        with T.block("y"):
            v, w, r = T.axis.remap("SSS", [i, j, k])
            y[v, w, r] = y[v, w, r] + t[v, w, r]
"""


@pytest.mark.parametrize("factor", [1, 2, 4, 8])
@pytest.mark.parametrize("rows_first", [False, True])
@pytest.mark.parametrize("height", ["h", "((h + 1) // 2)"])
def test_the_parts_of_a_fused_symbolic_loop_say_which_iteration_it_is(
    factor: int, rows_first: bool, height: str
) -> None:
    """A running result: only the indices tell that no two iterations write one element."""
    sch = Schedule(parse_module(FUSED.replace("8, h)", f"8, {height})"))["main"])
    block = sch.get_block("y")
    i, j, k = sch.get_loops(block)
    outer, inner = sch.split(j, [None, factor])
    order = [i, k, outer] if rows_first else [i, outer, k]
    sch.reorder(*order, inner)
    fused = sch.fuse(*order)
    sch.compute_at(sch.get_block("t"), fused)
    sch.parallel(fused)


def test_parts_that_leave_something_out_do_not_say_which_iteration_it_is() -> None:
    text = """
@T.prim_func
def main(x: T.Buffer((b, h), "float32"), y: T.Buffer((b, h), "float32")):
    b = T.int64()
    h = T.int64()
    for f in range(b * h * 4):
        with T.block("y"):
            v = T.axis.spatial(b, f // (h * 4))
            w = T.axis.spatial(h, f % (h * 4) // 4)
            y[v, w] = y[v, w] + x[v, w]
"""
    sch = Schedule(parse_module(text)["main"])
    with pytest.raises(MlccError) as caught:
        sch.parallel(sch.get_loops(sch.get_block("y"))[0])
    assert caught.value.code == "S230"


#: A flat buffer of symbolic strides: where it is written, from where, and how far the loops run.
FLAT = """
@T.prim_func
def main(x: T.Buffer((m, n, p), "float32"), y: T.Buffer((m * (n + 2) * (p + 3) * 4 + n,), "float32")):
    m = T.int64()
    n = T.int64()
    p = T.int64()
    for i, j, k in T.grid({extents}):
        with T.block("y"):
            v, w, r = T.axis.remap("SSS", [i, j, k])
            y[{to}] = {value}
"""


def flat(to: str, value: str = "x[v, w, r]", extents: str = "m, n, p") -> Schedule:
    return Schedule(parse_module(FLAT.format(to=to, value=value, extents=extents))["main"])


@pytest.mark.parametrize(
    "index",
    [
        "(v * n + w) * p + r",
        "v * (n * p) + w * p + r",
        "(v * (n + 1) + w) * p + r",
        "(v * (n + 2) + w + 1) * (p + 3) + r + 2",
        "(m - 1 - v) * n * p + (n - 1 - w) * p + p - 1 - r",
        "((v * n + w) * p + r) * 4",
        "(v * n + w) * p + r + n",
        "(v * n + w) * p + r + 5",
    ],
)
def test_symbolic_strides_keep_iterations_apart(index: str) -> None:
    for loop in range(3):
        sch = flat(index)
        sch.parallel(sch.get_loops(sch.get_block("y"))[loop])
    sch = flat(index)
    i, j, k = sch.get_loops(sch.get_block("y"))
    outer, inner = sch.split(k, [None, 4])
    sch.reorder(outer, j, i, inner)
    sch.parallel(outer)
    sch.vectorize(inner)


@pytest.mark.parametrize(
    ("index", "value", "extents", "loops"),
    [
        ("v * n + w * p + r", "x[v, w, r]", "m, n, p", "i"),
        ("(v * n + w) * p + r", "x[0, 0, 0]", "m, n + 1, p", "i"),
        ("(v * n + w) * p + r", "x[0, 0, 0]", "m, n, p + 1", "ij"),
        ("(v * n + w) * p + r", "y[(v * n + w) * p + r + 1]", "m, n, p", "ijk"),
        ("(v * n + w) * p + r", "y[(v * n + w) * p + r + 1]", "m, n, p - 1", "k"),
        ("(v * n + w) * p + r", "y[(v * n + w) * p + (p - 1 - r)]", "m, n, p", "k"),
    ],
)
def test_symbolic_strides_that_are_too_short_do_not(index: str, value: str, extents: str, loops: str) -> None:
    for loop in range(3):
        sch = flat(index, value, extents)
        var = sch.get_loops(sch.get_block("y"))[loop]
        if "ijk"[loop] in loops:
            with pytest.raises(MlccError, match="depend on each other"):
                sch.parallel(var)
        else:
            sch.parallel(var)
