"""The generator `c`: elementwise calls and matrix products as C text that a person can read.

Neighbouring calls of float32 or float64 tensors become one C function, with a loop nest for each value that has to be
kept as a whole and a local constant for every other one. It shows how a generator is written; it is not
meant to be fast.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.analysis import same, simplify
from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    Var,
    VarBinding,
    as_int,
    free_vars,
)

from ..infer import tensor_info
from ..legalize import is_inline_constant
from ..operators import dimensions, operator_name, tensor_dtype
from .c_sizes import has_text, size_text
from .products import dense_as_products
from .registry import Generator
from .results import CSource

#: By operator: the expression of its value. `{f}` is the suffix of the C library's functions for the type.
_FORMULAS = {
    "add": "{0} + {1}",
    "subtract": "{0} - {1}",
    "multiply": "{0} * {1}",
    "divide": "{0} / {1}",
    "maximum": "{0} < {1} || {1} != {1} ? {1} : {0}",
    "minimum": "{0} > {1} || {1} != {1} ? {1} : {0}",
    "negative": "-{0}",
    "abs": "fabs{f}({0})",
    "sqrt": "sqrt{f}({0})",
    "exp": "exp{f}({0})",
    "log": "log{f}({0})",
    "tanh": "tanh{f}({0})",
    "erf": "erf{f}({0})",
    "sigmoid": "1 / (1 + exp{f}(-{0}))",
    "nn.relu": "{0} < 0 ? 0 : {0}",
}
_TYPES = {"float32": ("float", "f"), "float64": ("double", "")}
#: Names that a tensor or a size may not have in C text: keywords, types and functions of what is included.
_TAKEN = frozenset(
    re.findall(
        r"\w+",
        """
        auto break case char const continue default do double else enum extern float for goto if inline int long
        register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
        malloc free int32_t int64_t k fabs sqrt exp log tanh erf fabsf sqrtf expf logf tanhf erff y0 y1 yn j0 j1 jn
        gamma
        """,
    )
)


def _takes(call: GraphCall) -> bool:
    """Whether a call has a formula, or is a product, on tensors of one type and of shapes that this file can index."""
    name = operator_name(call)
    if name not in _FORMULAS and name != "matmul":
        return False
    values = (*call.args, call)
    out = dimensions(call)
    if out is None or not all(isinstance(v, GraphVar | Constant) for v in call.args):
        return False
    if {tensor_dtype(v) for v in values} not in ({"float32"}, {"float64"}):
        return False
    shapes = [dimensions(v) for v in call.args]
    if name == "matmul" and any(s is None or len(s) < 2 for s in shapes):
        return False
    lead = -2 if name == "matmul" else None
    if name == "matmul" and any(map(is_inline_constant, call.args)):
        return False
    return all(s is not None and all(map(has_text, s)) and _fits(s[:lead], out[:lead]) for s in (*shapes, out))


def _fits(shape: Sequence[Expr], out: Sequence[Expr]) -> bool:
    """Whether it is known which axes of an operand are repeated."""
    if len(shape) > len(out):
        return False
    pairs = zip(reversed(shape), reversed(out), strict=False)
    return all(as_int(dim) == 1 or same(dim, whole) for dim, whole in pairs)


def _generate(
    functions: Sequence[GraphFunction], options: Mapping[str, Any], constants: Mapping[str, Any]
) -> list[CSource]:
    symbols = [str(func.attrs["global_symbol"]) for func in functions]
    return [CSource(_Text(func).function(name), name) for func, name in zip(functions, symbols, strict=True)]


@dataclass
class _Text:
    """Writes one function."""

    func: GraphFunction
    names: dict[GraphVar | Var, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=lambda: set(_TAKEN))

    def function(self, symbol: str) -> str:
        calls = {b.var: b.value for b in self.func.bindings() if isinstance(b, VarBinding)}
        result = self.func.body.body
        assert isinstance(result, GraphVar)
        kept = _kept_whole(calls, result)
        tensors = [*self.func.params, *calls]
        sizes = list(dict.fromkeys(v for p in (*self.func.params, result) for d in _shape(p) for v in free_vars(d)))
        named: list[Var | GraphVar] = [*sizes, *tensors]
        for item in named:
            self.names[item] = self.fresh(item.name)
        kind, _ = _TYPES[tensor_dtype(result)]
        params = [f"const {_TYPES[tensor_dtype(p)][0]} *{self.names[p]}" for p in self.func.params]
        params += [f"{kind} *{self.names[result]}", *(f"int64_t {self.names[v]}" for v in sizes)]
        lines = [f"int32_t {symbol}({', '.join(params)}) {{"]
        own = [v for v in kept if v is not result]
        for var in own:
            count = " * ".join([f"sizeof({kind})", *(self.dim(d) for d in _shape(var))])
            lines.append(f"    {kind} *{self.names[var]} = malloc({count} + 1);")
        if own:
            freed = "".join(f"free({self.names[v]}); " for v in own)
            lines.append(f"    if (!({' && '.join(self.names[v] for v in own)})) {{ {freed}return 1; }}")
        for var in kept:
            lines += self.nest(var, calls, kept)
        lines += [f"    free({self.names[v]});" for v in own]
        head = "#include <math.h>\n#include <stdint.h>\n#include <stdlib.h>\n\n"
        return head + "\n".join([*lines, "    return 0;", "}", ""])

    def fresh(self, hint: str) -> str:
        name = re.sub(r"\W", "_", hint)
        name = name if name[:1].isalpha() and not re.fullmatch(r"i\d+|sum_.*", name) else f"v_{name}"
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def nest(self, root: GraphVar, calls: Mapping[GraphVar, GraphExpr], kept: Sequence[GraphVar]) -> list[str]:
        """The loops that compute a value that is kept whole, and the values that are local to them."""
        shape = _shape(root)
        index = [f"i{n}" for n in range(len(shape))]
        indent = "    "
        lines = []
        for name, dim in zip(index, shape, strict=True):
            lines.append(f"{indent}for (int64_t {name} = 0; {name} < {self.dim(dim)}; {name}++) {{")
            indent += "    "
        lines += [indent + line for line in self.values(root, calls, kept, index)]
        while len(indent) > 4:
            indent = indent[4:]
            lines.append(indent + "}")
        return lines

    def values(
        self, root: GraphVar, calls: Mapping[GraphVar, GraphExpr], kept: Sequence[GraphVar], index: Sequence[str]
    ) -> list[str]:
        needed: dict[GraphVar, None] = {}

        def visit(var: GraphVar) -> None:
            call = calls[var]
            for arg in call.args if isinstance(call, GraphCall) else ():
                if isinstance(arg, GraphVar) and arg in calls and arg not in kept:
                    visit(arg)
            needed[var] = None

        visit(root)
        lines = []
        for var in needed:
            call = calls[var]
            assert isinstance(call, GraphCall)
            kind, suffix = _TYPES[tensor_dtype(var)]
            place = self.at(root, index) if var is root else f"const {kind} {self.names[var]}"
            if operator_name(call) == "matmul":
                lines += [*self.product(call, var, index), f"{place} = sum_{self.names[var]};"]
                continue
            args = [self.names[a] if a in needed else self.operand(a, index) for a in call.args]
            lines.append(f"{place} = {_FORMULAS[operator_name(call)].format(*args, f=suffix)};")
        return lines

    def product(self, call: GraphCall, var: GraphVar, index: Sequence[str]) -> list[str]:
        kind, _ = _TYPES[tensor_dtype(var)]
        *lead, i, j = index
        a, b = call.args
        turned_a, turned_b = call.attrs.get("transpose_a"), call.attrs.get("transpose_b")
        inner = _shape(a)[-2 if turned_a else -1]
        left = self.operand(a, [*lead, *(["k", i] if turned_a else [i, "k"])])
        right = self.operand(b, [*lead, *([j, "k"] if turned_b else ["k", j])])
        total = f"sum_{self.names[var]}"
        loop = f"for (int64_t k = 0; k < {self.dim(inner)}; k++)"
        return [f"{kind} {total} = 0;", loop, f"    {total} += {left} * {right};"]

    def operand(self, value: GraphExpr, index: Sequence[str]) -> str:
        """An element of an operand, whose axes are the last of the loops."""
        if isinstance(value, Constant) and is_inline_constant(value):
            return _literal(value)
        assert isinstance(value, GraphVar)
        return self.at(value, index[len(index) - len(_shape(value)) :])

    def at(self, var: GraphVar, index: Sequence[str]) -> str:
        """An element of a tensor; axes of extent 1 are repeated."""
        text = ""
        for dim, name in zip(_shape(var), index, strict=True):
            own = "0" if as_int(dim) == 1 else name
            if not text or text == "0":
                text = own
            elif as_int(dim) != 1:
                text = f"({text}) * {self.dim(dim)} + {own}" if " " in text else f"{text} * {self.dim(dim)} + {own}"
        return f"{self.names[var]}[{text or '0'}]"

    def dim(self, dim: Expr) -> str:
        return size_text(dim, self.names)


def _shape(value: GraphExpr) -> tuple[Expr, ...]:
    return tuple(map(simplify, tensor_info(value).shape or ()))


def _kept_whole(calls: Mapping[GraphVar, GraphExpr], result: GraphVar) -> list[GraphVar]:
    """The values that need a loop nest of their own, in order: the result, operands of products, those that are read at
    other indices than their own, and those that several nests read."""
    homes: dict[GraphVar, set[GraphVar]] = {var: set() for var in calls}
    homes[result].add(result)
    kept = []
    for var in reversed(list(calls)):
        if len(homes[var]) > 1:
            homes[var] = {var}
        (home,) = homes[var]
        if home is var:
            kept.append(var)
        call = calls[var]
        for arg in call.args if isinstance(call, GraphCall) else ():
            if isinstance(arg, GraphVar) and arg in homes:
                alike = len(_shape(arg)) == len(_shape(var)) and all(map(same, _shape(arg), _shape(var)))
                homes[arg].add(home if alike and operator_name(call) != "matmul" else arg)
    return kept[::-1]


def _literal(value: Constant) -> str:
    number = value.data.reshape(()).item()
    suffix = _TYPES[tensor_dtype(value)][1]
    if not np.isfinite(number):
        return "NAN" if np.isnan(number) else "INFINITY" if number > 0 else "(-INFINITY)"
    text = f"{number!r}{suffix}"
    return f"({text})" if number < 0 else text


GENERATOR = Generator(
    name="c",
    summary="elementwise calls and matrix products as readable C text",
    generate=_generate,
    takes=_takes,
    prepare=dense_as_products,
    doc=__doc__,
)
