"""Taking the time of each call of a lowered graph function: only in libraries built with a profile."""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.diagnostics import Location, NodePath
from mlcc.ir import Allocate, Buffer, BufferLoad, Call, Evaluate, Expr, Stmt, StringImm, const, seq

from .steps import CopyStep, JoinStep, KernelStep, Step, Tensor

#: The function of the runtime that adds the time since the last mark to a slot.
MARK = "mlcc_rt_profile_mark"


@dataclass(frozen=True)
class CallSite:
    """One call whose time is taken.

    `kernel` is a tensor program, or ``copy`` for bytes that are moved; `nodes` are the places in the model that it
    comes from. `weights` and `activations` are the sizes in bytes of its constant operands and of all others.
    """

    kernel: str
    nodes: tuple[str, ...]
    weights: Expr
    activations: Expr


@dataclass
class Marks:
    """Numbers the calls from `first` on; `since` is where the program keeps the time of its last mark."""

    first: int
    sites: list[CallSite] = field(default_factory=list)
    since: Buffer = field(default_factory=lambda: Buffer("since", (const(1, "int64"),), "int64", scope="local"))

    def around(self, body: Stmt) -> Stmt:
        """The whole program: the time before the first call belongs to none."""
        return Allocate(self.since, seq(self._mark(-1), body))

    def after(self, step: Step) -> list[Stmt]:
        """What follows the statements of a step; nothing where it calls nothing itself."""
        match step:
            case KernelStep():
                self.sites.append(_site(step.kernel, step.operands, step.place))
            case JoinStep():
                self.sites.append(_site("copy", [*step.pieces, step.result], step.place))
            case CopyStep():
                self.sites.append(_site("copy", [step.source, step.target], None))
            case _:
                return []
        return [self._mark(self.first + len(self.sites) - 1)]

    def _mark(self, slot: int) -> Stmt:
        pointer = Call("address_of", (BufferLoad(self.since, (const(0, "int64"),)),), "handle")
        return Evaluate(Call("call_extern", (StringImm(MARK), pointer, const(slot, "int32")), "int32"))


def _site(kernel: str, operands: list[Tensor], place: Location | None) -> CallSite:
    weights: Expr = const(0, "int64")
    activations: Expr = const(0, "int64")
    for tensor in operands:
        if tensor.storage.root()[0].kind == "const":
            weights = weights + tensor.nbytes
        else:
            activations = activations + tensor.nbytes
    nodes = place.paths if isinstance(place, NodePath) else ()
    return CallSite(kernel, nodes, weights, activations)
