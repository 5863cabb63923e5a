"""Groups that differ only in scalar constants share a kernel: the scalars become arguments.

Each layer of a quantised model has its own scale, and would need its own kernel::

    R.multiply(x, R.const(0.0123))     group(x, s): R.multiply(x, s)
    R.multiply(x, R.const(0.0456))     group(x, R.const(0.0123)); group(x, R.const(0.0456))

Scalars that are equal in all groups of one form stay in the kernel, where they may be folded.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphTuple, GraphVar, VarBinding, update

from .legalize import group_key, is_scale


class SharedGroups:
    """Determines which scalars of groups become arguments: those that differ among the groups of one form."""

    def __init__(self, groups: Iterable[GraphFunction]) -> None:
        first: dict[str, list[bytes]] = {}
        self.varying: dict[str, set[int]] = {}
        for group in groups:
            form, numbers = _form(group)
            reference = first.setdefault(form, numbers)
            differing = {n for n, (a, b) in enumerate(zip(reference, numbers, strict=True)) if a != b}
            self.varying.setdefault(form, set()).update(differing)

    def lifted(self, group: GraphFunction) -> tuple[GraphFunction, tuple[Constant, ...]]:
        """The group with parameters in place of the differing scalars, and the scalars as arguments."""
        varying = self.varying.get(_form(group)[0], set())
        if not varying:
            return group, ()
        params: list[GraphVar] = []
        numbers: list[Constant] = []
        position = 0

        def visit(expr: GraphExpr) -> GraphExpr:
            nonlocal position
            match expr:
                case GraphTuple():
                    return update(expr, fields=tuple(visit(f) for f in expr.fields))
                case GraphCall():
                    return update(expr, args=tuple(visit(a) for a in expr.args))
                case Constant() if is_scale(expr):
                    position += 1
                    if position - 1 in varying:
                        params.append(GraphVar(f"s{len(params)}", expr.sinfo))
                        numbers.append(expr)
                        return params[-1]
            return expr

        blocks = tuple(
            update(
                block,
                bindings=tuple(update(b, value=visit(b.value)) for b in block.bindings if isinstance(b, VarBinding)),
            )
            for block in group.body.blocks
        )
        body = update(group.body, blocks=blocks, body=visit(group.body.body))
        return update(group, params=(*group.params, *params), body=body), tuple(numbers)


def _form(group: GraphFunction) -> tuple[str, list[bytes]]:
    numbers: list[Constant] = []
    form, _ = group_key(group, numbers)
    return form, [n.data.tobytes() for n in numbers]
