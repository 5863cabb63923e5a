"""`tir.stmt_functor`, `tir.IndexMap`, `tir.analysis`, classes of expressions, and default schedules by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import dlight, te, tir
from mlcc.diagnostics import MlccError


def product(n: int = 16) -> mlcc.IRModule:
    a, b = te.placeholder((n, n), name="A"), te.placeholder((n, n), name="B")
    k = te.reduce_axis((0, n), "k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    return mlcc.IRModule.from_expr(te.create_prim_func([a, b, te.compute((n, n), lambda i, j: c[i, j] + 1.0)]))


def test_programs_are_visited_and_rewritten() -> None:
    func: Any = product()["main"]
    seen: list[Any] = []
    tir.stmt_functor.post_order_visit(func.body, seen.append)
    assert sum(isinstance(node, tir.Mul) for node in seen) == 1
    assert seen[-1] is func.body
    first: list[Any] = []

    def enter(node: Any) -> bool:
        first.append(node)
        return not isinstance(node, tir.For)

    tir.stmt_functor.pre_order_visit(func.body, enter)
    assert not any(isinstance(node, tir.BufferStore) for node in first)
    new = tir.stmt_functor.ir_transform(func.body, None, lambda e: tir.Add(e.a, e.b), ["tir.Mul"])
    library = mlcc.build(func.with_body(new))
    rng = np.random.default_rng(0)
    a, b = rng.random((2, 16, 16)).astype("float32")
    want = (a[:, :, None] + b[None]).sum(1) + 1
    np.testing.assert_allclose(library(a, b), want, rtol=1e-5)
    with pytest.raises(MlccError, match="T127"):
        tir.stmt_functor.ir_transform(func.body, None, None, ["tir.Loop"])
    n = tir.Var("n", "int32")
    assert tir.stmt_functor.substitute(n + 1, {n: 4}).script() == "5" or tir.analysis.can_prove_equal(
        tir.stmt_functor.substitute(n + 1, {n: 4}), tir.const(5, "int32")
    )


def test_maps_of_indices() -> None:
    tiles = tir.IndexMap.from_func(lambda i, j: (i // 4, j // 2, i % 4, j % 2))
    assert [int(d) for d in tiles.map_shape((8, 6))] == [2, 3, 4, 2]
    assert [int(v) for v in tiles.map_indices([5, 3])] == [1, 1, 1, 1]
    data = np.arange(48).reshape(8, 6)
    want = data.reshape(2, 4, 3, 2).transpose(0, 2, 1, 3)
    np.testing.assert_array_equal(tiles.map_tensor(data), want)
    back = tiles.inverse((8, 6))
    np.testing.assert_array_equal(back.map_tensor(want), data)
    assert tiles.is_equivalent_to(tir.IndexMap.from_func(lambda a, b: (a * 2 // 8, b // 2, a % 4, (b + 2) % 2)))
    assert not tiles.is_equivalent_to(back)
    for wrong in (lambda: tiles.inverse((7, 6)), lambda: tiles.map_shape((3,)),
                  lambda: tir.IndexMap.from_func(lambda *i: i)):  # fmt: skip
        with pytest.raises(MlccError, match="T206"):
            wrong()
    sch = tir.Schedule(product())
    sch.transform_layout("C", ("write", 0), tir.IndexMap.from_func(lambda i, j: (j, i)))
    a, b = np.random.default_rng(1).random((2, 16, 16)).astype("float32")
    np.testing.assert_allclose(mlcc.build(sch.mod)(a, b), a @ b + 1, rtol=1e-5)


def test_questions_about_programs() -> None:
    module = product()
    i, j = tir.Var("i", "int32"), tir.Var("j", "int32")
    assert tir.analysis.expr_deep_equal(i + j, i + j)
    assert not tir.analysis.expr_deep_equal(i + j, j + i)
    assert tir.analysis.can_prove_equal(i * 2 + j, j + i + i)
    assert tir.analysis.undefined_vars(i + j, [i]) == [j]
    assert tir.analysis.verify_well_formed(module)
    anchor = tir.analysis.find_anchor_block(module)
    assert anchor is not None
    assert anchor.name == "C"
    reads, writes = tir.analysis.get_block_access_region(anchor)
    assert [r.buffer.name for r in reads] == ["A", "B"]
    assert [w.buffer.name for w in writes] == ["C"]
    assert isinstance(i + 1, tir.Add)
    assert not isinstance(i + 1, tir.Mul)
    assert {"IndexMap", "Mul", "exp", "stmt_functor"} <= set(dir(tir))


def test_default_schedules() -> None:
    module = product(64)
    with mlcc.Target("llvm"):
        scheduled = dlight.ApplyDefaultSchedule(dlight.cpu.Matmul(), dlight.cpu.Fallback())(module)
    assert scheduled["main"] is not module["main"]
    a, b = np.random.default_rng(1).random((2, 64, 64)).astype("float32")
    np.testing.assert_allclose(mlcc.build(scheduled)(a, b), a @ b + 1, rtol=1e-4)  # wide: sums of 64
    with mlcc.Target("cuda"):
        on_card = dlight.ApplyDefaultSchedule(dlight.gpu.Matmul(), dlight.gpu.Fallback())(module)
    assert "threadIdx" in on_card.script()

    class Unrolled(dlight.ScheduleRule):
        def apply(self, func: Any, target: Any, tunable: bool) -> Any:
            sch = tir.Schedule(func)
            sch.parallel(sch.get_loops("C")[0])
            return [sch]

    mine = dlight.ApplyDefaultSchedule(Unrolled())(module)
    assert "parallel" in mine.script()
    assert dlight.ApplyDefaultSchedule(Unrolled())(mine)["main"] is mine["main"]
