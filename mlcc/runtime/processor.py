"""Checks that this machine's processor has the features that an artefact was built for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from mlcc.diagnostics import MlccError

#: LLVM's names of features that kernels make use of, and Linux's where they differ.
_LINUX_NAMES = {
    **{name: name for name in (
        "avx", "avx2", "fma", "f16c", "bmi2", "popcnt", "ssse3", "avx512f", "avx512bw", "avx512dq", "avx512vl",
        "avx512cd", "sve", "sve2", "bf16", "i8mm",
    )},
    "sse3": "pni", "sse4.1": "sse4_1", "sse4.2": "sse4_2", "bmi": "bmi1", "lzcnt": "abm",
    "avx512vnni": "avx512_vnni", "avx512bf16": "avx512_bf16", "avx512fp16": "avx512_fp16", "avxvnni": "avx_vnni",
    "amx-tile": "amx_tile", "amx-bf16": "amx_bf16", "amx-int8": "amx_int8",
    "neon": "asimd", "dotprod": "asimddp", "fullfp16": "asimdhp",
}  # fmt: skip


@cache
def processor_flags(path: str = "/proc/cpuinfo") -> frozenset[str]:
    """The processor flags that Linux reports; empty if unknown."""
    try:
        for line in Path(path).read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("flags", "Features"):
                return frozenset(value.split())
    except OSError:
        pass
    return frozenset()


def check_features(features: Iterable[str], flags: frozenset[str], where: str) -> None:
    """Raises R326 when an artefact needs a feature (LLVM's name) that `flags` lacks."""
    if not flags:
        return
    missing = sorted(f for f in features if _LINUX_NAMES.get(f, f) not in flags and f in _LINUX_NAMES)
    if missing:
        raise MlccError(
            "R326",
            f"{where} needs {', '.join(missing)}, which this machine's processor lacks",
            notes=["running it would end the process with an illegal instruction"],
            help='build it for this machine, or for an older one: `--target "llvm -mcpu=x86-64-v3"`',
        )
