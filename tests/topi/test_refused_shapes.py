"""Operators whose programs would read beyond operands of other shapes refuse them."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc import te, topi
from mlcc.diagnostics import MlccError

#: An operator, shapes of its operands that fit (those of integers begin with "i"), others, and its attributes.
CASES: list[tuple[str, list[Any], list[list[Any]], dict[str, Any]]] = [
    ("det", [(3, 3)], [[(3,)], [(3, 4)], [()]], {}),
    ("nn.nll_loss", [(3, 5, 2), ("i", 3, 2), (5,)],
     [[(2, 5, 2)], [(3, 5, 1)], [()], [None, ("i", 3)], [None, None, (4,)]], {}),
    ("image.affine_grid", [(2, 2, 3)], [[(2, 2, 2)], [(2, 1, 3)], [(1, 2, 3)], [(2, 6)]], {"size": (2, 3, 5, 6)}),
    ("image.grid_sample", [(1, 1, 4, 4), (1, 6, 6, 2)],
     [[(2, 1, 4, 4)], [(1, 1, 4, 4, 2)], [None, (1, 6, 6, 1)], [()]], {}),
    ("nn.deform_conv2d", [(1, 2, 3, 3), (1, 2, 2, 2), (1, 8, 2, 2), (1, 4, 2, 2)],
     [[(2, 2, 3, 3)], [(1, 2, 3, 4)], [(1, 3, 3, 3)], [None, None, (1, 4, 2, 2)], [None, None, None, (1, 3, 2, 2)],
      [()]], {}),
    ("vision.roi_align", [(1, 1, 8, 8), (3, 4), ("i", 3)],
     [[()], [None, (4, 4)], [None, (3, 3)], [None, None, ("i", 3, 1)]], {}),
    ("nn.max_unpool", [(1, 1, 2, 2), ("i", 1, 1, 2, 2)],
     [[(1, 2, 2)], [(2, 1, 2, 2)], [None, ("i",)]], {"size": (1, 1, 4, 4)}),
    ("gather_elements", [(2, 3), ("i", 2, 4)], [[(1, 3)]], {"axis": 1}),
    ("gather_nd", [(2, 2, 2), ("i", 2, 1)], [[(1, 2, 2)], [None, ("i",)], [None, ("i", 1)]], {"batch_dims": 1}),
    ("scatter_elements", [(3, 3), ("i", 2, 3), (2, 3)], [[(3, 2)]], {}),
    ("scatter_nd", [(3, 3), ("i", 2, 1), (2, 3)], [[None, ("i",)]], {}),
    ("update_rows", [(2, 4, 5), (2, 1, 5), ("i", 2)], [[(3, 4, 5)], [(2, 4, 6)], [None, None, ("i", 1)]], {}),
    ("nn.lstm", [(1, 3, 2), (1, 12, 2), (1, 12, 3), (1, 24)],
     [[(1, 3, 1)], [()], [None, (1, 13, 2)], [None, None, (1, 12, 3, 2)], [None, None, None, (1, 23)]], {}),
    ("nn.gru", [(1, 3, 2), (1, 9, 2), (1, 9, 3), (1, 18)],
     [[(1, 3, 1)], [None, (1, 8, 2)], [None, None, (2, 9, 3)]], {}),
    ("nn.rnn", [(1, 3, 2), (1, 3, 2), (1, 3, 3), (1, 6)], [[(1, 3, 1)], [None, None, (0, 3, 3)]], {}),
    ("quantize_linear", [(4, 3), (3,)], [[None, (2,)], [None, (4, 3, 1)]], {}),
    ("dequantize_linear", [("i", 4, 8), (4, 2)], [[None, (4, 1)], [None, (3, 2)], [None, (4,)]], {"block_size": 4}),
    ("matmul_integer", [("i", 4, 3), ("i", 3, 2), ("i", 4), ("i", 2)],
     [[None, None, ("i", 3)], [None, None, None, ("i", 5)], [None, None, None, ("i", 2, 2)]], {}),
    ("nn.rotary_embedding", [(2, 1, 5, 8), (2, 5, 4), (2, 5, 4)],
     [[None, (1, 5, 4)], [None, None, (2, 4, 4)], [None, (2, 5, 3)]], {}),
    ("nn.dense", [(3, 5), (4, 5), (4,)], [[None, (5, 5)], [None, None, (3,)]], {}),
    ("nn.pad", [(2, 3)], [[(0, 3)]], {"pad_width": [(1, 1), (0, 1)], "mode": "reflect"}),
    ("dft", [(2, 2, 1, 3), (3, 2)], [[(2, 2, 1, 3, 2)], [None, (3, 2, 2)]], {"length": 2, "count": 2}),
    ("image.resize_by", [(1, 2, 5, 6), (2,)], [[None, (1,)]], {"size": (8, 3), "axes": (2, 3)}),
    ("linalg.cholesky", [(3, 5, 5)], [[(3, 5)], [(5,)]], {}),
    ("linalg.solve_triangular", [(2, 5, 5), (2, 5, 3)], [[(2, 5, 5, 2)], [None, (2, 5, 3, 2)], [None, (2, 4, 3)]], {}),
    ("nn.lstm_recurrence", [(3, 2, 1, 12), (1, 12, 3)], [[(3, 2, 1, 11)], [None, (2, 12, 3)]], {"hidden_size": 3}),
]  # fmt: skip


def _tensors(shapes: list[Any]) -> list[te.Tensor]:
    kinds = ["int64" if shape[:1] == ("i",) else "float32" for shape in shapes]
    dims = [tuple(d for d in shape if d != "i") for shape in shapes]
    return [te.placeholder(d, kind, f"p{n}") for n, (d, kind) in enumerate(zip(dims, kinds, strict=True))]


@pytest.mark.parametrize(("name", "fitting", "others", "attrs"), CASES, ids=lambda v: v if isinstance(v, str) else "")
def test_other_shapes_are_refused(
    name: str, fitting: list[Any], others: list[list[Any]], attrs: dict[str, Any]
) -> None:
    topi.call_operator(name, _tensors(fitting), attrs)
    for changed in others:
        shapes = [b if n >= len(changed) or changed[n] is None else changed[n] for n, b in enumerate(fitting)]
        with pytest.raises(MlccError) as caught:
            topi.call_operator(name, _tensors(shapes), attrs)
        assert caught.value.code == "T203", (shapes, caught.value.message)


@pytest.mark.parametrize(("shape", "axes"), [((), (2, 3)), ((1, 2, 5, 6), (2, 7))])
def test_dimensions_that_are_resized_exist(shape: tuple[int, ...], axes: tuple[int, int]) -> None:
    with pytest.raises(MlccError) as caught:
        topi.call_operator("image.resize", _tensors([shape]), {"size": (7, 9), "axes": axes, "method": "nearest"})
    assert caught.value.code == "T205"
