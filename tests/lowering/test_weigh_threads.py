"""Parallel loops of symbolic size: threads from the work on that static sizes need, decided at each call."""

from __future__ import annotations

from stages import TARGET

from mlcc.analysis import simplify
from mlcc.ir import AttrStmt, Expr, PrimFunc, Var, as_int, const, free_vars, substitute, walk
from mlcc.lowering import lower
from mlcc.lowering.weigh_threads import KEY
from mlcc.script import parse_prim_func

ROWS = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    T.func_attr({{"global_symbol": "f", "tir.noalias": True}})
    n, m = T.int64(), T.int64()
    A = T.match_buffer(a, (n, {m}), "float32")
    C = T.match_buffer(c, (n, {m}), "float32")
    for i in T.parallel(n):
        for j in range({m}):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + T.float32(1)
"""
LEAST = int(TARGET.costs.parallel_elements)


def condition(func: PrimFunc) -> Expr | None:
    return next((n.value for n in walk(func.body) if isinstance(n, AttrStmt) and n.key == KEY), None)


def pays(func: PrimFunc, **sizes: int) -> bool:
    expr = condition(func)
    assert expr is not None
    values: dict[Var, Expr] = {v: const(sizes[v.name], v.dtype) for v in free_vars(expr)}
    return bool(as_int(simplify(substitute(expr, values))))


def test_the_work_of_the_call_decides() -> None:
    func = lower(parse_prim_func(ROWS.format(m="m")), TARGET)
    assert not pays(func, n=4, m=5)
    assert pays(func, n=LEAST, m=1)
    assert pays(func, n=2, m=LEAST)


def test_work_that_is_enough_at_any_size_is_not_compared() -> None:
    assert condition(lower(parse_prim_func(ROWS.format(m=LEAST)), TARGET)) is None


def test_a_static_program_keeps_what_its_schedule_says() -> None:
    text = ROWS.format(m="5").replace("(n, 5)", "(4, 5)").replace("T.parallel(n)", "T.parallel(4)")
    assert condition(lower(parse_prim_func(text), TARGET)) is None


def test_a_size_that_is_bound_or_loaded_inside_is_not_known_outside() -> None:
    """The comparison stands before the loop, where neither the variable nor what an iteration stores is there."""
    for extent in ("count", "B[T.int64(0)]"):
        text = f"""
@T.prim_func
def f(a: T.handle, b: T.handle, c: T.handle):
    T.func_attr({{"global_symbol": "f"}})
    n = T.int64()
    A = T.match_buffer(a, (n,), "int64")
    B = T.match_buffer(b, (n,), "int64")
    C = T.match_buffer(c, (n,), "int64")
    for i in T.parallel(n):
        with T.LetStmt(A[i]) as count:
            B[i] = count
            for j in range({extent}):
                C[i] = C[i] + j
"""
        assert condition(lower(parse_prim_func(text), TARGET)) is None
