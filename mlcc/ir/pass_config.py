"""The options of `PassContext(config=…)` by TVM's names, and what they do here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError, choices_help


@dataclass(frozen=True, slots=True)
class ConfigOption:
    """An option: the type of its value, and what it does."""

    kind: type
    doc: str


#: Every option; `register_config` adds those of passes that users write.
CONFIG: dict[str, ConfigOption] = {
    "tir.disable_vectorize": ConfigOption(
        bool, "loops of vectors run element by element, and no others become vectors"
    ),
    "tir.disable_assert": ConfigOption(bool, "assertions of tensor programs are left out"),
    "tir.add_lower_pass": ConfigOption(
        list,
        "passes for each tensor program while it is lowered, as pairs (phase, pass): 0 before all others, 1 when"
        " buffers have one index, 2 when loops of vectors are vectors, 3 at the end",
    ),
    "relax.FuseOps.max_depth": ConfigOption(int, "how many operators one program may compute at most"),
}
#: Options of TVM that programs turn off: what they turn on is not there.
OFF = frozenset({"relax.backend.use_cuda_graph"})


def register_config(key: str, kind: type, doc: str = "") -> None:
    """Make `key` an option of `PassContext(config=…)` that a pass may read, with values of the type `kind`.

    Raises T132 for an option that exists with another type.
    """
    before = CONFIG.setdefault(key, ConfigOption(kind, doc))
    if before.kind is not kind:
        raise MlccError("T132", f"the option `{key}` exists already, for values of type `{before.kind.__name__}`")


def checked_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a context. Raises T132 for a name that is none, or a value of another type."""
    named = {f"tir.{key[5:]}" if key.startswith("tirx.") else key: value for key, value in config.items()}
    checked = {key: value for key, value in named.items() if key not in OFF or value}
    for key, value in checked.items():
        option = CONFIG.get(key)
        if option is None:
            raise MlccError(
                "T132", f"`{key}` is no option of a pass context", help=choices_help(key, CONFIG, "options")
            )
        number = option.kind is bool and isinstance(value, int) and value in (0, 1)
        given = tuple if option.kind is list and isinstance(value, tuple) else option.kind
        if not number and (not isinstance(value, given) or option.kind is int and isinstance(value, bool)):
            raise MlccError(
                "T132", f"the option `{key}` is a `{option.kind.__name__}`, given {value!r}", notes=[option.doc]
            )
    return checked
