"""The parallel runtime as LLVM IR text: what `native/*.ll` becomes for one platform.

The text is a template because word size, system-call numbers and the spin hint differ; everything
else is the same for every target, so llvmlite alone can produce an artefact for any of them.

The kernels see one function, `void mlcc_rt_parallel(ptr fn, ptr ctx, i64 extent)`: it calls
`fn(ctx, begin, end)` on pieces that cover [0, extent) exactly once, and returns when all are done.
How it works is told at the top of `native/threads.ll`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from string import Template

from .platform import Platform

#: More threads than this are never used; each costs 136 bytes of zero-initialised memory.
MAX_THREADS = 512
#: How long an idle worker spins before it sleeps, in microseconds (MLCC_SPIN_US changes it).
SPIN_US = 200
#: How often the owner looks at a running worker before it sleeps.
JOIN_TURNS = 4096

_NATIVE = Path(__file__).parent / "native"
_STRINGS = {"s_num_threads": "MLCC_NUM_THREADS", "s_spin_us": "MLCC_SPIN_US"}


def string_constant(name: str, text: str) -> str:
    """The definition of a private NUL-terminated string constant `@name`."""
    data = text.encode() + b"\0"
    body = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in data)
    return f'@{name} = private unnamed_addr constant [{len(data)} x i8] c"{body}"'


def fill(name: str, platform: Platform, **more: object) -> str:
    """The text of `native/<name>.ll` with the platform's facts (and `more`) filled in."""
    source = (_NATIVE / f"{name}.ll").read_text(encoding="utf-8")
    facts: dict[str, object] = {
        "word": platform.word,
        "word_bytes": platform.bits // 8,
        "word_bits": platform.bits,
        "place_word": "zext i32 %place to i64" if platform.bits == 64 else "add i32 0, %place",
        "key": platform.word if platform.os == "darwin" else "i32",
        "narrow": f"{'trunc i64 %bound to' if platform.bits == 64 else 'add i32 0,'} "
        f"{'i32' if platform.bits == 64 else '%bound'}",
        "pause": platform.pause[1],
        "max_threads": MAX_THREADS,
        "mail_bytes": MAX_THREADS * 128,
        "join_turns": JOIN_TURNS,
        "spin_us": SPIN_US,
        "spin_per_us": 1000 if platform.bits == 64 else 20,
        "sigbus": 7 if platform.os == "linux" else 10,
        "sig_setmask": 2 if platform.os == "linux" else 3,
        "futex": platform.futex,
        "sc_nprocessors_onln": 84 if platform.os == "linux" else 58,
        "clock_monotonic": {"linux": 1, "darwin": 6}.get(platform.os, 4),
    }
    return Template(source).substitute({**facts, **more})


@lru_cache(maxsize=8)
def libc_names(platform: Platform) -> frozenset[str]:
    """The C functions that the runtime calls."""
    text = "\n".join((fill("libc", platform), *threads_pieces(platform)))
    return frozenset(re.findall(r"^declare .*?@([A-Za-z_][\w]*)\(", text, re.MULTILINE))


def join_pieces(pieces: list[str]) -> str:
    """One module text from several: each declaration once, and in front."""
    declared: dict[str, None] = {}
    kept: list[str] = []
    for piece in pieces:
        for line in piece.splitlines():
            if line.startswith("declare "):
                declared[line] = None
            else:
                kept.append(line)
    return "\n".join([*sorted(declared), "", *kept, ""])


@lru_cache(maxsize=8)
def threads_pieces(platform: Platform) -> tuple[str, ...]:
    """The parts of the parallel runtime for one platform, to be joined with others."""
    declaration = platform.pause[0]
    return (
        fill("libc", platform),
        f"declare {declaration}" if declaration else "",
        "\n".join(string_constant(f"mlcc_rt_{k}", v) for k, v in _STRINGS.items()),
        fill("clock64" if platform.bits == 64 else "turns", platform),
        fill("posix" if platform.futex is None else "linux", platform),
        fill("threads", platform),
    )


def threads_ir(platform: Platform) -> str:
    """The parallel runtime alone, as the text of an LLVM module without triple and layout."""
    return join_pieces(list(threads_pieces(platform)))
