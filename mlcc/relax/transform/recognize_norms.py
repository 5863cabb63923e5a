"""Recognises layer norms and RMS norms that exporters decompose into several operators.

The search starts at a root, ``r = sqrt(mean(d * d) + epsilon)``, whose operands give the statistics. From there every
value that is computed from the statistics is written as a form (see `polynomials`) over the names x, mean, root or
inverse (= 1 / root) and "other n" for any other operand. The norm ends at the last value of the form

    x * inverse * weight  -  mean * inverse * weight  +  bias        (without the second term: an RMS norm)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from mlcc.analysis import same
from mlcc.ir import (
    BindingBlock,
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    VarBinding,
    as_int,
)
from mlcc.ir import dtype as dt

from ..operators import NULL, dimensions, operator_name, reshape_to, same_dimensions, scalar, tensor_dtype
from ..rewrite import Emitter, rewrite
from ..users import Users, users_of
from .pass_ import FunctionPass
from .polynomials import Form, Unknown, arithmetic, number, reciprocal

_ROOT: Form = ((1.0, ("root",)),)
_INVERSE: Form = ((1.0, ("inverse",)),)
#: The maximal number of values examined between a norm's statistics and its result.
_MOST = 16
#: Forms of a mean raised to a power.
_ROOTS: dict[float | None, Form] = {0.5: _ROOT, -0.5: _INVERSE}
_REACHED = frozenset({"add", "subtract", "multiply", "divide", "negative", "reciprocal", "cast"})


@dataclass(frozen=True)
class RecognizeNorms(FunctionPass):
    """Replace the operators that compute a layer norm or an RMS norm by ``nn.layer_norm`` and ``nn.rms_norm``.

    ``d = x - mean(x); d / sqrt(mean(d * d) + epsilon) * weight + bias`` becomes ``nn.layer_norm(x, weight, bias)``, in
    any order of the factors; so does ``x * scale + (bias - mean(x) * scale)`` with ``scale = weight / sqrt(...)``.
    Without a mean it becomes ``nn.rms_norm(x, weight)``. The means are over the last dimensions and keep them, epsilon
    is constant. A norm whose intermediate values have other users is left alone. Conversions of a 16-bit operand to
    float32 and of the result back are part of the norm, which accumulates in float32 anyway.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        users = users_of(func)
        norms = {var: norm for block in func.body.blocks for var, norm in _norms_of(block, users)}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            return norms[var].call(out) if var in norms else None

        return rewrite(func, rule, module) if norms else func


@dataclass
class _Norm:
    """A norm of `x` over its last `count` dimensions: its statistics (the root last), weight and bias.

    `narrow` is the 16-bit value that `x` was converted from, if any.
    """

    x: GraphVar
    narrow: GraphVar | None
    count: int
    epsilon: float
    mean: GraphVar | None
    statistics: list[GraphVar]
    weight: GraphExpr | None = None
    bias: GraphExpr | None = None

    def operand(self, dtype: str) -> GraphVar | None:
        """The operand of the norm, as `x` or before its conversion, that has a dtype; else None."""
        return next((v for v in (self.x, self.narrow) if v is not None and tensor_dtype(v) == dtype), None)

    def call(self, out: Emitter) -> GraphCall:
        """The call of the operator; weight and bias are reshaped to the normalised dimensions."""
        shape = _dims(self.x)[-self.count :]
        numbers = [self.weight] if self.mean is None else [self.weight, self.bias]
        args = [NULL if v is None else _reshaped(out, out.resolve(v), shape) for v in numbers]
        rank = len(_dims(self.x))
        attrs = {"axes": list(range(rank - self.count, rank)), "epsilon": self.epsilon}
        name = "nn.rms_norm" if self.mean is None else "nn.layer_norm"
        return GraphCall(Op(name), (out.resolve(self.x), *args), attrs)


def _reshaped(out: Emitter, value: GraphExpr, shape: Sequence[Expr]) -> GraphExpr:
    dims = _dims(value)
    if len(dims) == len(shape):
        return value
    if isinstance(value, Constant):
        return Constant(value.data.reshape(value.data.shape[len(dims) - len(shape) :]))
    return out.emit(reshape_to(value, shape))


def _norms_of(block: BindingBlock, users: Users) -> Iterator[tuple[GraphVar, _Norm]]:
    """(result, norm) for each norm of a block."""
    calls = {
        b.var: b.value
        for b in block.bindings
        if isinstance(b, VarBinding) and isinstance(b.value, GraphCall) and isinstance(b.value.op, Op)
    }
    for var, call in calls.items():
        norm = _statistics(var, calls) if _power(call) in _ROOTS else None
        match = _Reach(norm, calls, users).result() if norm is not None else None
        if match is not None:
            yield match


def _statistics(root: GraphVar, calls: Mapping[GraphVar, GraphCall]) -> _Norm | None:
    """The norm whose root is ``sqrt(mean(d * d) + epsilon)`` or its inverse; None if `root` is not of this form."""
    shifted = _call("add", calls[root].args[0], calls)
    if shifted is None:
        return None
    for squares, shift in (shifted.args, shifted.args[::-1]):
        average, epsilon = _call("mean", squares, calls), scalar(shift)
        if average is None or epsilon is None or not 0 <= epsilon < math.inf:
            continue
        operand, count = _squared(average.args[0], calls), _last_dims(average)
        if operand is None or count is None or not dt.is_float(tensor_dtype(operand)):
            return None
        statistics = [v for v in (average.args[0], squares, calls[root].args[0], root) if isinstance(v, GraphVar)]
        off = _call("subtract", operand, calls)
        for x, mean in (off.args, off.args[::-1]) if off is not None else ():
            average_of_x = _call("mean", mean, calls)
            if (
                average_of_x is not None
                and average_of_x.args[0] is x
                and _last_dims(average_of_x) == count
                and isinstance(x, GraphVar)
            ):
                assert isinstance(mean, GraphVar)
                return _Norm(x, _narrow(x, calls), count, epsilon, mean, [mean, operand, *statistics])
        return _Norm(operand, _narrow(operand, calls), count, epsilon, None, statistics)
    return None


def _narrow(x: GraphVar, calls: Mapping[GraphVar, GraphCall]) -> GraphVar | None:
    """The 16-bit value that `x` is the conversion to float32 of, or None."""
    call = _call("cast", x, calls)
    source = call.args[0] if call is not None and tensor_dtype(x) == "float32" else None
    return source if isinstance(source, GraphVar) and tensor_dtype(source) in ("float16", "bfloat16") else None


def _power(call: GraphCall) -> float | None:
    """The constant exponent of a power or a root, or None."""
    exponent = {"sqrt": 0.5, "rsqrt": -0.5, "square": 2.0}.get(operator_name(call))
    return exponent if operator_name(call) != "power" else scalar(call.args[1])


def _squared(value: GraphExpr, calls: Mapping[GraphVar, GraphCall]) -> GraphVar | None:
    """The variable whose square a value is, or None."""
    call = calls.get(value) if isinstance(value, GraphVar) else None
    if call is None or not isinstance(operand := call.args[0], GraphVar):
        return None
    by_itself = operator_name(call) == "multiply" and call.args[1] is operand
    return operand if by_itself or _power(call) == 2.0 else None


def _last_dims(mean: GraphCall) -> int | None:
    """The number of dimensions that a mean reduces if these are the last ones and are kept; else None."""
    rank = len(_dims(mean.args[0]))
    axes = mean.attrs.get("axis")
    listed = range(rank) if axes is None else axes if isinstance(axes, (list, tuple)) else [axes]
    over = sorted({int(a) % rank for a in listed}) if rank else []
    return len(over) if over and mean.attrs.get("keepdims") and over[0] == rank - len(over) else None


@dataclass
class _Reach:
    """The values computed from a norm's statistics: the form of each, and the set of values that it depends on."""

    norm: _Norm
    calls: Mapping[GraphVar, GraphCall]
    users: Users
    forms: dict[GraphVar, Form] = field(default_factory=dict)
    parts: dict[GraphVar, frozenset[GraphVar]] = field(default_factory=dict)
    others: dict[str, GraphExpr] = field(default_factory=dict)

    def result(self) -> tuple[GraphVar, _Norm] | None:
        """The last value that has the form of the norm and whose intermediate values have no other users."""
        inside, root = frozenset(self.norm.statistics), self.norm.statistics[-1]
        self.forms = {self.norm.x: ((1.0, ("x",)),), root: _ROOTS[_power(self.calls[root])]}
        if self.norm.mean is not None:
            self.forms[self.norm.mean] = ((1.0, ("mean",)),)
        match: tuple[GraphVar, _Norm] | None = None
        for var in self.reached():
            parts = inside.union(*(self.parts[a] | {a} for a in self.calls[var].args if a in self.parts))
            self.parts[var] = parts
            users = (u for part in parts for u in self.users.get(part, ()))
            if all(u is not None and (u.var is var or u.var in parts) for u in users):
                norm = self.recognized(var)
                match = match if norm is None else (var, norm)
        return match

    def reached(self) -> Iterator[GraphVar]:
        """The values computed from the statistics by arithmetic, in program order, after their form was recorded."""
        position = {var: n for n, var in enumerate(self.calls)}
        starts = [v for v in (self.norm.mean, self.norm.statistics[-1]) if v is not None]
        pending = sorted({position[u] for v in starts for u in self.next(v)})
        order = list(self.calls)
        for _ in range(_MOST):
            if not pending:
                return
            var = order[heappop(pending)]
            try:
                self.forms[var] = self.form(self.calls[var])
            except Unknown:
                continue
            yield var
            for user in self.next(var):
                if position[user] not in pending:
                    heappush(pending, position[user])

    def next(self, var: GraphVar) -> list[GraphVar]:
        used = (u.var for u in self.users.get(var, ()) if u is not None)
        return [u for u in used if u in self.calls and operator_name(self.calls[u]) in _REACHED]

    def form(self, call: GraphCall) -> Form:
        """A call as a sum of products of the norm's operand, its statistics and other values. Raises Unknown."""
        name, args = operator_name(call), [self.operand(a) for a in call.args]
        if name != "cast":
            return arithmetic(name, args, _inverse)
        if self.norm.narrow is None or tensor_dtype(call) != tensor_dtype(self.norm.narrow):
            raise Unknown
        return args[0]

    def operand(self, value: GraphExpr) -> Form:
        if isinstance(value, GraphVar) and value in self.forms:
            return self.forms[value]
        if value in self.norm.statistics or not isinstance(value, GraphVar | Constant):
            raise Unknown
        if (constant := scalar(value)) is not None:
            return number(constant)
        name = next((n for n, other in self.others.items() if other is value), f"other {len(self.others)}")
        self.others[name] = value
        return ((1.0, (name,)),)

    def recognized(self, var: GraphVar) -> _Norm | None:
        """The norm with its weight and bias, if the form of a value is one; else None."""
        # The form is a sum of products: for a layer norm `x * inverse * w - mean * inverse * w + b`.
        terms = {factors: coefficient for coefficient, factors in self.forms[var]}
        norm, lead = self.norm, [f for f in terms if "x" in f]
        operand = norm.operand(tensor_dtype(var))
        if len(lead) != 1 or operand is None or not same_dimensions(var, operand) or terms.pop(lead[0]) != 1.0:
            return None
        if norm.mean is not None:
            # The term with the mean must be that of x with the sign reversed, and the same factors.
            centre = tuple(sorted("mean" if name == "x" else name for name in lead[0]))
            if terms.pop(centre, 0.0) != -1.0:
                return None
        rest = list(lead[0])
        rest.remove("x")
        if "inverse" not in rest:
            return None
        rest.remove("inverse")
        biases = [f[0] for f, c in terms.items() if len(f) == 1 and c == 1.0]
        if len(rest) > 1 or len(biases) != len(terms) or len(biases) > (norm.mean is not None):
            return None
        operands = [self.others.get(n) if self.fits(n) else None for n in (*rest, *biases)]
        if None in operands:
            return None
        weight = operands.pop(0) if rest else None
        return replace(norm, x=operand, weight=weight, bias=operands[0] if operands else None)

    def fits(self, name: str) -> bool:
        """Whether another value has the shape of the normalised dimensions (with leading ones), as weight or bias."""
        dims, shape = _dims(self.others[name]) if name in self.others else (), _dims(self.norm.x)
        outer = len(dims) - self.norm.count
        if not 0 <= outer <= len(shape) - self.norm.count:
            return False
        return all(as_int(d) == 1 for d in dims[:outer]) and all(map(same, dims[outer:], shape[-self.norm.count :]))


def _inverse(form: Form) -> Form:
    inverse = {_ROOT: _INVERSE, _INVERSE: _ROOT}.get(form)
    return reciprocal(form) if inverse is None else inverse


def _call(name: str, value: GraphExpr, calls: Mapping[GraphVar, GraphCall]) -> GraphCall | None:
    """The call of the operator `name` that defines a value, or None."""
    call = calls.get(value) if isinstance(value, GraphVar) else None
    return call if call is not None and operator_name(call) == name else None


def _dims(value: GraphExpr) -> tuple[Expr, ...]:
    return dimensions(value) or ()
