"""What differs between architectures: how relocations are written, and the stub through which a function is called."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from .reading import refused


class Use(Enum):
    """What a relocation asks for."""

    ADDRESS = "address"  # the address itself, 8 bytes: a relocation of the loader where it is in memory
    OFFSET = "offset"  # the address in 4 bytes: only in sections that are not loaded
    NEAR = "near"  # something relative to the place
    CALL = "call"  # the same of a function, or of a stub that jumps to it
    SLOT = "slot"  # the place of a pointer to it, in the table of addresses


#: Writes a value into a section: (bytes, offset in them, value of the symbol plus addend, address of the place).
Writer = Callable[[bytearray, int, int, int], None]


@dataclass(frozen=True, slots=True)
class Machine:
    """`number` is ELF's, `page` the largest page size, `relocations` give use and writer by number.

    `loader`: the numbers of the loader's relocations for an address in the library, for a slot and for an address of
    another library's symbol. `stub` makes code that jumps through the pointer at `slot`, to stand at `place`.
    """

    number: int
    page: int
    relocations: Mapping[int, tuple[Use, Writer]]
    loader: tuple[int, int, int]
    stub: Callable[[int, int], bytes]
    stub_size: int


def _field(value: int, bits: int, what: str = "code and data") -> int:
    """A signed value of so many bits, as unsigned. Raises R333 for one that does not fit."""
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise refused(f"{what} are further apart than a reference reaches")
    return value & ((1 << bits) - 1)


def _word64(code: bytearray, at: int, value: int, place: int) -> None:
    struct.pack_into("<Q", code, at, value & 0xFFFFFFFFFFFFFFFF)


def _word32(code: bytearray, at: int, value: int, place: int) -> None:
    struct.pack_into("<I", code, at, value & 0xFFFFFFFF)


def _relative64(code: bytearray, at: int, value: int, place: int) -> None:
    _word64(code, at, value - place, place)


def _relative32(code: bytearray, at: int, value: int, place: int) -> None:
    struct.pack_into("<I", code, at, _field(value - place, 32))


def _insert(code: bytearray, at: int, value: int, bits: int, shift: int) -> None:
    """Put the bits of a value into an instruction of four bytes."""
    (word,) = struct.unpack_from("<I", code, at)
    mask = ((1 << bits) - 1) << shift
    struct.pack_into("<I", code, at, word & ~mask | value << shift & mask)


def _branch(bits: int, shift: int) -> Writer:
    """A jump of aarch64 by a number of instructions."""

    def write(code: bytearray, at: int, value: int, place: int) -> None:
        _insert(code, at, _field(value - place, bits + 2, "functions") >> 2, bits, shift)

    return write


def _low_bits(scale: int) -> Writer:
    """The part of an address below 4 KiB, in units of `scale` bytes."""

    def write(code: bytearray, at: int, value: int, place: int) -> None:
        if value & (scale - 1):
            raise refused("a reference to data is not aligned")
        _insert(code, at, (value & 0xFFF) // scale, 12, 10)

    return write


def _split(code: bytearray, at: int, value: int) -> None:
    """The 21 bits of ADR and ADRP: two at bit 29, the others at bit 5."""
    _insert(code, at, value & 3, 2, 29)
    _insert(code, at, value >> 2, 19, 5)


def _pages(code: bytearray, at: int, value: int, place: int) -> None:
    _split(code, at, _field((value >> 12) - (place >> 12), 21))


def _bytes21(code: bytearray, at: int, value: int, place: int) -> None:
    _split(code, at, _field(value - place, 21))


def _x86_stub(place: int, slot: int) -> bytes:
    """`jmp *slot(%rip)`, and a filler of two bytes."""
    return b"\xff\x25" + struct.pack("<I", _field(slot - place - 6, 32)) + b"\x66\x90"


def _aarch64_stub(place: int, slot: int) -> bytes:
    """`adrp x16, slot; ldr x17, [x16, :lo12:slot]; br x17; nop`."""
    code = bytearray(struct.pack("<4I", 0x90000010, 0xF9400211, 0xD61F0220, 0xD503201F))
    _pages(code, 0, slot, place)
    _low_bits(8)(code, 4, slot, place)
    return bytes(code)


_X86 = {
    1: (Use.ADDRESS, _word64), 2: (Use.NEAR, _relative32), 4: (Use.CALL, _relative32), 9: (Use.SLOT, _relative32),
    10: (Use.OFFSET, _word32), 11: (Use.OFFSET, _word32), 24: (Use.NEAR, _relative64), 41: (Use.SLOT, _relative32),
    42: (Use.SLOT, _relative32),
}  # fmt: skip
_AARCH64 = {
    257: (Use.ADDRESS, _word64), 258: (Use.OFFSET, _word32), 260: (Use.NEAR, _relative64),
    261: (Use.NEAR, _relative32), 274: (Use.NEAR, _bytes21), 275: (Use.NEAR, _pages), 276: (Use.NEAR, _pages),
    277: (Use.NEAR, _low_bits(1)), 278: (Use.NEAR, _low_bits(1)), 279: (Use.NEAR, _branch(14, 5)),
    280: (Use.NEAR, _branch(19, 5)), 282: (Use.CALL, _branch(26, 0)), 283: (Use.CALL, _branch(26, 0)),
    284: (Use.NEAR, _low_bits(2)), 285: (Use.NEAR, _low_bits(4)), 286: (Use.NEAR, _low_bits(8)),
    299: (Use.NEAR, _low_bits(16)), 311: (Use.SLOT, _pages), 312: (Use.SLOT, _low_bits(8)),
    314: (Use.CALL, _relative32),
}  # fmt: skip

#: By architecture. The loader's relocations are RELATIVE, GLOB_DAT and that of an address.
MACHINES = {
    "x86_64": Machine(62, 0x1000, _X86, (8, 6, 1), _x86_stub, 8),
    "aarch64": Machine(183, 0x10000, _AARCH64, (1027, 1025, 257), _aarch64_stub, 16),
}
