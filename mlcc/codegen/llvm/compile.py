"""LLVM IR text to machine code: parse, verify, optimise, emit.

Fully scheduled kernels need few passes: their loops are already vectorized and unrolled, and the passes
mainly promote stack accumulators to registers. Functions with plain scalar loops get
LLVM's default pipeline with its vectorizers.
"""

from __future__ import annotations

import functools
import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mlcc.diagnostics import InternalError, MlccError, choices_help
from mlcc.target import Target

FORMS = ("o", "s", "ll", "bc")
#: Passes, in order, for modules whose loops are fully scheduled.
#: There is no value numbering: the code generator reuses equal values itself, and LLVM's NewGVN may fail.
_SHORT = (
    "simplify_cfg", "instruction_combine", "sroa", "instruction_combine", "dead_code_elimination", "simplify_cfg",
)  # fmt: skip
#: Those for modules that are put together from optimised programs. To combine instructions gains nothing there, and
#: took a quarter of a minute for the sizes and places of a model with 200 symbolic sizes.
_JOINED = ("simplify_cfg", "sroa", "dead_code_elimination", "simplify_cfg")


@functools.cache
def initialize() -> Any:
    """LLVM, ready for every target."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()
    return llvm


@functools.cache
def passes_digest() -> str:
    """The digest of the choice of LLVM's passes: a part of cache keys, as other passes give other machine code."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def target_machine(target: Target, opt_level: int = 2) -> Any:
    """LLVM's target machine: position-independent code, but for WebAssembly, which links final addresses."""
    llvm = initialize()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.llvm_cpu,
        features=target.feature_string,
        opt=min(opt_level, 3),
        reloc="static" if target.arch == "wasm32" else "pic",
        codemodel="default",
    )


@functools.cache
def shared_machine(target: Target, opt_level: int) -> Any:
    """One target machine for all modules that are only optimised and emitted: to create one takes LLVM as long as a
    small kernel, and so does what it then works out for each function anew."""
    return target_machine(target, opt_level)


def parse_ir(text: str, target: Target, machine: Any) -> Any:
    """A verified LLVM module. Raises InternalError, keeping the text in a file, when LLVM refuses it."""
    llvm = initialize()
    try:
        module = llvm.parse_assembly(text)
        module.triple = target.triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        kept = _keep(text)
        raise InternalError(f"LLVM refuses the generated code (kept in {kept}): {error}") from error
    return module


def _keep(text: str) -> Path:
    with tempfile.NamedTemporaryFile("w", prefix="mlcc-", suffix=".ll", delete=False, encoding="utf-8") as file:
        file.write(text)
    return Path(file.name)


def optimize(module: Any, machine: Any, opt_level: int, *, scheduled: bool) -> None:
    """Run the passes for an optimisation level: none for 0, else the pipelines of this module."""
    llvm = initialize()
    if opt_level <= 0:
        return
    tuning = llvm.create_pipeline_tuning_options(speed_level=min(opt_level, 3))
    tuning.loop_vectorization = not scheduled
    tuning.slp_vectorization = False
    tuning.loop_interleaving = tuning.loop_unrolling = not scheduled
    builder = llvm.create_pass_builder(machine, tuning)
    if scheduled and opt_level < 3:
        _run(_SHORT, module, builder)
    else:
        builder.getModulePassManager().run(module, builder)


def tidy(module: Any, machine: Any) -> None:
    """Simplify a module that was put together from optimised programs."""
    llvm = initialize()
    _run(_JOINED, module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1)))


def _run(passes: Sequence[str], module: Any, builder: Any) -> None:
    manager = initialize().create_new_module_pass_manager()
    for name in passes:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)


def compile_ir(text: str, target: Target, form: str = "o", opt_level: int = 2, *, scheduled: bool = False) -> bytes:
    """LLVM IR text to `form`: ``o`` object, ``s`` assembly, ``ll`` optimised IR, ``bc`` bitcode.

    `scheduled`: no function has loops that LLVM should vectorize. Raises MlccError G203 for an
    unknown form, InternalError when LLVM rejects the text.
    """
    if form not in FORMS:
        raise MlccError("G203", f"unknown output form `{form}`", help=choices_help(form, FORMS, "forms"))
    machine = shared_machine(target, opt_level)
    module = parse_ir(text, target, machine)
    optimize(module, machine, opt_level, scheduled=scheduled)
    return emitted(module, machine, form)


def emit_bitcode(code: bytes, target: Target, opt_level: int = 2) -> bytes:
    """Optimised bitcode to an object file."""
    llvm = initialize()
    machine = shared_machine(target, opt_level)
    return emitted(llvm.parse_bitcode(code), machine, "o")


def emitted(module: Any, machine: Any, form: str) -> bytes:
    """A module in one of :data:`FORMS`."""
    if form == "o":
        return bytes(machine.emit_object(module))
    if form == "s":
        return str(machine.emit_assembly(module)).encode()
    return str(module).encode() if form == "ll" else bytes(module.as_bitcode())


def compile_to_object(text: str, target: Target, opt_level: int = 2, *, scheduled: bool = False) -> bytes:
    """LLVM IR text to an object file."""
    return compile_ir(text, target, "o", opt_level, scheduled=scheduled)
