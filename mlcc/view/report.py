"""Everything that a page shows of one input, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc import __version__
from mlcc.diagnostics import MlccError
from mlcc.driver.artefact import Artefact
from mlcc.driver.cost_files import targets_with_costs
from mlcc.driver.files import SUFFIXES
from mlcc.driver.modules import read_module
from mlcc.driver.options import BuildOptions
from mlcc.driver.phases import GRAPH_PHASES
from mlcc.ir import GraphFunction, IRModule

from .arena import arena_map
from .graphs import graph_nodes, kernel_nodes, picture
from .kernels import kernel_views
from .times import times_of

if TYPE_CHECKING:
    from mlcc.driver.pipeline import Compilation
    from mlcc.driver.specialize import Shapes
    from mlcc.target import Target

#: The phase before which operators still stand alone in their final form: the picture between the first and the last.
_LAST_OPERATORS = "FuseOps"


def report(
    source: str,
    *,
    schedules: Sequence[str] = (),
    params: Mapping[str, Any] | None = None,
    shapes: Shapes | None = None,
    target: str | None = None,
    costs: str | None = None,
    threads: int | None = None,
    run: bool = True,
    say: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """The data of a page about a model or a program, which is built, or about a library (see :func:`library_report`).

    `run` measures its times on this machine, with random inputs; symbolic sizes are those of `shapes`. Raises MlccError
    as `mlcc build` does, G107 for several targets, and D120 for a schedule of a library.
    """
    if source != "-" and Path(source).suffix.lower() not in SUFFIXES:
        if schedules:
            raise MlccError("D120", f"`{source}` is compiled: no schedule applies to it", help="give the model")
        from .libraries import library_report

        return library_report(source, threads=threads, shapes=shapes or {}, run=run, say=say)
    (machine, *others) = targets_with_costs(target, costs)
    if others:
        raise MlccError("G107", "a page shows the code for one CPU", help="name one with --target")
    file, module = read_module(source, shapes)
    recorder = _Recorder(module)
    options = BuildOptions(
        machine, file.stem, schedules=tuple(schedules), params=dict(params or {}), profile=bool(module.graph_funcs),
        observe=recorder,
    )  # fmt: skip
    artefact = Artefact.of(module, options)
    compilation = artefact.compilation
    say("compiling ...")
    legal = compilation.legal
    nodes = kernel_nodes(legal)
    data = _head(source, machine)
    data["graphs"], data["passes"] = recorder.graphs(compilation), recorder.passes
    data["kernels"] = [view.data for view in kernel_views(compilation, nodes)]
    data["arenas"] = {name: arena_map(graph) for name, graph in compilation.lowered.graph_plans.items()}
    data["weights_bytes"] = compilation.lowered.weights_bytes
    library = _library(artefact) if run and machine.is_host else None
    say("measuring ..." if library is not None else "not measured")
    data["times"] = times_of(library, source, func=None, threads=threads, shapes={}, say=say)
    return data


def _library(artefact: Artefact) -> Any:
    from mlcc.driver.emit import load_compiled

    return load_compiled(artefact)


def _head(source: str, machine: Target) -> dict[str, Any]:
    return {
        "title": "stdin" if source == "-" else Path(source).name,
        "version": __version__,
        "target": {
            "text": f"{machine.mcpu} ({machine.triple})", "vector_bits": machine.vector_bits,
            "registers": machine.vector_registers, "l1": machine.l1_bytes, "l2": machine.l2_bytes,
            "l3": machine.l3_bytes,
        },
    }  # fmt: skip


class _Recorder:
    """Observes the graph phases of a build: what each changed, and the graph before the operators are grouped."""

    def __init__(self, module: IRModule) -> None:
        self.first = self.last = module
        self.operators: IRModule | None = None
        self.passes: list[dict[str, Any]] = []
        self._why = {phase.name: phase.why for phase in GRAPH_PHASES}
        self._counts = _counts(module)

    def __call__(self, phase: str, result: Any) -> None:
        if not isinstance(result, IRModule) or phase not in self._why:
            return
        if phase == _LAST_OPERATORS:
            self.operators = self.last
        counts = _counts(result)
        change = {op: count for op in {**counts, **self._counts} if (count := counts[op] - self._counts[op])}
        self.passes.append({
            "name": phase, "why": self._why[phase], "change": change, "changed": result is not self.last,
        })  # fmt: skip
        self.last, self._counts = result, counts

    def graphs(self, compilation: Compilation) -> list[dict[str, Any]]:
        """Pictures of the main graph function: as imported, before operators are grouped, and at the end."""
        stages = [("as imported", self.first), ("operators, before fusion", self.operators)]
        stages.append(("kernels", compilation.legal))
        pictures = []
        for title, module in stages:
            func = None if module is None else _main(module)
            if func is not None:
                pictures.append({"title": title, **picture(func)})
        return pictures


def _main(module: IRModule) -> GraphFunction | None:
    functions = module.graph_funcs
    public = [func for func in functions.values() if not func.attrs.get("Primitive")]
    return functions.get("main") or (public[0] if public else None)


def _counts(module: IRModule) -> Counter[str]:
    """How often each operator or kernel is called."""
    nodes = (node for func in module.graph_funcs.values() for node in graph_nodes(func))
    return Counter(node.label for node in nodes if node.kind == "op")
