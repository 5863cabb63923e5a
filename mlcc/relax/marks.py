"""The calls of a lowered graph function, and, in libraries built with profiling, the code that times each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mlcc.diagnostics import Location, NodePath
from mlcc.ir import Allocate, Buffer, BufferLoad, Call, Evaluate, Expr, Stmt, StringImm, Var, const, seq

from .steps import CopyStep, JoinStep, KeptStep, KernelStep, Step, Tensor

#: The function of the runtime that adds the time since the last mark to a slot.
MARK = "mlcc_rt_profile_mark"


@dataclass(frozen=True)
class CallSite:
    """One call, which a library with profiling times.

    `kernel` is the name of a tensor program, or ``copy`` for a memory copy; `nodes` are the nodes of the model that it
    originates from. `weights` and `activations` are the sizes in bytes of its constant operands and of all others, and
    `written` that of its results. `sizes` maps the kernel's symbolic dimensions to expressions over the caller's.
    `live` are the bytes of the arena that are in use during the call; None where sizes are symbolic.
    """

    kernel: str
    nodes: tuple[str, ...]
    weights: Expr
    activations: Expr
    written: Expr
    sizes: Mapping[Var, Expr] = field(default_factory=dict)
    live: int | None = None


@dataclass
class Marks:
    """Collects the calls and numbers their slots from `first`; if that is None, no timing code is generated.

    `since` is the variable that holds the time of the last mark; `live` is that of each call's :class:`CallSite`.
    """

    first: int | None = None
    sites: list[CallSite] = field(default_factory=list)
    live: Mapping[int, int] = field(default_factory=dict)  # by the identity of steps
    since: Buffer = field(default_factory=lambda: Buffer("since", (const(1, "int64"),), "int64", scope="local"))

    def around(self, body: Stmt) -> Stmt:
        """The whole program. An initial mark excludes the time before the first call from every slot."""
        if self.first is None:
            return body
        return Allocate(self.since, seq(_mark(self.since, -1), body))

    def after(self, step: Step) -> list[Stmt]:
        """The statements after a step that time it; none for a step that calls nothing itself."""
        match step:
            case KernelStep():
                site = _site(step.kernel, step.operands, step.outputs, step.location, step.sizes)
            case JoinStep():
                site = _site("copy", [*step.operands, step.result], 1, step.location, {})
            case KeptStep():
                site = _site("copy", step.results, len(step.results), None, {})
            case CopyStep():
                site = _site("copy", [step.source, step.target], 1, None, {})
            case _:
                return []
        self.sites.append(replace(site, live=self.live.get(id(step))))
        return [] if self.first is None else [_mark(self.since, self.first + len(self.sites) - 1)]


def _mark(since: Buffer, slot: int) -> Stmt:
    pointer = Call("address_of", (BufferLoad(since, (const(0, "int64"),)),), "handle")
    return Evaluate(Call("call_extern", (StringImm(MARK), pointer, const(slot, "int32")), "int32"))


def _site(
    kernel: str, operands: list[Tensor], outputs: int, location: Location | None, sizes: Mapping[Var, Expr]
) -> CallSite:
    """The last `outputs` operands are written."""
    weights: Expr = const(0, "int64")
    written: Expr = const(0, "int64")
    for tensor in operands[len(operands) - outputs :]:
        written = written + tensor.nbytes
    activations: Expr = const(0, "int64")
    for tensor in operands:
        if tensor.storage.root()[0].kind == "const":
            weights = weights + tensor.nbytes
        else:
            activations = activations + tensor.nbytes
    nodes = location.paths if isinstance(location, NodePath) else ()
    return CallSite(kernel, nodes, weights, activations, written, sizes)
