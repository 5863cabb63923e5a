"""The nodes of a reduction: its axes, how values are combined, and the result in a compute body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, Node, Range, Var, node, walk_once


@node
class Axis(Var):
    """A variable with a domain, over which an operation runs. It is used in expressions like any variable."""

    dom: Range = field(kw_only=True)

    @property
    def var(self) -> Var:
        """The variable itself, as TVM's IterVar has it."""
        return self


@node
class ReduceAxis(Axis):
    """An axis over which a reduction runs."""


@dataclass(frozen=True, eq=False)
class Combiner:
    """A commutative, associative `combine` of value tuples, and its `identity` per dtype."""

    name: str
    combine: Callable[[tuple[Expr, ...], tuple[Expr, ...]], tuple[Expr, ...]]
    identity: Callable[[tuple[str, ...]], tuple[Expr, ...]]


@node
class Reduce(Expr):
    """Result `value_index` of the reduction of `sources` over `axes` where `condition` holds."""

    combiner: Combiner
    sources: tuple[Expr, ...]
    axes: tuple[ReduceAxis, ...]
    condition: Expr | None
    value_index: int
    init: tuple[Expr, ...]
    dtype: str = field(init=False, default="")
    span: None = field(default=None, kw_only=True, repr=False)
    CHILDREN: ClassVar[tuple[str, ...]] = ("sources", "condition", "init")

    def __post_init__(self) -> None:
        self.dtype = self.sources[self.value_index].dtype  # type: ignore[misc]


def reduce_axes_of(name: str, body: Sequence[Expr]) -> tuple[ReduceAxis, ...]:
    """The reduction axes of a compute body. Raises T103 unless reductions are at the top level and the same."""
    first: Reduce | None = None
    for item in body:
        top = item if isinstance(item, Reduce) else None
        if _holds_reduce(item.sources if top is not None else (item,)):  # type: ignore[attr-defined]
            raise MlccError(
                "T103", f"compute `{name}` uses a reduction inside an expression",
                help="give the reduction a compute of its own and read its result",
            )  # fmt: skip
        if len(body) > 1 and item is not body[0] and (
            (top is None) != (first is None)
            or top is not None and first is not None and top.sources is not first.sources
        ):  # fmt: skip
            raise MlccError("T103", f"the results of compute `{name}` are not of one reduction")
        if first is None:
            first = top
    return first.axes if first is not None else ()


def _holds_reduce(items: Sequence[Node]) -> bool:
    return any(isinstance(part, Reduce) for item in items for part in walk_once(item))
