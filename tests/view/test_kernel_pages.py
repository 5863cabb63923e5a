"""Programs in all their forms: lines, counts, vector code and its absence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from mlcc.driver.precision import PrecisionRequest
from mlcc.ir import PrimFunc
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.view.machine_code import Located, facts_of, gathers, lanes_by_line, machine_code
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


def _data(path: Path) -> dict[str, Any]:
    found = re.search(
        r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', path.read_text(encoding="utf-8"), re.S
    )
    assert found is not None
    return json.loads(found[1])


def test_page_of_a_library(mlcc, tmp_path: Path, linker: str) -> None:
    """With its source, a library is shown as its model is, with the settings of its build; else as it says itself."""
    library, page, models = tmp_path / "convnet.so", tmp_path / "page.html", ROOT / "samples/models"
    built = mlcc("build", models / "convnet.onnx", "--precision", "bfloat16", "--profile", "-o", library)
    assert built.code == 0, built.err
    ran = mlcc("view", library, "--no-run", "-o", page)
    assert ran.code == 0
    assert "there is no `convnet.onnx`" in ran.err
    assert "--source" in ran.err
    kernels = {kernel["name"]: kernel for kernel in _data(page)["kernels"]}
    assert kernels["fused_conv2d_nchwc_add_relu"]["nodes"] == ["n0_Conv", "n1_BatchNormalization", "n2_Relu"]
    assert "steps:" in kernels["fused_conv2d_nchwc_add_relu"]["applied"]
    ran = mlcc("view", library, "--no-run", "--source", models, "-o", page)
    assert ran.err.splitlines()[-1].startswith(f"wrote {page} ")
    data = _data(page)
    assert [graph["title"] for graph in data["graphs"]][0] == "as imported"
    again = {kernel["name"]: kernel for kernel in data["kernels"]}
    assert again.keys() == kernels.keys()
    assert any("bfloat16" in kernel["tir"] for kernel in again.values())
    assert "convnet.onnx" in data["description"]
    for wrong in (("-s", models), ("--precision", "bfloat16")):
        assert "no schedule, target or precision applies" in mlcc("view", library, *wrong, "-o", page).err


def test_tile_registers_are_counted(tmp_path: Path) -> None:
    """A loop that multiplies tiles does something, though it stores nothing and its instructions are on no vector."""
    path = tmp_path / "product.onnx"
    weight = numpy_helper.from_array(np.ones((256, 64), np.float32), "w")
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [64, n]) for name, n in (("x", 256), ("y", 64)))
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g", [x], [y], [weight])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    target = "llvm -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu -num-cores=1"
    data = report(str(path), target=target, precision=PrecisionRequest("bfloat16"), run=False)
    kernel = next(kernel for kernel in data["kernels"] if "amx" in kernel["schedule"])
    assert kernel["tiles"] == 8
    assert "tiles" in [loop[3] for loop in kernel["loops"]]
    product = max(kernel["inner_loops"], key=lambda loop: loop[3])
    assert product[3] >= 8  # four products, and the loads of their operands


def test_loops_end_at_blocks_without_labels() -> None:
    facts = facts_of([
        "kernel:", ".LBB0_1:                                # =>This Inner Loop Header: Depth=1", ".Ltmp1:",
        "\tvmovaps\t%zmm0, (%r9)", "\tjb\t.LBB0_1", "# %bb.2:", "\txorl\t%eax, %eax", "\tretq",
    ])  # fmt: skip
    assert [(loop.instructions, loop.vector) for loop in facts.loops] == [(2, 1)]


def test_vectors_of_elements_that_lie_apart() -> None:
    """LLVM makes vector code of a stride with gathers and scatters, which is said."""
    lowered = lower(_program(PLAIN), TARGET)
    code = machine_code("f", lowered, TARGET)
    made = loop_codes(lowered, lanes_by_line(code.llvm), by_llvm=True, gathers=gathers(code.llvm))
    apart = [item.reason for item in made if item.lanes > 1 and item.reason]
    assert any("one element at a time: the stride of D is 64 elements" in reason for reason in apart)
