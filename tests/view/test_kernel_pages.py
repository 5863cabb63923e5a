"""Programs in all their forms: lines, counts, vector code and its absence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import PrimFunc
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.view.machine_code import Located, facts_of, lanes_by_line, machine_code
from mlcc.view.report import report
from mlcc.view.vectors import loop_codes

ROOT = Path(__file__).parents[2]
TARGET = Target.parse("llvm -mcpu=znver4 -mtriple=x86_64-unknown-linux-gnu")


def _program(text: str) -> PrimFunc:
    return next(iter(parse_module(text).prim_funcs.values()))


def test_runs_of_lines() -> None:
    assert Located(("a", "b", "c", "d"), (0, 7, 7, 9)).runs() == "0 7*2 9"
    assert Located((), ()).runs() == ""


def test_facts_of_an_assembly_text() -> None:
    facts = facts_of([
        "kernel:", "\t.loc\t1 5 0", "\tsubq\t$64, %rsp", "\tvmovups\t%zmm3, (%rsp)  # 64-byte Spill",
        ".LBB0_1:                                # =>This Loop Header: Depth=1", "\txorl\t%eax, %eax",
        ".LBB0_2:                                #   Parent Loop BB0_1 Depth=1",
        "                                        # =>  This Inner Loop Header: Depth=2", "\t.loc\t1 8 0",
        "\tvmovups\t(%rsp), %zmm4                 # 64-byte Reload", "\tvfmadd231ps\t%ymm7, %ymm1, %ymm4",
        "\taddq\t$1, %rax", "\tjne\t.LBB0_2", "# %bb.3:                   #   in Loop: Header=BB0_1 Depth=1",
        ".LBB0_4:", "\tretq", '\t.section\t.debug_abbrev,"",@progbits', "\tbogus\t%zmm31",
    ])  # fmt: skip
    assert (facts.instructions, facts.spills, facts.reloads, facts.spilled_bytes) == (8, 1, 1, 64)
    assert (facts.bits, facts.registers) == (512, {3, 4, 7, 1})
    (loop,) = facts.loops
    assert (loop.depth, loop.line, loop.instructions, loop.vector, loop.spills) == (2, 8, 4, 2, 1)


PLAIN = """
@T.prim_func
def f(A: T.Buffer((64, 100), "float32"), I: T.Buffer((64,), "int32"), B: T.Buffer((64, 100), "float32"),
      C: T.Buffer((64,), "float32"), D: T.Buffer((100, 64), "float32"), E: T.Buffer((64,), "float32")):
    for i, j in T.grid(64, 100):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(64, 100):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, j])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk]
    for i, j in T.grid(64, 100):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vj, vi] = A[vi, vj]
    for i in range(64):
        with T.block("E"):
            vi = T.axis.spatial(64, i)
            E[vi] = C[I[vi]]
"""


def test_why_loops_are_not_vector_code() -> None:
    lowered = lower(_program(PLAIN), TARGET)
    scalar = loop_codes(lowered, {}, by_llvm=False)
    reasons = {code.line: code.reason for code in scalar if code.lanes == 1}
    assert len(reasons) == 4
    text = "\n".join(reasons.values())
    assert "its accesses are contiguous: `vectorize` would do" in text
    assert "it accumulates into one element of C" in text
    assert "the stride of D is 64 elements" in text
    assert "loads of C go to addresses that depend on data" in text
    # LLVM's vectoriser takes the first and the last two of them; what it did is read off its text.
    code = machine_code("f", lowered, TARGET)
    by_line = {item.line: item for item in loop_codes(lowered, lanes_by_line(code.llvm), by_llvm=True)}
    first = min(by_line)
    assert (by_line[first].by, by_line[first].lanes) == ("LLVM", 16)


def test_lines_lead_from_code_to_text() -> None:
    func = _program(PLAIN)
    code = machine_code("f", lower(func, TARGET), TARGET)
    lines = PLAIN.splitlines()
    stores = [n + 1 for n, line in enumerate(lines) if "D[vj, vi] = A" in line]
    texts = [text for text, origin in zip(code.llvm.lines, code.llvm.origins, strict=True) if origin in stores]
    assert any("store" in text for text in texts)
    assert any(
        "vscatter" in text or "mov" in text
        for text, origin in zip(code.assembly.lines, code.assembly.origins, strict=True)
        if origin in stores
    )
    assert not any("!dbg" in text or "DILocation" in text for text in code.llvm.lines)
    assert not any(".loc" in text or ".debug" in text for text in code.assembly.lines)


def test_kernels_of_a_model(convnet: dict[str, Any]) -> None:
    views = {kernel["name"]: kernel for kernel in convnet["kernels"]}
    assert len(views) == 7
    conv = views["fused_conv2d_nchwc_add_relu"]
    assert conv["nodes"] == ["n8_Conv", "n9_Relu"]
    assert conv["schedule"] == "conv2d_nchwc.yaml"
    assert sum("diff" in step for step in conv["steps"]) >= 3
    assert conv["vector_bits"] == 512
    assert len(conv["llvm"].splitlines()) == sum(int(run.partition("*")[2] or 1) for run in conv["llvm_lines"].split())
    assert all(loop[2] > 1 for loop in conv["loops"])


def test_pictures_of_the_graph(convnet: dict[str, Any]) -> None:
    assert [graph["title"] for graph in convnet["graphs"]] == ["as imported", "operators, before fusion", "kernels"]
    shown = convnet["graphs"][-1]
    kinds = [box["kind"] for box in shown["boxes"]]
    assert (kinds[0], kinds[-1]) == ("input", "output")
    assert kinds.count("kernel") == 7
    names = [box["name"] for box in shown["boxes"]]
    assert all(a < b for a, b, _ in shown["edges"])
    ends = {(names[a], names[b]) for a, b, _ in shown["edges"]}
    assert {("image", "fused_to_blocked_conv2d_nchwc_add_relu"), ("softmax", "probabilities")} <= ends


def test_passes_and_memory(convnet: dict[str, Any]) -> None:
    changes = {entry["name"]: entry["change"] for entry in convnet["passes"] if entry["change"]}
    assert changes["FoldScale"]["nn.batch_norm"] == -2
    assert changes["LegalizeOps"]["nn.max_pool2d"] == -1
    arena = convnet["arenas"]["main"]
    assert max(at + size for at, size, _, _ in arena["values"]) <= arena["nbytes"]
    assert arena["steps"].count("max_pool2d") == 1
    # Values that are alive together do not share bytes.
    for number, (at, size, first, last) in enumerate(arena["values"]):
        for other, length, begin, end in arena["values"][:number]:
            assert last < begin or end < first or at + size <= other or other + length <= at


def test_report_of_a_library(mlcc, tmp_path: Path, linker: str) -> None:
    library = tmp_path / "convnet.so"
    assert mlcc("build", ROOT / "samples/models/convnet.onnx", "--profile", "-o", library).code == 0
    data = report(str(library), run=False)
    kernels = {kernel["name"]: kernel for kernel in data["kernels"]}
    assert kernels["fused_conv2d_nchwc_add_relu"]["nodes"] == ["n8_Conv", "n9_Relu"]
    assert "steps:" in kernels["fused_conv2d_nchwc_add_relu"]["applied"]
    assert "conv2d_nchwc" in data["description"]
    with pytest.raises(MlccError, match="no schedule applies"):
        report(str(library), schedules=["tile.yaml"])
