"""A linker for ELF shared libraries of x86-64 and aarch64: what a build does without any C compiler.

It links what mlcc emits: relocatable objects whose undefined symbols are each other's or those of libc, libm, pthread
and the loader. Formats and relocations are those of the System V ABI with its supplements for the two architectures,
and of the GNU hash table.
"""

from .linking import ARCHITECTURES as ARCHITECTURES
from .linking import link as link

__all__ = ["ARCHITECTURES", "link"]
