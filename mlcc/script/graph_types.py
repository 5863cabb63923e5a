"""Types of graph values: ``R.Tensor((n, 4), "float32")`` and its relatives."""

from __future__ import annotations

from mlcc.diagnostics import closest
from mlcc.ir import (
    CallableStructInfo,
    Expr,
    GraphVar,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)  # fmt: skip

from . import calls as _calls  # noqa: F401 types may hold calls, which `Formulas` reads by this module
from . import syntax as s
from .buffers import dimension
from .formulas import Formulas

NAMES = ("Tensor", "Shape", "Tuple", "Object", "Any", "Prim", "Callable")


class GraphTypes:
    """Reads types; `fx` resolves the dimensions."""

    def __init__(self, fx: Formulas) -> None:
        self.fx = fx
        self.ctx = fx.ctx

    def kind(self, node: s.Syntax) -> str | None:
        """``Tensor`` for ``R.Tensor(...)``, ``R.Tensor`` and (2022) ``Tensor(...)``; None for what is no type."""
        head = node.func if isinstance(node, s.Call) else node
        if isinstance(head, s.Name):
            return head.id if head.id in NAMES and not self.ctx.has(head.id) else None
        path = self.ctx.split(head)
        return path[1] if path is not None and path[0] == "R" and path[1] in NAMES else None

    def is_type(self, node: s.Syntax) -> bool:
        """True for a type or a list of types."""
        if isinstance(node, (s.List, s.Tuple)):
            return bool(node.items) and all(self.is_type(item) for item in node.items)
        return self.kind(node) is not None

    def read(self, node: s.Syntax) -> StructInfo:
        """The type that `node` writes. Raises P124 when it is none."""
        kind = self.kind(node)
        if kind is None:
            if isinstance(node, (s.Tuple, s.List)):
                return TupleStructInfo(tuple(self.read(item) for item in node.items), span=self.ctx.span(node))
            return self._unknown(node)
        span = self.ctx.span(node)
        call = node if isinstance(node, s.Call) else s.Call(node, [], [], node.start, node.end)
        match kind:
            case "Tensor":
                return self._tensor(call)
            case "Shape":
                return self._shape(call)
            case "Tuple":
                items = call.args
                if len(items) == 1 and isinstance(items[0], (s.List, s.Tuple)):
                    items = items[0].items
                return TupleStructInfo(tuple(self.read(item) for item in items), span=span)
            case "Prim":
                return self._prim(call)
            case "Callable":
                return self._callable(call)
        return ObjectStructInfo(span=span)

    def _unknown(self, node: s.Syntax) -> StructInfo:
        path = s.dotted(node.func if isinstance(node, s.Call) else node)
        suggestion = closest(path.split(".")[-1], NAMES) if path else None
        raise self.ctx.error(
            "P124", "this is not a type of a graph value", node,
            help=f"did you mean `R.{suggestion}`?" if suggestion else 'write `R.Tensor((1, 128), dtype="float32")`',
        )  # fmt: skip

    def _tensor(self, call: s.Call) -> TensorStructInfo:
        args = self.ctx.bind(call, "shape dtype vdevice ndim", 0, "R.Tensor")
        span = self.ctx.span(call)
        shape = args.get("shape")
        if isinstance(shape, s.Literal) and isinstance(shape.value, str) and "dtype" not in args:
            # `R.Tensor("float32")`: the dtype may stand first.
            args["dtype"], shape = shape, None
        dtype = "" if "dtype" not in args or _none(args["dtype"]) else self.fx.dtype_text(args["dtype"])
        if dtype == "void":
            dtype = ""
        ndim = self.ctx.integer(args["ndim"], "ndim") if "ndim" in args else -1
        if shape is None or _none(shape):
            return TensorStructInfo(None, dtype, ndim, span=span)
        if isinstance(shape, s.Name) and isinstance(var := self.ctx.find(shape.id), GraphVar):
            info = var.sinfo
            if isinstance(info, ShapeStructInfo):
                return TensorStructInfo(info.values, dtype, info.ndim, span=span)
            raise self.ctx.error("P124", f"`{shape.id}` is not a shape", shape)
        return TensorStructInfo(self.dims(shape), dtype, span=span)

    def dims(self, node: s.Syntax) -> tuple[Expr, ...]:
        """Dimensions: int64 literals, symbolic names, strings with them."""
        if isinstance(node, s.Call) and self.ctx.call_name(node, "R") == "shape" and node.args:
            node = node.args[0]
        if not isinstance(node, (s.Tuple, s.List)):
            raise self.ctx.error("P124", "a shape is a tuple or a list", node, help="write `(n,)` for one dimension")
        return tuple(dimension(self.fx, item) for item in node.items)

    def _shape(self, call: s.Call) -> ShapeStructInfo:
        args = self.ctx.bind(call, "values ndim", 0, "R.Shape")
        values = self.dims(args["values"]) if "values" in args and not _none(args["values"]) else None
        ndim = self.ctx.integer(args["ndim"], "ndim") if "ndim" in args else -1
        return ShapeStructInfo(values, ndim, span=self.ctx.span(call))

    def _prim(self, call: s.Call) -> PrimStructInfo:
        args = self.ctx.bind(call, "dtype value", 0, "R.Prim")
        span = self.ctx.span(call)
        if "value" in args:
            value = dimension(self.fx, args["value"])
            return PrimStructInfo(value.dtype, value, span=span)
        if "dtype" not in args:
            raise self.ctx.error("P122", "`R.Prim` needs a dtype or a value", call)
        return PrimStructInfo(self.fx.dtype_text(args["dtype"]), span=span)

    def _callable(self, call: s.Call) -> CallableStructInfo:
        args = self.ctx.bind(call, "params ret purity", 0, "R.Callable")
        params = None
        if "params" in args and not _none(args["params"]):
            params = tuple(self.read(item) for item in self.ctx.items(args["params"]))
        ret = self.read(args["ret"]) if "ret" in args else ObjectStructInfo()
        return CallableStructInfo(params, ret, self.ctx.flag(args.get("purity"), True), span=self.ctx.span(call))


def _none(node: s.Syntax) -> bool:
    return isinstance(node, s.Literal) and node.value is None
