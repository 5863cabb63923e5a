"""The C that an artefact with kernels for a device has on the host: its driver's calls, and the kernels as data."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files


def device_support(
    kind: str, source: str, kernels: Sequence[str], arguments: int, regions: int, binary: bytes | None = None
) -> str:
    """The C text for kernels of `kind`, ``opencl`` or ``cuda``, with their `source` and what was compiled from it.

    `kernels` are their names by number, of which none takes more than `arguments`; an entry has at most `regions`
    tensors.
    """
    folder = files("mlcc.runtime.on_device")
    names = "".join(f'"{name}", ' for name in kernels)
    compiled = "NULL" if binary is None else "device_binary_data"
    return "\n".join([
        f"enum {{ DEVICE_KERNELS = {max(len(kernels), 1)}, DEVICE_REGIONS = {regions} }};",
        f"enum {{ DEVICE_ARGUMENTS = {max(arguments, 1)} }};",
        _data("device_source", source.encode() + b"\0"),
        f"static MLCC_UNUSED const char *const device_kernels[DEVICE_KERNELS + 1] = {{{names}NULL}};",
        "" if binary is None else _data("device_binary_data", binary + b"\0"),
        f"static MLCC_UNUSED const char *const device_binary = {compiled};",
        (folder / "host.c").read_text(encoding="utf-8"),
        (folder / f"{kind}.c").read_text(encoding="utf-8"),
    ])  # fmt: skip


def _data(name: str, data: bytes) -> str:
    """Bytes as an array of char: a string may be longer than C99 promises to take."""
    lines = [", ".join(str(b if b < 128 else b - 256) for b in data[k : k + 32]) for k in range(0, len(data), 32)]
    return f"static MLCC_UNUSED const char {name}[{len(data)}] = {{\n" + ",\n".join(lines) + "\n};"
