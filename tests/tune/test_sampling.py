"""The search of TVM's course: a stochastic schedule, its best draw, and the program by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc as tvm
from mlcc import meta_schedule as ms
from mlcc.diagnostics import MlccError
from mlcc.driver.records import kernel_hash
from mlcc.script import parse_module
from mlcc.target import Target

KERNEL = """
@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"global_symbol": "main", "tir.noalias": True})
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0.0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""


def stochastic_schedule_mm(sch: tvm.Schedule) -> tvm.Schedule:
    block_C = sch.get_block("C", "main")
    i, j, k = sch.get_loops(block=block_C)
    j_0, j_1 = sch.split(loop=j, factors=sch.sample_perfect_tile(loop=j, n=2))
    sch.reorder(i, j_0, k, j_1)
    sch.decompose_reduction(block_C, k)
    return sch


def test_the_course(tmp_path: Path) -> None:
    module = parse_module(KERNEL)
    database = ms.tune_tir(
        mod=module, target="llvm --num-cores=1", max_trials_global=6, num_trials_per_iter=3,
        space=ms.space_generator.ScheduleFn(stochastic_schedule_mm), work_dir=str(tmp_path / "new"), task_name="main",
    )  # fmt: skip
    assert 2 <= len(database.records) <= 6
    assert len({record.trace for record in database.records}) == len(database.records)
    sch = ms.tir_integration.compile_tir(database, module, "llvm --num-cores=1")
    assert sch is not None
    best = min(database.records, key=lambda record: record.median)
    assert sch.trace.to_yaml() == best.trace
    assert database.get_top_k(module, 1) == [best]
    library = tvm.build(sch.mod, target="llvm")
    rng = np.random.default_rng(0)
    a, b = rng.random((64, 64), "float32"), rng.random((64, 64), "float32")
    np.testing.assert_allclose(library["main"](a, b), a @ b, rtol=1e-5)
    again = ms.database.Database(str(tmp_path / "new" / "database_tuning_record.json"))
    assert again.records == database.records
    assert ms.tir_integration.compile_tir(ms.database.MemoryDatabase(), module, "llvm") is None


def test_records_of_this_target_come_before_those_of_others() -> None:
    module = parse_module(KERNEL)
    here, there = "llvm -num-cores=1", "llvm -mcpu=haswell -num-cores=1"
    key = kernel_hash(module.prim_funcs["main"])
    traces = []
    for loop in (0, 2):
        sch = tvm.tir.Schedule(module)
        sch.unroll(sch.get_loops(sch.get_block("C"))[loop])
        traces.append(sch.trace.to_yaml())
    slow = ms.database.TuningRecord(key, traces[0], (2.0,), str(Target.parse(here)))
    fast = ms.database.TuningRecord(key, traces[1], (1.0,), str(Target.parse(there)))
    database = ms.database.MemoryDatabase()

    def chosen(target: str) -> str:
        sch = ms.tir_integration.compile_tir(database, module, target)
        assert sch is not None
        return sch.trace.to_yaml()

    database.commit_tuning_record(fast)
    assert chosen(here) == traces[1]
    database.commit_tuning_record(slow)
    assert (chosen(here), chosen(there)) == tuple(traces)
    assert [item.run_secs for item in database.get_top_k(module, 2)] == [(1.0,), (2.0,)]


@pytest.mark.parametrize("line", ["{", "[1]", '{"workload": "a"}', '{"workload": "a", "run_secs": ["x"]}'])
def test_a_line_of_a_database_that_is_none(tmp_path: Path, line: str) -> None:
    (tmp_path / "d.json").write_text(line + "\n")
    with pytest.raises(MlccError, match=r"d\.json:1 is not a record") as caught:
        ms.database.Database(str(tmp_path / "d.json"))
    assert caught.value.code == "D195"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MlccError) as caught:
        ms.tune_tir(parse_module(KERNEL), max_trials_global=2, work_dir=tmp_path / "file" / "new")
    assert caught.value.code in ("D110", "D111")


@pytest.mark.every(2)
@pytest.mark.parametrize("space", [None, "post-order-apply"])
def test_without_a_space_the_library_is_tried(space: str | None) -> None:
    module = parse_module(KERNEL)
    database = ms.tune_tir(module, max_trials_global=2, space=space)
    assert len(database.records) == 2


@pytest.mark.parametrize("space", ["post-order", 3, ms.space_generator.ScheduleFn(None)])
def test_a_space_that_is_none_is_refused(space: Any) -> None:
    with pytest.raises(MlccError) as caught:
        ms.tune_tir(parse_module(KERNEL), max_trials_global=2, space=space)
    assert caught.value.code == "T135"


def test_several_programs_are_refused() -> None:
    text = KERNEL.replace("def main", "def {0}")
    module = tvm.IRModule({name: parse_module(text.replace("{0}", name)).prim_funcs[name] for name in ("f", "g")})
    with pytest.raises(MlccError) as caught:
        ms.tune_tir(module)
    assert caught.value.code == "D174"
