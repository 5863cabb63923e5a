"""What a processor says of its features when it is asked, as bits of up to eight words of 32 bits.

On x86 the words are ECX and EDX of CPUID leaf 1, EBX, ECX and EDX of leaf 7, EAX of leaf 7.1, ECX of leaf 80000001h
(Intel's and AMD's manuals), and XCR0: the registers that the system saves, without those of AMX unless it grants
them. On AArch64 with Linux they are AT_HWCAP and AT_HWCAP2 (`asm/hwcap.h`). The runtime reads the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: The number of words.
WORDS = 8
_ECX1, _EDX1, _EBX7, _ECX7, _EDX7, _EAX71, _EXTENDED, _XCR0 = range(WORDS)
_HWCAP, _HWCAP2 = range(2)


def _bits(word: int, **bits: int) -> dict[str, tuple[tuple[int, int], ...]]:
    return {name.replace("__", ".").replace("_", "-"): ((word, 1 << bit),) for name, bit in bits.items()}


#: By architecture and LLVM's name of a feature: (word, mask) pairs.
_TOLD: Mapping[str, Mapping[str, tuple[tuple[int, int], ...]]] = {
    "x86_64": {
        **_bits(
            _ECX1, sse3=0, ssse3=9, fma=12, cx16=13, sse4__1=19, sse4__2=20, crc32=20, movbe=22, popcnt=23, f16c=29
        ),
        **_bits(_EDX1, cx8=8, cmov=15, mmx=23, fxsr=24, sse=25, sse2=26),
        **_bits(_EBX7, bmi=3, avx2=5, bmi2=8, avx512dq=17, avx512ifma=21, avx512cd=28, avx512bw=30, avx512vl=31),
        **_bits(_ECX7, avx512vbmi=1, avx512vbmi2=6, gfni=8, avx512vnni=11, avx512bitalg=12, avx512vpopcntdq=14),
        **_bits(_EDX7, amx_bf16=22, avx512fp16=23, amx_int8=25),
        **_bits(_EAX71, avxvnni=4, avx512bf16=5, amx_fp16=21),
        **_bits(_EXTENDED, sahf=0, lzcnt=5, sse4a=6),
        "64bit": (),
        "xsave": ((_ECX1, 3 << 26),),
        "avx": ((_ECX1, 1 << 28), (_XCR0, 0x6)),
        "avx512f": ((_EBX7, 1 << 16), (_XCR0, 0xE6)),
        "amx-tile": ((_EDX7, 1 << 24), (_XCR0, 0x60000)),
    },
    "aarch64": {
        **_bits(_HWCAP, fp_armv8=0, neon=1, crc=7, lse=8, rdm=12, dotprod=20),
        **_bits(_HWCAP2, i8mm=13, bf16=14),
        "fullfp16": ((_HWCAP, 3 << 9),),
    },
}


def told_features(arch: str) -> frozenset[str]:
    """The features that a processor of this architecture tells of."""
    return frozenset(_TOLD.get(arch, {}))


def needed_bits(arch: str, features: Iterable[str]) -> tuple[int, ...]:
    """The bits that all must be set in each word for code with these features to run."""
    words = [0] * WORDS
    for name in features:
        for word, mask in _TOLD[arch][name]:
            words[word] |= mask
    return tuple(words)
