"""Bindings in another form or order: without aliases, outside of dataflow blocks, sorted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    MatchCast,
    TupleGetItem,
    VarBinding,
    structural_equal,
    update,
    walk,
)  # fmt: skip

from ..rewrite import rename, with_vars
from .pass_ import FunctionPass


@dataclass(frozen=True)
class CanonicalizeBindings(FunctionPass):
    """Use a value itself in place of another name for it: after ``y = x``, after a field of a tuple that is written
    out, after a cast that states what is known. A dataflow value that only serves as an output becomes the output."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        env: dict[GraphVar, GraphExpr] = {}
        tuples: dict[GraphVar, GraphTuple] = {}
        blocks = []
        for block in func.body.blocks:
            bindings: list[Binding] = []
            for old in block.bindings:
                binding = rename(old, env)
                alias = _alias(binding, tuples)
                if isinstance(binding.value, GraphTuple):
                    tuples[binding.var] = binding.value
                if alias is None or (isinstance(alias, GraphVar) and alias.is_dataflow and not binding.var.is_dataflow):
                    bindings.append(binding)
                else:
                    env[old.var] = alias
            blocks.append(_with_outputs(update(block, bindings=tuple(bindings))) if block.is_dataflow else
                          update(block, bindings=tuple(bindings)))  # fmt: skip
        body = rename(func.body.body, env)
        return update(func, body=update(func.body, blocks=tuple(b for b in blocks if b.bindings), body=body))


def _alias(binding: Binding, tuples: dict[GraphVar, GraphTuple]) -> GraphExpr | None:
    """The value for which a binding is only another name."""
    value = binding.value
    if isinstance(binding, MatchCast):
        known = value.sinfo is not None and structural_equal(value.sinfo, binding.sinfo)
        return value if known and isinstance(value, GraphVar) else None
    if isinstance(value, GraphVar):
        return value
    if isinstance(value, TupleGetItem) and isinstance(value.value, GraphVar) and value.value in tuples:
        return tuples[value.value].fields[value.index]
    return None


def _with_outputs(block: BindingBlock) -> BindingBlock:
    """A dataflow block in which values that are only given another name as an output are that output."""
    users: dict[GraphVar, list[Binding]] = {}
    for binding in block.bindings:
        for var in {v for v in walk(binding.value) if isinstance(v, GraphVar)}:
            users.setdefault(var, []).append(binding)
    env: dict[GraphVar, GraphVar] = {}
    gone: set[GraphVar] = set()
    for binding in block.bindings:
        value = binding.value
        plain = isinstance(binding, VarBinding) and isinstance(value, GraphVar) and value.is_dataflow
        if plain and not binding.var.is_dataflow and users[value] == [binding] and value not in env:  # type: ignore[index]
            env[value] = binding.var  # type: ignore[index]
            gone.add(binding.var)
    made = [with_vars(b, env) for b in block.bindings if b.var not in gone]
    return update(block, bindings=tuple(made)) if env else block


@dataclass(frozen=True)
class ToNonDataflow(FunctionPass):
    """Make ordinary blocks of dataflow blocks, and ordinary variables of those that only such a block sees."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        local = [b.var for b in func.bindings() if b.var.is_dataflow]
        env: dict[GraphVar, GraphVar] = {v: GraphVar(v.name, v.sinfo, span=v.span) for v in local}
        blocks = tuple(
            replace(block, bindings=tuple(with_vars(b, env) for b in block.bindings),
                    is_dataflow=False)
            for block in func.body.blocks
        )  # fmt: skip
        return update(func, body=update(func.body, blocks=blocks, body=rename(func.body.body, env)))


@dataclass(frozen=True)
class TopologicalSort(FunctionPass):
    """Sort the bindings of each dataflow block, so that each stands after what it uses.

    `order` "depth-first" places a value beside those that it needs, "breadth-first" by its distance from the inputs.
    `direction` "from-inputs" begins with what can be computed first, "from-outputs" with what the last values need.
    Raises T141 for another order or direction.
    """

    order: str = "depth-first"
    direction: str = "from-inputs"

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        for value, known in ((self.order, ("depth-first", "breadth-first")),
                             (self.direction, ("from-inputs", "from-outputs"))):  # fmt: skip
            if value not in known:
                raise MlccError("T141", f"bindings are not sorted `{value}`", help=f"it is {known[0]} or {known[1]}")
        blocks = tuple(update(b, bindings=self._sorted(b.bindings)) if b.is_dataflow else b for b in func.body.blocks)
        return update(func, body=update(func.body, blocks=blocks))

    def _sorted(self, bindings: Sequence[Binding]) -> tuple[Binding, ...]:
        by_var = {b.var: b for b in bindings}
        needs = {b.var: [v for v in dict.fromkeys(_uses(b)) if v in by_var] for b in bindings}
        users: dict[GraphVar, list[GraphVar]] = {var: [] for var in by_var}
        for var, sources in needs.items():
            for source in sources:
                users[source].append(var)
        forward = self.direction == "from-inputs"
        before, after = (needs, users) if forward else (users, needs)
        todo = [var for var in by_var if not before[var]]
        deep = self.order == "depth-first"
        if deep and forward:
            todo.reverse()
        done: dict[GraphVar, None] = {}
        while todo:
            var = todo.pop(-1 if deep else 0)
            done[var] = None
            ready = [v for v in after[var] if v not in done and v not in todo and all(s in done for s in before[v])]
            todo += reversed(ready) if deep and forward else ready
        order = list(done) if forward else list(reversed(done))
        return tuple(by_var[var] for var in order)


def _uses(binding: Binding) -> list[GraphVar]:
    return [v for v in walk(binding) if isinstance(v, GraphVar)]
