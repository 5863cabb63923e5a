"""What a model calls to print and to debug: `nn.op.print_` and `nn.op.debug_func` of models."""

from __future__ import annotations

import json
import sys
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.registered import REGISTERED


def invoke_debug_func(state: Any, said: Any, *arrays: Any) -> None:
    """Call the registered function that the JSON text of the bytes `said` names, with the arrays of its arguments; the
    last array gets `state`. Raises R344 when no function of the name is registered."""
    facts = json.loads(bytes(said))
    function = REGISTERED.get(facts["name"])
    if function is None:
        raise MlccError("R344", f"no function `{facts['name']}` is registered, which the model calls at "
                        f"{facts['line']}", help=choices_help(facts["name"], REGISTERED, "functions"))  # fmt: skip
    given = iter(arrays)
    args = [_argument(kind, value, given) for kind, *value in facts["args"]]
    function(facts["line"], *args)
    arrays[-1][...] = state


def _argument(kind: str, value: list[Any], given: Any) -> Any:
    if kind == "value":
        return value[0]
    array = next(given)
    return int(array) if kind == "size" else array.copy()


def debug_print(line: str, array: Any) -> None:
    """Print an array after its line, shape and element type."""
    sys.stdout.write(f"[{line}] {array.dtype} {list(array.shape)}\n{array}\n")
    sys.stdout.flush()


REGISTERED.update({"mlcc.invoke_debug_func": invoke_debug_func, "vm.builtin.debug_print": debug_print})
