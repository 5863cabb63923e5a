"""Several patterns at once: a graph of values, each an operand of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mlcc.ir import BindingBlock, GraphCall, GraphExpr, GraphTuple, GraphVar, VarBinding, walk

from ..infer import CALL_FORMS
from ..operators import are_same, dimensions, operator_name
from .edges import OPEN, Constraints, Edge
from .pattern import Bound, CallPattern, DFPattern, Matcher

#: By pattern, the variable that it matched.
Matching = dict[DFPattern, GraphVar]


class PatternContext:
    """Patterns of which all are to match, each a value of one dataflow block.

        with PatternContext() as ctx:
            x, a, b = wildcard(), wildcard(), wildcard()
            left, right = is_op("relax.matmul")(x, a), is_op("relax.matmul")(x, b)
            left.used_by(is_op("relax.add")(wildcard(), right))

    In the ``with`` statement ``p.used_by(q)`` (``p ^ q``) and ``p.only_used_by(q)`` (``p >> q``) state edges, and the
    operands of a call are edges by themselves. With `incremental` a context begins with what the one around it was
    told.
    """

    def __init__(self, incremental: bool = False) -> None:
        around = OPEN.get()
        outer = around[-1] if incremental and around else Constraints()
        self.constraints = replace(outer, edges=[*outer.edges], equal_shapes=[*outer.equal_shapes])

    def __enter__(self) -> PatternContext:
        OPEN.set((*OPEN.get(), self.constraints))
        return self

    def __exit__(self, *_: object) -> None:
        OPEN.set(OPEN.get()[:-1])

    def match_dfb(self, dfb: BindingBlock) -> Matching | None:
        """The variable of each pattern in a dataflow block, or None if not all of them match. A value that leaves the
        block is used outside."""
        bound = {b.var: b.value for b in dfb.bindings if isinstance(b, VarBinding)}
        return Search(self.constraints, dfb, bound).first()


class Search:
    """One search for a graph of patterns among the bindings of a block. `bound` is what variables are bound to, in
    blocks before it too; values that no other pattern uses are looked for among `ends` only, by default all."""

    def __init__(
        self, constraints: Constraints, block: BindingBlock, bound: Bound, ends: set[GraphVar] | None = None
    ) -> None:
        self.edges, self.equal_shapes = constraints.edges, constraints.equal_shapes
        self.nodes = constraints.patterns()
        self.bound = bound
        self.vars = [b.var for b in block.bindings]
        self.ends = self.vars if ends is None else [var for var in self.vars if var in ends]
        self.users: dict[GraphVar, list[GraphVar]] = {}
        for binding in block.bindings:
            for var in dict.fromkeys(n for n in walk(binding.value) if isinstance(n, GraphVar)):
                self.users.setdefault(var, []).append(binding.var)
        producers = {edge.producer for edge in self.edges}
        self.sinks = [node for node in self.nodes if node not in producers]

    def first(self) -> Matching | None:
        """The first match in the order of the bindings."""
        return next(self.all(), None)

    def all(self) -> Iterator[Matching]:
        """All matches in the order of the bindings."""
        for matcher in self.matches(Matcher(self.bound)) if self.nodes else ():
            yield {p: v for p, v in matcher.found.items() if isinstance(v, GraphVar)}

    def matches(self, matcher: Matcher) -> Iterator[Matcher]:
        """Every way in which the patterns that are left can match."""
        if not self.may_hold(matcher.found):
            return
        node = self.next_node(matcher.found)
        if node is None:
            yield matcher
            return
        for var in self.candidates(node, matcher.found):
            attempt = Matcher(self.bound)
            attempt.found = dict(matcher.found)
            if attempt.match(node, var):
                yield from self.matches(attempt)

    def next_node(self, found: Mapping[DFPattern, GraphExpr]) -> DFPattern | None:
        """A pattern without a value: beside one that has a value if there is such, else one that no other uses."""
        left = [node for node in self.nodes if node not in found]
        near = (e.producer for e in self.edges if e.consumer in found and e.producer not in found)
        return next(near, next((n for n in self.sinks if n in left), left[0] if left else None))

    def candidates(self, node: DFPattern, found: Mapping[DFPattern, GraphExpr]) -> list[GraphVar]:
        """The variables that a pattern may be, by the edges to those that have a value."""
        options = self.ends if node in self.sinks else list(dict.fromkeys([*self.vars, *self.users]))
        for edge in self.edges:
            if edge.producer is node and edge.consumer in found:
                options = [var for var in options if self.is_operand(var, found[edge.consumer], edge.index)]
            elif edge.consumer is node and isinstance(source := found.get(edge.producer), GraphVar):
                options = [var for var in options if var in self.users.get(source, ())]
        return options

    def is_operand(self, var: GraphVar, user: GraphExpr, index: int) -> bool:
        """Whether a variable is operand `index` of a value, or any."""
        value = self.bound.get(user, user) if isinstance(user, GraphVar) else user
        operands: list[GraphExpr] = [n for n in walk(value) if isinstance(n, GraphVar)]
        if index >= 0 and isinstance(value, GraphCall):
            args = value.args
            if operator_name(value) in CALL_FORMS and len(args) > 1 and isinstance(args[1], GraphTuple):
                args = args[1].fields
            operands = list(args[index : index + 1])
        return any(one is var for one in operands)

    def may_hold(self, found: Mapping[DFPattern, GraphExpr]) -> bool:
        """Whether what is matched so far agrees with every constraint that it decides."""
        calls = [v for p, v in found.items() if isinstance(p, CallPattern) and isinstance(v, GraphVar)]
        if len(calls) != len(set(calls)):
            return False
        for group in self.equal_shapes:
            shapes = [dimensions(found[p]) for p in group if p in found]
            if not all(are_same(shapes[0], shape) for shape in shapes[1:]):
                return False
        return all(self.edge_holds(edge, found) for edge in self.edges)

    def edge_holds(self, edge: Edge, found: Mapping[DFPattern, GraphExpr]) -> bool:
        producer, consumer = found.get(edge.producer), found.get(edge.consumer)
        if not isinstance(producer, GraphVar) or consumer is None:
            return True
        if not self.is_operand(producer, consumer, edge.index):
            return False
        beside = [found.get(e.consumer) for e in self.edges if e.producer is edge.producer]
        if not edge.only or None in beside:
            return True
        return producer.is_dataflow and all(user in beside for user in self.users.get(producer, ()))
