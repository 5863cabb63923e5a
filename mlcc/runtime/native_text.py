"""The runtime of an artefact as LLVM text: what `native/*.c` became, for one platform.

The generated files (`native/64/*.ll`, `native/32/*.ll`) hold what is the same for all systems with pointers of one
width; the constants in which systems differ and the processor's spin hint are added here. So llvmlite alone can
produce an artefact for any of them.

Kernels call one function of the thread pool, `void mlcc_rt_parallel(ptr run, ptr context, i64 extent)`: it calls
`run(context, begin, end)` on chunks that cover [0, extent) exactly once, and returns when all have been run.
`native/pool.c` describes how it works.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from .platform import Platform

_NATIVE = Path(__file__).parent / "native"
#: Declarations, types and constants of other files, which may be repeated; the name is what they declare.
_REPEATED = re.compile(
    r"(?:declare .*?|(?=[%@]))([%@][\w.]+)(?:\(.*| = type .*| = external (?:hidden )?(?:constant|global) .*)"
)
#: The functions of POSIX, and of C's where Windows has another `long` or another `free`, that `windows.c` defines.
_POSIX = re.compile(r"@(pthread_\w+|sig(?:fill|del)set|sched_yield|getpid|clock_gettime|dlsym|strtol"
                    r"|posix_memalign|malloc|free)(?![\w.])")  # fmt: skip
_DEFINED = re.compile(r"^(?:define .*?(@[\w.]+)\(|(@[\w.]+) = (?!external ))", re.MULTILINE)


def string_constant(name: str, text: str) -> str:
    """The definition of a private NUL-terminated string constant `@name`."""
    data = text.encode() + b"\0"
    body = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in data)
    return f'@{name} = private unnamed_addr constant [{len(data)} x i8] c"{body}"'


@lru_cache(maxsize=32)
def native_text(name: str, platform: Platform) -> str:
    """What `native/<name>.c` became for pointers of the platform's width."""
    text = (_NATIVE / str(platform.bits) / f"{name}.ll").read_text(encoding="utf-8")
    if platform.os == "windows":
        return _POSIX.sub(r"@mlcc_rt_windows_\1", text)
    return text


def platform_text(platform: Platform) -> str:
    """The definitions of what `native/platform.h` leaves to the platform."""
    declaration, hint = platform.pause
    constants = [
        f"@mlcc_rt_{name} = internal constant {platform.word if name == 'sys_futex' else 'i32'} {value}"
        for name, value in platform.constants().items()
    ]
    pause = f"define internal void @mlcc_rt_pause() {{\n  {hint}\n  ret void\n}}"
    return "\n".join([*([f"declare {declaration}"] if declaration else []), *constants, pause])


def pool_modules(platform: Platform) -> tuple[str, ...]:
    """The thread pool for one platform, to be linked with other modules."""
    system = "windows" if platform.os == "windows" else "posix" if platform.futex is None else "linux"
    return (platform_text(platform), *(native_text(name, platform) for name in ("clock", system, "pool")))


def runtime_modules(platform: Platform, runtime: str) -> tuple[str, ...]:
    """Threads, messages and working memory of the runtime `full` or `minimal`."""
    if runtime == "minimal":
        return (native_text("single", platform),)
    return (*pool_modules(platform), *(native_text(name, platform) for name in ("messages", "workspace")))


def timed_modules(texts: Iterable[str], platform: Platform) -> tuple[str, ...]:
    """Modules of a library with a profile, the runtime among them: loops go through `mlcc_rt_timed_parallel`."""
    named = [
        text.replace("@mlcc_rt_parallel(", "@mlcc_rt_untimed_parallel(").replace("_timed_parallel(", "_parallel(")
        for text in (*texts, native_text("timeline", platform))
    ]
    return (*named, native_text("profile", platform))


@lru_cache(maxsize=16)
def definitions(name: str, platform: Platform) -> Mapping[str, str]:
    """By name: the text of each function of `native/<name>.c`, which raises no exception."""
    found = re.finditer(r"^define .*?@(\w+)\(.*?^}\n", native_text(name, platform), re.MULTILINE | re.DOTALL)
    return {match[1]: match[0].replace(") {\n", ") nounwind {\n", 1) for match in found}


def tiles_text(platform: Platform) -> str:
    """The function by which kernels ask for the tile registers of AMX, which only Linux on x86-64 grants."""
    if platform.os == "linux" and platform.arch == "x86_64":
        return native_text("tiles", platform)
    return "define i32 @mlcc_rt_tiles() {\n  ret i32 0\n}"


def pages_modules(platform: Platform) -> tuple[str, ...]:
    """The function that asks for large pages under weights; none for systems that are not asked."""
    return (native_text("pages", platform),) if platform.os == "linux" and platform.bits == 64 else ()


#: The files that decode images.
IMAGES = (
    "image", "inflate", "image_bmp", "image_jpeg", "image_jpeg2000", "image_jpeg2000_blocks", "image_jpeg2000_wavelet",
    "image_png", "image_pnm", "image_tiff", "image_vp8", "image_vp8l", "image_webp",
)  # fmt: skip


def image_modules(platform: Platform) -> tuple[str, ...]:
    """The decoders of images, which only modules have whose kernels call them."""
    return tuple(native_text(name, platform) for name in IMAGES)


#: Machine code of x86-64 for the two functions that `native/cpuid.c` leaves out. As data before the body of a function,
#: since an instruction without a name in LLVM's text otherwise takes an assembler. Arguments are in EDI, ESI and RDX.
_X86_CODE = {
    "void @mlcc_rt_cpuid(i32 %leaf, i32 %subleaf, ptr %registers)": (
        "53 89f8 89f1 4989d0 0fa2"  # push rbx; mov eax, edi; mov ecx, esi; mov r8, rdx; cpuid
        "418900 41895804 41894808 4189500c 5b c3"  # mov [r8 + 0, 4, 8, 12], eax, ebx, ecx, edx; pop rbx; ret
    ),
    "i32 @mlcc_rt_xcr0()": "31c9 0f01d0 c3",  # xor ecx, ecx; xgetbv; ret
}


#: How arguments come to these registers, and from those in which Windows passes them: ECX, EDX and R8.
_WINDOWS_ARGUMENTS = ("89f8 89f1 4989d0", "89c8 89d1")


def choice_modules(platform: Platform) -> tuple[str, ...]:
    """The choice among several forms of the kernels, for platforms whose processors can be asked."""
    if platform.arch != "x86_64":
        return native_text("forms", platform), native_text("hwcap", platform)
    functions = []
    for signature, code in _X86_CODE.items():
        data = bytes.fromhex(code.replace(*_WINDOWS_ARGUMENTS) if platform.os == "windows" else code)
        text = "".join(f"\\{byte:02X}" for byte in data)
        functions.append(
            f'define internal {signature} naked noinline nounwind prologue [{len(data)} x i8] c"{text}" {{\n'
            "  unreachable\n}"
        )
    return native_text("forms", platform), native_text("cpuid", platform), "\n\n".join(functions)


#: Parts of the runtime that are the same for all systems.
_ANY_SYSTEM = ("results", "checks", "externs", "ffi", "profile", "timeline", "program", "selftest")


@lru_cache(maxsize=8)
def libc_names(platform: Platform, runtime: str = "full") -> frozenset[str]:
    """The C functions that the runtime calls."""
    if runtime == "none":
        return frozenset()
    checks = (native_text(name, platform) for name in _ANY_SYSTEM)
    full = (*choice_modules(platform), *pages_modules(platform)) if runtime == "full" else ()
    text = "\n".join((*runtime_modules(platform, runtime), *full, *checks))
    names = re.findall(r"^declare .*?@([A-Za-z_]\w*)\(", text, re.MULTILINE)
    return frozenset(name for name in names if not name.startswith("mlcc_"))


def join_modules(texts: Iterable[str]) -> str:
    """Link the texts of several modules into one; repeated declarations and those of defined symbols are removed.

    Declarations and types come first, sorted.
    """
    texts = list(texts)
    defined = {one or other for text in texts for one, other in _DEFINED.findall(text)}
    declared: dict[str, str] = {}
    kept: list[str] = []
    for line in (line for text in texts for line in text.splitlines()):
        repeated = _REPEATED.fullmatch(line)
        if repeated is None:
            kept.append(line)
        elif repeated[1] not in defined:
            # What one text needs and another does without is needed.
            declared[repeated[1]] = max(
                declared.get(repeated[1], line), line, key=lambda text: " extern_weak " not in text
            )
    return "\n".join([*sorted(declared.values()), "", *kept, ""])
