"""A legalised graph function to a tensor program that calls the kernels: no allocation, no interpreter.

In: a function whose calls are ``call_tir`` of lowered kernels, views, tuples and conditionals. Out: a PrimFunc over the
inputs' and outputs' buffers whose body is a sequence of ``call_kernel`` with pointers into its arguments, one planned
workspace, and the module's constant blob.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import InternalError, MlccError
from mlcc.ir import (
    Buffer,
    BufferLoad,
    Call,
    Constant,
    Evaluate,
    Expr,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    MatchCast,
    Op,
    PrimFunc,
    SeqStmt,
    Stmt,
    StringImm,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    as_int,
    const,
    free_vars,
    handle_param,
    substitute,
)  # fmt: skip
from mlcc.ir import (
    dtype as dt,
)

from .infer import output_infos
from .operators import view_offset
from .plan_memory import ArenaPlan, Lifetime, plan
from .weights import WeightBlob


@dataclass(eq=False)
class _Storage:
    """Bytes that hold a value: an argument's buffer, a constant, or a slot of the workspace."""

    nbytes: Expr
    kind: str = "temp"  # input, output, const, temp
    buffer: Buffer | None = None
    offset: int = 0
    life: Lifetime | None = None
    slot: int = -1


@dataclass(eq=False)
class _Tensor:
    storage: _Storage
    info: TensorStructInfo
    offset: int = 0  # bytes into the storage


@dataclass
class _Step:
    """One kernel call: name, operands in parameter order, and its scratch."""

    kernel: str
    operands: list[_Tensor]
    scalars: tuple[Expr, ...] = ()
    scratch: _Storage | None = None
    copy_bytes: Expr | None = None


@dataclass(frozen=True)
class ExternCall:
    """A call of a library function: the program calls `symbol(pointer per tensor, dims)`, which hands on to `name`."""

    name: str
    symbol: str
    tensors: tuple[TensorStructInfo, ...]
    dims: tuple[Var, ...]


@dataclass(frozen=True)
class LoweredGraph:
    """`func` is the entry program; its attribute ``workspace_bytes`` is the size of `arena`, the plan of its memory."""

    func: PrimFunc
    arena: ArenaPlan
    kernels: tuple[str, ...] = field(default=())
    externs: tuple[ExternCall, ...] = field(default=())


def nbytes_of(info: TensorStructInfo) -> Expr:
    """Size in bytes, an int64 expression."""
    total: Expr = const(dt.nbytes(info.dtype), "int64")
    for dim in info.shape or ():
        total = total * dim
    return total


class _Lowerer:
    def __init__(
        self, func: GraphFunction, name: str, kernels: Mapping[str, PrimFunc], blob: WeightBlob, provided: Provided
    ) -> None:
        self.func = func
        self.name = name
        self.kernels = kernels
        self.provided = provided
        self.externs: list[ExternCall] = []
        self.blob = blob
        self.env: dict[GraphVar, Any] = {}
        self.steps: list[_Step] = []
        self.temps: list[_Storage] = []
        self.constants: dict[int, _Tensor] = {}

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
                    storage = _Storage(nbytes_of(info), "const", offset=self.blob.add(expr.data))
                    self.constants[id(expr)] = _Tensor(storage, info)
                return self.constants[id(expr)]
            case GraphTuple():
                return [self.value(f) for f in expr.fields]
            case TupleGetItem():
                return self.value(expr.value)[expr.index]
        raise InternalError(f"no storage for a graph value of kind {type(expr).__name__}")

    def new_temp(self, info: TensorStructInfo) -> _Tensor:
        storage = _Storage(nbytes_of(info))
        self.temps.append(storage)
        return _Tensor(storage, info)

    # ------------------------------------------------------------ bindings
    def bind(self, binding: VarBinding) -> None:
        value = binding.value
        if not isinstance(value, GraphCall):
            self.env[binding.var] = self.value(value)
            return
        name = value.op.name if isinstance(value.op, Op) else ""
        elements = view_offset(value)
        if elements is not None:
            info = binding.var.sinfo
            assert isinstance(info, TensorStructInfo)
            base = self.value(value.args[0])
            self.env[binding.var] = _Tensor(base.storage, info, base.offset + elements * dt.nbytes(info.dtype))
        elif name in ("alloc_tensor", "builtin.alloc_tensor"):
            self.env[binding.var] = self.new_temp(output_infos(binding.var.sinfo)[0])  # type: ignore[arg-type]
        elif name in ("call_tir", "call_dps_packed"):
            self.env[binding.var] = self.call_tir(value)
        else:
            what = value.op.name if isinstance(value.op, (GlobalVar, Op)) else "a function value"
            raise MlccError("L301", f"a call of `{what}` cannot be compiled", span=value.span)

    def call_tir(self, call: GraphCall) -> Any:
        callee = call.args[0]
        assert isinstance(callee, (GlobalVar, ExternFunc))
        inputs = self.value(call.args[1])
        inputs = inputs if isinstance(inputs, list) else [inputs]
        info = call.sinfo or call.sinfo_args[0]
        outputs = [self.new_temp(t) for t in output_infos(info)]
        make = self.extern_step if isinstance(callee, ExternFunc) else self.make_step
        self.steps.append(make(callee.name, [*inputs, *outputs], call))
        return outputs if not isinstance(info, TensorStructInfo) else outputs[0]

    def extern_step(self, name: str, operands: list[_Tensor], call: GraphCall) -> _Step:
        if not self.provided(name):
            raise MlccError(
                "L302", f"no implementation of the library function `{name}`", span=call.span,
                help="define it in the module as a `@T.prim_func` and call it as `cls.<name>`, or build from Python "
                f'after `mlcc.register_func("{name}")`',
            )  # fmt: skip
        dims = tuple(dict.fromkeys(v for t in operands for dim in t.info.shape or () for v in free_vars(dim)))
        symbol = f"{self.name}_extern{len(self.externs)}"
        self.externs.append(ExternCall(name, symbol, tuple(t.info for t in operands), dims))
        return _Step(symbol, operands, dims)

    def make_step(self, name: str, operands: list[_Tensor], call: GraphCall) -> _Step:
        if name not in self.kernels:
            raise MlccError("L303", f"the module has no tensor program `{name}`", span=call.span)
        kernel = self.kernels[name]
        handles = [p for p in kernel.params if p in kernel.buffer_map]
        if len(handles) != len(operands):
            raise MlccError(
                "L304", f"`{name}` takes {len(handles)} buffers, the call gives {len(operands)} tensors", span=call.span
            )
        values: dict[Var, Expr] = {}
        for param, operand in zip(handles, operands, strict=True):
            for dim, actual in zip(kernel.buffer_map[param].shape, operand.info.shape or (), strict=False):
                if isinstance(dim, Var):
                    values.setdefault(dim, actual)
        scalars = []
        for var in kernel.symbolic_vars():
            if var not in values:
                raise MlccError(
                    "L305", f"the call does not determine the dimension `{var.name}` of `{name}`", span=call.span
                )
            scalars.append(values[var])
        scratch = None
        need = kernel.attrs.get("workspace_bytes", 0)
        if not isinstance(need, int) or need > 0:
            size = const(need, "int64") if isinstance(need, int) else substitute(need, values)
            scratch = _Storage(size)
            self.temps.append(scratch)
        return _Step(name, operands, tuple(scalars), scratch)

    # ------------------------------------------------------------ results
    def place_outputs(self, outputs: list[_Tensor]) -> list[Buffer]:
        """Let kernels write results straight into the output buffers; copy what cannot be (inputs, constants, …)."""
        buffers = []
        taken: set[int] = set()
        for n, tensor in enumerate(outputs):
            buffer = Buffer(f"output{n}", tensor.info.shape or (), tensor.info.dtype)
            buffers.append(buffer)
            storage = tensor.storage
            whole = tensor.offset == 0 and _same_size(storage.nbytes, nbytes_of(tensor.info))
            if storage.kind == "temp" and id(storage) not in taken and whole:
                storage.kind, storage.buffer = "output", buffer
                taken.add(id(storage))
                self.temps.remove(storage)
                continue
            target = _Tensor(_Storage(storage.nbytes, "output", buffer), tensor.info)
            self.steps.append(_Step("", [tensor, target], copy_bytes=nbytes_of(tensor.info)))
        return buffers

    def plan(self) -> ArenaPlan:
        lives: list[Lifetime] = []
        for index, step in enumerate(self.steps):
            used = [t.storage for t in step.operands] + ([step.scratch] if step.scratch else [])
            for storage in used:
                if storage.kind != "temp":
                    continue
                if storage.life is None:
                    storage.life = Lifetime(storage.nbytes, index, index)
                    storage.slot = len(lives)
                    lives.append(storage.life)
                storage.life.end = index
        return plan(lives)

    # ------------------------------------------------------------ code
    def pointer(self, storage: _Storage, arena: ArenaPlan, offset: int = 0) -> Expr:
        if storage.kind == "const":
            return Call("weight_ptr", (const(storage.offset + offset, "int64"),), "handle")
        if storage.kind == "temp":
            return Call("workspace_ptr", (arena.offsets[storage.slot] + offset,), "handle")
        assert storage.buffer is not None
        return Call("address_of", (BufferLoad(storage.buffer, _element_at(storage.buffer, offset)),), "handle")

    def statement(self, step: _Step, arena: ArenaPlan) -> Stmt:
        pointers = [self.pointer(t.storage, arena, t.offset) for t in step.operands]
        if step.copy_bytes is not None:
            return Evaluate(
                Call("call_extern", (StringImm("memcpy"), pointers[1], pointers[0], step.copy_bytes), "handle")
            )
        scratch = [self.pointer(step.scratch, arena)] if step.scratch else []
        return Evaluate(Call("call_kernel", (StringImm(step.kernel), *pointers, *step.scalars, *scratch), "int32"))


def _same_size(a: Expr, b: Expr) -> bool:
    return a is b or a.script() == b.script()


def _element_at(buffer: Buffer, nbytes: int) -> tuple[Expr, ...]:
    """The indices of the element at a byte offset; only buffers of static shape have views at an offset."""
    rest = nbytes // dt.nbytes(buffer.dtype)
    indices: list[Expr] = []
    for dim in reversed(buffer.shape):
        extent = as_int(dim) or 1
        indices.append(const(rest % extent if rest else 0, "int64"))
        rest //= extent
    return tuple(reversed(indices))


Provided = Callable[[str], bool]


def lower_main(
    func: GraphFunction,
    name: str,
    kernels: Mapping[str, PrimFunc],
    blob: WeightBlob,
    provided: Provided = lambda name: False,
) -> LoweredGraph:
    """Lower one graph function.

    `kernels` are the lowered tensor programs by name (their attribute ``workspace_bytes`` is honoured); constants are
    added to `blob`; `provided` tells which library functions exist. Raises L301-L306 for what cannot be compiled.
    """
    lowerer = _Lowerer(func, name, kernels, blob, provided)
    params: list[Var] = []
    buffer_map: dict[Var, Buffer] = {}
    for param in func.params:
        info = param.sinfo
        if not isinstance(info, TensorStructInfo) or info.shape is None or not info.dtype:
            raise MlccError(
                "L306", f"parameter `{param.name}` needs a shape and a dtype to be compiled", span=param.span
            )
        buffer = Buffer(param.name, info.shape, info.dtype)
        handle = handle_param(buffer)
        params.append(handle)
        buffer_map[handle] = buffer
        lowerer.env[param] = _Tensor(_Storage(nbytes_of(info), "input", buffer), info)
    for binding in func.bindings():
        if isinstance(binding, MatchCast):
            lowerer.env[binding.var] = lowerer.value(binding.value)
        else:
            assert isinstance(binding, VarBinding)
            lowerer.bind(binding)
    result = lowerer.value(func.body.body)
    outputs = lowerer.place_outputs(list(result) if isinstance(result, list) else [result])
    _check_dims(func, [*buffer_map.values()], outputs)
    for buffer in outputs:
        handle = handle_param(buffer)
        params.append(handle)
        buffer_map[handle] = buffer
    arena = lowerer.plan()
    body = SeqStmt(tuple(lowerer.statement(s, arena) for s in lowerer.steps))
    size = as_int(arena.nbytes)
    attrs = {
        **func.attrs,
        "global_symbol": name,
        "workspace_bytes": arena.nbytes if size is None else size,
        "num_input": len(func.params),
    }
    used = tuple(dict.fromkeys(s.kernel for s in lowerer.steps if s.kernel in kernels))
    return LoweredGraph(PrimFunc(tuple(params), buffer_map, body, attrs), arena, used, tuple(lowerer.externs))


def _check_dims(func: GraphFunction, inputs: list[Buffer], outputs: list[Buffer]) -> None:
    known = {v for b in inputs for d in b.shape for v in free_vars(d)}
    for buffer in outputs:
        for dim in buffer.shape:
            for var in free_vars(dim):
                if var not in known:
                    raise MlccError(
                        "L305", f"the inputs do not determine the dimension `{var.name}` of the result", span=func.span,
                        help="give the shape with `--shape name=...`",
                    )  # fmt: skip
