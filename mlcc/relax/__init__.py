"""Graph functions: construction, type inference, passes, lowering to calls of tensor programs (names as in Relax)."""

from typing import TYPE_CHECKING

from mlcc.ir import (
    CallableStructInfo,
    Constant,
    DataflowVar,
    DTypeValue,
    ExternFunc,
    GlobalVar,
    MatchCast,
    ObjectStructInfo,
    Op,
    PrimStructInfo,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
)  # fmt: skip
from mlcc.ir import GraphCall as Call
from mlcc.ir import GraphExpr as Expr
from mlcc.ir import GraphFunction as Function
from mlcc.ir import GraphIf as If
from mlcc.ir import GraphTuple as Tuple
from mlcc.ir import GraphVar as Var
from mlcc.ir import StringValue as StringImm
from mlcc.late_names import loader

from . import op
from .block_builder import BlockBuilder, call_op, const
from .dimensions import with_dimensions
from .infer import infer, operator_info, output_infos, tensor_info
from .kept_values import Keep
from .lower_main import lower_main
from .lowered_graph import ExternCall, LoweredGraph
from .marks import CallSite
from .op import call_dps_packed, call_tir
from .operators import operator_name
from .rewrite import normalize, rewrite
from .run_time_dims import is_open
from .size_bounds import lower_bound, upper_bound
from .weights import WeightBlob

__all__ = [
    "BlockBuilder", "Call", "CallSite", "CallableStructInfo", "Constant", "DTypeValue", "DataflowVar", "Expr",
    "ExternCall", "ExternFunc", "Function", "GlobalVar", "If", "LoweredGraph", "MatchCast", "ObjectStructInfo", "Op",
    "PrimStructInfo", "PrimValue", "PyExprMutator", "PyExprVisitor", "SeqExpr", "ShapeExpr", "ShapeStructInfo",
    "StringImm", "StructInfo", "TensorStructInfo", "Tuple", "TupleGetItem", "TupleStructInfo", "Var", "VarBinding",
    "WeightBlob", "analysis", "call_dps_packed", "call_op", "call_tir", "const", "dpl", "expr_functor", "infer",
    "Keep", "is_open", "lower_bound", "lower_main", "normalize", "op", "operator_info", "operator_name", "output_infos",
    "rewrite", "tensor_info", "transform", "upper_bound", "with_dimensions",
]  # fmt: skip

if TYPE_CHECKING:
    from . import analysis, dpl, expr_functor, transform
    from .expr_functor import PyExprMutator, PyExprVisitor

# TVM's `relax.build` and `relax.vm` are provided by `mlcc`.
__getattr__ = loader(
    __name__,
    {
        **{
            name: f".{name}"
            for name in (
                "analysis",
                "backend",
                "dpl",
                "expr_functor",
                "frontend",
                "pipeline",
                "testing",
                "training",
                "transform",
            )
        },
        **{name: f".expr_functor:{name}" for name in ("PyExprMutator", "PyExprVisitor")},
        **{name: f".pipeline:{name}" for name in ("get_default_pipeline", "get_pipeline", "register_pipeline")},
        **{name: f".op:{name}" for name in ("call_pure_packed", "call_tir_inplace")},
        **{name: f"mlcc.ir:{name}" for name in ("Binding", "BindingBlock")},
        **{name: f".values:{name}" for name in ("convert_to_expr", "extern", "get_shape_of", "prim_value")},
        "DynTensorType": "mlcc.ir.graph:dyn_tensor_type",
        "DataflowBlock": ".dataflow_block:DataflowBlock",
        "DataflowBlockRewrite": ".dataflow_block:DataflowBlockRewrite",
        "ExprFunctor": ".expr_functor:ExprFunctor",
        # Since 0.25 TVM calls the types of values so.
        "AnyType": "mlcc.ir:ObjectStructInfo",
        "FuncType": "mlcc.ir:CallableStructInfo",
        "ObjectType": "mlcc.ir:ObjectStructInfo",
        "ShapeType": "mlcc.ir:ShapeStructInfo",
        "TensorType": "mlcc.ir:TensorStructInfo",
        "TupleType": "mlcc.ir:TupleStructInfo",
        "Type": "mlcc.ir:StructInfo",
        "nn": ".op:nn",
    },
)
