"""Trigonometric functions and their inverses: errors as stated, also for large arguments."""

from __future__ import annotations

import numpy as np
import pytest
from function_errors import around_points, computed, worst

from mlcc.lowering.vector_math import MAX_ULP

LARGE = np.array([1e5, -1e6, 3e7, 1e10, -1e20, 3.4e38, 1.5707964, 3.1415927, 1e5], "float32")
WIDE = around_points(np.pi, np.pi / 2, low=-50, high=50)
#: Every 61st multiple of pi / 4 up to 2**20, and its neighbours: the reduced argument loses the most bits there.
MULTIPLES = (np.arange(-1334000, 1334000, 61) * (np.pi / 4)).astype("float32")
MULTIPLES = np.concatenate(
    [np.nextafter(MULTIPLES, np.float32(-np.inf)), MULTIPLES, np.nextafter(MULTIPLES, np.float32(np.inf))]
)
UNIT = around_points(0, 0.5, -0.5, low=-1, high=1).clip(-1, 1)


@pytest.mark.parametrize(
    ("op", "exact", "x"),
    [
        ("sin", np.sin, WIDE), ("cos", np.cos, WIDE),
        ("tan", np.tan, WIDE), ("sin", np.sin, LARGE), ("cos", np.cos, LARGE),
        ("tan", np.tan, LARGE), ("asin", np.arcsin, UNIT), ("acos", np.arccos, UNIT), ("atan", np.arctan, WIDE),
    ],
)  # fmt: skip
def test_errors(op: str, exact, x: np.ndarray) -> None:
    assert worst(op, exact, x) <= MAX_ULP[op, "float32"]


@pytest.mark.parametrize(("op", "exact"), [("sin", np.sin), ("cos", np.cos), ("tan", np.tan)])
@pytest.mark.parametrize("target", [None, "llvm -mcpu=x86-64"])  # with a fused multiply-add and without
def test_errors_at_multiples_of_quarter_turns(op: str, exact, target: str | None) -> None:
    assert worst(op, exact, MULTIPLES, target=target) <= MAX_ULP[op, "float32"]


@pytest.mark.parametrize("target", [None, "llvm -mcpu=x86-64"])
def test_zeros_keep_their_sign(target: str | None) -> None:
    zeros = np.array([0.0, -0.0] * 8, "float32")
    for op in ("sin", "tan", "asin", "atan"):
        np.testing.assert_array_equal(np.signbit(computed(op, zeros, target=target)), np.signbit(zeros))


@pytest.mark.parametrize("op", ["sin", "cos", "tan"])
def test_an_element_does_not_depend_on_its_neighbours(op: str) -> None:
    near = np.linspace(-3, 3, 32, dtype="float32")
    mixed = near.copy()
    mixed[::8] = 1e20
    np.testing.assert_array_equal(np.delete(computed(op, mixed), np.s_[::8]), np.delete(computed(op, near), np.s_[::8]))


def test_special_values() -> None:
    for op, values in {
        "sin": {np.inf: np.nan, -np.inf: np.nan, 0.0: 0.0}, "cos": {np.inf: np.nan, 0.0: 1.0},
        "asin": {1.5: np.nan, -2.0: np.nan, 0.0: 0.0}, "acos": {1.0: 0.0, 1.5: np.nan},
        "atan": {np.inf: np.pi / 2, -np.inf: -np.pi / 2, 0.0: 0.0},
    }.items():  # fmt: skip
        x = np.array([*values, np.nan], "float32")
        np.testing.assert_array_equal(computed(op, x), np.array([*values.values(), np.nan], "float32"))
    assert np.signbit(computed("sin", np.array([-0.0], "float32")))[0]
