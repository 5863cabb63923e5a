"""Tensors and the operations that produce them.

A tensor is symbolic: the result of a placeholder (an input), a compute (one expression per element), or an extern
(a statement). :func:`mlcc.te.create_prim_func` translates a set of them to a tensor program.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from types import FunctionType
from typing import Any, ClassVar

from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, IntImm, Node, Range, Stmt, Var, cast, const, node
from mlcc.ir import dtype as dt

from .reduce_node import Axis, ReduceAxis, reduce_axes_of

Shape = Sequence[Expr | int]
#: The result of an extern's builder: a statement, or a statement and the buffers allocated in its block.
ExternBody = Stmt | tuple[Stmt, tuple[Buffer, ...]]


#: The type of dimensions given as Python integers, where no other dimension determines it.
_index_types = ["int32"]


@contextmanager
def index_type(dtype: str) -> Iterator[None]:
    """Within the context, Python integers in shapes become dimensions of `dtype` ("int32" or "int64")."""
    _index_types.append(dtype)
    try:
        yield
    finally:
        _index_types.pop()


class Tensor:
    """One result of an operation: `shape` (expressions), `dtype`, `name`, and the `op` that produces it."""

    __slots__ = ("dtype", "op", "shape", "value_index")

    def __init__(self, op: Operation, shape: tuple[Expr, ...], dtype: str, value_index: int = 0) -> None:
        self.op = op
        self.shape = shape
        self.dtype = dtype
        self.value_index = value_index

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def name(self) -> str:
        """The operation's name; results of one operation with several are numbered ``name.v0`` …"""
        if len(self.op.outputs) == 1:
            return self.op.name
        return f"{self.op.name}_v{self.value_index}"

    def __getitem__(self, indices: Any) -> TensorLoad:
        items = indices if isinstance(indices, tuple) else (indices,)
        return self(*items)

    def __call__(self, *indices: Any) -> TensorLoad:
        if len(indices) != self.ndim:
            raise MlccError(
                "T101",
                f"tensor `{self.name}` has {self.ndim} dimensions, {len(indices)} indices given",
            )
        return TensorLoad(self, tuple(_index(self, i) for i in indices))

    def __repr__(self) -> str:
        dims = ", ".join(str(d.value) if isinstance(d, IntImm) else _dim_text(d) for d in self.shape)
        return f"Tensor({self.name}: ({dims}), {self.dtype})"


def _dim_text(dim: Expr) -> str:
    return dim.name if isinstance(dim, Var) else type(dim).__name__


def _index(tensor: Tensor, item: Any) -> Expr:
    if isinstance(item, bool) or not isinstance(item, (int, Expr)) and not hasattr(item, "__index__"):
        raise MlccError("T101", f"an index of tensor `{tensor.name}` is not an integer: {item!r}")
    if not isinstance(item, Expr):
        return const(int(item), index_dtype_of(tensor.shape))
    if not dt.is_int(item.dtype):
        raise MlccError(
            "T101", f"an index of tensor `{tensor.name}` has dtype `{item.dtype}`",
            help="cast it to an integer with `.astype(\"int64\")`",
        )  # fmt: skip
    return item


@node
class TensorLoad(Expr):
    """One element of a tensor; becomes a BufferLoad in the tensor program."""

    tensor: Tensor
    indices: tuple[Expr, ...]
    dtype: str = field(init=False, default="")
    span: None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("indices",)

    def __post_init__(self) -> None:
        self.dtype = self.tensor.dtype  # type: ignore[misc]


class Operation:
    """An operation that produces tensors: `outputs`, in order."""

    __slots__ = ("attrs", "name", "outputs")

    def __init__(self, name: str, attrs: Mapping[str, Any] | None = None) -> None:
        self.name = name
        self.attrs: dict[str, Any] = dict(attrs or {})
        self.outputs: tuple[Tensor, ...] = ()

    def input_tensors(self) -> tuple[Tensor, ...]:
        """The tensors that the operation reads, in order of appearance."""
        return ()


class PlaceholderOp(Operation):
    """An input."""

    __slots__ = ()


class ComputeOp(Operation):
    """One expression per output over the spatial `axes` (`reduce_axes` when it is a reduction)."""

    __slots__ = ("axes", "body", "reduce_axes", "shape")

    def __init__(
        self,
        name: str,
        shape: tuple[Expr, ...],
        axes: tuple[Var, ...],
        body: tuple[Expr, ...],
        reduce_axes: tuple[ReduceAxis, ...],
        attrs: Mapping[str, Any] | None,
    ) -> None:
        super().__init__(name, attrs)
        self.shape = shape
        self.axes = axes
        self.body = body
        self.reduce_axes = reduce_axes
        self.outputs = tuple(Tensor(self, shape, e.dtype, n) for n, e in enumerate(body))

    @property
    def axis(self) -> tuple[Var, ...]:
        """The spatial axes, under TVM's name."""
        return self.axes

    @property
    def reduce_axis(self) -> tuple[ReduceAxis, ...]:
        """The reduction axes, under TVM's name."""
        return self.reduce_axes

    def input_tensors(self) -> tuple[Tensor, ...]:
        return tuple(dict.fromkeys(t for e in self.body for t in tensors_in(e)))


class PartsOp(Operation):
    """A result that consists of boxes: each part is a separate compute, written at an offset."""

    __slots__ = ("offsets", "parts")

    def __init__(
        self,
        name: str,
        parts: tuple[ComputeOp, ...],
        offsets: tuple[tuple[Expr, ...], ...],
        attrs: Mapping[str, Any] | None,
    ) -> None:
        super().__init__(name, attrs)
        self.parts = parts
        self.offsets = offsets

    def input_tensors(self) -> tuple[Tensor, ...]:
        return tuple(dict.fromkeys(t for p in self.parts for t in p.input_tensors()))


class ExternOp(Operation):
    """Results written by the statement that `fbuild(input buffers, output buffers)` returns."""

    __slots__ = ("fbuild", "inputs")

    def __init__(
        self,
        name: str,
        inputs: tuple[Tensor, ...],
        fbuild: Callable[[list[Buffer], list[Buffer]], ExternBody],
        attrs: Mapping[str, Any] | None,
    ) -> None:
        super().__init__(name, attrs)
        self.inputs = inputs
        self.fbuild = fbuild

    def input_tensors(self) -> tuple[Tensor, ...]:
        return tuple(dict.fromkeys(self.inputs))


def tensors_in(expr: Node) -> list[Tensor]:
    """Every tensor read below an expression, in order of appearance (with repeats)."""
    result: list[Tensor] = []
    stack: list[Node] = [expr]
    while stack:
        top = stack.pop()
        if isinstance(top, TensorLoad):
            result.append(top.tensor)
        below: list[Node] = []
        for name in top.CHILDREN:
            value = getattr(top, name)
            below.extend(value if isinstance(value, tuple) else () if value is None else (value,))
        stack.extend(reversed(below))
    return result


def shape_tuple(shape: Shape | Expr | int, what: str = "shape") -> tuple[Expr, ...]:
    """Dimensions as expressions of one integer type: int64 as soon as one is, else int32."""
    items = shape if isinstance(shape, Sequence) else (shape,)
    wide = any(isinstance(d, Expr) and d.dtype == "int64" for d in items)
    index = "int64" if wide else _index_types[-1]
    dims: list[Expr] = []
    for item in items:
        if isinstance(item, Expr):
            if not dt.is_int(item.dtype):
                raise MlccError("T102", f"a dimension of the {what} has dtype `{item.dtype}`")
            dims.append(cast(index, item))
        elif isinstance(item, bool) or not hasattr(item, "__index__"):
            raise MlccError("T102", f"a dimension of the {what} is not an integer: {item!r}")
        else:
            dims.append(const(int(item), index))
        value = dims[-1]
        if isinstance(value, IntImm) and value.value < 0:
            raise MlccError("T102", f"a dimension of the {what} is negative: {value.value}")
    return tuple(dims)


def index_dtype_of(shape: tuple[Expr, ...]) -> str:
    """The type of loop variables over `shape`."""
    return shape[0].dtype if shape else _index_types[-1]


def var(name: str = "n", dtype: str = "int32") -> Var:
    """A scalar variable; in shapes, a symbolic dimension."""
    return Var(name, dtype)


def size_var(name: str = "n", dtype: str = "int32") -> Var:
    """A symbolic dimension (known not to be negative, like every dimension)."""
    return Var(name, dtype)


def placeholder(shape: Shape | Expr | int, dtype: str = "float32", name: str = "placeholder") -> Tensor:
    """An input tensor. Raises T102 for a bad shape or dtype."""
    if not dt.is_known(dtype) or dt.lanes(dtype) > 1 or dt.element(dtype) not in dt.SCALARS:
        raise MlccError("T102", f"placeholder `{name}` has an unknown dtype `{dtype}`")
    op = PlaceholderOp(name)
    op.outputs = (Tensor(op, shape_tuple(shape), dtype),)
    return op.outputs[0]


def reduce_axis(dom: Range | Sequence[Expr | int], name: str = "rv") -> ReduceAxis:
    """An axis to reduce over; `dom` is ``(low, high)``, high exclusive."""
    if isinstance(dom, Range):
        low, extent = dom.min, dom.extent
    else:
        if len(dom) != 2:
            raise MlccError("T102", f"the domain of reduction axis `{name}` is not (low, high)")
        low, high = shape_pair(dom)
        extent = high - low
    if low.dtype != extent.dtype:
        low, extent = cast("int64", low), cast("int64", extent)
    return ReduceAxis(name, extent.dtype, dom=Range(low, extent))


def shape_pair(dom: Sequence[Expr | int]) -> tuple[Expr, Expr]:
    """(low, high) as expressions of one type."""
    wide = any(isinstance(d, Expr) and d.dtype == "int64" for d in dom)
    index = "int64" if wide else _index_types[-1]
    low, high = (cast(index, d) if isinstance(d, Expr) else const(int(d), index) for d in dom)
    return low, high


def _axis_names(fcompute: Callable[..., Any], rank: int) -> list[str]:
    """Axis names from the parameters of `fcompute`: ``lambda i, j`` gives i, j and ``lambda *i`` gives i0, i1 …"""
    # `inspect.signature` takes longer than most functions that it is asked about. What wraps another has attributes.
    is_plain = type(fcompute) is FunctionType and not fcompute.__dict__
    required, optional, vararg = _code_names(fcompute) if is_plain else _signature_names(fcompute)
    names = [*required, *optional[: max(0, rank - len(required))]]
    if vararg is not None:
        names += [f"{vararg}{n}" for n in range(rank - len(names))]
    if len(names) != rank:
        raise MlccError("T102", f"the compute function takes {len(names)} axes, the shape has {rank} dimensions")
    return names


#: Parameters that must be given by position, those that need not, and one that stands for any number of them.
_Names = tuple[Sequence[str], Sequence[str], str | None]


def _code_names(fcompute: Any) -> _Names:
    code = fcompute.__code__
    names, count = code.co_varnames, code.co_argcount
    required = count - len(fcompute.__defaults__ or ())
    vararg = names[count + code.co_kwonlyargcount] if code.co_flags & inspect.CO_VARARGS else None
    return names[:required], names[required:count], vararg


def _signature_names(fcompute: Callable[..., Any]) -> _Names:
    found = list(inspect.signature(fcompute).parameters.values())
    placed = [p for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p.name for p in placed if p.default is p.empty]
    vararg = next((p.name for p in found if p.kind is p.VAR_POSITIONAL), None)
    return required, [p.name for p in placed if p.default is not p.empty], vararg


def compute(
    shape: Shape | Expr | int,
    fcompute: Callable[..., Any],
    name: str = "compute",
    attrs: Mapping[str, Any] | None = None,
) -> Any:
    """A tensor of `shape` whose element at (i, j …) is ``fcompute(i, j …)``.

    `fcompute` returns an expression, a reduction (:func:`mlcc.te.sum` …), or a tuple of them, which gives a tuple of
    tensors. `attrs` become annotations of the block. Raises T102, and T103 for a reduction inside an expression.
    """
    dims = shape_tuple(shape)
    index = index_dtype_of(dims)
    names = _axis_names(fcompute, len(dims))
    axes = tuple(Axis(n, index, dom=Range(const(0, index), d)) for n, d in zip(names, dims, strict=True))
    value = fcompute(*axes)
    several = isinstance(value, (tuple, list))
    items = tuple(value) if several else (value,)
    body: list[Expr] = []
    for item in items:
        if isinstance(item, (bool, int, float)):
            item = const(item)
        if not isinstance(item, Expr):
            raise MlccError("T102", f"compute `{name}` gives {item!r}, which is no expression")
        body.append(item)
    op = ComputeOp(name, dims, axes, tuple(body), reduce_axes_of(name, body), attrs)
    return op.outputs if several else op.outputs[0]


def assemble(
    shape: Shape | Expr | int,
    parts: Sequence[tuple[Sequence[Expr | int], Tensor]],
    name: str = "assemble",
    attrs: Mapping[str, Any] | None = None,
) -> Tensor:
    """A tensor of `shape` from computes that are written at ``(offset, tensor)``: one loop nest and block per part.

    The parts must be computes of one result, of one dtype, and must cover the shape without overlap.
    """
    dims = shape_tuple(shape)
    ops: list[ComputeOp] = []
    for _, part in parts:
        if not isinstance(part.op, ComputeOp) or len(part.op.outputs) != 1:
            raise MlccError("T102", f"a part of `{name}` is not a compute of one result")
        ops.append(part.op)
    if len({part.dtype for _, part in parts}) != 1:
        raise MlccError("T102", f"the parts of `{name}` differ in dtype, or there are none")
    offsets = tuple(shape_tuple(tuple(offset), "offset") for offset, _ in parts)
    op = PartsOp(name, tuple(ops), offsets, attrs)
    op.outputs = (Tensor(op, dims, parts[0][1].dtype),)
    return op.outputs[0]


def extern(
    shapes: Any,
    inputs: Sequence[Tensor],
    fbuild: Callable[[list[Buffer], list[Buffer]], ExternBody],
    dtype: str | Sequence[str] | None = None,
    name: str = "extern",
    attrs: Mapping[str, Any] | None = None,
) -> Any:
    """Tensors written by a statement: ``fbuild(input_buffers, output_buffers)`` builds it, run once per program made.

    `shapes` is one shape, or a list of shapes for several results; `dtype` one or one per result (default: that of
    the first input). Returns one tensor, or a tuple for a list of shapes.
    """
    several = isinstance(shapes, (list, tuple)) and bool(shapes) and isinstance(shapes[0], (tuple, list))
    every = [shape_tuple(s) for s in (shapes if several else [shapes])]
    if dtype is None:
        if not inputs:
            raise MlccError("T102", f"extern `{name}` has no inputs: state its dtype")
        dtype = inputs[0].dtype
    dtypes = [dtype] * len(every) if isinstance(dtype, str) else list(dtype)
    if len(dtypes) != len(every):
        raise MlccError("T102", f"extern `{name}` has {len(every)} results, {len(dtypes)} dtypes")
    op = ExternOp(name, tuple(inputs), fbuild, attrs)
    op.outputs = tuple(Tensor(op, s, d, n) for n, (s, d) in enumerate(zip(every, dtypes, strict=False)))
    return op.outputs if several else op.outputs[0]
