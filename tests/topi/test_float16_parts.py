"""Products of float16 as three of bfloat16: the parts of every number, and what products of them give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import reference, relax, te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import Constant, GraphCall, IRModule, Op, TensorStructInfo
from mlcc.relax.transform import LegalizeOps, Normalize
from mlcc.relax.transform.pack_weights import pack_groups
from mlcc.relax.transform.tile_products import pack_conv_registers
from mlcc.schedule import schedule_function
from mlcc.target import Target

SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
INF = np.float16(np.inf)


def numbers(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(np.float16)


def module_of(name: str, x: Any, weight: Any, **attrs: Any) -> IRModule:
    """One call on data like `x` with a constant weight."""
    builder = relax.BlockBuilder()
    param = relax.Var("x", TensorStructInfo(x.shape, str(x.dtype)))
    with builder.function("main", [param]):
        with builder.dataflow():
            result = builder.emit_output(builder.emit(GraphCall(Op(name), (param, Constant(weight)), attrs)))
        builder.emit_func_output(result)
    module: IRModule = Normalize()(builder.get())
    return module


def panels(w: Any) -> Any:
    return pack_groups(w, 32 if w.shape[1] > 16 else 16, 2, 32)


def dense(x: Any, w: Any) -> IRModule:
    return module_of("nn.dense_parts", x, panels(w), units=w.shape[1], out_dtype="float32")


def test_parts_are_exact() -> None:
    """The sum of both is the number, for every finite float16; one that is none, or infinite, has no low part."""
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    x = te.placeholder((1, every.size), "float16", name="x")
    func = te.create_prim_func([x, topi.nn.float16_parts(x)])
    high, low = reference.run(func, [every[None]])[0].reshape(-1, 2, 32).astype(np.float64).transpose(1, 0, 2)
    finite = np.isfinite(every)
    high, low = high.reshape(-1), low.reshape(-1)
    np.testing.assert_array_equal((high + low)[finite], every[finite].astype(float))
    np.testing.assert_array_equal(high[~finite], every[~finite].astype(float))
    assert not low[~finite].any()


def test_parts_of_weights_are_exact_and_of_one_sign() -> None:
    """So that an infinite number times both is one infinity."""
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    every = every[np.isfinite(every)]
    w = te.placeholder(every.shape, "float16", name="w")
    parts = topi.float16_parts.weight_parts(w)
    both = te.compute((2, *every.shape), lambda p, i: parts(p, i))
    high, low = reference.run(te.create_prim_func([w, both]), [every])[0].astype(np.float64)
    np.testing.assert_array_equal(high + low, every.astype(float))
    for part in (high, low):
        np.testing.assert_array_equal(np.sign(part), np.sign(every.astype(float)))


@pytest.mark.parametrize(
    ("rows", "inner", "columns", "kind"),
    [(5, 32, 9, "float16"), (40, 100, 70, "float32"), (33, 700, 40, "float16")],
)
def test_dense(rows: int, inner: int, columns: int, kind: str) -> None:
    """What is left out of a product is 2^-15 of it at most; sums are float32."""
    x, w = numbers(rows, inner).astype(kind), numbers(inner, columns, seed=1)
    module = dense(x, w)
    (func,) = LegalizeOps()(module).prim_funcs.values()
    scheduled, found, _ = schedule_function(func, SAPPHIRE)
    assert found is not None
    assert found.name == "dense_amx_deep"
    assert "amx_tdpbf16ps" in scheduled.script()
    bound = np.abs(x.astype(float)) @ np.abs(w.astype(float))
    runs = [mlcc.build(module, "llvm -mcpu=native").main(x)]
    if columns == 9 and not Target.host().has_tiles("bfloat16"):  # the interpreter takes its time
        runs.append(reference.run(scheduled, [x, panels(w)])[0])
    for got in runs:
        error = np.abs(np.asarray(got) - x.astype(float) @ w.astype(float))
        assert (error <= (2.0**-15 + 1e-6) * bound + 1e-30).all()


def test_special_numbers() -> None:
    """Infinities, NaN, the largest and the smallest numbers give what products of float16 give."""
    x, w = numbers(20, 64), numbers(64, 64, seed=1)
    w[1, :8], w[2, :8], w[2, 3] = 0, 1, 2048
    x[0, 1], x[1, 2], x[2, 1:3], x[3, 5] = INF, -INF, (INF, -INF), np.nan
    x[4], x[5] = 65504, 2.0**-24
    x[6, 1] = INF
    w[3], w[4] = 65504, -(2.0**-24)
    with np.errstate(all="ignore"):
        want = x.astype(np.float64) @ w.astype(np.float64)
        bound = np.abs(x.astype(np.float64)) @ np.abs(w.astype(np.float64))
        got = np.asarray(mlcc.build(dense(x, w), "llvm -mcpu=native").main(x)).astype(np.float64)
        finite = np.isfinite(want)
        np.testing.assert_array_equal(got[~finite], want[~finite])
        assert (np.abs(got - want)[finite] <= (2.0**-15 + 1e-6) * bound[finite]).all()


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("channels", "image", "outputs", "kernel", "strides", "groups"),
    [
        (40, (5, 7), 33, 3, 1, 1),
        (64, (7, 7), 64, 1, 1, 1),
        (64, (9, 20), 64, 3, 2, 2),
    ],
)
def test_convolutions(channels: int, image: Any, outputs: int, kernel: int, strides: int, groups: int) -> None:
    x, w = numbers(1, channels, *image), numbers(outputs, channels // groups, kernel, kernel, seed=1)
    blocks = np.pad(x, ((0, 0), (0, -channels % 32), (0, 0), (0, 0))).reshape(1, -1, 32, *image)
    data = te.placeholder((1, blocks.shape[1], *image, 32), "float16", name="x")
    packed = pack_conv_registers(w)
    weight = te.placeholder(packed.shape, "float16", name="w")
    parts = topi.nn.float16_parts(data, axis=1, block=1)
    total = topi.nn.conv2d_tiles(
        parts, weight, strides=strides, padding=kernel // 2, out_dtype="float32", groups=groups
    )
    func = te.create_prim_func([data, weight, total]).with_attr("op", "nn.conv2d_tiles")
    scheduled, found, _ = schedule_function(func, SAPPHIRE)
    assert found is not None
    assert found.name == "conv2d_tiles"
    assert "amx_tdpbf16ps" in scheduled.script()
    result = np.zeros([int(d) for d in total.shape], np.float32)
    mlcc.build(func, "llvm -mcpu=native")(np.ascontiguousarray(blocks.transpose(0, 1, 3, 4, 2)), packed, result)
    got = result.transpose(0, 1, 4, 2, 3).reshape(1, -1, *result.shape[2:4])
    pad = kernel // 2
    full = np.pad(x.astype(float), ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    taken = np.lib.stride_tricks.sliding_window_view(full, (kernel, kernel), (2, 3))[:, :, ::strides, ::strides]
    grouped = taken.reshape(1, groups, -1, *taken.shape[2:])
    filters = w.astype(float).reshape(groups, -1, *w.shape[1:])
    want = np.einsum("ngchwij,gocij->ngohw", grouped, filters).reshape(1, outputs, *taken.shape[2:4])
    assert_close(got[:, :outputs], want)
    assert not got[:, outputs:].any()


def test_other_types_are_refused() -> None:
    whole = te.placeholder((4, 32), "int32")
    with pytest.raises(MlccError, match="T204"):
        topi.nn.float16_parts(whole)
    with pytest.raises(MlccError, match="T204"):
        topi.nn.dense_parts(te.placeholder((4, 32), "float16"), te.placeholder((1, 16, 32, 2), "bfloat16"))
