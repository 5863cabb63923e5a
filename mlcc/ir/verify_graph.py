"""Verifies one graph function: variables, dataflow blocks, calls of tensor programs, operator names."""

from __future__ import annotations

from collections.abc import Callable, Collection

from mlcc.diagnostics import closest

from .expr import Buffer, Expr, Var, as_int
from .function import PrimFunc
from .graph import (
    Binding,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    MatchCast,
    Op,
    SeqExpr,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
)
from .module import IRModule
from .printer import script
from .verify_scope import Report

#: Operators that are part of the language, not of the operator inventory.
BUILTIN = frozenset(
    """call_tir call_tir_inplace call_tir_with_grad call_dps_packed call_packed call_pure_packed call_builtin_with_ctx
    call_inplace_packed alloc_tensor builtin.alloc_tensor memory.alloc_storage memory.alloc_tensor memory.kill_storage
    memory.kill_tensor vm.alloc_storage vm.alloc_tensor vm.kill_object shape_of shape_to_tensor tensor_to_shape size
    print assert_op null_value invoke_closure make_closure tuple to_vdevice hint_on_device""".split()  # noqa: SIM905
)
_IMPURE = frozenset({"call_packed", "call_builtin_with_ctx", "print", "assert_op"})
Operators = Collection[str] | Callable[[str], bool]


class GraphVerifier:
    """Walks a graph function and reports into `report`."""

    def __init__(
        self, report: Report, func: GraphFunction, module: IRModule | None, operators: Operators | None
    ) -> None:
        self.report = report
        self.func = func
        self.module = module
        self.operators = operators
        self.vars: set[GraphVar] = set()
        # Variables of dataflow blocks whose scope has ended.
        self.ended: set[GraphVar] = set()
        #: (tensor program, index of a parameter) -> the binding that passes an input there.
        self.inputs: dict[tuple[str, int], Binding] = {}
        self.outputs: set[tuple[str, int]] = set()
        self.in_dataflow = False
        #: The functions that are bound inside of this one.
        self.local: dict[GraphExpr, GraphFunction] = {}

    def run(self) -> None:
        """Verify the whole function."""
        self._function(self.func)

    def _function(self, func: GraphFunction) -> None:
        outer = set(self.vars)
        for param in func.params:
            self._define(param, param)
        self._seq(func.body, func)
        self.vars = outer

    def _define(self, var: GraphVar, where: object) -> None:
        if var in self.vars:
            self.report.add("V012", f"the variable `{var.name}` is bound twice", where)
        self.vars.add(var)

    def _seq(self, body: SeqExpr, where: object) -> None:
        for block in body.blocks:
            outer, self.in_dataflow = self.in_dataflow, self.in_dataflow or block.is_dataflow
            for binding in block.bindings:
                self._binding(binding)
            self.in_dataflow = outer
            if block.is_dataflow:
                local = {b.var for b in block.bindings if b.var.is_dataflow}
                self.vars -= local
                self.ended |= local
        self._value(body.body, body.body, where)

    def _binding(self, binding: Binding) -> None:
        match binding:
            case VarBinding(value=GraphFunction() as func):
                self._define(binding.var, binding)
                self.local[binding.var] = func
                self._function(func)
                return
            case VarBinding():
                self._value(binding.value, binding)
                if binding.value in self.local:
                    self.local[binding.var] = self.local[binding.value]
            case MatchCast():
                self._value(binding.value, binding)
        self._define(binding.var, binding)

    def _value(self, value: GraphExpr, *where: object) -> None:
        match value:
            case GraphVar():
                self._use(value, where)
            case GraphTuple():
                for item in value.fields:
                    self._value(item, *where)
            case TupleGetItem():
                self._value(value.value, *where)
                self._item(value, where)
            case GraphIf():
                self._value(value.condition, *where)
                for branch in (value.true_branch, value.false_branch):
                    outer = set(self.vars)
                    self._seq(branch, where[0])
                    self.vars = outer
            case GraphLoop():
                for operand in (value.limit, value.condition, value.initial):
                    self._value(operand, *where)
                outer = set(self.vars)
                for param in value.params:
                    self._define(param, where[0])
                self._seq(value.body, where[0])
                self.vars = outer
            case GraphCall():
                self._call(value, where)
            case SeqExpr():
                self._seq(value, where[0])
            case GlobalVar():
                self._global(value, where)

    def _use(self, var: GraphVar, where: tuple[object, ...]) -> None:
        if var in self.vars:
            return
        if var in self.ended:
            self.report.add(
                "V061",
                f"`{var.name}` is used outside of its dataflow block",
                var,
                *where,
                help=f"name it in the block's `R.output(...)`: `R.output({var.name})`",
            )
        else:
            suggestion = closest(var.name, [v.name for v in self.vars])
            hint = f"did you mean `{suggestion}`?" if suggestion else None
            self.report.add("V060", f"the variable `{var.name}` is not defined here", var, *where, help=hint)
        self.vars.add(var)

    def _item(self, item: TupleGetItem, where: tuple[object, ...]) -> None:
        info = item.value.sinfo
        if isinstance(info, TupleStructInfo) and not 0 <= item.index < len(info.fields):
            message = f"`{script(item)}`: the tuple has {len(info.fields)} fields"
            self.report.add("V062", message, item, *where)

    def _global(self, callee: GlobalVar, where: tuple[object, ...]) -> None:
        if self.module is None or callee.name in self.module.functions:
            return
        suggestion = closest(callee.name, self.module.functions)
        self.report.add(
            "V063",
            f"the module has no function `{callee.name}`",
            callee,
            *where,
            help=f"did you mean `{suggestion}`?" if suggestion else None,
        )

    # ------------------------------------------------------------ calls
    def _call(self, call: GraphCall, where: tuple[object, ...]) -> None:
        op = call.op
        for arg in call.args:
            self._value(arg, call, *where)
        if isinstance(op, Op):
            self._operator(op.name, call, where)
        else:
            self._value(op, call, *where)
        impure = isinstance(op, ExternFunc) or (isinstance(op, Op) and op.name in _IMPURE)
        if impure and self.in_dataflow:
            self.report.add(
                "V065",
                f"`{script(call)}` has effects and stands in a dataflow block",
                call,
                *where,
                help="move it out of the block, or call a pure function by `R.call_pure_packed` or `R.call_dps_packed`",
            )
        if isinstance(op, GlobalVar) and self.module is not None:
            self._direct(op.name, self.module.functions.get(op.name), call, where)
        elif isinstance(op, GraphVar) and op in self.local:
            self._direct(op.name, self.local[op], call, where)

    def _operator(self, name: str, call: GraphCall, where: tuple[object, ...]) -> None:
        if name in ("call_tir", "call_tir_inplace"):
            self._call_tir(call, where)
        elif name not in BUILTIN and self.operators is not None:
            exists = self.operators(name) if callable(self.operators) else name in self.operators
            if not exists:
                names = self.operators if not callable(self.operators) else ()
                suggestion = closest(name, [*names, *BUILTIN])
                hint = f"did you mean `R.{suggestion}`?" if suggestion else "`mlcc list ops` shows the operators"
                self.report.add("V064", f"unknown operator `R.{name}`", call, *where, help=hint)

    def _direct(self, name: str, callee: object, call: GraphCall, where: tuple[object, ...]) -> None:
        if isinstance(callee, GraphFunction) and len(callee.params) != len(call.args):
            message = f"`{name}` takes {len(callee.params)} arguments, here {len(call.args)}"
            self.report.add("V066", message, call, *where, labels=[(callee, "defined here")])
        elif isinstance(callee, PrimFunc):
            self.report.add(
                "V066",
                f"the tensor program `{name}` is called like a graph function",
                call,
                *where,
                help=f"write `R.call_tir(cls.{name}, (args), out_sinfo=...)`",
            )

    def _call_tir(self, call: GraphCall, where: tuple[object, ...]) -> None:
        callee = call.args[0] if call.args else None
        if not isinstance(callee, GlobalVar) or self.module is None or callee.name not in self.module.functions:
            return
        func = self.module.functions[callee.name]
        if not isinstance(func, PrimFunc):
            self.report.add("V066", f"`R.call_tir` of `{callee.name}`, which is not a tensor program", call, *where)
            return
        fields = call.args[1].fields if len(call.args) > 1 and isinstance(call.args[1], GraphTuple) else call.args[1:2]
        # What replaces an argument in place has that argument's buffer.
        places = [getattr(p, "value", p) for p in call.attrs.get("inplace_indices") or ()]
        given = _outputs(call)
        outputs = [info for n, info in enumerate(given) if n >= len(places) or as_int(places[n]) == -1]
        scalars = [p for p in func.params if p not in func.buffer_map]
        count = len(func.params) - len(scalars)
        labels = [(func, "the tensor program")]
        if len(fields) + len(outputs) != count:
            self.report.add(
                "V066",
                f"`{callee.name}` has {count} buffers, here {len(fields)} inputs and {len(outputs)} outputs are passed",
                call,
                *where,
                labels=labels,
            )
            return
        dims: dict[Var, Expr] = {}
        infos = [*(f.sinfo for f in fields), *outputs]
        for i, (info, buffer) in enumerate(zip(infos, func.buffers, strict=True)):
            role = f"input {i}" if i < len(fields) else f"output {i - len(fields)}"
            problem = _mismatch(info, buffer, dims)
            if problem is not None:
                message = f"{role} of `{callee.name}` {problem}"
                self.report.add("V067", message, call, *where, labels=[(buffer, "declared here"), *labels])
        binding = where[0]
        if isinstance(binding, Binding) and not call.attrs.get("inplace_indices"):
            for i in range(len(fields)):
                self.inputs.setdefault((callee.name, i), binding)


def _outputs(call: GraphCall) -> list[StructInfo]:
    result: list[StructInfo] = []
    for info in call.sinfo_args:
        result.extend(info.fields if isinstance(info, TupleStructInfo) else [info])
    return result


def _mismatch(info: StructInfo | None, buffer: Buffer, dims: dict[Var, Expr]) -> str | None:
    """Why a tensor of type `info` cannot be `buffer`; `dims` collects what the buffers' symbolic dimensions are."""
    if not isinstance(info, TensorStructInfo):
        return None
    if info.dtype and info.dtype != buffer.dtype:
        return f"is `{info.dtype}`, but `{buffer.name}` holds `{buffer.dtype}`"
    if info.ndim >= 0 and info.ndim != len(buffer.shape):
        return f"has {info.ndim} dimensions, but `{buffer.name}` has {len(buffer.shape)}"
    for have, want in zip(info.shape or (), buffer.shape, strict=False):
        if isinstance(want, Var):
            want = dims.setdefault(want, have)
        a, b = as_int(have), as_int(want)
        if a is not None and b is not None and a != b:
            shapes = f"`{script(info)}`", f"({', '.join(script(d) for d in buffer.shape)})"
            return f"is {shapes[0]}, but `{buffer.name}` has the shape `{shapes[1]}`"
    return None
