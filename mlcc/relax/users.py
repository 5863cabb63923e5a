"""Which bindings use the value of a variable."""

from __future__ import annotations

from collections import defaultdict

from mlcc.ir import GraphFunction, GraphVar, VarBinding, walk

Users = dict[GraphVar, list[VarBinding | None]]


def users_of(func: GraphFunction) -> Users:
    """The bindings that use each variable; None stands for a use that is no argument of a call in a dataflow block."""
    found: Users = defaultdict(list)
    for block in func.body.blocks:
        for binding in block.bindings:
            known = binding if isinstance(binding, VarBinding) and block.is_dataflow else None
            for var in dict.fromkeys(n for n in walk(binding) if isinstance(n, GraphVar)):
                if var is not binding.var:
                    found[var].append(known)
    for node in walk(func.body.body):
        if isinstance(node, GraphVar):
            found[node].append(None)
    return found
