"""Everything that a page shows of one input, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc import __version__
from mlcc.diagnostics import MlccError
from mlcc.driver.cost_files import targets_with_costs
from mlcc.driver.phases import graph_phases
from mlcc.ir import GraphFunction, IRModule

from .arena import arena_map
from .graphs import graph_nodes, kernel_nodes, picture
from .kernels import kernel_views
from .times import times_of

if TYPE_CHECKING:
    from mlcc.driver.artefact import Artefact
    from mlcc.driver.outputs import Output
    from mlcc.driver.pipeline import Compilation
    from mlcc.target import Target

#: The phase before which operators still stand alone in their final form: the picture between the first and the last.
_LAST_OPERATORS = "FuseOps"


def report(
    source: str,
    *,
    threads: int | None = None,
    run: bool = True,
    say: Callable[[str], None] = lambda text: None,
    **settings: Any,
) -> dict[str, Any]:
    """The data of a page about a model or a program, which is built with the settings of :func:`build_files`.

    `run` measures its times on this machine, with random inputs; symbolic sizes are those of the setting `shapes`.
    Raises MlccError as `mlcc build` does, and G107 for several targets.
    """
    from mlcc.driver.building import build_files

    kept: list[tuple[Artefact, _Recorder]] = []

    def observe(phase: str, result: Any) -> None:
        if kept:  # what ran before tried precisions
            kept[0][1](phase, result)

    def keep(artefact: Artefact, outputs: Sequence[Output], limit: int | None) -> None:
        say("compiling ...")
        kept.append((artefact, _Recorder(artefact.module)))

    (machine, *others) = targets_with_costs(*(settings.get(name) for name in ("target", "costs", "runtime")))
    if others:
        raise MlccError("G107", "a page shows the code for one CPU", help="name one with --target")
    why = None
    if run and not (machine.is_host and machine.runtime == "full"):
        run, why = False, f"not measured: the code is for {machine.triple}, {machine.mcpu}"
        say(why)
    build_files(source, writer=keep, observe=observe, **{**settings, "profile": run})
    ((artefact, recorder),) = kept
    compilation = artefact.compilation
    legal = compilation.legal
    nodes = kernel_nodes(legal)
    data = _head(source, machine)
    data["kernels"] = [view.data for view in kernel_views(compilation, nodes)]
    data["arenas"] = {name: arena_map(graph) for name, graph in compilation.lowered.graph_plans.items()}
    data["graphs"], data["passes"] = recorder.graphs(compilation), recorder.passes
    data["weights_bytes"] = compilation.lowered.weights_bytes
    library = _library(artefact) if run else None
    if library is not None:
        say("measuring ...")
    data["times"] = times_of(library, source, func=None, threads=threads, shapes={}, say=say, why=why)
    return data


def _library(artefact: Artefact) -> Any:
    from mlcc.driver.emit import load_compiled

    return load_compiled(artefact)


def _head(source: str, machine: Target) -> dict[str, Any]:
    # Another compiler makes the code of a target of text: what LLVM makes of the same programs is beside it.
    other = "" if machine.kind == "llvm" else f", as LLVM compiles what is written as {machine.kind}"
    return {
        "title": "stdin" if source == "-" else Path(source).name,
        "version": __version__,
        "target": {
            "text": f"{machine.mcpu} ({machine.triple}){other}", "vector_bits": machine.vector_bits,
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
        self._phases = graph_phases(on_device=False)
        self._next = 0
        self._counts = _counts(module)

    def __call__(self, phase: str, result: Any) -> None:
        why = self._reason(phase)
        if not isinstance(result, IRModule) or why is None:
            return
        if phase == _LAST_OPERATORS:
            self.operators = self.last
        counts = _counts(result)
        change = {op: count for op in {**counts, **self._counts} if (count := counts[op] - self._counts[op])}
        self.passes.append({
            "name": phase, "why": why, "change": change, "changed": result is not self.last,
        })  # fmt: skip
        self.last, self._counts = result, counts

    def _reason(self, phase: str) -> str | None:
        """Why a graph phase runs here; a pass that runs several times has another reason each time."""
        order = range(self._next, self._next + len(self._phases))
        at = next((n % len(order) for n in order if self._phases[n % len(order)].name == phase), None)
        if at is None:
            return None
        self._next = at + 1
        return self._phases[at].why

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
