"""Building graph functions step by step, with TVM's calls (``emit``, ``emit_te``, ``emit_output`` …)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    Constant,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    MatchCast,
    Op,
    PrimFunc,
    SeqExpr,
    ShapeExpr,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    free_vars,
    update,
)  # fmt: skip

from .calls import call_op, const, symbolic_shape
from .infer import infer, output_infos, placeholder, tensor_info
from .rewrite import Emitter, flattened, rename

#: The builders of the functions that are being built, the innermost last.
_ACTIVE: ContextVar[tuple[BlockBuilder, ...]] = ContextVar("block_builders", default=())


class BlockBuilder:
    """Emits bindings into the current function of a growing module."""

    def __init__(self, module: IRModule | None = None) -> None:
        self._module = module or IRModule({})
        self._out: Emitter | None = None
        self._params: tuple[GraphVar, ...] | None = None
        self._name = ""
        self._attrs: dict[str, Any] = {}
        self._in_dataflow = False
        self._outputs: set[GraphVar] = set()
        self._result: GraphExpr | None = None
        self._output_of: dict[GraphVar, GraphVar] = {}

    # ------------------------------------------------------------ scopes
    @contextmanager
    def function(
        self, name: str = "main", params: Sequence[GraphVar] | None = None, attrs: dict[str, Any] | None = None
    ) -> Iterator[None]:
        """Scope of one graph function; `params` may also be given to :meth:`emit_func_output`."""
        if self._out is not None:
            raise MlccError(
                "T110", f"cannot start function `{name}` inside `{self._name}`", help="close the outer scope first"
            )
        self._name, self._attrs, self._result = name, dict(attrs or {}), None
        self._params = tuple(params) if params is not None else None
        self._output_of = {}
        self._out = Emitter(self._module, [p.name for p in params or ()])
        token = _ACTIVE.set((*_ACTIVE.get(), self))
        try:
            yield
            self._finish()
        finally:
            self._out = None
            _ACTIVE.reset(token)

    def inner_function(self, name: str, params: Sequence[GraphVar], write: Callable[[], GraphExpr]) -> GraphFunction:
        """A private function, written while another one is: `write` emits into its dataflow block, and gives its
        result. It is not in the module yet (:meth:`add_func`)."""
        state = {key: value for key, value in vars(self).items() if key != "_module"}
        self._out, self._in_dataflow = None, False
        known = self._module
        try:
            with self.function(name, params):
                with self.dataflow():
                    output = self.emit_output(write(), "gv")
                self.emit_func_output(output)
            func = self._module[name]
            assert isinstance(func, GraphFunction)
        finally:
            added = {key: func for key, func in self._module.functions.items() if key != name}
            self._module = known.with_functions({**known.functions, **added})
            vars(self).update(state)
        return update(func, attrs={key: value for key, value in func.attrs.items() if key != "global_symbol"})

    @contextmanager
    def dataflow(self) -> Iterator[None]:
        """Scope of one dataflow block."""
        out = self._emitter()
        out.close_block(False)
        self._in_dataflow, self._outputs = True, set()
        yield
        self._in_dataflow = False
        out.close_block(True)

    @contextmanager
    def branch(self) -> Iterator[list[Binding]]:
        """Scope of one branch of a conditional: bindings are collected in the yielded list, not in the function."""
        out = self._emitter()
        outer, dataflow = out.bindings, self._in_dataflow
        out.bindings, self._in_dataflow = [], False
        try:
            yield out.bindings
        finally:
            out.bindings, self._in_dataflow = outer, dataflow

    # ------------------------------------------------------------ emission
    def emit(self, expr: GraphExpr, name_hint: str = "lv") -> GraphVar:
        """Bind an expression; its type is inferred."""
        out = self._emitter()
        var = out.emit(self._flat(expr), name_hint)
        if not self._in_dataflow:
            self._make_visible(var)
        return self._last_var()

    def match_cast(self, value: GraphExpr, info: StructInfo, name_hint: str = "lv") -> GraphVar:
        """Bind `value` under the type `info`, whose new symbols take the value's dimensions at run time."""
        out = self._emitter()
        var = GraphVar(out.fresh_name(name_hint), info, self._in_dataflow)
        out.bindings.append(MatchCast(var, value, info))
        return var

    def emit_te(
        self, func: Callable[..., Any], *args: Any, primfunc_name_hint: str | None = None, **kwargs: Any
    ) -> GraphVar:
        """Run a te function on placeholders of the graph arguments, add the tensor program, and bind its call."""
        return self.emit(self.call_te(func, *args, primfunc_name_hint=primfunc_name_hint, **kwargs))

    def call_te(
        self, func: Callable[..., Any], *args: Any, primfunc_name_hint: str | None = None, **kwargs: Any
    ) -> GraphCall:
        """Like :meth:`emit_te`, returning the call without binding it."""
        from mlcc import te

        inputs: list[GraphExpr] = []
        tensors: list[Any] = []

        def convert(arg: Any) -> Any:
            if isinstance(arg, GraphExpr) and not isinstance(arg, (ShapeExpr, GraphTuple)):
                info = tensor_info(arg)
                name = arg.name if isinstance(arg, GraphVar) else f"c{len(inputs)}"
                inputs.append(arg)
                tensors.append(placeholder(info, name))
                return tensors[-1]
            if isinstance(arg, GraphTuple):
                return [convert(a) for a in arg.fields]
            if isinstance(arg, ShapeExpr):
                return tuple(arg.values)
            if isinstance(arg, (list, tuple)) and any(isinstance(a, GraphExpr) for a in arg):
                return [convert(a) for a in arg]
            return arg

        result = func(*[convert(a) for a in args], **{k: convert(v) for k, v in kwargs.items()})
        outputs = list(result) if isinstance(result, (list, tuple)) else [result]
        kernel = te.create_prim_func([*tensors, *outputs])
        # Sizes that no tensor of the program has: it is given them.
        sizes = [v for v in free_vars(kernel.body) if v not in kernel.symbolic_vars()]
        if sizes:
            kernel = te.create_prim_func([*tensors, *outputs, *sizes])
        own_name = getattr(func, "__name__", "")
        name = primfunc_name_hint or (own_name if own_name.isidentifier() else "kernel")  # "<lambda>" is none
        callee = self.add_func(kernel, name)
        infos = tuple(TensorStructInfo(tuple(t.shape), t.dtype) for t in outputs)
        info: StructInfo = infos[0] if not isinstance(result, (list, tuple)) else TupleStructInfo(infos)
        args = (callee, GraphTuple(tuple(inputs)), *([ShapeExpr(tuple(sizes))] if sizes else []))
        return GraphCall(Op("call_tir"), args, sinfo_args=(info,), sinfo=info)

    def emit_output(self, expr: GraphExpr, name_hint: str = "gv") -> GraphVar:
        """Bind an output of the current dataflow block, visible after it."""
        out = self._emitter()
        if not self._in_dataflow:
            raise MlccError("T112", "emit_output outside a dataflow block", help="use it inside `with bb.dataflow():`")
        out.emit(self._flat(expr), name_hint)
        last = self._last_var()
        self._make_visible(last)
        if isinstance(expr, GraphVar):
            self._output_of[expr] = self._last_var()
        return self._last_var()

    def emit_func_output(self, expr: Any, params: Sequence[GraphVar] | None = None) -> None:
        """Give the function's result (an expression, or a list or tuple of them)."""
        self._emitter()
        if params is not None:
            if self._params is not None:
                raise MlccError(
                    "T113", "the parameters were given twice", help="pass them to function() or to emit_func_output()"
                )
            self._params = tuple(params)
        if self._params is None:
            raise MlccError(
                "T114", "the parameters are missing", help="pass `params=[...]` to function() or emit_func_output()"
            )
        result = GraphTuple(tuple(expr)) if isinstance(expr, (list, tuple)) else expr
        # A variable of a dataflow block that the block outputs under another name is that output here.
        self._result = rename(result, self._output_of)

    def add_func(self, func: PrimFunc | GraphFunction, name: str) -> GlobalVar:
        """Add a function under a unique name; a structurally equal tensor program is shared."""
        from mlcc.ir import structural_equal

        for other, known in self._module.functions.items():
            same_family = other == name or other.rsplit("_", 1)[0] == name or other.rstrip("0123456789") == name
            if type(known) is type(func) and same_family and structural_equal(_private(known), _private(func)):
                return GlobalVar(other)
        unique, n = name, 0
        while unique in self._module:
            n += 1
            unique = f"{name}{n}"
        if isinstance(func, PrimFunc):  # public, as programs in text are; exported only if no graph function calls it
            func = func.with_attr("global_symbol", unique)
        self._module = self._module.with_function(unique, func)
        return GlobalVar(unique)

    def get(self) -> IRModule:
        """The module built so far."""
        return self._module

    finalize = get

    def update_func(self, gv: GlobalVar | str, func: PrimFunc | GraphFunction) -> None:
        """Replace a function of the module."""
        self._module = self._module.with_function(gv if isinstance(gv, str) else gv.name, func)

    def get_unique_name(self, name_prefix: str) -> str:
        """A name that no variable of the current function has."""
        return self._emitter().fresh_name(name_prefix)

    def lookup_binding(self, var: GraphVar) -> GraphExpr | None:
        """What a variable of the current function is bound to, or None."""
        out = self._emitter()
        every = [*(b for block in out.blocks for b in block.bindings), *out.bindings]
        return next((b.value for b in reversed(every) if b.var is var), None)

    # ------------------------------------------------------------ rebuilding
    @property
    def open_function(self) -> Emitter | None:
        """The function that is being built, if any."""
        return self._out

    @staticmethod
    def current() -> BlockBuilder | None:
        """The builder in whose function or block scope the caller is, the innermost; None outside of all."""
        stack = _ACTIVE.get()
        return stack[-1] if stack else None

    def current_block_is_dataflow(self) -> bool:
        """Whether bindings go to a dataflow block."""
        return self._in_dataflow

    def normalize(self, expr: GraphExpr) -> GraphExpr:
        """The expression with its type; calls that are nested in it are bound to variables first."""
        flat = self._flat(expr)
        info = flat.sinfo or infer(flat, self._module)
        return flat if info is None or info is flat.sinfo else update(flat, sinfo=info)

    @contextmanager
    def rebuilding(self, out: Emitter) -> Iterator[None]:
        """Scope in which bindings go to `out`: of a function that a mutator rebuilds."""
        outer, self._out = self._out, out
        try:
            yield
        finally:
            self._out = outer

    @contextmanager
    def block(self, is_dataflow: bool) -> Iterator[None]:
        """Scope of a block that a mutator rebuilds."""
        outer, self._in_dataflow = self._in_dataflow, is_dataflow
        try:
            yield
        finally:
            self._in_dataflow = outer

    # ------------------------------------------------------------ internals
    def _emitter(self) -> Emitter:
        if self._out is None:
            raise MlccError("T115", "no function is being built", help="emit inside `with bb.function(name):`")
        return self._out

    def _flat(self, expr: GraphExpr) -> GraphExpr:
        """The expression with calls that are nested in it bound to variables first."""
        out = self._emitter()
        out.module = self._module
        start = len(out.bindings)
        flat = flattened(out, expr)
        if not self._in_dataflow:
            for n in range(start, len(out.bindings)):
                old = out.bindings[n].var
                new = GraphVar(old.name, old.sinfo, False, span=old.span)
                out.bindings[n] = update(out.bindings[n], var=new)
                out.bindings[n + 1 :] = [rename(b, {old: new}) for b in out.bindings[n + 1 :]]
                flat = rename(flat, {old: new})
        return flat

    def _last_var(self) -> GraphVar:
        return self._emitter().bindings[-1].var

    def _make_visible(self, var: GraphVar) -> None:
        """Make the variable bound last visible outside its dataflow block (new variables are dataflow variables)."""
        out = self._emitter()
        last = out.bindings[-1]
        assert last.var is var
        out.bindings[-1] = replace(last, var=GraphVar(var.name, var.sinfo, False, span=var.span))  # type: ignore[type-var]

    def _finish(self) -> None:
        out = self._emitter()
        result = self._result
        if result is None or self._params is None:
            raise MlccError(
                "T111", f"function `{self._name}` has no result", help="call emit_func_output before the scope ends"
            )
        if not isinstance(result, (GraphVar, Constant, GraphTuple)):
            out.emit(self._flat(result), "gv")
            self._make_visible(self._last_var())
            result = self._last_var()
        out.close_block(False)
        info = result.sinfo or infer(result, self._module)
        body = SeqExpr(
            tuple(out.blocks), update(result, sinfo=info) if isinstance(result, GraphTuple) else result, info
        )
        func = GraphFunction(self._params, body, info, {"global_symbol": self._name, **self._attrs})
        self._module = self._module.with_function(self._name, func)


def _private(func: Any) -> Any:
    """A tensor program without the name under which it is public; graph functions as they are."""
    if not isinstance(func, PrimFunc):
        return func
    return update(func, attrs={k: v for k, v in func.attrs.items() if k != "global_symbol"})


__all__ = ["BlockBuilder", "call_op", "const", "output_infos", "symbolic_shape"]
