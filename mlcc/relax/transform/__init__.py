"""Graph passes, one file each. The modules of this folder are loaded, and every pass in them is a name of it."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from mlcc.ir.transform import CreatedPass as DataflowBlockPass
from mlcc.ir.transform import PassContext, PassInfo, Sequential, dataflowblock_pass, function_pass, module_pass
from mlcc.late_names import loader
from mlcc.plugins import plugins

from .fuse_by_pattern import FusionPattern, PatternCheckContext
from .left_out import LEFT_OUT
from .pass_ import FunctionPass, Pass


def _passes() -> Iterator[type[Pass]]:
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        if info.name != "pass_":
            defined = (item for item in vars(module).values() if getattr(item, "__module__", "") == module.__name__)
            yield from (item for item in defined if isinstance(item, type) and issubclass(item, Pass))


#: Every pass by name.
PASSES: dict[str, type[Pass]] = {item.__name__: item for item in _passes()}
globals().update(PASSES)


def installed_passes() -> dict[str, type[Pass]]:
    """The passes of installed packages, by the name of their class. Raises MlccError D226."""
    found: dict[str, type[Pass]] = {}
    for plugin in plugins("mlcc.passes"):
        item = plugin.value
        if not issubclass(item, Pass) or not isinstance(getattr(item, "before", None), str):
            raise plugin.error(f"gives {item.__name__}, which is no graph pass with a position",
                               help="derive it from `mlcc.relax.transform.Pass`, and name a phase: "
                               '`before: ClassVar[str] = "FuseOps"`')  # fmt: skip
        if item.__name__ in PASSES:
            raise plugin.error(f"has the name of a pass of mlcc, {item.__name__}")
        found[item.__name__] = item
    return found


def pass_of(name: str) -> type[Pass]:
    """The pass of a name: of mlcc, or of an installed package."""
    return PASSES[name] if name in PASSES else installed_passes()[name]


__all__ = [
    "PASSES", "DataflowBlockPass", "FunctionPass", "FusionPattern", "Pass",
    "PassContext", "PassInfo", "PatternCheckContext", "Sequential", "dataflowblock_pass", "function_pass",
    "installed_passes", "module_pass", "pass_of", *PASSES,
]  # fmt: skip


_late = loader(__name__)


def __getattr__(name: str) -> Any:
    """The passes of layers above. Raises AttributeError, for one of TVM's that is not here with what to use instead."""
    if name in LEFT_OUT:
        raise AttributeError(f"`relax.transform.{name}` is not in mlcc: {LEFT_OUT[name]}")
    return _late(name)
