"""Every tensor intrinsic of the library, applied by a schedule file to a product whose extents no tile divides."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc import reference
from mlcc.driver import build_files
from mlcc.ir import IRModule
from mlcc.schedule import apply_script, library_intrins
from mlcc.script import parse_module
from mlcc.target import Target

Array = np.ndarray[Any, Any]
#: The extents of every product: rows, columns, and elements of a sum.
ROWS, COLUMNS, DEPTH = 19, 21, 70
#: The same of products in tile registers, which the interpreter takes long for.
TILE_COLUMNS, TILE_DEPTH = 13, 38

#: A product of words of 32 bits; `dot` adds those of the numbers in two words.
WORDS = """
@T.prim_func
def main(X: T.Buffer(({m}, {k}), "int32"), W: T.Buffer(({k}, {n}), "int32"), Y: T.Buffer(({m}, {n}), "{out}")):
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.{out}(0)
            Y[vi, vj] = Y[vi, vj] + {dot}
"""
WORD_STEPS = """
- pad_einsum: {{block: Y, padding: [1, {lanes}, 1]}}
- get_loops: {{block: Y, as: [i, j, k]}}
- split: {{loop: $j, factors: [null, {lanes}], as: [j0, j1]}}
- reorder: [$j0, $k, $j1]
- decompose_reduction: {{block: Y, loop: $k}}
- tensorize: {{block_or_loop: $j1, tensor_intrin: {name}}}
"""

#: A product of rows by rows, two by two, whose groups of elements an instruction takes at once.
ROWS_BY_ROWS = """
@T.prim_func
def main(X: T.Buffer(({m}, {k}), "{left}"), W: T.Buffer(({n}, {k}), "{right}"), Y: T.Buffer(({m}, {n}), "{out}")):
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.{out}(0)
            Y[vi, vj] = Y[vi, vj] + T.cast(X[vi, vk], "{out}") * T.cast(W[vj, vk], "{out}")
"""
MATRIX_STEPS = """
- pad_einsum: {{block: Y, padding: [2, 2, {group}]}}
- get_loops: {{block: Y, as: [i, j, k]}}
- split: {{loop: $i, factors: [null, 2], as: [i0, i1]}}
- split: {{loop: $j, factors: [null, 2], as: [j0, j1]}}
- split: {{loop: $k, factors: [null, {group}], as: [k0, k1]}}
- reorder: [$i0, $j0, $k0, $i1, $j1, $k1]
- decompose_reduction: {{block: Y, loop: $k0}}
- tensorize: {{block_or_loop: $i1, tensor_intrin: {name}}}
"""

#: A product in tile registers. The weight is packed: the groups of rows that an instruction multiplies are innermost.
TILES = """
@T.prim_func
def main(
    X: T.Buffer(({m}, {k}), "{left}"),
    W: T.Buffer(({groups}, {n}, {group}), "{right}"),
    Y: T.Buffer(({m}, {n}), "{out}"),
):
    L = T.alloc_buffer(({m}, {long}), "{left}")
    C = T.alloc_buffer(({m}, {n}), "{out}")
    for i, k in T.grid({m}, {long}):
        with T.block("L"):
            vi, vk = T.axis.remap("SS", [i, k])
            L[vi, vk] = T.if_then_else(vk < {k}, X[vi, T.min(vk, {last})], T.cast(0, "{left}"))
    for i, j, k, r in T.grid({m}, {n}, {groups}, {group}):
        with T.block("C"):
            vi, vj, vk, vr = T.axis.remap("SSRR", [i, j, k, r])
            with T.init():
                C[vi, vj] = T.{out}(0)
            C[vi, vj] = C[vi, vj] + T.cast(L[vi, vk * {group} + vr], "{out}") * T.cast(W[vk, vj, vr], "{out}")
    for i, j in T.grid({m}, {n}):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = C[vi, vj]
"""
#: The same of words of four bytes.
WORD_TILES = """
@T.prim_func
def main(X: T.Buffer(({m}, {k}), "int32"), W: T.Buffer(({groups}, {n}), "int32"), Y: T.Buffer(({m}, {n}), "int32")):
    L = T.alloc_buffer(({m}, {groups}), "int32")
    C = T.alloc_buffer(({m}, {n}), "int32")
    for i, k in T.grid({m}, {groups}):
        with T.block("L"):
            vi, vk = T.axis.remap("SS", [i, k])
            L[vi, vk] = T.if_then_else(vk < {k}, X[vi, T.min(vk, {last})], 0)
    for i, j, k in T.grid({m}, {n}, {groups}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.dp4a(L[vi, vk], W[vk, vj], 0)
    for i, j in T.grid({m}, {n}):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = C[vi, vj]
"""
TILE_STEPS = """
define:
- name: by_registers
  args: {{block: block, columns: integer, group: boolean, intrinsic: text}}
  results: [rows, across]
  steps:
  - get_loops: {{block: $block, as: ["*outer", r, c, e]}}
    if: group
  - get_loops: {{block: $block, as: ["*outer", r, c]}}
    if: not group
  - split: {{loop: $r, factors: [null, 16], as: [rows, row]}}
  - split: {{loop: $c, factors: [null, $columns], as: [across, column]}}
  - reorder: [$rows, $across, $row, $column]
  - tensorize: {{block_or_loop: $row, tensor_intrin: $intrinsic}}
steps:
- pad_einsum: {{block: C, padding: [16, 1, 1{one}]}}
- cache_write: {{block: C, write_buffer_index: 0, storage_scope: amx.tile, as: S}}
- cache_read: {{block: C, read_buffer_index: 0, storage_scope: amx.tile, as: A}}
- cache_read: {{block: C, read_buffer_index: 1, storage_scope: amx.tile, as: B}}
- transform_layout: {{block: C, buffer: [write, 0], index_map: "i, j -> i // 16, j // 16, i % 16, j % 16"}}
- transform_layout: {{block: $A, buffer: [write, 0], index_map: "i, k -> i // 16, k // {width}, i % 16, k % {width}"}}
- transform_layout: {{block: $B, buffer: [write, 0], index_map: "k, j{r} -> k // 16, j // 16, k % 16, j % 16{r}"}}
- get_loops: {{block: C, as: [i, j, k{r}]}}
- split: {{loop: $i, factors: [null, 16], as: [i0, i1]}}
- split: {{loop: $j, factors: [null, 16], as: [j0, j1]}}
- split: {{loop: $k, factors: [null, 16], as: [k0, k1]}}
- reorder: [$k0, $i0, $j0, $i1, $j1, $k1{dollar_r}]
- compute_at: {{block: $A, loop: $k0}}
- compute_at: {{block: $B, loop: $k0}}
- decompose_reduction: {{block: C, loop: $k0, as: start}}
- get_loops: {{block: $start, as: [zi, zj, zero, zero_column]}}
- tensorize: {{block_or_loop: $zero, tensor_intrin: amx_zero_{sums}}}
- tensorize: {{block_or_loop: $i1, tensor_intrin: {name}}}
- by_registers: {{block: $A, columns: {width}, group: false, intrinsic: {load_left}, as: [a0, a1]}}
- by_registers: {{block: $B, columns: 16, group: {grouped}, intrinsic: {load_right}, as: [b0, b1]}}
- by_registers: {{block: $S, columns: 16, group: false, intrinsic: amx_store_{sums}, as: [s0, s1]}}
- foreach: {{var: cell, in: "${{[zi, zj, i0, j0, a0, a1, b0, b1, s0, s1]}}", do: [{{unroll: $cell}}]}}
"""


@dataclass(frozen=True)
class Case:
    """A product, the steps that make it use an intrinsic, and the CPU that has the instruction."""

    program: str
    steps: str
    cpu: str
    inputs: tuple[Array, ...]
    wanted: Array

    def module(self) -> IRModule:
        return apply_script(parse_module(self.program), self.steps)[0]


def numbers(kind: str, shape: tuple[int, ...], seed: int) -> Array:
    """Random numbers over the whole range of a type; small whole ones of floats, whose sums are exact in any order."""
    rng = np.random.default_rng([seed, *shape])
    if kind == "bfloat16":
        return rng.integers(-9, 10, shape).astype(ml_dtypes.bfloat16)
    info = np.iinfo(kind)
    return rng.integers(info.min, info.max, shape, endpoint=True).astype(kind)


def of_words(name: str, lanes: int, dot: str, kinds: tuple[str, str], cpu: str, out: str = "int32") -> Case:
    """An intrinsic that multiplies a word with a vector of words."""
    x, w = (numbers(kind, shape, n) for n, (kind, shape) in
            enumerate(zip(kinds, ((ROWS, DEPTH // 2 * 4), (COLUMNS, DEPTH // 2 * 4)), strict=True)))  # fmt: skip
    words = x.view("<i4"), np.ascontiguousarray(w.view("<i4").T)
    count, wide = words[0].shape[1], np.float64 if out == "float32" else np.int64
    if "saturated" in dot:
        pairs = np.einsum("mpr,npr->mnp", *(v.reshape(len(v), -1, 2).astype(wide) for v in (x, w)))
        wanted = pairs.clip(-(2**15), 2**15 - 1).sum(-1)
    else:
        wanted = x.astype(wide) @ w.astype(wide).T
    text = WORDS.format(m=ROWS, n=COLUMNS, k=count, out=out, dot=dot.format("X[vi, vk]", "W[vk, vj]"))
    return Case(text, WORD_STEPS.format(lanes=lanes, name=name), cpu, words, wanted.astype(out))


def by_rows(name: str, group: int, left: str, right: str, out: str, cpu: str) -> Case:
    """An intrinsic that multiplies two rows by two columns."""
    x, w = numbers(left, (ROWS, DEPTH), 1), numbers(right, (COLUMNS, DEPTH), 2)
    text = ROWS_BY_ROWS.format(m=ROWS, n=COLUMNS, k=DEPTH, left=left, right=right, out=out)
    return Case(text, MATRIX_STEPS.format(name=name, group=group), cpu, (x, w), (x.astype(out) @ w.astype(out).T))


def in_tiles(name: str, left: str, right: str, loads: tuple[str, str]) -> Case:
    """An intrinsic on tile registers, whose loads and stores are intrinsics too."""
    is_float, words = left == "bfloat16", name == "amx_dot_words"
    out, group = ("float32", 2) if is_float else ("int32", 1 if words else 4)
    each = 4 if words else group
    x, w = (
        numbers(left, (ROWS, TILE_DEPTH // each * each), 1),
        numbers(right, (TILE_DEPTH // each * each, TILE_COLUMNS), 2),
    )
    count = -(-x.shape[1] // (16 * each)) * 16
    columns = -(-TILE_COLUMNS // 16) * 16
    padded = np.pad(w, ((0, count * each - len(w)), (0, columns - TILE_COLUMNS)))
    packed = np.ascontiguousarray(padded.reshape(count, each, columns).transpose(0, 2, 1))
    wanted = np.pad(x.astype(out) @ w.astype(out), ((0, 0), (0, columns - TILE_COLUMNS)))
    inputs = (x.view("<i4"), packed.view("<i4")[..., 0]) if words else (x, packed)
    depth = inputs[0].shape[1]
    text = (WORD_TILES if words else TILES).format(
        m=ROWS, n=columns, k=depth, last=depth - 1, groups=count, group=group, long=count * group,
        left=left, right=right, out=out,
    )  # fmt: skip
    r = "" if words else ", r"
    steps = TILE_STEPS.format(
        name=name, one="" if words else ", 1", r=r, dollar_r=r.replace("r", "$r"), width=16 * group,
        grouped=str(not words).lower(), load_left=loads[0], load_right=loads[1], sums="f32" if is_float else "i32",
    )  # fmt: skip
    return Case(text, steps, "sapphirerapids", inputs, wanted)


GCC = "aarch64-linux-gnu-gcc"
LINKER = [GCC] if shutil.which(GCC) else [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl"]
#: Reads both operands from standard input and writes the result.
DRIVER = """
#include <stdio.h>
#include "m.h"
static long long data[3][4096];
int main(void) {{
  static int64_t shapes[3][2] = {{ {shapes} }};
  static const int sizes[3] = {{ {sizes} }};
  DLTensor tensors[3], *args[3];
  for (int i = 0; i < 3; i++) {{
    static const DLDataType kinds[3] = {{ {kinds} }};
    DLTensor t = {{data[i], {{kDLCPU, 0}}, 2, kinds[i], shapes[i], NULL, 0}};
    tensors[i] = t, args[i] = &tensors[i];
    if (i < 2 && fread(data[i], 1, sizes[i], stdin) != (size_t)sizes[i]) return 2;
  }}
  if (mlcc_main(args, 3) != 0) return 3;
  fwrite(data[2], 1, sizes[2], stdout);
  return 0;
}}
"""
_CODES = {"int32": "kDLInt, 32", "int8": "kDLInt, 8", "uint8": "kDLUInt, 8", "float32": "kDLFloat, 32",
          "bfloat16": "kDLBfloat, 16"}  # fmt: skip

BYTES, SHORTS, PAIRS = ("uint8", "int8"), ("int16", "int16"), ("bfloat16", "bfloat16")
DP4A, DOT16, DOT_BF16 = "T.dp4a({}, {}, 0)", "T.dot_int16({}, {}, 0)", "T.dot_bf16({}, {}, T.float32(0))"
NARROW = "T.dot_int16(T.saturated_pairs({}, {}), 65537, 0)"
#: By intrinsic: how its case is made. Loads, stores and zeros of tile registers are used by those of products.
CASES: dict[str, Any] = {
    "vnni_dot_u8s8": (of_words, 16, DP4A, BYTES, "icelake-server"),
    "avx_dot_u8s8": (of_words, 8, DP4A, BYTES, "alderlake"),
    "avx2_dot_s16": (of_words, 8, DOT16, SHORTS, "haswell"),
    "avx2_dot_u8s7": (of_words, 8, NARROW, BYTES, "haswell"),
    "avx512_dot_bf16": (of_words, 16, DOT_BF16, PAIRS, "sapphirerapids", "float32"),
    "neon_dot_u8s8": (of_words, 4, DP4A, BYTES, "neoverse-v1"),
    "neon_dot_bf16": (of_words, 4, DOT_BF16, PAIRS, "neoverse-v1", "float32"),
    "neon_matrix_s8s8": (by_rows, 8, "int8", "int8", "int32", "neoverse-v1"),
    "neon_matrix_u8s8": (by_rows, 8, "uint8", "int8", "int32", "neoverse-v1"),
    "neon_matrix_u8u8": (by_rows, 8, "uint8", "uint8", "int32", "neoverse-v1"),
    "neon_matrix_bf16": (by_rows, 4, "bfloat16", "bfloat16", "float32", "neoverse-v1"),
    "amx_dot_words": (in_tiles, "uint8", "int8", ("amx_load_words", "amx_load_words")),
    "amx_stream_words": (in_tiles, "uint8", "int8", ("amx_stream_words", "amx_load_words")),
    "amx_dot_s8s8": (in_tiles, "int8", "int8", ("amx_load_s8", "amx_load_s8_quads")),
    "amx_dot_s8u8": (in_tiles, "int8", "uint8", ("amx_load_s8", "amx_load_u8_quads")),
    "amx_dot_u8s8": (in_tiles, "uint8", "int8", ("amx_load_u8", "amx_load_s8_quads")),
    "amx_dot_u8u8": (in_tiles, "uint8", "uint8", ("amx_load_u8", "amx_load_u8_quads")),
    "amx_dot_bf16": (in_tiles, "bfloat16", "bfloat16", ("amx_load_bf16", "amx_load_bf16_pairs")),
    "amx_stream_bf16": (in_tiles, "bfloat16", "bfloat16", ("amx_stream_bf16", "amx_load_bf16_pairs")),
}
#: Sums that are loaded go on from what memory holds; no schedule of the library does that.
UNUSED = {"amx_load_f32", "amx_load_i32"}


@lru_cache
def case(name: str) -> Case:
    make, *options = CASES[name]
    made: Case = make(name.replace("stream", "dot"), *options)
    return made


def test_every_intrinsic_has_a_case() -> None:
    used = {line.split("tensor_intrin: ")[1].strip("} ") for name in CASES for line in case(name).steps.splitlines()
            if "tensor_intrin: " in line and "$" not in line.split("tensor_intrin: ")[1]}  # fmt: skip
    loads = {load for make, *rest in CASES.values() if make is in_tiles for load in rest[2]}
    stores = {f"amx_store_{kind}" for kind in ("f32", "i32")}
    assert used | loads | stores | UNUSED == set(library_intrins())


@pytest.mark.parametrize("name", CASES)
def test_the_scheduled_program_computes_the_product(name: str) -> None:
    """By the interpreter of programs, on every machine."""
    made = case(name)
    np.testing.assert_array_equal(reference.run(made.module(), made.inputs)[0], made.wanted)


@pytest.mark.parametrize("name", [n for n in CASES if not n.startswith("neon")])
def test_on_this_machine(name: str) -> None:
    made, host = case(name), Target.host()
    target = Target.parse(f"llvm -mcpu={made.cpu}")
    if host.arch != "x86_64" or not target.features <= host.features:
        pytest.skip(f"this is no {made.cpu}")
    library = mlcc.build(made.module(), target=target)
    np.testing.assert_array_equal(library.main(*made.inputs), made.wanted)


@pytest.mark.skipif(
    shutil.which("qemu-aarch64") is None or LINKER != [GCC] and find_spec("ziglang") is None,
    reason="needs qemu-aarch64, and GCC for AArch64 or ziglang",
)
@pytest.mark.parametrize("name", [n for n in CASES if n.startswith("neon")])
def test_under_emulation(name: str, tmp_path: Path) -> None:
    made = case(name)
    (tmp_path / "m.tir").write_text(made.program)
    (tmp_path / "m.yaml").write_text(made.steps)
    target = f"llvm -mcpu={made.cpu} -mtriple=aarch64-unknown-linux-gnu"
    build_files(
        str(tmp_path / "m.tir"), output=str(tmp_path / "m"), emit=("a", "h"), target=target,
        schedules=(str(tmp_path / "m.yaml"),),
    )  # fmt: skip
    arrays = (*made.inputs, made.wanted)
    text = DRIVER.format(
        shapes=", ".join(f"{{{a.shape[0]}, {a.shape[1]}}}" for a in arrays),
        sizes=", ".join(str(a.nbytes) for a in arrays),
        kinds=", ".join(f"{{{_CODES[str(a.dtype)]}, 1}}" for a in arrays),
    )  # fmt: skip
    (tmp_path / "run.c").write_text(text)
    command = [*LINKER, "-static", "run.c", "m.a", "-o", "run", "-lm", "-lpthread"]
    subprocess.run(command, cwd=tmp_path, check=True)
    sent = b"".join(a.tobytes() for a in made.inputs)
    ran = subprocess.run(["qemu-aarch64", "-cpu", "max", str(tmp_path / "run")], input=sent, capture_output=True,
                         check=True)  # fmt: skip
    np.testing.assert_array_equal(np.frombuffer(ran.stdout, made.wanted.dtype).reshape(made.wanted.shape), made.wanted)
