"""Linking with the system's compiler, with TVM's names: `cc.create_shared("f.so", ["f.o"])`."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.runtime import find_linker, platform_of
from mlcc.target import Target

Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def get_cc() -> str | None:
    """The command of the C compiler, None where there is none: that of `MLCC_CC`, the system's, or ziglang's."""
    try:
        return " ".join(find_linker(platform_of(Target.parse("llvm").triple)).command)
    except MlccError:
        return None


def create_shared(
    output: str | os.PathLike[str], objects: Files, options: Sequence[str] | None = None, cc: str | None = None,
    cwd: str | None = None, ccache_env: Any = None,
) -> None:  # fmt: skip
    """Link object files (or C sources) into a shared library. Raises R332 without a compiler, R333 if it fails."""
    _run(["-shared", "-fPIC"], output, objects, options, cc, cwd)


def create_executable(
    output: str | os.PathLike[str], objects: Files, options: Sequence[str] | None = None, cc: str | None = None,
    cwd: str | None = None, ccache_env: Any = None,
) -> None:  # fmt: skip
    """Link object files (or C sources) into a program. Raises R332 without a compiler, R333 if it fails."""
    _run([], output, objects, options, cc, cwd)


def create_staticlib(output: str | os.PathLike[str], inputs: Files, ar: str | None = None) -> None:
    """Put object files into an archive. Raises R332 without `ar`, R333 if it fails."""
    command = (ar or "ar").split()
    if shutil.which(command[0]) is None:
        raise MlccError("R332", f"there is no `{command[0]}`", help="install binutils, or name another archiver")
    _call([*command, "rcs", os.fspath(output), *_names(inputs)], None)


def cross_compiler(
    compile_func: str | Callable[..., Any], options: Sequence[str] | None = None, output_format: str = "so",
    get_target_triple: Any = None, add_files: Sequence[str] | None = None,
) -> Callable[..., Any]:  # fmt: skip
    """A function as :func:`create_shared` that calls another compiler: for `export_library(path, fcompile=...)`."""
    more = list(add_files or ())

    def compile_with(
        output: str | os.PathLike[str], objects: Files, options: Sequence[str] | None = options, **_: Any
    ) -> None:
        if callable(compile_func):
            compile_func(output, [*_names(objects), *more], options=options)
        else:
            create_shared(output, [*_names(objects), *more], options, cc=compile_func)

    compile_with.output_format = output_format  # type: ignore[attr-defined]
    return compile_with


def _names(files: Files) -> list[str]:
    return [os.fspath(f) for f in ([files] if isinstance(files, str | os.PathLike) else files)]


def _run(
    flags: list[str], output: str | os.PathLike[str], objects: Files, options: Sequence[str] | None, cc: str | None,
    cwd: str | None,
) -> None:  # fmt: skip
    command = cc.split() if cc else list(find_linker(platform_of(Target.parse("llvm").triple)).command)
    if shutil.which(command[0]) is None:
        raise MlccError("R332", f"there is no compiler `{command[0]}`", help="install it, or name another one")
    _call([*command, *flags, "-o", os.fspath(output), *_names(objects), *(options or ()), "-lm"], cwd)


def _call(command: list[str], cwd: str | None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise MlccError("R333", f"`{command[0]}` fails with status {done.returncode}: {said[0] if said else ''}",
                        help=f"the command was: {' '.join(command)}")  # fmt: skip
