"""The target text, the facts that follow from it, and what is said about wrong names."""

import subprocess
import sys

import pytest

from mlcc.diagnostics import MlccError
from mlcc.target import Target


@pytest.mark.parametrize(
    ("text", "bits", "registers", "fma"),
    [
        ("llvm -mcpu=x86-64 -mtriple=x86_64-linux-gnu", 128, 16, False),
        ("llvm -mcpu=haswell -mtriple=x86_64-linux-gnu -num-cores=2", 256, 16, True),
        ("llvm -mcpu=znver4 -mtriple=x86_64-linux-gnu", 512, 32, True),
        ("llvm -mcpu=cooperlake -mtriple=x86_64-linux-gnu", 512, 32, True),
        ("llvm -mcpu=meteorlake -mtriple=x86_64-linux-gnu", 256, 16, True),
        ("llvm -mtriple=aarch64-linux-gnu", 128, 32, True),
        ("llvm -mcpu=cortex-a72", 128, 32, True),
        ("llvm -mtriple=armv7-linux-gnueabihf", 128, 16, False),
        ("llvm -mcpu=cortex-a15", 128, 16, True),
        ("llvm -mtriple=riscv64-linux-gnu", 64, 16, True),
        ("llvm -mtriple=riscv32-none-elf", 64, 8, False),
        ("llvm -mcpu=cortex-m0", 64, 4, False),
        ("llvm -mcpu=cortex-m4", 64, 16, True),
        ("llvm -mcpu=cortex-m23", 64, 4, False),
        ("llvm -mcpu=cortex-m55", 128, 8, True),
        ("llvm -mcpu=sifive-e31", 64, 8, False),
        ("wasm32", 128, 16, False),
        ("wasm32 -mattr=+relaxed-simd", 128, 16, True),
        ("llvm -mcpu=x86-64 -mtriple=x86_64-linux-gnu -mattr=+avx2,+fma", 256, 16, True),
        ("llvm -mcpu=znver4 -mtriple=x86_64-linux-gnu -mattr=-avx512f", 256, 16, True),
    ],
)
def test_facts(text, bits, registers, fma):
    target = Target.parse(text)
    assert (target.vector_bits, target.vector_registers, target.has_fma) == (bits, registers, fma)
    assert Target.parse(str(target)) == target


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("armv7-linux-gnueabihf", "armv7-unknown-linux-gnueabihf"),
        ("aarch64-linux-gnu", "aarch64-unknown-linux-gnu"),
        ("arm64-apple-darwin23", "arm64-apple-darwin23"),
        ("x86_64-pc-linux-gnu", "x86_64-pc-linux-gnu"),
    ],
)
def test_triples_have_a_vendor(short, whole):
    assert Target.parse(f"llvm -mtriple={short}").triple == whole


def test_host_round_trip():
    host = Target.host()
    assert Target.parse(str(host)) == host
    assert Target.parse("llvm") == host
    assert host.num_cores >= 1
    assert host.l1_bytes >= 4096
    assert host.vector_lanes("float32") * 2 == host.vector_lanes("float16")


@pytest.mark.parametrize(
    ("text", "code", "needle"),
    [
        ("metal", "G101", "unknown target kind `metal`"),
        ("llvm -mcup=x", "G101", "unknown target option"),
        ("llvm -num-cores=0", "G101", "num-cores"),
        ("llvm -mcpu=a -mcpu=b", "G101", "twice"),
        ("llvm -mtriple=foo-bar", "G102", "foo-bar"),
        ("llvm -mcpu=znver44 -mtriple=x86_64-linux-gnu", "G103", "znver44"),
        ("llvm -mattr=+avx22 -mtriple=x86_64-linux-gnu", "G104", "avx22"),
        ("llvm -mattr=avx2", "G104", "sign"),
    ],
)
def test_errors(text, code, needle):
    with pytest.raises(MlccError, match=code) as caught:
        Target.parse(text)
    assert needle in caught.value.message


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("llvm -mcpu=znver44 -mtriple=x86_64-linux-gnu", "did you mean `znver4`?"),
        ("llvm -mcpu=cortex-m44 -mtriple=x86_64-linux-gnu", "did you mean `cortex-m4`?"),
        ("cortex-m4", "`llvm -mcpu=cortex-m4` compiles for this processor"),
    ],
)
def test_suggestion(text, help):
    with pytest.raises(MlccError) as caught:
        Target.parse(text)
    assert help in str(caught.value.diagnostic.help)


def test_import_is_light():
    code = "import sys, mlcc.target; sys.exit('llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_features_prove_a_newer_cpu_than_the_hidden_model() -> None:
    from mlcc.target.host import cpu_name

    proof = frozenset({"amx-tile", "avx512fp16", "avx2"})
    assert cpu_name("rocketlake", proof) == "sapphirerapids"
    assert cpu_name("rocketlake", frozenset({"avx2", "avx512f"})) == "rocketlake"
    assert cpu_name("emeraldrapids", proof) == "emeraldrapids"
    assert cpu_name("znver4", frozenset({"avx512f", "avx512bf16"})) == "znver4"


@pytest.mark.parametrize("arch", ["riscv64", "armv7"])
def test_the_baseline_by_name_is_the_baseline(arch: str) -> None:
    """LLVM's CPU of that name has less: for RISC-V, no floating-point registers, and so another calling convention."""
    triple = {"riscv64": "riscv64-unknown-linux-gnu", "armv7": "armv7-unknown-linux-gnueabihf"}[arch]
    cpu = {"riscv64": "generic-rv64", "armv7": "generic"}[arch]
    named, default = (Target.parse(f"llvm {text} -mtriple={triple}") for text in (f"-mcpu={cpu}", ""))
    assert named.mattr == default.mattr != ()


@pytest.mark.parametrize("kind", ["c", "opencl", "cuda"])
def test_targets_of_source_text_use_no_instruction(kind: str) -> None:
    target = Target.parse(f"{kind} -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu")
    assert (target.kind, target.features, target.has_tiles("int8")) == (kind, frozenset(), False)
    assert Target.parse(str(target)) == target
    assert target.vector_lanes() == (16 if kind == "c" else 1)


def test_a_named_processor_does_not_depend_on_the_affinity_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build for a processor that is named gives the same bytes under `taskset`."""
    texts = ("llvm -mcpu=znver4 -mtriple=x86_64-unknown-linux-gnu", f"llvm -mcpu={Target.parse('llvm').mcpu}")
    before = [str(Target.parse(text)) for text in texts]
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0}, raising=False)
    assert [str(Target.parse(text)) for text in texts] == before
    assert Target.parse("llvm").num_cores == 1
