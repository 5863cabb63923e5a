"""Dataflow blocks under TVM's names: a kind of block, and changes of one block by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    GlobalVar,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    VarBinding,
    update,
    walk,
)

from .analysis import all_vars, udchain
from .infer import infer
from .rewrite import Emitter, flattened, rename


class _Dataflow(type):
    def __instancecheck__(cls, item: object) -> bool:
        return isinstance(item, BindingBlock) and item.is_dataflow

    def __call__(cls, bindings: Sequence[Binding], span: Any = None) -> BindingBlock:
        return BindingBlock(tuple(bindings), True, span=span)


class DataflowBlock(metaclass=_Dataflow):
    """What is an instance of it is a `BindingBlock` of pure values; a call makes one of bindings."""


class DataflowBlockRewrite:
    """A dataflow block of a function, to be changed binding by binding.

        change = relax.DataflowBlockRewrite(func.body.blocks[0], func)
        change.add(relax.op.exp(x), "y")
        change.replace_all_uses(old, change.mutated_dfb().bindings[-1].var)
        change.remove_all_unused()
        func = change.mutated_root_fn()

    Raises T142 for a block that is not of the function or no dataflow block, and for what a method says.
    """

    def __init__(self, dfb: BindingBlock, root_fn: GraphFunction) -> None:
        if not dfb.is_dataflow or all(block is not dfb for block in root_fn.body.blocks):
            raise MlccError("T142", "the block is no dataflow block of the function",
                            help="take one of `func.body.blocks`")  # fmt: skip
        self._first, self._block, self._func = root_fn, dfb, root_fn
        self._names = {var.name for var in all_vars(root_fn)}

    def add_binding(self, binding: Binding) -> None:
        """Add a binding behind the others."""
        self._put((*self._block.bindings, binding))
        self._names.add(binding.var.name)

    def add(self, expr: GraphExpr, name: str | None = None, is_dfvar: bool = False) -> None:
        """Bind a value behind the others, to a variable that leaves the block unless `is_dfvar`."""
        hint, count = name or "tmp", 0
        while (label := hint if not count else f"{hint}_{count}") in self._names:
            count += 1
        out = Emitter(names={*self._names, label})
        value = flattened(out, expr)
        for binding in out.bindings:  # calls among the operands
            self.add_binding(binding)
        info = value.sinfo or infer(value)
        whole = value if value.sinfo is not None else update(value, sinfo=info)
        self.add_binding(VarBinding(GraphVar(label, info, is_dfvar), whole))

    def replace_all_uses(self, old_var: GraphVar, new_var: GraphVar) -> None:
        """Read `new_var` wherever `old_var` is read, in the block and behind it."""
        new = {old_var: new_var}
        own = self._block.bindings
        self._put(tuple(b if b.var is new_var else rename(b, new) for b in own))
        blocks = tuple(b if b is self._block else rename(b, new) for b in self._func.body.blocks)
        body = rename(self._func.body.body, new)
        self._func = update(self._func, body=update(self._func.body, blocks=blocks, body=body, sinfo=body.sinfo))

    def remove_unused(self, var: GraphVar, allow_undef: bool = False) -> None:
        """Leave a variable out. Raises T142 if something reads it, or if it is not bound and not `allow_undef`."""
        if all(b.var is not var for b in self._block.bindings):
            if allow_undef:
                return
            raise MlccError("T142", f"the block does not bind `{var.name}`")
        if not self._is_unused(var):
            raise MlccError("T142", f"`{var.name}` is read, and cannot be left out",
                            help="let its readers read something else before: `replace_all_uses`")  # fmt: skip
        self._put(tuple(b for b in self._block.bindings if b.var is not var))

    def remove_all_unused(self) -> None:
        """Leave out what nothing reads, and what only that reads."""
        while dead := [b.var for b in self._block.bindings if self._is_unused(b.var)]:
            self._put(tuple(b for b in self._block.bindings if b.var not in dead))

    def mutated_dfb(self) -> BindingBlock:
        """The block as it is now."""
        return self._block

    def mutated_root_fn(self) -> GraphFunction:
        """The function as it is now."""
        return self._func

    def mutate_irmodule(self, irmodule: IRModule) -> IRModule:
        """The module with the function in place of what it was. Raises T142 if it is not in the module."""
        for name, func in irmodule.graph_funcs.items():
            if func is self._first:
                return irmodule.with_function(GlobalVar(name).name, self._func)
        raise MlccError("T142", "the module does not have the function whose block was changed")

    def _put(self, bindings: tuple[Binding, ...]) -> None:
        old, self._block = self._block, update(self._block, bindings=bindings)
        blocks = tuple(self._block if block is old else block for block in self._func.body.blocks)
        self._func = update(self._func, body=update(self._func.body, blocks=blocks))

    def _is_unused(self, var: GraphVar) -> bool:
        readers = udchain(self._block)[var]
        if var.is_dataflow or readers:
            return not readers
        elsewhere = (*(block for block in self._func.body.blocks if block is not self._block), self._func.body.body)
        return all(node is not var for item in elsewhere for node in walk(item))
