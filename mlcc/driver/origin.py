"""What a text that was taken out of a library keeps of it, so that a build of the text has the bytes of the library.

It is an attribute of the module, with a digest of the programs: a text that somebody changed is a program of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from mlcc.ir import IRModule, script, update

#: The attribute of a module.
ORIGIN = "mlcc.origin"
#: The settings of a build that its programs do not have in them, with the option of each.
SETTINGS = {
    "runtime": "--runtime", "prefix": "--prefix", "opt_level": "-O", "linker": "--linker", "profile": "--profile",
    "program": "--program", "selftest": "--selftest", "allow_extern": "--allow-extern",
}  # fmt: skip


def origin_of(module: IRModule) -> Mapping[str, Any]:
    """What the text of a module keeps of the library from which it was taken; nothing for other modules."""
    kept: Mapping[str, Any] = json.loads(module.attrs[ORIGIN]) if ORIGIN in module.attrs else {}
    return kept


def is_final(module: IRModule) -> bool:
    """Whether the programs of a module are those of a library: they get no schedules, and its graph no passes."""
    return bool(origin_of(module).get("final"))


def kept_facts(module: IRModule, recipe: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the description of the library said, for a build with the settings of `recipe` if these were its own."""
    kept: Mapping[str, Any] = origin_of(module).get("metadata", {})
    if not kept or not recipe:
        return {}
    old = kept["recipe"]
    same = all(old["settings"].get(name) == recipe["settings"].get(name) for name in SETTINGS)
    return kept if same and old["target"] == recipe["target"] else {}


def checked(module: IRModule) -> IRModule:
    """The module, without its origin where it is not the same any more."""
    if ORIGIN not in module.attrs:
        return module
    plain = _plain(module)
    try:
        same = origin_of(module)["digest"] == _digest(plain)
    except (ValueError, KeyError, TypeError):
        same = False
    return module if same else plain


def with_origin(module: IRModule, kept: Mapping[str, Any]) -> IRModule:
    """The module with what is kept of its library: `name`, the `metadata` of its description, `flops` by function,
    and whether its programs are `final`."""
    from mlcc.script import parse_module

    # As it is read back: regions of arithmetic are the same there, and written in another way.
    read = parse_module(script(_plain(module)), "text")
    text = json.dumps({**kept, "digest": _digest(read)}, sort_keys=True)
    return update(module, attrs={**module.attrs, ORIGIN: text})


def _plain(module: IRModule) -> IRModule:
    return update(module, attrs={key: value for key, value in module.attrs.items() if key != ORIGIN})


def _digest(module: IRModule) -> str:
    return hashlib.sha256(script(module).encode()).hexdigest()
