"""The dimension that a reshape infers: a product of sizes over another, exact where it can be."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc.analysis import Analyzer
from mlcc.importers.onnx.ops.shape import quotient
from mlcc.ir import Var, as_int

N, M = Var("n", "int64"), Var("m", "int64")


@pytest.mark.parametrize(
    ("top", "bottom", "want"),
    [
        ([N, 4, 12], [N], 48),
        ([N - 1, 4, 12], [N - 1], 48),  # equal, though not one object
        ([(N // 10 + 1) // 2 - 1, 4, 12], [(N // 10 + 1) // 2 - 1, 6], 8),
        ([N, M, 12], [N * M], 12),
        ([N * M + N, 3], [M + 1], N * 3),
        ([N * 2, M], [M, 2], N),
        ([N, M], [N + M], N * M // (N + M)),
        ([N], [2], N // 2),
        ([N, 0], [N], 0),
        ([N], [0, M], None),  # nothing is inferred, and nothing fails
    ],
)
def test_quotients(top: list[Any], bottom: list[Any], want: Any) -> None:
    got = quotient(top, bottom)
    if isinstance(want, int):
        assert as_int(got) == want
    elif want is not None:
        assert Analyzer().equal(got, want)
