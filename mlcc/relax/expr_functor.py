"""Visitors and mutators of graph functions, with TVM's names, for those who rewrite graphs by classes.

    @relax.expr_functor.mutator
    class Doubler(relax.PyExprMutator):
        def visit_call_(self, call):
            call = self.visit_expr_post_order(call)
            return relax.op.add(call, call) if call.op == ir.Op.get("relax.exp") else call

    new = Doubler().visit_expr(module["main"])

Passes of the library are functions over bindings instead (:func:`mlcc.relax.rewrite`).
"""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    Constant,
    DataflowVar,
    DTypeValue,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IRModule,
    MatchCast,
    Op,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    StringValue,
    TupleGetItem,
    VarBinding,
    map_children,
    update,
)

from .block_builder import BlockBuilder
from .infer import CALL_FORMS
from .rewrite import ATOMS, Emitter, flattened, normalize, replaces

#: The method that visits each class of expression.
_METHODS: dict[type, str] = {
    Constant: "visit_constant_", GraphTuple: "visit_tuple_", GraphVar: "visit_var_",
    DataflowVar: "visit_dataflow_var_", ShapeExpr: "visit_shape_expr_", ExternFunc: "visit_extern_func_",
    GlobalVar: "visit_global_var_", GraphFunction: "visit_function_", GraphCall: "visit_call_",
    SeqExpr: "visit_seq_expr_", GraphIf: "visit_if_", Op: "visit_op_", TupleGetItem: "visit_tuple_getitem_",
    PrimValue: "visit_prim_value_", StringValue: "visit_string_imm_", DTypeValue: "visit_data_type_imm_",
    GraphLoop: "visit_loop_",
}  # fmt: skip


def _declared(cls: type, base: type, what: str) -> type:
    if not (isinstance(cls, type) and issubclass(cls, base)):
        name = getattr(cls, "__name__", cls)
        raise MlccError("T127", f"`{name}` is no {what}", help=f"derive it: `class {name}(relax.{base.__name__}):`")
    return cls


def mutator(cls: type) -> type:
    """Declares a mutator, as in TVM. T127 unless it derives from :class:`PyExprMutator`."""
    return _declared(cls, PyExprMutator, "mutator")


def visitor(cls: type) -> type:
    """Declares a visitor, as in TVM. T127 unless it derives from :class:`PyExprVisitor`."""
    return _declared(cls, PyExprVisitor, "visitor")


class ExprFunctor:
    """Calls the method for the class of an expression; those not overridden go on to its children."""

    def visit_expr(self, expr: GraphExpr) -> Any:
        """Visit an expression by the method for its class."""
        method = _METHODS.get(type(expr))
        if method is None:
            raise MlccError("T127", f"a `{type(expr).__name__}` is no graph expression")
        return getattr(self, method)(expr)

    def visit_children(self, expr: Any) -> Any:
        """What a method does that is not overridden."""
        raise NotImplementedError

    def visit_binding_block(self, block: BindingBlock) -> None:
        """Visit a block: a dataflow block or another one."""
        (self.visit_dataflow_block_ if block.is_dataflow else self.visit_binding_block_)(block)

    def visit_binding_block_(self, block: BindingBlock) -> None:
        """Visit the bindings of a block."""
        for binding in block.bindings:
            self.visit_binding(binding)

    def visit_dataflow_block_(self, block: BindingBlock) -> None:
        """Visit the bindings of a dataflow block."""
        for binding in block.bindings:
            self.visit_binding(binding)

    def visit_binding(self, binding: Binding) -> None:
        """Visit a binding by the method for its kind."""
        if isinstance(binding, MatchCast):
            self.visit_match_cast_(binding)
        elif isinstance(binding, VarBinding):
            self.visit_var_binding_(binding)

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS.values():
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
        return self.visit_var_ if name == "visit_dataflow_var_" else self.visit_children


class PyExprVisitor(ExprFunctor):
    """Looks at every expression of a function; override ``visit_call_`` and the like, and call ``super()``'s, or
    :meth:`visit_children`, to go on below."""

    def visit_children(self, expr: Any) -> None:
        """Visit what an expression consists of."""
        if isinstance(expr, GraphFunction):
            for param in expr.params:
                self.visit_var_def_(param)
        for name in expr.CHILDREN:
            value = getattr(expr, name)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, GraphExpr):
                    self.visit_expr(item)
                elif isinstance(item, BindingBlock):
                    self.visit_binding_block(item)

    def visit_call_(self, call: GraphCall) -> None:
        """Visit a call."""
        self.visit_children(call)

    def visit_function_(self, func: GraphFunction) -> None:
        """Visit a function."""
        self.visit_children(func)

    def visit_var_(self, var: GraphVar) -> None:
        """Visit a use of a variable."""

    def visit_var_binding_(self, binding: VarBinding) -> None:
        """Visit the value of a binding, then its variable."""
        self.visit_expr(binding.value)
        self.visit_var_def_(binding.var)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        """Visit the value of a cast, then its variable."""
        self.visit_expr(binding.value)
        self.visit_var_def_(binding.var)

    def visit_var_def_(self, var: GraphVar) -> None:
        """Visit the definition of a variable."""


class PyExprMutator(ExprFunctor):
    """Rebuilds a function; methods such as ``visit_call_`` return the new expression.

    What they return may nest calls: it is brought into normal form, and its type inferred. `builder_` emits bindings
    before the one that is visited, and adds functions to the module (``builder_.get()``).
    """

    def __init__(self, mod: IRModule | None = None) -> None:
        self.builder_ = BlockBuilder(mod)

    def visit_children(self, expr: Any) -> Any:
        """The expression with its children visited."""
        return self.visit_expr_post_order(expr)

    def visit_expr_post_order(self, expr: Any) -> Any:
        """The expression with its operands visited: what a method is based on that changes calls from the leaves."""
        if isinstance(expr, GraphCall):
            op, args = self.visit_expr(expr.op), tuple(self.visit_expr(a) for a in expr.args)
            if op is expr.op and all(a is b for a, b in zip(args, expr.args, strict=True)):
                return expr
            keeps_type = bool(expr.sinfo_args) or (isinstance(op, Op) and op.name in CALL_FORMS)
            return update(expr, op=op, args=args, sinfo=expr.sinfo if keeps_type else None)
        if isinstance(expr, GraphTuple | TupleGetItem):
            new = map_children(expr, self.visit_expr)
            return new if new is expr else update(new, sinfo=None)
        return expr

    def visit_call_(self, call: GraphCall) -> GraphExpr:
        """A call with its operands visited."""
        new: GraphExpr = self.visit_expr_post_order(call)
        return new

    def visit_var_(self, var: GraphVar) -> GraphExpr:
        """What a variable is replaced by."""
        out = self.builder_.open_function
        return var if out is None else out.env.get(var, var)

    def visit_function_(self, func: GraphFunction) -> GraphFunction:
        """A function with its body rebuilt; types that were left out are inferred before."""
        if any(b.var.sinfo is None for b in func.bindings()):
            func = normalize(func, self.builder_.get())
        names = [p.name for p in func.params] + [b.var.name for b in func.bindings()]
        with self.builder_.rebuilding(Emitter(self.builder_.get(), names)):
            body = self.visit_seq_expr_(func.body)
        return update(func, body=body, ret_sinfo=body.sinfo or func.ret_sinfo)

    def visit_seq_expr_(self, seq: SeqExpr) -> SeqExpr:
        """The blocks of a body rebuilt, then its result."""
        out = self._out()
        outer, out.blocks, before, out.bindings = out.blocks, [], out.bindings, []
        for block in seq.blocks:
            self.visit_binding_block(block)
        body = flattened(out, self.visit_expr(seq.body))
        if not isinstance(body, (*ATOMS, GraphTuple)):
            body = self.builder_.emit(body, "gv")
        out.close_block(False)
        blocks, out.blocks, out.bindings = tuple(out.blocks), outer, before
        return SeqExpr(blocks, body, body.sinfo, span=seq.span)

    def visit_if_(self, expr: GraphIf) -> GraphIf:
        """A conditional with both branches rebuilt."""
        condition = self.visit_expr(expr.condition)
        sides = self.visit_seq_expr_(expr.true_branch), self.visit_seq_expr_(expr.false_branch)
        return update(expr, condition=condition, true_branch=sides[0], false_branch=sides[1], sinfo=sides[0].sinfo)

    def visit_binding_block(self, block: BindingBlock) -> None:
        """Rebuild a block by the method for its kind."""
        out = self._out()
        with self.builder_.block(block.is_dataflow):
            super().visit_binding_block(block)
            out.close_block(block.is_dataflow)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        """Bind the variable, or a new one of its name, to the visited value."""
        out = self._out()
        visited = self.visit_expr(binding.value)
        out.module = self.builder_.get()  # which may have functions by now that the visited value calls
        value = flattened(out, visited)
        if value is binding.value:
            out.bindings.append(binding)
        elif replaces(value, binding):
            out.env[binding.var] = value
        else:
            out.env[binding.var] = out.emit(value, like=binding.var)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        """Keep a cast, of the visited value."""
        self._out().bindings.append(update(binding, value=self.visit_expr(binding.value)))

    def lookup_binding(self, var: GraphExpr) -> GraphExpr | None:
        """What a variable of the new function is bound to; None for parameters and what is no variable."""
        return self.builder_.lookup_binding(var) if isinstance(var, GraphVar) else None

    def set_var_remap(self, var: GraphVar, new: GraphExpr) -> None:
        """Replace a variable by `new` in what is visited from now on."""
        self._out().env[var] = new

    def get_var_remap(self, var: GraphVar) -> GraphExpr:
        """What a variable is replaced by."""
        return self.visit_var_(var)

    def _out(self) -> Emitter:
        if self.builder_.open_function is None:
            raise MlccError("T127", "a mutator visits functions", help='begin with `visit_expr(module["main"])`')
        return self.builder_.open_function


__all__ = ["PyExprMutator", "PyExprVisitor", "mutator", "visitor"]
