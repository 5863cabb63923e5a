"""Patterns over graph functions, and rewriting by them, with TVM's names.

x, w = relax.dpl.wildcard(), relax.dpl.is_const()
pattern = relax.dpl.is_op("relax.nn.relu")(relax.dpl.is_op("relax.matmul")(x, w))
relax.dpl.rewrite_call(pattern, lambda call, found: relax.op.nn.relu(found[x]), func)
"""

from .context import PatternContext
from .edges import PatternSeq
from .pattern import (
    AndPattern,
    AttrPattern,
    CallPattern,
    ConstantPattern,
    DataflowVarPattern,
    DataTypePattern,
    DFPattern,
    ExprPattern,
    ExternFuncPattern,
    FunctionPattern,
    GlobalVarPattern,
    Matcher,
    NotPattern,
    OrPattern,
    PrimArrPattern,
    SameShapeConstraint,
    ShapePattern,
    TupleGetItemPattern,
    TuplePattern,
    TypePattern,
    UnorderedTuplePattern,
    VarPattern,
    WildcardPattern,
)
from .rewrite import rewrite_bindings, rewrite_call
from .rules import ExprPatternRewriter, OrRewriter, PatternMatchingRewriter
from .short_forms import (
    has_attr,
    has_dtype,
    is_call_dps_packed,
    is_call_packed,
    is_call_tir,
    is_const,
    is_dfv,
    is_expr,
    is_gv,
    is_op,
    is_shape,
    is_tuple,
    is_tuple_get_item,
    is_var,
    make_fused_bias_activation_pattern,
    reject,
    wildcard,
)

__all__ = [
    "AndPattern", "AttrPattern", "CallPattern", "ConstantPattern", "DFPattern", "DataTypePattern",
    "DataflowVarPattern", "ExprPattern", "ExprPatternRewriter", "ExternFuncPattern", "FunctionPattern",
    "GlobalVarPattern", "Matcher", "NotPattern", "OrPattern", "OrRewriter", "PatternContext",
    "PatternMatchingRewriter", "PatternSeq", "PrimArrPattern", "SameShapeConstraint", "ShapePattern",
    "TupleGetItemPattern", "TuplePattern", "TypePattern", "UnorderedTuplePattern", "VarPattern", "WildcardPattern",
    "has_attr", "has_dtype", "is_call_dps_packed", "is_call_packed", "is_call_tir", "is_const", "is_dfv", "is_expr",
    "is_gv", "is_op", "is_shape", "is_tuple", "is_tuple_get_item", "is_var", "make_fused_bias_activation_pattern",
    "reject", "rewrite_bindings", "rewrite_call", "wildcard",
]  # fmt: skip
