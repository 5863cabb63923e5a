"""Where values live and what is recomputed: on a machine of one kind of memory the values themselves."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphExpr

from .registry import cast, form, typed

#: Kinds of devices whose memory is that of the processor.
_OWN = ("cpu", "llvm", "c")


def _here(name: str, data: GraphExpr, device: Any) -> GraphExpr:
    target = getattr(device, "target", device)
    kind = str(getattr(getattr(target, "kind", target), "name", getattr(target, "kind", target))).split(" ")[0]
    if kind.partition(":")[0] not in _OWN:
        raise MlccError("T205", f"`{name}`: no device `{kind}` beside the processor in one module",
                        help="build the module for that target instead: `--target cuda`")  # fmt: skip
    return typed(data)


@form("hint_on_device")
def hint_on_device(data: GraphExpr, dst_vdevice: Any = "cpu", memory_scope: str = "global") -> GraphExpr:
    """The value, which is on the processor."""
    return _here("hint_on_device", data, dst_vdevice)


@form("to_vdevice")
def to_vdevice(data: GraphExpr, dst_vdevice: Any = "cpu") -> GraphExpr:
    """The value, which is on the processor."""
    return _here("to_vdevice", data, dst_vdevice)


@form("wrap_param")
def wrap_param(data: GraphExpr, dtype: str = "float32") -> GraphExpr:
    """A parameter as another type."""
    return cast(typed(data), dtype)


@form("grad.start_checkpoint", "grad.end_checkpoint")
def checkpoint(input: GraphExpr) -> GraphExpr:
    """The value: what lies between two marks may be computed anew for gradients, which keep it in memory here."""
    return typed(input)
