"""C and C++ as LLVM text, with TVM's names: `create_llvm`, `find_clang`.

Functions of the text are called by `T.call_extern`, and come into a build where a loop or a block of the program is
annotated with the text: `sch.annotate(loop, "pragma_import_llvm", text)`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from mlcc.runtime.clang import find_clang as _find
from mlcc.runtime.clang import llvm_of


def find_clang(required: bool = True) -> list[str]:
    """The clangs that are here, the first to be used first. Raises R332 without any, if one is `required`."""
    return [" ".join(command) for command in _find(required)]


def create_llvm(
    inputs: str | Sequence[str],
    output: str | os.PathLike[str] | None = None,
    options: Sequence[str] | None = None,
    cc: str | None = None,
) -> str:
    """The LLVM text of C++ text (functions that are called want `extern "C"`), or of a file `.c`, `.cc`, `.cpp`.

    It is written to `output` too, if given. `options` are clang's, `cc` is another one. Raises R332 without a clang,
    and R381 with what it says of a wrong text.
    """
    given = [inputs] if isinstance(inputs, str) else list(inputs)
    texts = [llvm_of(text, options or (), cc.split() if cc else None) for text in given]
    result = "\n".join(texts)
    if output is not None:
        Path(output).write_text(result, encoding="utf-8")
    return result
