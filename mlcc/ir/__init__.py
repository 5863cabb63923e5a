"""The intermediate representation: tensor programs (TensorIR), graph functions (Relax), modules."""

from . import dtype, instrument, transform
from .compare import assert_structural_equal, first_difference, structural_equal, structural_hash
from .derived_dim import DerivedDim
from .dtype import numpy_dtype
from .expr import (
    ASSOCIATIVE,
    BINARY,
    COMMUTATIVE,
    COMPARE,
    DIVISIONS,
    Binary,
    Broadcast,
    Buffer,
    BufferLoad,
    Call,
    Cast,
    Expr,
    ExprLike,
    FloatImm,
    IntImm,
    Let,
    Not,
    Ramp,
    Select,
    StringImm,
    Var,
    all_of,
    any_of,
    as_int,
    binary,
    cast,
    const,
    const_like,
    fold_int,
    if_then_else,
    infinity,
    is_const,
    logical_not,
    match_types,
    max_value,
    maximum,
    min_value,
    minimum,
    neg,
    select,
)  # fmt: skip
from .function import EXTERNAL, PrimFunc, handle_param, make_buffer, prim_func, root_realize
from .graph import (
    Binding,
    BindingBlock,
    CallableStructInfo,
    Constant,
    DataflowVar,
    DTypeValue,
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
    ObjectStructInfo,
    Op,
    PrimStructInfo,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    ShapeStructInfo,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
)  # fmt: skip
from .instructions import INSTRUCTIONS, as_loops, is_instruction, meaning_of
from .intrinsics import DOTS, INTRINSICS, MAGIC, MAGIC_BITS, Intrinsic, call
from .matrix_products import MATRIX_BYTES, MATRIX_CALLS, matrix_meaning
from .module import BaseFunc, IRModule
from .named_dim import Expanded, all_roots, expanded, is_long, named_dim
from .nesting import MOST_LEVELS, TOO_DEEP, WAY_OUT, first_too_deep, make_room
from .node import Node, assert_never, node
from .printer import PrintedText, printed_text, readable, script
from .printing.constants import DIGESTS
from .remembered import recall
from .serialize import from_json, load_json, module_from_json, save_json, to_json
from .stmt import (
    FINALLY,
    FOR_KINDS,
    ITER_KINDS,
    Allocate,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    BufferRegion,
    BufferStore,
    Evaluate,
    For,
    IfThenElse,
    IterVar,
    LetStmt,
    MatchBuffer,
    Range,
    SeqStmt,
    Stmt,
    While,
    seq,
)  # fmt: skip
from .tiles import (
    TILE_BYTES,
    TILE_CALLS,
    TILE_DOTS,
    TILE_ROWS,
    TILE_SCOPE,
    TileDot,
    tile_elements,
    tile_meaning,
)  # fmt: skip
from .transform import PassContext
from .traverse import (
    children,
    find_blocks,
    free_vars,
    loads_and_stores,
    map_children,
    map_nodes,
    substitute,
    update,
    walk,
    walk_once,
)  # fmt: skip
from .value_numbers import ValueNumbers
from .verify import SCHEDULED, problems, verify

__all__ = [
    "ASSOCIATIVE", "Allocate", "AssertStmt", "AttrStmt", "BINARY", "BaseFunc", "Binary", "Binding", "BindingBlock",
    "Block", "BlockRealize", "Broadcast", "Buffer", "BufferLoad", "BufferRegion", "BufferStore", "COMMUTATIVE",
    "COMPARE", "Call", "CallableStructInfo", "Cast", "Constant", "DIGESTS", "DIVISIONS", "DOTS", "DTypeValue",
    "DataflowVar", "DerivedDim", "EXTERNAL", "Evaluate", "Expanded", "Expr", "ExprLike", "ExternFunc", "FINALLY",
    "FOR_KINDS", "FloatImm", "For",
    "GlobalVar", "GraphCall", "GraphExpr", "GraphFunction", "GraphIf", "GraphLoop", "GraphTuple", "GraphVar",
    "INSTRUCTIONS", "INTRINSICS", "IRModule", "ITER_KINDS", "IfThenElse", "IntImm", "Intrinsic", "IterVar", "Let",
    "LetStmt", "MAGIC", "MAGIC_BITS", "MATRIX_BYTES", "MATRIX_CALLS", "MOST_LEVELS", "MatchBuffer", "MatchCast",
    "Node", "Not", "ObjectStructInfo", "Op", "PassContext", "PrimFunc", "PrimStructInfo", "PrimValue", "PrintedText",
    "Ramp", "Range", "SCHEDULED", "Select", "SeqExpr", "SeqStmt", "ShapeExpr", "ShapeStructInfo", "Stmt", "StringImm",
    "StringValue", "StructInfo", "TILE_BYTES", "TILE_CALLS", "TILE_DOTS", "TILE_ROWS", "TILE_SCOPE", "TOO_DEEP",
    "TensorStructInfo", "TileDot", "TupleGetItem", "TupleStructInfo", "ValueNumbers", "Var", "VarBinding", "WAY_OUT",
    "While", "all_of", "all_roots", "any_of", "as_int", "as_loops", "assert_never", "assert_structural_equal",
    "binary", "call", "cast", "children", "const", "const_like", "dtype", "expanded", "find_blocks",
    "first_difference", "first_too_deep", "fold_int", "free_vars", "from_json", "handle_param", "if_then_else",
    "infinity", "instrument", "is_const", "is_instruction", "is_long", "load_json", "loads_and_stores", "logical_not",
    "make_buffer", "map_children", "map_nodes", "match_types", "matrix_meaning", "max_value", "maximum", "meaning_of",
    "min_value", "minimum", "module_from_json", "named_dim", "neg", "node", "numpy_dtype", "prim_func", "printed_text",
    "problems", "readable", "recall", "root_realize", "save_json", "script", "select", "seq", "structural_equal",
    "structural_hash", "substitute", "tile_elements", "tile_meaning", "to_json", "transform", "update", "verify",
    "walk", "walk_once",
]  # fmt: skip

make_room()
