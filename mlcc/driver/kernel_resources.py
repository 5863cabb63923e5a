"""What the kernels of a library take of a graphics card: registers, shared memory and spills, as ptxas counts them.

A library has the text of its kernels. It is compiled when it is asked about, so that the bytes of a library do not
depend on the tools of the machine that it was built on.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mlcc.runtime import KERNELS_MARK

from .writing import scratch_folder

#: The processor that kernels of CUDA C are compiled for; those of PTX name theirs.
USUAL_CPU = "sm_80"
_NAME = re.compile(r"Compiling entry function '(\w+)'")
_SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")


@dataclass(frozen=True, slots=True)
class KernelResources:
    """What one kernel takes: registers per thread, bytes of shared memory per block; bytes of a thread's memory that
    hold arrays, and that are written and read because registers do not suffice."""

    registers: int
    shared_bytes: int
    stack_bytes: int
    spill_stores: int
    spill_loads: int


@dataclass(frozen=True, slots=True)
class Resources:
    """Of each kernel by name, for the processor `cpu`; or why they are not known."""

    kernels: Mapping[str, KernelResources]
    cpu: str = ""
    reason: str = ""


def find_resources(library: bytes, target: str) -> Resources | None:
    """Those of the kernels in a library that was built for `target`; None where it has none."""
    kind = target.partition(" ")[0]
    text = kernel_text(library)
    if text is None:
        return None
    tool = {"cuda": "nvcc", "nvptx": "ptxas"}.get(kind)
    if tool is None:
        return Resources({}, reason=f"the compiler of a driver for `{kind}` decides, when the library is called")
    path = shutil.which(tool)
    if path is None:
        return Resources({}, reason=f"there is no {tool} on this machine, which CUDA's toolkit has")
    found = re.search(r"-mcpu=(sm_\w+)", target)
    cpu = found[1] if found is not None else USUAL_CPU
    options = ["--ptxas-options=-v", "-cubin", "kernels.cu"] if kind == "cuda" else ["-v", "kernels.ptx"]
    with scratch_folder() as folder:
        (folder / options[-1]).write_text(text, encoding="utf-8")
        said = _said([path, f"-arch={cpu}", *options, "-o", "kernels.cubin"], folder)
    if isinstance(said, Resources):
        return said
    return Resources(parse_resources(said), cpu)


def _said(command: list[str], folder: Path) -> str | Resources:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = (done.stderr + done.stdout).strip().splitlines()
    if done.returncode == 0:
        return "\n".join(lines)
    return Resources({}, reason=f"{Path(command[0]).name} refuses the kernels: {lines[0] if lines else ''}")


def parse_resources(text: str) -> dict[str, KernelResources]:
    """By kernel, what ``ptxas -v`` writes."""
    kernels: dict[str, KernelResources] = {}
    name, spills = "", (0, 0, 0)
    for line in text.splitlines():
        if (entry := _NAME.search(line)) is not None:
            name, spills = entry[1], (0, 0, 0)
        elif (found := _SPILLS.search(line)) is not None:
            spills = int(found[1]), int(found[2]), int(found[3])
        elif name and (used := _USED.search(line)) is not None:
            shared = _SHARED.search(line)
            kernels[name] = KernelResources(int(used[1]), int(shared[1]) if shared else 0, *spills)
    return kernels


def kernel_text(library: bytes) -> str | None:
    """The text of the kernels in a library."""
    at = library.find(KERNELS_MARK.encode())
    if at < 0:
        return None
    return library[at + len(KERNELS_MARK) : library.index(b"\0", at)].decode()


def as_data(resources: Resources) -> dict[str, Any]:
    """The resources for JSON."""
    return asdict(resources)


def resource_lines(data: Mapping[str, Any]) -> list[str]:
    """A table of kernels as text, of what :func:`as_data` gave."""
    if data["reason"]:
        return [f"kernels   registers and spills are not known: {data['reason']}"]
    kernels: Mapping[str, Mapping[str, int]] = data["kernels"]
    lines = [f"kernels   {len(kernels)}, by ptxas for {data['cpu']}"]
    width = max((len(name) for name in kernels), default=0)
    for name, one in kernels.items():
        words = [f"{one['registers']:>3} registers", f"{one['shared_bytes']:>5} bytes shared"]
        words += [f"{one['stack_bytes']} bytes of stack"] if one["stack_bytes"] else []
        if one["spill_stores"] or one["spill_loads"]:
            words.append(f"spills: {one['spill_stores']} bytes stored, {one['spill_loads']} loaded")
        lines.append(f"  {name:<{width}}  {', '.join(words)}")
    return lines
