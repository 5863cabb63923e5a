"""The intermediate representation: tensor programs (TensorIR), graph functions (Relax), modules."""

from . import dtype
from .dtype import numpy_dtype
from .expr import (
    ASSOCIATIVE, BINARY, COMMUTATIVE, COMPARE, Binary, Broadcast, Buffer, BufferLoad, Call, Cast, Expr, ExprLike,
    FloatImm, IntImm, Let, Not, Ramp, Select, StringImm, Var, all_of, any_of, as_int, binary, cast, const, const_like,
    fold_int, if_then_else, infinity, is_const, logical_not, match_types, max_value, maximum, min_value, minimum, neg, select,
)  # fmt: skip
from .function import PrimFunc, handle_param, make_buffer, prim_func, root_realize
from .graph import (
    Binding, BindingBlock, CallableStructInfo, Constant, DTypeValue, ExternFunc, GlobalVar, GraphCall, GraphExpr,
    GraphFunction, GraphIf, GraphTuple, GraphVar, MatchCast, ObjectStructInfo, Op, PrimStructInfo, PrimValue, SeqExpr,
    ShapeExpr, ShapeStructInfo, StringValue, StructInfo, TensorStructInfo, TupleGetItem, TupleStructInfo, VarBinding,
)  # fmt: skip
from .intrinsics import INTRINSICS, Intrinsic, call
from .module import BaseFunc, IRModule
from .node import Node, assert_never, node
from .stmt import (
    FOR_KINDS, ITER_KINDS, Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRegion, BufferStore, Evaluate, For,
    IfThenElse, IterVar, LetStmt, MatchBuffer, Range, SeqStmt, Stmt, While, seq,
)  # fmt: skip
from .traverse import (
    children, find_blocks, free_vars, loads_and_stores, map_children, substitute, transform, update, walk,
)  # fmt: skip

__all__ = [
    "ASSOCIATIVE", "BINARY", "COMMUTATIVE", "COMPARE", "FOR_KINDS", "INTRINSICS", "ITER_KINDS", "Allocate", "AssertStmt",
    "AttrStmt", "BaseFunc", "Binary", "Binding", "BindingBlock", "Block", "BlockRealize", "Broadcast", "Buffer", "BufferLoad",
    "BufferRegion", "BufferStore", "Call", "CallableStructInfo", "Cast", "Constant", "DTypeValue", "Evaluate", "Expr",
    "ExprLike", "ExternFunc", "FloatImm", "For", "GlobalVar", "GraphCall", "GraphExpr", "GraphFunction", "GraphIf",
    "GraphTuple", "GraphVar", "IRModule", "IfThenElse", "IntImm", "Intrinsic", "IterVar", "Let", "LetStmt", "MatchBuffer",
    "MatchCast", "Node", "Not", "ObjectStructInfo", "Op", "PrimFunc", "PrimStructInfo", "PrimValue", "Ramp", "Range", "Select",
    "SeqExpr", "SeqStmt", "ShapeExpr", "ShapeStructInfo", "Stmt", "StringImm", "StringValue", "StructInfo", "TensorStructInfo",
    "TupleGetItem", "TupleStructInfo", "Var", "VarBinding", "While", "all_of", "any_of", "as_int", "assert_never", "binary",
    "call", "cast", "children", "const", "const_like", "dtype", "find_blocks", "fold_int", "free_vars", "handle_param",
    "if_then_else", "infinity", "is_const", "loads_and_stores", "logical_not", "make_buffer", "map_children", "match_types",
    "max_value", "maximum", "min_value", "minimum", "neg", "node", "numpy_dtype", "prim_func", "root_realize", "select", "seq",
    "substitute", "transform", "update", "walk",
]  # fmt: skip
