"""Views, rearranging, creation and indexing."""

from __future__ import annotations

import numpy as np
import pytest
from evaluation import check, evaluate, normal, onnx_reference

from mlcc import te, topi
from mlcc.ir import Var, const, free_vars, maximum, minimum, script
from mlcc.topi.views import reshape_index

X = normal(2, 3, 5)
Y = normal(3, 1)
SHAPES = [(6, 5), (5, 6), (30,), (2, 15), (10, 3), (1, 2, 3, 5), (2, 3, 1, 5), (3, 2, 5), (2, 1, 3, 5, 1), (5, 3, 2)]


@pytest.mark.parametrize("shape", SHAPES)
def test_reshape(shape: tuple[int, ...]) -> None:
    check("reshape", X, shape=shape, want=X.reshape(shape))
    if shape[0] != 1:
        check("reshape", X, shape=(-1, *shape[1:]), symbolic=[(0, 0)], want=X.reshape(shape))


def test_sizes_written_in_two_ways() -> None:
    """Dimensions match where their normal forms do: no index is divided for the rest of the shape."""
    n, m = Var("n", "int64"), Var("m", "int64")
    rows = n // 80
    found = reshape_index((m, rows * 80), (m, rows, const(80, "int64")), tuple(Var(v, "int64") for v in "ijk"))
    assert script(found[0]) == "i"
    assert "//" not in script(found[1])
    later = maximum(n - 40, 0) - maximum(0 - (n - 40), 0)
    same = maximum(n - 40, 0) - maximum(40 - n, 0)
    assert [script(e) for e in reshape_index((m, later), (m, same), (n, m))] == ["n", "m"]


def test_parts_of_a_tensor_have_its_size_together() -> None:
    n, k = Var("n", "int64"), Var("k", "int64")
    parts = [te.placeholder((size, 3), "float32", "x") for size in (n - minimum(k, n), minimum(k, n))]
    assert topi.concatenate(*parts, axis=0).shape[0] is n


def test_other_views() -> None:
    check("squeeze", X[:, :1], want=X[:, 0])
    check("squeeze", X[:, :1], axis=[-2], want=X[:, 0])
    check("expand_dims", X, axis=(0, -1), want=X[None, ..., None])
    check("flatten", X, want=X.reshape(-1))
    check("nn.batch_flatten", X, axis=2, want=X.reshape(6, 5))


def test_order() -> None:
    check("transpose", X, axes=(2, 0, 1), want=X.transpose(2, 0, 1))
    check("permute_dims", X, want=X.T)
    check("swap_axes", X, axis1=0, axis2=2, want=X.swapaxes(0, 2))
    check("flip", X, axis=(0, 2), want=X[::-1, :, ::-1])
    lengths = np.array([1, 2, 0])
    want = X.copy()
    want[:2, 1] = X[1::-1, 1]
    check("reverse_sequence", X, lengths, want=want)


@pytest.mark.parametrize("symbolic", [(), [(0, 1)]])
def test_joining_and_splitting(symbolic: list) -> None:
    check("concatenate", [X, X[:, :2]], axis=1, want=np.concatenate([X, X[:, :2]], 1))
    check("concat", [X, X * 2], axis=0, symbolic=symbolic, want=np.concatenate([X, X * 2]))
    check("stack", [X, X * 2], axis=-1, want=np.stack([X, X * 2], -1))
    check("split", X, indices_or_sections=2, axis=2, want=[X[..., :3], X[..., 3:]])
    check("split", X, indices_or_sections=(1, 3), axis=-1, want=np.split(X, [1, 3], -1))


def test_repeating() -> None:
    check("broadcast_to", Y, shape=(2, 3, 4), want=np.broadcast_to(Y, (2, 3, 4)))
    check("tile", X, repeats=(2, 1, 3), want=np.tile(X, (2, 1, 3)))
    check("tile", Y, repeats=(2, 1, 3), want=np.tile(Y, (2, 1, 3)))
    check("repeat", X, repeats=3, axis=1, want=np.repeat(X, 3, 1))
    check("repeat", X, repeats=2, want=np.repeat(X, 2))


@pytest.mark.parametrize("symbolic", [(), [(0, 2)]])
@pytest.mark.parametrize(
    ("begin", "end", "step"),
    [(0, 10, 1), (1, -1, 2), (-1, -100, -1), (4, 0, -2), (-3, 2**62, 1), (5, 2, 1), (3, -(2**63), -3)],
)
def test_slices(begin: int, end: int, step: int, symbolic: list) -> None:
    stop = None if end < -(2**60) else end
    attrs = {"begin": [begin], "end": [end], "strides": [step], "axes": [2]}
    check("strided_slice", X, symbolic=symbolic, want=X[..., begin:stop:step], **attrs)


@pytest.mark.parametrize(("begin", "end", "step"), [(0, 5, 1), (1, 4, 2), (5, 5, 1), (2, 3, 7)])
def test_slices_that_are_inside_for_certain(begin: int, end: int, step: int) -> None:
    attrs = {"begin": [begin], "end": [end], "strides": [step], "axes": [2], "inbound": True}
    check("strided_slice", X, want=X[..., begin:end:step], **attrs)


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "wrap"])
def test_pad(mode: str) -> None:
    widths = [(1, 1), (0, 1), (2, 1)]
    check("nn.pad", X, pad_width=widths, mode=mode, want=np.pad(X, widths, mode=mode))
    flat = [number for pair in widths for number in pair]
    check("nn.pad", X, pad_width=flat, mode=mode, symbolic=[(0, 2)], want=np.pad(X, widths, mode=mode))


def test_pad_with_values_and_cuts() -> None:
    check("nn.pad", X, pad_width=[(0, 0), (1, 0), (0, 2)], pad_value=1.5,
          want=np.pad(X, [(0, 0), (1, 0), (0, 2)], constant_values=1.5))  # fmt: skip
    check("nn.pad", X, pad_width=[(0, 0), (-1, 0), (0, -2)], want=X[:, 1:, :-2])


def test_creation() -> None:
    check("full", shape=(2, 3), fill_value=4, dtype="int32", want=np.full((2, 3), 4))
    check("full_like", X, fill_value=2, want=np.full_like(X, 2))
    check("eye", n=3, m=4, k=1, want=np.eye(3, 4, 1))
    check("eye_like", X[0], k=-1, want=np.eye(3, 5, -1))
    check("arange", start=1, stop=8, step=3, want=np.arange(1, 8, 3))
    check("trilu", X, upper=False, k=-1, want=np.tril(X, -1))
    check("trilu", X, k=1, want=np.triu(X, 1))
    check("shape_of", X, want=[2, 3, 5])
    hot = np.eye(4)[[[0, 2], [2, 3]]][..., :3].transpose(0, 2, 1)
    check("one_hot", np.array([[0, -1], [2, 5]]), depth=3, axis=1, want=hot)


IMAGE = normal(2, 3, 4, 5)


def test_taking() -> None:
    positions = np.array([[0, -1], [2, 1]])
    check("take", IMAGE, positions, axis=1, want=np.take(IMAGE, positions, 1))
    check("take", IMAGE, positions, axis=1, symbolic=[(0, 1), (1, 0)], want=np.take(IMAGE, positions, 1))
    check("take", IMAGE, np.array(1), axis=0, want=IMAGE[1])
    elements = np.random.default_rng(0).integers(-4, 4, (2, 3, 2, 5))
    check("gather_elements", IMAGE, elements, axis=2, want=np.take_along_axis(IMAGE, elements % 4, 2))
    nd = np.array([[[0, 1], [1, 2]], [[1, 0], [0, -1]]])
    check("gather_nd", IMAGE, nd, want=onnx_reference("GatherND", [IMAGE, nd]))
    batched = np.array([[1, 2], [0, 1]])[:, None]
    want = onnx_reference("GatherND", [IMAGE, batched], batch_dims=1)
    check("gather_nd", IMAGE, batched, batch_dims=1, want=want)


def test_indices_outside_stay_inside() -> None:
    assert evaluate("take", X, np.array([99, -99]), axis=0).shape == (2, 3, 5)


@pytest.mark.parametrize("reduction", ["add", "max", "mul", "min"])
def test_scattering(reduction: str) -> None:
    positions = np.random.default_rng(0).integers(-4, 4, (2, 3, 2, 5))
    updates = normal(2, 3, 2, 5, seed=1)
    want = onnx_reference("ScatterElements", [IMAGE, positions, updates], axis=2, reduction=reduction)
    check("scatter_elements", IMAGE, positions, updates, axis=2, reduction=reduction, want=want)
    nd = np.array([[[0, 1], [1, 2]], [[1, 0], [0, 1]]])
    slices = normal(2, 2, 4, 5, seed=2)
    want = onnx_reference("ScatterND", [IMAGE, nd, slices], reduction=reduction)
    check("scatter_nd", IMAGE, nd, slices, reduction=reduction, want=want)


def test_layouts() -> None:
    x = normal(2, 5, 3, 2)
    blocked = evaluate("layout_transform", x, src_layout="NCHW", dst_layout="NCHW4c")
    assert blocked.shape == (2, 2, 3, 2, 4)
    check("layout_transform", blocked, src_layout="NCHW4c", dst_layout="NCHW", channels=5, want=x)
    check("layout_transform", x, src_layout="NCHW", dst_layout="NHWC", want=x.transpose(0, 2, 3, 1))
    check("nn.to_blocked", x, block=4, want=blocked)
    check("nn.from_blocked", blocked, channels=5, want=x)
    exact = normal(2, 2, 3, 2, 4)
    want = evaluate("nn.from_blocked", exact).repeat(3, axis=1)
    check("nn.repeat_nchwc", exact, repeats=3, want=evaluate("nn.to_blocked", want, block=4))
    weight = normal(6, 4, 3, 3)
    packed = evaluate("nn.pack_conv_weight", weight, in_block=2, out_block=3)
    check("layout_transform", weight, src_layout="OIHW", dst_layout="OIHW2i3o", want=packed)


def test_reshape_goes_by_dimensions_whose_sizes_divide_each_other() -> None:
    """No index is divided by a size that is known only at run time: (h, 2, w, 2) lies in (2 h, 2 w) part by part."""
    h, w, i, j = (Var(name, "int64") for name in "hwij")
    two = const(2, "int64")
    indices = reshape_index([h, two, w, two], [h * 2, w * 2], [i, j])
    assert [set(free_vars(index)) for index in indices] == [{i}, {i}, {j}, {j}]


@pytest.mark.parametrize("symbolic", [(), [(0, 1), (1, 1)]])
def test_rows_written_into_a_cache(symbolic: list) -> None:
    data, new, start = normal(2, 5, 3), normal(2, 2, 3), np.array([1, 3])
    want = data.copy()
    for b, row in enumerate(start):
        want[b, row : row + 2] = new[b]
    check("update_rows", data, new, start, symbolic=symbolic, want=want)
    cleared = np.where(np.arange(5)[None, :, None] < start[:, None, None] + 2, want, 0)
    check("update_rows", data, new, start, symbolic=symbolic, clear=True, want=cleared)
    grown = np.concatenate([want, np.zeros((2, 2, 3), want.dtype)], axis=1)
    check("update_rows", data, new, start, (7,), symbolic=symbolic, want=grown)


def test_rows_written_around_the_end() -> None:
    data, new = normal(2, 5, 3), normal(2, 2, 3)
    want = data.copy()
    want[0, [4, 0]], want[1, [2, 3]] = new
    check("update_rows", data, new, np.array([4, 7]), circular=True, want=want)
    want = data.copy()
    want[:, :2] = new
    check("update_rows", data, new, want=want)
