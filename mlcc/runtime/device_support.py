"""The C that an artefact with kernels for a device has on the host: its driver's calls, and the kernels as data."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

#: Stands before the text of kernels in a library, which is found by it.
KERNELS_MARK = "// Kernels of a library by mlcc.\n"
#: The driver of each kind of kernels, and whether it takes them as they are: PTX is compiled already.
_DRIVERS = {"opencl": ("opencl", False), "cuda": ("cuda", False), "nvptx": ("cuda", True)}


def write_device_support(kind: str, text: str, kernels: Sequence[str], arguments: int, regions: int) -> str:
    """The C text for kernels of `kind`, ``opencl``, ``cuda`` or ``nvptx``, with their `text`.

    `kernels` are their names by number, of which none takes more than `arguments`; an entry has at most `regions`
    tensors.
    """
    folder = files("mlcc.runtime.on_device")
    names = "".join(f'"{name}", ' for name in kernels)
    driver, compiled = _DRIVERS[kind]
    begin = f"device_text + {len(KERNELS_MARK)}"
    return "\n".join([
        f"enum {{ DEVICE_KERNELS = {max(len(kernels), 1)}, DEVICE_REGIONS = {regions} }};",
        f"enum {{ DEVICE_ARGUMENTS = {max(arguments, 1)} }};",
        _data("device_text", (KERNELS_MARK + text).encode() + b"\0"),
        f"static MLCC_UNUSED const char *const device_kernels[DEVICE_KERNELS + 1] = {{{names}NULL}};",
        f"static MLCC_UNUSED const char *const device_source = {'NULL' if compiled else begin};",
        f"static MLCC_UNUSED const char *const device_binary = {begin if compiled else 'NULL'};",
        (folder / "host.c").read_text(encoding="utf-8"),
        (folder / f"{driver}.c").read_text(encoding="utf-8"),
    ])  # fmt: skip


def _data(name: str, data: bytes) -> str:
    """Bytes as an array of char: a string may be longer than C99 promises to take."""
    lines = [", ".join(str(b if b < 128 else b - 256) for b in data[k : k + 32]) for k in range(0, len(data), 32)]
    return f"static MLCC_UNUSED const char {name}[{len(data)}] = {{\n" + ",\n".join(lines) + "\n};"
