"""Large pages under the weights and the arena of a library for Linux: which ask, and how (`native/pages.c`)."""

from __future__ import annotations

from .native_text import pages_modules
from .platform import Platform
from .spec import ModuleSpec
from .weights import weights_address

#: The large page of x86-64, and of AArch64 with pages of 4 KiB.
_PAGE_BYTES = 2 << 20


def has_large_pages(spec: ModuleSpec, platform: Platform) -> bool:
    """Whether a library asks for large pages: its weights or its arena hold a whole one, wherever they begin."""
    large = max(spec.weights_bytes, spec.arena_bytes) >= 2 * _PAGE_BYTES
    return spec.runtime == "full" and large and bool(pages_modules(platform))


def large_pages_modules(spec: ModuleSpec, platform: Platform) -> tuple[str, ...]:
    """The LLVM texts of `mlcc_rt_place_memory()`, which every entry calls before its kernel; none without."""
    if not has_large_pages(spec, platform):
        return ()
    declaration, address = weights_address(spec.prefix, spec.weights_bytes)
    sizes = f"ptr %weights, i64 {spec.weights_bytes}, ptr @mlcc_rt_arena, i64 {spec.arena_bytes}"
    call = f"call void @mlcc_rt_large_pages({sizes})"
    ask = f"define internal void @mlcc_rt_place_memory() {{\n  %weights = {address}\n  {call}\n  ret void\n}}\n"
    return (*pages_modules(platform), f"{declaration}\n{ask}")
