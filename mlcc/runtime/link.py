"""Links objects into a shared library, with the available linker.

The system's compiler driver links for the host; the `ziglang` wheel links for the host and for
other machines; mlcc's own linker (`elf`) links for Linux on x86-64 and aarch64 where neither is there, and what is only
loaded into this process.
The options make the result the same bytes for the same input, keep everything but
the entries out of sight, bind symbols at load time and forbid undefined symbols other than those
of libc, libm and pthread.
"""

from __future__ import annotations

import os
import platform as host_facts
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from mlcc.diagnostics import MlccError

from .atomic import atomic_path
from .c_headers import write_headers
from .leftovers import temporary_folder
from .objfile import without_times
from .platform import Platform, normal_arch, platform_of


@dataclass(frozen=True, slots=True)
class Linker:
    """A compiler driver as a command; `zig` ones take `-target`."""

    command: tuple[str, ...]
    zig: bool = False


def is_host(platform: Platform) -> bool:
    """Whether artefacts for this platform run on this machine."""
    system = "windows" if sys.platform == "win32" else sys.platform
    if platform.arch != normal_arch(host_facts.machine().lower()) or not system.startswith(platform.os):
        return False
    if platform.os != "linux" or not platform.environment:
        return True
    return platform.environment.startswith("musl") == (host_facts.libc_ver()[0] != "glibc")


def find_linker(platform: Platform) -> Linker:
    """The linker for a platform: MLCC_CC, else `cc`, `clang`, `gcc` for the host and its C library, else ziglang.

    Raises R332 if there is none.
    """
    chosen = os.environ.get("MLCC_CC", "").split()
    if chosen:
        return Linker(tuple(chosen), zig="zig" in Path(chosen[0]).name)
    here = is_host(platform) and not platform.libc_version  # the system's compiler takes the C library that is there
    if here and platform.os != "windows":  # there these take other options
        for name in ("cc", "clang", "gcc"):
            path = shutil.which(name)
            if path is not None:
                return Linker((path,))
    if find_spec("ziglang") is not None:
        return Linker((sys.executable, "-m", "ziglang", "cc"), zig=True)
    what = "this machine" if here else f"`{platform.triple}`"
    raise MlccError(
        "R332",
        f"there is no linker for {what}",
        notes=["looked for MLCC_CC, cc, clang, gcc and the Python package ziglang"],
        help="`pip install ziglang` brings one; or build `.o`, which `mlcc run` loads as it is",
    )


#: What `--linker` accepts: what is there, a C compiler or ziglang, or mlcc's own linker.
LINKERS = ("auto", "cc", "mlcc")


def _able(platform: Platform) -> bool:
    """Whether mlcc's own linker knows the platform."""
    return platform.os == "linux" and platform.arch in ("x86_64", "aarch64")


def links_what_it_loads(platform: Platform) -> bool:
    """Whether mlcc's own linker makes what this process loads: where it can, and MLCC_CC asks for no other."""
    return _able(platform) and is_host(platform) and not os.environ.get("MLCC_CC", "").strip()


def links_itself(platform: Platform, choice: str = "auto") -> bool:
    """Whether mlcc's own linker makes a shared library: where it is asked for, or where nothing else can.

    Raises R332 where it is asked for and cannot either.
    """
    if choice == "mlcc" and not _able(platform):
        raise MlccError(
            "R332",
            f"mlcc's own linker makes no library for `{platform.triple}`",
            help="it is for Linux on x86-64 and aarch64; `pip install ziglang` brings one for others",
        )
    if choice != "auto" or not _able(platform):
        return choice == "mlcc"
    try:
        find_linker(platform)
    except MlccError:
        return True
    return False


#: The glibc that libraries for these need at least where zig links them, if the triple names none: that of 2012, as in
#: the wheels of Python. Others came to glibc later.
_GLIBC, _GLIBC_OF = "2.17", ("x86_64", "aarch64", "arm", "i386")


def zig_target(platform: Platform) -> str:
    """The triple as zig spells it; an older glibc is named so that the library runs on more."""
    arch = {"i386": "x86"}.get(platform.arch, platform.arch)
    system = {"darwin": "macos"}.get(platform.os, platform.os)
    if platform.os != "linux":
        return f"{arch}-{system}" + ("-gnu" if system == "windows" else "")
    environment = platform.environment or "gnu"
    if platform.arch == "arm" and environment in ("gnu", "musl"):
        environment += "eabihf"
    aged = environment.startswith("gnu") and platform.arch in _GLIBC_OF
    version = platform.libc_version or (_GLIBC if aged else "")
    return f"{arch}-{system}-{environment}" + (f".{version}" if version else "")


#: What libraries take functions from, if not from libm and pthread. On Linux also from the loader of libraries: part
#: of the C library since glibc 2.34, and needed only where a kernel calls one.
_LIBRARIES = {
    "linux": ("-lm", "-lpthread", "-ldl"),
    "darwin": ("-lm",),
    "windows": ("-lm", "-lapi-ms-win-core-synch-l1-2-0"),
}


def _linker(*words: str) -> list[str]:
    """Arguments for the linker; `-Wl` would split a file name at its commas."""
    return [part for word in words for part in ("-Xlinker", word)]


def _options(platform: Platform, soname: str, zig: bool, strip: bool) -> list[str]:
    target = ["-target", zig_target(platform)] if zig else []
    if platform.os == "darwin":
        return [*target, "-shared", *_linker("-install_name", f"@rpath/{soname}"), *(["-Wl,-x"] if strip else [])]
    if platform.os == "windows":
        return [*target, "-shared", *(["-Wl,-s"] if strip else [])]
    options = [
        "-shared",
        # No start files: they only add weak references to undefined symbols.
        "-nostartfiles",
        *_linker("-soname", soname),
        "-Wl,--build-id=none",
        "-Wl,-z,defs",
        "-Wl,-z,now",
        "-Wl,-z,relro",
        "-Wl,-z,noexecstack",
        # Never unloaded: the pool's threads run code of the library until the process exits.
        "-Wl,-z,nodelete",
        "-Wl,-Bsymbolic",
        "-Wl,--as-needed",
        "-Wl,--gc-sections",
    ]
    if strip:
        options.append("-Wl,-s")
    return [*target, *options]


def link_shared(
    objects: Sequence[bytes | Path],
    output: str | os.PathLike[str],
    triple: str,
    *,
    soname: str | None = None,
    strip: bool = True,
    linker: str = "auto",
    entry: str = "",
) -> None:
    """Links objects (bytes, or paths of files) into a shared library at `output`, by one of :data:`LINKERS`. `entry` is
    the function at which it begins as a program.

    R332 without a linker, R333 when it fails (with what it said), R334 when `output` cannot be
    written; in each case no file is left and an older one stays.
    """
    platform = platform_of(triple)
    name = soname or Path(output).name
    if links_itself(platform, linker):
        from .elf import link

        with atomic_path(output, executable=True) as temporary:
            link(objects, temporary, platform, soname=name, strip=strip, entry=entry)
        return
    driver = find_linker(platform)
    with atomic_path(output, executable=True) as temporary, work_folder() as folder:
        paths: list[str] = []
        for i, item in enumerate(objects):
            if isinstance(item, bytes):
                file = Path(folder) / f"part{i}.o"
                file.write_bytes(item)
                paths.append(str(file))
            else:
                paths.append(str(item))
        options = _options(platform, name, driver.zig, strip) + (_linker("-e", entry) if entry else [])
        libraries = _LIBRARIES.get(platform.os, ("-lm", "-lpthread"))
        made = Path(folder) / name if platform.os == "windows" else temporary  # a DLL names itself as it is linked
        command = [*driver.command, *options, "-o", str(made), *paths, *libraries]
        run_linker(command, folder, driver.zig)
        if made is not temporary:
            temporary.write_bytes(without_times(made.read_bytes()))


def compile_c(text: str, output: str | os.PathLike[str], triple: str, opt_level: int, *, soname: str) -> None:
    """Compiles C99 text into a shared library at `output`, for this machine's processor where it is for this machine.

    Raises as :func:`link_shared`.
    """
    platform = platform_of(triple)
    linker = find_linker(platform)
    with atomic_path(output, executable=True) as temporary, work_folder() as folder:
        file = Path(folder) / "module.c"
        file.write_text(text, encoding="utf-8")
        options = _options(platform, soname, linker.zig, strip=True)
        # Not the sanitizers that zig adds by itself; products may be fused into sums, as they are by the LLVM target.
        options += _code_options(linker, opt_level)
        options += ["-std=c99", "-fvisibility=default"]
        options += ["-march=native"] if is_host(platform) else []
        options += ["-fno-sanitize=undefined"] if linker.zig else []
        run_linker([*linker.command, *options, "-o", str(temporary), str(file), "-lm"], folder, linker.zig)


def _code_options(linker: Linker, opt_level: int) -> list[str]:
    """How C text is compiled; a level of optimisation that MLCC_CC names stands."""
    level = [] if any(word.startswith("-O") for word in linker.command) else [f"-O{min(opt_level, 3)}"]
    return [*level, "-fPIC", "-ffp-contract=fast", "-fno-math-errno"]


def compile_object(
    text: str, triple: str, opt_level: int, *, native: bool, flags: Sequence[str] = (), what: str, compiler: str = ""
) -> bytes:
    """The object file of the C text of `what`; `native`: for this machine's processor, with all it has. `compiler` is
    one for the target, by default that which is found.

    Raises R381 for text that the compiler refuses, and else as :func:`link_shared`.
    """
    platform = platform_of(triple)
    linker = Linker((compiler,)) if compiler else find_linker(platform)
    with work_folder() as folder:
        source, output = Path(folder) / "part.c", Path(folder) / "part.o"
        source.write_text(text, encoding="utf-8")
        include = write_headers(Path(folder) / "include")
        options = ["-target", zig_target(platform), "-fno-sanitize=undefined"] if linker.zig else []
        options += _code_options(linker, opt_level)
        options += ["-fvisibility=hidden"]
        options += ["-march=native"] if native else []
        # Headers of DLPack and of tvm-ffi that the system or the flags have are preferred.
        after = ["-idirafter", str(include)]
        command = [*linker.command, *options, *flags, *after, "-c", "-o", str(output), str(source)]
        try:
            run_linker(command, folder, linker.zig)
        except MlccError as error:
            if error.code != "R333" or not error.diagnostics[0].notes:
                raise
            raise MlccError("R381", f"the C compiler refuses the text of {what}", notes=error.diagnostics[0].notes,
                            help="the text comes from the code generator, not from mlcc") from error  # fmt: skip
        return output.read_bytes()


def join_objects(objects: Sequence[bytes], triple: str) -> bytes:
    """One relocatable object of several. Raises R333 where the linker cannot make one."""
    platform = platform_of(triple)
    linker = find_linker(platform)
    with work_folder() as folder:
        paths = []
        for i, item in enumerate(objects):
            paths.append(Path(folder) / f"part{i}.o")
            paths[-1].write_bytes(item)
        output = Path(folder) / "whole.o"
        target = ["-target", zig_target(platform)] if linker.zig else []
        run_linker(
            [*linker.command, *target, "-r", "-nostdlib", "-o", str(output), *map(str, paths)], folder, linker.zig
        )
        return output.read_bytes()


def work_folder() -> tempfile.TemporaryDirectory[str]:
    """A temporary folder. Raises R334 if none can be created."""
    try:
        return temporary_folder("link")
    except OSError as error:
        raise MlccError("R334", f"cannot make a temporary folder: {error.strerror or error}") from error


def run_linker(command: list[str], folder: str, zig: bool) -> None:
    """Runs a linker or compiler. Raises R333 with what it said, R334 on a full disk."""
    # Without a PATH, the compiler was found by the default one, and looks for its linker there.
    environment = {"PATH": os.defpath, **os.environ, "LC_ALL": "C"}
    if zig and "ZIG_GLOBAL_CACHE_DIR" not in environment:
        cache = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        if not os.access(cache if cache.exists() else cache.parent, os.W_OK):
            environment["ZIG_GLOBAL_CACHE_DIR"] = folder
    if zig:
        environment["ZIG_LOCAL_CACHE_DIR"] = folder
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise MlccError("R333", f"cannot run the linker `{command[0]}`: {error.strerror or error}") from error
    if done.returncode == 0:
        return
    if "No space left on device" in done.stderr:
        raise MlccError(
            "R334", "cannot write the library: no space left on device",
            notes=["nothing was written"],
        )  # fmt: skip
    said = done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"]
    raise MlccError(
        "R333",
        f"the linker `{command[0]}` failed",
        notes=said[:20],
        help="undefined symbols mean that a kernel calls a function of no C library; MLCC_CC names another linker",
    )
