"""Products, convolutions, pooling, attention and recurrent networks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from evaluation import check, evaluate, normal, onnx_reference, onnxruntime_result

from mlcc import te, topi
from mlcc.ir import Cast, Var, walk

A, B = normal(3, 5), normal(5, 4)


@pytest.mark.parametrize("symbolic", [(), [(0, 0), (0, 1), (1, 0), (1, 1)]])
def test_matmul(symbolic: list) -> None:
    check("matmul", A, B, symbolic=symbolic, want=A @ B)
    check("matmul", A, B.T, transpose_b=True, symbolic=symbolic, want=A @ B)
    check("matmul", A.T, B, transpose_a=True, symbolic=symbolic, want=A @ B)


def test_matmul_shapes() -> None:
    a, b = normal(2, 1, 3, 5), normal(4, 5, 2)
    check("matmul", a, b, want=a @ b)
    check("matmul", A[0], B, want=A[0] @ B)
    check("matmul", A, B[:, 0], want=A @ B[:, 0])
    check("matmul", A[0], B[:, 0], want=A[0] @ B[:, 0])
    check("nn.batch_matmul", normal(2, 3, 5), normal(2, 4, 5), want=normal(2, 3, 5) @ normal(2, 4, 5).swapaxes(1, 2))


def test_dense() -> None:
    check("nn.dense", A, B.T, normal(4), want=A @ B + normal(4))
    packed = evaluate("nn.pack_columns", B, width=3)
    assert packed.shape == (2, 5, 3)
    check("nn.dense_packed", A, packed, units=4, want=A @ B)
    np.testing.assert_array_equal(evaluate("nn.pack_columns", B.T, width=3, transposed=True), packed)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_rows_by_the_matrix_of_their_group(dtype: str) -> None:
    """A row whose group there is not gives zeros; the matrices of groups without rows are not read."""
    x, w = normal(6, 5).astype(dtype), normal(4, 5, 3).astype(dtype)
    w[1] = np.nan
    groups = np.array([0, 2, 2, 3, 4, -1], np.int32)
    wide = [
        x[n].astype("float64") @ w[g].astype("float64") if 0 <= g < 4 else np.zeros(3) for n, g in enumerate(groups)
    ]
    check("nn.grouped_matmul", x, w, groups, want=np.stack(wide).astype(dtype))


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [("ij,jk->ik", [(3, 5), (5, 4)]), ("...j,jk", [(2, 3, 5), (5, 4)]), ("ii->i", [(4, 4)]), ("ij->", [(3, 4)]),
     ("bhid,bhjd->bhij", [(1, 2, 3, 4), (1, 2, 5, 4)]), ("ij->ji", [(3, 4)]), ("i,j", [(3,), (4,)])],
)  # fmt: skip
def test_einsum(equation: str, shapes: list) -> None:
    operands = [normal(*s, seed=n) for n, s in enumerate(shapes)]
    check("einsum", *operands, equation=equation, want=np.einsum(equation, *operands))


CONVOLUTIONS = [
    (1, 3, 7, 6, 4, 3, 1, 1, 1, 1),
    (2, 4, 7, 9, 6, 3, 2, 0, 1, 2),
    (1, 4, 8, 7, 8, 2, 1, 1, 2, 4),
    (1, 4, 5, 5, 4, 1, 2, 0, 1, 1),
]


@pytest.mark.parametrize("case", CONVOLUTIONS)
def test_conv2d(case: tuple[int, ...]) -> None:
    n, c, h, w, o, k, s, p, d, g = case
    x, weight = normal(n, c, h, w), normal(o, c // g, k, k)
    want = onnx_reference("Conv", [x, weight], strides=[s, s], pads=[p] * 4, dilations=[d, d], group=g)
    attrs = {"strides": s, "padding": p, "dilation": (d, d)}
    check("nn.conv2d", x, weight, groups=g, want=want, **attrs)
    check("nn.conv2d", x, weight, groups=g, symbolic=[(0, 0), (0, 2), (0, 3)], want=want, **attrs)
    if g > 1:
        return
    x_nhwc, w_hwio = x.transpose(0, 2, 3, 1), weight.transpose(2, 3, 1, 0)
    check("nn.conv2d", x_nhwc, w_hwio, data_layout="NHWC", kernel_layout="HWIO",
          want=want.transpose(0, 2, 3, 1), **attrs)  # fmt: skip
    blocked = evaluate("nn.to_blocked", x, block=2)
    packed = evaluate("nn.pack_conv_weight", weight, in_block=2, out_block=4)
    y = evaluate("nn.conv2d_nchwc", blocked, packed, **attrs)
    check("nn.from_blocked", y, channels=o, want=want)


@pytest.mark.parametrize("multiple", [1, 4, 16])
@pytest.mark.parametrize(("size", "s", "d", "pads"), [(9, 1, 1, (0, 0)), (12, 2, 1, (1, 1)), (17, 3, 2, (2, 5))])
def test_rows_of_a_multiple_are_cut_off(size: int, s: int, d: int, pads: tuple[int, int], multiple: int) -> None:
    x, weight = normal(2, 3, size), normal(4, 3, 3)
    want = onnx_reference("Conv", [x, weight], strides=[s], pads=list(pads), dilations=[d])
    for symbolic in ((), ((0, 0), (0, 2))):
        check(
            "nn.conv1d", x, weight, strides=s, padding=pads, dilation=d, multiple=multiple, symbolic=symbolic, want=want
        )


def test_blocked_groups_and_depthwise() -> None:
    x, weight = normal(1, 8, 5, 5), normal(8, 4, 3, 3)
    want = onnx_reference("Conv", [x, weight], group=2, pads=[1] * 4)
    packed = evaluate("nn.pack_conv_weight", weight, in_block=2, out_block=2)
    y = evaluate("nn.conv2d_nchwc", evaluate("nn.to_blocked", x, block=2), packed, padding=1, groups=2)
    check("nn.from_blocked", y, want=want)
    x, weight = normal(1, 4, 6, 5), normal(4, 1, 3, 3)
    want = onnx_reference("Conv", [x, weight], pads=[1, 0, 2, 1], group=4, strides=[2, 1])
    per_channel = np.ascontiguousarray(weight[:, 0].reshape(2, 2, 3, 3).transpose(0, 2, 3, 1))
    attrs = {"padding": (1, 0, 2, 1), "strides": (2, 1)}
    y = evaluate("nn.depthwise_conv2d_nchwc", evaluate("nn.to_blocked", x, block=2), per_channel, **attrs)
    check("nn.from_blocked", y, want=want)


def test_other_ranks() -> None:
    x, weight = normal(1, 2, 9), normal(3, 2, 3)
    check("nn.conv1d", x, weight, padding=1, want=onnx_reference("Conv", [x, weight], pads=[1, 1]))
    x, weight = normal(1, 2, 4, 5, 3), normal(2, 2, 2, 3, 1)
    want = onnx_reference("Conv", [x, weight], pads=[0, 1, 0, 0, 1, 0])
    check("nn.conv3d", x, weight, padding=(0, 1, 0), want=want)


@pytest.mark.onnxruntime
@pytest.mark.parametrize(
    ("s", "p", "extra", "d", "g"), [(1, 0, 0, 1, 1), (2, 1, 1, 1, 1), (3, 0, 0, 2, 1), (2, 0, 0, 1, 2)]
)
def test_conv_transpose(s: int, p: int, extra: int, d: int, g: int) -> None:
    x, weight = normal(1, 4, 3, 4), normal(4, 2, 3, 3)
    want = onnxruntime_result("ConvTranspose", [x, weight], strides=[s, s], pads=[p] * 4,
                              output_padding=[extra] * 2, dilations=[d, d], group=g)  # fmt: skip
    check("nn.conv2d_transpose", x, weight, strides=s, padding=p, output_padding=extra, dilation=d, groups=g, want=want)


@pytest.mark.onnxruntime
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_zeros_between_data_are_no_terms(bad: float) -> None:
    x, weight = normal(1, 2, 3, 4), normal(2, 2, 3, 3)
    weight[1, 0, 2, 1] = bad
    attrs: dict[str, Any] = {"strides": [2, 1], "pads": [1, 0, 1, 1], "dilations": [1, 2], "output_padding": [1, 0]}
    want = onnxruntime_result("ConvTranspose", [x, weight], **attrs)
    assert np.isfinite(want).any()
    got = {"strides": [2, 1], "padding": [1, 0, 1, 1], "dilation": [1, 2], "output_padding": [1, 0]}
    check("nn.conv2d_transpose", x, weight, want=want, **got)


POOLS = [(2, 2, 0, 1, 0), (3, 2, 1, 1, 0), (3, 2, 1, 1, 1), (2, 3, 0, 1, 1), (3, 1, 0, 2, 0), (3, 2, 1, 2, 1),
         (2, 2, (0, 1, 1, 0), 1, 1), (5, 1, 2, 1, 0), (6, 2, 2, 1, 1), (4, 1, 3, 2, 0)]  # fmt: skip


@pytest.mark.cover(1)
@pytest.mark.onnxruntime
@pytest.mark.parametrize(("k", "s", "p", "d", "ceil"), POOLS)
def test_pooling(k: int, s: int, p: object, d: int, ceil: int) -> None:
    x = normal(1, 2, 8, 7)
    pads = [p] * 4 if isinstance(p, int) else list(p)
    theirs = {"kernel_shape": [k, k], "strides": [s, s], "pads": pads, "ceil_mode": ceil, "dilations": [d, d]}
    ours = {"pool_size": k, "strides": s, "padding": p, "dilation": d, "ceil_mode": bool(ceil)}
    want, positions = onnxruntime_result("MaxPool", [x], 2, **theirs)
    check("nn.max_pool2d", x, want=want, **ours)
    check("nn.max_pool2d", x, symbolic=[(0, 2)], want=want, **ours)
    check("nn.max_pool_with_index", x, want=[want, positions], **ours)
    for include in (0, 1):
        want = onnxruntime_result("AveragePool", [x], count_include_pad=include, **theirs)
        check("nn.avg_pool2d", x, count_include_pad=bool(include), want=want, **ours)
        blocked = evaluate("nn.to_blocked", x, block=2)
        y = evaluate("nn.avg_pool2d", blocked, layout="NCHWc", count_include_pad=bool(include), **ours)
        check("nn.from_blocked", y, want=want)


def test_elements_in_a_window_are_counted_in_32_bits() -> None:
    """A vector of 64-bit numbers is converted to floats one by one."""
    n, m = Var("n", "int64"), Var("m", "int64")
    for shape in ((1, 3, 17, 23), (1, 3, n, m)):
        x = te.placeholder(shape, "float32", "x")
        total = topi.call_operator("nn.avg_pool2d", [x], {"pool_size": 3, "padding": [1] * 4, "strides": 1})
        casts = [node for node in walk(te.create_prim_func([x, total])) if isinstance(node, Cast)]
        assert {node.value.dtype for node in casts if node.dtype == "float32"} == {"int32"}


def test_global_and_adaptive_pools() -> None:
    x = normal(2, 3, 4, 5)
    check("nn.global_avg_pool", x, want=x.mean((2, 3), keepdims=True))
    check("nn.global_max_pool", x, want=x.max((2, 3), keepdims=True))
    halves = np.stack([x[:, :, :2].mean((2, 3)), x[:, :, 2:].mean((2, 3))], -1)[..., None]
    check("nn.adaptive_avg_pool2d", x, output_size=(2, 1), want=halves)
    want = np.sqrt((x[:, :, :4, :4].reshape(2, 3, 2, 2, 2, 2) ** 2).sum((3, 5)))
    check("nn.lp_pool", x[:, :, :4, :4], pool_size=2, want=want)


@pytest.mark.parametrize("p", [1, 3, 4, 7, 9])
def test_powers_of_lp_pool(p: int) -> None:
    """Products up to 8, powers beyond; odd ones take the absolute value."""
    x = normal(2, 3, 4, 4)
    sums = (np.abs(x.reshape(2, 3, 2, 2, 2, 2)) ** p).sum((3, 5))
    check("nn.lp_pool", x, pool_size=2, p=p, want=sums ** (1 / p))
    check("nn.global_lp_pool", x, p=p, want=(np.abs(x) ** p).sum((2, 3), keepdims=True) ** (1 / p))


def test_attention() -> None:
    q, k, v = normal(1, 4, 3, 6), normal(1, 2, 5, 6), normal(1, 2, 5, 2)
    scores = np.einsum("bhid,bhjd->bhij", q, np.repeat(k, 2, 1)) / np.sqrt(6)
    scores = scores + np.where(np.arange(5) <= np.arange(3)[:, None] + 2, 0, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    want = weights / weights.sum(-1, keepdims=True) @ np.repeat(v, 2, 1)
    check("nn.attention", q, k, v, causal_mask="BottomRight", want=want)


def _cell_inputs(gates: int, count: int, hidden: int, biases: int, options: int) -> list:
    steps, batch, width = 4, 3, 6
    x = normal(steps, batch, width)
    w, r = normal(count, gates * hidden, width) * 0.3, normal(count, gates * hidden, hidden, seed=1) * 0.3
    b = normal(count, biases * hidden) if options else None
    lens = np.array([4, 2, 1], "int32") if options > 2 else None
    h0 = normal(count, batch, hidden) if options > 1 else None
    return [x, w, r, b, lens, h0]


@pytest.mark.cover(2)
@pytest.mark.onnxruntime
@pytest.mark.parametrize("options", range(4))
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("hidden", [5, 32])
@pytest.mark.parametrize(("cell", "gates", "biases"), [("LSTM", 4, 8), ("GRU", 3, 6), ("RNN", 1, 2)])
def test_recurrent(cell: str, gates: int, biases: int, hidden: int, direction: str, options: int) -> None:
    count = 2 if direction == "bidirectional" else 1
    inputs = _cell_inputs(gates, count, hidden, biases, options)
    theirs: dict = {}
    if cell == "LSTM":
        inputs.append(normal(count, 3, hidden, seed=3) if options > 1 else None)
        inputs.append(normal(count, 3 * hidden, seed=4) if options == 3 else None)
        theirs = {"input_forget": 1} if options == 2 else {}
    elif options == 2:
        names = ["HardSigmoid", "Softsign"] if cell == "GRU" else ["LeakyRelu"]
        theirs = {"activations": names * count, "clip": 0.5}
        if cell == "RNN":
            theirs["activation_alpha"] = [0.3] * count
    if cell == "GRU" and options in (1, 3):
        theirs["linear_before_reset"] = 1
    want = onnxruntime_result(
        cell, inputs, 3 if cell == "LSTM" else 2, opset=14, hidden_size=hidden, direction=direction, **theirs
    )
    ours = {k: bool(v) if isinstance(v, int) else v for k, v in theirs.items()}
    symbolic = [(0, 0), (0, 1)] if options == 0 else ()
    check(f"nn.{cell.lower()}", *inputs, direction=direction, symbolic=symbolic, want=want, **ours)


def test_packed_recurrent_weights_give_the_same() -> None:
    gates, r = normal(4, 2, 1, 20), normal(1, 20, 5)
    packed = evaluate("nn.pack_recurrent", r, cell="lstm")
    plain = evaluate("nn.lstm_recurrence", gates, r, hidden_size=5)
    check("nn.lstm_recurrence", gates, packed, hidden_size=5, want=plain)
