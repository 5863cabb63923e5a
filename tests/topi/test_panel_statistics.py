"""Statistics by panels of columns, and the norms made of them."""

from __future__ import annotations

import numpy as np
import pytest
from evaluation import evaluate, normal
from tolerances import assert_close


def panels(x: np.ndarray, width: int) -> list[np.ndarray]:
    return [x[..., at : at + width].astype(np.float64) for at in range(0, x.shape[-1], width)]


@pytest.mark.parametrize("width", [1, 5, 8, 16, 40])
def test_statistics(width: int) -> None:
    x = normal(3, 4, 16)
    sums, squares = evaluate("nn.panel_statistics", x, width=width)
    parts = panels(x, width)
    np.testing.assert_allclose(sums, [p.sum(-1) for p in parts], rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(squares, [p.var(-1) * p.shape[-1] for p in parts], rtol=1e-5, atol=1e-5)
    squares = evaluate("nn.panel_squares", x, width=width)
    np.testing.assert_allclose(squares, [(p * p).sum(-1) for p in parts], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("width", [5, 8])
def test_norms(dtype: str, width: int) -> None:
    x, gamma, beta = (normal(*s, seed=n).astype(dtype) for n, s in enumerate([(2, 3, 16), (16,), (16,)]))
    wide = x.astype(np.float64)
    sums, squares = evaluate("nn.panel_statistics", x, width=width)
    assert sums.dtype == squares.dtype == ("float64" if dtype == "float64" else "float32")
    got = evaluate("nn.norm_of_panels", x, squares, sums, gamma, beta, width=width, epsilon=0.25)
    want = (wide - wide.mean(-1, keepdims=True)) / np.sqrt(wide.var(-1, keepdims=True) + 0.25) * gamma + beta
    assert_close(got, want)
    squares = evaluate("nn.panel_squares", x, width=width)
    got = evaluate("nn.norm_of_panels", x, squares, None, gamma, width=width, epsilon=0.25)
    want = wide / np.sqrt((wide * wide).mean(-1, keepdims=True) + 0.25) * gamma
    assert_close(got, want)


@pytest.mark.parametrize("width", [16, 24])
def test_nothing_is_lost_where_the_mean_is_large(width: int) -> None:
    """The error is that of the means alone, as of a norm that takes its mean first."""
    x = (normal(5, 64) * 0.5 + 20_000).astype(np.float32)
    wide = x.astype(np.float64)
    want = (wide - wide.mean(-1, keepdims=True)) / np.sqrt(wide.var(-1, keepdims=True) + 1e-5)
    sums, squares = evaluate("nn.panel_statistics", x, width=width)
    got = evaluate("nn.norm_of_panels", x, squares, sums, width=width)
    assert np.abs(got - want).max() <= 2 * np.spacing(np.float32(20_000)) / 0.5
    # wide: float32 holds values near 20,000 in steps of 0.002
    np.testing.assert_allclose(got.std(-1), 1, rtol=1e-3)
