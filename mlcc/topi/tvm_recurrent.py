"""Recurrent networks by TVM's names: `topi.nn.lstm` with the arguments and the results of TVM's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, const
from mlcc.te import StmtBuilder, Tensor

from .registry import get_op
from .shapes import need_rank

#: The functions of gates, by the name of the function of topi that is given.
_CURVES: dict[str, Callable[[Expr], Expr]] = {
    "sigmoid": te.sigmoid, "tanh": te.tanh, "relu": lambda x: te.max(x, const(0, x.dtype)), "identity": lambda x: x,
}  # fmt: skip


def _curve(fn: Any) -> Callable[[Expr], Expr]:
    name = str(getattr(fn, "__name__", fn))
    if name not in _CURVES:
        raise MlccError("T206", f"`nn.lstm` has no activation `{name}`", help=f"it is one of {', '.join(_CURVES)}")
    return _CURVES[name]


def lstm(
    Xs: Tensor, Wi: Tensor, Wh: Tensor, Bi: Tensor | None = None, Bh: Tensor | None = None,  # noqa: N803
    h_init: Tensor | None = None, c_init: Tensor | None = None, proj: Tensor | None = None, p_i: Tensor | None = None,
    p_f: Tensor | None = None, p_o: Tensor | None = None, f_act: Any = "sigmoid", g_act: Any = "tanh",
    h_act: Any = "tanh", reverse: bool = False, weight_layout: str = "IFGO", **inventory: Any,
) -> Any:  # fmt: skip
    """The hidden states and the cell states of each step, both (steps, batch, units), of inputs (steps, batch, size).

    `Wi` (4 units, size) and `Wh` (4 units, units) hold the gates in the order of `weight_layout`; `p_i`, `p_f` and
    `p_o` (units) weigh the cell state in them; `f_act` is the function of gates, `g_act` that of what enters the cell
    and `h_act` that of what leaves it. Raises T206 for `proj` and for functions other than those of `_CURVES`.
    """
    if Wi.ndim == 3 or inventory:  # the inventory's weights have a dimension of directions
        return get_op("nn.lstm").fn(Xs, Wi, Wh, Bi, Bh, h_init, c_init, proj, **inventory)
    if proj is not None:
        raise MlccError("T206", "`nn.lstm` does not take `proj` here")
    if sorted(weight_layout) != sorted("IFGO"):
        raise MlccError("T206", f'`nn.lstm` has no weight layout "{weight_layout}"', help="it is an order of IFGO")
    need_rank("nn.lstm", Xs, 3)
    need_rank("nn.lstm", Wi, 2)
    need_rank("nn.lstm", Wh, 2)
    optional = {"Bi": Bi, "Bh": Bh, "h": h_init, "c": c_init, "I": p_i, "F": p_f, "O": p_o}
    given = {"X": Xs, "Wi": Wi, "Wh": Wh, **{name: t for name, t in optional.items() if t is not None}}
    gate = _curve(f_act)
    curves = {"I": gate, "F": gate, "O": gate, "G": _curve(g_act), "H": _curve(h_act)}
    shape = (Xs.shape[0], Xs.shape[1], Wh.shape[1])

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        cell = _Cell(StmtBuilder("int64"), dict(zip(given, ins, strict=True)), outs, curves, weight_layout, reverse)
        return cell.run(shape)

    results: tuple[Tensor, ...] = te.extern([shape, shape], list(given.values()), build, [Xs.dtype] * 2, "lstm")
    return results


@dataclass(frozen=True)
class _Cell:
    """The loops of an LSTM: `given` are the inputs by name, `outs` the hidden states and the cell states."""

    b: StmtBuilder
    given: Mapping[str, Buffer]
    outs: Sequence[Buffer]
    curves: Mapping[str, Callable[[Expr], Expr]]
    order: str
    reverse: bool

    def run(self, shape: tuple[Expr, ...]) -> Any:
        """The program for (steps, batch, units)."""
        b, (steps, batch, units) = self.b, shape
        hidden, cell = self.outs
        sums = b.alloc("sums", (4,), hidden.dtype, "local")
        with b.loop("s", steps) as step:
            t = steps - 1 - step if self.reverse else step
            past = te.min(t + 1, steps - 1) if self.reverse else te.max(t - 1, 0)
            with b.loop("n", batch) as n, b.loop("u", units) as u:
                for gate in range(4):
                    self.gate(sums, gate, (step, t, past, n), u + gate * units)
                old = self.state(cell, "c", step, past, n, u)
                kept = self.value(sums, "F", old, u) * old
                b.store(cell, kept + self.value(sums, "I", old, u) * self.value(sums, "G", old, u), t, n, u)
                new = b.load(cell, t, n, u)
                b.store(hidden, self.value(sums, "O", new, u) * self.curves["H"](new), t, n, u)
        return b.finish()

    def state(self, kept: Buffer, initial: str, step: Expr, past: Expr, row: Expr, unit: Expr) -> Expr:
        """A state of the step before, or the initial one."""
        start = self.b.load(self.given[initial], row, unit) if initial in self.given else const(0, kept.dtype)
        return te.if_then_else(step.equal(0), start, self.b.load(kept, past, row, unit))

    def gate(self, sums: Buffer, gate: int, at: tuple[Expr, ...], row: Expr) -> None:
        """Adds up what enters a gate, whose weights are in a row of both matrices."""
        b, given, (step, t, past, n) = self.b, self.given, at
        total: Expr = const(0, sums.dtype)
        for bias in ("Bi", "Bh"):
            total = total + b.load(given[bias], row) if bias in given else total
        b.store(sums, total, gate)
        with b.loop("k", given["Wi"].shape[1]) as k:
            b.store(sums, b.load(sums, gate) + b.load(given["X"], t, n, k) * b.load(given["Wi"], row, k), gate)
        with b.loop("k", given["Wh"].shape[1]) as k:
            state = self.state(self.outs[0], "h", step, past, n, k)
            b.store(sums, b.load(sums, gate) + state * b.load(given["Wh"], row, k), gate)

    def value(self, sums: Buffer, gate: str, seen: Expr, unit: Expr) -> Expr:
        """The value of a gate, which may see the cell state."""
        total: Expr = self.b.load(sums, self.order.index(gate))
        if gate in self.given:
            total = total + seen * self.b.load(self.given[gate], unit)
        return self.curves[gate](total)


#: By TVM's name; it stands before the inventory's.
NAMES: dict[str, Callable[..., Any]] = {"nn.lstm": lstm}
