"""How programs come in: notebook cells, lone functions, wrong programs, and texts whose constants are left out."""

from __future__ import annotations

import linecache
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax, te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import GraphCall, GraphFunction, structural_equal

CELL = '''
from mlcc.script import ir as I, tir as T
{before}
@I.ir_module
class Module:
    """A module in a cell."""

    @T.prim_func
    def scale(A: T.Buffer(({n},), "float32"), B: T.Buffer(({n},), "float32")):
        for i in range({n}):
            with T.block("B"):
                vi = T.axis.spatial({n}, i)
                B[vi] = A[vi] * T.float32(2)

after = 3
'''


def _run_cell(number: int, text: str, names: dict[str, Any]) -> None:
    """As IPython does: compiled under a name that is no file, and the lines put where tracebacks find them."""
    name = f"<ipython-input-{number}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), names)


def test_classes_of_notebook_cells_are_found() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    _run_cell(1, CELL.format(n=4, before=""), names)
    first = names["Module"]
    _run_cell(2, CELL.format(n=6, before="import math\n\n"), names)
    second = names["Module"]
    x = np.arange(6, dtype=np.float32)
    np.testing.assert_array_equal(mlcc.build(second)(x), 2 * x)
    np.testing.assert_array_equal(mlcc.build(first)(x[:4]), 2 * x[:4])


def test_two_classes_of_one_name_in_a_file_are_two_modules() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    text = CELL.format(n=4, before="") + "\nfirst = Module\n" + CELL.format(n=8, before="")
    _run_cell(3, text, names)
    assert [names[k]["scale"].buffers[0].shape[0].value for k in ("first", "Module")] == [4, 8]


def test_a_real_notebook(tmp_path: Any) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    book = nbformat.v4.new_notebook()
    run = "import numpy as np, mlcc\nprint(mlcc.build(Module)(np.ones(4, 'float32')).sum())"
    book.cells = [nbformat.v4.new_code_cell(text) for text in (CELL.format(n=4, before=""), run)]
    done = nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert done.cells[1].outputs[0].text.strip() == "8.0"


def test_a_lone_graph_function_may_call_what_a_module_will_have() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    _run_cell(4, '''
from mlcc.script import relax as R
linear = None

@R.function
def main(x: R.Tensor((4,), "float32")):
    with R.dataflow():
        out = R.call_tir(linear, (x,), out_sinfo=R.Tensor((4,), "float32"))
        R.output(out)
    return out
''', names)  # fmt: skip
    func = names["main"]
    assert isinstance(func, GraphFunction)
    call = func.bindings()[0].value
    assert isinstance(call, GraphCall)
    assert call.args[0].name == "linear"  # type: ignore[attr-defined]
    with pytest.raises(MlccError, match="P120"):
        _run_cell(5, '''
from mlcc.script import relax as R

@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.call_tir(nothing, (x,), out_sinfo=R.Tensor((4,), "float32"))
    return y
''', names)  # fmt: skip


WRONG = """
@I.ir_module
class Wrong:
    @T.prim_func
    def f(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32")):
        for i in range(127):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = T.max(A[vi], T.float32(0))
"""


def test_an_axis_of_128_on_a_loop_of_127_is_refused_wherever_it_comes_in() -> None:
    unchecked = mlcc.script.parse_module(WRONG)
    for use in (lambda: mlcc.parse(WRONG), lambda: mlcc.Schedule(unchecked), lambda: mlcc.build(unchecked)):
        with pytest.raises(MlccError, match=r"(?s)V022.*extent 128.*extent 127") as caught:
            use()
        assert len(caught.value.diagnostic.labels) == 2
    with pytest.raises(MlccError, match="V022"):
        _run_cell(6, "from mlcc.script import ir as I, tir as T\n" + WRONG, {"__name__": "__main__"})
    assert mlcc.Schedule(unchecked, enable_check=False).mod is unchecked


def test_an_effect_in_a_dataflow_block_is_refused_when_the_module_is_read() -> None:
    text = """
@I.ir_module
class M:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            y = R.call_packed("env.f", x, sinfo_args=R.Tensor((4,), "float32"))
            R.output(y)
        return y
"""
    with pytest.raises(MlccError, match="V065"):
        mlcc.parse(text)


def _weighted(n: int) -> mlcc.IRModule:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, n), "float32"))
    weight = np.random.default_rng(n).random((n, n), np.float32)
    with bb.function("main", [x]):
        with bb.dataflow():
            out = bb.emit_output(relax.op.matmul(x, relax.const(weight)))
        bb.emit_func_output(out)
    return bb.get()


def test_large_constants_are_named_and_found_again_in_this_process() -> None:
    small, large = _weighted(8), _weighted(256)
    assert "load_json" in small.script()
    text = large.script()
    assert len(text) < 1000
    assert 'metadata["relax.expr.Constant"][0]' in text
    assert structural_equal(mlcc.parse(text), large)
    whole = large.script(show_meta=True)
    assert structural_equal(mlcc.parse(whole), large)
    assert len(whole) > 256 * 256 * 4
    unknown = text[:-4] + "0000"
    with pytest.raises(MlccError, match="P107.*not in this process"):
        mlcc.parse(unknown)


def test_the_functions_result_may_be_a_variable_that_was_output_under_another_name() -> None:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    with bb.function("main"):
        with bb.dataflow():
            inner = bb.emit_te(topi.nn.relu, x)
            bb.emit_output(inner)
        bb.emit_func_output(inner, [x])
    values = np.array([-1, 0, 1, 2], np.float32)
    np.testing.assert_array_equal(mlcc.build(bb.get())(values), np.maximum(values, 0))


def test_several_results_that_were_output() -> None:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            a = bb.emit_te(topi.negative, x)
            b = bb.emit_te(lambda t: te.compute(t.shape, lambda i: t[i] + 1.0), x, primfunc_name_hint="one_more")
            for item in (a, b):
                bb.emit_output(item)
        bb.emit_func_output((b, a))
    values = np.arange(4, dtype=np.float32)
    more, less = mlcc.build(bb.get())(values)
    np.testing.assert_array_equal(more, values + 1)
    np.testing.assert_array_equal(less, -values)
