"""The runtime in C: its own tests under the sanitizers, the text generated from it, and the constants of systems."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from mlcc.runtime.entry import ERRORS
from mlcc.runtime.native import generate
from mlcc.runtime.native_text import (
    IMAGES,
    join_modules,
    libc_names,
    native_text,
    platform_text,
    pool_modules,
)
from mlcc.runtime.objfile import parse_object
from mlcc.runtime.own_libm import LIBM_FILES, libm_functions, libm_text
from mlcc.runtime.platform import platform_of

SOURCES = generate.HERE
TESTS = Path(__file__).parent / "native"
#: Systems for which text is checked, and how zig spells those whose headers it brings.
TRIPLES = {
    "x86_64-unknown-linux-gnu": "x86_64-linux-gnu",
    "x86_64-unknown-linux-musl": "x86_64-linux-musl",
    "i686-unknown-linux-gnu": "x86-linux-gnu",
    "aarch64-unknown-linux-gnu": "aarch64-linux-gnu",
    "armv7-unknown-linux-gnueabihf": "arm-linux-gnueabihf",
    "riscv64-unknown-linux-gnu": "riscv64-linux-gnu",
    "riscv32-unknown-linux-gnu": "riscv32-linux-gnu",
    "powerpc64le-unknown-linux-gnu": "powerpc64le-linux-gnu",
    "s390x-unknown-linux-gnu": "s390x-linux-gnu",
    "loongarch64-unknown-linux-gnu": "loongarch64-linux-gnu",
    "arm64-apple-darwin": "aarch64-macos",
    "x86_64-unknown-freebsd": "x86_64-freebsd",
    "x86_64-unknown-netbsd": "x86_64-netbsd",
    "x86_64-unknown-openbsd": "x86_64-openbsd",
}
SANITIZERS = ("", "thread", "address,undefined")
#: What has threads under each sanitizer; the others by default under that which finds most.
PROGRAMS = [("pool", sanitizer) for sanitizer in SANITIZERS] + [
    pytest.param(program, sanitizer, marks=[pytest.mark.slow] if sanitizer != SANITIZERS[-1] else [])
    for program in ("checks", "workspace", "forms", "kept")
    for sanitizer in SANITIZERS
]


def compiled(output: Path, *arguments: str | Path) -> bool:
    """Whether the machine's C compiler makes the file, which may need a sanitizer that it does not have."""
    compiler = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)
    if compiler is None:
        pytest.skip("no C compiler")
    command = [compiler, "-std=c11", "-O1", "-g", "-o", str(output), *map(str, arguments)]
    return subprocess.run(command, capture_output=True).returncode == 0


@cache
def has_sanitizer(folder: Path, sanitizer: str) -> bool:
    """Whether a program with this sanitizer can be made and run here."""
    source = folder / "empty.c"
    source.write_text("int main(void) { return 0; }\n")
    result = compiled(folder / "empty", f"-fsanitize={sanitizer}", source)
    return result and subprocess.run([folder / "empty"], capture_output=True).returncode == 0


@cache
def runtime_objects(folder: Path, *options: str | Path) -> tuple[Path, ...]:
    """The runtime and the host of its tests, compiled once for all programs of a sanitizer."""
    # These need a module, or are tested without a system.
    others = ("posix", "windows", "hwcap", "single", *LIBM_FILES, "wide", "program", "selftest", *IMAGES)
    sources = [TESTS / "host.c", *(SOURCES / f"{name}.c" for name in generate.SOURCES if name not in others)]
    folder.mkdir(exist_ok=True)
    objects = tuple(folder / f"{source.stem}.o" for source in sources)
    for source, made in zip(sources, objects, strict=True):
        assert compiled(made, *options, "-c", source)
    return objects


@pytest.mark.skipif(sys.platform != "linux", reason="compiles linux.c")
@pytest.mark.parametrize(("program", "sanitizer"), PROGRAMS)
def test_the_c_sources(program: str, sanitizer: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    options = ["-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", f"-I{SOURCES}", f"-I{TESTS}"]
    if sanitizer:
        if not has_sanitizer(tmp_path_factory.getbasetemp(), sanitizer):
            pytest.skip(f"no -fsanitize={sanitizer}")
        options += [f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all"]
    objects = runtime_objects(tmp_path_factory.getbasetemp() / f"runtime-{sanitizer}", *options)
    assert compiled(tmp_path / program, *options, TESTS / f"test_{program}.c", *objects, "-lpthread")
    # The thread sanitizer does not follow threads that a child starts after fork().
    arguments = ["no-fork"] if sanitizer == "thread" else []
    done = subprocess.run([tmp_path / program, *arguments], capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.parametrize("sanitizer", [pytest.param("", marks=pytest.mark.slow), "address,undefined"])
@pytest.mark.parametrize("program", ["libm", "single"])
def test_the_c_sources_without_a_system(
    program: str, sanitizer: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    options = ["-Wall", "-Wextra", "-Werror", "-fno-builtin", "-ffp-contract=off", f"-I{SOURCES}", f"-I{TESTS}"]
    if sanitizer:
        if not has_sanitizer(tmp_path_factory.getbasetemp(), sanitizer):
            pytest.skip(f"no -fsanitize={sanitizer}")
        options += [f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all"]
    sources = [SOURCES / f"{name}.c" for name in ("single", "results") if program == "single"]
    assert compiled(tmp_path / program, *options, TESTS / f"test_{program}.c", *sources, "-lm", "-lpthread")
    done = subprocess.run([tmp_path / program], capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_libm_with_contracted_products(tmp_path: Path) -> None:
    """As `-march=native -ffp-contract=fast` compiles it in a C file."""
    options = ["-O3", "-fno-builtin", "-march=native", "-ffp-contract=fast", f"-I{SOURCES}", f"-I{TESTS}"]
    if not compiled(tmp_path / "libm", *options, TESTS / "test_libm.c", "-lm"):
        pytest.skip("no -march=native")
    done = subprocess.run([tmp_path / "libm"], capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.slow
def test_damaged_images(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file of each format, as it is and damaged in many ways, under the sanitizers."""
    from onnx.backend.test.case.node import _image_decoder_data as samples

    sanitizer = "address,undefined"
    if not has_sanitizer(tmp_path_factory.getbasetemp(), sanitizer):
        pytest.skip(f"no -fsanitize={sanitizer}")
    options = ["-Wall", "-Wextra", "-Werror", f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", f"-I{SOURCES}"]
    sources = [SOURCES / f"{name}.c" for name in IMAGES]
    assert compiled(tmp_path / "program", *options, TESTS / "test_image.c", *sources)
    paths = []
    for name in ("jpeg", "jpeg2k", "bmp", "png", "tiff", "webp", "pnm"):
        paths.append(tmp_path / name)
        paths[-1].write_bytes(getattr(samples, f"image_decoder_decode_{name}_rgb").data.tobytes())
    environment = {**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1:max_allocation_size_mb=1000"}
    command = [tmp_path / "program", "40", *paths]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False, env=environment)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.parametrize(
    ("bits", "name"), [(bits, name) for bits in generate.TARGETS for name in generate.sources_of(bits)]
)
def test_generated_text_is_up_to_date(name: str, bits: int) -> None:
    clang = generate.find_clang()
    if clang is None:
        pytest.skip(f"no clang {generate.CLANG}, which `pip install ziglang==0.17.1` brings")
    if llvm.llvm_version_info[0] != generate.CLANG:
        pytest.skip("another LLVM simplifies the text in another way")
    text = (SOURCES / str(bits) / f"{name}.ll").read_text(encoding="utf-8")
    assert generate.generate(name, bits, clang) == text, "run `python -m mlcc.runtime.native.generate`"


def test_every_source_has_its_text() -> None:
    names = {path.stem for path in SOURCES.glob("*.c")}
    assert names == set(generate.SOURCES)
    for bits in generate.TARGETS:
        assert {path.stem for path in (SOURCES / str(bits)).iterdir()} == set(generate.sources_of(bits))


@pytest.mark.parametrize("triple", [*TRIPLES, "x86_64-windows-gnu", "aarch64-windows-gnu"])
def test_the_text_is_a_module_for_every_target(triple: str) -> None:
    """With LLVM's checks on: all but the C library and what a module defines is there, once."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    platform = platform_of(triple)
    names = ("messages", "results", "checks", "workspace", "externs", "profile", "timeline")
    rest = (native_text(name, platform) for name in names)
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", codemodel="default")
    head = f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(head + join_modules([*pool_modules(platform), *rest]))
    module.verify()
    wanted = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")}
    assert wanted - {"mlcc_kernel_message"} <= libc_names(platform)
    assert len(machine.emit_object(module)) > 4000
    # A structure of the C sources has the layout that the target's own compiler gives it.
    tensor = next(
        t for t in module.struct_types if t.name.startswith("struct.DLTensor")
    )  # LLVM numbers those of equal names
    ends_on_eight = platform.bits == 64 or platform.arch in ("arm", "riscv32")
    assert machine.target_data.get_abi_size(tensor) == (48 if platform.bits == 64 else 40 if ends_on_eight else 36)


@pytest.mark.parametrize(
    "triple", ["x86_64-unknown-linux-gnu", "thumbv7m-unknown-none-eabi", "riscv32-unknown-none-elf"]
)
def test_own_functions_of_libm_stay_in_the_object(triple: str) -> None:
    """Code that calls `sqrtf` finds the one beside it, which nothing outside can see."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    platform = platform_of(triple)
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", codemodel="default")
    head = f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(head + libm_text(platform, libm_functions(platform)))
    module.verify()
    body = "define float @f(float %x) {\n  %y = call float @llvm.round.f32(float %x)\n  ret float %y\n}"
    module.link_in(llvm.parse_assembly(f"{head}declare float @llvm.round.f32(float)\n{body}"))
    found = parse_object(machine.emit_object(module), "the object").symbols
    assert {symbol.name for symbol in found if symbol.defined} == {"f"}
    assert all(symbol.name.startswith("__") for symbol in found if not symbol.defined)


ZIG = pytest.mark.skipif(find_spec("ziglang") is None, reason="no ziglang, which brings the headers of other systems")


@ZIG
@pytest.mark.parametrize("triple", TRIPLES)
def test_constants_are_those_of_the_headers(triple: str, tmp_path: Path) -> None:
    platform = platform_of(triple)
    value = platform.constants()
    facts = [
        f"SIGBUS == {value['sigbus']}",
        f"SIG_SETMASK == {value['sig_setmask']}",
        f"_SC_NPROCESSORS_ONLN == {value['sc_nprocessors']}",
        f"CLOCK_MONOTONIC == {value['clock_monotonic']}",
        f"sizeof(pthread_key_t) == {'sizeof(long)' if value['long_keys'] else '4'}",
        "SIGILL == 4 && SIGFPE == 8 && SIGSEGV == 11",
        # What libc.h reserves for types that the runtime does not look into.
        "sizeof(pthread_attr_t) <= 256 && sizeof(sigset_t) <= 128 && sizeof(pthread_t) == sizeof(void *)",
        "sizeof(void *) != 8 || (sizeof(struct timespec) == 16 && sizeof(time_t) == 8)",
    ]
    if platform.futex:
        number = "__NR_futex_time64" if platform.arch == "riscv32" else "SYS_futex"
        facts.append(f"{number} == {platform.futex}")
    headers = ["signal.h", "time.h", "unistd.h", "pthread.h", *(["sys/syscall.h"] if platform.futex else [])]
    source = tmp_path / "facts.c"
    lines = [f"#include <{name}>" for name in headers] + [f'_Static_assert({fact}, "{fact}");' for fact in facts]
    source.write_text("#define _GNU_SOURCE\n" + "\n".join(lines) + "\n")
    command = [sys.executable, "-m", "ziglang", "cc", "-target", TRIPLES[triple], "-S", "-o", str(tmp_path / "facts.s")]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_error_codes_are_the_same_in_c_and_python() -> None:
    header = (SOURCES / "runtime.h").read_text(encoding="utf-8")
    in_c = {name: int(value) for name, value in re.findall(r"ERROR_(\w+) = (\d+)", header)}
    assert in_c == {name: number for name, (number, _) in ERRORS.items()}


def test_joined_text_has_everything_once() -> None:
    one = "%s = type { i32 }\ndeclare i32 @f(i32)\n@c = external constant i32\ndefine void @g() {\n  ret void\n}"
    two = "%s = type { i32 }\ndeclare void @g()\ndeclare i32 @h()\n@c = internal constant i32 1"
    three = "declare i32 @h()\ndefine internal i32 @f(i32 %x) {\n  ret i32 %x\n}"
    joined = join_modules([one, two, three])
    assert sorted(line for line in joined.splitlines() if line.startswith(("%", "@", "d"))) == [
        "%s = type { i32 }",
        "@c = internal constant i32 1",
        "declare i32 @h()",
        "define internal i32 @f(i32 %x) {",
        "define void @g() {",
    ]
    llvm.parse_assembly(joined).verify()


def test_what_the_platform_adds_matches_the_header() -> None:
    header = (SOURCES / "platform.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"^extern const \w+ (mlcc_rt_\w+);", header, re.MULTILINE))
    for triple in TRIPLES:
        text = platform_text(platform_of(triple))
        assert set(re.findall(r"^@(\w+) = internal constant", text, re.MULTILINE)) == declared
