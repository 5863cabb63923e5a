"""Lowers a legalised graph function to a tensor program that calls the kernels: no allocation, no interpreter.

In: a function whose calls are ``call_tir`` of lowered kernels, views, joins, tuples and conditionals. Out: a PrimFunc
over the inputs' and outputs' buffers whose body is a sequence of ``call_kernel`` with pointers into its arguments, one
planned workspace, and the module's constant blob.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mlcc.analysis import same
from mlcc.diagnostics import InternalError, MlccError
from mlcc.ir import (
    Binary,
    Binding,
    Buffer,
    Constant,
    Expanded,
    Expr,
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
    PrimFunc,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    all_roots,
    as_int,
    const,
    free_vars,
    handle_param,
    substitute,
)  # fmt: skip

from .dimensions import all_same, match_exprs
from .infer import loop_info, output_infos
from .kept_values import Keep, keep_values
from .lowered_graph import ExternCall, LoweredGraph
from .marks import Marks
from .operators import is_contiguous_join, operator_name, view_offset
from .place_rows import place_rows
from .place_storage import check_dims, place_outputs, place_pieces, plan_arena
from .reuse_inputs import reuse_inputs
from .run_time_dims import Prefix, RunTimeDims
from .share_storage import share_storage
from .size_bounds import upper_bound
from .size_checks import SizeChecks
from .step_code import StepCode
from .steps import (
    AssertStep,
    BranchStep,
    CheckStep,
    CopyStep,
    DimStep,
    JoinStep,
    KeptStep,
    KernelStep,
    LoopStep,
    RowStep,
    Step,
    Storage,
    Tensor,
    nbytes_of,
    same_size,
    walk_steps,
)
from .values import scalar_of
from .weights import WeightBlob

Provided = Callable[[str], bool]


class _Lowerer:
    """Walks a graph function and collects steps."""

    def __init__(self, name: str, kernels: Mapping[str, PrimFunc], blob: WeightBlob, provided: Provided) -> None:
        self.name = name
        self.kernels = kernels
        self.provided = provided
        self.blob = blob
        self.externs: list[ExternCall] = []
        self.env: dict[GraphVar, Any] = {}
        self.known_dims: set[Var] = set()
        self.dims: dict[Var, Expr] = {}  # dimensions defined by `R.match_cast`
        self.expanded = Expanded()
        self.steps: list[Step] = []
        self.scope = 0
        self.scopes = 0
        self.constants: dict[int, Tensor] = {}
        self.sizes = RunTimeDims()
        self.checks = SizeChecks(self.sizes)

    # ------------------------------------------------------------ values
    def value(self, expr: GraphExpr) -> Any:
        """The tensor (or list of tensors) that an expression stands for."""
        match expr:
            case GraphVar():
                return self.env[expr]
            case Constant():
                if id(expr) not in self.constants:
                    info = expr.sinfo
                    assert isinstance(info, TensorStructInfo)
                    tensor = self.new(info)
                    tensor.storage.kind, tensor.storage.offset = "const", self.blob.add(expr.data)
                    self.constants[id(expr)] = tensor
                return self.constants[id(expr)]
            case GraphTuple():
                return [self.value(f) for f in expr.fields]
            case TupleGetItem():
                return self.value(expr.value)[expr.index]
            case PrimValue() | StringValue():
                return self.value(scalar_of(expr))
        raise InternalError(f"no storage for a graph value of kind {type(expr).__name__}")

    def tensor(self, expr: GraphExpr) -> Tensor:
        value = self.value(expr)
        assert isinstance(value, Tensor)
        return value

    def new(self, info: TensorStructInfo) -> Tensor:
        """A new temporary of the branch that is being lowered."""
        planned_info = self.with_dims(info)
        self.steps += self.checks.planned(planned_info)
        return Tensor(Storage(nbytes_of(self.sizes.largest(planned_info)), scope=self.scope), planned_info)

    def with_dims(self, info: TensorStructInfo) -> TensorStructInfo:
        """The type with symbols that `R.match_cast` introduced replaced by their definitions."""
        if info.shape is None or not (self.dims or self.sizes.counts):
            return info
        return TensorStructInfo(tuple(map(self.dim, info.shape)), info.dtype)

    def dim(self, size: Expr) -> Expr:
        """A size by dimensions of the function. One that follows from others keeps its name, which the entry computes,
        unless these are known only to a run: memory is planned for their bounds."""
        if any(v in self.dims or v in self.sizes.counts for v in all_roots(size)):
            size = self.expanded.of(size)
        return substitute(size, self.dims)

    # ------------------------------------------------------------ bindings
    def sequence(self, body: SeqExpr) -> list[Tensor]:
        """Lower all bindings; the tensors of the result."""
        for block in body.blocks:
            for binding in block.bindings:
                self.bind(binding)
        return _flat(self.value(body.body))

    def bind(self, binding: Binding) -> None:
        if isinstance(binding, MatchCast):
            self.env[binding.var] = self.match_cast(binding)
            return
        assert isinstance(binding, VarBinding)
        value = binding.value
        match value:
            case GraphIf():
                self.env[binding.var] = self.branch(value, binding.var.sinfo)
            case GraphLoop():
                self.env[binding.var] = self.loop(value)
            case GraphCall():
                self.env[binding.var] = self.call(value, binding.var)
            case _:
                self.env[binding.var] = self.value(value)

    def call(self, call: GraphCall, var: GraphVar) -> Any:
        name = operator_name(call)
        info = var.sinfo
        elements = view_offset(call)
        if elements is not None:
            assert isinstance(info, TensorStructInfo)
            base, seen = self.tensor(call.args[0]), self.with_dims(info)
            if not isinstance(elements, int):
                return base.part(seen, self.dim(elements))
            self.steps += self.checks.view(base.info, seen, part=name == "strided_slice")
            return base.part(seen, elements)
        # Operands of a concatenation along the outermost dimension may be computed where the result will hold them.
        if is_contiguous_join(call):
            assert isinstance(info, TensorStructInfo)
            result = self.new(info)
            self.steps.append(JoinStep(_flat(self.value(call.args[0])), result, call.span))
            return result
        if name == "builtin.alloc_tensor":
            assert info is not None
            return self.new(output_infos(info)[0])
        if name in ("call_tir", "call_dps_packed"):
            return self.call_tir(call)
        if name == "call_tir_inplace":
            return self.call_tir_inplace(call)
        if name == "dynamic_prefix":
            tensor, count = (self.tensor(a) for a in call.args)
            return Prefix(tensor, count, call.span, int(call.attrs.get("more") or 0))
        if name == "assert_op":
            message = str(call.attrs.get("format") or "an assertion of the model does not hold")
            self.steps.append(AssertStep(self.tensor(call.args[0]), message))
            return []
        what = call.op.name if isinstance(call.op, GlobalVar | Op | ExternFunc) else "a function value"
        raise MlccError("L301", f"a call of `{what}` cannot be compiled", span=call.span)

    def call_tir(self, call: GraphCall) -> Any:
        callee = call.args[0]
        assert isinstance(callee, GlobalVar | ExternFunc)
        info = call.sinfo or call.sinfo_args[0]
        outputs = [self.new(t) for t in output_infos(info)]
        operands = [*_flat(self.value(call.args[1])), *outputs]
        make = self.extern_step if isinstance(callee, ExternFunc) else self.kernel_step
        self.steps.append(make(callee.name, operands, len(outputs), call))
        return outputs if not isinstance(info, TensorStructInfo) else outputs[0]

    def call_tir_inplace(self, call: GraphCall) -> Any:
        """A program that changes arguments is given copies of these, which are the results: others may read them."""
        callee, info = call.args[0], call.sinfo or call.sinfo_args[0]
        assert isinstance(callee, GlobalVar)
        given = _flat(self.value(call.args[1]))
        operands, outputs = [*given], [self.new(t) for t in output_infos(info)]
        places = [as_int(getattr(p, "value", p)) for p in call.attrs.get("inplace_indices", ())]
        if len(places) != len(outputs) or any(p is None or p >= len(given) for p in places):
            raise MlccError(
                "L304", f"`{callee.name}`: {len(outputs)} results in place of the arguments {places}", span=call.span
            )
        for place, output in zip(places, outputs, strict=True):
            if place is None or place < 0:
                operands.append(output)
            else:
                self.copy(given[place], output)
                operands[place] = output
        step = self.kernel_step(callee.name, operands, places.count(-1), call)
        step.changed = [output for place, output in zip(places, outputs, strict=True) if place != -1]
        self.steps.append(step)
        return outputs if not isinstance(info, TensorStructInfo) else outputs[0]

    def extern_step(self, name: str, operands: list[Tensor], outputs: int, call: GraphCall) -> KernelStep:
        if not self.provided(name):
            raise MlccError(
                "L302", f"no implementation of the library function `{name}`", span=call.span,
                help="define it in the module as a `@T.prim_func` and call it as `cls.<name>`, build from Python after "
                f'`mlcc.register_func("{name}")`, or let a library provide it at load: `mlcc build --allow-extern`',
            )  # fmt: skip
        dims = tuple(dict.fromkeys(v for t in operands for dim in t.info.shape or () for v in free_vars(dim)))
        symbol = f"{self.name}_extern{len(self.externs)}"
        self.externs.append(ExternCall(name, symbol, tuple(t.info for t in operands), dims))
        return KernelStep(symbol, operands, outputs, dims, location=call.span)

    def kernel_step(self, name: str, operands: list[Tensor], outputs: int, call: GraphCall) -> KernelStep:
        if name not in self.kernels:
            raise MlccError("L303", f"the module has no tensor program `{name}`", span=call.span)
        kernel = self.kernels[name]
        handles = [p for p in kernel.params if p in kernel.buffer_map]
        if len(handles) != len(operands):
            raise MlccError(
                "L304", f"`{name}` takes {len(handles)} buffers, the call gives {len(operands)} tensors", span=call.span
            )
        values = self.scalars(name, kernel, call)
        scalars = list(values.values())
        pairs = [
            pair
            for param, operand in zip(handles, operands, strict=True)
            for pair in zip(kernel.buffer_map[param].shape, operand.info.shape or (), strict=False)
        ]
        for dim, actual in sorted(pairs, key=lambda pair: not isinstance(pair[0], Var)):
            match_exprs(dim, actual, values)
        for var in kernel.symbolic_vars():
            own = self.dim(var)
            if var not in values and all_same(pairs, {**values, var: own}):
                values[var] = own  # the kernel was specialised for this call: the symbol is the function's own
            if var not in values:
                raise MlccError(
                    "L305", f"the call does not determine the dimension `{var.name}` of `{name}`", span=call.span
                )
            scalars.append(values[var])
        self.steps += self.checks.agree(pairs, values, f"the sizes of a call of `{name}`")
        return KernelStep(name, operands, outputs, tuple(scalars), self.scratch(kernel, values), values, call.span)

    def scalars(self, name: str, kernel: PrimFunc, call: GraphCall) -> dict[Var, Expr]:
        """The values of the kernel's scalar parameters, passed by the call as `tir_vars`."""
        params = [p for p in kernel.params if p not in kernel.buffer_map]
        values = call.args[2].values if len(call.args) > 2 and isinstance(call.args[2], ShapeExpr) else ()
        if len(params) != len(values):
            raise MlccError(
                "L304", f"`{name}` takes {len(params)} numbers, the call gives {len(values)} `tir_vars`", span=call.span
            )
        return {p: self.dim(v).astype(p.dtype) for p, v in zip(params, values, strict=True)}

    def scratch(self, kernel: PrimFunc, values: Mapping[Var, Expr]) -> Storage | None:
        need = kernel.attrs.get("workspace_bytes", 0)
        if isinstance(need, int):
            return Storage(const(need, "int64"), scope=self.scope) if need > 0 else None
        return Storage(upper_bound(substitute(need, values), self.sizes.bounds), scope=self.scope)

    # ------------------------------------------------------------ control
    def branch(self, value: GraphIf, info: StructInfo | None) -> Any:
        """Lower a conditional; both branches write the same result."""
        infos = output_infos(info or value.true_branch.sinfo)  # type: ignore[arg-type]
        step = BranchStep(self.tensor(value.condition))
        results = [self.new(t) for t in infos]
        outer = self.steps, self.scope, self.checks
        for steps, body in ((step.then, value.true_branch), (step.other, value.false_branch)):
            self.scopes += 1
            self.steps, self.scope, self.checks = steps, self.scopes, outer[2].inside()
            for value_of_branch, result in zip(self.sequence(body), results, strict=True):
                self.deliver(value_of_branch, result)
        self.steps, self.scope, self.checks = outer
        self.steps.append(step)
        return results[0] if isinstance(info, TensorStructInfo) else results

    def loop(self, value: GraphLoop) -> list[Tensor]:
        """Lower a loop. The state has storage of its own, where the next one is copied or computed (`place_states`)."""
        infos, states = loop_info(value).fields, len(value.initial.fields)
        state = [self.new(i) for i in infos[:states] if isinstance(i, TensorStructInfo)]
        stacks = [self.new(i) for i in infos[states:-1] if isinstance(i, TensorStructInfo)]
        number, go_on = (self.apart(TensorStructInfo((), dtype)) for dtype in ("int64", "bool"))
        begin = [(value.condition, go_on), (Constant(np.zeros((), np.int64)), number)]
        for start, tensor in (*begin, *zip(value.initial.fields, state, strict=True)):
            self.copy(self.tensor(start), tensor)
        step = LoopStep(self.tensor(value.limit), go_on, number, stacks, self.dim(value.most))
        outer = self.steps, self.scope, self.checks
        self.scopes += 1
        self.steps, self.scope, self.checks = step.body, self.scopes, self.checks.inside()
        own = [tensor.alias() for tensor in state]  # in the rows of a stack, if `read_rows` finds that it may be
        self.env.update(zip(value.params, (number, *own), strict=True))
        place = Var("row", "int64")
        self.steps += [DimStep(place, number)] if stacks else []
        results = self.sequence(value.body)
        for row, stack in zip(results[len(value.params) :], stacks, strict=True):
            kept = RowStep(row, stack, place)
            self.steps += [*self.checks.equal(kept.info, row.info, "what a loop keeps of an iteration"), kept]
        self.carry(results[: len(value.params)], [go_on, *own])
        self.steps, self.scope, self.checks = outer
        self.steps.append(step)
        return [*state, *stacks, number]

    def apart(self, info: TensorStructInfo) -> Tensor:
        """A temporary that is never placed inside another storage."""
        tensor = self.new(info)
        tensor.storage.scope = -1
        return tensor

    def carry(self, next_state: list[Tensor], state: list[Tensor]) -> None:
        """Copy the next state to the state. A value that occupies the storage of a state is first copied elsewhere.

        ``(a, b) = (b, a)`` thus goes through temporaries: neither copy destroys the source of the other.
        """
        state_storages = {t.storage.root()[0] for t in state}
        for n, (tensor, target) in enumerate(zip(next_state, state, strict=True)):
            if tensor.storage.root()[0] in state_storages and not tensor.same_address(target):
                next_state[n] = self.new(tensor.info)
                self.steps.append(CopyStep(tensor, next_state[n]))
        for tensor, target in zip(next_state, state, strict=True):
            self.copy(tensor, target)

    def copy(self, source: Tensor, target: Tensor) -> None:
        """Copy a value to a tensor of the same shape."""
        self.steps += self.checks.equal(target.info, source.info, "the results of a branch or an iteration")
        self.steps.append(CopyStep(source, target))

    def deliver(self, value: Tensor, result: Tensor) -> None:
        """Make the value of a branch the result: placed in the result's storage if possible, else copied."""
        storage = value.storage
        own = storage.kind == "temp" and storage.host is None and storage.scope == self.scope and value.is_whole()
        if own and same_size(storage.nbytes, result.storage.nbytes):
            storage.place(result.storage)
        else:
            self.copy(value, result)

    def match_cast(self, binding: MatchCast) -> Any:
        """The value under its new type: new symbols are defined, other dimensions are checked at run time."""
        want, have = binding.sinfo, self.value(binding.value)
        if isinstance(have, Prefix) and isinstance(want, TensorStructInfo):
            return self.prefix(have, want, binding)
        if not isinstance(want, TensorStructInfo) or not isinstance(have, Tensor):
            raise MlccError("L301", "`R.match_cast` to anything but a tensor cannot be compiled", span=binding.span)
        shape = have.info.shape or ()
        if want.shape is None:
            return have
        if len(want.shape) != len(shape) or (want.dtype and want.dtype != have.info.dtype):
            raise MlccError(
                "L307", f"`{have.info.script()}` can never be {want.script()}, to which it is cast", span=binding.span
            )
        for axis, (wanted, actual) in enumerate(zip(want.shape, shape, strict=True)):
            self.match_dim(wanted, actual, axis, binding)
        new_info = TensorStructInfo(want.shape, have.info.dtype)
        return Tensor(have.storage, self.with_dims(new_info), have.offset)

    def prefix(self, have: Prefix, want: TensorStructInfo, binding: MatchCast) -> Tensor:
        """The leading part of a tensor; its length becomes a dimension of the function, unless it already is one."""
        length = want.shape[0] if want.shape else None
        if not isinstance(length, Var):
            raise MlccError("L301", "the length of a prefix needs a name of its own", span=binding.span)
        existing_count = self.sizes.counts.get(length)
        if existing_count is None:
            self.sizes.add(length, have)
            self.known_dims.add(length)
            self.steps.append(DimStep(length, have.count, have.location, have.more))
            self.steps += self.checks.count(length, have)
        elif not existing_count.same_address(have.count):
            raise MlccError("L301", f"`{length.name}` is the length of another prefix", span=binding.span)
        return Tensor(have.whole.storage, self.with_dims(want), have.whole.offset)

    def match_dim(self, declared: Expr, actual: Expr, axis: int, binding: MatchCast) -> None:
        expected = self.dim(declared)
        if isinstance(expected, Var) and expected not in self.known_dims:
            self.dims[expected] = actual
            return
        a, b = as_int(expected), as_int(actual)
        if (a is not None and a == b) or same(expected, actual):
            return
        if a is not None and b is not None:
            raise MlccError(
                "L307", f"dimension {axis} is {b}, and can never be {a}, to which it is cast", span=binding.span
            )
        wanted_text = expected.script() if a is None else str(a)
        message = f"`{binding.var.name}`: dimension {axis} is not {wanted_text}, to which it is cast"
        self.steps.append(CheckStep(Binary("eq", actual, expected), message))


def _flat(value: Any) -> list[Tensor]:
    return [t for item in value for t in _flat(item)] if isinstance(value, list) else [value]


def lower_main(
    func: GraphFunction,
    name: str,
    kernels: Mapping[str, PrimFunc],
    blob: WeightBlob,
    provided: Provided = lambda name: False,
    first_mark: int | None = None,
    keep: Keep | None = None,
) -> LoweredGraph:
    """Lower one graph function.

    `kernels` are the lowered tensor programs by name (their attribute ``workspace_bytes`` is honoured); constants are
    added to `blob`; `provided` states whether a library function exists. With `first_mark`, the program records the
    time of each call in a slot of the profile, from number `first_mark` on. With `keep`, what follows from sizes alone
    is kept between calls. Raises L301-L307 for unsupported graphs.
    """
    lowerer = _Lowerer(name, kernels, blob, provided)
    inputs = [_input(lowerer, param) for param in func.params]
    results = lowerer.sequence(func.body)
    if keep is not None:
        dims = list(dict.fromkeys(v for buffer in inputs for dim in buffer.shape for v in all_roots(dim)))
        lowerer.steps = keep_values(lowerer.steps, results, dims, keep)
    placed = place_outputs(results, lowerer.steps, lowerer.sizes)
    outputs = placed.buffers
    place_pieces(lowerer.steps)
    ones = share_storage(lowerer.steps, kernels)
    reuse_inputs(lowerer.steps, kernels)
    place_rows(lowerer.steps)
    check_dims(func, inputs, placed)
    buffer_map = {handle_param(buffer): buffer for buffer in (*inputs, *outputs)}
    arena = plan_arena(lowerer.steps, lowerer.sizes.open_dims, ones)
    nbytes = lowerer.expanded.of(arena.nbytes)
    attrs = {
        **func.attrs,
        "global_symbol": name,
        "workspace_bytes": nbytes if as_int(nbytes) is None else as_int(nbytes),
        "num_input": len(func.params),
        "live_bytes": arena.live_bytes,
    }
    if placed.sizes:
        attrs["result_shapes"] = [list(map(lowerer.expanded.of, tensor.info.shape or ())) for tensor in results]
        attrs["result_sizes"] = placed.sizes
    if placed.rooms:
        attrs["rooms"] = placed.rooms
    live = dict(zip(map(id, walk_steps(lowerer.steps)), arena.live, strict=False))
    marks = Marks(first_mark, live=live)
    body = marks.around(StepCode(arena, marks).program(lowerer.steps))
    called = tuple(s.kernel if isinstance(s, KernelStep) else "" for s in walk_steps(lowerer.steps))
    used = tuple(dict.fromkeys(k for k in called if k in kernels))
    program = PrimFunc(tuple(buffer_map), buffer_map, body, attrs)
    keeps = any(isinstance(step, KeptStep) for step in lowerer.steps)
    return LoweredGraph(program, arena, used, tuple(lowerer.externs), tuple(marks.sites), called, keeps)


def _input(lowerer: _Lowerer, param: GraphVar) -> Buffer:
    """The buffer of a parameter; registers the parameter's value and dimensions."""
    info = param.sinfo
    if not isinstance(info, TensorStructInfo) or info.shape is None or not info.dtype:
        raise MlccError("L306", f"parameter `{param.name}` needs a shape and a dtype to be compiled", span=param.span)
    buffer = Buffer(param.name, info.shape, info.dtype)
    lowerer.known_dims |= {v for d in info.shape for v in free_vars(d)}
    tensor = lowerer.new(info)
    tensor.storage.kind, tensor.storage.buffer = "input", buffer
    lowerer.env[param] = tensor
    return buffer
