"""Split one loop into a nest."""

from __future__ import annotations

from mlcc.analysis import to_expr, uses_any
from mlcc.analysis.control import control_expressions
from mlcc.analysis.poly import quotient_by
from mlcc.analysis.tree import Site
from mlcc.ir import Binary, Expr, Var, as_int, binary, const, script, walk

from ..fields import Kind, declare
from ..layouts import size_of
from ..loops import check_plain, may_fail, nest, new_loop, put_values
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State

#: A text is a size that is written with the symbolic sizes of the function.
Factor = int | Expr | str | None


@primitive("split", keeps_iterations=True)
class Split(Primitive):
    """Split a loop into nested loops: `j = j_0 * factor + j_1`.

    One factor may be left open (`null`, in Python `None`): it becomes the smallest that covers the loop. A factor may
    be a size of the function: `n`, or `n * 4`.
    Where the factors do not divide the extent, the blocks below get a guard (`T.where`). The new loops are
    named `j_0`, `j_1` …, or as given in `names`.

    Requires: at most one open factor (S212); constant factors above 0 (S213); of texts, sizes of the function (S104);
    without an open factor the product covers the extent (S211); no annotation or thread binding (S210); a serial loop
    (S223) from 0 (S214); no bounds below that have no value beyond the extent (S227).

    Preserves: the order in which the block instances run.

    Also known as: tile, strip-mine, divide.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - split: {loop: i, block: B, factors: [null, 9]}

    After:
        for i_0, i_1 in T.grid(15, 9):
            with T.block("B"):
                vi = T.axis.spatial(128, i_0 * 9 + i_1)
                T.where(i_0 * 9 + i_1 < 128)
                B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)
    factors: tuple[Factor, ...] = declare(Kind.SIZES)
    preserve_unit_iters: bool = declare(Kind.BOOL, True)
    disable_predication: bool = declare(Kind.BOOL, False)
    names: tuple[str, ...] | None = declare(Kind.STRINGS, None)

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        name = site.loop.var.name
        check_plain(state, site, "split")
        if not self.factors:
            raise state.refuse("S213", f"cannot split loop `{name}`: no factors are given", site, field="factors")
        if sum(f is None for f in self.factors) > 1:
            raise state.refuse(
                "S212", f"cannot split loop `{name}`: more than one factor is open", site, field="factors"
            )
        for factor in self._factors(state, site):
            value = None if factor is None else as_int(factor)
            if value is not None and value <= 0:
                raise state.refuse(
                    "S213", f"cannot split loop `{name}`: factor {value} is not positive", site, field="factors"
                )
        if self.names is not None and len(self.names) != len(self.factors):
            raise state.refuse(
                "S108",
                f"`split` makes {len(self.factors)} loops, but `names` has {len(self.names)}",
                site,
                field="names",
            )
        if None not in self.factors:
            self._check_cover(state, site)
        if not self.disable_predication:
            self._check_bounds(state, site)
        if self.disable_predication and _guard(state, site, self._extents(state, site)) is not None:
            raise state.refuse(
                "S211", f"cannot split loop `{name}` without a guard: the factors overrun its extent", site,
                help="leave `disable_predication` out, or choose factors that divide the extent",
                field="disable_predication",
            )  # fmt: skip

    def _check_bounds(self, state: State, site: Site) -> None:
        """S227 when bounds, conditions or lets below would be evaluated beyond the extent, before any guard."""
        for block in site.blocks_below():
            for above in block.ancestors():
                if above is site:
                    break
                control = [e for e in control_expressions(above.node) if uses_any(e, (site.loop.var,))]
                if any(may_fail(e) for e in control) and _guard(state, site, self._extents(state, site)) is not None:
                    raise state.refuse(
                        "S227",
                        f"cannot split loop `{site.loop.var.name}`: `{script(control[0])}` is undefined beyond it",
                        site,
                        labels=[(above, "this would be evaluated before the guard")],
                        help="choose factors that divide the extent",
                    )

    def _check_cover(self, state: State, site: Site) -> None:
        total: Expr = const(1, site.loop.var.dtype)
        for factor in self._factors(state, site):
            assert factor is not None
            total = binary("mul", total, factor)
        if not state.analyzer.can_prove(Binary("ge", total, site.loop.extent)):
            shown = " * ".join(str(f) for f in self.factors)
            raise state.refuse(
                "S211",
                f"cannot split loop `{site.loop.var.name}`: the factors {shown} do not cover its extent",
                site,
                help="leave one factor open (`null`)",
                field="factors",
            )

    def _factors(self, state: State, site: Site) -> list[int | Expr | None]:
        """The factors, of which those that are texts name sizes of the function."""
        sizes = state.func.symbolic_vars()
        return [size_of(f, sizes, site.loop.var.dtype) if isinstance(f, str) else f for f in self.factors]

    def _extents(self, state: State, site: Site) -> list[Expr]:
        """The factors as expressions of the loop's type, the open one computed."""
        dtype = site.loop.var.dtype
        factors = self._factors(state, site)
        fixed = [f for f in factors if f is not None]
        rest: Expr = const(1, dtype)
        for item in fixed:
            rest = binary("mul", rest, item)
        extents: list[Expr] = []
        for factor in factors:
            if factor is None:
                extents.append(_covering(state, site.loop.extent, rest))
            else:
                extents.append(factor if isinstance(factor, Expr) else const(factor, dtype))
        return extents

    def apply(self, state: State) -> list[LoopRV]:
        site = state.loop(self.loop)
        old = site.loop
        extents = self._extents(state, site)
        names = self.names or [f"{old.var.name}_{k}" for k in range(len(extents))]
        variables = [Var(name, old.var.dtype) for name in names]
        for var, extent in zip(variables, extents, strict=True):
            state.analyzer.bind(var, 0, extent)
        index = _index(variables, extents)
        guard = None if self.disable_predication else _guard_of(state, index, old.extent)
        loops = [new_loop(v, e, old.body) for v, e in zip(variables, extents, strict=True)]
        outer = [*(s.loop for s in site.loops()), *loops]
        body, moves = put_values(state.analyzer, old.body, {old.var: index}, outer, guard, self.preserve_unit_iters)
        body = nest(loops, body)
        reason = ", ".join(f"`{v.name}`" for v in variables)
        state.commit({site: body}, moves=moves, gone={old.var: f"was split into {reason}"})
        return [state.loop_ref(v) for v in variables]


def _covering(state: State, extent: Expr, rest: Expr) -> Expr:
    """``ceil(extent / rest)``, in a shorter form where there is one."""
    if as_int(rest) is None:
        # Parts of n of a loop over m * n are m; without an n the loop has no iterations, however many parts.
        count, left = quotient_by(state.analyzer.poly(extent), state.analyzer.poly(rest))
        if count.terms and not left.terms:
            return to_expr(count, extent.dtype)
    if isinstance(extent, Binary) and extent.op == "floordiv" and as_int(extent.b) is not None:
        # (a // c + r - 1) // r = (a + c * (r - 1)) // (c * r)
        over = binary("mul", extent.b, rest - 1)
        plain = binary("floordiv", _plus(extent.a, over), binary("mul", extent.b, rest))
    else:
        plain = binary("floordiv", _plus(extent, rest - 1), rest)
    short = state.analyzer.simplify(plain)
    return short if sum(1 for _ in walk(short)) < sum(1 for _ in walk(plain)) else plain


def _plus(a: Expr, b: Expr) -> Expr:
    """``a + b`` with the constants of both folded."""
    if isinstance(a, Binary) and a.op == "add" and as_int(a.b) is not None:
        return binary("add", a.a, binary("add", a.b, b))
    return binary("add", a, b)


def _index(variables: list[Var], extents: list[Expr]) -> Expr:
    """``(j_0 * f1 + j_1) * f2 + j_2``."""
    index: Expr = variables[0]
    for var, extent in zip(variables[1:], extents[1:], strict=True):
        index = binary("add", binary("mul", index, extent), var)
    return index


def _guard_of(state: State, index: Expr, extent: Expr) -> Expr | None:
    condition = binary("lt", index, extent)
    return None if state.analyzer.can_prove(condition) else condition


def _guard(state: State, site: Site, extents: list[Expr]) -> Expr | None:
    variables = [Var(f"f{k}", site.loop.var.dtype) for k in range(len(extents))]
    for var, extent in zip(variables, extents, strict=True):
        state.analyzer.bind(var, 0, extent)
    return _guard_of(state, _index(variables, extents), site.loop.extent)
