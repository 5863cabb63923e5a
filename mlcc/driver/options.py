"""The settings of a build."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import Diagnostic, MlccError, Severity

if TYPE_CHECKING:
    from mlcc.relax.generators import Request
    from mlcc.runtime import Library
    from mlcc.target import Target

    from .profile import Profile
    from .tuned import Choices

#: Takes the times of a library, by its name in the profile and files of inputs.
Measure = Callable[["Library", str, Sequence[str]], "Profile"]

#: The 16-bit types that products may be lowered to.
NARROW = ("bfloat16", "float16")


#: What `--rounding` accepts. `standard`: every partial sum of 16-bit floats is rounded, as in ONNX's reference.
ROUNDINGS = ("standard",)

#: Where a C file has its constants: in a file beside it when they are many, in its text, or in the file.
CONSTANTS = ("auto", "embed", "file")


@dataclass(frozen=True)
class BuildOptions:
    """The settings of a build. `schedules` are YAML files (or `auto`) applied before those of the
    library, which `library_schedules` enables. Without `winograd`, all convolutions use the direct method. With
    `profile`, graph functions time every kernel that they call.

    `symbols` is the name of the text that debuggers show for programs that come from no file; empty: no symbols.

    `extern` are the code generators that take parts of the module (see `mlcc.extern`), in this order.

    With `allow_extern`, library functions that nothing provides yet may be called: their providers come at load.

    `precision` is the type to which products of a float32 model round their operands (see :data:`PRECISIONS`), or
    empty for the precision that the model states; layers named in `keep` stay float32. `rounding` says how sums of
    16-bit floats round: empty for once, or one of :data:`ROUNDINGS`.

    `tuned` are schedules that records of measurements prove to be faster, by program (see `driver/tuned.py`).

    `constants` is one of :data:`CONSTANTS`: where the constants of a C file are.

    `linker` is one of :data:`mlcc.runtime.LINKERS`: what links a shared library.

    With `objects` the processes that compile programs also emit their object files, of which a shared library is
    linked.

    With `program` the library is also a program; with `selftest` it can test itself (see `runtime.program`).

    `form` is part of the names of kernels where the artefact has several forms of them: the name of the form's CPU.

    `recipe` is what the artefact keeps of how it was made, for `mlcc rebuild` (see `recipes`).

    `measure` takes the times of kernels that an output shows (see `profiling.profile_of`).

    `observe` is called with each phase's name and result (for dumps and progress): a module, or from `schedule` on
    a function that computes the complete result, since a build skips what is cached. `on_warning` is called with
    diagnostics that do not stop the build.
    """

    target: Target
    name: str = "module"
    prefix: str = "mlcc"
    opt_level: int = 2
    schedules: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    library_schedules: bool = True
    winograd: bool = True
    precision: str = ""
    rounding: str = ""
    keep: frozenset[str] = frozenset()
    profile: bool = False
    symbols: str = ""
    allow_extern: bool = False
    extern: tuple[Request, ...] = ()
    tuned: Choices = field(default_factory=dict)
    constants: str = "auto"
    linker: str = "auto"
    objects: bool = False
    program: bool = False
    selftest: bool = False
    form: str = ""
    recipe: Mapping[str, Any] = field(default_factory=dict)
    measure: Measure | None = None
    observe: Callable[[str, Any], None] | None = None
    on_warning: Callable[[Diagnostic], None] | None = None

    def __post_init__(self) -> None:
        if not (self.prefix.isidentifier() and self.prefix.isascii()):
            raise MlccError(
                "D120",
                f"the prefix `{self.prefix}` cannot begin a C name",
                help="use letters, digits and `_`, and no digit first",
            )
        if self.rounding not in ("", *ROUNDINGS):
            raise MlccError(
                "D183", f"there is no rounding `{self.rounding}`", help=f"it is one of {', '.join(ROUNDINGS)}"
            )

    @property
    def pass_settings(self) -> dict[str, object]:
        """The settings that graph passes take, by the names of their fields."""
        precision = self.precision if self.precision in NARROW else ""
        return {
            "winograd": self.winograd,
            "precision": precision,
            "rounding": self.rounding,
            "keep": self.keep,
            "extern": self.extern,
            "prefix": self.prefix,
        }

    def warn(self, error: MlccError, note: str) -> None:
        """Report an error that does not stop the build as a warning."""
        if self.on_warning is not None:
            for item in error.diagnostics:
                self.on_warning(replace(item, severity=Severity.WARNING, notes=(*item.notes, note)))
