"""What the runtime of a target can do: refusals of builds that ask for more."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError

if TYPE_CHECKING:
    from mlcc.runtime import ModuleSpec
    from mlcc.target import Target

    from .options import BuildOptions


def check_runtime(options: BuildOptions, forms: int) -> None:
    """Raise G110 or R331 for settings that the runtime of their target does not have."""
    from mlcc.runtime import platform_of

    target = options.target
    if target.runtime == "full":
        if platform_of(target.triple).os == "none":
            raise MlccError(
                "R331", f"`{target.triple}` names no system, and the runtime `full` has threads",
                help="build with `--runtime none`, or with `--runtime minimal` where there is a C library",
            )  # fmt: skip
        return
    asked = {
        "no profile": options.profile,
        "no choice among several CPUs": forms > 1,
        "no program": options.program,
        "no self-test": options.selftest,
        "no functions that are provided at load": options.allow_extern,
    }
    for what, wanted in asked.items():
        if wanted:
            raise _refused(target.runtime, what)


def check_bare(spec: ModuleSpec) -> None:
    """Raise G110 for a module that needs more than its runtime."""
    if spec.runtime != "full" and spec.libraries:
        raise _refused(spec.runtime, f"no shared libraries, and this module opens `{spec.libraries[0].name}`")
    if spec.runtime == "none" and spec.extern_names:
        raise _refused("none", f"no library functions, and this module calls `{spec.extern_names[0]}` by name")


def check_linked(target: Target) -> None:
    """Raise G110 for a shared library with the runtime `none`."""
    if target.runtime == "none":
        raise MlccError(
            "G110", "the runtime `none` is linked into a program, and has no shared library",
            help="write a static library or an object with its header: `-o model.a --emit a,h`",
        )  # fmt: skip


def check_program(options: BuildOptions, kinds: Collection[str]) -> None:
    """Raise R395 where what is asked for is no shared library with the runtime in LLVM, and so no program."""
    from mlcc.runtime import platform_of

    what = "be a program" if options.program else "test itself"
    if (options.program or options.selftest) and options.target.kind != "llvm":
        raise MlccError("R395", f"a library for `--target {options.target.kind}` cannot {what}",
                        help="libraries for `--target llvm` can")  # fmt: skip
    if (options.program or options.selftest) and platform_of(options.target.triple).object_format != "elf":
        raise MlccError("R395", f"a library for `{options.target.triple}` cannot {what}", help="libraries in ELF can")
    if options.program and ("so" not in kinds or set(kinds) & {"o", "a", "tar"}):
        raise MlccError("R395", "only a shared library can be a program", help="write one: -o net.so")


def _refused(runtime: str, what: str) -> MlccError:
    return MlccError("G110", f"the runtime `{runtime}` has {what}", help="build with `--runtime full`")
