"""Targets of one artefact for several CPUs: `-mcpu=` is a list, and the artefact has a form of its kernels for each.

A form is compiled with exactly the features of its CPU in the table of :mod:`mlcc.target.known`, which a program can
ask the processor for, and tuned for that CPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mlcc.diagnostics import MlccError, choices_help

from .detect import told_features
from .known import BASELINES, CPUS
from .target import Target, named, split_options
from .tvm_words import expanded

#: The architectures whose processors can be asked what they have, and the systems that must answer for them.
_ASKED = {"x86_64": "", "aarch64": "linux"}


def parse_forms(text: str | Target | None = None) -> tuple[Target, ...]:
    """The targets of an artefact: one, as :meth:`Target.parse` reads it, or one per CPU of ``-mcpu=a,b,c``.

    The more features a target has, the later it comes: a loader takes the last that the processor runs. Raises
    MlccError as `Target.parse`, and G107 for a list that no artefact can have.
    """
    text = text if isinstance(text, Target) else expanded(text)
    options = {} if text is None or isinstance(text, Target) or not text.startswith("llvm ") else split_options(text)
    names = options.get("mcpu", "").split(",")
    if len(names) < 2:
        return (Target.parse(text),)
    if "costs" in options:
        raise _refused("`-costs=` states facts of one machine, and `-mcpu=` names several", "leave `-costs=` out")
    for name in names:
        _check_name(name, names)
    arch = CPUS[names[0]].arch
    other = next((name for name in names if CPUS[name].arch != arch), None)
    if other is not None:
        raise _refused(
            f"`{names[0]}` is for {arch} and `{other}` for {CPUS[other].arch}", "build a library for each architecture"
        )
    targets = [replace(named({**options, "mcpu": name}, may_be_host=False), exact=True) for name in names]
    for target in targets:
        _check_asked(target)
    targets.sort(key=lambda target: len(target.features))
    for index, target in enumerate(targets):
        for earlier in targets[:index]:
            if earlier.features == target.features:
                raise _refused(
                    f"`{earlier.mcpu}` and `{target.mcpu}` have the same instructions: only one would ever be chosen",
                    f"leave one of them out: `-mcpu={','.join(name for name in names if name != target.mcpu)}`",
                )
    return tuple(targets)


def forms_text(targets: Sequence[Target]) -> str:
    """The text of which :func:`parse_forms` gives these targets."""
    first = targets[0]
    if len(targets) == 1:
        return str(first)
    return str(replace(first, mcpu=",".join(target.mcpu for target in targets)))


def _check_name(name: str, names: Sequence[str]) -> None:
    if names.count(name) > 1:
        raise _refused(f"`-mcpu=` names `{name}` twice", "name every CPU once")
    if name not in CPUS or CPUS[name].arch not in _ASKED:
        cpus = sorted(cpu for cpu, facts in CPUS.items() if facts.arch in _ASKED)
        raise MlccError(
            "G107", f"`{name}` cannot be one of several CPUs: its instructions are not in the table of CPUs",
            help=choices_help(name, cpus, "CPUs"),
        )  # fmt: skip


def _check_asked(target: Target) -> None:
    system = _ASKED.get(target.arch)
    if system is None or system not in target.triple:
        raise _refused(
            f"a library for `{target.triple}` cannot ask the processor what it is", "name one CPU for this system"
        )
    unknown = sorted(target.features - told_features(target.arch))
    if unknown:
        raise _refused(
            f"a library cannot ask the processor whether it has `{unknown[0]}`",
            f"leave `+{unknown[0]}` out, or name one CPU",
        )


def _refused(message: str, way_out: str) -> MlccError:
    return MlccError("G107", message, help=way_out)


def baseline(target: Target) -> Target:
    """The least CPU of a target's architecture: for code that runs before a form is chosen."""
    return Target.parse(f"llvm -mcpu={BASELINES[target.arch].cpu} -mtriple={target.triple} -num-cores=1")


__all__ = ["baseline", "forms_text", "parse_forms"]
