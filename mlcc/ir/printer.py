"""IR as canonical text. ``parse(script(m))`` is structurally equal to ``m``.

Modules print functions by kind (tensor programs, library functions, graph functions) and name. A tensor program whose
body is the implicit root block prints the block's body at function level; any other body (lowered code) prints as it is
under ``@T.prim_func(s_tir=False)``, with which the parser adds no root block.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mlcc.diagnostics import SourceFile, Span

from .expr import Buffer, Expr, Var
from .function import PrimFunc
from .graph import Binding, BindingBlock, ExternFunc, GraphExpr, GraphFunction, SeqExpr, StructInfo
from .module import IRModule
from .node import Node
from .printing.constants import ConstantTable
from .printing.dialect import DIALECTS, Dialect
from .printing.exprs import quote
from .printing.graph import GraphPrinter
from .printing.lines import Lines
from .printing.names import RESERVED, Names, identifier
from .printing.tensor import TensorPrinter
from .printing.tvm_constants import KEY as TVM_KEY
from .printing.tvm_constants import tvm_metadata
from .stmt import BufferRegion, MatchBuffer, Range, Stmt
from .traverse import map_children
from .value_numbers import ValueNumbers


class PrintedText:
    """Printed text with the positions of nodes; `source` is for diagnostics on programs without a source text."""

    def __init__(self, name: str, text: str, positions: dict[int, tuple[int, int, int]], alive: Node) -> None:
        self.source = SourceFile(name, text)
        self._positions = positions
        # Positions are keyed by object id, so the printed tree must be kept alive.
        self._alive = alive

    @property
    def text(self) -> str:
        return self.source.text

    def span(self, node: Any) -> Span | None:
        """Where a statement, axis, binding, variable or function definition is; None for what has no line."""
        position = self._positions.get(id(node))
        if position is None:
            return None
        line, start, end = position
        return Span(self.source, self.source.offset(line + 1, start + 1), self.source.offset(line + 1, end + 1))


class _Session:
    """The state of printing one text."""

    def __init__(self, dialect: Dialect, module: str | None) -> None:
        self.dialect = dialect
        self.out = Lines()
        self.names = Names(frozenset() if dialect.free_names else RESERVED)
        self.table = ConstantTable(TVM_KEY) if dialect.name == "tvm" else ConstantTable()
        self.tensor = TensorPrinter(dialect, self.names, self.out)
        self.graph = GraphPrinter(dialect, Names(), self.out, self.table, module)

    def function(self, func: Any, name: str) -> None:
        if isinstance(func, PrimFunc):
            self.tensor.function(func, name)
        elif isinstance(func, GraphFunction):
            self.graph.function(func, name)
        else:
            self.out.add(f"{name} = R.ExternFunc({quote(func.name)})", func)

    def module(self, mod: IRModule) -> None:
        graph = any(isinstance(f, GraphFunction) for f in mod.functions.values())
        for line in (*self.dialect.header, *([self.dialect.relax_header] if graph else [])):
            self.out.add(line)
        self.out.add("")
        self.out.add("@I.ir_module")
        self.out.add(f"class {identifier(mod.name, 'Module')}:", mod)
        with self.out.indented():
            if mod.attrs:
                self.out.add(f"I.module_attrs({self.tensor.exprs.attrs(mod.attrs)})")
            if mod.global_infos:
                self.out.add(f"I.module_global_infos({self.tensor.exprs.attrs(mod.global_infos)})")
            if not mod.functions and not mod.attrs:
                self.out.add("pass")
            for i, name in enumerate(sorted(mod.functions, key=lambda n: (_kind(mod[n]), n))):
                if i or mod.attrs or mod.global_infos:
                    self.out.add("")
                self.function(mod[name], identifier(name))


def _kind(func: Any) -> int:
    return 0 if isinstance(func, PrimFunc) else 1 if isinstance(func, ExternFunc) else 2


def _print(item: Any, dialect: str) -> tuple[_Session, str | None]:
    """Print `item`; the second result is the text of an item that is printed within one line, else None."""
    module = identifier(item.name, "Module") if isinstance(item, IRModule) else None
    session = _Session(DIALECTS[dialect], module)
    exprs = session.tensor.exprs
    match item:
        case IRModule():
            session.module(item)
        case PrimFunc() | GraphFunction():
            session.function(item, identifier(str(item.attrs.get("global_symbol", "main"))))
        case Stmt():
            session.tensor.suite(item)
        case Expr():
            return session, exprs.expr(item)
        case Buffer():
            return session, exprs.buffer(item)
        case BufferRegion():
            return session, exprs.region(item)
        case MatchBuffer():
            session.tensor._match(item)
        case Range():
            return session, exprs.range(item)
        case StructInfo():
            return session, session.graph.sinfo(item)
        case Binding():
            session.graph._binding(item)
        case BindingBlock():
            session.graph._blocks(SeqExpr((item,), item.bindings[-1].var if item.bindings else ExternFunc("")))
        case SeqExpr():
            session.graph._blocks(item)
            session.out.add(session.graph.expr(item.body))
        case GraphExpr():
            return session, session.graph.expr(item)
        case _:
            raise TypeError(f"cannot print a {type(item).__name__}")
    return session, None


#: The data of constants that `node.script()` and `show()` print at most: as text for people, more is noise.
_SHOWN_DATA = 1 << 14
#: Messages show expressions of more nodes to this depth.
_SHOWN_NODES, _SHOWN_LEVELS = 200, 5
_LEFT_OUT = "left_out_operand"


def script(
    item: Any, *, dialect: str = "mlcc", show_meta: bool | None = True, most: int = _SHOWN_DATA,
    edit: Callable[[Lines], None] | None = None,
) -> str:  # fmt: skip
    """The canonical text of a module, function, statement or expression, without a final newline.

    `dialect` is ``mlcc`` or ``tvm`` (what TVM 0.27 reads). With `show_meta` False the data of long constants is left
    out, and the text cannot be read back; with None it is left out if it is more than `most` bytes, and found again
    in this process.
    `edit` may change the lines before such data is added: it is how comments are kept.
    """
    session, text = _print(item, dialect)
    if text is not None:
        return text
    if edit is not None:
        edit(session.out)
    if show_meta is None and session.table.nbytes() > most:
        return "".join([session.out.text(), *session.table.digests()])
    if session.table.items and show_meta is not False and session.dialect.name == "tvm":
        return "".join([*tvm_metadata(session.table.items, session.dialect.load_json), session.out.text()])
    return "".join([session.out.text(), *session.table.lines(session.dialect.load_json, show_meta is not False)])


def printed_text(item: Any, name: str = "<program>") -> PrintedText:
    """The canonical text (long constants left out) with the positions of nodes, for diagnostics."""
    session, text = _print(item, "mlcc")
    return PrintedText(name, text if text is not None else session.out.text(), session.out.positions, item)


def readable(expr: Expr) -> str:
    """An expression for a message: as printed, without the types of its literals. Of a long one, ``…`` are operands
    that are nested deeper than a reader follows."""
    if ValueNumbers().size(expr) > _SHOWN_NODES:
        expr = _shallow(expr, _SHOWN_LEVELS)
    text = re.sub(r"\bT\.(?:int\d+\((-?\d+)\)|(?=\w))", lambda m: m[1] or "", script(expr))
    return re.sub(rf"\b{_LEFT_OUT}(_\d+)?\b", "…", text)


def _shallow(expr: Any, levels: int) -> Any:
    if levels == 0 and expr.CHILDREN:
        return Var(_LEFT_OUT, expr.dtype)
    return map_children(expr, lambda operand: _shallow(operand, levels - 1))


Node.printed = script
