"""The base of passes: names, options for a target, functions and branches, passes in a row."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, VarBinding, update
from mlcc.relax.rewrite import Emitter, rewrite
from mlcc.relax.transform import (
    PASSES,
    ConvertToDataflow,
    EliminateCommonSubexpr,
    FunctionPass,
    FuseOps,
    Normalize,
    Pass,
    Sequential,
)
from mlcc.script import parse_module
from mlcc.target import Target

from .graphs import graph


def test_sequential_tells_after_each_pass() -> None:
    seen: list[str] = []
    passes = Sequential((EliminateCommonSubexpr(), FuseOps()), after=lambda p, m: seen.append(p.name))
    module = passes(graph(lambda o, x: o.exp(o.negative(x)), x=(4,)))
    assert seen == ["EliminateCommonSubexpr", "FuseOps"]
    assert isinstance(module.graph_funcs["main"].bindings()[0], VarBinding)


@dataclass(frozen=True)
class Renamed(FunctionPass):
    """Calls every operator `to`."""

    to: str = "exp"

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            return update(value, op=Op(self.to)) if isinstance(value, GraphCall) else None

        return rewrite(func, rule, module)


def test_names_and_options() -> None:
    assert Renamed.name == "Renamed"
    assert set(PASSES) >= {"FuseOps", "FoldConstant", "Normalize"}
    assert all(name == item.name == item.__name__ for name, item in PASSES.items())
    assert Renamed() == Renamed(to="exp") != Renamed(to="sqrt")


def test_options_of_a_target() -> None:
    target = Target.parse("llvm -mcpu=haswell")
    for item in PASSES.values():
        if any(field.default is MISSING and field.default_factory is MISSING for field in fields(item)):
            continue  # a pass that says nothing without its options, which a target does not know
        result = item.for_target(target)
        assert isinstance(result, Pass)
        if "costs" in {field.name for field in fields(result)}:
            assert vars(result)["costs"] == target.costs


BRANCHES = """
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
    if c:
        r = R.negative(x)
    else:
        s = R.negative(x)
        r = R.negative(s)
    return r
"""


def test_branches_are_functions_too() -> None:
    module = Renamed()(ConvertToDataflow()(Normalize()(parse_module(BRANCHES))))
    assert module.script().count("R.exp") == 3
    assert "R.negative" not in module.script()


def test_fused_groups_are_not_rewritten() -> None:
    fused = FuseOps()(graph(lambda o, x: o.exp(o.negative(x)), x=(4,)))
    (group,) = [name for name in fused.graph_funcs if name != "main"]
    assert Renamed("sqrt")(fused)[group] is fused[group]


def test_what_changes_nothing_gives_the_module() -> None:
    @dataclass(frozen=True)
    class Nothing(FunctionPass):
        def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
            return func

    module = graph(lambda o, x: o.exp(x), x=(4,))
    assert Nothing()(module) is module
    assert Sequential(())(module) is module
