"""Groups of calls as functions: equal ones are one function."""

from __future__ import annotations

from typing import Any

from mlcc.ir import VarBinding
from mlcc.relax.transform.group_functions import Groups, make_group

from .graphs import Ops, graph


def bindings(body: Any) -> tuple[list[VarBinding], Any]:
    module = graph(body, x=(4, 5))
    return [b for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)], module


def test_equal_groups_share_a_function() -> None:
    calls, module = bindings(lambda o, x: o.exp(o.negative(o.exp(o.negative(x)))))
    state = Groups(module)
    made = [make_group(calls[n : n + 2], calls[n + 1].var, "exp") for n in (0, 2)]
    names = {state.add(group).name for group, _ in made}
    assert len(names) == len(state.functions) == 1
    assert [args[0] for _, args in made] == [module.graph_funcs["main"].params[0], calls[1].var]


def test_a_number_is_part_of_its_group() -> None:
    def body(o: Ops, x: Any) -> Any:
        return o.multiply(o.add(x, 2.0), x)

    calls, _ = bindings(body)
    group, args = make_group(calls[:2], calls[1].var, "multiply")
    assert len(group.params) == len(args) == 1
