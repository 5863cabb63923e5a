"""Graph functions: types, bindings, calls, branches."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    CallableStructInfo,
    Constant,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IRModule,
    MatchCast,
    ObjectStructInfo,
    Op,
    PrimStructInfo,
    PrimValue,
    ShapeExpr,
    ShapeStructInfo,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    as_int,
)  # fmt: skip
from mlcc.script import parse_module

from .conftest import round_trip


def main(body: str, params: str = 'x: R.Tensor((2, 4), "float32"), y: R.Tensor((2, 4), "float32")') -> GraphFunction:
    """A graph function with the given lines, checked for its round trip."""
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    module = parse_module(f"@R.function\ndef main({params}):\n{lines}\n")
    round_trip(module)
    return module.graph_funcs["main"]


def value(text: str) -> GraphCall:
    result = main(f"z = {text}\nreturn z").bindings()[-1].value
    assert isinstance(result, GraphCall)
    return result


@pytest.mark.parametrize(
    ("text", "kind", "printed"),
    [
        ('R.Tensor((1, 784), "float32")', TensorStructInfo, 'R.Tensor((1, 784), dtype="float32")'),
        ('Tensor((1,), dtype="int8")', TensorStructInfo, 'R.Tensor((1,), dtype="int8")'),
        ('Tensor(None, "float32", ndim = 2)', TensorStructInfo, 'R.Tensor(dtype="float32", ndim=2)'),
        ('R.Tensor("float32")', TensorStructInfo, 'R.Tensor(dtype="float32")'),
        ("R.Tensor", TensorStructInfo, "R.Tensor"),
        ("R.Tensor((2, 3))", TensorStructInfo, "R.Tensor((2, 3))"),
        ("R.Shape([1, 2])", ShapeStructInfo, "R.Shape([1, 2])"),
        ("R.Shape(ndim=3)", ShapeStructInfo, "R.Shape(ndim=3)"),
        ('R.Tuple(R.Tensor((2,), "int8"), R.Any)', TupleStructInfo,
         'R.Tuple(R.Tensor((2,), dtype="int8"), R.Object)'),
        ("R.Tuple([R.Object()])", TupleStructInfo, "R.Tuple(R.Object)"),
        ("R.Any", ObjectStructInfo, "R.Object"),
        ('R.Prim("int64")', PrimStructInfo, 'R.Prim("int64")'),
        ("R.Prim(value=4)", PrimStructInfo, "R.Prim(value=4)"),
        ("R.Callable((R.Tensor,), R.Object, True)", CallableStructInfo, "R.Callable((R.Tensor,), R.Object, True)"),
    ],
)  # fmt: skip
def test_types(text: str, kind: type[StructInfo], printed: str) -> None:
    func = main("return x", f"x: {text}")
    assert isinstance(func.params[0].sinfo, kind)
    assert func.params[0].sinfo.script() == printed


def test_symbolic_dimensions() -> None:
    for params, decl in (
        ('x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n * 2", "m"))', "n = T.int64()\nm = T.int64()\n"),
        ('x: R.Tensor((n, 4), "float32"), y: R.Tensor((n * 2, m))', ""),
    ):
        func = main(f"{decl}z = R.reshape(x, R.shape([n * 4, 1]))\nreturn z", params)
        first, second = func.params[0].sinfo, func.params[1].sinfo
        assert isinstance(first, TensorStructInfo)
        assert first.shape is not None
        assert first.shape[0].dtype == "int64"
        assert isinstance(second, TensorStructInfo)
        assert second.shape is not None
        assert second.shape[0].script() in ("n * T.int64(2)",)


def test_operators_and_attributes() -> None:
    call = value('R.nn.conv2d(x, y, strides=[1, 1], padding=(0, 0), data_layout="NCHW", groups=1, out_dtype=None)')
    assert isinstance(call.op, Op)
    assert call.op.name == "nn.conv2d"
    assert [type(a) for a in call.args] == [GraphVar, GraphVar]
    assert dict(call.attrs) == {
        "strides": [1, 1], "padding": [0, 0], "data_layout": "NCHW", "groups": 1, "out_dtype": None
    }  # fmt: skip


def test_positional_values() -> None:
    call = value('R.op(x, (1, 8), 3, 0.5, "s", None, [x, y], R.prim_value(2), R.str("t"), R.dtype("int8"))')
    kinds = [type(a).__name__ for a in call.args]
    assert kinds == [
        "GraphVar", "ShapeExpr", "PrimValue", "PrimValue", "StringValue", "Op", "GraphTuple", "PrimValue",
        "StringValue", "DTypeValue",
    ]  # fmt: skip
    assert isinstance(call.args[1], ShapeExpr)
    assert isinstance(call.args[2], PrimValue)
    assert isinstance(call.args[4], StringValue)
    assert isinstance(call.args[5], Op)
    assert call.args[5].name == "null_value"


def test_infix_and_nested_calls_are_bound_one_by_one() -> None:
    func = main("z = R.nn.relu(x * 2 + y) - 0.5\nreturn R.exp(-z)")
    names = [b.value.op.name for b in func.bindings() if isinstance(b.value, GraphCall) and isinstance(b.value.op, Op)]
    assert names == ["multiply", "add", "nn.relu", "subtract", "negative", "exp"]
    assert all(
        isinstance(a, (GraphVar, Constant))
        for b in func.bindings()
        if isinstance(b.value, GraphCall)
        for a in b.value.args
    )
    first = func.bindings()[0].value
    assert isinstance(first, GraphCall)
    assert isinstance(first.args[1], Constant)
    assert first.args[1].data.dtype == np.float32


@pytest.mark.parametrize(
    ("text", "dtype", "shape"),
    [("R.const(1)", "int32", ()), ("R.const(0.5)", "float32", ()), ('R.const(3, "int8")', "int8", ()),
     ("R.const([[1, 2], [3, 4]], dtype='int64')", "int64", (2, 2)), ("R.const(True)", "bool", ()),
     ('R.const([1.5, float("inf")], "float16")', "float16", (2,)), ('R.const(-2.5, "bfloat16")', "bfloat16", ())],
)  # fmt: skip
def test_constants(text: str, dtype: str, shape: tuple[int, ...]) -> None:
    func = main(f"z = R.add(x, {text})\nreturn z")
    call = func.bindings()[0].value
    assert isinstance(call, GraphCall)
    const = call.args[1]
    assert isinstance(const, Constant)
    assert isinstance(const.sinfo, TensorStructInfo)
    assert (const.sinfo.dtype, const.data.shape) == (dtype, shape)


def test_call_tir_in_every_form() -> None:
    new = value('R.call_tir("f", (x, y), out_sinfo=R.Tensor((2, 4), dtype="float32"))')
    for text in (
        'R.call_tir("f", (x, y), out_ty=R.Tensor((2, 4), dtype="float32"))',
        'R.call_tir("f", (x, y), R.Tensor((2, 4), dtype="float32"))',
        'R.call_tir("f", (x, y), (2, 4), dtype="float32")',
        'R.call_tir("f", [x, y], R.shape([2, 4]), "float32")',
    ):
        old = value(text)
        assert old.sinfo_args[0].script() == new.sinfo_args[0].script()
    assert isinstance(new.args[0], ExternFunc)
    assert isinstance(new.args[1], GraphTuple)
    several = value('R.call_tir("f", x, [(1,), (2,)], dtype=["int8", "int16"])')
    assert isinstance(several.sinfo_args[0], TupleStructInfo)
    several = value('R.call_tir("f", (), out_sinfo=[R.Tensor((1,), "int8"), R.Tensor((2,), "int16")])')
    assert isinstance(several.sinfo_args[0], TupleStructInfo)
    with_vars = value('R.call_dps_packed("f", (x,), out_sinfo=R.Tensor((2,), "int8"), tir_vars=R.shape([3]))')
    assert isinstance(with_vars.args[2], ShapeExpr)
    inplace = value('R.call_tir_inplace("f", (x,), inplace_indices=[0], out_sinfo=R.Tensor((2,), "int8"))')
    assert inplace.attrs == {"inplace_indices": [0]}


def test_packed_calls() -> None:
    func = main("""
R.print(x, format="{}")
z = R.call_packed("f", x, 3, sinfo_args=R.Tensor((2,), "int8"))
w = R.call_pure_packed("g", z, sinfo_args=(R.Object,))
v = R.builtin.alloc_tensor(R.shape([2]), dtype="float32")
u = R.alloc_tensor((2,), dtype="float32")
return (z, w, v, u)
""")
    calls = [b.value for b in func.bindings()]
    assert isinstance(calls[1], GraphCall)
    assert isinstance(calls[1].op, ExternFunc)
    assert isinstance(calls[2], GraphCall)
    assert isinstance(calls[2].args[0], ExternFunc)
    assert [b.var.name for b in func.bindings()] == ["_", "z", "w", "v", "u"]
    assert func.bindings()[1].var.sinfo is not None
    assert isinstance(func.bindings()[4].var.sinfo, TensorStructInfo)


def test_tuples() -> None:
    func = main("t = (x, y)\nu = t[1]\na, b = R.split(x, sections=2)\nc = R.tuple(a, R.tuple())\nreturn (u, c)")
    kinds = [type(b.value).__name__ for b in func.bindings()]
    assert kinds == ["GraphTuple", "TupleGetItem", "GraphCall", "TupleGetItem", "TupleGetItem", "GraphTuple"]
    assert func.bindings()[1].var.sinfo is not None
    assert isinstance(func.bindings()[3].value, TupleGetItem)
    assert isinstance(func.body.body, GraphTuple)


def test_dataflow_blocks() -> None:
    func = main("""
with R.dataflow():
    a = R.add(x, y)
    b = R.add(a, y)
    R.output(b)
c = R.alloc_tensor((2,), dtype="float32")
with R.dataflow():
    a = R.add(b, c)
    d: R.Tensor((2, 4), "float32") = R.add(a, c)
    R.output(a, d)
return d
""")
    assert [block.is_dataflow for block in func.body.blocks] == [True, False, True]
    assert [b.var.is_dataflow for b in func.bindings()] == [True, False, False, False, False]
    assert func.bindings()[4].var.sinfo is not None


def test_branches() -> None:
    func = main(
        """
if c:
    t = R.add(x, x)
    z = R.multiply(t, x)
else:
    z: R.Tensor((2, 4), "float32") = x
w = R.add(z, x)
return w
""",
        'c: R.Tensor((), "bool"), x: R.Tensor((2, 4), "float32")',
    )
    branch = func.bindings()[0].value
    assert isinstance(branch, GraphIf)
    assert len(branch.true_branch.blocks[0].bindings) == 2
    assert branch.false_branch.blocks == ()
    assert branch.false_branch.body is func.params[1]


def test_match_cast_and_local_functions() -> None:
    func = main(
        """
m = T.int64()
z = R.match_cast(x, R.Tensor((m, 4), "float32"))
@R.function
def inner(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
    b = R.add(a, a)
    return b
w = inner(z)
return w
""",
        'x: R.Tensor("float32", ndim=2)',
    )
    cast, local, call = func.bindings()
    assert isinstance(cast, MatchCast)
    assert isinstance(local.value, GraphFunction)
    assert "global_symbol" not in local.value.attrs
    assert isinstance(call.value, GraphCall)
    assert call.value.op is local.var


def test_functions_of_the_module() -> None:
    module: IRModule = parse_module("""
@I.ir_module
class M:
    @R.function(private=True)
    def other(x: R.Tensor((2,), "float32")):
        R.func_attr({"Primitive": 1})
        return x
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        cls = M
        a = cls.other(x)
        b = M.other(a)
        c = other(b)
        return c
""")
    func = module.graph_funcs["main"]
    assert func.is_pure is False
    assert module.graph_funcs["other"].attrs == {"Primitive": 1}
    for binding in func.bindings():
        assert isinstance(binding.value, GraphCall)
        assert isinstance(binding.value.op, GlobalVar)
    round_trip(module)


def test_bindings_have_places() -> None:
    func = main("z = R.add(x, y)\nreturn z")
    binding = func.bindings()[0]
    assert binding.span is not None
    assert binding.span.text == "z = R.add(x, y)"
    assert binding.value.span is not None
    assert binding.value.span.text == "R.add(x, y)"


LOOP = """
for i, a in R.loop(n, c, (x,), most=8):
    t = R.add(a, y)
    r = (c, t, a)
z = r[0]
return z
"""


LOOP_PARAMS = 'n: R.Tensor((), "int64"), c: R.Tensor((), "bool"), x: R.Tensor((2,)), y: R.Tensor((2,))'


def test_loops() -> None:
    func = main(LOOP, LOOP_PARAMS)
    loop = func.bindings()[0].value
    assert isinstance(loop, GraphLoop)
    assert loop.initial.fields == (func.params[2],)
    assert [p.name for p in loop.params] == ["i", "a"]
    assert loop.params[1].sinfo is func.params[2].sinfo
    assert as_int(loop.most) == 8
    assert len(loop.rows()) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("R.loop(n, c, (x,), most=8)", "range(4)"),
        ("for i, a in", "for i in"),
        ("    r = (c, t, a)\n", "    R.print(t)\n"),
    ],
)
def test_loops_of_another_form_are_refused(old: str, new: str) -> None:
    with pytest.raises(MlccError) as error:
        main(LOOP.replace(old, new), LOOP_PARAMS)
    assert any(d.code == "P127" for d in error.value.diagnostics)
