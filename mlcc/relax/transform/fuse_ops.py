"""Operator fusion: groups of calls that become one tensor program each.

The grouping follows the post-dominator method published with TVM (Chen et al., OSDI 2018): a call is fused with its
immediate post-dominator when every path between them consists of calls that can run inside the later kernel's loops.

Example: ``c = conv(x); b = c + bias; r = relu(b); y = r + x2``. The post-dominator of `c` is `b`, that of `b` is `r`,
that of `r` is `y`. All edges are elementwise, so the four calls are one group with the convolution as its anchor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from mlcc.analysis import same, symbolic_divisions
from mlcc.diagnostics import joined
from mlcc.ir import (
    BindingBlock,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    PrimFunc,
    TensorStructInfo,
    VarBinding,
    as_int,
    update,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt
from mlcc.target import Costs, Target, costs_of

from ..legalize import called_name, is_group, is_inline_constant
from ..operators import (
    OP_PATTERN,
    SCATTERS,
    VIEW_AS,
    dimensions,
    fusion_kind,
    is_filled,
    operator_name,
    same_dimensions,
    static_shape,
    tensor_dtype,
)
from ..rewrite import map_branches
from .group_functions import Groups, make_group
from .kept_calls import kept_calls
from .pass_ import Pass
from .tile_products import lays_out_batches

ELEMWISE, BROADCAST, INJECTIVE, REDUCE, ANCHOR, OPAQUE = range(6)
#: As how many calls one counts whose index is an expression of symbolic sizes: it is a part of the index of each such
#: call that the group reads through it.
_RESIZED = 8
#: By how many symbolic sizes a view may divide the index of each element of a movement.
_MOST_DIVISIONS = 1
_RANK = {"elemwise": ELEMWISE, "broadcast": BROADCAST, "injective": INJECTIVE, "reduce": REDUCE, "anchor": ANCHOR}


@dataclass
class _Node:
    """One binding of a dataflow block."""

    index: int
    binding: VarBinding
    kind: int
    users: list[tuple[int, bool]] = field(default_factory=list)  # (index of the using node, edge keeps the shape)
    escapes: bool = False  # used outside the block, or as its output
    group: int = -1
    kept: bool = False  # what a build for any size keeps between calls: its group has no other calls
    depth: int = 0
    parent: int = -1  # immediate post-dominator; -1: none
    parent_kind: int = ELEMWISE  # the maximal kind on the paths to it


class _Graph:
    """The dependence graph of one dataflow block with its post-dominator tree."""

    def __init__(
        self, bindings: Sequence[VarBinding], outside: set[GraphVar], module: IRModule, keeps: bool = False
    ) -> None:
        kept = kept_calls(bindings) if keeps else set()
        self.nodes = [_Node(i, b, _kind(b.value, module), kept=i in kept) for i, b in enumerate(bindings)]
        where = {b.var: i for i, b in enumerate(bindings)}
        for node in self.nodes:
            node.group = node.index
            node.escapes = not node.binding.var.is_dataflow or node.binding.var in outside
            value = node.binding.value
            args = _operands(value)
            for arg in args:
                for used in (v for v in walk(arg) if isinstance(v, GraphVar)):
                    if used in where:
                        keeps = isinstance(arg, GraphVar) and same_dimensions(used, node.binding.var)
                        self.nodes[where[used]].users.append((node.index, keeps))
        self._join_movements(where)
        for node in reversed(self.nodes):
            self._post_dominator(node)

    def _join_movements(self, where: dict[GraphVar, int]) -> None:
        """Treat a view of a slice or transpose as injective if it is its only user: both are one movement. Not of
        channel blocks, whose kernel writes them in their order, nor where each element would take divisions by several
        symbolic sizes: these take longer than a pass over memory. Nor a view of symbolic sizes that nothing else fuses
        with: it costs nothing apart. The first rows of what is computed for them alone are all that is computed."""
        for node in self.nodes:
            value = node.binding.value
            if node.kind != OPAQUE or not isinstance(value, GraphCall) or not _is_view(value):
                continue
            source = value.args[0]
            if not isinstance(source, GraphVar) or source not in where:
                continue
            before = self.nodes[where[source]]
            alone = len(before.users) == 1 and not before.escapes
            if operator_name(value) == "strided_slice" and static_shape(value) is None:
                node.kind = INJECTIVE if alone and before.kind <= INJECTIVE else OPAQUE
                continue
            in_order = operator_name(before.binding.value) == "nn.to_blocked"
            if before.kind == INJECTIVE and alone and not in_order and node.users:
                old, new = (dimensions(v) for v in (source, node.binding.var))
                if old is None or new is None or symbolic_divisions(old, new) > _MOST_DIVISIONS:
                    continue
                if all(as_int(dim) is not None for dim in new) or self._is_moved_on(node):
                    node.kind = INJECTIVE

    def _is_moved_on(self, node: _Node) -> bool:
        """Whether all calls after a view, or after views of it, could fuse with a movement before."""
        for user in (self.nodes[user] for user, _ in node.users):
            value = user.binding.value
            is_view = isinstance(value, GraphCall) and _is_view(value)
            if not (is_view and self._is_moved_on(user)) and user.kind > INJECTIVE:
                return False
        return bool(node.users)

    def _post_dominator(self, node: _Node) -> None:
        """Set the parent of a node: the nearest common ancestor of its users, whose parents are set already."""
        if node.escapes or not node.users:
            return
        meet, kind = -1, ELEMWISE
        for n, (user, keeps) in enumerate(node.users):
            edge = max(self.nodes[user].kind, ELEMWISE)
            if edge <= BROADCAST:
                edge = ELEMWISE if keeps else max(edge, BROADCAST)
            kind = max(kind, edge)
            if n == 0:
                meet = user
            else:
                meet, kind = self._common(meet, user, kind)
            if meet < 0:
                return
        node.parent, node.parent_kind = meet, kind
        node.depth = self.nodes[meet].depth + 1

    def _common(self, a: int, b: int, kind: int) -> tuple[int, int]:
        """The nearest common post-dominator of two nodes (-1: none), and the maximal kind on the paths to it."""
        while a != b:
            if a < 0 or b < 0:
                return -1, kind
            if self.nodes[a].depth >= self.nodes[b].depth:
                kind, a = max(kind, self.nodes[a].parent_kind), self.nodes[a].parent
            else:
                kind, b = max(kind, self.nodes[b].parent_kind), self.nodes[b].parent
        return a, kind

    def find(self, index: int) -> int:
        """The representative of the group of a node."""
        while self.nodes[index].group != index:
            index = self.nodes[index].group
        return index


def _is_resized(node: _Node) -> bool:
    """Whether a call moves elements to a tensor of other sizes, which only a run knows."""
    value = node.binding.value
    if node.kind != INJECTIVE or not isinstance(value, GraphCall):
        return False
    before = [d for arg in _operands(value)[:1] if isinstance(arg, GraphVar) for d in dimensions(arg) or ()]
    after = dimensions(node.binding.var) or ()
    return any(as_int(dim) is None and not any(same(dim, old) for old in before) for dim in after)


def _is_single(value: GraphExpr) -> bool:
    """Whether a tensor is a scalar (rank 0)."""
    return isinstance(value.sinfo, TensorStructInfo) and value.sinfo.ndim == 0


def _operands(value: GraphExpr) -> Sequence[GraphExpr]:
    """What a value is computed from: of a call of a tensor program, the tensors that are passed."""
    if operator_name(value) == "call_tir" and isinstance(value, GraphCall) and isinstance(value.args[1], GraphTuple):
        return value.args[1].fields
    return value.args if isinstance(value, GraphCall) else (value,)


def _kind(value: GraphExpr, module: IRModule) -> int:
    if operator_name(value) == "call_tir" and isinstance(value, GraphCall):
        # A program with scalar parameters stays a call: a group passes tensors only. So does one of a literal, which
        # would be an immediate value of the group, and a program reads buffers.
        callee = value.args[0]
        if any(map(is_inline_constant, _operands(value))):
            return OPAQUE
        func = module.functions.get(callee.name) if isinstance(callee, GlobalVar) and len(value.args) == 2 else None
        pattern = func.attrs.get(OP_PATTERN, OPAQUE) if isinstance(func, PrimFunc) else OPAQUE
        return pattern if isinstance(pattern, int) and pattern < OPAQUE else OPAQUE
    return _RANK.get(fusion_kind(value), OPAQUE) if isinstance(value, GraphCall) else OPAQUE


def _is_view(value: GraphCall) -> bool:
    """Whether the result is the operand with another shape."""
    return fusion_kind(value) == "view" and operator_name(value) != VIEW_AS


class _Partition:
    """Union-find over the nodes; `anchor` is the convolution, product or reduction of each group (-1: none)."""

    def __init__(self, graph: _Graph, max_depth: int, costs: Costs) -> None:
        self.graph = graph
        self.max_depth, self.few, self.tile_rows = max_depth, costs.few_channels, costs.tile_rows_bf16
        self.anchor = {n.index: n.index if n.kind in (ANCHOR, REDUCE) else -1 for n in graph.nodes}
        self.size = {n.index: 1 for n in graph.nodes}
        #: What is limited: calls, of which some count as several.
        self.work = {n.index: _RESIZED if _is_resized(n) else 1 for n in graph.nodes}

    def run(self) -> None:
        """Anchors take what follows; a widening cast only if no other anchor does: memory holds the narrow value."""
        for node in self.graph.nodes:
            if not self._is_widened(node):
                self._try(node, ANCHOR)
        for node in self.graph.nodes:
            self._take_chain(node)
        for phase in (BROADCAST, INJECTIVE):
            for node in self.graph.nodes:
                self._try(node, phase)
        for node in self.graph.nodes:
            self._join_blocking(node)
            self._join_rounding(node)
            self._join_operands(node)
            self._join_filled(node)

    def _join_blocking(self, node: _Node) -> None:
        """Fuse the blocking of few channels into their convolution, which then reads the plain image without a copy.

        Not if other calls are fused with the blocking: they would be recomputed for each window.
        """
        if operator_name(node.binding.value) != "nn.to_blocked" or node.escapes or len(node.users) != 1:
            return
        if self.size[self.graph.find(node.index)] > 1:
            return
        user = self.graph.nodes[node.users[0][0]]
        value, info = user.binding.value, node.binding.var.sinfo
        if operator_name(value) != "nn.conv2d_nchwc" or not isinstance(info, TensorStructInfo) or info.shape is None:
            return
        assert isinstance(value, GraphCall)
        blocks, lanes = as_int(info.shape[1]), as_int(info.shape[-1])
        if blocks == 1 and lanes is not None and lanes <= self.few and value.args[0] is node.binding.var:
            self._merge([node.index, user.index])

    def _join_rounding(self, node: _Node) -> None:
        """Fuse the rounding of rows into the product in tile registers that alone reads them: it copies rows in the
        order of registers anyway, once for all panels. Rows that a kernel computes are rounded there."""
        if operator_name(node.binding.value) != "cast" or node.escapes or len(node.users) != 1:
            return
        user = self.graph.nodes[node.users[0][0]]
        value, dims = user.binding.value, dimensions(node.binding.var)
        if operator_name(value) != "nn.dense_packed" or self.size[self.graph.find(node.index)] > 1 or dims is None:
            return
        assert isinstance(value, GraphCall)
        paired = len(dimensions(value.args[1]) or ()) == 4 and value.args[0] is node.binding.var
        rows = math.prod(as_int(d) or 0 for d in dims[:-1])
        if paired and rows >= self.tile_rows > 0 and tensor_dtype(node.binding.var) == "bfloat16":
            self._merge([node.index, user.index])

    def _join_operands(self, node: _Node) -> None:
        """Fuse arithmetic of elements, and of a slice, into the product of batches in tile registers that alone reads
        its result: each element is laid out once."""
        root = self.graph.find(node.index)
        if node.kind != ANCHOR or not lays_out_batches(node.binding.value):
            return
        for operand in self.graph.nodes[: node.index]:
            if [user for user, _ in operand.users] != [node.index] or operand.escapes:
                continue
            group = [n for n in self.graph.nodes if self.graph.find(n.index) == self.graph.find(operand.index)]
            simple = all(n.kind <= BROADCAST or operator_name(n.binding.value) == "strided_slice" for n in group)
            if simple and self.work[root] + self.work[self.graph.find(operand.index)] <= self.max_depth:
                self._merge([operand.index, root])
                root = self.graph.find(root)

    def _join_filled(self, node: _Node) -> None:
        """Fuse one number in all places into the call that alone scatters to it, which then writes it."""
        if operator_name(node.binding.value) not in SCATTERS or not isinstance(node.binding.value, GraphCall):
            return
        for filled in self.graph.nodes[: node.index]:
            is_base = filled.binding.var is node.binding.value.args[0] and not filled.escapes
            if is_base and [user for user, _ in filled.users] == [node.index] and is_filled(filled.binding.value):
                self._merge([filled.index, node.index])

    def _take_chain(self, node: _Node) -> None:
        """Fuse what follows a node of an anchor's group, one call after the other, so that of two narrow values that
        are added one is widened by the kernel of the other."""
        while node.parent >= 0 and not (self._is_widened(node) and self._meets_anchor(node)):
            self._try(node, ANCHOR)
            if self.graph.find(node.index) != self.graph.find(node.parent):
                return
            node = self.graph.nodes[node.parent]

    def _is_widened(self, node: _Node) -> bool:
        """Whether the next call is a cast to a type of more bytes, such as from bytes to float32."""
        if node.parent < 0:
            return False
        sink = self.graph.nodes[node.parent].binding
        narrow, wide = tensor_dtype(node.binding.var), tensor_dtype(sink.var)
        return operator_name(sink.value) == "cast" and dt.bits(narrow) < dt.bits(wide)

    def _meets_anchor(self, node: _Node) -> bool:
        """Whether elementwise calls lead from a node to the group of an anchor that is not its own."""
        own = self.anchor[self.graph.find(node.index)]
        while node.parent >= 0 and self.graph.nodes[node.parent].kind <= BROADCAST:
            node = self.graph.nodes[node.parent]
            if self.anchor[self.graph.find(node.index)] not in (-1, own):
                return True
        return False

    def _try(self, node: _Node, phase: int) -> None:
        graph = self.graph
        if node.kind == OPAQUE or node.parent < 0:
            return
        sink = graph.nodes[node.parent]
        if graph.find(node.index) == graph.find(sink.index) or sink.kind == OPAQUE:
            return
        if _is_single(node.binding.var) and not _is_single(sink.binding.var):
            return  # scalar computations differ between layers; outside, the layers can share a kernel
        kind = ANCHOR if self.anchor[graph.find(node.index)] >= 0 and node.kind <= BROADCAST else node.kind
        if phase == ANCHOR:
            if kind != ANCHOR or node.parent_kind > ELEMWISE or node.kind == REDUCE:
                return
            allowed, sink_max = BROADCAST, BROADCAST
        elif phase == BROADCAST:
            if kind > BROADCAST:
                return
            allowed, sink_max = BROADCAST, REDUCE
        else:
            if kind > INJECTIVE:
                return
            allowed, sink_max = INJECTIVE, INJECTIVE
        if sink.kind > sink_max:
            return
        path = self._path(node, sink, allowed)
        if path is not None:
            self._merge([node.index, *path, sink.index])

    def _path(self, node: _Node, sink: _Node, allowed: int) -> list[int] | None:
        """The nodes between, or None if one of them is not fusible or the group would have two anchors."""
        between: dict[int, None] = {}
        todo = [u for u, _ in node.users]
        while todo:
            current = todo.pop()
            if current == sink.index or current in between:
                continue
            if self.graph.nodes[current].kind > allowed:
                return None
            between[current] = None
            todo.extend(u for u, _ in self.graph.nodes[current].users)
        roots = {self.graph.find(i) for i in (node.index, *between, sink.index)}
        anchors = {self.anchor[r] for r in roots if self.anchor[r] >= 0}
        if len(anchors) > 1 or sum(self.work[r] for r in roots) > self.max_depth:
            return None
        return list(between)

    def _merge(self, indices: list[int]) -> None:
        if len({self.graph.nodes[i].kept for i in indices}) > 1:
            return
        roots = sorted({self.graph.find(i) for i in indices})
        target = roots[-1]
        for root in roots[:-1]:
            self.graph.nodes[root].group = target
            self.size[target] += self.size[root]
            self.work[target] += self.work[root]
            if self.anchor[root] >= 0:
                self.anchor[target] = self.anchor[root]


@dataclass(frozen=True)
class FuseOps(Pass):
    """Group operator calls into private functions with the attribute ``Primitive``.

    Elementwise calls join the convolution, matrix product or pooling before them, or each other, or a following
    reduction; groups are limited to `max_depth` calls. Equal groups share one function. With `keeps`, what libraries
    keep between calls of the same sizes has groups of its own.
    """

    max_depth: int = 64
    costs: Costs = costs_of()
    keeps: bool = False

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        """The pass with a target's facts."""
        return cls(costs=target.costs, keeps=target.keeps_values)

    def __call__(self, module: IRModule) -> IRModule:
        state = Groups(module)
        new = dict(module.functions)
        for name, func in module.graph_funcs.items():
            if not is_group(func):
                new[name] = self._fuse_deep(func, state)
        return module.with_functions({**state.functions, **new})

    def _fuse_deep(self, func: GraphFunction, state: Groups) -> GraphFunction:
        return map_branches(self._fuse(func, state), lambda branch: self._fuse_deep(branch, state))

    def _fuse(self, func: GraphFunction, state: Groups) -> GraphFunction:
        blocks = []
        last = _last_blocks(func)
        for n, block in enumerate(func.body.blocks):
            if not block.is_dataflow or not all(isinstance(b, VarBinding) for b in block.bindings):
                blocks.append(block)
                continue
            bindings = [b for b in block.bindings if isinstance(b, VarBinding)]
            outside = {b.var for b in bindings if last.get(b.var, n) > n}
            graph = _Graph(bindings, outside, state.module, self.keeps)
            _Partition(graph, self.max_depth, self.costs).run()
            blocks.append(BindingBlock(tuple(_outline(graph, state)), True, span=block.span))
        return update(func, body=update(func.body, blocks=tuple(blocks)))


def _last_blocks(func: GraphFunction) -> dict[GraphVar, int]:
    """The index of the last block that uses each variable; the result counts as one more block at the end."""
    parts = [*func.body.blocks, func.body.body]
    return {node: n for n, part in enumerate(parts) for node in walk(part) if isinstance(node, GraphVar)}


def _outline(graph: _Graph, state: Groups) -> list[VarBinding]:
    members: dict[int, list[_Node]] = {}
    for node in graph.nodes:
        members.setdefault(graph.find(node.index), []).append(node)
    result: list[VarBinding] = []
    for node in graph.nodes:
        if graph.find(node.index) != node.index:
            continue
        group = members[node.index]
        binding = node.binding
        if len(group) == 1:
            result.append(binding)
            continue
        callee, args = make_group([n.binding for n in group], binding.var, _anchor_name(group))
        name = state.add(callee)
        position = joined(n.binding.value.span for n in group)
        call = GraphCall(name, args, sinfo=binding.var.sinfo, span=position)
        result.append(VarBinding(binding.var, call, span=binding.span))
    return result


def _anchor_name(group: Sequence[_Node]) -> str:
    best = max(group, key=lambda n: (n.kind if n.kind in (ANCHOR, REDUCE) else -1, n.index))
    value = best.binding.value
    assert isinstance(value, GraphCall)
    return called_name(value)
