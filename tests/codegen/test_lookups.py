"""Tables of 256 bytes: the same bytes by selection in registers and by loads, whatever the number of lanes."""

import numpy as np
import pytest
from jit import Kernel

from mlcc.codegen.llvm import compile_ir, emit_module
from mlcc.ir import BufferStore, For, PrimFunc, Var, cast, const, make_buffer, prim_func
from mlcc.lowering import lower
from mlcc.target import Target

CPUS = ["x86-64-v2", "x86-64-v3", "icelake-server"]


def looked_up(count: int, entries: int = 256, index: str = "uint8", dtype: str = "uint8") -> PrimFunc:
    data, table, out = (make_buffer(n, (c,), k) for n, c, k in
                        (("data", count, index), ("table", entries, dtype), ("out", count, dtype)))  # fmt: skip
    i = Var("i")
    return prim_func(
        [data, table, out],
        For(i, const(0), const(count), "vectorized", BufferStore(out, table[cast("int32", data[i])], (i,))),
    )


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("count", [3, 16, 47, 64, 130])
@pytest.mark.parametrize("dtype", ["uint8", "int8"])
def test_every_way_gives_the_same(cpu: str, count: int, dtype: str) -> None:
    target = Target.parse(f"llvm -mcpu={cpu}")
    host = Target.host()
    if host.arch != "x86_64" or not target.features <= host.features:
        pytest.skip("this machine has no such instructions")
    rng = np.random.default_rng(count)
    data = rng.integers(0, 256, count).astype(np.uint8)
    data[:3] = 0, 255, 128
    table = rng.permutation(256).astype(np.uint8).view(dtype)
    out = np.zeros(count, dtype)
    assert Kernel(looked_up(count), f"llvm -mcpu={cpu}")(data, table, out) == 0
    np.testing.assert_array_equal(out, table[data])


@pytest.mark.parametrize(
    ("cpu", "func", "selects"),
    [("icelake-server", looked_up(64), True), ("icelake-server", looked_up(16), True),
     ("x86-64-v3", looked_up(64), False), ("icelake-server", looked_up(64, entries=200), False),
     ("icelake-server", looked_up(64, index="int8"), False), ("icelake-server", looked_up(64, dtype="int16"), False)],
)  # fmt: skip
def test_instruction(cpu: str, func: PrimFunc, selects: bool) -> None:
    """Only bytes are sure to be inside of a table, and only of one with 256 bytes."""
    target = Target.parse(f"llvm -mcpu={cpu} -mtriple=x86_64-unknown-linux-gnu")
    text = compile_ir(emit_module({"kernel": lower(func, target)}, target, linkage="external"), target, "s").decode()
    assert ("vpermi2b" in text or "vpermt2b" in text) == selects
