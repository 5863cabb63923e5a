"""The interface of an artefact as data: modules, functions, arguments; their checks and their JSON.

The driver writes a `ModuleSpec`; the entries, the header and the description are generated from it,
and the loader reads it back from the description in the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from mlcc.diagnostics import MlccError

from .dims import Dim, bare_symbol, static_value, symbols_of
from .dtypes import element_type

#: The version of the description's layout; a loader refuses a newer one.
FORMAT = 1

Role = Literal["input", "output", "inout"]


@dataclass(frozen=True, slots=True)
class TensorSpec:
    """A tensor argument. `shape` entries: numbers, symbols, or expressions (see `dims`)."""

    name: str
    dtype: str
    shape: tuple[Dim, ...]
    role: Role = "input"

    @property
    def written(self) -> bool:
        """Whether the function writes to it."""
        return self.role != "input"


@dataclass(frozen=True, slots=True)
class ScalarSpec:
    """A number as an argument: at the checked interface a tensor of rank 0."""

    name: str
    dtype: str

    @property
    def shape(self) -> tuple[Dim, ...]:
        """A scalar has no axes."""
        return ()

    @property
    def written(self) -> bool:
        """A scalar is never written."""
        return False

    @property
    def role(self) -> Role:
        """A scalar is an input."""
        return "input"


Param = TensorSpec | ScalarSpec

#: The largest extent where none is stated.
UNLIMITED = 2**63 - 1

#: The reach of 32-bit code-relative references.
LARGEST_ARENA = 1 << 30


@dataclass(frozen=True)
class FunctionSpec:
    """One callable function of a module.

    `params` in the order in which a caller passes them (inputs then outputs for a graph function,
    the declared order for a tensor program). The kernel behind it is
    `i32 kernel_symbol(ptr per tensor, scalars, i64 per symbol, ptr workspace)`, the workspace only
    if `workspace_bytes` is not 0. `dims` gives the order of the symbols; by default that of their
    first appearance in the tensors' shapes, without those that are scalar parameters.
    """

    name: str
    params: tuple[Param, ...]
    kernel_symbol: str
    workspace_bytes: Dim = 0
    dims: tuple[str, ...] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def tensors(self) -> tuple[TensorSpec, ...]:
        """The tensor parameters, in order: the pointers that the kernel takes."""
        return tuple(p for p in self.params if isinstance(p, TensorSpec))

    @cached_property
    def scalars(self) -> tuple[ScalarSpec, ...]:
        """The scalar parameters, in order."""
        return tuple(p for p in self.params if isinstance(p, ScalarSpec))

    @cached_property
    def inputs(self) -> tuple[Param, ...]:
        """The parameters that a caller must pass: all but the pure outputs."""
        return tuple(p for p in self.params if p.role != "output")

    @cached_property
    def outputs(self) -> tuple[TensorSpec, ...]:
        """The tensors that only the function writes."""
        return tuple(p for p in self.tensors if p.role == "output")

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that the kernel takes as i64, in its order."""
        if self.dims is not None:
            return self.dims
        scalars = {p.name for p in self.scalars}
        names = (s for p in self.tensors for dim in p.shape for s in symbols_of(dim))
        return tuple(dict.fromkeys(s for s in names if s not in scalars))

    @cached_property
    def dim_ranges(self) -> Mapping[str, tuple[int, int]]:
        """The least and the largest value of symbols for which the program was made; the others may have any."""
        ranges = self.metadata.get("dim_ranges", {})
        return {symbol: (low, UNLIMITED if high is None else high) for symbol, (low, high) in ranges.items()}

    @cached_property
    def static_workspace(self) -> int | None:
        """The size of the workspace if it is static, else None."""
        return static_value(self.workspace_bytes)


@dataclass(frozen=True)
class ExternSpec:
    """One call of a library function by name, as the kernels see it: `i32 symbol(ptr.., i64..)`.

    The order of the symbols is that of their first appearance in the shapes, unless `dims` gives it.
    """

    name: str
    symbol: str
    params: tuple[TensorSpec, ...]
    dims: tuple[str, ...] | None = None

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that the caller passes as i64, in order."""
        if self.dims is not None:
            return self.dims
        return tuple(dict.fromkeys(s for p in self.params for d in p.shape for s in symbols_of(d)))


#: Behind the types of the arguments of a library's function: it returns a status.
STATUS = "status"


@dataclass(frozen=True)
class LibrarySpec:
    """A shared library that kernels call, as the system's loader finds it; `package` says what installs it.

    `functions`: by name, the types of the arguments: ``handle``, ``int32``, ``int64``, ``float32``, ``float64``, or
    ``int32>=1`` for an integer that is passed as 1 if it is smaller; then :data:`STATUS` where the function returns an
    int, which is 0 if it did what it should.
    """

    name: str
    package: str
    functions: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class KernelForm:
    """One form of the kernel behind a function: its symbol, the order of its symbols, whether it takes a workspace."""

    kernel_symbol: str
    dims: tuple[str, ...]
    has_workspace: bool


@dataclass(frozen=True)
class FormSpec:
    """The form of a module's kernels for one CPU: the features that it needs, and its kernels by function."""

    cpu: str
    features: tuple[str, ...]
    kernels: Mapping[str, KernelForm] = field(default_factory=dict)


@dataclass(frozen=True)
class SelfTest:
    """The made-up call by which a library tests its default function: the shape of each parameter, the range (lowest,
    how many) of its integers, and what came out, as words of 8 bytes (see `selftest.expected_words`)."""

    shapes: tuple[tuple[int, ...], ...]
    ranges: tuple[tuple[int, int], ...]
    expected: tuple[int, ...] = ()

    def blank(self) -> SelfTest:
        """The test with zeros for what it expects."""
        return replace(self, expected=(0,) * len(self.expected))


@dataclass(frozen=True)
class ModuleSpec:
    """One module: the exports and the description of its artefact.

    `weights_bytes`: size of the constant blob; `externs`: the library functions called by name;
    `target`, `versions`, `metadata`: JSON-able facts that are only reported (digests, options …).
    `profile_slots`: the number of time slots of `<prefix>_profile`; 0 in ordinary libraries.
    `libraries`: the shared libraries that the artefact opens for its kernels.
    `images`: whether kernels decode images, for which the artefact has the code.
    `kept_areas`: in how many areas functions keep what follows from sizes alone, each of :data:`KEPT_BYTES`.
    `runtime`: what the code asks of its system, one of :data:`mlcc.target.RUNTIMES`.
    `forms`: those of a module for several CPUs, of which the last that the processor runs is taken; else empty.
    `program`: whether the library is also a program (see `program`). `selftest`: its self-test, if it has one.
    """

    name: str
    functions: tuple[FunctionSpec, ...]
    triple: str
    prefix: str = "mlcc"
    weights_bytes: int = 0
    externs: tuple[ExternSpec, ...] = ()
    target: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    profile_slots: int = 0
    forms: tuple[FormSpec, ...] = ()
    libraries: tuple[LibrarySpec, ...] = ()
    images: bool = False
    kept_areas: int = 0
    runtime: str = "full"
    program: bool = False
    selftest: SelfTest | None = None

    @property
    def extern_names(self) -> tuple[str, ...]:
        """The library functions that the kernels call, each once."""
        return tuple(dict.fromkeys(e.name for e in self.externs))

    @property
    def arena_bytes(self) -> int:
        """The size of the static arena: the largest workspace whose size is known, and that code can reach beside it.
        A larger one is allocated at the first call and kept. Smaller runtimes than `full` have none."""
        if self.runtime != "full":
            return 0
        sizes = (f.static_workspace or 0 for f in self.functions)
        return max((size for size in sizes if size <= LARGEST_ARENA), default=0)

    @property
    def default(self) -> FunctionSpec | None:
        """The function that `lib(x)` calls: `main`, else the only one."""
        for function in self.functions:
            if function.name == "main":
                return function
        return self.functions[0] if len(self.functions) == 1 else None

    def symbol(self, function: FunctionSpec, suffix: str = "") -> str:
        """The exported C name of a function's entry; suffix ``raw``, ``workspace_bytes`` …"""
        return f"{self.prefix}_{c_name(function.name)}" + (f"_{suffix}" if suffix else "")

    def exports(self) -> tuple[str, ...]:
        """Every name that the artefact exports, in order."""
        if self.runtime == "none":
            return tuple(self.symbol(function, s) for function in self.functions for s in BARE_SUFFIXES)
        names = [f"{self.prefix}_{n}" for n in MODULE_ENTRIES]
        if self.externs:
            names.append(f"{self.prefix}_bind")
        if self.profile_slots:
            names += [f"{self.prefix}_profile", f"{self.prefix}_timeline"]
        if self.forms:
            names.append(f"{self.prefix}_cpu")
        if self.program:
            names.append(f"{self.prefix}_start")
        if self.selftest is not None:
            names.append(f"{self.prefix}_selftest")
        for function in self.functions:
            names += [self.symbol(function, s) for s in ("", *FUNCTION_SUFFIXES)]
        return tuple(names)


#: The bytes of an area for what a function keeps between calls; a page of it takes memory once something is kept there.
KEPT_BYTES = 1 << 19
MODULE_ENTRIES = ("describe", "last_error", "set_num_threads", "shutdown")
FUNCTION_SUFFIXES = ("with_workspace", "workspace_bytes", "raw")
#: The entries of a function of an artefact with the runtime `none`.
BARE_SUFFIXES = ("run", "workspace_bytes")


def c_name(name: str) -> str:
    """`name` as part of a C identifier: anything else becomes an underscore."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


def check_spec(spec: ModuleSpec) -> None:
    """Raises R335 if no artefact can be built from this description."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", spec.prefix):
        raise MlccError("R335", f"the prefix `{spec.prefix}` is not a C identifier")
    seen: dict[str, None] = {}
    for name in spec.exports():
        if name in seen:
            raise MlccError(
                "R335",
                f"two entries of the module would be called `{name}`",
                notes=["every function `f` also exports `f_raw`, `f_with_workspace` and "
                       "`f_workspace_bytes`, and the module `describe`, `last_error`, "
                       "`set_num_threads` and `shutdown`"],
                help="rename the function",
            )  # fmt: skip
        seen[name] = None
    for function in spec.functions:
        _check_function(function)


def _check_function(function: FunctionSpec) -> None:
    names: set[str] = set()
    for param in function.params:
        element_type(param.dtype)
        if param.name in names:
            raise MlccError("R335", f"`{function.name}` has two parameters `{param.name}`")
        names.add(param.name)
    bound = {p.name for p in function.scalars}
    bound |= {s for t in function.tensors for d in t.shape if (s := bare_symbol(d)) is not None}
    used = {s for t in function.tensors for d in t.shape for s in symbols_of(d)}
    used |= set(symbols_of(function.workspace_bytes)) | set(function.symbols)
    missing = sorted(used - bound)
    if missing:
        raise MlccError(
            "R335",
            f"nothing gives the symbol `{missing[0]}` of `{function.name}` a value",
            notes=["a symbol must be an extent of its own in some parameter, or a scalar"],
        )


def to_json(spec: ModuleSpec) -> str:
    """The description as canonical JSON: the same module gives the same text."""

    def param(p: Param) -> dict[str, Any]:
        if isinstance(p, ScalarSpec):
            return {"name": p.name, "dtype": p.dtype, "scalar": True}
        return {"name": p.name, "dtype": p.dtype, "shape": list(p.shape), "role": p.role}

    functions = [
        {
            "name": f.name,
            "symbol": spec.symbol(f),
            "params": [param(p) for p in f.params],
            "symbols": list(f.symbols),
            "workspace_bytes": f.workspace_bytes,
            "metadata": dict(f.metadata),
        }
        for f in spec.functions
    ]
    whole = {
        "format": FORMAT,
        "name": spec.name,
        "prefix": spec.prefix,
        "triple": spec.triple,
        "functions": functions,
        "arena_bytes": spec.arena_bytes,
        "weights_bytes": spec.weights_bytes,
        "externs": list(spec.extern_names),
        "target": dict(spec.target),
        "versions": dict(spec.versions),
        "metadata": dict(spec.metadata),
        **({"libraries": [_library_facts(item) for item in spec.libraries]} if spec.libraries else {}),
        **({"images": True} if spec.images else {}),
        **({"kept_areas": spec.kept_areas} if spec.kept_areas else {}),
        **({"runtime": spec.runtime} if spec.runtime != "full" else {}),
        **({"program": True} if spec.program else {}),
        **({"selftest": _selftest_facts(spec.selftest)} if spec.selftest is not None else {}),
        **({"profile_slots": spec.profile_slots} if spec.profile_slots else {}),
        **({"forms": [{"cpu": f.cpu, "features": list(f.features)} for f in spec.forms]} if spec.forms else {}),
    }
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _selftest_facts(test: SelfTest) -> dict[str, Any]:
    """The call; what is expected has a section of its own."""
    return {"shapes": [list(shape) for shape in test.shapes], "ranges": [list(span) for span in test.ranges]}


def _selftest_from(data: Mapping[str, Any]) -> SelfTest:
    ranges = tuple((low, limit) for low, limit in data["ranges"])
    return SelfTest(tuple(tuple(shape) for shape in data["shapes"]), ranges)


def _library_facts(library: LibrarySpec) -> dict[str, Any]:
    functions = {name: list(types) for name, types in library.functions.items()}
    return {"name": library.name, "package": library.package, "functions": functions}


def _library_from(data: Mapping[str, Any]) -> LibrarySpec:
    return LibrarySpec(data["name"], data["package"], {k: tuple(v) for k, v in data["functions"].items()})


def from_json(text: str, where: str = "the library") -> ModuleSpec:
    """The description back from its JSON.

    R325 for a format of a newer mlcc, R322 when the text is damaged; `where` names the file.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise MlccError(
                "R325",
                f"{where} was made by another version of mlcc (description format "
                f"{data['format']}; this one reads {FORMAT})",
                help="build it again with this version",
            )
        return ModuleSpec(
            name=data["name"],
            prefix=data["prefix"],
            triple=data["triple"],
            functions=tuple(_function_from(f) for f in data["functions"]),
            weights_bytes=data["weights_bytes"],
            externs=tuple(ExternSpec(name, "", ()) for name in data["externs"]),
            target=data["target"],
            versions=data["versions"],
            metadata=data["metadata"],
            profile_slots=data.get("profile_slots", 0),
            images=data.get("images", False),
            kept_areas=data.get("kept_areas", 0),
            runtime=data.get("runtime", "full"),
            program=data.get("program", False),
            selftest=_selftest_from(data["selftest"]) if "selftest" in data else None,
            forms=tuple(FormSpec(form["cpu"], tuple(form["features"])) for form in data.get("forms", ())),
            libraries=tuple(map(_library_from, data.get("libraries", ()))),
        )
    except (ValueError, KeyError, TypeError):
        raise MlccError("R322", f"the description in {where} is damaged") from None


def _function_from(data: Mapping[str, Any]) -> FunctionSpec:
    return FunctionSpec(
        name=data["name"],
        params=tuple(_param_from(p) for p in data["params"]),
        kernel_symbol="",
        workspace_bytes=data["workspace_bytes"],
        dims=tuple(data["symbols"]),
        metadata=data["metadata"],
    )


def _param_from(data: Mapping[str, Any]) -> Param:
    if data.get("scalar"):
        return ScalarSpec(data["name"], data["dtype"])
    return TensorSpec(data["name"], data["dtype"], tuple(data["shape"]), data["role"])
