"""Which calls compute what a build for any size keeps between calls of the same sizes, so that no group of calls that
read data takes them in.

What no data reaches is kept by whole tensor programs (`relax/kept_values.py`): a mask that is computed in the kernel
that multiplies by it is computed in each call. Example: ``places = cumsum(ones); mask = places % m < k; y = x * mask``.
The first two are kept, and the last one reads the mask, as it reads a constant in a build for one size. What is cheap
stays in the kernel that uses it: a comparison of positions that are counted there takes less than reading a mask. So do
calls after which there is more to read: copies along a further dimension, and casts to a wider type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mlcc.analysis import Analyzer, Poly
from mlcc.ir import GraphCall, GraphExpr, GraphVar, TupleGetItem, VarBinding, walk
from mlcc.ir import dtype as dt

from ..operators import dimensions, fusion_kind, has_effects, operator_name, tensor_dtype

#: Operators that read the sizes of their operand alone.
_OF_SIZES = frozenset({"dim_values", "shape_of", "full_like"})
#: Operators that take long for each element.
_SLOW = frozenset(
    {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "exp", "log", "log2",
     "log1p", "power", "tanh", "sigmoid", "erf", "nn.gelu", "nn.silu", "nn.softplus"}
)  # fmt: skip
#: Operators that do so for integers.
_SLOW_INTEGER = frozenset({"divide", "floor_divide", "mod", "floor_mod"})
_FUSED = ("elemwise", "broadcast", "injective", "view")


def kept_calls(bindings: Sequence[VarBinding]) -> set[int]:
    """The calls of a block, by number, whose values no data reaches and that are worth to be kept."""
    calls = _Calls(bindings)
    kept: set[int] = set()
    for n in calls.free:
        if any(user not in calls.free for user in calls.users[n]) and calls.is_worth(n):
            kept |= calls.before(n)
    return kept


@dataclass
class _Calls:
    """The calls of a block that no data reaches (`free`), without those that are better computed where they are used,
    with the calls that use each."""

    bindings: Sequence[VarBinding]

    def __post_init__(self) -> None:
        self.where: Mapping[GraphVar, int] = {binding.var: n for n, binding in enumerate(self.bindings)}
        self.operands = [[self.where.get(var, -1) for var in _variables(b.value)] for b in self.bindings]
        analyzer = Analyzer()
        self.elements = [_elements(binding.var, analyzer) for binding in self.bindings]
        self.users: list[list[int]] = [[] for _ in self.bindings]
        self.free: set[int] = set()
        for n, binding in enumerate(self.bindings):
            for operand in self.operands[n]:
                if operand >= 0:
                    self.users[operand].append(n)
            if _reads_values(binding.value) and all(operand in self.free for operand in self.operands[n]):
                self.free.add(n)
        for n in sorted(self.free, reverse=True):
            if self.users[n] and not any(user in self.free for user in self.users[n]) and self._widens(n):
                self.free.discard(n)

    def is_worth(self, n: int) -> bool:
        """Whether a value of symbolic size takes longer to compute with those that are computed for it than to read."""
        elements = self.elements[n]
        if elements is None or elements.value() is not None:
            return False
        alike = [self.bindings[one].value for one in self.before(n) if self.elements[one] == elements]
        return any(_kind(value) not in _FUSED or _is_slow(value) for value in alike)

    def before(self, n: int) -> set[int]:
        """A call and all that its value follows from."""
        found, todo = set(), [n]
        while todo:
            one = todo.pop()
            if one not in found:
                found.add(one)
                todo += [operand for operand in self.operands[one] if operand in self.free]
        return found

    def _widens(self, n: int) -> bool:
        """Whether there is more to read after a call than before it."""
        binding = self.bindings[n]
        alike = [one for one in self.operands[n] if self.elements[one] == self.elements[n]]
        widest = max((dt.bits(tensor_dtype(self.bindings[one].var)) for one in alike), default=0)
        return _kind(binding.value) in _FUSED and dt.bits(tensor_dtype(binding.var) or "bool") > widest


def _variables(value: GraphExpr) -> list[GraphVar]:
    """The variables whose values a call reads."""
    if operator_name(value) in _OF_SIZES:
        return []
    return [node for node in walk(value) if isinstance(node, GraphVar)]


def _reads_values(value: GraphExpr) -> bool:
    """Whether a value follows from its operands alone."""
    if isinstance(value, TupleGetItem):
        return True
    from mlcc import topi

    return isinstance(value, GraphCall) and topi.has_op(operator_name(value)) and not has_effects(value)


def _kind(value: GraphExpr) -> str:
    return fusion_kind(value) if isinstance(value, GraphCall) else "opaque"


def _is_slow(value: GraphExpr) -> bool:
    name = operator_name(value)
    return name in _SLOW or (name in _SLOW_INTEGER and dt.is_int(tensor_dtype(value)))


def _elements(var: GraphVar, analyzer: Analyzer) -> Poly | None:
    """How many elements a tensor has."""
    total = Poly.const(1)
    dims = dimensions(var)
    for dim in dims or ():
        total = total.times(analyzer.poly(dim))
    return None if dims is None else total
