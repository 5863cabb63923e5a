"""The target: one frozen record, its textual form, and the facts that follow from it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, choices_help

from .check_names import check_names
from .costs import Costs, Given, Machine, Number, costs_of, read_costs
from .features import (
    FEATURE_LEVELS,
    apply_attributes,
    has_fma,
    has_half_conversion,
    matrix_types,
    vector_bits,
    vector_registers,
)
from .host import default_cores, host_caches, host_cores, host_cpu, known_cpu_caches
from .known import BASELINES, CPUS, Caches, arch_of, default_runtime, normal_triple, pair_rate
from .option_words import option_words
from .tvm_words import expanded

#: What code is written in: machine code by LLVM, C source text, or kernels for a device as source text.
KINDS = ("llvm", "c", "opencl", "cuda", "nvptx")
DEVICE_KINDS = ("opencl", "cuda", "nvptx")
#: The triple of kernels that LLVM compiles, and the processor that they need if none is named.
DEVICE_TRIPLE = "nvptx64-nvidia-cuda"
_DEVICE_CPU = "sm_80"
#: What code may ask of the system that it runs in: the C library and threads; the C library; nothing but memcpy,
#: memmove, memset and the support functions of its compiler.
RUNTIMES = ("full", "minimal", "none")
_KEYS = ("mcpu", "mtriple", "mattr", "num-cores", "runtime", "costs")
_BITS = {"bool": 8, "float16": 16, "bfloat16": 16, "handle": 64}


class _FromText(type):
    """Lets ``Target("llvm -mcpu=…")`` and ``Target({"kind": "llvm", …})`` be :meth:`Target.parse`, as in TVM."""

    def __call__(cls, *args: Any, **fields: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], str | Mapping | Target) and not set(fields) - {"host"}:
            return Target.parse(args[0])
        return super().__call__(*args, **fields)


@dataclass(frozen=True, slots=True)
class Target(metaclass=_FromText):
    """The machine that code is generated for.

    `mcpu` and `mattr` are LLVM's options; the other fields are facts that schedules may refer to. Equal
    targets give equal artefacts. Build one with :meth:`parse` (or ``Target(text)``), :meth:`host` or :meth:`default`.
    A ``with target:`` makes it the default of what is built inside.
    """

    triple: str
    mcpu: str
    mattr: tuple[str, ...]
    num_cores: int
    features: frozenset[str]
    vector_bits: int
    vector_registers: int
    has_fma: bool
    has_half_conversion: bool
    l1_bytes: int
    l2_bytes: int
    l3_bytes: int
    line_bytes: int
    is_host: bool = False
    #: Code uses `features` only, and nothing else that LLVM knows of the CPU, whose name then is what to tune for.
    exact: bool = False
    #: Cost facts that were stated, in place of those of the table.
    given_costs: Given = ()
    #: One of :data:`KINDS`.
    kind: str = "llvm"
    #: One of :data:`RUNTIMES`.
    runtime: str = "full"

    # ------------------------------------------------------------ making
    if TYPE_CHECKING:  # for type checkers, which do not see what the metaclass accepts

        def __init__(self, *text_or_fields: Any, **fields: Any) -> None: ...

    @classmethod
    def parse(cls, text: str | Mapping[str, Any] | Target | None = None) -> Target:
        """Read ``llvm -mcpu=... -mtriple=... -mattr=+a,-b -num-cores=N -costs=name:value,...``; None or "" is the host.
        A mapping has the options as its keys: ``{"kind": "llvm", "mcpu": "…", "mattr": ["+a"], "num-cores": 4}``.
        ``c``, with the same options, is C source text whose loops are laid out for that machine. ``nvptx`` takes the
        device's processor as `mcpu`: ``nvptx -mcpu=sm_90``.

        Raises MlccError G101 (unknown option or malformed), G102 (triple), G103 (CPU), G104
        (feature), G106 (cost fact), each with the valid choices; G107 for several CPUs (see :func:`parse_forms`).
        """
        if isinstance(text, Target):
            return text
        if isinstance(text, Mapping):
            text = _option_text(text)
        text = expanded(text)
        if text is None or not text.strip():
            return cls.default()
        if text.strip() in ("llvm", "host", "native", "cpu"):
            return cls.host()
        return _parse(text)

    @classmethod
    def from_device(cls, device: Any) -> Target:
        """The target of a device of this machine: of ``mlcc.cpu()``, ``mlcc.cuda()``, or its name."""
        return cls.parse(str(getattr(device, "kind", device)).partition(":")[0])

    @classmethod
    def host(cls) -> Target:
        """This machine, all the cores this process may use. Imports llvmlite."""
        return _host_target(host_cores())

    @classmethod
    def default(cls) -> Target:
        """The target used when none is given: that of the innermost ``with target:``, else the host."""
        inside = _CURRENT.get()
        return inside[-1] if inside else cls.host()

    @classmethod
    def current(cls, allow_none: bool = True) -> Target | None:
        """The target of the innermost ``with target:``; outside, None, or with `allow_none` False the host."""
        inside = _CURRENT.get()
        return inside[-1] if inside else None if allow_none else cls.host()

    def __enter__(self) -> Target:
        _CURRENT.set((*_CURRENT.get(), self))
        return self

    def __exit__(self, *_: object) -> None:
        _CURRENT.set(_CURRENT.get()[:-1])

    def with_cores(self, count: int) -> Target:
        """The same target with another number of cores."""
        return replace(self, num_cores=count)

    def with_costs(self, facts: Given) -> Target:
        """The same target with stated cost facts; they replace those stated before."""
        return replace(self, given_costs=tuple(sorted({**dict(self.given_costs), **dict(facts)}.items())))

    def with_runtime(self, runtime: str) -> Target:
        """The same target with another runtime, of :data:`RUNTIMES`. Raises MlccError G101."""
        if runtime not in RUNTIMES:
            raise MlccError(
                "G101", f"there is no runtime `{runtime}`", help=choices_help(runtime, RUNTIMES, "runtimes")
            )
        if runtime == "full":
            return replace(self, runtime=runtime)
        # the system must be asked for the tile registers of AMX
        features = frozenset(name for name in self.features if not name.startswith("amx-"))
        mattr = tuple(item for item in self.mattr if not item.startswith("+amx-"))
        return replace(self, runtime=runtime, num_cores=1, features=features, mattr=mattr)

    # ------------------------------------------------------------ facts
    @property
    def has_threads(self) -> bool:
        """Whether parallel loops run on several threads."""
        return self.runtime == "full"

    @property
    def keeps_values(self) -> bool:
        """Whether libraries keep what follows from the sizes of a call between calls."""
        return self.kind == "llvm" and self.runtime == "full"

    @property
    def has_heap(self) -> bool:
        """Whether code may allocate memory."""
        return self.runtime != "none"

    @property
    def arch(self) -> str:
        """``x86_64``, ``aarch64``, ``armv7``, ``riscv64`` …"""
        return arch_of(self.triple)

    @property
    def pointer_bits(self) -> int:
        return 32 if self.arch in ("armv7", "thumb", "i686", "riscv32", "wasm32") else 64

    @property
    def largest_bytes(self) -> int:
        """The size limit of a buffer: the user address space."""
        return 2**31 - 1 if self.pointer_bits == 32 else 2**47

    @property
    def llvm_cpu(self) -> str:
        """The CPU whose instructions LLVM may use without further features."""
        return BASELINES[self.arch].cpu if self.exact else self.mcpu

    @property
    def feature_string(self) -> str:
        """``+a,-b``, in LLVM's syntax: what :attr:`llvm_cpu` has more or less."""
        named = [f"+{name}" for name in sorted(self.features)] if self.exact else []
        return ",".join((*named, *self.mattr))

    def vector_lanes(self, dtype: str = "float32") -> int:
        """Elements of `dtype` in one vector register (at least 1)."""
        bits = _BITS.get(dtype)
        if bits is None:
            bits = int("".join(c for c in dtype if c.isdigit()) or "32")
        return max(1, self.vector_bits // bits)

    @property
    def has_masks(self) -> bool:
        """Whether instructions on vectors of elements of every width have masks, which cost nothing."""
        return "avx512bw" in self.features

    @property
    def has_odd_vectors(self) -> bool:
        """Whether vectors may have any number of lanes; in source text it is a power of two."""
        return self.kind == "llvm"

    @property
    def pairs_lanes(self) -> bool:
        """Whether a vector of words is one of their halves, the lower half first."""
        return self.kind == "llvm" and self.arch not in ("s390x", "powerpc64")

    def has_tiles(self, dtype: str) -> bool:
        """Whether there are tile registers that multiply elements of `dtype`, bfloat16, float16 or int8 (AMX)."""
        unit = {"bfloat16": "amx-bf16", "float16": "amx-fp16", "int8": "amx-int8"}[dtype]
        return self.arch == "x86_64" and {"amx-tile", unit} <= self.features

    @property
    def has_byte_dots(self) -> bool:
        """Whether an instruction adds products of four bytes to a word, which is faster than products of float32."""
        return bool(self.features & {"avx512vnni", "avxvnni", "amx-int8", "dotprod", "i8mm"})

    @property
    def costs(self) -> Costs:
        """What things cost here: the facts that decisions of passes and schedules are made by."""
        machine = Machine(
            self.vector_lanes("float32"), self.vector_registers, self.l1_bytes, self.l2_bytes,
            tiles_bf16=self.has_tiles("bfloat16"), tiles_int8=self.has_tiles("int8"),
            byte_dots=self.has_byte_dots,
            short_dots=self.kind == "llvm" and self.arch == "x86_64",
            matrix_types=matrix_types(self.arch, self.features),
            pair_rate=pair_rate(self.arch, self.mcpu, self.features),
            half_conversion=self.has_half_conversion,
            byte_tables=self.kind == "llvm" and "avx512vbmi" in self.features,
        )  # fmt: skip
        return costs_of(machine, tuple(sorted({**dict(self.measured_costs), **dict(self.given_costs)}.items())))

    @property
    def measured_costs(self) -> Given:
        """Cost facts of the table that another value was measured for on this CPU."""
        return CPUS[self.mcpu].measured if self.mcpu in CPUS else ()

    def facts(self) -> Mapping[str, Number]:
        """The numbers that schedules may refer to by name: what the machine has, then what things cost on it."""
        return _facts(self)

    def machine_facts(self) -> dict[str, int]:
        """What the machine has: vectors, cores and caches."""
        return {
            "vector_lanes": self.vector_lanes("float32"),
            "vector_bits": self.vector_bits,
            "vector_registers": self.vector_registers,
            "num_cores": self.num_cores,
            "l1_bytes": self.l1_bytes,
            "l2_bytes": self.l2_bytes,
            "l3_bytes": self.l3_bytes,
            "line_bytes": self.line_bytes,
        }

    def __str__(self) -> str:
        """The canonical text; :meth:`parse` gives an equal target back on the same machine."""
        parts = [self.kind, f"-mcpu={self.mcpu}", f"-mtriple={self.triple}"]
        if self.mattr and not self.is_host and self.kind == "llvm":
            parts.append(f"-mattr={','.join(self.mattr)}")
        parts.append(f"-num-cores={self.num_cores}")
        if self.runtime != default_runtime(self.triple):
            parts.append(f"-runtime={self.runtime}")
        if self.given_costs:
            parts.append("-costs=" + ",".join(f"{name}:{value}" for name, value in self.given_costs))
        return " ".join(parts)


_CURRENT: ContextVar[tuple[Target, ...]] = ContextVar("targets", default=())


# ---------------------------------------------------------------- host
@functools.lru_cache(maxsize=8)
def _host_target(cores: int) -> Target:
    cpu = host_cpu()
    caches = host_caches() or known_cpu_caches(cpu.name)
    attributes = [f"+{f}" for f in sorted(cpu.features)] + [f"-{f}" for f in sorted(cpu.absent)]
    if "avx512f" in cpu.features:
        # The CPU's tuning prefers 256-bit vectors; schedules are tuned for 512-bit ones.
        attributes.append("-prefer-256-bit")
    return _make(cpu.triple, cpu.name, tuple(attributes), cores, cpu.features, caches, True)


def _make(
    triple: str,
    cpu: str,
    attributes: tuple[str, ...],
    cores: int,
    features: frozenset[str],
    caches: Caches,
    is_host: bool,
) -> Target:
    arch = arch_of(triple)
    return Target(
        triple=triple,
        mcpu=cpu,
        mattr=attributes,
        num_cores=cores,
        features=features,
        vector_bits=vector_bits(arch, features),
        vector_registers=vector_registers(arch, features),
        has_fma=has_fma(arch, features),
        has_half_conversion=has_half_conversion(arch, features),
        l1_bytes=caches.l1,
        l2_bytes=caches.l2,
        l3_bytes=caches.l3,
        line_bytes=caches.line,
        is_host=is_host,
    )


# ---------------------------------------------------------------- text
def split_options(text: str) -> dict[str, str]:
    words = option_words(text) or [""]
    if words[0] not in KINDS:
        raise MlccError(
            "G101",
            f"unknown target kind `{words[0]}`",
            help=f"`llvm -mcpu={words[0]}` compiles for this processor; quote both words for a shell"
            if words[0] in CPUS
            else "write `llvm` or `c`, and options: `llvm -mcpu=x86-64-v3 -mtriple=x86_64-linux-gnu -num-cores=4`",
        )
    options: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.lstrip("-").partition("=")
        if not word.startswith("-") or key not in _KEYS:
            raise MlccError(
                "G101",
                f"unknown target option `{word}`",
                help=choices_help(key, _KEYS, "options"),
            )
        if not equals or not value:
            raise MlccError("G101", f"target option `-{key}` needs a value: `-{key}=…`")
        if key in options:
            raise MlccError("G101", f"target option `-{key}` is given twice")
        options[key] = value
    return options


def _option_text(options: Mapping[str, Any]) -> str:
    """The text of a target that is given as a mapping; TVM's `keys`, `tag` and `host` name no fact of a CPU."""
    words = [str(options.get("kind", "llvm"))]
    for key, value in options.items():
        if key not in ("kind", "keys", "tag", "host") and value not in (None, "", [], ()):
            words.append(f"-{key}={','.join(map(str, value)) if isinstance(value, list | tuple) else value}")
    return " ".join(words)


def _parse(text: str) -> Target:
    options, kind = split_options(text), text.split()[0]
    device_cpu = _device_cpu(options.pop("mcpu", _DEVICE_CPU)) if kind == "nvptx" else None
    if "," in options.get("mcpu", ""):
        raise MlccError(
            "G107", f"one CPU is needed here, and `-mcpu={options['mcpu']}` names several",
            help="`mlcc build` makes a library for several; name one of them",
        )  # fmt: skip
    target = named(options)
    if kind != "llvm":
        target = _of_source(target, kind)
    if device_cpu is not None:
        target = replace(target, mcpu=device_cpu)
    target = target.with_runtime(options.get("runtime", default_runtime(target.triple)))
    return target.with_costs(_costs(options["costs"])) if "costs" in options else target


def _device_cpu(name: str) -> str:
    """The processor of kernels, which is not that of the host. Raises MlccError G102, G103."""
    from .llvm_names import check_triple, llvm_names

    try:
        check_triple(DEVICE_TRIPLE)
    except MlccError:
        raise MlccError(
            "G102", "the LLVM of this llvmlite has no code generator for `nvptx`",
            help="install llvmlite from PyPI, or use `--target cuda`, whose kernels are text",
        ) from None  # fmt: skip
    known = sorted(cpu for cpu in llvm_names(DEVICE_TRIPLE).cpus if cpu.startswith("sm_"))
    if name not in known:
        raise MlccError("G103", f"unknown processor `{name}` for `nvptx`", help=choices_help(name, known, "processors"))
    return name


def _of_source(target: Target, kind: str) -> Target:
    """The target of source text for a machine: its vectors and caches, and no instruction that C has no operator for.
    Threads of a device have no vectors."""
    made = replace(target, kind=kind, features=frozenset(), has_half_conversion=False, is_host=False, mattr=())
    return replace(made, vector_bits=1, has_fma=True) if kind in DEVICE_KINDS else made


def named(options: Mapping[str, str], *, may_be_host: bool = True) -> Target:
    """The target of options without cost facts. If it is this machine it has this machine's facts, unless they are to
    be those of the table."""
    cores = _cores(options["num-cores"]) if "num-cores" in options else None
    cpu_name = options.get("mcpu")
    attributes = _attributes(options.get("mattr", ""))
    if "mtriple" in options:
        triple = normal_triple(options["mtriple"])
    elif cpu_name is not None and cpu_name in CPUS and CPUS[cpu_name].arch != arch_of(host_cpu().triple):
        triple = CPUS[cpu_name].triple or f"{CPUS[cpu_name].arch}-unknown-linux-gnu"
    else:
        triple = host_cpu().triple
    same_machine = triple == host_cpu().triple
    is_host = cpu_name in (None, "host", "native", host_cpu().name) and same_machine and not attributes
    if is_host and may_be_host:
        return _host_target(cores if cores is not None else default_cores(cpu_name))
    arch = arch_of(triple)
    baseline = BASELINES.get(arch)
    if cpu_name in ("host", "native"):
        cpu_name = None
    llvm_cpu = cpu_name or (baseline.cpu if baseline is not None else "generic")
    check_names(triple, llvm_cpu, attributes)
    level, caches = "none", Caches()
    implied: tuple[str, ...] = ()
    if llvm_cpu in CPUS:
        level, caches = CPUS[llvm_cpu].level, CPUS[llvm_cpu].caches
    elif baseline is not None:
        level = baseline.level
    if baseline is not None and cpu_name in (None, baseline.cpu):
        implied = baseline.attributes
    all_attributes = (*(item for item in implied if item not in attributes), *attributes)
    features = apply_attributes(FEATURE_LEVELS[level], all_attributes)
    if "avx512f" in features:
        all_attributes = (*(a for a in all_attributes if a != "-prefer-256-bit"), "-prefer-256-bit")
    if cores is None:
        cores = default_cores(cpu_name) if same_machine else 1
    return _make(triple, llvm_cpu, all_attributes, cores, features, caches, False)


@functools.lru_cache(maxsize=16)
def _facts(target: Target) -> Mapping[str, Number]:
    """Every expression of a schedule that names a fact asks for them."""
    return MappingProxyType({**target.machine_facts(), **target.costs.facts()})


def _costs(text: str) -> Given:
    """The facts of ``-costs=name:value,…``."""
    values: dict[str, Number | str] = {}
    for item in text.split(","):
        name, _, number = item.partition(":")
        try:
            values[name] = float(number) if not number.isdecimal() else int(number)
        except ValueError:
            values[name] = number
    return read_costs(values, "`-costs`")


def _cores(text: str) -> int:
    if not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= 4096:
        raise MlccError("G101", f"`-num-cores` must be a whole number from 1 to 4096, got `{text}`")
    return int(text)


def _attributes(text: str) -> tuple[str, ...]:
    items = tuple(item for item in text.split(",") if item)
    for item in items:
        if item[0] not in "+-" or len(item) < 2:
            raise MlccError(
                "G104",
                f"feature `{item}` has no sign",
                help=f"write `+{item}` to switch it on or `-{item}` to switch it off",
            )
    return items
