"""Tokens drawn from the most probable ones, beside NumPy row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
from tolerances import assert_close

import mlcc
from mlcc.relax.frontend import nn

BATCH, SIZE, DRAWS = 3, 17, 7
#: Cut by the sum, by the count, and not at all.
TOP_P = np.array([[0.5], [0.9], [1.1]], "float32")
TOP_K = np.array([[9], [3], [100]], "int64")


class Sampler(nn.Module):
    def renormalized(self, p: Any, s: Any, tp: Any, tk: Any) -> Any:
        return nn.op.renormalize_top_p_top_k_prob(p, s, tp, tk)

    def drawn(self, s: Any, i: Any, tp: Any, tk: Any, u: Any, r: Any) -> Any:
        return nn.op.sample_top_p_top_k_from_sorted_prob(s, i, tp, tk, u, r)


def test_what_is_kept_and_drawn() -> None:
    rows, limits = nn.spec.Tensor((BATCH, SIZE), "float32"), nn.spec.Tensor((BATCH, 1), "float32")
    counts, draws = nn.spec.Tensor((BATCH, 1), "int64"), nn.spec.Tensor((DRAWS, 1), "float32")
    module, _ = Sampler().export_tvm({
        "renormalized": {"p": rows, "s": rows, "tp": limits, "tk": counts},
        "drawn": {"s": rows, "i": nn.spec.Tensor((BATCH, SIZE), "int64"), "tp": limits, "tk": counts, "u": draws,
                  "r": nn.spec.Tensor((DRAWS, 1), "int64")},
    })  # fmt: skip
    library = mlcc.build(module)
    rng = np.random.default_rng(0)
    prob = rng.dirichlet(np.ones(SIZE), BATCH).astype("float32")
    index = np.argsort(-prob, axis=1)
    ordered = np.take_along_axis(prob, index, 1)
    numbers, of_row = rng.random((DRAWS, 1)).astype("float32"), np.array([[0], [1], [1], [2], [2], [2], [0]])
    want, sums = np.zeros_like(prob), np.cumsum(ordered, axis=1)
    last = [0] * BATCH
    for b in range(BATCH):
        while last[b] + 1 < SIZE and sums[b, last[b]] < TOP_P[b, 0] and last[b] + 1 < TOP_K[b, 0]:
            last[b] += 1
        kept = index[b, : last[b] + 1]
        want[b, kept] = prob[b, kept] / prob[b, kept].sum()
    assert last[1] == 2
    assert last[2] == SIZE - 1
    assert_close(np.asarray(library["renormalized"](prob, ordered, TOP_P, TOP_K)), want)
    got = np.asarray(library["drawn"](ordered, index, TOP_P, TOP_K, numbers, of_row))
    for n, (row,) in enumerate(of_row):
        place = int((sums[row] <= numbers[n, 0] * sums[row, last[row]]).sum())
        assert got[n, 0] == index[row, min(place, SIZE - 1)]
        assert place <= last[row]
