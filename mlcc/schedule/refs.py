"""References to blocks and loops that stay valid while a schedule goes on."""

from __future__ import annotations

from mlcc.ir import Var


class LoopRV:
    """A reference to a loop: its variable, which no step changes while the loop exists."""

    __slots__ = ("func", "var")

    def __init__(self, func: str, var: Var) -> None:
        self.func = func
        self.var = var

    @property
    def name(self) -> str:
        """The loop's name."""
        return self.var.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopRV) and other.var is self.var

    def __hash__(self) -> int:
        return hash(self.var)

    def __repr__(self) -> str:
        return f"LoopRV({self.name})"


class PlaceRV(LoopRV):
    """A compute location that is no loop: `root`, the block's present position, or `inline`, in its consumers."""

    __slots__ = ("kind",)

    def __init__(self, func: str, var: Var, kind: str) -> None:
        super().__init__(func, var)
        self.kind = kind


class BlockRV:
    """A reference to a block: an identity that the schedule maps to the block as it is now."""

    __slots__ = ("func", "name")

    def __init__(self, func: str, name: str) -> None:
        self.func = func
        self.name = name

    def __repr__(self) -> str:
        return f"BlockRV({self.name})"


RV = LoopRV | BlockRV
