"""Graph expressions as TVM's paths name them: `relax.expr.Var`, `relax.expr.DataflowVar` …"""

from mlcc.ir import (
    BindingBlock,
    Constant,
    DataflowVar,
    ExternFunc,
    MatchCast,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    TupleGetItem,
    VarBinding,
)
from mlcc.ir import GraphCall as Call
from mlcc.ir import GraphExpr as Expr
from mlcc.ir import GraphFunction as Function
from mlcc.ir import GraphIf as If
from mlcc.ir import GraphTuple as Tuple
from mlcc.ir import GraphVar as Var
from mlcc.ir import StringValue as StringImm

__all__ = [
    "BindingBlock",
    "Call",
    "Constant",
    "DataflowVar",
    "Expr",
    "ExternFunc",
    "Function",
    "If",
    "MatchCast",
    "PrimValue",
    "SeqExpr",
    "ShapeExpr",
    "StringImm",
    "Tuple",
    "TupleGetItem",
    "Var",
    "VarBinding",
]
