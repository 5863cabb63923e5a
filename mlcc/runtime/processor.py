"""Asks whether this machine's processor has the features that an artefact, or a form of it, was built for."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from mlcc.diagnostics import MlccError

from .platform import normal_arch
from .spec import FormSpec

#: LLVM's names of features that kernels make use of, and Linux's where they differ.
_LINUX_NAMES = {
    **{name: name for name in (
        "avx", "avx2", "fma", "f16c", "bmi2", "popcnt", "ssse3", "avx512f", "avx512bw", "avx512dq", "avx512vl",
        "avx512cd", "avx512ifma", "avx512vbmi", "sve", "sve2", "bf16", "i8mm", "gfni", "movbe", "sse4a", "sse", "sse2",
    )},
    "sse3": "pni", "sse4.1": "sse4_1", "sse4.2": "sse4_2", "bmi": "bmi1", "lzcnt": "abm",
    "avx512vbmi2": "avx512_vbmi2", "avx512bitalg": "avx512_bitalg", "avx512vpopcntdq": "avx512_vpopcntdq",
    "avx512vnni": "avx512_vnni", "avx512bf16": "avx512_bf16", "avx512fp16": "avx512_fp16", "avxvnni": "avx_vnni",
    "amx-tile": "amx_tile", "amx-bf16": "amx_bf16", "amx-int8": "amx_int8",
    "neon": "asimd", "dotprod": "asimddp", "fullfp16": "asimdhp", "lse": "atomics", "rdm": "asimdrdm", "crc": "crc32",
}  # fmt: skip


@cache
def processor_flags(path: str = "/proc/cpuinfo") -> frozenset[str]:
    """The processor flags that Linux reports; empty if unknown.

    An emulator of programs (qemu-user) may show the file of the machine that it runs on, which has another key.
    """
    wanted = "flags" if normal_arch(platform.machine().lower()) in ("x86_64", "i386") else "Features"
    try:
        for line in Path(path).read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == wanted:
                return frozenset(value.split())
    except OSError:
        pass
    return frozenset()


def missing_features(features: Iterable[str], flags: frozenset[str]) -> list[str]:
    """Those of `features` (LLVM's names) that `flags` lacks."""
    return sorted(f for f in features if _LINUX_NAMES.get(f, f) not in flags and f in _LINUX_NAMES)


def form_here(forms: Sequence[FormSpec], arch: str) -> str | None:
    """The CPU of the form that an artefact takes on this machine, without running it; None if none, or if unknown.

    The same choice as that of `native/forms.c`, by what Linux reports.
    """
    flags = processor_flags()
    if arch != normal_arch(platform.machine().lower()) or not flags:
        return None
    wanted = os.environ.get("MLCC_CPU", "")
    runs = [
        form.cpu
        for form in forms
        if wanted in ("", form.cpu)
        and not missing_features(form.features, flags)
        and ("amx-tile" not in form.features or grants_tiles())
    ]
    return runs[-1] if runs else None


#: Linux's system call, its request for the tile registers of AMX, and their number (`asm/prctl.h`).
_ARCH_PRCTL, _REQUEST, _TILES = 158, 0x1023, 18


@cache
def grants_tiles() -> bool:
    """Whether this system (Linux on x86-64) lets this process use the tile registers of AMX."""
    return bool(ctypes.CDLL(None).syscall(_ARCH_PRCTL, _REQUEST, _TILES) == 0)


def check_features(features: Iterable[str], flags: frozenset[str], where: str) -> None:
    """Raises R326 when an artefact needs a feature (LLVM's name) that `flags` lacks."""
    missing = missing_features(features, flags) if flags else []
    if missing:
        raise MlccError(
            "R326",
            f"{where} needs {', '.join(missing)}, which this machine's processor lacks",
            notes=["running it would end the process with an illegal instruction"],
            help='build it for this machine, or for an older one: `--target "llvm -mcpu=x86-64-v3"`',
        )
