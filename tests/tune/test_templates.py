"""Schedule templates: their spaces, their trials, and what a history gives them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc as tvm
from mlcc import autotvm, te
from mlcc.diagnostics import MlccError
from mlcc.tune.knobs import ConfigSpace, splits


@autotvm.template("mm")
def matmul(n: int) -> Any:
    a, b = (te.placeholder((n, n), name=name) for name in "AB")
    k = te.reduce_axis((0, n), name="k")
    c = te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="C")
    s = te.create_schedule(c.op)
    y, x = c.op.axis
    cfg = autotvm.get_config()
    cfg.define_split("tile_x", x, num_outputs=2, filter=lambda item: item.size[-1] in (4, 16))
    cfg.define_reorder("order", [y, k], policy="all")
    cfg.define_annotate("inner", [x], policy="vec")
    cfg.define_knob("excluded", [False, True])
    if cfg["excluded"].val:
        cfg.raise_error("this one is excluded")
    xo, xi = cfg["tile_x"].apply(s, c, x)
    cfg["order"].apply(s, c, [y, c.op.reduce_axis[0]])
    cfg["inner"].apply(s, c, [xi])
    return s, [a, b, c]


def test_spaces_are_counted_in_order() -> None:
    space = autotvm.task.create("mm", args=(16,), target="llvm").config_space
    assert space.dims == [2, 2, 2, 2]
    assert len(space) == 16
    assert [item.size for item in space.space_map["tile_x"]] == [(-1, 4), (-1, 16)]
    chosen = space.get(1 + 2 * 1 + 4 * 0 + 8 * 1)
    assert (chosen["tile_x"].size, chosen["order"].perm, chosen["excluded"].val) == ((-1, 16), (1, 0), True)
    assert autotvm.ConfigEntity.from_json_dict(chosen.to_json_dict()) == chosen
    assert "ConfigSpace (len=16)" in repr(space)


@pytest.mark.parametrize(
    ("length", "count", "options", "sizes"),
    [
        (6, 2, {}, [(-1, 1), (-1, 2), (-1, 3), (-1, 6)]),
        (4, 3, {}, [(-1, 1, 1), (-1, 2, 1), (-1, 4, 1), (-1, 1, 2), (-1, 2, 2), (-1, 1, 4)]),
        (7, 2, {"power2": True}, [(-1, 1), (-1, 2), (-1, 4)]),
        (12, 2, {"max_factor": 3}, [(-1, 1), (-1, 2), (-1, 3)]),
    ],
)
def test_splits(length: int, count: int, options: dict[str, Any], sizes: list[tuple[int, ...]]) -> None:
    assert sorted(item.size for item in splits(length, count, **options)) == sorted(sizes)


def test_a_search_and_its_history(tmp_path: Path) -> None:
    log = str(tmp_path / "mm.log")
    task = autotvm.task.create("mm", args=(16,), target="llvm")
    assert task.flop == 2 * 16**3
    tuner = autotvm.tuner.GridSearchTuner(task)
    option = autotvm.measure_option(autotvm.LocalBuilder(), autotvm.LocalRunner(number=2, repeat=2))
    tuner.tune(n_trial=10, measure_option=option, callbacks=[autotvm.callback.log_to_file(log)])
    trials = list(autotvm.record.load_from_file(log))
    outcomes = [result.error_no for _, result in trials]
    assert outcomes == [autotvm.MeasureErrorNo.NO_ERROR] * 8 + [autotvm.MeasureErrorNo.INSTANTIATION_ERROR] * 2
    assert "excluded" in trials[-1][1].costs[0]
    best = min(trials, key=lambda item: item[1].seconds)[0].config
    assert tuner.best_config == best
    autotvm.record.pick_best(log, str(tmp_path / "best.log"))
    assert len(list(autotvm.record.load_from_file(str(tmp_path / "best.log")))) == 1
    rng = np.random.default_rng(0)
    x, y = rng.random((16, 16), "float32"), rng.random((16, 16), "float32")
    with tvm.Target("llvm"), autotvm.apply_history_best(str(tmp_path / "best.log")):
        s, args = matmul(16)
    assert s.sch.trace.to_yaml() == task.drawn(best).trace
    np.testing.assert_allclose(tvm.build(s, args)["main"](x, y), x @ y, rtol=1e-5)


def test_a_model_tries_what_it_expects_to_be_fast() -> None:
    task = autotvm.task.create("mm", args=(32,), target="llvm -num-cores=1")
    tuner = autotvm.tuner.XGBTuner(task, loss_type="rank")
    seen: list[int] = []
    tuner.tune(
        n_trial=4, measure_option=autotvm.measure_option(runner=autotvm.LocalRunner(number=1, repeat=1)),
        callbacks=[lambda tuner, inputs, results: seen.extend(item.config.index for item in inputs)],
    )  # fmt: skip
    assert len(seen) == len(set(seen)) == 4
    # vectors of 16 in the innermost of the loops, as the analytic model has it
    first = task.config_space.get(seen[0])
    assert (first["tile_x"].size[-1], first["inner"].anns) == (16, ("vec",))


def test_a_space_is_exhausted() -> None:
    order = list(autotvm.tuner.RandomTuner(autotvm.task.create("mm", args=(16,), target="llvm"))._indices())
    assert sorted(order) == list(range(16))
    assert order != sorted(order)


def _fails(space: ConfigSpace, what: str) -> None:
    calls = {
        "policy": lambda: space.define_split("a", 8, "none"),
        "empty": lambda: space.define_knob("a", []),
        "unknown": lambda: space["a"],
        "index": lambda: space.get(99),
        "extent": lambda: space.define_split("a", "i"),
    }
    calls[what]()


@pytest.mark.parametrize("what", ["policy", "empty", "unknown", "index", "extent"])
def test_what_a_space_refuses(what: str) -> None:
    with pytest.raises(MlccError) as caught:
        _fails(ConfigSpace(), what)
    assert caught.value.code == "T135"


def test_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "bad.log").write_text('{"input": 3}\n', encoding="utf-8")
    for code, call in (
        ("T135", lambda: autotvm.task.create("mn", args=(3,))),
        ("T135", autotvm.get_config),
        ("D195", lambda: list(autotvm.record.load_from_file(str(tmp_path / "bad.log")))),
        ("D101", lambda: list(autotvm.record.load_from_file(str(tmp_path / "none.log")))),
        ("T136", lambda: ConfigSpace().raise_error("no")),
    ):
        with pytest.raises(MlccError) as caught:
            call()
        assert caught.value.code == code
