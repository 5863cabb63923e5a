"""reindex_cache_read: a copy in a layout given by a function of the axes."""

from __future__ import annotations

import pytest
from bodies import CLEARED, GEMM, LATE, MM, WINDOW
from kernels import mm_relu
from tried import refused, text_after

RELAID = "- reindex_cache_read: {block: Y, read_buffer_index: 0, storage_scope: local, "


REFUSED = [
    ("S268", MM, RELAID + 'index_map: "i, j, k -> i, j"}'),
    ("S269", MM, RELAID + 'index_map: "i, j, k -> i + k"}'),
    ("S263", MM, RELAID.replace("local", "far") + 'index_map: "i, j, k -> k, i"}'),
    ("S260", MM, RELAID.replace("0", "X") + 'index_map: "i, j, k -> k, i"}'),
    ("S261", CLEARED, RELAID.replace("0", "Y") + 'index_map: "i, k -> i"}'),
    ("S262", LATE, RELAID.replace("block: Y", "block: C") + 'index_map: "i -> i"}'),
    ("S283", WINDOW, RELAID.replace("block: Y", "block: C") + 'index_map: "i -> i"}'),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(
    ("index_map", "shape"),
    [
        ("i, j, k -> i, k", "(7, 6)"),
        ("i, j, k -> k, i", "(6, 7)"),
        ("i, j, k -> k // 2, i, k % 2", "(3, 7, 2)"),
        ("i, j, k -> i * 6 + k", "(42,)"),
    ],
)
def test_layouts(index_map: str, shape: str) -> None:
    step = f'- reindex_cache_read: {{block: Y, read_buffer_index: A, storage_scope: local, index_map: "{index_map}"}}'
    text = text_after(mm_relu(7, 10, 6), step)
    assert f'A_local = T.alloc_buffer({shape}, scope="local")' in text


def test_loops_keep_their_names() -> None:
    step = '- reindex_cache_read: {block: Y, read_buffer_index: B, storage_scope: global, index_map: "i, j, k -> j, k"}'
    assert "for j, k in T.grid(6, 5)" in text_after(GEMM, step)
