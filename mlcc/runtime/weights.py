"""Constant data of an artefact: the weights, and the description that can be read unexecuted.

Weights never pass through LLVM, which would need minutes and gigabytes for them: they are written into a section of a
finished object or library, one chunk after the other (`attaching`, `late_data`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from mlcc.diagnostics import MlccError

from .native_text import string_constant
from .platform import Platform

#: The marker before the JSON in the file, for formats whose sections are not parsed.
MARK = b"@(#)mlcc description: "
#: The section of the description.
DESCRIPTION_SECTION = {"elf": ".mlcc.describe", "macho": "__TEXT,__mlcc_describe", "coff": ".mlccdsc",
                       "wasm": ".rodata.mlcc_describe"}  # fmt: skip
#: That of the weights. Linkers join sections under the known name before the second dot.
WEIGHTS_SECTION = {"elf": ".rodata.mlcc_weights", "macho": "__TEXT,__mlcc_weights", "coff": ".mlccwts",
                   "wasm": ".bss.mlcc_weights"}  # fmt: skip
#: The size in bytes from which weights are beyond the reach of direct references, and are accessed by a pointer.
FAR_BYTES = 1 << 30
#: By architecture: the section of such weights, which linkers put after all else, and its flag.
FAR_SECTION = {"x86_64": (".lrodata.mlcc_weights", 0x10000000)}
#: The most that may lie between code and what it refers to, where there is no such section.
REACH = {"aarch64": 1 << 32}
_REACH = 1 << 31
#: What is kept free of it for all but the weights.
_OTHERS = 1 << 28


Chunks = Callable[[], Iterable["bytes | memoryview"]]


@dataclass(frozen=True, slots=True)
class DataSection:
    """`nbytes` of read-only data at a hidden symbol; `chunks` yields them in order and can be called repeatedly.

    `flags` are those of the section in an ELF file, besides that it is loaded.
    """

    section: str
    symbol: str
    nbytes: int
    chunks: Chunks
    flags: int = 0


def weights_symbol(prefix: str) -> str:
    """The hidden symbol at which the weights of a module with this prefix begin."""
    return f"{prefix}_weights"


def is_far(nbytes: int) -> bool:
    """Whether `nbytes` of weights are accessed through a pointer."""
    return nbytes >= FAR_BYTES


def far_section(sections: Mapping[str, tuple[int, int]], arch: str) -> tuple[int, int] | None:
    """Offset and size of far weights in an object file; None where it has none."""
    name = FAR_SECTION.get(arch)
    return None if name is None else sections.get(name[0])


def weights_place(prefix: str) -> str:
    """The hidden symbol of the pointer to far weights."""
    return f"{weights_symbol(prefix)}_place"


def weights_address(prefix: str, nbytes: int) -> tuple[str, str]:
    """What declares `nbytes` of weights in LLVM text, if anything must, and the instruction for their address."""
    if not nbytes:
        return "", "getelementptr i8, ptr null, i64 0"
    if is_far(nbytes):
        return "", f"load ptr, ptr @{weights_place(prefix)}"
    symbol = weights_symbol(prefix)
    return f"@{symbol} = external hidden constant [0 x i8]", f"getelementptr i8, ptr @{symbol}, i64 0"


def place_definition(prefix: str) -> str:
    """The pointer, as LLVM text. A loader may put other weights there, so no load of it may be folded."""
    symbol = weights_symbol(prefix)
    return (
        f"@{symbol} = external hidden constant [0 x i8], align 64\n"
        f"@{weights_place(prefix)} = hidden externally_initialized global ptr @{symbol}\n"
    )


def weights_section(prefix: str, nbytes: int, chunks: Chunks, platform: Platform) -> DataSection:
    """The section of weights in an object file. Raises R336 for more than the code of the platform can refer past."""
    name, flags = WEIGHTS_SECTION[platform.object_format], 0
    if is_far(nbytes):
        if platform.object_format == "elf":
            name, flags = FAR_SECTION.get(platform.arch, (name, 0))
        if not flags and nbytes > REACH.get(platform.arch, _REACH) - _OTHERS:
            raise MlccError(
                "R336",
                f"{nbytes} bytes of weights are more than a library for `{platform.triple}` can hold",
                help="build for x86_64, or split the model in two",
            )
    return DataSection(name, weights_symbol(prefix), nbytes, chunks, flags)


def reserved_weights(prefix: str, nbytes: int, platform: Platform) -> str:
    """The section of weights as LLVM text where objects get no further sections: so many bytes, which are written when
    the object stands (Mach-O, COFF), or when it is linked (WebAssembly).

    No load of them may be folded, so they count as initialised elsewhere.
    """
    section = WEIGHTS_SECTION[platform.object_format]
    kind = f"hidden externally_initialized constant [{nbytes} x i8]"
    return f'@{weights_symbol(prefix)} = {kind} zeroinitializer, section "{section}", align 64\n'


def description_section(text: str, platform: Platform) -> str:
    """The definition of `@mlcc_rt_description`: mark and JSON in a section of their own."""
    constant = string_constant("mlcc_rt_description", MARK.decode() + text)
    # Not `unnamed_addr`: nothing may be merged into it or it into anything.
    constant = constant.replace("private unnamed_addr constant", "internal constant")
    section = DESCRIPTION_SECTION[platform.object_format]
    return f'{constant}, section "{section}", align 16'
