"""What a graph function became: a program that calls kernels, and the plan of its memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.ir import PrimFunc, TensorStructInfo, Var

from .marks import CallSite
from .plan_memory import ArenaPlan


@dataclass(frozen=True)
class ExternCall:
    """A call of a library function: the program calls `symbol(pointer per tensor, dims)`, which forwards to `name`."""

    name: str
    symbol: str
    tensors: tuple[TensorStructInfo, ...]
    dims: tuple[Var, ...]


@dataclass(frozen=True)
class LoweredGraph:
    """`func` is the entry program; its attribute ``workspace_bytes`` is the size of `arena`, the plan of its memory.

    `sites` are the calls in order, each with a slot of the profile; `steps` are the kernels of the arena plan's steps.
    `keeps`: whether the program keeps values between calls.
    """

    func: PrimFunc
    arena: ArenaPlan
    kernels: tuple[str, ...] = field(default=())
    externs: tuple[ExternCall, ...] = field(default=())
    sites: tuple[CallSite, ...] = field(default=())
    steps: tuple[str, ...] = field(default=())
    keeps: bool = False
