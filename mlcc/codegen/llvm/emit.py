"""Lowered functions to the text of an LLVM module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mlcc.ir import Allocate, AssertStmt, BufferStore, Expr, For, IRModule, Node, PrimFunc, children, walk
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .debug import Titles
from .function import emit_function
from .module import NO_MEMORY, ModuleWriter
from .tiles import REFUSED, has_tiles


def emit_module(
    functions: Mapping[str, PrimFunc],
    target: Target,
    *,
    linkage: str = "internal",
    weights: str = "mlcc_weights",
    far_weights: bool = False,
    messages: bool = True,
    form: str = "",
    titles: Titles | None = None,
) -> str:
    """The LLVM IR of lowered tensor programs, each a function named by its key.

    `linkage` is ``internal`` (to be linked with callers as text), ``hidden`` or ``external``; `form` is part of the
    symbols where there are several forms of each function (see `kernel_symbol`).
    The text may refer to `mlcc_rt_parallel` and to the constant blob, named `weights`; with `far_weights` to a pointer
    to it, with that name and ``_place``, for a blob that may be out of range of PC-relative addresses. If a kernel
    has error messages, `mlcc_kernel_message(i32) -> ptr` returns their text; without `messages` it is omitted,
    and :func:`emit_messages` defines it for several modules together. With `titles`, the text has the lines of the
    programs' sources as debug metadata (see `debug`). Raises MlccError G2xx.
    """
    module = ModuleWriter(target, linkage, weights, far_weights, form, titles)
    module.explains = messages
    for name, func in functions.items():
        emit_function(module, func, name)
    return module.text()


def error_messages(func: PrimFunc) -> tuple[str, ...]:
    """The error messages of a lowered function; empty for one that cannot fail."""
    nodes = [node for node in walk(func.body) if isinstance(node, AssertStmt | Allocate)]
    refused = (REFUSED,) if has_tiles(func.body) else ()
    return (*(node.message for node in nodes if isinstance(node, AssertStmt)), *refused, NO_MEMORY) if nodes else ()


def emit_messages(messages: Iterable[str], target: Target) -> str | None:
    """The LLVM IR of `mlcc_kernel_message` for the :func:`error_messages` of all functions; None: there are none."""
    module = ModuleWriter(target)
    unique = dict.fromkeys(messages)
    if not unique:
        return None
    for message in unique:
        if message != NO_MEMORY:
            module.error(message)
    module.error(NO_MEMORY)
    return module.text()


def emit(module: IRModule, target: Target, *, linkage: str = "external", weights: str = "mlcc_weights") -> str:
    """The LLVM IR of every tensor program of a lowered module."""
    return emit_module(module.prim_funcs, target, linkage=linkage, weights=weights)


def is_scheduled(func: PrimFunc) -> bool:
    """True when every innermost loop of a lowered function contains vector code.

    Such functions are compiled with few passes; for others, LLVM's vectorizers are worth their compile time.
    """
    innermost: list[bool] = []  # for each such loop, whether no store below it is of a single element

    def visit(node: Node) -> tuple[bool, bool]:
        """Whether there are loops that are not unrolled here or below, and whether stores of single elements."""
        below = [visit(child) for child in children(node) if not isinstance(child, Expr)]
        loops, scalars = any(loop for loop, _ in below), any(scalar for _, scalar in below)
        if isinstance(node, BufferStore):
            scalars = scalars or dt.lanes(node.value.dtype) == 1
        elif isinstance(node, For) and node.kind != "unroll":
            if not loops:
                innermost.append(not scalars)
            loops = True
        return loops, scalars

    visit(func.body)
    return bool(innermost) and all(innermost)
