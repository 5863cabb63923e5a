"""Graph functions: bindings, dataflow blocks, branches."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    Constant,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    MatchCast,
    SeqExpr,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    VarBinding,
    named_dim,
)  # fmt: skip
from mlcc.ir import dtype as dt

from . import syntax as s
from .blocks import mark_broken
from .buffers import declare_free, dimension
from .context import Context, Silenced
from .formulas import Formulas
from .graph_types import GraphTypes
from .graph_values import GraphValues, ModuleName


def graph_function(ctx: Context, node: s.Function, options: dict[str, bool], *, local: bool = False) -> GraphFunction:
    """Resolve one graph function. `options` are the decorator's: private, pure."""
    ctx.push()
    try:
        reader = _GraphReader(ctx, node)
        function = reader.function(options, local)
    finally:
        ctx.pop()
    return function


class _GraphReader:
    """One graph function. `blocks` are finished binding blocks of the sequence being read, `current` the open one."""

    def __init__(self, ctx: Context, node: s.Function) -> None:
        self.ctx = ctx
        self.node = node
        self.fx = Formulas(ctx, "int64")
        self.types = GraphTypes(self.fx)
        self.values = GraphValues(self.fx, self.types, self._emit_fresh)
        self.blocks: list[BindingBlock] = []
        self.current: list[Binding] = []
        #: The output names of the open dataflow block; None outside of one.
        self.outputs: set[str] | None = None
        self.hidden: set[str] = set()
        self.attrs: dict[str, Any] = {}

    # ------------------------------------------------------------ the function
    def function(self, options: dict[str, bool], local: bool) -> GraphFunction:
        ctx, node = self.ctx, self.node
        ctx.hidden = set()
        self._declare_ahead(node.body)
        params = self._parameters()
        returns: StructInfo | None = None
        if node.returns is not None and not _none(node.returns):
            self._declare_dims(node.returns)
            returns = self.types.read(node.returns)
        body = self._body(list(s.declared_singly(node.body)))
        attrs = dict(self.attrs)
        if not local and not options.get("private", False):
            attrs.setdefault("global_symbol", node.name)
        return GraphFunction(tuple(params), body, returns, attrs, options.get("pure", True), span=ctx.span(node))

    def _declare_ahead(self, body: list[s.Statement]) -> None:
        """``n = T.int64()`` anywhere in the body names a dimension of the signature."""
        for item in s.declared_singly(body):
            if isinstance(item, s.Assign) and isinstance(item.target, s.Name):
                dtype, name = self._symbol_dtype(item.value), item.target.id
                if dtype is not None and name not in self.ctx.scopes[-1]:
                    self.ctx.define(name, Var(name, dtype, span=self.ctx.span(item.target)), item.target)

        for item in s.declared_singly(body):
            if isinstance(item, s.Assign) and isinstance(item.target, s.Name):
                value = self._size_value(item.value)
                if value is not None:
                    declare_free(self.fx, value, "int64")
                    self.ctx.define(item.target.id, named_dim(dimension(self.fx, value)), item.target)

    def _size_value(self, value: s.Syntax | None) -> s.Syntax | None:
        """What ``T.size(n // 2 + 1)`` says that a dimension follows from; None for anything else."""
        if isinstance(value, s.Call) and self.ctx.call_name(value, "T") == "size" and len(value.args) == 1:
            return value.args[0]
        return None

    def _symbol_dtype(self, value: s.Syntax | None) -> str | None:
        """The dtype of ``T.int64()`` or ``T.var("int64")``; None for anything else."""
        name = self.ctx.call_name(value, "T")
        if name is None or not isinstance(value, s.Call):
            return None
        if name == "var" and value.args:
            return self.fx.dtype_text(value.args[0])
        return name if dt.is_known(name) and not value.args and not value.keywords else None

    def _declare_dims(self, node: s.Syntax) -> None:
        """Unknown names in a type of the signature are symbolic dimensions."""
        match node:
            case s.Call() if self.types.kind(node) in ("Tensor", "Shape"):
                for item in node.args[:1]:
                    if isinstance(item, (s.Tuple, s.List)):
                        declare_free(self.fx, item, "int64")
            case s.Call():
                for item in node.args:
                    self._declare_dims(item)
                for keyword in node.keywords:
                    if keyword.name == "value":
                        declare_free(self.fx, keyword.value, "int64")
            case s.Tuple() | s.List():
                for item in node.items:
                    self._declare_dims(item)

    def _parameters(self) -> list[GraphVar]:
        params: list[GraphVar] = []
        seen: set[str] = set()
        for param in self.node.params:
            name_node = s.Name(param.name, param.start, param.start + len(param.name))
            try:
                if param.name in seen:
                    raise self.ctx.error("P123", f"parameter `{param.name}` is defined twice", name_node)
                seen.add(param.name)
                info: StructInfo | None = None
                if param.annotation is not None:
                    self._declare_dims(param.annotation)
                    info = self.types.read(param.annotation)
                var = GraphVar(param.name, info, span=self.ctx.span(name_node))
                params.append(var)
                self.ctx.define(param.name, var, name_node)
            except (MlccError, Silenced) as error:
                self.ctx.collect(error)
                mark_broken(self.fx, name_node)
        return params

    def _body(self, body: list[s.Statement]) -> SeqExpr:
        """The statements up to `return`."""
        result: GraphExpr | None = None
        for i, item in enumerate(body):
            if isinstance(item, s.Return):
                if item.value is None:
                    raise self.ctx.error("P127", "a graph function returns a value", item)
                try:
                    result = self._result(item.value)
                except (MlccError, Silenced) as error:
                    self.ctx.collect(error)
                    result = GraphTuple(())
                if i + 1 < len(body):
                    self.ctx.collect(self.ctx.error("P127", "nothing can follow `return`", body[i + 1]))
                break
            self.statement(item)
        if result is None:
            self.ctx.collect(self.ctx.error("P127", f"graph function `{self.node.name}` returns nothing", self.node))
            result = GraphTuple(())
        return self._sequence(result)

    def _result(self, node: s.Syntax) -> GraphExpr:
        if isinstance(node, s.Tuple):
            return self.values.tuple([self.values.leaf(item) for item in node.items], node)
        return self.values.leaf(node)

    def _sequence(self, result: GraphExpr) -> SeqExpr:
        self._close()
        blocks, self.blocks = tuple(self.blocks), []
        return SeqExpr(blocks, result, result.sinfo)

    def _close(self, dataflow: bool = False, span: Any = None) -> None:
        """Finish the open block of bindings."""
        if self.current:
            self.blocks.append(BindingBlock(tuple(self.current), dataflow, span=span))
            self.current = []

    # ------------------------------------------------------------ statements
    def statement(self, node: s.Statement) -> None:
        """One statement; a failed one is collected."""
        try:
            self._statement(node)
        except (MlccError, Silenced) as error:
            self.ctx.collect(error)
            for target in _targets([node]):
                mark_broken(self.fx, target)

    def _statement(self, node: s.Statement) -> None:
        match node:
            case s.Assign():
                self._assign(node)
            case s.With():
                self._dataflow(node)
            case s.Evaluate():
                self._evaluate(node)
            case s.If():
                self._if(node)
            case s.Function():
                self._local_function(node)
            case s.Augment(target=s.Name()):
                value = s.Operation(node.op, node.target, node.value, node.target.start, node.value.end)
                self._assign(s.Assign(node.target, None, value, node.start, node.end))
            case s.Jump(word="pass") | s.Import():
                pass
            case s.For():
                self._loop(node)
            case s.While():
                help = "write `for i in R.loop(limit, condition, state, most=...):`, or loop inside a tensor program"
                raise self.ctx.error("P127", "graph functions have no `while`", node, help=help)
            case s.Return():
                raise self.ctx.error("P127", "`return` must be the last statement of the function", node)
            case _:
                raise self.ctx.error("P127", "this statement cannot stand in a graph function", node)

    def _assign(self, node: s.Assign) -> None:
        target, value = node.target, node.value
        if value is None:
            raise self.ctx.error("P127", "a binding needs a value", node)
        if isinstance(target, s.Tuple):
            self._unpack(target, value, node)
            return
        if not isinstance(target, s.Name):
            raise self.ctx.error("P127", "graph values cannot be changed", target, help="bind the result to a new name")
        if self._special(target, value):
            return
        info = None if node.annotation is None else self.types.read(node.annotation)
        if self.ctx.call_name(value, "R") == "match_cast" and isinstance(value, s.Call):
            args = self.ctx.bind(value, "value struct_info", 2, "R.match_cast")
            operand, cast = self.values.leaf(args["value"]), self._cast_type(args["struct_info"])
            var = self._variable(target, info or cast)
            self.current.append(MatchCast(var, operand, cast, span=self.ctx.span(node)))
            return
        self.bind(target, self.values.bound(value), info, node)

    def _special(self, target: s.Name, value: s.Syntax) -> bool:
        """``cls = Module`` and ``n = T.int64()`` define names without a binding."""
        if isinstance(value, s.Name) and self.ctx.functions.get(value.id) == "module":
            self.ctx.define(target.id, ModuleName(), target)
            return True
        if self._size_value(value) is not None:
            return True
        dtype = self._symbol_dtype(value)
        if dtype is None:
            return False
        bound = self.ctx.scopes[-1].get(target.id)
        if not isinstance(bound, Var):
            self.ctx.define(target.id, Var(target.id, dtype, span=self.ctx.span(target)), target)
        return True

    def _cast_type(self, node: s.Syntax) -> StructInfo:
        """The type of a match_cast may bring new dimensions, as strings or names."""
        self._declare_dims(node)
        return self.types.read(node)

    def bind(self, target: s.Name, value: GraphExpr, info: StructInfo | None, node: Any) -> GraphVar:
        """``target = value`` in the open block."""
        var = self._variable(target, info if info is not None else value.sinfo)
        self.current.append(VarBinding(var, value, span=self.ctx.span(node)))
        return var

    def _variable(self, target: s.Name, info: StructInfo | None) -> GraphVar:
        inside = self.outputs is not None and target.id not in self.outputs
        var = GraphVar(target.id, info, inside, span=self.ctx.span(target))
        self.ctx.define(target.id, var, target)
        if self.outputs is not None:
            (self.hidden.add if inside else self.hidden.discard)(target.id)
        return var

    def _emit_fresh(self, value: GraphExpr) -> GraphVar:
        """Bind a nested value to a variable of its own."""
        var = GraphVar("lv", value.sinfo, self.outputs is not None, span=value.span)
        self.current.append(VarBinding(var, value, span=var.span))
        return var

    def _unpack(self, target: s.Tuple, value: s.Syntax, node: s.Assign) -> None:
        """``a, b = value`` takes the fields of a tuple."""
        if node.annotation is not None:
            raise self.ctx.error("P127", "several names cannot share one type", node)
        whole = self.values.leaf(value)
        for i, item in enumerate(target.items):
            if not isinstance(item, s.Name):
                raise self.ctx.error("P128", "expected a name", item)
            if isinstance(whole, GraphTuple):
                if len(whole.fields) != len(target.items):
                    raise self.ctx.error("P122", f"{len(target.items)} names for {len(whole.fields)} values", node)
                self.bind(item, whole.fields[i], None, item)
                continue
            fields = whole.sinfo.fields if isinstance(whole.sinfo, TupleStructInfo) else ()
            info = fields[i] if i < len(fields) else None
            self.bind(item, TupleGetItem(whole, i, info, span=self.ctx.span(item)), None, item)

    def _evaluate(self, node: s.Evaluate) -> None:
        value = node.value
        if isinstance(value, s.Literal) and (isinstance(value.value, str) or value.value is ...):
            return
        name = self.ctx.call_name(value, "R")
        if isinstance(value, s.Call) and name == "func_attr":
            args = self.ctx.bind(value, "attrs", 1, "R.func_attr")
            for key, item in self.ctx.pairs(args["attrs"], "`R.func_attr`"):
                value = self._arrays(item) if key == "params" else self.fx.attribute_value(item)
                if value is not None:
                    self.attrs[key] = value
            return
        if name == "output":
            raise self.ctx.error("P127", "`R.output` belongs at the end of `with R.dataflow():`", value)
        if not isinstance(value, s.Call):
            raise self.ctx.error("P127", "this expression does nothing here", node, help="bind it to a name")
        name_node = s.Name("_", value.start, value.end)
        self.bind(name_node, self.values.bound(value), None, node)

    def _arrays(self, node: s.Syntax) -> Any:
        """The values of weights that are parameters; None where the text leaves them out."""
        if not isinstance(node, s.List) or not any(isinstance(item, (s.Call, s.Subscript)) for item in node.items):
            return self.fx.attribute_value(node)
        values = [self.values.any(item) for item in node.items]
        return [value.data for value in values] if all(isinstance(value, Constant) for value in values) else None

    def _dataflow(self, node: s.With) -> None:
        item = node.items[0]
        if len(node.items) != 1 or self.ctx.call_name(item.value, "R") != "dataflow":
            raise self.ctx.error("P127", "expected `with R.dataflow():`", item.value)
        if self.outputs is not None:
            raise self.ctx.error("P127", "a dataflow block cannot stand in another", node)
        self._close()
        body = list(s.declared_singly(node.body))
        outputs = self._outputs(body, node)
        self.outputs, self.hidden = {name.id for name in outputs}, set()
        try:
            for statement in body:
                self.statement(statement)
            for name in outputs:
                if self.ctx.find(name.id) is None:
                    raise self.ctx.unknown(name)
        finally:
            self.outputs = None
            self._close(True, self.ctx.span(node))
            for hidden in self.hidden:
                self.ctx.scopes[-1].pop(hidden, None)
            self.ctx.hidden |= self.hidden

    def _outputs(self, body: list[s.Statement], node: s.With) -> list[s.Name]:
        """Remove the final ``R.output(a, b)`` from the body; returns its names."""
        last = body[-1] if body else None
        if not isinstance(last, s.Evaluate) or self.ctx.call_name(last.value, "R") != "output":
            raise self.ctx.error(
                "P127", "the dataflow block gives out nothing", node, help="end it with `R.output(...)`"
            )
        body.pop()
        assert isinstance(last.value, s.Call)
        names: list[s.Name] = []
        for item in last.value.args:
            if not isinstance(item, s.Name):
                raise self.ctx.error("P128", "`R.output` takes names of this block", item)
            names.append(item)
        return names

    def _local_function(self, node: s.Function) -> None:
        """A function inside a function is a value with a name."""
        for decorator in node.decorators:
            head = decorator.func if isinstance(decorator, s.Call) else decorator
            if self.ctx.split(head) == ("R", "function"):
                break
        else:
            raise self.ctx.error("P130", "a local function needs `@R.function`", node)
        value = graph_function(self.ctx, node, {}, local=True)
        name_node = s.Name(node.name, node.name_start, node.name_start + len(node.name))
        self.bind(name_node, value, None, node)

    def _if(self, node: s.If) -> None:
        """Both branches end by binding the same name, which is the result."""
        if self.outputs is not None:
            raise self.ctx.error("P127", "a dataflow block has no branches", node)
        test = self.values.leaf(node.test)
        first, second = _last_target(node.body), _last_target(node.orelse)
        if first is None or second is None or first.id != second.id:
            raise self.ctx.error(
                "P127", "both branches of `if` must end by binding the same name", node,
                help="write `y = ...` as the last line of `if` and of `else`",
            )  # fmt: skip
        outer, blocks = self.current, self.blocks
        true_branch, info = self._branch(node.body)
        false_branch, _ = self._branch(node.orelse)
        self.current, self.blocks = outer, blocks
        sinfo = info or true_branch.body.sinfo
        self.bind(first, GraphIf(test, true_branch, false_branch, sinfo, span=self.ctx.span(node)), info, node)

    def _loop(self, node: s.For) -> None:
        """The body ends by binding the name of the result to what one iteration gives."""
        if not isinstance(node.iterable, s.Call) or self.ctx.call_name(node.iterable, "R") != "loop":
            help = "write `for i in R.loop(limit, condition, state, most=...):`, or loop inside a tensor program"
            raise self.ctx.error("P127", "graph functions have no loops but `R.loop`", node, help=help)
        if self.outputs is not None:
            raise self.ctx.error("P127", "a dataflow block has no loops", node)
        target, last = _last_target(node.body), node.body[-1] if node.body else None
        if target is None or not isinstance(last, s.Assign):
            help = "write `y = (go_on, ...)` as its last line"
            raise self.ctx.error("P127", "the body of a loop must end by binding a name", node, help=help)
        args = self.ctx.bind(node.iterable, "limit condition initial most", 4, "R.loop")
        limit, condition, initial = (self.values.leaf(args[k]) for k in ("limit", "condition", "initial"))
        most = self.fx.typed(self.fx.value(args["most"]), args["most"], "int64")
        names = node.target.items if isinstance(node.target, s.Tuple) else [node.target]
        state = initial.fields if isinstance(initial, GraphTuple) else ()
        if not isinstance(initial, GraphTuple) or len(names) != 1 + len(state):
            message = "a loop names the number of the iteration, and one value of the state each"
            raise self.ctx.error("P127", message, node)
        outer, blocks = self.current, self.blocks
        self.ctx.push()
        try:
            infos = (TensorStructInfo((), "int64"), *(f.sinfo for f in state))
            params = tuple(self._parameter(n, i) for n, i in zip(names, infos, strict=True))
            body, _ = self._branch(node.body)
        finally:
            self.ctx.pop()
        self.current, self.blocks = outer, blocks
        loop = GraphLoop(limit, condition, initial, params, body, most, span=self.ctx.span(node))
        self.bind(target, loop, None, node)

    def _parameter(self, name: s.Syntax, info: StructInfo | None) -> GraphVar:
        if not isinstance(name, s.Name):
            raise self.ctx.error("P128", "expected a name", name)
        var = GraphVar(name.id, info, span=self.ctx.span(name))
        self.ctx.define(name.id, var, name)
        return var

    def _branch(self, body: list[s.Statement]) -> tuple[SeqExpr, StructInfo | None]:
        self.current, self.blocks = [], []
        self.ctx.push()
        try:
            for item in body[:-1]:
                self.statement(item)
            last = body[-1]
            if isinstance(last, s.If):
                self._if(last)
                assert isinstance(target := _last_target([last]), s.Name)
                return self._sequence(self.ctx.find(target.id)), None
            assert isinstance(last, s.Assign)
            assert last.value is not None
            info = None if last.annotation is None else self.types.read(last.annotation)
            return self._sequence(self._result(last.value)), info
        finally:
            self.ctx.pop()


def _targets(body: list[s.Statement]) -> list[s.Syntax]:
    """All targets that statements bind, nested ones included."""
    result: list[s.Syntax] = []
    for item in body:
        match item:
            case s.Assign():
                result.append(item.target)
            case s.With() | s.For() | s.While():
                result += _targets(item.body)
            case s.If():
                result += _targets([*item.body, *item.orelse])
    return result


def _last_target(body: list[s.Statement]) -> s.Name | None:
    """The name that a branch ends by binding."""
    last = body[-1] if body else None
    if isinstance(last, s.If):
        first, second = _last_target(last.body), _last_target(last.orelse)
        return first if first is not None and second is not None and first.id == second.id else None
    if isinstance(last, s.Assign) and isinstance(last.target, s.Name) and last.value is not None:
        return last.target
    return None


def _none(node: s.Syntax) -> bool:
    return isinstance(node, s.Literal) and node.value is None
