"""Lists of CPUs as the target of one artefact."""

from __future__ import annotations

import pytest

from mlcc.diagnostics import MlccError
from mlcc.target import CPUS, FEATURE_LEVELS, Target, forms_text, needed_bits, parse_forms, told_features


def test_one_cpu_is_one_target() -> None:
    assert parse_forms(None) == (Target.parse(None),)
    assert parse_forms("llvm -mcpu=haswell") == (Target.parse("llvm -mcpu=haswell"),)
    assert parse_forms(Target.parse("llvm -mcpu=haswell")) == (Target.parse("llvm -mcpu=haswell"),)


def test_the_plainest_comes_first_in_whatever_order_they_are_named() -> None:
    for names in ("sapphirerapids,x86-64-v2,x86-64-v3", "x86-64-v3,sapphirerapids,x86-64-v2"):
        forms = parse_forms(f"llvm -mcpu={names} -num-cores=2")
        assert [form.mcpu for form in forms] == ["x86-64-v2", "x86-64-v3", "sapphirerapids"]
        assert parse_forms(forms_text(forms)) == forms


def test_a_form_is_of_the_table_and_uses_what_it_asks_for() -> None:
    """Also for the CPU of this machine: the same options give the same bytes on each."""
    host = Target.parse(None).mcpu
    names = sorted({"x86-64", "x86-64-v2", *([host] if host in CPUS and CPUS[host].arch == "x86_64" else [])})
    for form in parse_forms(f"llvm -mtriple=x86_64-unknown-linux-gnu -mcpu={','.join(names)}"):
        assert not form.is_host
        assert form.features == FEATURE_LEVELS[CPUS[form.mcpu].level]
        assert form.llvm_cpu == "x86-64"
        assert {f"+{name}" for name in form.features} <= set(form.feature_string.split(","))


def test_processors_tell_of_every_feature_in_the_table() -> None:
    for name, cpu in CPUS.items():
        if cpu.arch in ("x86_64", "aarch64"):
            assert FEATURE_LEVELS[cpu.level] <= told_features(cpu.arch), name


def test_bits_of_more_features_are_more_bits() -> None:
    few, many = (needed_bits("x86_64", FEATURE_LEVELS[level]) for level in ("x86-64-v3", "sapphirerapids"))
    assert few != many
    assert all(a & b == a for a, b in zip(few, many, strict=True))
    assert needed_bits("x86_64", ["avx512f"])[7] == 0xE6, "the system must save the registers too"
    assert needed_bits("x86_64", ["amx-tile"])[7] == 0x60000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("-mcpu=haswell,nonsense", "`nonsense` cannot be one of several"),
        ("-mcpu=haswell,", "`` cannot be one of several"),
        ("-mcpu=haswell,haswell", "names `haswell` twice"),
        ("-mcpu=haswell,broadwell", "have the same instructions"),
        ("-mcpu=haswell,cortex-a72", "is for x86_64 and `cortex-a72` for aarch64"),
        ("-mcpu=haswell,cortex-a9", "`cortex-a9` cannot be one of several"),
        ("-mcpu=haswell,nehalem -costs=fork_join:1", "facts of one machine"),
        ("-mcpu=cortex-a72,neoverse-n1 -mtriple=aarch64-apple-darwin", "cannot ask the processor what it is"),
        ("-mcpu=haswell,nehalem -mattr=+sha", "whether it has `sha`"),
    ],
)
def test_lists_that_no_artefact_can_have(text: str, said: str) -> None:
    with pytest.raises(MlccError, match=said) as caught:
        parse_forms(f"llvm {text}")
    assert caught.value.code == "G107"
    assert caught.value.diagnostics[0].help


def test_other_uses_take_one_cpu() -> None:
    with pytest.raises(MlccError, match="one CPU is needed") as caught:
        Target.parse("llvm -mcpu=haswell,nehalem")
    assert caught.value.code == "G107"
