"""Computes the statistics of a norm in the kernel of the product that computes its rows, panel by panel.

A layer norm reads each row twice, for mean and variance, before it can normalise. If the rows are the result of a
product with a packed matrix and of elementwise operators (bias, activation, residual addition), each finished tile of
the product holds one panel of some rows in registers. The product's kernel therefore also stores, per row and panel,
the sum and the sum of squared deviations; the norm merges these, reads its rows once, and may overwrite them if they
have no other use. For (512, 768) rows in panels of 64 columns the statistics are two arrays of (512, 12).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from mlcc.diagnostics import joined
from mlcc.ir import (
    BindingBlock,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
    as_int,
)  # fmt: skip
from mlcc.target import Costs, costs_of

from ..legalize import is_group
from ..operators import NULL, dimensions, fusion_kind, is_null, operator_name, same_dimensions, static_shape
from ..rewrite import Emitter, map_branches, rewrite
from ..users import Users, users_of
from .group_functions import Groups, make_group
from .pair_products import PANEL_PRODUCTS
from .pass_ import Pass

#: Norms, and the operator that computes the statistics of each.
_STATISTICS = {"nn.layer_norm": "nn.panel_statistics", "nn.rms_norm": "nn.panel_squares"}


@dataclass(frozen=True)
class FuseNorms(Pass):
    """Rewrite ``nn.layer_norm`` and ``nn.rms_norm`` along the last axis to ``nn.norm_of_panels`` where their operand is
    an ``nn.dense_packed``, or computed from one by elementwise operators, with at least `costs.norm_rows` rows: that
    product, those operators and the statistics become one group. Reading fewer than `costs.norm_elements` elements
    again is cheaper than the statistics of their panels. A symbolic number of rows is assumed to be
    `costs.assumed_norm_rows`: for a tile of few rows the statistics cost more than the norm gains.
    """

    costs: Costs = costs_of()

    def __call__(self, module: IRModule) -> IRModule:
        groups = Groups(module)
        new = dict(module.functions)
        for name, func in module.graph_funcs.items():
            if not is_group(func):
                new[name] = self._run(func, module, groups)
        return module.with_functions({**groups.functions, **new}) if groups.functions else module

    def _run(self, func: GraphFunction, module: IRModule, groups: Groups) -> GraphFunction:
        rewriter = _Rewriter(groups, self)
        rewriter.find(func)
        fused = rewrite(func, rewriter.rule, module) if rewriter.rows else func
        return map_branches(fused, lambda branch: self._run(branch, module, groups))


@dataclass
class _Rows:
    """The computation of the rows of norms: the bindings from the product on, the columns of a panel, the operator of
    the statistics, and its results once they are emitted."""

    bindings: list[VarBinding]
    width: int
    statistics: str
    results: list[GraphExpr] = field(default_factory=list)


@dataclass
class _Rewriter:
    """Rewrites one function; `rows` by the variable of the rows, `norms` from a norm's variable to that of its rows."""

    groups: Groups
    options: FuseNorms
    rows: dict[GraphVar, _Rows] = field(default_factory=dict)
    norms: dict[GraphVar, GraphVar] = field(default_factory=dict)

    def find(self, func: GraphFunction) -> None:
        """Record the norms of a function whose rows are computed by a product."""
        users = users_of(func)
        blocks = {b.var: block for block in func.body.blocks if block.is_dataflow for b in block.bindings}
        for binding in func.bindings():
            call = binding.value if isinstance(binding, VarBinding) else None
            if not isinstance(call, GraphCall) or not _is_row_norm(call):
                continue
            var, statistics = call.args[0], _STATISTICS[operator_name(call)]
            if not isinstance(var, GraphVar) or var not in blocks or not self.are_many(var):
                continue
            if var not in self.rows:
                bindings = _from_product(var, blocks[var], users)
                if bindings is None:
                    continue
                self.rows[var] = _Rows(bindings, _panel_width(bindings), statistics)
            if self.rows[var].statistics == statistics:
                self.norms[binding.var] = var

    def are_many(self, rows: GraphVar) -> bool:
        """Whether the rows suffice to fill vectors of statistics, and one read fewer outweighs the cost of these."""
        *sizes, columns = (as_int(dim) for dim in _dims(rows))
        costs = self.options.costs
        count = costs.assumed_norm_rows if None in sizes else math.prod(size or 0 for size in sizes)
        return count >= costs.norm_rows and count * (columns or 1) >= costs.norm_elements

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if var in self.rows:
            return self.product(out, self.rows[var])
        if var not in self.norms:
            return None
        assert isinstance(value, GraphCall)
        rows = self.rows[self.norms[var]]
        *sums, squares = rows.results
        attrs = {"width": rows.width, "epsilon": value.attrs.get("epsilon", 1e-5)}
        return GraphCall(Op("nn.norm_of_panels"), (value.args[0], squares, *(sums or [NULL]), *value.args[1:]), attrs)

    def product(self, out: Emitter, rows: _Rows) -> GraphExpr:
        """Emit the group that computes the statistics and the rows; returns the rows, its last result."""
        inner = Emitter()
        last = rows.bindings[-1].var
        statistics = inner.emit(GraphCall(Op(rows.statistics), (last,), {"width": rows.width}), "statistics")
        count = len(statistics.sinfo.fields) if isinstance(statistics.sinfo, TupleStructInfo) else 1
        parts = [inner.emit(TupleGetItem(statistics, n)) for n in range(count)] if count > 1 else [statistics]
        results = inner.emit(GraphTuple((*parts, last)), "results")
        added = [b for b in inner.bindings if isinstance(b, VarBinding)]
        anchor = next(name for b in rows.bindings if (name := operator_name(b.value)) in PANEL_PRODUCTS)
        group, inputs = make_group([*rows.bindings, *added], results, anchor)
        callee, args = self.groups.add(group), tuple(out.resolve(i) for i in inputs)
        position = joined(b.value.span for b in rows.bindings)
        call = out.emit(GraphCall(callee, args, sinfo=results.sinfo, span=position), "rows")
        rows.results = [out.emit(TupleGetItem(call, n), "statistics") for n in range(count)]
        return TupleGetItem(call, count)


def _dims(value: GraphExpr) -> tuple[Expr, ...]:
    return dimensions(value) or ()


def _is_row_norm(call: GraphCall) -> bool:
    """Whether a call is a norm along the last axis, of static extent, with at most a weight and a bias per column."""
    dims = _dims(call)
    if operator_name(call) not in _STATISTICS or len(dims) < 2 or as_int(dims[-1]) is None:
        return False
    axes = call.attrs.get("axes", -1)
    listed = axes if isinstance(axes, (list, tuple)) else [axes]
    along = len(listed) == 1 and listed[0] in (-1, len(dims) - 1)
    return along and all(is_null(a) or static_shape(a) == (as_int(dims[-1]),) for a in call.args[1:])


def _from_product(rows: GraphVar, block: BindingBlock, users: Users) -> list[VarBinding] | None:
    """The bindings from a packed product to `rows`, in order; None if `rows` is not computed from one of its shape by
    elementwise operators, or an intermediate value has other users."""
    members: dict[GraphVar, VarBinding] = {}
    product: GraphVar | None = None
    for binding in reversed(block.bindings):
        if not isinstance(binding, VarBinding) or not isinstance(binding.value, GraphCall):
            continue
        var, call = binding.var, binding.value
        var_users = users.get(var)
        is_internal = bool(var_users) and all(
            u is not None and u.var in members and u.var is not product for u in var_users or ()
        )
        if var is not rows and not is_internal:
            continue
        if _is_panel_product(call) and product is None and same_dimensions(var, rows):
            product = var
        elif fusion_kind(call) not in ("elemwise", "broadcast"):
            continue
        members[var] = binding
    return list(members.values())[::-1] if product is not None and rows in members else None


def _is_panel_product(call: GraphCall) -> bool:
    """Whether a product sums up panels in vector registers, where statistics of its rows can be computed too."""
    return operator_name(call) in PANEL_PRODUCTS and len(_dims(call.args[1])) == 3


def _panel_width(bindings: Sequence[VarBinding]) -> int:
    """The columns of a panel of the packed matrix."""
    for binding in bindings:
        if operator_name(binding.value) in PANEL_PRODUCTS:
            assert isinstance(binding.value, GraphCall)
            return as_int(_dims(binding.value.args[1])[-1]) or 1
    raise ValueError("no packed product")
