"""What a build made, in a line: the files and their sizes, the arena, the kernels, and the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .measure import human_time
from .sizes import human_size

if TYPE_CHECKING:
    from .artefact import Artefact
    from .outputs import Output

#: The kinds of outputs that hold the whole artefact.
_WHOLE = frozenset({"so", "o", "a", "tar", "wasm", "c"})


@dataclass(frozen=True, slots=True)
class Built:
    """`files` are paths and sizes in bytes (None for stdout). `arena` is the number of bytes that the entries need for
    intermediate values, or the expression of sizes that gives it; `kernels` counts the tensor programs of a form.
    `linked` names the linker where that is mlcc itself.
    """

    files: tuple[tuple[str, int | None], ...]
    weights: int
    arena: int | str
    kernels: int
    seconds: float
    linked: str = ""

    def __str__(self) -> str:
        files = ", ".join(path if size is None else f"{path} ({human_size(size)})" for path, size in self.files)
        weights = f"weights {human_size(self.weights)}, " if self.weights else ""
        arena = human_size(self.arena) if isinstance(self.arena, int) else "of the sizes at the call"
        kernels = f"{self.kernels} kernel" + ("" if self.kernels == 1 else "s")
        linked = f", linked by {self.linked}" if self.linked else ""
        return f"built {files}: {weights}arena {arena}, {kernels}{linked}, {human_time(self.seconds)}"

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        files = [{"path": path, "bytes": size} for path, size in self.files]
        facts = {"weights_bytes": self.weights, "arena_bytes": self.arena, "kernels": self.kernels}
        linked = {"linked_by": self.linked} if self.linked else {}
        return {"built": files, **facts, **linked, "seconds": self.seconds}


def summary(artefact: Artefact, outputs: Sequence[Output], seconds: float) -> Built | None:
    """The line of a build; None if no output is the artefact itself."""
    import os

    if not any(item.kind in _WHOLE for item in outputs):
        return None
    files = tuple((item.path, None if item.path == "-" else os.path.getsize(item.path)) for item in outputs)
    kernels = len(artefact.forms[0].legal.prim_funcs)
    linked = "mlcc" if any(item.kind == "so" for item in outputs) and _linked_here(artefact) else ""
    return Built(files, artefact.spec.weights_bytes, arena_bytes(artefact), kernels, seconds, linked)


def _linked_here(artefact: Artefact) -> bool:
    from mlcc.runtime import links_itself, platform_of

    options = artefact.options
    return options.target.kind == "llvm" and links_itself(platform_of(options.target.triple), options.linker)


def arena_bytes(artefact: Artefact) -> int | str:
    """The bytes of the largest workspace of an entry, or the expression of one that depends on sizes of the call."""
    sizes = [function.workspace_bytes for function in artefact.spec.functions]
    for size in sizes:
        if not isinstance(size, int):
            return str(size)
    return max((size for size in sizes if isinstance(size, int)), default=0)
