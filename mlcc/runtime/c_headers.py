"""Headers for C and C++ code that becomes part of an artefact: DLPack's tensor, and tvm-ffi's way to export."""

from __future__ import annotations

from pathlib import Path

from .header import DLPACK

_FFI = Path(__file__).parent / "native" / "include" / "ffi_function.h"


def write_headers(folder: Path) -> Path:
    """Write `dlpack/dlpack.h` and `tvm/ffi/function.h` into a folder, for `-idirafter`; gives the folder."""
    texts = {
        "dlpack/dlpack.h": f"#include <stddef.h>\n#include <stdint.h>\n{DLPACK}",
        "tvm/ffi/function.h": _FFI.read_text(encoding="utf-8"),
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
