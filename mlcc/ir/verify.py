"""The verifier: rejects programs that are not well formed, with the location and the reason.

It runs on every build, so each function is walked once. It reports only faults that it can prove: under a guard that it
cannot analyse, nothing is reported. Codes are explained in :mod:`mlcc.diagnostics.codes.verify`.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlcc.diagnostics import Diagnostic, Span

from .expr import Buffer
from .function import PrimFunc
from .graph import ExternFunc, GraphFunction
from .module import BaseFunc, IRModule
from .nesting import TOO_DEEP, WAY_OUT, first_too_deep
from .verify_graph import GraphVerifier, Operators
from .verify_scope import Report, raise_problems
from .verify_tensor import TensorVerifier

#: The attribute of programs whose blocks need not run over their whole domains; TVM's for scheduled programs.
SCHEDULED = "tir.is_scheduled"


def problems(
    item: IRModule | PrimFunc | GraphFunction, *, operators: Operators | None = None, coverage: bool | None = None
) -> list[Diagnostic]:
    """Everything wrong with a module or function, in program order."""
    deep = [d for func in _functions(item) for d in _nesting(func)]
    if deep:
        return deep  # the other checks are recursive
    if isinstance(item, PrimFunc):
        return _tensor(item, str(item.attrs.get("global_symbol", "main")), coverage)[0].problems
    if isinstance(item, GraphFunction):
        name = str(item.attrs.get("global_symbol", "main"))
        return _graph(item, name, None, operators)[0].problems
    result: list[Diagnostic] = []
    checked: dict[str, TensorVerifier] = {}
    reports: dict[str, Report] = {}
    for name, func in item.functions.items():
        if isinstance(func, PrimFunc):
            reports[name], checked[name] = _tensor(func, name, coverage)
    graphs = [_graph(f, n, item, operators) for n, f in item.functions.items() if isinstance(f, GraphFunction)]
    for report, graph in graphs:
        _inputs_written(item, graph, checked, reports)
        result.extend(report.problems)
    tensors = [d for report in reports.values() for d in report.problems]
    return [*tensors, *result, *_symbols(item)]


def verify(
    item: IRModule | PrimFunc | GraphFunction, *, operators: Operators | None = None, coverage: bool | None = None
) -> None:
    """Raise one MlccError (codes V…) with everything wrong with a module or function.

    `operators` are the names of graph operators that exist (a collection, or a predicate); None: any name passes.
    With `coverage`, an axis bound to a bare loop variable must have the loop's extent, as is intended in programs
    written by hand. Schedules may compute only a part of a block's domain: by default, programs that they produced, or
    that are marked (`SCHEDULED`), are exempt.
    """
    raise_problems(problems(item, operators=operators, coverage=coverage))


def _functions(item: IRModule | PrimFunc | GraphFunction) -> Iterable[BaseFunc]:
    return item.functions.values() if isinstance(item, IRModule) else (item,)


def _nesting(func: BaseFunc) -> list[Diagnostic]:
    deep = first_too_deep(func)
    if deep is None:
        return []
    spans = [getattr(item, "span", None) for item in (deep, func)]
    location = next((span for span in spans if isinstance(span, Span)), None)
    return [Diagnostic("V071", TOO_DEEP, location, help=WAY_OUT)]


def _tensor(func: PrimFunc, name: str, coverage: bool | None) -> tuple[Report, TensorVerifier]:
    report = Report(func, name)
    if coverage is None:
        coverage = not (func.scheduled or func.attrs.get(SCHEDULED))
    verifier = TensorVerifier(report, func, coverage)
    verifier.run()
    return report, verifier


def _graph(
    func: GraphFunction, name: str, module: IRModule | None, operators: Operators | None
) -> tuple[Report, GraphVerifier]:
    report = Report(func, name)
    verifier = GraphVerifier(report, func, module, operators)
    verifier.run()
    return report, verifier


def _inputs_written(
    module: IRModule, graph: GraphVerifier, checked: dict[str, TensorVerifier], reports: dict[str, Report]
) -> None:
    """Report tensor programs that write an input: `R.call_tir` passes inputs first, outputs last."""
    for (name, index), binding in graph.inputs.items():
        func = module.functions[name]
        if not isinstance(func, PrimFunc) or index >= len(func.buffers):
            continue
        buffer: Buffer = func.buffers[index]
        store = checked[name].written.get(buffer)
        if store is None:
            continue
        reports[name].add(
            "V040",
            f"`{name}` writes its input `{buffer.name}`",
            store,
            labels=[(binding, f"`{buffer.name}` is input {index} of this call")],
            notes=["`R.call_tir` passes inputs first and outputs last; inputs may be shared and must not change"],
            help="write to an output or to a buffer of its own (`T.alloc_buffer`)",
        )


def _symbols(module: IRModule) -> list[Diagnostic]:
    """Report two functions that are exported under one name."""
    seen: dict[str, str] = {}
    result = []
    for name, func in module.functions.items():
        if isinstance(func, ExternFunc):
            continue
        symbol = func.attrs.get("global_symbol")
        if not isinstance(symbol, str):
            continue
        if symbol in seen:
            report = Report(func, name)
            report.add(
                "V070",
                f"the functions `{seen[symbol]}` and `{name}` have the same `global_symbol`, `{symbol}`",
                func,
                labels=[(module.functions[seen[symbol]], "the other one")],
            )
            result.extend(report.problems)
        seen.setdefault(symbol, name)
    return result
