"""Programs that only reshape become reshapes."""

from __future__ import annotations

from mlcc import relax
from mlcc.relax.transform import LegalizeOps, RewriteDataflowReshape

from .graphs import assert_close, compiled, graph, normal, operators


def test_calls_of_reshaping_programs_are_views() -> None:
    module = graph(lambda o, x: o.exp(o.reshape(x, (4, 6))), x=(2, 12))
    bb = relax.BlockBuilder()
    func = module.graph_funcs["main"]
    with bb.function("main", list(func.params)):
        with bb.dataflow():
            from mlcc import topi

            y = bb.emit_te(topi.reshape, func.params[0], (4, 6))
            z = bb.emit_te(topi.exp, y)
            t = bb.emit_te(topi.transpose, z)
            out = bb.emit_output(t)
        bb.emit_func_output(out)
    programs = bb.get()
    assert operators(programs) == ["call_tir"] * 3
    changed = RewriteDataflowReshape()(programs)
    assert operators(changed) == ["reshape", "call_tir", "call_tir"]
    x = normal(2, 12)
    assert_close(compiled(changed, x), compiled(programs, x))
    assert operators(LegalizeOps()(changed)) == ["reshape", "call_tir", "call_tir"]
