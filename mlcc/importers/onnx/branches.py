"""Conditionals that are decided at run time: one of two branches is executed, and both give results of one type.

The type of a result has symbols for the dimensions in which the branches differ, and the run gives them their values.
Where both are known before the branches, as [n, 4] and [2 n, 4] are, the condition chooses between n and 2 n. Where a
branch computes a size itself, as `NonZero` does, the conditional is there twice: first it gives the shapes of the
results, which takes what the sizes depend on, then the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    Constant,
    Expr,
    GraphExpr,
    GraphTuple,
    SeqExpr,
    TensorStructInfo,
    TupleStructInfo,
    Var,
    all_roots,
    as_int,
    const_like,
    maximum,
)
from mlcc.relax import upper_bound

from .context import Context, shape_arg
from .facts import UnknownValue
from .strings import is_string, noted
from .values import Dim, Value

#: The branches of a conditional, which may be converted more than once.
Bodies = tuple[Callable[[], list[Value]], Callable[[], list[Value]]]


@dataclass
class _Branch:
    """The bindings that one branch emits, and its results; or the error why it cannot be compiled for these shapes."""

    bindings: list[Binding]
    results: list[Value]
    fault: MlccError | None = None


@dataclass
class _Pair:
    """A result of both branches, and how it becomes one of one type.

    `dims` are its dimensions. With `rows`, both are padded to so many and followed by their own number. With neither,
    the branches compute its size.
    """

    yes: GraphExpr
    no: GraphExpr
    rows: Expr | None = None
    dims: list[Dim] | None = None


@dataclass
class _Conversion:
    """Both branches, and their results that differ, by number; `inner` are the dimensions computed in the branches."""

    branches: tuple[_Branch, _Branch]
    inner: set[Var]
    pairs: dict[int, _Pair] = field(default_factory=dict)


def choose(
    ctx: Context, condition: GraphExpr, then: Callable[[], list[Value]], other: Callable[[], list[Value]]
) -> list[Value]:
    """The results of one of two branches, by a condition computed at run time; only the branch taken is executed.

    A branch that is invalid for the inputs' shapes (a model may hold one per shape) stops the run if it is taken.
    Raises I124 if results differ in rank, element type or structure, and the second branch's error if both are invalid.
    """
    strings = _Texts(ctx)
    return strings.rebuilt(_chosen(ctx, condition, strings.apart(then), strings.apart(other)))


class _Texts:
    """Strings as results of branches: each is two tensors there, the numbers of its rows and these rows.

    Branches whose results differ in where they have strings are refused for their structure or element types.
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.pooled: list[bool] = []

    def apart(self, body: Callable[[], list[Value]]) -> Callable[[], list[Value]]:
        """A branch with strings taken apart."""

        def converted() -> list[Value]:
            results = body()
            pooled = [is_string(self.ctx, v) for v in results]
            self.pooled = pooled
            return [part for v, text in zip(results, pooled, strict=True) for part in (self._parts(v) if text else [v])]

        return converted

    def _parts(self, value: Value) -> list[Value]:
        assert isinstance(value, GraphExpr)
        return [self.ctx.call("identity", value), self.ctx.pools[value]]

    def rebuilt(self, results: list[Value]) -> list[Value]:
        """The results with their strings."""
        parts, values = iter(results), list[Value]()
        for text in self.pooled:
            value = next(parts)
            values.append(noted(self.ctx, self.ctx.tensor(value), self.ctx.tensor(next(parts))) if text else value)
        return values


def _chosen(
    ctx: Context, condition: GraphExpr, then: Callable[[], list[Value]], other: Callable[[], list[Value]]
) -> list[Value]:
    outside = len(ctx.sized)
    test = ctx.reshape(condition, [])
    conversion = _converted(ctx, condition, (then, other))
    for pair in conversion.pairs.values():
        pair.rows = _rows(ctx, pair, conversion.inner)
        pair.dims = None if pair.rows is not None else _dims(ctx, test, pair, conversion.inner)
    asked = [n for n, pair in conversion.pairs.items() if pair.rows is None and pair.dims is None]
    if asked:
        shapes = _shapes(ctx, test, conversion, asked)
        del ctx.sized[outside:]
        before, conversion = conversion, _converted(ctx, condition, (then, other))
        for n, pair in conversion.pairs.items():
            pair.rows, pair.dims = before.pairs[n].rows, before.pairs[n].dims
            if n in shapes:
                pair.dims = [ctx.measured((shapes[n], k)) for k in range(ctx.rank(pair.yes))]
    yes, no = conversion.branches
    chosen = flat(yes.results)
    if conversion.pairs:
        sides = [[(p.yes, p) for p in conversion.pairs.values()], [(p.no, p) for p in conversion.pairs.values()]]
        bodies = [_body(ctx, branch, side) for branch, side in zip(conversion.branches, sides, strict=True)]
        del ctx.sized[outside:]  # dimensions counted in the branches are not defined after them
        results = iter(ctx.emit_if(test, *bodies))
        for n, pair in conversion.pairs.items():
            value = next(results)
            chosen[n] = value if pair.rows is None else ctx.emit_prefix(value, next(results))
    parts = iter(chosen)
    return [rebuilt(ctx, value, parts) for value in yes.results]


# ---------------------------------------------------------------- the branches
def _converted(ctx: Context, condition: GraphExpr, bodies: Bodies) -> _Conversion:
    before = set(ctx.computed)
    yes, no = (_branch(ctx, body) for body in bodies)
    if yes.fault is not None and no.fault is not None:
        raise no.fault
    inner = set(ctx.computed) - before
    _complete(ctx, yes, no, inner)
    _complete(ctx, no, yes, inner)
    if layout(yes.results) != layout(no.results):
        message = "a condition computed at run time chooses between values of different structure"
        raise ctx.undecided("I124", message, condition)
    conversion = _Conversion((yes, no), inner)
    # Values that both branches share are not results of the conditional, and stay visible to constant folding.
    for n, (a, b) in enumerate(zip(flat(yes.results), flat(no.results), strict=True)):
        if not _same(a, b):
            check_types(ctx, condition, a, b, same_dims=False)
            conversion.pairs[n] = _Pair(ctx.tensor(a), ctx.tensor(b))
    return conversion


def _branch(ctx: Context, body: Callable[[], list[Value]]) -> _Branch:
    with ctx.branch() as bindings:
        try:
            return _Branch(bindings, body())
        except UnknownValue:
            raise
        except MlccError as error:
            if error.code in ("I120", "I121"):  # the branch is valid, but not supported
                raise
            return _Branch([], [], error)


def _complete(ctx: Context, branch: _Branch, other: _Branch, inner: set[Var]) -> None:
    """Complete an invalid branch: an assertion that fails, and zeros of the types of the other branch's results."""
    if branch.fault is None:
        return

    def blank(value: Value) -> GraphExpr:
        dims = [0 if _uses(dim, inner) else dim for dim in ctx.shape(value)]
        return ctx.emit("zeros", shape_arg(dims), dtype=ctx.dtype(value))

    with ctx.branch() as bindings:
        message = f"the branch taken is not compiled for these shapes: {branch.fault.message}"
        ctx.emit_assert(ctx.constant(False), message)
        blanks: Iterator[Value] = iter([blank(v) for v in flat(other.results)])
        branch.results = [rebuilt(ctx, v, blanks) for v in other.results]
    branch.bindings = bindings


def _body(ctx: Context, branch: _Branch, results: list[tuple[GraphExpr, _Pair]]) -> SeqExpr:
    """The branch as a sequence expression, whose results are bound to variables inside it."""
    values: list[GraphExpr] = []
    with ctx.branch() as more:
        for value, pair in results:
            if pair.rows is not None:
                values.append(ctx.emit("extend_rows", value, shape_arg([pair.rows])))
                values.append(ctx.materialized(ctx.symbolic_value([ctx.shape(value)[0]])))
            elif pair.dims is not None and texts(ctx, value) != [*map(_text, pair.dims)]:
                common = TensorStructInfo(shape_arg(pair.dims).values, ctx.dtype(value))
                values.append(ctx.builder.match_cast(ctx.materialized(value), common))
            else:
                values.append(ctx.materialized(value))
    return _sequence(ctx, branch, values, more)


def _sequence(ctx: Context, branch: _Branch, values: list[GraphExpr], more: list[Binding]) -> SeqExpr:
    value = values[0] if len(values) == 1 else GraphTuple(tuple(values), TupleStructInfo(tuple(map(ctx.info, values))))
    return SeqExpr((BindingBlock((*branch.bindings, *more)),), value, value.sinfo)


# ---------------------------------------------------------------- sizes of results
def _uses(dim: Dim, variables: set[Var]) -> bool:
    return isinstance(dim, Expr) and any(v in variables for v in all_roots(dim))


def _rows(ctx: Context, pair: _Pair, inner: set[Var]) -> Expr | None:
    """The largest number of rows of two tensors if a branch computes it and there is one; the other dimensions must be
    the same."""
    shapes = [ctx.shape(pair.yes), ctx.shape(pair.no)]
    if not shapes[0] or texts(ctx, pair.yes)[1:] != texts(ctx, pair.no)[1:]:
        return None
    if not any(_uses(shape[0], inner) for shape in shapes):
        return None
    most = maximum(*(upper_bound(const_like(shape[0], "int64"), ctx.bounds) for shape in shapes))
    return None if _uses(most, inner) else most


def _dims(ctx: Context, test: GraphExpr, pair: _Pair, inner: set[Var]) -> list[Dim] | None:
    """The dimensions of a result, new symbols where the branches differ; None if a branch computes one."""
    result: list[Dim] = []
    sides = list(zip(ctx.shape(pair.yes), ctx.shape(pair.no), strict=True))
    if any(_uses(dim, inner) for side in sides for dim in side):
        return None
    for a, b in sides:
        if _text(a) == _text(b):
            result.append(a)
            continue
        key = ("if", test, _text(a), _text(b))
        most = maximum(*(upper_bound(const_like(dim, "int64"), ctx.bounds) for dim in (a, b)))
        static = as_int(most)
        count = ctx.counted(key, lambda a=a, b=b: ctx.emit("where", test, ctx.scalar_of(a), ctx.scalar_of(b)),  # type: ignore[misc]
                        most if static is None else static)  # fmt: skip
        result.append(count.size)
    return result


def _shapes(ctx: Context, test: GraphExpr, conversion: _Conversion, asked: list[int]) -> dict[int, GraphExpr]:
    """The shapes of results, by number, as the branch taken computes them."""
    bodies = []
    for branch in conversion.branches:
        results = flat(branch.results)
        with ctx.branch() as more:
            shapes = [ctx.materialized(ctx.symbolic_value(list(ctx.shape(results[n])))) for n in asked]
        bodies.append(_sequence(ctx, branch, shapes, more))
    return dict(zip(asked, ctx.emit_if(test, *bodies), strict=True))


def texts(ctx: Context, value: Value) -> list[int | str]:
    """The dimensions of a tensor in a form that can be compared."""
    return [*map(_text, ctx.shape(value))]


def _text(dim: Dim) -> int | str:
    return dim.script() if isinstance(dim, Expr) else dim


# ---------------------------------------------------------------- results
def _same(a: Value, b: Value) -> bool:
    """Whether two results are the same value from outside of the branches, or equal constants."""
    if a is b:
        return True
    if not isinstance(a, Constant) or not isinstance(b, Constant):
        return False
    if a.data.dtype != b.data.dtype or a.data.shape != b.data.shape:
        return False
    # Floats are compared by their bits: 0.0 equals -0.0, and NaN differs from itself.
    return a.data.tobytes() == b.data.tobytes() if a.data.dtype != object else np.array_equal(a.data, b.data)


def flat(value: Value | Sequence[Value]) -> list[Value]:
    """The values in nested lists, in order; those left out are skipped."""
    if isinstance(value, Sequence):
        return [leaf for item in value for leaf in flat(item)]
    return [] if value is None else [value]


def layout(value: Value | Sequence[Value]) -> str:
    """The structure of nested lists: ``[t[tt]-]`` is a tensor, a sequence of two, and a value left out."""
    if isinstance(value, Sequence):
        return f"[{''.join(map(layout, value))}]"
    return "-" if value is None else "t"


def rebuilt(ctx: Context, value: Value, parts: Iterator[Value]) -> Value:
    """`value` with its tensors replaced, in order."""
    if isinstance(value, list):
        return [ctx.tensor(next(parts)) for _ in value]
    return None if value is None else next(parts)


def check_types(ctx: Context, condition: GraphExpr, yes: Value, no: Value, same_dims: bool = True) -> None:
    """Raises I124 where two tensors differ in rank or element type, or (`same_dims`) in a dimension."""
    same = ctx.dtype(yes) == ctx.dtype(no) and ctx.rank(ctx.tensor(yes)) == ctx.rank(ctx.tensor(no))
    if same and not (same_dims and texts(ctx, yes) != texts(ctx, no)):
        return
    error = ctx.undecided(
        "I124",
        f"a condition computed at run time chooses between {_type(ctx, yes)} and {_type(ctx, no)}",
        condition,
        help="what leaves the graph, or an iteration of a loop, must have one element type and one rank; or make the "
        "condition a constant",
    )
    error.condition = condition
    raise error


def _type(ctx: Context, value: Value) -> str:
    return f"{ctx.dtype(value)}[{', '.join(map(str, texts(ctx, value)))}]"
