"""Elementwise operators, activations and broadcasting."""

from __future__ import annotations

import math

import numpy as np
import pytest
from evaluation import check, evaluate, normal

from mlcc import te, topi
from mlcc.ir import Select, Var, binary, const, maximum, minimum, walk
from mlcc.topi.shapes import broadcast_dim

X = normal(2, 3, 5)
Y = normal(3, 1)


@pytest.mark.parametrize(
    "name", ["exp", "tanh", "sin", "floor", "ceil", "trunc", "sign", "square", "isnan", "isfinite", "negative", "abs"]
)
def test_functions_of_numpy(name: str) -> None:
    check(name, X, want=getattr(np, name)(X))


@pytest.mark.parametrize("name", ["log", "sqrt", "log1p", "expm1", "log2"])
def test_functions_of_positive_numbers(name: str) -> None:
    check(name, np.abs(X) + 0.1, want=getattr(np, name)(np.abs(X) + 0.1))


def test_round_takes_halves_to_even() -> None:
    values = np.array([0.5, 1.5, 2.5, -0.5, -1.5], "float32")
    check("round", values, want=np.round(values))


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_other_float_types(dtype: str) -> None:
    check("exp", X.astype(dtype), want=np.exp(X.astype(dtype)))


def test_cast() -> None:
    check("cast", np.array([-1.7, 0.0, 2.9], "float32"), dtype="int32", want=[-1, 0, 2])
    check("cast", np.array([-1.7, 0.0, 2.9], "float32"), dtype="bool", want=[True, False, True])
    check("astype", np.array([True, False]), dtype="float32", want=[1, 0])


def test_special_values() -> None:
    odd = np.array([np.nan, np.inf, -np.inf, 0.0], "float32")
    check("isinf", odd, want=[False, True, True, False])
    check("isinf", odd, detect_negative=False, want=[False, True, False, False])
    check("sign", odd, want=np.sign(odd))
    check("clip", odd, min=-1.0, max=1.0, want=np.clip(odd, -1, 1))
    check("nn.relu", odd, want=np.maximum(odd, 0))
    assert math.isnan(evaluate("nn.leaky_relu", odd)[0])


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


ERF = np.vectorize(math.erf)
ACTIVATIONS = {
    "nn.relu": lambda x: np.maximum(x, 0),
    "nn.leaky_relu": lambda x: np.where(x < 0, 0.01 * x, x),
    "nn.elu": lambda x: np.where(x < 0, np.exp(x) - 1, x),
    "nn.celu": lambda x: np.where(x < 0, np.exp(x) - 1, x),
    "nn.selu": lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * (np.exp(x) - 1)),
    "nn.softplus": lambda x: np.log1p(np.exp(x)),
    "nn.log_sigmoid": lambda x: np.log(sigmoid(x)),
    "nn.softsign": lambda x: x / (1 + np.abs(x)),
    "nn.mish": lambda x: x * np.tanh(np.log1p(np.exp(x))),
    "nn.hard_sigmoid": lambda x: np.clip(0.2 * x + 0.5, 0, 1),
    "nn.hard_swish": lambda x: x * np.clip(x / 6 + 0.5, 0, 1),
    "nn.gelu": lambda x: 0.5 * x * (1 + ERF(x / math.sqrt(2))),
    "nn.gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "nn.quick_gelu": lambda x: x * sigmoid(1.702 * x),
    "nn.silu": lambda x: x * sigmoid(x),
    "nn.thresholded_relu": lambda x: np.where(x > 1, x, 0),
    "nn.shrink": lambda x: np.where(np.abs(x) > 0.5, x, 0),
    "nn.dropout": lambda x: x,
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name: str) -> None:
    check(name, X * 3, want=ACTIVATIONS[name](X * 3))


def test_stable_at_large_values() -> None:
    far = np.array([-200.0, 200.0], "float32")
    check("nn.softplus", far, want=[0, 200])
    check("nn.log_sigmoid", far, want=[-200, 0])
    check("nn.silu", far, want=[0, 200])


def test_prelu() -> None:
    check("nn.prelu", X, Y, want=np.where(X < 0, X * Y, X))
    check("nn.prelu", X, Y[:, 0], axis=1, want=np.where(X < 0, X * Y, X))


@pytest.mark.parametrize("symbolic", [(), [(0, 0), (1, 0)], [(0, 1)], [(1, 1)]])
def test_broadcasting(symbolic: list) -> None:
    check("add", X, Y, symbolic=symbolic, want=X + Y)
    check("maximum", X, Y, symbolic=symbolic, want=np.maximum(X, Y))
    check("less", X, Y, symbolic=symbolic, want=X < Y)


def test_numbers_as_operands() -> None:
    check("multiply", X, 2.0, want=X * 2)
    check("subtract", 1.0, X, want=1 - X)


def test_integer_division_never_traps() -> None:
    a = np.array([-7, 7, 5, -(2**31)], "int32")
    b = np.array([2, -2, 0, -1], "int32")
    check("divide", a, b, want=[-3, -3, 0, -(2**31)])
    check("floor_divide", a, b, want=[-4, -4, 0, -(2**31)])
    check("floor_mod", a, b, want=[1, -1, 0, 0])
    check("fmod", a, b, want=[-1, 1, 0, 0])


def test_float_remainders() -> None:
    a, b = np.array([-7, 7, 5.5, -5.5], "float32"), np.array([2, -2, 3, -3], "float32")
    check("floor_mod", a, b, want=np.mod(a, b))
    check("fmod", a, b, want=np.fmod(a, b))
    check("floor_divide", a, b, want=np.floor_divide(a, b))


@pytest.mark.parametrize("exponent", [2.0, 3.0, 0.5, -1.0, 1.7])
def test_power(exponent: float) -> None:
    check("power", np.abs(X) + 0.1, exponent, want=(np.abs(X) + 0.1) ** exponent)


def test_power_of_mixed_types() -> None:
    check("power", X, np.array([3], "int64"), want=X**3)
    check("power", np.array([2, 3], "int32"), np.array([3, 2], "int32"), want=[8, 9])


def test_powers_of_integers_are_exact() -> None:
    x, y = np.array([3, -7, 0, 2, 0, -1, 5, 3], "int64"), np.array([39, 3, 0, 65536, 65536, 70001, 40, 64], "int64")
    check("power", x, y, want=x**y)
    check("power", x.astype("int32"), y, want=(x**y).astype("int32"))
    check("power", np.array([0, 1, -1, 2], "int64"), np.array([-5, -2, -3, -1], "int64"), want=[0, 1, -1, 0])


def test_logic_and_bits() -> None:
    a, b = np.array([True, True, False]), np.array([True, False, False])
    check("logical_xor", a, b, want=a ^ b)
    check("logical_and", a, b, want=a & b)
    check("logical_not", a, want=~a)
    i, j = np.array([12, 7, -3], "int32"), np.array([3, 5, 1], "int32")
    check("bitwise_xor", i, j, want=i ^ j)
    check("left_shift", i, j, want=i << j)
    check("bitwise_not", i, want=~i)


def test_where() -> None:
    check("where", X > 0, X, Y, want=np.where(X > 0, X, Y))
    check("clip_by", X, Y * 0 - 0.5, Y * 0 + 0.5, want=np.clip(X, -0.5, 0.5))


def test_a_dimension_made_of_another_broadcasts_to_that_one() -> None:
    n = Var("n", "int64")
    clipped = minimum(maximum(n, const(0, "int64")), const(512, "int64"))
    assert broadcast_dim(n, clipped) is n
    assert broadcast_dim(clipped, n) is n
    assert isinstance(broadcast_dim(n, Var("m", "int64")), Select)


def test_a_dimension_that_is_never_1_is_that_of_the_result() -> None:
    """The sum of an upsampled image and another: whatever the sizes are, the result has those of the first."""
    n = Var("n", "int64")
    half = (n + 1) // 2
    for dim in (half * 2, n // 2 * 2, n * 4, (n + 31) // 32 * 8, n + 2):
        assert broadcast_dim(dim, half) is dim
        assert broadcast_dim(half, dim) is dim
    for dim in (n + 1, n * 3 - 2, half * 2 - 1, n // 2 * 2 - n + 2):
        assert isinstance(broadcast_dim(dim, half), Select), dim.script()


def test_a_slice_of_at_most_some_elements_is_indexed_as_what_it_meets() -> None:
    """`min(n, 21)` is 1 only where n is: an index of n needs no choice. `min(n, 1)` may be 1 where n is not."""
    n = Var("n", "int64")

    def has_choice(most: int) -> bool:
        left = te.placeholder((binary("min", n, const(most, "int64")),), "float32", "left")
        right = te.placeholder((n,), "float32", "right")
        func = te.create_prim_func([left, right, topi.add(left, right)])
        return any(isinstance(node, Select) for node in walk(func.body))

    assert not has_choice(21)
    assert has_choice(1)
