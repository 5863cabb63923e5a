"""Programs in Python files, through the decorators."""

import linecache

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import GraphFunction, IRModule, PrimFunc
from mlcc.ir.compare import first_difference
from mlcc.script import ir as I
from mlcc.script import ir_module
from mlcc.script import relax as R
from mlcc.script import tir as T
from mlcc.script import tir as other_name

N = 16


@T.prim_func
def scale(A: T.Buffer((N, 4), "float32"), B: T.Buffer[(N, 4), "float32"]) -> None:
    for i, j in T.grid(N, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2.0


@I.ir_module
class Module:
    @T.prim_func
    def add_one(A: T.Buffer((N,), "float32"), B: T.Buffer((N,), "float32")):
        for i in range(N):
            B[i] = A[i] + 1

    @R.function
    def main(x: R.Tensor((N,), "float32")) -> R.Tensor((N,), "float32"):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.add_one, (x,), out_sinfo=R.Tensor((N,), "float32"))
            R.output(y)
        return y


def test_function() -> None:
    assert isinstance(scale, PrimFunc)
    assert scale.attrs["global_symbol"] == "scale"
    assert [d.script() for d in scale.buffers[0].shape] == ["16", "4"]
    assert scale.span is not None
    assert scale.span.source.name == __file__
    assert scale.span.source.line(scale.span.line).startswith("def scale(")


def test_module() -> None:
    assert isinstance(Module, IRModule)
    assert Module.name == "Module"
    assert list(Module.functions) == ["add_one", "main"]
    assert first_difference(Module, mlcc.parse(Module.script())) is None


def test_closures_give_numbers_and_shapes() -> None:
    def make(width: int, shape: tuple[int, ...], factor: np.float32) -> PrimFunc:
        @other_name.prim_func(private=True)
        def kernel(A: T.Buffer(shape, "float32"), B: other_name.Buffer(shape, "float32")):
            for i, j in T.grid(shape[0], width):
                B[i, j] = A[i, j] * factor

        return kernel

    kernel = make(8, (2, 8), np.float32(0.5))
    assert "global_symbol" not in kernel.attrs
    assert [d.script() for d in kernel.buffers[0].shape] == ["2", "8"]
    assert "T.grid(2, 8)" in kernel.script()
    assert "T.float32(0.5)" in kernel.script()


def test_graph_function_alone() -> None:
    @R.function(pure=False)
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        y = R.reshape(x, R.shape([n * 4]))
        return (y, x)

    assert isinstance(main, GraphFunction)
    assert main.is_pure is False


def test_errors_point_into_the_file() -> None:
    with pytest.raises(MlccError) as caught:

        @ir_module
        class Bad:
            @T.prim_func
            def f(A: T.Buffer((N,), "float32")):
                A[0] = T.expp(A[1])

    span = caught.value.span
    assert span is not None
    assert span.source.name == __file__
    assert span.text == "T.expp"
    assert linecache.getline(__file__, span.line).strip() == "A[0] = T.expp(A[1])"


def test_a_source_that_cannot_be_found() -> None:
    scope = {"T": T}
    with pytest.raises(MlccError) as caught:
        exec("@T.prim_func\ndef f(A: T.Buffer((4,))):\n    pass\n", scope)
    assert caught.value.code == "P131"


def test_annotations_evaluate_to_placeholders() -> None:
    for item in (T.Buffer((1,), "float32"), T.Buffer[(1, 2), "float32"], T.Ptr[T.float32], T.int32, R.Tensor("int8")):
        assert repr(item)
    assert repr(T.axis.spatial(4, 2) + 1 * T.int64(3)).startswith("T.")
    with pytest.raises(AttributeError):
        T.__path_of_nothing__  # noqa: B018


def test_decorated_programs_are_verified() -> None:
    """A loop of 127 under an axis of 128 is refused where it is written; TVM's option turns that off."""
    with pytest.raises(MlccError) as caught:

        @T.prim_func
        def short(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
            for i in range(127):
                with T.block("B"):
                    vi = T.axis.spatial(128, i)
                    B[vi] = A[vi]

    assert caught.value.code == "V022"

    @T.prim_func(check_well_formed=False)
    def unchecked(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for i in range(127):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi]

    assert unchecked.params
