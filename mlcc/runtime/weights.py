"""Constant data of an artefact: the weights, and the description that can be read unexecuted.

Weights come into the object by `.incbin` in module-level assembly: hundreds of megabytes cost a
file copy, where LLVM constants cost minutes and gigabytes. Emitting such a module needs
`llvmlite.binding.initialize_native_asmparser()` (or `initialize_all_asmparsers()`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from mlcc.diagnostics import MlccError

from .data_object import DataSection
from .native_text import string_constant
from .platform import Platform

#: Stands in front of the JSON in the file, for formats whose sections we do not read.
MARK = b"@(#)mlcc description: "
#: The section of the description.
DESCRIPTION_SECTION = {"elf": ".mlcc.describe", "macho": "__TEXT,__mlcc_describe"}
WEIGHTS_SECTION = {"elf": ".rodata.mlcc_weights", "macho": "__TEXT,__mlcc_weights"}
#: From so many bytes on, weights lie apart from all that code refers to directly, and are reached through a pointer.
FAR_BYTES = 1 << 30
#: By architecture: the section of such weights, which linkers put after all else, and its flag.
FAR_SECTION = {"x86_64": (".lrodata.mlcc_weights", 0x10000000)}
#: The most that may lie between code and what it refers to, where there is no such section.
REACH = {"aarch64": 1 << 32}
_REACH = 1 << 31
#: What is kept free of it for all but the weights.
_OTHERS = 1 << 28


Chunks = Callable[[], Iterable["bytes | memoryview"]]


def weights_symbol(prefix: str) -> str:
    """The hidden symbol at which the weights of a module with this prefix begin."""
    return f"{prefix}_weights"


def is_far(nbytes: int) -> bool:
    """Whether so many bytes of weights are reached through a pointer."""
    return nbytes >= FAR_BYTES


def far_section(sections: Mapping[str, tuple[int, int]], arch: str) -> tuple[int, int] | None:
    """Offset and size of far weights in an object file; None where it has none."""
    name = FAR_SECTION.get(arch)
    return None if name is None else sections.get(name[0])


def weights_place(prefix: str) -> str:
    """The hidden symbol of the pointer to far weights."""
    return f"{weights_symbol(prefix)}_place"


def place_definition(prefix: str) -> str:
    """The pointer, as LLVM text. A loader may put other weights there, so no load of it may be folded."""
    symbol = weights_symbol(prefix)
    return (
        f"@{symbol} = external hidden constant [0 x i8], align 64\n"
        f"@{weights_place(prefix)} = hidden externally_initialized global ptr @{symbol}\n"
    )


def weights_section(prefix: str, nbytes: int, chunks: Chunks, platform: Platform) -> DataSection:
    """The section of weights in an ELF file. Raises R336 for more than the code of the platform can refer past."""
    name, flags = WEIGHTS_SECTION["elf"], 0
    if is_far(nbytes):
        name, flags = FAR_SECTION.get(platform.arch, (name, 0))
        if not flags and nbytes > REACH.get(platform.arch, _REACH) - _OTHERS:
            raise MlccError(
                "R336",
                f"{nbytes} bytes of weights are more than a library for `{platform.triple}` can hold",
                help="build for x86_64, or split the model in two",
            )
    return DataSection(name, weights_symbol(prefix), nbytes, chunks, flags)


def weights_asm(path: Path, symbol: str, platform: Platform) -> str:
    """Lines of LLVM text that put the file at `path` into read-only data under `symbol`.

    The symbol is local to the object; kernels declare it
    `@<symbol> = external hidden constant [N x i8], align 64`. The path does not get into the object.
    """
    quoted = str(path).replace("\\", "\\\\").replace('"', '\\"')
    if platform.object_format == "macho":
        lines = [
            f".section {WEIGHTS_SECTION['macho']}",
            ".p2align 6",
            f".private_extern _{symbol}",
            f".globl _{symbol}",
            f"_{symbol}:",
            f'.incbin "{quoted}"',
            ".text",
        ]
    else:
        # On ARM `@` begins a comment, and `%` is the other spelling everywhere.
        lines = [
            f'.section {WEIGHTS_SECTION["elf"]},"a",%progbits',
            ".p2align 6",
            f".hidden {symbol}",
            f".globl {symbol}",
            f".type {symbol},%object",
            f"{symbol}:",
            f'.incbin "{quoted}"',
            f".size {symbol}, .-{symbol}",
            ".text",
        ]
    return "".join(f'module asm "{_escape(line)}"\n' for line in lines)


def weights_constant(prefix: str, chunks: Iterable[bytes | memoryview], nbytes: int) -> str:
    """The weights as LLVM text, for Mach-O files."""
    import numpy as np

    escapes = np.array([f"\\{byte:02X}" for byte in range(256)], dtype="S3")
    text = "".join(escapes[np.frombuffer(chunk, dtype=np.uint8)].tobytes().decode("ascii") for chunk in chunks)
    section = WEIGHTS_SECTION["macho"]
    return f'@{weights_symbol(prefix)} = hidden constant [{nbytes} x i8] c"{text}", section "{section}", align 64\n'


def _escape(line: str) -> str:
    return "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in line.encode())


def description_section(text: str, platform: Platform) -> str:
    """The definition of `@mlcc_rt_description`: mark and JSON in a section of their own."""
    constant = string_constant("mlcc_rt_description", MARK.decode() + text)
    # Not `unnamed_addr`: nothing may be merged into it or it into anything.
    constant = constant.replace("private unnamed_addr constant", "internal constant")
    section = DESCRIPTION_SECTION[platform.object_format]
    return f'{constant}, section "{section}", align 16'
