"""Which parameters are outputs, and shapes as the runtime writes them."""

from __future__ import annotations

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver.describe import buffer_roles, dim_text, function_spec, symbol_names
from mlcc.driver.specialize import specialize
from mlcc.ir import IRModule, PrimFunc, Var, as_int, call, const, maximum, script
from mlcc.reserved_words import ANY
from mlcc.runtime.dims import parse_dim
from mlcc.script import parse_module

MATMUL = """
@T.prim_func
def f(A: T.Buffer(("n", 8), "float32"), B: T.Buffer((8, "m"), "float32"), C: T.Buffer(("n", "m"), "float32")):
    n = T.int64()
    m = T.int64()
    for i, j, k in T.grid(n, m, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
IN_PLACE = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = A[vi] + B[vi]
"""
CHAIN = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(8):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = B[vi] * T.float32(2)
"""


def program(text: str) -> PrimFunc:
    (func,) = parse_module(text).prim_funcs.values()
    return func


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        (MATMUL, {"A": "input", "B": "input", "C": "output"}),
        (IN_PLACE, {"A": "inout", "B": "input"}),
        (CHAIN, {"A": "input", "B": "output", "C": "output"}),
    ],
)
def test_roles_follow_the_accesses(text: str, roles: dict[str, str]) -> None:
    assert {buffer.name: role for buffer, role in buffer_roles(program(text)).items()} == roles


def test_num_input_decides_where_it_stands() -> None:
    func = program(CHAIN).with_attr("num_input", 2)
    assert list(buffer_roles(func).values()) == ["input", "input", "output"]


def test_spec_of_a_symbolic_program() -> None:
    func = program(MATMUL)
    spec = function_spec("f", func, func, buffer_roles(func), {})
    assert [param.shape for param in spec.params] == [("n", 8), (8, "m"), ("n", "m")]
    assert spec.symbols == ("n", "m")
    assert [param.name for param in spec.outputs] == ["C"]


def test_extents_are_python_expressions() -> None:
    from mlcc.runtime import evaluate_dim

    n = Var("n", "int64")
    names = {n: "n"}
    for expr, size in [
        (n * 2 + 1, 11),
        ((n + 3) // 4, 2),
        (maximum(n - 7, 0), 0),
        (call("if_then_else", n < 3, const(1, "int64"), n), 5),
    ]:
        assert evaluate_dim(dim_text(expr, names), {"n": 5}) == size
    with pytest.raises(MlccError) as caught:
        dim_text(call("popcount", n), names)
    assert caught.value.code == "D170"


def test_equal_hints_get_names_of_their_own() -> None:
    func = program(MATMUL)
    n, m = func.symbolic_vars()
    object.__setattr__(m, "name", "n")
    assert list(symbol_names(func).values())[-2:] == ["n", "n_1"]


@pytest.mark.parametrize(
    ("hints", "names"), [(("None", "class"), ("None_", "class_")), (("größe", "länge"), ("dim", "dim_1"))]
)
def test_sizes_have_names_that_every_language_accepts(hints: tuple[str, str], names: tuple[str, str]) -> None:
    """Exporters call dimensions `None`; extents are in Python's spelling, and C has the sizes as parameters."""
    func = program(MATMUL)
    for var, hint in zip(func.symbolic_vars(), hints, strict=True):
        object.__setattr__(var, "name", hint)
    assert tuple(symbol_names(func).values())[-2:] == names
    spec = function_spec("f", func, func, buffer_roles(func), {})
    assert spec.symbols == names
    assert parse_dim(spec.params[0].shape[0]).value
    assert not set(names) & ANY


def test_shapes_make_dimensions_concrete() -> None:
    module = parse_module(MATMUL)
    for shapes in ({"A": (4, 8), "m": (3,)}, {"n": (4,), "C": (4, 3)}):
        func = program(script(specialize(module, shapes)))
        assert not func.symbolic_vars()
        assert [[as_int(d) for d in buffer.shape] for buffer in func.buffers] == [[4, 8], [8, 3], [4, 3]]
    assert specialize(module, {"A": (4, 8), "m": (3,)}).prim_funcs["f"].buffers
    assert isinstance(module, IRModule)
    assert len(program(MATMUL).symbolic_vars()) == 2


def test_graph_functions_are_made_concrete() -> None:
    module = parse_module(
        "@I.ir_module\nclass Module:\n    @R.function\n"
        '    def main(x: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n", 4), "float32"):\n'
        "        with R.dataflow():\n            y = R.nn.relu(x)\n            R.output(y)\n        return y\n"
    )
    text = script(specialize(module, {"x": (3, 4)}))
    assert '"n"' not in text
    assert "R.Tensor((3, 4)" in text


@pytest.mark.parametrize(
    ("shapes", "code"),
    [
        ({"Z": (1,)}, "D172"),
        ({"A": (4,)}, "D173"),
        ({"A": (4, 9)}, "D173"),
        ({"A": (4, 8), "n": (5,)}, "D173"),
        ({"A": (4, 8), "C": (5, 3)}, "D173"),
    ],
)
def test_contradictions_are_coded(shapes: dict[str, tuple[int, ...]], code: str) -> None:
    with pytest.raises(MlccError) as caught:
        specialize(parse_module(MATMUL), shapes)
    assert caught.value.code == code
