"""Searches as passes of graphs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mlcc as tvm
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.script import parse_module

TEXT = """
@R.function
def main(x: R.Tensor((8, 16), "float32"), w: R.Tensor((16, 12), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.nn.relu(a)
        c = R.sum(b, axis=[1])
        R.output(c)
    return c
"""


def test_the_tutorial_of_whole_models(tmp_path: Path) -> None:
    module = parse_module(TEXT)
    work = tmp_path / "logs"
    pipeline = relax.get_pipeline(
        "static_shape_tuning", total_trials=3, target="llvm -num-cores 1", work_dir=str(work), max_trials_per_task=2
    )
    tuned = pipeline(module)
    records = tvm.meta_schedule.database.Database(str(work / "database_tuning_record.json")).records
    assert 2 <= len(records) <= 3
    assert len({record.workload for record in records}) == 2
    assert all(func.attrs.get("tir.is_scheduled") for func in tuned.prim_funcs.values())
    rng = np.random.default_rng(0)
    x, w = rng.random((8, 16), "float32"), rng.random((16, 12), "float32")
    np.testing.assert_allclose(tvm.build(tuned)(x, w), tvm.build(module)(x, w), rtol=1e-5)


def test_passes_by_name(tmp_path: Path) -> None:
    with pytest.raises(MlccError, match="D101"):
        relax.transform.MetaScheduleApplyDatabase(str(tmp_path))(parse_module(TEXT))
    legal = relax.get_pipeline("zero")(parse_module(TEXT))
    none = relax.transform.MetaScheduleTuneIRMod({}, str(tmp_path), 4, op_names=["conv2d"])(legal)
    assert none is legal
    assert not list(tmp_path.iterdir())


def test_whole_graphs_by_functions(tmp_path: Path) -> None:
    module, target = parse_module(TEXT.replace("R.nn.relu(a)", "R.nn.relu(R.matmul(a, w2))").replace(
        '"float32")):', '"float32"), w2: R.Tensor((12, 12), "float32")):', 1)), "llvm -num-cores 1"  # fmt: skip
    rng = np.random.default_rng(0)
    x, *weights = (rng.random(s, "float32") for s in ((8, 16), (16, 12), (12, 12)))
    params = dict(zip(("w", "w2"), weights, strict=True))
    ri = tvm.meta_schedule.relax_integration
    tasks = ri.extract_tasks(module, target, params)
    assert sum(task.weight for task in tasks) == 3
    assert all(list(task.mod.functions) == ["main"] for task in tasks)
    database = ri.tune_relax(module, params, target, tmp_path, 3, op_names=["matmul"])
    assert database.records
    tuned = ri.compile_relax(database, module, target, params)
    np.testing.assert_allclose(tuned(x), tvm.build(module)(x, *weights), rtol=1e-4)  # wide: sums of 16 of 12
