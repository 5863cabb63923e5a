"""The layered layout: layers follow edges, boxes do not overlap, and edges end at their boxes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcc.view.layers import GAP, LAYER, place


@st.composite
def _graphs(draw: st.DrawFn) -> tuple[list[list[int]], list[float]]:
    count = draw(st.integers(1, 24))
    inputs = [draw(st.lists(st.integers(0, max(0, n - 1)), max_size=3)) if n else [] for n in range(count)]
    return inputs, draw(st.lists(st.floats(10, 200), min_size=count, max_size=count))


@settings(max_examples=60, deadline=None)
@given(_graphs())
def test_layout(graph: tuple[list[list[int]], list[float]]) -> None:
    inputs, widths = graph
    placed = place(inputs, widths)
    rows: dict[float, list[tuple[float, float]]] = {}
    for (x, y), width in zip(placed.centres, widths, strict=True):
        assert x - width / 2 >= -1e-6
        assert x + width / 2 <= placed.width + 1e-6
        assert 0 <= y <= placed.height
        rows.setdefault(y, []).append((x - width / 2, x + width / 2))
    for row in rows.values():
        for (_, right), (left, _) in pairwise(sorted(row)):
            assert left - right >= GAP - 1e-6
    assert {(a, b) for a, b, _ in placed.edges} == {(a, b) for b, sources in enumerate(inputs) for a in sources}
    for a, b, corners in placed.edges:
        assert corners[0] == placed.centres[a]
        assert corners[-1] == placed.centres[b]
        assert [y for _, y in corners] == [corners[0][1] + LAYER * n for n in range(len(corners))]


def test_a_chain_is_straight_beside_its_shortcut() -> None:
    """A residual connection: the chain's boxes stand above each other, and the long edge runs beside them."""
    placed = place([[], [0], [1], [2], [3, 0]], [80.0] * 5)
    xs = [x for x, _ in placed.centres]
    assert xs[1] == pytest.approx(xs[2]) == pytest.approx(xs[3])
    (long,) = [corners for a, b, corners in placed.edges if (a, b) == (0, 4)]
    assert all(abs(x - xs[1]) >= 40 for x, _ in long[1:-1])


def test_nothing_to_place() -> None:
    assert place([], []).centres == ()
