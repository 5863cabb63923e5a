"""What an interpreter needs that this process starts."""

from __future__ import annotations

import os
import sys


def environment(**changes: str) -> dict[str, str]:
    """This process's variables with `changes`, and PYTHONPATH: the child must import the same package, wherever this
    one imported it from."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **changes}
