"""Products in float16, by TVM's name and options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, TensorStructInfo, VarBinding, update

from ..analysis import remove_all_unused
from ..operators import operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .convert_to_dataflow import ConvertToDataflow
from .lower_precision import LowerPrecision, is_layer
from .pass_ import Pass

_NARROW, _WIDE = "float16", "float32"


@dataclass(frozen=True)
class ToMixedPrecision(Pass):
    """Read the operands of float32 products and convolutions rounded to float16, and keep what only they read in
    float16. Sums are float32; with `out_dtype` "float16" they are rounded to it. The parameters of the names
    `fp16_input_names` become float16 themselves. As `LowerPrecision` in a build with ``--precision float16``.
    Raises T205 for another `out_dtype`, T121 for the name of no parameter."""

    out_dtype: str = _WIDE
    fp16_input_names: Sequence[str] | None = None

    def __call__(self, module: IRModule) -> IRModule:
        if self.out_dtype not in (_WIDE, _NARROW):
            raise MlccError("T205", f"`out_dtype` of mixed precision is {_WIDE} or {_NARROW}, not `{self.out_dtype}`")
        module = ConvertToDataflow()(module)
        names = {p.name for func in module.graph_funcs.values() for p in func.params}
        for name in self.fp16_input_names or ():
            if name not in names:
                raise MlccError("T121", f"there is no parameter `{name}`")
        module = module.map_graph_funcs(self.narrowed)
        layers = {b.var.name for f in module.graph_funcs.values() for b in f.bindings()
                  if isinstance(b, VarBinding) and is_layer(b.value)}  # fmt: skip
        return LowerPrecision(_NARROW)(module).map_graph_funcs(lambda func: self.settled(func, layers))

    def narrowed(self, func: GraphFunction) -> GraphFunction:
        """The function with its named parameters as float16, which are widened where they were read."""
        chosen = [p for p in func.params if p.name in (self.fp16_input_names or ()) and tensor_dtype(p) == _WIDE]
        new: dict[GraphVar, GraphVar] = {}
        for param in chosen:
            assert isinstance(param.sinfo, TensorStructInfo)
            new[param] = GraphVar(param.name, update(param.sinfo, dtype=_NARROW), span=param.span)
        wide: dict[GraphVar, GraphVar] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            for param in chosen:
                if param not in wide:
                    wide[param] = out.emit(_cast(new[param], _WIDE))
                    out.env[param] = wide[param]
            return out.resolve(value) if chosen else None

        changed = rewrite(func, rule)
        return update(changed, params=tuple(new.get(p, p) for p in func.params))

    def settled(self, func: GraphFunction, layers: set[str]) -> GraphFunction:
        """The function with products rounded as `out_dtype` says, and without casts there and back."""
        wide: dict[GraphExpr, GraphExpr] = {}  # by float32 value, the float16 value that it is of

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall):
                return None
            if operator_name(value) == "cast":
                source, to = value.args[0], value.attrs.get("dtype")
                if to == _NARROW and source in wide and var.is_dataflow:
                    return wide[source]
                if to == _WIDE and tensor_dtype(source) == _NARROW:
                    bound = out.emit(value, like=var)
                    wide[bound] = source
                    return bound
            if self.out_dtype == _NARROW and var.name in layers and value.attrs.get("out_dtype") == _WIDE:
                product = out.emit(update(value, attrs={**value.attrs, "out_dtype": _NARROW}, sinfo=None))
                bound = out.emit(_cast(product, _WIDE), like=var)
                wide[bound] = product
                return bound
            return None

        return remove_all_unused(rewrite(func, rule))


def _cast(value: GraphExpr, dtype: str) -> GraphCall:
    return GraphCall(Op("cast"), (value,), {"dtype": dtype})
