"""Targets in TVM's words, in terms of mlcc's own."""

from __future__ import annotations

from .option_words import option_words

#: Machines that have a name.
_TAGS = {
    "wasm32": "llvm -mtriple=wasm32-unknown-unknown",
    "raspberry-pi/4b-aarch64": "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -num-cores=4",
}
#: What TVM says of a device: kernels are text, which the driver compiles for the device that is there, and their
#: schedules ask for no more than all devices have.
_OF_DEVICES = frozenset({
    "arch", "keys", "libs", "l2_cache_size_bytes", "max_num_threads", "max_shared_memory_per_block",
    "max_threads_per_block", "model", "registers_per_block", "thread_warp_size",
})  # fmt: skip


def expanded(text: str | None) -> str | None:
    """A target with a name of its own, or with what TVM says of devices, in terms of the others."""
    first, blank, rest = (text or "").strip().partition(" ")
    if first in _TAGS:
        return _TAGS[first] + blank + rest
    if first.startswith("nvidia/"):
        first = "cuda"
    if first not in ("cuda", "opencl", "nvptx"):
        return text
    words = [first]
    for word in option_words(f"{first} {rest}")[1:]:
        key = word.lstrip("-").partition("=")[0]
        if first == "nvptx" and key == "arch":
            words.append(word.replace("arch", "mcpu", 1))
        elif key not in _OF_DEVICES:
            words.append(word)
    return " ".join(words)
