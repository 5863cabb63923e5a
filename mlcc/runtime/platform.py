"""Facts of the system that an artefact is built for, derived from its LLVM triple."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mlcc.diagnostics import MlccError
from mlcc.target import has_system

#: The number of `futex` in each Linux system-call table. 32-bit riscv has only the 64-bit-time
#: variant, which differs in nothing that is used here (no time-outs).
_FUTEX = {
    "x86_64": 202, "i386": 240, "aarch64": 98, "arm": 240, "riscv64": 98, "riscv32": 422,
    "powerpc64": 221, "powerpc64le": 221, "s390x": 238, "loongarch64": 98,
}  # fmt: skip

#: The hint "this is a spin loop", as an intrinsic: inline assembly would need an assembler.
#: (RISC-V's needs the extension Zihintpause, which a plain target has not.)
_PAUSE = {
    "x86_64": ("void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()"),
    "i386": ("void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()"),
    "aarch64": ("void @llvm.aarch64.hint(i32)", "call void @llvm.aarch64.hint(i32 1)"),
    "arm": ("void @llvm.arm.hint(i32)", "call void @llvm.arm.hint(i32 1)"),
}

#: Constants of each system's C library: SIGBUS, SIG_SETMASK, _SC_NPROCESSORS_ONLN, CLOCK_MONOTONIC.
_CONSTANTS = {
    "linux": (7, 2, 84, 1),
    "darwin": (10, 3, 58, 6),
    "freebsd": (10, 3, 58, 4),
    "netbsd": (10, 3, 1002, 3),
    "openbsd": (10, 3, 503, 3),
    "windows": (0, 0, 0, 0),  # has none of these
}

#: By system: the form of object files where that is not ELF.
_OBJECT_FORMATS = {"darwin": "macho", "windows": "coff"}

_BITS_32 = ("i386", "arm", "riscv32", "wasm32")
_BIG_ENDIAN = ("s390x", "powerpc64")


def normal_arch(name: str) -> str:
    """One name for the spellings of an architecture: ``armv7a`` is ``arm``, ``arm64`` aarch64."""
    if name in ("amd64", "x86_64h"):
        return "x86_64"
    if name in ("arm64", "arm64e") or name.startswith("aarch64"):
        return "aarch64"
    if name.startswith(("arm", "thumb")):
        return "arm"
    if len(name) == 4 and name[0] == "i" and name[2:] == "86":
        return "i386"
    return {"ppc64le": "powerpc64le", "ppc64": "powerpc64"}.get(name, name)


@dataclass(frozen=True, slots=True)
class Platform:
    """Architecture, system and word size of a target; `triple` is LLVM's spelling of it.

    `libc_version` is the oldest version of the C library that artefacts run with, if the triple states one:
    ``x86_64-linux-gnu.2.17``.
    """

    triple: str
    arch: str
    os: str
    environment: str
    libc_version: str = ""

    @property
    def bits(self) -> int:
        """The width of a pointer and of `long`."""
        return 32 if self.arch in _BITS_32 else 64

    @property
    def word(self) -> str:
        """The LLVM type of `size_t`, `long` and of what a pointer fits in."""
        return f"i{self.bits}"

    @property
    def object_format(self) -> str:
        """``elf``, ``macho``, ``coff`` or ``wasm``."""
        return "wasm" if self.arch == "wasm32" else _OBJECT_FORMATS.get(self.os, "elf")

    @property
    def library_suffix(self) -> str:
        """What names of shared libraries end in."""
        return {"darwin": ".dylib", "windows": ".dll"}.get(self.os, ".so")

    @property
    def big_endian(self) -> bool:
        """Whether the most significant byte comes first."""
        return self.arch in _BIG_ENDIAN

    @property
    def futex(self) -> int | None:
        """The number of the futex system call, or None if there is none."""
        return _FUTEX.get(self.arch) if self.os == "linux" else None

    def constants(self) -> dict[str, int]:
        """The constants that `native/platform.h` declares, by their names without prefix."""
        sigbus, sig_setmask, nprocessors, monotonic = _CONSTANTS[self.os]
        return {
            "sys_futex": self.futex or 0,
            "sigbus": sigbus,
            "sig_setmask": sig_setmask,
            "sc_nprocessors": nprocessors,
            "clock_monotonic": monotonic,
            "long_keys": int(self.os == "darwin"),
        }

    @property
    def pause(self) -> tuple[str, str]:
        """(what the declaration says, the call) of the spin-loop hint; empty where unknown."""
        return _PAUSE.get(self.arch, ("", ""))


def _is_mingw(rest: list[str]) -> bool:
    """Whether the parts of a triple after its architecture name Windows with the C library of MinGW."""
    return any(p.startswith("mingw") for p in rest) or ("gnu" in rest and any(p.startswith("win") for p in rest))


@cache
def platform_of(triple: str) -> Platform:
    """The platform that an LLVM triple such as ``x86_64-unknown-linux-gnu`` names.

    Its system is ``none`` for a microcontroller and for WebAssembly. Raises R331 for another system than Linux, a BSD,
    Darwin or 64-bit Windows with MinGW's C library (``x86_64-windows-gnu``): no artefacts are made for these.
    """
    parts = triple.lower().split("-")
    rest = parts[1:]
    if any(p.startswith(("darwin", "macos", "ios")) for p in rest):
        system = "darwin"
    elif "linux" in rest or any(p.startswith("android") for p in rest):
        system = "linux"
    elif bsd := [name for name in ("freebsd", "netbsd", "openbsd") if any(p.startswith(name) for p in rest)]:
        system = bsd[0]
    elif _is_mingw(rest) and normal_arch(parts[0]) not in _BITS_32:
        return Platform(triple, normal_arch(parts[0]), "windows", "gnu")
    elif not has_system(triple):
        system = "none"
    else:
        raise MlccError(
            "R331",
            f"no artefact can be made for the system of `{triple}`",
            help="use a Linux, BSD, Darwin or MinGW triple, such as `aarch64-unknown-linux-gnu`, `x86_64-windows-gnu`",
        )
    environment = parts[-1] if system == "linux" and parts[-1] != "linux" else ""
    environment, _, version = environment.partition(".")
    return Platform(triple, normal_arch(parts[0]), system, environment, version)
