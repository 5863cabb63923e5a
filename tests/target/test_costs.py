"""Cost facts: derived from the machine, stated by a file or the target, and read by passes and schedules."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver.cost_files import cost_file_text, read_cost_file
from mlcc.driver.measured_costs import measured_costs
from mlcc.driver.roofline import Bandwidth, Limits
from mlcc.relax.transform import ConvertLayout, PackWeights
from mlcc.target import Costs, Target, cost_table, costs_of, read_costs
from mlcc.target.known import CPUS


def test_every_fact_has_a_unit_a_meaning_and_an_origin() -> None:
    rows = cost_table(costs_of())
    assert [row.name for row in rows] == [item.name for item in fields(Costs) if item.name != "layers"]
    assert all(row.unit and row.about and row.origin in ("measured", "derived", "assumed") for row in rows)


def test_facts_follow_from_vectors_and_registers() -> None:
    wide, narrow = Target.parse("llvm -mcpu=skylake-avx512"), Target.parse("llvm -mcpu=haswell")
    assert wide.costs.parallel_products == 2 * narrow.costs.parallel_products
    assert wide.costs.parallel_elements * 2 == wide.costs.parallel_products
    assert narrow.costs.wide_panel_from == 0  # 16 registers hold no wide tile of many rows
    assert (wide.costs.wide_panel_below, narrow.costs.wide_panel_below) == (8, 3)


def test_a_cpu_has_facts_of_its_own() -> None:
    """They were measured on it; what is stated replaces them, and other CPUs do not have them."""
    zen = Target.parse("llvm -mcpu=znver4 -mtriple=x86_64-linux-gnu")
    assert zen.costs.wide_panel_from == 1
    assert {row.name: row.origin for row in cost_table(zen.costs, (), zen.measured_costs)}[
        "wide_panel_from"
    ] == "measured"
    assert zen.with_costs((("wide_panel_from", 9),)).costs.wide_panel_from == 9
    assert Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-linux-gnu").costs.wide_panel_from == 256


def test_what_is_derived_follows_from_what_is_stated() -> None:
    plain = costs_of()
    stated = costs_of(facts=(("fork_join", 2 * plain.fork_join),))
    assert stated.parallel_products == 2 * plain.parallel_products
    origins = {row.name: row.origin for row in cost_table(stated, (("fork_join", 1),))}
    assert origins["fork_join"] == "given"
    assert origins["parallel_products"] == "derived"


def test_a_target_says_what_was_stated_and_reads_it_back() -> None:
    target = Target.parse("llvm -mcpu=haswell -costs=memory_vector:12.5,fork_join:800")
    assert target.costs.memory_vector == 12.5
    assert str(target).endswith("-costs=fork_join:800,memory_vector:12.5")
    assert Target.parse(str(target)) == target
    assert Target.parse("llvm -mcpu=haswell") != target


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fork_joins:1", "there is no cost fact `fork_joins`"),
        ("fork_join:-1", "must be a number from 0 to 1e+12, got `-1.0`"),
        ("fork_join:many", "got `many`"),
        ("fork_join", "got ``"),
        ("fork_join:nan", "got `nan`"),
    ],
)
def test_wrong_facts_of_a_target(text: str, message: str) -> None:
    with pytest.raises(MlccError, match="cost fact|must be") as raised:
        Target.parse(f"llvm -costs={text}")
    assert raised.value.code == "G106"
    assert message in str(raised.value)


def test_a_file_of_facts(tmp_path: Path) -> None:
    path = tmp_path / "machine.yaml"
    path.write_text(cost_file_text({"fork_join": 700.4, "memory_vector": 31}, "Measured here."), encoding="utf-8")
    assert read_cost_file(str(path)) == (("fork_join", 700), ("memory_vector", 31))
    path.write_text(cost_file_text({}, "The table is right here."), encoding="utf-8")
    assert read_cost_file(str(path)) == ()
    path.write_text("fork_join: 1\nno_such: 2\n", encoding="utf-8")
    with pytest.raises(MlccError) as raised:
        read_cost_file(str(path))
    assert raised.value.code == "G106"
    span = raised.value.diagnostics[0].span
    assert span is not None
    assert span.source.text[span.start : span.end] == "no_such"


def test_facts_from_limits() -> None:
    # 32 operations per ns are one FMA of 16 lanes per ns; 64 bytes at 4 bytes per ns take 16 ns.
    limits = Limits(1, {"float32": 32e9}, (Bandwidth(1 << 14, 1e12, 1e12), Bandwidth(1 << 28, 4e9, 4e9)))
    assert measured_costs(limits, 3e-6, 16) == pytest.approx({"fork_join": 3000, "memory_vector": 16})
    assert measured_costs(limits, 0.0, 16) == pytest.approx({"memory_vector": 16})
    assert measured_costs(limits, 0.0, 16, 1.98) == pytest.approx({"memory_vector": 16, "pair_rate": 1.98})
    assert "\npair_rate: 2.0\n" in cost_file_text({"pair_rate": 1.98}, "Measured here.")


def test_passes_read_the_facts_of_their_target() -> None:
    target = Target.parse("llvm -mcpu=haswell -costs=pack_rows:3")
    for transform in (PackWeights, ConvertLayout):
        assert getattr(transform.for_target(target), "costs") == target.costs  # noqa: B009
    assert replace(costs_of(), pack_rows=3).pack_rows == target.costs.pack_rows


def test_read_costs_sorts_and_refuses_what_is_no_number() -> None:
    assert read_costs({"pack_rows": 2, "dot_rows": 1}, "here") == (("dot_rows", 1), ("pack_rows", 2))
    for value in (True, "3", None, [1]):
        with pytest.raises(MlccError):
            read_costs({"pack_rows": value}, "here")


def test_facts_of_cpus_are_facts() -> None:
    for name, cpu in CPUS.items():
        assert read_costs(dict(cpu.measured), name) == cpu.measured
