"""What an artefact takes of a machine's memory: of a model before it is built, and of a file that was built."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.target import DEVICE_KINDS

from .artefact import Artefact
from .c_files import c_description
from .files import SUFFIXES, read_bytes
from .modules import Shapes, read_module
from .options import BuildOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlcc.codegen.llvm import Frame
    from mlcc.diagnostics import Diagnostic
    from mlcc.runtime import FunctionSpec, ModuleSpec, Occupied

#: A number of bytes, or an expression of symbolic sizes.
Bytes = int | str


@dataclass(frozen=True)
class Flash:
    """What is read only, in bytes: `code` (None where only a compiler can say), and `constants` other than weights.

    `measured` is false for the code of C text, which LLVM's code of the same loops stands for.
    """

    code: int | None
    constants: int
    weights: int
    measured: bool = True

    @property
    def total(self) -> int | None:
        return None if self.code is None else self.code + self.constants + self.weights


@dataclass(frozen=True)
class FunctionMemory:
    """What one function takes while it runs, in bytes. `live` is the largest sum of values in the workspace at once;
    `stack` is a bound (None: not known), without the functions `outside`, which come from a C library or compiler."""

    name: str
    workspace: Bytes
    live: int | None
    stack: int | None
    inputs: Bytes
    outputs: Bytes
    outside: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        """Without the constants; None where a part is not known before the program runs."""
        parts = (self.workspace, self.stack, self.inputs, self.outputs)
        return sum(part for part in parts if isinstance(part, int)) if all(isinstance(p, int) for p in parts) else None


@dataclass(frozen=True)
class Layer:
    """One call of a kernel: `memory` is what is in use of the workspace while it runs, `weights` what it reads,
    `code` is the kernel's, with the bodies of its parallel loops, and `stack` what it takes with all that it calls
    (None: it has become a part of its caller, or is not known)."""

    kernel: str
    nodes: tuple[str, ...]
    memory: int | None
    weights: Bytes | None
    code: int | None
    stack: int | None


@dataclass(frozen=True)
class Memory:
    """The figures of an artefact. `built` says whether they are those of a file; `variables` are the bytes of RAM that
    it has besides what its functions take."""

    name: str
    target: str
    runtime: str
    built: bool
    flash: Flash
    variables: int
    functions: tuple[FunctionMemory, ...]
    layers: tuple[Layer, ...] = field(default=())

    def data(self) -> dict[str, Any]:
        """As JSON has it, with the sums."""
        result = asdict(self)
        result["flash"]["total"] = self.flash.total
        for item, function in zip(result["functions"], self.functions, strict=True):
            item["total"] = function.total
        return result


def memory_of(
    name: str,
    *,
    target: str | None = None,
    runtime: str | None = None,
    costs: str | None = None,
    shapes: Shapes | None = None,
    on_warning: Callable[[Diagnostic], None] | None = None,
) -> Memory:
    """The memory of a model or program (`target` and the others are those of a build), or of a built file, which says
    them itself. Raises as a build does, D120 for options of a build with a built file, R321 and R322."""
    if Path(name).suffix in SUFFIXES:
        from .cost_files import targets_with_costs

        machines = targets_with_costs(target, costs, runtime)
        source, module = read_module(name, shapes, mapped=True, on_warning=on_warning)
        options = [BuildOptions(machine, source.stem, on_warning=on_warning) for machine in machines]
        return artefact_memory(Artefact.of(module, *options), name)
    if any(item is not None for item in (target, runtime, costs)) or shapes:
        from mlcc.diagnostics import MlccError

        raise MlccError("D120", f"`{name}` is built, and says itself for what", help="leave --target, --runtime, "
                        "--costs and --shape out, or give the model")  # fmt: skip
    return c_file_memory(name) if Path(name).suffix == ".c" else file_memory(name)


# ---------------------------------------------------------------- before a build
def artefact_memory(artefact: Artefact, name: str) -> Memory:
    """The memory of an artefact that is not written anywhere: its programs are compiled, and nothing is linked."""
    target = artefact.options.target
    if target.kind in DEVICE_KINDS:
        return _described(artefact.spec, name, None)
    if target.kind == "c":
        return _of_text(artefact, name)
    found = _occupied(artefact.linkable[0])
    frames = _frames(artefact)
    plain = _described(artefact.spec, name, found, outside_weights=True, built=False)
    functions = tuple(
        _with_stack(item, function, artefact, frames)
        for item, function in zip(plain.functions, artefact.spec.functions, strict=True)
    )
    return replace(plain, functions=functions, layers=tuple(_layers(artefact, found, frames)))


def _of_text(artefact: Artefact, name: str) -> Memory:
    """C text: its own weights and workspace, with the code of LLVM for the same machine in place of the compiler's."""
    from mlcc.target import Target

    options = artefact.options
    machine = Target.parse("llvm" + str(options.target).removeprefix("c"))
    other = artefact_memory(Artefact.of(artefact.module, replace(options, target=machine)), name)
    own = _described(artefact.spec, name, None, built=False)
    code = replace(own.flash, code=other.flash.code, constants=other.flash.constants, measured=False)
    functions = tuple(
        replace(mine, stack=theirs.stack, outside=theirs.outside)
        for mine, theirs in zip(own.functions, other.functions, strict=True)
    )
    layers = tuple(_layers(artefact, None, {}))
    sizes = {layer.kernel: layer.code for layer in other.layers}
    return replace(
        own, flash=code, functions=functions, layers=tuple(replace(k, code=sizes.get(k.kernel)) for k in layers)
    )


def _occupied(code: bytes) -> Occupied | None:
    from mlcc.runtime import occupied

    return occupied(code)


def _frames(artefact: Artefact) -> Mapping[str, Frame]:
    """The frames of all functions, by name."""
    from mlcc.codegen.llvm import StackFrames

    from .processes import run_apart

    target = artefact.options.target
    frames: dict[str, Frame] = run_apart([StackFrames(artefact.bitcode, target, artefact.options.opt_level)], target)[0]
    return frames


def _with_stack(
    item: FunctionMemory, function: FunctionSpec, artefact: Artefact, frames: Mapping[str, Frame]
) -> FunctionMemory:
    from mlcc.codegen.llvm import outside_calls, stack_bound
    from mlcc.runtime import undefined, weights_symbol

    spec = artefact.spec
    entry = spec.symbol(function, "run" if spec.runtime == "none" else "")
    code = artefact.linkable[0]
    others = undefined(code) - {weights_symbol(spec.prefix)} if code[:4] == b"\x7fELF" else frozenset()
    bound = stack_bound(frames, entry, artefact.options.target.pointer_bits // 8)
    return replace(item, stack=bound, outside=outside_calls(frames, others, entry))


def _layers(artefact: Artefact, found: Occupied | None, frames: Mapping[str, Frame]) -> Iterable[Layer]:
    """The calls of the graph functions, in order."""
    from mlcc.codegen.llvm import kernel_symbol, stack_bound
    from mlcc.ir import as_int

    form = artefact.forms[-1]
    sizes = {} if found is None else found.functions
    pointer = form.options.target.pointer_bits // 8
    for site in form.lowered.calls:
        symbol = kernel_symbol(site.kernel, form.options.form)
        own = [nbytes for name, nbytes in sizes.items() if name == symbol or name.startswith(f"{symbol}.")]
        weights = as_int(site.weights)
        yield Layer(
            site.kernel, site.nodes, site.live, site.weights.script() if weights is None else weights,
            sum(own) if own else None, stack_bound(frames, symbol, pointer) if symbol in frames else None,
        )  # fmt: skip


# ---------------------------------------------------------------- what was built
def file_memory(name: str) -> Memory:
    """The memory of a library or an object. Raises R321 for a file that cannot be read, R322 for another one."""
    import tempfile

    from mlcc.runtime import inspect, map_file, temporary_prefix

    if name == "-":
        with tempfile.NamedTemporaryFile(prefix=temporary_prefix("stdin"), suffix=".so") as file:
            file.write(read_bytes(name))
            file.flush()
            return replace(file_memory(file.name), name=name)
    _, spec = inspect(name)
    return _described(spec, name, _occupied(map_file(Path(name))))  # type: ignore[arg-type]


def c_file_memory(name: str) -> Memory:
    """The memory of C text that mlcc wrote, whose code is its compiler's matter. Raises D101, D102, R322, R325."""
    return _described(c_description(read_bytes(name).decode("utf-8", "replace"), name), name, None)


def _described(
    spec: ModuleSpec, name: str, found: Occupied | None, *, outside_weights: bool = False, built: bool = True
) -> Memory:
    """The figures of a description and of the sections of a file. `outside_weights`: these are not in the sections."""
    if found is None:
        flash, variables = Flash(None, 0, spec.weights_bytes), spec.arena_bytes
    else:
        inside = 0 if outside_weights else spec.weights_bytes
        kept = found.description if spec.runtime != "none" else 0  # which linkers leave out of a program
        flash = Flash(found.code, max(0, found.constants - inside) + kept, spec.weights_bytes)
        variables = found.data + found.zeros
    functions = tuple(_function(function) for function in spec.functions)
    # an arena of the library is the workspace of its functions already
    return Memory(
        os.fspath(name), str(spec.target.get("text", spec.triple)), spec.runtime, built, flash,
        max(0, variables - spec.arena_bytes), functions,
    )  # fmt: skip


def _function(function: FunctionSpec) -> FunctionMemory:
    tensors = function.tensors
    return FunctionMemory(
        function.name,
        function.workspace_bytes if function.static_workspace is None else function.static_workspace,
        function.metadata.get("live_bytes"),
        None,
        _tensor_bytes([(t.shape, t.dtype) for t in tensors if t.role != "output"]),
        _tensor_bytes([(t.shape, t.dtype) for t in tensors if t.role == "output"]),
    )


def _tensor_bytes(tensors: Sequence[tuple[tuple[Bytes, ...], str]]) -> Bytes:
    """The sum of the sizes of tensors."""
    from mlcc.ir import dtype as dt

    known, unknown = 0, []
    for shape, dtype in tensors:
        count, symbols = dt.nbytes(dtype), []
        for extent in shape:
            if isinstance(extent, int) or re.fullmatch(r"\d+", extent):
                count *= int(extent)
            else:
                symbols.append(f"{extent}")
        if symbols:
            unknown.append(" * ".join([*symbols, str(count)]))
        else:
            known += count
    return " + ".join([*unknown, *([str(known)] if known else [])]) if unknown else known
