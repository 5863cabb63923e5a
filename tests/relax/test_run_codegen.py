"""Calls of functions that a generator gives; most of it is tested with the patterns that mark them."""

from __future__ import annotations

from mlcc.ir import script
from mlcc.relax.transform import RunCodegen
from mlcc.script import parse_module

from .graphs import CALLS, graph, operators


def test_a_module_without_marked_functions_stays() -> None:
    module = parse_module(CALLS)
    assert set(RunCodegen()(module).functions) == set(module.functions)


def test_a_registered_function_may_return_c_text() -> None:
    """TVM's way to register a generator, with the results of `mlcc.extern`."""
    from mlcc.extern import CSource
    from mlcc.ir import EXTERNAL
    from mlcc.registered import REGISTERED
    from mlcc.relax.dpl import is_op, wildcard
    from mlcc.relax.transform import FuseOpsByPattern

    module = graph(lambda o, x: o.nn_relu(o.exp(x)), x=(2, 3))
    pattern = FuseOpsByPattern([("own.exp", is_op("relax.exp")(wildcard()))], annotate_codegen=True)
    REGISTERED["relax.ext.own"] = lambda functions, options, constants: [CSource("text", "f") for _ in functions]
    try:
        made = RunCodegen(prefix="mlcc")(pattern(module))
    finally:
        del REGISTERED["relax.ext.own"]
    (program,) = made.prim_funcs.values()
    assert program.attrs[EXTERNAL] == {"symbol": "f", "linked": "mlcc_f", "c": "text", "flags": []}
    assert operators(made) == ["call_tir", "nn.relu"]
    assert parse_module(script(made)).prim_funcs["fused_own_exp"].attrs[EXTERNAL] == program.attrs[EXTERNAL]
