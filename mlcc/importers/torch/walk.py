"""The walk over the nodes of an ATen graph: each becomes what its converter emits."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.ir import Expr, GraphExpr, as_int

from .complex_numbers import Pair, converter
from .registry import find
from .tensors import Dim, dtype_of
from .translation import Translation, node_title

#: What sizes are computed by: their nodes hold a dimension, not a tensor.
_SIZES = (int, float, bool, torch.SymInt, torch.SymFloat, torch.SymBool)
#: What `tensor.item()` becomes.
_ELEMENT = "_local_scalar_dense.default"


def operator_name(target: Any) -> str:
    """`add.Tensor` for `torch.ops.aten.add.Tensor`, `mylib.scaled.default` for an operator of another library; the
    Python name of anything else."""
    name = str(target)
    if isinstance(target, torch._ops.OpOverload):
        return name.removeprefix("aten.")
    return getattr(target, "__name__", name)


class Walk:
    """One graph: the values of its nodes so far. `owner` has the tensors that `get_attr` nodes name."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.t = Translation()
        self.values: dict[torch.fx.Node, Any] = {}

    def convert_nodes(self, nodes: Sequence[torch.fx.Node]) -> None:
        """Convert calls, in order."""
        for node in nodes:
            self.values[node] = self.convert(node)

    def convert(self, node: torch.fx.Node) -> Any:
        """The value of a node."""
        self.t.node = node
        self.t.ctx.where = node_title(node)
        self.t.ctx.op_type = operator_name(node.target)
        if operator_name(node.target) == _ELEMENT:  # a number that is computed from data stays a tensor
            return self.t.reshape(self.argument(node.args[0]), [])
        if isinstance(node.meta.get("val"), _SIZES):
            return self.size_of(node.meta["val"])
        if node.target is operator.getitem:
            return self.values[node.args[0]][node.args[1]]
        convert = _converter(node)
        assert convert is not None, node.target
        args = [self.argument(value) for value in node.args]
        named = {key: self.argument(value) for key, value in node.kwargs.items()}
        return self.checked(node, convert(self.t, *args, **_renamed(named)))

    def checked(self, node: torch.fx.Node, value: Any) -> Any:
        """The value, of the element type that PyTorch says."""
        fake = node.meta.get("val")
        if isinstance(value, GraphExpr) and isinstance(fake, torch.Tensor):
            return self.t.ctx.cast(value, dtype_of(fake.dtype))
        if isinstance(value, list) and isinstance(fake, (list, tuple)):
            return [
                self.t.ctx.cast(v, dtype_of(f.dtype)) if isinstance(v, GraphExpr) and isinstance(f, torch.Tensor) else v
                for v, f in zip(value, fake, strict=False)
            ]
        return value

    def argument(self, value: Any) -> Any:
        """An argument of a node: values of nodes, and lists of them, for nodes."""
        if isinstance(value, torch.fx.Node):
            if value.op == "get_attr":
                return self.held(_attribute(self.owner, str(value.target)))
            return self.values[value]
        if isinstance(value, (list, tuple)):
            return [self.argument(item) for item in value]
        return value

    def held(self, tensor: torch.Tensor) -> Any:
        """A tensor that the program holds, as a constant."""
        if tensor.is_complex():
            parts = torch.view_as_real(tensor.detach().resolve_conj())
            return Pair(self.t.data(parts[..., 0]), self.t.data(parts[..., 1]))
        return self.t.data(tensor)

    def size_of(self, value: Any) -> Dim | float:
        if isinstance(value, torch.SymInt):
            return self.t.symbols.dim(value)
        if isinstance(value, (torch.SymFloat, torch.SymBool)):
            raise self.t.error("I132", f"`{value}` is computed from sizes, and is no size")
        number: float = value
        return number

    def as_tensor(self, value: Any) -> GraphExpr:
        """An output as a tensor: sizes and numbers are scalars."""
        if isinstance(value, Pair):
            raise MlccError(
                "I131", "the program returns complex numbers", help="return both parts: torch.view_as_real(result)"
            )
        if isinstance(value, GraphExpr):
            return self.t.ctx.materialized(value)
        if isinstance(value, Expr) and as_int(value) is None:
            return self.t.ctx.materialized(self.t.ctx.symbolic_value(value))
        if value is None:
            raise MlccError("I110", "the program returns None", help="return tensors only")
        return self.t.ctx.constant(value)


#: Arguments whose names are words of Python, or mean nothing to a compiled program.
_IGNORED = ("layout", "device", "pin_memory", "memory_format", "non_blocking", "generator")


def _renamed(named: Mapping[str, Any]) -> dict[str, Any]:
    return {("input" if key == "self" else key): value for key, value in named.items() if key not in _IGNORED}


def _attribute(owner: Any, path: str) -> torch.Tensor:
    for name in path.split("."):
        owner = getattr(owner, name)
    tensor: torch.Tensor = owner
    return tensor


def calls_for(graph: Any, results: Iterable[Any]) -> list[torch.fx.Node]:
    """The calls that results depend on, in order; assertions of PyTorch on data are none of them.

    Reports all without a converter (I120), or with complex numbers (I131), at once.
    """
    needed: set[torch.fx.Node] = set()
    waiting = [node for node in results if isinstance(node, torch.fx.Node)]
    while waiting:
        node = waiting.pop()
        if node not in needed:
            needed.add(node)
            waiting += node.all_input_nodes
    calls = [node for node in graph.nodes if node in needed and node.op == "call_function"]
    problems = [problem for node in calls for problem in _problem(node)]
    if problems:
        raise MlccError.many(problems)
    return calls


def _is_complex(node: torch.fx.Node) -> bool:
    """Whether an operand or a result of a node has complex numbers."""
    for each in (node, *node.all_input_nodes):
        value = each.meta.get("val")
        values = value if isinstance(value, (list, tuple)) else [value]
        if any(isinstance(v, torch.Tensor) and v.dtype.is_complex for v in values):
            return True
    return False


def _converter(node: torch.fx.Node) -> Callable[..., Any] | None:
    name = operator_name(node.target)
    ordinary = find(name)
    return converter(name, ordinary) if _is_complex(node) else ordinary


def _problem(node: torch.fx.Node) -> list[Diagnostic]:
    value = node.meta.get("val")
    if isinstance(value, _SIZES) or node.target is operator.getitem:
        return []
    if _converter(node) is not None:
        return []
    if _is_complex(node):
        title = f"{node_title(node)} computes with complex numbers, and has no converter for them"
        return [Diagnostic("I131", title, notes=_traceback(node))]
    return [Diagnostic("I120", f"{node_title(node)} has no converter", notes=_traceback(node))]


def _traceback(node: torch.fx.Node) -> tuple[str, ...]:
    """The line of the user's program that the node comes from."""
    lines = [line.strip() for line in (node.stack_trace or "").splitlines() if line.strip()]
    return (f"from {' '.join(lines[-2:])}"[:300],) if lines else ()
