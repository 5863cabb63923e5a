"""Instruction-set features by level, and the vector capabilities that follow from a set of features.

Names are LLVM's. A level lists the features that it adds to the level below.
"""

from __future__ import annotations

_V1 = ("cx8", "fxsr", "mmx", "sse", "sse2", "cmov", "64bit")
_V2 = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3", "crc32")
_V3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave")
_V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_ICX = ("avx512vbmi", "avx512vbmi2", "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "avx512ifma", "gfni")
_SPR = ("avx512bf16", "avx512fp16", "avxvnni", "amx-tile", "amx-int8", "amx-bf16")
_ARM8 = ("neon", "fp-armv8")
_ARM82 = ("fullfp16", "dotprod", "lse", "rdm", "crc")

#: Features by level name; CPUs of :mod:`mlcc.target.known` refer to these.
FEATURE_LEVELS: dict[str, frozenset[str]] = {
    "none": frozenset(),
    "x86-64": frozenset(_V1),
    "x86-64-v2": frozenset(_V1 + _V2),
    "x86-64-v3": frozenset(_V1 + _V2 + _V3),
    "x86-64-v4": frozenset(_V1 + _V2 + _V3 + _V4),
    "zen": frozenset((*_V1, *_V2, *_V3, "sse4a")),
    "avx2-vnni": frozenset((*_V1, *_V2, *_V3, "avxvnni", "gfni")),
    "cascadelake": frozenset((*_V1, *_V2, *_V3, *_V4, "avx512vnni")),
    "cooperlake": frozenset((*_V1, *_V2, *_V3, *_V4, "avx512vnni", "avx512bf16")),
    "icelake": frozenset(_V1 + _V2 + _V3 + _V4 + _ICX),
    "zen4": frozenset((*_V1, *_V2, *_V3, *_V4, *_ICX, "avx512bf16", "sse4a")),
    "sapphirerapids": frozenset(_V1 + _V2 + _V3 + _V4 + _ICX + _SPR),
    "armv7": frozenset(("neon", "vfp3")),
    "armv7-vfp4": frozenset(("neon", "vfp3", "vfp4")),
    "armv7-nofp16": frozenset(("vfp3",)),
    "armv8": frozenset(_ARM8),
    "armv8.2": frozenset(_ARM8 + _ARM82),
    "armv8.6": frozenset((*_ARM8, *_ARM82, "bf16", "i8mm")),
    "thumb-fpv4": frozenset(("vfp4d16sp",)),
    "thumb-fpv5": frozenset(("vfp4d16sp", "fp-armv8d16sp")),
    "thumb-mve": frozenset(("vfp4d16sp", "fp-armv8d16sp", "fullfp16", "mve.fp")),
    "wasm": frozenset(),
    "riscv": frozenset(("m", "a", "f", "d", "c")),
}

#: The features that `-mattr=+x` enables in addition to `x` (x86; the chain down to SSE).
_IMPLIES: dict[str, tuple[str, ...]] = {
    "avx512bw": ("avx512f",),
    "avx512dq": ("avx512f",),
    "avx512cd": ("avx512f",),
    "avx512vl": ("avx512f",),
    "avx512vnni": ("avx512f",),
    "avx512bf16": ("avx512bw",),
    "avx512fp16": ("avx512bw", "avx512vl", "avx512dq"),
    "avx512f": ("avx2", "f16c", "fma"),
    "avxvnni": ("avx2",),
    "avx2": ("avx",),
    "fma": ("avx",),
    "f16c": ("avx",),
    "avx": ("sse4.2",),
    "sse4.2": ("sse4.1",),
    "sse4.1": ("ssse3",),
    "ssse3": ("sse3",),
    "sse3": ("sse2",),
    "sse2": ("sse",),
    "fullfp16": ("fp-armv8",),
    "neon": ("fp-armv8",),
}


def is_x86(arch: str) -> bool:
    """True for the 32- and 64-bit x86 architectures, by the first part of a triple."""
    return arch in ("x86_64", "amd64", "i386", "i486", "i586", "i686", "x86")


def apply_attributes(base: frozenset[str], attributes: tuple[str, ...]) -> frozenset[str]:
    """`base` with ``+x`` and ``-x`` applied in order, including implied features."""
    have = set(base)
    for item in attributes:
        name = item[1:]
        if item[0] == "+":
            have |= _closure(name)
        else:
            have = {f for f in have if name not in _closure(f)}
    return frozenset(have)


def _closure(name: str) -> set[str]:
    result = {name}
    stack = [name]
    while stack:
        for implied in _IMPLIES.get(stack.pop(), ()):
            if implied not in result:
                result.add(implied)
                stack.append(implied)
    return result


def vector_bits(arch: str, features: frozenset[str]) -> int:
    """Width of the widest vector register that code generation uses."""
    if is_x86(arch):
        for name, bits in (("avx512f", 512), ("avx", 256), ("sse2", 128)):
            if name in features:
                return bits
        return 128 if arch in ("x86_64", "amd64") else 64
    return 128 if {"neon", "simd128", "mve.fp"} & features else 64


#: Scalar registers for floats of machines without vectors, by a feature of their floating point; without one of these
#: floats are in integer registers, of which addresses and counters leave some.
_SCALARS = {"vfp4d16sp": 32, "fp-armv8d16sp": 32, "f": 32}
_INTEGER_REGISTERS = {"thumb": 8}
_OTHERS = 16


def vector_registers(arch: str, features: frozenset[str]) -> int:
    """Number of vector registers: the architecture's, those that engines keep on all processors (WebAssembly: those of
    x86-64), or without vectors as many as scalar registers have room for."""
    if is_x86(arch):
        if "avx512f" in features:
            return 32
        return 16 if arch in ("x86_64", "amd64") else 8
    if arch == "wasm32":
        return 16
    if arch == "thumb" or arch.startswith("riscv"):
        scalars = [count for name, count in _SCALARS.items() if name in features]
        lanes = vector_bits(arch, features) // 32
        return max(scalars or [_INTEGER_REGISTERS.get(arch, _OTHERS)]) // lanes
    return 16 if arch.startswith("arm") else 32


def has_fma(arch: str, features: frozenset[str]) -> bool:
    """True when a fused multiply-add is one instruction."""
    if is_x86(arch):
        return "fma" in features or "avx512f" in features
    if arch.startswith(("aarch64", "arm64")):
        return True
    if arch.startswith("riscv"):
        return "f" in features
    if arch == "wasm32":
        return "relaxed-simd" in features
    return bool({"vfp4", "vfp4d16sp"} & features)


def has_half_conversion(arch: str, features: frozenset[str]) -> bool:
    """True when float16 <-> float32 is an instruction; otherwise it is expanded in integer code."""
    if is_x86(arch):
        return "f16c" in features or "avx512f" in features
    if arch.startswith(("aarch64", "arm64")):
        return True
    return "zfh" in features or "fullfp16" in features


def matrix_types(arch: str, features: frozenset[str]) -> frozenset[str]:
    """The types of which an instruction multiplies two rows by two columns: int8 (i8mm) and bfloat16 (bf16)."""
    found = {"i8mm": "int8", "bf16": "bfloat16"} if arch == "aarch64" else {}
    return frozenset(kind for feature, kind in found.items() if feature in features)
