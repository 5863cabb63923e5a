"""The constants of an artefact that is C text: an array in the text, or a file beside it that the assembler includes.

Compilers read an array of C at a megabyte a second or so; `.incbin` costs nothing, and the object file is the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from .c_source import array
from .weights import weights_symbol


def weights_definition(prefix: str, chunks: Iterable[bytes | memoryview], nbytes: int) -> str:
    """The constants as an array of words. The bytes are those of a little-endian machine, as all models are stored."""
    data = b"".join(bytes(chunk) for chunk in chunks).ljust(-(-nbytes // 8) * 8, b"\0")
    words = memoryview(data).cast("Q")
    return f"""\
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the constants are stored for little-endian machines"
#endif
static MLCC_ALIGNED const uint64_t {weights_symbol(prefix)}[{len(words)}] = {{
{array(words, "0x{:x}u")}
}};
"""


def weights_included(prefix: str, path: str) -> str:
    """The constants as the bytes of a file, which GCC and Clang put beside the constants of the program.

    `path` is looked up in the folder where the compiler runs, then in those of `-I`; the macro ``PREFIX_WEIGHTS_FILE``
    replaces it.
    """
    name, macro = weights_symbol(prefix), f"{prefix.upper()}_WEIGHTS_FILE"
    text = path.replace("\\", "\\\\").replace('"', '\\"')
    return f"""\
#ifndef {macro}
#define {macro} "{text}"
#endif
#if !defined(__GNUC__)
#error "this compiler includes no files of bytes: build with --constants embed"
#elif defined(__APPLE__)
#define MLCC_SECTION ".const_data"
#define MLCC_SYMBOL "_{name}"
#elif defined(__ELF__)
#define MLCC_SECTION ".section .rodata.mlcc_weights,\\"a\\""
#define MLCC_SYMBOL "{name}"
#else
#error "no section of constants is known for this system: build with --constants embed"
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the constants are stored for little-endian machines"
#endif
__asm__(MLCC_SECTION "\\n.balign 64\\n" MLCC_SYMBOL ":\\n.incbin \\"" {macro} "\\"\\n.balign 8\\n.text\\n");
extern const uint64_t {name}[] __attribute__((visibility("hidden")));
"""
