"""The interpreter of tensor programs against NumPy, and its two ways against each other."""

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule
from mlcc.reference import output_buffers, random_inputs, run
from mlcc.script import parse_module, parse_prim_func

from .reference_programs import PROGRAMS


def program(text):
    module = parse_module(text)
    (func,) = module.prim_funcs.values()
    return func


@pytest.mark.parametrize("name", PROGRAMS)
def test_array_axes_give_what_single_steps_give(name):
    func = program(PROGRAMS[name])
    inputs = random_inputs(func, seed=3)
    fast, slow = run(func, inputs), run(func, inputs, vectorize=False)
    assert len(fast) == len(output_buffers(func))
    for a, b in zip(fast, slow, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def expected_matmul(a, b):
    y = np.zeros((a.shape[0], b.shape[1]), "float32")
    for k in range(a.shape[1]):
        y += a[:, k : k + 1] * b[k : k + 1, :]
    return np.maximum(y, np.float32(0))


@pytest.mark.parametrize("name", ["MATMUL_RELU", "SCHEDULED"])
def test_matmul(name):
    func = program(PROGRAMS[name])
    a, b = random_inputs(func)
    (c,) = run(func, [a, b])
    np.testing.assert_array_equal(c, expected_matmul(a, b))


def test_fused_loop():
    (a,) = random_inputs(program(PROGRAMS["FUSED_LOOP"]))
    (b,) = run(program(PROGRAMS["FUSED_LOOP"]), [a])
    np.testing.assert_allclose(b, np.exp(a.astype("f8")) - a[::-1], rtol=1e-6, atol=1e-6)


def test_reduction_into_two_buffers():
    func = program(PROGRAMS["ARGMAX"])
    (a,) = random_inputs(func)
    index, value = run(func, [a])
    np.testing.assert_array_equal(index, a.argmax(1))
    np.testing.assert_array_equal(value, a.max(1))


def test_symbolic_dimensions_come_from_the_arguments():
    func = program(PROGRAMS["SYMBOLIC"])
    a = np.arange(12, dtype="float32").reshape(3, 4)
    (b,) = run(func, [a, 2.0])
    np.testing.assert_array_equal(b, np.repeat(a, 2, axis=0) * 2)
    with pytest.raises(MlccError) as error:
        run(func, [a, np.zeros((5, 4), "float32"), 2.0])
    assert error.value.code == "V084"


def test_views_and_temporaries():
    (a,) = random_inputs(program(PROGRAMS["VIEWS"]))
    (b,) = run(program(PROGRAMS["VIEWS"]), [a])
    np.testing.assert_array_equal(b, a * 2 + 1)


def test_padding_and_window():
    a, w = random_inputs(program(PROGRAMS["PADDED"]))
    (c,) = run(program(PROGRAMS["PADDED"]), [a, w])
    np.testing.assert_allclose(c, np.correlate(np.pad(a, 1), w), rtol=1e-5, atol=1e-6)


def test_sequential_loops():
    a = np.arange(16, dtype="float32")
    (b,) = run(program(PROGRAMS["SEQUENTIAL"]), [a])
    want = np.concatenate([[0], np.cumsum(a)]).astype("float32")
    for i in range(2, 7):
        if i % 2 == 0:
            want[i] = want[i + 1] * 2
        elif i == 3:
            want[i] = -1
        else:
            while want[i] < 10:
                want[i] += 3
    np.testing.assert_array_equal(b, want)


def test_scatter_is_not_run_at_once():
    func = parse_prim_func("""@T.prim_func
def main(P: T.Buffer((6,), "int32"), B: T.Buffer((4,), "int32")):
    for i in range(4):
        B[i] = 0
    for i in range(6):
        B[P[i]] = B[P[i]] + i
""")
    positions = np.array([1, 1, 3, 1, 0, 3], "int32")
    (b,) = run(func, [positions])
    want = np.zeros(4, "int32")
    np.add.at(want, positions, np.arange(6))
    np.testing.assert_array_equal(b, want)


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(1, 8):\n        B[i] = B[i - 1] + 1",
        "for i in range(7):\n        B[i] = B[i + 1]",
        "for i in range(8):\n        B[7 - i] = B[i]",
        "for i in range(8):\n        B[i // 2] = B[i]",
        "for i in range(8):\n        B[i % 3] = B[i] + i",
        "for i, j in T.grid(4, 3):\n        B[i + j] = B[i] + j",
        "for i, j in T.grid(4, 2):\n        B[i * 2 + j] = B[i * 2] + j",
        "for i, j in T.grid(3, 3):\n        B[i * 2 + j] = B[i * 2 + j] + i * j",
        "for i in range(4):\n        for j in range(i, 8):\n            B[j] = B[j] * 2 + i",
        "for i in range(8):\n        x: T.int32 = B[0]\n        B[i] = x + i",
        "for i in range(8):\n        B[i] = i\n        B[(i + 1) % 8] = B[i] + 10",
        "for i in range(8):\n        if B[i] < 2:\n            B[i] = 2\n        else:\n            B[i] = B[i] * 3",
        "for i in range(8):\n        B[T.if_then_else(i < 4, i, i - 4)] = i",
        "for i in range(64):\n        if i % 8 == i // 8:\n            B[i // 8] = B[i % 8] + 1",
    ],
)
def test_dependent_iterations_keep_their_order(body):
    func = parse_prim_func(f'@T.prim_func\ndef main(B: T.Buffer((8,), "int32")):\n    {body}\n')
    start = np.arange(8, dtype="int32") * 3 % 7
    np.testing.assert_array_equal(run(func, [start])[0], run(func, [start], vectorize=False)[0])


# ---------------------------------------------------------------- memory, arguments, errors
def test_fresh_memory_shows():
    func = parse_prim_func("""@T.prim_func
def main(B: T.Buffer((2,), "float32"), C: T.Buffer((2,), "int8")):
    Y = T.alloc_buffer((2,))
    B[0] = Y[0]
    C[0] = T.int8(1)
""")
    b, c = run(func, [])
    assert np.isnan(b).all()
    assert c.tolist() == [1, 0x5A]


def test_inputs_are_not_changed():
    func = parse_prim_func('@T.prim_func\ndef main(B: T.Buffer((3,), "float32")):\n    for i in range(3):\n'
                           "        B[i] = B[i] + T.float32(1)\n")  # fmt: skip
    start = np.zeros(3, "float32")
    (b,) = run(func, [start])
    assert b.tolist() == [1, 1, 1]
    assert start.tolist() == [0, 0, 0]


HEAD = '@T.prim_func\ndef main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):\n'


@pytest.mark.parametrize("vectorize", [True, False])
@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("    for i in range(8):\n        B[i] = A[i + 1]\n", "V080", "index 8 is out of range in `A[i + 1]`"),
        ("    for i in range(8):\n        B[A[i] - 9] = 0\n", "V080", "out of range"),
        ("    for i in range(8):\n        B[i] = i // A[i]\n", "V082", "division by zero in `i // A[i]`"),
        (
            "    for i in range(8):\n        assert A[i] > 0, 'positive'\n        B[i] = 1\n",
            "V083",
            "assertion failed: positive",
        ),
        ("    for i in range(8):\n        B[i] = T.call_extern('int32', 'f', A[i])\n", "V081", "library function `f`"),
    ],
)
def test_errors_of_a_run(body, code, words, vectorize):
    with pytest.raises(MlccError) as error:
        run(parse_prim_func(HEAD + body), [np.zeros(8, "int32")], vectorize=vectorize)
    assert error.value.code == code
    assert words in error.value.message
    assert error.value.span is not None or code == "V081"


def test_guarded_accesses_and_divisions_are_not_made():
    func = parse_prim_func(
        HEAD
        + """    for i in range(8):
        B[i] = T.if_then_else(A[i] != 0, 12 // A[i], -1)
        if i < 7 and A[i + 1] > 0:
            B[i] = B[i] + A[i + 1]
"""
    )
    a = np.array([0, 1, 2, 0, 3, 4, 0, 5], "int32")
    want = [-1 if v == 0 else 12 // v for v in a]
    for i in range(7):
        want[i] += max(a[i + 1], 0)
    for vectorize in (True, False):
        assert run(func, [a], vectorize=vectorize)[0].tolist() == want


@pytest.mark.parametrize(
    "args",
    [
        [],
        [np.zeros(8, "float32")],
        [np.zeros(7, "int32")],
        [np.zeros((8, 1), "int32")],
        [np.zeros(8, "int32")] * 3,
    ],
)
def test_wrong_arguments(args):
    func = parse_prim_func(HEAD + "    for i in range(8):\n        B[i] = A[i]\n")
    with pytest.raises(MlccError) as error:
        run(func, args)
    assert error.value.code == "V084"


def test_functions_are_chosen_by_name():
    func = parse_prim_func(HEAD + "    for i in range(8):\n        B[i] = A[i]\n")
    module = IRModule({"first": func, "second": func})
    zeros = np.zeros(8, "int32")
    assert len(run(module, [zeros], "first")) == 1
    for name in (None, "third"):
        with pytest.raises(MlccError) as error:
            run(module, [zeros], name)
        assert error.value.code == "V084"


def test_library_functions_can_be_given():
    func = parse_prim_func(HEAD + "    for i in range(8):\n        B[i] = T.call_pure_extern('int32', 'f', A[i], i)\n")
    (b,) = run(func, [np.arange(8, dtype="int32")], externs={"f": lambda x, y: x * 10 + y})
    assert b.tolist() == [11 * i for i in range(8)]


def test_lowered_code_with_vectors():
    func = parse_prim_func("""@T.prim_func(s_tir=False)
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.decl_buffer((4,), scope="local")
    for i in T.parallel(4):
        t[T.Ramp(0, 1, 4)] = A[T.Ramp(i * 4, 1, 4)] * T.Broadcast(T.float32(2), 4)
        B[T.Ramp(i * 4, 1, 4)] = T.max(t[T.Ramp(0, 1, 4)], T.Broadcast(T.float32(0), 4))
""")
    a = np.arange(-8, 8).astype("float32")
    np.testing.assert_array_equal(run(func, [a])[0], np.maximum(a * 2, 0))


def test_random_inputs_repeat_and_take_sizes():
    func = program(PROGRAMS["SYMBOLIC"])
    one, two = random_inputs(func, 1), random_inputs(func, 1)
    assert one[0].tobytes() == two[0].tobytes()
    assert random_inputs(func, 2)[0].tobytes() != one[0].tobytes()
    assert random_inputs(func, sizes={"n": 3})[0].shape == (3, 4)
