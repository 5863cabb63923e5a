"""tensorize: what matches an intrinsic's description, what is put in its place, and that it runs."""

import numpy as np
import pytest
from bodies import GEMM, ONE, SIBLINGS
from sketches import sketch
from tried import refused

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, script, structural_equal
from mlcc.schedule import Schedule, TensorIntrin, apply_script
from mlcc.script import parse_module, parse_prim_func

TEXT = """
@T.prim_func
def desc(A: T.Buffer((4, 8), offset_factor=1), B: T.Buffer((8, 4), offset_factor=1), C: T.Buffer((4, 4), offset_factor=1)):
    for i, j, k in T.grid(4, 4, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

@T.prim_func
def impl(a: T.handle, b: T.handle, c: T.handle):
    sa, sb, sc = T.int32(), T.int32(), T.int32()
    A = T.match_buffer(a, (4, 8), strides=[sa, 1], offset_factor=1)
    B = T.match_buffer(b, (8, 4), strides=[sb, 1], offset_factor=1)
    C = T.match_buffer(c, (4, 4), strides=[sc, 1], offset_factor=1)
    for k, i in T.grid(8, 4):
        for j in T.vectorized(4):
            C[i, j] = C[i, j] + A[i, k] * B[k, j]
"""  # noqa: E501
PROGRAM = """
@T.prim_func
def main(A: T.Buffer((2, 16, 16)), B: T.Buffer((2, 16, 16)), C: T.Buffer((2, 16, 16))):
    for b, i, j, k in T.grid(2, 16, 16, 16):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]
"""
COPY = """
@T.prim_func
def desc(X: T.Buffer((8,)), Y: T.Buffer((8,))):
    for i in range(8):
        with T.block("Y"):
            vi = T.axis.spatial(8, i)
            Y[vi] = X[vi]
"""
COPY8 = "- tensorize: {block: B, loop: i_1, tensor_intrin: copy8}"
REFUSED = [
    ("S293", ONE, "- tensorize: {block: B, loop: i, tensor_intrin: none}"),
    ("S295", ONE, "- split: {loop: i, block: B, factors: [null, 8]}\n" + COPY8),
    ("S216", SIBLINGS, "- tensorize: {loop: [B, i], tensor_intrin: copy8}"),
    (
        "S280",
        GEMM,
        "- split: {loop: [Y, i], factors: [null, 4], as: [a, b]}\n- tensorize: {loop: $b, tensor_intrin: copy8}",
    ),
]


@pytest.fixture(autouse=True)
def copy8(registered_intrinsics: None) -> None:
    TensorIntrin.register("copy8", parse_prim_func(COPY), parse_prim_func(COPY))


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_intrinsics_that_do_not_fit() -> None:
    desc, impl = TensorIntrin.get("copy8").desc, sketch(ONE).prim_funcs["main"]
    with pytest.raises(MlccError) as caught:
        TensorIntrin.register("copy8", desc, desc)
    assert caught.value.code == "S294"
    with pytest.raises(MlccError) as caught:
        TensorIntrin.register("copy128", desc, impl)
    assert caught.value.code == "S294"


STEPS = """
intrinsics:
  mm448: {intrinsic}
steps:
- get_loops: {{block: C, as: [b, i, j, k]}}
- split: {{loop: i, factors: [null, {rows}], as: [i0, i1]}}
- split: {{loop: j, factors: [null, 4], as: [j0, j1]}}
- split: {{loop: k, factors: [null, 8], as: [k0, k1]}}
- reorder: [i0, j0, k0, i1, j1, k1]
{extra}
- tensorize: {{loop: i1, block: {block}, tensor_intrin: mm448}}
"""


def steps(intrinsic: str, rows: int = 4, decompose: bool = True) -> str:
    extra = "- decompose_reduction: {block: C, loop: k0}" if decompose else ""
    block = "C_update" if decompose else "C"
    return STEPS.format(intrinsic=intrinsic, rows=rows, extra=extra, block=block)


def inline(text: str) -> str:
    return "|\n" + "\n".join("    " + line for line in text.strip().splitlines())


@pytest.mark.parametrize("decompose", [True, False])
def test_runs(decompose: bool) -> None:
    module = parse_module(PROGRAM)
    result, trace = apply_script(module, steps(inline(TEXT), decompose=decompose))
    assert script(result).count("T.match_buffer(") == 3
    assert structural_equal(parse_module(script(result)), result)
    replayed, _ = apply_script(module, trace.to_yaml())
    assert structural_equal(replayed, result)
    rng = np.random.default_rng(0)
    a, b = (rng.random((2, 16, 16), dtype="float32") for _ in range(2))
    c = np.empty_like(a)
    mlcc.build(result)["main"](a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)


def test_from_a_file(tmp_path) -> None:
    (tmp_path / "mm.tir").write_text(TEXT)
    (tmp_path / "s.yaml").write_text(steps("mm.tir"))
    result, _ = apply_script(parse_module(PROGRAM), tmp_path / "s.yaml")
    assert structural_equal(result, apply_script(parse_module(PROGRAM), steps(inline(TEXT)))[0])
    (tmp_path / "s.yaml").write_text(steps("none.tir"))
    with pytest.raises(MlccError) as caught:
        apply_script(parse_module(PROGRAM), tmp_path / "s.yaml")
    assert caught.value.code == "S112"


def test_two_calls_share_nothing() -> None:
    """Every use of an implementation has loops and views of its own, so that each can be scheduled."""
    module = parse_module(PROGRAM)
    result, _ = apply_script(module, steps(inline(TEXT)))
    twice = IRModule({"main": result["main"], "other": result["main"].with_attr("global_symbol", "other")})
    again = Schedule(twice)
    again.work_on("other")
    assert again.get_block("C_update_o").func == "other"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("A[vi, vk] * B", "A[vi, vk] + B", "in the description"),
        ("T.grid(4, 4, 8)", "T.grid(4, 4, 4)", "in the description"),
        ("A[vi, vk] * B[vk, vj]", "A[vi, vk] * A[vi, vk]", "not accessed alike"),
        ("A[vi, vk]", "A[vj, vk]", "not accessed alike"),
        ("desc(A: T.Buffer((4, 8)", 'desc(A: T.Buffer((4, 8), scope="local"', "differ in type, storage scope or rank"),
        ('remap("SSR"', 'remap("SSS"', "a block of axes SSS"),
    ],
)
def test_mismatches(old: str, new: str, why: str) -> None:
    changed = TEXT.replace(old, new, 1)
    with pytest.raises(MlccError) as caught:
        apply_script(parse_module(PROGRAM), steps(inline(changed)))
    assert caught.value.code == "S295"
    assert why in caught.value.diagnostic.notes[0]


def test_tiles_of_another_size() -> None:
    with pytest.raises(MlccError) as caught:
        apply_script(parse_module(PROGRAM), steps(inline(TEXT), rows=8))
    assert caught.value.code == "S295"


def test_names() -> None:
    functions = parse_module(TEXT)
    TensorIntrin.register("test.mm448", functions["desc"], functions["impl"])
    result = TensorIntrin.get("test.mm448")
    assert result is not None
    assert result.name == "test.mm448"
    with pytest.raises(MlccError) as caught:
        TensorIntrin.get("test.mm884")
    assert caught.value.code == "S293"
    assert TensorIntrin.get("test.mm884", allow_missing=True) is None
