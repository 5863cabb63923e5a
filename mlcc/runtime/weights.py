"""Constant data of an artefact: the weights, and the description that can be read unexecuted.

Weights come into the object by `.incbin` in module-level assembly: hundreds of megabytes cost a
file copy, where LLVM constants cost minutes and gigabytes. Emitting such a module needs
`llvmlite.binding.initialize_native_asmparser()` (or `initialize_all_asmparsers()`).
"""

from __future__ import annotations

from pathlib import Path

from .platform import Platform
from .threads import string_constant

#: Stands in front of the JSON in the file, for formats whose sections we do not read.
MARK = b"@(#)mlcc description: "
#: The section of the description.
DESCRIPTION_SECTION = {"elf": ".mlcc.describe", "macho": "__TEXT,__mlcc_describe"}
WEIGHTS_SECTION = {"elf": ".rodata.mlcc_weights", "macho": "__TEXT,__mlcc_weights"}


def weights_symbol(prefix: str) -> str:
    """The hidden symbol at which the weights of a module with this prefix begin."""
    return f"{prefix}_weights"


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


def _escape(line: str) -> str:
    return "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in line.encode())


def description_section(text: str, platform: Platform) -> str:
    """The definition of `@mlcc_rt_description`: mark and JSON in a section of their own."""
    constant = string_constant("mlcc_rt_description", MARK.decode() + text)
    # Not `unnamed_addr`: nothing may be merged into it or it into anything.
    constant = constant.replace("private unnamed_addr constant", "internal constant")
    section = DESCRIPTION_SECTION[platform.object_format]
    return f'{constant}, section "{section}", align 16'
