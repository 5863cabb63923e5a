"""The interpreter of graph functions."""

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.reference import random_inputs, run
from mlcc.script import parse_module

from .reference_programs import GRAPH

X = np.arange(6, dtype="float32").reshape(2, 3)


def test_calls_tuples_and_branches():
    module = parse_module(GRAPH)
    for flag, row in ((True, 0), (False, 1)):
        c, a = run(module, [X, np.array(flag)])
        np.testing.assert_array_equal(c, X[row] * 2)
        np.testing.assert_array_equal(a, X[0] * 2)


def test_library_functions():
    module = parse_module("""@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        y = R.call_tir("env.double", (x,), (2, 3), dtype="float32")
        R.output(y)
    return y
""")

    def double(x, out):
        out[:] = x * 2

    np.testing.assert_array_equal(run(module, [X], externs={"env.double": double})[0], X * 2)
    with pytest.raises(MlccError) as error:
        run(module, [X])
    assert error.value.code == "V081"


def test_named_operators_are_injected():
    module = parse_module("""@R.function
def main(x: R.Tensor(("n", 3), "float32")):
    n = T.int64()
    y = R.nn.relu(x)
    z: R.Tensor((n * 3,), "float32") = R.reshape(y, R.shape([n * 3]))
    w = R.match_cast(z, R.Tensor((n * 3,), "float32"))
    return w
""")

    def operator(call, args):
        return np.maximum(args[0], 0) if call.op.name == "nn.relu" else NotImplemented

    np.testing.assert_array_equal(run(module, [X - 2], operator=operator)[0], np.maximum(X - 2, 0).reshape(-1))
    with pytest.raises(MlccError) as error:
        run(module, [X])
    assert error.value.code == "V081"
    assert error.value.diagnostic.help == "legalize the module first: operators become tensor programs"


def test_symbolic_programs_get_their_sizes():
    module = parse_module("""@I.ir_module
class Module:
    @T.prim_func
    def twice(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, T.int64(3)), "float32")
        Y = T.match_buffer(y, (n, T.int64(3)), "float32")
        for i, j in T.grid(n, T.int64(3)):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] + X[vi, vj]

    @R.function
    def main(x: R.Tensor(("n", 3), "float32")):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((n, 3), "float32"))
        return y
""")
    for n in (1, 4):
        x = np.ones((n, 3), "float32")
        np.testing.assert_array_equal(run(module, [x])[0], x * 2)


def test_arguments_are_checked():
    module = parse_module(GRAPH)
    for bad in ([X], [X.astype("float64"), np.array(True)], [X.T, np.array(True)]):
        with pytest.raises(MlccError) as error:
            run(module, bad)
        assert error.value.code == "V084"
    assert [a.shape for a in random_inputs(module["main"])] == [(2, 3), ()]
