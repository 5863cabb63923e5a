"""Rewriting graph functions where patterns match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    GraphExpr,
    GraphFunction,
    GraphVar,
    TensorStructInfo,
    VarBinding,
    structural_equal,
    update,
)

from ..infer import infer
from ..operators import are_same
from ..rewrite import Emitter, flattened, graph_vars, map_branches, normalize, rewrite
from ..users import values_of
from .context import Matching, PatternContext, Search
from .pattern import DFPattern, Matched

CallRewriter = Callable[[GraphExpr, Matched], "GraphExpr | None"]
BindingsRewriter = Callable[[Matching, dict[GraphVar, GraphExpr]], Mapping[GraphVar, GraphExpr]]


def rewrite_call(pattern: DFPattern, rewriter: CallRewriter, func: GraphFunction) -> GraphFunction:
    """The function with what `rewriter(value, matched)` gives in place of each value that the pattern matches, and
    without what is not used any more. `matched` has the value of each part of the pattern. A rewriter that gives
    `value` or None back leaves it; what it makes is not matched again."""
    from ..analysis import remove_all_unused

    def rewritten(part: GraphFunction) -> GraphFunction:
        bound: dict[GraphVar, GraphExpr] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            new = [*out.bindings, *(b for block in out.blocks[-1:] for b in block.bindings)]
            bound.update((b.var, b.value) for b in new if isinstance(b, VarBinding) and b.var not in bound)
            matched = pattern.extract_matched_expr(value, bound)
            result = value if matched is None else rewriter(value, matched)
            return None if result is None or result is value else flattened(out, result)

        return map_branches(rewrite(part, rule), rewritten)

    return remove_all_unused(rewritten(normalize(func)))


def rewrite_bindings(ctx: PatternContext, rewriter: BindingsRewriter, func: GraphFunction) -> GraphFunction:
    """The function with other values in place of variables of its dataflow blocks, and without what is not used then.

    Wherever all patterns of the context match, `rewriter(matchings, bindings)` is given the variable of each pattern
    and the values of all variables; it returns new values for some of the variables, of the types that these have, or
    none. As long as it does a block is searched again; a match takes at least one variable that was not given a new
    value yet, or was not matched before.
    Raises T142 for a value of another type, one that needs itself, or one for a variable of another block.
    """
    from ..analysis import remove_all_unused

    def rewritten(part: GraphFunction) -> GraphFunction:
        for number, block in enumerate(part.body.blocks):
            if block.is_dataflow:
                new = _searched(ctx, rewriter, part, block)
                blocks = (*part.body.blocks[:number], new, *part.body.blocks[number + 1 :])
                part = update(part, body=update(part.body, blocks=blocks))
        return map_branches(part, rewritten)

    return remove_all_unused(rewritten(normalize(func)))


def _searched(
    ctx: PatternContext, rewriter: BindingsRewriter, func: GraphFunction, block: BindingBlock
) -> BindingBlock:
    names = [v.name for v in (*func.params, *values_of(func))]
    known, ends = values_of(func), {b.var for b in block.bindings}
    while True:
        bound = {**known, **{b.var: b.value for b in block.bindings if isinstance(b, VarBinding)}}
        search = Search(ctx.constraints, block, bound, ends)
        for matching in search.all():
            given = rewriter(matching, bound)
            new = {var: value for var, value in given.items() if value is not bound.get(var)}
            if new:
                break
        else:
            return block
        block = _Replacement(block, new, names).block()
        # Fewer variables may end a match each time: values that match anew are not rewritten for ever.
        ended = {matching[sink] for sink in search.sinks if sink in matching}
        ends -= set(new) if ended & set(new) else ended | set(new)
        names += [b.var.name for b in block.bindings]


class _Replacement:
    """A dataflow block with new values of variables; what these read is computed before them."""

    def __init__(self, block: BindingBlock, new: Mapping[GraphVar, GraphExpr], names: list[str]) -> None:
        self.old, self.new = block, new
        self.by_var = {b.var: b for b in block.bindings}
        self.out = Emitter(names=names)
        self.placed: set[GraphVar] = set()
        self.open: list[GraphVar] = []
        foreign = [var for var in new if var not in self.by_var]
        if foreign:
            raise MlccError("T142", f"a new value of `{foreign[0].name}`, which the dataflow block does not bind",
                            help="return values of variables that the patterns matched")  # fmt: skip

    def block(self) -> BindingBlock:
        for binding in self.old.bindings:
            self.place(binding)
        return update(self.old, bindings=tuple(self.out.bindings))

    def place(self, binding: Binding) -> None:
        """Bind a variable after all that its value reads."""
        var = binding.var
        if var in self.placed:
            return
        if var in self.open:
            raise MlccError("T142", f"the new value of `{var.name}` is computed from `{var.name}` itself",
                            help="compute it from the operands of the matched values")  # fmt: skip
        self.open.append(var)
        value = self.new.get(var, binding.value)
        for source in graph_vars(value):
            if source in self.by_var:
                self.place(self.by_var[source])
        self.open.pop()
        self.placed.add(var)
        self.out.bindings.append(binding if var not in self.new else self.replaced(var, value))

    def replaced(self, var: GraphVar, value: GraphExpr) -> VarBinding:
        value = flattened(self.out, value)
        info = value.sinfo or infer(value)
        if not _is_same_type(info, var.sinfo):
            have, want = ("nothing known" if i is None else i.script() for i in (info, var.sinfo))
            raise MlccError("T142", f"the new value of `{var.name}` is a {have}, and `{var.name}` a {want}",
                            help="return a value of the same type")  # fmt: skip
        return VarBinding(var, value if value.sinfo is not None else update(value, sinfo=info))


def _is_same_type(new: Any, old: Any) -> bool:
    if isinstance(new, TensorStructInfo) and isinstance(old, TensorStructInfo):
        return new.dtype == old.dtype and (old.shape is None or are_same(new.shape, old.shape))
    return new is not None and old is not None and structural_equal(new, old)
