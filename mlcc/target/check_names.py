"""Whether LLVM knows the triple, the CPU and the features of a target, and what was meant where it does not."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mlcc.diagnostics import MlccError, choices_help, closest

from .features import FEATURE_LEVELS
from .known import BASELINES, CPUS, arch_of


def _cpu_help(cpu: str, arch: str, names: Sequence[str]) -> str:
    """The names of an architecture, or one of another that is nearer: a CPU that is known brings its own triple."""
    near = closest(cpu, [*CPUS, *names])
    if near is not None and near in CPUS and CPUS[near].arch != arch:
        return f"did you mean `{near}`? `mlcc list targets` prints the processors that are known, of all architectures"
    return choices_help(cpu, names, "CPUs")


def check_names(triple: str, cpu: str, attributes: tuple[str, ...]) -> None:
    """Raise MlccError G102, G103 or G104 unless LLVM supports the triple, the CPU and every feature."""
    from .llvm_names import check_triple, llvm_names

    arch = arch_of(triple)
    check_triple(triple)
    known_cpu = cpu == "generic" or (cpu in CPUS and CPUS[cpu].arch == arch)
    baseline = BASELINES.get(arch)
    known_cpu = known_cpu or (baseline is not None and cpu == baseline.cpu)
    if not known_cpu and cpu not in llvm_names(triple).cpus:
        raise MlccError(
            "G103",
            f"unknown CPU `{cpu}` for `{arch}`",
            help=_cpu_help(cpu, arch, sorted(llvm_names(triple).cpus)),
        )
    for item in attributes:
        name = item[1:]
        if name in _common_features(arch) or name in llvm_names(triple).features:
            continue
        raise MlccError(
            "G104",
            f"unknown feature `{name}` for `{arch}`",
            help=choices_help(name, sorted(llvm_names(triple).features), "features"),
        )


@functools.cache
def _common_features(arch: str) -> frozenset[str]:
    """Features that are valid without a query to LLVM: those of the architecture's CPUs in the table."""
    levels = {cpu.level for cpu in CPUS.values() if cpu.arch == arch}
    return frozenset().union(*(FEATURE_LEVELS[level] for level in levels), {"prefer-256-bit"})
