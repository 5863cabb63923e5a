"""Loop headers: ``for i, j in T.grid(4, 8)``, ``for i in T.vectorized(0, 4)``, ``for i in range(n)``."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import Label, closest
from mlcc.ir import Expr, Var

from . import syntax as s
from .buffers import is_none
from .formulas import Formulas, extent_between

_LOOPS = {
    "serial": "serial", "parallel": "parallel", "vectorized": "vectorized", "unroll": "unroll",
    "thread_binding": "thread_binding",
}  # fmt: skip
#: Variable, begin and extent.
Loop = tuple[Var, Expr, Expr]


class LoopHeaders:
    """Reads loop headers and defines their variables; `domains` remembers them for block axes."""

    def __init__(self, fx: Formulas, domains: dict[Var, tuple[Expr, Expr]]) -> None:
        self.fx = fx
        self.ctx = fx.ctx
        self.domains = domains

    def _name(self, target: s.Syntax) -> s.Name:
        if not isinstance(target, s.Name):
            raise self.ctx.error("P128", "a loop variable is one name", target)
        return target

    def read(self, node: s.For) -> tuple[str, list[Loop], dict[str, Any]]:
        """The loop kind, the loops from outside in, and further fields of each. Raises P122, P129."""
        call = node.iterable
        python = isinstance(call, s.Call) and isinstance(call.func, s.Name) and call.func.id == "range"
        name = "range" if python else self.ctx.call_name(call, "T")
        if name is None or not isinstance(call, s.Call):
            raise self.ctx.error(
                "P129", "a loop runs over `range`, `T.grid` or one of T's loop kinds", call,
                help="write `for i in range(n):` or `for i, j in T.grid(n, m):`",
            )  # fmt: skip
        targets = node.target.items if isinstance(node.target, s.Tuple) else [node.target]
        names = [self._name(item) for item in targets]
        if name == "grid":
            if len(call.args) != len(names):
                raise self.ctx.error(
                    "P122", f"{len(names)} loop variables for {len(call.args)} extents", node.target,
                    labels=[Label(self.ctx.span(call), f"{len(call.args)} extents")],
                )  # fmt: skip
            if call.keywords:
                raise self.ctx.error("P122", "`T.grid` takes extents only", call.keywords[0])
            return "serial", [self._loop(n, None, e) for n, e in zip(names, call.args, strict=True)], {}
        if name != "range" and name not in _LOOPS:
            suggestion = closest(name, [*_LOOPS, "grid"])
            raise self.ctx.error(
                "P129", f"`T.{name}` is not a loop", call.func,
                help=f"did you mean `T.{suggestion}`?" if suggestion else "the loops are `range`, `T.grid`, "
                "`T.serial`, `T.parallel`, `T.vectorized`, `T.unroll`, `T.thread_binding`",
            )  # fmt: skip
        if len(names) != 1:
            raise self.ctx.error("P122", "one loop has one variable", node.target, help="use `T.grid` for several")
        return self._one_loop(name, call, names[0])

    def _one_loop(self, name: str, call: s.Call, var: s.Name) -> tuple[str, list[Loop], dict[str, Any]]:
        shown = name if name == "range" else f"T.{name}"
        parameters = {"range": "start stop step", "thread_binding": "start stop thread annotations"}
        args = self.ctx.bind(call, parameters.get(name, "start stop annotations step"), 0, shown)
        if name == "thread_binding" and isinstance(args.get("stop"), s.Literal):
            stop = args["stop"]
            if isinstance(stop, s.Literal) and isinstance(stop.value, str):
                args["thread"] = args.pop("stop")
        if "step" in args and self.ctx.integer(args["step"], "the step") != 1:
            raise self.ctx.error("P129", "loops have step 1", args["step"], help="multiply the loop variable")
        if "start" not in args:
            raise self.ctx.error("P122", f"`{shown}` needs an extent", call)
        extra: dict[str, Any] = {}
        if name == "thread_binding":
            if "thread" not in args:
                raise self.ctx.error("P122", "`T.thread_binding` needs `thread`", call, help='thread="threadIdx.x"')
            extra["thread"] = self.ctx.text(args["thread"], "the thread")
        if "annotations" in args and not is_none(args["annotations"]):
            extra["annotations"] = self.fx.annotations(args["annotations"], "`annotations`")
        begin, end = (args["start"], args["stop"]) if "stop" in args else (None, args["start"])
        return _LOOPS.get(name, "serial"), [self._loop(var, begin, end)], extra

    def _loop(self, target: s.Name, begin: s.Syntax | None, end: s.Syntax) -> Loop:
        fx = self.fx
        low, high = fx.bounds(0 if begin is None else fx.value(begin), fx.value(end), begin or end, end)
        extent = extent_between(low, high)
        if begin is None:
            object.__setattr__(low, "span", None)
        var = Var(target.id, extent.dtype, span=self.ctx.span(target))
        self.ctx.define_once(target.id, var, target, "loop variable")
        self.domains[var] = (low, extent)
        return var, low, extent
