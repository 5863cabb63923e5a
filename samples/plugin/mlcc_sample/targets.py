"""A processor that mlcc does not know: its architecture, feature level and caches."""

from __future__ import annotations

from mlcc.target import Caches, Cpu

#: LLVM knows the name, and says nothing of caches.
CPUS = {"cortex-a73": Cpu("aarch64", "armv8", Caches(32 * 1024, 2 * 1024 * 1024, 0, 64))}
