"""Which bindings use the value of a variable, and what it is bound to."""

from __future__ import annotations

from collections import defaultdict

from mlcc.ir import GraphExpr, GraphFunction, GraphVar, VarBinding, walk

Users = dict[GraphVar, list[VarBinding | None]]


def users_of(func: GraphFunction) -> Users:
    """The bindings that use each variable; None stands for a use outside of dataflow blocks, in casts and results."""
    users: Users = defaultdict(list)
    for block in func.body.blocks:
        for binding in block.bindings:
            user = binding if isinstance(binding, VarBinding) and block.is_dataflow else None
            for var in dict.fromkeys(n for n in walk(binding) if isinstance(n, GraphVar)):
                if var is not binding.var:
                    users[var].append(user)
    for node in walk(func.body.body):
        if isinstance(node, GraphVar):
            users[node].append(None)
    return users


def values_of(func: GraphFunction) -> dict[GraphVar, GraphExpr]:
    """What each variable of a function is bound to, in branches too."""
    return {node.var: node.value for node in walk(func) if isinstance(node, VarBinding)}
