"""Any program under any legal schedule computes the same: random sizes and random steps, compiled and run."""

import random

import numpy as np
import pytest
from jit import Kernel

from mlcc.diagnostics import MlccError
from mlcc.schedule import Schedule
from mlcc.script import parse_module

PROGRAM = """
@T.prim_func
def f(A: T.Buffer(({m}, {k}), "float32"), B: T.Buffer(({k}, {n}), "float32"), C: T.Buffer(({m}, {n}), "float32")):
    T.func_attr({{"global_symbol": "f", "tir.noalias": True}})
    P = T.alloc_buffer(({m}, {k}), dtype="float32")
    Y = T.alloc_buffer(({m}, {n}), dtype="float32")
    Z = T.alloc_buffer(({m}, {n}), dtype="float32")
    for i, k in T.grid({m}, {k}):
        with T.block("P"):
            vi, vk = T.axis.remap("SS", [i, k])
            P[vi, vk] = A[vi, vk] * T.float32(2)
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + P[vi, vk] * B[vk, vj]
    for i, j in T.grid({m}, {n}):
        with T.block("Z"):
            vi, vj = T.axis.remap("SS", [i, j])
            Z[vi, vj] = Y[vi, vj] + T.float32(1)
    for i, j in T.grid({m}, {n}):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Z[vi, vj], T.float32(0))
"""
STEPS = [
    *(["split"] * 3), *(["reorder"] * 2), "fuse", "vectorize", "unroll", "parallel", "compute_at", "reverse_compute_at",
    "compute_inline", "reverse_compute_inline", "cache_write", "cache_read", "decompose_reduction",
]  # fmt: skip


def random_step(rng: random.Random, sch: Schedule, blocks: list[str]) -> str:
    """Try one step; steps that are refused change nothing."""
    name = rng.choice(STEPS)
    block = sch.get_block(rng.choice(blocks))
    loops = sch.get_loops(block)
    loop = rng.choice(loops)
    if name == "split":
        sch.split(loop, factors=[None, rng.choice([2, 3, 4, 5, 8, 16])])
    elif name == "fuse":
        at = rng.randrange(len(loops) - 1) if len(loops) > 1 else 0
        sch.fuse(*loops[at : at + 2])
    elif name == "reorder":
        sch.reorder(*rng.sample(loops, len(loops)))
    elif name in ("vectorize", "unroll", "parallel"):
        getattr(sch, name)(loop)
    elif name in ("compute_at", "reverse_compute_at"):
        getattr(sch, name)(block, rng.choice(sch.get_loops(sch.get_block(rng.choice(blocks)))))
    elif name in ("compute_inline", "reverse_compute_inline"):
        getattr(sch, name)(block)
    elif name == "decompose_reduction":
        sch.decompose_reduction(block, loop)
    else:
        getattr(sch, name)(block, 0, "local")
    return name


@pytest.mark.every(6)
@pytest.mark.parametrize("seed", range(80))
def test_random_schedule(seed):
    rng = random.Random(seed)
    m, n, k = (rng.choice([1, 3, 5, 8, 13, 16, 20]) for _ in range(3))
    (func,) = parse_module(PROGRAM.format(m=m, n=n, k=k)).prim_funcs.values()
    sch = Schedule(func)
    done = []
    for _ in range(rng.randint(2, 14)):
        try:
            done.append(random_step(rng, sch, ["P", "Y", "Z", "C"]))
        except MlccError:
            continue
    (scheduled,) = sch.mod.prim_funcs.values()
    data = np.random.default_rng(0)
    a, b = data.standard_normal((m, k)).astype("float32"), data.standard_normal((k, n)).astype("float32")
    c = np.full((m, n), np.nan, "float32")
    assert Kernel(scheduled)(a, b, c) == 0
    np.testing.assert_allclose(c, np.maximum(2 * a @ b + 1, 0), rtol=1e-5, atol=1e-5, err_msg=str(done))
