"""Records of a whole model: by which cost facts its graph passes decide."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import BuildOptions, Compilation
from mlcc.driver.graph_choices import graph_facts, module_key, target_for, targets_of
from mlcc.driver.records import COSTS, Record, facts_hash, sorted_text
from mlcc.ir import IRModule
from mlcc.relax.transform import BindParams
from mlcc.script import parse_module
from mlcc.target import Target

HOST = Target.host()
MODEL = """
@R.function
def main(x: R.Tensor((1, 64, 32, 32), "float32"), weight: R.Tensor((64, 64, 3, 3), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, weight, padding=1)
        R.output(y)
    return y
"""


def _module(value: float) -> IRModule:
    """The model with a constant weight."""
    return BindParams("main", {"weight": np.full((64, 64, 3, 3), value, np.float32)})(parse_module(MODEL))


MODULE = _module(0.01)


def _record(ratio: float = 0.5, **facts: float) -> Record:
    base = tuple(1e-3 + 1e-6 * n for n in range(15))
    return Record(
        module_key(MODULE), facts_hash(HOST), COSTS, "", facts, setting="graph", base=base,
        samples=tuple(ratio * value for value in base), machine="one", target=str(HOST), op="model",
    )  # fmt: skip


def _operators(target: Target) -> set[str]:
    return {str(f.attrs.get("op")) for f in Compilation(MODULE, BuildOptions(target)).legal.prim_funcs.values()}


def test_the_passes_decide_by_what_is_proven() -> None:
    never = _record(winograd_gain=1000)
    chosen = target_for([never], MODULE, HOST)
    assert dict(chosen.given_costs) == {"winograd_gain": 1000}
    assert "nn.winograd_conv2d_nchwc" in _operators(HOST)
    assert "nn.winograd_conv2d_nchwc" not in _operators(chosen)
    assert targets_of([never], HOST) == [HOST, chosen], "records of its programs name these facts"


def test_the_fastest_is_taken_and_what_is_slower_or_of_others_is_not() -> None:
    records = [_record(0.9, channel_block=8), _record(0.8, winograd_gain=1000), _record(1.2, norm_rows=1)]
    assert graph_facts(records, module_key(MODULE), HOST) == {"winograd_gain": 1000}
    assert target_for(records[2:], MODULE, HOST) == HOST
    assert target_for(records, _module(0.02), HOST) == HOST, "another model"
    assert target_for(records, MODULE, Target.parse("llvm -mcpu=haswell -num-cores=7")).given_costs == ()
    assert target_for([replace(records[1], outcome="failed")], MODULE, HOST) == HOST


def test_a_record_of_no_fact_is_refused() -> None:
    with pytest.raises(MlccError) as caught:
        target_for([_record(gain=2)], MODULE, HOST)
    assert caught.value.code == "G106"


def test_a_build_takes_them_and_gives_the_same_bytes(tmp_path: Path) -> None:
    records = tmp_path / "r.jsonl"
    records.write_text(sorted_text([_record(winograd_gain=1000)]))
    plain = mlcc.build(MODULE, HOST)
    paths = [tmp_path / f"{number}" / "a.so" for number in range(2)]
    for path in paths:
        path.parent.mkdir()
    one, _ = (mlcc.build(MODULE, HOST, records=[str(records)], output=path, name="a") for path in paths)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    x = np.random.default_rng(0).standard_normal((1, 64, 32, 32)).astype(np.float32)
    # wide: Winograd's transforms of sums of 576 products
    np.testing.assert_allclose(one.main(x), plain.main(x), rtol=1e-4, atol=1e-3)
