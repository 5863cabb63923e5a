"""Which kinds of output a build writes, and where: `--emit`, `-o` and its suffix; depfiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mlcc.diagnostics import MlccError, choices_help

# kind -> what it is; the suffix is the kind with a dot before it.
KINDS: dict[str, str] = {
    "so": "shared library",
    "o": "object file",
    "a": "static library",
    "tar": "the object file in a tar archive",
    "h": "C header",
    "hpp": "C++17 header: views, owning arrays, exceptions; with the C header",
    "pc": "description of the library for pkg-config",
    "cmake": "package of the library for CMake's find_package: NAME-config.cmake",
    "c": "C99 source text, with its header (`--target c`)",
    "wasm": "WebAssembly module, with its loader (`--target wasm32`)",
    "mjs": "JavaScript module that loads a WebAssembly module",
    "cl": "OpenCL C text of kernels (`--target opencl`)",
    "cu": "CUDA C text of kernels (`--target cuda`)",
    "ptx": "PTX of kernels (`--target nvptx`)",
    "s": "assembly text",
    "ll": "LLVM text",
    "bc": "LLVM bitcode",
    "tir": "scheduled tensor programs",
    "relax": "graph functions as imported",
    "onnx": "the graph of kernels, to be looked at (Netron): schedules, layouts, with --profile times",
    "json": "the description of the library",
}
TEXT_KINDS = frozenset({"h", "hpp", "pc", "cmake", "c", "mjs", "cl", "cu", "ptx", "s", "ll", "tir", "relax", "json"})
#: Suffixes of shared libraries on other systems.
_LIBRARIES = {"dll": "so", "dylib": "so"}
#: What is written beside an output that is named alone.
_BESIDE = {"c": "h", "hpp": "h", "wasm": "mjs"}
#: What comes after the name of the module where that is not a dot and the kind.
_SUFFIX = {"cmake": "-config.cmake", "onnx": ".kernels.onnx"}


@dataclass(frozen=True, slots=True)
class Output:
    """One thing to write: its kind and its path (`-` is stdout)."""

    kind: str
    path: str


def plan_outputs(output: str | None, emit: Sequence[str], stem: str, library: str = ".so") -> tuple[Output, ...]:
    """The outputs to write, with their paths.

    Without `--emit` the suffix of `-o` determines the kind; without either it is a shared library. With one
    kind, `-o` is the file; with several, it is the file less its suffix. Without `-o` the files are
    named after the input. A `.c` comes with its `.h`, a `.wasm` with its loader. `library` is the suffix of shared
    libraries. Raises MlccError D121, D122.
    """

    def suffix(kind: str) -> str:
        return library if kind == "so" else _suffix(kind)

    kinds = tuple(dict.fromkeys(kind.strip().lstrip(".") for item in emit for kind in item.split(",")))
    for kind in kinds:
        if kind not in KINDS:
            raise MlccError("D121", f"there is no output kind `{kind}`", help=_kinds_help(kind, stem))
    if output is None:
        return tuple(Output(kind, stem + suffix(kind)) for kind in kinds or ("so",))
    if not kinds:
        kind = _kind_of(output)
        beside = _BESIDE.get(kind)
        more = () if beside is None or output == "-" else (Output(beside, str(Path(output).with_suffix(f".{beside}"))),)
        return (Output(kind, output), *more)
    if len(kinds) == 1:
        return (Output(kinds[0], output),)
    if output == "-":
        raise MlccError("D122", f"standard output takes one kind of output, not {len(kinds)}")
    path = Path(output)
    base = path.with_suffix("") if path.suffix.lstrip(".") in (*KINDS, *_LIBRARIES) else path
    return tuple(Output(kind, f"{base}{suffix(kind)}") for kind in kinds)


def library_suffix(triple: str) -> str:
    """What names of shared libraries end in on a system; `.so` where there are none."""
    from mlcc.runtime import platform_of

    try:
        return platform_of(triple).library_suffix
    except MlccError:
        return ".so"


def is_linked(outputs: Iterable[Output]) -> bool:
    """Whether a shared library is among the outputs, which is linked of objects."""
    return any(item.kind == "so" for item in outputs)


def base_name(path: str, kind: str) -> str:
    """The name of a file without its folder and suffix, which the files of one build share."""
    name, suffix = Path(path).name, _suffix(kind)
    return name[: -len(suffix)] if name.endswith(suffix) else Path(path).stem


def _kinds_help(kind: str, stem: str) -> str:
    """What to write in place of a kind that does not exist; the suffix of a library is one of `so`."""
    if kind in _LIBRARIES:
        return f"a shared library is of the kind `so` on every system: --emit so -o {stem}.{kind}"
    return choices_help(kind, KINDS, "kinds")


def _suffix(kind: str) -> str:
    return _SUFFIX.get(kind, f".{kind}")


def _kind_of(output: str) -> str:
    suffix = Path(output).suffix.lstrip(".")
    kind = _LIBRARIES.get(suffix, suffix)
    if kind not in KINDS:
        suffixes = ", ".join(sorted(f".{name}" for name in (*KINDS, *_LIBRARIES)))
        raise MlccError(
            "D121",
            f"cannot tell the kind of output from `{output}`",
            help=f"name it with --emit, or use a suffix: {suffixes}",
        )
    return kind


def depfile_path(depfile: str | bool, output: str, targets: Sequence[str] = ()) -> str | None:
    """The file of `-MF`, or with `-MD` alone the output's name with `.d`; None without either.

    Raises MlccError D120 for `-MD` where the output is stdout, and for `targets` of a rule that is not written.
    """
    if targets and not depfile:
        raise MlccError("D120", f"`-MT {targets[0]}` names what a rule makes that is not written", help="add `-MD`")
    if not depfile or isinstance(depfile, str):
        return depfile or None
    if output == "-":
        raise MlccError(
            "D120",
            "`-MD` has no name for its file: the output is stdout",
            help="name the output by `-o`, or the file by `-MF`",
        )
    return f"{output}.d"


def depfile_text(targets: Sequence[str], prerequisites: Sequence[str]) -> str:
    """A Makefile rule, and an empty rule for each prerequisite, as `cc -MD -MP` writes them."""
    names = list(dict.fromkeys(prerequisites))
    rule = " ".join(map(_escape, targets)) + ":" + "".join(f" \\\n  {_escape(name)}" for name in names)
    return "\n".join([rule, *(f"\n{_escape(name)}:" for name in names)]) + "\n"


def _escape(name: str) -> str:
    return name.replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")
