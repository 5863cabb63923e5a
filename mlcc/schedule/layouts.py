"""Index maps in steps: read from text or from a Python function, and applied to every access of a buffer."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from mlcc.analysis import Analyzer
from mlcc.analysis.indexmap import IndexMap
from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import (
    Block,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    IterVar,
    Node,
    Range,
    Var,
    binary,
    const,
    script,
    update,
)  # fmt: skip

from .rewriting import Moves, rewrite, with_regions

#: A function of the indices, its text, or an IndexMap.
IndexFunction = Callable[..., Any] | str | IndexMap
#: A function of axes that gives indices and pairs of begin and end, or its text.
RangesFunction = Callable[..., Any] | str

_OPS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "floormod"}


def index_map_of(fn: IndexFunction, shape: Sequence[Expr]) -> IndexMap:
    """The map over the indices of a buffer (or axes) of this shape. S268 when the number of indices differs."""
    if isinstance(fn, IndexMap):
        index_map = fn
    elif isinstance(fn, str):
        index_map = parse_index_map(fn, [d.dtype for d in shape])
    else:
        code = getattr(fn, "__code__", None)
        # 0x04 is CO_VARARGS: `lambda *i: …` takes any number of indices.
        star = code is not None and bool(code.co_flags & 0x04)
        if code is not None and not star and code.co_argcount != len(shape):
            raise _arity(code.co_argcount, len(shape))
        index_map = IndexMap.from_function(fn, len(shape), shape[0].dtype if shape else "int32")
    if len(index_map.params) != len(shape):
        raise _arity(len(index_map.params), len(shape))
    return index_map


def _arity(have: int, want: int) -> MlccError:
    return MlccError("S268", f"the index map takes {have} indices; {want} are needed", field="index_map")


def ranges_of(fn: RangesFunction, axes: Sequence[IterVar]) -> tuple[Range, ...]:
    """The ranges that a function computes from a block's axes. S268 if it takes another number of axes."""
    own = [axis.var for axis in axes]
    dtype = own[0].dtype if own else "int32"
    if isinstance(fn, str):
        params, items = _parsed(fn, [v.dtype for v in own])
        table = dict(zip((p.name for p in params), own, strict=True))
        parts = [i.elts if isinstance(i, (ast.Tuple, ast.List)) else [i] for i in items]
        return tuple(_range([_expr(e, table, dtype) for e in part]) for part in parts)
    code = getattr(fn, "__code__", None)
    if code is not None and not code.co_flags & 0x04 and code.co_argcount != len(own):
        raise _arity(code.co_argcount, len(own))
    return tuple(
        _range([e if isinstance(e, Expr) else const(e, dtype) for e in _listed(item)]) for item in _listed(fn(*own))
    )


def _listed(item: Any) -> list[Any]:
    return list(item) if isinstance(item, (list, tuple)) else [item]


def _range(ends: list[Expr]) -> Range:
    if not 1 <= len(ends) <= 2:
        raise MlccError("S268", f"a range is an index, or begin and end; {len(ends)} were given", field="index_map")
    low, *last = map(Analyzer().simplify, ends)
    return Range(low, Analyzer().simplify(binary("sub", last[0], low)) if last else const(1, low.dtype))


def index_map_text(fn: IndexFunction | RangesFunction) -> str:
    """A function of indices as text that can be parsed back."""
    if isinstance(fn, str):
        return fn
    if isinstance(fn, IndexMap):
        names, items = [v.name for v in fn.params], list[Any](fn.exprs)
    else:
        code = getattr(fn, "__code__", None)
        names = list(code.co_varnames[: code.co_argcount]) if code is not None else []
        items = _listed(fn(*map(Var, names)))
    body = ", ".join(map(_text, items))
    return f"{', '.join(names)} -> " + (f"[{body}]" if any(isinstance(i, (list, tuple)) for i in items) else body)


def _text(item: Any) -> str:
    if isinstance(item, (list, tuple)):
        return f"({', '.join(map(_text, item))})"
    return script(item) if isinstance(item, Expr) else str(item)


def parse_index_map(text: str, dtypes: Sequence[str]) -> IndexMap:
    """Read ``i, j -> i // 4, j, i % 4`` (or Python's ``lambda i, j: (…)``). S268 when it is not such a map."""
    params, items = _parsed(text, dtypes)
    table = {p.name: p for p in params}
    return IndexMap(params, tuple(_expr(item, table, dtypes[0] if dtypes else "int32") for item in items))


def size_of(text: str, sizes: Sequence[Var], dtype: str) -> Expr:
    """Read a size, such as ``n * 4``, over the symbolic sizes of a function. S104 when it is none."""
    names = [size.name for size in sizes]
    table = {size.name: size for size in sizes if names.count(size.name) == 1}
    try:
        return _expr(ast.parse(f"({text})", mode="eval").body, table, dtype)
    except (SyntaxError, MlccError):
        raise MlccError(
            "S104", f"`{text}` is neither a number nor a size of the function",
            help=choices_help(text, list(table), "sizes"), field="factors",
        ) from None  # fmt: skip


def _parsed(text: str, dtypes: Sequence[str]) -> tuple[tuple[Var, ...], list[ast.expr]]:
    """The parameters and the result expressions of a function in text."""
    source = text.strip()
    head, arrow, body = source.partition("->")
    if not arrow:
        if not source.startswith("lambda"):
            raise MlccError(
                "S268",
                f"`{text}` is not an index map",
                help="write it as `i, j -> i // 4, j, i % 4`",
                field="index_map",
            )
        head, _, body = source[len("lambda") :].partition(":")
    names, rest = _names(head, len(dtypes))
    params = tuple(Var(name, dtype) for name, dtype in zip(names, dtypes, strict=True))
    try:
        tree = ast.parse(f"({body.strip()})", mode="eval").body
    except SyntaxError as error:
        raise MlccError("S268", f"`{text}` is not an index map: {error.msg}", field="index_map") from None
    items = tree.elts if isinstance(tree, (ast.Tuple, ast.List)) else [tree]
    return params, [part for item in items for part in _unstarred(item, rest)]


def _names(head: str, count: int) -> tuple[list[str], dict[str, list[str]]]:
    """The names of `count` indices, and what a name with a star stands for: as many of them as the others leave."""
    names = [n.strip() for n in head.strip().strip("()").split(",") if n.strip()]
    stars = [n for n in names if n.startswith("*")]
    if len(stars) != 1 or len(names) - 1 > count:
        if len(names) != count:
            raise _arity(len(names), count)
        return names, {}
    at, name = names.index(stars[0]), stars[0][1:].strip()
    rest = [f"{name}_{n}" for n in range(count - len(names) + 1)]
    return [*names[:at], *rest, *names[at + 1 :]], {name: rest}


def _unstarred(item: ast.expr, rest: dict[str, list[str]]) -> list[ast.expr]:
    """The indices that ``*name`` stands for; any other item as it is."""
    if isinstance(item, ast.Starred) and isinstance(item.value, ast.Name) and item.value.id in rest:
        return [ast.Name(name) for name in rest[item.value.id]]
    return [item]


def _expr(node: ast.expr, table: dict[str, Var], dtype: str) -> Expr:
    match node:
        case ast.Constant(value=int()) if not isinstance(node.value, bool):
            return const(int(node.value), dtype)  # type: ignore[arg-type]
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="T"), attr=kind), args=[ast.Constant() as number], keywords=[]
        ):
            return _expr(number, table, kind) if kind in ("int32", "int64") else _refused(node)
        # The text is interpreted, never evaluated: only parameters, integers and the operators of index maps. Others
        # could not be inverted.
        case ast.Name() if node.id in table:
            return table[node.id]
        case ast.BinOp() if type(node.op) in _OPS:
            return binary(_OPS[type(node.op)], _expr(node.left, table, dtype), _expr(node.right, table, dtype))
    return _refused(node)


def _refused(node: ast.expr) -> NoReturn:
    raise MlccError("S268", f"`{ast.unparse(node)}` may not stand in an index map", field="index_map")


def map_accesses(
    node: Node,
    old: Buffer,
    new: Buffer,
    change: Callable[[Sequence[Expr]], tuple[Expr, ...]],
    moves: Moves,
) -> Any:
    """Rewrite every access of `old` to `new` at changed indices; regions are recomputed."""

    def fn(item: Any) -> Any:
        match item:
            case BufferLoad() if item.buffer is old:
                return BufferLoad(new, change(item.indices), span=item.span)
            case BufferStore() if item.buffer is old:
                return BufferStore(new, item.value, change(item.indices), span=item.span)
            case BufferRegion() if item.buffer is old:
                return update(item, buffer=new)
            case Block():
                return _fresh_regions(item, old, new)
        return None

    return rewrite(node, fn, moves)


def _fresh_regions(block: Block, old: Buffer, new: Buffer) -> Block | None:
    allocs = tuple(new if b is old else b for b in block.allocs)
    if allocs != block.allocs:
        block = update(block, allocs=allocs)
    if any(r.buffer in (old, new) for r in (*block.reads, *block.writes)):
        return with_regions(block)
    return block


def changer(analyzer: Analyzer, index_map: IndexMap) -> Callable[[Sequence[Expr]], tuple[Expr, ...]]:
    """The function from old to new indices."""
    return lambda indices: index_map.apply(indices, analyzer)
