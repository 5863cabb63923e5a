"""Generates `64/*.ll` and `32/*.ll` from the C sources beside this file: ``python -m mlcc.runtime.native.generate``.

Clang's front end translates C to LLVM text, llvmlite's LLVM simplifies it, and what depends on clang's version or on
one target is removed: attributes (but for those that say what to inline), metadata, triple and data layout. Offsets
in structures stay symbolic (`getelementptr` of a structure type), so that one text serves targets with other
alignments. Clang 22 wrote the files that are checked in: ``pip install ziglang==0.17.1``, or a `clang` of that version.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
#: Sources for 64-bit systems only.
WIDE_ONLY = ("windows", "pages")
SOURCES = ("pool", "messages", "checks", "workspace", "kept", "externs", "ffi", "profile", "timeline", "clock", "linux",
           "posix", "windows", "tiles", "pages", "cpuid", "hwcap", "forms", "results", "single", "libm",
           "libm_powers", "libm_angles", "libm_gamma", "wide", "program", "selftest", "image", "inflate", "image_bmp",
           "image_jpeg", "image_jpeg2000", "image_jpeg2000_blocks", "image_jpeg2000_wavelet", "image_png",
           "image_pnm", "image_tiff", "image_vp8", "image_vp8l", "image_webp")  # fmt: skip
#: The major version of clang that wrote the files.
CLANG = 22
#: By width: the target whose C types are those of every system with such pointers. An `int64_t` of i386 has an
#: alignment of 4 in memory, the least of all 32-bit targets, so what is assumed here holds for all of them.
TARGETS = {64: "x86_64-linux-gnu", 32: "i386-linux-gnu"}

_OPTIONS = (
    "-std=c11", "-ffreestanding", "-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument",
    # The front end's text as it is, without what only optimisers and debuggers read.
    "-O1", "-g0", "-S", "-emit-llvm", "-fno-strict-aliasing", "-fno-discard-value-names", "-fno-sanitize=undefined",
    "-fno-stack-protector", "-ffp-contract=off",
    "-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers",
)  # fmt: skip
#: The attributes that are kept.
_KEPT = ("alwaysinline", "cold", "noinline")
#: Functions that kernels call and that must meet their declarations when modules are linked.
_LINKED = ("mlcc_rt_parallel", "mlcc_rt_timed_parallel", "mlcc_rt_profile_mark", "mlcc_rt_tiles",
           "mlcc_rt_image_measure", "mlcc_rt_image_decode", "mlcc_rt_kept_enter", "mlcc_rt_kept_leave",
           "mlcc_rt_kept_find", "mlcc_rt_kept_begin", "mlcc_rt_kept_end", "mlcc_rt_kept_at", "mlcc_rt_kept_read",
           "mlcc_rt_kept_write")  # fmt: skip


def sources_of(bits: int) -> tuple[str, ...]:
    """The sources that systems with such pointers have."""
    return tuple(name for name in SOURCES if bits == 64 or name not in WIDE_ONLY)


def find_clang() -> tuple[str, ...] | None:
    """The command of a clang of version CLANG: the one in the package `ziglang`, else `clang` itself; None without."""
    candidates: list[tuple[str, ...]] = []
    if find_spec("ziglang") is not None:
        candidates.append((sys.executable, "-m", "ziglang", "cc"))
    candidates += [(path,) for name in (f"clang-{CLANG}", "clang") if (path := shutil.which(name))]
    for command in candidates:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout
        if re.search(rf"clang version {CLANG}\.", said):
            return command
    return None


def generate(name: str, bits: int, clang: tuple[str, ...]) -> str:
    """The LLVM text of `<name>.c` for pointers of `bits` bits."""
    target = TARGETS[bits]
    if "ziglang" in clang:
        target = target.replace("i386", "x86")
    with tempfile.TemporaryDirectory(prefix="mlcc-") as folder:
        output = Path(folder) / "out.ll"
        subprocess.run([*clang, "-target", target, *_OPTIONS, "-o", str(output), str(HERE / f"{name}.c")], check=True)
        text = output.read_text(encoding="utf-8")
    text = _simplified(_without_attributes(text))
    return f"; Generated from {name}.c by mlcc.runtime.native.generate.\n\n{_portable(text, name)}"


def _without_attributes(text: str) -> str:
    """Text without metadata, whose functions have only the attributes that are kept."""
    groups = dict(re.findall(r"^attributes #(\d+) = \{ (.*) \}$", text, re.MULTILINE))

    def kept(group: re.Match[str]) -> str:
        words = re.sub(r'"[^"]*"(?:="[^"]*")?', "", groups[group[1]]).split()
        return "".join(f" {word}" for word in _KEPT if word in words)

    lines = []
    for line in text.splitlines():
        if line.startswith(("attributes #", "!", ";", "source_filename")) or "noalias.scope.decl" in line:
            continue
        line = re.sub(r",? !\w+(?:\.\w+)* ![\w.]+", "", line)
        line = re.sub(r" #(\d+)", kept if line.startswith(("define", "declare")) else "", line)
        lines.append(re.sub(r" (?:dso_local|local_unnamed_addr|noundef|hidden)\b", "", line))
    return "\n".join(lines) + "\n"


def _simplified(text: str) -> str:
    """Text whose variables are SSA values and whose small functions are inlined, as llvmlite's LLVM prints it."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_triple(module.triple).create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    for name in ("sroa", "always_inliner", "sroa", "simplify_cfg", "dead_code_elimination", "strip_dead_prototype"):
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)
    module.verify()
    return _without_attributes(str(module))


def _portable(text: str, name: str) -> str:
    """Text for any target with such pointers, whose names do not meet those of other files."""
    text = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r" +; preds = .*", "", text)
    # LLVM numbers a type whose name another module of this process has.
    text = re.sub(r"(%(?:struct|union)\.(?!anon)\w+)\.\d+", r"\1", text)
    for number, anonymous in enumerate(dict.fromkeys(re.findall(r"%(?:struct|union)\.anon(?:\.\d+)?", text))):
        own = anonymous.partition("anon")[0] + name + (f".{number}" if number else "")
        text = re.sub(rf"{re.escape(anonymous)}(?![\w.])", own, text)
    for pair in re.findall(r"^@([\w.]+) = (?:internal|private)|^define internal .*?@([\w.]+)\(", text, re.MULTILINE):
        own = "".join(pair)
        text = re.sub(rf"@{re.escape(own)}(?![\w.])", f"@mlcc_rt.{name}.{own.lstrip('.')}", text)
    lines = []
    for line in text.splitlines():
        symbol = re.match(r"(?:define|declare) .*?@([\w.]+)\(", line)
        if symbol and line.startswith("define") and symbol[1] not in _LINKED:
            # Nothing of the runtime is visible outside an artefact.
            line = line.replace("define ", "define internal ", 1).replace("internal internal", "internal")
        if symbol and line.startswith("declare") and not symbol[1].startswith(("mlcc_", "llvm.")):
            # On some 64-bit targets a C function may rely on its `int` being sign-extended; elsewhere it means nothing.
            line = re.sub(r"\bi32\b(?=[,)])", "i32 signext", line)
        elif symbol and line.startswith("declare"):
            line = re.sub(r" (?:writeonly|immarg|captures\(none\))", "", line)
        lines.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def main() -> None:
    """Writes all files."""
    clang = find_clang()
    if clang is None:
        sys.exit(f"there is no clang {CLANG}; `pip install ziglang==0.17.1` brings one")
    for bits in TARGETS:
        folder = HERE / str(bits)
        folder.mkdir(exist_ok=True)
        for name in sources_of(bits):
            (folder / f"{name}.ll").write_text(generate(name, bits, clang), encoding="utf-8")


if __name__ == "__main__":
    main()
