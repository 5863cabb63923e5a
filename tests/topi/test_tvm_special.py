"""Sparse matrices, packed bits, images and recurrent networks by TVM's names, beside NumPy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from evaluation import applied
from tolerances import assert_close

from mlcc import te, topi
from mlcc.diagnostics import MlccError
from mlcc.topi import tvm_bits, tvm_images, tvm_sparse

Array = np.ndarray[Any, Any]


def random(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype("float32")


# ---------------------------------------------------------------- sparse matrices
def compressed(matrix: Array, high: int = 1, wide: int = 1) -> tuple[Array, Array, Array]:
    """Rows of blocks that are not zero: data, indices, indptr."""
    rows, columns = matrix.shape[0] // high, matrix.shape[1] // wide
    data, indices, indptr = [], [], [0]
    for r in range(rows):
        for c in range(columns):
            block = matrix[r * high : (r + 1) * high, c * wide : (c + 1) * wide]
            if block.any():
                data.append(block)
                indices.append(c)
        indptr.append(len(indices))
    stacked = np.stack(data)
    return stacked if high * wide > 1 else stacked.reshape(-1), np.array(indices, "int32"), np.array(indptr, "int32")


def sparse(rows: int, columns: int, seed: int = 0) -> Array:
    """A matrix with few elements and an empty row."""
    matrix = random(rows, columns, seed=seed) * (random(rows, columns, seed=seed + 9) > 0.7)
    matrix[1] = 0
    return matrix


def csr(shape: tuple[int, int]) -> Any:
    return lambda data, indices, indptr: SimpleNamespace(data=data, indices=indices, indptr=indptr, shape=shape)


def test_products_of_sparse_matrices() -> None:
    a, b, c = sparse(5, 7), random(7, 3), random(5)
    make = csr((5, 7))
    got = applied(lambda d, i, p, b, c: topi.sparse.csrmm(make(d, i, p), b, c), *compressed(a), b, c)
    assert_close(got, a @ b + c[:, None])
    got = applied(lambda d, i, p, b: topi.sparse.csrmv(make(d, i, p), b), *compressed(a), b[:, :1])
    assert_close(got, a @ b[:, :1])
    x, bias = random(4, 7), random(5)
    got = applied(lambda x, d, i, p, c: topi.sparse.dense(x, make(d, i, p), c), x, *compressed(a), bias)
    assert_close(got, x @ a.T + bias)
    weight = random(2, 7)
    got = applied(lambda d, i, p, w: topi.sparse.dense(make(d, i, p), w), *compressed(a), weight)
    assert_close(got, a @ weight.T)


@pytest.mark.parametrize("block", [(1, 1), (3, 2)])
@pytest.mark.parametrize("left", [False, True])
def test_sparse_dense(block: tuple[int, int], left: bool) -> None:
    weight, x = np.kron(sparse(4, 3), np.ones(block, "float32")) * random(4 * block[0], 3 * block[1]), None
    x = random(5, weight.shape[1])
    got = applied(topi.nn.sparse_dense, x, *compressed(weight, *block), left)
    assert_close(got, weight @ x.T if left else x @ weight.T)
    named = topi.nn.sparse_dense_sp_lhs if left else topi.nn.sparse_dense_sp_rhs
    assert_close(applied(named, x, *compressed(weight, *block)), got)


def test_sparse_sums_and_transposes() -> None:
    a, x = sparse(5, 5), random(5, 5)
    assert_close(applied(topi.nn.sparse_add, x, *compressed(a)), x + a)
    got = applied(topi.nn.sparse_transpose, *compressed(a))
    for mine, wanted in zip(got, compressed(np.ascontiguousarray(a.T)), strict=True):
        assert_close(mine, wanted)


# ---------------------------------------------------------------- bits
def test_products_of_signs() -> None:
    x, w = random(3, 64), random(5, 64)
    got = applied(lambda x, w: topi.nn.binary_dense(topi.nn.binarize_pack(x, 1), topi.nn.binarize_pack(w)), x, w)
    assert_close(got, np.where(x < 0, -1, 1) @ np.where(w < 0, -1, 1).T.astype("float32"))


@pytest.mark.parametrize(("axis", "plane", "word"), [(1, 1, "uint8"), (1, 2, "uint32"), (0, 0, "uint16")])
def test_bits_in_planes(axis: int, plane: int, word: str) -> None:
    data = np.random.default_rng(0).integers(0, 8, (32, 64)).astype("uint8")
    width = np.dtype(word).itemsize * 8
    got = applied(topi.nn.bitpack, data, 3, axis, plane, word)
    planes = [np.apply_along_axis(
        lambda bits: [int("".join(map(str, row)), 2) for row in bits.reshape(-1, width)], axis, (data >> n) & 1
    ) for n in range(3)]  # fmt: skip
    assert got.dtype == word
    assert (got == np.stack(planes, plane)).all()


@pytest.mark.parametrize("unipolar", [False, True])
def test_products_bit_by_bit(unipolar: bool) -> None:
    rng = np.random.default_rng(0)
    x = rng.integers(0, 4, (3, 64)).astype("uint8")
    w = rng.integers(0, 2 if unipolar else 8, (5, 64)).astype("uint8")
    bits = 1 if unipolar else 3
    got = applied(topi.nn.bitserial_dense, x, w, 2, bits, "uint32", "int16", unipolar)
    wide = np.where(w, 1, -1) if unipolar else w.astype("int32")
    assert got.dtype == "int16"
    assert (got == x.astype("int32") @ wide.T).all()


@pytest.mark.parametrize("layout", ["nchw", "nhwc"])
def test_convolutions_bit_by_bit(layout: str) -> None:
    rng = np.random.default_rng(0)
    x, w = rng.integers(0, 4, (1, 32, 5, 6)).astype("uint8"), rng.integers(0, 4, (3, 32, 3, 2)).astype("uint8")
    wide = np.pad(x.astype("int32"), [(0, 0), (0, 0), (1, 1), (1, 1)])
    want = np.zeros((1, 3, 3, 4), "int32")
    for y in range(3):
        for z in range(4):
            part = wide[:, :, y * 2 : y * 2 + 3, z * 2 : z * 2 + 2]
            want[:, :, y, z] = np.einsum("nchw,ochw->no", part, w.astype("int32"))
    if layout == "nhwc":
        x, w, want = x.transpose(0, 2, 3, 1).copy(), w.transpose(2, 3, 1, 0).copy(), want.transpose(0, 2, 3, 1)
    fn = getattr(topi.nn, f"bitserial_conv2d_{layout}")
    got = applied(fn, x, w, 2, 1, 2, 2, "uint32", "int32", False)
    assert got.shape == want.shape
    assert (got == want).all()


# ---------------------------------------------------------------- images
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_resizing(rank: int) -> None:
    shape, size = (5, 4, 3)[:rank], (10, 8, 6)[:rank]
    x = random(2, 3, *shape)
    fn = getattr(topi.image, f"resize{rank}d")
    near = x
    for axis in range(2, rank + 2):
        near = np.repeat(near, 2, axis)
    assert_close(
        applied(fn, x, None, size, method="nearest_neighbor", coordinate_transformation_mode="asymmetric"), near
    )
    want = x
    for axis, (old, new) in enumerate(zip(shape, size, strict=True), 2):
        at = np.linspace(0, old - 1, new)
        want = np.apply_along_axis(lambda row, at=at: np.interp(at, np.arange(len(row)), row), axis, want)
    last = "NCW", "NCHW", "NCDHW"
    got = applied(fn, x, None, size, last[rank - 1], "linear", "align_corners")
    assert_close(got, want.astype("float32"))
    moved = np.ascontiguousarray(np.moveaxis(x, 1, -1))
    other = applied(fn, moved, None, size, last[rank - 1].replace("C", "") + "C", "linear", "align_corners")
    assert_close(np.moveaxis(other, -1, 1), got)


def cropped(image: Array, box: Array, size: tuple[int, int], outside: float) -> Array:
    channels, height, width = image.shape
    result = np.full((channels, *size), outside, "float32")
    for r in range(size[0]):
        for c in range(size[1]):
            y = box[0] * (height - 1) + r * (box[2] - box[0]) * (height - 1) / (size[0] - 1)
            x = box[1] * (width - 1) + c * (box[3] - box[1]) * (width - 1) / (size[1] - 1)
            if 0 <= y <= height - 1 and 0 <= x <= width - 1:
                y0, x0 = int(y), int(x)
                y1, x1 = min(y0 + 1, height - 1), min(x0 + 1, width - 1)
                dy, dx = y - y0, x - x0
                result[:, r, c] = (image[:, y0, x0] * (1 - dx) + image[:, y0, x1] * dx) * (1 - dy) + (
                    image[:, y1, x0] * (1 - dx) + image[:, y1, x1] * dx
                ) * dy
    return result


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
def test_regions_of_images(layout: str) -> None:
    x = random(2, 3, 6, 7)
    boxes = np.array([[0.1, 0.2, 0.9, 0.7], [0.3, -0.2, 0.6, 1.3]], "float32")
    which = np.array([1, 0], "int32")
    want = np.stack([cropped(x[n], box, (4, 5), 0.5) for n, box in zip(which, boxes, strict=True)])
    given = x if layout == "NCHW" else np.ascontiguousarray(np.moveaxis(x, 1, -1))
    got = applied(topi.image.crop_and_resize, given, boxes, which, (4, 5), layout, "bilinear", 0.5)
    assert_close(got if layout == "NCHW" else np.moveaxis(got, -1, 1), want)


@pytest.mark.parametrize("layout", ["nchw", "nhwc"])
def test_dilation_of_images(layout: str) -> None:
    x, f = random(2, 3, 6, 7), random(3, 2, 3)
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)], constant_values=-np.inf)
    want = np.full((2, 3, 3, 3), -np.inf, "float32")
    for y in range(3):
        for z in range(3):
            part = padded[:, :, y * 2 : y * 2 + 3 : 2, z * 2 : z * 2 + 5 : 2]
            want[:, :, y, z] = (part + f).max((2, 3))
    if layout == "nhwc":
        x, f, want = (
            np.ascontiguousarray(a) for a in (x.transpose(0, 2, 3, 1), f.transpose(1, 2, 0), want.transpose(0, 2, 3, 1))
        )
    assert_close(applied(getattr(topi.image, f"dilation2d_{layout}"), x, f, 2, 1, 2), want)


# ---------------------------------------------------------------- recurrent networks
def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("order", ["IFGO", "GOIF"])
def test_lstm(reverse: bool, order: str) -> None:
    steps, batch, size, units = 4, 2, 3, 5
    x, wi, wh = random(steps, batch, size), random(4 * units, size), random(4 * units, units)
    bi, bh, h, c = random(4 * units), random(4 * units, seed=1), random(batch, units), random(batch, units, seed=1)
    peeps = [random(units, seed=n) for n in (2, 3, 4)]
    got = applied(
        lambda *t: topi.nn.lstm(*t[:7], None, *t[7:], reverse=reverse, weight_layout=order),
        x,
        wi,
        wh,
        bi,
        bh,
        h,
        c,
        *peeps,
    )
    hidden, cells = np.zeros((steps, batch, units)), np.zeros((steps, batch, units))
    for t in reversed(range(steps)) if reverse else range(steps):
        gates = dict(zip(order, np.split(x[t] @ wi.T + h @ wh.T + bi + bh, 4, axis=1), strict=True))
        new = sigmoid(gates["F"] + c * peeps[1]) * c + sigmoid(gates["I"] + c * peeps[0]) * np.tanh(gates["G"])
        h, c = sigmoid(gates["O"] + new * peeps[2]) * np.tanh(new), new
        hidden[t], cells[t] = h, c
    assert_close(got[0], hidden.astype("float32"))
    assert_close(got[1], cells.astype("float32"))
    plain = applied(lambda *t: topi.nn.lstm(*t, f_act=topi.sigmoid, g_act=topi.tanh)[0], x[:1], wi, wh)
    gates = dict(zip("IFGO", np.split(x[0] @ wi.T, 4, axis=1), strict=True))
    assert_close(plain[0], sigmoid(gates["O"]) * np.tanh(sigmoid(gates["I"]) * np.tanh(gates["G"])))


def test_wrong_settings_are_refused() -> None:
    wrong: Any = (
        lambda x: topi.image.resize2d(x, None, (2, 2), "CHWN"),
        lambda x: topi.image.resize2d(x, None, (2, 2), "NCHW", "best"),
        lambda x: topi.image.crop_and_resize(x, x, x, (2, 2), "NCHW", "best"),
        lambda x: topi.nn.binarize_pack(x, 1),
        lambda x: topi.nn.lstm(x, te.placeholder((8, 4)), te.placeholder((8, 2)), f_act="softmax"),
    )
    for call in wrong:
        with pytest.raises(MlccError) as caught:
            applied(call, random(2, 3, 4) if call is wrong[-1] else random(2, 3, 4, 5))
        assert caught.value.code == "T206"


def test_every_name_has_a_test() -> None:
    from pathlib import Path

    text = Path(__file__).read_text()
    composed = {f"image.resize{n}d" for n in (1, 2, 3)}
    composed |= {
        f"{name}_{layout}" for name in ("image.dilation2d", "nn.bitserial_conv2d") for layout in ("nchw", "nhwc")
    }
    names = {*tvm_sparse.NAMES, *tvm_bits.NAMES, *tvm_images.NAMES} - composed
    assert sorted(n for n in names if f"topi.{n}" not in text) == []
