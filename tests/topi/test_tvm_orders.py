"""Names that the inventory has too, with TVM's arguments in TVM's order, beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from evaluation import applied
from tolerances import assert_close

from mlcc import topi
from mlcc.diagnostics import MlccError
from mlcc.topi import tvm_orders

Array = np.ndarray[Any, Any]


def random(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype("float32")


A, B = random(3, 5), random(2, 3, 4)
#: What is added to variances.
SMALL = 2**-10
TIES = np.array([[3, 1, 3, 2], [0, 0, 5, 0]], "int32")
AT = np.array([[0, 2, 1], [4, 0, 3]])
ROWS = np.array([[0, 2], [2, 2]])
LENGTHS = np.array([2, 5, 0], "int64")


def scattered(data: Array, index: Any, updates: Array, ufunc: Any) -> Array:
    result = data.copy()
    if ufunc is None:
        result[index] = updates
    else:
        ufunc.at(result, index, updates)
    return result


def reversed_rows(data: Array, lengths: Array) -> Array:
    result = data.copy()
    for row, length in enumerate(lengths):
        result[row, :length] = data[row, :length][::-1]
    return result


CASES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("sort", (A,), np.sort(A)),
    ("sort", (A, 0, 1), np.sort(A, 0)),
    ("sort", (A, -1, False), np.sort(A)[:, ::-1]),
    ("argsort", (TIES,), np.argsort(TIES, kind="stable").astype("float32")),
    ("argsort", (TIES, None, 1, 0, "int32"), np.argsort(-TIES, kind="stable").astype("int32")),
    ("topk", (A, 2), [np.sort(A)[:, :-3:-1], np.argsort(-A)[:, :2]]),
    ("topk", (A, 0, 0, "values", True), np.sort(A, 0)),
    ("topk", (A, 3, 1, "indices", False, "int32"), np.argsort(-A)[:, :3].astype("int32")),
    ("argmax", (A,), np.argmax(A)),
    ("argmax", (A, 1, True), np.argmax(A, 1, keepdims=True)),
    ("argmin", (A, None, True), np.array([[np.argmin(A)]])),
    ("concatenate", ([A, A], 1), np.concatenate([A, A], 1)),
    ("stack", ([A, A],), np.stack([A, A])),
    ("cumsum", (A,), np.cumsum(A)),
    ("cumsum", (TIES, 1, "float32"), np.cumsum(TIES, 1).astype("float32")),
    ("cumsum", (TIES, 1, None, True), (np.cumsum(TIES, 1) - TIES).astype("int32")),
    ("cumprod", (A, 0), np.cumprod(A, 0)),
    ("flip", (A,), A[::-1]),
    ("flip", (A, 1), A[:, ::-1]),
    ("reverse_sequence", (A, LENGTHS), reversed_rows(A, LENGTHS)),
    ("gather_nd", (A, AT[:, :2].clip(0, 2)), A[tuple(AT[:, :2].clip(0, 2))]),
    ("gather_nd", (B, np.array([[1, 0]])), B[[1, 0]]),
    ("scatter_nd", (A, ROWS, random(2), "update"), scattered(A, tuple(ROWS), random(2), None)),
    ("scatter_nd", (A, np.array([[1, 1]]), random(2, 5), "add"), scattered(A, ([1, 1],), random(2, 5), np.add)),
    ("scatter_elements", (A, np.array([[1, 1, 0, 2, 0]]), random(1, 5)),
     scattered(A, (np.array([[1, 1, 0, 2, 0]]), np.arange(5)[None]), random(1, 5), None)),
    ("scatter_elements", (A, np.array([[1, 1], [0, 4], [2, 2]]), random(3, 2), 1, "mul"),
     scattered(A, (np.arange(3)[:, None], np.array([[1, 1], [0, 4], [2, 2]])), random(3, 2), np.multiply)),
    ("take", (A, np.array([2, 0]), 0), A[[2, 0]]),
    ("take", (A, np.array([7, -1]), 1, 0, "wrap"), A[:, [2, 4]]),
    ("take", (A, np.array([9, 1])), A.reshape(-1)[[9, 1]]),
    ("take", (B, np.array([[0, 2], [1, 1]]), 1, 1), np.stack([B[0, [0, 2]], B[1, [1, 1]]])),
    ("one_hot", (np.array([1, 3, 0]), 2, -1, 4, 0, "int32"), np.where(np.arange(4)[:, None] == [1, 3, 0], 2, -1)
     .astype("int32")),
    ("trilu", (A, 1, True), np.triu(A, 1)),
    ("trilu", (A, np.array(-1), False), np.tril(A, -1)),
    ("expand_dims", (A, 1, 2), A[:, None, None]),
    ("expand_dims", (A, -1), A[..., None]),
    ("nn.pad", (A, [1, 0]), np.pad(A, [(1, 1), (0, 0)])),
    ("nn.pad", (A, [1, 0], [0, 2], 3.5), np.pad(A, [(1, 0), (0, 2)], constant_values=3.5)),
    ("nn.pad", (A, [(1, 0), (0, 2)]), np.pad(A, [(1, 0), (0, 2)])),
    ("nn.batch_matmul", (B, random(2, 5, 4)), B @ random(2, 5, 4).transpose(0, 2, 1)),
    ("nn.batch_matmul", (B, random(2, 3, 5), None, None, True, False), B.transpose(0, 2, 1) @ random(2, 3, 5)),
    ("nn.batch_matmul", (B, random(2, 4, 5), False, False), B @ random(2, 4, 5)),
    ("nn.l2_normalize", (A, 0.5, (1,)), A / np.sqrt(np.maximum((A * A).sum(1, keepdims=True), 0.5))),
    ("nn.prelu", (B, random(3)), np.where(B < 0, B * random(3)[:, None], B)),
    ("nn.prelu", (B, random(4), 2), np.where(B < 0, B * random(4), B)),
    ("nn.prelu", (B, random(1)), np.where(B < 0, B * random(1), B)),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_beside_numpy(case: int) -> None:
    name, args, want = CASES[case]
    got = applied(named(name), *args)
    for result, wanted in zip(got, want, strict=True) if isinstance(got, list) else [(got, np.asarray(want))]:
        assert (result.shape, result.dtype) == (wanted.shape, wanted.dtype)
        assert_close(result, wanted)


def named(name: str) -> Any:
    place = topi
    for part in name.split("."):
        place = getattr(place, part)
    return place


def test_full() -> None:
    assert_close(applied(lambda _: topi.full((2, 3), "int32", 7), A), np.full((2, 3), 7, "int32"))
    assert_close(applied(lambda _: topi.full((2,), 1.5), A), np.full((2,), 1.5, "float32"))


@pytest.mark.parametrize("axis", [1, -1])
@pytest.mark.parametrize("training", [False, True])
def test_batch_norm(axis: int, training: bool) -> None:
    c = B.shape[axis]
    gamma, beta, mean, var = random(c, seed=1), random(c, seed=2), random(c, seed=3), random(c, seed=4) ** 2
    shape = (1, c, 1) if axis == 1 else (c,)
    rest = (0, 2) if axis == 1 else (0, 1)
    own, spread = (B.mean(rest), B.var(rest)) if training else (mean, var)
    out, new_mean, new_var = applied(
        lambda *t: topi.nn.batch_norm(*t, axis, SMALL, training=training, momentum=0.25), B, gamma, beta, mean, var
    )
    scaled = (B - own.reshape(shape)) / np.sqrt(spread + SMALL).reshape(shape)
    assert_close(out, scaled * gamma.reshape(shape) + beta.reshape(shape))
    moved = 0.25 if training else 0
    assert_close(new_mean, mean * (1 - moved) + own * moved)
    assert_close(new_var, var * (1 - moved) + spread * moved)
    plain = applied(lambda *t: topi.nn.batch_norm(*t, axis, SMALL, False, False)[0], B, gamma, beta, mean, var)
    assert_close(plain, (B - mean.reshape(shape)) / np.sqrt(var + SMALL).reshape(shape))


def test_norms_of_images() -> None:
    x, gamma, beta = random(2, 4, 3, 5), random(4), random(4, seed=1)
    scaled = (x - x.mean((2, 3), keepdims=True)) / np.sqrt(x.var((2, 3), keepdims=True) + SMALL)
    want = scaled * gamma[:, None, None] + beta[:, None, None]
    assert_close(applied(topi.nn.instance_norm, x, gamma, beta, [2, 3], SMALL), want)
    assert_close(applied(topi.nn.instance_norm, x, gamma, beta, SMALL), want)
    parts = x.reshape(2, 2, 2, 3, 5)
    mean, var = parts.mean((2, 3, 4), keepdims=True), parts.var((2, 3, 4), keepdims=True)
    scaled = ((parts - mean) / np.sqrt(var + SMALL)).reshape(x.shape)
    want = scaled * gamma[:, None, None] + beta[:, None, None]
    assert_close(applied(topi.nn.group_norm, x, gamma, beta, 2, 1, [2, 3], SMALL), want)


@pytest.mark.parametrize("inverse", [False, True])
def test_the_fourier_transform_of_two_parts(inverse: bool) -> None:
    real, imag = random(2, 7), random(2, 7, seed=1)
    want = (np.fft.ifft if inverse else np.fft.fft)(real + 1j * imag)
    got = applied(topi.dft, real, imag, inverse)
    assert_close(got[0], want.real.astype("float32"))
    assert_close(got[1], want.imag.astype("float32"))


def test_wrong_settings_are_refused() -> None:
    for name, args in (
        ("argsort", (A, A)),
        ("topk", (A, 1, -1, "most")),
        ("scatter_nd", (A, ROWS, random(2), "more")),
        ("nn.instance_norm", (random(1, 2, 3, 4), None, None, [1, 2])),
        ("nn.group_norm", (random(1, 2, 3, 4), None, None, 2, 3)),
    ):
        with pytest.raises(MlccError) as caught:
            applied(named(name), *args)
        assert caught.value.code == "T206"


def test_every_name_has_a_test() -> None:
    tested = {name for name, _, _ in CASES} | {"full", "nn.batch_norm", "nn.instance_norm", "nn.group_norm", "dft"}
    assert set(tvm_orders.NAMES) <= tested
