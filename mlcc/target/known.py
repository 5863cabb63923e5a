"""Known CPUs: their features by level and their caches per core, as vendors document them.

A CPU that LLVM knows and this table does not is accepted too; its vector facts come from the
architecture's baseline, or from `-mattr`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from mlcc.plugins import plugins

from .features import FEATURE_LEVELS


class Caches(NamedTuple):
    """Bytes of each cache level that one core can use (L3: its full size), and the size of a cache line."""

    l1: int = 32 * 1024
    l2: int = 512 * 1024
    l3: int = 8 * 1024 * 1024
    line: int = 64


#: The rate of products of pairs of bfloat16 (vdpbf16ps), beside those of float32 by FMA, where no CPU states it: that
#: of Sapphire Rapids, which starts one in two cycles where it starts four FMAs.
UNKNOWN_PAIR_RATE = 0.5

#: The same on AArch64: Arm's guides to Neoverse N2, V1 and V2 and Cortex-A710 start as many BFDOT as FMLA a cycle, and
#: one adds twice as many products.
ARM_PAIR_RATE = 2


class Cpu(NamedTuple):
    """`level` names an entry of :data:`mlcc.target.features.FEATURE_LEVELS`."""

    arch: str
    level: str
    caches: Caches = Caches()
    #: Where it is not a Linux machine's.
    triple: str = ""
    #: Products of pairs of bfloat16 by their instruction, where there is one, in the time of one of float32 by FMA.
    pair_rate: float = UNKNOWN_PAIR_RATE
    #: Cost facts that were measured on it, in place of those of :mod:`mlcc.target.costs`, sorted by name.
    measured: tuple[tuple[str, int | float], ...] = ()


#: Microcontrollers have no caches, or small ones: what a fast tile may take is a part of their memory.
_SMALL = Caches(4 * 1024, 16 * 1024, 0, 32)


def _kib(l1: int, l2: int, l3: int, line: int = 64) -> Caches:
    return Caches(l1 * 1024, l2 * 1024, l3 * 1024, line)


#: Zen 4: a vector of 512 bits passes FMA units and load ports in two halves. Wide panels load less per FMA: BERT's
#: products of 128 rows take 0.93 of the time of narrow ones, those of 197 rows 0.91.
_ZEN4 = (("wide_panel_from", 1),)

_OWN: dict[str, Cpu] = {
    # x86
    "x86-64": Cpu("x86_64", "x86-64"),
    "x86-64-v2": Cpu("x86_64", "x86-64-v2"),
    "x86-64-v3": Cpu("x86_64", "x86-64-v3"),
    "x86-64-v4": Cpu("x86_64", "x86-64-v4", _kib(32, 1024, 16384)),
    "nehalem": Cpu("x86_64", "x86-64-v2", _kib(32, 256, 8192)),
    "westmere": Cpu("x86_64", "x86-64-v2", _kib(32, 256, 12288)),
    "haswell": Cpu("x86_64", "x86-64-v3", _kib(32, 256, 8192)),
    "broadwell": Cpu("x86_64", "x86-64-v3", _kib(32, 256, 8192)),
    "skylake": Cpu("x86_64", "x86-64-v3", _kib(32, 256, 8192)),
    "alderlake": Cpu("x86_64", "avx2-vnni", _kib(48, 1280, 30720)),
    "raptorlake": Cpu("x86_64", "avx2-vnni", _kib(48, 2048, 36864)),
    "meteorlake": Cpu("x86_64", "avx2-vnni", _kib(48, 2048, 24576)),
    "arrowlake": Cpu("x86_64", "avx2-vnni", _kib(48, 3072, 36864)),
    "lunarlake": Cpu("x86_64", "avx2-vnni", _kib(48, 2560, 12288)),
    "gracemont": Cpu("x86_64", "avx2-vnni", _kib(32, 2048, 6144)),
    "sierraforest": Cpu("x86_64", "avx2-vnni", _kib(32, 4096, 110592)),
    "skylake-avx512": Cpu("x86_64", "x86-64-v4", _kib(32, 1024, 25344)),
    "cascadelake": Cpu("x86_64", "cascadelake", _kib(32, 1024, 36608)),
    "cooperlake": Cpu("x86_64", "cooperlake", _kib(32, 1024, 39424)),
    "icelake-client": Cpu("x86_64", "icelake", _kib(48, 512, 8192)),
    "icelake-server": Cpu("x86_64", "icelake", _kib(48, 1280, 43008)),
    "rocketlake": Cpu("x86_64", "icelake", _kib(48, 512, 16384)),
    "tigerlake": Cpu("x86_64", "icelake", _kib(48, 1280, 12288)),
    "sapphirerapids": Cpu("x86_64", "sapphirerapids", _kib(48, 2048, 61440)),
    "emeraldrapids": Cpu("x86_64", "sapphirerapids", _kib(48, 2048, 61440)),
    "graniterapids": Cpu("x86_64", "sapphirerapids", _kib(48, 2048, 122880)),
    "znver1": Cpu("x86_64", "zen", _kib(32, 512, 8192)),
    "znver2": Cpu("x86_64", "zen", _kib(32, 512, 16384)),
    "znver3": Cpu("x86_64", "zen", _kib(32, 512, 32768)),
    "znver4": Cpu("x86_64", "zen4", _kib(32, 1024, 32768), pair_rate=2, measured=_ZEN4),
    "znver5": Cpu("x86_64", "zen4", _kib(48, 1024, 32768), pair_rate=2),
    # AArch64
    "cortex-a53": Cpu("aarch64", "armv8", _kib(32, 512, 0)),
    "cortex-a55": Cpu("aarch64", "armv8.2", _kib(32, 128, 1024)),
    "cortex-a72": Cpu("aarch64", "armv8", _kib(32, 1024, 0)),
    "cortex-a76": Cpu("aarch64", "armv8.2", _kib(64, 512, 2048)),
    "cortex-a78": Cpu("aarch64", "armv8.2", _kib(64, 512, 4096)),
    "cortex-x1": Cpu("aarch64", "armv8.2", _kib(64, 1024, 8192)),
    "cortex-a510": Cpu("aarch64", "armv8.6", _kib(32, 256, 4096)),
    "cortex-a710": Cpu("aarch64", "armv8.6", _kib(64, 512, 8192)),
    "cortex-x2": Cpu("aarch64", "armv8.6", _kib(64, 1024, 8192)),
    "neoverse-n1": Cpu("aarch64", "armv8.2", _kib(64, 1024, 32768)),
    "neoverse-n2": Cpu("aarch64", "armv8.6", _kib(64, 1024, 32768)),
    "neoverse-v1": Cpu("aarch64", "armv8.6", _kib(64, 1024, 32768)),
    "neoverse-v2": Cpu("aarch64", "armv8.6", _kib(64, 2048, 32768)),
    "apple-m1": Cpu("aarch64", "armv8.2", _kib(128, 12288, 0, 128)),
    "apple-m2": Cpu("aarch64", "armv8.6", _kib(128, 16384, 0, 128)),
    "apple-m3": Cpu("aarch64", "armv8.6", _kib(128, 16384, 0, 128)),
    # 32-bit Arm
    "cortex-a7": Cpu("armv7", "armv7-vfp4", _kib(32, 512, 0)),
    "cortex-a9": Cpu("armv7", "armv7", _kib(32, 512, 0, 32)),
    "cortex-a15": Cpu("armv7", "armv7-vfp4", _kib(32, 1024, 0)),
    # 32-bit Arm, microcontrollers
    "cortex-m0": Cpu("thumb", "none", _SMALL, "thumbv6m-unknown-none-eabi"),
    "cortex-m3": Cpu("thumb", "none", _SMALL, "thumbv7m-unknown-none-eabi"),
    "cortex-m4": Cpu("thumb", "thumb-fpv4", _SMALL, "thumbv7em-unknown-none-eabihf"),
    "cortex-m7": Cpu("thumb", "thumb-fpv5", _kib(16, 16, 0, 32), "thumbv7em-unknown-none-eabihf"),
    "cortex-m0plus": Cpu("thumb", "none", _SMALL, "thumbv6m-unknown-none-eabi"),
    "cortex-m23": Cpu("thumb", "none", _SMALL, "thumbv8m.base-unknown-none-eabi"),
    "cortex-m33": Cpu("thumb", "thumb-fpv5", _SMALL, "thumbv8m.main-unknown-none-eabihf"),
    "cortex-m55": Cpu("thumb", "thumb-mve", _kib(16, 16, 0, 32), "thumbv8.1m.main-unknown-none-eabihf"),
    "cortex-m85": Cpu("thumb", "thumb-mve", _kib(32, 32, 0, 32), "thumbv8.1m.main-unknown-none-eabihf"),
    # RISC-V
    "generic-rv64": Cpu("riscv64", "riscv", _kib(32, 512, 0)),
    "sifive-e31": Cpu("riscv32", "none", _SMALL, "riscv32-unknown-none-elf"),
    "sifive-u74": Cpu("riscv64", "riscv", _kib(32, 2048, 0)),
}


class _Known(Mapping[str, Cpu]):
    """mlcc's own CPUs, and those of installed packages, which are looked for when they are needed."""

    @cached_property
    def _all(self) -> dict[str, Cpu]:
        found = dict(_OWN)
        for plugin in plugins("mlcc.targets"):
            for name, cpu in plugin.value.items():
                if not isinstance(cpu, Cpu) or cpu.level not in FEATURE_LEVELS:
                    raise plugin.error(f"has no CPU with a known feature level as `{name}`")
                found[name] = cpu
        return found

    def __getitem__(self, name: str) -> Cpu:
        return _OWN[name] if name in _OWN else self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


#: Every known CPU by its name.
CPUS: Mapping[str, Cpu] = _Known()


def pair_rate(arch: str, cpu: str, features: frozenset[str]) -> float:
    """Products of bfloat16 by the instruction that adds those of pairs, in the time of one by FMA; 0: there is none."""
    if arch == "aarch64" and "bf16" in features:
        return ARM_PAIR_RATE
    if arch != "x86_64" or "avx512bf16" not in features:
        return 0
    return CPUS[cpu].pair_rate if cpu in CPUS else UNKNOWN_PAIR_RATE


class Baseline(NamedTuple):
    """The defaults of an architecture when no CPU is given."""

    cpu: str
    level: str
    attributes: tuple[str, ...] = ()


#: By architecture (first part of a triple, shortened); `cpu` is the name given to LLVM.
BASELINES: dict[str, Baseline] = {
    "x86_64": Baseline("x86-64", "x86-64"),
    "i686": Baseline("pentium4", "x86-64"),
    "aarch64": Baseline("generic", "armv8"),
    "armv7": Baseline("generic", "armv7", ("+neon",)),
    "thumb": Baseline("cortex-m3", "none"),
    "riscv32": Baseline("generic-rv32", "none", ("+m", "+a", "+c")),
    "wasm32": Baseline(
        "generic",
        "wasm",
        # LLVM 20 divided the instructions that copy and fill from the others of `bulk-memory`
        ("+simd128", "+bulk-memory", "+bulk-memory-opt", "+nontrapping-fptoint", "+sign-ext", "+mutable-globals"),
    ),
    "riscv64": Baseline("generic-rv64", "riscv", ("+m", "+a", "+f", "+d", "+c")),
}

_ARCH_NAMES = {"amd64": "x86_64", "arm64": "aarch64", "x86": "i686", "i386": "i686", "i586": "i686"}


#: Prefixes of operating system names, by which a triple without a vendor is recognised.
_SYSTEMS = ("linux", "none", "freebsd", "netbsd", "openbsd", "darwin", "macos", "windows")


def normal_triple(triple: str) -> str:
    """A triple with its vendor: LLVM parses the parts by position, and a missing one changes the float ABI."""
    arch, *rest = triple.split("-")
    return "-".join([arch, "unknown", *rest]) if rest and rest[0].startswith(_SYSTEMS) else triple


def arch_of(triple: str) -> str:
    """The key of :data:`BASELINES` for a triple, or its first part when there is none."""
    first = triple.split("-", 1)[0].lower()
    first = _ARCH_NAMES.get(first, first)
    if re.match(r"(thumb|arm)v[678](\.\d)?e?m", first):
        return "thumb"
    return "armv7" if first.startswith(("armv7", "thumbv7")) else first


def has_system(triple: str) -> bool:
    """Whether a triple names an operating system; microcontrollers and WebAssembly have none."""
    return not ({"none", "elf"} & set(triple.split("-")[1:]) or triple.startswith("wasm"))


def default_runtime(triple: str) -> str:
    """The runtime of a target that names none."""
    return "full" if has_system(triple) else "none"
