"""Large pages under the weights of a library for Linux: which libraries ask for them, and how (`native/pages.c`)."""

from __future__ import annotations

from .native_text import pages_modules
from .platform import Platform
from .spec import ModuleSpec
from .weights import weights_address

#: The large page of x86-64, and of AArch64 with pages of 4 KiB.
_PAGE_BYTES = 2 << 20


def has_large_pages(spec: ModuleSpec, platform: Platform) -> bool:
    """Whether a library asks for large pages: its weights hold a whole one, wherever they begin."""
    return spec.runtime == "full" and spec.weights_bytes >= 2 * _PAGE_BYTES and bool(pages_modules(platform))


def large_pages_modules(spec: ModuleSpec, platform: Platform) -> tuple[str, ...]:
    """The LLVM texts of `mlcc_rt_place_weights()`, which every entry calls before its kernel; none without."""
    if not has_large_pages(spec, platform):
        return ()
    declaration, address = weights_address(spec.prefix, spec.weights_bytes)
    call = f"call void @mlcc_rt_large_pages(ptr %weights, i64 {spec.weights_bytes})"
    ask = f"define internal void @mlcc_rt_place_weights() {{\n  %weights = {address}\n  {call}\n  ret void\n}}\n"
    return (*pages_modules(platform), f"{declaration}\n{ask}")
