"""An artefact as C99 text: its flat programs, the entries that check their arguments, and the constants."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError

from .parts import external, imported_texts

if TYPE_CHECKING:
    from mlcc.ir import PrimFunc
    from mlcc.runtime import ModuleSpec

    from .artefact import Artefact

#: The description: a comment of a file without a runtime, else an array.
_COMMENT = "/* mlcc.describe: "
_ARRAY = re.compile(r"_description\[\d+\] = \{([\d,\s]+)\};")


def source_text(artefact: Artefact, weights: str) -> str:
    """The C file; `weights` is the definition of its constants. Raises G108 for what it cannot have, G2xx for programs
    that C cannot express."""
    from mlcc.codegen.c import LANGUAGE, PRELUDE, emit_module
    from mlcc.codegen.llvm import error_number
    from mlcc.runtime import weights_symbol, write_bare_source, write_source

    _check(artefact)
    compilation, spec = artefact.compilation, artefact.spec
    functions: dict[str, PrimFunc] = {name: compilation.programs.lowered(name) for name in compilation.kernels}
    functions |= compilation.lowered.graphs
    kernels, names = emit_module(functions, weights_symbol(spec.prefix))
    if spec.runtime == "none":
        _check_functions(kernels)
        text = write_bare_source(_with_names(spec, names), LANGUAGE, kernels, weights)
        return text + _described(spec)
    messages = {error_number(text): text for text in compilation.error_messages}
    return write_source(_with_names(spec, names), PRELUDE, kernels, messages, weights)


def _described(spec: ModuleSpec) -> str:
    """The description as a comment, which takes no memory of a machine."""
    from mlcc.runtime import to_json

    text = to_json(spec).replace("/", "\\/")  # the same string to JSON, and never the end of a comment
    return f"{_COMMENT}{text} */\n"


def c_description(text: str, name: str) -> ModuleSpec:
    """The description in a C file that :func:`source_text` made. Raises MlccError R322 for another one, R325."""
    from mlcc.runtime import MARK, from_json

    at = text.rfind(_COMMENT)
    if at >= 0:
        return from_json(text[at + len(_COMMENT) : text.rindex(" */")], f"`{name}`")
    found = _ARRAY.search(text)
    if found is None:
        raise MlccError("R322", f"`{name}` was not made by mlcc", notes=["it is C text without mlcc's description"],
                        help="give a `.c` that `mlcc build --target c` made")  # fmt: skip
    data = bytes(map(int, found[1].split(",")))
    return from_json(data.removeprefix(MARK).rstrip(b"\0").decode("utf-8", "replace"), f"`{name}`")


def weights_text(artefact: Artefact) -> str:
    """The constants as an array of C; nothing where there are none."""
    from mlcc.runtime import weights_definition

    spec = artefact.spec
    if not spec.weights_bytes:
        return ""
    return weights_definition(spec.prefix, artefact.weights.chunks(), spec.weights_bytes)


def weights_are_beside(artefact: Artefact) -> bool:
    """Whether a C file has its constants in a file beside it: as the build asks, and else when they are many."""
    wanted, nbytes = artefact.options.constants, artefact.spec.weights_bytes
    if wanted == "auto":
        return nbytes > artefact.options.target.costs.text_weights
    return wanted == "file" and nbytes > 0


def weights_path(path: str) -> str:
    """The file of the constants beside a C file."""
    return str(Path(path).with_suffix(".weights.bin"))


def write_weights(artefact: Artefact, path: Path) -> None:
    """The constants as they are."""
    with path.open("wb") as file:
        for chunk in artefact.weights.chunks():
            file.write(chunk)


def weights_beside(artefact: Artefact, path: str) -> str:
    """The constants as those of a file, which the C compiler takes as it is; nothing where there are none."""
    from mlcc.runtime import weights_included

    return weights_included(artefact.spec.prefix, path) if artefact.spec.weights_bytes else ""


def _with_names(spec: ModuleSpec, names: dict[str, str]) -> ModuleSpec:
    """The description with the kernels' names in C."""
    return replace(spec, functions=tuple(replace(f, kernel_symbol=names[f.name]) for f in spec.functions))


def _check_functions(kernels: str) -> None:
    """Raise G110 for a function of libm that a file without it cannot define."""
    from mlcc.codegen.c import LIBM
    from mlcc.runtime import own_functions

    from .assembling import lacks_function

    given = {*own_functions(), "fabs", "fabsf", "copysign", "copysignf"}
    for name in re.findall(r"\b(\w+)\(", kernels):
        if (name in LIBM or name.removesuffix("f") in LIBM) and name not in given:
            raise lacks_function(name)


def _check(artefact: Artefact) -> None:
    if artefact.options.profile:
        raise MlccError("G108", "a C file has no profile", help="build without --profile, or for the target `llvm`")
    outside = external(artefact.compilation.legal)
    if outside:
        raise MlccError("G108", f"a C file has no external parts, and this module has one: `{next(iter(outside))}`",
                        help="build for the target `llvm`, or without --extern")  # fmt: skip
    if imported := imported_texts(artefact.compilation.module):
        raise MlccError("G108", f"a C file imports no LLVM text, and `{next(iter(imported.values()))}` does",
                        help="build for the target `llvm`, or compile the functions beside the C file")  # fmt: skip
    names = artefact.spec.extern_names
    if names:
        raise MlccError(
            "G108", f"a C file calls no library function by name, and this module calls `{names[0]}`",
            help="call a C function with `call_extern` in a tensor program, or build for the target `llvm`",
        )  # fmt: skip
